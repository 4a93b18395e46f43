"""The presentation of every game in the series: scene, charts, overlays, fights, and the roles of events."""
