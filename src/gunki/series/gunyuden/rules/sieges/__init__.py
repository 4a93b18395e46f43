"""Chapters 16 to 21: castles, sieges, calls for surrender, and the fall of castles."""
