"""Rows of the store as dataclasses."""

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
    #: The packed header and entries that the match goes on from (gunki.server.store.source_codec). Empty in lists.
    source: bytes
    origin: str = ""
    quarantine: str = ""
    #: Whether lists show the match last, because its network had made many public matches before.
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
        """Whether a bot plays this seat because a person has resigned. The token of the person is still stored."""
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
        """The values in the order of the columns."""
        return self.match, self.seq, self.at, self.kind, self.ply, self.who, self.body


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """A packed checkpoint: the position of a match at a seq (gunki.server.matches.checkpoints)."""

    match: str
    seq: int
    body: bytes
