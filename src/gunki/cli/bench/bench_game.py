"""The output of `gunki bench` for a game, and for two source trees."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from gunki.cli.bench.bench_output import open_console, show_machine
from gunki.lab.bench.bench_report import BenchReport
from gunki.lab.bench.tree_comparison import TreeComparison

#: The figures of a report. Each is a tuple: name, meaning in words, unit.
FIGURES = (
    ("decisions_per_s", "decisions per second (seats only, all options listed each time)", ""),
    ("opening_per_s", "  in the first decisions of games", ""),
    ("long_run_per_s", "  through whole games", ""),
    ("mcts_per_s", "clones with 40 random decisions after them, per second", ""),
    ("mcts_pick_per_s", "  the same, acts drawn without listing the options", ""),
    ("games_per_s", "random games per second", ""),
    ("decisions_per_game", "decisions per game", ""),
    ("chance_per_decision", "rolls and deals per decision", ""),
    ("options_mean", "options per decision, mean", ""),
    ("options_p95", "options per decision, 95th percentile", ""),
    ("clone_us", "clone, mid-game", "µs"),
    ("clone_opening_us", "clone, opening", "µs"),
    ("clone_deepest_us", "clone, deepest procedure of a game", "µs"),
    ("clone_units", "units of the largest scenario", ""),
    ("clone_largest_us", "clone, mid-game, with that many units", "µs"),
    ("lines_of_a_side_ms", "lines of all forces of a side there, looked for at once", "ms"),
    ("supply_of_a_side_ms", "supply of all units of a side there, judged at once", "ms"),
    ("legal_us", "options of a decision", "µs"),
    ("apply_us", "apply an action, median", "µs"),
    ("digest_us", "digest", "µs"),
    ("to_dict_us", "to_dict", "µs"),
    ("restore_us", "restore", "µs"),
    ("state_bytes", "position as JSON", "bytes"),
    ("action_ms", "an action of a match", "ms"),
    ("scene_ms", "one seat's scene after an action", "ms"),
    ("scene_ms_p95", "  95th percentile", "ms"),
    ("view_ms", "one seat's view after it", "ms"),
    ("save_ms", "save a whole game", "ms"),
    ("load_ms", "load it (replays every action)", "ms"),
    ("save_bytes", "its file", "bytes"),
    ("start_ms", "fresh interpreter, import, new match", "ms"),
    ("bare_interpreter_ms", "fresh interpreter alone", "ms"),
)
#: The kinds of ratios. Each is a tuple: how the names of these ratios begin, and how their meaning begins in words.
RATIOS = (
    ("decisions_vs_", "decisions per second ÷ "),
    ("clone_vs_", "clone: times faster than "),
    ("mcts_vs_", "clone and 40 random decisions ÷ "),
)
#: The columns of ratios in the table of scenarios. Each is a tuple: name of the ratio, title of the column.
COLUMNS = (
    ("decisions_vs_catanatron", "÷ catanatron"),
    ("decisions_vs_chess", "÷ chess"),
    ("decisions_vs_plain", "÷ plain"),
    ("clone_vs_catanatron", "clone ÷ catanatron"),
    ("mcts_vs_catanatron", "mcts ÷ catanatron"),
    ("mcts_vs_plain", "mcts ÷ plain"),
)
#: Some floors are for compiled rules only. If the rules are not compiled, this text is printed instead of such a floor.
NOT_MEASURED = "not measured: plain"
WORKS = {"opening": "opening", "play": "whole games", "clones": "clones", "mcts": "mcts", "mcts_pick": "mcts, pick"}


def show_report(report: BenchReport) -> None:
    console = open_console()
    show_machine(console, report.game, report)
    if report.scenarios:
        _show_build(console, report)
    table = Table("", "", "", "", "", box=None, show_header=False, pad_edge=False)
    table.columns[1].justify = "right"
    for name, meaning, unit in FIGURES:
        if name in report.figures:
            table.add_row(meaning, _number(report.figures[name]), unit, _floor(report, name), _worst(report, name))
    console.print(table)
    _show_growth(console, report)
    _show_scenarios(console, report)
    _show_yardstick(console, report)
    _show_ratios(console, report)
    console.print(f"[dim]{report.seconds:.0f} s in all[/dim]")


def _show_build(console: Console, report: BenchReport) -> None:
    if not report.compiled:
        console.print("[yellow]There are no compiled rules here: this measures the plain ones.[/yellow]")
    elif report.different:
        console.print(f"[red bold]compiled and plain rules play differently: {', '.join(report.different)}[/red bold]")
    else:
        console.print("[green]compiled and plain rules play alike[/green]")


def _show_growth(console: Console, report: BenchReport) -> None:
    if report.growth is None:
        return
    curve = report.growth
    console.print(f"\n[bold]cost of a decision against units on the map[/bold], {curve.scenario}")
    longest = max(point.microseconds for point in curve.points)
    for point in curve.points:
        bar = "█" * max(1, round(30 * point.microseconds / longest))
        console.print(f"{point.units:5} units  {point.microseconds:8.1f} µs  [dim]{bar}[/dim]")
    console.print(f"grows with the {curve.exponent:.2f}th power of the units {_floor(report, 'growth')}")


def _show_scenarios(console: Console, report: BenchReport) -> None:
    """Print one row for each scenario, if there are several."""
    if len(report.scenarios) < 2:
        return
    columns = [(name, title) for name, title in COLUMNS if name in report.ratios]
    table = Table("scenario", "decisions/s", "clone µs", *(title for _, title in columns), box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for scenario, result in report.scenarios.items():
        figures = (_number(result.figures[name]) for name in ("decisions_per_s", "clone_us"))
        table.add_row(scenario, *figures, *(f"{result.ratios[name].median:.2f}" for name, _ in columns))
    console.print()
    console.print(table)


def _show_yardstick(console: Console, report: BenchReport) -> None:
    if report.relative_speed is None:
        return
    console.print(f"\n[bold]decisions per second ÷ {report.relative_speed.yardstick}[/bold], work in turn, medians")
    for scenario, spread in report.relative_speed.scenarios.items():
        worst = _floor(report, "decisions_vs_yardstick") if scenario == report.relative_speed.worst else ""
        console.print(f"{scenario:24} {spread.median:5.2f}  {spread.low:.2f}..{spread.high:.2f} {worst}")


def _show_ratios(console: Console, report: BenchReport) -> None:
    console.print(f"\n[bold]beside others[/bold], CPU time of {report.rounds} rounds in turn, median of the ratios")
    table = Table("", "ratio", "range", "", "", box=None, pad_edge=False, header_style="dim")
    for name, ratio in report.ratios.items():
        if name == "decisions_vs_yardstick" and report.relative_speed is not None:
            continue
        spread = f"{ratio.low:.2f}..{ratio.high:.2f}"
        table.add_row(_meaning(name), f"{ratio.median:.2f}", spread, _floor(report, name), _worst(report, name))
    for name in report.not_measured:
        if name not in report.ratios:
            table.add_row(_meaning(name), "", "", _floor(report, name), "")
    if table.row_count:
        console.print(table)
    for name, peer in report.peers.items():
        if peer is None:
            console.print(f"{name}: not installed")
        else:
            rate = f"{_number(peer['decisions_per_s'])} decisions per second, copy {peer['copy_us']} µs"
            console.print(f"{name} {peer['version']}: {rate} [dim]({peer['how']})[/dim]")


def show_comparison(comparison: TreeComparison) -> None:
    console = open_console()
    for title, tree in (("this tree", comparison.ours), ("the other", comparison.theirs)):
        console.print(f"{title}: {tree['source']} ({tree['build']})", markup=False)
    for warning in comparison.warnings:
        console.print(f"[yellow]WARN {warning}[/yellow]")
    console.print("\n[bold]this tree ÷ the other[/bold], CPU time of rounds in turn, median of the ratios and range")
    table = Table("", *WORKS.values(), "digests", box=None, pad_edge=False, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for where, ratios in comparison.ratios.items():
        cells = [
            f"{ratios[work].median:.2f} [dim]{ratios[work].low:.2f}..{ratios[work].high:.2f}[/dim]"
            if work in ratios
            else ""
            for work in WORKS
        ]
        digest = comparison.digests[where]
        table.add_row(" ".join(where), *cells, digest if digest == "equal" else f"[red]{digest}[/red]")
    console.print(table)
    console.print(f"[dim]{comparison.seconds:.0f} s in all[/dim]")


def _meaning(name: str) -> str:
    for beginning, meaning in RATIOS:
        if name.startswith(beginning):
            return meaning + name.removeprefix(beginning)
    return name


def _worst(report: BenchReport, name: str) -> str:
    """Return the name of the scenario that a figure comes from, if there are several."""
    several = len(report.scenarios) > 1 and name in report.worst
    return f"[dim]{report.worst[name]}[/dim]" if several else ""


def _floor(report: BenchReport, name: str) -> str:
    floor = report.floor(name)
    if floor is None:
        return f"[dim]{NOT_MEASURED}[/dim]" if name in report.not_measured else ""
    text, holds = floor
    return f"[green]{text} ✓[/green]" if holds else f"[red]{text} ✗[/red]"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
