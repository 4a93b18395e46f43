"""What the events of every hex game of forces and castles tell (gunki.core.show.event_roles)."""

from gunki.core.show.event_roles import OF_ALL, by_role

TELLS: dict[str, str] = OF_ALL | by_role(move="fell_back", news="weather", minor="entered_castle capped")
