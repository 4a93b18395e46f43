"""Bots think in the workers and delay nobody; where one dies or hangs, the match goes on all the same."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from dataclasses import dataclass

import gunki
from gunki.server.http.http_errors import Problem
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import Live
from gunki.server.matches.unplayable import endless
from gunki.server.operation.cpu_accounting import METER
from gunki.server.store.store_errors import StoreBusy, StoreFull
from gunki.server.workers.messages import ASKER, QUICK, SLOW, Failed, Job, Refused, TookTooLong

logger = logging.getLogger("gunki.server")

#: Failures at one decision after which the bot is replaced by one that cannot fail.
PATIENCE = 2
#: Failures at one decision after which nobody will find an answer, and the match is set aside.
HOPELESS = 6
#: Seconds until a bot tries again after a fault of the server's; then it waits until somebody looks at the match.
WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)


def too_much_effort(bot: str, most: int) -> str:
    """What is wrong with the effort that is asked of a bot, if it is more than this server gives."""
    name, colon, effort = bot.partition(":")
    if colon and effort.isdigit() and int(effort) > most:
        return f"here a bot's effort is at most {most} (most_effort): {name}:{most}"
    return ""


@dataclass(slots=True)
class Turns:
    """Of one origin's matches of bots alone so many go on at once; the others wait for their turn."""

    free: asyncio.Semaphore
    matches: int = 0


class Bots:
    """Asks the workers for the decisions of bots: one task for each match in which a bot has to decide."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._deciding: dict[str, asyncio.Task[None]] = {}
        self._turns: dict[str, Turns] = {}
        self._failures: Counter[str] = Counter()
        self._waking: asyncio.Task[None] | None = None
        registry.moved = self.look

    async def start(self) -> None:
        self._waking = asyncio.create_task(self._wake(await self._registry.store.bots_to_move()))

    async def _wake(self, idents: list[str]) -> None:
        """Whatever is read from the store is looked at; whoever comes to a match meanwhile wakes it himself."""
        for ident in idents:
            try:
                await self._registry.get(ident)
            except Exception:
                logger.exception("match %s: a bot has to decide there, and it cannot be opened", ident)

    async def stop(self) -> None:
        tasks = [*self._deciding.values(), *([] if self._waking is None else [self._waking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def deciding(self) -> int:
        """Matches in which a bot has to decide."""
        return len(self._deciding)

    def look(self, live: Live) -> None:
        if live.bot_to_move is not None and live.id not in self._deciding:
            self._deciding[live.id] = asyncio.create_task(self._play(live.id, live.row.origin, not live.persons))

    async def _play(self, ident: str, origin: str, alone: bool) -> None:
        """Decide as long as it is for a bot to decide."""
        ASKER.set(None)  # it was somebody's request that has led here
        METER.set(None)
        try:
            if alone:
                await self._in_turn(ident, origin)
            else:
                await self._decide_all(ident)
        finally:
            del self._deciding[ident]
            del self._failures[ident]

    async def _in_turn(self, ident: str, origin: str) -> None:
        most = self._registry.settings.most_bot_matches
        turns = self._turns.setdefault(origin, Turns(asyncio.Semaphore(most)))
        turns.matches += 1
        try:
            async with turns.free:
                await self._decide_all(ident)
        finally:
            turns.matches -= 1
            if not turns.matches:
                del self._turns[origin]

    async def _decide_all(self, ident: str) -> None:
        for wait in WAITS:
            try:
                while await self._decide(ident):
                    pass
                return
            except Problem as problem:
                if problem.code == "not_found":
                    return
                logger.warning("match %s: a bot could not decide: %s", ident, problem.detail)
            except (StoreBusy, StoreFull) as error:  # no mistake of the server: not for pages of log
                logger.warning("match %s: a bot could not decide: %s", ident, error)
            except Exception:
                logger.exception("match %s: a bot's decision failed", ident)
            await asyncio.sleep(wait)  # the disk may be full, or busy; nobody else would wake the bot
        self._registry.forget_id(ident)  # whoever looks at it next reads it again, and that wakes the bot

    async def _decide(self, ident: str) -> bool:
        """Whether there was something to decide; nothing happens between finding none and the end of the task."""
        live = await self._registry.get(ident)
        async with live.lock:
            chair, match, moved = live.bot_to_move, live.match, live.moved
            if live.dead:
                return True
            if chair is None or match is None:
                return False
            bot = self._bot(live, chair)
            asked = {"bot": bot if self._failures[ident] < PATIENCE else "random"}
            lane = QUICK if live.persons else SLOW
            job = Job(
                "bot", live.row.origin, asked, ident=ident, match=match, lane=lane, base=live.base, refusable=False
            )
            ply, options = match.ply, () if match.decision is None else match.decision.options
        try:
            text = str((await self._registry.workers.do(job)).told["action"])
        except (Failed, Refused, TookTooLong) as error:
            logger.warning("match %s, ply %d: the bot %s failed: %s", ident, ply, bot, error)
            self._failures[ident] += 1
            if self._failures[ident] <= PATIENCE:
                return True
            text = str(random.choice(options))
        live = await self._registry.get(ident)
        async with live.lock:
            if live.moved != moved or live.bot_to_move != chair or live.dead:
                return True  # taken back, or over, while it was thinking
            return await self._act(live, chair, text)

    async def _act(self, live: Live, chair: str, text: str) -> bool:
        match, ident = live.match, live.id
        assert match is not None
        ply, who = match.ply, match.who
        try:
            await self._registry.act(live, chair, text)
        except gunki.GunkiError as error:
            logger.warning("match %s, ply %d: the bot answered %r: %s", ident, ply, text[:80], error)
            self._failures[ident] += 1
            self._registry.workers.forget(ident)  # it may have another match in mind
            if self._failures[ident] > HOPELESS:
                await self._registry.set_aside(live, endless(match, ply, who, text, str(error)))
        except Problem as problem:
            if problem.code != "aside":
                raise
        else:
            del self._failures[ident]
        return True

    def _bot(self, live: Live, chair: str) -> str:
        """As it was asked for, within today's limits."""
        bot, most = live.chairs[chair].bot, self._registry.settings.most_effort
        return f"{bot.partition(':')[0]}:{most}" if too_much_effort(bot, most) else bot
