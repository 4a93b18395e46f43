"""Rare states: positions one legal act before procedures that random play seldom enters (docs/positions.md).

They are in the file `rare.toml` in the folder of a game; the fuzzer begins a share of its games in them. The file also
lists the procedures that no act can enter, or that have only one outcome, with the reasons.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from gunki.core.errors import DataError


@dataclass(frozen=True)
class RareState:
    """A composed position, and the acts that lead from it into a procedure."""

    procedure: str
    clause: str
    #: The scenarios in which the position can be composed. If there are none, it can be composed in all scenarios.
    scenarios: tuple[str, ...]
    position: Mapping[str, Any]
    acts: tuple[str, ...] = ()
    #: The match options that the procedure needs.
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Exempt:
    """Procedures that no act can enter in some scenarios, or that have only one outcome there, and the reason.

    `outcomes` is 0 if no act can enter them, and 1 if they have one outcome.
    """

    procedures: tuple[str, ...]
    scenarios: tuple[str, ...]
    outcomes: int
    why: str


@dataclass(frozen=True)
class RareTable:
    """The rare states and the exempt procedures of a game."""

    states: tuple[RareState, ...] = ()
    exempt: tuple[Exempt, ...] = ()

    def of(self, scenario: str) -> list[RareState]:
        """Return the states of a scenario, in the order of the table."""
        return [state for state in self.states if not state.scenarios or scenario in state.scenarios]

    def exempt_in(self, scenario: str) -> dict[str, Exempt]:
        """Return the procedures that no act can enter in a scenario, or that have one outcome there, by name."""
        return {
            name: entry
            for entry in self.exempt
            if not entry.scenarios or scenario in entry.scenarios
            for name in entry.procedures
        }


@cache
def read_rare(path: Path) -> RareTable:
    """Return the table in a `rare.toml`, or an empty table if the file is missing."""
    if not path.exists():
        return RareTable()
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    boards = table.get("boards", {})
    states = tuple(_state(entry, boards, f"{path.name}: states[{n}]") for n, entry in enumerate(table["states"]))
    exempt = tuple(
        Exempt(tuple(entry["procedures"]), tuple(entry.get("scenarios", ())), outcomes, entry["why"])
        for outcomes, part in enumerate(("never", "one_outcome"))
        for entry in table.get(part, ())
    )
    return RareTable(states, exempt)


def _state(entry: dict[str, Any], boards: Mapping[str, Any], where: str) -> RareState:
    more = set(entry) - {"procedure", "clause", "scenarios", "board", "position", "acts", "options"}
    if more:
        raise DataError(f"{where}: unknown entry {min(more)!r}")
    board = boards[entry["board"]] if "board" in entry else {}
    return RareState(
        entry["procedure"],
        entry["clause"],
        tuple(entry.get("scenarios", ())),
        board_with(board, entry.get("position", {})),
        tuple(entry.get("acts", ())),
        entry.get("options", {}),
    )


def board_with(board: Mapping[str, Any], position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document `board` with its entries replaced by those of `position`.

    If both documents have a table of the same name, the entries of the two tables are merged.
    """
    document = dict(board)
    for name, value in position.items():
        under = document.get(name)
        document[name] = {**under, **value} if isinstance(under, dict) and isinstance(value, dict) else value
    return document
