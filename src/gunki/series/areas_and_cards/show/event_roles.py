"""The roles of the events of the games of areas and cards (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import COMMON_ROLES, roles_by_kind

EVENT_ROLES: dict[str, str] = COMMON_ROLES | roles_by_kind(
    turn="phase_over",
    move="marched general_fled",
    fight="attack hits",
    loss="removed general_died general_removed",
    gain="placed general_placed",
    change="control",
    card="event laid_out",
    minor="capped commander supported no_commander surprised discarded spent readied refreshed order",
)
