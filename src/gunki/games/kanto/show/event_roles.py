"""The roles of the events of Conquest of Kanto (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import roles_by_kind
from gunki.series.gunyuden.show import event_roles

EVENT_ROLES: dict[str, str] = event_roles.EVENT_ROLES | roles_by_kind(
    change="won_over provoked",
    news="ceremony odawara_invested declared_investment conditions_waived",
    minor="talks_failed",
)
