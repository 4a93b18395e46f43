"""How much one address may ask for: requests, bytes on the disk, time of the processor."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address

from starlette.types import Scope

from gunki.server.problems import Problem
from gunki.server.proxies import address_in

MOST_ADDRESSES = 10_000


def too_many(wait: float) -> Problem:
    return Problem(429, "too_many", "Please wait a little and try again", {"retry-after": str(int(wait) + 1)})


class Limits:
    """Token buckets, one for each address and class of request."""

    def __init__(self, rates: Mapping[str, tuple[float, float]], factor: float) -> None:
        self._rates = {name: (burst * factor, rate * factor) for name, (burst, rate) in rates.items()}
        self._off = factor <= 0
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, scope: Scope) -> float:
        """0 if the request may go on, else the seconds until one may."""
        return 0.0 if self._off else self.take(address_of(scope), kind_of(scope))

    def take(self, address: str, kind: str, cost: float = 1.0) -> float:
        """0 if so much may be had, and it is taken; else the seconds until it may, and nothing is taken."""
        left, wait = self._left(address, kind, cost)
        self._put(address, kind, left if wait else left - cost)
        return wait

    def must(self, address: str, kind: str, cost: float) -> None:
        """Take it, or refuse the request."""
        wait = 0.0 if self._off else self.take(address, kind, cost)
        if wait:
            raise too_many(wait)

    def spend(self, address: str, kind: str, cost: float) -> None:
        """Take what has been used already, even if it was not there: the next one waits the longer."""
        if not self._off:
            self._put(address, kind, self._left(address, kind, cost)[0] - cost)

    def _left(self, address: str, kind: str, cost: float) -> tuple[float, float]:
        """What is left, and the seconds until there is enough. What nobody could ever have waits for a full bucket."""
        burst, rate = self._rates[kind]
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
    return household(str(client[0]) if client else "")


@lru_cache(maxsize=1024)
def household(host: str) -> str:
    """One household has a whole /64 of IPv6, so that counts as one."""
    address = address_in(host)
    if address is None:
        return host
    return str(IPv6Address(int(address) >> 64 << 64) if isinstance(address, IPv6Address) else address)


def kind_of(scope: Scope) -> str:
    """Which limit a request falls under."""
    if scope["method"] != "POST":
        return "list" if scope["path"] == "/api/games" else "other"
    parts = scope["path"].strip("/").split("/")
    match parts:
        case ["api", "games"]:
            return "create"
        case ["api", "uploads"]:
            return "upload"
        case ["api", "games", _, "seats", *_] | ["api", "games", _, "invites"]:
            return "join"
        case ["api", "games", _, "chat"]:
            return "chat"
    return "other"
