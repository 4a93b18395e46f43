"""Section 16: going into garrison and out of it, its morale and replenishment; sorties (G-19, G-44, G-45)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    attack,
    besiege,
    castle,
    clauses_of,
    compose,
    force,
    garrison,
    host,
    morale,
    of_kind,
    onward,
    refused,
    rolls,
    steps,
    unit,
)
from tests.support import clause

KAIZU, NORTH, SOUTH = "0514", "0513", "0515"
KOSAKA, BABA, LEADER = "kosaka_masanobu", "baba_nobuharu", "kakizaki_kageie"
KENSHIN = {"uesugi_kenshin": "0505"}
SCENARIO = "kenshin_crosses_the_mountains"


inside = partial(garrison, KAIZU)


def takeda(units: dict[str, Any], **entries: Any) -> Any:
    """Takeda to act around Kaizu; Nobushige far away keeps the phase open."""
    place: dict[str, Any] = {"around": KAIZU, "radius": 8, "phase": "takeda", **entries}
    return compose({**units, "uesugi_kenshin": "1706", "takeda_nobushige": "1230"}, **place)


def is_inside(match: Any, name: str) -> bool:
    return bool(unit(match, name).get("inside"))


# --- 16.0, 16-1: going in ----------------------------------------------------------------------------------------


@clause("kanto", "16.0", "16-1")
@pytest.mark.parametrize(("owner", "can"), [("takeda", True), ("uesugi", False), ("none", False)])
def test_a_force_goes_into_a_castle_of_its_own_as_part_of_its_movement(owner: str, can: bool) -> None:
    known = {"kaizu": {"owner": owner, "durability": 0 if owner == "none" else 10}}
    match = takeda({KOSAKA: KAIZU}, castles=known)
    acts(match, f"act {KOSAKA}", "move")
    assert ("enter" in match.decision.texts) == can
    if can:
        events = match.act("enter")
        assert of_kind(events, "entered_castle") == [{"unit": KOSAKA, "castle": "kaizu"}]
        assert is_inside(match, KOSAKA)
        assert match.decision.name == "force"  # it ends the march
        refused(match, f"act {KOSAKA}")
    else:
        refused(match, "enter", "16.0")


@clause("kanto", "16.0", "16-1-2")
def test_a_force_goes_into_an_allied_castle_and_shares_it() -> None:
    """Kakizaki joins Annaka in Matsuida."""
    units = {"annaka_tadamasa": {"hex": "1519", "inside": True}, LEADER: "1519", **KENSHIN}
    match = compose(units, scenario=SCENARIO, around="1519", phase="uesugi")
    acts(match, f"act {LEADER}", "move", "enter")
    assert is_inside(match, LEADER)
    assert is_inside(match, "annaka_tadamasa")


@clause("kanto", "16-1-1")
@pytest.mark.parametrize(("start", "cost"), [("0507", 7), ("0506", 8)])
def test_going_in_costs_one_movement_point(start: str, cost: int) -> None:
    """Flat ground to Kaizu: 7 points leave one for the gate, 8 leave none."""
    match = takeda({KOSAKA: start}, castles={"kasugayama": {"owner": "none", "durability": 0}}, radius=9)
    acts(match, f"act {KOSAKA}", "move", f"to {KAIZU}")
    if cost == 7:
        allowed(match, "enter")
        match.act("enter")
        assert is_inside(match, KOSAKA)
    else:
        if match.decision.name == "march":
            refused(match, "enter", "16-1-1")
        assert not is_inside(match, KOSAKA)
        assert at(match, KOSAKA) == KAIZU


@clause("kanto", "16-1-2", "19-2-1")
def test_several_forces_inside_count_as_one() -> None:
    """Three forces, 8 in all: an assault of 8 is not enough, one of 9 makes a difference of 1."""
    garrison = {**inside(KOSAKA, BABA), **inside("saigusa_moritomo", steps=1)}
    for strength in (8, 9):
        match = compose({**host(KAIZU, strength), **garrison, **KENSHIN}, around=KAIZU, to_act="uesugi", dice=[6])
        match.act(f"act {LEADER}")
        if strength == 9:
            acts(match, "siege", "assault")
            assert rolls(match.events)[0]["strength"] == 1
        elif "siege" in match.decision.texts:
            match.act("siege")
            refused(match, "assault", "19-1-3")


@clause("kanto", "16-2", "23-4-6")
def test_a_retreating_force_goes_into_a_castle() -> None:
    """Kakizaki's 12 against Kosaka before Kaizu: 6 + 0 on 10-12 is 2; he goes inside and loses 2 in morale."""
    units = {**host(NORTH, 12), KOSAKA: KAIZU, **KENSHIN}
    match = compose(units, around=KAIZU, to_act="uesugi", dice=[6])
    attack(match, LEADER, KAIZU)
    allowed(match, "refuge")
    match.act("refuge")
    assert (at(match, KOSAKA), is_inside(match, KOSAKA), steps(match, KOSAKA)) == (KAIZU, True, 2)
    assert morale(match, KOSAKA) == -2


