"""Studies: plans, games and rows, and the processes or machines that play them."""
