"""The parts of a game that the engine uses: hooks, setup, data, clauses, words, texts, lessons, guides, oracle."""
