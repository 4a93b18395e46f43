"""`gunki bench attacks`: the effect of attacks on other clients of the server."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from gunki.cli.bench.bench_output import PartOptions, print_report, show_machine
from gunki.lab.attacks import attack_run
from gunki.lab.attacks.attack_run import ALL, FLOOR, GIVES_UP, AttackReport, ServiceTimes
from gunki.lab.attacks.attack_scenarios import ATTACKS

HEADINGS = (
    "attack", "action before", "during", "ratio", "p99", "page", "upload", "bot's answer", "memory, MB", "stored, MB"
)  # fmt: skip
#: The width of the table on any screen.
WIDTH = 150


def measure(options: PartOptions) -> None:
    """Measure and print the report. Exit with code 1 if a floor is missed."""
    print_report(attack_run.attack(options.seconds, options.only), options.as_json, _show)


def _show(report: AttackReport) -> None:
    console = Console(soft_wrap=True, highlight=False, width=WIDTH)
    show_machine(console, "attacks on the server", report)
    if report.nonces:
        nonces = report.nonces
        console.print(
            f"a host who tries {nonces['tries']:.0f} numbers for low dice (fair: {nonces['low_dice_fair']:.2f}): "
            f"scheme 1 gives {nonces['low_dice_scheme_1']:.2f}, scheme 2 {nonces['low_dice_scheme_2']:.2f}; "
            f"of {nonces['lapsed_matches']:.0f} matches, of which all but the best are left to lapse, "
            f"{nonces['low_dice_scheme_2_lapsed']:.2f}"
        )
    if report.workers:
        details = ", ".join(f"{how} {seconds:.1f} s" for how, seconds in report.workers.items())
        console.print(f"until a worker is replaced: {details}")
    if report.rows:
        console.print(f"milliseconds, medians; others wait at most {GIVES_UP:.0f} s")
        table = Table(*HEADINGS, box=None, pad_edge=False)
        for column in table.columns[1:]:
            column.justify = "right"
        quiet = report.quiet
        table.add_row("none", "", _ms(quiet.action), "", *_other_cells(quiet))
        for row in report.rows:
            ratio = "-" if row.ratio is None else f"{row.ratio:.1f}"
            failed = f" ({row.during.failed} failed: {row.during.why[:80]})" if row.during.failed else ""
            table.add_row(
                row.name, _ms(row.before.action), _ms(row.during.action) + failed, ratio, *_other_cells(row.during)
            )
        console.print(table)
        for row in report.rows:
            if row.name != ALL:
                details = ", ".join(f"{name} {value}" for name, value in row.outcomes[row.name].items())
                console.print(f"[dim]{row.name}: {ATTACKS[row.name].what}: {details}[/dim]")
        for row in report.rows:
            if (door := row.during.door).turned_away:
                console.print(
                    f"{row.name}: {door.turned_away} of {door.came} who came were turned away ({door.why[:80]})"
                )
    for missed in report.floors_missed:
        console.print(f"[bold]{missed} [red]✗[/red][/bold]")
    if any(row.name == ALL for row in report.rows) and not report.floors_missed:
        good = f"an action takes less than {FLOOR:.0f} times as long, and nobody is turned away"
        console.print(f"[bold]{ALL}: {good} [green]✓[/green][/bold]")
    console.print(f"[dim]{report.seconds:.0f} s in all[/dim]")


def _other_cells(times: ServiceTimes) -> tuple[str, ...]:
    sizes = (f"{before:.0f} → {after:.0f}" for before, after in (times.memory, times.stored))
    return _ms(times.action_p99), _ms(times.page), _ms(times.upload), _ms(times.bot), *sizes


def _ms(value: float | None) -> str:
    return "none" if value is None else f"{value:,.1f}"
