"""Chapter 9 as the players are told it: how each way stands, and what the end of the turn would bring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import lay, table
from tests.clauses.honganji.table import SEATS, acts
from tests.clauses.honganji.test_09_victory import capital, holding
from tests.support import clause


def rows(match: Playing, seat: str, **wanted: Any) -> list[dict[str, Any]]:
    return [row for row in match.aims(seat)["ways"] if all(row[key] == value for key, value in wanted.items())]


def at_the_end(turn: int, areas: dict[str, Any], **entries: Any) -> Playing:
    """The action phase of a late turn in which Akechi alone has a card left."""
    return lay(areas, **{"turn": turn, "to_act": "akechi", "hands": {"akechi": ["charge_1"]}, **entries})


@pytest.mark.parametrize(
    ("areas", "entries"),
    [
        (holding(shibata=2), {"killer": "uesugi"}),
        (holding(shibata=2), {"killer": None}),
        (holding(shibata=1, hashiba=1), {"killer": "uesugi"}),  # they share it
        (holding(shibata=2) | capital("akechi"), {"killer": "akechi"}),
    ],
)
@clause("honganji", "9-1(3)", "9-3")
def test_9_1_3_what_is_told_comes_after_turn_six(areas: dict[str, Any], entries: dict[str, Any]) -> None:
    match = at_the_end(6, areas, **entries)
    told = {seat: match.aims(seat) for seat in SEATS}
    acts(match, "throw")
    while match.decision is not None:
        match.act(match.decision.options[0])
    for seat, aims in told.items():
        verdict = aims["turn_end"]
        assert (verdict["ends"], tuple(verdict["winners"]), verdict["reason"], verdict["clause"]) == (
            "yes", match.result.winners, match.result.reason, match.result.clause,
        )  # fmt: skip
        assert verdict["way"] == ("win" if seat in match.result.winners else "lose")
        assert [row["way"] for row in aims["ways"] if row["decides"]] == [verdict["way"]]


@pytest.mark.parametrize(("turn", "die", "ends"), [(3, 0, "no"), (4, 2, "maybe"), (5, 4, "maybe"), (6, 6, "yes")])
@clause("honganji", "3-5", "9-1(3)")
def test_3_5_the_die_that_would_end_the_game_is_told(turn: int, die: int, ends: str) -> None:
    verdict = at_the_end(turn, {}, killer="uesugi").aims("akechi")["turn_end"]
    assert (verdict["ends"], verdict.get("die", 0)) == (ends, die)


@clause("honganji", "9-1(3)")
def test_9_1_3_while_nobunaga_lives_all_lose() -> None:
    match = at_the_end(2, {}, killer=None)
    for seat in SEATS:
        (lost,) = rows(match, seat, text="nobunaga_lives_lose")
        assert lost["holds"]
        assert not lost["decides"]
        (won,) = rows(match, seat, text="most_points_win")
        assert not won["holds"]
        assert [part["value"] for part in won["parts"]] == [0]


@clause("honganji", "9-1(2)")
def test_9_1_2_is_no_aim_any_more_once_nobunaga_is_dead() -> None:
    assert rows(at_the_end(2, {}, killer=None), "akechi", clause="honganji:9-1(2)")
    assert not rows(at_the_end(2, {}, killer="uesugi"), "akechi", clause="honganji:9-1(2)")


@clause("honganji", "10-1", "9-1(1)")
def test_10_1_a_player_who_is_out_is_told_so() -> None:
    match = table("akechi", "charge_1", {}, out=("shibata",))
    assert [row["holds"] for row in rows(match, "shibata", text="knocked_out_lose")] == [True]
    assert not rows(match, "shibata", way="win")
    assert [row["holds"] for row in rows(match, "akechi", text="knocked_out_lose")] == [False]
    (last,) = rows(match, "akechi", text="last_player_win")
    assert (last["value"], last["needed"]) == (1, 3)


@clause("honganji", "9-3", "9-3(3)")
def test_9_3_what_is_needed_knows_the_tiebreakers() -> None:
    """Shibata and Hashiba have as much: enough for both; unless one of them has it by holding the capital."""
    even = at_the_end(6, holding(shibata=1, hashiba=1), killer="uesugi")
    split = at_the_end(6, holding(shibata=2) | capital("hashiba"), killer="uesugi")
    for match, needed in ((even, {"shibata": 0, "hashiba": 0}), (split, {"shibata": 1, "hashiba": 0})):
        for seat, more in needed.items():
            (won,) = rows(match, seat, text="most_points_win")
            assert (won["needed"] - won["value"], won["holds"]) == (more, not more)
    assert {rows(even, seat, text="most_points_win")[0]["state"] for seat in needed} == {"points_shares"}
    assert [rows(split, seat, text="most_points_win")[0]["state"] for seat in needed] == [
        "points_trails",
        "points_leads",
    ]
    (behind,) = [
        part for part in rows(split, "shibata", text="most_points_lose")[0]["parts"] if part["clause"] == "honganji:9-3"
    ]
    assert behind["state"] == "is_better"
