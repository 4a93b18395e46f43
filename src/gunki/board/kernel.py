"""The hex kernel: compiled if it has been built, otherwise its twin in plain Python, with the same results.

`GUNKI_PURE=1` in the environment selects the twin.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gunki.board._checks import BARRED, KINDS, UNLIMITED, Link
from gunki.board._kernel_py import (
    Control,
    Grid,
    Layer,
    Travel,
    connect_relays,
    path,
    points,
    reach,
    reach_points,
    retreat,
    retreat_path,
    trace,
    union,
)

#: Whether the compiled kernel is in use.
COMPILED = False

if not TYPE_CHECKING and os.environ.get("GUNKI_PURE", "0") in ("", "0"):
    try:
        from gunki.board._kernel import (
            Control,
            Grid,
            Travel,
            connect_relays,
            path,
            points,
            reach,
            reach_points,
            retreat,
            retreat_path,
            trace,
            union,
        )

        COMPILED = True
    except ImportError:
        pass

__all__ = [
    "BARRED",
    "COMPILED",
    "KINDS",
    "UNLIMITED",
    "Control",
    "Grid",
    "Layer",
    "Link",
    "Travel",
    "connect_relays",
    "path",
    "points",
    "reach",
    "reach_points",
    "retreat",
    "retreat_path",
    "trace",
    "union",
]
