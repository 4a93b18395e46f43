"""gunki (軍記): Sengoku board wargames as rules-enforcing software. See docs/api.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gunki import compiled as compiled  # imported first, because this module decides from where the rules are imported
from gunki import moved
from gunki.core.definition.data_tables import replacements
from gunki.core.definition.game import Game
from gunki.core.dice.chance import check_seed
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
from gunki.core.matches.compatibility import ReplayProblem
from gunki.core.matches.match import ChanceResult, Match, MatchHeader, RecordEntry, Result
from gunki.core.matches.resume import resume_from_standing, resume_match
from gunki.core.rules.decision import CHANCE, Action, Decision, Option, Reason
from gunki.core.rules.events import Event
from gunki.core.rules.old_names import warn_of_old_name
from gunki.core.show.notebook import set_notebook_renderer
from gunki.core.state.position import Position

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

__version__ = "0.2.0"

moved.install()

#: The module of each of gunki's own games, imported when the game is first used. Other games come as plugins (entry
#: points of the group `gunki.games`).
_OWN = {
    "nobunaga": "gunki.games.nobunaga.game",
    "honganji": "gunki.games.honganji.game",
    "kanto": "gunki.games.kanto.game",
    "hideyoshi": "gunki.games.hideyoshi.game",
    "kenshin": "gunki.games.kenshin.game",
}

#: Notebooks show matches and positions as pictures. The module that draws them is imported for the first picture.
set_notebook_renderer("gunki.draw.notebook_renderer")

Dice = str | Sequence[int] | None


def _plugins() -> EntryPoints:
    from importlib.metadata import entry_points  # slow to load, and a match of our own games does not need it

    return entry_points(group="gunki.games")


def game_ids() -> list[str]:
    """Return the ids of the available games: gunki's own, then those of plugins."""
    return [*_OWN, *(point.name for point in _plugins() if point.name not in _OWN)]


@cache
def game(game_id: str) -> Game:
    """Return the game with an id; raise OptionError if no game has this id."""
    if game_id in _OWN:
        own_game: Game = import_module(_OWN[game_id]).GAME
        return own_game
    for point in _plugins():
        if point.name == game_id:
            plugin: Game = point.load()
            return plugin
    raise OptionError(f"unknown game {game_id!r}; known: {', '.join(game_ids())}")


def new(
    game_id: str,
    scenario: str | None = None,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    dice: Dice = None,
    data: str | Path | None = None,
) -> Match:
    """Return a new match of a scenario, by default of the game's first one.

    `options` switches optional rules and rulings on or off. `dice` is a list of dice to use, "typed" if a person types
    them in, or None if the seed decides them. `data` is a folder of tables that replace those of the game.
    """
    return _match(game_id, scenario, seed, options, dice, _folder(data), None)


def compose(
    game_id: str,
    scenario: str | Mapping[str, Any] | None = None,
    document: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    dice: Dice = None,
    data: str | Path | None = None,
) -> Match:
    """Return a match that begins in a composed position (docs/positions.md).

    The scenario may be left out: `compose(game_id, document)`.
    """
    if document is None and isinstance(scenario, Mapping):
        scenario, document = None, scenario
    if not isinstance(document, Mapping) or isinstance(scenario, Mapping):
        raise PositionError("compose takes a game, a scenario (or none) and a document")
    return _match(game_id, scenario, seed, options, dice, _folder(data), document)


def load(path: str | Path, *, dice: Dice = None) -> Match:
    """Return the match in a save. It is replayed action by action, so that nothing in the file has to be trusted.

    If the save was played under other rules, the match goes as far as today's rules accept its actions; then
    `match.notice` says what they refuse.
    """
    path = Path(path)
    return loads(saves.read_file(path), name=str(path), dice=dice)


def loads(data: bytes, *, name: str = "the save", dice: Dice = None) -> Match:
    """Return the match in a save that is given as bytes; `name` names the save in errors."""
    manifest, entries = saves.read(name, data)
    header = MatchHeader(**{field: manifest[field] for field in MatchHeader.__dataclass_fields__})
    return saves.replay(name, manifest, entries, lambda recorded: _begin(header, dice, recorded))


