"""How much one address, and its network, may ask for: requests, bytes on the disk, time of the processor."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_network

from starlette.types import Scope

from gunki.server.http.http_errors import Problem
from gunki.server.http.proxies import address_in
from gunki.server.operation.cpu_accounting import SERVING

MOST_ADDRESSES = 10_000
#: A network may have this many times as much as one of its addresses.
NETWORK_FACTOR = 4
#: What is counted for the network too: whatever stays on the disk. One customer may have thousands of addresses.
BY_NETWORK = frozenset({"create", "upload", "bytes"})


def too_many(wait: float) -> Problem:
    return Problem(429, "too_many", "Please wait a little and try again", {"retry-after": str(int(wait) + 1)})


class Limits:
    """Token buckets, one for each address and class of request, and for what stays one for each network."""

    def __init__(self, rates: Mapping[str, tuple[float, float]], factor: float) -> None:
        self._rates = {name: (burst * factor, rate * factor) for name, (burst, rate) in rates.items()}
        self._off = factor <= 0
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, scope: Scope) -> float:
        """0 if the request may go on, else the seconds until one may."""
        return 0.0 if self._off else self.take(address_of(scope), limit_class(scope))

    def wait_for_others(self, scope: Scope) -> float:
        """0 unless the server itself has worked too much for this address; else the seconds until it does again."""
        return 0.0 if self._off else self._level(address_of(scope), SERVING, 0.0)[1]

    @property
    def is_on(self) -> bool:
        return not self._off

    def take(self, address: str, kind: str, cost: float = 1.0) -> float:
        """0 if so much may be had, and it is taken; else the seconds until it may, and nothing is taken."""
        levels = [(who, *self._level(who, kind, cost, times)) for who, times in self._buckets_for(address, kind)]
        longest = max(wait for _, _, wait in levels)
        for who, left, _ in levels:
            self._put(who, kind, left if longest else left - cost)
        return longest

    def may(self, address: str, kind: str) -> bool:
        """Whether one more may be had; then it is taken."""
        return self._off or not self.take(address, kind)

    def require(self, address: str, kind: str, cost: float) -> None:
        """Take it, or refuse the request."""
        wait = 0.0 if self._off else self.take(address, kind, cost)
        if wait:
            raise too_many(wait)

    def spend(self, address: str, kind: str, cost: float) -> None:
        """Take what has been used already, even if it was not there: the next one waits the longer."""
        if not self._off:
            for who, times in self._buckets_for(address, kind):
                self._put(who, kind, self._level(who, kind, cost, times)[0] - cost)

    def _buckets_for(self, address: str, kind: str) -> list[tuple[str, int]]:
        """For whom it is counted, and how many times as much as an address each may have."""
        own = (address, 1)
        return [own, (network_of(address), NETWORK_FACTOR)] if kind in BY_NETWORK else [own]

    def _level(self, address: str, kind: str, cost: float, times: int = 1) -> tuple[float, float]:
        """What is left, and the seconds until there is enough. What nobody could ever have waits for a full bucket."""
        burst, rate = (amount * times for amount in self._rates[kind])
        now = time.monotonic()
        left, then = self._buckets.get((address, kind), (burst, now))
        left = min(burst, left + (now - then) * rate)
        return left, 0.0 if left >= cost else (min(cost, burst) - left) / rate

    def _put(self, address: str, kind: str, left: float) -> None:
        self._buckets.pop((address, kind), None)
        self._buckets[address, kind] = (left, time.monotonic())
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)


def address_of(scope: Scope) -> str:
    """Who asks; the guard has put the client in the place of a trusted proxy."""
    client = scope.get("client")
    return address_group(str(client[0]) if client else "")


@lru_cache(maxsize=1024)
def address_group(host: str) -> str:
    """One household has a whole /64 of IPv6, so that counts as one."""
    address = address_in(host)
    if address is None:
        return host
    return str(IPv6Address(int(address) >> 64 << 64) if isinstance(address, IPv6Address) else address)


@lru_cache(maxsize=1024)
def network_of(host: str) -> str:
    """Return the network that an address is counted with besides: a /48 of IPv6, a /24 of IPv4.

    One customer of a provider may have all of it. What is no address is its own network.
    """
    address = address_in(host)
    if address is None:
        return f"{host}/"
    return str(ip_network((address, 48 if isinstance(address, IPv6Address) else 24), strict=False))


def limit_class(scope: Scope) -> str:
    """Which limit a request falls under."""
    if scope["method"] != "POST":
        return "list" if scope["path"] == "/api/matches" else "other"
    parts = scope["path"].strip("/").split("/")
    match parts:
        case ["api", "matches"]:
            return "create"
        case ["api", "uploads"]:
            return "upload"
        case ["api", "matches", _, "seats", *_] | ["api", "matches", _, "invites"]:
            return "join"
        case ["api", "matches", _, "chat"]:
            return "chat"
    return "other"
