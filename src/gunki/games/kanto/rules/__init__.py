"""The rules, one file for each chapter of the rulebook; the first line of each file names its chapter."""
