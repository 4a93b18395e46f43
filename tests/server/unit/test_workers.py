"""Real worker processes: everybody has his turn, what overruns is ended, and nothing that dies takes others along."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

import gunki
from gunki.core.matches import saves
from gunki.core.matches.match import Match
from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import Limits
from gunki.server.settings import RATES, Settings
from gunki.server.workers import worker_pool as pool
from gunki.server.workers.messages import ALONE, QUICK, SLOW, Failed, Job, Refused, TookTooLong
from gunki.server.workers.uploads import Uploads
from gunki.server.workers.worker_pool import Workers
from gunki.server.workers.worker_process import WorkerProcess
from tests.server.process import PATIENCE
from tests.server.unit.support import in_registry, until


def with_workers(tmp_path: Path, work: Callable[[Workers], Awaitable[None]], **settings: Any) -> None:
    """One quick process, and none is thought to be stuck while a test has stopped it, unless `settings` say so."""
    settings = {"bot_workers": 1, "stuck_seconds": 2 * PATIENCE, **settings}
    limits = Limits(RATES | settings.pop("rates", {}), 1.0)

    async def run() -> None:
        workers = Workers(Settings(data=tmp_path, **settings), limits)
        await workers.start()
        try:
            async with asyncio.timeout(PATIENCE):
                await work(workers)
        finally:
            await workers.stop()

    asyncio.run(run())


def played(plies: int = 12, seed: int = 4) -> Match:
    match = gunki.new("nobunaga", seed=seed)
    for _ in range(plies):
        assert match.decision is not None
        match.act(match.decision.texts[0])
    return match


def bot(match: Match, origin: str = "one", ident: str = "m", bot: str = "random", **more: Any) -> Job:
    return Job("bot", origin, {"bot": bot}, match_id=ident, match=match, refusable=False, **more)


# -- fairness ---------------------------------------------------------------------------------------------------------


def test_one_who_asks_for_much_delays_others_by_one_job(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        order: list[str] = []

        async def ask(origin: str, number: int) -> None:
            await workers.do(bot(match, origin))
            order.append(f"{origin} {number}")

        match = played()
        many = [asyncio.create_task(ask("many", number)) for number in range(12)]
        await until(lambda: workers.figures()["running"] == 1)
        one = [asyncio.create_task(ask("one", number)) for number in range(2)]
        await asyncio.gather(*many, *one)
        assert order.index("one 0") <= 1
        assert order.index("one 1") <= 3
        figures = workers.figures()
        assert figures["done"] == {"bot": 14}
        assert (figures["waiting"], figures["running"], figures["failed"]) == (0, 0, {})
        assert figures["seconds"]["bot"] > 0

    with_workers(tmp_path, work)


def test_nobody_has_all_processes_of_a_lane(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        match = played()
        lane = workers.lanes[QUICK]
        pid = lane.idle[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        many = [asyncio.create_task(workers.do(bot(match, "many"))) for _ in range(8)]
        await until(lambda: lane.queue.waiting("many") == 7)
        assert lane.running == {"many": 1}
        await workers.do(bot(match, "one"))
        assert not any(task.done() for task in many)
        os.kill(pid, signal.SIGCONT)
        await asyncio.gather(*many)

    with_workers(tmp_path, work, bot_workers=2)


def test_questions_leave_a_process_to_bots(tmp_path: Path) -> None:
    """Whatever takes long of what people ask for: the bots of the others go on."""

    async def work(workers: Workers) -> None:
        match, lane = played(), workers.lanes[QUICK]
        asked = {"overlay": "reach", "seat": None, "thing": None, "action": None}
        questions = [
            asyncio.create_task(workers.do(Job("overlay", origin, asked, match_id="m", match=match)))
            for origin in ("a", "b", "c")
        ]
        await until(lambda: lane.running)
        [busy] = [process for process in lane.processes if process not in lane.idle]
        assert busy.pid is not None
        os.kill(busy.pid, signal.SIGSTOP)
        for origin in ("b", "d"):  # also of those whose own questions wait
            assert (await workers.do(bot(match, origin))).fields["action"]
        assert not any(task.done() for task in questions)
        assert len(lane.queue) == 2
        os.kill(busy.pid, signal.SIGCONT)
        await asyncio.gather(*questions)
        assert lane.asked_for == 0

    with_workers(tmp_path, work, bot_workers=2)


def test_what_can_wait_does_not_hold_up_who_waits(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        slow = workers.lanes[SLOW].processes[0]
        assert slow.pid is not None
        os.kill(slow.pid, signal.SIGSTOP)  # busy for ever
        match = played()
        waiting = asyncio.create_task(workers.do(bot(match, lane=SLOW)))
        upload = asyncio.create_task(workers.do(Job("upload", "one", blob=saves.save_bytes(match), lane=ALONE)))
        assert (await workers.do(bot(match))).fields["action"]
        assert (await upload).fields["ply"] == match.ply
        assert not waiting.done()
        os.kill(slow.pid, signal.SIGCONT)
        assert (await waiting).fields["action"]

    with_workers(tmp_path, work)


def test_only_so_many_of_one_origin_may_wait(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        def overlay(origin: str) -> Job:
            asked = {"overlay": "reach", "seat": None, "thing": None, "action": None}
            return Job("overlay", origin, asked, match_id="m", match=match)

        match = played()
        process = workers.lanes[QUICK].processes[0]
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
        tasks = [asyncio.create_task(workers.do(overlay("many"))) for _ in range(3)]
        await until(lambda: workers.figures() | {"waiting": 2, "running": 1} == workers.figures())
        with pytest.raises(Problem) as caught:
            await workers.do(overlay("many"))
        assert (caught.value.status_code, caught.value.code, caught.value.headers) == (
            503,
            "busy",
            {"retry-after": "5"},
        )
        other = asyncio.create_task(workers.do(overlay("another")))
        tasks[1].cancel()  # has gone away: nobody works for it
        os.kill(process.pid, signal.SIGCONT)
        assert orjson.loads((await other).blob)["overlay"] == "reach"
        await asyncio.wait(tasks)
        assert workers.figures()["done"]["overlay"] == 3

    with_workers(tmp_path, work, most_waiting=2)


def test_who_has_used_up_his_time_is_refused_but_his_bots_are_not(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        match = played()
        save: dict[str, Any] = {"match_id": "m", "match": match, "lane": SLOW}
        await workers.do(Job("save", "one", **save))
        with pytest.raises(Problem) as caught:
            await workers.do(Job("save", "one", **save))
        assert (caught.value.status_code, caught.value.code) == (429, "too_many")
        assert caught.value.headers is not None
        assert int(caught.value.headers["retry-after"]) > 0
        assert (await workers.do(bot(match))).fields["action"]
        await workers.do(Job("save", "another", **save))

    with_workers(tmp_path, work, rates={"cpu": (0.0001, 0.0001)})


# -- what goes wrong --------------------------------------------------------------------------------------------------


def test_a_process_that_hangs_is_ended_and_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(workers: Workers) -> None:
        match, process = played(), workers.lanes[QUICK].processes[0]
        await workers.do(bot(match))
        pid = process.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        with monkeypatch.context() as patched:
            patched.setattr(workers, "_seconds_for", lambda _: (PATIENCE, 0.2))
            hung, after = workers.do(bot(match)), workers.do(bot(match, "another"))
            with pytest.raises(Failed):
                await hung
        assert (await after).fields["action"]
        assert process.pid != pid
        assert workers.is_answering()
        assert workers.figures()["failed"] == {"bot": 1}

    with_workers(tmp_path, work)


def test_what_takes_too_much_of_the_processor_is_ended(tmp_path: Path) -> None:
    """Each job has its own time: what those before it took does not count."""
    if sys.platform == "win32":
        pytest.skip("has no such limits")
    busy = """
