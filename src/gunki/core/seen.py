"""What is seen of a position: the game's view with the aims, kept while nothing in it changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gunki.core.game import Game, Setup
from gunki.core.position import Position


@dataclass(slots=True)
class Shown:
    """What is seen of one position: by seat (None: what everybody sees), and what lies on the table then."""

    position: Position
    judged_by: tuple[Any, ...]
    views: dict[str | None, dict[str, Any]]
    scene: dict[str, Any]


def aims(game: Game, setup: Setup, position: Position, seats: Iterable[int]) -> dict[str, dict[str, Any]]:
    """By seat, with names and cited clauses."""
    judged, names = game.judged(position), setup.seats
    return {names[seat]: judged.aims(seat).plain(names, setup.lexicon, game.cite) for seat in seats}


def look(game: Game, setup: Setup, position: Position, seat: int | None) -> dict[str, Any]:
    """The game's view, with the aims of the seat; for a spectator those of all."""
    seats = range(len(setup.seats)) if seat is None else (seat,)
    return {**game.view(position, seat), "aims": aims(game, setup, position, seats)}


def shown(game: Game, setup: Setup, position: Position, before: Shown | None) -> Shown:
    """What everybody sees, made of what was seen before as far as it is the same."""
    public, judged_by = game.view(position, None), position.judged_by()
    if before is not None and before.judged_by == judged_by:
        public["aims"] = before.views[None]["aims"]  # most answers change nothing that decides the game
    else:
        public["aims"] = aims(game, setup, position, range(len(setup.seats)))
    scene = before.scene if before is not None and before.views[None] == public else {}  # the same on the table
    return Shown(position, judged_by, {None: public}, scene)


def copied(data: dict[str, Any]) -> dict[str, Any]:
    """A copy that its owner may change: games give what has not changed to everybody."""

    def copy(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: copy(item) for key, item in value.items()}
        return [copy(item) for item in value] if isinstance(value, list) else value

    return {key: copy(item) for key, item in data.items()}
