"""What the events of Road to Honganji tell (gunki.core.tells)."""

from gunki.core.tells import by_role
from gunki.series.areas_and_cards import tells

TELLS: dict[str, str] = tells.TELLS | by_role(
    move="transferred",
    loss="nobunaga_fell knocked_out",
    change="adviser flipped turned rebelled",
    news="petition_lost slandered revenge",
)
