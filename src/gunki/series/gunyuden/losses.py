"""Sections 19-4, 23-3 and 25: step losses, and who may choose them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gunki.series.forces_and_castles.losses import StepLosses
from gunki.series.gunyuden.position import GunyudenPosition as G


@dataclass(eq=False)
class Losses(StepLosses):
    """23-3-1, 19-4-2, 25.0: the owner chooses; 23-3-3, G-17: a bullet eliminates one unit at least."""

    def bullet(self) -> str:
        """The clause that demands a unit: for an assault its own, else that of all battles."""
        return "19-4-3" if self.clause == "19-4-2" else "23-3-3"


def field_data(
    g: G, strength: int, parts: list[dict[str, Any]], unit: int, h: int, fight: dict[str, Any] | None
) -> dict[str, Any]:
    """What a roll on the Field Battle Results Table tells about itself."""
    return {
        "unit": unit,
        "hex": h,
        "strength": strength,
        "value": sum(p["value"] for p in parts),
        "chart": "field_battle",
        "column": g.setup.field.column(strength),
        "parts": parts if g.log is not None else (),
        "fight": fight,
    }
