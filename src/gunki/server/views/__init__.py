"""Documents for clients about matches and games: snapshots, lists, stories, the catalogue of games."""
