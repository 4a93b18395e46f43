"""A match: playing it, its record, saves read and checked, resuming, and records of other rules versions."""
