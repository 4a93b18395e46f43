"""`gunki admin`: the operator's care of a server's store. Most of it can be done while the server runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from sqlalchemy import Engine

import gunki
from gunki.cli.render.screen import Screen
from gunki.server.admin import archive_format, integrity, match_admin, retention
from gunki.server.admin import backup as backups
from gunki.server.operation import clock
from gunki.server.settings import default_data

app = typer.Typer()

Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="The server's folder; your user folder if left out.")
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs: JSON.")]


class State(StrEnum):
    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    ASIDE = "aside"
    QUARANTINED = "quarantined"


Ident = Annotated[str, typer.Argument(metavar="ID", help="The match.")]


def _folder(data: Path | None) -> Path:
    return (data or default_data()).absolute()


def _print(as_json: bool, document: Any, *lines: str) -> None:
    screen = Screen()
    if as_json:
        screen.json(document)
        return
    for line in lines:
        screen.line(line)


def _change_match(
    data: Path | None, as_json: bool, match_id: str, work: Callable[[Engine], object], key: str, message: str
) -> None:
    """Make one change to one match of the store, and print the result."""
    with match_admin.open_store(_folder(data)) as engine:
        work(engine)
    _print(as_json, {key: match_id}, f"{match_id}: {message}")


def _has_confirmed(question: str) -> bool:
    """Return whether the user confirms. If the input has ended, return False."""
    try:
        return typer.confirm(question, err=True)
    except typer.Abort:
        typer.echo("", err=True)
        return False


def _format_size(count: int) -> str:
    return f"{count / 2**20:.1f} MiB" if count >= 2**20 else f"{count / 2**10:.1f} KiB"


def _format_time(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


# -- matches ------------------------------------------------------------------------------------------------------


@app.command("list")
def list_matches(
    state: Annotated[State | None, typer.Option(help="Only in this state.")] = None,
    game: Annotated[str | None, typer.Option(help="Only of this game.")] = None,
    idle: Annotated[float | None, typer.Option(min=0, metavar="DAYS", help="Only if untouched for this long.")] = None,
    after: Annotated[str | None, typer.Option(metavar="ID", help="List those after this match.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 50,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List matches, newest first, including private ones."""
    if game is not None and game not in gunki.game_ids():
        raise typer.BadParameter(f"no game {game!r}; there are {', '.join(gunki.game_ids())}", param_hint="--game")
    with match_admin.open_store(_folder(data)) as engine:
        matches = match_admin.list_matches(engine, state, game, idle, after, limit)
    if as_json:
        Screen().json(matches)
        return
    rows = [
        (
            match["id"],
            match["game"],
            "quarantined" if match["quarantine"] else match["state"],
            str(match["ply"]),
            _format_time(match["changed"]),
            _format_size(match["bytes"]),
            match["name"],
        )
        for match in matches
    ]
    screen = Screen()
    if not rows:
        screen.line("no matches")
        return
    screen.table(("match", "game", "state", "ply", "changed", "size", "name"), rows)
    if len(matches) == limit:
        screen.line(f"there may be more: --after {matches[-1]['id']}")


@app.command("show")
def show(ident: Ident, data: Data = None, as_json: AsJson = False) -> None:
    """Show everything stored about a match, without secrets."""
    with match_admin.open_store(_folder(data)) as engine:
        match = match_admin.show(engine, ident)
    readable = {**match, "created": _format_time(match["created"]), "changed": _format_time(match["changed"])}
    _print(as_json, match, *(f"{name}: {value}" for name, value in readable.items()))


@app.command("close")
def close(ident: Ident, data: Data = None, as_json: AsJson = False) -> None:
    """End a match for good. The secrets of its dice are then revealed."""
    _change_match(data, as_json, ident, lambda engine: match_admin.close(engine, ident), "closed", "closed")


