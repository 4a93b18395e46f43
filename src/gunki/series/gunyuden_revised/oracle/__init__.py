"""What the revised edition changes in the second calculation (R-1 to R-12)."""
