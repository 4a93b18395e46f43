"""Building blocks for the rules of hex games: terrain, reach, regrouping, losses, retreats. They cite no clause."""
