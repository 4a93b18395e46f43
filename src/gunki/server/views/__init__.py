"""What clients are shown of matches and games: snapshots, lists, stories, the catalogue of games."""
