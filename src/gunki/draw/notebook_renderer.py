"""Pictures of matches and positions for notebooks: the map with its stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import gunki
from gunki.core.definition.game import Game
from gunki.core.matches.match import Match
from gunki.core.state.position import Position
from gunki.draw.map_picture import Picture, draw_map
from gunki.draw.maps.corrected_map_files import map_ids
from gunki.draw.maps.overlays import Stack

NOBODY = "#8a8577"


def svg(thing: Match | Position) -> Picture | None:
    """Return the picture that a spectator sees, or None if the game has no map."""
    if isinstance(thing, Match):
        return draw_scene(thing.game, thing.setup, thing.scene(None))
    game = _game_of(thing)
    if game is None:
        return None
    setup: Any = thing.setup  # type: ignore[attr-defined]
    view = {**game.view(thing, None), "ply": 0, "result": None, "decision": None}
    return draw_scene(game, setup, game.scene(setup, view))


def _game_of(position: Position) -> Game | None:
    """Return the game of a position: the one whose class is in the same package."""
    module = type(position).__module__
    games = map(gunki.game, gunki.game_ids())
    return next((game for game in games if module.startswith(type(game).__module__.rpartition(".")[0] + ".")), None)


def draw_scene(game: Game, setup: Any, scene: Mapping[str, Any]) -> Picture | None:
    """Return the map with the stacks of a scene (docs/data/scene.md), or None if the game has no map."""
    if game.id not in map_ids():
        return None
    clans, texts = game.board(setup).get("clans", {}), game.texts()
    stacks = []
    for place, row in scene["places"].items():
        counts: Counter[str] = Counter()
        names: dict[str, list[str]] = {}
        for stack in row["stacks"]:
            for piece in stack["pieces"]:
                counts[piece["clan"]] += piece["count"]
                names.setdefault(piece["clan"], []).append(texts.name(*piece["name"]))
        stacks += [
            Stack(place, clans.get(clan, {}).get("colour", NOBODY), count, ", ".join(names[clan]))
            for clan, count in counts.items()
        ]
    return draw_map(game.id, stacks=stacks)
