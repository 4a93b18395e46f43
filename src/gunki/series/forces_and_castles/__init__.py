"""What every hex game of forces and castles has, with no rule of any of them."""
