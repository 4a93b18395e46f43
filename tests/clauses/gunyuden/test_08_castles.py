"""Section 8: castles, their levels, durability and main castles; castle morale (10-4, G-44)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import besiege, castle, disc, end_phases, force, morale, rolls, unit, units_without_line
from tests.clauses.gunyuden.editions import as_first, only
from tests.clauses.gunyuden.table import compose, find_morale_die, host, roll_siege_die, start_match
from tests.support import clause

KAWA, YAMA = "0514", "0505"
LEADER = "sugi"
MATSU = {"matsu": "0505"}


# --- 8.0 and 8-1 -------------------------------------------------------------------------------------------------


@clause("gunyuden", "8.0")
@pytest.mark.parametrize(("owner", "line"), [("red", True), ("blue", False), ("none", False)])
@as_first("communication_range")
def test_a_friendly_castle_relays_the_line_of_communication(owner: str, line: bool) -> None:
    """On foothills a hex costs 3: 0716 lies 12 hexes from Yama (36 > 30), but 5 from Mori, and that 7 away."""
    hills = dict.fromkeys(disc("0610", 9), "foothills")
    lost = {name: {"owner": "none", "durability": 0} for name in ("kawa", "hara", "ike", "toge", "seki")}
    castles = {**lost, "mori": {"owner": owner, "durability": 0 if owner == "none" else 10}}
    match = compose({LEADER: "0716"}, around="0610", radius=9, terrain=hills, stage=0, castles=castles)
    assert (LEADER not in units_without_line(match)) == line


@clause("gunyuden", "8.0")
def test_yours_is_a_friendly_castle_the_opponents_an_enemy_castle() -> None:
    """A friend goes into garrison, an enemy besieges."""
    for owner in ("red", "blue"):
        match = compose({LEADER: KAWA, **MATSU}, around=KAWA, to_act="red", castles={"kawa": {"owner": owner}})
        match.act(f"act {LEADER}")
        assert ("siege" in match.decision.texts) == (owner == "blue")
        match.act("move")
        assert ("enter" in match.decision.texts) == (owner == "red")


@clause("gunyuden", "8-1", "8-1-1")
@pytest.mark.parametrize(("hex_id", "level"), [("0617", 0), ("1716", 1), ("1520", 2), ("2018", 3)])
def test_the_level_decides_the_strength_to_invest(hex_id: str, level: int) -> None:
    """Hara, Tani, Oka and Shiro."""
    for strength in (10, 19, 20, 29, 30):
        men = host(hex_id, strength)
        match = compose({**men, **MATSU}, around=hex_id, radius=1, to_act="red")
        besiege(match, LEADER, *(["with hinoki"] if strength > 24 else []))
        assert ("invest" in match.decision.texts) == (strength >= max(10, 10 * level))


# --- 8-2: durability ---------------------------------------------------------------------------------------------


@clause("gunyuden", "8-2", "8-2-2")
@only("first")
def test_investment_and_assault_both_lower_durability() -> None:
    match = compose({**host(KAWA, 24), **MATSU}, around=KAWA, radius=2, to_act="red", dice=[6, 3])
    besiege(match, LEADER, "invest", "assault", f"lose {LEADER}")  # 6 - 1 = 5 on 21-30: 2/1
    assert castle(match, "kawa")["durability"] == 8
    end_phases(match, "offer")
    match.act("hold_out")  # 3: durability -1
    assert castle(match, "kawa")["durability"] == 7


@clause("gunyuden", "8-2-3")
@as_first("assault_rule")
def test_lost_durability_does_not_change_the_level() -> None:
    """Yama, level 2, at durability 1: still 20 to invest, still -2 on the assault."""
    worn = {"yama": {"durability": 1}}
    match = compose(host(YAMA, 19, "blue"), around=YAMA, radius=1, to_act="blue", castles=worn, dice=[1])
    besiege(match, "washi")
    refused(match, "invest", "18-1")
    match.act("assault")
    assert rolls(match.events)[0]["value"] == -2
    match = compose(host(YAMA, 20, "blue"), around=YAMA, radius=1, to_act="blue", castles=worn)
    besiege(match, "washi")
    allowed(match, "invest")


@clause("gunyuden", "8-2-5", "21-1")
@only("first")
def test_a_castle_at_durability_zero_is_abandoned() -> None:
    match, _ = roll_siege_die({}, [2, 1], {"durability": 1})
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}


@clause("gunyuden", "8-2", "8-2-1")
def test_every_castle_starts_with_durability_ten() -> None:
    match = start_match()
    assert {(entry["owner"] != "none", entry["durability"]) for entry in match.view("red")["castles"].values()} == {
        (True, 10)
    }


# --- 8-3: main castles -------------------------------------------------------------------------------------------

MAIN = [
    ("matsu", "yama", "0505"),
    ("taka", "sato", "1218"),
    ("koi", "shiro", "2018"),
    ("kuma", "iwa", "1513"),
    ("kitsune", "numa", "2211"),
    ("ushi", "mura", "2220"),
]


@clause("gunyuden", "8-3", "8-3-1")
@pytest.mark.parametrize(("name", "main", "hex_id"), MAIN)
def test_lines_end_at_the_armys_own_main_castle(name: str, main: str, hex_id: str) -> None:
    """He stands outside, on the castle's hex: with his main castle he has a line, with it abandoned he has none."""
    whole = compose({name: hex_id}, around=hex_id, radius=1, stage=0)
    assert name not in units_without_line(whole)
    ruin = {main: {"owner": "none", "durability": 0}}
    broken = compose({name: hex_id}, around=hex_id, radius=1, stage=0, castles=ruin)
    assert name in units_without_line(broken)


