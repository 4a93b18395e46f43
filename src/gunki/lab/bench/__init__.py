"""Benchmarks of games, the hex kernel, the server, the laboratory and the environments for agents."""
