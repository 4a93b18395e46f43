"""Written positions that contradict themselves are refused by the name of the entry."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import new
from tests.clauses.nobunaga.steps import board
from tests.clauses.nobunaga.table import acts, box, compose
from tests.support import clause

HANDS = {"oda": ["converging_attack"], "anti_oda": ["feign_illness"]}
NOBUNAGA = {"mino": {"oda": {"ready": 1, "generals": ["oda_nobunaga"]}}}
SUCCESSORS = {"successors": True}


def refused(match_of: str, options: dict[str, Any] | None = None, today: bool = False, **entries: Any) -> None:
    with pytest.raises(gunki.PositionError) as error:
        compose({"hands": HANDS, **entries}, options=options, today=today)
    assert match_of in str(error.value)


@clause("nobunaga", "8-4-2-1")
def test_8_4_2_1_nobody_is_dead_and_on_the_map() -> None:
    areas = {"north_oumi": {"azai": {"ready": 1, "generals": ["azai_nagamasa"]}}}
    refused("areas.north_oumi.azai.generals: azai_nagamasa", areas=areas, dead=["azai_nagamasa"])
    spent = {"north_oumi": {"azai": {"ready": 1, "spent_generals": ["azai_nagamasa"]}}}
    refused("areas.north_oumi.azai.spent_generals: azai_nagamasa", areas=spent, dead=["azai_nagamasa"])
    match = compose(hands=HANDS, areas={"north_oumi": {"azai": {"ready": 1}}}, dead=["azai_nagamasa"])
    assert match.view(None)["dead"] == ["azai_nagamasa"]


@clause("nobunaga", "9(1)")
def test_9_1_with_nobunaga_dead_the_game_is_over() -> None:
    refused("dead: oda_nobunaga", dead=["oda_nobunaga"])


@clause("nobunaga", "6-2", "6-9")
def test_6_2_two_passes_have_ended_the_phase() -> None:
    refused("passes", passes=2)
    assert compose(phase="reinforcement", passes=2).describe()["passes"] == 0  # the phase to come counts anew
    assert board(NOBUNAGA, passes=1).decision.name == "action"


@clause("nobunaga", "6-2")
def test_6_2_what_describe_writes_after_two_passes_can_be_read() -> None:
    match = board(NOBUNAGA, dice=[1, 1, 1, 1, 1, 1])
    acts(match, "pass", "pass")
    assert match.view(None)["turn"] == 2
    assert match.describe()["passes"] == 0


@clause("nobunaga", "6-10")
def test_6_10_only_lasting_cards_lie_beside_the_board() -> None:
    refused("in_effect: feign_illness", hands={}, in_effect=["feign_illness"])
    match = compose(hands=HANDS, in_effect=["advance_paradise"])
    assert match.view(None)["in_effect"] == ["advance_paradise"]


@clause("nobunaga", "11-3", "11-3.p2")
def test_11_3_a_successor_serves_a_clan_that_lost_its_own_general_and_is_never_dead() -> None:
    named = {"generals": ["successor_1"], "ready": 1}
    refused("successor_1", SUCCESSORS, areas={"mino": {"oda": named}})
    refused("successor_1", SUCCESSORS, areas={"north_oumi": {"azai": named}}, dead=["successor_1"])
    refused("successor_1", SUCCESSORS, dead=["azai_nagamasa", "successor_1"])
    match = compose(hands=HANDS, areas={"north_oumi": {"azai": named}}, dead=["azai_nagamasa"], options=SUCCESSORS)
    assert "successor_1" in match.view(None)["areas"]["north_oumi"]["stacks"]["azai"]["generals"]


@clause("nobunaga", "11-3", "11-3.p2")
def test_11_3_a_successor_comes_alone_and_after_all_others() -> None:
    one, two = {"generals": ["successor_1"]}, {"generals": ["successor_1", "successor_2"]}
    refused("successor_1", SUCCESSORS, areas={"echizen": {"azai": one}})  # Nagamasa lives in North Oumi
    refused("successor_2", SUCCESSORS, areas={"north_oumi": {"azai": two}}, dead=["azai_nagamasa"])


@clause("nobunaga", "4-2.p3")
def test_4_2_p3_no_marker_lies_beyond_its_track() -> None:
    last = len(new("nobunaga").view(None)["markers"]["takeda"]["boxes"])
    refused("takeda", today=True, markers={"takeda": last + 1})
    assert box(compose(hands=HANDS, markers={"takeda": last}, today=True), "takeda") == last
