"""The position of the game, and the declared fields of the position and of procedures."""
