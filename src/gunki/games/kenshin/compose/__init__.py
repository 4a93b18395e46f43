"""Composed positions: the entries that the game adds to a document, and the checks against its rules."""
