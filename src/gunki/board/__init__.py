"""Boards and their mechanics, without rules of any game: areas and hexes."""
