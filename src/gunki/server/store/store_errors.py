"""Errors of the store that are no bugs; `http_errors.store_failure` makes the answers to clients."""

from __future__ import annotations


class StoreBusy(Exception):
    """The store could not be used in time. Nothing has changed; the same request may succeed in a moment."""


class StoreFull(Exception):
    """The store cannot be written, for example because the disk is full. Nothing has changed; reads still work."""


class StoreDamaged(StoreFull):
    """A read or write has met a damaged page of the file; other pages may be sound."""
