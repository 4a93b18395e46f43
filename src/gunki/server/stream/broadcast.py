"""What those who listen at a match are told, and when.

The seat that has to decide is told at once how things stand. Every other listener is told at once if its last state is
a moment old: people who play by hand notice no delay. Decisions and take-backs that follow each other faster, as those
of bots, are told in one state, with every step that still stands.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from heapq import nlargest
from operator import attrgetter

import orjson

from gunki.server.http.api_models import Extent
from gunki.server.matches.session import Live
from gunki.server.stream.listeners import Listener, message
from gunki.server.views.snapshot import info, snapshot

#: Streams of one chair that are told at once, the newest; the others are paced. A person has one or two open.
AT_ONCE = 2
#: Seconds after a take-back, or a word about one, in which nobody is told at once: who acts and takes back again and
#: again would have all of it told.
CALM = 1.0
#: Streams of one address at a match that are told as often as may be; the next so many half as often, and so on.
OFTEN = 4


class Telling:
    """`frame`: seconds between two states at least, for one who does not have to decide."""

    def __init__(self, frame: float) -> None:
        self._frame = frame
        self._timers: dict[Live, asyncio.TimerHandle] = {}

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def enter(self, live: Live, listener: Listener) -> None:
        """Settle how often one is told who comes to a match."""
        if listener.address:
            same = sum(one.address == listener.address for one in live.listeners)
            listener.pace = 1 + same // OFTEN

    # -- states -------------------------------------------------------------------------------------------------------

    def at_once(self, live: Live, actor: str, others: Collection[str] = ()) -> set[Listener]:
        """Return the listeners that are told now what an actor has just done, and not with what follows.

        `others`: chairs that it concerns besides the one that decides now.
        """
        match = live.match
        if match is None or match.result is not None:
            return set(live.listeners)
        time_now = time.monotonic()
        decides = live.chair_at(match.who)  # None: dice are typed in by anybody
        urgent = {*others, *([*live.chairs] if decides is None else [decides])} - {actor}
        if time_now < live.back_at + CALM:
            urgent.clear()
        seated: dict[str | None, list[Listener]] = {chair: [] for chair in urgent}
        now = set()
        for one in live.listeners:
            if self._is_due(one, time_now):
                now.add(one)
            elif one.chair in seated:
                seated[one.chair].append(one)
        for listeners in seated.values():
            now.update(nlargest(AT_ONCE, listeners, attrgetter("number")))
        return now

    def acted(self, live: Live, now: set[Listener], since: int) -> None:
        """After a change of the position: tell `now` at once, the others when their moment has come.

        `since` is the last ply that has stayed as it was.
        """
        self._tell(live, now, since)
        waiting = False
        for listener in live.listeners:
            if listener.seq != live.seq and listener not in now:
                waiting = True
                listener.untold = since if listener.untold is None else min(since, listener.untold)
        if waiting and live not in self._timers:
            self._wait(live)

    def state(self, live: Live, since: int) -> None:
        """To everyone, at once. `since`: the last ply that has stayed as it was."""
        self._tell(live, live.listeners, since)

    def _tell(self, live: Live, listeners: Collection[Listener], since: int) -> None:
        """What each may know; made once for all who sit on the same side of the table and know as much."""
        made: dict[tuple[str | None, bool, Extent, int], bytes] = {}
        time_now = time.monotonic()
        for one in listeners:
            if one.seq == live.seq:  # he came in between, and knows it
                continue
            first = since if one.untold is None else min(since, one.untold)
            one.told_at, one.untold = time_now, None
            if live.match is not None and first + 1 < live.match.held_from:
                one.fall_behind()
                continue
            key = (one.chair, one.lines, one.extent, first)
            if key not in made:
                data = snapshot(live, one.chair, first, extent=one.extent)
                made[key] = message("state", data, one.lines, live.seq)
            one.put(made[key], live.seq)

    def _is_due(self, listener: Listener, time_now: float) -> bool:
        return time_now >= listener.told_at + self._frame * listener.pace

    def _wait(self, live: Live) -> None:
        self._timers[live] = asyncio.get_running_loop().call_later(self._frame, self._due, live)

    def _due(self, live: Live) -> None:
        del self._timers[live]
        waiting = [listener for listener in live.listeners if listener.untold is not None]
        if live.dead or not waiting:  # they have been sent away, or told meanwhile
            return
        if live.lock.locked():  # what is being written must not be told yet; most likely it is when it is written
            self._wait(live)
        else:
            assert live.match is not None
            soon = time.monotonic() + self._frame / 2  # who is due before the next look is told now
            now = [listener for listener in waiting if self._is_due(listener, soon)]
            self._tell(live, now, live.match.ply)
            if len(now) < len(waiting):
                self._wait(live)

    # -- whatever else ------------------------------------------------------------------------------------------------

    def match(self, live: Live) -> None:
        self.event(live, "match", orjson.dumps(info(live)))

    def event(self, live: Live, kind: str, data: bytes) -> None:
        if live.listeners:
            made = {lines: message(kind, data, lines) for lines in (False, True)}
            for listener in live.listeners:
                listener.put(made[listener.lines])
