"""Composed positions: documents that follow from the declared state, and contradictions in them."""
