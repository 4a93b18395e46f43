"""Road to Honganji (本能寺への道). Each chapter of the rulebook has a file; chapters 7 and 8 are in the series."""