import time
from gunki.server.workers.worker_main import _limit
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
for _ in range(2):
    _limit(time.process_time() + 1, None)
    work(0.7)
print("two times", flush=True)
work(1000)
"""
    ended = subprocess.run([sys.executable, "-c", busy], capture_output=True, timeout=PATIENCE, check=False)
    assert ended.stdout.split() == [b"two", b"times"], ended.stderr
    assert ended.returncode == -signal.SIGXCPU


def test_a_process_that_dies_fails_its_own_job_alone(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        match, process = played(), workers.lanes[QUICK].processes[0]
        pid = process.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        jobs = [asyncio.create_task(workers.do(bot(match, origin))) for origin in "abc"]
        await until(lambda: workers.figures()["running"])
        os.kill(pid, signal.SIGKILL)
        done = await asyncio.gather(*jobs, return_exceptions=True)
        assert [str(answer) for answer in done if isinstance(answer, Failed)] == ["the process ended"]
        assert workers.figures()["done"] == {"bot": 2}

    with_workers(tmp_path, work)


def test_a_process_that_cannot_be_started_now_can_be_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module asyncio tells a machine without room for another thread by no OSError."""

    async def work(workers: Workers) -> None:
        match = played()
        with monkeypatch.context() as patch:

            async def no_thread(_: WorkerProcess) -> None:
                raise RuntimeError("can't start new thread")

            patch.setattr(WorkerProcess, "start", no_thread)
            for process in workers.lanes[QUICK].processes:
                await process.stop()
            with pytest.raises(Failed):
                await workers.do(bot(match))
            await until(lambda: not workers._tasks)
        async with asyncio.timeout(PATIENCE / 2):
            await workers.do(bot(match))

    with_workers(tmp_path, work)


