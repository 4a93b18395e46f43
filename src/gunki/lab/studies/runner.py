"""One game of a study: played by its number, told as a row. Who plays many (a runner) stands here as well."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import gunki
from gunki import bots
from gunki.core.matches import saves
from gunki.core.matches.match import Header, Match
from gunki.lab.studies.game_observer import Observer
from gunki.lab.studies.play_digest import Digest
from gunki.lab.studies.rows import Failed, Row
from gunki.lab.studies.study_plan import ALL, Plan, Todo, must_be_todays

#: Of what went wrong in a game, so much is kept.
LONGEST_REASON = 1_500


@dataclass(frozen=True, slots=True)
class Played:
    """A row, and the game's save where one is kept."""

    row: Row | Failed
    save: bytes | None = None


class Runner(Protocol):
    """Somebody who plays games of a plan, in whatever order; every way to do it gives the same rows."""

    def run(self, plan: Plan, tables: Mapping[str, Any] | None, numbers: Iterable[int]) -> Iterator[Played]: ...


class Table:
    """Where the games of one plan are played: rules and data are made ready once."""

    def __init__(self, plan: Plan, tables: Mapping[str, Any] | None = None) -> None:
        must_be_todays(plan, tables)
        # A player that is missing here is no fault of a game, and told at once.
        self._makers = {name: bots.maker(name) for name in {c.player for s in plan.seatings for c in s.values()}}
        self.plan = plan
        self._game = gunki.game(plan.game)
        self._tables = tables or None
        self._setup = self._game.setup(plan.scenario, plan.options, self._tables)

    def match(self, todo: Todo) -> Match:
        """The game as it begins."""
        game, setup = self._game, self._setup
        header = Header(game.id, setup.scenario, setup.options, todo.seed, game.rules_version, None, self._tables)
        return Match(game, setup, header, game.start(setup))

    def play(self, number: int) -> tuple[Row, Match]:
        """To its end."""
        begin = time.process_time()
        todo = self.plan.todo(number)
        match = self.match(todo)
        players = {
            seat: self._makers[chair.player](bots.seed_for(todo.seed, chair.own))
            for seat, chair in todo.seating.items()
        }
        observer, digest = Observer(match), Digest()
        while (decision := match.decision) is not None:
            digest.asked(match)
            events = match.act(players[match.chairs[decision.who]].choose(bots.look(match, decision)))
            digest.answered(match)
            observer.look(events)
        digest.ended(match)
        result, chairs = match.result, match.chairs
        assert result is not None
        told = observer.told()
        return Row(
            number=number,
            pair=todo.pair,
            seed=todo.seed,
            seating={seat: todo.seating[chairs[seat]].player for seat in match.seats},
            winners=result.winners,
            reason=result.reason,
            clause=result.clause,
            points=dict(zip(match.seats, result.points, strict=True)),
            turns=int(match.view(None).get("turn", 0)),
            decisions=match.ply,
            digest=digest.whole(),
            cpu=round(time.process_time() - begin, 3),
            **told,
        ), match

    def played(self, number: int) -> Played:
        """The same for a runner: what goes wrong in a game is told in its row, and stops nobody."""
        try:
            row, match = self.play(number)
            return Played(row, saves.dumps(match) if self.plan.saves == ALL else None)
        except Exception as error:
            return Played(failed(self.plan, number, _fault(error)))


def _fault(error: Exception) -> str:
    """What it was and where, without the folders of this machine: rows are the same everywhere."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    where = ", ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{type(error).__name__}: {error} ({where})"


def failed(plan: Plan, number: int, reason: str) -> Failed:
    todo = plan.todo(number)
    players = {seat: chair.player for seat, chair in todo.seating.items()}
    return Failed(number, todo.pair, todo.seed, players, reason.strip()[:LONGEST_REASON])


class Here:
    """The simplest runner: one game after the other, in this process."""

    def run(self, plan: Plan, tables: Mapping[str, Any] | None, numbers: Iterable[int]) -> Iterator[Played]:
        table = Table(plan, tables)
        for number in numbers:
            yield table.played(number)
