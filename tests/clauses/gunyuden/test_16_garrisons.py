"""Section 16: going into garrison and out of it, its morale and replenishment; sorties (G-19, G-44, G-45)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, clauses_of, refused
from tests.clauses.forces import (
    at,
    attack,
    besiege,
    castle,
    end_phases,
    force,
    garrison,
    morale,
    of_kind,
    rolls,
    steps,
    unit,
)
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import compose, find_morale_die, host
from tests.support import clause

KAWA, NORTH, SOUTH = "0514", "0513", "0515"
SAGI, TSURU, LEADER = "sagi", "tsuru", "sugi"
MATSU = {"matsu": "0505"}
inside = partial(garrison, KAWA)


def compose_blue_phase(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the blue phase around Kawa; Washi, far away, keeps the phase open."""
    place: dict[str, Any] = {"around": KAWA, "radius": 8, "phase": "blue", **entries}
    return compose({**units, "matsu": "1706", "washi": "1218"}, **place)


def is_inside(match: Match, name: str) -> bool:
    return bool(unit(match, name).get("inside"))


# --- 16.0, 16-1: going in ----------------------------------------------------------------------------------------


@clause("gunyuden", "16.0", "16-1")
@pytest.mark.parametrize(("owner", "can"), [("blue", True), ("red", False), ("none", False)])
def test_a_force_goes_into_a_castle_of_its_own_as_part_of_its_movement(owner: str, can: bool) -> None:
    known = {"kawa": {"owner": owner, "durability": 0 if owner == "none" else 10}}
    match = compose_blue_phase({SAGI: KAWA}, castles=known)
    acts(match, f"act {SAGI}", "move")
    assert ("enter" in match.decision.texts) == can
    if can:
        events = match.act("enter")
        assert of_kind(events, "entered_castle") == [{"unit": SAGI, "castle": "kawa"}]
        assert is_inside(match, SAGI)
        assert match.decision.name == "force"  # it ends the march
        refused(match, f"act {SAGI}")
    else:
        refused(match, "enter", "16.0")


@clause("gunyuden", "16.0", "16-1-2")
def test_a_force_goes_into_an_allied_castle_and_shares_it() -> None:
    """Sugi joins Nezumi in Numa."""
    units = {"nezumi": {"hex": "2211", "inside": True}, LEADER: "2211", **MATSU}
    match = compose(units, around="2211", phase="red")
    acts(match, f"act {LEADER}", "move", "enter")
    assert is_inside(match, LEADER)
    assert is_inside(match, "nezumi")


@clause("gunyuden", "16-1-1")
@pytest.mark.parametrize(("start", "cost"), [("0507", 7), ("0506", 8)])
def test_entering_a_castle_costs_one_movement_point(start: str, cost: int) -> None:
    """Flat ground to Kawa: 7 points leave one for the gate, 8 leave none."""
    match = compose_blue_phase({SAGI: start}, castles={"yama": {"owner": "none", "durability": 0}}, radius=9)
    acts(match, f"act {SAGI}", "move", f"to {KAWA}")
    if cost == 7:
        allowed(match, "enter")
        match.act("enter")
        assert is_inside(match, SAGI)
    else:
        if match.decision.name == "march":
            refused(match, "enter", "16-1-1")
        assert not is_inside(match, SAGI)
        assert at(match, SAGI) == KAWA


@clause("gunyuden", "16-1-2", "19-2-1")
@as_first("assault_rule")
def test_several_forces_inside_count_as_one() -> None:
    """Three forces, 8 in all: an assault of 8 is not enough, one of 9 makes a difference of 1."""
    garrison = {**inside(SAGI, TSURU), **inside("suzume", steps=1)}
    for strength in (8, 9):
        match = compose({**host(KAWA, strength), **garrison, **MATSU}, around=KAWA, to_act="red", dice=[6])
        match.act(f"act {LEADER}")
        if strength == 9:
            acts(match, "siege", "assault")
            assert rolls(match.events)[0]["strength"] == 1
        elif "siege" in match.decision.texts:
            match.act("siege")
            refused(match, "assault", "19-1-3")


@clause("gunyuden", "16-2", "23-4-6")
def test_a_retreating_force_goes_into_a_castle() -> None:
    """Sugi's 12 against Sagi before Kawa: 6 + 0 on 10-12 is 2; he goes inside and loses 2 in morale."""
    units = {**host(NORTH, 12), SAGI: KAWA, **MATSU}
    match = compose(units, around=KAWA, to_act="red", dice=[6])
    attack(match, LEADER, KAWA)
    allowed(match, "refuge")
    match.act("refuge")
    assert (at(match, SAGI), is_inside(match, SAGI), steps(match, SAGI)) == (KAWA, True, 2)
    assert morale(match, SAGI) == -2


@clause("gunyuden", "16-2")
def test_an_enemy_castle_gives_no_refuge() -> None:
    units = {**host(NORTH, 12), SAGI: KAWA, **MATSU}
    match = compose(units, around=KAWA, to_act="red", dice=[6], castles={"kawa": {"owner": "red"}})
    attack(match, LEADER, KAWA)
    refused(match, "refuge")


