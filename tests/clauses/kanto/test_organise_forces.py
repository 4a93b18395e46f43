"""Sections 9 and 13: what a force is, who leads whom, and how forces are reorganised; rulings G-38, G-41 and G-42."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.kanto.table import acts, allowed, at, compose, force, march, morale, refused, unit
from tests.support import clause

KENSHIN, KAKIZAKI, NAOE, MASAKAGE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna", "nagao_masakage"
BUSHO = [
    "murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu", "amakasu_kagemochi",
    "yasuda_akimoto", "yoshie_kagesuke", "takenomata_yoshitsuna", "shibata_nagaatsu", "nagao_kagenobu",
    "sanponji_takanaga",
]  # fmt: skip
HERE, BESIDE = "1207", "1206"
FAR = {"irobe_nagazane": "0505"}


def laid(*units: dict[str, Any], **entries: Any) -> Any:
    """These forces on open ground, the Uesugi to act."""
    everybody: dict[str, Any] = dict(FAR)
    for some in units:
        everybody |= some
    return compose(everybody, around="1206", **{"to_act": "uesugi", **entries})


def organising(leader: str, *units: dict[str, Any], **entries: Any) -> Any:
    """The same, that commander asked how he organises."""
    match = laid(*units, **entries)
    acts(match, f"act {leader}", "organise")
    return match


def leader(match: Any, name: str) -> str:
    """Who leads a unit: himself or his commander."""
    return str(unit(match, name).get("leader", name))


# --- 9: forces ----------------------------------------------------------------------------------------------------


@clause("kanto", "9.0", "9-1", "9-1(1)", "9-1(2)", "9-1-1", "6.0", "6-1")
def test_forces_are_led_by_a_commander_or_single_units() -> None:
    """In one hex: Kakizaki with two units, Naoe alone, a single bushou."""
    match = laid(force(HERE, KAKIZAKI, *BUSHO[:2]), {NAOE: HERE, BUSHO[2]: HERE})
    assert {text for text in match.decision.texts if text.startswith("act ")} == {
        f"act {name}" for name in (KAKIZAKI, NAOE, BUSHO[2], "irobe_nagazane")
    }


@clause("kanto", "9-1", "9-2")
def test_nobody_without_a_star_leads() -> None:
    with pytest.raises(gunki.PositionError, match=BUSHO[1]):
        laid(force(HERE, BUSHO[0], BUSHO[1]))


@clause("kanto", "9-1-2", "13.0", "13-2(1)", "13-2", "9-2")
def test_a_reorganisation_changes_a_force() -> None:
    match = organising(KAKIZAKI, {KAKIZAKI: HERE, BUSHO[0]: HERE})
    acts(match, f"take {BUSHO[0]}", "done")
    assert leader(match, BUSHO[0]) == KAKIZAKI
    refused(match, f"act {BUSHO[0]}")


@clause("kanto", "9-2", "9-2-1", "9-2-2", "2-1-4")
@pytest.mark.parametrize("led", [6, 7])
def test_a_commander_leads_as_many_units_as_his_track_has_boxes(led: int) -> None:
    """Kakizaki has seven boxes."""
    match = organising(KAKIZAKI, force(HERE, KAKIZAKI, *BUSHO[:led]), {BUSHO[10]: HERE})
    if led == 6:
        allowed(match, f"take {BUSHO[10]}")
    else:
        refused(match, f"take {BUSHO[10]}", "9-2-2")


@clause("kanto", "9-2-1", "9-2-2", "2-1-4")
def test_the_track_of_kenshin_has_ten_boxes() -> None:
    match = organising(KENSHIN, force(HERE, KENSHIN, *BUSHO[:9]), {BUSHO[9]: HERE, BUSHO[10]: HERE})
    match.act(f"take {BUSHO[9]}")
    refused(match, f"take {BUSHO[10]}", "9-2-2")


@clause("kanto", "9-2-2")
def test_units_are_not_given_beyond_the_others_capacity() -> None:
    match = organising(KENSHIN, force(HERE, KENSHIN, BUSHO[9]), force(HERE, KAKIZAKI, *BUSHO[:7]))
    refused(match, f"give {BUSHO[9]} {KAKIZAKI}", "9-2-2")


@clause("kanto", "9-2-3", "2-2-1(6)")
def test_a_commander_leads_only_lower_ranks() -> None:
    """Two stars lead one, one star leads none of one or two."""
    allowed(organising(KENSHIN, {KENSHIN: HERE, KAKIZAKI: HERE}), f"take {KAKIZAKI}")
    match = organising(KAKIZAKI, {KAKIZAKI: HERE, NAOE: HERE, KENSHIN: HERE, BUSHO[0]: HERE})
    refused(match, f"take {NAOE}", "9-2-3")
    refused(match, f"take {KENSHIN}", "9-2-3")
    allowed(match, f"take {BUSHO[0]}")


@clause("kanto", "9-2-4")
def test_a_commander_under_command_does_not_command() -> None:
    """When Kenshin takes Kakizaki, Kakizaki's unit becomes a force of its own, and nothing can be given to him."""
    match = organising(KENSHIN, force(HERE, KENSHIN, BUSHO[1]), force(HERE, KAKIZAKI, BUSHO[0]))
    match.act(f"take {KAKIZAKI}")
    assert leader(match, BUSHO[0]) != KAKIZAKI
    refused(match, f"give {BUSHO[1]} {KAKIZAKI}")


