"""`gunki serve`: the server for play in the browser."""

from __future__ import annotations

import math
import os
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from gunki.cli.render.screen import Screen
from gunki.server.http.proxies import network
from gunki.server.run import serve as run
from gunki.server.settings import Settings, default_data

app = typer.Typer()

#: A host name of letters, digits and hyphens, or an IP address. An IPv6 address must be in brackets.
HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]")


def _days(until: str) -> Any:
    return typer.Option(min=0, max=36_500, metavar="DAYS", help=f"Days until {until}; 0: never.")


class LogFormat(StrEnum):
    AUTO = "auto"
    JSON = "json"
    TEXT = "text"


@app.command("serve")
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8080,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where matches are kept; your user folder if left out.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    workers_for_bots: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Processes for bots and odds; by default one less than cores, at least 2."),
    ] = None,
    limits: Annotated[
        float, typer.Option(min=0, help="Multiplies the request limits of each address; 0: no limits.")
    ] = 1.0,
    name: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A host name that the server answers to; repeatable.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="CIDR", help="A proxy that is trusted to name the client; repeatable."),
    ] = None,
    connections: Annotated[
        int, typer.Option(min=16, max=100_000, help="Open connections in all; fewer if files are limited.")
    ] = 4096,
    connections_per_address: Annotated[
        int, typer.Option(min=1, max=100_000, help="Open connections from one address; times --limits.")
    ] = 200,
    metrics: Annotated[bool, typer.Option("--metrics", help="Show /metrics to all, not only to this machine.")] = False,
    log_format: Annotated[
        LogFormat, typer.Option(help="How the log is written; auto: text at a terminal, else JSON lines.")
    ] = LogFormat.AUTO,
    access_log: Annotated[bool, typer.Option("--access-log", help="Log every request.")] = False,
    match_memory: Annotated[
        int, typer.Option(min=16, max=1_000_000, metavar="MB", help="Memory for matches that are played or watched.")
    ] = 512,
    keep_free: Annotated[
        float, typer.Option(min=0, max=90, help="Percent of the disk kept free for matches under way; 0: none.")
    ] = 5,
    keep_over: Annotated[float, _days("a match that is over is archived")] = 30,
    keep_idle: Annotated[float, _days("a match that nobody goes on with is archived")] = 180,
    keep_gathering: Annotated[float, _days("a match that nobody has joined is archived")] = 7,
    keep_archive: Annotated[float, _days("an archived file is deleted")] = 365,
) -> None:
    """Play in the browser: against bots, at one table, or with people elsewhere by links.

    \b
    Examples:
      gunki serve --open
      gunki serve --host 0.0.0.0 --port 8000 --data matches/
    """
    for text in trusted_proxy or ():
        _check_network(text)
    if not host.strip():  # the system would take an empty host to mean every address of this machine
        raise typer.BadParameter("is empty; write 127.0.0.1, or 0.0.0.0 to let others in", param_hint="--host")
    if not math.isfinite(limits):
        raise typer.BadParameter(f"{limits} is not a finite number; 0: no limits", param_hint="--limits")
    if not math.isfinite(keep_free):
        raise typer.BadParameter(
            f"{keep_free} is not a percentage; write 5 for 5 %, 0 for none", param_hint="--keep-free"
        )
    screen = Screen()
    settings = Settings(
        data=(data or default_data()).absolute(),
        host=host,
        port=port,
        bot_workers=workers_for_bots or max(2, (os.cpu_count() or 2) - 1),
        limits=limits,
        hosts=tuple(_host(text) for text in name or ()),
        trusted_proxies=tuple(trusted_proxy or ()),
        most_connections=connections,
        most_connections_here=connections_per_address,
        open_metrics=metrics,
        log_format=log_format.value,
        access_log=access_log,
        match_megabytes=match_memory,
        keep_free=keep_free,
        keep_over=keep_over,
        keep_idle=keep_idle,
        keep_gathering=keep_gathering,
        keep_archive=keep_archive,
    )
    run(settings, lambda address: screen.line(f"gunki: {address}  (Ctrl-C stops)"), browser=open_browser)


def _host(text: str) -> str:
    """Return a host name in lower case, as browsers send it. Raise an error for any other text."""
    host = text.lower()
    if not HOST.fullmatch(host):
        raise typer.BadParameter(
            f"{text!r} is not a host name; write it without http:// and without a port, as in gunki.example.org",
            param_hint="--name",
        )
    return host


def _check_network(text: str) -> None:
    try:
        network(text)
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is not an address or network; write 10.0.0.7, 10.0.0.0/8 or fd00::/8",
            param_hint="--trusted-proxy",
        ) from None
