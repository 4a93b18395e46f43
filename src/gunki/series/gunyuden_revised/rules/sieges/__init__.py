"""Chapters 18 to 20 as revised: sieges, assaults, calls for surrender."""
