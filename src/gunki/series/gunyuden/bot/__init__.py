"""Parts of the bots of every game in the series: the evaluation of a side, and the options worth a thought."""
