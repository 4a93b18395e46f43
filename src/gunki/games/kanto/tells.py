"""What the events of Conquest of Kanto tell (gunki.core.tells)."""

from gunki.core.tells import by_role
from gunki.series.gunyuden import tells

TELLS: dict[str, str] = tells.TELLS | by_role(
    change="won_over provoked",
    news="ceremony odawara_invested declared_investment conditions_waived",
    minor="talks_failed",
)
