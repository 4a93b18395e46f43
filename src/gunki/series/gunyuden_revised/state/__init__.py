"""The position of the revised edition, and the fields that it and its procedures declare."""
