"""Sections 4-2(3) and 6-3: events that move diplomacy markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Deal, Next
from gunki.games.nobunaga.setup import NEUTRAL, Card
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules.card_events import Event


@dataclass(eq=False)
class Shift(Event):
    """Gifts, schemes, letters and requests: cards that move diplomacy markers (4-2(3))."""

    made: int = 0

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(next(shift_bars(g, card, clan, card.least), None) is None for clan in g.setup.marked[card.rank]):
            yield Reason("6-3", "no_marker_to_move")

    def start(self, g: G) -> Next:
        card = self.data(g)
        if self.made == card.times or self.is_idle(g):
            return "draw" if card.draw and self.made else None
        sizes = range(card.least, card.most + 1)
        acts: list[Act] = [("shift", clan, boxes) for clan in g.setup.markers for boxes in sizes]
        return Ask(
            self.seat,
            "shift",
            "4-2(3)",
            acts,
            "shift_marker",
            bars="marker_bars",
            data={"card": self.card, "direction": card.direction},
        )

    def marker_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return shift_bars(g, self.data(g), act[1], act[2])

    def shift_marker(self, g: G, act: Act) -> Next:
        self.made += 1
        g.move_marker(act[1], self.data(g).direction, act[2], "4-2(3)")
        return "start"

    def draw(self, g: G) -> Next:
        pile = g.draw_pile(self.seat)
        return Deal(self.seat, "6-3", pile, min(self.data(g).draw, len(pile)), "take_cards") if pile else None

    def take_cards(self, g: G, cards: tuple[int, ...]) -> Next:
        for card in cards:
            g.cards[card] = self.seat
        return None


def shift_bars(g: G, card: Card, clan: int, boxes: int) -> Iterator[Reason]:
    if g.box[clan] < 0:
        yield Reason("4-1.p4", "no_marker", {"clan": clan})
        return
    rank = g.setup.rank[clan]
    if card.rank not in ("any", rank):
        yield Reason("6-3", "wrong_rank", {"clan": clan})
    if rank == "greater" and g.power[clan] != NEUTRAL:
        yield Reason("4-3.p4", "stays_anti_oda", {"clan": clan})
    elif not g.room(clan, card.direction):
        yield Reason("4-2.p3", "end_of_track", {"clan": clan})
    if not card.least <= boxes <= card.most:
        yield Reason("6-3", "wrong_boxes", {"low": card.least, "high": card.most})
