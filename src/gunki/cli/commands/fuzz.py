"""`gunki fuzz`: random play with checks of every decision."""

from __future__ import annotations

import os
import secrets
import shlex
import sys
from collections import Counter
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import gunki
from gunki import compiled
from gunki.cli.bench.bench_output import print_documents
from gunki.cli.commands.play import read_options
from gunki.core.dice.chance import check_seed
from gunki.core.errors import OptionError
from gunki.lab.fuzz import document_mutations, fuzzer
from gunki.lab.fuzz.document_mutations import MutationReport
from gunki.lab.fuzz.fuzzer import Summary
from gunki.lab.studies.process_pool import count_cores

app = typer.Typer()

#: The number of failures that are printed in full. Further failures of the same kind are only counted.
MAX_FAILURES_SHOWN = 12


@app.command("fuzz")
def fuzz(
    game: Annotated[str, typer.Argument(help="The game; every game with every scenario if left out.")] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games to play, of each scenario.")] = 100,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the first game; each further game adds 1.")] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the game's first if left out.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A match option; repeatable.")] = None,
    all_options: Annotated[
        bool, typer.Option("--all-options", help="Go through the match options: each choice alone, then at random.")
    ] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; one per core if left out.")] = None,
    out: Annotated[str, typer.Option(help="Folder for the games that failed.")] = "fuzz-failures",
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Make every check at every decision.")] = False,
    texts: Annotated[bool, typer.Option(help="Check that everything has a text in each language.")] = True,
    every: Annotated[
        int, typer.Option(min=1, help="Check one decision in this many, for more games in the same time.")
    ] = 1,
    oracle: Annotated[
        bool, typer.Option("--oracle", help="Instead of the checks: compare with the game's independent calculation.")
    ] = False,
    seen: Annotated[
        bool, typer.Option("--seen", help="Count how often each procedure was entered by an act, and its outcomes.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Play with the plain rules, not with compiled ones.")] = False,
    documents: Annotated[
        int, typer.Option(min=0, help="Instead of games: this many described positions, each changed in one place.")
    ] = 0,
) -> None:
    """Play games to their end and check every decision. Exit code 1 if anything is wrong.

    Most games are played at random, some by bots, some from rare positions.
    With --documents: compose changed positions; each must be refused with a reason or be playable.
    """
    if plain and compiled.is_used():
        restart_plain()
    if not game and (scenario is not None or option):
        raise OptionError("--scenario and --option are of one game: name it")
    if documents:
        _fuzz_documents(game, scenario, documents, secrets.randbelow(10**9) if seed is None else seed, out, as_json)
        return
    first = secrets.randbelow(10**9) if seed is None else seed
    check_seed(first + games - 1)
    todo = [
        fuzzer.plan_games(
            game_id,
            games=games,
            seed=first,
            scenario=which,
            options=read_options(gunki.game(game_id), option or []),
            all_options=all_options,
            out=out,
            deep=deep,
            texts=texts,
            every=every,
            oracle=oracle,
            seen=seen,
        )
        for game_id, which in ([(game, scenario)] if game else _list_scenarios(oracle))
    ]
    summaries: list[Summary] = []
    for plans in todo:
        summary = _with_progress(fuzzer.run, plans, min(jobs or count_cores(), games))
        summaries.append(summary)
        if not as_json:
            print("\n" * (len(summaries) > 1), end="", flush=True)
            _show_fuzz(summary)
    if as_json:
        print_documents([summary.to_dict() for summary in summaries], alone=bool(game))
    if any(summary.failures for summary in summaries):
        raise typer.Exit(1)


def restart_plain() -> NoReturn:
    """Start this command again with the plain rules.

    A restart is needed, because gunki chooses between compiled and plain rules when it starts.
    """
    os.environ[compiled.PLAIN] = "1"
    os.execv(sys.executable, [sys.executable, "-m", "gunki", *sys.argv[1:]])


def _list_scenarios(with_oracle: bool = False) -> list[tuple[str, str]]:
    """Return every scenario of every game, or of every game with an oracle."""
    games = [gunki.game(game_id) for game_id in gunki.game_ids()]
    scenarios = [(game, scenario) for game in games for scenario in game.scenarios]
    entries = [(g.id, name) for g, name in scenarios if not with_oracle or g.oracle(g.setup(name)) is not None]
    if not entries:
        raise OptionError("no game has an oracle to compare with; fuzz without --oracle")
    return entries


def _fuzz_documents(game: str, scenario: str | None, count: int, seed: int, out: str, as_json: bool) -> None:
    reports = []
    for game_id, which in [(game, scenario)] if game else _list_scenarios():
        report = document_mutations.run(game_id, which, documents=count, seed=seed, out=out)
        reports.append(report)
        if not as_json:
            _show_documents(report, document_mutations.ACTS)
    if as_json:
        print_documents([report.to_dict() for report in reports], alone=bool(game))
    if any(report.failures for report in reports):
        raise typer.Exit(1)


