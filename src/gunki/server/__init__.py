"""`gunki serve`: keeps matches, seats and time, and lets the engine decide. See docs/server.md."""
