"""`gunki doctor`: a check of the installation."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import typer

import gunki
from gunki import bots, compiled
from gunki.cli.commands.inspect import AsJson, Language, language
from gunki.cli.interactive.user_folder import home, write_problem
from gunki.cli.render.screen import Screen
from gunki.cli.render.words import Words

app = typer.Typer()

NEEDED = ("rich", "typer")
#: Packages that only some commands use. The names are those by which they are imported.
OPTIONAL = ("catanatron", "chess")
MIN_COMFORTABLE_WIDTH = 104


@dataclass
class Check:
    """A check and its result. `state` is "ok", "look" (it works, but deserves a look) or "failed"."""

    name: str
    state: str
    found: str
    hint: str = ""


@app.command("doctor")
def doctor(lang: Language = None, as_json: AsJson = False) -> None:
    """Check that everything gunki needs is in place, and give hints. Exit code 1 if something is broken."""
    screen, words = Screen(), Words(language(lang))
    checks = list(examine(screen, words))
    if as_json:
        screen.json([asdict(check) for check in checks])
    else:
        styles = {"ok": "green", "look": "yellow", "failed": "red"}
        for check in checks:
            head = f"{words(check.state)}  {words(f'doctor_{check.name}')}:"
            screen.item(head, check.found, styles[check.state])
            if check.hint:
                screen.item("   →", check.hint, "dim")
    raise typer.Exit(1 if any(check.state == "failed" for check in checks) else 0)


def examine(screen: Screen, words: Words) -> Iterator[Check]:
    new_enough = sys.version_info >= (3, 11)
    where = f"{platform.python_version()}, {platform.system()} {platform.machine()}"
    yield Check("python", "ok" if new_enough else "failed", where, "" if new_enough else words("hint_python"))
    yield Check("gunki", "ok", f"{gunki.__version__}, {Path(gunki.__file__).parent}")
    rules = compiled.folder()
    yield Check("rules", "ok", words("rules_plain") if rules is None else words("rules_compiled", folder=str(rules)))
    missing = [name for name in NEEDED if find_spec(name) is None]
    packages = words.join_names([f"{name} {_version(name)}" for name in NEEDED if name not in missing])
    yield Check(
        "packages",
        "failed" if missing else "ok",
        packages,
        words("hint_missing", names=", ".join(missing)) if missing else "",
    )
    absent = [name for name in OPTIONAL if find_spec(name) is None]
    optional_packages = words.join_names([f"{name} {_version(name)}" for name in OPTIONAL if name not in absent])
    yield Check(
        "optional", "ok", optional_packages or "–", words("hint_missing", names=", ".join(absent)) if absent else ""
    )
    yield from _terminal(screen, words)
    folder = home()
    problem = write_problem(folder)
    if problem:
        yield Check("folder", "look", f"{folder}: {problem}", words("hint_folder"))
    else:
        yield Check("folder", "ok", words("writable", folder=str(folder)))
    yield _games()
    yield Check("bots", "ok", ", ".join(bots.names()))


def _terminal(screen: Screen, words: Words) -> Iterator[Check]:
    console = screen.console
    if screen.tty:
        narrow = screen.width < MIN_COMFORTABLE_WIDTH
        size = words("cells", width=console.width, height=console.height, colours=str(console.color_system))
        yield Check("terminal", "look" if narrow else "ok", size, words("hint_narrow") if narrow else "")
    else:
        yield Check("terminal", "ok", words("no_terminal"))
    yield Check("language", "ok", words.lang)
    utf = screen.unicode
    yield Check("encoding", "ok" if utf else "look", console.encoding, "" if utf else words("hint_encoding"))


def _games() -> Check:
    """Check that every game loads and starts."""
    games = []
    for game_id in gunki.game_ids():
        try:
            match = gunki.new(game_id, seed=0)
            match.game.board(match.setup)
            games.append(f"{game_id} ({len(match.game.clauses)} clauses)")
        except Exception as error:  # a faulty plugin must not stop the report
            return Check("games", "failed", f"{game_id}: {type(error).__name__}: {error}")
    return Check("games", "ok", ", ".join(games))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"
