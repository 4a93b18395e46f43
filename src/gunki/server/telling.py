"""What those who listen at a match are told, and when.

Who has to decide is told at once how things stand, and so is everybody else if the last he was told is a moment old:
whoever plays by hand notices no delay. Decisions that follow each other faster than anybody can look, as those of bots,
are told in one: every step of them, and where things stand after the last.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from math import inf

import orjson

from gunki.server.live import Live
from gunki.server.snapshot import info, snapshot
from gunki.server.streams import message


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

    def at_once(self, live: Live, actor: str) -> set[str | None]:
        """The chairs that are told now what an actor has just done, and not with what follows."""
        match, listening = live.match, live.listening
        if not listening or match is None or match.result is not None:
            return listening
        late = time.monotonic() - self._frame
        decides = live.chair_at(match.who)  # None: dice are typed in by anybody
        return {
            chair for chair in listening
            if live.told_at.get(chair, -inf) <= late or (chair != actor and decides in (chair, None))
        }  # fmt: skip

    def acted(self, live: Live, actor: str, since: int) -> None:
        """After an action: `since` is the ply before it."""
        listening, now = live.listening, self.at_once(live, actor)
        self._tell(live, now, since)
        for chair in listening - now:
            live.untold.setdefault(chair, since)
        if live.untold and live not in self._timers:
            self._wait(live)

    def state(self, live: Live, since: int) -> None:
        """To everyone, at once. `since`: the last ply that has stayed as it was."""
        self._tell(live, live.listening, since)

    def _tell(self, live: Live, chairs: Collection[str | None], since: int) -> None:
        """What each may know; made once for all who sit on the same side of the table."""
        first = {chair: min(since, live.untold.pop(chair, since)) for chair in chairs}
        live.told_at.update(dict.fromkeys(chairs, time.monotonic()))
        made: dict[tuple[str | None, bool], bytes] = {}
        for listener in live.listeners:
            chair = listener.chair
            if chair not in first or listener.seq == live.seq:  # who came in between knows it
                continue
            key = (chair, listener.lines)
            if key not in made:
                data = snapshot(live, chair, first[chair], extent="whole" if listener.lines else "scene")
                made[key] = message("state", data, listener.lines, live.seq)
            listener.put(made[key], live.seq)

    def _wait(self, live: Live) -> None:
        self._timers[live] = asyncio.get_running_loop().call_later(self._frame, self._due, live)

    def _due(self, live: Live) -> None:
        del self._timers[live]
        if live.dead or not live.untold:  # who listened has been sent away, or told meanwhile
            return
        if live.lock.locked():  # what is being written must not be told yet; most likely it is when it is written
            self._wait(live)
        else:
            assert live.match is not None
            self._tell(live, list(live.untold), live.match.ply)

    # -- whatever else ------------------------------------------------------------------------------------------------

    def match(self, live: Live) -> None:
        self.event(live, "match", orjson.dumps(info(live)))

    def event(self, live: Live, kind: str, data: bytes) -> None:
        if live.listeners:
            made = {lines: message(kind, data, lines) for lines in (False, True)}
            for listener in live.listeners:
                listener.put(made[listener.lines])
