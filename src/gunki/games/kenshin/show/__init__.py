"""Displays: scene, charts, overlays, odds, and the roles of events."""
