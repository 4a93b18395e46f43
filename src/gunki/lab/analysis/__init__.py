"""Statistics of studies: balance, leagues, comparisons, Elo ratings and intervals."""
