"""The changes of the revised edition in the second calculation (R-1 to R-12)."""
