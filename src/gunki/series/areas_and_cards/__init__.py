"""The rules shared by the games of areas and cards: units in areas, movement (7), combat (8), hands of cards.

Both rulebooks number these chapters in the same way, so a clause that is cited here has the same number in both.
"""
