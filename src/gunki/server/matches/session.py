"""A match in memory: folded from its log, with the chairs around it."""

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
from gunki.core.matches.match import Header, Match
from gunki.core.rules.decision import CHANCE
from gunki.server.http.security import same_hash, token_hash
from gunki.server.matches.unplayable import OPENING, Opened, Stand, opened
from gunki.server.operation import clock
from gunki.server.store.match_store import ChairRow, LogRow, MatchRow, StandRow
from gunki.server.store.record_codec import entry_in
from gunki.server.store.source_codec import stand_in, start_in
from gunki.server.store.store_errors import StoreBusy
from gunki.server.views.json_cache import JsonCache

if TYPE_CHECKING:  # streams need the web server, which `gunki admin` has no use for
    from gunki.server.http.api_models import Extent
    from gunki.server.stream.listeners import Listener

#: Seconds that one who only looks waits for a change that is on its way to the disk.
PATIENCE = 1.0


@dataclass(slots=True)
class Asked:
    """Somebody wants to take back to `ply`; those it waits for have not agreed yet.

    `commits`: by chair the hashes of fresh numbers for the dice after it; `nonces`: the numbers that have been shown.
    """

    by: str
    ply: int
    waits_for: list[str]
    commits: dict[str, str] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)

    @property
    def to_show(self) -> list[str]:
        """The chairs that have still to show their fresh number; none before everybody has agreed."""
        return [] if self.waits_for else [chair for chair in self.commits if chair not in self.nonces]


@dataclass(slots=True)
class Parts:
    """Parts of a snapshot, as JSON: the same for everyone who sits there, and valid for one seq."""

    seq: int
    #: What stands before the scene, and what stands between it and the steps.
    first: bytes
    last: bytes
    #: Of the view, what is asked and how it ended.
    stands: dict[str, Any]
    #: Made when somebody is shown it; in pieces, of which most are the same objects for all seats.
    scene: tuple[bytes, ...] | None = None


#: What a worker was asked: the kind of the question, and what it is about.
Question = tuple[str | None, ...]
#: Bytes that are kept of answers about one position.
MOST_ANSWERS = 128 * 2**10


class Answers:
    """What workers have answered about a position, as JSON. When the position changes, nothing of it is kept."""

    __slots__ = ("_kept", "_moved", "_size")

    def __init__(self) -> None:
        self._moved = -1
        self._size = 0
        self._kept: dict[Question, bytes] = {}

    def at(self, moved: int, question: Question) -> bytes | None:
        """The answer at the seq of the last change; None if nobody has asked yet."""
        return self._kept.get(question) if moved == self._moved else None

    def keep(self, moved: int, question: Question, answer: bytes) -> None:
        """Keep an answer, unless there is no room left or another has been kept of a later position."""
        if moved > self._moved:
            self._moved, self._size, self._kept = moved, 0, {}
        if moved == self._moved and question not in self._kept and self._size + len(answer) <= MOST_ANSWERS:
            self._kept[question] = answer
            self._size += len(answer)