@clause("kanto", "9-2-4")
def test_no_position_has_a_commander_under_command_who_leads() -> None:
    units = {KENSHIN: HERE, KAKIZAKI: {"hex": HERE, "leader": KENSHIN}, BUSHO[0]: {"hex": HERE, "leader": KAKIZAKI}}
    with pytest.raises(gunki.PositionError):
        laid(units)


@clause("kanto", "9-2-5", "12-2-1")
def test_units_under_command_do_not_use_their_own_points() -> None:
    """Kakizaki (3 points) under Kenshin (4) acts in the fourth stage; Sanada (3) under Anayama (2) not in the third."""
    match = laid(force(HERE, KENSHIN, KAKIZAKI), stage=4)
    refused(match, f"act {KAKIZAKI}")
    acts(march(match, KENSHIN), f"to {BESIDE}")
    assert at(match, KAKIZAKI) == BESIDE
    units = {**force(HERE, "anayama_nobukimi", "sanada_yukitaka"), "baba_nobuharu": "1230", KENSHIN: "0505"}
    match = compose(units, around="1206", stage=3, phase="takeda")
    allowed(match, "act baba_nobuharu")
    refused(match, "act anayama_nobukimi", "12-2-4")
    refused(match, "act sanada_yukitaka")


@clause("kanto", "9-2-6", "7-1", "7-1-3", "13-2(ex1)")
def test_a_commander_leads_only_units_of_his_own_army() -> None:
    """G-41: Naoe and Kenshin do not take a warlord's unit in scenario 3, nor does anybody else of an allied army."""
    units = {KENSHIN: HERE, BUSHO[0]: HERE, "ashino_kiyonari": HERE, "obata_kagezumi": HERE}
    match = organising(KENSHIN, units, scenario="conquest_of_kanto")
    allowed(match, f"take {BUSHO[0]}")
    refused(match, "take ashino_kiyonari", "9-2-6")
    refused(match, "take obata_kagezumi", "9-2-6")


@clause("kanto", "9-2-6", "13-2(ex1)")
def test_a_scenario_may_let_a_commander_lead_another_army() -> None:
    """Scenario 2: Kenshin, and only he."""
    units = {KENSHIN: HERE, NAOE: HERE, "ashino_kiyonari": HERE, BUSHO[0]: HERE}
    entries = {"scenario": "kenshin_crosses_the_mountains", "weather": "normal"}
    allowed(organising(KENSHIN, units, **entries), "take ashino_kiyonari")
    refused(organising(NAOE, units, **entries), "take ashino_kiyonari", "9-2-6")


