"""Road to Honganji (本能寺への道). One chapter of the rulebook a file; chapters 7 and 8 are the series' own."""
