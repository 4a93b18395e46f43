"""Written positions: the document that follows from what is declared, and what in it no play could bring about."""
