"""Hidden information: which seats do not know a field or a piece of state (`Field.secret`).

`Game.sample` draws anew what a seat does not know, and views leave it out. Encodings (gunki.core.encodings.encoder)
hide it by these declarations. Tests check that all three agree.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownTo:
    """A field of a procedure that only one seat knows: the seat in another field (its name), or a fixed seat."""

    seat: str | int


@dataclass(frozen=True, slots=True)
class HiddenFrom:
    """A number that one seat does not know: the seat in a field of a procedure (`March.seat`) that is under way."""

    field: str


@dataclass(frozen=True, slots=True)
class WithSeats:
    """Things that seats hold, such as cards in hands: only the holder knows which things they are.

    No seat knows which things nobody holds. Things in other places are public. How many things of each group are where
    is public too; `group` names the setup's list of the group of each thing.
    """

    group: str


Secret = KnownTo | HiddenFrom | WithSeats
