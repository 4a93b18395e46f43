"""What people are shown in every game of the series: scene, charts, overlays, fights, and the roles of events."""
