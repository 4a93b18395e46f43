"""gunki (軍記): Sengoku board wargames as rules-enforcing software. See docs/api.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gunki import compiled as compiled  # first: it decides from where the rules are imported
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

#: Our own games, imported when first asked for; others come as plugins (entry points of the group `gunki.games`).
_OWN = {
    "nobunaga": "gunki.games.nobunaga.game",
    "honganji": "gunki.games.honganji.game",
    "kanto": "gunki.games.kanto.game",
    "hideyoshi": "gunki.games.hideyoshi.game",
    "kenshin": "gunki.games.kenshin.game",
}

#: In notebooks matches and positions show themselves; what draws them is imported then.
set_notebook_renderer("gunki.draw.notebook_renderer")

Dice = str | Sequence[int] | None


def _plugins() -> EntryPoints:
    from importlib.metadata import entry_points  # slow to load, and a match of our own games does not need it

    return entry_points(group="gunki.games")


def game_ids() -> list[str]:
    """The ids of the games there are."""
    return [*_OWN, *(point.name for point in _plugins() if point.name not in _OWN)]


@cache
def game(game_id: str) -> Game:
    """A game by its id."""
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
    """A new match of a game's scenario (its first by default).

    `options` switch optional rules and rulings; `dice` is None (from the seed), "typed" or a list; `data` is a folder
    whose tables replace ours.
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
    """A match from a written position (docs/positions.md); the scenario may be left out."""
    if document is None and isinstance(scenario, Mapping):
        scenario, document = None, scenario
    if not isinstance(document, Mapping) or isinstance(scenario, Mapping):
        raise PositionError("compose takes a game, a scenario (or none) and a document")
    return _match(game_id, scenario, seed, options, dice, _folder(data), document)


def load(path: str | Path, *, dice: Dice = None) -> Match:
    """A match from a save: replayed action by action, so that nothing in the file has to be believed.

    A save that was played under other rules opens as far as today's accept it; `match.notice` says what they refuse.
    """
    path = Path(path)
    return loads(saves.read_file(path), name=str(path), dice=dice)


def loads(data: bytes, *, name: str = "the save", dice: Dice = None) -> Match:
    """A match from the bytes of a save."""
    manifest, entries = saves.read(name, data)
    header = MatchHeader(**{field: manifest[field] for field in MatchHeader.__dataclass_fields__})
    return saves.replay(name, manifest, entries, lambda recorded: _begin(header, dice, recorded))


def replay(header: MatchHeader, entries: Sequence[RecordEntry], stand: Mapping[str, Any] | None = None) -> Match:
    """A match from its header and its entries; chance answers from the entries, and goes on from the seed.

    `stand`: replay from there on (gunki.core.matches.resume), not from the start.
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
    """The same, but as far as today's rules accept it: `match.notice` says what they refuse, and why.

    `before_each` is called before every action; what it raises breaks it off. `stand`: replay from there on
    (gunki.core.matches.resume), not from the start. `anyway`: what was played is played though the rules forbid it, as
    long as their questions are the same.
    """
    lines = list(entries)
    if stand is not None:
        return saves.follow_record(_at(header, entries, stand), lines, stand["version"], before_each, anyway)
    version = header.rules_version
    return saves.reopen_record(lines, version, lambda recorded: _begin(header, None, recorded), before_each, anyway)


def resume(header: MatchHeader, entries: Sequence[RecordEntry], state: Mapping[str, Any]) -> Match:
    """Go on with a match from its state (gunki.core.matches.resume) without replaying it; only for what is our own."""
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
    # The tables of the user's folder are kept with the match, so that its save can be replayed anywhere.
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

#: The old names in this module; version 0.4 removes them.
_OLD_NAMES = {"Bar": "Reason", "Entry": "RecordEntry", "Header": "MatchHeader", "Notice": "ReplayProblem"}


def __getattr__(name: str) -> Any:
    """Give what an old name stands for, and warn."""
    if name not in _OLD_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_of_old_name(f"gunki.{name}", f"gunki.{_OLD_NAMES[name]}")
    return globals()[_OLD_NAMES[name]]
