"""What is seen of a position: the game's view with the aims, kept while nothing in it changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gunki.core.definition.game import Game
from gunki.core.definition.setup import Setup
from gunki.core.state.position import Position


class SharedView(NamedTuple):
    """A view or a scene, for whoever writes it out: what everybody sees, and what a seat sees besides or instead of it.

    While what everybody sees on the table stays as it is, it is one object. Nothing in it may be changed.
    """

    public: dict[str, Any]
    own: dict[str, Any]

    @property
    def whole(self) -> dict[str, Any]:
        return {**self.public, **self.own}


@dataclass(slots=True)
class ViewCache:
    """What is seen of one position: what all may know is made once, the rest once for each seat."""

    position: Position
    aims_key: tuple[Any, ...]
    #: The view of a spectator, and what lies on the table for everybody (empty until somebody looks).
    public: dict[str, Any]
    scene: dict[str, Any]
    own: dict[int, dict[str, Any]] = field(default_factory=dict)

    def own_view(self, game: Game, setup: Setup, seat: int | None) -> dict[str, Any]:
        """What a seat's view has besides a spectator's, or instead of it."""
        if seat is None:
            return {}
        own = self.own.get(seat)
        if own is None:
            name = setup.seats[seat]
            own = self.own[seat] = {**game.own_view(self.position, seat), "aims": {name: self.public["aims"][name]}}
        return own

    def split_scene(self, game: Game, setup: Setup, seat: int | None) -> SharedView:
        if not self.scene:
            self.scene.update(game.scene(setup, self.public))
        if seat is None:
            return SharedView(self.scene, {"aims": self.public["aims"]})
        view = {**self.public, **self.own_view(game, setup, seat)}
        return SharedView(self.scene, {**game.own_scene(setup, view), "aims": view["aims"]})


def aims_by_seat(game: Game, setup: Setup, position: Position, seats: Iterable[int]) -> dict[str, dict[str, Any]]:
    """By seat, with names and cited clauses."""
    judge, names = game.make_aims_judge(position), setup.seats
    return {names[seat]: judge.aims(seat).plain(names, setup.lexicon, game.cite) for seat in seats}


def seat_view(game: Game, setup: Setup, position: Position, seat: int | None) -> dict[str, Any]:
    """The game's view, with the aims of the seat; for a spectator those of all."""
    seats = range(len(setup.seats)) if seat is None else (seat,)
    return {**game.view(position, seat), "aims": aims_by_seat(game, setup, position, seats)}


def make_view_cache(game: Game, setup: Setup, position: Position, before: ViewCache | None) -> ViewCache:
    """What everybody sees, made of what was seen before as far as it is the same."""
    public, judged_by = game.view(position, None), position.aims_cache_key()
    if before is not None and before.aims_key == judged_by:
        public["aims"] = before.public["aims"]  # most answers change nothing that decides the game
    else:
        public["aims"] = aims_by_seat(game, setup, position, range(len(setup.seats)))
    scene = before.scene if before is not None and before.public == public else {}  # the same on the table
    return ViewCache(position, judged_by, public, scene)


def deep_copy(data: dict[str, Any]) -> dict[str, Any]:
    """A copy that its owner may change: games give what has not changed to everybody."""

    def copy(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: copy(item) for key, item in value.items()}
        return [copy(item) for item in value] if isinstance(value, list) else value

    return {key: copy(item) for key, item in data.items()}
