"""Denial-of-service attacks on a server, and their effect on its other clients."""
