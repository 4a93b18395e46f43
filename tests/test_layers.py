"""Who may import whom, read from the source itself.

core, board, series and games stand on each other in that order; what comes after them works with any game through
the public API, so it never names one.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

SRC = ROOT / "src"

TOOLS = {"bots", "draw", "lab", "rl", "rulebook", "server"}
ENGINE = {"core", "board", "series", "games"}
API = "api"  # gunki/__init__.py and its helper modules beside it
# layer -> the layers it may import, besides itself
MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "board": {"core"},
    "series": {"core", "board"},
    "games": {"core", "board", "series"},
    API: ENGINE,
    "compiled": {API, "core"},
    **{tool: {API, "core"} | TOOLS for tool in TOOLS},
    "draw": {API, "core", "board"} | TOOLS,  # pictures of maps read them as the games do
    "cli": {API, "core", "board"} | TOOLS,
}
#: The modules of gunki.compiled that only run while rules are compiled.
COMPILING = (["build"], ["natives"], ["stage"], ["twins"])
STANDARD_LIBRARY_ONLY = ENGINE | {API}
#: Packages of the extra `rl`, and who may import them: whoever has no agents to train need not have them.
FOR_AGENTS = {"gymnasium", "pettingzoo", "pyspiel", "open_spiel"}
WITH_AGENTS = {"rl", "lab"}


def layer(module: str) -> str:
    """`core` of `gunki.core.matches.match`; `api` of `gunki` and of a plain module in it."""
    parts = module.split(".")
    if parts[1:] == ["__main__"]:
        return "cli"
    if parts[:2] == [
        "gunki",
        "compiled",
    ]:  # what finds compiled rules is of the API, what makes them is not
        return "compiled" if parts[2:3] in COMPILING else API
    return parts[1] if len(parts) > 1 and parts[1] in MAY_IMPORT else API


def game(module: str, games: set[str]) -> str | None:
    parts = module.split(".")
    return parts[2] if parts[:2] == ["gunki", "games"] and len(parts) > 2 and parts[2] in games else None


def imports(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Line and absolute name of everything imported; `from x import y` gives `x.y`."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                for alias in node.names:
                    yield node.lineno, alias.name
            case ast.ImportFrom():
                parts = package.split(".")
                base = parts[: len(parts) - node.level + 1] if node.level else []
                source = ".".join([*base, *([node.module] if node.module else [])])
                for alias in node.names:
                    yield node.lineno, f"{source}.{alias.name}"
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def forbidden_calls(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="eval" | "exec" as name)):
                yield node.lineno, f"calls {name}"
            case ast.Attribute(value=ast.Name(id="builtins"), attr="eval" | "exec" as name):
                yield node.lineno, f"calls {name}"
            case ast.Attribute(attr="deepcopy"):
                yield node.lineno, "uses copy.deepcopy"


def violations(module: str, source: str, games: set[str], *, package: bool = False) -> list[str]:
    """What in the source of `module` is against the layers, each with its line."""
    tree = ast.parse(source)
    found = list(forbidden_calls(tree))
    mine = layer(module)
    for line, name in imports(tree, module if package else module.rpartition(".")[0]):
        top = name.partition(".")[0]
        if top == "pickle":
            found.append((line, "imports pickle"))
        elif name == "copy.deepcopy":
            found.append((line, "uses copy.deepcopy"))
        elif top == "gunki":
            theirs = layer(name)
            if theirs not in {mine} | MAY_IMPORT[mine]:
                found.append((line, f"{mine} imports {name}"))
            other, own = game(name, games), game(module, games)
            if own and other and other != own:
                found.append((line, f"game {own} imports {name}"))
        elif top in FOR_AGENTS and mine not in WITH_AGENTS | STANDARD_LIBRARY_ONLY:
            found.append((line, f"{mine} imports {name}, which only agents need"))
        elif mine in STANDARD_LIBRARY_ONLY and top not in sys.stdlib_module_names:
            found.append((line, f"{mine} imports {name}, which is not in the standard library"))
    return [f"{module}:{line}: {what}" for line, what in sorted(found)]


def module_name(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_the_layers_hold() -> None:
    games = {path.name for path in (SRC / "gunki" / "games").glob("*") if path.is_dir()}
    found = [
        line
        for path in sorted((SRC / "gunki").rglob("*.py"))
        for line in violations(
            module_name(path), path.read_text(encoding="utf-8"), games, package=path.name == "__init__.py"
        )
    ]
    assert found == []


#: The most imports inside functions. Each has its reason beside it: a circle of imports, or an optional package.
MOST_LATE_IMPORTS = 24


def late_imports(tree: ast.AST) -> set[int]:
    """Return the lines of the imports inside functions."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {line for function in functions for line, _ in imports(function, "gunki")}


