"""Bot code for every game in the series: parts of the evaluation of a side."""
