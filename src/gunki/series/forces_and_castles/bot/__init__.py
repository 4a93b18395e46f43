"""Bot code for every game of the series: parts of an evaluation, and filters for promising options."""
