"""The command `gunki`. No game is named here: boards, decisions and texts come from the engine."""
