"""How a match is shown: views, scores, hints, odds, charts, fights, roles and sentences of events."""
