"""The state of a match: the position, the fields it declares, and who does not know which of them."""
