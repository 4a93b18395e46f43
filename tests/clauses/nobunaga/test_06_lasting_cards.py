"""Cards that lie beside the board: what they open and raise while they last, and what ends them (6-10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import armies, hand, refused, turn_of
from tests.clauses.nobunaga.steps import board, strike
from tests.clauses.nobunaga.table import acts
from tests.support import clause


@clause("nobunaga", "11-8", "6-10")
@pytest.mark.parametrize("oda", [["warships", "charge_order"], ["charge_order"]])
def test_11_8_only_warships_in_force_open_the_sea(oda: list[str]) -> None:
    """Another card lies beside the board, and Warships is still in the hand or in the stack."""
    areas = {"harima": {"controller": "oda", "oda": {"ready": 3}}}
    match = board(areas, oda=oda, in_effect=["advance_paradise"], options={"long_warships": True})
    acts(match, "movement", "march oda harima", "with 1")
    refused(match, "to seto_sea", "11-8")


@clause("nobunaga", "6-10", "11-6")
def test_6_10_only_paradise_in_force_raises_honganji() -> None:
    """Warships lies beside the board, paradise is still in the hand: a 3 does not hit."""
    areas = {"kii_ishiyama": {"honganji": {"ready": 2}, "oda": {"ready": 2}}}
    hands: dict[str, Any] = {"oda": ["charge_order"], "anti_oda": ["advance_paradise", "shogun_letter"]}
    options = {"long_warships": True}
    match = board(areas, to_act="anti_oda", in_effect=["warships"], dice=[3, 2], options=options, **hands)
    strike(match, "honganji", "kii_ishiyama")
    assert armies(match, "kii_ishiyama", "oda") == (1, 0)


@clause("nobunaga", "6-3", "6-10", "11-8")
def test_the_navy_ends_warships_and_nothing_else() -> None:
    areas = {"awa_sanuki": {"miyoshi": {"ready": 3}}}
    options = {"long_warships": True}
    anti = ["murakami_navy", "shogun_letter"]
    lasting = ["warships", "advance_paradise"]
    match = board(areas, oda=["charge_order"], anti_oda=anti, to_act="anti_oda", in_effect=lasting, options=options)
    acts(match, "event murakami_navy", "march miyoshi awa_sanuki", "with 1", "to seto_sea")
    assert match.view("oda")["in_effect"] == ["advance_paradise"]
    oda = ["warships", "charge_order"]
    match = board(areas, oda=oda, anti_oda=anti, to_act="anti_oda", options=options)
    acts(match, "event murakami_navy", "march miyoshi awa_sanuki", "with 1", "to seto_sea")
    assert set(hand(match, "oda")) == set(oda)


@clause("nobunaga", "6-3", "11-8")
def test_the_navy_may_end_warships_though_nobody_can_sail() -> None:
    areas = {"awa_sanuki": {"miyoshi": {"ready": 1}}}
    anti = ["murakami_navy", "shogun_letter"]
    match = board(areas, anti_oda=anti, to_act="anti_oda", in_effect=["warships"], options={"long_warships": True})
    match.act("event murakami_navy")
    assert turn_of(match) == ("action", "oda")
    assert match.view("oda")["in_effect"] == []


@clause("nobunaga", "6-3", "11-8")
def test_11_8_warships_may_open_the_sea_though_nobody_can_sail_now() -> None:
    areas = {"mino": {"oda": {"spent_generals": ["takigawa_kazumasu"]}}}
    match = board(areas, oda=["warships", "charge_order"], options={"long_warships": True})
    match.act("event warships")
    assert turn_of(match) == ("action", "anti_oda")
    assert match.view("oda")["in_effect"] == ["warships"]


@clause("nobunaga", "6-3", "11-6")
def test_paradise_offers_no_march_where_nobody_can() -> None:
    areas = {"kii_ishiyama": {"honganji": {"ready": 1}}}
    match = board(areas, anti_oda=["advance_paradise", "shogun_letter"], to_act="anti_oda")
    match.act("event advance_paradise")
    assert turn_of(match) == ("action", "oda")
    assert match.view("oda")["in_effect"] == ["advance_paradise"]