# --- 13-1: who organises ------------------------------------------------------------------------------------------


@clause("kanto", "13-1", "13-1-1")
def test_only_commanders_organise() -> None:
    match = laid({KAKIZAKI: HERE, BUSHO[0]: HERE, BUSHO[1]: HERE})
    fork = match.fork()
    fork.act(f"act {BUSHO[0]}")
    refused(fork, "organise", "13-1-1")
    match.act(f"act {KAKIZAKI}")
    allowed(match, "organise")


@clause("kanto", "13-1-2")
def test_a_commander_under_command_does_not_organise_even_when_released() -> None:
    """Kenshin sets Kakizaki free; Kakizaki cannot organise in this phase."""
    match = organising(KENSHIN, force(HERE, KENSHIN, KAKIZAKI, BUSHO[0]), {BUSHO[1]: HERE})
    [told] = match.act(f"split {KAKIZAKI}")
    assert (told.kind, told.data["unit"]) == ("separated", KAKIZAKI)  # nobody is told to be under himself
    match.act("done")
    refused(match, f"act {KAKIZAKI}")


@clause("kanto", "13-1-2")
def test_who_was_under_command_when_the_phase_began_does_not_organise() -> None:
    """A commander freed in the course of the phase, before he could act (`led`)."""
    match = laid({KAKIZAKI: {"hex": HERE, "led": True}, BUSHO[0]: HERE})
    match.act(f"act {KAKIZAKI}")
    refused(match, "organise", "13-1-2")


@clause("kanto", "13-1-3", "13-1-4", "13-2")
def test_only_units_of_the_same_hex_are_organised_together() -> None:
    match = organising(KAKIZAKI, {KAKIZAKI: HERE, BUSHO[0]: HERE, BUSHO[1]: BESIDE, NAOE: BESIDE})
    allowed(match, f"take {BUSHO[0]}")
    refused(match, f"take {BUSHO[1]}", "13-1-4")
    match.act(f"take {BUSHO[0]}")
    refused(match, f"give {BUSHO[0]} {NAOE}")


@clause("kanto", "13-1-3")
def test_organising_needs_units_of_ones_own_army_in_the_hex() -> None:
    match = laid({KAKIZAKI: HERE, BUSHO[1]: BESIDE})
    match.act(f"act {KAKIZAKI}")
    refused(match, "organise")


@clause("kanto", "13-1-5", "15-5-2")
def test_a_force_neither_sheds_nor_gains_units_without_reorganisation() -> None:
    """A march through a friend's hex leaves both forces as they are."""
    match = laid(force(HERE, KAKIZAKI, BUSHO[0]), {BUSHO[1]: BESIDE})
    acts(march(match, KAKIZAKI), f"to {BESIDE}", "halt")
    assert (leader(match, BUSHO[0]), leader(match, BUSHO[1])) == (KAKIZAKI, BUSHO[1])


@clause("kanto", "13-1-3")
def test_garrison_and_field_do_not_mix() -> None:
    """G-38: Kakizaki before Kasugayama, units inside and outside."""
    inside = {"hex": "0505", "inside": True}
    match = compose({KAKIZAKI: "0505", BUSHO[0]: inside, BUSHO[1]: "0505"}, to_act="uesugi")
    acts(match, f"act {KAKIZAKI}", "organise")
    allowed(match, f"take {BUSHO[1]}")
    refused(match, f"take {BUSHO[0]}")


# --- 13-2: incorporation and separation ---------------------------------------------------------------------------


