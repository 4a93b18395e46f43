"""What the rows of a study come to: balance, leagues, comparisons, Elo, intervals."""
