"""The oracle of a game: a second, independent calculation of what its rules compute.

The author of an oracle reads the rulebook, and not the code of the rules. An oracle reads the document of a position
and the data files, calculates on its own, and compares its results with what the engine offers. `gunki fuzz --oracle`
runs the comparison in random play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from gunki.core.rules.events import Event

if TYPE_CHECKING:
    from gunki.core.matches.match import Match


class Oracle(Protocol):
    """Compares a match with an independent calculation. Each difference is one sentence that cites the clause."""

    def compare_decision(self, match: Match, document: Mapping[str, Any]) -> Iterator[str]:
        """Yield the differences at a decision. `document` describes the position of `match`."""

    def compare_events(self, match: Match, document: Mapping[str, Any], events: Sequence[Event]) -> Iterator[str]:
        """Yield the differences in the events of an action.

        `document` describes the position before the action; the position of `match` is the one after it.
        """
