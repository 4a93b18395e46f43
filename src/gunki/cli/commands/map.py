"""`gunki map`: a picture of a game's map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gunki.cli.commands.inspect import Language, language
from gunki.cli.render.screen import Screen
from gunki.core.errors import OptionError
from gunki.draw import draw_map, to_png

app = typer.Typer()

KINDS = (".svg", ".png")


@app.command("map")
def draw(
    game: Annotated[str, typer.Argument(help="The game, e.g. kanto.")],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="An .svg or .png file; GAME.svg by default.")] = None,
    lang: Language = None,
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder with hexes.csv or sides.csv that correct single lines of ours."),
    ] = None,
    width: Annotated[int, typer.Option(metavar="N", help="Width of a .png in pixels.")] = 2000,
) -> None:
    """Draw the map of a game as an .svg or .png picture. The game need not be playable yet."""
    file = out or Path(f"{game}.svg")
    if file.suffix.lower() not in KINDS:
        raise OptionError(f"--out {file}: expected a name that ends in {' or '.join(KINDS)}")
    svg = draw_map(game, lang=language(lang), theme=theme, data=data)
    content = to_png(svg, width) if file.suffix.lower() == ".png" else svg.encode()
    try:
        file.write_bytes(content)
    except OSError as error:
        raise OptionError(f"--out {file}: cannot be written: {error.strerror}") from None
    Screen().line(str(file))
