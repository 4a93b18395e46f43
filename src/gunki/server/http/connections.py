"""Open connections: how many there may be, from one address, from one network and in all, and how long each may take.

All of them are looked at twice a second; a request itself only notes where it is. Where places are short, the address
with most connections loses some: first those that have not said yet what they want, then streams of spectators. Some
places are kept for seats and for probes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from enum import IntEnum
from itertools import islice
from typing import Any

from starlette.types import Scope

from gunki.server.http.limits import NETWORK_FACTOR, address_group, network_of
from gunki.server.http.proxies import Proxies
from gunki.server.settings import Settings

#: Seconds between two looks.
SWEEP_SECONDS = 0.5
#: Connections that wait to be taken, and files that the server needs besides: the store, workers, threads.
BACKLOG, OTHER_FILES = 512, 256
#: Looking for the least needed among all takes a while, so that some are let go at once.
DROPS_AT_ONCE, FEW_DROPS_AT_ONCE = 16, 4
#: Connections of a browser.
BROWSER_CONNECTIONS = 8
#: One place in KEPT_SHARE is kept for seats and probes, at most MOST_KEPT. Streams of seats leave one kept place in
#: FOR_PROBES to probes.
RESERVE_SHARE, MAX_RESERVE, PROBE_RESERVE = 16, 64, 4
#: Paths that a load balancer or an operator asks to see whether the server is well.
PROBES = ("/healthz", "/readyz")
#: In a scope: the place of the connection that it came on. Not there under another server.
PLACE_KEY = "gunki.place"


class Phase(IntEnum):
    """Where a connection is; the lower, the sooner it is let go where places are short."""

    HEAD = 0
    IDLE = 1
    BODY = 2
    #: The stream of a spectator, and that of a seat.
    WATCHING = 3
    SEATED = 4
    ANSWER = 5


#: From whom places are taken for a newcomer, in this order: from networks with so many connections at least, and with
#: this many times as many as the newcomer's network will have; what is at most in this phase; so many at once. Below
#: that networks are protected from each other: one that has as much as others cannot push them out.
TAKEOVER_RULES = (
    (BROWSER_CONNECTIONS + 1, 2, Phase.WATCHING, DROPS_AT_ONCE),
    (2 * BROWSER_CONNECTIONS, 4, Phase.ANSWER, FEW_DROPS_AT_ONCE),
    (2, 2, Phase.WATCHING, FEW_DROPS_AT_ONCE),
    (1, 1, Phase.BODY, DROPS_AT_ONCE),
    (4, 4, Phase.SEATED, FEW_DROPS_AT_ONCE),
)


class Place:
    """One connection, as far as its place goes."""

    transport: asyncio.Transport
    #: The address that it counts for; empty: it has no place.
    address = ""
    #: The network that it counts for besides.
    network = ""
    #: It got one of the places that are kept: only a seat or a probe may use it.
    is_reserved = False
    #: What its answer is, if that is a stream: `Phase.WATCHING` or `Phase.SEATED`.
    stream: Phase | None = None
    #: What is read: a head, a body, or nothing, because one request is whole and no other has begun.
    reading = Phase.HEAD
    #: Whether it has ever sent a whole head.
    has_sent_head = False
    #: Since when, by the clock of the looks.
    since = 0.0
    #: Bytes of the body so far, and the seconds it may take in all.
    received, body_seconds = 0, 0.0
    #: Bytes that the other side has not taken at the last look, and when it has taken some.
    unsent, taken = 0, 0.0

    @property
    def is_answering(self) -> bool:
        raise NotImplementedError

    @property
    def is_held_up(self) -> bool:
        """It is we who do not read on."""
        raise NotImplementedError

    @property
    def phase(self) -> Phase:
        if self.reading == Phase.BODY or not self.is_answering:
            return self.reading
        return Phase.ANSWER if self.stream is None else self.stream

    def end_too_slow(self) -> None:
        """Its time is over."""
        raise NotImplementedError


#: The connections of each address, how many are compared with the newcomer's, and how many the newcomer has.
Rivals = Iterable[tuple[Iterable[Place], int, int]]


class Connections:
    def __init__(self, settings: Settings, proxies: Proxies) -> None:
        self._settings = settings
        self._proxies = proxies
        #: At most so many from one address; 0: any number. A browser alone opens six.
        self._here = (
            max(BROWSER_CONNECTIONS, settings.most_connections_here * settings.limits) if settings.limits > 0 else 0
        )
        #: At most so many in all.
        self.most = settings.most_connections
        self.now = time.monotonic()
        #: By network and address; of one address the oldest first.
        self._networks: dict[str, dict[str, dict[Place, None]]] = {}
        #: By network: how many there are.
        self._counts: dict[str, int] = {}
        self.count = 0
        #: The places in use of those that are kept.
        self._reserve: dict[Place, None] = {}
        #: When a look for places to take last found none, and how many the newcomer's network and address had then.
        self._none: tuple[float, int, int] = (0.0, 0, 0)

    @property
    def reserve_size(self) -> int:
        """How many places are kept for seats and probes."""
        return min(MAX_RESERVE, self.most // RESERVE_SHARE)

    @property
    def keeps_for_seats(self) -> bool:
        """Whether a seat may use one of these: strangers have seats too, of matches of their own."""
        streams = sum(one.stream is not None for one in self._reserve)
        return streams < max(1, self.reserve_size - max(1, self.reserve_size // PROBE_RESERVE))

    def enter(self, place: Place, host: str) -> int:
        """Give it a place; 0, or the status of the refusal. Another may have to go for it."""
        address, network = address_group(host), network_of(host)
        if self._here > 0 and not self._proxies.is_trusted(host) and not self._try_share(address, network):
            return 429
        if self.count >= self.most - self.reserve_size and not self._try_make_room(address, network):
            if self.count >= self.most and not self._try_free_reserve():
                return 503
            place.is_reserved = True
            self._reserve[place] = None
        self._add(place, address, network)
        place.since = self.now
        return 0

    def leave(self, place: Place) -> None:
        addresses = self._networks.get(place.network, {})
        same = addresses.get(place.address)
        if same is not None and place in same:
            del same[place]
            self._reserve.pop(place, None)
            self.count -= 1
            self._counts[place.network] -= 1
            if not same:
                del addresses[place.address]
            if not addresses:
                del self._networks[place.network], self._counts[place.network]

    def meet(self, place: Place, scope: Scope) -> None:
        """Count the place for the client that a trusted proxy tells, from the head of a request on."""
        scope[PLACE_KEY] = place
        client = scope.get("client")
        if not self._proxies or not client or not self._proxies.is_trusted(client[0]):
            return
        self._proxies.resolve(scope)
        address, network = address_group(scope["client"][0]), network_of(scope["client"][0])
        if place.address and address != place.address:
            was_reserved = place in self._reserve
            self.leave(place)
            self._add(place, address, network)
            if was_reserved:
                self._reserve[place] = None

    def _add(self, place: Place, address: str, network: str) -> None:
        place.address, place.network = address, network
        self._networks.setdefault(network, {}).setdefault(address, {})[place] = None
        self._counts[network] = self._counts.get(network, 0) + 1
        self.count += 1

    def _try_share(self, address: str, network: str) -> bool:
        """Whether one more fits into the share of an address and of its network; one of them may have to go."""
        addresses = self._networks.get(network, {})
        same = addresses.get(address, {})
        if len(same) < self._here:
            if self._counts.get(network, 0) < NETWORK_FACTOR * self._here:
                return True
            same = max(addresses.values(), key=len)
        gone = _least_needed(same)
        if gone.phase >= Phase.WATCHING:
            return False
        self._drop(gone)
        return True

    # -- where places are short ---------------------------------------------------------------------------------------

    def _try_make_room(self, address: str, network: str) -> bool:
        """Let some go for a newcomer, of those who have most; never for one who has as much as they."""
        have = self._counts.get(network, 0), len(self._networks.get(network, {}).get(address, {}))
        when, *had = self._none
        if when == self.now and have[0] >= had[0] and have[1] >= had[1]:
            return False
        for least, times, phase, most in TAKEOVER_RULES:
            rivals = (
                same
                for same, theirs, mine in self._rivals(network, *have)
                if theirs >= max(least, times * mine + times)
            )
            gone = [*islice((one for same in rivals for one in sorted(same, key=_need) if one.phase <= phase), most)]
            if gone:
                for place in gone:
                    self._drop(place)
                return True
        self._none = (self.now, *have)
        return False

    def _rivals(self, network: str, mine: int, own_count: int) -> Rivals:
        """Yield the connections of each address, those with most first, and what is compared: how many it has, and how
        many the newcomer has. Networks are compared, in the newcomer's own network addresses."""
        for theirs, name in sorted(((count, name) for name, count in self._counts.items()), reverse=True):
            for same in sorted(self._networks[name].values(), key=len, reverse=True):
                yield (same, len(same), own_count) if name == network else (same, theirs, mine)

    def _try_free_reserve(self) -> bool:
        """Let one of the kept places go that nobody uses."""
        waiting = [one for one in self._reserve if one.phase <= Phase.IDLE]
        if waiting:
            self._drop(min(waiting, key=lambda one: (-self._counts[one.network], one.since)))
        return bool(waiting)

    def _drop(self, place: Place) -> None:
        self.leave(place)
        place.transport.abort()

    def drop_all(self) -> None:
        """The server stops, and has waited long enough."""
        for place in self._all():
            self._drop(place)

    def _all(self) -> list[Place]:
        return [place for addresses in self._networks.values() for same in addresses.values() for place in same]

    async def watch(self) -> None:
        while True:
            self.sweep()
            await asyncio.sleep(SWEEP_SECONDS)

    def sweep(self) -> None:
        """Let go whose time is over."""
        self.now = time.monotonic()
        for place in self._all():
            if self._is_stuck(place):
                self._drop(place)
            elif self._is_late(place):
                place.since = self.now  # told once; who does not take it is stuck
                place.end_too_slow()

    def _is_late(self, place: Place) -> bool:
        settings, gone = self._settings, self.now - place.since
        if place.reading == Phase.BODY:
            if place.is_held_up:
                place.since = self.now
                return False
            return gone > min(place.body_seconds, settings.head_seconds + place.received / settings.slowest_body)
        if place.is_answering:
            return False
        return gone > (settings.head_seconds if place.reading == Phase.HEAD else settings.idle_connection)

    def _is_stuck(self, place: Place) -> bool:
        """Whether nothing of what was sent to it has been taken for long."""
        before, place.unsent = place.unsent, place.transport.get_write_buffer_size()
        if not before or place.unsent < before:
            place.taken = self.now
        return place.unsent > 0 and self.now - place.taken > self._settings.patience


def _least_needed(same: Iterable[Place]) -> Place:
    """Of one address, oldest first: who has never said anything, if there is one. To compare all takes long, and an
    address that opens more and more would have it done for each."""
    silent = (place for place in same if place.reading is Phase.HEAD and not place.has_sent_head)
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
