"""The rules, one chapter of the rulebook in each file; the first line of each file names its chapter."""
