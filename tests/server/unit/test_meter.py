"""The time of the server's own process is charged to the address that caused it, and to no other."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gunki.server.http.guard import Guard
from gunki.server.http.limits import Limits
from gunki.server.http.proxies import Proxies
from gunki.server.matches.session import MAX_ANSWER_BYTES, WorkerAnswers
from gunki.server.operation.cpu_accounting import CPU_ACCOUNT, SERVING, CpuAccount, charge_steps, run_in_heavy_thread
from gunki.server.operation.metrics import Metrics
from gunki.server.settings import RATES, Settings
from gunki.server.workers.messages import Job

#: A bucket that does not fill again while a test runs.
RATE = {SERVING: (100.0, 1e-9)}


class Processor:
    """The processor's time, as the server is told it; it passes only where a test works."""

    now = 0.0


@pytest.fixture(autouse=True)
def _processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "thread_time", lambda: Processor.now)


def work(seconds: float) -> None:
    Processor.now += seconds


def fails() -> None:
    work(0.05)
    raise ZeroDivisionError


def left(limits: Limits, address: str) -> float:
    return limits._level(address, SERVING, 0.0)[0]


def test_each_pays_for_its_own_steps_alone() -> None:
    limits = Limits(RATE, 1.0)

    async def steps(seconds: float) -> str:
        for _ in range(4):
            work(seconds)
            await asyncio.sleep(0)
        return "done"

    async def one(address: str, seconds: float) -> None:
        meter = CpuAccount(limits, address)
        assert await charge_steps(steps(seconds), meter) == "done"
        meter.settle()

    async def both() -> None:
        await asyncio.gather(one("much", 0.05), one("little", 0.001))

    asyncio.run(both())
    assert left(limits, "much") == pytest.approx(99.8)
    assert left(limits, "little") == pytest.approx(99.996)


def test_threads_and_jobs_are_charged_too() -> None:
    limits = Limits(RATE, 1.0)

    async def run() -> Job:
        CPU_ACCOUNT.set(CpuAccount(limits, "one"))
        await run_in_heavy_thread(work, 0.05)
        with pytest.raises(ZeroDivisionError):
            await run_in_heavy_thread(fails)
        return Job("why", "one")

    job = asyncio.run(run())
    assert left(limits, "one") == pytest.approx(99.9)
    assert job.meter is not None
    assert Job("why", "one").meter is None


def test_what_is_broken_off_is_told_so() -> None:
    seen: list[str] = []

    async def waits() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            seen.append("cancelled")
            work(0.02)
            raise

    async def run() -> None:
        limits = Limits(RATE, 1.0)
        task = asyncio.ensure_future(charged(waits(), CpuAccount(limits, "one")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert left(limits, "one") == pytest.approx(99.98)

    async def charged(coroutine: Any, meter: CpuAccount) -> None:
        await charge_steps(coroutine, meter)

    asyncio.run(run())
    assert seen == ["cancelled"]


def test_an_address_that_keeps_the_server_busy_is_refused_and_no_other(tmp_path: Path) -> None:
    settings = replace(Settings(data=tmp_path), rates={**RATES, SERVING: (0.03, 1e-6)})

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await asyncio.sleep(0)
        work(0.02)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})

    guard = Guard(app, settings, Limits(settings.rates, 1.0), Proxies(()), Metrics())

    async def ask(address: str) -> tuple[int, dict[bytes, bytes]]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "http.request"}

        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": "GET", "path": "/x", "headers": headers, "client": (address, 1)}
        await guard(scope, receive, send)
        return sent[0]["status"], dict(sent[0]["headers"])

    async def run() -> None:
        assert [(await ask("10.0.0.1"))[0] for _ in range(2)] == [200, 200]
        status, headers = await ask("10.0.0.1")
        assert status == 429
        assert int(headers[b"retry-after"]) > 1
        assert (await ask("10.0.0.2"))[0] == 200

    asyncio.run(run())


def test_answers_are_kept_while_the_position_stays_and_up_to_a_size() -> None:
    answers = WorkerAnswers()
    answers.keep(4, ("why", "a", None), b"x")
    assert answers.at(4, ("why", "a", None)) == b"x"
    assert answers.at(4, ("why", None, "a")) is None
    answers.keep(3, ("why", "b", None), b"late")
    assert answers.at(3, ("why", "b", None)) is None, "found out about a position that is gone"
    answers.keep(4, ("why", "c", None), b"x" * MAX_ANSWER_BYTES)
    assert answers.at(4, ("why", "c", None)) is None
    answers.keep(5, ("stakes",), b"y" * MAX_ANSWER_BYTES)
    assert answers.at(4, ("why", "a", None)) is None
    assert answers.at(5, ("stakes",)) is not None
