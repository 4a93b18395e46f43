"""The process the engine runs in: tuning of the garbage collector, and the lock of a folder."""
