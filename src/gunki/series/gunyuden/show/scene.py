"""The scene of the basic rules: stages and phases, morale, the values of a leader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.core.definition.lexicon import NONE
from gunki.series.forces_and_castles.show.facts import fact, value
from gunki.series.forces_and_castles.show.scene import Scene
from gunki.series.gunyuden.compose.document import WAITS
from gunki.series.gunyuden.rules.sequence import EVENTS
from gunki.series.gunyuden.setup import GunyudenSetup


class GunyudenScene(Scene[GunyudenSetup]):
    """The scene of a game of the series."""

    BESIDE = (*Scene.BESIDE, WAITS)

    # -- time (4) -----------------------------------------------------------------------------------------------------

    def time(self) -> list[dict[str, Any]]:
        """Return the turn and stage. Before the first turn there is neither (4-1-1).

        The events of a turn come before its stages.
        """
        stage = self.view["stage"]
        if stage:
            return [*super().time(), {"text": "stage", "data": {"stage": stage}}]
        return super().time() if self.view["phase"] == EVENTS else []

    def phases(self) -> dict[str, Any]:
        """Return the phases of a stage that a seat plays, after the phase of events if the game has one (4-1-1).

        At stage 0 the phase is "before", unless the events are under way.
        """
        setup, view = self.setup, self.view
        seats = [view["sides"][army] for army in setup.armies]
        seat_of = [setup.seats.index(seat) if seat in setup.seats else -1 for seat in seats]
        played = {setup.phase_of(army, seat_of) for army in range(len(setup.armies))}
        phases = [name for p, name in enumerate(setup.phases) if p in played or name == view["phase"]]
        if EVENTS in setup.rules.turn or view["phase"] == EVENTS:
            phases = [EVENTS, *phases]
        if not view["stage"] and view["phase"] != EVENTS:
            return {"now": "before", "all": ["before", *phases]}
        now = view["phase"] if view["phase"] in phases else phases[-1]  # after the end of a game the last phase stays
        return {"now": now, "all": phases}

    # -- forces (2-2, 9-2, 10, 12-2) ----------------------------------------------------------------------------------

    def strength(self, names: list[str]) -> int:
        units, setup = self.view["units"], self.setup
        return sum(setup.strength[setup.units.index(name)][units[name]["steps"]] for name in names)

    def values(self, unit: int, steps: int) -> list[dict[str, Any]]:
        setup = self.setup
        values = [
            value("strength", setup.strength[unit][steps]),
            value("modifier", setup.modifier[unit]),
            value("activation", setup.activation[unit]),
        ]
        return [*values, value("star", setup.stars[unit])] if setup.stars[unit] else values

    def is_spent(self, unit: Mapping[str, Any]) -> bool:
        return bool(unit.get("acted"))

    def piece(self, name: str, unit: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return the counter of a unit. During the action of its force, the unit is still shown as ready (12-1)."""
        acting = self.view.get("acting", NONE)
        if acting != NONE and unit is not None and acting in (name, unit.get("leader")):
            return self.counter(name, int(unit["steps"]), False)
        return super().piece(name, unit)

    def force_values(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        setup = self.setup
        return [
            fact("modifier", setup.modifier[leader]),
            fact("activation", setup.activation[leader]),
            fact("morale", chief.get("morale", 0), least=-setup.lowest_morale),
        ]

    def marked_units(self) -> set[str]:
        """Return the leader of the force whose action is under way: this force is still shown as ready (12-1)."""
        return {self.view.get("acting", NONE)} - {NONE}

    def force_inputs(self, leader: str, names: list[str]) -> tuple[Any, ...]:
        acting = self.view.get("acting", NONE)
        return (acting in names or self.view["units"][leader].get("leader") == acting,)

    def force_state(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [fact("acted", tone="bad")] if self.is_spent(chief) else []

    def force_signs(self, leader: int, chief: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [value("morale", chief["morale"])] if chief.get("morale") else []

    # -- castles (2-2-2, 8-2, 10-4) -----------------------------------------------------------------------------------

    def castle_values(self, castle: int, state: Mapping[str, Any], inside: list[str]) -> list[dict[str, Any]]:
        units = self.view["units"]
        shaken = [units[n].get("morale", 0) for n in inside] or [state.get("morale", 0)]
        return [fact("morale", min(shaken), least=-self.setup.lowest_morale)]

    def castle_signs(self, castle: int, state: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [value("morale", state["morale"])] if state.get("morale") else []
