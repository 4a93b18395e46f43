"""The basic rules as they were printed again: the chapters with a new wording, and the rules that they add."""
