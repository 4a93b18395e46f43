"""A match in memory, with its participants. It is the result of applying all lines of its log."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any

import orjson

import gunki
from gunki.core.matches.match import Match, MatchHeader
from gunki.core.rules.decision import CHANCE
from gunki.server.http.security import is_same_hash, token_hash
from gunki.server.matches.unplayable import OPEN_SECONDS, Checkpoint, OpenedMatch, open_stored
from gunki.server.operation import clock
from gunki.server.store.match_store import CheckpointRow, LogRow, MatchRow, ParticipantRow
from gunki.server.store.record_codec import entry_in
from gunki.server.store.source_codec import checkpoint_in, start_in
from gunki.server.store.store_errors import StoreBusy
from gunki.server.views.json_cache import JsonCache

if TYPE_CHECKING:  # streams need the web server, which `gunki admin` does not load
    from gunki.server.http.api_models import Extent
    from gunki.server.stream.listeners import Listener

#: Seconds that a reading request waits for a change that is being stored.
READ_WAIT_SECONDS = 1.0


@dataclass(slots=True)
class PendingUndo:
    """A participant's request to take back to `ply`. The participants in `waits_for` have not agreed yet.

    `commits`: the hashes of the fresh numbers for the dice after the take-back, by participant. `nonces`: the numbers
    that are revealed so far.
    """

    by: str
    ply: int
    waits_for: list[str]
    commits: dict[str, str] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)

    @property
    def nonces_due(self) -> list[str]:
        """The participants that must still reveal their fresh number. Empty until all have agreed."""
        return [] if self.waits_for else [participant for participant in self.commits if participant not in self.nonces]


@dataclass(slots=True)
class SnapshotParts:
    """Parts of a participant's snapshot as JSON. They are the same for all its streams, and valid for one seq."""

    seq: int
    #: `first`: the members of the snapshot before the scene. `last`: the members between scene and steps.
    first: bytes
    last: bytes
    #: Decision and result, as in the view.
    status_fields: dict[str, Any]
    #: The scene in pieces, made on demand. Most pieces are the same objects for all seats.
    scene: tuple[bytes, ...] | None = None


#: A question to a worker: its kind, then its arguments.
Question = tuple[str | None, ...]
#: At most this many bytes of answers are kept about one position.
MAX_ANSWER_BYTES = 128 * 2**10


class WorkerAnswers:
    """A cache of workers' answers about the present position, as JSON. A change of the position empties it."""

    __slots__ = ("_answers", "_moved", "_size")

    def __init__(self) -> None:
        self._moved = -1
        self._size = 0
        self._answers: dict[Question, bytes] = {}

    def at(self, moved: int, question: Question) -> bytes | None:
        """Return the cached answer for a position, or None. `moved`: the seq of the last change of the position."""
        return self._answers.get(question) if moved == self._moved else None

    def keep(self, moved: int, question: Question, answer: bytes) -> None:
        """Keep an answer, unless the cache is full or holds answers about a later position."""
        if moved > self._moved:
            self._moved, self._size, self._answers = moved, 0, {}
        if moved == self._moved and question not in self._answers and self._size + len(answer) <= MAX_ANSWER_BYTES:
            self._answers[question] = answer
            self._size += len(answer)


