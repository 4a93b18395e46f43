"""The presentation of the game: scene, charts, overlays, odds, and the roles of events."""