@dataclass(eq=False)
class Live:
    """Everything is read and changed under `lock`, which is held until a change is on the disk."""

    row: MatchRow
    chairs: dict[str, ChairRow]
    seq: int = -1
    changed: float = 0.0
    #: None while people are still gathering.
    match: Match | None = None
    #: The ply at which this match began: more than 0 where it goes on from another, or was taken up under other rules.
    first: int = 0
    #: Where it stood when rules came that refuse its record: it is replayed from there.
    base: Stand | None = None
    #: Until it has been opened: where it stood last, and, if it is under way, who had to decide.
    stand: Stand | None = None
    decides: str | None = None
    #: The seq of the stand in the store.
    stood: int = -1
    #: By ply: the chair that decided (empty: taken over, or dice typed in).
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
    asked: Asked | None = None
    #: The owner wants to close the match, and these chairs have not agreed yet.
    closing: list[str] | None = None
    #: How it was closed, and what its dice were made of: the body of the line that says so.
    closed: dict[str, Any] | None = None
    #: From which ply on which chair plays which seat.
    seated: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    #: What there is to say of the match before anything else (gunki.core.matches.compatibility), and whether it cannot
    #: go on.
    notice: dict[str, Any] | None = None
    aside: bool = False
    #: A write failed: memory may be ahead of the disk, so this is to be read again.
    dead: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    told_online: frozenset[str] = frozenset()
    #: By chair: what it is shown.
    parts: dict[str | None, Parts] = field(default_factory=dict)
    cache: JsonCache = field(default_factory=JsonCache)
    #: What workers have answered about the position.
    answers: Answers = field(default_factory=Answers)
    #: What became of it, once somebody has asked for it after its end (gunki.server.views.stories).
    story: asyncio.Future[bytes] | None = None
    used: float = field(default_factory=time.monotonic)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def state(self) -> str:
        """As it is told: one that is played but cannot go on is set aside."""
        return "aside" if self.aside and self.row.state == "playing" else self.row.state

    # -- chairs ---------------------------------------------------------------------------------------------------

    def chair_of_token(self, token: str) -> str | None:
        """The chair that a token acts for; none for one who has resigned."""
        found = self.taken_with(token)
        return None if found is None or self.chairs[found].resigned else found

    def taken_with(self, token: str) -> str | None:
        """The chair whose person got this token, also if he has resigned since."""
        found, given = None, token_hash(token)
        for name, chair in self.chairs.items():
            if same_hash(given, chair.token):
                found = name
        return found

    def seat_of(self, chair: str | None, ply: int | None = None) -> str | None:
        """The seat a chair plays, now or at a ply."""
        if chair is None:
            return None
        seats = chair
        for since, plays in self.seated:
            if ply is None or since <= ply:
                seats = plays[chair]
        return seats

    def chair_at(self, seat: str | None) -> str | None:
        """The chair that plays a seat now; None for the dice and for nobody."""
        return next((name for name in self.chairs if self.seat_of(name) == seat), None)

    @property
    def online(self) -> frozenset[str]:
        """The chairs whose people listen."""
        return frozenset(listener.chair for listener in self.listeners if listener.chair is not None)

    @property
    def listening(self) -> set[tuple[str | None, Extent]]:
        """The chairs at which somebody listens (None: spectators), and how much he is told there."""
        return {(listener.chair, listener.extent) for listener in self.listeners}

    def look_on(self, chair: str) -> None:
        """Whoever listens at a chair is a spectator from now on."""
        for listener in self.listeners:
            if listener.chair == chair:
                listener.chair = None

    @property
    def persons(self) -> list[str]:
        return [name for name, chair in self.chairs.items() if chair.kind == "person"]

    @property
    def one_table(self) -> bool:
        """One person holds all the persons' seats."""
        return all(chair.mine for chair in self.chairs.values() if chair.kind == "person")

    @property
    def bot_to_move(self) -> str | None:
        """The chair of the bot that has to decide."""
        if self.state != "playing" or self.match is None:
            return None
        chair = self.chair_at(self.match.who)
        return chair if chair is not None and self.chairs[chair].kind == "bot" else None

    def may_decide(self, chair: str) -> bool:
        """Whether the question is this chair's; dice are typed in by any person at the table."""
        assert self.match is not None
        return self.match.who in (self.seat_of(chair), CHANCE) and not self.chairs[chair].resigned

    # -- the log --------------------------------------------------------------------------------------------------

    def line(self, kind: str, body: Any) -> LogRow:
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
            self.asked = None
        match row.kind:
            case "act" | "swap":
                self.by.append(body.get("chair", ""))
                if "seats" in body:
                    self.seated.append((row.ply, body["seats"]))
                if "result" in body:  # it is over: there is nothing left to close
                    self.closing = None
            case "back":
                del self.by[row.ply + 1 :]
                self.seated = [(ply, plays) for ply, plays in self.seated if ply <= row.ply]
            case "start":
                self.first = row.ply
                self.notice = body.get("notice")
                self.by = [""] * (row.ply + 1)
            case "ask":
                self.asked = Asked(body["by"], body["ply"], [name for name in self.persons if name != body["by"]])
                self._commit(body)
            case "agree" if self.asked is not None:
                # Read again, it does not wait for one who has resigned since.
                self.asked.waits_for = [name for name in self.asked.waits_for if name != body["by"]]
                self._commit(body)
            case "renew" if self.asked is not None:
                self.asked.nonces[body["by"]] = body["nonce"]
            case "refuse":
                self.asked = None
            case "close_ask":
                self.closing = list(body["waits_for"])
            case "close_agree" if self.closing is not None:
                self.closing = [name for name in self.closing if name != body["by"]]
            case "close_refuse":
                self.closing = None
            case "resign":
                self.asked = None
                if self.closing is not None:
                    self.closing = [name for name in self.closing if name != body["seat"]]
            case "close":
                self.asked = self.closing = None
                self.closed = body
            case "aside":
                self.notice, self.aside = body, True
            case "rules":
                self.take_up(body["notice"], body["stand"])
            case "restored":
                self.epoch = self.moved = row.seq

    def take_up(self, notice: dict[str, Any], stand: Stand) -> None:
        """Follow that the match goes on from where it stood, under other rules; nothing before that is taken back."""
        self.notice, self.base, self.first = notice, stand, stand["ply"]
        self.asked = None

    def _commit(self, body: Mapping[str, Any]) -> None:
        """Note the hash of a fresh number, if the line of the log has one."""
        if self.asked is not None and "commit" in body:
            self.asked.commits[body["by"]] = body["commit"]

    @property
    def taken_back(self) -> int:
        """How many take-backs have changed the dice."""
        fairness = None if self.match is None else self.match.header.fairness
        marks = (fairness or {}).get("taken_back")
        return int(marks[-1][1]) if marks else 0

    def open(self, opened: Opened) -> None:
        """The match that the record has become, as far as the rules accept it."""
        match = self.match = opened.match
        self.stand = None
        if opened.notice is not None and opened.stand is None:
            self.notice = opened.notice
            self.aside = True
            ply = 0 if match is None else match.ply
            del self.by[ply + 1 :]
            self.seated = [(since, plays) for since, plays in self.seated if since <= ply]
        self.asked = None if self.aside else self.asked

    @property
    def shown_from(self) -> int:
        """The first ply that can be shown as it stood."""
        return 0 if self.base is None else int(self.base["ply"])

    def has_told(self, seq: int) -> bool:
        """Whether a seq can be one of this match as it is, and not of what a restored backup took away."""
        return self.epoch <= seq <= self.seq

    def common_ply(self, seq: int) -> int:
        """The last ply that has stayed as it was since a seq; -1: not even the start is sure to have."""
        if not self.has_told(seq):
            return -1
        place = bisect_right(self.plies, seq, key=lambda known: known[0])
        return self.plies[place - 1][1] if place else 0


