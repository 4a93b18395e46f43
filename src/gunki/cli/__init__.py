"""The command `gunki`. It knows no game by name: boards, decisions and texts come from the engine."""