@clause("gunyuden", "8-3-1")
def test_another_castle_of_the_army_is_no_end() -> None:
    """Kawa stands, Sato does not: on the hex of Kawa there is no line."""
    match = compose(
        {"sagi": KAWA},
        around=KAWA,
        radius=2,
        stage=0,
        castles={"sato": {"owner": "none", "durability": 0}},
    )
    assert units_without_line(match) == {"sagi"}


@clause("gunyuden", "8-3-2")
@pytest.mark.parametrize(("owner", "line"), [("blue", True), ("red", False), ("none", False)])
def test_an_army_without_its_main_castle_has_no_communication(owner: str, line: bool) -> None:
    known = {"owner": owner, "durability": 0 if owner == "none" else 10}
    match = compose({"tsuru": "1216"}, around="1218", radius=4, stage=0, castles={"sato": known})
    assert (not units_without_line(match)) == line
    assert morale(match, "tsuru") == (0 if line else -1)


@clause("gunyuden", "8-3-2", "11-4-2")
@pytest.mark.parametrize(("ruin", "where", "main"), [("sato", "1218", True), ("ike", "0919", False)])
def test_an_army_rebuilds_its_only_main_castle_though_no_line_can_end_there(ruin: str, where: str, main: bool) -> None:
    """Without Sato no blue force has a line; in another ruin that is what keeps Taka from building."""
    lost = {"sato": {"owner": "none", "durability": 0}, ruin: {"owner": "none", "durability": 0}}
    way: dict[str, Any] = {"around": where, "radius": 3, "phase": "blue"}
    match = compose({"taka": where}, castles=lost, dice=[6], **way)
    match.act("act taka")
    if not main:
        refused(match, "organise", "11-4-2")
        return
    acts(match, "organise", "castle")
    rebuilt = castle(match, ruin)
    assert (rebuilt["owner"], rebuilt["durability"] > 0) == ("blue", True)


# --- 10-4: castle morale -----------------------------------------------------------------------------------------


@clause("gunyuden", "10-4")
def test_castle_morale_counts_only_without_garrison() -> None:
    """The die hits the castle when it is empty and the force when one is inside."""
    for garrison in (True, False):
        units = {**host(KAWA, 12, invests=True), **MATSU}
        if garrison:
            units["sagi"] = {"hex": KAWA, "inside": True}
        match = compose(units, around=KAWA, radius=2, phase="blue", dice=[find_morale_die()])
        end_phases(match, "offer")
        match.act("hold_out")
        assert castle(match, "kawa").get("morale", 0) == (0 if garrison else -1)
        if garrison:
            assert morale(match, "sagi") == -1


@clause("gunyuden", "10-4")
def test_a_force_that_goes_in_replaces_the_castles_morale_for_good() -> None:
    """Ruling G-44: its own morale holds at once, and when it leaves again the castle is back at 0."""
    known = {"kawa": {"morale": -3}}
    units = {**force(KAWA, "sagi", morale=-1), "tsuru": "1218"}
    match = compose({**units, **MATSU}, around=KAWA, phase="blue", castles=known)
    assert castle(match, "kawa")["morale"] == -3
    acts(match, "act sagi", "move", "enter")
    assert unit(match, "sagi")["inside"]
    assert morale(match, "sagi") == -1
    assert "morale" not in castle(match, "kawa")
    match.act("end")
    while match.view("red")["phase"] != "blue":
        match.act("end")
    acts(match, "act sagi", "move", "leave")
    assert "morale" not in castle(match, "kawa")
