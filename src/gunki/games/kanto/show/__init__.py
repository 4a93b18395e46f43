"""What is shown: the roles of the game's own events."""
