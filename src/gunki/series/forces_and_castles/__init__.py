"""Code that all hex games of forces and castles share; it holds no rule of any single game."""
