"""Chapter 9 as the players are told it: how each way stands, and what the end of the turn would bring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, compose
from tests.clauses.nobunaga.test_09_victory import KEYS, held
from tests.support import clause


def table(turn: int, controllers: dict[str, str], **entries: Any) -> Playing:
    """An action phase in which both have a card; nobody stands anywhere."""
    areas = {area: {"controller": daimyo} for area, daimyo in controllers.items()}
    hands = {"oda": ["warships"], "anti_oda": ["shogun_letter"]}
    return compose(empty=True, turn=turn, areas=areas, hands=hands, dice=[1, 1, 2], **entries)


def row(match: Playing, seat: str, text: str) -> dict[str, Any]:
    (found,) = [row for row in match.aims(seat)["ways"] if row["text"] == text]
    return dict(found)


@pytest.mark.parametrize(
    ("turn", "controllers"),
    [
        (3, held(9)),
        (3, {"yamashiro": "azai", "mino": "honganji"}),
        (3, {"yamashiro": "azai"}),
        (3, held(15)),
        (10, held(9)),
        (10, held(8)),
        (10, held(15) | {"yamashiro": "azai", "mino": "azai"}),
    ],
)
@clause("nobunaga", "9", "9(2)", "9(3)", "9.p2")
def test_the_verdict_is_what_two_passes_bring(turn: int, controllers: dict[str, str]) -> None:
    match = table(turn, controllers)
    told = {seat: match.aims(seat) for seat in match.seats}
    acts(match, "pass", "pass")
    for seat, aims in told.items():
        verdict = aims["turn_end"]
        assert verdict["turn"] == turn
        if match.result is None:
            assert verdict == {"turn": turn, "ends": "no"}
            continue
        assert verdict["ends"] == "yes"
        assert (verdict["winners"], verdict["reason"], verdict["clause"]) == (
            [match.result.winner], match.result.reason, match.result.clause,
        )  # fmt: skip
        assert verdict["way"] == ("win" if seat == match.result.winner else "lose")
        assert [row["clause"] for row in aims["ways"] if row["decides"]] == [match.result.clause]
        assert [row["clause"] for row in match.aims(seat)["ways"] if row["decides"]] == [match.result.clause]  # still


@clause("nobunaga", "9(2)")
def test_9_2_the_verdict_names_the_areas() -> None:
    aims = table(3, {"yamashiro": "azai", "mino": "honganji"}).aims("oda")
    assert aims["turn_end"]["data"] == {"areas": ["yamashiro", "mino"]}
    (lost,) = [row for row in aims["ways"] if row["text"] == "key_areas_lose"]
    assert (lost["value"], lost["needed"], lost["holds"], lost["decides"]) == (2, 2, True, True)
    assert lost["data"] == {"count": 2, "areas": KEYS}


@clause("nobunaga", "9.p2")
def test_9_p2_the_aims_tell_how_far_it_is_to_nine_supply_areas() -> None:
    match = table(3, held(8))
    assert (row(match, "oda", "enough_supply_win")["value"], row(match, "oda", "enough_supply_win")["needed"]) == (8, 9)
    kept = row(match, "anti_oda", "too_little_supply_win")
    assert (kept["value"], kept["needed"], kept["holds"], kept["decides"]) == (7, 7, True, False)  # not in turn 3


@clause("nobunaga", "11-1")
def test_11_1_the_number_that_was_bid_is_told_with_its_clause() -> None:
    match = table(3, held(8), options={"bid_supply_areas": True}, state={"goal": 7})
    won = row(match, "oda", "enough_supply_win")
    assert (won["clause"], won["needed"], won["holds"], won["data"]["count"]) == ("nobunaga:11-1", 7, True, 7)


@clause("nobunaga", "9(2)", "5-2")
def test_an_area_that_will_pass_as_the_action_ends_counts_already() -> None:
    """Azai march into Mino, which nobody defends: Oda are told of it before the card is paid."""
    match = compose(
        empty=True, turn=2, to_act="anti_oda",
        areas={
            "yamashiro": {"controller": "azai"},
            "mino": {"controller": "oda"},
            "north_oumi": {"controller": "azai", "azai": {"ready": 3}},
        },
        hands={"oda": ["warships"], "anti_oda": ["shogun_letter"]},
    )  # fmt: skip
    assert match.aims("oda")["turn_end"]["ends"] == "no"
    acts(match, "movement", "march azai north_oumi", "with 2", "to mino")
    assert match.decision.name == "discard"
    assert match.view(None)["areas"]["mino"]["controller"] == "oda"
    verdict = match.aims("oda")["turn_end"]
    assert (verdict["ends"], verdict["way"], verdict["clause"]) == ("yes", "lose", "nobunaga:9(2)")
