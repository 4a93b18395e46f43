"""Section 6-3: the events of the combat cards, one class for each effect. What differs by card is in the data."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.core.rules.decision import Reason
from gunki.games.nobunaga.rules.cards.marker_events import Shift
from gunki.games.nobunaga.rules.cards.order_events import (
    ChargeOrder,
    Firearms,
    MurakamiNavy,
    Paradise,
    SwiftAsWind,
    TwoMoves,
    Warships,
)
from gunki.games.nobunaga.rules.cards.unit_events import FeignIllness, Formation, Recruit, Scheme, SupplyLine, Uprising
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules.card_events import Event, no_effect_reasons

EVENTS: dict[str, type[Event]] = {
    "charge": ChargeOrder,
    "scheme": Scheme,
    "supply_line": SupplyLine,
    "formation": Formation,
    "warships": Warships,
    "two_moves": TwoMoves,
    "shift": Shift,
    "recruit": Recruit,
    "firearms": Firearms,
    "feign": FeignIllness,
    "paradise": Paradise,
    "uprising": Uprising,
    "swift": SwiftAsWind,
    "navy": MurakamiNavy,
}


def event_bars(g: G, seat: int, card: int) -> Iterator[Reason]:
    """Yield the reasons why a card's event would have no effect. Such a card cannot be played as an event (N-19)."""
    data = g.setup.card[card]
    return no_effect_reasons(g, card, EVENTS[data.effect].bars(g, seat, data))
