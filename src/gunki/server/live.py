"""A match in memory: folded from its log, with the chairs around it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

import gunki
from gunki.core.decision import CHANCE
from gunki.core.match import Header, Match
from gunki.server.aside import opened
from gunki.server.lines import entry_in, header_in
from gunki.server.security import same_hash, token_hash
from gunki.server.store import ChairRow, LogRow, MatchRow
from gunki.server.streams import Listener
from gunki.server.written import Written


@dataclass(slots=True)
class Asked:
    """Somebody wants to take back to `ply`; those it waits for have not agreed yet."""

    by: str
    ply: int
    waits_for: list[str]


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
    #: By seq: the ply after it.
    plies: list[int] = field(default_factory=list)
    #: The seq of the last change of the position.
    moved: int = 0
    asked: Asked | None = None
    #: From which ply on which chair plays which seat.
    seated: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    #: By ply, as far as known: what was revealed, and whether the question began an order.
    marks: dict[int, tuple[int, bool]] = field(default_factory=dict)
    #: What there is to say of the match before anything else (gunki.core.notice), and whether it cannot go on.
    notice: dict[str, Any] | None = None
    aside: bool = False
    #: A write failed: memory may be ahead of the disk, so this is to be read again.
    dead: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    told_online: frozenset[str] = frozenset()
    #: By chair: parts of a snapshot, valid for one seq.
    parts: dict[str | None, tuple[int, bytes, Any]] = field(default_factory=dict)
    written: Written = field(default_factory=Written)
    #: What became of it, once somebody has asked for it after its end (gunki.server.tales).
    tale: asyncio.Future[bytes] | None = None
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
        return self.match.who in (self.seat_of(chair), CHANCE)

    # -- the log --------------------------------------------------------------------------------------------------

    def line(self, kind: str, body: Any) -> LogRow:
        """The next line of the log."""
        ply, who = (0, None) if self.match is None else (self.match.ply, self.match.who)
        return LogRow(self.id, self.seq + 1, time.time(), kind, ply, who or "", orjson.dumps(body).decode())

    def accept(self, row: LogRow, body: Any) -> None:
        """Follow a line that is on the disk; the match itself has been changed already."""
        self.seq = row.seq
        self.changed = row.at
        self.plies.append(row.ply)
        if row.kind in ("act", "swap", "back", "start"):
            self.moved = row.seq
            self.asked = None
        match row.kind:
            case "act" | "swap":
                self.by.append(body.get("chair", ""))
                if "seats" in body:
                    self.seated.append((row.ply, body["seats"]))
            case "back":
                del self.by[row.ply + 1 :]
                self.seated = [(ply, plays) for ply, plays in self.seated if ply <= row.ply]
                self.marks = {ply: mark for ply, mark in self.marks.items() if ply <= row.ply}
            case "start":
                self.first = row.ply
                self.notice = body.get("notice")
                self.by = [""] * (row.ply + 1)
            case "ask":
                self.asked = Asked(body["by"], body["ply"], [name for name in self.persons if name != body["by"]])
            case "agree":
                assert self.asked is not None
                self.asked.waits_for.remove(body["by"])
            case "refuse":
                self.asked = None
            case "aside":
                self.notice, self.aside = body, True
        self.remember()

    def remember(self) -> None:
        if self.match is not None:
            self.marks[self.match.ply] = (self.match.position.barrier, self.match.opens)

    def mark(self, ply: int) -> tuple[int, bool]:
        """What was revealed up to a ply, and whether its question began an order."""
        if ply not in self.marks:
            assert self.match is not None
            then = self.match.at(ply)
            self.marks[ply] = (then.position.barrier, then.opens)
        return self.marks[ply]

    def common_ply(self, seq: int) -> int:
        """The last ply that has stayed as it was since a seq."""
        if not 0 <= seq < len(self.plies):
            return 0 if seq < 0 else self.plies[-1] if self.plies else 0
        return min(self.plies[seq:])


def fold(row: MatchRow, chairs: Sequence[ChairRow], rows: Sequence[LogRow]) -> Live:
    """A match from what is stored; replays it through the rules, as far as they accept it."""
    live = Live(row, {chair.seat: chair for chair in chairs})
    live.changed = row.created
    header: Header | None = None
    entries: list[gunki.Entry] = []
    for line in rows:
        body = orjson.loads(line.body)
        if line.kind == "start":
            header = header_in(body["header"])
            entries = [entry_in(entry) for entry in body["entries"]]
        elif line.kind in ("act", "swap"):
            entries.append(entry_in(body))
        elif line.kind == "back":
            del entries[line.ply + 1 :]
        live.accept(line, body)
    if header is not None:
        live.match, refused = opened(header, entries)
        if refused is not None:
            live.notice = refused
            live.aside = True
            ply = 0 if live.match is None else live.match.ply
            del live.by[ply + 1 :]
            live.seated = [(since, plays) for since, plays in live.seated if since <= ply]
        live.asked = None if live.aside else live.asked
        live.remember()
    return live


def plays(match: Match, base: dict[str, str]) -> dict[str, str]:
    """Chair -> seat it plays now. `base`: seat -> the engine's own chair when this match began."""
    now = {own: seat for seat, own in match.chairs.items()}
    return {chair: now[own] for chair, own in base.items()}
