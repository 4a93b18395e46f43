"""Sections 35 to 37: the rules of each scenario, from the starting position to victory."""