@clause("kanto", "16-2")
def test_no_refuge_in_an_enemy_castle() -> None:
    units = {**host(NORTH, 12), KOSAKA: KAIZU, **KENSHIN}
    match = compose(units, around=KAIZU, to_act="uesugi", dice=[6], castles={"kaizu": {"owner": "uesugi"}})
    attack(match, LEADER, KAIZU)
    refused(match, "refuge")


# --- 16-3: going out ---------------------------------------------------------------------------------------------


@clause("kanto", "16-3")
def test_leaving_costs_one_movement_point() -> None:
    """Nobody near: from outside 8 hexes of flat ground can be walked, from inside 7."""
    castles = {"kasugayama": {"owner": "none", "durability": 0}}
    for within in (True, False):
        units = {KOSAKA: {"hex": KAIZU, "inside": within}, "takeda_nobushige": "1230"}
        match = compose(units, around=KAIZU, radius=9, phase="takeda", castles=castles)
        acts(match, f"act {KOSAKA}", "move")
        allowed(match, "to 0507")
        if within:
            refused(match, "to 0506")
        else:
            allowed(match, "to 0506")


@clause("kanto", "16-3")
def test_a_force_may_leave_and_stay_in_the_hex() -> None:
    match = takeda(inside(KOSAKA))
    acts(match, f"act {KOSAKA}", "move")
    events = match.act("leave")
    assert of_kind(events, "left_castle") == [{"unit": KOSAKA, "castle": "kaizu"}]
    match.act("halt")
    assert (at(match, KOSAKA), is_inside(match, KOSAKA)) == (KAIZU, False)


@clause("kanto", "16-3-1")
def test_nobody_leaves_while_a_single_enemy_unit_is_in_the_hex() -> None:
    match = takeda({**inside(KOSAKA), "usami_sadayuki": {"hex": KAIZU, "steps": 1}})
    match.act(f"act {KOSAKA}")
    if "move" in match.decision.texts:
        match.act("move")
        refused(match, "leave", "16-3-1")
        refused(match, f"to {SOUTH}", "16-3-1")
    else:
        assert "16-3-1" in clauses_of(match.why_not("move"))
    match = takeda({**inside(KOSAKA), "usami_sadayuki": NORTH})  # next door he does not matter
    acts(match, f"act {KOSAKA}", "move")
    allowed(match, "leave", f"to {SOUTH}")


@clause("kanto", "16-3-1", "15-3")
def test_strategic_movement_does_not_lead_out_past_an_enemy_either() -> None:
    match = takeda({**inside(KOSAKA), "usami_sadayuki": KAIZU})
    match.act(f"act {KOSAKA}")
    refused(match, "strategic")


@clause("kanto", "15-6-2", "16-3-1")
def test_enemies_share_a_hex_only_with_a_castles_garrison() -> None:
    """Ruling G-45."""
    for within in (True, False):
        units = {LEADER: NORTH, KOSAKA: {"hex": KAIZU, "inside": within}, **KENSHIN}
        match = compose(units, around=KAIZU, to_act="uesugi")
        acts(match, f"act {LEADER}", "move")
        if within:
            match.act(f"to {KAIZU}")
            assert at(match, LEADER) == KAIZU
        else:
            refused(match, f"to {KAIZU}", "15-6-2")


