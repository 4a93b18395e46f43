"""One worker process, seen from the server."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import OrderedDict
from contextlib import suppress
from typing import Any

import orjson

from gunki.core.matches.match import Match
from gunki.server.operation.logs import fields
from gunki.server.workers.messages import Answer, Failed, Job, Known, Overran
from gunki.server.workers.worker_main import OUT_OF_MEMORY

logger = logging.getLogger("gunki.server")

LONGEST_LINE = 2**20
LARGEST_ANSWER = 64 * 2**20
MOST_KNOWN = 64
#: Seconds that a process may take to end once it has hung up.
ENDING = 5.0
#: What Linux calls the clock of a process, beside its id (clock_getcpuclockid).
PROCESS_CLOCK = 2
#: How a process ends that its own limits have ended.
LIMITS = (OUT_OF_MEMORY, -getattr(signal, "SIGXCPU", 0))


class WorkerProcess:
    """Started when it is needed, killed when it takes too long. What it knows of a match need not be sent again."""

    def __init__(self, nice: int, megabytes: int, *, quiet: bool = False) -> None:
        """`quiet`: it works for strangers, and what it says when it dies is of no interest."""
        self._options = (str(nice), str(megabytes))
        self._quiet = quiet
        self._stderr = DEVNULL if quiet else None
        self._process: Process | None = None
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._forget: list[str] = []
        #: Seconds of the processor's time that the last job took.
        self.seconds = 0.0
        #: When it was last given a job, and the processor's time of the whole process at the last look.
        self.used = 0.0
        self._progress: float | None = None
        #: How many looks in a row have seen no progress.
        self.still = 0

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def knows(self, ident: str) -> bool:
        return ident in self._known

    def forget(self, ident: str) -> None:
        """The server holds the match no longer; the process is told with its next job."""
        if self._known.pop(ident, None) is not None:
            self._forget.append(ident)

    def look(self) -> None:
        """Look whether it has made progress. To be called again and again while it has a job."""
        now = None if self.pid is None else cpu_of(self.pid)
        self.still = self.still + 1 if now is not None and now == self._progress else 0
        self._progress = now

    def kill(self) -> None:
        """End it, whatever it is doing; the job fails."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def do(self, job: Job, cpu: float, wall: float) -> Answer:
        """Raises Failed if the process dies or takes too long; it is gone then. Overran if that was its own doing."""
        began = self.used = time.monotonic()
        self._progress, self.still = None, 0
        try:
            async with asyncio.timeout(wall):
                before = self._known.get(job.ident)
                asked = job.asked_of(before)
                told, blob = await self._asked(job, asked, cpu)
                if "forgotten" in told:
                    before, asked = None, job.asked_of(None)
                    told, blob = await self._asked(job, asked, cpu)
            self.seconds = float(told["seconds"])
        except (TimeoutError, OSError, ValueError, KeyError, TypeError, EOFError) as error:
            self.seconds = min(time.monotonic() - began, cpu)
            if isinstance(error, EOFError | OSError) and not isinstance(error, TimeoutError):
                await self._gone()
            kind = Overran if await self.stop() in LIMITS else Failed
            raise kind(str(error) or "no answer in time") from None
        except BaseException:
            await self.stop()
            raise
        if "fault" in told and not self._quiet:
            more = fields(job=job.kind, fault=told["fault"], traceback=told.get("traceback"))
            logger.error("a worker made a mistake", extra=more)
        known = job.known_after(asked, before)
        if known is not None and "fault" not in told:
            self._learn(job.ident, known)
        return Answer(told, blob, lambda match: self._opened(str(job.asked.get("open", "")), match))

    def _opened(self, ident: str, match: Match) -> None:
        if ident:
            self._learn(ident, Known(match.header, list(match.entries)))

    def _learn(self, ident: str, known: Known) -> None:
        self._known[ident] = known
        self._known.move_to_end(ident)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    async def _asked(self, job: Job, asked: dict[str, Any], cpu: float) -> tuple[dict[str, Any], bytes]:
        if not self.alive:
            await self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        forget, self._forget = self._forget, []
        asked = {**asked, "size": len(job.blob), "cpu": cpu, **({"forget": forget} if forget else {})}
        process.stdin.write(orjson.dumps(asked) + b"\n")
        if job.blob:
            process.stdin.write(job.blob)
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the process ended")
        told = orjson.loads(line)
        if not 0 <= told["size"] <= LARGEST_ANSWER:
            raise ValueError("an answer that is too large")
        return told, await process.stdout.readexactly(told["size"])

    async def start(self) -> None:
        """Does not wait until the process is ready; what is asked before waits there."""
        self._known.clear()
        self._forget.clear()
        self.used = time.monotonic()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gunki.server.workers.worker_main", *self._options,
            stdin=PIPE, stdout=PIPE, stderr=self._stderr, limit=LONGEST_LINE,
        )  # fmt: skip

    async def _gone(self) -> None:
        """Wait for a process that has hung up: were it killed while it ends, nobody could tell how it has ended."""
        if self._process is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(ENDING):
                    await self._process.wait()

    async def stop(self) -> int | None:
        """How it has ended. It is ours until it has gone: whoever is broken off here leaves it to the next who stops
        it."""
        process = self._process
        self._known.clear()
        self._forget.clear()
        if process is None:
            return None
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if process.stdin is not None:
            process.stdin.close()  # else it may be left to the collector, when the loop is gone
        self._process = None
        return process.returncode


def cpu_of(pid: int) -> float | None:
    """Return the processor's time that a process has taken; None if the system does not tell."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | PROCESS_CLOCK)
    except OSError:  # it has gone
        return None
