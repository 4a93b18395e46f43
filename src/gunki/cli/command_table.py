"""The commands of `gunki`: by module, each with its line in `--help`.

The command line reads this table to know its commands, so that `gunki --help` imports none of their modules. A module
is imported when one of its commands is called. In each module a `typer.Typer` named `app` holds the commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

#: For each module, the commands that it defines: the name of a command, and the first sentence of its help.
Commands = Mapping[str, Mapping[str, str]]


class CommandGroup(NamedTuple):
    """A command that has commands of its own."""

    line: str
    commands: Commands


COMMANDS: Commands = {
    "gunki.cli.commands.play": {
        "play": "Play a game at this terminal, against bots or other people.",
    },
    "gunki.cli.commands.serve": {
        "serve": "Play in the browser: against bots, at one table, or with people elsewhere by links.",
    },
    "gunki.cli.commands.inspect": {
        "games": "List the games.",
        "show": "Show a game with its options and its start, or the board of a saved match.",
        "replay": "Show a saved match, decision by decision.",
        "why": "Show which clauses forbid an action in a saved match.",
        "verify": "Check every roll of a finished match against the commitment made before its first roll.",
    },
    "gunki.cli.commands.guide": {
        "guide": "Explain a game on two pages: what it is about, how a turn goes, what to do first, with the clauses.",
    },
    "gunki.cli.commands.rules": {
        "rules": "Show the rules of a game, clause by clause, in our own words.",
    },
    "gunki.cli.commands.table": {
        "table": "Show a game's charts and data.",
    },
    "gunki.cli.commands.map": {
        "map": "Draw the map of a game as an .svg or .png picture.",
    },
    "gunki.cli.commands.doctor": {
        "doctor": "Check that everything gunki needs is in place, and give hints.",
    },
    "gunki.cli.commands.fuzz": {
        "fuzz": "Play games to their end and check every decision.",
    },
    "gunki.cli.bench.bench_command": {
        "bench": "Measure the speed of a game on this machine, beside other engines and plain rules in the same run.",
    },
    "gunki.cli.commands.sim": {
        "sim": "Let bots play many games; show shares of victory with 95 % intervals, endings, lengths, milestones.",
    },
}

ADMIN_COMMANDS: Commands = {
    "gunki.cli.commands.admin": {
        "list": "List matches, newest first, including private ones.",
        "show": "Show everything stored about a match, without secrets.",
        "close": "End a match for good.",
        "quarantine": "Hide a match from everybody until it is released.",
        "release": "Make a match in quarantine visible again.",
        "delete": "Delete a match and all its data.",
        "export": "Save the game of a match.",
        "archive": "Move old and inactive matches from the store to files in archive/.",
        "unarchive": "Bring a match back from archive/ with its seats.",
        "backup": "Copy the store as it is at this moment.",
        "restore": "Replace the store by a backup, and keep the old store beside it.",
        "check": "Check the store for damage: bad pages, rows without a match, incomplete logs.",
        "salvage": "Copy the sound part of a damaged store into a new one and list the losses.",
    },
}

LAB_COMMANDS: Commands = {
    "gunki.cli.commands.lab": {
        "play": "Let bots play many games, and keep a row of each.",
        "resume": "Continue a study that was interrupted.",
        "replay": "Play a game of a study again and check that it comes out the same.",
    },
    "gunki.cli.commands.lab_results": {
        "export": "Write the rows of a study as one table, a line for each game: games.parquet or games.csv.",
        "balance": "Show how a game is balanced: victories, endings, points, castles, leaders, fights, luck.",
        "league": "Let every bot play against every other, and rate them (Elo) with 95 % intervals.",
        "compare": "Measure the effect of a changed option, ruling or table: "
        "the same seeds with and without the change.",
    },
}

GROUPS: Mapping[str, CommandGroup] = {
    "admin": CommandGroup("Look after a server's store: matches, backups, damage.", ADMIN_COMMANDS),
    "lab": CommandGroup("The laboratory: studies of many games, which can be interrupted and continued.", LAB_COMMANDS),
}

#: The parts of the program that `gunki bench` measures, each with its module. The module's function
#: `measure` measures the part.
BENCHMARKS: Mapping[str, str] = {
    "board": "gunki.cli.bench.bench_kernel",
    "server": "gunki.cli.bench.bench_server",
    "attacks": "gunki.cli.bench.bench_attacks",
    "lab": "gunki.cli.bench.bench_lab",
    "rl": "gunki.cli.bench.bench_rl",
}
