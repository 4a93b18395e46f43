"""Section 34 and the scenarios as the players are told them: how each way stands, what the last turn would bring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import play_out
from tests.clauses.kanto.table import compose
from tests.clauses.kanto.test_victory_points import HOME, KENSHIN, compose_third, own_castles
from tests.support import clause

SHRINE = "2836"


@pytest.mark.parametrize(
    "castles", [{}, {"tamanawa": "uesugi"}, {"tamanawa": "uesugi", "usui": "takeda"}, {"usui": "takeda"}]
)
@clause("kanto", "38(7)")
def test_38_7_the_last_turn_comes_as_told(castles: dict[str, str]) -> None:
    play_out(compose_third(turn=24, stage=4, castles=own_castles(**castles)))


def compose_kamakura(**entries: Any) -> Any:
    """Compose the last stage of the second scenario."""
    units = {**HOME, KENSHIN: SHRINE}
    del units["takeda_shingen"]
    return compose(units, scenario="kenshin_crosses_the_mountains", **{"turn": 12, "stage": 4, **entries})


@clause("kanto", "37(7)", "37(7)-2")
def test_37_7_a_ceremony_that_the_end_of_the_stage_brings_counts_already() -> None:
    match = compose_kamakura(state={"invested_turns": 1})
    assert match.view(None)["conditions"][1]["value"] == 0  # not held yet
    told = play_out(match)
    assert told["uesugi"]["turn_end"]["reason"] == "points"


@pytest.mark.parametrize(
    "state", [{"invested_turns": 0, "ceremony": 1}, {"invested_turns": 2, "ceremony": -1, "vigil": 0}]
)
@clause("kanto", "37(7)", "37(7)-1", "37(7)-2")
def test_37_7_what_is_still_to_be_done_is_named(state: dict[str, int]) -> None:
    told = play_out(compose_kamakura(state=state))
    missing = "invest_odawara" if not state["invested_turns"] else "hold_ceremony"
    assert told["uesugi"]["turn_end"]["data"] == {"conditions": [missing]}
    (won,) = [row for row in told["uesugi"]["ways"] if row["way"] == "win"]
    assert {part["text"]: part["value"] for part in won["parts"]}[missing] == 0
    assert not won["holds"]


@clause("kanto", "37(7)-3")
def test_37_7_3_waived_conditions_are_told_as_waived() -> None:
    told = play_out(compose_kamakura(state={"waived": 1, "vigil": 0}))
    (won,) = [row for row in told["uesugi"]["ways"] if row["way"] == "win"]
    assert [(part["value"], part["state"]) for part in won["parts"]] == [(1, "waived"), (1, "waived")]


@clause("kanto", "38(7)")
def test_38_7_before_the_last_turn_nothing_is_decided() -> None:
    aims = compose_third(turn=23, castles=own_castles(tamanawa="uesugi")).aims("takeda")
    assert aims["turn_end"] == {"turn": 23, "ends": "no"}
    held = {row["way"]: (row["value"], row["needed"], row["holds"]) for row in aims["ways"]}
    assert held == {"win": (0, 3, False), "lose": (2, 1, True), "draw": (1, 2, False)}
