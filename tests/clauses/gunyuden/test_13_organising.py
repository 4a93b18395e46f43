"""Sections 9 and 13: what a force is, who leads whom, and how forces are reorganised; rulings G-38, G-41 and G-42."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, force, march, morale, of_kind, unit
from tests.clauses.gunyuden.table import compose
from tests.clauses.reasons import barred
from tests.support import clause

MATSU, SUGI, KAEDE, HINOKI = "matsu", "sugi", "kaede", "hinoki"
BUSHO = ["kuri", "buna", "nara", "kashi", "tsuga", "ume", "momo", "take", "shii", "kaki", "sakura"]
HERE, BESIDE = "1207", "1206"
FAR = {"yanagi": "0505"}


def compose_plain(*units: dict[str, Any], **entries: Any) -> Any:
    """Compose these forces on open ground with the red to act."""
    everybody: dict[str, Any] = dict(FAR)
    for some in units:
        everybody |= some
    return compose(everybody, around="1206", **{"to_act": "red", **entries})


def start_organising(leader: str, *units: dict[str, Any], **entries: Any) -> Any:
    """Compose the same and begin to organise with this commander."""
    match = compose_plain(*units, **entries)
    acts(match, f"act {leader}", "organise")
    return match


def find_leader(match: Match, name: str) -> str:
    """Return the leader of a unit, or the unit itself if it leads its force."""
    return str(unit(match, name).get("leader", name))


# --- 9: forces ----------------------------------------------------------------------------------------------------


@clause("gunyuden", "9.0", "9-1", "9-1(1)", "9-1(2)", "9-1-1", "6.0", "6-1")
def test_a_force_is_led_by_a_commander_or_is_a_single_unit() -> None:
    """In one hex: Sugi with two units, Kaede alone, a single bushou."""
    match = compose_plain(force(HERE, SUGI, *BUSHO[:2]), {KAEDE: HERE, BUSHO[2]: HERE})
    assert {text for text in match.decision.texts if text.startswith("act ")} == {
        f"act {name}" for name in (SUGI, KAEDE, BUSHO[2], "yanagi")
    }


@clause("gunyuden", "9-1", "9-2")
def test_nobody_without_a_star_leads() -> None:
    with pytest.raises(gunki.PositionError, match=BUSHO[1]):
        compose_plain(force(HERE, BUSHO[0], BUSHO[1]))


@clause("gunyuden", "9-1-2", "13.0", "13-2(1)", "13-2", "9-2")
def test_a_reorganisation_changes_a_force() -> None:
    match = start_organising(SUGI, {SUGI: HERE, BUSHO[0]: HERE})
    acts(match, f"take {BUSHO[0]}", "done")
    assert find_leader(match, BUSHO[0]) == SUGI
    refused(match, f"act {BUSHO[0]}")


@clause("gunyuden", "9-2", "9-2-1", "9-2-2", "2-1-4")
@pytest.mark.parametrize("led", [6, 7])
def test_a_commander_leads_as_many_units_as_his_track_has_boxes(led: int) -> None:
    """Sugi has seven boxes."""
    match = start_organising(SUGI, force(HERE, SUGI, *BUSHO[:led]), {BUSHO[10]: HERE})
    if led == 6:
        allowed(match, f"take {BUSHO[10]}")
    else:
        refused(match, f"take {BUSHO[10]}", "9-2-2")


@clause("gunyuden", "9-2-3", "2-2-1(6)")
def test_a_commander_leads_only_lower_ranks() -> None:
    """Two stars lead one, one star leads none of one or two."""
    allowed(start_organising(MATSU, {MATSU: HERE, SUGI: HERE}), f"take {SUGI}")
    match = start_organising(SUGI, {SUGI: HERE, KAEDE: HERE, MATSU: HERE, BUSHO[0]: HERE})
    refused(match, f"take {KAEDE}", "9-2-3")
    refused(match, f"take {MATSU}", "9-2-3")
    allowed(match, f"take {BUSHO[0]}")


@clause("gunyuden", "9-2-4")
def test_a_commander_under_command_does_not_command() -> None:
    """When Matsu takes Sugi, Sugi's unit becomes a force of its own, and nothing can be given to him."""
    match = start_organising(MATSU, force(HERE, MATSU, BUSHO[1]), force(HERE, SUGI, BUSHO[0]))
    match.act(f"take {SUGI}")
    assert find_leader(match, BUSHO[0]) != SUGI
    refused(match, f"give {BUSHO[1]} {SUGI}")


@clause("gunyuden", "9-2-4")
def test_no_position_has_a_commander_under_command_who_leads() -> None:
    units = {MATSU: HERE, SUGI: {"hex": HERE, "leader": MATSU}, BUSHO[0]: {"hex": HERE, "leader": SUGI}}
    with pytest.raises(gunki.PositionError):
        compose_plain(units)


