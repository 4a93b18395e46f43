"""12-1-6 is withdrawn (ERR-3): attacks on one hex out of several, in turn or with the defenders divided (K-08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gunki import Event, Match
from tests.clauses.kenshin.fights import (
    FUWA,
    HERE,
    HONJO,
    JINBO,
    KAKIZAKI,
    MAEDA,
    MINE,
    SASA,
    SHIBATA,
    THERE,
    compose_field,
    end_battle,
    strengths,
)
from tests.clauses.kenshin.table import (
    acts,
    allowed,
    data_of,
    decision_of,
    force,
    of_kind,
    options_of,
    rolls,
    steps,
    turn_of,
)
from tests.clauses.reasons import barred
from tests.support import clause

BESIDE = "4710"  # beside HERE and THERE
#: Kakizaki's three in one hex, Honjo in another; against them Shibata with Sasa, and Maeda.
TWO_HEXES = {**MINE, HONJO: BESIDE}
DIVIDED = {**force(THERE, SHIBATA, SASA), MAEDA: THERE}
SPLIT = {"split_defence": True}


def declare_attacks(theirs: Mapping[str, Any], *totals: int) -> Match:
    """Attack THERE from both hexes with the option, up to the first decision of the defender."""
    match = compose_field(TWO_HEXES, theirs, *totals, options=SPLIT)
    acts(match, f"attack {KAKIZAKI}", f"join {HONJO}")
    assert turn_of(match) == ("allot", "oda")
    return match


@clause("kenshin", "ERR-3", "12-1-5")
def test_a_hex_may_be_attacked_again_from_another_one() -> None:
    """Without the option all defenders still there fight in each battle with all their strength."""
    match = compose_field(TWO_HEXES, DIVIDED, 2, 2, 2, 2)
    first = match.act(f"attack {KAKIZAKI}")
    assert strengths(first) == [6, 6]
    end_battle(match, "uesugi")
    allowed(match, f"attack {HONJO}")
    second = match.act(f"attack {HONJO}")
    assert strengths(second) == [2, 6]


@clause("kenshin", "ERR-3", "12-1-3")
def test_forces_of_different_hexes_never_add_their_strength() -> None:
    match = compose_field({**TWO_HEXES, JINBO: HERE, "naoe_nobutsuna": "4709"}, DIVIDED)
    match.act(f"attack {KAKIZAKI}")
    assert options_of(match) == {f"join {JINBO}", "fight"}
    barred(match, f"join {HONJO}", "12-1-3 not_together")


@clause("kenshin", "ERR-3 allocation", "ERR-3")
def test_the_defender_allots_his_forces_to_the_attacking_hexes() -> None:
    """Two forces against two hexes: at least one to each, and each battle is fought by the forces allotted to it."""
    match = declare_attacks(DIVIDED, 2, 2, 2, 2)
    assert options_of(match) == {f"allot {SHIBATA} {HERE}", f"allot {SHIBATA} {BESIDE}"}
    events = match.act(f"allot {SHIBATA} {BESIDE}")  # so Maeda faces Kakizaki
    assert data_of(events, "allotted", "unit")[0] == SHIBATA  # the event is public
    events += end_battle(match, "uesugi")
    fought = dict(
        zip(data_of(events, "field_battle", "from_hex"), zip(*[iter(strengths(events))] * 2, strict=True), strict=True)
    )
    assert fought == {HERE: (6, 2), BESIDE: (2, 4)}


@clause("kenshin", "ERR-3 allocation")
def test_forces_beyond_one_for_each_attack_are_allotted_freely() -> None:
    match = declare_attacks({**DIVIDED, FUWA: THERE}, 2, 2, 2, 2)
    match.act(f"allot {SHIBATA} {HERE}")
    assert options_of(match) == {f"allot {MAEDA} {HERE}", f"allot {MAEDA} {BESIDE}"}
    events = match.act(f"allot {MAEDA} {HERE}")  # then Fuwa must face Honjo
    events += end_battle(match, "uesugi")
    assert sorted(strengths(roll_events(events, "defence"))) == [2, 6]


def roll_events(events: Iterable[Event], purpose: str) -> list[Event]:
    """Return the events of the rolls for this purpose."""
    return [event for event in events if event.kind == "roll" and event.data["purpose"] == purpose]


@clause("kenshin", "ERR-3 allocation")
def test_an_attack_without_an_allotted_defender_is_not_fought() -> None:
    match = declare_attacks(force(THERE, SHIBATA, SASA), 2, 2)
    events = match.act(f"allot {SHIBATA} {HERE}")
    assert strengths(events) == [6, 4]
    events += end_battle(match, "uesugi")
    assert len(rolls(events, "attack")) == 1
    assert turn_of(match) == ("force", "oda")


@clause("kenshin", "ERR-3 allocation", "12-6")
def test_a_force_allotted_to_another_attack_takes_no_losses_and_keeps_the_hex_closed() -> None:
    """Maeda, alone against Kakizaki, takes two hits (11 and 1 on the row of 5 and 6); Shibata stands there."""
    match = declare_attacks({**force(THERE, SHIBATA, SASA), MAEDA: THERE}, 11, 2, 2, 2)
    events = match.act(f"allot {SHIBATA} {BESIDE}")
    assert data_of(events, "killed", "unit") == [MAEDA]
    assert {steps(match, name) for name in (SHIBATA, SASA)} == {2}
    assert not of_kind(events, "advanced")
    assert decision_of(match).name != "advance"


@clause("kenshin", "ERR-3 allocation")
def test_an_attack_from_one_hex_does_not_divide_the_defenders() -> None:
    match = compose_field(MINE, DIVIDED, 2, 2, options=SPLIT)
    events = match.act(f"attack {KAKIZAKI}")
    assert strengths(events) == [6, 6]
    assert turn_of(match) == ("break_off", "uesugi")
