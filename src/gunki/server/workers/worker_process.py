"""The server's side of one worker process."""

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
#: Seconds that a process may take to end after it has closed its output.
END_SECONDS = 5.0
#: Linux makes the id of a process's CPU clock from the process id and these bits (see clock_getcpuclockid).
PROCESS_CLOCK = 2
#: Exit statuses of a process that exceeded its limits.
LIMITS = (OUT_OF_MEMORY, -getattr(signal, "SIGXCPU", 0))


class WorkerProcess:
    """A worker process. It is started on demand, and killed if a job takes too long.

    It remembers which matches it knows.
    """

    def __init__(self, nice: int, megabytes: int, *, quiet: bool = False) -> None:
        """`nice`, `megabytes`: its priority and its limit of memory. `quiet`: hide its error output (for uploads)."""
        self._options = (str(nice), str(megabytes))
        self._quiet = quiet
        self._stderr = DEVNULL if quiet else None
        self._process: Process | None = None
        self._known_matches: OrderedDict[str, KnownMatch] = OrderedDict()
        self._forget: list[str] = []
        #: Processor seconds of the last job.
        self.seconds = 0.0
        #: `used`: the monotonic time of the process's last job or start. `_progress`: its processor time at the last
        #: check.
        self.used = 0.0
        self._progress: float | None = None
        #: Number of checks in a row without progress.
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
        """Note that the server has dropped a match. The process learns this with its next job."""
        if self._known_matches.pop(match_id, None) is not None:
            self._forget.append(match_id)

    def look(self) -> None:
        """Check whether the process has made progress. Call it regularly while it has a job."""
        now = None if self.pid is None else cpu_of(self.pid)
        self.still = self.still + 1 if now is not None and now == self._progress else 0
        self._progress = now

    def kill(self) -> None:
        """Kill the process; its job fails."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def do(self, job: Job, cpu: float, wall: float) -> JobReply:
        """Send a job to the process and return its answer. `cpu`, `wall`: limits in processor and clock seconds.

        Raise LimitExceeded if the process exceeded its limits, and Failed for other failures. In both cases the process
        has been ended.
        """
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
        """Start the process. Do not wait until it is ready: requests wait in its pipe."""
        self._known_matches.clear()
        self._forget.clear()
        self.used = time.monotonic()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gunki.server.workers.worker_main", *self._options,
            stdin=PIPE, stdout=PIPE, stderr=self._stderr, limit=LONGEST_LINE,
        )  # fmt: skip

    async def _wait_until_gone(self) -> None:
        """Wait for a process that has closed its output. Killing it now would hide its exit status."""
        if self._process is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await self._process.wait()

    async def stop(self) -> int | None:
        """Kill the process if it runs, and wait for its end. Return its exit status, or None if there is no process.

        If this call is cancelled, the next call waits for the same process.
        """
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
            process.stdin.close()  # otherwise garbage collection would close it, perhaps after the event loop has ended
        self._process = None
        return process.returncode


def cpu_of(pid: int) -> float | None:
    """Return the processor seconds of a process. Return None if the system does not tell."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | PROCESS_CLOCK)
    except OSError:  # the process has ended
        return None
