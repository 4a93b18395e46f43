"""The position of the series, and the fields that it and its procedures declare."""
