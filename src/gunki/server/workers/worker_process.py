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
from gunki.server.workers.messages import Failed, Job, JobReply, KnownMatch, LimitExceeded
from gunki.server.workers.worker_main import OUT_OF_MEMORY

logger = logging.getLogger("gunki.server")

LONGEST_LINE = 2**20
LARGEST_ANSWER = 64 * 2**20
MAX_KNOWN_MATCHES = 64
#: Seconds that a process may take to end once it has hung up.
END_SECONDS = 5.0
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
        self._known_matches: OrderedDict[str, KnownMatch] = OrderedDict()
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
    def is_alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def knows(self, match_id: str) -> bool:
        return match_id in self._known_matches

    def forget(self, match_id: str) -> None:
        """The server holds the match no longer; the process is told with its next job."""
        if self._known_matches.pop(match_id, None) is not None:
            self._forget.append(match_id)

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

    async def do(self, job: Job, cpu: float, wall: float) -> JobReply:
        """Raises Failed if the process dies or takes too long; it is gone then. Overran if that was its own doing."""
        began = self.used = time.monotonic()
        self._progress, self.still = None, 0
        try:
            async with asyncio.timeout(wall):
                before = self._known_matches.get(job.match_id)
                request = job.request_for(before)
                reply, blob = await self._request(job, request, cpu)
                if "forgotten" in reply:
                    before, request = None, job.request_for(None)
                    reply, blob = await self._request(job, request, cpu)
            self.seconds = float(reply["seconds"])
        except (TimeoutError, OSError, ValueError, KeyError, TypeError, EOFError) as error:
            self.seconds = min(time.monotonic() - began, cpu)
            if isinstance(error, EOFError | OSError) and not isinstance(error, TimeoutError):
                await self._wait_until_gone()
            kind = LimitExceeded if await self.stop() in LIMITS else Failed
            raise kind(str(error) or "no answer in time") from None
        except BaseException:
            await self.stop()
            raise
        if "fault" in reply and not self._quiet:
            more = fields(job=job.kind, fault=reply["fault"], traceback=reply.get("traceback"))
            logger.error("a worker made a mistake", extra=more)
        knowledge = job.knowledge_after(request, before)
        if knowledge is not None and "fault" not in reply:
            self._learn(job.match_id, knowledge)
        return JobReply(reply, blob, lambda match: self._note_opened(str(job.request.get("open", "")), match))

    def _note_opened(self, match_id: str, match: Match) -> None:
        if match_id:
            self._learn(match_id, KnownMatch(match.header, list(match.entries)))

    def _learn(self, match_id: str, knowledge: KnownMatch) -> None:
        self._known_matches[match_id] = knowledge
        self._known_matches.move_to_end(match_id)
        if len(self._known_matches) > MAX_KNOWN_MATCHES:
            self._known_matches.popitem(last=False)

    async def _request(self, job: Job, request: dict[str, Any], cpu: float) -> tuple[dict[str, Any], bytes]:
        if not self.is_alive:
            await self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        forget, self._forget = self._forget, []
        request = {**request, "size": len(job.blob), "cpu": cpu, **({"forget": forget} if forget else {})}
        process.stdin.write(orjson.dumps(request) + b"\n")
        if job.blob:
            process.stdin.write(job.blob)
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the process ended")
        reply = orjson.loads(line)
        if not 0 <= reply["size"] <= LARGEST_ANSWER:
            raise ValueError("an answer that is too large")
        return reply, await process.stdout.readexactly(reply["size"])

    async def start(self) -> None:
        """Does not wait until the process is ready; what is asked before waits there."""
        self._known_matches.clear()
        self._forget.clear()
        self.used = time.monotonic()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gunki.server.workers.worker_main", *self._options,
            stdin=PIPE, stdout=PIPE, stderr=self._stderr, limit=LONGEST_LINE,
        )  # fmt: skip

    async def _wait_until_gone(self) -> None:
        """Wait for a process that has hung up: were it killed while it ends, nobody could tell how it has ended."""
        if self._process is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await self._process.wait()

    async def stop(self) -> int | None:
        """How it has ended. It is ours until it has gone: whoever is broken off here leaves it to the next who stops
        it."""
        process = self._process
        self._known_matches.clear()
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