@dataclass(eq=False)
class MatchSession:
    """A match in memory. A request reads or changes it under `lock`, which is held until a change is stored."""

    row: MatchRow
    participants: dict[str, ParticipantRow]
    seq: int = -1
    changed: float = 0.0
    #: The engine's match. None until the match begins.
    match: Match | None = None
    #: The ply at which this match began. It is above 0 if the match goes on from another match or from a checkpoint.
    first: int = 0
    #: The checkpoint from which the match is replayed, because later rules refuse the part of its record before the
    #: checkpoint.
    base: Checkpoint | None = None
    #: These two are set until the record is opened: the newest checkpoint, and the seat that has to decide in a match
    #: under way.
    checkpoint: Checkpoint | None = None
    decides: str | None = None
    #: The seq of the checkpoint that is in the store.
    checkpoint_seq: int = -1
    #: The participant that decided at each ply. Empty for a ply that was taken over from a source, and for typed dice.
    by: list[str] = field(default_factory=list)
    #: Pairs (seq, ply), both rising. If a client's last seq is at least the seq of a pair, and below that of the next
    #: pair, all plies up to the pair's ply are still as the client knows them.
    plies: list[tuple[int, int]] = field(default_factory=list)
    #: The first seq of the match's present epoch (gunki.server.store.seq_epochs). States that clients got with earlier
    #: seqs may differ from the match.
    epoch: int = 0
    #: The seq of the last change of the position.
    moved: int = 0
    #: The monotonic time of the last take-back, or of the last request or answer about a take-back.
    back_at: float = -inf
    pending_undo: PendingUndo | None = None
    #: The participants that have not yet agreed to close the match. None if the owner has not asked them.
    closing: list[str] | None = None
    #: The body of the line `close`: how the match was closed, and the secrets of its dice.
    closed: dict[str, Any] | None = None
    #: Pairs (ply, seat of each participant): the participants play these seats from this ply on.
    seat_changes: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    #: The notice about the match's record (gunki.core.matches.compatibility), and whether the match is unplayable.
    notice: dict[str, Any] | None = None
    unplayable: bool = False
    #: Whether the match is no longer current, because a write failed or it left the memory. Get it from the registry
    #: again then.
    dead: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    online_sent: frozenset[str] = frozenset()
    #: Parts of the present snapshot, by participant.
    parts: dict[str | None, SnapshotParts] = field(default_factory=dict)
    cache: JsonCache = field(default_factory=JsonCache)
    #: Cached answers of workers about the position.
    answers: WorkerAnswers = field(default_factory=WorkerAnswers)
    #: The story of the match, once requested after its end (gunki.server.views.stories).
    story: asyncio.Future[bytes] | None = None
    used: float = field(default_factory=time.monotonic)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def state(self) -> str:
        """The state for clients: "aside" if the match is under way but unplayable."""
        return "aside" if self.unplayable and self.row.state == "playing" else self.row.state

    # -- participants -------------------------------------------------------------------------------------------------

    def participant_of_token(self, token: str) -> str | None:
        """Return the participant that a token acts for.

        Return None if there is none, or if the participant has resigned.
        """
        holder = self.participant_with_token(token)
        return None if holder is None or self.participants[holder].has_resigned else holder

    def participant_with_token(self, token: str) -> str | None:
        """Return the participant of a token, even if the participant has resigned. Return None if there is none."""
        holder, digest = None, token_hash(token)
        for name, participant in self.participants.items():
            if is_same_hash(digest, participant.token):
                holder = name
        return holder

    def seat_of(self, participant: str | None, ply: int | None = None) -> str | None:
        """Return the seat that a participant plays, now or at a ply."""
        if participant is None:
            return None
        seat = participant
        for since, seats in self.seat_changes:
            if ply is None or since <= ply:
                seat = seats[participant]
        return seat

    def participant_at(self, seat: str | None) -> str | None:
        """Return the participant that plays a seat now. Return None if `seat` is chance or None."""
        return next((name for name in self.participants if self.seat_of(name) == seat), None)

    @property
    def participants_online(self) -> frozenset[str]:
        """The participants that listen now."""
        return frozenset(listener.participant for listener in self.listeners if listener.participant is not None)

    @property
    def audience(self) -> set[tuple[str | None, Extent]]:
        """The participants (None: spectators) and extents of all listeners."""
        return {(listener.participant, listener.extent) for listener in self.listeners}

    def make_spectator(self, participant: str) -> None:
        """Turn a participant's streams into streams of spectators."""
        for listener in self.listeners:
            if listener.participant == participant:
                listener.participant = None

    @property
    def human_participants(self) -> list[str]:
        return [name for name, participant in self.participants.items() if participant.kind == "person"]

    @property
    def is_one_person(self) -> bool:
        """Whether one person holds all persons' seats."""
        return all(participant.mine for participant in self.participants.values() if participant.kind == "person")

    @property
    def bot_to_move(self) -> str | None:
        """The participant that has to decide, if it is a bot; else None."""
        if self.state != "playing" or self.match is None:
            return None
        participant = self.participant_at(self.match.who)
        return participant if participant is not None and self.participants[participant].kind == "bot" else None

    def may_decide(self, participant: str) -> bool:
        """Return whether a participant may answer the present decision.

        If dice are to be typed in, every participant who has not resigned may answer.
        """
        assert self.match is not None
        return self.match.who in (self.seat_of(participant), CHANCE) and not self.participants[participant].has_resigned

    # -- the log --------------------------------------------------------------------------------------------------

    def next_log_row(self, kind: str, body: Any) -> LogRow:
        """Return a new line for the end of the log. It holds the present ply, and the seat that has to decide now."""
        ply, who = (0, None) if self.match is None else (self.match.ply, self.match.who)
        return LogRow(self.id, self.seq + 1, clock.now(), kind, ply, who or "", orjson.dumps(body).decode())

    def accept(self, row: LogRow, body: Any) -> None:
        """Apply a line of the log to everything but `match`. The caller has changed `match` already."""
        self.seq = row.seq
        self.changed = row.at
        since = row.seq
        while self.plies and self.plies[-1][1] >= row.ply:
            since = self.plies.pop()[0]
        self.plies.append((since, row.ply))
        if row.kind in ("act", "swap", "back", "start"):
            self.moved = row.seq
            self.pending_undo = None
        match row.kind:
            case "act" | "swap":
                self.by.append(body.get("chair", ""))
                if "seats" in body:
                    self.seat_changes.append((row.ply, body["seats"]))
                if "result" in body:  # a match that is over cannot be closed
                    self.closing = None
            case "back":
                del self.by[row.ply + 1 :]
                self.seat_changes = [(ply, plays) for ply, plays in self.seat_changes if ply <= row.ply]
            case "start":
                self.first = row.ply
                self.notice = body.get("notice")
                self.by = [""] * (row.ply + 1)
            case "ask":
                self.pending_undo = PendingUndo(
                    body["by"], body["ply"], [name for name in self.human_participants if name != body["by"]]
                )
                self._commit(body)
            case "agree" if self.pending_undo is not None:
                # `remove` would fail here: when the log is read again, a participant that has resigned since is not in
                # the list.
                self.pending_undo.waits_for = [name for name in self.pending_undo.waits_for if name != body["by"]]
                self._commit(body)
            case "renew" if self.pending_undo is not None:
                self.pending_undo.nonces[body["by"]] = body["nonce"]
            case "refuse":
                self.pending_undo = None
            case "close_ask":
                self.closing = list(body["waits_for"])
            case "close_agree" if self.closing is not None:
                self.closing = [name for name in self.closing if name != body["by"]]
            case "close_refuse":
                self.closing = None
            case "resign":
                self.pending_undo = None
                if self.closing is not None:
                    self.closing = [name for name in self.closing if name != body["seat"]]
            case "close":
                self.pending_undo = self.closing = None
                self.closed = body
            case "aside":
                self.notice, self.unplayable = body, True
            case "rules":
                self.continue_from_checkpoint(body["notice"], body["stand"])
            case "restored":
                self.epoch = self.moved = row.seq

    def continue_from_checkpoint(self, notice: dict[str, Any], checkpoint: Checkpoint) -> None:
        """Note that the match goes on from a checkpoint under other rules. Plies before it cannot be taken back."""
        self.notice, self.base, self.first = notice, checkpoint, checkpoint["ply"]
        self.pending_undo = None

    def _commit(self, body: Mapping[str, Any]) -> None:
        """Note the hash of a fresh number if the line has one."""
        if self.pending_undo is not None and "commit" in body:
            self.pending_undo.commits[body["by"]] = body["commit"]

    @property
    def dice_take_backs(self) -> int:
        """The number of take-backs that have changed the dice."""
        fairness = None if self.match is None else self.match.header.fairness
        marks = (fairness or {}).get("taken_back")
        return int(marks[-1][1]) if marks else 0

    def open_record(self, opened: OpenedMatch) -> None:
        """Take the match that was opened from the record, and mark it unplayable if it cannot go on."""
        match = self.match = opened.match
        self.checkpoint = None
        if opened.notice is not None and opened.checkpoint is None:
            self.notice = opened.notice
            self.unplayable = True
            ply = 0 if match is None else match.ply
            del self.by[ply + 1 :]
            self.seat_changes = [(since, plays) for since, plays in self.seat_changes if since <= ply]
        self.pending_undo = None if self.unplayable else self.pending_undo

    @property
    def first_shown_ply(self) -> int:
        """The first ply whose position can be shown."""
        return 0 if self.base is None else int(self.base["ply"])

    def has_sent(self, seq: int) -> bool:
        """Return whether a seq is of the match's present epoch, and not above the match's newest seq.

        If not, the log has not reached this seq yet, or its line may have been lost when a backup was restored.
        """
        return self.epoch <= seq <= self.seq

    def common_ply(self, seq: int) -> int:
        """Return the last ply that has not changed since a seq. Return -1 if even the start may have changed."""
        if not self.has_sent(seq):
            return -1
        place = bisect_right(self.plies, seq, key=lambda known: known[0])
        return self.plies[place - 1][1] if place else 0


