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
from gunki.core.matches.compatibility import ANOTHER_END, ENDLESS, UNOPENED, Notice
from gunki.core.matches.match import Header, Match
from gunki.core.matches.resume import stand_of, stands_elsewhere

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


Stand = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Opened:
    """What has become of a stored match; None where nothing of it can be shown."""

    match: Match | None
    #: What there is to say of it to all who look; None: today's rules accept the record.
    notice: dict[str, Any] | None = None
    #: Where it goes on from although they do not.
    stand: Stand | None = None
    #: What they refuse, with the action, which not every seat may know: for the host.
    refused: dict[str, Any] | None = None


def opened(
    header: Header,
    entries: Sequence[gunki.Entry],
    seconds: float = OPENING,
    base: Stand | None = None,
    stand: Stand | None = None,
    who: str | None = None,
) -> Opened:
    """Open a stored match: replayed as far as today's rules accept it, or taken up where it stood.

    `base`: where it was taken up before; the record is replayed from there. `who`: who has to decide in a match that is
    under way; others are not taken up. `stand`: where it stood when that was stored last.
    """
    check = in_time(seconds)
    match, notice = _replayed(header, entries, check, base)
    if match is not None and notice is None and stand is not None:
        notice = _elsewhere(match, len(entries), stand)
    if notice is None:
        return Opened(match)
    game = _game(header.game)
    refused = notice.to_dict(game)
    going_on = None
    if who is not None:
        going_on = _taken_up(header, entries, seconds, stand)
        if going_on is None:
            stand = _played_anyway(header, entries, check, base, who)
            going_on = _taken_up(header, entries, seconds, stand)
    if going_on is not None and stand is not None:
        return Opened(going_on, notice.going_on(stand["ply"]).to_dict(game), stand, refused)
    return Opened(match, None if notice.kind == ANOTHER_END else refused, refused=refused)


def _replayed(
    header: Header, entries: Sequence[gunki.Entry], check: Callable[[], None], base: Stand | None
) -> tuple[Match | None, Notice | None]:
    try:
        match = gunki.reopen(header, entries, check, base)
    except gunki.GunkiError as error:
        return None, _unopened(header, len(entries), str(error))
    except Exception as error:  # a fault of ours, and no reason to lose the others
        logger.exception("a match of %s cannot be opened", header.game)
        return None, _unopened(header, len(entries), type(error).__name__)
    return match, match.notice


def _elsewhere(match: Match, entries: int, stand: Stand) -> Notice | None:
    """Return what is to be said if the record leads to another position than the one that was stored."""
    try:
        if not stands_elsewhere(match, stand):
            return None
        plies, now = entries - 1, match.game.rules_version
        why = "the replay leads to another position than the stored one"
        return Notice(ANOTHER_END, plies, plies, "", "", (), why, stand["version"], now)
    except Exception:  # the stand is damaged; the record is not
        logger.exception("a stand of %s cannot be compared", match.game.id)
        return None


def _played_anyway(
    header: Header, entries: Sequence[gunki.Entry], check: Callable[[], None], base: Stand | None, who: str
) -> Stand | None:
    """Return where a match stands of which no stand was stored, if today's rules only forbid what was played.

    The record is played as it was. It has led to where the match stood if every question is answered by whom it was,
    every roll and deal is used up, nothing has come or gone that no play can change, and the same seat has to decide.
    """
    try:
        match = gunki.reopen(header, entries, check, base, anyway=True)
        first = match.at(match.resumed_at).position
        same = match.game.conserved(first) == match.game.conserved(match.position)
        if match.notice is None and same and match.who == who:
            return stand_of(match)
    except Exception as error:  # what is forbidden may be impossible too
        logger.info("a match of %s cannot be played as it was: %s", header.game, error)
    return None


def _taken_up(header: Header, entries: Sequence[gunki.Entry], seconds: float, stand: Stand | None) -> Match | None:
    """Return the match as it stands; None if that is not known, or today's rules cannot go on from there."""
    if stand is None:
        return None
    try:
        match = gunki.reopen(header, entries, in_time(seconds), stand)
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


def unopened(header: Header, entries: int, why: str) -> dict[str, Any]:
    """What is told of a match of which nothing can be shown."""
    return _unopened(header, entries, why).to_dict(_game(header.game))


def _unopened(header: Header, entries: int, why: str) -> Notice:
    game = _game(header.game)
    now = header.rules_version if game is None else game.rules_version
    return Notice(UNOPENED, 0, max(entries - 1, 0), "", "", (), why, header.rules_version, now)


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
