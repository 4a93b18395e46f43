"""What the running server measures and keeps watch on: logs, metrics, the clock, processor time, free disk."""
