"""A test of this folder is run on the stage of each game that it names a clause of, and proves that game's clauses."""

from __future__ import annotations

import pytest

from tests.clauses.areas_and_cards.stage import STAGES, Stage


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    games = dict.fromkeys(mark.args[0] for mark in metafunc.definition.iter_markers("clause"))
    if not games or games.keys() - STAGES.keys():
        raise pytest.UsageError(f"{metafunc.definition.nodeid}: names clauses of {list(games)}, not of {list(STAGES)}")
    metafunc.parametrize("stage", [game for game in STAGES if game in games], indirect=True)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Keep of an item's clauses only those of its own game."""
    assert isinstance(item, pytest.Function)
    game = item.callspec.params["stage"]
    item.own_markers[:] = [mark for mark in item.own_markers if mark.name != "clause" or mark.args[0] == game]


@pytest.fixture
def stage(request: pytest.FixtureRequest) -> Stage:
    return STAGES[request.param]
