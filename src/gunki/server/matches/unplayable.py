"""Opening stored matches. Those that cannot go on are set aside: shown as far as they are good, with the reason.

Either today's rules refuse what is stored, and where the match stood is not known or cannot be read any more; or an
action would keep the server busy without end. It is never a fault.
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

#: Seconds of the processor's time that opening one match may take.
OPEN_SECONDS = 60.0
#: And telling its story; the longest games take two.
STORY_SECONDS = 30.0
#: An alarm that rings more often than this is a reason to break off.
RINGS = 4


class CpuTimeExceeded(gunki.EndlessError):
    """Took more of the processor's time than it may."""


def cpu_deadline(seconds: float) -> Callable[[], None]:
    """To be called again and again by what may take long: it is broken off after so much of the thread's own time."""
    end = time.thread_time() + seconds

    def check() -> None:
        if time.thread_time() > end:
            raise CpuTimeExceeded(f"it takes more than {seconds:.0f} s")

    return check


Checkpoint = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenedMatch:
    """What has become of a stored match; None where nothing of it can be shown."""

    match: Match | None
    #: What there is to say of it to all who look; None: today's rules accept the record.
    notice: dict[str, Any] | None = None
    #: Where it goes on from although they do not.
    checkpoint: Checkpoint | None = None
    #: What they refuse, with the action, which not every seat may know: for the host.
    refused: dict[str, Any] | None = None


def open_stored(
    header: MatchHeader,
    entries: Sequence[gunki.RecordEntry],
    seconds: float = OPEN_SECONDS,
    base: Checkpoint | None = None,
    checkpoint: Checkpoint | None = None,
    who: str | None = None,
) -> OpenedMatch:
    """Open a stored match: replayed as far as today's rules accept it, or taken up where it stood.

    `base`: where it was taken up before; the record is replayed from there. `who`: who has to decide in a match that is
    under way; others are not taken up. `checkpoint`: where it stood when that was stored last.
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
    except Exception as error:  # a fault of ours, and no reason to lose the others
        logger.exception("a match of %s cannot be opened", header.game)
        return None, _unopenable_notice(header, len(entries), type(error).__name__)
    return match, match.notice


def _another_end_notice(match: Match, entries: int, checkpoint: Checkpoint) -> ReplayProblem | None:
    """Return what is to be said if the record leads to another position than the one that was stored."""
    try:
        if not differs_from_standing(match, checkpoint):
            return None
        plies, now = entries - 1, match.game.rules_version
        why = "the replay leads to another position than the stored one"
        return ReplayProblem(ANOTHER_END, plies, plies, "", "", (), why, checkpoint["version"], now)
    except Exception:  # the stand is damaged; the record is not
        logger.exception("a stand of %s cannot be compared", match.game.id)
        return None


def _checkpoint_anyway(
    header: MatchHeader,
    entries: Sequence[gunki.RecordEntry],
    check: Callable[[], None],
    base: Checkpoint | None,
    who: str,
) -> Checkpoint | None:
    """Return where a match stands of which no stand was stored, if today's rules only forbid what was played.

    The record is played as it was. It has led to where the match stood if every question is answered by whom it was,
    every roll and deal is used up, nothing has come or gone that no play can change, and the same seat has to decide.
    """
    try:
        match = gunki.reopen(header, entries, check, base, anyway=True)
        first = match.at(match.resume_ply).position
        same = match.game.invariants(first) == match.game.invariants(match.position)
        if match.notice is None and same and match.who == who:
            return standing_of(match)
    except Exception as error:  # what is forbidden may be impossible too
        logger.info("a match of %s cannot be played as it was: %s", header.game, error)
    return None


def _continue_from_checkpoint(
    header: MatchHeader, entries: Sequence[gunki.RecordEntry], seconds: float, checkpoint: Checkpoint | None
) -> Match | None:
    """Return the match as it stands; None if that is not known, or today's rules cannot go on from there."""
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
        logger.warning("a match of %s was kept too early to be taken up: %s", header.game, match.notice)
    except gunki.GunkiError as error:
        logger.warning("a match of %s cannot be taken up where it stood: %s", header.game, error)
    except Exception:  # today's rules do not know such a position
        logger.exception("a match of %s cannot be taken up where it stood", header.game)
    return None


def notice_unopenable(header: MatchHeader, entries: int, why: str) -> dict[str, Any]:
    """What is told of a match of which nothing can be shown."""
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
    """What is told of a match in which an action would never end."""
    version = match.game.rules_version
    return ReplayProblem(ENDLESS, ply, ply, who or "", act[:200], (), why, version, version).to_dict(match.game)


class CpuTimer:
    """What takes longer of the processor's time is broken off by TooLong, where the system has such alarms and this is
    the main thread. It may be a quarter longer.

    It may be broken off anywhere: whatever it was changing must be thrown away then. Used for every action, and to set
    a clock takes longer than to begin one: so the clock runs on, and rings a few times before it is too long.
    """

    __slots__ = ("_busy", "_period", "_rings")

    def __init__(self, seconds: float) -> None:
        self._period = seconds / RINGS
        #: How often it has rung since this was begun.
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
            signal.siginterrupt(signal.SIGVTALRM, False)  # whoever waits for the disk just then waits on
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
            raise CpuTimeExceeded("it takes too much of the processor's time")
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)  # nothing has been begun for long
        _active_timer = None


#: The one whose clock runs: a process has only one.
_active_timer: CpuTimer | None = None


def _ring(_number: int, _frame: FrameType | None) -> None:
    if _active_timer is not None:
        _active_timer.ring()