def replay(header: MatchHeader, entries: Sequence[RecordEntry], stand: Mapping[str, Any] | None = None) -> Match:
    """Return the match with this header and these entries.

    Rolls and deals are taken from the entries; after the last entry the seed decides them. If `stand` is given (a
    standing, see gunki.core.matches.resume), the replay begins there, not at the start.
    """
    match = _begin(header, None, entries[0].chance if entries else ()) if stand is None else _at(header, entries, stand)
    match.follow(entries[match.ply + 1 :])
    return match


def reopen(
    header: MatchHeader,
    entries: Sequence[RecordEntry],
    before_each: Callable[[], None] = lambda: None,
    stand: Mapping[str, Any] | None = None,
    anyway: bool = False,
) -> Match:
    """Return the match with this header and these entries, as far as today's rules accept the actions.

    `match.notice` says what the rules refuse, and why. `before_each` is called before every action; an exception from
    it ends the replay. If `stand` is given (a standing, see gunki.core.matches.resume), the replay begins there, not at
    the start. If `anyway` is true, actions that the rules forbid now are played too, as long as they are candidates
    of the decision.
    """
    lines = list(entries)
    if stand is not None:
        return saves.follow_record(_at(header, entries, stand), lines, stand["version"], before_each, anyway)
    version = header.rules_version
    return saves.reopen_record(lines, version, lambda recorded: _begin(header, None, recorded), before_each, anyway)


def resume(header: MatchHeader, entries: Sequence[RecordEntry], state: Mapping[str, Any]) -> Match:
    """Return a match resumed from its state (gunki.core.matches.resume), without a replay.

    The state is not checked, so it must come from gunki itself, not from a stranger.
    """
    played_game = game(header.game)
    return resume_match(
        played_game, played_game.setup(header.scenario, header.options, header.tables), header, entries, state
    )


def _at(header: MatchHeader, entries: Sequence[RecordEntry], stand: Mapping[str, Any]) -> Match:
    played_game = game(header.game)
    return resume_from_standing(
        played_game, played_game.setup(header.scenario, header.options, header.tables), header, entries, stand
    )


def _begin(header: MatchHeader, dice: Dice, recorded: tuple[ChanceResult, ...]) -> Match:
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
    game_id: str,
    scenario: str | None,
    seed: int | None,
    options: Mapping[str, Any] | None,
    dice: Dice,
    replace: Path | Mapping[str, Any] | None,
    document: Mapping[str, Any] | None,
    recorded: tuple[ChanceResult, ...] = (),
    fairness: Mapping[str, Any] | None = None,
) -> Match:
    played_game = game(game_id)
    seed = check_seed(seed)
    setup = played_game.setup(scenario, options, replace)
    # The match keeps the tables of the user's folder, so that its save can be replayed on other machines.
    tables = None if replace is None else {name: table for name, table, _ in replacements(replace)}
    typed = dice if dice == "typed" else None
    header = MatchHeader(
        played_game.id,
        setup.scenario,
        setup.options,
        seed,
        played_game.rules_version,
        document,
        tables,
        typed,
        fairness,
    )
    position = played_game.start(setup) if document is None else played_game.compose(setup, document)
    return Match(played_game, setup, header, position, dice, recorded)


def _folder(data: str | Path | None) -> Path | None:
    return None if data is None else Path(data)


__all__ = [
    "CHANCE",
    "AbsentError",
    "Action",
    "ActionError",
    "DataError",
    "Decision",
    "DiceError",
    "EndlessError",
    "Event",
    "Game",
    "GunkiError",
    "IllegalAction",
    "Match",
    "Option",
    "OptionError",
    "Position",
    "PositionError",
    "Reason",
    "RecordEntry",
    "ReplayProblem",
    "Result",
    "SaveError",
    "UndoError",
    "compose",
    "game",
    "game_ids",
    "load",
    "new",
]

#: Old names of classes in this module, with today's names. Version 0.4 removes the old names.
_OLD_NAMES = {"Bar": "Reason", "Entry": "RecordEntry", "Header": "MatchHeader", "Notice": "ReplayProblem"}


def __getattr__(name: str) -> Any:
    """Return the class that an old name stands for, and warn that the name is old."""
    if name not in _OLD_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_of_old_name(f"gunki.{name}", f"gunki.{_OLD_NAMES[name]}")
    return globals()[_OLD_NAMES[name]]
