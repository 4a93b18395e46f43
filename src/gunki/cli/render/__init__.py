"""Positions and results as text for a terminal: boards, maps, scores, words."""
