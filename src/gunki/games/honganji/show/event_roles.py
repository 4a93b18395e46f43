"""The roles of the events of Road to Honganji (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import roles_by_kind
from gunki.series.areas_and_cards.show import event_roles

EVENT_ROLES: dict[str, str] = event_roles.EVENT_ROLES | roles_by_kind(
    move="transferred",
    loss="nobunaga_fell knocked_out",
    change="adviser flipped turned rebelled",
    news="petition_lost slandered revenge",
)
