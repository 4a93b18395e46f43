"""Views of a position: the game's view with the aims, cached while nothing in it changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gunki.core.definition.game import Game
from gunki.core.definition.setup import Setup
from gunki.core.rules.decision import CHANCE, Decision
from gunki.core.show.part_memo import PartMemo
from gunki.core.state.position import Position


class SharedView(NamedTuple):
    """A view or a scene in two parts, which must not be changed.

    `public` holds the fields that all see. `own` holds the fields that a seat sees in addition, or with other values.
    As long as the public part of a scene stays equal, it is the same object.
    """

    public: dict[str, Any]
    own: dict[str, Any]

    @property
    def whole(self) -> dict[str, Any]:
        """Both parts in one dictionary."""
        return {**self.public, **self.own}


@dataclass(slots=True)
class ViewCache:
    """Cached views of one position: the public part is made once, the own part once for each seat."""

    position: Position
    aims_key: tuple[Any, ...]
    #: The view and the scene of a spectator; the scene is empty until it is needed.
    public: dict[str, Any]
    scene: dict[str, Any]
    memo: PartMemo
    own: dict[int, dict[str, Any]] = field(default_factory=dict)

    def own_view(self, game: Game, setup: Setup, seat: int | None) -> dict[str, Any]:
        """Return the fields of a seat's view that a spectator's view lacks or has with other values."""
        if seat is None:
            return {}
        own = self.own.get(seat)
        if own is None:
            name = setup.seats[seat]
            own = self.own[seat] = {**game.own_view(self.position, seat), "aims": {name: self.public["aims"][name]}}
        return own

    def split_scene(self, game: Game, setup: Setup, seat: int | None) -> SharedView:
        """Return the scene of a seat (None: a spectator) in two parts."""
        if not self.scene:
            self.scene.update(game.public_scene(setup, self.public, self.memo))
        if seat is None:
            return SharedView(self.scene, {"aims": self.public["aims"]})
        view = {**self.public, **self.own_view(game, setup, seat)}
        return SharedView(self.scene, {**game.own_scene(setup, view), "aims": view["aims"]})


def decision_data(decision: Decision | None, options: list[dict[str, Any]], seat: str | None) -> dict[str, Any] | None:
    """Return what a view tells of the current decision. Only the seat that decides sees the options."""
    if decision is None:
        return None
    data: dict[str, Any] = {"who": decision.who, "name": decision.name, "clause": decision.clause}
    if decision.who in (seat, CHANCE):
        data |= {"kind": decision.kind, "data": dict(decision.data), "options": options}
    return data


def aims_by_seat(game: Game, setup: Setup, position: Position, seats: Iterable[int]) -> dict[str, dict[str, Any]]:
    """Return the aims of each seat as plain data, with names and cited clauses."""
    judge, names = game.make_aims_judge(position), setup.seats
    return {names[seat]: judge.aims(seat).plain(names, setup.lexicon, game.cite) for seat in seats}


def seat_view(game: Game, setup: Setup, position: Position, seat: int | None) -> dict[str, Any]:
    """Return the game's view with the aims of the seat; for a spectator, with the aims of all seats."""
    seats = range(len(setup.seats)) if seat is None else (seat,)
    return {**game.view(position, seat), "aims": aims_by_seat(game, setup, position, seats)}


def make_view_cache(game: Game, setup: Setup, position: Position, before: ViewCache | None) -> ViewCache:
    """Return the cached views of a position; parts that equal those of `before` are taken over."""
    memo = PartMemo() if before is None else before.memo
    public, judged_by = game.public_view(position, memo), position.aims_cache_key()
    if before is not None and before.aims_key == judged_by:
        public["aims"] = before.public["aims"]  # most actions change nothing that decides the game
    else:
        public["aims"] = aims_by_seat(game, setup, position, range(len(setup.seats)))
    scene = before.scene if before is not None and before.public == public else {}  # nothing on the table changed
    return ViewCache(position, judged_by, public, scene, memo)


def deep_copy(data: dict[str, Any]) -> dict[str, Any]:
    """Return a deep copy, which the caller may change. Do not change the original, because games reuse parts of it."""

    def copy(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: copy(item) for key, item in value.items()}
        return [copy(item) for item in value] if isinstance(value, list) else value

    return {key: copy(item) for key, item in data.items()}
