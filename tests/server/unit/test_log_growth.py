"""Acting and taking back for ever fills neither the disk nor the memory, and loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import delete

from gunki.server.http.http_errors import Problem
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession, load_here
from gunki.server.store.match_store import MAX_CHAT_LINES
from gunki.server.store.schema import matches
from tests.server.unit.support import begun, in_registry, play


async def lines(registry: Registry, live: MatchSession) -> list[tuple[int, str, int]]:
    stored = await registry.store.load(live.id)
    assert stored is not None
    return [(row.seq, row.kind, row.ply) for row in stored[2]]


async def back(registry: Registry, live: MatchSession, ply: int) -> None:
    async with live.lock:
        await registry.take_back(live, "oda", ply)


async def opened_again(registry: Registry, live: MatchSession) -> MatchSession:
    stored = await registry.store.load(live.id)
    assert stored is not None
    return load_here(*stored)


def test_acting_and_taking_back_keeps_the_log_as_long_as_the_game(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        for _ in range(4):
            await play(registry, live)
        before, seq = await lines(registry, live), live.seq
        for _ in range(30):
            await play(registry, live)
            await play(registry, live)
            await back(registry, live, 4)
        after = await lines(registry, live)
        assert after == [*before, (seq + 90, "back", 4)], "and its number goes on rising"
        assert len(live.plies) <= live.match.ply + 1 if live.match else False
        again = await opened_again(registry, live)
        assert live.match is not None
        assert again.match is not None
        assert again.match.entries == live.match.entries
        assert (again.seq, again.moved, again.by, again.plies) == (live.seq, live.moved, live.by, live.plies)

    in_registry(tmp_path, work)


def test_after_any_take_backs_the_match_is_read_as_it_stands(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        for plies, ply in ((6, 2), (5, 4), (3, 1), (4, 3), (2, 0), (5, 5)):
            for _ in range(plies):
                await play(registry, live)
            await back(registry, live, ply)
            await play(registry, live)
            again = await opened_again(registry, live)
            assert live.match is not None
            assert again.match is not None
            assert again.match.entries == live.match.entries
            assert (again.by, again.seat_changes, again.moved) == (live.by, live.seat_changes, live.moved)
            for seq in range(live.seq + 2):
                assert again.common_ply(seq) <= live.common_ply(seq), "never more than has stayed as it was"

    in_registry(tmp_path, work)


def test_asking_and_refusing_for_ever_leaves_two_lines(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        for _ in range(3):
            await play(registry, live)
        before = await lines(registry, live)
        for _ in range(10):
            async with live.lock:
                await registry.note(live, "ask", {"by": "oda", "ply": 1})
                await registry.note(live, "refuse", {"by": "anti_oda"})
        assert [kind for _, kind, _ in (await lines(registry, live))[len(before) :]] == ["ask", "refuse"]
        assert (await opened_again(registry, live)).pending_undo is None

    in_registry(tmp_path, work)


def test_kinds_of_lines_that_the_store_does_not_know_stay(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry, oda="mine", anti_oda="mine")
        await play(registry, live)
        async with live.lock:
            await registry.write(live, live.next_log_row("something", {}), {})
        await play(registry, live)
        await back(registry, live, 0)
        assert [kind for _, kind, _ in await lines(registry, live)][-2:] == ["something", "back"]

    in_registry(tmp_path, work)


def test_only_as_much_of_a_chat_is_kept_as_is_shown(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        for number in range(MAX_CHAT_LINES + 20):
            await registry.store.say(live.id, "oda", "", str(number))
        await registry.store.say("other", "oda", "", "another match")
        said = await registry.store.chat_of(live.id)
        assert [line["text"] for line in said] == [str(number) for number in range(20, MAX_CHAT_LINES + 20)]
        assert len(await registry.store.chat_of("other")) == 1
        with registry.store.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM chat").scalar() == MAX_CHAT_LINES + 1

    in_registry(tmp_path, work)


def test_nothing_is_appended_to_a_match_that_was_deleted_meanwhile(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        live, _, _ = await begun(registry)
        with registry.store.engine.begin() as connection:
            connection.execute(delete(matches).where(matches.c.id == live.id))
        with pytest.raises(Problem) as refused:
            await play(registry, live)
        assert refused.value.code == "stale"
        with pytest.raises(Problem) as gone:
            await registry.get(live.id)
        assert gone.value.status_code == 404

    in_registry(tmp_path, work)
