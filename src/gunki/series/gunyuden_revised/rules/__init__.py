"""The chapters that the revised edition words anew (R-2 to R-6), and ambush, which it adds (R-8)."""
