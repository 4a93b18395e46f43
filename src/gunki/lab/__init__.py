"""The laboratory: fuzzing, measuring. Everything here works for any game, through the public API alone."""
