"""What the game shows on the table besides that of every hex game: ranks and values, markers, ships and the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from gunki.games.kenshin.setup import RANKS, KenshinSetup
from gunki.series.forces_and_castles.scene import Scene, fact, value

#: Where a unit is that is beside the map and may still come.
BOX, UNDEPLOYED = "box", "undeployed"


class KenshinScene(Scene[KenshinSetup]):
    """2-2-1: a counter shows rank, ability and action points; 2-2-2: markers lie on forces and castles."""

    BESIDE: ClassVar[tuple[str, ...]] = (BOX, UNDEPLOYED)

    # -- time and points ----------------------------------------------------------------------------------------------

    def time(self) -> list[dict[str, Any]]:
        month, third = self.setup.calendar[self.view["turn"] - 1]
        return [
            *super().time(),
            {"text": f"third_{third}", "data": {"month": month}},
            {"text": "score", "data": {"score": self.view["score"], "count": self.setup.score_to_win}},
        ]

    # -- units (2-2-1) ------------------------------------------------------------------------------------------------

    def values(self, unit: int, steps: int) -> list[dict[str, Any]]:
        """2-2-1(5) back: a unit on its back side has no action points."""
        setup = self.setup
        found = [value(RANKS[setup.rank[unit]], steps), value("ability", setup.ability[unit])]
        return found if steps < 2 else [*found, value("action", setup.action[unit])]

    def spent(self, unit: Mapping[str, Any]) -> bool:
        return bool(unit.get("done") or unit.get("landed") or unit.get("fought"))

    def force_values(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        setup = self.setup
        found = [fact("ability", setup.ability[leader])]
        return [*found, fact("action", setup.action[leader])] if int(chief["steps"]) > 1 else found

    def force_signs(self, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        """10-7, 10-8: what lies on a force."""
        signs: list[dict[str, Any]] = []
        if "bound" in chief:
            signs.append({"glyph": "engages", "target": chief["bound"]})
        if chief.get("pinned"):
            signs.append({"glyph": "engaged"})
        if not chief.get("inside") and self._side_of(chief) in self.view["fortified"].get(chief["hex"], ()):
            signs.append({"glyph": "fortified"})
        return signs

    def _side_of(self, chief: Mapping[str, Any]) -> str:
        name = next(name for name, unit in self.view["units"].items() if unit is chief)
        army = self.setup.armies[self.setup.army[self.setup.units.index(name)]]
        return str(self.view["sides"][army])

    # -- castles (8, 13) ----------------------------------------------------------------------------------------------

    def castle_values(self, state: Mapping[str, Any], inside: list[str]) -> list[dict[str, Any]]:
        castle = next(c for c, name in enumerate(self.setup.castles) if self.view["castles"][name] is state)
        crowd = sum(len(self.forces[name]) for name in inside)
        found = [
            fact("castle_strength", self.setup.castle_strength[castle]),
            fact("crowd", crowd, of=self.setup.printed_durability(castle)),
        ]
        if "marker" in state:
            found.append(fact("marker", int(state["marker"])))
        if state.get("line"):
            found.append(fact("naval_line"))
        return found

    def castle_signs(self, state: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [value("marker", int(state["marker"]))] if state.get("marker") else []
