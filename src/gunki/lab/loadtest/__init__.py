"""The load generator: a server in its own process, clients, and matches played on the server."""
