"""Chance: the generator, chance sources, the luck of rolls, and dice that players can check."""
