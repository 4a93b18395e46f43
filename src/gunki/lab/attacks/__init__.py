"""Denial-of-service attacks on a server, and what others notice of them."""
