"""The laboratory: fuzzing and measuring, for every game, through the public API alone."""
