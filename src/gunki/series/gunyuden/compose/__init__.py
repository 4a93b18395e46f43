"""Composed positions of the series: the document, and the checks against the rules."""
