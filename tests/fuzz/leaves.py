"""Every leaf of every data table, changed in every way that a mistaken or hostile hand may change it."""

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

#: More digits than Python is willing to write.
HUGE = 16**6000
#: What stands there instead. TOML knows dates, and numbers that are none.
OTHERS: tuple[Any, ...] = (
    "x", "", "1", 0, 1, -1, 7, 10**6, -(2**63), 2**63 - 1, HUGE, 2.5, float("nan"), float("inf"), True, False,
    [], ["x"], [[]], [1], {}, {"x": 1}, datetime.date(1560, 5, 19),
)  # fmt: skip
#: Texts for the reader alone.
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


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """Every place in a table, leaves and what holds them."""
    if here:
        yield here
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        if key not in NOTES:
            yield from paths(item, (*here, key))


def changes(game: Game) -> Iterator[tuple[str, Path, int]]:
    """Every place with every change, as numbers: `change` makes it."""
    for name, table in game.tables.items():
        for path in paths(table):
            for number in range(len(OTHERS) + 3):
                yield name, path, number


def change(game: Game, name: str, path: Path, number: int) -> Change:
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


def tried(game: Game, change: Change, scenario: str, rng: random.Random, acts: int) -> str:
    """`refused` by name, nothing if it can be played, else what is wrong with the refusal."""
    try:
        match = gunki._match(game.id, scenario, 1, None, None, change.tables, None)
    except gunki.DataError as error:
        return "refused" if PLACE.match(str(error)) else f"does not name its place: {error}"
    _played(match, rng, acts)
    return ""


def _played(match: Match, rng: random.Random, acts: int) -> None:
    """A start that can be looked at, and a few acts."""
    match.game.board(match.setup), match.game.list_charts(match.setup), saves.save_bytes(match)
    for _ in range(acts):
        decision = match.decision
        if decision is None:
            return
        match.act(rng.choice(decision.options))
        seat = rng.randrange(len(match.seats))
        match.game.evaluate(match.position, seat)
        match.scene(match.seats[seat]), match.view()
