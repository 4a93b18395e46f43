"""What bots need in every game of the series: parts of how well a side stands, and options worth a thought."""
