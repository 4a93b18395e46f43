"""The worker processes: their jobs, the queue before them, and what they answer."""
