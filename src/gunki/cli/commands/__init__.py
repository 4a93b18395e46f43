"""The commands of `gunki`, a module for each, except `gunki bench`."""
