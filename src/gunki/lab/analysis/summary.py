"""Totals over many games: who wins, how and when, and the milestones and conditions that a game declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gunki.lab.analysis.intervals import Interval, pair_interval, wilson_interval
from gunki.lab.studies.rows import FailedGame, Row


@dataclass(slots=True)
class WinTally:
    """The victories and the games of one player or seat. A shared victory counts as a fraction."""

    wins: float = 0.0
    games: int = 0
    #: The number of victories and the number of games in each pair.
    pairs: dict[int, tuple[float, int]] = field(default_factory=dict)

    def add(self, pair: int, score: float) -> None:
        """Count one game of `pair`. `score` is 1 for a victory, a fraction for a shared victory, or 0."""
        self.wins += score
        self.games += 1
        wins, games = self.pairs.get(pair, (0.0, 0))
        self.pairs[pair] = (wins + score, games + 1)

    @property
    def single(self) -> Interval:
        """The interval that treats all games as independent."""
        return wilson_interval(self.wins, self.games)

    def pair_interval(self, whole: Iterable[int]) -> Interval | None:
        """Return the interval that is computed from pairs.

        `whole` names the pairs of which every game has been played.
        """
        return pair_interval(self.pairs[pair] for pair in whole if pair in self.pairs)

    def to_dict(self, whole: Iterable[int] | None) -> dict[str, Any]:
        """Return plain data. Unless `whole` is None, the interval from pairs is included."""
        figures = {**self.single.to_dict(), "wins": round(self.wins, 2), "games": self.games}
        if whole is not None:
            interval = self.pair_interval(whole)
            figures["paired"] = None if interval is None else interval.to_dict()
        return figures


@dataclass(slots=True)
class Results:
    """Totals of rows. The order in which rows are added does not matter."""

    #: The number of games in a pair. 1 means that games are not paired.
    each: int = 1
    games: int = 0
    failures: list[FailedGame] = field(default_factory=list)
    by_bot: dict[str, WinTally] = field(default_factory=dict)
    by_seat: dict[str, WinTally] = field(default_factory=dict)
    #: The number of games played so far in each pair.
    pairs: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    #: The number of games, by the clause that ended them, then by the turn.
    endings: dict[str, Counter[int]] = field(default_factory=dict)
    turned_back: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    winning_points: Counter[int] = field(default_factory=Counter)
    decisions: int = 0
    #: Processor seconds.
    cpu: float = 0.0
    #: How often each milestone was reached: first counted by turn, then counted by the person or thing concerned.
    milestone_turns: dict[str, Counter[int]] = field(default_factory=dict)
    milestone_about: dict[str, Counter[str]] = field(default_factory=dict)
    #: For each condition, the games at whose end it was met. They are counted by the turn since which it was met.
    conditions: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, game: Row | FailedGame) -> None:
        """Count one game."""
        if isinstance(game, FailedGame):
            self.failures.append(game)
            return
        self.games += 1
        self.pairs[game.pair] += 1
        self.decisions += game.decisions
        self.cpu += game.cpu
        self.reasons[game.reason] += 1
        self.endings.setdefault(game.clause.partition(":")[2], Counter())[game.turns] += 1
        self.turned_back[game.turned_back] += 1
        self.turns[game.turns] += 1
        part = 1 / max(1, len(game.winners))
        scores = {seat: part if seat in game.winners else 0.0 for seat in game.seating}
        for seat, score in scores.items():
            self.by_seat.setdefault(seat, WinTally()).add(game.pair, score)
        for name in set(game.seating.values()):
            won = sum(score for seat, score in scores.items() if game.seating[seat] == name)
            self.by_bot.setdefault(name, WinTally()).add(game.pair, won)
        for seat in game.winners:
            self.winning_points[game.points[seat]] += 1
        for kind, turn, about in game.milestones:
            self.milestone_turns.setdefault(kind, Counter())[turn] += 1
            self.milestone_about.setdefault(kind, Counter())[about] += 1
        for what, since in game.conditions:
            self.conditions.setdefault(what, Counter())[since] += 1

    def whole_pairs(self) -> list[int] | None:
        """Return the pairs of which every game has been played. Return None if games are not paired."""
        return None if self.each == 1 else [pair for pair, games in self.pairs.items() if games == self.each]

    def to_dict(self) -> dict[str, Any]:
        """Return all totals as plain data."""
        whole = self.whole_pairs()
        return {
            "games": self.games,
            "pairs": self.games if whole is None else len(whole),
            "failed": [row.to_dict() for row in self.failures],
            "bots": {name: tally.to_dict(whole) for name, tally in sorted(self.by_bot.items())},
            "seats": {seat: tally.to_dict(whole) for seat, tally in self.by_seat.items()},
            "wins_by_seat": {
                seat: round(tally.wins, 2)
                for seat, tally in sorted(self.by_seat.items(), key=lambda row: (-row[1].wins, row[0]))
                if tally.wins
            },
            "reasons": _most(self.reasons),
            "endings": {clause: dict(sorted(turns.items())) for clause, turns in sorted(self.endings.items())},
            "turned_back": dict(sorted(self.turned_back.items())),
            "turns": dict(sorted(self.turns.items())),
            "winning_points": dict(sorted(self.winning_points.items())),
            "decisions_per_game": round(self.decisions / max(1, self.games), 1),
            "milestones": {
                kind: {"turns": dict(sorted(turns.items())), "about": _most(self.milestone_about[kind])}
                for kind, turns in sorted(self.milestone_turns.items())
            },
            "conditions": {what: dict(sorted(turns.items())) for what, turns in sorted(self.conditions.items())},
        }


def _most(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts with the highest first."""
    return dict(sorted(counts.items(), key=lambda row: (-row[1], row[0])))
