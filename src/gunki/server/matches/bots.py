"""Lets bots play their seats: workers make the decisions, and the match goes on even if one dies or hangs."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from dataclasses import dataclass

import gunki
from gunki.server.http.http_errors import Problem
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.matches.unplayable import notice_endless
from gunki.server.operation.cpu_accounting import CPU_ACCOUNT
from gunki.server.store.store_errors import StoreBusy, StoreFull
from gunki.server.workers.messages import ASKER, QUICK, SLOW, Failed, Job, Refused, TookTooLong

logger = logging.getLogger("gunki.server")

#: After this number of failures at one decision, the random bot decides. If its worker fails too, a random option is
#: played.
MAX_FAILURES = 2
#: After this number of failures at one decision, the match becomes unplayable if the engine refuses one more answer.
HOPELESS_FAILURES = 6
#: Seconds that a bot waits after each failed try of a decision, if the server is the reason. After the last try the bot
#: waits until the match is opened again.
RETRY_SECONDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)


def effort_refusal(bot: str, most: int) -> str:
    """Return a message if a bot's effort is above `most`, the server's limit. Return an empty text if it is not."""
    name, colon, effort = bot.partition(":")
    if colon and effort.isdigit() and int(effort) > most:
        return f"here a bot's effort is at most {most} (most_effort): {name}:{most}"
    return ""


@dataclass(slots=True)
class BotMatchQuota:
    """Limits how many bot-only matches of one origin run at the same time."""

    free: asyncio.Semaphore
    matches: int = 0


class Bots:
    """Gets the decisions of bots from the workers: one task for each match in which a bot has to decide."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._deciding: dict[str, asyncio.Task[None]] = {}
        self._turns: dict[str, BotMatchQuota] = {}
        self._failures: Counter[str] = Counter()
        self._waking: asyncio.Task[None] | None = None
        registry.on_change = self.wake

    async def start(self) -> None:
        self._waking = asyncio.create_task(self._wake(await self._registry.store.bots_to_move()))

    async def _wake(self, match_ids: list[str]) -> None:
        """Open matches in which a bot has to decide: opening a match wakes its bot."""
        for match_id in match_ids:
            try:
                await self._registry.get(match_id)
            except Exception:
                logger.exception("match %s: a bot has to decide there, and it cannot be opened", match_id)

    async def stop(self) -> None:
        tasks = [*self._deciding.values(), *([] if self._waking is None else [self._waking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def count_deciding(self) -> int:
        """Return the number of matches in which a bot has to decide."""
        return len(self._deciding)

    def wake(self, live: MatchSession) -> None:
        if live.bot_to_move is not None and live.id not in self._deciding:
            self._deciding[live.id] = asyncio.create_task(
                self._play(live.id, live.row.origin, not live.human_participants)
            )

    async def _play(self, match_id: str, origin: str, alone: bool) -> None:
        """Make decisions as long as a bot has to decide."""
        ASKER.set(None)  # this task inherits the context of a request, but acts for no client
        CPU_ACCOUNT.set(None)
        try:
            if alone:
                await self._play_in_turn(match_id, origin)
            else:
                await self._decide_all(match_id)
        finally:
            del self._deciding[match_id]
            del self._failures[match_id]

    async def _play_in_turn(self, match_id: str, origin: str) -> None:
        most = self._registry.settings.most_bot_matches
        turns = self._turns.setdefault(origin, BotMatchQuota(asyncio.Semaphore(most)))
        turns.matches += 1
        try:
            async with turns.free:
                await self._decide_all(match_id)
        finally:
            turns.matches -= 1
            if not turns.matches:
                del self._turns[origin]

    async def _decide_all(self, match_id: str) -> None:
        for wait in RETRY_SECONDS:
            try:
                while await self._try_decide(match_id):
                    pass
                return
            except Problem as problem:
                if problem.code == "not_found":
                    return
                logger.warning("match %s: a bot could not decide: %s", match_id, problem.detail)
            except (StoreBusy, StoreFull) as error:  # no bug: one line of log is enough
                logger.warning("match %s: a bot could not decide: %s", match_id, error)
            except Exception:
                logger.exception("match %s: a bot's decision failed", match_id)
            await asyncio.sleep(wait)  # wait: the disk may be full or busy
        self._registry.forget_id(match_id)  # the next request opens the match again, which wakes the bot

    async def _try_decide(self, match_id: str) -> bool:
        """Try one decision of a bot. Return False if no bot has to decide.

        If it returns False, the task ends without a pause, so that no wake-up is lost in between.
        """
        live = await self._registry.get(match_id)
        async with live.lock:
            participant, match, moved = live.bot_to_move, live.match, live.moved
            if live.dead:
                return True
            if participant is None or match is None:
                return False
            bot = self._bot(live, participant)
            request = {"bot": bot if self._failures[match_id] < MAX_FAILURES else "random"}
            lane = QUICK if live.human_participants else SLOW
            job = Job(
                "bot",
                live.row.origin,
                request,
                match_id=match_id,
                match=match,
                lane=lane,
                base=live.base,
                refusable=False,
            )
            ply, options = match.ply, () if match.decision is None else match.decision.options
        try:
            text = str((await self._registry.workers.do(job)).fields["action"])
        except (Failed, Refused, TookTooLong) as error:
            logger.warning("match %s, ply %d: the bot %s failed: %s", match_id, ply, bot, error)
            self._failures[match_id] += 1
            if self._failures[match_id] <= MAX_FAILURES:
                return True
            text = str(random.choice(options))
        live = await self._registry.get(match_id)
        async with live.lock:
            if live.moved != moved or live.bot_to_move != participant or live.dead:
                return True  # the match was taken back, or ended, meanwhile
            return await self._try_act(live, participant, text)

    async def _try_act(self, live: MatchSession, participant: str, text: str) -> bool:
        match, match_id = live.match, live.id
        assert match is not None
        ply, who = match.ply, match.who
        try:
            await self._registry.act(live, participant, text)
        except gunki.GunkiError as error:
            logger.warning("match %s, ply %d: the bot answered %r: %s", match_id, ply, text[:80], error)
            self._failures[match_id] += 1
            self._registry.workers.forget(match_id)  # the worker's copy of the match may be wrong
            if self._failures[match_id] > HOPELESS_FAILURES:
                await self._registry.mark_unplayable(live, notice_endless(match, ply, who, text, str(error)))
        except Problem as problem:
            if problem.code != "aside":
                raise
        else:
            del self._failures[match_id]
        return True

    def _bot(self, live: MatchSession, participant: str) -> str:
        """Return the name of a participant's bot, with its effort cut to the server's limit."""
        bot, most = live.participants[participant].bot, self._registry.settings.most_effort
        return f"{bot.partition(':')[0]}:{most}" if effort_refusal(bot, most) else bot
