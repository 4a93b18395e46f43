"""Composed positions of the series: reading, writing, and checks against the rules."""
