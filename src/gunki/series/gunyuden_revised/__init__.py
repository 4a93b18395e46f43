"""The basic rules as they were printed again: the chapters that are worded anew, and what they add."""
