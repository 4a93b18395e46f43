"""The basic rules, chapters 4 to 26, a chapter a file; the first line of each names its chapter."""
