"""`gunki guide`: an introduction to a game on two pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import gunki
from gunki.cli.commands.inspect import Language, language
from gunki.cli.render.screen import Screen
from gunki.core.definition.guides import plain
from gunki.core.definition.texts import LANGUAGES

app = typer.Typer()


@app.command("guide")
def guide(
    game: Annotated[str, typer.Argument(help="The game, e.g. nobunaga.")],
    lang: Language = None,
    write: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write it to this folder instead, as GAME.md and GAME.ja.md.")
    ] = None,
) -> None:
    """Explain a game on two pages: what it is about, how a turn goes, what to do first, with the clauses."""
    loaded_game = gunki.game(game)
    if write is None:
        Screen().line(plain(loaded_game.guide(language(lang))).rstrip())
        return
    write.mkdir(parents=True, exist_ok=True)
    for each in LANGUAGES:
        (write / file_name(game, each)).write_text(plain(loaded_game.guide(each)), encoding="utf-8")


def file_name(game: str, lang: str) -> str:
    return f"{game}.md" if lang == LANGUAGES[0] else f"{game}.{lang}.md"
