"""A game of the revised edition, for what is seen of it."""

from __future__ import annotations

from typing import Any

import pytest

import gunki

GAME = "hideyoshi"
SCENARIOS = gunki.game(GAME).scenarios
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS)


def find_chart(ident: str, scenario: str = "tennozan", **options: Any) -> dict[str, Any]:
    """Return the chart with this id, as it is in a scenario and under these options."""
    game = gunki.game(GAME)
    charts = {chart["id"]: chart for chart in game.list_charts(game.setup(scenario, options))}
    found: dict[str, Any] = charts[ident]
    return found
