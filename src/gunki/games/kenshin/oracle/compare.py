"""The oracle of Kenshin's Arrival in Kyoto: a second calculation, from the rulebook alone.

It compares the ends and costs of marches, zones of control, supply lines over land and sea, and the strength, the
modifiers and the result of every roll (gunki.core.definition.oracle).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gunki.core.matches.match import Match
from gunki.core.rules.events import Event
from gunki.games.kenshin.oracle.apply_events import apply
from gunki.games.kenshin.oracle.board import SIDES, Board
from gunki.games.kenshin.oracle.compare_overlays import compare_lines, compare_ports, compare_zones
from gunki.games.kenshin.oracle.decisions import compare_question
from gunki.games.kenshin.oracle.fights import fight_under_way
from gunki.games.kenshin.oracle.rolls import Rolls
from gunki.games.kenshin.oracle.turn_start_dice import Turns

__all__ = ["KenshinOracle"]

#: Overlays are compared at one of this many decisions.
CHECK_INTERVAL = 12


class KenshinOracle:
    """Compares a match with the rulebook. `done` counts comparisons by kind."""

    def __init__(self, setup: Any) -> None:
        self.options: Mapping[str, Any] = setup.options
        self.done: Counter[str] = Counter()

    def compare_decision(self, match: Match, document: Mapping[str, Any]) -> Iterator[str]:
        """Yield how the options, zones and lines of a decision differ from the book."""
        decision = match.decision
        if decision is None or decision.name == "deploy":
            return
        board = Board(document)
        self.done[decision.name] += 1
        yield from compare_question(board, document, decision, self.options)
        if match.ply % CHECK_INTERVAL == 0 or decision.name in ("demand", "replenish"):
            for side in SIDES:
                self.done["shown"] += 1
                yield from compare_zones(match, board, side)
                yield from compare_ports(match, board, side, self.options)
                yield from compare_lines(match, board, side, self.options)

    def compare_events(self, match: Match, document: Mapping[str, Any], events: Sequence[Event]) -> Iterator[str]:
        """Yield how the rolls of an action differ from the book. Each is checked in the position where it was made."""
        if not any(event.kind in ("roll", "phase", "out_of_supply", "no_siege_check") for event in events):
            return
        board = Board(document)
        rolls = Rolls(board, fight_under_way(document), self.options)
        turns = Turns(board, document, self.options)
        for event in events:
            yield from rolls.note(event)
            yield from turns.note(event)
            apply(board, event)
        decision = match.decision
        yield from turns.end(decision.name if decision is not None else "")
        self.done["rolls"] += rolls.judged + turns.judged
