"""The balance of a game, computed from the rows of a study.

It covers who wins, by which clause and when; points turn by turn; captures; fallen leaders; places of fights; and how
much the dice decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median, quantiles
from typing import Any

from gunki.lab.analysis.intervals import mean_interval, wilson_interval
from gunki.lab.analysis.summary import Results
from gunki.lab.studies.rows import Row
from gunki.lab.studies.study import Study

#: A list or chart in a report has at most this many rows.
MAX_THINGS_LISTED = 12
#: Fields of the luck of a seat. A row is counted only if the luck of the seat has all of them.
LUCK = {"rolls", "got", "mean", "better"}
#: A limit for the turns of a row from an untrusted file. No game of gunki is longer.
MOST_TURNS = 400


@dataclass(slots=True)
class Capture:
    """How often one thing, such as a castle, changed hands in the games of a study."""

    thing: str
    #: Games in which the thing changed hands at least once.
    games: int = 0
    times: int = 0
    #: The turn of the first capture in each of these games.
    first: list[int] = field(default_factory=list)
    #: The number of captures by each new holder, over all games.
    by: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Balance:
    """The rows of one study and the statistics of its balance. `to_dict` returns all of these statistics."""

    seats: Sequence[str]
    results: Results
    rows: list[Row]

    @classmethod
    def of(cls, study: Study) -> Balance:
        """Read all rows of `study` and return its balance."""
        results, rows = Results(len(study.plan.seatings)), []
        for row in study.all_rows():
            results.add(row)
            if isinstance(row, Row):
                rows.append(row)
        rows.sort(key=lambda row: row.number)  # sort them, because a sum of floats depends on the order
        return cls(study.plan.seats, results, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return all statistics as plain data."""
        return {
            **self.results.to_dict(),
            "length": self.length(),
            "clauses": self.clauses(),
            "points_by_turn": self.points_by_turn(),
            "taken": [self._capture_fields(entry) for entry in self.captures()],
            "taken_by_turn": self.captures_by_turn(),
            "leaders": self.leaders(),
            "fights": self.fights(),
            "luck": self.luck(),
        }

    # -- how it ends --------------------------------------------------------------------------------------------------

    def length(self) -> dict[str, float]:
        """Return the least, median and greatest number of turns of the games, and their mean number of decisions."""
        turns, decisions = [row.turns for row in self.rows], [row.decisions for row in self.rows]
        if not turns:
            return {}
        return {
            "least": min(turns),
            "median": median(turns),
            "most": max(turns),
            "decisions": round(fmean(decisions), 1),
        }

    def clauses(self) -> list[dict[str, Any]]:
        """Return the clauses that ended games, the most frequent first. Each has the seats that won by it."""
        games: Counter[tuple[str, str]] = Counter((row.clause, row.reason) for row in self.rows)
        entries = []
        for (clause, reason), count in sorted(games.items(), key=lambda entry: (-entry[1], entry[0])):
            those = [row for row in self.rows if (row.clause, row.reason) == (clause, reason)]
            winners = Counter(seat for row in those for seat in row.winners)
            share = wilson_interval(count, len(self.rows))
            entries.append({
                "clause": clause, "reason": reason, "games": count, **share.to_dict(),
                "winners": {seat: winners[seat] for seat in self.seats if winners[seat]},
                "turn": median(row.turns for row in those),
            })  # fmt: skip
        return entries

    # -- turn by turn -------------------------------------------------------------------------------------------------

    def points_by_turn(self) -> list[dict[str, Any]]:
        """Return the mean points of each seat at each turn, and the range of the middle half of the values.

        Only games that reached the turn are counted.
        """
        by_turn: dict[int, list[Any]] = {}
        for row in self.rows:
            for turn, points in row.points_by_turn:
                by_turn.setdefault(turn, []).append(points)
        return [
            {"turn": turn, "games": len(rows), "seats": {seat: _spread([row[seat] for row in rows])
                                                         for seat in self.seats if all(seat in row for row in rows)}}
            for turn, rows in sorted(by_turn.items())
        ]  # fmt: skip

    def captures(self) -> list[Capture]:
        """Return the things that changed hands. The most often captured come first."""
        captures_by_thing: dict[str, Capture] = {}
        for row in self.rows:
            row_things: set[str] = set()
            for turn, thing, _, by in row.taken:
                entry = captures_by_thing.setdefault(thing, Capture(thing))
                entry.times += 1
                entry.by[by] += 1
                if thing not in row_things:
                    entry.games += 1
                    entry.first.append(turn)
                row_things.add(thing)
        return sorted(captures_by_thing.values(), key=lambda entry: (-entry.games, -entry.times, entry.thing))

    def _capture_fields(self, entry: Capture) -> dict[str, Any]:
        share = wilson_interval(entry.games, len(self.rows))
        by = dict(sorted(entry.by.items(), key=lambda row: (-row[1], row[0])))
        return {"thing": entry.thing, "games": entry.games, **share.to_dict(), "times": entry.times,
                "turn": median(entry.first), "by": by}  # fmt: skip

    def captures_by_turn(self) -> dict[int, float]:
        """Return the captures in each turn, divided by the number of games that reached the turn."""
        counts = Counter(turn for row in self.rows for turn, *_ in row.taken)
        return {turn: round(counts[turn] / self._games_reaching(turn), 3) for turn in range(1, self._last_turn() + 1)}

    def leaders(self) -> list[dict[str, Any]]:
        """Return the leaders who fell, the most frequent first.

        Each entry holds the number of games in which the leader fell, the median turn of the fall, and the share of
        games in which the leader is alive after each turn. The share is a Kaplan-Meier estimate, because a game that
        ended with the leader alive says nothing about later turns.
        """
        first: dict[str, dict[int, int]] = {}
        for row in self.rows:
            for turn, who in row.fell:
                first.setdefault(who, {}).setdefault(row.number, turn)
        return [
            {"who": who, "games": len(fell), **wilson_interval(len(fell), len(self.rows)).to_dict(),
             "turn": median(fell.values()), "alive": self._survival(fell)}
            for who, fell in sorted(first.items(), key=lambda entry: (-len(entry[1]), entry[0]))
        ]  # fmt: skip

    def _survival(self, fell: Mapping[int, int]) -> list[tuple[int, float]]:
        """Return the Kaplan-Meier curve of a leader as (turn, share alive).

        `fell` maps the number of a game to the turn in which the leader fell.
        """
        ends = Counter(fell.get(row.number, row.turns) for row in self.rows)
        falls = Counter(fell.values())
        games_left, alive, curve = len(self.rows), 1.0, [(0, 1.0)]
        for turn in range(self._last_turn() + 1):
            if games_left:
                alive *= 1 - falls[turn] / games_left
                games_left -= ends[turn]
                if turn:
                    curve.append((turn, round(alive, 4)))
        return curve

    def _last_turn(self) -> int:
        return min(max((row.turns for row in self.rows), default=0), MOST_TURNS)

    def _games_reaching(self, turn: int) -> int:
        return max(1, sum(row.turns >= turn for row in self.rows))

    # -- where, and by what luck --------------------------------------------------------------------------------------

    def fights(self) -> dict[str, float]:
        """Return the number of fights per game at each place. The most contested place comes first."""
        total: Counter[str] = Counter()
        for row in self.rows:
            total.update(row.fights)
        games = max(1, len(self.rows))
        return {place: round(count / games, 4) for place, count in sorted(total.items(), key=lambda e: (-e[1], e[0]))}

    def luck(self) -> dict[str, dict[str, Any]]:
        """Return the luck of each seat's dice, and how often the seat won with good and with bad dice.

        `got` is the worth of the seat's rolls. `mean` is their expected worth. `over` is the difference of the two,
        with an interval. `lucky` covers the games in which its rolls came out better than half of all possible
        outcomes. `unlucky` covers the other games.
        """
        by_seat = {}
        for seat in self.seats:
            row_lucks = [(row, row.luck.get(seat, {})) for row in self.rows]
            rows = [(row, luck) for row, luck in row_lucks if luck.get("rolls") and luck.keys() >= LUCK]
            if not rows:
                continue
            over = mean_interval([luck["got"] - luck["mean"] for _, luck in rows])
            by_seat[seat] = {
                "games": len(rows),
                "rolls": round(fmean(luck["rolls"] for _, luck in rows), 1),
                "got": round(fmean(luck["got"] for _, luck in rows), 2),
                "mean": round(fmean(luck["mean"] for _, luck in rows), 2),
                "over": None if over is None else over.to_dict(),
                "lucky": _win_figures(seat, (row for row, luck in rows if luck["better"] > 0.5)),
                "unlucky": _win_figures(seat, (row for row, luck in rows if luck["better"] <= 0.5)),
            }
        return by_seat


def _win_figures(seat: str, rows: Iterable[Row]) -> dict[str, Any]:
    scores = [1 / len(row.winners) if seat in row.winners else 0.0 for row in rows]
    return {"games": len(scores), **wilson_interval(sum(scores), len(scores)).to_dict()}


def _spread(values: Sequence[float]) -> dict[str, float]:
    low, high = (values[0], values[0]) if len(values) < 2 else quantiles(values, n=4, method="inclusive")[::2]
    return {"mean": round(fmean(values), 3), "low": round(low, 3), "high": round(high, 3)}
