"""The revised edition's scene: ambushes (R-8), limits of garrisons (QR-GL), castles deaf to calls for surrender."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.series.forces_and_castles.show.scene import fact, value
from gunki.series.gunyuden.show.scene import GunyudenScene


class RevisedScene(GunyudenScene):
    """The scene of a game of the revised edition."""

    def common_inputs(self) -> tuple[Any, ...]:
        return (*super().common_inputs(), self.view["turn"])

    def castle_inputs(self, castle: int) -> tuple[Any, ...]:
        return (self.view["turn"],)

    def force_state(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the state of a force, with its ambush (R-8) and the clause that forbids it to act yet."""
        facts = [fact("ambush")] if chief.get("ambush") else []
        if chief.get("idle"):
            facts.append(fact("idle", names=[["idle", chief["idle"]]], tone="bad"))
        return [*facts, *super().force_state(leader, chief)]

    def force_signs(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        own = [{"glyph": sign} for sign in ("ambush", "idle") if chief.get(sign)]
        return [*own, *super().force_signs(leader, chief)]

    def castle_values(self, castle: int, state: Mapping[str, Any], inside: list[str]) -> list[dict[str, Any]]:
        """Return the facts of a castle, with the units inside and its limit (QR-GL).

        A castle deaf to calls also shows the last turn of that (R-6).
        """
        tone = "bad" if state["garrison"] > state["limit"] else "neutral"  # few units inside are no problem
        crowd = fact("crowd", state["garrison"], of=state["limit"], tone=tone)
        facts = [*super().castle_values(castle, state, inside), crowd]
        if state.get("quiet", 0) >= self.view["turn"]:
            facts.append(fact("quiet", state["quiet"]))
        return facts

    def castle_signs(self, castle: int, state: Mapping[str, Any]) -> list[dict[str, Any]]:
        over = [value("crowded", state["garrison"])] if state["garrison"] > state["limit"] else []
        return [*super().castle_signs(castle, state), *over]
