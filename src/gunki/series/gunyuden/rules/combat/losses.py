"""Sections 19-4, 23-3 and 25: step losses, and the player who chooses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gunki.core.dice.luck import Luck
from gunki.series.forces_and_castles.rules.losses import StepLosses
from gunki.series.forces_and_castles.state.position import ForcesPosition
from gunki.series.gunyuden.state.position import GunyudenPosition as G
from gunki.series.gunyuden.state.position import GunyudenPositionOf


@dataclass(eq=False)
class Losses(StepLosses):
    """23-3-1, 19-4-2, 25.0: step losses that the owner chooses.

    A bullet in the table means that at least one unit must be eliminated (23-3-3, G-17).
    """

    def bullet_clause(self) -> str:
        """Return the clause by which a bullet eliminates a unit. Assaults have one clause, all battles another."""
        return "19-4-3" if self.clause == "19-4-2" else "23-3-3"

    def mark_clause(self, g: ForcesPosition) -> str:
        assert isinstance(g, GunyudenPositionOf)
        return self.bullet_clause() if self.clause == "19-4-2" else g.rules.mark_clause


def field_data(
    g: G, strength: int, parts: list[dict[str, Any]], unit: int, h: int, fight: dict[str, Any] | None
) -> dict[str, Any]:
    """Return the data of a roll on the Field Battle Results Table."""
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


def field_luck(g: G, seat: int, strength: int, parts: list[dict[str, Any]]) -> Luck | None:
    """Return the value of a roll on the Field Battle Results Table: the steps that the other side loses."""
    modifier = sum(p["value"] for p in parts)
    return Luck(seat, lambda die: int(g.setup.field(strength, die + modifier)[0])) if seat >= 0 else None
