"""The roles of events that every hex game of forces and castles has (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import COMMON_ROLES, roles_by_kind

EVENT_ROLES: dict[str, str] = COMMON_ROLES | roles_by_kind(
    move="fell_back", news="weather", minor="entered_castle capped"
)