@clause("kanto", "13-2(1)")
def test_some_or_all_units_of_another_force_are_incorporated() -> None:
    match = organising(KENSHIN, {KENSHIN: HERE}, force(HERE, KAKIZAKI, BUSHO[0], BUSHO[1]))
    acts(match, f"take {BUSHO[0]}", f"take {KAKIZAKI}", f"take {BUSHO[1]}", "done")
    assert [leader(match, name) for name in (KAKIZAKI, BUSHO[0], BUSHO[1])] == [KENSHIN] * 3
    match = organising(KENSHIN, {KENSHIN: HERE}, force(HERE, KAKIZAKI, BUSHO[0], BUSHO[1]))
    acts(match, f"take {BUSHO[0]}", "done")
    assert [leader(match, name) for name in (KAKIZAKI, BUSHO[0], BUSHO[1])] == [KAKIZAKI, KENSHIN, KAKIZAKI]


@clause("kanto", "13-2(2)", "13-2")
def test_units_are_separated_or_reassigned() -> None:
    match = organising(KENSHIN, force(HERE, KENSHIN, *BUSHO[:3]), {KAKIZAKI: HERE})
    acts(match, f"split {BUSHO[0]}", f"give {BUSHO[1]} {KAKIZAKI}", "done")
    assert [leader(match, name) for name in BUSHO[:3]] == [BUSHO[0], KAKIZAKI, KENSHIN]


@clause("kanto", "13-2(2)", "13-2")
def test_a_separated_commander_may_be_given_units_for_his_new_force() -> None:
    """Some of the units, several, become a new force; both operations combine freely."""
    match = organising(KENSHIN, force(HERE, KENSHIN, NAOE, BUSHO[0]))
    match.act(f"split {NAOE}")
    allowed(match, f"give {BUSHO[0]} {NAOE}")
    acts(match, f"give {BUSHO[0]} {NAOE}")  # nobody is left to arrange
    assert leader(match, BUSHO[0]) == NAOE


@clause("kanto", "13-2", "12-1-2")
def test_both_operations_combine_in_one_action() -> None:
    match = organising(KENSHIN, force(HERE, KENSHIN, BUSHO[0]), {BUSHO[1]: HERE})
    acts(match, f"take {BUSHO[1]}", f"split {BUSHO[0]}", "done")
    assert (leader(match, BUSHO[0]), leader(match, BUSHO[1])) == (BUSHO[0], KENSHIN)


@clause("kanto", "13-2-1", "13-2-2(2)")
def test_forces_that_have_acted_are_left_alone() -> None:
    match = laid({KENSHIN: HERE, BUSHO[0]: {"hex": HERE, "acted": True}, BUSHO[1]: HERE})
    acts(match, f"act {KENSHIN}", "organise")
    refused(match, f"take {BUSHO[0]}", "13-2-2(2)")
    allowed(match, f"take {BUSHO[1]}")


@clause("kanto", "13-2-1", "13-2-2(2)")
def test_a_march_counts_as_action() -> None:
    match = laid({KENSHIN: HERE, BUSHO[0]: BESIDE, BUSHO[1]: HERE})
    acts(march(match, BUSHO[0]), f"to {HERE}", "halt")
    acts(match, f"act {KENSHIN}", "organise")
    refused(match, f"take {BUSHO[0]}", "13-2-2(2)")


@clause("kanto", "13-2-1", "13-2-2(2)")
def test_a_force_that_has_organised_is_not_organised_again() -> None:
    """Units given to Kakizaki by Kenshin: both have acted, so Naoe has nobody to organise with."""
    match = organising(KENSHIN, force(HERE, KENSHIN, BUSHO[0]), {KAKIZAKI: HERE, NAOE: HERE})
    acts(match, f"give {BUSHO[0]} {KAKIZAKI}", "done")
    refused(match, f"act {KAKIZAKI}")
    match.act(f"act {NAOE}")
    refused(match, "organise")