@clause("kanto", "15-6-2")
def test_a_friend_cannot_reach_a_besieged_castle_past_the_enemy() -> None:
    """Ruling G-45: the besiegers' hex is closed to Baba, so he cannot go inside either."""
    match = takeda({**inside(KOSAKA), LEADER: KAIZU, BABA: SOUTH})
    acts(match, f"act {BABA}", "move")
    refused(match, f"to {KAIZU}", "15-6-2")


# --- 16-4: morale ------------------------------------------------------------------------------------------------


@clause("kanto", "16-4", "11-1-6")
@pytest.mark.parametrize("within", [True, False])
def test_a_garrison_loses_no_morale_for_lack_of_communication(within: bool) -> None:
    ruin = {"tsutsujigasaki": {"owner": "none", "durability": 0}}
    match = compose({KOSAKA: {"hex": KAIZU, "inside": within}}, around=KAIZU, stage=0, castles=ruin)
    assert morale(match, KOSAKA) == (0 if within else -1)


@clause("kanto", "16-4-1", "18-2-1")
def test_a_garrison_loses_morale_when_its_castle_is_invested() -> None:
    match = takeda({**host(KAIZU, 12, invests=True), **inside(KOSAKA)}, dice=[1], radius=2)
    onward(match, "offer")
    match.act("hold_out")
    assert morale(match, KOSAKA) == -1
    assert "morale" not in castle(match, "kaizu")


@clause("kanto", "16-4-2")
def test_forces_inside_keep_their_own_morale_and_the_lowest_counts_in_a_siege() -> None:
    garrison = {**inside(KOSAKA, morale=-1), **inside(BABA, morale=-3)}
    match = compose({**host(KAIZU, 12), **garrison, **KENSHIN}, around=KAIZU, to_act="uesugi", dice=[4])
    assert (morale(match, KOSAKA), morale(match, BABA)) == (-1, -3)
    besiege(match, LEADER, "assault")
    assert {part["clause"]: part["value"] for part in rolls(match.events)[0]["parts"]}["19-3-2"] == 3


@clause("kanto", "16-4-2", "23-7")
def test_the_lowest_morale_counts_in_a_sortie() -> None:
    """Ruling G-19: Kosaka (0) and Baba (-3) go out together: -3 in morale, -1 for the garrison, skills equal."""
    match = takeda({**host(KAIZU, 6), **inside(KOSAKA), **inside(BABA, morale=-3)}, dice=[1, 1], radius=2)
    attack(match, KOSAKA, KAIZU)
    match.act(f"join {BABA}")
    first = rolls(match.events)[0]
    assert (first["strength"], first["value"]) == (6, -4)


# --- 16-5: replenishment -----------------------------------------------------------------------------------------


@clause("kanto", "16-5", "14-3-5")
@pytest.mark.parametrize("invests", [True, False])
def test_a_garrison_replenishes_unless_its_castle_is_invested(invests: bool) -> None:
    """Ujikuni in Hachigata among 12 Uesugi; without investment he rolls 6 at home: 3, and needs no line."""
    units = {
        **host("2223", 12, invests=invests),
        "hojo_ujikuni": {"hex": "2223", "inside": True, "steps": 1},
        "hojo_ujishige": {"hex": "2223", "inside": True, "leader": "hojo_ujikuni", "steps": 1},
        "hojo_ujiteru": "2530",
        **KENSHIN,
    }
    match = compose(
        units,
        scenario=SCENARIO,
        around="2223",
        radius=2,
        phase="hojo",
        dice=[6],
        castles={"hachigata": {"durability": 5}},
    )
    acts(match, "act hojo_ujikuni")
    if invests:
        if "organise" in match.decision.texts:
            match.act("organise")
            if match.decision.name == "organise":
                match.act("done")
        assert match.decision.name != "replenish"
        assert (steps(match, "hojo_ujikuni"), castle(match, "hachigata")["durability"]) == (1, 5)
        return
    match.act("organise")
    if match.decision.name == "organise":
        match.act("done")
    allowed(match, "troops", "castle")
    match.act("troops")
    assert (steps(match, "hojo_ujikuni"), steps(match, "hojo_ujishige")) == (2, 2)


