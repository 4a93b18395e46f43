"""What a game gives the engine: hooks, setup, data tables, clauses, words, texts, lessons, guides, oracle."""
