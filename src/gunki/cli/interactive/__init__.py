"""A match played at the terminal: prompts, typed answers, players, and where it is saved."""
