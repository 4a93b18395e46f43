"""The registry of matches in memory: loads them, writes their changes under a lock, and informs listeners."""

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
from gunki.core.dice.dice_after_undo import Renewal, renew_dice
from gunki.core.matches.match import Match, MatchHeader
from gunki.server.http.api_models import Extent
from gunki.server.http.http_errors import Problem, unplayable_problem
from gunki.server.matches import memory_budget, undo
from gunki.server.matches.session import MatchSession, fold_log, seats_of_participants
from gunki.server.matches.unplayable import Checkpoint, CpuTimer, OpenedMatch, notice_endless, open_stored
from gunki.server.operation.cpu_accounting import CPU_ACCOUNT, CpuAccount, charge_steps, run_in_heavy_thread
from gunki.server.settings import Settings
from gunki.server.store.match_store import Conflict, LogRow, MatchRow, ParticipantRow, Store
from gunki.server.store.record_codec import entry_out
from gunki.server.store.store_errors import StoreBusy, StoreDamaged, StoreFull
from gunki.server.stream.broadcast import Broadcaster
from gunki.server.stream.listeners import Listener
from gunki.server.views.list_cache import ListCache
from gunki.server.views.snapshot import ending_fields, prepare_views
from gunki.server.workers import history
from gunki.server.workers.job_handlers import LATEST
from gunki.server.workers.messages import ASKER, InlineWorkers, Workforce
from gunki.server.workers.upload_states import UploadStates, pack_state, resume_match

logger = logging.getLogger("gunki.server")

#: Messages for matches that cannot be shown, by reason.
GONE_REASONS = {
    "archived": "This match was archived, because nobody had played it for a long time. The operator of this server "
    "can bring it back (gunki admin unarchive).",
    "deleted": "This match was deleted by the operator of this server.",
    "damaged": "This match is damaged in the store. The operator of this server has to repair it (gunki admin check).",
    "quarantine": "This match is held back by the operator of this server. Please ask there.",
}