@asynccontextmanager
async def looking(live: Live) -> AsyncIterator[None]:
    """The lock of a match, for one who only looks: where a change waits long for the disk, he is sent away instead."""
    try:
        async with asyncio.timeout(PATIENCE):
            await live.lock.acquire()
    except TimeoutError:
        raise StoreBusy("a change waits for the disk") from None
    try:
        _must_be_stored(live)
        yield
    finally:
        live.lock.release()


@asynccontextmanager
async def changing(live: Live) -> AsyncIterator[None]:
    """The lock of a match, for one who goes by what it holds: nothing of it may be a change that was never stored."""
    async with live.lock:
        _must_be_stored(live)
        yield


def _must_be_stored(live: Live) -> None:
    """Whoever has waited for the lock while a write failed would see, and go on from, what has not happened."""
    if live.dead:
        raise StoreBusy("the match is to be read again")


def fold(
    row: MatchRow, chairs: Sequence[ChairRow], rows: Sequence[LogRow], stand: StandRow | None = None
) -> tuple[Live, Header | None, list[gunki.Entry]]:
    """A match from what is stored, before it is opened, and its record."""
    live = Live(row, {chair.seat: chair for chair in chairs})
    live.changed = row.created
    header: Header | None = None
    entries: list[gunki.Entry] = []
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
        if stand is not None:
            _find_stand(live, stand, len(entries))
    return live, header, entries


def _find_stand(live: Live, row: StandRow, entries: int) -> None:
    """Take the stored stand, unless it has been taken back or lost its log since."""
    stand = stand_in(row.body) if row.seq <= live.seq else None
    if stand is None or not live.shown_from <= stand["ply"] <= min(live.common_ply(row.seq), entries - 1):
        return
    live.stand, live.stood = stand, row.seq


def loaded(row: MatchRow, chairs: Sequence[ChairRow], rows: Sequence[LogRow], stand: StandRow | None = None) -> Live:
    """A match from what is stored, replayed here and now; a server leaves that to its workers."""
    live, header, entries = fold(row, chairs, rows, stand)
    if header is not None:
        found = opened(header, entries, OPENING, live.base, live.stand, live.decides)
        if found.stand is not None and found.notice is not None:
            live.take_up(found.notice, found.stand)
        live.open(found)
    return live


def plays(match: Match, base: dict[str, str]) -> dict[str, str]:
    """Chair -> seat it plays now. `base`: seat -> the engine's own chair when this match began."""
    now = {own: seat for seat, own in match.chairs.items()}
    return {chair: now[own] for chair, own in base.items()}
