"""A fair queue of jobs.

An origin's jobs delay its own later jobs. They delay the jobs of other origins by one job at most.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

#: Seconds after which half of an origin's used time is forgotten.
HALF_LIFE_SECONDS = 30.0
#: The used time of at most this many origins is remembered.
MOST_REMEMBERED = 10_000

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Waiting items by origin.

    The next item is taken from the origin with the fewest items under way. If several have equally few, it is taken
    from the one that has used the least time recently.
    """

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
        """Take the next item of an origin with fewer than `most` items under way. Return None if there is none.

        Items of one origin keep their order. `running`: number of items under way by origin. `least_used`: take only
        from origins that have used less time than this recently. `fits`: take only items for which this function is
        true.
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
            self._waiting[origin] = items  # put it last, so that origins with equal use take turns
        return item

    def use(self, origin: str, seconds: float) -> None:
        """Count processor time that an origin has used."""
        before = self.lately(origin)
        self._used.pop(origin, None)
        self._used[origin] = (before + seconds, self._clock())
        if len(self._used) > MOST_REMEMBERED:
            self._used.popitem(last=False)

    def lately(self, origin: str) -> float:
        seconds, then = self._used.get(origin, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - then) / HALF_LIFE_SECONDS) if seconds else 0.0

    def clear(self) -> list[T]:
        """Remove and return all waiting items."""
        left = [item for items in self._waiting.values() for item in items]
        self._waiting.clear()
        return left