class Registry:
    def __init__(self, store: Store, settings: Settings, workers: Workforce | None = None) -> None:
        self.store = store
        self.settings = settings
        self.workers = workers or InlineWorkers()
        self.lists = ListCache(store)
        self.broadcaster = Broadcaster(settings.frame)
        self.upload_states = UploadStates()
        self._sessions: OrderedDict[str, MatchSession] = OrderedDict()
        self._loading: dict[tuple[str, str | None], asyncio.Future[MatchSession | None]] = {}
        self._presence: dict[str, asyncio.TimerHandle] = {}
        self._closed = False
        #: Approximate bytes of all matches: the bytes at the last count, and those of the matches added since then.
        self._bytes = 0
        self._cpu_timer = CpuTimer(settings.action_seconds)
        #: Called after each change of a position, so that bots can decide.
        self.on_change: Callable[[MatchSession], None] = lambda live: None

    # -- loading --------------------------------------------------------------------------------------------------

    async def get(self, match_id: str) -> MatchSession:
        """Return a match by its id. If it is not in memory, load it. Raise a Problem if it cannot be shown."""
        live = self._sessions.get(match_id)
        while live is None or live.dead:  # another program changed the stored match while it was read: read it again
            live = await self._load(match_id)
            if live is None:
                raise await self._not_found_problem(match_id)
        live.used = time.monotonic()
        if match_id in self._sessions:  # the match is not there if it was dropped at once because memory was short
            self._sessions.move_to_end(match_id)
        return live

    async def _load(self, match_id: str) -> MatchSession | None:
        """Load a match once for all concurrent requests of one origin.

        For another origin the match is loaded again, because the job of the first origin may have to wait in the fair
        queue.
        """
        key = match_id, ASKER.get()
        loading = self._loading.get(key)
        if loading is None:
            loading = self._loading[key] = asyncio.ensure_future(self._read_for(match_id, CPU_ACCOUNT.get()))
            loading.add_done_callback(lambda _: self._loading.pop(key, None))
        return await asyncio.shield(loading)

    async def _not_found_problem(self, match_id: str) -> Problem:
        how = await self.store.fate_of(match_id)
        if how is None:
            return Problem(404, "not_found", "There is no match with this id", field="id")
        return Problem(410, "not_found", GONE_REASONS[how], field="id")

    async def _read_for(self, match_id: str, meter: CpuAccount | None) -> MatchSession | None:
        """Read a match. Charge the processor time of the reading to `meter`, the account of the request."""
        return await charge_steps(self._read(match_id), meter)

    async def _read(self, match_id: str) -> MatchSession | None:
        try:
            stored = await self.store.load(match_id)
        except StoreDamaged:
            logger.error("match %s lies on a bad page of the store; see gunki admin check", match_id)
            raise Problem(410, "not_found", GONE_REASONS["damaged"], field="id") from None
        if stored is None:
            return None
        if stored[0].quarantine:
            raise Problem(410, "not_found", GONE_REASONS["quarantine"], field="id")
        live, header, entries = await run_in_heavy_thread(fold_log, *stored)
        if header is not None:
            opened_match = await self.open(live.row, header, entries, live.base, live.checkpoint, live.decides)
            if opened_match.checkpoint is not None and not await self._try_continue(live, opened_match):
                return await self._read(match_id)
            live.open_record(opened_match)
        if match_id in self._sessions:  # another request has loaded it meanwhile
            return self._sessions[match_id]
        self.add(live)
        self.on_change(live)  # a bot may have to decide
        return live

    async def open(
        self,
        row: MatchRow,
        header: MatchHeader,
        entries: list[gunki.RecordEntry],
        base: Checkpoint | None = None,
        checkpoint: Checkpoint | None = None,
        who: str | None = None,
    ) -> OpenedMatch:
        """Open a record in a worker (see `unplayable.open_stored`)."""
        if not entries:
            return await run_in_heavy_thread(open_stored, header, entries)
        return await history.open_in_worker(self.workers, row, header, entries, base, checkpoint, who)

    async def _try_continue(self, live: MatchSession, opened_match: OpenedMatch) -> bool:
        """Log that a match goes on from its checkpoint. Return False if another program has changed the match's log."""
        match, notice, checkpoint = opened_match.match, opened_match.notice, opened_match.checkpoint
        assert match is not None
        assert notice is not None
        assert checkpoint is not None
        logger.warning("match %s goes on from ply %d: today's rules refuse its record", live.id, match.ply)
        live.match = match  # the line takes ply and seat from it
        body = {"notice": notice, "stand": checkpoint}
        row = live.next_log_row("rules", body)
        try:
            await self.store.append(row)
            live.accept(row, body)
        except Conflict:
            return False
        except (StoreBusy, StoreFull) as error:  # the match goes on all the same; a later opening writes the line
            logger.warning("match %s: that it goes on is not written down now: %s", live.id, error)
            live.continue_from_checkpoint(notice, checkpoint)
        return True

    async def take_over(self, row: MatchRow, header: MatchHeader, entries: list[gunki.RecordEntry]) -> OpenedMatch:
        """Open the record of a new match. If its source was replayed before, resume it from the kept state."""
        state = self.upload_states.state(row.source) if entries else None
        if state is not None:
            try:
                return OpenedMatch(await run_in_heavy_thread(resume_match, header, entries, state))
            except Exception:  # a bug; a replay is still possible
                logger.exception("match %s: what it goes on from cannot be resumed", row.id)
        opened_match = await self.open(row, header, entries)
        if entries and opened_match.match is not None and opened_match.notice is None:
            self.upload_states.keep(row.source, await run_in_heavy_thread(pack_state, opened_match.match, LATEST))
        return opened_match

    def _shrink(self, added: MatchSession) -> None:
        """Drop the longest unused matches without listeners while there are too many matches.

        The match that was just added is never dropped.
        """
        if len(self._sessions) > self.settings.most_live:
            for live in [live for live in self._sessions.values() if not live.listeners and not live.lock.locked()]:
                if len(self._sessions) <= self.settings.most_live:
                    return
                if live is not added:
                    self._drop(live)
        self._bytes += memory_budget.MATCH_BYTES
        if self._bytes > self._budget:
            self._free_memory(added)

    @property
    def _budget(self) -> int:
        return self.settings.match_megabytes * 2**20

    def _free_memory(self, but: MatchSession | None = None) -> None:
        """Reduce the matches to the memory budget, watched ones included.

        `but`: the match that was just added; it is never dropped.
        """
        lives = [live for live in self._sessions.values() if live is not but]
        self._bytes = memory_budget.free_memory(lives, self._budget, self._drop, self.forget)

    def drop_idle(self) -> None:
        old = time.monotonic() - self.settings.idle
        for live in list(self._sessions.values()):
            if live.used < old and not live.listeners and not live.lock.locked():
                self._drop(live)

    def tidy(self) -> None:
        """Drop unused matches from memory, and the caches of matches at rest."""
        self.drop_idle()
        old = time.monotonic() - self.settings.rest
        for live in self._sessions.values():
            if live.used < old and live.parts and not live.lock.locked():
                memory_budget.drop_caches(live)
        self._free_memory()

    @property
    def bytes(self) -> int:
        """Approximate bytes that the matches take."""
        return sum(map(memory_budget.memory_estimate, self._sessions.values()))

    def _drop(self, live: MatchSession) -> None:
        """Remove a match from memory and mark it dead.

        Callers that still hold a dead match must get the match again.
        """
        live.dead = True
        del self._sessions[live.id]
        self.workers.forget(live.id)

    def forget(self, live: MatchSession) -> None:
        """Remove a match from memory, so that the next request reads it again.

        The match's streams end, and their listeners reconnect.
        """
        live.dead = True
        if self._sessions.get(live.id) is live:
            self._drop(live)
        for listener in live.listeners:
            listener.close()

    def forget_id(self, match_id: str) -> None:
        """Forget a match that another program has changed in the store."""
        live = self._sessions.get(match_id)
        if live is not None:
            self.forget(live)
        for (loading_id, _), loading in self._loading.items():
            if loading_id == match_id:  # the match may have been read before the change: forget it once it is loaded
                loading.add_done_callback(lambda _: self.forget_id(match_id))

    def add(self, live: MatchSession) -> None:
        self._sessions[live.id] = live
        self._shrink(live)

    def list_sessions(self) -> list[MatchSession]:
        """Return the matches in memory."""
        return list(self._sessions.values())

    @property
    def match_ids(self) -> set[str]:
        """The ids of matches in memory, and of those being loaded."""
        return {*self._sessions, *(match_id for match_id, _ in self._loading)}

    def __len__(self) -> int:
        """Return the number of matches in memory."""
        return len(self._sessions)

    def close(self) -> None:
        """End all streams, because the server stops."""
        self._closed = True
        self.broadcaster.close()
        for handle in self._presence.values():
            handle.cancel()
        for live in self._sessions.values():
            for listener in live.listeners:
                listener.restart()

    # -- changing -------------------------------------------------------------------------------------------------

    async def write(
        self,
        live: MatchSession,
        row: LogRow,
        body: Any,
        state: str | None = None,
        participant: ParticipantRow | None = None,
        audience: Collection[tuple[str | None, Extent]] | None = None,
    ) -> None:
        """Store a line of the log and apply it to the match. The caller holds the lock.

        While the line is written, the views for the audience are made. They are sent only after the line is stored.
        `audience`: the participants and extents to make views for; None means all listeners. On an error the match is
        forgotten.
        """
        saved = self.store.append(row, state, participant)
        try:
            if state is not None:
                live.row.state = state
            if participant is not None:
                live.participants[participant.seat] = participant
            live.accept(row, body)
            prepare_views(live, live.audience if audience is None else audience)
        except BaseException:
            self.forget(live)
            raise
        finally:
            await self._wait_until_stored(live, saved)

    async def _wait_until_stored(self, live: MatchSession, saved: Awaitable[None]) -> None:
        try:
            await saved
        except BaseException as error:  # also if the task is cancelled: nobody knows then whether the line is stored
            self.forget(live)
            if isinstance(error, Conflict):
                raise Problem(409, "stale", "The match was changed from elsewhere; look again") from None
            raise

    async def act(self, live: MatchSession, participant: str, text: str, *, extent: Extent = "whole") -> int:
        """Play an action. Return the ply before it.

        If the engine refuses the action, raise the engine's error and change nothing. `extent`: how much of the
        snapshot the answer to the action will hold.
        """
        match = live.match
        assert match is not None
        before, who, sitting = match.ply, match.who, match.game.original_seats(match.position)
        dice = who == "chance"
        try:
            with self._cpu_timer:
                match.act(text)
                _ = match.decision  # compute the next decision within the time limit too
        except gunki.EndlessError as error:
            await self.mark_unplayable(live, notice_endless(match, before, who, text, str(error)))
            raise unplayable_problem(live.notice) from None
        except BaseException:
            if match.ply != before:  # the action was played, but the next decision failed
                self.forget(live)
            raise
        body: dict[str, Any] = entry_out(match, match.entries[-1])
        if not dice:
            body["chair"] = participant
        if match.game.original_seats(match.position) != sitting:
            body["seats"] = self._exchange_seats(live, sitting, match)
        over = match.result is not None
        if over:
            body |= ending_fields(match)
        kind = "swap" if "seats" in body else "act"
        now = self.broadcaster.immediate_listeners(live, participant)
        audience = {*_audience(now), (participant, extent)}
        await self.write(live, live.next_log_row(kind, body), body, "over" if over else None, audience=audience)
        self.broadcaster.send_change(live, now, before)
        memory_budget.drop_old_positions(live)
        if over:
            self.broadcaster.send_match_info(live)
        self.on_change(live)
        return before

    async def mark_unplayable(self, live: MatchSession, notice: dict[str, Any]) -> None:
        """Set a match aside as unplayable and forget it. The caller holds the lock.

        The next request reads the match from the store again.
        """
        logger.warning("match %s is set aside: %s", live.id, notice["why"])
        row = replace(live.next_log_row("aside", notice), ply=notice["ply"])
        live.notice, live.unplayable = notice, True
        try:
            await self.store.append(row, "aside")
        finally:
            self.forget(live)

    @staticmethod
    def _exchange_seats(live: MatchSession, before: Sequence[int], match: Match) -> dict[str, str]:
        """Return the seat of each participant after an exchange of sides.

        `before`: the engine's original seats, in the order of the match's seats.
        """
        own, seats = {str(live.seat_of(participant)): participant for participant in live.participants}, match.seats
        now = seats_of_participants(
            match, {own[seat]: seats[engine] for seat, engine in zip(seats, before, strict=True)}
        )
        return {participant: now[participant] for participant in live.participants}

    async def take_back(self, live: MatchSession, participant: str, ply: int, renewal: Renewal | None = None) -> None:
        """Go back to a ply. `renewal`: the fresh numbers for the dice that are rolled after this ply."""
        assert live.match is not None
        before = live.participant_at(live.match.who)  # the decision of this participant may become void
        back = await history.match_at(self.workers, live, ply)
        try:
            live.match = renew_dice(live.match, back, renewal)
        except gunki.UndoError as error:
            raise Problem(422, "illegal", f"{error}: go on from here, or branch from an earlier ply", bars=[]) from None
        fairness = live.match.header.fairness or {}
        marks = fairness.get("taken_back", [])
        # This line holds all entries of `taken_back`, not only the new one. Older lines about take-backs may be
        # deleted; only the newest line is sure to stay.
        body = {"by": participant, "count": marks[-1][1] if marks else 0, "taken_back": marks}
        if "renewals" in fairness:
            body["renewals"] = fairness["renewals"]
        # if others had to agree, tell the participant too that the ply is taken back
        actor = participant if live.pending_undo is None else ""
        now = self.broadcaster.immediate_listeners(live, actor, [] if before is None else [before])
        live.back_at = time.monotonic()
        await self.write(live, live.next_log_row("back", body), body, audience=_audience(now))
        self.broadcaster.send_change(live, now, ply)
        self.broadcaster.send_event(live, "undo", orjson.dumps({"asked": None, "taken": True, "ply": ply}))
        self.on_change(live)

    async def note(self, live: MatchSession, kind: str, body: dict[str, Any]) -> None:
        """Write a line about a take-back to the log. It does not change the position."""
        now = self.broadcaster.immediate_listeners(live, body["by"], live.human_participants)
        live.back_at = time.monotonic()
        await self.write(live, live.next_log_row(kind, body), body, audience=_audience(now))
        self.broadcaster.send_change(live, now, live.match.ply if live.match else 0)
        self.broadcaster.send_event(
            live, "undo", orjson.dumps({"asked": undo.pending_undo_fields(live), "taken": False, "ply": None})
        )

    # -- presence -------------------------------------------------------------------------------------------------

    def enter(self, live: MatchSession, listener: Listener) -> None:
        self.broadcaster.add_listener(live, listener)
        live.listeners.add(listener)
        self._presence_changed(live)
        if self._closed:
            listener.restart()

    def leave(self, live: MatchSession, listener: Listener) -> None:
        live.listeners.discard(listener)
        live.used = time.monotonic()
        self._presence_changed(live)

    def _presence_changed(self, live: MatchSession) -> None:
        """Schedule a message about who is online.

        It is sent a moment later, so that nobody notices when a page is only reloaded.
        """
        if live.id not in self._presence and not self._closed:
            loop = asyncio.get_running_loop()
            self._presence[live.id] = loop.call_later(self.settings.presence, self._tell_presence, live)

    def _tell_presence(self, live: MatchSession) -> None:
        self._presence.pop(live.id, None)
        if live.lock.locked():  # a change that is being written must not be sent yet
            self._presence_changed(live)
        elif live.participants_online != live.online_sent:
            live.online_sent = live.participants_online
            self.broadcaster.send_match_info(live)


def _audience(listeners: Collection[Listener]) -> set[tuple[str | None, Extent]]:
    """Return the participant and the extent of each listener."""
    return {(listener.participant, listener.extent) for listener in listeners}
