"""Edges of 37.5, 37.7 and 37.8: the two sons, the Mōri beside the others, the whole scenario."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import at, attack, of_kind, rolls
from tests.clauses.hideyoshi.scenario_table import (
    HIDEYOSHI,
    IEYASU,
    INSIDE,
    MAGOICHI,
    NOBUKATSU,
    OSAKA_OKAZAKI,
    SUGINOBO,
    army,
    compose_komaki,
    forces_that_may_act,
    score,
    start_scenario,
)
from tests.clauses.hideyoshi.table import KOMAKI, assert_reads_back
from tests.support import clause


@clause("hideyoshi", "37.7(2)", "37.7(2)-1", "37.7(2)-2")
@pytest.mark.parametrize(("stars", "worth"), [(1, 3), (2, 5 + 3 + 1)])
def test_nobukatsu_with_two_stars_takes_the_kitabatake_along(stars: int, worth: int) -> None:
    """Y-43, Y-45: Takigawa Katsutoshi (taishō) and a bushō; the Tokugawa stay."""
    units: dict[str, Any] = {
        **OSAKA_OKAZAKI,
        **army("5513", 13),
        NOBUKATSU: {"hex": "5514", "steps": 1},
        "takigawa_katsutoshi": {"hex": "4928", **INSIDE},
        "oda_nagamasu": {"hex": "5416", **INSIDE},
    }
    options = {"oda_sons_stars": stars}
    match = compose_komaki(units, around="5514", turn=10, stage=3, phase="hashiba", options=options, dice=[6])
    attack(match, HIDEYOSHI, "5514")
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {NOBUKATSU}")
    assert at(match, NOBUKATSU) == "dead"
    assert (at(match, "takigawa_katsutoshi") == "removed") is (stars == 2)
    assert at(match, IEYASU) == "6021"
    assert score(match) == (0, -worth)


@clause("hideyoshi", "37.7(2)", "37.7(2)-1", "37.7(2)-2", "37.7(2)-3")
def test_hideyoshi_s_death_costs_the_whole_side() -> None:
    """25-2, Y-45: every clan of his side serves him here."""
    units: dict[str, Any] = {
        IEYASU: "5513",
        "okubo_tadayo": {"hex": "5513", "leader": IEYASU},
        HIDEYOSHI: {"hex": "5514", "steps": 1},
        "tsutsui_junkei": {"hex": "3527", **INSIDE},
        "kuki_band": {"hex": "5430", **INSIDE},
    }
    match = compose_komaki(units, around="5514", turn=10, stage=3, phase="anti_hashiba", dice=[6])
    attack(match, IEYASU, "5514")
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {HIDEYOSHI}")
    assert at(match, HIDEYOSHI) == "dead"
    assert at(match, "tsutsui_junkei") == at(match, "kuki_band") == "removed"
    assert score(match) == (-5 - 3 - 1, 0)
    assert match.result.winner == "anti_hashiba"


@clause("hideyoshi", "37.5", "32-1(1)")
def test_the_mori_need_a_seven_at_the_start_and_the_bands_no_die() -> None:
    """70 in the provinces of the Mōri's table; nobody rolls for Saika and Negoro here."""
    match = start_scenario(KOMAKI, [6])
    assert [(roll["army"], roll["strength"]) for roll in rolls(match.events)] == [("mori", 70)]
    assert not of_kind(match.events, "summoned")
    assert match.decision.name == "appear"


@clause("hideyoshi", "37.7", "37.7(3)")
def test_if_nobody_does_anything_it_is_a_draw_and_sakai_alone_decides() -> None:
    for text, points, winner in (("done", (0, 0), None), (f"appear {MAGOICHI} 3028", (0, 10), "anti_hashiba")):
        match = start_scenario(KOMAKI, [1] * 5, turn=10)
        match.act(text)
        if match.decision.name == "appear":
            match.act("done")
        assert score(match) == points
        assert match.result.winner == winner


@clause("hideyoshi", "37.8-3", "37.5")
def test_that_somebody_has_appeared_is_remembered() -> None:
    match = start_scenario(KOMAKI, [1] * 5)
    match.act(f"appear {SUGINOBO} 2934")
    assert match.describe()["state"]["appeared"] == 1
    match.act("done")
    assert_reads_back(match)
    assert SUGINOBO in forces_that_may_act(match)