# --- 16-3: going out ---------------------------------------------------------------------------------------------


@clause("gunyuden", "16-3")
def test_leaving_a_castle_costs_one_movement_point() -> None:
    """Nobody near: from outside 8 hexes of flat ground can be walked, from inside 7."""
    castles = {"yama": {"owner": "none", "durability": 0}}
    for within in (True, False):
        units = {SAGI: {"hex": KAWA, "inside": within}, "washi": "1218"}
        match = compose(units, around=KAWA, radius=9, phase="blue", castles=castles)
        acts(match, f"act {SAGI}", "move")
        allowed(match, "to 0507")
        if within:
            refused(match, "to 0506")
        else:
            allowed(match, "to 0506")


@clause("gunyuden", "16-3")
def test_a_force_may_leave_and_stay_in_the_hex() -> None:
    match = compose_blue_phase(inside(SAGI))
    acts(match, f"act {SAGI}", "move")
    events = match.act("leave")
    assert of_kind(events, "left_castle") == [{"unit": SAGI, "castle": "kawa"}]
    match.act("halt")
    assert (at(match, SAGI), is_inside(match, SAGI)) == (KAWA, False)


@clause("gunyuden", "16-3-1")
def test_nobody_leaves_while_a_single_enemy_unit_is_in_the_hex() -> None:
    match = compose_blue_phase({**inside(SAGI), "nara": {"hex": KAWA, "steps": 1}})
    match.act(f"act {SAGI}")
    if "move" in match.decision.texts:
        match.act("move")
        refused(match, "leave", "16-3-1")
        refused(match, f"to {SOUTH}", "16-3-1")
    else:
        assert "16-3-1" in clauses_of(match.why_not("move"))
    match = compose_blue_phase({**inside(SAGI), "nara": NORTH})  # next door he does not matter
    acts(match, f"act {SAGI}", "move")
    allowed(match, "leave", f"to {SOUTH}")


@clause("gunyuden", "15-6-2", "16-3-1")
def test_enemies_share_a_hex_only_with_a_castles_garrison() -> None:
    """Ruling G-45."""
    for within in (True, False):
        units = {LEADER: NORTH, SAGI: {"hex": KAWA, "inside": within}, **MATSU}
        match = compose(units, around=KAWA, to_act="red")
        acts(match, f"act {LEADER}", "move")
        if within:
            match.act(f"to {KAWA}")
            assert at(match, LEADER) == KAWA
        else:
            refused(match, f"to {KAWA}", "15-6-2")


# --- 16-4: morale ------------------------------------------------------------------------------------------------


@clause("gunyuden", "16-4", "11-1-6")
@pytest.mark.parametrize("within", [True, False])
def test_a_garrison_loses_no_morale_for_lack_of_communication(within: bool) -> None:
    ruin = {"sato": {"owner": "none", "durability": 0}}
    match = compose({SAGI: {"hex": KAWA, "inside": within}}, around=KAWA, stage=0, castles=ruin)
    assert morale(match, SAGI) == (0 if within else -1)


@clause("gunyuden", "16-4-1", "18-2-1")
def test_a_garrison_loses_morale_when_its_castle_is_invested() -> None:
    match = compose_blue_phase({**host(KAWA, 12, invests=True), **inside(SAGI)}, dice=[find_morale_die()], radius=2)
    end_phases(match, "offer")
    match.act("hold_out")
    assert morale(match, SAGI) == -1
    assert "morale" not in castle(match, "kawa")


@clause("gunyuden", "16-4-2")
@as_first("assault_rule")
def test_forces_inside_keep_their_own_morale_and_the_lowest_counts_in_a_siege() -> None:
    garrison = {**inside(SAGI, morale=-1), **inside(TSURU, morale=-3)}
    match = compose({**host(KAWA, 12), **garrison, **MATSU}, around=KAWA, to_act="red", dice=[4])
    assert (morale(match, SAGI), morale(match, TSURU)) == (-1, -3)
    besiege(match, LEADER, "assault")
    assert {part["clause"]: part["value"] for part in rolls(match.events)[0]["parts"]}["19-3-2"] == 3


@clause("gunyuden", "16-4-2", "23-7")
def test_the_lowest_morale_counts_in_a_sortie() -> None:
    """Ruling G-19: Sagi (0) and Tsuru (-3) go out together: -3 in morale, -1 for the garrison, skills equal."""
    match = compose_blue_phase({**host(KAWA, 6), **inside(SAGI), **inside(TSURU, morale=-3)}, dice=[1, 1], radius=2)
    attack(match, SAGI, KAWA)
    match.act(f"join {TSURU}")
    first = rolls(match.events)[0]
    assert (first["strength"], first["value"]) == (6, -4)


# --- 16-5: replenishment -----------------------------------------------------------------------------------------


