"""The position of the game, and the fields that it and its procedures declare."""
