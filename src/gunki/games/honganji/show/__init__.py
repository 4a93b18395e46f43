"""The game's own part of what players are shown: the roles of its events."""