@clause("gunyuden", "9-2-5", "12-2-1")
def test_units_under_command_do_not_use_their_own_points() -> None:
    """Sugi (3 points) under Matsu (4) acts in the fourth stage; Tobi (3) under Hato (2) not in the third."""
    match = compose_plain(force(HERE, MATSU, SUGI), stage=4)
    refused(match, f"act {SUGI}")
    acts(march(match, MATSU), f"to {BESIDE}")
    assert at(match, SUGI) == BESIDE
    units = {**force(HERE, "hato", "tobi"), "tsuru": "1218", MATSU: "0505"}
    match = compose(units, around="1206", stage=3, phase="blue")
    allowed(match, "act tsuru")
    refused(match, "act hato", "12-2-4")
    refused(match, "act tobi")


# --- 13-1: who organises ------------------------------------------------------------------------------------------


@clause("gunyuden", "13-1", "13-1-1")
def test_only_commanders_organise() -> None:
    match = compose_plain({SUGI: HERE, BUSHO[0]: HERE, BUSHO[1]: HERE})
    fork = match.fork()
    fork.act(f"act {BUSHO[0]}")
    refused(fork, "organise", "13-1-1")
    match.act(f"act {SUGI}")
    allowed(match, "organise")


@clause("gunyuden", "13-1-2")
def test_a_commander_under_command_does_not_organise_even_when_released() -> None:
    """Matsu sets Sugi free; Sugi cannot organise in this phase."""
    match = start_organising(MATSU, force(HERE, MATSU, SUGI, BUSHO[0]), {BUSHO[1]: HERE})
    [told] = match.act(f"split {SUGI}")
    assert (told.kind, told.data["unit"]) == ("separated", SUGI)  # nobody is told to be under himself
    match.act("done")
    refused(match, f"act {SUGI}")


@clause("gunyuden", "13-1-3", "13-1-4", "13-2")
def test_only_units_of_the_same_hex_are_organised_together() -> None:
    match = start_organising(SUGI, {SUGI: HERE, BUSHO[0]: HERE, BUSHO[1]: BESIDE, KAEDE: BESIDE})
    allowed(match, f"take {BUSHO[0]}")
    refused(match, f"take {BUSHO[1]}", "13-1-4")
    match.act(f"take {BUSHO[0]}")
    refused(match, f"give {BUSHO[0]} {KAEDE}")


@clause("gunyuden", "13-1-5", "15-5-2")
def test_a_force_neither_sheds_nor_gains_units_without_reorganisation() -> None:
    """A march through a friend's hex leaves both forces as they are."""
    match = compose_plain(force(HERE, SUGI, BUSHO[0]), {BUSHO[1]: BESIDE})
    acts(march(match, SUGI), f"to {BESIDE}", "halt")
    assert (find_leader(match, BUSHO[0]), find_leader(match, BUSHO[1])) == (SUGI, BUSHO[1])


# --- 13-2: incorporation and separation ---------------------------------------------------------------------------


@clause("gunyuden", "13-2(1)")
def test_some_or_all_units_of_another_force_are_incorporated() -> None:
    match = start_organising(MATSU, {MATSU: HERE}, force(HERE, SUGI, BUSHO[0], BUSHO[1]))
    acts(match, f"take {BUSHO[0]}", f"take {SUGI}", f"take {BUSHO[1]}", "done")
    assert [find_leader(match, name) for name in (SUGI, BUSHO[0], BUSHO[1])] == [MATSU] * 3
    match = start_organising(MATSU, {MATSU: HERE}, force(HERE, SUGI, BUSHO[0], BUSHO[1]))
    acts(match, f"take {BUSHO[0]}", "done")
    assert [find_leader(match, name) for name in (SUGI, BUSHO[0], BUSHO[1])] == [SUGI, MATSU, SUGI]


@clause("gunyuden", "13-2(2)", "13-2")
def test_units_are_separated_or_reassigned() -> None:
    match = start_organising(MATSU, force(HERE, MATSU, *BUSHO[:3]), {SUGI: HERE})
    acts(match, f"split {BUSHO[0]}", f"give {BUSHO[1]} {SUGI}", "done")
    assert [find_leader(match, name) for name in BUSHO[:3]] == [BUSHO[0], SUGI, MATSU]


@clause("gunyuden", "13-2(2)", "13-2")
def test_a_separated_commander_may_be_given_units_for_his_new_force() -> None:
    """Some of the units, several, become a new force; both operations combine freely."""
    match = start_organising(MATSU, force(HERE, MATSU, KAEDE, BUSHO[0]))
    match.act(f"split {KAEDE}")
    allowed(match, f"give {BUSHO[0]} {KAEDE}")
    acts(match, f"give {BUSHO[0]} {KAEDE}")  # nobody is left to arrange
    assert find_leader(match, BUSHO[0]) == KAEDE


