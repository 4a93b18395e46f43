"""The rules, a chapter of the rulebook a file; the first line of each file names its chapter."""
