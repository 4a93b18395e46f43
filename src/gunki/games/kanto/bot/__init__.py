"""Bot code of the game: the evaluation of a position."""
