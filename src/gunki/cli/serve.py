"""`gunki serve`: the table in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from gunki.cli.screen import Screen


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8080,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where matches are kept; your user folder if left out.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    workers_for_bots: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes that bots think in; cores less one if left out.")
    ] = None,
    limits: Annotated[
        float, typer.Option(min=0, help="Multiplies how many requests one address may send; 0: any number.")
    ] = 1.0,
    name: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A name the server may be called by; repeatable.")
    ] = None,
) -> None:
    """Play in the browser: against bots, at one table, or with people elsewhere by links.

    \b
    Examples:
      gunki serve --open
      gunki serve --host 0.0.0.0 --port 8000 --data matches/
    """
    from gunki.server.run import serve as run
    from gunki.server.settings import Settings, default_data

    screen = Screen()
    settings = Settings(
        data=(data or default_data()).absolute(),
        host=host,
        port=port,
        bot_workers=workers_for_bots or max(1, (os.cpu_count() or 2) - 1),
        limits=limits,
        hosts=tuple(name or ()),
    )
    run(settings, lambda address: screen.line(f"gunki: {address}  (Ctrl-C stops)"), browser=open_browser)
