"""Hidden information: which seats do not know a field or a piece of state (`Field.secret`).

`Game.sample` draws anew what a seat does not know, and views leave it out. Encodings (gunki.core.encodings.encoder)
hide it by these declarations. Tests check that all three agree.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownTo:
    """A field of a procedure that only one seat knows. `seat` is that seat, or the name of a field that holds it."""

    seat: str | int


@dataclass(frozen=True, slots=True)
class HiddenFrom:
    """A number that one seat does not know while a procedure is under way.

    `field` names the field of the procedure that holds this seat, such as `March.seat`.
    """

    field: str


@dataclass(frozen=True, slots=True)
class WithSeats:
    """Things that seats hold, such as cards in hands. Only the holder knows which things these are.

    Nobody knows which things no seat holds, such as the cards in the deck. Things in other places, such as discarded
    cards, are public. The number of things of each group that each seat holds is public too. `group` names the list in
    the setup that gives the group of each thing.
    """

    group: str


Secret = KnownTo | HiddenFrom | WithSeats
