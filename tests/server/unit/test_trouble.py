"""A store that is locked, full or damaged: nothing is lost or doubled, and whoever asks is told so."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import Connection

from gunki.server.http.http_errors import Problem
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession, lock_for_change, lock_for_reading
from gunki.server.run import ServeError, _check_store
from gunki.server.settings import Settings
from gunki.server.store.database import as_store_error
from gunki.server.store.store_errors import StoreBusy, StoreDamaged, StoreFull
from tests.server.process import PATIENCE
from tests.server.store import locked
from tests.server.unit.damage import damaged_store
from tests.server.unit.support import begun, in_registry, play, registry_in, until


async def entries(registry: Registry, live: MatchSession) -> list[str]:
    found = await registry.get(live.id)
    assert found.match is not None
    return [entry.act for entry in found.match.entries]


@asynccontextmanager
async def held_up(registry: Registry) -> AsyncIterator[None]:
    """Keep the thread that writes busy with something else; what is asked of it meanwhile waits together."""
    began, over = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        began.set()
        over.wait(PATIENCE)

    held = registry.store._writer.write(hold)
    await until(began.is_set)
    try:
        yield
    finally:
        over.set()
        await held


@pytest.mark.parametrize("talks", [False, True], ids=["actions alone", "a word too"])
def test_a_locked_store_is_told_soon_and_the_match_goes_on_afterwards(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, talks: bool
) -> None:
    waits: list[BaseException] = []

    def known(error: BaseException) -> Exception | None:
        found = as_store_error(error)
        if isinstance(found, StoreBusy):
            waits.append(error)
        return found

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        others = [(await begun(registry, oda="mine", anti_oda="mine"))[0] for _ in range(3)]
        await play(registry, live)
        before, writer = await entries(registry, live), registry.store._writer
        with locked(tmp_path):
            async with held_up(registry):
                with patch.object(writer, "write", wraps=writer.write) as asked:
                    wanted: list[Awaitable[object]] = [play(registry, one) for one in (live, *others)]
                    if talks:
                        wanted.append(registry.store.say(live.id, "oda", "", "hello"))
                    answers = asyncio.gather(*wanted, return_exceptions=True)
                    await until(lambda: asked.call_count == len(wanted) and not writer._collected)
            async with asyncio.timeout(PATIENCE):
                results = await answers
            assert [type(result) for result in results] == [StoreBusy] * len(wanted)
            assert len(waits) == 1, "they wait together, not one after the other"
            assert live.dead
            assert await entries(registry, live) == before, "what was not written has not happened"
        live = await registry.get(live.id)
        await play(registry, live)
        assert len(await entries(registry, live)) == len(before) + 1
        assert await registry.store.chat_of(live.id) == []

    monkeypatch.setattr("gunki.server.store.writer.as_store_error", known)
    with caplog.at_level(logging.DEBUG):
        in_registry(tmp_path, work)
    assert "hello" not in caplog.text


def test_one_who_only_looks_does_not_wait_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gunki.server.matches.session.READ_WAIT_SECONDS", 0.05)

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        with locked(tmp_path):
            async with held_up(registry):
                acting = asyncio.ensure_future(play(registry, live))
                await until(live.lock.locked)
                with pytest.raises(StoreBusy):
                    async with lock_for_reading(live):
                        pass
                assert not acting.done(), "he was sent away before that was settled"
            with pytest.raises(StoreBusy):
                await acting
        async with lock_for_reading(await registry.get(live.id)):
            pass

    in_registry(tmp_path, work)


@pytest.mark.parametrize("waiting", [lock_for_reading, lock_for_change])
def test_nobody_sees_what_was_not_stored(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    waiting: Callable[[MatchSession], AbstractAsyncContextManager[None]],
) -> None:
    """The dice above all: who has seen them could choose another action."""
    monkeypatch.setattr("gunki.server.matches.session.READ_WAIT_SECONDS", PATIENCE)

    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")

        async def look() -> int:
            async with waiting(live):
                assert live.match is not None
                return live.match.ply

        with locked(tmp_path):
            acting = asyncio.ensure_future(play(registry, live))
            while not live.lock.locked():
                await asyncio.sleep(0)
            results = await asyncio.gather(acting, look(), return_exceptions=True)
        assert [type(result) for result in results] == [StoreBusy, StoreBusy]
        assert len(await entries(registry, live)) == 1

    in_registry(tmp_path, work)


async def talk(registry: Registry, live: MatchSession) -> None:
    for _ in range(1000):  # the pages that are there have some room yet
        await registry.store.say(live.id, "oda", "", "x" * 500)


def test_a_full_disk_is_told_and_the_match_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        before = await entries(registry, live)
        pages = "PRAGMA max_page_count"  # counts for one connection: those of the writer
        await registry.store._writer.write(
            lambda connection: connection.exec_driver_sql(
                f"{pages} = {connection.exec_driver_sql('PRAGMA page_count').scalar()}"
            )
        )
        with pytest.raises(StoreFull):
            await talk(registry, live)
        said = await registry.store.chat_of(live.id)
        assert not live.dead
        await registry.store._writer.write(lambda connection: connection.exec_driver_sql(f"{pages} = 1000000"))
        await registry.store.say(live.id, "oda", "", "there is room again")
        assert len(await registry.store.chat_of(live.id)) == len(said) + 1
        await play(registry, live)
        assert len(await entries(registry, live)) == len(before) + 1

    in_registry(tmp_path, work)


def test_an_action_that_could_not_be_stored_for_want_of_room_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        before = await entries(registry, live)

        def full(*_: object) -> object:
            raise _real_error_of_a_full_disk()

        with monkeypatch.context() as patched:
            patched.setattr(registry.store._writer, "_append_lines", lambda *_: [])
            patched.setattr(registry.store._writer, "_do", full)
            with pytest.raises(StoreFull):
                await play(registry, live)
        assert await entries(registry, live) == before
        live = await registry.get(live.id)
        await play(registry, live)
        assert len(await entries(registry, live)) == len(before) + 1

    in_registry(tmp_path, work)


def _real_error_of_a_full_disk() -> sqlite3.OperationalError:
    database = sqlite3.connect(":memory:")
    database.execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.OperationalError) as full:
        database.execute("CREATE TABLE a (b)")
    database.close()
    return full.value


def test_a_store_that_may_only_be_read_is_told(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        await registry.store._writer.write(lambda connection: connection.exec_driver_sql("PRAGMA query_only = 1"))
        with pytest.raises(StoreFull):
            await registry.store.say(live.id, "oda", "", "hello")

    in_registry(tmp_path, work)


# -- damage -------------------------------------------------------------------------------------------------------


def test_a_damaged_match_is_told_and_the_others_are_served(tmp_path: Path) -> None:
    bad, good = damaged_store(tmp_path)
    _check_store(Settings(data=tmp_path))

    async def work() -> None:
        async with registry_in(tmp_path) as registry:
            with pytest.raises(StoreDamaged):
                await registry.store.load(bad)
            with pytest.raises(Problem) as told:
                await registry.get(bad)
            assert (told.value.status_code, "damaged" in str(told.value.detail)) == (410, True)
            for ident in good:
                live = await registry.get(ident)
                await play(registry, live)
            assert {match.id for match, _, _ in await registry.store.list_matches()} >= set(good)
            assert set(await registry.store.bots_to_move()) <= {*good, bad}

    asyncio.run(work())


def test_a_file_that_cannot_be_opened_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "server.sqlite3").write_bytes(b"no database at all" * 1000)
    with pytest.raises(ServeError, match=r"gunki admin salvage.*gunki admin restore"):
        _check_store(Settings(data=tmp_path))
