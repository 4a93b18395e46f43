"""The state of a match: the position, the fields that it declares, and which seats do not know them."""
