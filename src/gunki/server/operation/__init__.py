"""What the running server measures and watches: logs, metrics, the clock, processor time, free disk space."""
