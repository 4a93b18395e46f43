"""What is shown in every game of the series: scene, charts, overlays, odds, and the roles of events."""
