"""What can go wrong with the store though nobody has made a mistake; `problems` knows what is answered then."""

from __future__ import annotations


class StoreBusy(Exception):
    """The store could not be had in time. Nothing has changed; the same may succeed in a moment."""


class StoreFull(Exception):
    """There is no room left to write. Nothing has changed; what is stored can still be read."""


class StoreDamaged(StoreFull):
    """What was to be read or written lies on a bad page of the file; the rest of it may be sound."""
