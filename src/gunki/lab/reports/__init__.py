"""Studies, leagues and comparisons as HTML pages."""
