"""Rules that several games share, in one package for each series of sister games."""