@clause("kanto", "13-2-2(1)")
def test_forces_under_a_higher_commander_are_left_alone() -> None:
    """Kakizaki takes nothing from Kenshin."""
    match = organising(KAKIZAKI, force(HERE, KENSHIN, BUSHO[0]), {KAKIZAKI: HERE, BUSHO[1]: HERE})
    refused(match, f"take {BUSHO[0]}", "13-2-2(1)")
    allowed(match, f"take {BUSHO[1]}")


@clause("kanto", "13-2-3")
def test_forces_out_of_points_can_be_organised_by_one_that_can_act() -> None:
    """Stage 4: Kenshin (4) takes Irobe's like (2)."""
    match = laid({KENSHIN: HERE, BUSHO[0]: HERE}, stage=4)
    acts(match, f"act {KENSHIN}", "organise", f"take {BUSHO[0]}", "done")
    assert leader(match, BUSHO[0]) == KENSHIN


@clause("kanto", "13-2-3")
def test_a_commander_out_of_points_needs_somebody_who_can_act() -> None:
    """Stage 3: Naoe (2 points) alone with two-point units cannot; G-38: with Sanada (3) beside Anayama (2) he can."""
    match = compose({NAOE: HERE, BUSHO[0]: HERE, KAKIZAKI: "0505"}, around="1206", to_act="uesugi", stage=3)
    refused(match, f"act {NAOE}")
    units = {"anayama_nobukimi": HERE, "sanada_yukitaka": HERE, "baba_nobuharu": "1230", KENSHIN: "0505"}
    match = compose(units, around="1206", phase="takeda", stage=3)
    acts(match, "act anayama_nobukimi", "organise", "with sanada_yukitaka", "take sanada_yukitaka", "done")
    assert leader(match, "sanada_yukitaka") == "anayama_nobukimi"
    refused(match, "act anayama_nobukimi")
    refused(match, "act sanada_yukitaka")


@clause("kanto", "13-2-3")
def test_out_of_points_he_does_not_organise_without_that_force() -> None:
    """Anayama (2) may act in the third stage only because of Sanada, so without him nothing is changed."""
    units = {"anayama_nobukimi": HERE, "sanada_yukitaka": BESIDE, "atobe_katsusuke": HERE, KENSHIN: "0505"}
    match = compose(units, around="1206", phase="takeda", stage=3)
    refused(match, "act anayama_nobukimi")


@clause("kanto", "13-2-3", "13-2-1")
def test_out_of_points_he_names_a_force_that_can_act_and_takes_part() -> None:
    """G-38: Sanada (3) in the hex is not enough for Anayama (2) in the third stage: he takes part, and has acted."""
    units = force(HERE, "anayama_nobukimi", "amari_masatada") | {"sanada_yukitaka": HERE, "atobe_katsusuke": HERE}
    match = compose({**units, KENSHIN: "0505"}, around="1206", phase="takeda", stage=3)
    acts(match, "act anayama_nobukimi", "organise")
    assert match.decision.texts == ["with sanada_yukitaka", "done"]
    refused(match, "take atobe_katsusuke", "13-2-3")
    refused(match, "split amari_masatada", "13-2-3")
    refused(match, "with atobe_katsusuke", "12-2-4")
    refused(match, "with amari_masatada", "13-2")
    match.act("with sanada_yukitaka")
    refused(match, "with sanada_yukitaka", "13-2-3")
    allowed(match, "take sanada_yukitaka")
    acts(match, "take atobe_katsusuke", "split amari_masatada", "done")
    assert (leader(match, "atobe_katsusuke"), leader(match, "sanada_yukitaka")) == (
        "anayama_nobukimi",
        "sanada_yukitaka",
    )
    refused(match, "act sanada_yukitaka")


@clause("kanto", "13-2-3")
def test_out_of_points_he_can_still_let_it_be() -> None:
    """Nobody else has acted then."""
    units = {"anayama_nobukimi": HERE, "sanada_yukitaka": HERE, KENSHIN: "0505"}
    match = compose(units, around="1206", phase="takeda", stage=3)
    acts(match, "act anayama_nobukimi", "organise", "done")
    allowed(match, "act sanada_yukitaka")


