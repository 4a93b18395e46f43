"""Limits of each address and its network: requests, bytes on the disk, processor time."""

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

#: At most this many buckets are remembered; the longest unused are forgotten.
MOST_ADDRESSES = 10_000
#: A network may use this many times as many tokens as one of its addresses.
NETWORK_FACTOR = 4
#: Classes that are also counted for the network, because they fill the disk: one customer may have thousands of
#: addresses.
BY_NETWORK = frozenset({"create", "upload", "bytes"})


def too_many(wait: float) -> Problem:
    return Problem(429, "too_many", "Please wait a little and try again", {"retry-after": str(int(wait) + 1)})


class Limits:
    """Token buckets: one for each address and class of limit, and one for each network and class of `BY_NETWORK`."""

    def __init__(self, rates: Mapping[str, tuple[float, float]], factor: float) -> None:
        self._rates = {name: (burst * factor, rate * factor) for name, (burst, rate) in rates.items()}
        self._off = factor <= 0
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, scope: Scope) -> float:
        """Take one token for a request. Return 0 if the request may go on, else the seconds until a token is there."""
        return 0.0 if self._off else self.take(address_of(scope), limit_class(scope))

    def wait_for_others(self, scope: Scope) -> float:
        """Return 0 if the address has processor time of the server left, else the seconds until it has some again."""
        return 0.0 if self._off else self._level(address_of(scope), SERVING, 0.0)[1]

    @property
    def is_on(self) -> bool:
        return not self._off

    def take(self, address: str, kind: str, cost: float = 1.0) -> float:
        """Take `cost` tokens and return 0. If there are too few, take none and return the seconds until there are."""
        levels = [(who, *self._level(who, kind, cost, times)) for who, times in self._buckets_for(address, kind)]
        longest = max(wait for _, _, wait in levels)
        for who, left, _ in levels:
            self._put(who, kind, left if longest else left - cost)
        return longest

    def may(self, address: str, kind: str) -> bool:
        """Take one token; return whether there was one."""
        return self._off or not self.take(address, kind)

    def require(self, address: str, kind: str, cost: float) -> None:
        """Take `cost` tokens, or raise a 429 Problem."""
        wait = 0.0 if self._off else self.take(address, kind, cost)
        if wait:
            raise too_many(wait)

    def spend(self, address: str, kind: str, cost: float) -> None:
        """Take tokens for work that is done already.

        The number of tokens may fall below 0. The next request then waits longer.
        """
        if not self._off:
            for who, times in self._buckets_for(address, kind):
                self._put(who, kind, self._level(who, kind, cost, times)[0] - cost)

    def _buckets_for(self, address: str, kind: str) -> list[tuple[str, int]]:
        """Return the address, and its network if `kind` is in `BY_NETWORK`, each with the factor of its limits."""
        own = (address, 1)
        return [own, (network_of(address), NETWORK_FACTOR)] if kind in BY_NETWORK else [own]

    def _level(self, address: str, kind: str, cost: float, times: int = 1) -> tuple[float, float]:
        """Return the tokens left, and the seconds until there are enough.

        Enough means `cost` tokens, or a full bucket if it holds fewer than `cost`.
        """
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
    """Return the address that the client is counted by.

    If the request came through a trusted proxy, `Guard` has replaced the proxy's address by the client's.
    """
    client = scope.get("client")
    return address_group(str(client[0]) if client else "")


@lru_cache(maxsize=1024)
def address_group(host: str) -> str:
    """Return the address that a host is counted by.

    All addresses of a /64 of IPv6 count as one, because one household has all of them.
    """
    address = address_in(host)
    if address is None:
        return host
    return str(IPv6Address(int(address) >> 64 << 64) if isinstance(address, IPv6Address) else address)


@lru_cache(maxsize=1024)
def network_of(host: str) -> str:
    """Return the network that an address also counts for: a /48 of IPv6, a /24 of IPv4.

    One customer of a provider may have all of such a network. A text that is no address counts as a network of its own.
    """
    address = address_in(host)
    if address is None:
        return f"{host}/"
    return str(ip_network((address, 48 if isinstance(address, IPv6Address) else 24), strict=False))


def limit_class(scope: Scope) -> str:
    """Return the class of limit (key of `RATES`) of a request."""
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
