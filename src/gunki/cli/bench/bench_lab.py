"""`gunki bench lab`: games per second in the laboratory."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

import gunki
from gunki.cli.bench.bench_output import PartOptions, print_report, show_machine
from gunki.lab.bench import lab_bench
from gunki.lab.bench.bench_report import BenchReport

WAYS = (("pool_1", "one process"), ("pool_2", "two processes"), ("ray_2", "Ray, two nodes on this machine"))
RATIOS = (("lab_two_vs_one", "two processes ÷ one"), ("lab_ray_vs_pool", "Ray on two nodes ÷ two processes"))


def measure(options: PartOptions) -> None:
    """Measure and print the report. Exit with code 1 if a floor is missed."""
    print_report(lab_bench.bench(gunki.game_ids()[0], options.seconds), options.as_json, _show)


def _show(report: BenchReport) -> None:
    console = Console(soft_wrap=True, highlight=False)
    show_machine(console, f"laboratory, {report.game}", report)
    console.print(f"a game takes {report.figures['game_ms']:.0f} ms of processor time")
    table = Table("", "games per second", "start, s", box=None, pad_edge=False, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, meaning in WAYS:
        if f"{name}_games_per_s" in report.figures:
            rate, start = report.figures[f"{name}_games_per_s"], report.figures[f"{name}_start_s"]
            table.add_row(meaning, f"{rate:.2f}", f"{start:.1f}")
    console.print(table)
    for name, meaning in RATIOS:
        if name in report.ratios:
            ratio, floor = report.ratios[name], report.floor(name)
            mark = (
                "" if floor is None else f"[{'green' if floor[1] else 'red'}]{floor[0]} {'✓' if floor[1] else '✗'}[/]"
            )
            spread = f"{ratio.low:.2f}..{ratio.high:.2f}, {report.rounds} rounds in turn"
            console.print(f"[bold]{meaning}: {ratio.median:.2f}[/bold] ({spread}) {mark}")
    if "ray" in report.peers:
        console.print("Ray: not installed (pip install 'gunki\\[ray]')")
    console.print(f"[dim]{report.seconds:.0f} s in all[/dim]")
