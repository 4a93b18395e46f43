"""Many games of bots: who wins, how, when, and what the game itself holds worth counting (milestones, conditions)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

import gunki
from gunki import bots
from gunki.core.events import Event
from gunki.core.tugs import Tugs


@dataclass(frozen=True, slots=True)
class Plan:
    """One game: which bot sits where."""

    game: str
    scenario: str | None
    options: Mapping[str, Any]
    seed: int
    seats: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Played:
    """How one game ended, and its milestones: (kind, turn, about whom)."""

    seats: Mapping[str, str]
    winners: tuple[str, ...]
    reason: str
    points: tuple[int, ...]
    turn: int
    plies: int
    milestones: tuple[tuple[str, int, str], ...]
    #: The clause that ended it.
    clause: str = ""
    #: How often one thing that players pull at was turned back in one turn (`Game.tugged`), at most.
    turned_back: int = 0
    #: The conditions (`Game.conditions`) that were met when it ended, each with the turn since which they were.
    conditions: tuple[tuple[str, int], ...] = ()


def plans(
    game: str,
    players: Sequence[str],
    games: int,
    seed: int,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Plan]:
    """The players take turns on the seats, so that each sits on each equally often; a lone one plays against itself."""
    found = gunki.game(game)
    setup = found.setup(scenario, options)
    seats = setup.seats
    for name in players:
        bots.bot(name, 0)  # an unknown one is refused now
    return [
        Plan(
            game,
            setup.scenario,
            setup.options,
            seed + number,
            {seat: players[(place + number) % len(players)] for place, seat in enumerate(seats)},
        )
        for number in range(games)
    ]


def play(plan: Plan) -> Played:
    match = gunki.new(plan.game, plan.scenario, seed=plan.seed, options=plan.options)
    players = {seat: bots.bot(name, bots.seed_for(plan.seed, seat)) for seat, name in plan.seats.items()}
    met = Met(match)
    while (decision := match.decision) is not None:
        met.look(match.act(players[match.chairs[decision.who]].choose(bots.look(match, decision))))
    result = match.result
    assert result is not None
    chairs = match.chairs
    return Played(
        {seat: plan.seats[chairs[seat]] for seat in match.seats},
        result.winners,
        result.reason,
        result.points,
        int(match.view(None).get("turn", 0)),
        match.ply,
        tuple(milestones(match)),
        result.clause.partition(":")[2],
        turned_back(match),
        tuple(met.since.items()),
    )


class Met:
    """Since which turn each condition of a match is met; what is undone again has to be met anew."""

    def __init__(self, match: gunki.Match) -> None:
        self._match, self._turn = match, int(match.view(None).get("turn", 1))
        self.since: dict[str, int] = {}
        self.look(match.events)

    def look(self, events: Sequence[Event]) -> None:
        """After each answer, with what it brought about."""
        for event in events:
            if event.kind == "turn":
                self._turn = int(event.data["turn"])
        for row in self._match.game.conditions(self._match.position):
            if row["value"] >= row["goal"]:
                self.since.setdefault(row["what"], self._turn)
            else:
                self.since.pop(row["what"], None)


def milestones(match: gunki.Match) -> list[tuple[str, int, str]]:
    """The events the game counts, each with its turn and whom it is about (its first named thing)."""
    turn, found = 1, []
    for event in match.events:
        if event.kind == "turn":
            turn = int(event.data["turn"])
        elif event.kind in match.game.milestones:
            about = next((value for value in event.data.values() if isinstance(value, str)), "")
            found.append((event.kind, turn, about))
    return found


def turned_back(match: gunki.Match) -> int:
    """How often the thing was turned back in one turn that was turned back most often."""
    most, tugs = 0, Tugs(match.game.tugged)
    for event in match.events:
        if event.kind == "turn":
            most, tugs = max(most, tugs.most), Tugs(match.game.tugged)
        tugs.add((event,))
    return max(most, tugs.most)


@dataclass(slots=True)
class Results:
    games: int = 0
    #: Victories (a shared one counts in parts) and games, by bot and by seat.
    by_bot: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    by_seat: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    #: Clause that ended the game -> turn -> games.
    endings: dict[str, Counter[int]] = field(default_factory=dict)
    turned_back: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    winning_points: Counter[int] = field(default_factory=Counter)
    plies: int = 0
    #: Milestone -> turn or whom -> in how many cases.
    milestone_turns: dict[str, Counter[int]] = field(default_factory=dict)
    milestone_about: dict[str, Counter[str]] = field(default_factory=dict)
    #: Condition met at the end -> turn since when -> games.
    conditions: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, game: Played) -> None:
        self.games += 1
        self.plies += game.plies
        self.reasons[game.reason] += 1
        self.endings.setdefault(game.clause, Counter())[game.turn] += 1
        self.turned_back[game.turned_back] += 1
        self.turns[game.turn] += 1
        for name in set(game.seats.values()):
            self.played[name] += 1
        for seat in game.winners:
            self.by_bot[game.seats[seat]] += 1 / len(game.winners)  # type: ignore[assignment]
            self.by_seat[seat] += 1 / len(game.winners)  # type: ignore[assignment]
            self.winning_points[game.points[list(game.seats).index(seat)]] += 1
        for kind, turn, about in game.milestones:
            self.milestone_turns.setdefault(kind, Counter())[turn] += 1
            self.milestone_about.setdefault(kind, Counter())[about] += 1
        for what, since in game.conditions:
            self.conditions.setdefault(what, Counter())[since] += 1

    def rate(self, name: str) -> tuple[float, float, float]:
        """A bot's share of victories, with the Wilson interval of 95 %."""
        wins, n, z = float(self.by_bot[name]), self.played[name], 1.96
        if not n:
            return 0.0, 0.0, 1.0
        p = wins / n
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * ((p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5) / (1 + z * z / n)
        return p, max(0.0, middle - half), min(1.0, middle + half)

    def to_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "bots": {
                name: dict(zip(("share", "low", "high"), (round(x, 4) for x in self.rate(name)), strict=True))
                | {"wins": round(float(self.by_bot[name]), 2), "games": self.played[name]}
                for name in sorted(self.played)
            },
            "wins_by_seat": {seat: round(float(wins), 2) for seat, wins in self.by_seat.most_common()},
            "reasons": dict(self.reasons.most_common()),
            "endings": {clause: dict(sorted(turns.items())) for clause, turns in sorted(self.endings.items())},
            "turned_back": dict(sorted(self.turned_back.items())),
            "turns": dict(sorted(self.turns.items())),
            "winning_points": dict(sorted(self.winning_points.items())),
            "decisions_per_game": round(self.plies / max(1, self.games), 1),
            "milestones": {
                kind: {
                    "turns": dict(sorted(turns.items())),
                    "about": dict(self.milestone_about[kind].most_common()),
                }
                for kind, turns in self.milestone_turns.items()
            },
            "conditions": {what: dict(sorted(turns.items())) for what, turns in sorted(self.conditions.items())},
        }


def run(todo: Sequence[Plan], jobs: int, done: Callable[[], None] = lambda: None) -> Results:
    """All games, in as many processes as given; the order does not matter to the results."""
    results = Results()
    if jobs <= 1:
        for plan in todo:
            results.add(play(plan))
            done()
        return results
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(play, plan) for plan in todo]):
            results.add(future.result())
            done()
    return results
