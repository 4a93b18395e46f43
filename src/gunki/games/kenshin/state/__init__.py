"""The position of the game, and the fields declared for it and its procedures."""
