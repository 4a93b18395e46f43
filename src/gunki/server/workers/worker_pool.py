"""The pool of worker processes. They do all heavy work, so that the server itself can answer at any time.

Each lane (gunki.server.workers.messages) has its own processes and a fair queue (gunki.server.workers.fair_queue). If a
job exceeds its limits, its process is killed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import Limits
from gunki.server.matches.unplayable import OPEN_SECONDS, STORY_SECONDS
from gunki.server.operation.cpu_accounting import charge_steps
from gunki.server.operation.logs import rate_limited_fields
from gunki.server.settings import Settings
from gunki.server.workers.fair_queue import FairQueue
from gunki.server.workers.job_handlers import PING
from gunki.server.workers.messages import ALONE, LONG, PAST, QUICK, SLOW, Failed, Job, JobReply, raise_complaint
from gunki.server.workers.worker_process import WorkerProcess

logger = logging.getLogger("gunki.server")

#: Seconds by the clock that a job may take for each of its processor seconds. On a busy machine processes have to wait.
BUSY_FACTOR = 15
#: Nice values of workers by lane. They are low where a person waits for the worker. With higher values these workers
#: would hardly ever run on a busy machine.
NICE = {QUICK: 5, ALONE: 3, PAST: 8, SLOW: 10, LONG: 10}
#: At most this many jobs of all origins together may wait in a lane.
MOST_IN_ALL = 1000
#: The largest numbers of uploads that may wait: of one origin, and in all. The numbers are small, because saves are
#: large.
MOST_SAVES, MOST_SAVES_IN_ALL = 4, 24
#: Processor seconds that a job may take, by kind. Kinds that check their own time get a little more, so that they can
#: report it.
SECONDS_BY_KIND = {
    "overlay": 20.0,
    "stakes": 20.0,
    "why": 20.0,
    "view": 20.0,
    "steps": 20.0,
    "state": 20.0,
    "save": 30.0,
}
SECONDS_BY_KIND |= {"story": STORY_SECONDS + 5.0, "open": OPEN_SECONDS + 5.0, "stand": OPEN_SECONDS + 5.0}
#: Processor seconds of the first try of an upload; the longest games take one second. The try is short, so that the
#: next upload need not wait long.
FIRST_TRY_SECONDS = 2.0
#: LOOK_SECONDS: between two checks of the processes. SIGN_SECONDS: processor seconds within which a process must answer
#: a ping.
LOOK_SECONDS, SIGN_SECONDS = 1.0, 5.0
#: If the uploads of an origin, or its jobs that open matches, took fewer seconds than this recently, the origin may use
#: the reserved process.
NEWCOMER_SECONDS = 0.5


@dataclass(eq=False, slots=True)
class QueuedJob:
    job: Job
    done: asyncio.Future[JobReply]


def _is_bots(waiting: QueuedJob) -> bool:
    return waiting.job.kind == "bot"


def _is_anybodys(_: QueuedJob) -> bool:
    return True


class WorkerGroup:
    """A lane: its processes, and the queue of jobs that wait for them."""

    def __init__(
        self,
        processes: list[WorkerProcess],
        most_waiting: int,
        most_in_all: int,
        *,
        once: bool = False,
        reserve_seconds: float | None = None,
        bots_first: bool = False,
    ) -> None:
        """Make a lane of these processes.

        `most_waiting`: most jobs of one origin that may wait. `most_in_all`: most jobs of all origins that may wait.
        `once`: each process ends after one job. `reserve_seconds`: an origin that has used at least this many seconds
        recently leaves one process to other origins. `bots_first`: if there are at least two processes, one of them is
        left to the decisions of bots.
        """
        self.processes = processes
        self.idle = list(processes)
        self.queue: FairQueue[QueuedJob] = FairQueue()
        self.running: Counter[str] = Counter()
        self.most_waiting = most_waiting
        self.most_in_all = most_in_all
        self.once = once
        self.reserve_seconds = reserve_seconds
        self.bots_first = bots_first and len(processes) > 1
        #: Number of jobs under way that are not bots' decisions.
        self.asked_for = 0
        #: The largest number of processes that one origin may use: all but one, if there are several.
        self.most_running = max(1, len(processes) - 1)

    def require_queue_room(self, origin: str) -> None:
        if self.queue.waiting(origin) >= self.most_waiting or len(self.queue) >= self.most_in_all:
            raise Problem(
                503, "busy", "The server has much to do; nothing has changed. Please try again.", {"retry-after": "5"}
            )

    def take(self) -> tuple[WorkerProcess, QueuedJob] | None:
        """Take the next job that is still wanted, and a free process for it.

        If a free process knows the job's match, that process is taken.
        """
        while self.idle:
            full = self.bots_first and self.asked_for >= self.most_running
            fits = _is_bots if full else _is_anybodys
            waiting = self.queue.take(self.running, self.most_running, self._least_used(), fits)
            if waiting is None:
                return None
            if not waiting.done.done():
                match_id = waiting.job.match_id
                process = next((process for process in self.idle if process.knows(match_id)), self.idle[0])
                self.idle.remove(process)
                self.running[waiting.job.origin] += 1
                self.asked_for += not _is_bots(waiting)
                return process, waiting
        return None

    def _least_used(self) -> float | None:
        """Return None if every origin may be served now.

        Else return a limit: only origins that have used fewer seconds than this recently may be served.
        """
        if self.reserve_seconds is None:
            return None
        theirs = sum(jobs for origin, jobs in self.running.items() if self.queue.lately(origin) >= self.reserve_seconds)
        return self.reserve_seconds if theirs >= self.most_running else None

    def back(self, process: WorkerProcess, waiting: QueuedJob) -> None:
        origin = waiting.job.origin
        self.asked_for -= not _is_bots(waiting)
        self.queue.use(origin, process.seconds)
        self.running[origin] -= 1
        if not self.running[origin]:
            del self.running[origin]
        self.idle.append(process)


class Workers:
    def __init__(self, settings: Settings, limits: Limits | None = None) -> None:
        self._settings = settings
        self._limits = limits
        most, memory = settings.most_waiting, settings.worker_megabytes
        quick = [WorkerProcess(NICE[QUICK], memory) for _ in range(settings.bot_workers)]
        alone = [WorkerProcess(NICE[ALONE], settings.upload_megabytes, quiet=True) for _ in range(2)]
        past = [WorkerProcess(NICE[PAST], memory) for _ in range(2)]
        long = [WorkerProcess(NICE[LONG], settings.upload_megabytes, quiet=True)]
        saves = min(most, MOST_SAVES)
        self.lanes = {
            QUICK: WorkerGroup(quick, most, MOST_IN_ALL, bots_first=True),
            PAST: WorkerGroup(past, most, MOST_IN_ALL, reserve_seconds=NEWCOMER_SECONDS),
            SLOW: WorkerGroup([WorkerProcess(NICE[SLOW], memory)], most, MOST_IN_ALL),
            ALONE: WorkerGroup(alone, saves, MOST_SAVES_IN_ALL, once=True, reserve_seconds=NEWCOMER_SECONDS),
            LONG: WorkerGroup(long, saves, MOST_SAVES_IN_ALL, once=True),
        }
        self._tasks: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._done: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)

    async def start(self) -> None:
        for lane in self.lanes.values():
            if not lane.once:
                for process in lane.processes:
                    await process.start()
        self._watching = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
        for lane in self.lanes.values():
            for waiting in lane.queue.clear():
                waiting.done.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for lane in self.lanes.values():
            for process in lane.processes:
                await process.stop()

    # -- asking ---------------------------------------------------------------------------------------------------

    async def do(self, job: Job) -> JobReply:
        """Do a job and return its answer.

        Raise Failed, Refused or TookTooLong if it cannot be done, and a Problem if the origin is at one of its limits.
        """
        lane = self.lanes[job.lane]
        if job.refusable:
            if self._limits is not None:
                self._limits.require(job.origin, "cpu", 0.0)
            lane.require_queue_room(job.origin)
        waiting = QueuedJob(job, asyncio.get_running_loop().create_future())
        lane.queue.put(job.origin, waiting)
        self._dispatch(lane)
        answer = await waiting.done
        raise_complaint(answer.fields)
        return answer

    def forget(self, match_id: str) -> None:
        """Let all processes forget a match that the server has dropped."""
        for lane in self.lanes.values():
            for process in lane.processes:
                process.forget(match_id)

    def _dispatch(self, lane: WorkerGroup) -> None:
        while (next_job := lane.take()) is not None:
            self._begin(self._run(lane, *next_job))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, lane: WorkerGroup, process: WorkerProcess, waiting: QueuedJob) -> None:
        job, done = waiting.job, waiting.done
        try:
            answer = await charge_steps(process.do(job, *self._seconds_for(job)), job.meter)
            self._done[job.kind] += 1
            if not done.done():
                done.set_result(answer)
        except Failed as error:
            self._failed[job.kind] += 1
            if not done.done():
                done.set_exception(error)
        except asyncio.CancelledError:
            done.cancel()
            raise
        except Exception:  # a bug must not lose the process
            logger.exception("a job failed: %s", job.kind)
            if not done.done():
                done.set_exception(Failed("a fault of the server"))
        self._charge(job, process.seconds)
        if lane.once:
            await process.stop()
        elif not process.is_alive:
            await self._replace(process)
        lane.back(process, waiting)
        self._dispatch(lane)

    def _charge(self, job: Job, seconds: float) -> None:
        self._seconds[job.kind] += seconds
        if job.refusable and self._limits is not None:
            self._limits.spend(job.origin, "cpu", seconds)

    def _seconds_for(self, job: Job) -> tuple[float, float]:
        """Return the limits of a job: processor seconds, and seconds by the clock."""
        if job.kind == "bot":
            return self._settings.bot_seconds, self._settings.bot_seconds
        seconds = self._settings.upload_seconds if job.kind == "upload" else SECONDS_BY_KIND[job.kind]
        if job.lane == ALONE:
            seconds = min(seconds, FIRST_TRY_SECONDS)
        return seconds, seconds * BUSY_FACTOR

    # -- checking the processes -----------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                self._look()
            except Exception:  # a bug must not end the checks
                logger.exception("the workers could not be looked after")

    def _look(self) -> None:
        """Kill processes that are stuck. Ping idle processes, and replace those that have died.

        A process is stuck if it made no progress in several checks in a row. Checks are counted, not seconds, because
        a pause of the server itself must not count.
        """
        quiet = time.monotonic() - self._settings.stuck_seconds / 2
        for lane in self.lanes.values():
            for process in lane.processes:
                if process not in lane.idle:
                    process.look()
                    if process.still * LOOK_SECONDS >= self._settings.stuck_seconds:
                        logger.warning(
                            "a worker has made no progress for %d s, and is replaced", process.still * LOOK_SECONDS
                        )
                        process.kill()
                elif not lane.once and (not process.is_alive or process.used < quiet):
                    lane.idle.remove(process)
                    self._begin(self._revive(lane, process))

    async def _revive(self, lane: WorkerGroup, process: WorkerProcess) -> None:
        """Ping an idle process. If it is dead, replace it. No job uses the process meanwhile."""
        try:
            if process.is_alive:
                await process.do(Job(PING, ""), SIGN_SECONDS, SIGN_SECONDS * BUSY_FACTOR)
        except Failed:
            logger.warning("a worker that had nothing to do did not answer")
        if not process.is_alive:
            await self._replace(process)
        lane.idle.append(process)
        self._dispatch(lane)

    async def _replace(self, process: WorkerProcess) -> None:
        """Start a process anew. If the system cannot start one, the next check tries again."""
        try:
            await process.stop()
            await process.start()
        except Exception:
            logger.exception("no worker can be started", extra=rate_limited_fields())

    # -- figures --------------------------------------------------------------------------------------------------

    def figures(self) -> dict[str, Any]:
        """Return the figures for the metrics."""
        return {
            "waiting": sum(len(lane.queue) for lane in self.lanes.values()),
            "running": sum(lane.running.total() for lane in self.lanes.values()),
            "done": dict(self._done),
            "failed": dict(self._failed),
            "seconds": {kind: round(seconds, 3) for kind, seconds in self._seconds.items()},
        }

    def is_answering(self) -> bool:
        """Return whether all permanent processes are alive."""
        return all(process.is_alive for lane in self.lanes.values() if not lane.once for process in lane.processes)
