"""Written positions of the series: reading and writing documents, with a check against the rules."""
