"""The command table: its lines are those of the modules, and a module is loaded when its command is called."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module

import pytest
import typer

from gunki.cli.command_loading import TableCommand, load
from gunki.cli.command_table import BENCHMARKS, COMMANDS, GROUPS, Commands
from gunki.cli.main import app
from tests.support import SRC

TABLES: dict[str, Commands] = {"": COMMANDS, **{name: group.commands for name, group in GROUPS.items()}}
ROWS = [
    pytest.param(module, name, line, id=f"{group} {name}".strip())
    for group, table in TABLES.items()
    for module, lines in table.items()
    for name, line in lines.items()
]
MODULES = [module for table in TABLES.values() for module in table]

#: Packages that only a command which uses them may import.
HEAVY = ("alembic", "fastapi", "numpy", "polars", "pyarrow", "ray", "resvg_py", "sqlalchemy", "starlette", "uvicorn")


@pytest.mark.parametrize(("module", "name", "line"), ROWS)
def test_a_line_is_the_first_sentence_of_the_command_s_own_help(module: str, name: str, line: str) -> None:
    command = TableCommand(module, name, line)
    assert command.get_short_help_str(1000) == command.command().get_short_help_str(1000)


@pytest.mark.parametrize("module", MODULES)
def test_every_command_of_a_module_is_in_the_table(module: str) -> None:
    [lines] = [table[module] for table in TABLES.values() if module in table]
    assert [command.name for command in load(module, "app").registered_commands] == list(lines)


def test_every_module_with_commands_is_in_the_table() -> None:
    paths = [path for path in (SRC / "cli").rglob("*.py") if "\n@app.command(" in path.read_text(encoding="utf-8")]
    assert sorted(MODULES) == sorted(
        ".".join(("gunki", *path.relative_to(SRC).with_suffix("").parts)) for path in paths
    )


def test_every_benchmark_can_be_loaded() -> None:
    assert all(callable(load(module, "measure")) for module in BENCHMARKS.values())


def test_a_command_keeps_its_name_and_its_options() -> None:
    root: typer.core.TyperGroup = typer.main.get_command(app)  # type: ignore[assignment]
    group = root.commands["admin"]
    assert isinstance(group, typer.core.TyperGroup)
    context = group.commands["list"].make_context("list", ["--limit", "3"], resilient_parsing=True)
    assert context.command.name == "list"
    assert context.params["limit"] == 3


def modules_loaded(*words: str) -> set[str]:
    """Return the modules that a command loads in an interpreter of its own."""
    program = (
        "import json, sys\nfrom gunki.cli.main import main\n"
        f"assert main({list(words)!r}) == 0\nprint(json.dumps(list(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout
    return set(json.loads(done.stderr))


@pytest.mark.parametrize("words", [("--help",), ("games",), ("admin", "--help"), ("lab", "--help")], ids=" ".join)
def test_a_command_loads_nothing_that_only_others_need(words: tuple[str, ...]) -> None:
    loaded = modules_loaded(*words)
    assert "gunki.cli.main" in loaded
    called = {"gunki.cli.commands.inspect"} if words == ("games",) else set()
    assert loaded & {*MODULES, *BENCHMARKS.values()} == called
    assert {name for name in loaded if name.partition(".")[0] in HEAVY} == set()
    assert {name for name in loaded if name.split(".")[:2] in (["gunki", "server"], ["gunki", "lab"])} == set()


def test_the_heavy_packages_are_loaded_by_commands_that_use_them() -> None:
    """Otherwise the names above would be names of nothing."""
    for module in MODULES:
        import_module(module)
    assert {"fastapi", "sqlalchemy", "starlette", "resvg_py", "gunki.server.app"} <= set(sys.modules)