def test_few_imports_wait_for_a_call() -> None:
    """A module imports at its top what it needs; a command's module is imported when the command is called."""
    found = [
        f"{module_name(path)}:{line}"
        for path in sorted((SRC / "gunki").rglob("*.py"))
        for line in sorted(late_imports(ast.parse(path.read_text(encoding="utf-8"))))
    ]
    assert len(found) <= MOST_LATE_IMPORTS, found


def test_a_late_import_is_found() -> None:
    source = """
import os
def f():
    import sys
    from gunki.core import (
        match, errors
    )
    def g():
        import_module("numpy")
async def h():
    import json, re
class K:
    import ast
"""
    assert sorted(late_imports(ast.parse(source))) == [4, 5, 9, 11]


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for path in (SRC / "gunki").rglob("*.py")}
    assert [str(f.relative_to(SRC)) for f in sorted(folders) if not (f / "__init__.py").is_file()] == []


@pytest.mark.parametrize(
    ("module", "source", "what"),
    [
        ("gunki.core.matches.match", "import gunki", "core imports gunki"),
        (
            "gunki.core.matches.match",
            "from gunki.board.areamap import AreaMap",
            "core imports gunki.board.areamap.AreaMap",
        ),
        ("gunki.core.matches.match", "from ...board import areamap", "core imports gunki.board.areamap"),
        ("gunki.core.matches.match", "def f():\n    import gunki.games.nobunaga", "core imports gunki.games.nobunaga"),
        ("gunki.board.cards", "from gunki.series import areas_and_cards", "board imports gunki.series.areas_and_cards"),
        ("gunki.series.gunyuden.turn", "from gunki import games", "series imports gunki.games"),
        ("gunki.games.kanto.turn", "from gunki import new", "games imports gunki.new"),
        ("gunki.games.kanto.turn", "from gunki.games.hideyoshi import x", "game kanto imports gunki.games.hideyoshi.x"),
        ("gunki.games.kanto.turn", "from ..hideyoshi import x", "game kanto imports gunki.games.hideyoshi.x"),
        ("gunki.games.kanto.turn", "import gunki.cli.main", "games imports gunki.cli.main"),
        (
            "gunki.core.matches.match",
            "import rich.table",
            "core imports rich.table, which is not in the standard library",
        ),
        ("gunki.registry", "import typer", "api imports typer, which is not in the standard library"),
        ("gunki", "from gunki.bots import Greedy", "api imports gunki.bots.Greedy"),
        ("gunki.bots.greedy", "from gunki.games.nobunaga import x", "bots imports gunki.games.nobunaga.x"),
        ("gunki.bots.greedy", "from gunki.series import gunyuden", "bots imports gunki.series.gunyuden"),
        ("gunki.lab.analysis.league", "from gunki.cli import main", "lab imports gunki.cli.main"),
        ("gunki.cli.commands.play", "from gunki.games import nobunaga", "cli imports gunki.games.nobunaga"),
        ("gunki.cli.commands.play", "import_module('gunki.games.kanto')", "cli imports gunki.games.kanto"),
        ("gunki.cli.commands.play", "importlib.import_module('gunki.series')", "cli imports gunki.series"),
        ("gunki.core.encodings.encoder", "import numpy", "core imports numpy, which is not in the standard library"),
        ("gunki.games.kanto.game", "from gunki.rl import aec", "games imports gunki.rl.aec"),
        ("gunki.rl.zoo", "from gunki.games.kanto import x", "rl imports gunki.games.kanto.x"),
        ("gunki.rl.zoo", "from gunki.cli import main", "rl imports gunki.cli.main"),
        ("gunki.server.app", "import gymnasium", "server imports gymnasium, which only agents need"),
        ("gunki.cli.commands.play", "import pickle", "imports pickle"),
        ("gunki.cli.commands.play", "from pickle import loads", "imports pickle"),
        ("gunki.core.matches.match", "from copy import deepcopy", "uses copy.deepcopy"),
        ("gunki.core.matches.match", "copy.deepcopy(x)", "uses copy.deepcopy"),
        ("gunki.core.matches.match", "eval('1')", "calls eval"),
        ("gunki.cli.commands.play", "exec('1')", "calls exec"),
    ],
)
def test_a_violation_is_found(module: str, source: str, what: str) -> None:
    [found] = violations(module, source, {"kanto", "hideyoshi", "nobunaga"})
    assert found.startswith(f"{module}:")
    assert found.endswith(f": {what}")


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "gunki.core.matches.match",
            "import json\nfrom gunki.core.state.position import Position\nfrom .events import Event",
        ),
        ("gunki.board.cards", "from gunki.core import Position"),
        ("gunki.series.gunyuden.turn", "from gunki.board import zoc\nfrom .supply import trace"),
        ("gunki.games.kanto.turn", "from gunki.series.gunyuden import turn\nfrom . import data"),
        ("gunki.games.kanto.turn", "from gunki.games.shared import x"),
        ("gunki.registry", "import gunki.games.kanto\nfrom gunki.core import match"),
        ("gunki.bots.greedy", "import numpy\nimport gunki\nfrom gunki.core.rules.decision import Decision"),
        ("gunki.lab.analysis.league", "from gunki.bots import greedy"),
        ("gunki.rl.zoo", "import pettingzoo\nfrom gunki.core import encoding\nfrom gunki.draw import draw_map"),
        ("gunki.lab.bench.rl_bench", "def f():\n    import pyspiel\n    from gunki.rl import aec"),
        ("gunki.cli.commands.play", "import rich\nfrom gunki import new\nfrom gunki.draw import svg"),
        ("gunki.__main__", "from gunki.cli.main import main"),
        ("gunki.core.matches.match", "import copy\ncopy.copy(x)\nmodel.eval()\nre.compile('')"),
    ],
)
def test_what_is_allowed_is_let_through(module: str, source: str) -> None:
    assert violations(module, source, {"kanto", "hideyoshi"}) == []