@clause("gunyuden", "16-5", "14-3-5")
@pytest.mark.parametrize("invests", [True, False])
def test_a_garrison_replenishes_unless_its_castle_is_invested(invests: bool) -> None:
    """Buri in Tani among 12 red; without investment he rolls 6 at home: 3, and needs no line."""
    units = {
        **host("1716", 12, invests=invests),
        "buri": {"hex": "1716", "inside": True, "steps": 1},
        "ayu": {"hex": "1716", "inside": True, "leader": "buri", "steps": 1},
        "sake": "2017",
        **MATSU,
    }
    match = compose(
        units,
        around="1716",
        radius=2,
        phase="green",
        dice=[6],
        castles={"tani": {"durability": 5}},
    )
    acts(match, "act buri")
    if invests:
        if "organise" in match.decision.texts:
            match.act("organise")
            if match.decision.name == "organise":
                match.act("done")
        assert match.decision.name != "replenish"
        assert (steps(match, "buri"), castle(match, "tani")["durability"]) == (1, 5)
        return
    match.act("organise")
    if match.decision.name == "organise":
        match.act("done")
    allowed(match, "troops", "castle")
    match.act("troops")
    assert (steps(match, "buri"), steps(match, "ayu")) == (2, 2)


# --- G-19: sorties -----------------------------------------------------------------------------------------------


@clause("gunyuden", "16-1-2", "23-7", "23-1-1")
def test_forces_inside_go_out_together_against_the_hex() -> None:
    """Ruling G-19: those who can act and have not; under the other reading one force at a time."""
    units = {**host(KAWA, 12), **inside(SAGI, "suzume"), **inside(TSURU, acted=True)}
    match = compose_blue_phase(units, dice=[1, 1], radius=2)
    acts(match, f"act {SAGI}", "battle")
    assert match.decision.name == "sortie"
    assert set(match.decision.texts) == {"join suzume", "fight"}
    refused(match, f"join {TSURU}")
    match.act("join suzume")
    assert rolls(match.events)[0]["strength"] == 6
    assert unit(match, "suzume")["acted"]
    alone = compose_blue_phase(units, dice=[1, 1], radius=2, options={"joint_sortie": False})
    acts(alone, f"act {SAGI}", "battle")
    assert alone.decision.name != "sortie"
    assert rolls(alone.events)[0]["strength"] == 3


@clause("gunyuden", "16-1-2", "23-7")
def test_the_highest_rank_leads_a_common_sortie() -> None:
    """Ruling G-19: Suzume (1) acts, Sagi the taishou (2) joins and leads against Sugi (2): -1 is left."""
    match = compose_blue_phase({**inside(SAGI, "suzume"), LEADER: KAWA}, dice=[1, 1], radius=2)
    acts(match, "act suzume", "battle", f"join {SAGI}")
    assert rolls(match.events)[0]["value"] == -1
    alone = compose_blue_phase({**inside("suzume"), LEADER: KAWA}, dice=[1, 1], radius=2)
    acts(alone, "act suzume", "battle")
    assert rolls(alone.events)[0]["value"] == -2


@clause("gunyuden", "16-1-2", "23-7", "22-1-2")
def test_a_garrison_attacks_its_own_hex_and_never_a_neighbour() -> None:
    """Ruling G-19."""
    match = compose_blue_phase({**inside(SAGI), LEADER: NORTH}, radius=2)
    match.act(f"act {SAGI}")
    refused(match, "battle")
    match = compose_blue_phase({**inside(SAGI), LEADER: NORTH, "nara": KAWA}, radius=2, dice=[1, 1])
    events = attack(match, SAGI, KAWA)
    assert of_kind(events, "attack") == [{"unit": SAGI, "hex": KAWA}]


@clause("gunyuden", "16-1-2", "22-1-2")
@pytest.mark.parametrize("place", [KAWA, NORTH])
def test_nobody_outside_attacks_a_garrison_by_field_battle(place: str) -> None:
    """Ruling G-19: only by assault."""
    match = compose({LEADER: place, **inside(SAGI), **MATSU}, around=KAWA, to_act="red")
    match.act(f"act {LEADER}")
    refused(match, "battle")


@clause("gunyuden", "23-7", "23-5")
def test_a_sortie_that_drives_the_enemy_off_may_follow_out_of_the_castle() -> None:
    """Ruling G-19. 18 under Taka: 2 + 3 - 2 - 1 = 2 on 17-20 is 1, and Sugi falls back."""
    led = ["kiji", "kari", "mozu", "tsubame", "karasu"]
    units = {**force(KAWA, "taka", *led, inside=True), **force(KAWA, LEADER, "nara")}
    match = compose_blue_phase(units, dice=[2], radius=5)
    attack(match, "taka", KAWA)
    match.act("retreat")
    while match.decision.name == "retreat":
        match.act(match.decision.texts[0])
    assert (match.decision.who, match.decision.name) == ("blue", "pursuit")
    place = at(match, LEADER)
    assert place != KAWA
    allowed(match, "stay", f"pursue {KAWA}")
    match.act(f"pursue {KAWA}")
    assert (at(match, "taka"), is_inside(match, "taka")) == (KAWA, False)
