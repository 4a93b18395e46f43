"""Pictures of an environment: as text, as SVG, or as pixels."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gunki.core.errors import OptionError
from gunki.draw import png
from gunki.draw.notebook_renderer import draw_scene

if TYPE_CHECKING:
    from gunki.rl.play import Play

MODES = ("ansi", "svg", "rgb_array")
#: The width of a picture in pixels.
WIDTH = 1000


def check_mode(mode: str | None) -> str | None:
    """Return a render mode; raise OptionError if it is unknown."""
    if mode is not None and mode not in MODES:
        raise OptionError(f"render_mode: expected one of {', '.join(MODES)}; found {mode!r}")
    return mode


class Picture:
    """Draws the position as spectators see it: hands stay hidden."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Return the picture in a mode: a text, an SVG, or an array of pixels, or None if there is no mode."""
        if mode is None:
            return None
        if mode == "ansi":
            return self.text()
        game = self._play.game
        svg = draw_scene(game, self._play.setup, self._scene())
        if svg is None:
            raise OptionError(f"render_mode: {game.id} has no map to draw; ansi shows it as text")
        return svg if mode == "svg" else pixels(png.render(svg, width=WIDTH))

    def _scene(self) -> dict[str, Any]:
        play = self._play
        return play.game.scene(play.setup, play.game.view(play.position, None))

    def text(self) -> str:
        """Return the position as text: the decision or the result, and the pieces in each place."""
        play = self._play
        texts, over, seat = play.game.texts(), play.outcome, play.seat
        lines = [f"{play.game.id} {play.setup.scenario}, ply {len(play.acts)}"]
        if seat is not None:
            question = play.info()
            lines.append(f"{play.seats[seat]} is asked: {question['question']} ({question['clause']})")
        elif over is not None:
            winners = ", ".join(play.seats[winner] for winner in over.winners) or "nobody"
            lines.append(f"over: {winners} won, {over.reason} ({play.game.cite(over.clause)})")
        for place, row in self._scene()["places"].items():
            stacks = []
            for stack in row.get("stacks", ()):
                pieces = [
                    (f"{piece['count']} " if piece["count"] > 1 else "") + texts(*piece["name"])
                    for piece in stack["pieces"]
                ]
                stacks.append(f"{stack['clan']}: {', '.join(pieces)}")
            if stacks:
                lines.append(f"  {place:16} {'; '.join(stacks)}")
        return "\n".join(lines)


def pixels(data: bytes) -> NDArray[np.uint8]:
    """Return a PNG as an array of height, width and three colours; raise OptionError if Pillow is missing."""
    try:
        from PIL import Image  # an optional package
    except ImportError:
        raise OptionError(
            "render_mode 'rgb_array' needs Pillow, which is not installed; 'svg' and 'ansi' do not"
        ) from None
    with Image.open(io.BytesIO(data)) as image:
        return np.array(image.convert("RGB"))
