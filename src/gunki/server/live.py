"""A match in memory: folded from its log, with the chairs around it."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import orjson

import gunki
from gunki.core.decision import CHANCE
from gunki.core.match import Header, Match
from gunki.server.aside import opened
from gunki.server.codec import entry_in
from gunki.server.json_cache import JsonCache
from gunki.server.security import same_hash, token_hash
from gunki.server.sources import start_in
from gunki.server.store import ChairRow, LogRow, MatchRow
from gunki.server.trouble import StoreBusy

if TYPE_CHECKING:  # streams need the web server, which `gunki admin` has no use for
    from gunki.server.schemas import Extent
    from gunki.server.streams import Listener

#: Seconds that one who only looks waits for a change that is on its way to the disk.
PATIENCE = 1.0


@dataclass(slots=True)
class Asked:
    """Somebody wants to take back to `ply`; those it waits for have not agreed yet."""

    by: str
    ply: int
    waits_for: list[str]


@dataclass(slots=True)
class Parts:
    """Parts of a snapshot, as JSON: the same for everyone who sits there, and valid for one seq."""

    seq: int
    #: What stands before the scene, and what stands between it and the steps.
    first: bytes
    last: bytes
    #: Of the view, what is asked and how it ended.
    stands: dict[str, Any]
    #: Made when somebody is shown it.
    scene: bytes | None = None


@dataclass(eq=False)
class Live:
    """Everything is read and changed under `lock`, which is held until a change is on the disk."""

    row: MatchRow
    chairs: dict[str, ChairRow]
    seq: int = -1
    changed: float = 0.0
    #: None while people are still gathering.
    match: Match | None = None
    #: The ply at which this match began: more than 0 where it goes on from another.
    first: int = 0
    #: By ply: the chair that decided (empty: taken over, or dice typed in).
    by: list[str] = field(default_factory=list)
    #: (seq, ply), both rising: from this seq on, as far as the next, the ply up to which all has stayed as it was.
    plies: list[tuple[int, int]] = field(default_factory=list)
    #: The seq of the last change of the position.
    moved: int = 0
    asked: Asked | None = None
    #: The owner wants to close the match, and these chairs have not agreed yet.
    closing: list[str] | None = None
    #: How it was closed, and what its dice were made of: the body of the line that says so.
    closed: dict[str, Any] | None = None
    #: From which ply on which chair plays which seat.
    seated: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    #: What there is to say of the match before anything else (gunki.core.notice), and whether it cannot go on.
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
    #: The answers at stake at a seq, once somebody has asked for them; they change with the position alone.
    stakes: tuple[int, bytes] | None = None
    #: What became of it, once somebody has asked for it after its end (gunki.server.stories).
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
        return LogRow(self.id, self.seq + 1, time.time(), kind, ply, who or "", orjson.dumps(body).decode())

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
            case "agree" if self.asked is not None:
                # Read again, it does not wait for one who has resigned since.
                self.asked.waits_for = [name for name in self.asked.waits_for if name != body["by"]]
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

    def open(self, match: Match | None, refused: dict[str, Any] | None) -> None:
        """The match that the record has become, as far as the rules accept it."""
        self.match = match
        if refused is not None:
            self.notice = refused
            self.aside = True
            ply = 0 if match is None else match.ply
            del self.by[ply + 1 :]
            self.seated = [(since, plays) for since, plays in self.seated if since <= ply]
        self.asked = None if self.aside else self.asked

    def common_ply(self, seq: int) -> int:
        """The last ply that has stayed as it was since a seq."""
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
    row: MatchRow, chairs: Sequence[ChairRow], rows: Sequence[LogRow]
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
                header = replace(header, fairness={**header.fairness, "taken_back": body["taken_back"]})
        live.accept(line, body)
    return live, header, entries


def loaded(row: MatchRow, chairs: Sequence[ChairRow], rows: Sequence[LogRow]) -> Live:
    """A match from what is stored, replayed here and now; a server leaves that to its workers."""
    live, header, entries = fold(row, chairs, rows)
    if header is not None:
        live.open(*opened(header, entries))
    return live


def plays(match: Match, base: dict[str, str]) -> dict[str, str]:
    """Chair -> seat it plays now. `base`: seat -> the engine's own chair when this match began."""
    now = {own: seat for seat, own in match.chairs.items()}
    return {chair: now[own] for chair, own in base.items()}
