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

from gunki.server.matches.session import MatchSession
from gunki.server.store.match_store import LogRow, MatchRow, ParticipantRow, Store
from gunki.server.views.snapshot import stored_match_info

#: Seconds that a page is told again.
MAX_PAGE_AGE = 1.0
MOST_PAGES = 64

#: Of which game, in which state, after which match, how many.
ListQuery = tuple[str | None, str | None, str | None, int]


@dataclass(frozen=True, slots=True)
class ListPage:
    body: bytes
    #: The last match on it, if there are more.
    last: str | None


@dataclass(slots=True)
class CachedPage:
    #: How much had changed when it was begun.
    changes: int
    page: asyncio.Future[ListPage]
    at: float = field(default_factory=time.monotonic)

    def is_current(self, changes: int) -> bool:
        """Whether it may still be told; one that is just being read may, if nothing has changed since."""
        if self.changes != changes:
            return False
        if not self.page.done():
            return True
        failed = self.page.cancelled() or self.page.exception() is not None
        return not failed and time.monotonic() - self.at < MAX_PAGE_AGE


class ListCache:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._pages: OrderedDict[ListQuery, CachedPage] = OrderedDict()

    async def page(self, game: str | None, state: str | None, after: str | None, limit: int) -> ListPage:
        """LookupError: `after` is not in the list."""
        query, changes = (game, state, after, limit), self._store.changes
        cached = self._pages.pop(query, None)
        if cached is None or not cached.is_current(changes):
            cached = CachedPage(changes, asyncio.ensure_future(self._read(query)))
        self._pages[query] = cached
        if len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)
        return await asyncio.shield(cached.page)

    async def _read(self, query: ListQuery) -> ListPage:
        game, state, after, limit = query
        rows = await self._store.list_matches(game, state, after, limit + 1)
        last = rows[limit - 1][0].id if len(rows) > limit else None
        played = [row.id for row, _, _ in rows[:limit] if row.state == "playing"]
        asked_to_close = await self._store.about_closing(played) if played else {}
        entries = [
            {**stored_match_info(*one), "closing": _closing(one[0], one[1], asked_to_close.get(one[0].id, ()))}
            for one in rows[:limit]
        ]
        return ListPage(orjson.dumps(entries), last)


def _closing(row: MatchRow, participants: Sequence[ParticipantRow], lines: Sequence[LogRow]) -> dict[str, Any] | None:
    """Whom it waits for if somebody wants to close the match: `closing`, as these lines of its log leave it."""
    if not lines:
        return None
    live = MatchSession(row, {participant.seat: participant for participant in participants})
    for line in lines:
        live.accept(line, orjson.loads(line.body))
    return None if live.closing is None else {"waits_for": live.closing}