@asynccontextmanager
async def lock_for_reading(live: MatchSession) -> AsyncIterator[None]:
    """Hold the lock of a match for reading.

    Raise StoreBusy if a change that is being stored holds the lock too long.
    """
    try:
        async with asyncio.timeout(READ_WAIT_SECONDS):
            await live.lock.acquire()
    except TimeoutError:
        raise StoreBusy("a change waits for the disk") from None
    try:
        _require_stored(live)
        yield
    finally:
        live.lock.release()


@asynccontextmanager
async def lock_for_change(live: MatchSession) -> AsyncIterator[None]:
    """Hold the lock of a match for a change. Raise StoreBusy if the match is no longer current."""
    async with live.lock:
        _require_stored(live)
        yield


def _require_stored(live: MatchSession) -> None:
    """Raise StoreBusy if the match is dead: its memory may hold a change that was never stored."""
    if live.dead:
        raise StoreBusy("the match is to be read again")


def fold_log(
    row: MatchRow,
    participants: Sequence[ParticipantRow],
    rows: Sequence[LogRow],
    checkpoint: CheckpointRow | None = None,
) -> tuple[MatchSession, MatchHeader | None, list[gunki.RecordEntry]]:
    """Make a match from its stored rows, without opening its record. Return it with its header and its entries.

    The header is None if the match has not begun.
    """
    live = MatchSession(row, {participant.seat: participant for participant in participants})
    live.changed = row.created
    header: MatchHeader | None = None
    entries: list[gunki.RecordEntry] = []
    for line in rows:
        body = orjson.loads(line.body)
        if line.kind == "start":
            header, entries = start_in(body, row.source)
        elif line.kind in ("act", "swap"):
            entries.append(entry_in(body))
        elif line.kind == "back":
            del entries[line.ply + 1 :]
            if header is not None and header.fairness is not None and body.get("taken_back"):
                renewals = {"renewals": body["renewals"]} if "renewals" in body else {}
                header = replace(header, fairness={**header.fairness, "taken_back": body["taken_back"], **renewals})
        live.accept(line, body)
    if row.state == "playing" and rows:
        live.decides = rows[-1].who
        if checkpoint is not None:
            _find_checkpoint(live, checkpoint, len(entries))
    return live, header, entries


