"""What the games of areas and cards share: units in areas, movement (7), combat (8), hands of cards.

Both rulebooks number these chapters alike, so the clauses cited here are those of either game.
"""
