"""Checkpoints: positions of matches, stored beside their logs (table `stand`).

If later rules refuse a log, its match goes on from the checkpoint. Every match under way has a checkpoint. A new one is
written a few seconds after an action, at the latest when the server stops. The actions after a checkpoint are replayed
from there.
"""

from __future__ import annotations

import asyncio
import logging
import time

from gunki.core.matches.resume import standing_of
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession, fold_log
from gunki.server.matches.unplayable import OPEN_SECONDS
from gunki.server.store.record_codec import record_out
from gunki.server.store.rows import CheckpointRow
from gunki.server.store.source_codec import checkpoint_out
from gunki.server.store.store_errors import StoreBusy, StoreFull
from gunki.server.workers.messages import SLOW, Failed, Job, Refused, TookTooLong

logger = logging.getLogger("gunki.server")

#: PAUSE_SECONDS: between two searches for matches that need a new checkpoint. CATCH_UP_SECONDS: from the start of the
#: server until it opens the matches that have no checkpoint.
PAUSE_SECONDS, CATCH_UP_SECONDS = 5.0, 30.0
#: Least seconds between the openings of two matches that have no checkpoint. The pause keeps requests from being
#: delayed.
BREATH_SECONDS = 0.2
#: The origin of jobs that make checkpoints, in the workers' queue.
ORIGIN = "stands"


def checkpoint_row(live: MatchSession) -> CheckpointRow:
    """Return the checkpoint of a match as a row of the store."""
    assert live.match is not None
    return CheckpointRow(live.id, live.seq, checkpoint_out(standing_of(live.match)))


def is_due(live: MatchSession) -> bool:
    """Return whether a match under way has changed since its checkpoint, and is not being changed now."""
    playing = live.state == "playing" and live.match is not None and live.match.who is not None
    return playing and live.moved > live.checkpoint_seq and not live.dead and not live.lock.locked()


class CheckpointWriter:
    """Stores checkpoints while the server runs and when it stops. Makes missing checkpoints one after the other."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._tasks: list[asyncio.Task[None]] = []
        #: Matches that were opened for a checkpoint. If the rules refuse a match's record, it gets no checkpoint and is
        #: not opened again.
        self._tried: set[str] = set()

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._store_again()), asyncio.create_task(self._catch_up_again())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store()

    async def _store_again(self) -> None:
        while True:
            await asyncio.sleep(PAUSE_SECONDS)
            await self.store()

    async def store(self) -> None:
        """Store new checkpoints of all changed matches. Those that fail are tried again next time."""
        for live in self._registry.list_sessions():
            if not is_due(live):
                continue
            try:
                row = checkpoint_row(live)
                await self._registry.store.keep_checkpoint(row)
                live.checkpoint_seq = row.seq
            except (StoreBusy, StoreFull) as error:
                logger.warning("match %s: its checkpoint cannot be stored now: %s", live.id, error)
            except Exception:  # a bug with one match must not stop the others
                logger.exception("match %s: its checkpoint cannot be stored", live.id)
                live.checkpoint_seq = live.moved

    async def _catch_up_again(self) -> None:
        while True:
            await asyncio.sleep(CATCH_UP_SECONDS)
            await self.catch_up()
            await asyncio.sleep(self._registry.settings.upkeep)

    async def catch_up(self) -> None:
        """Make missing checkpoints.

        They are missing if a match is from an older version, or if the server was killed.
        """
        try:
            match_ids = await self._registry.store.without_checkpoint()
        except (StoreBusy, StoreFull) as error:
            logger.warning("matches without a checkpoint cannot be listed now: %s", error)
            return
        for match_id in match_ids:
            if match_id in self._tried:
                continue
            self._tried.add(match_id)
            began = time.monotonic()
            try:
                await self._make(match_id)
            except (StoreBusy, StoreFull, Failed, Refused, TookTooLong) as error:
                logger.warning("match %s: has no checkpoint, and cannot be opened now: %s", match_id, error)
            except Exception:
                logger.exception("match %s: has no checkpoint, and cannot be opened", match_id)
            await asyncio.sleep(max(BREATH_SECONDS, time.monotonic() - began))

    async def _make(self, match_id: str) -> None:
        """Let a worker replay a stored match, and store its checkpoint.

        The job goes to the lane for jobs that can wait.
        """
        stored = await self._registry.store.load(match_id)
        if stored is None:
            return
        live, header, entries = await asyncio.to_thread(fold_log, *stored)
        if header is None:
            return
        blob = record_out(header, entries, live.base, None, None)
        job = Job("stand", ORIGIN, {"seconds": OPEN_SECONDS}, blob, lane=SLOW, refusable=False)
        body = (await self._registry.workers.do(job)).blob
        if body:
            await self._registry.store.keep_checkpoint(CheckpointRow(match_id, live.seq, body))
