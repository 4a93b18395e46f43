"""Everything that players are shown in the games of the series: scene, overlays, fights, and the roles of events."""
