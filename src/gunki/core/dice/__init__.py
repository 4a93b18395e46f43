"""Chance: the generator, where results come from, the luck of rolls, and dice that nobody has to be trusted for."""
