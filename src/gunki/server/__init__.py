"""The server behind `gunki serve`: stores matches, admits participants, and leaves the rules to the engine.

See docs/server.md.
"""
