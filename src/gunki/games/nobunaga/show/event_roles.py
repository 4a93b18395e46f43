"""What the events of Surrounding Nobunaga tell (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import by_role
from gunki.series.areas_and_cards.show import event_roles

TELLS: dict[str, str] = event_roles.TELLS | by_role(
    change="power_changed exchanged",
    news="marker_moved effect_over no_reinforcement bids goal passed",
    minor="general_spent bonus bid_written",
)
