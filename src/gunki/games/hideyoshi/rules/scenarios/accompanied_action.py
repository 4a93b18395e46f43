"""Section 35.9: forces that act as one with another (Y-47)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.procedure import Procedure


@dataclass(eq=False)
class AccompaniedAction(Procedure):
    """An action of a force and of others in its hex: what binds one of them binds all. They stay separate forces.

    It is `SummonAll` (nobunaga.py); by this class the position knows it among what is under way (`convoy`).
    """

    seat: int
    force: int
    convoy: tuple[int, ...] = ()
