"""10-2: Uesugi, Takeda and Mouri leave, stop and fight one another, whether the others are at war or not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import allowed, column, refused, turn_of
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board, strike
from tests.clauses.nobunaga.table import boxes_under
from tests.support import clause

THREE = ("uesugi", "takeda", "mouri")


def at_war(mover: str, other: str, other_at_war: bool) -> dict[str, int]:
    """The markers of the two: the mover's at war, the other's in the last box before it, or there too."""
    markers = {mover: boxes_under(mover, "anti_oda")[0]}
    if other in THREE:
        markers[other] = boxes_under(other, "anti_oda" if other_at_war else "neutral")[-1]
    return markers


def shared_area(mover: str, other: str, *, other_at_war: bool, **areas: Any) -> Playing:
    """Units of two daimyos in North Shinano, the mover's at war."""
    stacks = {"controller": other, mover: {"ready": 3}, other: {"ready": 1}}
    return board(
        {"north_shinano": stacks, **areas}, markers=at_war(mover, other, other_at_war), to_act="anti_oda", today=True
    )


@clause("nobunaga", "10-2", "7-2(2)")
@pytest.mark.parametrize("other_at_war", [False, True])
@pytest.mark.parametrize(("mover", "other"), [(a, b) for a in THREE for b in THREE if a != b])
def test_10_2_the_three_may_leave_one_another_at_war_or_not(mover: str, other: str, other_at_war: bool) -> None:
    match = shared_area(mover, other, other_at_war=other_at_war)
    match.act("movement")
    allowed(match, f"march {mover} north_shinano")


@clause("nobunaga", "10-2", "FAQ-Q06", "7.p1b")
@pytest.mark.parametrize("other_at_war", [False, True])
@pytest.mark.parametrize(("mover", "other"), [(a, b) for a in THREE for b in THREE if a != b])
def test_10_2_the_three_stop_and_fight_one_another_at_war_or_not(mover: str, other: str, other_at_war: bool) -> None:
    """A march into North Shinano ends in a fight; from Kai to Echigo every other way is too long."""
    areas = {
        "north_shinano": {"controller": other, other: {"ready": 1}},
        "kai": {"controller": mover, mover: {"ready": 3}},
    }
    match = board(areas, markers=at_war(mover, other, other_at_war), to_act="anti_oda", today=True)
    match.act("movement")
    column(match, mover, "kai", armies=2)
    refused(match, "to echigo", "7.p1b")
    events = match.act("to north_shinano")
    assert [event.data["target_clan"] for event in events if event.kind == "attack"] == [other]


@clause("nobunaga", "10-2", "7-2(2)")
def test_10_2_others_still_hold_the_three() -> None:
    match = shared_area("takeda", "neutral", other_at_war=False, mino={"takeda": {"ready": 2}})
    match.act("movement")
    refused(match, "march takeda north_shinano", "7-2(2)")
    match = shared_area("takeda", "oda", other_at_war=False, mino={"takeda": {"ready": 2}})
    match.act("movement")
    refused(match, "march takeda north_shinano", "7-2(2)")


@clause("nobunaga", "7-2(2)", "10-2")
def test_7_2_2_a_neutral_greater_daimyo_still_holds_those_who_are_none_of_the_three() -> None:
    areas = {
        "north_shinano": {"controller": "uesugi", "honganji": {"ready": 3}, "uesugi": {"ready": 1}},
        "echizen": {"honganji": {"ready": 2}},
    }
    match = board(areas, markers={"uesugi": boxes_under("uesugi", "neutral")[-1]}, to_act="anti_oda", today=True)
    match.act("movement")
    refused(match, "march honganji north_shinano", "7-2(2)")
    allowed(match, "march honganji echizen")


@clause("nobunaga", "8-4", "10-2")
def test_8_4_among_the_three_the_same_player_decides_for_both() -> None:
    """Takeda attacks Uesugi: whose armies fall, ready or spent, is for the player of both."""
    stacks = {"takeda": {"ready": 2, "generals": ["takeda_shingen"]}, "uesugi": {"ready": 1, "spent": 1}}
    match = board({"hida": stacks}, to_act="anti_oda", markers=NOBODY_NEUTRAL, dice=[1, 6, 6])
    strike(match, "takeda", "hida")
    assert turn_of(match) == ("losses", "anti_oda")
