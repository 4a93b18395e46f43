"""Written positions of the series: the document, and what contradicts the rules."""
