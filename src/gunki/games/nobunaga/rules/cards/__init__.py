"""The events of the combat cards (6-3), by what they are."""
