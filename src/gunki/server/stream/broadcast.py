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
from gunki.server.matches.session import MatchSession
from gunki.server.stream.listeners import Listener, message
from gunki.server.views.snapshot import match_info, snapshot

#: Streams of one participant that are told at once, the newest; the others are paced. A person has one or two open.
IMMEDIATE_STREAMS = 2
#: Seconds after a take-back, or a word about one, in which nobody is told at once: who acts and takes back again and
#: again would have all of it told.
CALM_SECONDS = 1.0
#: Streams of one address at a match that are told as often as may be; the next so many half as often, and so on.
FULL_PACE_STREAMS = 4


class Broadcaster:
    """`frame`: seconds between two states at least, for one who does not have to decide."""

    def __init__(self, frame: float) -> None:
        self._frame = frame
        self._timers: dict[MatchSession, asyncio.TimerHandle] = {}

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def add_listener(self, live: MatchSession, listener: Listener) -> None:
        """Settle how often one is told who comes to a match."""
        if listener.address:
            same = sum(one.address == listener.address for one in live.listeners)
            listener.pace = 1 + same // FULL_PACE_STREAMS

    # -- states -------------------------------------------------------------------------------------------------------

    def immediate_listeners(self, live: MatchSession, actor: str, others: Collection[str] = ()) -> set[Listener]:
        """Return the listeners that are told now what an actor has just done, and not with what follows.

        `others`: participants that it concerns besides the one that decides now.
        """
        match = live.match
        if match is None or match.result is not None:
            return set(live.listeners)
        time_now = time.monotonic()
        decides = live.participant_at(match.who)  # None: dice are typed in by anybody
        urgent = {*others, *([*live.participants] if decides is None else [decides])} - {actor}
        if time_now < live.back_at + CALM_SECONDS:
            urgent.clear()
        seated: dict[str | None, list[Listener]] = {participant: [] for participant in urgent}
        now = set()
        for one in live.listeners:
            if self._is_due(one, time_now):
                now.add(one)
            elif one.participant in seated:
                seated[one.participant].append(one)
        for listeners in seated.values():
            now.update(nlargest(IMMEDIATE_STREAMS, listeners, attrgetter("number")))
        return now

    def send_change(self, live: MatchSession, now: set[Listener], since: int) -> None:
        """After a change of the position: tell `now` at once, the others when their moment has come.

        `since` is the last ply that has stayed as it was.
        """
        self._send_states(live, now, since)
        waiting = False
        for listener in live.listeners:
            if listener.seq != live.seq and listener not in now:
                waiting = True
                listener.pending_since = since if listener.pending_since is None else min(since, listener.pending_since)
        if waiting and live not in self._timers:
            self._wait(live)

    def send_state(self, live: MatchSession, since: int) -> None:
        """To everyone, at once. `since`: the last ply that has stayed as it was."""
        self._send_states(live, live.listeners, since)

    def _send_states(self, live: MatchSession, listeners: Collection[Listener], since: int) -> None:
        """What each may know; made once for all who sit on the same side of the table and know as much."""
        messages: dict[tuple[str | None, bool, Extent, int], bytes] = {}
        time_now = time.monotonic()
        for one in listeners:
            if one.seq == live.seq:  # he came in between, and knows it
                continue
            first = since if one.pending_since is None else min(since, one.pending_since)
            one.sent_at, one.pending_since = time_now, None
            if live.match is not None and first + 1 < live.match.first_held_ply:
                one.fall_behind()
                continue
            key = (one.participant, one.ndjson, one.extent, first)
            if key not in messages:
                data = snapshot(live, one.participant, first, extent=one.extent)
                messages[key] = message("state", data, one.ndjson, live.seq)
            one.put(messages[key], live.seq)

    def _is_due(self, listener: Listener, time_now: float) -> bool:
        return time_now >= listener.sent_at + self._frame * listener.pace

    def _wait(self, live: MatchSession) -> None:
        self._timers[live] = asyncio.get_running_loop().call_later(self._frame, self._send_due, live)

    def _send_due(self, live: MatchSession) -> None:
        del self._timers[live]
        waiting = [listener for listener in live.listeners if listener.pending_since is not None]
        if live.dead or not waiting:  # they have been sent away, or told meanwhile
            return
        if live.lock.locked():  # what is being written must not be told yet; most likely it is when it is written
            self._wait(live)
        else:
            assert live.match is not None
            soon = time.monotonic() + self._frame / 2  # who is due before the next look is told now
            now = [listener for listener in waiting if self._is_due(listener, soon)]
            self._send_states(live, now, live.match.ply)
            if len(now) < len(waiting):
                self._wait(live)

    # -- whatever else ------------------------------------------------------------------------------------------------

    def send_match_info(self, live: MatchSession) -> None:
        self.send_event(live, "match", orjson.dumps(match_info(live)))

    def send_event(self, live: MatchSession, kind: str, data: bytes) -> None:
        if live.listeners:
            messages = {lines: message(kind, data, lines) for lines in (False, True)}
            for listener in live.listeners:
                listener.put(messages[listener.ndjson])
