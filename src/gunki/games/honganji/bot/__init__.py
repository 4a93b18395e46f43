"""Help for bots: how well a player stands."""
