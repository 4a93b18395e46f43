"""gunki (軍記): Sengoku board wargames as rules-enforcing software. See docs/api.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from gunki.core import record
from gunki.core.decision import CHANCE, Action, Bar, Decision, Option
from gunki.core.errors import (
    ActionError,
    DataError,
    DiceError,
    GunkiError,
    IllegalAction,
    OptionError,
    PositionError,
    SaveError,
    UndoError,
)
from gunki.core.events import Event
from gunki.core.game import Game
from gunki.core.match import Entry, Header, Match, Result, checked_seed
from gunki.core.position import Position

__version__ = "0.1.0"

#: Our own games, imported when first asked for; others come as plugins (entry points of the group `gunki.games`).
_OWN = {"nobunaga": "gunki.games.nobunaga.game"}

Dice = str | Sequence[int] | None


def games() -> list[str]:
    """The ids of the games there are."""
    from importlib.metadata import entry_points

    return [*_OWN, *(point.name for point in entry_points(group="gunki.games") if point.name not in _OWN)]


@cache
def game(ident: str) -> Game:
    """A game by its id."""
    if ident in _OWN:
        found: Game = import_module(_OWN[ident]).GAME
        return found
    from importlib.metadata import entry_points

    for point in entry_points(group="gunki.games"):
        if point.name == ident:
            plugin: Game = point.load()
            return plugin
    raise OptionError(f"unknown game {ident!r}; known: {', '.join(games())}")


def new(
    ident: str,
    scenario: str | None = None,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    dice: Dice = None,
    data: str | Path | None = None,
) -> Match:
    """A new match of a game's scenario (its first by default).

    `options` switch optional rules and rulings; `dice` is None (from the seed), "typed" or a list; `data` is a folder
    whose tables replace ours.
    """
    return _match(ident, scenario, seed, options, dice, _replaced(data), None)


def compose(
    ident: str,
    scenario: str | Mapping[str, Any] | None = None,
    document: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    dice: Dice = None,
    data: str | Path | None = None,
) -> Match:
    """A match from a written position (docs/positions.md); the scenario may be left out."""
    if document is None and isinstance(scenario, Mapping):
        scenario, document = None, scenario
    if not isinstance(document, Mapping) or isinstance(scenario, Mapping):
        raise PositionError("compose takes a game, a scenario (or none) and a document")
    return _match(ident, scenario, seed, options, dice, _replaced(data), document)


def load(path: str | Path, *, dice: Dice = None) -> Match:
    """A match from a save: replayed action by action, so that nothing in the file has to be believed."""
    path = Path(path)
    manifest, entries = record.read(path)

    def begin(recorded: tuple[tuple[str, tuple[int, ...]], ...]) -> Match:
        return _match(
            manifest["game"],
            manifest["scenario"],
            manifest["seed"],
            manifest["options"],
            dice,
            manifest["tables"],
            manifest["composed"],
            recorded,
        )

    return record.replay(path, manifest, entries, begin)


def _match(
    ident: str,
    scenario: str | None,
    seed: int | None,
    options: Mapping[str, Any] | None,
    dice: Dice,
    tables: Mapping[str, Any] | None,
    document: Mapping[str, Any] | None,
    recorded: tuple[tuple[str, tuple[int, ...]], ...] = (),
) -> Match:
    found = game(ident)
    seed = checked_seed(seed)
    setup = found.setup(scenario, options, tables)
    header = Header(found.id, setup.scenario, setup.options, seed, found.rules_version, document, tables)
    position = found.start(setup) if document is None else found.compose(setup, document)
    return Match(found, setup, header, position, dice, recorded)


def _replaced(data: str | Path | None) -> dict[str, Any] | None:
    """The tables of the user's folder, kept with the match so that its save can be replayed anywhere."""
    if data is None:
        return None
    from gunki.core.data import _replacements

    return {name: table for name, table, _ in _replacements(Path(data))}


__all__ = [
    "CHANCE",
    "Action",
    "ActionError",
    "Bar",
    "DataError",
    "Decision",
    "DiceError",
    "Entry",
    "Event",
    "Game",
    "GunkiError",
    "IllegalAction",
    "Match",
    "Option",
    "OptionError",
    "Position",
    "PositionError",
    "Result",
    "SaveError",
    "UndoError",
    "compose",
    "game",
    "games",
    "load",
    "new",
]
