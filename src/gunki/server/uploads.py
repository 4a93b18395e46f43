"""Saves from strangers: read and replayed in a process of its own, with limits of time and memory."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from typing import Any

import orjson

from gunki.server.problems import Problem
from gunki.server.security import new_token, token_hash
from gunki.server.settings import Settings
from gunki.server.store import Store

AT_ONCE = 2
#: On a busy machine a process may have to wait so many times as long as it works.
BUSY = 15


class Uploads:
    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def take(self, data: bytes) -> dict[str, Any]:
        """Keep a save for a day; what it holds, and the id under which a match can go on from it."""
        async with self._slots:
            found = await self._read(data)
        if "error" in found:
            raise Problem(422, "bad_request", found["error"], field="body")
        ident = new_token()
        await self._store.keep_upload(token_hash(ident), orjson.dumps(found.pop("source")).decode())
        return {"upload": ident, **found}

    async def _read(self, data: bytes) -> dict[str, Any]:
        seconds, memory = self._settings.upload_seconds, self._settings.upload_megabytes
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gunki.server.worker", "upload", str(int(seconds)), str(memory),
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        )  # fmt: skip
        try:
            async with asyncio.timeout(seconds * BUSY):
                out, _ = await process.communicate(data)
            found: dict[str, Any] = orjson.loads(out)
            return found
        except (TimeoutError, ValueError):  # killed by its limits, it has said nothing
            return {"error": "the upload: takes more time or memory than a game may"}
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