@clause("kanto", "13-2-3")
@pytest.mark.parametrize("room", [True, False])
def test_out_of_points_with_nothing_to_change_he_does_not_organise(room: bool) -> None:
    """Stage 3: beside Naoe (2), alone, Nagao (3) has his rank and the next force is that of the Nagano."""
    match = compose(
        {NAOE: HERE, MASAKAGE: HERE, "nagano_narimori": HERE} | ({BUSHO[0]: HERE} if room else {}),
        scenario="conquest_of_kanto", around="1206", phase="uesugi", stage=3,
    )  # fmt: skip
    (allowed if room else refused)(match, f"act {NAOE}")


@clause("kanto", "13-2-4")
def test_separated_units_have_acted() -> None:
    match = organising(KENSHIN, force(HERE, KENSHIN, KAKIZAKI, BUSHO[0]), {BUSHO[2]: HERE})
    acts(match, f"split {KAKIZAKI}", f"split {BUSHO[0]}", "done")
    for name in (KENSHIN, KAKIZAKI, BUSHO[0]):
        refused(match, f"act {name}")
    allowed(match, f"act {BUSHO[2]}")


@clause("kanto", "13-2-5")
def test_merged_forces_take_the_lowest_morale() -> None:
    match = organising(KENSHIN, {KENSHIN: HERE, BUSHO[0]: {"hex": HERE, "morale": -2}})
    acts(match, f"take {BUSHO[0]}", "done")
    assert morale(match, KENSHIN) == -2
    match = organising(KENSHIN, {KENSHIN: {"hex": HERE, "morale": -3}, BUSHO[0]: {"hex": HERE, "morale": -1}})
    acts(match, f"take {BUSHO[0]}", "done")
    assert morale(match, KENSHIN) == -3


@clause("kanto", "13-2-5")
def test_a_force_that_is_given_units_takes_the_lower_morale_too() -> None:
    match = organising(KENSHIN, force(HERE, KENSHIN, BUSHO[0], morale=-2), {KAKIZAKI: HERE})
    acts(match, f"give {BUSHO[0]} {KAKIZAKI}", "done")
    assert (morale(match, KENSHIN), morale(match, KAKIZAKI)) == (-2, -2)


@clause("kanto", "13-2-5", "10-3")
def test_forces_that_take_no_part_keep_their_morale() -> None:
    units = {KENSHIN: HERE, BUSHO[0]: {"hex": HERE, "morale": -2}, BUSHO[1]: {"hex": HERE, "morale": -4}}
    match = organising(KENSHIN, units)
    acts(match, f"take {BUSHO[0]}", "done")
    assert (morale(match, KENSHIN), morale(match, BUSHO[1])) == (-2, -4)


@clause("kanto", "13-2-5", "13-2(2)")
def test_separated_units_keep_the_morale_they_had() -> None:
    match = organising(KENSHIN, force(HERE, KENSHIN, BUSHO[0], BUSHO[1], morale=-2))
    acts(match, f"split {BUSHO[0]}", "done")
    assert (morale(match, KENSHIN), morale(match, BUSHO[0])) == (-2, -2)


@clause("kanto", "13-2")
def test_who_was_released_stays_released_in_this_action() -> None:
    """So the action comes to an end; who was taken may still be handed on."""
    match = organising(KENSHIN, force(HERE, KENSHIN, NAOE, BUSHO[0]) | {BUSHO[1]: HERE})
    match.act(f"split {BUSHO[0]}")
    assert "already_placed" in {bar.what for bar in match.why_not(f"take {BUSHO[0]}")}
    acts(match, f"take {BUSHO[1]}", f"split {BUSHO[1]}")
    refused(match, f"take {BUSHO[1]}")
