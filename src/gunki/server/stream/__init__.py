"""Streams: states and events of a match, sent to every listener."""
