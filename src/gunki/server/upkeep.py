"""What the server does for its store now and then: forgets what was changed beside it, and lets old matches be put
away."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from dataclasses import asdict

import orjson

from gunki.server.registry import Registry
from gunki.server.retention import AT_ONCE, terms_of
from gunki.server.trouble import StoreBusy, StoreFull

logger = logging.getLogger("gunki.server")

#: Seconds between two looks for what was changed beside the server, and between two runs while much is to be put away.
LOOK, SOON = 1.0, 5.0
#: Seconds that one run may take; it steps back behind everybody else.
LONGEST = 600.0


class Upkeep:
    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        since = await self._look(None)
        self._tasks = [asyncio.create_task(self._follow(since)), asyncio.create_task(self._tidy())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _look(self, since: int | None) -> int | None:
        try:
            since, idents = await self._registry.store.touched(since)
        except (StoreBusy, StoreFull):  # then the next time
            return since
        except Exception:  # a fault of ours, and no reason never to look again
            logger.exception("what was changed beside the server is not known now")
            return since
        for ident in idents:
            self._registry.forget_id(ident)
        return since

    async def _follow(self, since: int | None) -> None:
        while True:
            await asyncio.sleep(LOOK)
            since = await self._look(since)

    async def _tidy(self) -> None:
        """The first time after a while: a server that starts has other things to do."""
        more, settings = False, self._registry.settings
        while True:
            await asyncio.sleep(min(SOON, settings.upkeep) if more else settings.upkeep)
            try:
                await self._registry.store.forget_old_uploads()
                more = await self._put_away()
            except (StoreBusy, StoreFull) as error:
                logger.warning("old matches are not put away now: %s", error)
            except Exception:  # no process can be started, or a fault of ours; the next time
                logger.exception("old matches are not put away now")

    async def _put_away(self) -> bool:
        """One run in a process of its own; whether there is more to do."""
        settings = self._registry.settings
        terms = orjson.dumps(asdict(terms_of(settings))).decode()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gunki.server.retention", str(settings.data), terms, str(AT_ONCE), stdout=PIPE
        )
        try:
            async with asyncio.timeout(LONGEST):
                out, _ = await process.communicate()
            told = orjson.loads(out)
        except (TimeoutError, ValueError):
            logger.warning("old matches could not be put away; see gunki admin archive")
            return False
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if told["archived"] or told["failed"]:
            logger.info("%d matches put away, %d could not be", len(told["archived"]), len(told["failed"]))
        return bool(told["more"])
