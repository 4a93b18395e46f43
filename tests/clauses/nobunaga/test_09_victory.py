"""Chapter 9: when the game ends and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, compose, stack
from tests.support import clause

KEYS = ["yamashiro", "south_oumi", "mino"]
SUPPLY = [
    *KEYS,
    "owari",
    "toutoumi",
    "north_oumi",
    "echizen",
    "kii_ishiyama",
    "awa_sanuki",
    "harima",
    "noto",
    "bitchuu",
    "suruga",
    "kai",
    "echigo",
]
GO_ON = [1, 1, 2]  # the next turn's dice: nothing for Oda, the markers of Uesugi and Takeda for Anti-Oda


def held(count: int, holder: str = "oda", others: str = "azai") -> dict[str, str]:
    """The first supply areas to one daimyo, the rest to another."""
    return {area: holder if place < count else others for place, area in enumerate(SUPPLY)}


def end_phase(turn: int, controllers: dict[str, str], *, dice: Sequence[int] = (), **entries: Any) -> Playing:
    areas = {area: {"controller": daimyo} for area, daimyo in controllers.items()}
    return compose(empty=True, turn=turn, phase="end", areas=areas, dice=dice, **entries)


def won(match: Playing, winner: str, clause_id: str) -> None:
    assert match.decision is None
    assert match.result is not None
    assert (match.result.winner, match.result.clause) == (winner, f"nobunaga:{clause_id}")


def goes_on(match: Playing, turn: int) -> None:
    assert match.result is None
    assert match.decision is not None
    assert match.view("oda")["turn"] == turn


def nobunaga_attacks(*dice: int) -> Playing:
    """Nobunaga and one army enter North Oumi: two dice for them, three for Azai, then his check."""
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}},
            "north_oumi": {"azai": {"ready": 2, "generals": ["azai_nagamasa"]}},
        },
        hands={"oda": ["warships", "charge_order"], "anti_oda": ["shogun_letter"]},
        dice=dice,
    )
    acts(match, "movement", "march oda mino", "take oda_nobunaga", "with 1", "to north_oumi")
    return match


@clause("nobunaga", "9", "9(1)")
def test_9_1_death_of_nobunaga_ends_the_game_at_once() -> None:
    match = nobunaga_attacks(6, 6, 1, 1, 6, 3)
    won(match, "anti_oda", "9(1)")
    assert "oda_nobunaga" in match.view("oda")["dead"]
    assert match.view("oda")["turn"] == 1
    assert match.view("oda")["hand_sizes"]["oda"] == 2  # over before the card for the move was paid


@clause("nobunaga", "9(1)")
def test_9_1_flight_of_nobunaga_ends_nothing() -> None:
    match = nobunaga_attacks(6, 6, 1, 1, 6, 4)
    assert match.decision.name == "flee"
    acts(match, "flee owari", "discard warships")
    assert match.result is None
    assert stack(match, "owari", "oda")["generals"] == {"oda_nobunaga": "spent"}


@clause("nobunaga", "9(1)")
def test_9_1_death_of_another_oda_general_ends_nothing() -> None:
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 3, "generals": ["shibata_katsuie"]}},
            "north_oumi": {"azai": {"ready": 2, "generals": ["azai_nagamasa"]}},
        },
        hands={"oda": ["warships", "charge_order"], "anti_oda": ["shogun_letter"]},
        dice=[6, 6, 1, 1, 6, 3],
    )
    acts(match, "movement", "march oda mino", "take shibata_katsuie", "with 1", "to north_oumi", "discard warships")
    assert "shibata_katsuie" in match.view("oda")["dead"]
    assert match.result is None
    assert match.decision.who == "anti_oda"


@pytest.mark.parametrize("lost", [("yamashiro", "mino"), ("yamashiro", "south_oumi"), ("south_oumi", "mino")])
@clause("nobunaga", "9", "9(2)", "1-1-1.p2")
def test_9_2_two_of_the_three_key_areas_win_for_anti_oda(lost: tuple[str, str]) -> None:
    """Two different Anti-Oda daimyos do: the powers are counted."""
    won(end_phase(3, {lost[0]: "azai", lost[1]: "honganji"}), "anti_oda", "9(2)")


@clause("nobunaga", "9(2)")
def test_9_2_all_three_key_areas_win_for_anti_oda() -> None:
    won(end_phase(1, dict.fromkeys(KEYS, "miyoshi")), "anti_oda", "9(2)")


@clause("nobunaga", "9(2)")
def test_9_2_one_key_area_is_not_enough() -> None:
    goes_on(end_phase(3, {"yamashiro": "azai", "owari": "azai", "iga_ise": "azai"}, dice=GO_ON), 4)


@pytest.mark.parametrize(("marker", "wins"), [(6, True), (5, False), (2, False)])
@clause("nobunaga", "9(2)")
def test_9_2_a_lesser_daimyo_counts_for_the_power_he_is_in(marker: int, wins: bool) -> None:
    match = end_phase(
        3, {"yamashiro": "azai", "south_oumi": "matsunaga"}, markers={"matsunaga": marker}, dice=[] if wins else GO_ON
    )
    if wins:
        won(match, "anti_oda", "9(2)")
    else:
        goes_on(match, 4)


@clause("nobunaga", "9", "9(3)")
def test_9_3_every_supply_area_wins_for_oda() -> None:
    controllers = held(15) | {"toutoumi": "tokugawa", "suruga": "tokugawa"}
    won(end_phase(3, controllers, markers={"tokugawa": 2}), "oda", "9(3)")


@pytest.mark.parametrize("holder", ["none", "neutral", "azai", "uesugi"])
@clause("nobunaga", "9(3)")
def test_9_3_fourteen_supply_areas_are_not_enough(holder: str) -> None:
    goes_on(end_phase(3, held(15) | {"echigo": holder}, dice=GO_ON), 4)


@clause("nobunaga", "9(3)")
def test_9_3_neutral_tokugawa_does_not_count() -> None:
    match = end_phase(3, held(15) | {"toutoumi": "tokugawa"}, markers={"tokugawa": 3}, dice=GO_ON)
    goes_on(match, 4)


@pytest.mark.parametrize(("count", "winner"), [(9, "oda"), (14, "oda"), (8, "anti_oda"), (3, "anti_oda")])
@clause("nobunaga", "9.p2")
def test_9_p2_after_turn_ten_nine_supply_areas_decide(count: int, winner: str) -> None:
    won(end_phase(10, held(count)), winner, "9.p2")


@pytest.mark.parametrize("count", [9, 8])
@clause("nobunaga", "9.p2")
def test_9_p2_supply_areas_are_not_counted_before_turn_ten(count: int) -> None:
    goes_on(end_phase(9, held(count), dice=GO_ON), 10)


@pytest.mark.parametrize(("marker", "winner"), [(1, "oda"), (3, "anti_oda"), (6, "anti_oda")])
@clause("nobunaga", "9.p2")
def test_9_p2_allies_of_oda_count_and_neutrals_do_not(marker: int, winner: str) -> None:
    controllers = held(9, others="none") | {"toutoumi": "tokugawa"}
    won(end_phase(10, controllers, markers={"tokugawa": marker}), winner, "9.p2")


@clause("nobunaga", "9(2)", "9.p2")
def test_9_2_key_areas_go_before_the_count_of_turn_ten() -> None:
    controllers = held(15) | {"yamashiro": "azai", "mino": "azai"}  # thirteen for Oda
    won(end_phase(10, controllers), "anti_oda", "9(2)")


@clause("nobunaga", "9(3)", "9.p2")
def test_9_3_every_supply_area_goes_before_the_count_of_turn_ten() -> None:
    won(end_phase(10, held(15)), "oda", "9(3)")
