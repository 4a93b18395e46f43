"""Bots in the workers: whatever becomes of those, the match goes on; and nobody's bots take more than their share."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gunki.server.http.api_models import NewMatch
from gunki.server.http.http_errors import Problem
from gunki.server.matches import lobby
from gunki.server.matches.bots import Bots, effort_refusal
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.store.store_errors import StoreBusy
from gunki.server.workers.messages import QUICK, SLOW, Failed, Job, JobReply
from gunki.server.workers.worker_pool import Workers
from tests.server.process import PATIENCE
from tests.server.unit.support import begun, in_registry, until, workers_for


async def reach(registry: Registry, ident: str, ply: int) -> None:
    """Wait until a match has come so far."""
    async with asyncio.timeout(PATIENCE):
        while True:
            live = await registry.get(ident)
            if live.match is not None and (live.match.ply >= ply or live.match.result is not None):
                return
            await asyncio.sleep(0.02)


@asynccontextmanager
async def bots_of(registry: Registry) -> AsyncIterator[Bots]:
    bots = Bots(registry)
    await bots.start()
    try:
        yield bots
    finally:
        await bots.stop()


def test_a_bot_whose_process_is_killed_goes_on(tmp_path: Path) -> None:
    async def work(registry: Registry) -> None:
        async with workers_for(registry) as workers, bots_of(registry):
            live, _, _ = await begun(registry, "bot:random", "bot:random")
            await reach(registry, live.id, 5)
            process = workers.lanes[SLOW].processes[0]
            pid = process.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            assert live.match is not None
            await reach(registry, live.id, live.match.ply + 20)  # more than can be on its way
            assert process.pid != pid

    in_registry(tmp_path, work)


def test_bots_go_on_where_they_were_after_a_restart(tmp_path: Path) -> None:
    async def begin(registry: Registry) -> str:
        live, _, _ = await begun(registry, "bot:random", "bot:random")
        return live.id

    async def resume(registry: Registry) -> None:
        async with bots_of(registry):
            await reach(registry, ident, 5)

    ident = in_registry(tmp_path, begin)
    in_registry(tmp_path, resume)


def test_a_bot_that_always_fails_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def fail(job: Job) -> JobReply:
        asked.append(job.request["bot"])
        raise Failed("as told")

    async def work(registry: Registry) -> None:
        monkeypatch.setattr(registry.workers, "do", fail)
        async with bots_of(registry):
            live, _, _ = await begun(registry, "bot:greedy", "bot:greedy")
            await reach(registry, live.id, 2)

    in_registry(tmp_path, work)
    assert asked[:4] == ["greedy", "greedy", "random", "greedy"]


def test_an_answer_that_is_not_allowed_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["nonsense", "pass"]

    async def do(job: Job) -> JobReply:
        assert job.match is not None
        assert job.match.decision is not None
        return JobReply({"action": answers.pop() if answers else job.match.decision.texts[0]}, b"")

    async def work(registry: Registry) -> None:
        monkeypatch.setattr(registry.workers, "do", do)
        async with bots_of(registry):
            live, _, _ = await begun(registry, "bot:greedy", "bot:greedy")
            await reach(registry, live.id, 3)
            assert live.match is not None
            assert {entry.act for entry in live.match.entries} & {"nonsense", "pass"} == set()

    in_registry(tmp_path, work)


@pytest.mark.parametrize("fault", [Problem(503, "busy", "the disk is busy"), RuntimeError("a fault of ours")], ids=str)
def test_a_bot_tries_again_when_the_server_could_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    faults = [fault, fault]

    async def work(registry: Registry) -> None:
        act = registry.act

        async def failing(live: MatchSession, chair: str, text: str) -> int:
            if faults:
                raise faults.pop()
            return await act(live, chair, text)

        monkeypatch.setattr(registry, "act", failing)
        async with bots_of(registry) as bots:
            live, _, _ = await begun(registry, "bot:random", "bot:random")
            await reach(registry, live.id, 3)
            assert not faults
            assert list(bots._deciding) == [live.id]

    monkeypatch.setattr("gunki.server.matches.bots.RETRY_SECONDS", (0.01, 0.01, 0.01))
    in_registry(tmp_path, work)


def test_a_bot_that_gave_up_goes_on_when_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also where the match was read again while the bot still waited for its next try."""

    async def work(registry: Registry) -> None:
        act, fails = registry.act, True

        async def failing(live: MatchSession, chair: str, text: str) -> int:
            if fails:
                raise StoreBusy("another program holds the store")
            return await act(live, chair, text)

        monkeypatch.setattr(registry, "act", failing)
        async with bots_of(registry) as bots:
            live, _, _ = await begun(registry, "bot:random", "bot:random")
            await until(lambda: not bots._deciding)
            assert {record.levelname for record in caplog.records} == {"WARNING"}, "it is no fault of the server"
            fails = False
            await reach(registry, live.id, 3)

    monkeypatch.setattr("gunki.server.matches.bots.RETRY_SECONDS", (0.01, 0.01))
    in_registry(tmp_path, work)


