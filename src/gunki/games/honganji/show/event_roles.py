"""What the events of Road to Honganji tell (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import by_role
from gunki.series.areas_and_cards.show import event_roles

TELLS: dict[str, str] = event_roles.TELLS | by_role(
    move="transferred",
    loss="nobunaga_fell knocked_out",
    change="adviser flipped turned rebelled",
    news="petition_lost slandered revenge",
)
