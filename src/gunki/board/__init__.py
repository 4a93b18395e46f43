"""Boards and their mechanisms, without policy: areas now, hexes to come."""
