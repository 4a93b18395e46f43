"""What people are shown: scene, charts, overlays, odds, and the roles of events."""
