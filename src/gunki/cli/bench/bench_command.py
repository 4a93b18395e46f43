"""`gunki bench`: the speed of games, of parts of the program, and of another source tree."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import gunki
from gunki.cli.bench.bench_game import show_comparison, show_report
from gunki.cli.bench.bench_output import PartOptions, exit_if_missed, print_documents
from gunki.cli.command_loading import load
from gunki.cli.command_table import BENCHMARKS
from gunki.lab.bench import game_bench
from gunki.lab.bench.tree_comparison import compare

app = typer.Typer()

#: Seconds of measuring, unless the user sets them. PART_SECONDS: for the benchmark of a part of the program.
#: GAME_SECONDS: for the rounds of a game. AGAINST_SECONDS: for the comparison with another source tree.
PART_SECONDS, GAME_SECONDS, AGAINST_SECONDS = 12.0, 20.0, 10.0


@app.command("bench")
def bench(
    game: Annotated[
        str,
        typer.Argument(
            help="The game to measure, every game if left out; board: the hex kernel; server: the server; "
            "attacks: what others notice during attacks on it; lab: the laboratory; "
            "rl: the environments for agents."
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.5,
            max=120,
            help="CPU time for the rounds of a game, with all engines (20; with --against 10); for each attack (12).",
            show_default=False,
        ),
    ] = None,
    peers: Annotated[bool, typer.Option(help="Also measure other engines that are installed.")] = True,
    check: Annotated[bool, typer.Option("--check", help="Exit code 1 if a floor is missed.")] = False,
    only: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Run this attack only; repeatable.")] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Compare with the source tree of another checkout instead.")
    ] = None,
) -> None:
    """Measure the speed of a game on this machine, beside other engines and plain rules in the same run.

    Exit code 1 if compiled and plain rules play differently, or if the compiled modules are not of this source.
    """
    if against is not None:
        _bench_against(against, game, AGAINST_SECONDS if seconds is None else seconds, as_json, check)
        return
    if game in BENCHMARKS:
        options = PartOptions(as_json, PART_SECONDS if seconds is None else seconds, peers, only or ())
        load(BENCHMARKS[game], "measure")(options)
    else:
        _bench_games(game, GAME_SECONDS if seconds is None else seconds, peers, as_json, check)


def _bench_games(game: str, seconds: float, peers: bool, as_json: bool, check: bool) -> None:
    reports = []
    for game_id in [gunki.game(game).id] if game else gunki.game_ids():
        with _progress() as progress:
            report = game_bench.bench(game_id, seconds, peers, progress)
        reports.append(report)
        if not as_json:
            print("\n" * (len(reports) > 1), end="", flush=True)
            show_report(report)
    if as_json:
        print_documents([report.to_dict() for report in reports], alone=bool(game))
    different = [f"{report.game} {scenario}" for report in reports for scenario in report.different]
    _exit_if_different(different, "compiled and plain rules")
    missed = [f"{report.game} {name}" for report in reports for name in report.floors_missed]
    if check:
        exit_if_missed(", ".join(missed))


def _bench_against(folder: Path, game: str, seconds: float, as_json: bool, check: bool) -> None:
    with _progress() as progress:
        comparison = compare(folder, gunki.game(game).id if game else "", seconds, progress)
    if as_json:
        print_documents([comparison.to_dict()], alone=True)
    else:
        show_comparison(comparison)
    if check:
        _exit_if_different(comparison.different, "the two trees")


def _exit_if_different(scenarios: list[str], who: str) -> None:
    """Exit with code 1 if any scenario is played differently."""
    if scenarios:
        print(f"gunki: {who} play differently: {', '.join(scenarios)}", file=sys.stderr)
        raise typer.Exit(1)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Show on the error stream what is being measured.

    In a terminal one line is overwritten, else each subject gets a line.
    """
    if sys.stderr.isatty():
        with Console(stderr=True).status("") as status:
            yield lambda text: status.update(f"[dim]{text}[/dim]")
        return
    subjects: set[str] = set()

    def print_subject(text: str) -> None:
        what = text.partition(":")[0]
        if what not in subjects:
            subjects.add(what)
            print(f"bench: {what}", file=sys.stderr, flush=True)

    yield print_subject
