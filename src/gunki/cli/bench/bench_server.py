"""`gunki bench server`: actions per second of the server, and the time until other seats get their events."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

import gunki
from gunki.cli.bench.bench_output import PartOptions, print_report, show_machine
from gunki.lab.bench import server_bench
from gunki.lab.bench.bench_report import BenchReport

#: The figures of a report. Each is a tuple: name, meaning in words, unit.
FIGURES = (
    ("tables", "matches that are played at once", ""),
    ("actions_per_s", "actions per second, played by programs", ""),
    ("page_actions_per_s", "actions per second, played on pages", ""),
    ("event_ms", "from an action to its event at the other seat, median", "ms"),
    ("event_p99_ms", "the same, 99th percentile", "ms"),
    ("quiet_event_ms", "the same with one match alone, median", "ms"),
    ("quiet_event_p99_ms", "the same with one match alone, 99th percentile", "ms"),
    ("cpu_per_action_ms", "processor time of the server for an action", "ms"),
    ("matches_held", "matches held in the end", ""),
    ("match_kb", "memory for one of them", "kB"),
    ("silent_listeners", "silent listeners at other matches", ""),
    ("action_alone_ms", "an action without them, median", "ms"),
    ("action_among_listeners_ms", "an action with them, median", "ms"),
    ("action_among_listeners_p99_ms", "the same, 99th percentile", "ms"),
    ("stored_matches", "stored matches", ""),
    ("start_full_ms", "a start with them", "ms"),
    ("start_empty_ms", "a start without", "ms"),
    ("idle_matches", "matches opened, and left by all", ""),
    ("request_kb", "memory that a request keeps until it is cleared away", "kB"),
    ("idle_match_kb", "memory that one of them keeps", "kB"),
)
BESIDE_BARE = (("actions_vs_bare", "actions of programs"), ("page_actions_vs_bare", "actions on pages"))
#: The ratios with a floor, except those to the bare endpoint. Each is a tuple: name, meaning in words.
RATIOS = (
    ("listeners_vs_none", "an action with silent listeners ÷ without"),
    ("start_vs_empty", "start with stored matches ÷ without"),
)


def measure(options: PartOptions) -> None:
    """Measure and print the report. Exit with code 1 if a floor is missed."""
    report = server_bench.bench(gunki.game_ids()[0], options.seconds)
    print_report(report, options.as_json, _show)


def _show(report: BenchReport) -> None:
    console = Console(soft_wrap=True, highlight=False)
    show_machine(console, f"server, {report.game}", report)
    table = Table("", "", "", "", box=None, show_header=False, pad_edge=False)
    table.columns[1].justify = "right"
    for name, meaning, unit in FIGURES:
        if name in report.figures:
            table.add_row(meaning, f"{report.figures[name]:,.1f}", unit, _mark(report, name))
    console.print(table)
    bare = report.peers["bare"]
    assert bare is not None
    console.print(f"bare endpoint: {bare['stored_per_s']} per second [dim]({bare['how']})[/dim]")
    for name, meaning in BESIDE_BARE:
        ratio, mark = report.ratios[name], _mark(report, name)
        spread = f"{ratio.low:.2f}..{ratio.high:.2f}, {report.rounds} rounds of slices in turn"
        console.print(f"[bold]{meaning} ÷ bare endpoint: {ratio.median:.2f}[/bold] ({spread}) {mark}")
    for name, meaning in RATIOS:
        console.print(f"[bold]{meaning}: {report.figures[name]:.2f}[/bold] {_mark(report, name)}")
    console.print(f"[dim]{report.seconds:.0f} s in all[/dim]")


def _mark(report: BenchReport, name: str) -> str:
    """Return the floor of a figure, and whether the figure reaches it.

    Return an empty text if the figure has no floor.
    """
    floor = report.floor(name)
    if floor is None:
        return ""
    return f"[green]{floor[0]} ✓[/green]" if floor[1] else f"[red]{floor[0]} ✗[/red]"
