"""Shares of victory as a table, during a study and at its end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from gunki.cli.render.screen import Screen, strip_controls
from gunki.cli.render.words import GameWords, Words
from gunki.lab.analysis.intervals import Interval
from gunki.lab.analysis.summary import Results, WinTally
from gunki.lab.studies.rows import FailedGame, Row
from gunki.lab.studies.study import Study

#: Seconds between two updates of the table. More frequent updates could not be read.
SECONDS_BETWEEN_DRAWS = 0.5


def shares_table(words: GameWords, results: Results) -> Table:
    """Return a table of the players, then of the seats."""
    whole = results.whole_pairs()
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    grid.add_column("")
    for head in ("lab_wins", "lab_games", "lab_share", "lab_single", *(["lab_paired"] if whole is not None else [])):
        grid.add_column(words(head), justify="right")
    if len(results.by_bot) > 1:  # a bot that plays against itself wins as often as it loses
        for name, tally in sorted(results.by_bot.items()):
            grid.add_row(Text(strip_controls(name)), *_cells(tally, whole))
        grid.add_row()
    for seat, tally in results.by_seat.items():
        grid.add_row(Text(strip_controls(words.side(seat))), *_cells(tally, whole))
    return grid


def _cells(tally: WinTally, whole: list[int] | None) -> list[str]:
    single = tally.single
    cells = [f"{tally.wins:g}" if tally.wins == int(tally.wins) else f"{tally.wins:.2f}", str(tally.games)]
    cells += [f"{100 * single.share:.1f}", _range(single)]
    if whole is not None:
        cells.append(_range(tally.pair_interval(whole)))
    return cells


def _range(interval: Interval | None) -> str:
    return "–" if interval is None else f"{100 * interval.low:.1f}–{100 * interval.high:.1f}"


class ProgressTable:
    """Counts the rows of a study, and shows the counts on a terminal."""

    def __init__(self, study: Study, words: GameWords) -> None:
        self.results = Results(len(study.plan.seatings))
        #: The number of rows that were there before this run.
        self.earlier_rows = 0
        self._words, self._games = words, study.plan.games
        self._start_time, self._last_draw = time.monotonic(), 0.0
        self._live: Live | None = None
        self._progress: Progress | None = None

    @property
    def row_count(self) -> int:
        return self.results.games + len(self.results.failures)

    def add_known(self, row: Row | FailedGame) -> None:
        self.results.add(row)
        self.earlier_rows += 1

    def add_new(self, row: Row | FailedGame) -> None:
        self.results.add(row)
        now = time.monotonic()
        if now - self._last_draw >= SECONDS_BETWEEN_DRAWS:
            self._last_draw = now
            self._draw()

    @contextmanager
    def show_live(self) -> Iterator[ProgressTable]:
        """Show the table on the error stream if that is a terminal. The standard output is kept for the result."""
        console = Screen(error=True).console
        if not console.is_terminal:
            yield self
            return
        self._progress = _bar(self._words, console, self._games)
        with Live(self._progress, console=console, transient=True, refresh_per_second=4) as self._live:
            yield self

    def _draw(self) -> None:
        if self._live is None or self._progress is None:
            return
        fresh, seconds = self.row_count - self.earlier_rows, time.monotonic() - self._start_time
        self._progress.update(self._progress.tasks[0].id, completed=self.row_count, rate=self._rate(fresh, seconds))
        self._live.update(Group(self._progress, shares_table(self._words, self.results)))

    def _rate(self, games: int, seconds: float) -> str:
        if games and seconds / games > 1:
            return self._words("lab_rate_slow", seconds=f"{seconds / games:.1f}")
        return self._words("lab_rate", rate=f"{games / max(seconds, 0.001):.1f}")


def _bar(words: Words, console: Console, games: int) -> Progress:
    columns: tuple[Any, ...] = (
        TextColumn(words("lab_progress")),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    progress = Progress(*columns, console=console, speed_estimate_period=300)
    progress.add_task("", total=games, rate="")
    return progress
