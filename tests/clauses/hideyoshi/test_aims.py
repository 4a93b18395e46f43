"""35.7, 36.6 and 37.7 as the players are told them: how each way stands, what the last turn would bring."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.forces import force, play_out
from tests.clauses.hideyoshi.scenario_table import HOME, OSAKA_OKAZAKI, compose_komaki, owned
from tests.clauses.hideyoshi.scenario_table import compose as laid
from tests.clauses.hideyoshi.tennozan_table import HIDEYOSHI, HIMEJI, KYOTO, MITSUHIDE, NIWA, SAITO, compose
from tests.support import clause

LAST = {"stage": 4, "phase": "hashiba"}
HELD = {"kyoto": "anti_hashiba"}


def read_ways(match: Match, seat: str) -> dict[str, str]:
    """Return the ways of a seat by their clauses, with what each brings."""
    return {row["clause"].partition(":")[2]: row["way"] for row in match.aims(seat)["ways"]}


def find_row(match: Match, seat: str, text: str) -> dict[str, Any]:
    (found,) = [row for row in match.aims(seat)["ways"] if row["text"] == text]
    return dict(found)


# --- Tennōzan ---------------------------------------------------------------------------------------------------------


def compose_kyoto(units: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Compose Saitō in Kyoto and Hideyoshi at home."""
    return compose({SAITO: KYOTO, HIDEYOSHI: HIMEJI, **(units or {})}, **{"phase": "hashiba", **entries})


@clause("hideyoshi", "35.7(1)-1", "35.7(1)-2", "35.7(2)-1", "35.7(2)-2", "35.7(1)")
def test_each_way_to_win_is_a_way_to_lose_for_the_other_side() -> None:
    match = compose_kyoto()
    assert read_ways(match, "hashiba") == {
        "35.7(1)-1": "win", "35.7(1)-2": "win", "35.7(2)-1": "lose", "35.7(2)-2": "lose", "35.7(1)": "draw",
    }  # fmt: skip
    assert read_ways(match, "anti_hashiba") == {
        "35.7(1)-1": "lose", "35.7(1)-2": "lose", "35.7(2)-1": "win", "35.7(2)-2": "win", "35.7(1)": "draw",
    }  # fmt: skip


@clause("hideyoshi", "35.7(1)-2")
def test_the_capital_and_two_castles_are_told_one_by_one() -> None:
    match = compose_kyoto(
        {HIDEYOSHI: KYOTO, SAITO: HIMEJI}, castles=owned(azuchi="hashiba"), state={"kyoto": "hashiba"}
    )
    parts = find_row(match, "hashiba", "strongholds_win")["parts"]
    assert {part["text"]: part["value"] for part in parts} == {"hold_kyoto": 1, "own_azuchi": 1, "own_sakamoto": 0}


@clause("hideyoshi", "35.7(2)-1")
def test_the_sodaisho_who_fell_are_counted() -> None:
    match = compose_kyoto({HIDEYOSHI: "dead", NIWA: "4415"}, castles=owned(azuchi="akechi"), state=HELD)
    told = find_row(match, "anti_hashiba", "chiefs_dead_win")
    assert (told["value"], told["needed"], told["holds"]) == (1, 2, False)
    assert [part["value"] for part in told["parts"]] == [1, 1]


@clause("hideyoshi", "35.7(2)-2", "35.7(1)")
@pytest.mark.parametrize(("more", "fate"), [(("azuchi",), "draw"), (("azuchi", "himeji"), "win")])
def test_the_last_turn_of_tennozan_comes_as_told(more: tuple[str, ...], fate: str) -> None:
    """Akechi have six castles and the Mōri two: nine are too few, ten enough."""
    castles = owned(**dict.fromkeys(more, "akechi"))
    told = play_out(
        compose_kyoto({HIDEYOSHI: "1722"}, turn=8, castles=castles, state=HELD, **{**LAST, "dice": [4] * 9})
    )
    assert told["anti_hashiba"]["turn_end"]["way"] == fate


# --- the others -------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.6(5)", "36.6(4)-1", "36.6(4)-2")
@pytest.mark.parametrize(("left", "declared", "fate"), [(0, 0, "win"), (1, 1, "lose"), (0, 1, "win"), (1, 0, "lose")])
def test_the_last_turn_of_shizugatake_comes_as_told(left: int, declared: int, fate: str) -> None:
    """Hashiba need 30 points more: Katsuie at home gives them 40, an undeclared Kanbe 10."""
    state = {"thawed": 1, "left_echizen": left, "katsuie_left": left, "declared": declared}
    match = laid(HOME, turn=12, state=state, **LAST)
    told = play_out(match)
    assert told["hashiba"]["turn_end"]["way"] == fate
    (way,) = [found for found in told["hashiba"]["ways"] if found["text"] == "no_surplus_lose"]
    assert [part["value"] for part in way["parts"]] == [left, declared]


@clause("hideyoshi", "37.7")
@pytest.mark.parametrize(
    ("castles", "fate"),
    [({}, "draw"), ({"kiyosu": "hashiba"}, "win"), ({"inuyama": "tokugawa"}, "lose")],
)
def test_the_last_turn_of_komaki_comes_as_told(castles: dict[str, str], fate: str) -> None:
    units = {**OSAKA_OKAZAKI, **force("5515", "oda_nagamasu")}
    told = play_out(compose_komaki(units, turn=10, castles=owned(**castles), state={"appeared": 1}, **LAST))
    assert told["hashiba"]["turn_end"]["way"] == fate


@clause("hideyoshi", "36.6(5)", "37.7", "35.7(1)")
def test_before_the_last_turn_nothing_is_decided() -> None:
    for match in (
        laid(HOME, turn=11, **LAST),
        compose_komaki(OSAKA_OKAZAKI, turn=9, **LAST),
        compose_kyoto({MITSUHIDE: KYOTO}, turn=7),
    ):
        for seat in match.seats:
            assert match.aims(seat)["turn_end"]["ends"] == "no"
