"""The events of the combat cards (6-2), with a module for each kind of event."""