def _find_checkpoint(live: MatchSession, row: CheckpointRow, entries: int) -> None:
    """Use the stored checkpoint, unless its ply was taken back or lines of the log before it were lost."""
    checkpoint = checkpoint_in(row.body) if row.seq <= live.seq else None
    if checkpoint is None or not live.first_shown_ply <= checkpoint["ply"] <= min(
        live.common_ply(row.seq), entries - 1
    ):
        return
    live.checkpoint, live.checkpoint_seq = checkpoint, row.seq


def load_here(
    row: MatchRow,
    participants: Sequence[ParticipantRow],
    rows: Sequence[LogRow],
    checkpoint: CheckpointRow | None = None,
) -> MatchSession:
    """Return a match from its stored rows, replayed in this process. The server lets workers replay instead."""
    live, header, entries = fold_log(row, participants, rows, checkpoint)
    if header is not None:
        opened_match = open_stored(header, entries, OPEN_SECONDS, live.base, live.checkpoint, live.decides)
        if opened_match.checkpoint is not None and opened_match.notice is not None:
            live.continue_from_checkpoint(opened_match.notice, opened_match.checkpoint)
        live.open_record(opened_match)
    return live


def seats_of_participants(match: Match, base: dict[str, str]) -> dict[str, str]:
    """Return the seat that each participant plays now. `base`: the engine's original seat of each participant."""
    now = {own: seat for seat, own in match.original_seats.items()}
    return {participant: now[own] for participant, own in base.items()}