@clause("gunyuden", "13-2", "12-1-2")
def test_both_operations_combine_in_one_action() -> None:
    match = start_organising(MATSU, force(HERE, MATSU, BUSHO[0]), {BUSHO[1]: HERE})
    acts(match, f"take {BUSHO[1]}", f"split {BUSHO[0]}", "done")
    assert (find_leader(match, BUSHO[0]), find_leader(match, BUSHO[1])) == (BUSHO[0], MATSU)


@clause("gunyuden", "13-2-3")
def test_forces_out_of_points_can_be_organised_by_one_that_can_act() -> None:
    """Stage 4: Matsu (4) takes Yanagi's like (2)."""
    match = compose_plain({MATSU: HERE, BUSHO[0]: HERE}, stage=4)
    acts(match, f"act {MATSU}", "organise", f"take {BUSHO[0]}", "done")
    assert find_leader(match, BUSHO[0]) == MATSU


@clause("gunyuden", "13-2-3")
def test_a_commander_out_of_points_needs_somebody_who_can_act() -> None:
    """Stage 3: Kaede (2 points) alone with two-point units cannot; G-38: with Tobi (3) beside Hato (2) he can."""
    match = compose({KAEDE: HERE, BUSHO[0]: HERE, SUGI: "0505"}, around="1206", to_act="red", stage=3)
    refused(match, f"act {KAEDE}")
    units = {"hato": HERE, "tobi": HERE, "tsuru": "1218", MATSU: "0505"}
    match = compose(units, around="1206", phase="blue", stage=3)
    acts(match, "act hato", "organise", "with tobi", "take tobi", "done")
    assert find_leader(match, "tobi") == "hato"
    refused(match, "act hato")
    refused(match, "act tobi")


@clause("gunyuden", "13-2-3", "13-2-1")
def test_a_commander_out_of_points_names_a_force_that_can_act_and_that_takes_part() -> None:
    """G-38: Tobi (3) in the hex is not enough for Hato (2) in the third stage: he takes part, and has acted."""
    units = force(HERE, "hato", "kari") | {"tobi": HERE, "kiji": HERE}
    match = compose({**units, MATSU: "0505"}, around="1206", phase="blue", stage=3)
    acts(match, "act hato", "organise")
    assert match.decision.texts == ["with tobi", "done"]
    refused(match, "take kiji", "13-2-3")
    refused(match, "split kari", "13-2-3")
    refused(match, "with kiji", "12-2-4")
    refused(match, "with kari", "13-2")
    match.act("with tobi")
    refused(match, "with tobi", "13-2-3")
    allowed(match, "take tobi")
    acts(match, "take kiji", "split kari", "done")
    assert (find_leader(match, "kiji"), find_leader(match, "tobi")) == (
        "hato",
        "tobi",
    )
    refused(match, "act tobi")


@clause("gunyuden", "13-2-3")
def test_a_commander_out_of_points_may_organise_nothing_and_nobody_else_has_acted() -> None:
    """Nobody else has acted then."""
    units = {"hato": HERE, "tobi": HERE, MATSU: "0505"}
    match = compose(units, around="1206", phase="blue", stage=3)
    acts(match, "act hato", "organise", "done")
    allowed(match, "act tobi")


@clause("gunyuden", "13-2-3")
@pytest.mark.parametrize("room", [True, False])
def test_a_commander_out_of_points_with_nothing_to_change_does_not_act(room: bool) -> None:
    """Stage 3: beside Kaede (2), alone, Hinoki (3) has his rank and the next force is that of the brown."""
    units = {KAEDE: HERE, HINOKI: HERE, "kuma": HERE} | ({BUSHO[0]: HERE} if room else {})
    match = compose(units, around="1206", phase="red", stage=3)
    (allowed if room else refused)(match, f"act {KAEDE}")


@clause("gunyuden", "13-2-4")
def test_separated_units_have_acted() -> None:
    match = start_organising(MATSU, force(HERE, MATSU, SUGI, BUSHO[0]), {BUSHO[2]: HERE})
    acts(match, f"split {SUGI}", f"split {BUSHO[0]}", "done")
    for name in (MATSU, SUGI, BUSHO[0]):
        refused(match, f"act {name}")
    allowed(match, f"act {BUSHO[2]}")


