"""The printings of the basic rules under which their clauses are tried: all of them, or those a test is marked with."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from gunki.series.gunyuden.editions import FIRST, Edition
from gunki.series.gunyuden.position import GunyudenPosition
from tests.series.valley import ValleyPosition, ValleySetup


class Printing(NamedTuple):
    """What the valley needs to be played by an edition: its classes, and the tables in which it differs."""

    rules: Edition
    position: type[GunyudenPosition] = ValleyPosition
    setting: type[ValleySetup] = ValleySetup
    changes: Mapping[str, Any] = MappingProxyType({})


#: By the names they have in the series.
EDITIONS = {"first": Printing(FIRST)}


def only(*names: str) -> pytest.MarkDecorator:
    """`@only("first")`: a clause that is worded otherwise in other printings."""
    unknown = sorted(set(names) - set(EDITIONS))
    if unknown or not names:
        raise ValueError(f"no such edition: {', '.join(unknown) or 'none named'}; known: {', '.join(EDITIONS)}")
    return pytest.mark.only(*names)


def tried(item: pytest.Mark | None) -> list[str]:
    """The editions under which a test with this mark, or without one, is tried."""
    return [name for name in EDITIONS if item is None or name in item.args]
