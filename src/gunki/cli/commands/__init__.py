"""The commands of `gunki` except `gunki bench`. Each has a module, or shares one with related commands."""
