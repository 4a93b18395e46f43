"""The worker processes: their jobs, the queue of waiting jobs, and their answers."""
