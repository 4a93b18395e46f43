"""What the events of Surrounding Nobunaga tell (gunki.core.tells)."""

from gunki.core.tells import by_role
from gunki.series.areas_and_cards import tells

TELLS: dict[str, str] = tells.TELLS | by_role(
    change="power_changed exchanged",
    news="marker_moved effect_over no_reinforcement bids goal passed",
    minor="general_spent bonus bid_written",
)
