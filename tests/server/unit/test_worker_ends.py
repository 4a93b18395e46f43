"""How a worker ends tells whether its job is to blame, and what went wrong is told in the server's own log."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import signal
from pathlib import Path

import pytest

import gunki
from gunki.core.matches.match import Match
from gunki.server.operation import logs
from gunki.server.workers.messages import QUICK, Failed, Job, LimitExceeded
from gunki.server.workers.worker_pool import Workers
from gunki.server.workers.worker_process import WorkerProcess
from tests.server.process import PATIENCE
from tests.server.unit.support import until
from tests.server.unit.test_workers import bot, played, with_workers


def test_a_process_that_somebody_kills_is_no_fault_of_its_job(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        match, pid = played(), workers.lanes[QUICK].processes[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        job = asyncio.create_task(workers.do(bot(match)))
        await until(lambda: workers.figures()["running"])
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Failed) as caught:
            await job
        assert not isinstance(caught.value, LimitExceeded)

    with_workers(tmp_path, work)


#: A bot of another package that never comes to a decision.
ENDLESS = """
class Endless:
    def __init__(self, seed): pass
    def choose(self, view):
        while True: pass
"""


def endless_bot(folder: Path) -> None:
    """A package as pip installs it."""
    (folder / "endless.py").write_text(ENDLESS, encoding="utf-8")
    about = folder / "endless-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: endless\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[gunki.bots]\nendless = endless:Endless\n", encoding="utf-8")


@pytest.mark.parametrize("what", ["time", "memory"])
def test_a_job_that_takes_more_than_it_may_is_to_blame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    endless_bot(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)

    async def work() -> None:
        process = WorkerProcess(5, 80, quiet=True)
        endless = bot(played(), bot="endless")
        large = Job("save", "one", blob=b"x" * 2**27)
        try:
            with pytest.raises(LimitExceeded):
                await process.do(endless if what == "time" else large, 1.0, PATIENCE)
            assert not process.is_alive
        finally:
            await process.stop()

    asyncio.run(work())


def test_what_goes_wrong_in_a_worker_is_told_as_the_server_tells_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads the log by a program finds lines of JSON alone."""
    out = io.StringIO()
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    logs.configure_logging("json", out)

    async def work(workers: Workers) -> None:
        with pytest.raises(Failed, match="AssertionError"):  # nobody decides any more
            await workers.do(bot(over()))

    with_workers(tmp_path, work)
    [line] = [json.loads(line) for line in out.getvalue().splitlines()]
    assert (line["level"], line["job"], line["fault"]) == ("error", "bot", "AssertionError")
    assert "job_handlers.py" in line["traceback"]
    assert "Traceback" not in capfd.readouterr().err
    logs.configure_logging("text", out)
    logging.getLogger("gunki.server").error("so", extra=logs.fields(job="bot", traceback="Traceback: here"))
    assert out.getvalue().endswith("error: so job=bot\nTraceback: here\n")


def over() -> Match:
    match = gunki.new("nobunaga", seed=3)
    while match.decision is not None:
        match.act(match.decision.options[-1])
    return match
