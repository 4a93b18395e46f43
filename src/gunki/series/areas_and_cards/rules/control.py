"""Section 5-2: control of areas changes at the end of an action turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Next, Procedure


@dataclass(eq=False)
class ChangeOfControl(Procedure):
    """Gives each area in which its controller has no units to a clan that has units there.

    Each game defines which clan gets the area, and which seat chooses if several clans come into question.
    """

    seat: int  # the seat whose action turn it was

    def heirs(self, g: Any, area: int) -> tuple[list[int], int]:
        """Return the clans that may take control of an area by the rules' priorities, and the seat that chooses one."""
        raise NotImplementedError

    def holder_when_empty(self, g: Any, owner: int) -> int:
        """Return the clan that controls an area without any units; `owner` controlled it before."""
        return owner

    def priority_reason(self, g: Any, area: int, clan: int) -> Reason:
        """Return the reason why a clan cannot take control: by the priorities, other clans in the area come first."""
        raise NotImplementedError

    def changes(self, g: Any) -> Iterator[tuple[int, list[int]]]:
        """Yield each area whose controller changes, with the clans that may take control."""
        for area, owner in enumerate(g.control):
            present = g.present[area]
            if present:
                if owner < 0 or not present >> owner & 1:
                    yield area, self.heirs(g, area)[0]
            elif (holder := self.holder_when_empty(g, owner)) != owner:
                yield area, [holder]

    def start(self, g: Any) -> Next:
        for area, clans in self.changes(g):
            if len(clans) > 1:
                return "choose"
            g.set_control(area, clans[0], "5-2")
        return None

    def settle(self, g: Any) -> None:
        """Set the control of the areas that only one clan may take."""
        for area, clans in self.changes(g):
            if len(clans) == 1:
                g.set_control(area, clans[0], "5-2")

    def _open_area(self, g: Any) -> int:
        """Return the first area whose controller must be chosen."""
        areas = enumerate(g.control)
        return next(a for a, owner in areas if g.present[a] and (owner < 0 or not g.present[a] >> owner & 1))

    def choose(self, g: Any) -> Next:
        area = self._open_area(g)
        heirs, chooser = self.heirs(g, area)
        acts: list[Act] = [("control", area, clan) for clan in heirs]
        return Ask(chooser, "control", "5-2", acts, "take_choice", bars="control_bars", data={"area": area})

    def control_bars(self, g: Any, act: Act) -> Iterator[Reason]:
        _, area, clan = act
        open_area = self._open_area(g)
        if area != open_area:
            yield Reason("5-2", "other_area", {"area": open_area})
        elif not g.present[area] >> clan & 1:
            yield Reason("5-2", "not_there", {"clan": clan, "area": area})
        elif clan not in self.heirs(g, area)[0]:
            yield self.priority_reason(g, area, clan)

    def take_choice(self, g: Any, act: Act) -> Next:
        g.set_control(act[1], act[2], "5-2")
        return "start"
