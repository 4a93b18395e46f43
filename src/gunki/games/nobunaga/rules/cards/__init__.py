"""The events of the combat cards (6-3), with a module for each kind of event."""
