"""Pictures of matches and positions in notebooks.

The core draws nothing. `set_notebook_renderer` names a module that does. That module is imported when the first picture
is needed, and its function `svg(thing)` draws.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_renderer = ""


def set_notebook_renderer(module: str) -> None:
    """Set the name of the module that draws."""
    global _renderer
    _renderer = module


def notebook_svg(thing: Any) -> str | None:
    """Return a match or position as SVG text. If nothing can draw it, return None; then a notebook shows its text."""
    if not _renderer:
        return None
    svg: str | None = import_module(_renderer).svg(thing)
    return svg
