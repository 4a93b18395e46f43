"""The engine's core: positions, decisions, procedures, chance, matches and records. It knows no game."""
