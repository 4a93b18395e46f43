"""The rules that the games of the series share: chapters 3, 5, 7 and 8, and cards played as events (6)."""
