"""The parts that rules are written with: procedures, decisions, forced choices, events, ends of a game."""
