"""Written positions: the entries that the game adds to the document, with a check against its rules."""
