"""Tables of what is refused and what is on offer, as the clause tests of both games write them.

`position | action | clause | reason` is one refusal. A line that leaves position and action blank adds a reason; `-` in
place of a reason says that the action is on offer. Where several clauses are named, the first is that of the reason.

`position | seat: decision | clauses | on offer` is one decision with all its options, which may go on in the next line;
`...` in place of the options says that only its name counts.

Each line is one test, and proves its own clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import acts, allowed
from tests.clauses.reasons import barred
from tests.support import clause

#: Lays out a position, as far as the decision that is looked at.
Position = Callable[[], Playing]


def after(position: Position, *texts: str) -> Position:
    """Return the position that comes about when these texts are played."""

    def play_on() -> Playing:
        match = position()
        acts(match, *texts)
        return match

    return play_on


def split_rows(table: str) -> Iterator[list[str]]:
    """Yield the cells of each line of a table that has four columns."""
    for line in table.strip().splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        assert len(cells) == 4, f"four columns: {line}"
        yield cells


def refusals(game: str, positions: Mapping[str, Position], table: str) -> pytest.MarkDecorator:
    """Parametrize a test with `position`, `action` and `reasons` by the lines of a table."""
    found: list[tuple[str, str, list[str], list[str]]] = []
    for place, action, proven, reason in split_rows(table):
        if action:
            found.append((place, action, [], []))
        _, _, idents, reasons = found[-1]
        idents += proven.split(", ")
        if reason != "-":
            reasons.append(f"{proven.partition(', ')[0]} {reason}")
    rows = [
        pytest.param(positions[place], action, reasons, id=f"{place}: {action}", marks=clause(game, *idents))
        for place, action, idents, reasons in found
    ]
    return pytest.mark.parametrize(("position", "action", "reasons"), rows)


def offers(game: str, positions: Mapping[str, Position], table: str) -> pytest.MarkDecorator:
    """Parametrize a test with `position`, `decision` and `options` by the lines of a table."""
    found: list[tuple[str, str, list[str], list[str]]] = []
    for place, decision, idents, offered in split_rows(table):
        if place:
            found.append((place, decision, idents.split(", "), []))
        found[-1][3].extend(offered.split(", "))
    rows = [
        pytest.param(positions[place], decision, options, id=place, marks=clause(game, *idents))
        for place, decision, idents, options in found
    ]
    return pytest.mark.parametrize(("position", "decision", "options"), rows)


def check_refusal(position: Position, action: str, reasons: list[str]) -> None:
    """The action is refused for exactly these reasons; without any it is on offer."""
    match = position()
    if reasons:
        barred(match, action, *reasons)
    else:
        allowed(match, action)


def check_offer(position: Position, decision: str, options: list[str]) -> None:
    """This seat decides this, and nothing but these options is on offer, none of them twice."""
    match = position()
    assert f"{match.decision.who}: {match.decision.name}" == decision
    if options != ["..."]:
        assert sorted(match.decision.texts) == sorted(options)
