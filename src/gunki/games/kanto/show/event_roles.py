"""What the events of Conquest of Kanto tell (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import by_role
from gunki.series.gunyuden.show import event_roles

TELLS: dict[str, str] = event_roles.TELLS | by_role(
    change="won_over provoked",
    news="ceremony odawara_invested declared_investment conditions_waived",
    minor="talks_failed",
)
