"""Changes of every leaf of every data table, such as a mistaken or hostile author may make."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import gunki
from gunki.core.definition.game import Game
from gunki.core.matches import saves
from gunki.core.matches.match import Match

#: A number with more digits than Python converts to text.
HUGE = 16**6000
#: The values put in the place of another. TOML has dates, and numbers that are not a number.
OTHERS: tuple[Any, ...] = (
    "x", "", "1", 0, 1, -1, 7, 10**6, -(2**63), 2**63 - 1, HUGE, 2.5, float("nan"), float("inf"), True, False,
    [], ["x"], [[]], [1], {}, {"x": 1}, datetime.date(1560, 5, 19),
)  # fmt: skip
#: Keys whose texts only readers use.
NOTES = ("source", "why", "alternative")
#: How an error names its place: the file, the table and, unless it is about the whole table, the field.
PLACE = re.compile(r"^[^:]+: \[+\w+\]+( .*)?: (field '.+': )?expected ", re.DOTALL)

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Change:
    table: str
    path: Path
    what: str
    tables: Mapping[str, Any]

    def __str__(self) -> str:
        return f"[{self.table}] {'.'.join(map(str, self.path))}: {self.what}"


def list_paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """Yield every place in a table, leaves and their containers."""
    if here:
        yield here
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        if key not in NOTES:
            yield from list_paths(item, (*here, key))


def list_changes(game: Game) -> Iterator[tuple[str, Path, int]]:
    """Yield every place with the number of every change; `make_change` makes it."""
    for name, table in game.tables.items():
        for path in list_paths(table):
            for number in range(len(OTHERS) + 3):
                yield name, path, number


def make_change(game: Game, name: str, path: Path, number: int) -> Change:
    """Make one change in the table and return its description with the changed tables."""
    table = game.tables[name]
    holder = table
    for key in path[:-1]:
        holder = holder[key]
    key = path[-1]
    if number < len(OTHERS):
        holder[key] = OTHERS[number]
        return Change(name, path, "huge" if OTHERS[number] == HUGE else repr(OTHERS[number]), {name: table})
    what = ("missing", "shorter", "something unknown besides")[number - len(OTHERS)]
    if what == "missing":
        del holder[key]
    elif what == "shorter" and isinstance(holder[key], list | dict | str):
        holder[key] = dict(list(holder[key].items())[:-1]) if isinstance(holder[key], dict) else holder[key][:-1]
    elif isinstance(holder, dict):
        holder["unheard_of"] = holder[key]
    else:
        holder.append(holder[key])
    return Change(name, path, what, {name: table})


def try_change(game: Game, change: Change, scenario: str, rng: random.Random, acts: int) -> str:
    """Return "refused" for an error that names its place, "" for tables that can be played, else the fault."""
    try:
        match = gunki._match(game.id, scenario, 1, None, None, change.tables, None)
    except gunki.DataError as error:
        return "refused" if PLACE.match(str(error)) else f"does not name its place: {error}"
    _play(match, rng, acts)
    return ""


def _play(match: Match, rng: random.Random, acts: int) -> None:
    """Look at the start of the match and play a few acts."""
    match.game.board(match.setup), match.game.list_charts(match.setup), saves.save_bytes(match)
    for _ in range(acts):
        decision = match.decision
        if decision is None:
            return
        match.act(rng.choice(decision.options))
        seat = rng.randrange(len(match.seats))
        match.game.evaluate(match.position, seat)
        match.scene(match.seats[seat]), match.view()
