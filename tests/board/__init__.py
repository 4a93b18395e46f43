"""Maps, and the hex kernel in both its forms."""
