"""`gunki bench rl`: the speed of the environments for agents."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from gunki.cli.bench.bench_output import PartOptions, print_report, show_machine
from gunki.lab.bench import rl_bench
from gunki.lab.bench.rl_bench import CHESS, DOMINOES, SPIEL_FLOOR, ZOO_FLOOR, EnvironmentPace, RlReport


def measure(options: PartOptions) -> None:
    """Measure and print the report. Exit with code 1 if a floor is missed."""
    print_report(rl_bench.bench(options.seconds, options.peers), options.as_json, _show)


def _show(report: RlReport) -> None:
    console = Console(soft_wrap=True, highlight=False)
    show_machine(console, "environments", report)
    for note in report.notes:
        console.print(note)
    _table(console, "PettingZoo, steps per second", report.zoo, CHESS, report.chess, ZOO_FLOOR)
    _table(console, "OpenSpiel, decisions per second", report.spiel, DOMINOES, report.dominoes, SPIEL_FLOOR)
    console.print(f"[dim]{report.rounds} rounds of slices in turn, medians; {report.seconds:.0f} s in all[/dim]")


def _table(
    console: Console, title: str, environments: list[EnvironmentPace], other: str, others: float | None, floor: float
) -> None:
    if not environments:
        return
    console.print(f"\n[bold]{title}[/bold]; ratio to {other}, floor {floor:g}; share of what the bare rules do")
    columns = ("", "per s", "ratio", "range", "of rules", "")
    table = Table(*columns, box=None, header_style="dim", pad_edge=False)
    table.columns[0].no_wrap = True
    for column in table.columns[1:5]:
        column.justify = "right"
    for environment in environments:
        ratio, share = environment.ratio, "" if environment.share is None else f"{environment.share:.0%}"
        if ratio is None:
            table.add_row(environment.name, f"{environment.per_s:,.0f}", "", "", share)
            continue
        mark = "[green]✓[/green]" if ratio.median >= floor else "[red]✗[/red]"
        spread = f"{ratio.low:.1f}..{ratio.high:.1f}"
        table.add_row(environment.name, f"{environment.per_s:,.0f}", f"{ratio.median:.1f}", spread, share, mark)
    if others is not None:
        table.add_row(other, f"{others:,.0f}")
    console.print(table)
