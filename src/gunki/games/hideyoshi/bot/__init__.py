"""Parts of the game's bots: the evaluation of a seat, and the options worth a thought."""
