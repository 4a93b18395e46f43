"""Lists of matches as they are told: a page is made once for all who ask within a moment.

Nothing in it depends on who asks. Whoever has made or joined a match, or seen it end, finds that in the next list he
asks for; how far the others have come may be a moment old.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from gunki.server.matches.session import Live
from gunki.server.store.match_store import ChairRow, LogRow, MatchRow, Store
from gunki.server.views.snapshot import info_of

#: Seconds that a page is told again.
AGE = 1.0
MOST_PAGES = 64

#: Of which game, in which state, after which match, how many.
Asked = tuple[str | None, str | None, str | None, int]


@dataclass(frozen=True, slots=True)
class Page:
    body: bytes
    #: The last match on it, if there are more.
    last: str | None


@dataclass(slots=True)
class Made:
    #: How much had changed when it was begun.
    changes: int
    page: asyncio.Future[Page]
    at: float = field(default_factory=time.monotonic)

    def good(self, changes: int) -> bool:
        """Whether it may still be told; one that is just being read may, if nothing has changed since."""
        if self.changes != changes:
            return False
        if not self.page.done():
            return True
        failed = self.page.cancelled() or self.page.exception() is not None
        return not failed and time.monotonic() - self.at < AGE


class Lists:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: OrderedDict[Asked, Made] = OrderedDict()

    async def page(self, game: str | None, state: str | None, after: str | None, limit: int) -> Page:
        """LookupError: `after` is not in the list."""
        asked, changes = (game, state, after, limit), self._store.changes
        made = self._made.pop(asked, None)
        if made is None or not made.good(changes):
            made = Made(changes, asyncio.ensure_future(self._read(asked)))
        self._made[asked] = made
        if len(self._made) > MOST_PAGES:
            self._made.popitem(last=False)
        return await asyncio.shield(made.page)

    async def _read(self, asked: Asked) -> Page:
        game, state, after, limit = asked
        found = await self._store.listed(game, state, after, limit + 1)
        last = found[limit - 1][0].id if len(found) > limit else None
        played = [row.id for row, _, _ in found[:limit] if row.state == "playing"]
        asked_to_close = await self._store.about_closing(played) if played else {}
        told = [
            {**info_of(*one), "closing": _closing(one[0], one[1], asked_to_close.get(one[0].id, ()))}
            for one in found[:limit]
        ]
        return Page(orjson.dumps(told), last)


def _closing(row: MatchRow, chairs: Sequence[ChairRow], lines: Sequence[LogRow]) -> dict[str, Any] | None:
    """Whom it waits for if somebody wants to close the match: `closing`, as these lines of its log leave it."""
    if not lines:
        return None
    live = Live(row, {chair.seat: chair for chair in chairs})
    for line in lines:
        live.accept(line, orjson.loads(line.body))
    return None if live.closing is None else {"waits_for": live.closing}
