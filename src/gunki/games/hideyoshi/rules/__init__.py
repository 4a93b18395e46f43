"""The rules, one chapter of the rulebook in each file; a file's first line names its chapter."""
