"""A study: its plan, its games and rows, and the processes or machines that play them."""
