"""A match played at the terminal: prompts, typed answers, players, and the places of its saves."""