def _show_documents(report: MutationReport, acts: int) -> None:
    console = Console(soft_wrap=True, highlight=False)
    console.print(f"[bold]{report.game} {report.scenario}[/bold]: {report.tried} changed documents, seed {report.seed}")
    console.print(f"refused       {report.refused} when they were read, {report.contradicted} when they were played")
    console.print(f"played        {report.played} of them, up to {acts} acts each")
    console.print(f"time          {report.seconds:.1f} s")
    for failure in report.failures[:MAX_FAILURES_SHOWN]:
        console.print(failure["message"], style="red", markup=False)
        console.print(f"  the position is in {failure['path']}", markup=False)
    wrong = len(report.failures)
    console.print(f"[red bold]{wrong} failures[/red bold]" if wrong else "[green]no failures[/green]")


def _with_progress(run: Any, todo: list[Any], jobs: int) -> Summary:
    if not sys.stderr.isatty():
        summary: Summary = run(todo, jobs)
        return summary
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[wrong]}"))
    failures = 0
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(todo), wrong="")

        def count_outcome(outcome: Any) -> None:
            nonlocal failures
            failures += len(outcome.failures)
            progress.update(task, advance=1, wrong=f"[red]{failures} failures[/red]" if failures else "")

        final_summary: Summary = run(todo, jobs, count_outcome)
    return final_summary


def _show_fuzz(summary: Summary) -> None:
    console = Console(soft_wrap=True, highlight=False)
    data, tally = summary.to_dict(), summary.tally
    clauses = gunki.game(summary.game).clauses
    cited = tally.by_events | tally.by_bars
    last = summary.seed + summary.games - 1
    console.print(
        f"[bold]{summary.game} {summary.scenario}[/bold]: {summary.games} games, seeds {summary.seed} to {last}"
    )
    console.print(f"options       {summary.variants} different sets of match options")
    if tally.composed:
        games, positions = tally.composed["games"], tally.composed["positions"]
        console.print(f"composed      {games} of the games, from {positions} rare positions, each stopped soon after")
    console.print(f"decisions     {data['decisions']}; longest game {summary.longest} (seed {summary.longest_seed})")
    console.print(f"endings       {_join_counts(tally.endings)}")
    console.print(f"decisions of  {_join_counts(tally.decisions)}")
    console.print(
        f"clauses       {len(cited & clauses.keys())} of {len(clauses)} cited: "
        f"{len(tally.by_events)} by events, {len(tally.by_bars)} by refusals"
    )
    console.print(f"time          {summary.seconds:.1f} s with {summary.jobs} processes")
    table = Table("check", "at", "done", "s", box=None, pad_edge=False, header_style="dim")
    for column in table.columns[2:]:
        column.justify = "right"
    for name, check in data["checks"].items():
        at = "every time" if check["every"] == 1 else f"1 in {check['every']}, at random"
        table.add_row(name, at, str(check["done"]), f"{check['seconds']:.1f}")
    console.print(table)
    if summary.seen:
        _show_visits(console, data["seen"])
    if not summary.failures:
        console.print("[green]no failures[/green]")
        return
    console.print(f"[red bold]{len(summary.failures)} failures[/red bold]")
    kinds: Counter[str] = Counter()
    for failure in summary.failures:
        kinds[failure.check] += 1
        if kinds[failure.check] > 3 or kinds.total() > MAX_FAILURES_SHOWN:
            continue
        option_texts = (shlex.quote(f"{name}={str(value).lower()}") for name, value in failure.options.items())
        options = "".join(f" --option {entry}" for entry in option_texts)
        console.print(f"[red]{failure.check}[/red] seed {failure.seed} ply {failure.ply}: ", end="")
        console.print(failure.message, markup=False)
        if failure.path.endswith(".gunki"):
            console.print(f"  open it:  gunki play --load {failure.path}", markup=False)
        elif failure.path:
            console.print(f"  the position is in {failure.path}", markup=False)
        command = (
            f"gunki fuzz {summary.game} --games 1 --seed {failure.seed}{options}{' --deep' if summary.deep else ''}"
        )
        command += f" --scenario {summary.scenario}" + (f" --every {summary.every}" if summary.every > 1 else "")
        command += " --oracle" if summary.oracle else ""
        console.print(f"  again:    {command}", markup=False)
    console.print("by check: " + _join_counts(Counter(failure.check for failure in summary.failures)))


def _show_visits(console: Console, procedures: dict[str, Any]) -> None:
    table = Table("procedure", "entered", "outcomes", "", box=None, pad_edge=False, header_style="dim")
    for column in table.columns[1:3]:
        column.justify = "right"
    for name, visits in procedures.items():
        table.add_row(name, str(visits["entered"]), str(len(visits["outcomes"])), visits.get("why", ""))
    console.print(table)


def _join_counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counter.most_common())
