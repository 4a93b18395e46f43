"""Written positions: what the game adds to the document, and what contradicts its rules."""
