"""Section 35.9: forces that act together with another one (Y-47)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.procedure import Procedure


@dataclass(eq=False)
class AccompaniedAction(Procedure):
    """An action that a force takes together with others in its hex. What holds one of them holds all.

    They stay separate forces. The only subclass is `SummonAll` (nobunaga_escapes.py). The position finds it among the
    procedures under way by this class (`HideyoshiPosition.convoy`).
    """

    seat: int
    force: int
    convoy: tuple[int, ...] = ()
