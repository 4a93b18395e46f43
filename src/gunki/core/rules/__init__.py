"""The building blocks of rules: procedures, decisions, forced choices, events, endings of a game."""
