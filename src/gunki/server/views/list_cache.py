"""A cache of pages of match lists, shared by all clients for a second.

A page is the same for every client. A new match, a join or an end makes cached pages invalid. The progress of matches
on a page may be a second old.
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

#: Seconds for which a page is reused.
MAX_PAGE_AGE = 1.0
MOST_PAGES = 64

#: The arguments of `ListCache.page`: game, state, id of the match after which the page begins, number of matches.
ListQuery = tuple[str | None, str | None, str | None, int]


@dataclass(frozen=True, slots=True)
class ListPage:
    body: bytes
    #: The id of the last match, if another page follows.
    last: str | None


@dataclass(slots=True)
class CachedPage:
    #: The value of `Store.changes` when the page began to be read.
    changes: int
    page: asyncio.Future[ListPage]
    at: float = field(default_factory=time.monotonic)

    def is_current(self, changes: int) -> bool:
        """Return whether the page may be used.

        No list may have changed since its reading began, and the page must be fresh or still being read.
        """
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
        """Return a page of the list. Raise LookupError if `after` is not in the list."""
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
    """Return the member `closing` of a match from its lines about closing.

    Return None if nobody has asked to close the match.
    """
    if not lines:
        return None
    live = MatchSession(row, {participant.seat: participant for participant in participants})
    for line in lines:
        live.accept(line, orjson.loads(line.body))
    return None if live.closing is None else {"waits_for": live.closing}
