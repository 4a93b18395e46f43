"""The rules. The first line of each file names its chapter of the rulebook."""
