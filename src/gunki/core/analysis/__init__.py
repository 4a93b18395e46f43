"""Analysis of play: the story and the luck of a match, and moves that players make back and forth."""
