"""The oracle of the revised edition: a second calculation of the rules that it changes (R-1 to R-12)."""
