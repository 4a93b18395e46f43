"""Matches in memory: opening, joining, bots that play, take-backs, closing."""
