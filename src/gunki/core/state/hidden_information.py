"""Who does not know what: declared beside a field or a piece of state (`Field.secret`).

`Game.sample` draws anew what a seat does not know, and views leave it out; encodings (gunki.core.encodings.encoder)
hide it by these declarations. Tests hold all three to each other.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownTo:
    """A field of a procedure that one seat alone knows: the seat that another field of it names, or always this one."""

    seat: str | int


@dataclass(frozen=True, slots=True)
class HiddenFrom:
    """A number that all know but the seat in a field of a procedure (`March.seat`), while that is under way."""

    field: str


@dataclass(frozen=True, slots=True)
class WithSeats:
    """Things that are with seats: only the seat that has one knows that. Nobody knows which are with none; the places
    besides lie open. How many of each group (by name, what the setup has for each thing) are where is no secret."""

    group: str


Secret = KnownTo | HiddenFrom | WithSeats
