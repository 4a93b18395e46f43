"""Events of a match, sent to everybody who listens."""
