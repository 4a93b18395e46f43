"""Section 35.9: forces that act as one with another (Y-47)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.procedure import Procedure


@dataclass(eq=False)
class AccompaniedAction(Procedure):
    """An action of a force and of others in its hex: a bond on one of them binds all.

    They stay separate forces. The only subclass is `SummonAll` (nobunaga_escapes.py). By this class the position finds
    it among the procedures under way (`convoy`).
    """

    seat: int
    force: int
    convoy: tuple[int, ...] = ()
