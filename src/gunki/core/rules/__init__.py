"""What rules are written with: procedures, decisions, choices without an alternative, events, ends of a game."""
