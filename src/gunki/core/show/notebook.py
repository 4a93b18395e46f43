"""How matches and positions show themselves in notebooks.

The core draws nothing. Whoever puts the parts of gunki together names a module that does (`set_notebook_renderer`); it
is imported when something is shown for the first time, and asked for `svg(thing)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_renderer = ""


def set_notebook_renderer(module: str) -> None:
    """The module that draws, by its name."""
    global _renderer
    _renderer = module


def notebook_svg(thing: Any) -> str | None:
    """SVG text; None where nobody can draw it, and a notebook shows the thing in words."""
    if not _renderer:
        return None
    svg: str | None = import_module(_renderer).svg(thing)
    return svg
