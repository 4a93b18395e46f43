"""One real server for all tests of a worker; tests with wishes of their own start another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from tests.server.process import Server, faults
from tests.server.table import Played, play_out


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "data") as running:
        yield running
        assert running.alive, f"the server died:\n{running.output()[-3000:]}"
        output = running.output()
    assert not faults(output), output[-3000:]


@pytest.fixture(scope="session")
def over(server: Server) -> Callable[[str], Played]:
    """A match of people of a game, played to its end once for all tests of a worker."""
    return cache(lambda game: play_out(server, game))
