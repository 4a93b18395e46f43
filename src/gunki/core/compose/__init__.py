"""Composed positions: reading and writing their documents by the declared state, and finding contradictions."""
