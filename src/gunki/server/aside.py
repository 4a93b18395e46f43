"""Matches that cannot go on are set aside: shown as far as they are good, with the reason, and never a fault.

Either today's rules refuse what is stored, or an action would keep the server busy without end.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

import gunki
from gunki.core.game import Game
from gunki.core.match import Header, Match
from gunki.core.notice import ENDLESS, UNOPENED, Notice

logger = logging.getLogger("gunki.server")

#: Seconds of the processor's time that opening one match may take.
OPENING = 60.0
#: And telling its story; the longest games take two.
TELLING = 30.0
#: An alarm that rings more often than this is a reason to break off.
RINGS = 4


class TooLong(gunki.EndlessError):
    """Took more of the processor's time than it may."""


def in_time(seconds: float) -> Callable[[], None]:
    """To be called again and again by what may take long: it is broken off after so much of the thread's own time."""
    end = time.thread_time() + seconds

    def check() -> None:
        if time.thread_time() > end:
            raise TooLong(f"it takes more than {seconds:.0f} s")

    return check


def opened(
    header: Header, entries: Sequence[gunki.Entry], seconds: float = OPENING
) -> tuple[Match | None, dict[str, Any] | None]:
    """A stored match as far as today's rules accept it, and what there is to say about that."""
    try:
        match = gunki.reopen(header, entries, in_time(seconds))
    except gunki.GunkiError as error:
        return None, unopened(header, len(entries), str(error))
    except Exception as error:  # a fault of ours, and no reason to lose the others
        logger.exception("a match of %s cannot be opened", header.game)
        return None, unopened(header, len(entries), type(error).__name__)
    return match, None if match.notice is None else match.notice.to_dict(match.game)


def unopened(header: Header, entries: int, why: str) -> dict[str, Any]:
    """What is told of a match of which nothing can be shown."""
    game = _game(header.game)
    now = header.rules_version if game is None else game.rules_version
    return Notice(UNOPENED, 0, max(entries - 1, 0), "", "", (), why, header.rules_version, now).to_dict(game)


def _game(ident: str) -> Game | None:
    try:
        return gunki.game(ident)
    except gunki.OptionError:
        return None


def endless(match: Match, ply: int, who: str | None, act: str, why: str) -> dict[str, Any]:
    """What is told of a match in which an action would never end."""
    version = match.game.rules_version
    return Notice(ENDLESS, ply, ply, who or "", act[:200], (), why, version, version).to_dict(match.game)


class Alarm:
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
        global _set
        self._rings, self._busy = 0, True
        if _set is not self and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGVTALRM, _ring)
            signal.siginterrupt(signal.SIGVTALRM, False)  # whoever waits for the disk just then waits on
            signal.setitimer(signal.ITIMER_VIRTUAL, self._period, self._period)
            _set = self

    def __exit__(self, *_: object) -> None:
        self._busy = False

    def ring(self) -> None:
        global _set
        self._rings += 1
        if self._rings <= RINGS:
            return
        if self._busy:
            raise TooLong("it takes too much of the processor's time")
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)  # nothing has been begun for long
        _set = None


#: The one whose clock runs: a process has only one.
_set: Alarm | None = None


def _ring(_number: int, _frame: FrameType | None) -> None:
    if _set is not None:
        _set.ring()
