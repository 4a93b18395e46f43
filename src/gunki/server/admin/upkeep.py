"""Regular work of the server for its store.

It drops matches from memory that were changed by commands of the operator. It writes the list of matches in its memory
to one file and the time to another, and runs the archive.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import orjson

from gunki.server.admin.retention import DAY, IN_MEMORY, MATCHES_PER_RUN, terms_of
from gunki.server.matches.registry import Registry
from gunki.server.operation import clock
from gunki.server.store.store_errors import StoreBusy, StoreFull

logger = logging.getLogger("gunki.server")

#: Seconds between two reads of the table `touched`, and between two runs of the archive while more matches are due.
LOOK_SECONDS, SOON_SECONDS = 1.0, 5.0
#: Seconds that one run of the archive may take; its process has low priority.
MAX_RUN_SECONDS = 600.0


class Upkeep:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._tasks: list[asyncio.Task[None]] = []
        #: The ids that were last written to the file `IN_MEMORY`. None if nothing was written yet.
        self._told: set[str] | None = None

    async def start(self) -> None:
        """Start the clock from the stored times, then the regular work. Call it before anything is stored."""
        settings = self._registry.settings
        await asyncio.to_thread(clock.begin, self._registry.store.engine, settings.data)
        if clock.read_recorded_time(settings.data) is None:
            await asyncio.to_thread(clock.write_time, settings.data)
        ahead = time.time() - clock.time_since_start()
        if abs(ahead) > clock.BELIEVED_SPAN:
            where = "ahead of" if ahead > 0 else "behind"
            logger.warning(
                "the clock is %.0f days %s the newest time stored, so old matches are kept longer; if the clock is "
                "right, confirm it: gunki admin archive --trust-clock", abs(ahead) / DAY, where
            )  # fmt: skip
        await self._tell_in_memory()
        since = await self._look(None)
        self._tasks = [asyncio.create_task(self._follow(since)), asyncio.create_task(self._tidy())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(clock.write_time, self._registry.settings.data)
        await self._tell_in_memory(set())

    async def _look(self, since: int | None) -> int | None:
        try:
            since, match_ids = await self._registry.store.list_touched(since)
        except (StoreBusy, StoreFull):  # try again next time
            return since
        except Exception:  # a bug must not end the loop
            logger.exception("changes by other processes cannot be read now")
            return since
        for match_id in match_ids:
            self._registry.forget_id(match_id)
        return since

    async def _follow(self, since: int | None) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            since = await self._look(since)
            await self._tell_in_memory()

    async def _tell_in_memory(self, match_ids: set[str] | None = None) -> None:
        """Write the list of matches in memory to its file if it has changed. The archive leaves these matches alone."""
        match_ids = self._registry.match_ids if match_ids is None else match_ids
        if match_ids != self._told:
            self._told = match_ids
            await asyncio.to_thread(_write_in_memory, self._registry.settings.data, match_ids)

    async def _tidy(self) -> None:
        """Delete old uploads and run the archive, again and again.

        Waits first, because a starting server has other work.
        """
        more, settings = False, self._registry.settings
        while True:
            await asyncio.sleep(min(SOON_SECONDS, settings.upkeep) if more else settings.upkeep)
            try:
                await self._registry.store.forget_old_uploads()
                more = await self._try_archive()
            except (StoreBusy, StoreFull) as error:
                logger.warning("old matches cannot be archived now: %s", error)
            except Exception:  # no process can be started, or a bug: try again next time
                logger.exception("old matches cannot be archived now")

    async def _try_archive(self) -> bool:
        """Run the archive once in its own process; return whether more matches are due."""
        settings = self._registry.settings
        await asyncio.to_thread(clock.write_time, settings.data)
        await self._tell_in_memory()
        terms = orjson.dumps(asdict(terms_of(settings))).decode()
        words = [str(settings.data), terms, str(MATCHES_PER_RUN), str(clock.time_since_start())]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gunki.server.admin.retention", *words, stdout=PIPE
        )
        try:
            async with asyncio.timeout(MAX_RUN_SECONDS):
                out, _ = await process.communicate()
            report = orjson.loads(out)
        except (TimeoutError, ValueError):
            logger.warning("old matches could not be archived; see gunki admin archive")
            return False
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if report["archived"] or report["failed"]:
            logger.info("%d matches archived, %d could not be", len(report["archived"]), len(report["failed"]))
        return bool(report["more"])


def _write_in_memory(data: Path, match_ids: set[str]) -> None:
    """Write the list of matches in memory to a file.

    Only the owner may read the file, because the id of a match is enough to watch it.
    """
    part = data / f"{IN_MEMORY}.part"
    with suppress(OSError):  # if the disk is full, the previous list stays
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(orjson.dumps(sorted(match_ids)))
        part.replace(data / IN_MEMORY)
