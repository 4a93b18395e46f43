"""Section 6-2: the events of the combat cards, one class for each effect. What differs by card is in the data."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.core.rules.decision import Reason
from gunki.games.honganji.rules.cards.order_events import Charge, ForcedMarch, SurpriseAttack, SurroundingNobunaga
from gunki.games.honganji.rules.cards.plot_events import ChiefAdviser, Desertion, Opportunism, Scheming, Slander
from gunki.games.honganji.rules.cards.unit_events import Fief, Fortification, Recruitment, SupplyLine, Surrender
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules.card_events import Event, no_effect_reasons

EVENTS: dict[str, type[Event]] = {
    "surrounding": SurroundingNobunaga,
    "fortify": Fortification,
    "surrender": Surrender,
    "opportunism": Opportunism,
    "adviser": ChiefAdviser,
    "desertion": Desertion,
    "slander": Slander,
    "scheme": Scheming,
    "surprise": SurpriseAttack,
    "charge": Charge,
    "long_march": ForcedMarch,
    "supply": SupplyLine,
    "fief": Fief,
    "recruit": Recruitment,
}


def event_bars(g: G, seat: int, card: int) -> Iterator[Reason]:
    """Yield the reasons why a card cannot be played as event: too little cunning (6-2.p2), or no effect (H-70)."""
    data = g.setup.card[card]
    if g.cunning(seat) < data.cunning:
        yield Reason("6-2.p2", "too_little_cunning", {"card": card, "count": data.cunning})
    if not g.setup.options["idle_events"]:
        yield from no_effect_reasons(g, card, EVENTS[data.effect].bars(g, seat, data))
