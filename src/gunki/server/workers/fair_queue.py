"""A queue that is fair to all who ask: who asks for much waits for himself, and delays others by one job at most."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

#: After so many seconds half of what somebody has used is forgotten.
HALF_LIFE_SECONDS = 30.0
MOST_REMEMBERED = 10_000

T = TypeVar("T")


class FairQueue(Generic[T]):
    """What waits, by origin. Who has least under way goes first, then who has used the least time of late."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def waiting(self, origin: str) -> int:
        return len(self._waiting.get(origin, ()))

    def put(self, origin: str, item: T) -> None:
        self._waiting.setdefault(origin, deque()).append(item)

    def take(
        self,
        running: Mapping[str, int],
        most: int,
        least_used: float | None = None,
        fits: Callable[[T], bool] = lambda _: True,
    ) -> T | None:
        """The next one of an origin with fewer than `most` under way; those of one origin stay in their order.

        `least_used`: only of one that has used less of late. `fits`: which may be taken now; others wait on.
        """
        origins = [
            origin
            for origin in self._waiting
            if running.get(origin, 0) < most and (least_used is None or self.lately(origin) < least_used)
            if any(map(fits, self._waiting[origin]))
        ]
        if not origins:
            return None
        origin = min(origins, key=lambda origin: (running.get(origin, 0), self.lately(origin)))
        items = self._waiting.pop(origin)
        item = next(filter(fits, items))
        items.remove(item)
        if items:
            self._waiting[origin] = items  # behind the others, should they have used the same
        return item

    def use(self, origin: str, seconds: float) -> None:
        """So much of the processor's time has been used."""
        before = self.lately(origin)
        self._used.pop(origin, None)
        self._used[origin] = (before + seconds, self._clock())
        if len(self._used) > MOST_REMEMBERED:
            self._used.popitem(last=False)

    def lately(self, origin: str) -> float:
        seconds, then = self._used.get(origin, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - then) / HALF_LIFE_SECONDS) if seconds else 0.0

    def clear(self) -> list[T]:
        """Everything that waits, which does so no more."""
        left = [item for items in self._waiting.values() for item in items]
        self._waiting.clear()
        return left
