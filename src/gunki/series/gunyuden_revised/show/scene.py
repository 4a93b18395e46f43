"""The revised edition's scene: ambushes (R-8), limits of garrisons (QR-GL), castles deaf to calls for surrender."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.series.forces_and_castles.show.facts import fact, value
from gunki.series.gunyuden.show.scene import GunyudenScene


class RevisedScene(GunyudenScene):
    """The scene of a game of the revised edition."""

    def common_inputs(self) -> tuple[Any, ...]:
        return (*super().common_inputs(), self.view["turn"])

    def castle_inputs(self, castle: int) -> tuple[Any, ...]:
        return (self.view["turn"],)

    def force_state(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the facts about the state of a force: its ambush (R-8), and the clause by which it may not act yet."""
        facts = [fact("ambush")] if chief.get("ambush") else []
        if chief.get("idle"):
            facts.append(fact("idle", names=[["idle", chief["idle"]]], tone="bad"))
        return [*facts, *super().force_state(leader, chief)]

    def force_signs(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        own = [{"glyph": sign} for sign in ("ambush", "idle") if chief.get(sign)]
        return [*own, *super().force_signs(leader, chief)]

    def castle_values(self, castle: int, state: Mapping[str, Any], inside: list[str]) -> list[dict[str, Any]]:
        """Return the facts about a castle, with the number of units inside and the limit for it (QR-GL).

        For a castle that is deaf to calls, there is also the last turn in which it is deaf (R-6).
        """
        tone = "bad" if state["garrison"] > state["limit"] else "neutral"  # it is a problem only above the limit
        crowd = fact("crowd", state["garrison"], of=state["limit"], tone=tone)
        facts = [*super().castle_values(castle, state, inside), crowd]
        if state.get("quiet", 0) >= self.view["turn"]:
            facts.append(fact("quiet", state["quiet"]))
        return facts

    def castle_signs(self, castle: int, state: Mapping[str, Any]) -> list[dict[str, Any]]:
        over = [value("crowded", state["garrison"])] if state["garrison"] > state["limit"] else []
        return [*super().castle_signs(castle, state), *over]
