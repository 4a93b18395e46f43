"""Matches held in memory: opened, joined, played by bots, taken back and closed."""
