"""The effect of a changed option, ruling or table on a game: the same seeds and seatings with and without the change.

A comparison is a folder with two studies, `as_is/` and `changed/`. Games of the same number have the same seed and the
same players on the same seats. The intervals come from the differences between two such games, so that luck that both
games share cancels out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import Any

import gunki
from gunki.core.definition.setup import OptionValue
from gunki.core.errors import OptionError
from gunki.lab.analysis.intervals import mean_interval
from gunki.lab.studies import study as studies
from gunki.lab.studies import study_plan
from gunki.lab.studies.rows import FailedGame, Row
from gunki.lab.studies.runner import Runner
from gunki.lab.studies.study import Study

AS_IS, CHANGED = "as_is", "changed"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two studies that differ in the rules alone."""

    path: Path
    as_is: Study
    changed: Study

    def play(
        self, runner: Callable[[int], Runner], on_new_row: Callable[[Row | FailedGame], None] = lambda row: None
    ) -> None:
        """Play the missing games of both studies.

        `runner` takes a number of games and returns the runner for them. `on_new_row` is called with each new row.
        """
        for study in (self.as_is, self.changed):
            study.play(runner(study.plan.games), on_new_row)

    def _repr_html_(self) -> str:
        """Return the comparison as HTML, for notebooks."""
        # Imported here, because that module imports this one.
        from gunki.lab.reports.league_and_comparison import comparison_inlay

        return comparison_inlay(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: each measure without the change and with it, and the difference with its interval."""
        both = self._row_pairs()
        seats = self.as_is.plan.seats
        measures: list[tuple[str, str, Callable[[Row], float]]] = [
            *(("share", seat, lambda row, seat=seat: _win_score(row, seat)) for seat in seats),
            *(("points", seat, lambda row, seat=seat: float(row.points.get(seat, 0))) for seat in seats),
            ("turns", "", lambda row: row.turns),
            ("taken", "", lambda row: len(row.taken)),
            ("fallen", "", lambda row: len(row.fell)),
            ("fought", "", lambda row: sum(row.fights.values())),
        ]
        games = [pair for pairs in both for pair in pairs]
        return {
            "games": len(games),
            "pairs": len(both),
            "same": sum(before.digest == after.digest for before, after in games),
            "measures": [_measure(what, seat, value, both) for what, seat, value in measures] if both else [],
        }

    def _row_pairs(self) -> list[list[tuple[Row, Row]]]:
        """Return the pairs that are complete in both studies. Each game is given as its two rows."""
        before, after = ({row.number: row for row in study.rows()} for study in (self.as_is, self.changed))
        each = len(self.as_is.plan.seatings)
        complete_pairs = []
        for pair in range(self.as_is.plan.pairs):
            numbers = range(pair * each, (pair + 1) * each)
            if all(number in before and number in after for number in numbers):
                complete_pairs.append([(before[number], after[number]) for number in numbers])
        return complete_pairs


def _win_score(row: Row, seat: str) -> float:
    return 1 / len(row.winners) if seat in row.winners else 0.0


def _measure(
    what: str, seat: str, value: Callable[[Row], float], both: Sequence[Sequence[tuple[Row, Row]]]
) -> dict[str, Any]:
    differences = [fmean(value(after) - value(before) for before, after in pair) for pair in both]
    interval = mean_interval(differences)
    return {
        "what": what,
        "seat": seat,
        "as_is": round(fmean(value(before) for pair in both for before, _ in pair), 4),
        "changed": round(fmean(value(after) for pair in both for _, after in pair), 4),
        "difference": round(fmean(differences), 4),
        "interval": None if interval is None else [round(interval.low, 4), round(interval.high, 4)],
        "certain": interval is not None and (interval.low > 0 or interval.high < 0),
    }


def begin(
    path: Path, game: str, players: Sequence[str], games: int, seed: int, scenario: str | None,
    options: Mapping[str, OptionValue], data: Mapping[str, bytes] = MappingProxyType({}),
) -> Comparison:  # fmt: skip
    """Return the comparison in the folder `path`.

    A comparison that is there already is returned if it has the same plans. `options` and `data` are the change:
    options of the match, and files with tables by name. Raises OptionError if nothing is changed, or if the changed
    game has other seats.
    """
    tables = studies.tables_in(data)
    if not options and not tables:
        raise OptionError(
            "nothing is changed: name an option (--option NAME=VALUE) or a file with tables (--data FILE)"
        )
    usual = study_plan.make_plan(game, players, games, seed, scenario)
    other = study_plan.make_plan(game, players, games, seed, scenario, options, tables)
    if usual.options == other.options and not tables:
        raise OptionError("nothing is changed: every option named has its default value")
    if list(usual.seats) != list(other.seats):
        raise OptionError("the changed game has other seats, and cannot be compared")
    return Comparison(path, studies.begin(path / AS_IS, usual), studies.begin(path / CHANGED, other, data))


def open_comparison(path: Path) -> Comparison:
    """Return the comparison that exists in the folder `path`."""
    return Comparison(path, studies.open(path / AS_IS), studies.open(path / CHANGED))


def option_names(game: str, entries: Sequence[str]) -> list[str]:
    """Replace rulings by the options that switch them: `N-16=oda` becomes `yamashiro_neutral=oda`.

    `entries` are texts `NAME=VALUE`. Entries that name no such ruling are returned unchanged.
    """
    named_options = []
    by_ruling: dict[str, list[str]] = {}
    for option in gunki.game(game).match_options:
        by_ruling.setdefault(option.cites, []).append(option.name)
    for entry in entries:
        name, equals, value = entry.partition("=")
        switched_options = by_ruling.get(name.strip(), [])
        if len(switched_options) > 1:
            raise OptionError(f"{name.strip()} is more than one option: name one of {', '.join(switched_options)}")
        named_options.append(f"{switched_options[0]}{equals}{value}" if switched_options else entry)
    return named_options
