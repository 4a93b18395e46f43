"""Bots in their own processes: whatever becomes of those, the match goes on."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

import gunki
from gunki.server.bots import Bots, Failed, Worker
from gunki.server.hall import Hall
from gunki.server.problems import Problem
from gunki.server.uploads import Uploads
from tests.server.process import PATIENCE
from tests.server.unit.support import begun, in_hall


async def reach(hall: Hall, ident: str, ply: int) -> None:
    """Wait until a match has come so far."""
    async with asyncio.timeout(PATIENCE):
        while True:
            live = await hall.get(ident)
            if live.match is not None and (live.match.ply >= ply or live.match.result is not None):
                return
            await asyncio.sleep(0.02)


def test_a_bot_whose_process_is_killed_goes_on(tmp_path: Path) -> None:
    async def work(hall: Hall) -> None:
        bots = Bots(hall)
        await bots.start()
        try:
            live, _, _ = await begun(hall, "bot:random", "bot:random")
            await reach(hall, live.id, 5)
            pid = bots.workers[0].pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            await reach(hall, live.id, 25)
            assert bots.workers[0].pid != pid
        finally:
            await bots.stop()

    in_hall(tmp_path, work)


def test_bots_go_on_where_they_were_after_a_restart(tmp_path: Path) -> None:
    async def begin(hall: Hall) -> str:
        live, _, _ = await begun(hall, "bot:random", "bot:random")
        return live.id

    async def resume(hall: Hall) -> None:
        bots = Bots(hall)
        await bots.start()
        try:
            await reach(hall, ident, 5)
        finally:
            await bots.stop()

    ident = in_hall(tmp_path, begin)
    in_hall(tmp_path, resume)


def test_a_bot_that_always_fails_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def fail(self: Worker, ident: str, match: gunki.Match, bot: str) -> str:
        asked.append(bot)
        raise Failed("as told")

    async def work(hall: Hall) -> None:
        bots = Bots(hall)
        await bots.start()
        try:
            live, _, _ = await begun(hall, "bot:greedy", "bot:greedy")
            await reach(hall, live.id, 2)
        finally:
            await bots.stop()

    monkeypatch.setattr(Worker, "choose", fail)
    in_hall(tmp_path, work)
    assert asked[:3] == ["greedy", "greedy", "random"]


def test_an_answer_that_is_not_allowed_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["nonsense", "pass"]

    async def choose(self: Worker, ident: str, match: gunki.Match, bot: str) -> str:
        assert match.decision is not None
        return answers.pop() if answers else match.decision.texts[0]

    async def work(hall: Hall) -> None:
        bots = Bots(hall)
        await bots.start()
        try:
            live, _, _ = await begun(hall, "bot:greedy", "bot:greedy")
            await reach(hall, live.id, 3)
            assert live.match is not None
            assert {entry.act for entry in live.match.entries} & {"nonsense", "pass"} == set()
        finally:
            await bots.stop()

    monkeypatch.setattr(Worker, "choose", choose)
    in_hall(tmp_path, work)


def test_a_process_that_hangs_is_stopped(tmp_path: Path) -> None:
    async def work() -> None:
        worker = Worker(seconds=PATIENCE)
        match = gunki.new("nobunaga", seed=1)
        try:
            first = await worker.choose("m", match, "random")
            assert match.decision is not None
            assert first in match.decision.texts
            pid = worker.pid
            assert pid is not None
            os.kill(pid, signal.SIGSTOP)
            worker._seconds = 0.2
            with pytest.raises(Failed):
                await worker.choose("m", match, "random")
            assert worker.pid is None
            worker._seconds = PATIENCE
            assert await worker.choose("m", match, "random") in match.decision.texts
        finally:
            await worker.stop()

    asyncio.run(work())


def test_a_worker_follows_a_match_that_was_taken_back(tmp_path: Path) -> None:
    async def work() -> None:
        worker = Worker(seconds=PATIENCE)
        match = gunki.new("nobunaga", seed=1)
        try:
            for _ in range(6):
                match.act(await worker.choose("m", match, "random"))
            match = match.at(2)
            assert match.decision is not None
            match.act(match.decision.texts[-1])
            while match.ply < 8:
                match.act(await worker.choose("m", match, "random"))
        finally:
            await worker.stop()

    asyncio.run(work())


# -- uploads ----------------------------------------------------------------------------------------------------------


def test_an_upload_is_replayed_elsewhere_and_kept(tmp_path: Path) -> None:
    match = gunki.new("nobunaga", seed=4)
    for _ in range(12):
        assert match.decision is not None
        match.act(match.decision.texts[0])
    data = match.save(tmp_path / "a.gunki").read_bytes()

    async def work(hall: Hall) -> None:
        uploads = Uploads(hall.store, hall.settings)
        taken = await uploads.take(data)
        assert (taken["game"], taken["ply"], taken["who"]) == ("nobunaga", 12, match.who)
        with pytest.raises(Problem, match="not a readable save"):
            await uploads.take(b"PK" + data[2:100])

    in_hall(tmp_path, work)


def test_an_upload_that_needs_too_much_is_stopped(tmp_path: Path) -> None:
    data = gunki.new("nobunaga", seed=4).save(tmp_path / "a.gunki").read_bytes()

    async def work(hall: Hall) -> None:
        with pytest.raises(Problem, match=r"more (time or )?memory"):
            await Uploads(hall.store, hall.settings).take(data)

    in_hall(tmp_path, work, upload_megabytes=20)
