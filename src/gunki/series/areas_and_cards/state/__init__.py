"""The position of the series, and the declarations of its state and of the fields of its procedures."""
