"""What bots need of the game: how well a side stands, and which options are worth a thought."""
