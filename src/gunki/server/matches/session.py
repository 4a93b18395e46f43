"""A match in memory: folded from its log, with its participants."""

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

if TYPE_CHECKING:  # streams need the web server, which `gunki admin` has no use for
    from gunki.server.http.api_models import Extent
    from gunki.server.stream.listeners import Listener

#: Seconds that one who only looks waits for a change that is on its way to the disk.
READ_WAIT_SECONDS = 1.0


@dataclass(slots=True)
class PendingUndo:
    """Somebody wants to take back to `ply`; those it waits for have not agreed yet.

    `commits`: by participant the hashes of fresh numbers for the dice after it; `nonces`: the numbers that have been
    shown.
    """

    by: str
    ply: int
    waits_for: list[str]
    commits: dict[str, str] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)

    @property
    def nonces_due(self) -> list[str]:
        """The participants that have still to show their fresh number; none before everybody has agreed."""
        return [] if self.waits_for else [participant for participant in self.commits if participant not in self.nonces]


@dataclass(slots=True)
class SnapshotParts:
    """Parts of a snapshot, as JSON: the same for everyone who sits there, and valid for one seq."""

    seq: int
    #: What stands before the scene, and what stands between it and the steps.
    first: bytes
    last: bytes
    #: Of the view, what is asked and how it ended.
    status_fields: dict[str, Any]
    #: Made when somebody is shown it; in pieces, of which most are the same objects for all seats.
    scene: tuple[bytes, ...] | None = None


#: What a worker was asked: the kind of the question, and what it is about.
Question = tuple[str | None, ...]
#: Bytes that are kept of answers about one position.
MAX_ANSWER_BYTES = 128 * 2**10


class WorkerAnswers:
    """What workers have answered about a position, as JSON. When the position changes, nothing of it is kept."""

    __slots__ = ("_answers", "_moved", "_size")

    def __init__(self) -> None:
        self._moved = -1
        self._size = 0
        self._answers: dict[Question, bytes] = {}

    def at(self, moved: int, question: Question) -> bytes | None:
        """The answer at the seq of the last change; None if nobody has asked yet."""
        return self._answers.get(question) if moved == self._moved else None

    def keep(self, moved: int, question: Question, answer: bytes) -> None:
        """Keep an answer, unless there is no room left or another has been kept of a later position."""
        if moved > self._moved:
            self._moved, self._size, self._answers = moved, 0, {}
        if moved == self._moved and question not in self._answers and self._size + len(answer) <= MAX_ANSWER_BYTES:
            self._answers[question] = answer
            self._size += len(answer)


