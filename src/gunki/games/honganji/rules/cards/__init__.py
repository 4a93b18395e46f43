"""The events of the combat cards (6-2), by what they are."""
