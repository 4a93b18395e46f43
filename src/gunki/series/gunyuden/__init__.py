"""Sengoku Gunyuden: the basic rules (sections 4 to 26), which the games of the series share."""
