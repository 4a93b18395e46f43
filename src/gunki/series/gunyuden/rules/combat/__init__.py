"""Chapters 22 to 25: field battles, skirmishes, retreats, decisive battles, losses."""
