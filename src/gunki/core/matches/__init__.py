"""A match: playing it, its record, its saves, resuming it, and replaying records of other versions of the rules."""