# -- what bots may take -----------------------------------------------------------------------------------------------


def asking(tmp_path: Path, bot: str, **settings: Any) -> None:
    async def work(registry: Registry) -> None:
        wanted = NewMatch.model_validate({"game": "nobunaga", "seats": {"oda": "mine", "anti_oda": bot}})
        await lobby.create(registry, wanted, None)

    in_registry(tmp_path, work, **settings)


def test_the_effort_of_a_bot_has_a_limit_that_is_told(tmp_path: Path) -> None:
    asking(tmp_path, "bot:greedy:240")
    asking(tmp_path, "bot:greedy:30", most_effort=30)
    for bot, settings in (("bot:greedy:241", {}), ("bot:greedy:1000000", {}), ("bot:greedy:31", {"most_effort": 30})):
        with pytest.raises(Problem, match=r"most (240|30) \(most_effort\)") as caught:
            asking(tmp_path, bot, **settings)
        assert (caught.value.status_code, caught.value.more["field"]) == (400, "seats.anti_oda")


def test_a_bot_of_old_thinks_within_todays_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def work(registry: Registry) -> None:
        do = registry.workers.do

        async def heard(job: Job) -> JobReply:
            asked.append(job.request["bot"])
            return await do(job)

        monkeypatch.setattr(registry.workers, "do", heard)
        monkeypatch.setattr("gunki.server.matches.lobby.effort_refusal", lambda *_: "")
        async with bots_of(registry):
            live, _, _ = await begun(registry, "bot:greedy:5000", "bot:greedy:3")
            await reach(registry, live.id, 30)

    in_registry(tmp_path, work, most_effort=4)
    assert set(asked) <= {"greedy:4", "greedy:3"}
    assert "greedy:4" in asked
    assert effort_refusal("greedy", 4) == ""


def test_of_one_origins_matches_of_bots_alone_few_go_on_at_once(tmp_path: Path) -> None:
    """Those of people and of other origins are not held up; one that ends makes room for the next."""

    async def made(registry: Registry, origin: str, oda: str = "bot:random") -> str:
        wanted = NewMatch.model_validate({"game": "nobunaga", "seats": {"oda": oda, "anti_oda": "bot:random"}})
        ident: str = (await lobby.create(registry, wanted, None, origin))["id"]
        return ident

    async def work(registry: Registry) -> None:
        async with bots_of(registry) as bots:
            first = [await made(registry, "one") for _ in range(4)]
            lives = [await registry.get(ident) for ident in first]
            other = await made(registry, "another")
            await reach(registry, other, 3)
            await reach(registry, first[0], 3)
            await reach(registry, first[1], 3)
            begun = [live for live in lives if live.match is not None and live.match.ply]
            assert len(begun) == 2, "two are played, two wait"
            async with lives[0].lock:
                await registry.write(lives[0], lives[0].next_log_row("close", {}), {}, "closed")
            await reach(registry, first[2], 3)
            assert lives[3].match is not None
            assert lives[3].match.ply == 0 or (lives[1].match is not None and lives[1].match.result is not None)
            for live in lives:
                async with live.lock:
                    if live.row.state == "playing":
                        await registry.write(live, live.next_log_row("close", {}), {}, "closed")
            live = await registry.get(other)
            async with live.lock:
                if live.row.state == "playing":
                    await registry.write(live, live.next_log_row("close", {}), {}, "closed")
            await until(lambda: not bots._deciding)
            assert not bots._turns, "nothing stays behind"
            assert not bots._failures

    in_registry(tmp_path, work, most_bot_matches=2)


def test_a_bot_that_a_person_waits_for_has_other_processes(tmp_path: Path) -> None:
    lanes: list[str] = []

    async def work(registry: Registry) -> None:
        async with workers_for(registry) as workers, bots_of(registry):
            put = Workers.do

            async def heard(self: Workers, job: Job) -> JobReply:
                lanes.append(job.lane)
                return await put(self, job)

            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(Workers, "do", heard)
                live, _, _ = await begun(registry, "bot:random", "mine")
                await until(lambda: live.match is not None and live.match.who != "oda")
                assert set(lanes) == {QUICK}
                lanes.clear()
                live, _, _ = await begun(registry, "bot:random", "bot:random")
                await reach(registry, live.id, 3)
                assert set(lanes) == {SLOW}
            assert workers.figures()["done"]["bot"] > 3

    in_registry(tmp_path, work)
