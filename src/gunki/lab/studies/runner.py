"""Playing one game of a study by its number, and the runners, which play many games."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import gunki
from gunki import bots
from gunki.core.analysis.story import LuckLedger
from gunki.core.dice.chance_source import RollListener
from gunki.core.matches import saves
from gunki.core.matches.match import Match, MatchHeader
from gunki.lab.studies.game_observer import Observer
from gunki.lab.studies.play_digest import Digest
from gunki.lab.studies.rows import FailedGame, Row
from gunki.lab.studies.study_plan import ALL, Plan, ScheduledGame, require_todays_rules

#: The reason why a game failed is cut to this many characters.
LONGEST_REASON = 1_500


@dataclass(frozen=True, slots=True)
class GameResult:
    """The row of a game, and its save if the plan keeps saves."""

    row: Row | FailedGame
    save: bytes | None = None


class Runner(Protocol):
    """Plays games of a plan, in any order. Every runner gives the same rows."""

    def run(self, plan: Plan, tables: Mapping[str, Any] | None, numbers: Iterable[int]) -> Iterator[GameResult]: ...


class GameRunner:
    """Plays the games of one plan in this process. Rules and data are prepared once."""

    def __init__(self, plan: Plan, tables: Mapping[str, Any] | None = None) -> None:
        require_todays_rules(plan, tables)
        # The bots are looked up here, because an unknown player would fail every game. So an unknown name raises an
        # error before the first game.
        self._bot_factories = {
            name: bots.bot_factory(name) for name in {c.player for s in plan.seatings for c in s.values()}
        }
        self.plan = plan
        self._game = gunki.game(plan.game)
        self._tables = tables or None
        self._setup = self._game.setup(plan.scenario, plan.options, self._tables)

    def new_match(self, scheduled: ScheduledGame, on_roll: RollListener | None = None) -> Match:
        """Return the match of a scheduled game before its first decision.

        `on_roll` is called for each roll of the match.
        """
        game, setup = self._game, self._setup
        header = MatchHeader(
            game.id, setup.scenario, setup.options, scheduled.seed, game.rules_version, None, self._tables
        )
        return Match(game, setup, header, game.start(setup), on_roll=on_roll)

    def play(self, number: int) -> tuple[Row, Match]:
        """Play a game to its end. Return its row and its match."""
        begin = time.process_time()
        scheduled = self.plan.game_at(number)
        ledger = LuckLedger(len(self._setup.seats))
        match = self.new_match(scheduled, ledger.note)
        players = {
            seat: self._bot_factories[assignment.player](bots.bot_seed(scheduled.seed, assignment.seed_seat))
            for seat, assignment in scheduled.seating.items()
        }
        observer, digest = Observer(match, ledger), Digest()
        while (decision := match.decision) is not None:
            digest.add_decision(match)
            events = match.act(players[match.original_seats[decision.who]].choose(bots.bot_view(match, decision)))
            digest.add_answer(match)
            observer.look(events)
        digest.add_result(match)
        result, original_seats = match.result, match.original_seats
        assert result is not None
        observed_fields = observer.to_row()
        return Row(
            number=number,
            pair=scheduled.pair,
            seed=scheduled.seed,
            seating={seat: scheduled.seating[original_seats[seat]].player for seat in match.seats},
            winners=result.winners,
            reason=result.reason,
            clause=result.clause,
            points=dict(zip(match.seats, result.points, strict=True)),
            turns=int(match.view(None).get("turn", 0)),
            decisions=match.ply,
            digest=digest.whole_digest(),
            cpu=round(time.process_time() - begin, 3),
            **observed_fields,
        ), match

    def play_safely(self, number: int) -> GameResult:
        """Play a game. If it fails, do not raise an error, but return a row that tells the reason."""
        try:
            row, match = self.play(number)
            return GameResult(row, saves.save_bytes(match) if self.plan.saves == ALL else None)
        except Exception as error:
            return GameResult(make_failure_row(self.plan, number, _describe_error(error)))


def _describe_error(error: Exception) -> str:
    """Return what failed and where. The folders of this machine are left out, because rows are the same everywhere."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    where = ", ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(error).__name__}: {error} ({where})"


def make_failure_row(plan: Plan, number: int, reason: str) -> FailedGame:
    """Return the row of a game that could not be played."""
    scheduled = plan.game_at(number)
    players = {seat: assignment.player for seat, assignment in scheduled.seating.items()}
    return FailedGame(number, scheduled.pair, scheduled.seed, players, reason.strip()[:LONGEST_REASON])


class InlineRunner:
    """The simplest runner: plays one game after the other in this process."""

    def run(self, plan: Plan, tables: Mapping[str, Any] | None, numbers: Iterable[int]) -> Iterator[GameResult]:
        game_runner = GameRunner(plan, tables)
        for number in numbers:
            yield game_runner.play_safely(number)
