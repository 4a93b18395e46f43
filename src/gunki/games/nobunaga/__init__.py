"""Surrounding Nobunaga (信長包囲戦). One chapter of the rulebook a file; chapters 7 and 8 are the series' own."""