@clause("gunyuden", "13-2-5")
def test_merged_forces_take_the_lowest_morale() -> None:
    match = start_organising(MATSU, {MATSU: HERE, BUSHO[0]: {"hex": HERE, "morale": -2}})
    acts(match, f"take {BUSHO[0]}", "done")
    assert morale(match, MATSU) == -2
    match = start_organising(MATSU, {MATSU: {"hex": HERE, "morale": -3}, BUSHO[0]: {"hex": HERE, "morale": -1}})
    acts(match, f"take {BUSHO[0]}", "done")
    assert morale(match, MATSU) == -3


@clause("gunyuden", "13-2-5")
def test_a_force_that_is_given_units_takes_the_lower_morale_too() -> None:
    match = start_organising(MATSU, force(HERE, MATSU, BUSHO[0], morale=-2), {SUGI: HERE})
    acts(match, f"give {BUSHO[0]} {SUGI}", "done")
    assert (morale(match, MATSU), morale(match, SUGI)) == (-2, -2)


@clause("gunyuden", "13-2-5", "10-3")
def test_forces_that_take_no_part_keep_their_morale() -> None:
    units = {MATSU: HERE, BUSHO[0]: {"hex": HERE, "morale": -2}, BUSHO[1]: {"hex": HERE, "morale": -4}}
    match = start_organising(MATSU, units)
    acts(match, f"take {BUSHO[0]}", "done")
    assert (morale(match, MATSU), morale(match, BUSHO[1])) == (-2, -4)


@clause("gunyuden", "13-2-5", "13-2(2)")
def test_separated_units_keep_the_morale_they_had() -> None:
    match = start_organising(MATSU, force(HERE, MATSU, BUSHO[0], BUSHO[1], morale=-2))
    acts(match, f"split {BUSHO[0]}", "done")
    assert (morale(match, MATSU), morale(match, BUSHO[0])) == (-2, -2)


@clause("gunyuden", "13-2")
def test_a_released_unit_stays_released_in_this_action() -> None:
    """So the action comes to an end; who was taken may still be handed on."""
    match = start_organising(MATSU, force(HERE, MATSU, KAEDE, BUSHO[0]) | {BUSHO[1]: HERE})
    match.act(f"split {BUSHO[0]}")
    assert "already_placed" in {bar.what for bar in match.why_not(f"take {BUSHO[0]}")}
    acts(match, f"take {BUSHO[1]}", f"split {BUSHO[1]}")
    refused(match, f"take {BUSHO[1]}")


# --- 13-2: higher and equal commanders, allies, events ------------------------------------------------------------


@clause("gunyuden", "13-2-2(1)", "13-2(1)")
def test_units_of_an_equal_commander_may_be_taken() -> None:
    """Only a higher rank protects them: Sugi and Kaede have one star each."""
    match = start_organising(SUGI, {SUGI: HERE, **force(HERE, KAEDE, BUSHO[0])})
    acts(match, f"take {BUSHO[0]}", "done")
    assert unit(match, BUSHO[0])["leader"] == SUGI


@clause("gunyuden", "13-2-2(1)", "13-2(2)", "9-2")
def test_a_higher_commander_who_leads_nobody_may_be_given_units() -> None:
    """Nobody in the hex is under his command, so nobody is kept out."""
    match = start_organising(SUGI, {MATSU: HERE, **force(HERE, SUGI, BUSHO[0])})
    acts(match, f"give {BUSHO[0]} {MATSU}")
    assert unit(match, BUSHO[0])["leader"] == MATSU
    match = start_organising(SUGI, {**force(HERE, MATSU, BUSHO[1]), **force(HERE, SUGI, BUSHO[0])})
    refused(match, f"give {BUSHO[0]} {MATSU}")


@clause("gunyuden", "13-2-3", "9-2-6")
@pytest.mark.parametrize(("companion", "can"), [("kuma", False), ("hinoki", True)])
def test_a_force_of_an_allied_army_lends_no_points_for_organising(companion: str, can: bool) -> None:
    """Stage 3: Kaede and Nara have two points, the third man three; Kuma is no target of his (G-41)."""
    units = {KAEDE: HERE, "nara": HERE, companion: HERE, SUGI: "0505"}
    match = compose_plain(units, stage=3, to_act=None, phase="red", turn=2)
    if can:
        acts(match, f"act {KAEDE}", "organise", f"with {companion}")
        allowed(match, "take nara")
    else:
        barred(match, f"act {KAEDE}", "12-2-4 no_activation")


@clause("gunyuden", "13-2")
def test_a_reorganisation_is_told_by_events() -> None:
    match = start_organising(SUGI, {**force(HERE, SUGI, BUSHO[0]), BUSHO[1]: HERE})
    events = acts(match, f"take {BUSHO[1]}", f"split {BUSHO[0]}")
    assert of_kind(events, "regrouped") == [{"unit": BUSHO[1], "leader_unit": SUGI}]
    assert [event["unit"] for event in of_kind(events, "separated")] == [BUSHO[0]]
