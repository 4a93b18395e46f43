"""Opening stored matches, and setting aside unplayable ones.

A match is unplayable in two cases: today's rules refuse its record and it has no usable checkpoint, or an action of it
would never end. An unplayable match is shown as far as the rules accept it, together with the reason.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

import gunki
from gunki.core.definition.game import Game
from gunki.core.matches.compatibility import ANOTHER_END, ENDLESS, UNOPENED, ReplayProblem
from gunki.core.matches.match import Match, MatchHeader
from gunki.core.matches.resume import differs_from_standing, standing_of

logger = logging.getLogger("gunki.server")

#: Processor seconds that opening one match may take.
OPEN_SECONDS = 60.0
#: Processor seconds that the story of one match may take; the longest games take two.
STORY_SECONDS = 30.0
#: The alarm of `CpuTimer` may ring this many times during one piece of work. The next ring stops the work.
RINGS = 4


class CpuTimeExceeded(gunki.EndlessError):
    """Work has taken more processor time than it may."""


def cpu_deadline(seconds: float) -> Callable[[], None]:
    """Return a function for long work to call regularly.

    It raises CpuTimeExceeded once the thread has used `seconds` of processor time from now on.
    """
    end = time.thread_time() + seconds

    def check() -> None:
        if time.thread_time() > end:
            raise CpuTimeExceeded(f"it takes more than {seconds:.0f} s")

    return check


Checkpoint = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenedMatch:
    """The result of opening a stored match. `match` is None if nothing of it can be shown."""

    match: Match | None
    #: The notice for everybody who looks at the match. None if nobody needs one.
    notice: dict[str, Any] | None = None
    #: The checkpoint from which the match goes on although the rules refuse its record.
    checkpoint: Checkpoint | None = None
    #: The refusal with the refused action. It is for the operator only, because not every seat may know the action.
    refused: dict[str, Any] | None = None


def open_stored(
    header: MatchHeader,
    entries: Sequence[gunki.RecordEntry],
    seconds: float = OPEN_SECONDS,
    base: Checkpoint | None = None,
    checkpoint: Checkpoint | None = None,
    who: str | None = None,
) -> OpenedMatch:
    """Open a stored match: replay it as far as today's rules accept it, or go on from its checkpoint.

    `base`: the checkpoint from which the match went on earlier; its record is replayed from there. `checkpoint`: the
    newest checkpoint. `who`: the seat that has to decide in a match under way. If `who` is None, the match does not go
    on from a checkpoint.
    """
    check = cpu_deadline(seconds)
    match, notice = _replay_record(header, entries, check, base)
    if match is not None and notice is None and checkpoint is not None:
        notice = _another_end_notice(match, len(entries), checkpoint)
    if notice is None:
        return OpenedMatch(match)
    game = _game(header.game)
    refused = notice.to_dict(game)
    going_on = None
    if who is not None:
        going_on = _continue_from_checkpoint(header, entries, seconds, checkpoint)
        if going_on is None:
            checkpoint = _checkpoint_anyway(header, entries, check, base, who)
            going_on = _continue_from_checkpoint(header, entries, seconds, checkpoint)
    if going_on is not None and checkpoint is not None:
        return OpenedMatch(going_on, notice.for_continued_match(checkpoint["ply"]).to_dict(game), checkpoint, refused)
    return OpenedMatch(match, None if notice.kind == ANOTHER_END else refused, refused=refused)


def _replay_record(
    header: MatchHeader, entries: Sequence[gunki.RecordEntry], check: Callable[[], None], base: Checkpoint | None
) -> tuple[Match | None, ReplayProblem | None]:
    try:
        match = gunki.reopen(header, entries, check, base)
    except gunki.GunkiError as error:
        return None, _unopenable_notice(header, len(entries), str(error))
    except Exception as error:  # a bug with one match must not stop the others
        logger.exception("a match of %s cannot be opened", header.game)
        return None, _unopenable_notice(header, len(entries), type(error).__name__)
    return match, match.notice


def _another_end_notice(match: Match, entries: int, checkpoint: Checkpoint) -> ReplayProblem | None:
    """Return a notice if replaying the record leads to another position than the one in the checkpoint.

    Return None if the positions are equal.
    """
    try:
        if not differs_from_standing(match, checkpoint):
            return None
        plies, now = entries - 1, match.game.rules_version
        why = "the replay leads to another position than the stored one"
        return ReplayProblem(ANOTHER_END, plies, plies, "", "", (), why, checkpoint["version"], now)
    except Exception:  # the checkpoint is damaged, the record is not
        logger.exception("a checkpoint of %s cannot be compared", match.game.id)
        return None


def _checkpoint_anyway(
    header: MatchHeader,
    entries: Sequence[gunki.RecordEntry],
    check: Callable[[], None],
    base: Checkpoint | None,
    who: str,
) -> Checkpoint | None:
    """Return a checkpoint for a match that has none stored, made by playing its record although the rules forbid it.

    Return it only if each decision was answered by the same seat as in the record, all rolls and deals were used, the
    game's invariants are unchanged, and at the end `who` has to decide. Else return None.
    """
    try:
        match = gunki.reopen(header, entries, check, base, anyway=True)
        first = match.at(match.resume_ply).position
        same = match.game.invariants(first) == match.game.invariants(match.position)
        if match.notice is None and same and match.who == who:
            return standing_of(match)
    except Exception as error:  # a forbidden action may also be impossible
        logger.info("a match of %s cannot be played as it was: %s", header.game, error)
    return None


def _continue_from_checkpoint(
    header: MatchHeader, entries: Sequence[gunki.RecordEntry], seconds: float, checkpoint: Checkpoint | None
) -> Match | None:
    """Return the match at its checkpoint. Return None if it has none, or if today's rules cannot go on from it."""
    if checkpoint is None:
        return None
    try:
        match = gunki.reopen(header, entries, cpu_deadline(seconds), checkpoint)
        if match.notice is None:
            _ = match.decision
            for seat in (None, *match.seats):
                match.view(seat)
                match.scene(seat)
            return match
        logger.warning("a match of %s cannot be taken up from its checkpoint: %s", header.game, match.notice)
    except gunki.GunkiError as error:
        logger.warning("a match of %s cannot be taken up where it stood: %s", header.game, error)
    except Exception:  # today's rules cannot handle the position
        logger.exception("a match of %s cannot be taken up where it stood", header.game)
    return None


