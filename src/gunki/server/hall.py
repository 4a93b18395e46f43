"""The hall: all matches, each loaded when it is asked for, changed under its lock, and told to whoever listens."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import orjson

import gunki
from gunki.core.match import Match
from gunki.server import undo
from gunki.server.aside import endless, within
from gunki.server.lines import entry_out
from gunki.server.live import Live, fold, plays
from gunki.server.problems import Problem, set_aside
from gunki.server.settings import Settings
from gunki.server.snapshot import ending, info, prepare, snapshot
from gunki.server.store import ChairRow, Conflict, LogRow, Store
from gunki.server.streams import Listener, message

logger = logging.getLogger("gunki.server")


class Hall:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Live | None]] = {}
        self._presence: dict[str, asyncio.TimerHandle] = {}
        #: Called whenever a position has changed; bots look there whether it is their turn.
        self.moved: Callable[[Live], None] = lambda live: None

    # -- finding --------------------------------------------------------------------------------------------------

    async def get(self, ident: str) -> Live:
        """A match by its id."""
        live = self._live.get(ident)
        if live is None:
            live = await self._load(ident)
        if live is None:
            raise Problem(404, "not_found", "There is no match with this id", field="id")
        live.used = time.monotonic()
        self._live.move_to_end(ident)
        return live

    async def _load(self, ident: str) -> Live | None:
        """Only one reader of the store for one match, however many ask."""
        loading = self._loading.get(ident)
        if loading is None:
            loading = self._loading[ident] = asyncio.ensure_future(self._read(ident))
            loading.add_done_callback(lambda _: self._loading.pop(ident, None))
        return await asyncio.shield(loading)

    async def _read(self, ident: str) -> Live | None:
        stored = await self.store.load(ident)
        if stored is None:
            return None
        live = await asyncio.to_thread(fold, *stored)
        self.add(live)
        self.moved(live)  # a bot may have been waiting for somebody to remember it
        return live

    def _shrink(self) -> None:
        """Drop the longest unused that nobody listens to."""
        if len(self._live) > self.settings.most_live:
            for live in [live for live in self._live.values() if not live.listeners and not live.lock.locked()]:
                if len(self._live) <= self.settings.most_live:
                    return
                del self._live[live.id]

    def drop_idle(self) -> None:
        old = time.monotonic() - self.settings.idle
        for live in list(self._live.values()):
            if live.used < old and not live.listeners and not live.lock.locked():
                del self._live[live.id]

    def forget(self, live: Live) -> None:
        """After a failed write: whoever asks next reads it again; listeners come back by themselves."""
        live.dead = True
        if self._live.get(live.id) is live:
            del self._live[live.id]
        for listener in live.listeners:
            listener.close()

    def add(self, live: Live) -> None:
        self._live[live.id] = live
        self._shrink()

    def close(self) -> None:
        for handle in self._presence.values():
            handle.cancel()
        for live in self._live.values():
            for listener in live.listeners:
                listener.close()

    # -- changing -------------------------------------------------------------------------------------------------

    async def write(
        self,
        live: Live,
        row: LogRow,
        body: Any,
        state: str | None = None,
        chair: ChairRow | None = None,
        actor: str | None = None,
    ) -> None:
        """Put a line on the disk and follow it; the caller holds the lock.

        While the disk works, what people will be shown is made; they are shown it when the line is safe.
        """
        saved = self.store.append(row, state, chair)
        try:
            if state is not None:
                live.row.state = state
            if chair is not None:
                live.chairs[chair.seat] = chair
            live.accept(row, body)
            prepare(live, {listener.chair for listener in live.listeners} | ({actor} if actor else set()))
        except BaseException:
            self.forget(live)
            raise
        finally:
            await self._safe(live, saved)

    async def _safe(self, live: Live, saved: Awaitable[None]) -> None:
        try:
            await saved
        except BaseException as error:  # cancelled too: what the disk has is not known then
            self.forget(live)
            if isinstance(error, Conflict):
                raise Problem(409, "stale", "The match was changed from elsewhere; look again") from None
            raise

    async def act(self, live: Live, chair: str, text: str) -> int:
        """Play an action; the ply before it. Refusals of the engine are raised, and nothing has changed then."""
        match = live.match
        assert match is not None
        before, who, seats = match.ply, match.who, match.chairs
        dice = who == "chance"
        try:
            with within(self.settings.action_seconds):
                match.act(text)
                _ = match.decision  # what is asked next is shown to somebody anyway
        except gunki.EndlessError as error:
            await self.set_aside(live, endless(match, before, who, text, str(error)))
            raise set_aside(live.notice) from None
        body: dict[str, Any] = entry_out(match, match.entries[-1])
        if not dice:
            body["chair"] = chair
        if match.chairs != seats:
            body["seats"] = self._exchanged(live, seats, match)
        over = match.result is not None
        if over:
            body |= ending(match)
        kind = "swap" if "seats" in body else "act"
        await self.write(live, live.line(kind, body), body, "over" if over else None, actor=chair)
        self.tell_state(live, before)
        if over:
            self.tell_match(live)
        self.moved(live)
        return before

    async def set_aside(self, live: Live, notice: dict[str, Any]) -> None:
        """Nobody goes on with this one; the caller holds the lock. Whoever asks next reads it from the store."""
        logger.warning("match %s is set aside: %s", live.id, notice["why"])
        row = replace(live.line("aside", notice), ply=notice["ply"])
        live.notice, live.aside = notice, True
        try:
            await self.store.append(row, "aside")
        finally:
            self.forget(live)

    @staticmethod
    def _exchanged(live: Live, before: dict[str, str], match: Match) -> dict[str, str]:
        own = {str(live.seat_of(chair)): chair for chair in live.chairs}
        now = plays(match, {own[seat]: engine for seat, engine in before.items()})
        return {chair: now[chair] for chair in live.chairs}

    async def take_back(self, live: Live, chair: str, ply: int) -> None:
        assert live.match is not None
        live.match = live.match.at(ply)
        body = {"by": chair}
        await self.write(live, live.line("back", body), body)
        self.tell_state(live, ply)
        self.tell(live, "undo", orjson.dumps({"asked": None, "taken": True, "ply": ply}))
        self.moved(live)

    async def note(self, live: Live, kind: str, body: dict[str, Any]) -> None:
        """A line about taking back that leaves the position as it is."""
        await self.write(live, live.line(kind, body), body)
        self.tell_state(live, live.match.ply if live.match else 0)
        self.tell(live, "undo", orjson.dumps({"asked": undo.asked(live), "taken": False, "ply": None}))

    # -- telling --------------------------------------------------------------------------------------------------

    def tell_state(self, live: Live, since: int) -> None:
        """To everyone what he may know; made once for all who sit on the same side of the table."""
        made: dict[tuple[str | None, bool], bytes] = {}
        for listener in live.listeners:
            key = (listener.chair, listener.lines)
            if key not in made:
                data = snapshot(live, listener.chair, since, with_view=listener.lines)
                made[key] = message("state", data, listener.lines, live.seq)
            listener.put(made[key], live.seq)

    def tell_match(self, live: Live) -> None:
        self.tell(live, "match", orjson.dumps(info(live)))

    def tell(self, live: Live, kind: str, data: bytes) -> None:
        if live.listeners:
            made = {lines: message(kind, data, lines) for lines in (False, True)}
            for listener in live.listeners:
                listener.put(made[listener.lines])

    # -- who is there ---------------------------------------------------------------------------------------------

    def enter(self, live: Live, listener: Listener) -> None:
        live.listeners.add(listener)
        self._presence_changed(live)

    def leave(self, live: Live, listener: Listener) -> None:
        live.listeners.discard(listener)
        live.used = time.monotonic()
        self._presence_changed(live)

    def _presence_changed(self, live: Live) -> None:
        """Told a little later, so that a page that is loaded again does not flicker."""
        if live.id not in self._presence:
            loop = asyncio.get_running_loop()
            self._presence[live.id] = loop.call_later(self.settings.presence, self._tell_presence, live)

    def _tell_presence(self, live: Live) -> None:
        self._presence.pop(live.id, None)
        if live.lock.locked():  # what is being written must not be told yet
            self._presence_changed(live)
        elif live.online != live.told_online:
            live.told_online = live.online
            self.tell_match(live)