@app.command("quarantine")
def quarantine(
    ident: Ident,
    why: Annotated[str, typer.Option(help="A note to yourself.")] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Hide a match from everybody until it is released."""
    message = f"hidden from everybody; gunki admin release {ident} shows it again"
    _change_match(
        data, as_json, ident, lambda engine: match_admin.quarantine(engine, ident, why), "quarantined", message
    )


@app.command("release")
def release(ident: Ident, data: Data = None, as_json: AsJson = False) -> None:
    """Make a match in quarantine visible again."""
    _change_match(data, as_json, ident, lambda engine: match_admin.release(engine, ident), "released", "shown again")


@app.command("delete")
def delete(
    ident: Ident,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    export_to: Annotated[
        Path | None, typer.Option("--export", metavar="FILE.gunki", help="Save the game to this file first.")
    ] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Delete a match and all its data."""

    def work(engine: Engine) -> None:
        with engine.connect() as connection:
            match_admin.require_match(connection, ident)
        if export_to is not None:
            match_admin.save(engine, ident, export_to)
        if not yes and not _has_confirmed(f"{ident}: delete it for good?"):
            raise match_admin.AdminError(f"{ident}: not deleted; --yes deletes it without asking")
        match_admin.remove_match(engine, ident)

    _change_match(data, as_json, ident, work, "deleted", "deleted")


@app.command("export")
def export(
    ident: Ident,
    path: Annotated[Path, typer.Argument(metavar="FILE.gunki", help="Where to save it.")],
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Save the game of a match. The file reveals dice to come: keep it secret while the match is played."""
    with match_admin.open_store(_folder(data)) as engine:
        saved = match_admin.save(engine, ident, path)
    _print(as_json, {"exported": ident, "file": str(saved)}, f"{ident}: saved as {saved}")


@app.command("archive")
def archive(
    ident: Annotated[str | None, typer.Argument(metavar="[ID]", help="One match, of any age.")] = None,
    over: Annotated[float, typer.Option(min=0, metavar="DAYS", help="Keep ended ones this long; 0: forever.")] = 30,
    idle: Annotated[float, typer.Option(min=0, metavar="DAYS", help="Keep unfinished ones this long.")] = 180,
    gathering: Annotated[float, typer.Option(min=0, metavar="DAYS", help="Keep those nobody joined this long.")] = 7,
    files: Annotated[float, typer.Option(min=0, metavar="DAYS", help="Keep archived files this long.")] = 365,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 1000,
    trust_clock: Annotated[
        bool, typer.Option("--trust-clock", help="Trust this machine's clock, even against the store.")
    ] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Move old and inactive matches from the store to files in archive/."""
    folder = _folder(data)
    with match_admin.open_store(folder) as engine:
        if ident is not None:
            place = match_admin.archive_match(engine, folder, ident)
            _print(as_json, {"archived": [ident], "folder": str(place)}, f"{ident}: written to {place}")
            return
        if trust_clock:
            clock.vouch(folder, time.time())
        result = retention.run(engine, folder, retention.Terms(over, idle, gathering, files), limit)
    _print(
        as_json,
        result,
        f"matches written to {folder / 'archive'}: {len(result['archived'])}; "
        f"old files deleted: {result['files_deleted']}",
        *(f"{bad['match']}: cannot be written: {bad['why']}" for bad in result["failed"]),
        *result["notes"],
    )
    if result["failed"]:
        raise typer.Exit(1)


@app.command("unarchive")
def unarchive(ident: Ident, data: Data = None, as_json: AsJson = False) -> None:
    """Bring a match back from archive/ with its seats. The links of its players work again, and the match goes on."""
    folder = _folder(data)
    with match_admin.open_store(folder) as engine:
        result = archive_format.unarchive(engine, folder, ident)
    _print(as_json, result, f"{ident}: {result['state']} at ply {result['ply']}, with its {result['seats']} seats")


# -- the whole store ----------------------------------------------------------------------------------------------


@app.command("backup")
def backup(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Copy the store as it is at this moment. The server may run."""
    size = backups.backup(_folder(data), path)
    _print(as_json, {"backup": str(path), "bytes": size}, f"{path}: {_format_size(size)}")


@app.command("restore")
def restore(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], data: Data = None, as_json: AsJson = False
) -> None:
    """Replace the store by a backup, and keep the old store beside it. The server must not run."""
    # no confirmation is needed, because the old store is kept
    aside = backups.restore(_folder(data), path)
    before = "" if aside is None else f"; the old store is now {aside.name}"
    _print(as_json, {"restored": str(path), "before": aside and str(aside)}, f"{path}: in place{before}")


@app.command("check")
def check(
    replay: Annotated[
        bool, typer.Option("--replay", help="Also replay every match under way by this version's rules (slow).")
    ] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Check the store for damage: bad pages, rows without a match, incomplete logs. Exit code 1 if there is any.

    With --replay, for use before an upgrade: also list the matches under way that this version's rules do not accept.
    """
    with backups.open_read_only(_folder(data)) as engine, _progress() as progress:
        problems = list(integrity.check(engine, replay=replay, progress=progress))
    hints = [] if problems else ["sound"]
    if any(wrong["what"] != "rules" for wrong in problems):
        hints.append("to save the sound part: gunki admin salvage FILE, then gunki admin restore FILE")
    if any(wrong.get("goes_on") is False for wrong in problems):
        hints.append("a match would be set aside where no position of it is stored that this version can continue")
    _print(as_json, problems, *map(_damage_line, problems), *hints)
    if problems:
        raise typer.Exit(1)


def _damage_line(wrong: dict[str, Any]) -> str:
    """Return one line of text for a problem that the check found."""
    line = f"{wrong['match'] or 'store'}: {wrong['what']}: "
    if wrong["what"] != "rules":
        return f"{line}{wrong['why']}"
    line += f"{wrong['game']} {wrong['scenario']}, rules version {wrong['version']}, now {wrong['now']}: "
    if wrong["ply"] is not None:
        clauses = ", ".join(wrong["clauses"]) or "no clause"
        line += f"action {wrong['ply']} of {wrong['plies']} ({wrong['who']}: {wrong['action'][:80]}), {clauses}: "
    goes_on = "it goes on from where it stands" if wrong["goes_on"] else "it would be set aside"
    return f"{line}{wrong['why'][:400]}; {goes_on}"


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on the error stream if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        yield lambda done, of: bar.update(task, completed=done, total=of)


@app.command("salvage")
def salvage(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A new store file.")],
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Copy the sound part of a damaged store into a new one and list the losses. The old store stays unchanged."""
    result = backups.salvage(_folder(data), path)
    _print(
        as_json,
        result,
        f"{path}: matches: {result['matches']}; put it in place with gunki admin restore {path}",
        *(f"lost of {table}: {what}" for table, what in result["lost"].items()),
        *(f"{cut['match']}: in quarantine; lost from line {cut['from']} on: {cut['why']}" for cut in result["cut"]),
        *(f"{match_id}: lost" for match_id in result["gone"]),
    )
