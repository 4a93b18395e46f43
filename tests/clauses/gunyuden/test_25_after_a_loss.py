"""Section 25: what the end of an army, the death of a commander or a lifted siege leaves behind on the map."""

from __future__ import annotations

from typing import Any

from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import (
    at,
    attack,
    besiege,
    castle,
    cost,
    force,
    lane,
    march,
    morale,
    of_kind,
    pass_on,
    pay_forced_losses,
    plain,
    unit,
    units_without_line,
)
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import compose, host
from tests.support import clause

MATSU, TAKA, KOI, SAKE = "matsu", "taka", "koi", "sake"
THEIRS = ("suzume", "karasu", "tsubame", "kari")
HERE, THERE = "1207", "1206"
MEN = ("funa", "unagi", "iwashi", "namazu", "dojo", "fugu", "hamo", "kisu", "kajika")


# --- 25-2: an army without its soudaishou ------------------------------------------------------------------------


def kill_matsu(units: dict[str, Any], **entries: Any) -> Any:
    """Attack Matsu, who has one step left, with Taka."""
    placed = {**force(HERE, TAKA, *THEIRS), MATSU: {"hex": THERE, "steps": 1}, **units}
    match = compose(placed, around=THERE, radius=3, **{"phase": "blue", "dice": [6], **entries})
    attack(match, TAKA, THERE)
    while match.decision.name in ("suffer", "losses"):
        match.act(f"lose {MATSU}")
    assert at(match, MATSU) == "dead"
    if match.decision.name != "force":
        match.act("stay")
    return match


@clause("gunyuden", "25-2", "18-3", "18-3-2", "5-1-1")
def test_an_army_that_is_gone_besieges_nobody_and_has_no_zones() -> None:
    """Sugi's men before Kawa leave the map with Matsu: the way past it is free again."""
    ground: dict[str, Any] = {**plain("0514", 3)}
    units = {**host("0514", 15, invests=True), "hato": "0516"}
    castles = {"kawa": {"morale": -2}}
    match = compose({**units, TAKA: "1218"}, phase="blue", castles=castles, **ground)
    assert castle(match, "kawa")["besieged"]
    assert cost(march(match, "hato"), "0515") == 1 + 1
    match = kill_matsu(units, castles=castles, **ground)
    assert at(match, "sugi") == "removed"
    assert not castle(match, "kawa").get("besieged")
    assert not castle(match, "kawa").get("morale")
    assert cost(march(match, "hato"), "0515") == 1


@clause("gunyuden", "18-3", "18-1")
def test_an_investment_ends_with_the_step_that_makes_it_too_weak() -> None:
    """Ten are needed at Kawa; Taka comes to its relief and costs Sugi's men one of them."""
    units = {**host("0514", 10, invests=True), **force("0515", TAKA, *THEIRS), MATSU: "0505"}
    match = compose(units, around="0514", radius=2, phase="blue", dice=[3, 1])
    assert castle(match, "kawa")["besieged"]
    attack(match, TAKA, "0514")
    acts(match, "hold_siege", "lose sugi")
    assert not castle(match, "kawa").get("besieged")


@clause("gunyuden", "18-3", "23-4-1")
def test_an_investment_ends_when_the_investors_fall_back() -> None:
    units = {**host("0514", 12, invests=True), **force("0515", TAKA, *THEIRS), MATSU: "0505"}
    match = compose(units, around="0514", radius=3, phase="blue", dice=[3, 1])
    attack(match, TAKA, "0514")
    acts(match, "hold_siege", "retreat", "back 0513")
    assert at(match, "sugi") == "0513"
    assert not castle(match, "kawa").get("besieged")
    assert not unit(match, "sugi").get("invests")


# --- G-36: a leader falls ----------------------------------------------------------------------------------------


def kill_koi(*led: str) -> Any:
    """Kill Koi, who leads these units with one step left; by agreement the army stays while it has Tai."""
    placed = force("1106", KOI, *led)
    placed[KOI] |= {"steps": 1, "morale": -1}
    placed |= force("1107", MATSU, "buna")
    options = {"sodaisho_death": "last"}
    place: dict[str, Any] = {"turn": 2, "around": "1107", "radius": 4, "dice": [4, 1]}
    match = compose({**placed, "nara": "1104", "tai": "2018"}, options=options, **place)
    attack(match, MATSU, "1106")
    match.act(f"lose {KOI}")
    assert at(match, KOI) == "dead"
    return match


@clause("gunyuden", "9-2-2", "25.0")
def test_a_successor_leads_as_many_as_he_may_and_the_rest_stand_alone() -> None:
    """G-36: Sake's track has room for 7 of the 9."""
    match = kill_koi(SAKE, *MEN)
    leaders = [unit(match, name).get("leader", name) for name in MEN]
    assert leaders.count(SAKE) == 7
    alone = [name for name in MEN if unit(match, name).get("leader", name) == name]
    assert len(alone) == 2
    assert {at(match, name) for name in (SAKE, *MEN)} == {"1106"}
    assert [morale(match, name) for name in (SAKE, *alone)] == [-1, -1, -1]


@clause("gunyuden", "5-1-1", "25.0")
def test_successors_keep_the_zone_of_control_and_take_it_with_them() -> None:
    """Nara pays for the zone beside 1106; once Sake has left with his men he does not."""
    match = kill_koi(SAKE, *MEN[:3])
    go_on_to(match, "red")
    assert cost(march(match.fork(), "nara"), "1105") == 1 + 1
    go_on_to(match, "green")
    march(match, SAKE)
    acts(match, "to 1206", "to 1306", "to 1406", "halt")
    go_on_to(match, "red")
    assert cost(march(match, "nara"), "1105") == 1


