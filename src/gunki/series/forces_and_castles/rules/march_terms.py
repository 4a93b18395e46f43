"""The terms of a march: costs, closed hexes and enemy zones."""

from __future__ import annotations

from typing import NamedTuple

from gunki.board.kernel import Travel


class Terms(NamedTuple):
    """The step costs; the closed hexes; the enemy zones that cost extra points; the hexes where these cost nothing."""

    travel: Travel
    closed: bytes | bytearray
    strong: bytearray | None = None
    weak: bytearray | None = None
    waived: bytearray | None = None
