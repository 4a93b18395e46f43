"""Sends states and events of a match to its listeners, at the right time.

The seat that has to decide gets each state at once. Every other listener gets a state at once if its last state is at
least `frame` seconds old, so people who play by hand notice no delay. Faster decisions and take-backs, such as those of
bots, are combined into one state with all valid steps.
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

#: This number of a participant's newest streams get states at once. Its other streams are paced. A person has one or
#: two streams.
IMMEDIATE_STREAMS = 2
#: For this many seconds after a take-back, or after a request or answer about one, the seat that has to decide is paced
#: like all other listeners. This limits the work that repeated actions and take-backs can cause.
CALM_SECONDS = 1.0
#: This number of streams of one address at one match get the full pace. The same number of further streams get half the
#: pace, the next ones a third, and so on.
FULL_PACE_STREAMS = 4


class Broadcaster:
    """Sends to the listeners of all matches. `frame`: least seconds between two states of a paced listener."""

    def __init__(self, frame: float) -> None:
        self._frame = frame
        self._timers: dict[MatchSession, asyncio.TimerHandle] = {}

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def add_listener(self, live: MatchSession, listener: Listener) -> None:
        """Set the pace of a new listener of a match."""
        if listener.address:
            same = sum(one.address == listener.address for one in live.listeners)
            listener.pace = 1 + same // FULL_PACE_STREAMS

    # -- states -------------------------------------------------------------------------------------------------------

    def immediate_listeners(self, live: MatchSession, actor: str, others: Collection[str] = ()) -> set[Listener]:
        """Return the listeners that get the state after an act at once. It is not combined with later states for them.

        `actor`: the participant that has acted. `others`: participants that the act concerns, besides the one that has
        to decide.
        """
        match = live.match
        if match is None or match.result is not None:
            return set(live.listeners)
        time_now = time.monotonic()
        decides = live.participant_at(match.who)  # if it is None, every participant may type in dice
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
        """Send a changed position to the listeners `now` at once, and to the others when their pace allows.

        `since`: the last ply that has not changed.
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
        """Send the state to all listeners at once. `since`: the last ply that has not changed."""
        self._send_states(live, live.listeners, since)

    def _send_states(self, live: MatchSession, listeners: Collection[Listener], since: int) -> None:
        """Send each listener the state as the listener may know it. A message for several listeners is made once."""
        messages: dict[tuple[str | None, bool, Extent, int], bytes] = {}
        time_now = time.monotonic()
        for one in listeners:
            if one.seq == live.seq:  # the listener has joined meanwhile, and got this state then
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
        if live.dead or not waiting:  # the streams have ended, or the listeners have got the state meanwhile
            return
        if live.lock.locked():  # a change that is being written must not be sent yet; its write will send it
            self._wait(live)
        else:
            assert live.match is not None
            soon = time.monotonic() + self._frame / 2  # listeners that are due before the next timer get it now
            now = [listener for listener in waiting if self._is_due(listener, soon)]
            self._send_states(live, now, live.match.ply)
            if len(now) < len(waiting):
                self._wait(live)

    # -- other events -------------------------------------------------------------------------------------------------

    def send_match_info(self, live: MatchSession) -> None:
        self.send_event(live, "match", orjson.dumps(match_info(live)))

    def send_event(self, live: MatchSession, kind: str, data: bytes) -> None:
        if live.listeners:
            messages = {lines: message(kind, data, lines) for lines in (False, True)}
            for listener in live.listeners:
                listener.put(messages[listener.ndjson])
