"""Replays stored matches by today's rules, to find those that the rules refuse.

A server with other rules may run meanwhile. Each match is opened as a server of this version opens it, in a process of
low priority. The operating system ends that process if a match exceeds its limit of time or memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from gunki.core.matches.compatibility import REFUSED
from gunki.server.matches import unplayable
from gunki.server.matches.session import fold_log
from gunki.server.store.match_store import Stored
from gunki.server.store.record_codec import record_out
from gunki.server.workers.messages import Failed, Job, Refused, TookTooLong, raise_complaint
from gunki.server.workers.worker_process import WorkerProcess

#: The nice value of the process, and the megabytes of memory that it may take.
NICE, MEGABYTES = 10, 1024
#: Two limits for one match. CPU_SECONDS: processor seconds. This limit is a little above `OPEN_SECONDS`, after which
#: opening stops by itself. WALL_SECONDS: seconds by the clock. This limit is much higher, because processes have to
#: wait on a busy machine.
CPU_SECONDS = unplayable.OPEN_SECONDS + 5.0
WALL_SECONDS = CPU_SECONDS * 15


class ReplayChecker:
    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._process = WorkerProcess(NICE, MEGABYTES, quiet=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._runner.run(self._process.stop())
        self._runner.close()

    def check_match(self, stored: Stored) -> Iterator[dict[str, Any]]:
        """Yield a fault if today's rules refuse a match.

        The member `goes_on` of the fault says whether the match can go on from its checkpoint all the same.
        """
        live, header, entries = fold_log(*stored)
        if header is None:
            return
        try:
            reply = self._runner.run(
                self._check_record(record_out(header, entries, live.base, live.checkpoint, live.decides))
            )
        except (Failed, Refused, TookTooLong) as error:
            why = f"it takes more time or memory than is allowed: {error}"
            reply = {"refused": unplayable.notice_unopenable(header, len(entries), why), "goes_on": False}
        refused = reply["refused"]
        if refused is None:
            return
        yield {
            "match": live.id,
            "what": "rules",
            "why": refused["why"],
            "game": live.row.game,
            "scenario": live.row.scenario,
            "kind": refused["kind"],
            "version": refused["version"],
            "now": refused["now"],
            "ply": refused["ply"] + 1 if refused["kind"] == REFUSED else None,
            "plies": len(entries) - 1,
            "who": refused["who"],
            "action": refused["action"],
            "clauses": refused["clauses"],
            "goes_on": reply["goes_on"],
        }

    async def _check_record(self, blob: bytes) -> dict[str, Any]:
        answer = await self._process.do(
            Job("check", "", {"seconds": unplayable.OPEN_SECONDS}, blob), CPU_SECONDS, WALL_SECONDS
        )
        raise_complaint(answer.fields)
        return answer.fields