def test_what_tells_the_server_to_stop_ends_no_job(tmp_path: Path) -> None:
    """A terminal that closes and a manager of services send the signal to all processes: the server decides alone."""

    async def work(workers: Workers) -> None:
        match, process = played(), workers.lanes[QUICK].processes[0]
        await workers.do(bot(match))  # so that it is ready
        pid = process.pid
        assert pid is not None
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(pid, number)
            await workers.do(bot(match))
        assert process.pid == pid

    with_workers(tmp_path, work)


def test_what_is_wrong_with_a_question_is_told(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        match, pid = played(), workers.lanes[QUICK].processes[0].pid
        asked = {"overlay": "reach", "seat": "oda", "thing": "area:nowhere", "action": None}
        with pytest.raises(Refused, match="nowhere"):
            await workers.do(Job("overlay", "one", asked, match_id="m", match=match))
        with pytest.raises(TookTooLong):
            await workers.do(Job("story", "one", {"seconds": -1.0}, match_id="m", match=match))
        with pytest.raises(Failed, match="AssertionError"):  # a fault: nobody decides any more
            await workers.do(bot(over()))
        assert workers.lanes[QUICK].processes[0].pid == pid, "and it goes on"

    def over() -> Match:
        match = gunki.new("nobunaga", seed=3)
        while match.decision is not None:
            match.act(match.decision.options[-1])
        return match

    with_workers(tmp_path, work)


# -- the matches they know --------------------------------------------------------------------------------------------


def test_a_worker_is_told_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[int, int, bool]] = []

    async def work(workers: Workers) -> None:
        process = workers.lanes[QUICK].processes[0]
        asked = process._request

        async def heard(job: Job, told: dict[str, Any], cpu: float) -> Any:
            sent.append((told["keep"], len(told["entries"]), "header" in told))
            return await asked(job, told, cpu)

        monkeypatch.setattr(process, "_request", heard)
        match = played(6)
        for _ in range(3):
            match.act((await workers.do(bot(match))).fields["action"])
        assert sent == [(0, 7, True), (7, 1, False), (8, 1, False)]
        match = match.at(4)  # taken back, and another way taken
        assert match.decision is not None
        match.act(match.decision.texts[-1])
        sent.clear()
        for _ in range(2):
            match.act((await workers.do(bot(match))).fields["action"])
        assert sent == [(5, 1, False), (6, 1, False)]
        workers.forget("m")
        assert not process.knows("m")
        sent.clear()
        match.act((await workers.do(bot(match))).fields["action"])
        assert sent == [(0, 8, True)]
        process._learn("other", process._known_matches["m"])  # the process knows less than it is believed to
        sent.clear()
        assert (await workers.do(bot(match, ident="other"))).fields["action"]
        assert sent == [(8, 1, False), (0, 9, True)]

    with_workers(tmp_path, work)


