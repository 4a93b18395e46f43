"""Chapters 8 and 13, with 9-1: castles, investing them, assaults, sorties, and the results of sieges."""
