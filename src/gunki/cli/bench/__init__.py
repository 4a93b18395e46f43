"""The command `gunki bench`: a module for each benchmark, and their common output."""
