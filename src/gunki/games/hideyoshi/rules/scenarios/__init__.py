"""Sections 35 to 37: what each scenario has of its own, from the starting position to victory."""