def test_the_past_is_told_as_the_match_knows_it(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        match = played(20)
        assert (await workers.do(Job("save", "", match_id="m", match=match))).blob == saves.save_bytes(match)
        state = orjson.loads((await workers.do(Job("state", "", {"ply": 9}, match_id="m", match=match))).blob)
        then = gunki.resume(match.header, match.entries[:10], state)
        assert then.position.digest() == match.at(9).position.digest()
        asked = {"since": 15, "seats": [[0, "oda"]], "own": [17]}
        steps = orjson.loads((await workers.do(Job("steps", "", asked, match_id="m", match=match))).blob)
        assert [step["ply"] for step in steps] == [16, 17, 18, 19, 20]
        assert [step.get("act") for step in steps] == [None, match.entries[17].act, None, None, None]
        about = {"seq": 3, "state": "playing", "notice": None, "ended": False}
        asked = {"ply": 7, "about": about, "seat": "oda", "own": False}
        view = orjson.loads((await workers.do(Job("view", "", asked, match_id="m", match=match))).blob)
        assert view["view"] == orjson.loads(orjson.dumps(match.at(7).view("oda")))

    with_workers(tmp_path, work)


# -- uploads ----------------------------------------------------------------------------------------------------------


def test_each_upload_has_a_process_that_nobody_else_gets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save that has its reader in its power gains nothing."""
    match = played()
    data, pids = saves.save_bytes(match), []

    async def work(workers: Workers) -> None:
        for process in workers.lanes[ALONE].processes:
            assert process.pid is None, "none while there is nothing to read"
            start = process.start

            async def started(process: Any = process, start: Any = start) -> None:
                await start()
                pids.append(process.pid)

            monkeypatch.setattr(process, "start", started)
        for _ in range(2):
            assert (await workers.do(Job("upload", "one", blob=data, lane=ALONE))).fields["ply"] == match.ply
        with pytest.raises(Refused, match="not a readable save"):
            await workers.do(Job("upload", "one", blob=b"PK" + data[2:100], lane=ALONE))
        await until(lambda: all(process.pid is None for process in workers.lanes[ALONE].processes))
        assert len(set(pids)) == 3

    with_workers(tmp_path, work)


def test_slow_uploads_of_one_leave_room_for_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(workers: Workers) -> None:
        data = saves.save_bytes(played())
        many = [asyncio.create_task(workers.do(Job("upload", "many", blob=data, lane=ALONE))) for _ in range(4)]
        await until(lambda: any(process.pid for process in workers.lanes[ALONE].processes))
        (pid,) = [process.pid for process in workers.lanes[ALONE].processes if process.pid is not None]
        os.kill(pid, signal.SIGSTOP)
        assert (await workers.do(Job("upload", "one", blob=data, lane=ALONE))).fields["game"] == "nobunaga"
        assert not any(task.done() for task in many)
        many.append(asyncio.create_task(workers.do(Job("upload", "many", blob=data, lane=ALONE))))
        await until(lambda: workers.lanes[ALONE].queue.waiting("many") == pool.MOST_SAVES)
        with pytest.raises(Problem, match="much to do"):
            await workers.do(Job("upload", "many", blob=data, lane=ALONE))
        os.kill(pid, signal.SIGCONT)

    with_workers(tmp_path, work)


def test_an_upload_is_kept(tmp_path: Path) -> None:
    match = played()

    async def work(registry: Any) -> None:
        taken = await Uploads(registry.store, registry.workers, 2**20).take(saves.save_bytes(match))
        assert (taken["game"], taken["ply"], taken["who"]) == ("nobunaga", 12, match.who)
        with pytest.raises(Problem, match="not a readable save"):
            await Uploads(registry.store, registry.workers, 2**20).take(b"PK")

    in_registry(tmp_path, work)


@pytest.mark.parametrize("settings", [{"upload_megabytes": 20}, {"upload_seconds": 0.001}])
def test_an_upload_that_needs_too_much_is_stopped(tmp_path: Path, settings: dict[str, Any]) -> None:
    data = saves.save_bytes(played())

    async def work(workers: Workers) -> None:
        with pytest.raises(Problem, match=r"more (time or )?memory"):
            await Uploads(None, workers, 2**20).take(data)  # type: ignore[arg-type]

    with_workers(tmp_path, work, **settings)
