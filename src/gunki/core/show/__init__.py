"""What is shown of a match: views, scores, hints, odds, charts, fights, roles and sentences of events."""
