"""Every clause test of the basic rules runs in the made-up valley, under each edition."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gunki.series.gunyuden.editions import Edition
from tests.clauses.gunyuden.editions import EDITIONS, find_editions
from tests.series.valley import register


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    names = find_editions(metafunc.definition.get_closest_marker("only"))
    metafunc.parametrize("edition", names, indirect=True)


@pytest.fixture(autouse=True)
def edition(request: pytest.FixtureRequest) -> Iterator[Edition]:
    printing = EDITIONS[request.param]
    mark = request.node.get_closest_marker("as_first")
    with register(printing.valley(mark.args if mark else ())):
        yield printing.rules
