"""What every event has in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.decision import Bar
from gunki.core.procedure import Next, Procedure
from gunki.games.nobunaga.position import NobunagaPosition as G
from gunki.games.nobunaga.setup import Card


@dataclass(eq=False)
class Event(Procedure):
    """A card played as event. `bars` tells why it would have no effect (N-19)."""

    seat: int
    card: int

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        """What keeps the card from having any effect."""
        raise NotImplementedError

    @classmethod
    def lasts(cls, g: G, card: int) -> bool:
        """Whether the card lies face up beside the board while its effect lasts (6-10)."""
        return False

    @classmethod
    def outlasts(cls, g: G) -> bool:
        """Whether a lasting effect goes on after its action turn."""
        return False

    def data(self, g: G) -> Card:
        return g.setup.card[self.card]

    def idle(self, g: G) -> bool:
        return next(self.bars(g, self.seat, self.data(g)), None) is not None

    def done(self, g: G) -> Next:
        return None


def absent(g: G, general: int, *, ready: bool = False) -> Iterator[Bar]:
    """A card that needs a general: he is on the map, and ready if it demands so."""
    if general < 0:
        return
    if g.at[general] < 0:
        yield Bar("6-3", "general_absent", {"general": general})
    elif ready and not g.up[general]:
        yield Bar("6-3", "general_spent", {"general": general})
