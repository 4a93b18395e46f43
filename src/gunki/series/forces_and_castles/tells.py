"""What the events of every hex game of forces and castles tell (gunki.core.tells)."""

from gunki.core.tells import OF_ALL, by_role

TELLS: dict[str, str] = OF_ALL | by_role(move="fell_back", news="weather", minor="entered_castle capped")