def notice_unopenable(header: MatchHeader, entries: int, why: str) -> dict[str, Any]:
    """Return the notice of a match of which nothing can be shown."""
    return _unopenable_notice(header, entries, why).to_dict(_game(header.game))


def _unopenable_notice(header: MatchHeader, entries: int, why: str) -> ReplayProblem:
    game = _game(header.game)
    now = header.rules_version if game is None else game.rules_version
    return ReplayProblem(UNOPENED, 0, max(entries - 1, 0), "", "", (), why, header.rules_version, now)


def _game(game_id: str) -> Game | None:
    try:
        return gunki.game(game_id)
    except gunki.OptionError:
        return None


def notice_endless(match: Match, ply: int, who: str | None, act: str, why: str) -> dict[str, Any]:
    """Return the notice of a match in which an action would never end."""
    version = match.game.rules_version
    return ReplayProblem(ENDLESS, ply, ply, who or "", act[:200], (), why, version, version).to_dict(match.game)


class CpuTimer:
    """Raises CpuTimeExceeded in work that takes more than `seconds` of processor time (up to a quarter more).

    The timer works only in the main thread, and only if the system has `setitimer`. The work may stop anywhere, so the
    objects that it was changing must be thrown away. Every action uses a timer, and setting an alarm is slow. So the
    alarm is set once and rings again and again, and the timer counts the rings.
    """

    __slots__ = ("_busy", "_period", "_rings")

    def __init__(self, seconds: float) -> None:
        self._period = seconds / RINGS
        #: Rings since the work began.
        self._rings = 0
        self._busy = False

    def __enter__(self) -> None:
        global _active_timer
        self._rings, self._busy = 0, True
        if (
            _active_timer is not self
            and hasattr(signal, "setitimer")
            and threading.current_thread() is threading.main_thread()
        ):
            signal.signal(signal.SIGVTALRM, _ring)
            signal.siginterrupt(signal.SIGVTALRM, False)  # do not interrupt a wait for the disk
            signal.setitimer(signal.ITIMER_VIRTUAL, self._period, self._period)
            _active_timer = self

    def __exit__(self, *_: object) -> None:
        self._busy = False

    def ring(self) -> None:
        global _active_timer
        self._rings += 1
        if self._rings <= RINGS:
            return
        if self._busy:
            raise CpuTimeExceeded("it takes too much processor time")
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)  # no work was timed during all these rings: stop the alarm
        _active_timer = None


#: The timer whose alarm is set; a process has only one alarm.
_active_timer: CpuTimer | None = None


def _ring(_number: int, _frame: FrameType | None) -> None:
    if _active_timer is not None:
        _active_timer.ring()
