"""Conquest of Kanto (関東制圧, Game Journal 55)."""
