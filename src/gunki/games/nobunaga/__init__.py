"""Surrounding Nobunaga (信長包囲戦). Each chapter of the rulebook has a file; chapters 7 and 8 are in the series."""
