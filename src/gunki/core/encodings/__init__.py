"""Positions as numbers for agents: the encoder, and the layout of the rows that it writes."""
