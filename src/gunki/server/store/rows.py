"""Rows of the store, as they are handed around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class MatchRow:
    id: str
    game: str
    scenario: str
    options: str
    name: str
    public: bool
    state: str
    dice: str
    secret: str
    owner: str
    created: float
    #: Header and entries that it goes on from, packed (gunki.server.store.source_codec); lists leave it out.
    source: bytes
    origin: str = ""
    quarantine: str = ""
    #: Its network had made many public matches before: lists show it behind those of others.
    further: bool = False


@dataclass(slots=True)
class ParticipantRow:
    match: str
    seat: str
    number: int
    kind: str
    bot: str
    mine: bool
    name: str
    token: str
    invite: str
    nonce: str
    joined: bool
    commit: str = ""

    @property
    def has_resigned(self) -> bool:
        """A bot sits there now in the place of a person, whose token is still known."""
        return self.kind == "bot" and self.token != ""


@dataclass(slots=True)
class LogRow:
    match: str
    seq: int
    at: float
    kind: str
    ply: int
    who: str
    body: str

    @property
    def values(self) -> tuple[Any, ...]:
        """In the order of the columns."""
        return self.match, self.seq, self.at, self.kind, self.ply, self.who, self.body


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """Where a match stood at a seq, packed (gunki.server.matches.checkpoints)."""

    match: str
    seq: int
    body: bytes