@dataclass(eq=False)
class MatchSession:
    """Everything is read and changed under `lock`, which is held until a change is on the disk."""

    row: MatchRow
    participants: dict[str, ParticipantRow]
    seq: int = -1
    changed: float = 0.0
    #: None while people are still gathering.
    match: Match | None = None
    #: The ply at which this match began: more than 0 where it goes on from another, or was taken up under other rules.
    first: int = 0
    #: Where it stood when rules came that refuse its record: it is replayed from there.
    base: Checkpoint | None = None
    #: Until it has been opened: where it stood last, and, if it is under way, who had to decide.
    checkpoint: Checkpoint | None = None
    decides: str | None = None
    #: The seq of the stand in the store.
    checkpoint_seq: int = -1
    #: By ply: the participant that decided (empty: taken over, or dice typed in).
    by: list[str] = field(default_factory=list)
    #: (seq, ply), both rising: from this seq on, as far as the next, the ply up to which all has stayed as it was.
    plies: list[tuple[int, int]] = field(default_factory=list)
    #: The first seq of its present epoch (gunki.server.store.seq_epochs): what others were told before may have been
    #: otherwise.
    epoch: int = 0
    #: The seq of the last change of the position.
    moved: int = 0
    #: When something was last taken back here, or asked or answered about that, by the clock that only rises.
    back_at: float = -inf
    pending_undo: PendingUndo | None = None
    #: The owner wants to close the match, and these participants have not agreed yet.
    closing: list[str] | None = None
    #: How it was closed, and what its dice were made of: the body of the line that says so.
    closed: dict[str, Any] | None = None
    #: From which ply on which participant plays which seat.
    seat_changes: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    #: What there is to say of the match before anything else (gunki.core.matches.compatibility), and whether it cannot
    #: go on.
    notice: dict[str, Any] | None = None
    unplayable: bool = False
    #: A write failed: memory may be ahead of the disk, so this is to be read again.
    dead: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    online_sent: frozenset[str] = frozenset()
    #: By participant: what it is shown.
    parts: dict[str | None, SnapshotParts] = field(default_factory=dict)
    cache: JsonCache = field(default_factory=JsonCache)
    #: What workers have answered about the position.
    answers: WorkerAnswers = field(default_factory=WorkerAnswers)
    #: What became of it, once somebody has asked for it after its end (gunki.server.views.stories).
    story: asyncio.Future[bytes] | None = None
    used: float = field(default_factory=time.monotonic)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def state(self) -> str:
        """As it is told: one that is played but cannot go on is set aside."""
        return "aside" if self.unplayable and self.row.state == "playing" else self.row.state

    # -- participants -------------------------------------------------------------------------------------------------

    def participant_of_token(self, token: str) -> str | None:
        """The participant that a token acts for; none for one who has resigned."""
        holder = self.participant_with_token(token)
        return None if holder is None or self.participants[holder].has_resigned else holder

    def participant_with_token(self, token: str) -> str | None:
        """The participant whose person got this token, also if he has resigned since."""
        holder, digest = None, token_hash(token)
        for name, participant in self.participants.items():
            if is_same_hash(digest, participant.token):
                holder = name
        return holder

    def seat_of(self, participant: str | None, ply: int | None = None) -> str | None:
        """The seat a participant plays, now or at a ply."""
        if participant is None:
            return None
        seat = participant
        for since, seats in self.seat_changes:
            if ply is None or since <= ply:
                seat = seats[participant]
        return seat

    def participant_at(self, seat: str | None) -> str | None:
        """The participant that plays a seat now; None for the dice and for nobody."""
        return next((name for name in self.participants if self.seat_of(name) == seat), None)

    @property
    def participants_online(self) -> frozenset[str]:
        """Return the participants whose people listen now."""
        return frozenset(listener.participant for listener in self.listeners if listener.participant is not None)

    @property
    def audience(self) -> set[tuple[str | None, Extent]]:
        """Return the participants for whom somebody listens (None: spectators), and how much each stream is told."""
        return {(listener.participant, listener.extent) for listener in self.listeners}

    def make_spectator(self, participant: str) -> None:
        """Make spectators of the streams that listened as a participant."""
        for listener in self.listeners:
            if listener.participant == participant:
                listener.participant = None

    @property
    def human_participants(self) -> list[str]:
        return [name for name, participant in self.participants.items() if participant.kind == "person"]

    @property
    def is_one_person(self) -> bool:
        """One person holds all the persons' seats."""
        return all(participant.mine for participant in self.participants.values() if participant.kind == "person")

    @property
    def bot_to_move(self) -> str | None:
        """The participant of the bot that has to decide."""
        if self.state != "playing" or self.match is None:
            return None
        participant = self.participant_at(self.match.who)
        return participant if participant is not None and self.participants[participant].kind == "bot" else None

    def may_decide(self, participant: str) -> bool:
        """Whether the question is this participant's; dice are typed in by any person at the table."""
        assert self.match is not None
        return self.match.who in (self.seat_of(participant), CHANCE) and not self.participants[participant].has_resigned

    # -- the log --------------------------------------------------------------------------------------------------

    def next_log_row(self, kind: str, body: Any) -> LogRow:
        """The next line of the log."""
        ply, who = (0, None) if self.match is None else (self.match.ply, self.match.who)
        return LogRow(self.id, self.seq + 1, clock.now(), kind, ply, who or "", orjson.dumps(body).decode())

    def accept(self, row: LogRow, body: Any) -> None:
        """Follow a line that is on the disk; the match itself has been changed already."""
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
                if "result" in body:  # it is over: there is nothing left to close
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
                # Read again, it does not wait for one who has resigned since.
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
        """Follow that the match goes on from where it stood, under other rules; nothing before that is taken back."""
        self.notice, self.base, self.first = notice, checkpoint, checkpoint["ply"]
        self.pending_undo = None

    def _commit(self, body: Mapping[str, Any]) -> None:
        """Note the hash of a fresh number, if the line of the log has one."""
        if self.pending_undo is not None and "commit" in body:
            self.pending_undo.commits[body["by"]] = body["commit"]

    @property
    def dice_take_backs(self) -> int:
        """How many take-backs have changed the dice."""
        fairness = None if self.match is None else self.match.header.fairness
        marks = (fairness or {}).get("taken_back")
        return int(marks[-1][1]) if marks else 0

    def open_record(self, opened: OpenedMatch) -> None:
        """The match that the record has become, as far as the rules accept it."""
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
        """The first ply that can be shown as it stood."""
        return 0 if self.base is None else int(self.base["ply"])

    def has_sent(self, seq: int) -> bool:
        """Whether a seq can be one of this match as it is, and not of what a restored backup took away."""
        return self.epoch <= seq <= self.seq

    def common_ply(self, seq: int) -> int:
        """The last ply that has stayed as it was since a seq; -1: not even the start is sure to have."""
        if not self.has_sent(seq):
            return -1
        place = bisect_right(self.plies, seq, key=lambda known: known[0])
        return self.plies[place - 1][1] if place else 0


@asynccontextmanager
async def lock_for_reading(live: MatchSession) -> AsyncIterator[None]:
    """The lock of a match, for one who only looks: where a change waits long for the disk, he is sent away instead."""
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
    """The lock of a match, for one who goes by what it holds: nothing of it may be a change that was never stored."""
    async with live.lock:
        _require_stored(live)
        yield


def _require_stored(live: MatchSession) -> None:
    """Whoever has waited for the lock while a write failed would see, and go on from, what has not happened."""
    if live.dead:
        raise StoreBusy("the match is to be read again")


def fold_log(
    row: MatchRow,
    participants: Sequence[ParticipantRow],
    rows: Sequence[LogRow],
    checkpoint: CheckpointRow | None = None,
) -> tuple[MatchSession, MatchHeader | None, list[gunki.RecordEntry]]:
    """A match from what is stored, before it is opened, and its record."""
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
    """Take the stored stand, unless it has been taken back or lost its log since."""
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
    """A match from what is stored, replayed here and now; a server leaves that to its workers."""
    live, header, entries = fold_log(row, participants, rows, checkpoint)
    if header is not None:
        opened_match = open_stored(header, entries, OPEN_SECONDS, live.base, live.checkpoint, live.decides)
        if opened_match.checkpoint is not None and opened_match.notice is not None:
            live.continue_from_checkpoint(opened_match.notice, opened_match.checkpoint)
        live.open_record(opened_match)
    return live


def seats_of_participants(match: Match, base: dict[str, str]) -> dict[str, str]:
    """Participant -> seat it plays now. `base`: seat -> the engine's original seat when this match began."""
    now = {own: seat for seat, own in match.original_seats.items()}
    return {participant: now[own] for participant, own in base.items()}
