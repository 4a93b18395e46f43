"""A page of the list is read once for all who ask within a moment, and never hides what somebody has just done."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest

from gunki.server.http.limits import Limits, limit_class
from gunki.server.matches import closing
from gunki.server.matches.registry import Registry
from gunki.server.settings import RATES
from gunki.server.store import list_queries
from gunki.server.store.store_errors import StoreBusy
from gunki.server.views import list_cache
from gunki.server.views.snapshot import match_info
from tests.server.unit.support import begun, in_registry, play
from tests.server.unit.test_closing import FOUR, four
from tests.server.unit.test_listing import plan


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Every page that is read from the store."""
    made: list[tuple[Any, ...]] = []
    read = list_queries.list_matches

    def counted(connection: Any, *asked: Any) -> Any:
        made.append(asked)
        return read(connection, *asked)

    monkeypatch.setattr(list_queries, "list_matches", counted)
    return made


async def told(registry: Registry, state: str | None = None, after: str | None = None, limit: int = 50) -> Any:
    return orjson.loads((await registry.lists.page(None, state, after, limit)).body)


def test_many_who_ask_are_told_the_same(tmp_path: Path, reads: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_cache, "MAX_PAGE_AGE", 1000.0)

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, public=True)
        pages = await asyncio.gather(*(told(registry) for _ in range(20)))
        assert len(reads) == 1
        assert all([match["id"] for match in page] == [live.id] for page in pages)
        await told(registry)
        assert len(reads) == 1
        await told(registry, state="over")
        assert len(reads) == 2, "another page is another question"

    in_registry(tmp_path, work)


def test_what_somebody_has_done_is_in_the_next_list(
    tmp_path: Path, reads: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_cache, "MAX_PAGE_AGE", 1000.0)

    async def work(registry: Registry) -> None:
        assert await told(registry) == []
        begin = asyncio.create_task(begun(registry, public=True))
        old = asyncio.create_task(told(registry))
        live, _, _ = await begin
        await old
        [match] = await told(registry)  # never what was read before
        assert (match["id"], match["state"]) == (live.id, "playing")
        before = len(reads)
        await play(registry, live)
        assert await told(registry) == [match], "how far it has come may be a moment old"
        assert len(reads) == before
        async with live.lock:
            row = live.next_log_row("close", {})
            await registry.write(live, row, {}, "closed")
        [match] = await told(registry)
        assert match["state"] == "closed"

    in_registry(tmp_path, work)


def test_a_page_grows_old(tmp_path: Path, reads: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_cache, "MAX_PAGE_AGE", 0.0)

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, public=True)
        for ply in range(1, 3):
            await play(registry, live)
            assert [match["ply"] for match in await told(registry)] == [ply]
        assert len(reads) == 2

    in_registry(tmp_path, work)


def test_what_failed_is_tried_again_and_not_everything_is_kept(
    tmp_path: Path, reads: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(registry: Registry) -> None:
        with monkeypatch.context() as patch:

            def busy(*_: Any) -> Any:
                raise StoreBusy("held")

            patch.setattr(list_queries, "list_matches", busy)
            with pytest.raises(StoreBusy):
                await told(registry)
        assert await told(registry) == []
        for _ in range(2):
            with pytest.raises(LookupError):
                await told(registry, after="nobody")
        for limit in range(1, 100):
            await told(registry, limit=limit)
        assert len(registry.lists._pages) == list_cache.MOST_PAGES

    in_registry(tmp_path, work)


def test_a_list_tells_who_has_still_to_agree_that_a_match_is_closed(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live = await four(registry, public=True)

        async def closing_told() -> Any:
            [match] = await told(registry)
            assert match["closing"] == match_info(live)["closing"]
            return match["closing"] and match["closing"]["waits_for"]

        assert await closing_told() is None
        await closing.close_by_owner(registry, live)
        assert await closing_told() == [*FOUR]
        await closing.answer(registry, live, "shibata", agree=True)
        await play(registry, live)
        assert await closing_told() == ["akechi", "tokugawa", "hashiba"]
        await closing.resign(registry, live, "tokugawa")
        assert await closing_told() == ["akechi", "hashiba"]
        await closing.answer(registry, live, "hashiba", agree=False)
        assert await closing_told() is None
        await closing.close_by_owner(registry, live)
        assert await closing_told() == ["akechi", "shibata", "hashiba"]
        for seat in ("akechi", "shibata", "hashiba"):
            await closing.answer(registry, live, seat, agree=True)
        assert await closing_told() is None
        [match] = await told(registry)
        assert match["closed"]["how"] == "agreed"
        steps = plan(registry.store, list_queries._CLOSING.params(ids=[live.id]))
        assert any("log_closing" in step for step in steps), "the log itself is not read"

    in_registry(tmp_path, work)


def test_lists_have_a_limit_of_their_own() -> None:
    def wait(method: str = "GET", path: str = "/api/matches") -> float:
        return limits.wait({"method": method, "path": path, "client": ("203.0.113.5", 1)})

    limits = Limits(RATES, 1.0)
    burst = int(RATES["list"][0])
    assert limit_class({"method": "GET", "path": "/api/matches"}) == "list"
    assert [wait() for _ in range(burst)] == [0.0] * burst
    assert wait() > 0
    assert wait(path="/api/matches/a") == 0
    assert wait(method="POST") == 0