def test_nothing_but_agents_needs_the_packages_for_agents() -> None:
    """Everything else is imported, and a game is encoded, in an interpreter that has none of them."""
    program = f"""
import sys
for name in {sorted(FOR_AGENTS | {"numpy"})!r}:
    sys.modules[name] = None
from importlib import import_module
import gunki, gunki.bots.greedy, gunki.cli.main, gunki.draw, gunki.server.app
import gunki.lab.bench.game_bench, gunki.lab.bench.rl_bench
from gunki.cli.command_table import BENCHMARKS, COMMANDS, GROUPS
for table in (COMMANDS, *(group.commands for group in GROUPS.values()), BENCHMARKS.values()):
    for module in table:
        import_module(module)
from gunki.core.encodings.encoder import encode
encode(gunki.new("nobunaga", seed=1).position, 0)
assert "is not installed" in gunki.lab.bench.rl_bench.bench(0.5).notes[0]
try:
    import gunki.rl
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("gunki.rl needs ")
    assert "pip install 'gunki[rl]'" in done.stdout


def test_relative_imports_of_a_package_start_at_itself() -> None:
    assert violations("gunki.core", "from .match import Match", set(), package=True) == []
    assert violations("gunki.core", "from ..board import x", set(), package=True) == [
        "gunki.core:1: core imports gunki.board.x"
    ]
