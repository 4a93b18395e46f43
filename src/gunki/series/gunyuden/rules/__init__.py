"""The basic rules, chapters 4 to 26, one chapter in each file; a file's first line names its chapter."""
