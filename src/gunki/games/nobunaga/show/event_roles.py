"""The roles of the events of Surrounding Nobunaga (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import roles_by_kind
from gunki.series.areas_and_cards.show import event_roles

EVENT_ROLES: dict[str, str] = event_roles.EVENT_ROLES | roles_by_kind(
    change="power_changed exchanged",
    news="marker_moved effect_over no_reinforcement bids goal passed",
    minor="general_spent bonus bid_written",
)
