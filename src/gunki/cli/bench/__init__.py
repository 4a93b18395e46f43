"""The command `gunki bench`: a module for each benchmark, and what they print alike."""
