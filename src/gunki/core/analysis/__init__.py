"""What is found out by looking at play from outside: the story and luck of a match, moves that go back and forth."""
