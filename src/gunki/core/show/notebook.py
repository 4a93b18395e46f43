"""How matches and positions show themselves in notebooks.

The core draws nothing. Whoever puts the parts of gunki together names a module that does (`painted_by`); it is imported
when something is shown for the first time, and asked for `svg(thing)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_painter = ""


def painted_by(module: str) -> None:
    """The module that draws, by its name."""
    global _painter
    _painter = module


def picture(thing: Any) -> str | None:
    """SVG text; None where nobody can draw it, and a notebook shows the thing in words."""
    if not _painter:
        return None
    found: str | None = import_module(_painter).svg(thing)
    return found
