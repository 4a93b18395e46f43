"""The oracle of the series: compares a match with the second calculation, decision by decision and roll by roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from gunki.core.definition.setup import Setup
from gunki.core.rules.events import Event
from gunki.series.gunyuden.oracle.decisions import Decisions
from gunki.series.gunyuden.oracle.model import Model
from gunki.series.gunyuden.oracle.rolls import Rolls

if TYPE_CHECKING:
    from gunki.core.matches.match import Match


class GunyudenOracle:
    """Compares the options and rolls of the engine with the book."""

    model_kind: ClassVar[type[Model]] = Model
    decisions_kind: ClassVar[type[Decisions]] = Decisions
    rolls_kind: ClassVar[type[Rolls]] = Rolls

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        #: The number of comparisons of each subject.
        self.compared: Counter[str] = Counter()

    def compare_decision(self, match: Match, document: Mapping[str, Any]) -> Iterator[str]:
        """Yield each difference between a decision and the book."""
        decision = match.decision
        if decision is not None and not decision.name.startswith("deploy"):
            model = self.model_kind(self.setup, document)
            yield from self.decisions_kind(model, match, decision, self.compared).compare()

    def compare_events(self, match: Match, document: Mapping[str, Any], events: Sequence[Event]) -> Iterator[str]:
        """Compare the rolls and checks of an action with the book, and yield each difference."""
        act = match.entries[-1].act
        kinds = {"roll", "no_line", "stage"}
        if act == "rally" or any(event.kind in kinds for event in events):
            model = self.model_kind(self.setup, document)
            yield from self.rolls_kind(model, act, self.compared).compare(events)
