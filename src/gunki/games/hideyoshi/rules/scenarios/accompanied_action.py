"""Section 35.9: forces that act together with another one (Y-47)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.procedure import Procedure


@dataclass(eq=False)
class AccompaniedAction(Procedure):
    """An action that a force takes together with others in its hex.

    A restriction that holds one of these forces holds all of them. They stay separate forces. The only subclass is
    `SummonAll` (nobunaga_escapes.py). `HideyoshiPosition.convoy` looks for an action of this class among the procedures
    under way.
    """

    seat: int
    force: int
    convoy: tuple[int, ...] = ()
