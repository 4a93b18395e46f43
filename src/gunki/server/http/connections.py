"""Limits of open connections: how many there may be by address, by network and in all, and how long each may take.

`Connections.sweep` checks all of them twice a second. A request only notes the phase of its connection. Every open
connection takes one place. If all places are taken, networks and addresses with many connections lose some: first
connections without a whole request, then streams of spectators. Some places are reserved for requests of seats and for
probes (`PROBES`).
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

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

#: Seconds between two sweeps.
SWEEP_SECONDS = 0.5
#: BACKLOG: connections that may wait to be accepted. OTHER_FILES: open files for everything else, which are the store,
#: workers and threads.
BACKLOG, OTHER_FILES = 512, 256
#: How many connections one rule of `TAKEOVER_RULES` drops at a time. Finding them is slow, so each search drops
#: several.
DROPS_AT_ONCE, FEW_DROPS_AT_ONCE = 16, 4
#: Connections that one browser may open.
BROWSER_CONNECTIONS = 8
#: One place in RESERVE_SHARE is reserved for seats and probes, but at most MAX_RESERVE places are. One in PROBE_RESERVE
#: of the reserved places stays free for probes: streams of seats may not use it.
RESERVE_SHARE, MAX_RESERVE, PROBE_RESERVE = 16, 64, 4
#: Paths by which a load balancer or an operator checks the server.
PROBES = ("/healthz", "/readyz")
#: Key in a scope: the `Place` of its connection. Absent if uvicorn runs another protocol than `Protocol`.
PLACE_KEY = "gunki.place"


class Phase(IntEnum):
    """The phase of a connection. If places are short, lower phases are dropped first."""

    HEAD = 0
    IDLE = 1
    BODY = 2
    #: WATCHING: the stream of a spectator is being sent. SEATED: the stream of a seat is being sent.
    WATCHING = 3
    SEATED = 4
    ANSWER = 5


#: The rules by which a new connection takes the place of others, tried in this order. Each rule is a tuple of four
#: values. First: the least number of connections that the other network must have. Second: a factor; the other network
#: must have at least this many times as many connections as the newcomer's network, with the newcomer counted. Third:
#: the highest phase that may be dropped. Fourth: how many connections are dropped at a time. Within one network the
#: same rules compare addresses. A network can thus not push out the others if it has as many connections as they have.
TAKEOVER_RULES = (
    (BROWSER_CONNECTIONS + 1, 2, Phase.WATCHING, DROPS_AT_ONCE),
    (2 * BROWSER_CONNECTIONS, 4, Phase.ANSWER, FEW_DROPS_AT_ONCE),
    (2, 2, Phase.WATCHING, FEW_DROPS_AT_ONCE),
    (1, 1, Phase.BODY, DROPS_AT_ONCE),
    (4, 4, Phase.SEATED, FEW_DROPS_AT_ONCE),
)


class Place:
    """One connection: the address that it is counted for, its phase and its times."""

    transport: asyncio.Transport
    #: The address that the connection is counted for. It is empty if the connection has no place.
    address = ""
    #: The network that the connection is counted for.
    network = ""
    #: Whether the connection has one of the reserved places. Only requests of seats and probes may use these.
    is_reserved = False
    #: `Phase.WATCHING` or `Phase.SEATED` if its answer is a stream.
    stream: Phase | None = None
    #: HEAD or BODY while the head or the body of a request is read. IDLE between a whole request and the next one.
    reading = Phase.HEAD
    #: Whether it has ever sent a whole head.
    has_sent_head = False
    #: The time at which the present phase began, by `Connections.now`.
    since = 0.0
    #: Bytes of the body so far, and the seconds that the whole body may take.
    received, body_seconds = 0, 0.0
    #: The number of bytes that the client had not taken at the last sweep, and the time when it last took some.
    unsent, taken = 0, 0.0

    @property
    def is_answering(self) -> bool:
        raise NotImplementedError

    @property
    def is_held_up(self) -> bool:
        """Whether the server itself has paused reading."""
        raise NotImplementedError

    @property
    def phase(self) -> Phase:
        if self.reading == Phase.BODY or not self.is_answering:
            return self.reading
        return Phase.ANSWER if self.stream is None else self.stream

    def end_too_slow(self) -> None:
        """End a connection that has used up its time."""
        raise NotImplementedError


#: A tuple for each address: its connections, and the two counts that `_try_make_room` compares (see `_rivals`).
Rivals = Iterable[tuple[Iterable[Place], int, int]]


class Connections:
    def __init__(self, settings: Settings, proxies: Proxies) -> None:
        self._settings = settings
        self._proxies = proxies
        #: The largest number of connections from one address; 0 means no limit. One browser opens six connections.
        self._here = (
            max(BROWSER_CONNECTIONS, settings.most_connections_here * settings.limits) if settings.limits > 0 else 0
        )
        #: The largest number of connections in all.
        self.most = settings.most_connections
        self.now = time.monotonic()
        #: Places by network and address, the oldest first.
        self._networks: dict[str, dict[str, dict[Place, None]]] = {}
        #: Number of places by network.
        self._counts: dict[str, int] = {}
        self.count = 0
        #: The reserved places in use.
        self._reserve: dict[Place, None] = {}
        #: Facts of the last search that found no connection to drop: the time of the search, and how many connections
        #: the newcomer's network and address had.
        self._none: tuple[float, int, int] = (0.0, 0, 0)

    @property
    def reserve_size(self) -> int:
        """The number of places reserved for seats and probes."""
        return min(MAX_RESERVE, self.most // RESERVE_SHARE)

    @property
    def keeps_for_seats(self) -> bool:
        """Whether a seat may use a reserved place.

        Some of them stay free for probes, because any client can get seats in matches of its own.
        """
        streams = sum(one.stream is not None for one in self._reserve)
        return streams < max(1, self.reserve_size - max(1, self.reserve_size // PROBE_RESERVE))

    def enter(self, place: Place, host: str) -> int:
        """Give a new connection a place. If there is none left, try to take the place of another connection.

        Return 0, or the HTTP status of the refusal.
        """
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
        """Count a place for the client that a trusted proxy names in the head of a request."""
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
        """Return whether an address and its network may have one more connection.

        One of their connections may be dropped for it.
        """
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

    # -- taking places ------------------------------------------------------------------------------------------------

    def _try_make_room(self, address: str, network: str) -> bool:
        """Drop connections by `TAKEOVER_RULES` for a newcomer; return whether any were dropped."""
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
            gone = [
                *islice(
                    (one for same in rivals for one in sorted(same, key=_eviction_order) if one.phase <= phase), most
                )
            ]
            if gone:
                for place in gone:
                    self._drop(place)
                return True
        self._none = (self.now, *have)
        return False

    def _rivals(self, network: str, mine: int, own_count: int) -> Rivals:
        """Yield the connections of each address, with the two counts that `_try_make_room` compares.

        Networks with the most connections come first. If the address is in another network than the newcomer, the
        counts are the connections of the two networks. If it is in the newcomer's network, they are the connections of
        the two addresses.
        """
        for theirs, name in sorted(((count, name) for name, count in self._counts.items()), reverse=True):
            for same in sorted(self._networks[name].values(), key=len, reverse=True):
                yield (same, len(same), own_count) if name == network else (same, theirs, mine)

    def _try_free_reserve(self) -> bool:
        """Drop a connection that has a reserved place but sends no request. Return whether one was dropped."""
        waiting = [one for one in self._reserve if one.phase <= Phase.IDLE]
        if waiting:
            self._drop(min(waiting, key=lambda one: (-self._counts[one.network], one.since)))
        return bool(waiting)

    def _drop(self, place: Place) -> None:
        self.leave(place)
        place.transport.abort()

    def drop_all(self) -> None:
        """Drop all connections, when the server stops and has waited long enough."""
        for place in self._all():
            self._drop(place)

    def _all(self) -> list[Place]:
        return [place for addresses in self._networks.values() for same in addresses.values() for place in same]

    async def watch(self) -> None:
        while True:
            self.sweep()
            await asyncio.sleep(SWEEP_SECONDS)

    def sweep(self) -> None:
        """Drop the connections that have used up their time."""
        self.now = time.monotonic()
        for place in self._all():
            if self._is_stuck(place):
                self._drop(place)
            elif self._is_late(place):
                # `end_too_slow` is called only once: if the client does not take its answer, the connection counts as
                # stuck later
                place.since = self.now
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
        """Return whether the client has taken none of the bytes sent to it for `patience` seconds."""
        before, place.unsent = place.unsent, place.transport.get_write_buffer_size()
        if not before or place.unsent < before:
            place.taken = self.now
        return place.unsent > 0 and self.now - place.taken > self._settings.patience


def _least_needed(same: Iterable[Place]) -> Place:
    """Return the connection of one address that is needed least. `same` has the oldest connections first.

    Return the oldest connection that has never sent a whole head. If there is none, compare the phases and times of all
    connections. This comparison is slow, and a client that opens connections fast could cause it each time.
    """
    silent = (place for place in same if place.reading is Phase.HEAD and not place.has_sent_head)
    return next(silent, None) or min(same, key=_eviction_order)


def _eviction_order(place: Place) -> tuple[Any, ...]:
    return place.phase, place.since


def connections_allowed(wanted: int) -> int:
    """Return how many connections the process may have, at most `wanted`, by its limit of open files.

    Raises the soft limit of the process as far as is needed and allowed.
    """
    if resource is None:  # on Windows sockets are no files
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
            pass  # go on with the old limit
    return max(1, min(wanted, max(soft - BACKLOG - OTHER_FILES, soft // 4)))
