"""Open connections: how many there may be, from one address and in all, and how long each may take for its next step.

One look at all of them twice a second; a request itself only notes where it is. Where places are short, those go first
who have not said yet what they want.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from gunki.server.limits import household
from gunki.server.proxies import Proxies
from gunki.server.settings import Settings

#: Seconds between two looks.
SWEEP = 0.5
#: Connections that wait to be taken, and files that the server needs besides: the store, workers, threads.
BACKLOG, OTHER_FILES = 512, 256
#: Looking for the least needed among all takes a while, so that some are let go at once.
AT_ONCE = 16
A_BROWSER = 8


class Phase(IntEnum):
    """Where a connection is; the lower, the sooner it is let go where places are short."""

    HEAD = 0
    IDLE = 1
    BODY = 2
    ANSWER = 3


class Place:
    """One connection, as far as its place goes."""

    transport: asyncio.Transport
    #: The address that it counts for; empty: it has no place.
    address = ""
    #: What is read: a head, a body, or nothing, because one request is whole and no other has begun.
    reading = Phase.HEAD
    #: Whether it has ever sent a whole head.
    spoken = False
    #: Since when, by the clock of the looks.
    since = 0.0
    #: Bytes of the body so far, and the seconds it may take in all.
    received, body_seconds = 0, 0.0
    #: Bytes that the other side has not taken at the last look, and when it has taken some.
    unsent, taken = 0, 0.0

    @property
    def answering(self) -> bool:
        raise NotImplementedError

    @property
    def held_up(self) -> bool:
        """It is we who do not read on."""
        raise NotImplementedError

    @property
    def phase(self) -> Phase:
        return Phase.ANSWER if self.reading != Phase.BODY and self.answering else self.reading

    def too_slow(self) -> None:
        """Its time is over."""
        raise NotImplementedError


class Connections:
    def __init__(self, settings: Settings, proxies: Proxies) -> None:
        self._settings = settings
        self._proxies = proxies
        #: At most so many from one address; 0: any number. A browser alone opens six.
        self._here = max(A_BROWSER, settings.most_connections_here * settings.limits) if settings.limits > 0 else 0
        #: At most so many in all.
        self.most = settings.most_connections
        self.now = time.monotonic()
        #: Oldest first.
        self._by_address: dict[str, dict[Place, None]] = {}
        self.count = 0

    def enter(self, place: Place, host: str) -> int:
        """Give it a place; 0, or the status of the refusal. Another may have to go for it."""
        address = household(host)
        same = self._by_address.get(address, {})
        if 0 < self._here <= len(same) and not self._proxies.trusts(host):
            gone = _least_needed(same)
            if gone.phase == Phase.ANSWER:
                return 429
            self._drop(gone)
        if self.count >= self.most and not self._make_room():
            return 503
        place.address, place.since = address, self.now
        self._by_address.setdefault(address, {})[place] = None
        self.count += 1
        return 0

    def leave(self, place: Place) -> None:
        same = self._by_address.get(place.address)
        if same is not None and place in same:
            del same[place]
            self.count -= 1
            if not same:
                del self._by_address[place.address]

    def _make_room(self) -> bool:
        """Let some go that are not being answered, of those who have most."""
        waiting = [
            (place.phase, -len(same), place.since, id(place), place)
            for same in self._by_address.values()
            for place in same
            if place.phase != Phase.ANSWER
        ]
        waiting.sort()
        for *_, place in waiting[:AT_ONCE]:
            self._drop(place)
        return bool(waiting)

    def _drop(self, place: Place) -> None:
        self.leave(place)
        place.transport.abort()

    def drop_all(self) -> None:
        """The server stops, and has waited long enough."""
        for place in self._all():
            self._drop(place)

    def _all(self) -> list[Place]:
        return [place for same in self._by_address.values() for place in same]

    async def watch(self) -> None:
        while True:
            self.sweep()
            await asyncio.sleep(SWEEP)

    def sweep(self) -> None:
        """Let go whose time is over."""
        self.now = time.monotonic()
        for place in self._all():
            if self._stuck(place):
                self._drop(place)
            elif self._late(place):
                place.since = self.now  # told once; who does not take it is stuck
                place.too_slow()

    def _late(self, place: Place) -> bool:
        settings, gone = self._settings, self.now - place.since
        if place.reading == Phase.BODY:
            if place.held_up:
                place.since = self.now
                return False
            return gone > min(place.body_seconds, settings.head_seconds + place.received / settings.slowest_body)
        if place.answering:
            return False
        return gone > (settings.head_seconds if place.reading == Phase.HEAD else settings.idle_connection)

    def _stuck(self, place: Place) -> bool:
        """Whether nothing of what was sent to it has been taken for long."""
        before, place.unsent = place.unsent, place.transport.get_write_buffer_size()
        if not before or place.unsent < before:
            place.taken = self.now
        return place.unsent > 0 and self.now - place.taken > self._settings.patience


def _least_needed(same: Iterable[Place]) -> Place:
    """Of one address, oldest first: who has never said anything, if there is one. To compare all takes long, and an
    address that opens more and more would have it done for each."""
    silent = (place for place in same if place.reading is Phase.HEAD and not place.spoken)
    return next(silent, None) or min(same, key=_need)


def _need(place: Place) -> tuple[Any, ...]:
    return place.phase, place.since


def files(wanted: int) -> int:
    """How many connections there may be, at most so many as wanted: as many as the process may open files for them.

    The limit that a process may raise itself is raised.
    """
    try:
        import resource
    except ImportError:  # not on Windows, where sockets are no files
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + BACKLOG + OTHER_FILES
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < needed:
        most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        except (OSError, ValueError):
            pass  # then it has to do with what it has
    return max(1, min(wanted, max(soft - BACKLOG - OTHER_FILES, soft // 4)))
