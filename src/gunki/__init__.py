"""gunki (軍記): Sengoku board wargames as rules-enforcing software. See docs/api.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from gunki import compiled as compiled  # first: it decides from where the rules are imported
from gunki import moved
from gunki.core.definition.data_tables import replacements
from gunki.core.definition.game import Game
from gunki.core.dice.chance import checked_seed
from gunki.core.errors import (
    AbsentError,
    ActionError,
    DataError,
    DiceError,
    EndlessError,
    GunkiError,
    IllegalAction,
    OptionError,
    PositionError,
    SaveError,
    UndoError,
)
from gunki.core.matches import saves
from gunki.core.matches.compatibility import Notice
from gunki.core.matches.match import Answer, Entry, Header, Match, Result
from gunki.core.matches.resume import resumed, taken_up
from gunki.core.rules.decision import CHANCE, Action, Bar, Decision, Option
from gunki.core.rules.events import Event
from gunki.core.show.notebook import painted_by
from gunki.core.state.position import Position

__version__ = "0.1.0"

moved.install()

#: Our own games, imported when first asked for; others come as plugins (entry points of the group `gunki.games`).
_OWN = {
    "nobunaga": "gunki.games.nobunaga.game",
    "honganji": "gunki.games.honganji.game",
    "kanto": "gunki.games.kanto.game",
    "hideyoshi": "gunki.games.hideyoshi.game",
    "kenshin": "gunki.games.kenshin.game",
}

#: In notebooks matches and positions show themselves; what draws them is imported then.
painted_by("gunki.draw.notebook_renderer")

Dice = str | Sequence[int] | None


def game_ids() -> list[str]:
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
    raise OptionError(f"unknown game {ident!r}; known: {', '.join(game_ids())}")


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
    return _match(ident, scenario, seed, options, dice, _folder(data), None)


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
    return _match(ident, scenario, seed, options, dice, _folder(data), document)


def load(path: str | Path, *, dice: Dice = None) -> Match:
    """A match from a save: replayed action by action, so that nothing in the file has to be believed.

    A save that was played under other rules opens as far as today's accept it; `match.notice` says what they refuse.
    """
    path = Path(path)
    return loads(saves.read_file(path), name=str(path), dice=dice)


def loads(data: bytes, *, name: str = "the save", dice: Dice = None) -> Match:
    """A match from the bytes of a save."""
    manifest, entries = saves.read(name, data)
    header = Header(**{field: manifest[field] for field in Header.__dataclass_fields__})
    return saves.replay(name, manifest, entries, lambda recorded: _begin(header, dice, recorded))


def replay(header: Header, entries: Sequence[Entry], stand: Mapping[str, Any] | None = None) -> Match:
    """A match from its header and its entries; chance answers from the entries, and goes on from the seed.

    `stand`: replay from there on (gunki.core.matches.resume), not from the start.
    """
    match = _begin(header, None, entries[0].chance if entries else ()) if stand is None else _at(header, entries, stand)
    match.follow(entries[match.ply + 1 :])
    return match


def reopen(
    header: Header,
    entries: Sequence[Entry],
    before_each: Callable[[], None] = lambda: None,
    stand: Mapping[str, Any] | None = None,
    anyway: bool = False,
) -> Match:
    """The same, but as far as today's rules accept it: `match.notice` says what they refuse, and why.

    `before_each` is called before every action; what it raises breaks it off. `stand`: replay from there on
    (gunki.core.matches.resume), not from the start. `anyway`: what was played is played though the rules forbid it, as
    long as their questions are the same.
    """
    lines = list(entries)
    if stand is not None:
        return saves.followed(_at(header, entries, stand), lines, stand["version"], before_each, anyway)
    version = header.rules_version
    return saves.reopened(lines, version, lambda recorded: _begin(header, None, recorded), before_each, anyway)


def resume(header: Header, entries: Sequence[Entry], state: Mapping[str, Any]) -> Match:
    """Go on with a match from its state (gunki.core.matches.resume) without replaying it; only for what is our own."""
    found = game(header.game)
    return resumed(found, found.setup(header.scenario, header.options, header.tables), header, entries, state)


def _at(header: Header, entries: Sequence[Entry], stand: Mapping[str, Any]) -> Match:
    found = game(header.game)
    return taken_up(found, found.setup(header.scenario, header.options, header.tables), header, entries, stand)


def _begin(header: Header, dice: Dice, recorded: tuple[Answer, ...]) -> Match:
    return _match(
        header.game,
        header.scenario,
        header.seed,
        header.options,
        header.dice if dice is None else dice,
        header.tables,
        header.composed,
        recorded,
        header.fairness,
    )


def _match(
    ident: str,
    scenario: str | None,
    seed: int | None,
    options: Mapping[str, Any] | None,
    dice: Dice,
    replace: Path | Mapping[str, Any] | None,
    document: Mapping[str, Any] | None,
    recorded: tuple[Answer, ...] = (),
    fairness: Mapping[str, Any] | None = None,
) -> Match:
    found = game(ident)
    seed = checked_seed(seed)
    setup = found.setup(scenario, options, replace)
    # The tables of the user's folder are kept with the match, so that its save can be replayed anywhere.
    tables = None if replace is None else {name: table for name, table, _ in replacements(replace)}
    typed = dice if dice == "typed" else None
    header = Header(
        found.id, setup.scenario, setup.options, seed, found.rules_version, document, tables, typed, fairness
    )
    position = found.start(setup) if document is None else found.compose(setup, document)
    return Match(found, setup, header, position, dice, recorded)


def _folder(data: str | Path | None) -> Path | None:
    return None if data is None else Path(data)


__all__ = [
    "CHANCE",
    "AbsentError",
    "Action",
    "ActionError",
    "Bar",
    "DataError",
    "Decision",
    "DiceError",
    "EndlessError",
    "Entry",
    "Event",
    "Game",
    "GunkiError",
    "IllegalAction",
    "Match",
    "Notice",
    "Option",
    "OptionError",
    "Position",
    "PositionError",
    "Result",
    "SaveError",
    "UndoError",
    "compose",
    "game",
    "game_ids",
    "load",
    "new",
]
