"""Help for bots: how well a side stands, and which options are worth trying."""
