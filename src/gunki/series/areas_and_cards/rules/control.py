"""Section 5-2: control of areas changes at the end of an action turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Next, Procedure


@dataclass(eq=False)
class ChangeOfControl(Procedure):
    """Areas without their controller's units pass to a clan that is there. Games say to which, and who chooses."""

    seat: int  # whose action turn it was

    def heirs(self, g: Any, area: int) -> tuple[list[int], int]:
        """The clans that may take control, by the priorities, and the seat that chooses among them."""
        raise NotImplementedError

    def holder_when_empty(self, g: Any, owner: int) -> int:
        """Who controls an area without any units."""
        return owner

    def priority_reason(self, g: Any, area: int, clan: int) -> Reason:
        """Why a clan that is there comes behind others."""
        raise NotImplementedError

    def changes(self, g: Any) -> Iterator[tuple[int, list[int]]]:
        """The areas that change hands, and the clans that may have them."""
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
        """What nobody has to choose."""
        for area, clans in self.changes(g):
            if len(clans) == 1:
                g.set_control(area, clans[0], "5-2")

    def _open_area(self, g: Any) -> int:
        """The first area whose control is to be chosen."""
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
