"""Bots think in processes of their own and delay nobody; one that dies or hangs is replaced, and the match goes on."""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from contextlib import suppress
from typing import Any

import orjson

import gunki
from gunki.server.aside import endless
from gunki.server.hall import Hall
from gunki.server.lines import entry_out, header_out
from gunki.server.live import Live
from gunki.server.problems import Problem

logger = logging.getLogger("gunki.server")

LONGEST_ANSWER = 2**20
#: Failures at one decision after which the bot is replaced by one that cannot fail.
PATIENCE = 2
#: Failures at one decision after which nobody will find an answer, and the match is set aside.
HOPELESS = 6
MOST_KNOWN = 64


class Failed(Exception):
    """The process died, took too long or answered nonsense."""


class Worker:
    """One process. What it already knows of a match need not be sent again."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process: Process | None = None
        #: By match: the entries it has seen, the same objects that the match holds.
        self._known: OrderedDict[str, list[gunki.Entry]] = OrderedDict()
        self.queue: asyncio.Queue[str] = asyncio.Queue()

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def choose(self, ident: str, match: gunki.Match, bot: str) -> str:
        entries = list(match.entries)
        known = self._known.get(ident, [])
        asked: dict[str, Any] = {"match": ident, "bot": bot}
        if known and len(known) <= len(entries) and all(map(_is, known, entries)):
            asked["acts"] = [entry.act for entry in entries[len(known) :]]
            answer = await self._ask(asked)
        else:
            answer = {"forgotten": True}
        if "forgotten" in answer:
            asked.pop("acts", None)
            asked |= {"header": header_out(match.header), "entries": [entry_out(match, entry) for entry in entries]}
            answer = await self._ask(asked)
        self._known[ident] = entries
        self._known.move_to_end(ident)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        action = answer.get("action")
        if not isinstance(action, str):
            raise Failed("an answer without an action")
        return action

    async def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        try:
            async with asyncio.timeout(self._seconds):
                if self._process is None or self._process.returncode is not None:
                    await self.start()
                assert self._process is not None
                assert self._process.stdin is not None
                assert self._process.stdout is not None
                self._process.stdin.write(orjson.dumps(asked) + b"\n")
                await self._process.stdin.drain()
                line = await self._process.stdout.readline()
            answer = orjson.loads(line)
            if not isinstance(answer, dict):
                raise Failed("an answer that is no object")
            return answer
        except (TimeoutError, OSError, ValueError) as error:
            await self.stop()
            raise Failed(str(error) or "no answer in time") from None
        except BaseException:
            await self.stop()
            raise

    async def start(self) -> None:
        """Does not wait until the process is ready; what is asked before waits there."""
        self._known.clear()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gunki.server.worker", "bots", stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER
        )

    async def stop(self) -> None:
        process, self._process = self._process, None
        self._known.clear()
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _is(one: object, other: object) -> bool:
    return one is other


class Bots:
    """Hands matches in which a bot has to decide to the workers."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.workers = [Worker(hall.settings.bot_seconds) for _ in range(hall.settings.bot_workers)]
        self._home: OrderedDict[str, Worker] = OrderedDict()
        self._waiting: set[str] = set()
        self._failures: dict[str, int] = {}
        self._tasks: list[asyncio.Task[None]] = []
        hall.moved = self.look

    async def start(self) -> None:
        for worker in self.workers:
            await worker.start()
        self._tasks = [asyncio.create_task(self._work(worker)) for worker in self.workers]
        for ident in await self._hall.store.bots_to_move():
            self._put(ident)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.stop()

    def look(self, live: Live) -> None:
        if live.bot_to_move is not None:
            self._put(live.id)

    def _put(self, ident: str) -> None:
        """Once in a queue is enough. A match stays with its worker, which remembers it."""
        if ident in self._waiting:
            return
        self._waiting.add(ident)
        worker = self._home.pop(ident, None) or min(self.workers, key=lambda worker: worker.queue.qsize())
        self._home[ident] = worker
        if len(self._home) > 10_000:
            self._home.popitem(last=False)
        worker.queue.put_nowait(ident)

    async def _work(self, worker: Worker) -> None:
        while True:
            ident = await worker.queue.get()
            self._waiting.discard(ident)
            try:
                await self._decide(worker, ident)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("a bot's decision failed in match %s", ident)

    async def _decide(self, worker: Worker, ident: str) -> None:
        live = await self._hall.get(ident)
        async with live.lock:
            chair, match, moved = live.bot_to_move, live.match, live.moved
            if chair is None or match is None or live.dead:
                return
            bot, ply = live.chairs[chair].bot, match.ply
            thinking_of = match.fork()  # what it thinks about must not change meanwhile
        try:
            tried = self._failures.get(ident, 0)
            text = await worker.choose(ident, thinking_of, bot if tried < PATIENCE else "random")
        except Failed as error:
            logger.warning("match %s, ply %d: the bot %s failed: %s", ident, ply, bot, error)
            self._failures[ident] = self._failures.get(ident, 0) + 1
            if self._failures[ident] <= PATIENCE:
                self._put(ident)
                return
            assert thinking_of.decision is not None
            text = str(random.choice(thinking_of.decision.options))
        live = await self._hall.get(ident)
        async with live.lock:
            if live.moved != moved or live.bot_to_move != chair or live.dead:
                self.look(live)  # taken back, or over, while it was thinking
                return
            try:
                await self._hall.act(live, chair, text)
            except gunki.GunkiError as error:
                logger.warning("match %s, ply %d: the bot %s answered %r: %s", ident, ply, bot, text[:80], error)
                self._failures[ident] = self._failures.get(ident, 0) + 1
                await worker.stop()
                if self._failures[ident] > HOPELESS:
                    self._failures.pop(ident)
                    await self._hall.set_aside(live, endless(thinking_of, ply, thinking_of.who, text, str(error)))
                else:
                    self._put(ident)
                return
            except Problem:  # it has been set aside
                self._failures.pop(ident, None)
                return
        self._failures.pop(ident, None)
