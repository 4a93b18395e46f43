"""The load generator: a server in its own process, clients, and matches that are played on it."""
