"""Chapters 11, 12 and 15: the Combat Phase, field battles, losses and retreats."""
