"""Bots: players that are programs. A bot is given its seat's view and a sampler, never the true position.

Gunki's own bots are listed here. Other packages add bots by entry points of the group `gunki.bots`: each is a class (or
function) that takes a seed and returns a `Bot`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol

from gunki.core.definition.game import Game
from gunki.core.errors import OptionError
from gunki.core.matches.match import Match
from gunki.core.rules.decision import Action, Decision, Option
from gunki.core.rules.events import Event
from gunki.core.state.position import Position

#: Gunki's own bots by name, each with its module and class; stronger bots come first. Modules are imported when needed.
_OWN = {"greedy": ("gunki.bots.greedy", "Greedy"), "random": ("gunki.bots.random", "Random")}


#: The largest number that may follow the name of a bot.
MAX_EFFORT = 1_000_000


class BotView:
    """Everything that a bot is given for a decision: the decision, the seat's view, a sampler, the turn's events."""

    __slots__ = ("_sampler", "_teller", "_view_made", "_viewer", "decision", "game", "seat")

    def __init__(
        self,
        game: Game,
        seat: str,
        decision: Decision,
        viewer: Callable[[], dict[str, Any]],
        sampler: Callable[[random.Random], Position],
        teller: Callable[[], Sequence[Event]] = tuple,
    ) -> None:
        self.game = game
        self.seat = seat
        #: The bot's own decision, with all its options.
        self.decision = decision
        self._viewer = viewer
        self._sampler = sampler
        self._teller = teller
        self._view_made: dict[str, Any] | None = None

    @property
    def view(self) -> dict[str, Any]:
        """Everything that the seat may know, as plain data; made at first use."""
        if self._view_made is None:
            self._view_made = self._viewer()
        return self._view_made

    def sample(self, rng: random.Random) -> Position:
        """Return a whole position that the seat cannot tell from the true one; unknown things are drawn with `rng`."""
        return self._sampler(rng)

    def this_turn(self) -> Sequence[Event]:
        """Return the events of this turn that the seat may know."""
        return self._teller()


class Bot(Protocol):
    """The interface of a bot."""

    def choose(self, view: BotView, /) -> Option | Action | str:
        """Return the answer to `view.decision`: one of its options, an action, or the text of an action."""
        ...


def names() -> list[str]:
    """Return the names of the available bots; the first is the default opponent."""
    own = [name for name, (module, _) in _OWN.items() if _is_importable(module)]
    return [*own, *(point.name for point in entry_points(group="gunki.bots") if point.name not in _OWN)]


def _is_importable(module: str) -> bool:
    """Return whether a module can be imported: one of gunki's own bots may need a package that is not installed."""
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def bot(text: str, seed: int) -> Bot:
    """Return the bot that `text` names, with a seed. A number after the name sets its effort: `greedy`, `greedy:80`."""
    return bot_factory(text)(seed)


def bot_factory(text: str) -> Callable[[int], Bot]:
    """Return a function that takes a seed and makes the bot that `text` names.

    To make many bots, call this once, because finding a bot by its name is slow.
    """
    name, colon, effort = text.partition(":")
    factory: Callable[..., Bot] | None = None
    if name in names():
        if name in _OWN:
            module, cls = _OWN[name]
            factory = getattr(import_module(module), cls)
        else:
            factory = next(point.load() for point in entry_points(group="gunki.bots") if point.name == name)
    if factory is None:
        raise OptionError(f"unknown bot {name!r}; known: {', '.join(names())}")
    if not colon:
        return factory
    if not (effort.isascii() and effort.isdigit() and 0 < int(effort[:7]) <= MAX_EFFORT):
        raise OptionError(f"bot {text!r}: after the colon a whole number from 1 to {MAX_EFFORT}")
    make_bot, number = factory, int(effort)

    def with_effort(seed: int) -> Bot:
        try:
            return make_bot(seed, number)
        except TypeError:
            raise OptionError(f"bot {name!r} takes no number") from None

    return with_effort


def bot_seed(seed: int, seat: str) -> int:
    """Return the seed of the bot in a seat, made from the seed of the match; it is the same on every machine."""
    return int.from_bytes(blake2b(f"{seed}:{seat}".encode(), digest_size=7).digest())


def bot_view(match: Match, decision: Decision) -> BotView:
    """Return the `BotView` with which the bot of the deciding seat chooses an answer."""
    seat = decision.who
    return BotView(
        match.game,
        seat,
        decision,
        lambda: match.view(seat),
        lambda rng: match.sample(seat, rng),
        lambda: this_turn(match, seat),
    )


def this_turn(match: Match, seat: str) -> list[Event]:
    """Return the events of this turn that a seat may know. Events that the match no longer holds are left out."""
    events: list[Event] = []
    for ply in range(match.ply, match.first_held_ply - 1, -1):
        for event in reversed(match.events_at(ply)):
            if event.kind == "turn":
                return events[::-1]
            if event.is_visible_to(seat):
                events.append(event)
    return events[::-1]
