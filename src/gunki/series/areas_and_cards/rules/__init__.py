"""The rules that the games share: chapters 3, 5, 7 and 8, and cards played as events (6)."""
