"""The registry of matches: each is loaded when it is asked for, changed under its lock, and told to whoever listens."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

import orjson

import gunki
from gunki.core.dice.dice_after_undo import Renewal, renewed
from gunki.core.matches.match import Header, Match
from gunki.server.http.api_models import Extent
from gunki.server.http.http_errors import Problem, set_aside
from gunki.server.matches import memory_budget, undo
from gunki.server.matches.session import Live, fold, plays
from gunki.server.matches.unplayable import Alarm, Opened, Stand, endless, opened
from gunki.server.operation.cpu_accounting import METER, Meter, in_thread, metered
from gunki.server.settings import Settings
from gunki.server.store.match_store import ChairRow, Conflict, LogRow, MatchRow, Store
from gunki.server.store.record_codec import entry_out
from gunki.server.store.store_errors import Damaged, StoreBusy, StoreFull
from gunki.server.stream.broadcast import Telling
from gunki.server.stream.listeners import Listener
from gunki.server.views.list_cache import Lists
from gunki.server.views.snapshot import ending, prepare
from gunki.server.workers import history
from gunki.server.workers.job_handlers import LATEST
from gunki.server.workers.messages import ASKER, Here, Workforce
from gunki.server.workers.upload_states import Replayed, packed, resumed

logger = logging.getLogger("gunki.server")

#: What is told of a match that is not shown.
GONE = {
    "archived": "This match was put away: nobody had touched it for long. Whoever runs this server can bring it back "
    "(gunki admin unarchive).",
    "deleted": "This match was deleted by whoever runs this server.",
    "damaged": "This match is damaged in the store. Whoever runs this server has to mend it (gunki admin check).",
    "quarantine": "This match is held back by whoever runs this server. Please ask there.",
}


class Registry:
    def __init__(self, store: Store, settings: Settings, workers: Workforce | None = None) -> None:
        self.store = store
        self.settings = settings
        self.workers = workers or Here()
        self.lists = Lists(store)
        self.telling = Telling(settings.frame)
        self.replayed = Replayed()
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[tuple[str, str | None], asyncio.Future[Live | None]] = {}
        self._presence: dict[str, asyncio.TimerHandle] = {}
        self._closed = False
        #: About how many bytes the matches take, as it was last counted, with those that have come since.
        self._bytes = 0
        self._alarm = Alarm(settings.action_seconds)
        #: Called whenever a position has changed; bots look there whether it is their turn.
        self.moved: Callable[[Live], None] = lambda live: None

    # -- finding --------------------------------------------------------------------------------------------------

    async def get(self, ident: str) -> Live:
        """A match by its id."""
        live = self._live.get(ident)
        while live is None or live.dead:  # changed from elsewhere while it was read: then it is read again
            live = await self._load(ident)
            if live is None:
                raise await self._not_here(ident)
        live.used = time.monotonic()
        if ident in self._live:  # else so many are watched that there was no room for it
            self._live.move_to_end(ident)
        return live

    async def _load(self, ident: str) -> Live | None:
        """Only one reader of the store for one match, however often it is asked for; but nobody waits for another's
        turn to have it opened."""
        key = ident, ASKER.get()
        loading = self._loading.get(key)
        if loading is None:
            loading = self._loading[key] = asyncio.ensure_future(self._read_for(ident, METER.get()))
            loading.add_done_callback(lambda _: self._loading.pop(key, None))
        return await asyncio.shield(loading)

    async def _not_here(self, ident: str) -> Problem:
        how = await self.store.gone(ident)
        if how is None:
            return Problem(404, "not_found", "There is no match with this id", field="id")
        return Problem(410, "not_found", GONE[how], field="id")

    async def _read_for(self, ident: str, meter: Meter | None) -> Live | None:
        """Read a match; the server's own time for it is charged to the request that wants it."""
        return await metered(self._read(ident), meter)

    async def _read(self, ident: str) -> Live | None:
        try:
            stored = await self.store.load(ident)
        except Damaged:
            logger.error("match %s lies on a bad page of the store; see gunki admin check", ident)
            raise Problem(410, "not_found", GONE["damaged"], field="id") from None
        if stored is None:
            return None
        if stored[0].quarantine:
            raise Problem(410, "not_found", GONE["quarantine"], field="id")
        live, header, entries = await in_thread(fold, *stored)
        if header is not None:
            found = await self.open(live.row, header, entries, live.base, live.stand, live.decides)
            if found.stand is not None and not await self._taken_up(live, found):
                return await self._read(ident)
            live.open(found)
        if ident in self._live:  # another has been quicker
            return self._live[ident]
        self.add(live)
        self.moved(live)  # a bot may have been waiting for somebody to remember it
        return live

    async def open(
        self,
        row: MatchRow,
        header: Header,
        entries: list[gunki.Entry],
        base: Stand | None = None,
        stand: Stand | None = None,
        who: str | None = None,
    ) -> Opened:
        """A record as far as today's rules accept it, or the match as it stands, and what there is to say about it."""
        if not entries:
            return await in_thread(opened, header, entries)
        return await history.opened(self.workers, row, header, entries, base, stand, who)

    async def _taken_up(self, live: Live, found: Opened) -> bool:
        """Write down that a match goes on from where it stood; False if it was changed from elsewhere meanwhile."""
        match, notice, stand = found.match, found.notice, found.stand
        assert match is not None
        assert notice is not None
        assert stand is not None
        logger.warning("match %s goes on from ply %d: today's rules refuse its record", live.id, match.ply)
        live.match = match  # the line tells how it stands
        body = {"notice": notice, "stand": stand}
        row = live.line("rules", body)
        try:
            await self.store.append(row)
            live.accept(row, body)
        except Conflict:
            return False
        except (StoreBusy, StoreFull) as error:  # it goes on all the same, and is written down the next time
            logger.warning("match %s: that it goes on is not written down now: %s", live.id, error)
            live.take_up(notice, stand)
        return True

    async def take_over(self, row: MatchRow, header: Header, entries: list[gunki.Entry]) -> Opened:
        """The same of what a new match goes on from; not replayed again where that has been done before."""
        state = self.replayed.state(row.source) if entries else None
        if state is not None:
            try:
                return Opened(await in_thread(resumed, header, entries, state))
            except Exception:  # a fault of ours; it can still be replayed
                logger.exception("match %s: what it goes on from cannot be resumed", row.id)
        found = await self.open(row, header, entries)
        if entries and found.match is not None and found.notice is None:
            self.replayed.keep(row.source, await in_thread(packed, found.match, LATEST))
        return found

    def _shrink(self, added: Live) -> None:
        """Drop the longest unused that nobody listens to; not the one that somebody has just asked for."""
        if len(self._live) > self.settings.most_live:
            for live in [live for live in self._live.values() if not live.listeners and not live.lock.locked()]:
                if len(self._live) <= self.settings.most_live:
                    return
                if live is not added:
                    self._drop(live)
        self._bytes += memory_budget.MATCH
        if self._bytes > self._budget:
            self._lighten(added)

    @property
    def _budget(self) -> int:
        return self.settings.match_megabytes * 2**20

    def _lighten(self, but: Live | None = None) -> None:
        """Bring the matches within the budget, whoever listens; but for one that somebody has just asked for."""
        lives = [live for live in self._live.values() if live is not but]
        self._bytes = memory_budget.lighten(lives, self._budget, self._drop, self.forget)

    def drop_idle(self) -> None:
        old = time.monotonic() - self.settings.idle
        for live in list(self._live.values()):
            if live.used < old and not live.listeners and not live.lock.locked():
                self._drop(live)

    def tidy(self) -> None:
        """Drop what nobody looks at, and let go of what can be made again where nothing happens."""
        self.drop_idle()
        old = time.monotonic() - self.settings.rest
        for live in self._live.values():
            if live.used < old and live.parts and not live.lock.locked():
                memory_budget.lay_down(live)
        self._lighten()

    @property
    def bytes(self) -> int:
        """About how much memory the matches take."""
        return sum(map(memory_budget.weight, self._live.values()))

    def _drop(self, live: Live) -> None:
        """Whoever still has it in his hands must ask for it again: nothing that happens is told there any more."""
        live.dead = True
        del self._live[live.id]
        self.workers.forget(live.id)

    def forget(self, live: Live) -> None:
        """After a failed write: whoever asks next reads it again; listeners come back by themselves."""
        live.dead = True
        if self._live.get(live.id) is live:
            self._drop(live)
        for listener in live.listeners:
            listener.close()

    def forget_id(self, ident: str) -> None:
        """It was changed beside the server: what is held of it here is old."""
        live = self._live.get(ident)
        if live is not None:
            self.forget(live)
        for (found, _), loading in self._loading.items():
            if found == ident:  # it may have been read before the change
                loading.add_done_callback(lambda _: self.forget_id(ident))

    def add(self, live: Live) -> None:
        self._live[live.id] = live
        self._shrink(live)

    def held(self) -> list[Live]:
        """Return the matches in memory."""
        return list(self._live.values())

    @property
    def idents(self) -> set[str]:
        """Matches in memory, and those that are just being read."""
        return {*self._live, *(ident for ident, _ in self._loading)}

    def __len__(self) -> int:
        """Matches in memory."""
        return len(self._live)

    def close(self) -> None:
        """The server stops."""
        self._closed = True
        self.telling.close()
        for handle in self._presence.values():
            handle.cancel()
        for live in self._live.values():
            for listener in live.listeners:
                listener.restart()

    # -- changing -------------------------------------------------------------------------------------------------

    async def write(
        self,
        live: Live,
        row: LogRow,
        body: Any,
        state: str | None = None,
        chair: ChairRow | None = None,
        shown: Collection[tuple[str | None, Extent]] | None = None,
    ) -> None:
        """Put a line on the disk and follow it; the caller holds the lock.

        While the disk works, what people will be shown is made; they are shown it when the line is safe. `shown`: the
        chairs that are, and how much, if not all who listen.
        """
        saved = self.store.append(row, state, chair)
        try:
            if state is not None:
                live.row.state = state
            if chair is not None:
                live.chairs[chair.seat] = chair
            live.accept(row, body)
            prepare(live, live.listening if shown is None else shown)
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

    async def act(self, live: Live, chair: str, text: str, *, extent: Extent = "whole") -> int:
        """Play an action; the ply before it. Refusals of the engine are raised, and nothing has changed then.

        `extent`: how much whoever acts is shown in answer to it.
        """
        match = live.match
        assert match is not None
        before, who, sitting = match.ply, match.who, match.game.chairs(match.position)
        dice = who == "chance"
        try:
            with self._alarm:
                match.act(text)
                _ = match.decision  # what is asked next is shown to somebody anyway
        except gunki.EndlessError as error:
            await self.set_aside(live, endless(match, before, who, text, str(error)))
            raise set_aside(live.notice) from None
        except BaseException:
            if match.ply != before:  # it was played, and then nothing could be asked
                self.forget(live)
            raise
        body: dict[str, Any] = entry_out(match, match.entries[-1])
        if not dice:
            body["chair"] = chair
        if match.game.chairs(match.position) != sitting:
            body["seats"] = self._exchanged(live, sitting, match)
        over = match.result is not None
        if over:
            body |= ending(match)
        kind = "swap" if "seats" in body else "act"
        now = self.telling.at_once(live, chair)
        shown = {*_shown(now), (chair, extent)}
        await self.write(live, live.line(kind, body), body, "over" if over else None, shown=shown)
        self.telling.acted(live, now, before)
        memory_budget.let_go_of_old(live)
        if over:
            self.telling.match(live)
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
    def _exchanged(live: Live, before: Sequence[int], match: Match) -> dict[str, str]:
        """`before`: for each seat the engine's own chair."""
        own, seats = {str(live.seat_of(chair)): chair for chair in live.chairs}, match.seats
        now = plays(match, {own[seat]: seats[engine] for seat, engine in zip(seats, before, strict=True)})
        return {chair: now[chair] for chair in live.chairs}

    async def take_back(self, live: Live, chair: str, ply: int, renewal: Renewal | None = None) -> None:
        """Go back to a ply. `renewal`: the fresh numbers for the dice after it."""
        assert live.match is not None
        before = live.chair_at(live.match.who)  # has a question, which may fall
        back = await history.at(self.workers, live, ply)
        try:
            live.match = renewed(live.match, back, renewal)
        except gunki.UndoError as error:
            raise Problem(422, "illegal", f"{error}: go on from here, or branch from an earlier ply", bars=[]) from None
        fairness = live.match.header.fairness or {}
        marks = fairness.get("taken_back", [])
        # All marks: lines about what has been taken back may go, and only the newest of these is sure to stay.
        body = {"by": chair, "count": marks[-1][1] if marks else 0, "taken_back": marks}
        if "renewals" in fairness:
            body["renewals"] = fairness["renewals"]
        actor = chair if live.asked is None else ""  # who has asked is told that the others agree
        now = self.telling.at_once(live, actor, [] if before is None else [before])
        live.back_at = time.monotonic()
        await self.write(live, live.line("back", body), body, shown=_shown(now))
        self.telling.acted(live, now, ply)
        self.telling.event(live, "undo", orjson.dumps({"asked": None, "taken": True, "ply": ply}))
        self.moved(live)

    async def note(self, live: Live, kind: str, body: dict[str, Any]) -> None:
        """A line about taking back that leaves the position as it is."""
        now = self.telling.at_once(live, body["by"], live.persons)
        live.back_at = time.monotonic()
        await self.write(live, live.line(kind, body), body, shown=_shown(now))
        self.telling.acted(live, now, live.match.ply if live.match else 0)
        self.telling.event(live, "undo", orjson.dumps({"asked": undo.asked(live), "taken": False, "ply": None}))

    # -- who is there ---------------------------------------------------------------------------------------------

    def enter(self, live: Live, listener: Listener) -> None:
        self.telling.enter(live, listener)
        live.listeners.add(listener)
        self._presence_changed(live)
        if self._closed:
            listener.restart()

    def leave(self, live: Live, listener: Listener) -> None:
        live.listeners.discard(listener)
        live.used = time.monotonic()
        self._presence_changed(live)

    def _presence_changed(self, live: Live) -> None:
        """Told a little later, so that a page that is loaded again does not flicker."""
        if live.id not in self._presence and not self._closed:
            loop = asyncio.get_running_loop()
            self._presence[live.id] = loop.call_later(self.settings.presence, self._tell_presence, live)

    def _tell_presence(self, live: Live) -> None:
        self._presence.pop(live.id, None)
        if live.lock.locked():  # what is being written must not be told yet
            self._presence_changed(live)
        elif live.online != live.told_online:
            live.told_online = live.online
            self.telling.match(live)


def _shown(listeners: Collection[Listener]) -> set[tuple[str | None, Extent]]:
    """Return the chairs of these listeners, with how much each is shown."""
    return {(listener.chair, listener.extent) for listener in listeners}
