"""`gunki bench board`: the hex kernel on every hex map."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import gunki
from gunki.board import _kernel_py
from gunki.board.costs import step_costs, zone_sides
from gunki.board.hexmap import HexMap
from gunki.cli.bench.bench_output import PartOptions, print_report, show_machine
from gunki.core.errors import DataError
from gunki.lab.bench import kernel_bench
from gunki.lab.bench.kernel_bench import BoardReport
from gunki.lab.bench.timing import Spread
from gunki.lab.bench_engines.kernel_peers import Ground

#: Typical costs of the hex games, in points by terrain. MOVE is for movement, LINE for supply lines, BACK for retreats.
#: RIVER holds the points for crossing a river.
MOVE = {"flat": 1, "rough": 2, "foothills": 4, "marsh": 4}
LINE = {"flat": 1, "rough": 1, "foothills": 3}
BACK = {"flat": 0, "rough": 0, "foothills": 1, "marsh": 1}
RIVER = {"river": 1, "ford": 1}
#: The least width of the output. It also holds for output to a pipe.
WIDTH = 112


def measure(options: PartOptions) -> None:
    """Measure and print the report. Exit with code 1 if a floor is missed."""
    report = kernel_bench.bench(grounds(), kernels(), options.peers)
    print_report(report, options.as_json, _show)


def kernels() -> dict[str, Any]:
    """Return both builds of the kernel.

    Raise DataError if the compiled one is missing, because the floors are for it.
    """
    try:
        compiled = import_module("gunki.board._kernel")
    except ImportError as error:
        raise DataError(f"the compiled kernel is not built here: {error}; `pip install -e .` builds it") from None
    if not str(compiled.__file__).endswith((".so", ".pyd")):
        raise DataError(f"not a compiled kernel: {compiled.__file__}")
    return {"compiled": compiled, "pure": _kernel_py}


def grounds() -> list[Ground]:
    folders = sorted(path.parent for path in (Path(gunki.__file__).parent / "games").glob("*/map/hexes.csv"))
    if not folders:
        raise DataError("no game here has a hex map")
    return [ground(HexMap.load(folder)) for folder in folders]


def ground(board: HexMap) -> Ground:
    return Ground(
        name=board.game,
        neighbours=board.neighbours,
        xs=board.xs,
        ys=board.ys,
        move=step_costs(board, MOVE, RIVER),
        line=step_costs(board, LINE, RIVER),
        back=step_costs(board, BACK, RIVER),
        control=zone_sides(board),
        land=board.of_terrain(*MOVE),
        castles=[h for h in board.castle_at if board.terrain_at(h) in LINE],
    )


def _show(report: BoardReport) -> None:
    console = Console(soft_wrap=True, highlight=False)
    console.width = max(console.width, WIDTH)
    show_machine(console, "hex kernel", report)
    console.print("beside " + ", ".join(f"{name} {version}" for name, version in report.peers.items()))
    for name, runs in report.times.items():
        size = report.sizes[name]
        console.print(
            f"\n[bold]{name}[/bold]: {size['hexes']:.0f} hexes, {size['reached']:.1f} within 8 points, "
            f"{size['relays']:.0f} relays"
        )
        table = Table("", "", "µs", "÷ compiled", "÷ pure", box=None, pad_edge=False, header_style="dim")
        for column in table.columns:
            column.no_wrap = True
        for column in table.columns[2:]:
            column.justify = "right"
        for job, times in runs.items():
            for who, us in times.items():
                ratios = [report.ratios[name][job].get((ours, who)) for ours in ("compiled", "pure")]
                cells = [_spread(r) if r else "" for r in ratios]
                table.add_row(job if who == next(iter(times)) else "", who, f"{us:,.2f}", *cells)
        console.print(table)
        for job, pairs in report.ratios[name].items():
            for pair, ratio in pairs.items():
                if (floor := report.floor(job, pair, ratio)) is not None:
                    lowest, target, holds = floor
                    mark = "[green]✓[/green]" if holds else "[red]✗[/red]"
                    aim = f", target {target:g} {'✓' if ratio.median >= target else '–'}" if target > lowest else ""
                    console.print(f"{mark} {job}, {pair[0]} ÷ {pair[1]}: {ratio.median:.1f}, floor {lowest:g}{aim}")
    how = "medians of the rounds, processor time; in brackets the range of the rounds' ratios"
    console.print(f"\n[dim]{report.rounds} rounds of slices in turn, {how}; {report.seconds:.0f} s[/dim]")


def _spread(ratio: Spread) -> str:
    digits = 0 if ratio.median >= 100 else 1
    return f"{ratio.median:.{digits}f} ({ratio.low:.{digits}f}..{ratio.high:.{digits}f})"
