"""Positions as numbers for agents: the encoder, and the layout of its rows."""
