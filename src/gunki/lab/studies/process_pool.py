"""A pool of processes that play games. If a process is killed, only the one game that it played is played again.

Each process has its own pipe, so that a process that dies in the middle of a message disturbs no other. Its game is
given to another process. If the processes of one game die again and again, the game is recorded as failed, and the
study goes on.
"""

from __future__ import annotations

import json
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterable, Mapping
from contextlib import suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any

from gunki.core.errors import GunkiError
from gunki.core.process import gc_tuning
from gunki.lab.studies import rows, study_plan
from gunki.lab.studies.runner import GameResult, GameRunner, make_failure_row
from gunki.lab.studies.study_plan import Plan

#: A game is given up after this many processes died while playing it.
MOST_DEATHS = 3
#: The pool gives up if this many processes in a row end before they are ready. MOST_BROKEN is for processes that end by
#: themselves. MOST_KILLED is for processes that are killed by a signal.
MOST_BROKEN, MOST_KILLED = 3, 100
READY = b"ready"


def count_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class PoolError(GunkiError):
    """No process can be started, or processes cannot play this plan."""


class Pool:
    """A runner with `jobs` processes. A game is given up after `deaths` processes died while playing it."""

    def __init__(self, jobs: int, deaths: int = MOST_DEATHS) -> None:
        self._jobs, self._deaths = max(1, jobs), deaths
        self._workers: list[_Worker] = []

    def pids(self) -> list[int]:
        """Return the ids of the processes that play now."""
        return [worker.process.pid for worker in list(self._workers) if worker.process.pid is not None]

    def run(
        self, plan: Plan, tables: Mapping[str, Any] | None, numbers: Iterable[int]
    ) -> Generator[GameResult, None, None]:
        """Play the games with these numbers and yield their results as they end."""
        waiting = deque(numbers)
        death_counts: Counter[int] = Counter()
        stillborn: Counter[bool] = Counter()
        begin = pack_plan(plan, tables)
        self._workers = []
        try:
            while waiting or self._workers:
                while len(self._workers) < self._jobs and len(self._workers) < len(waiting) + self._count_busy():
                    self._workers.append(_Worker(begin))
                for worker in self._ready_workers():
                    try:
                        result = worker.receive(plan)
                        stillborn.clear()
                    except (EOFError, OSError):
                        self._workers.remove(worker)
                        code = worker.end()
                        if worker.number is None:
                            by_itself = code is None or code >= 0
                            stillborn[by_itself] += not worker.is_ready
                            if stillborn[by_itself] >= (MOST_BROKEN if by_itself else MOST_KILLED):
                                raise PoolError(f"no process can be started to play games ({_ending(code)})") from None
                            continue
                        death_counts[worker.number] += 1
                        if death_counts[worker.number] < self._deaths:
                            waiting.appendleft(worker.number)
                        else:
                            reason = f"its process died {self._deaths} times ({_ending(code)})"
                            yield GameResult(make_failure_row(plan, worker.number, reason))
                        continue
                    # Give the process its next game before yielding, so that it does not wait for the caller.
                    if waiting:
                        worker.give(waiting.popleft())
                    else:
                        self._workers.remove(worker)
                        worker.end()
                    if result is not None:
                        yield result
        finally:
            for worker in self._workers:
                worker.end(kill=True)
            self._workers = []

    def _count_busy(self) -> int:
        return sum(worker.number is not None for worker in self._workers)

    def _ready_workers(self) -> list[_Worker]:
        by_pipe = {worker.pipe: worker for worker in self._workers}
        return [by_pipe[pipe] for pipe in connection.wait(list(by_pipe)) if isinstance(pipe, Connection)]


class _Worker:
    """One process of the pool, as its parent sees it."""

    def __init__(self, begin: bytes) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.number: int | None = None
        self.is_ready = False
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # so that `pipe` reports the end of the process
        with suppress(OSError):
            self.pipe.send_bytes(begin)

    def give(self, number: int) -> None:
        self.number = number
        with suppress(OSError):  # if the process has just died, `receive` reports it
            self.pipe.send_bytes(b"%d" % number)

    def receive(self, plan: Plan) -> GameResult | None:
        """Return the result that the process sent. Return None if the process reports that it is ready.

        Raises EOFError or OSError if the process has died.
        """
        text = self.pipe.recv_bytes()
        if not self.is_ready:
            if text != READY:
                raise PoolError(text.decode())
            self.is_ready = True
            return None
        save = self.pipe.recv_bytes()
        self.number = None
        return GameResult(rows.parse_row(text, plan, "a row from a process"), save or None)

    def end(self, *, kill: bool = False) -> int | None:
        self.pipe.close()
        if kill:
            self.process.kill()
        self.process.join(20)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        return self.process.exitcode


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"


def pack_plan(plan: Plan, tables: Mapping[str, Any] | None) -> bytes:
    """Return the plan and its tables as bytes for another process."""
    return json.dumps({"plan": plan.to_dict(), "tables": tables}).encode()


def unpack_game_runner(text: bytes) -> GameRunner:
    """Return the game runner that bytes of `pack_plan` describe. Prepare this process for playing."""
    document = json.loads(text)
    game_runner = GameRunner(study_plan.plan_from_dict(document["plan"]), document["tables"])
    gc_tuning.freeze()  # leave the present objects out of garbage collection, because this process only plays games
    return game_runner


# -- in the process ---------------------------------------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles the interrupt and ends this process
    threading.Thread(target=_die_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        try:
            game_runner = unpack_game_runner(pipe.recv_bytes())
        except GunkiError as error:
            pipe.send_bytes(str(error).encode())
            return
        pipe.send_bytes(READY)
        while True:
            result = game_runner.play_safely(int(pipe.recv_bytes()))
            pipe.send_bytes(rows.line(result.row))
            pipe.send_bytes(result.save or b"")


def _die_with_parent() -> None:
    """Exit when the parent ends, so that no process plays on for a command that was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
