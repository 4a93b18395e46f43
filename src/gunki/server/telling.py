"""What those who listen at a match are told, and when.

Who has to decide is told at once how things stand, and so is everybody else if the last he was told is a moment old:
whoever plays by hand notices no delay. Decisions that follow each other faster than anybody can look, as those of bots,
are told in one: every step of them, and where things stand after the last.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection

import orjson

from gunki.server.live import Live
from gunki.server.schemas import Extent
from gunki.server.snapshot import info, snapshot
from gunki.server.streams import Listener, message


class Telling:
    """`frame`: seconds between two states at least, for one who does not have to decide."""

    def __init__(self, frame: float) -> None:
        self._frame = frame
        self._timers: dict[Live, asyncio.TimerHandle] = {}

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    # -- states -------------------------------------------------------------------------------------------------------

    def at_once(self, live: Live, actor: str) -> set[Listener]:
        """Those who are told now what an actor has just done, and not with what follows."""
        match = live.match
        if match is None or match.result is not None:
            return set(live.listeners)
        late = time.monotonic() - self._frame
        decides = live.chair_at(match.who)  # None: dice are typed in by anybody
        urgent = [chair for chair in ([*live.chairs] if decides is None else [decides]) if chair != actor]
        return {one for one in live.listeners if one.told_at <= late or one.chair in urgent}

    def acted(self, live: Live, now: set[Listener], since: int) -> None:
        """After an action: `now` are those who are told at once, `since` is the ply before it."""
        self._tell(live, now, since)
        waiting = False
        for listener in live.listeners:
            if listener.seq != live.seq and listener not in now:
                waiting = True
                if listener.untold is None:
                    listener.untold = since
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
            key = (one.chair, one.lines, one.extent, first)
            if key not in made:
                data = snapshot(live, one.chair, first, extent=one.extent)
                made[key] = message("state", data, one.lines, live.seq)
            one.put(made[key], live.seq)

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
            self._tell(live, waiting, live.match.ply)

    # -- whatever else ------------------------------------------------------------------------------------------------

    def match(self, live: Live) -> None:
        self.event(live, "match", orjson.dumps(info(live)))

    def event(self, live: Live, kind: str, data: bytes) -> None:
        if live.listeners:
            made = {lines: message(kind, data, lines) for lines in (False, True)}
            for listener in live.listeners:
                listener.put(made[listener.lines])