def go_on_to(match: Match, who: str) -> None:
    """Go on to the next free choice of this seat."""
    while (decision_of(match).name, match.who) != ("force", who):
        pay_forced_losses(match)
        if decision_of(match).name == "force":
            match.act("end")
        elif decision_of(match).name != "losses":
            match.act(decision_of(match).texts[-1])


# --- 5-4-3: zones come back ----------------------------------------------------------------------------------


WAY = [f"05{row:02}" for row in range(5, 13)] + ["0612", "0613", "0614", "0615"]  # from Yama past Kawa
PAST_KAWA = lane(WAY, beside={"0514": "flat"})
FAR = {"yanagi": "0615", MATSU: "0505"}


@clause("gunyuden", "5-4-3", "18-3", "11-1")
@as_first("communication_range")
def test_a_castle_blocks_lines_again_when_its_investment_ends() -> None:
    """The only way from Yama to Yanagi leads past Kawa."""
    units = {**host("0514", 15, invests=True), **FAR, TAKA: "1218"}
    assert units_without_line(compose(units, stage=0, **PAST_KAWA)) == set()
    match = compose(units, phase="red", **PAST_KAWA)
    acts(match, "act sugi", "lift", "rest")
    pass_on(match, lambda: match.view(None)["turn"] == 2)
    assert "yanagi" in units_without_line(match)


@clause("gunyuden", "5-4-3", "18-1", "11-1")
@as_first("communication_range")
def test_a_castle_blocks_no_line_from_the_moment_it_is_invested() -> None:
    units = {**host("0514", 15), **FAR, TAKA: "1218"}
    assert "yanagi" in units_without_line(compose(units, stage=0, **PAST_KAWA))
    match = compose(units, phase="red", dice=[6] * 9, **PAST_KAWA)
    besiege(match, "sugi", "invest")
    if match.decision.name == "siege":
        match.act("done")
    pass_on(match, lambda: match.view(None)["turn"] == 2)
    assert units_without_line(match) == set()


@clause("gunyuden", "21-1", "5-1-1", "5-3-3", "14-3-4")
def test_a_restored_castle_has_a_zone_again() -> None:
    """Sagi restores Kawa and goes inside, where he has none of his own: who leaves the hex pays for the castle's."""
    units = {"sagi": "0514", "nara": "0512", MATSU: "0505", TAKA: "1218"}
    ruin = {"kawa": {"owner": "none", "durability": 0}}
    place: dict[str, Any] = {"turn": 2, "castles": ruin, "around": "0514", "radius": 3}
    match = compose(units, phase="blue", dice=[6], **place)
    acts(match, "act sagi", "organise", "castle")
    assert castle(match, "kawa")["owner"] == "blue"
    pass_on(match, lambda: match.view(None)["stage"] == 2 and match.who == "blue")
    acts(match, "act sagi", "move", "enter")
    assert unit(match, "sagi")["inside"]
    pass_on(match, lambda: match.view(None)["turn"] == 3)
    march(match, "nara")
    acts(match, "to 0513", "to 0514")
    assert cost(match, "0413") == 1 + 1


@clause("gunyuden", "21-1", "15-4-3", "5-1-1")
@as_first("assault_rule")
def test_a_fallen_castle_holds_nobody_back() -> None:
    """6 - 1 = 5 on 11-20 costs the last durability; from the ruin the way out is free."""
    units = {**host("0514", 12), "hato": "0516", MATSU: "0505", TAKA: "1218"}
    place: dict[str, Any] = {"around": "0514", "radius": 3, "phase": "red"}
    match = compose(units, **place)
    match.act("act sugi")
    refused(match, "strategic", "15-3-1")
    match.act("move")
    assert cost(match, "0513") == 1 + 1
    match = compose(units, castles={"kawa": {"durability": 1}}, dice=[6], **place)
    besiege(match, "sugi", "assault")
    while match.decision.name == "losses":
        match.act(match.decision.texts[0])
    assert castle(match, "kawa")["owner"] == "none"
    pass_on(match, lambda: match.view(None)["stage"] == 2 and match.who == "red")
    match.act("act sugi")
    allowed(match, "strategic")
    match.act("move")
    assert cost(match, "0513") == 1
    match.act("halt")
    pass_on(match, lambda: match.who == "blue")
    march(match, "hato")
    assert (cost(match, "0515"), cost(match, "0514")) == (1, 1 + 1)  # the ruin shelters nobody from Sugi's zone


# --- 10-1-2: morale that breaks ----------------------------------------------------------------------------------


@clause("gunyuden", "10-1-2", "25.0")
def test_all_units_of_a_force_that_breaks_are_killed() -> None:
    """G-37: Koi's force is at -4 and must retreat; all fall with him, and nobody is merely removed."""
    broken = force("1106", "koi", "funa", "sake", morale=-4)
    units = {**broken, **force("1107", "matsu", "buna")}
    match = compose(units, turn=2, around="1107", radius=4, phase="red", dice=[1])
    attack(match, "matsu", "1106")
    acts(match, "retreat", "back 1105")
    assert {name: at(match, name) for name in broken} == dict.fromkeys(broken, "dead")
    assert len(of_kind(match.events, "army_gone")) == 1
