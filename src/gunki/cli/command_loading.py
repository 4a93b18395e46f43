"""The groups of commands, made from the command table. A command's module is imported when the command is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from gunki.cli.command_table import COMMANDS, GROUPS, Commands


def load(module: str, name: str) -> Any:
    """Import a module of the command table, and return the object that is called `name` there."""
    return getattr(import_module(module), name)


class TableCommand(TyperCommand):
    """A command whose module is not imported yet. Only its name and its line in `--help` are known."""

    def __init__(self, module: str, name: str, line: str) -> None:
        super().__init__(name, help=line)
        self.module = module

    def command(self) -> Any:
        """Import the module and return its command."""
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        defined = load(self.module, "app").registered_commands
        app.registered_commands = [command for command in defined if command.name == self.name]
        return typer.main.get_command(app)

    def make_context(self, *args: Any, **settings: Any) -> Any:
        """Import the command's module and return the context in which the command reads its arguments and runs."""
        return self.command().make_context(*args, **settings)


def table_commands(table: Commands) -> dict[str, Any]:
    """Return the commands of a table by name."""
    return {name: TableCommand(module, name, line) for module, lines in table.items() for name, line in lines.items()}


class RootGroup(TyperGroup):
    """The command `gunki` with all its commands and groups."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands.update(table_commands(COMMANDS))
        for name, group in GROUPS.items():
            self.commands[name] = TyperGroup(
                name=name,
                help=group.line,
                commands=table_commands(group.commands),
                no_args_is_help=True,
                rich_markup_mode=None,
            )