# --- G-19: sorties -----------------------------------------------------------------------------------------------


@clause("kanto", "16-1-2", "23-7", "23-1-1")
def test_forces_inside_go_out_together_against_the_hex() -> None:
    """Ruling G-19: those who can act and have not; under the other reading one force at a time."""
    units = {**host(KAIZU, 12), **inside(KOSAKA, "saigusa_moritomo"), **inside(BABA, acted=True)}
    match = takeda(units, dice=[1, 1], radius=2)
    acts(match, f"act {KOSAKA}", "battle")
    assert match.decision.name == "sortie"
    assert set(match.decision.texts) == {"join saigusa_moritomo", "fight"}
    refused(match, f"join {BABA}")
    match.act("join saigusa_moritomo")
    assert rolls(match.events)[0]["strength"] == 6
    assert unit(match, "saigusa_moritomo")["acted"]
    alone = takeda(units, dice=[1, 1], radius=2, options={"joint_sortie": False})
    acts(alone, f"act {KOSAKA}", "battle")
    assert alone.decision.name != "sortie"
    assert rolls(alone.events)[0]["strength"] == 3


@clause("kanto", "16-1-2", "23-7")
def test_the_highest_rank_leads_a_common_sortie() -> None:
    """Ruling G-19: Saigusa (1) acts, Kosaka the taishou (2) joins and leads against Kakizaki (2): -1 is left."""
    match = takeda({**inside(KOSAKA, "saigusa_moritomo"), LEADER: KAIZU}, dice=[1, 1], radius=2)
    acts(match, "act saigusa_moritomo", "battle", f"join {KOSAKA}")
    assert rolls(match.events)[0]["value"] == -1
    alone = takeda({**inside("saigusa_moritomo"), LEADER: KAIZU}, dice=[1, 1], radius=2)
    acts(alone, "act saigusa_moritomo", "battle")
    assert rolls(alone.events)[0]["value"] == -2


@clause("kanto", "16-1-2", "23-7", "22-1-2")
def test_a_garrison_attacks_its_own_hex_and_never_a_neighbour() -> None:
    """Ruling G-19."""
    match = takeda({**inside(KOSAKA), LEADER: NORTH}, radius=2)
    match.act(f"act {KOSAKA}")
    refused(match, "battle")
    match = takeda({**inside(KOSAKA), LEADER: NORTH, "usami_sadayuki": KAIZU}, radius=2, dice=[1, 1])
    events = attack(match, KOSAKA, KAIZU)
    assert of_kind(events, "attack") == [{"unit": KOSAKA, "hex": KAIZU}]


@clause("kanto", "16-1-2", "22-1-2")
@pytest.mark.parametrize("place", [KAIZU, NORTH])
def test_nobody_outside_attacks_a_garrison_by_field_battle(place: str) -> None:
    """Ruling G-19: only by assault."""
    match = compose({LEADER: place, **inside(KOSAKA), **KENSHIN}, around=KAIZU, to_act="uesugi")
    match.act(f"act {LEADER}")
    refused(match, "battle")


@clause("kanto", "23-7", "23-5")
def test_a_sortie_that_drives_the_enemy_off_may_follow_out_of_the_castle() -> None:
    """Ruling G-19. 18 under Shingen: 2 + 3 - 2 - 1 = 2 on 17-20 is 1, and Kakizaki falls back."""
    led = ["atobe_katsusuke", "amari_masatada", "komai_kohakusai", "hoshina_masatoshi", "morozumi_torasada"]
    units = {**force(KAIZU, "takeda_shingen", *led, inside=True), **force(KAIZU, LEADER, "usami_sadayuki")}
    match = takeda(units, dice=[2], radius=5)
    attack(match, "takeda_shingen", KAIZU)
    match.act("retreat")
    while match.decision.name == "retreat":
        match.act(match.decision.texts[0])
    assert (match.decision.who, match.decision.name) == ("takeda", "pursuit")
    place = at(match, LEADER)
    assert place != KAIZU
    allowed(match, "stay", f"pursue {KAIZU}")
    match.act(f"pursue {KAIZU}")
    assert (at(match, "takeda_shingen"), is_inside(match, "takeda_shingen")) == (KAIZU, False)
