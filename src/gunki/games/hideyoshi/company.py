"""Forces that act as one with another (35.9, Y-47)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.procedure import Procedure


@dataclass(eq=False)
class Company(Procedure):
    """An action of a force and of others in its hex: what binds one of them binds all. They stay separate forces."""

    seat: int
    force: int
    convoy: tuple[int, ...] = ()
