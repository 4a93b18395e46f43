"""The common output of the benchmarks: the machine, warnings about it, and the missed floors."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import typer
from rich.console import Console


class PartOptions(NamedTuple):
    """The options of `gunki bench` for a part of the program. A part may ignore some of them."""

    as_json: bool
    seconds: float
    peers: bool
    only: Sequence[str]


class BenchmarkReport(Protocol):
    """A report of a benchmark."""

    header: dict[str, Any]
    warnings: list[str]

    @property
    def floors_missed(self) -> list[str]: ...

    def to_dict(self) -> Mapping[str, Any]: ...


R = TypeVar("R", bound=BenchmarkReport)


def print_report(report: R, as_json: bool, show: Callable[[R], None]) -> None:
    """Print the report, and exit with code 1 if a floor is missed."""
    if as_json:
        print(json.dumps(report.to_dict(), ensure_ascii=False, indent=1))
    else:
        show(report)
    exit_if_missed("; ".join(report.floors_missed))


def exit_if_missed(missed: str) -> None:
    """Exit with code 1 unless `missed` is empty. `missed` holds the missed floors in words."""
    if missed:
        print(f"gunki: below the floor: {missed}", file=sys.stderr)
        raise typer.Exit(1)


#: The width of output that goes to a file or a pipe.
WIDTH = 132


def open_console() -> Console:
    """Return a console that prints tables to the standard output."""
    return Console(soft_wrap=True, highlight=False, width=None if sys.stdout.isatty() else WIDTH)


def show_machine(console: Console, title: str, report: BenchmarkReport) -> None:
    head, [before, after] = report.header, report.header["calibration_mops"]
    console.print(f"[bold]{title}[/bold]  gunki {head['gunki']} ({head['build']}), {head['python']}")
    console.print(f"{head['cpu']}, {head['cores']} cores, load {head['load']}; calibration {before} -> {after} Mops/s")
    for warning in report.warnings:
        console.print(f"[yellow]WARN {warning}[/yellow]")


def print_documents(documents: list[dict[str, Any]], *, alone: bool) -> None:
    """Print a list of all documents. If `alone` is true, print the only document without a list."""
    print(json.dumps(documents[0] if alone else documents, ensure_ascii=False, indent=1), flush=True)
