"""What rules of hex games are built from: terrain, reach, regrouping, losses, retreats. No clause stands here."""
