"""On what terms a force marches."""

from __future__ import annotations

from typing import NamedTuple

from gunki.board.kernel import Travel


class Terms(NamedTuple):
    """What steps cost; which hexes are closed; whose zones tax the march, and where that is waived."""

    travel: Travel
    closed: bytes | bytearray
    strong: bytearray | None = None
    weak: bytearray | None = None
    waived: bytearray | None = None
