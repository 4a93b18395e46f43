"""Sengoku Gunyuden: the basic rules (sections 5 to 26) that Conquest of Kanto and its sister games share."""
