"""Help for bots: the evaluation of a position for a seat, and the options worth considering."""
