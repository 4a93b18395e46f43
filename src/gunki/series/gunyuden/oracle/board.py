"""The units, forces and castles of a described position, kept up to date by events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.events import Event

FULL_DURABILITY = 10
NOBODY = "none"
NEUTRAL = "neutral"
#: Kinds of events, each with another kind that changes the table in the same way.
EVENT_ALIASES = {
    "removed": "killed",
    "castle_occupied": "castle_taken",
    "fell_back": "marched",
    "pursued": "marched",
    "advanced": "marched",
}
#: The keys that a document writes for a unit.
UNIT_FIELDS_WRITTEN = ("hex", "steps", "leader", "morale", "inside", "invests", "acted", "ambush", "status")
#: The strength of a reduced side by that of the full side (G-51). A full side of 3 has 2 when reduced, one of 2 has 1,
#: and 1 stays 1.
REDUCED = {3: 2, 2: 1, 1: 1}


@dataclass
class Unit:
    """A leader with his troops."""

    name: str
    army: str
    full: int
    modifier: int
    activation: int
    stars: int
    hex: str = ""
    steps: int = 2
    leader: str = ""
    morale: int = 0
    inside: bool = False
    invests: bool = False
    acted: bool = False
    ambush: bool = False
    status: str = ""

    @property
    def strength(self) -> int:
        """The combat strength on the side of the counter that is face up (2-2-1(5))."""
        return self.full if self.steps > 1 else REDUCED[self.full]


@dataclass
class Castle:
    """A castle, standing or in ruins."""

    name: str
    hex: str
    level: int
    first_owner: str
    is_main: bool
    owner: str = NOBODY
    durability: int = 0
    morale: int = 0

    @property
    def is_ruin(self) -> bool:
        """Whether the castle has no durability left (21-1)."""
        return self.durability == 0


class Force:
    """A unit alone, or a commander with the units under him (9-1)."""

    def __init__(self, lead: Unit, units: list[Unit]) -> None:
        self.lead = lead
        self.units = units
        self.name, self.army, self.hex, self.inside = lead.name, lead.army, lead.hex, lead.inside

    @property
    def strength(self) -> int:
        return sum(unit.strength for unit in self.units)


class Table:
    """The units and castles of a position."""

    def __init__(
        self, units: Iterable[Unit], castles: Iterable[Castle], seats: Mapping[str, str], friends: list[set[str]]
    ) -> None:
        self.units = {unit.name: unit for unit in units}
        self.castles = {castle.name: castle for castle in castles}
        self.seats = dict(seats)
        self.friends = friends
        self._forces: list[Force] | None = None
        self._at: dict[str, list[Force]] = {}
        self.castle_at = {castle.hex: castle for castle in self.castles.values()}

    # -- reading a document ---------------------------------------------------------------------------------------

    def lay_out(self, document: Mapping[str, Any]) -> None:
        """Put every piece where the document says."""
        for name, entry in document["units"].items():
            unit = self.units[name]
            if isinstance(entry, str):
                entry = {"hex": entry}
            if not entry.get("hex", "").isdigit():
                entry = {"status": entry.get("hex", "")}
            changes = {key: value for key, value in entry.items() if key in UNIT_FIELDS_WRITTEN}
            for key, value in changes.items():
                setattr(unit, key, value)
        for name, entry in document["castles"].items():
            castle = self.castles[name]
            castle.owner = entry.get("owner", NOBODY)
            castle.durability = entry.get("durability", 0)
            castle.morale = entry.get("morale", 0)

    # -- forces and sides -----------------------------------------------------------------------------------------

    def force_of(self, name: str) -> Force:
        """Return the force to which a unit belongs."""
        lead = self.units[self.units[name].leader or name]
        units = [unit for unit in self.units.values() if unit.leader == lead.name and unit.hex == lead.hex]
        return Force(lead, [lead, *units])

    def forces(self) -> list[Force]:
        """Return every force on the map."""
        if self._forces is None:
            led: dict[str, list[Unit]] = {}
            for unit in self.units.values():
                if unit.hex:
                    led.setdefault(unit.leader or unit.name, []).append(unit)
            self._forces, self._at = [], {}
            for name, units in led.items():
                lead = self.units[name]
                force = Force(lead, [lead, *(unit for unit in units if unit.name != lead.name)])
                self._forces.append(force)
                self._at.setdefault(force.hex, []).append(force)
        return self._forces

    def forces_at(self, number: str) -> list[Force]:
        """Return the forces in a hex, inside a castle or not."""
        self.forces()
        return self._at.get(number, [])

    def side_of(self, army: str) -> int:
        """Return the number of an army's group of friends; -1 for a neutral army, -2 (`NOBODY`) for no army."""
        seat = self.seats.get(army, NEUTRAL)
        for number, group in enumerate(self.friends):
            if seat in group:
                return number
        return -2 if army == NOBODY else -1

    def side_of_seat(self, seat: str) -> int:
        """Return the number of a player's group of friends."""
        return next(number for number, group in enumerate(self.friends) if seat in group)

    def are_enemies(self, one: int, other: int) -> bool:
        """Return whether two groups fight each other; neutrals fight nobody."""
        return one >= 0 and other >= 0 and one != other

    # -- castles --------------------------------------------------------------------------------------------------

    def besiegers_of(self, castle: Castle) -> list[Force]:
        """Return the enemy forces outside a castle, in its hex, that have an Invested marker."""
        side = self.side_of(castle.owner)
        return [
            force
            for force in self.forces_at(castle.hex)
            if not force.inside and self.are_enemies(self.side_of(force.army), side) and force.lead.invests
        ]

    def is_invested(self, castle: Castle) -> bool:
        """Return whether enough troops invest a castle: ten for each level, at least ten (18-1, G-21)."""
        strength = sum(force.strength for force in self.besiegers_of(castle))
        return not castle.is_ruin and strength >= max(10, 10 * castle.level)

    def garrison_of(self, castle: Castle) -> list[Force]:
        """Return the forces inside a castle."""
        return [force for force in self.forces_at(castle.hex) if force.inside]

    def morale_of(self, castle: Castle) -> int:
        """Return the lowest morale of the forces inside, or the castle's own if there is no garrison (10-4, 16-4-2)."""
        inside = [force.lead.morale for force in self.garrison_of(castle)]
        return min(inside) if inside else castle.morale

    # -- events ---------------------------------------------------------------------------------------------------

    def follow(self, event: Event) -> None:
        """Change the table as an event says."""
        self._forces = None
        change = getattr(self, f"_on_{EVENT_ALIASES.get(event.kind, event.kind)}", None)
        if change is not None:
            change(event.data)

    def _take_off(self, name: str) -> None:
        self.units[name].hex = ""
        self.units[name].leader = ""

    def _on_killed(self, data: Mapping[str, Any]) -> None:
        self._take_off(data["unit"])

    def _on_step_lost(self, data: Mapping[str, Any]) -> None:
        self.units[data["unit"]].steps = data["left"]

    def _on_step_gained(self, data: Mapping[str, Any]) -> None:
        self.units[data["unit"]].steps = 2

    def _on_morale(self, data: Mapping[str, Any]) -> None:
        self.units[data["unit"]].morale = data["morale"]

    def _on_castle_morale(self, data: Mapping[str, Any]) -> None:
        self.castles[data["castle"]].morale = data["morale"]

    def _on_durability(self, data: Mapping[str, Any]) -> None:
        self.castles[data["castle"]].durability = data["count"]

    def _on_castle_taken(self, data: Mapping[str, Any]) -> None:
        castle = self.castles[data["castle"]]
        castle.owner, castle.morale = data["army"], 0

    def _on_castle_abandoned(self, data: Mapping[str, Any]) -> None:
        castle = self.castles[data["castle"]]
        castle.owner, castle.durability, castle.morale = NOBODY, 0, 0

    def _move(self, name: str, number: str) -> None:
        for unit in self.force_of(name).units:
            unit.hex = number
            unit.inside = unit.invests = False

    def _on_marched(self, data: Mapping[str, Any]) -> None:
        self._move(data["unit"], data["to_hex"])

    def _on_withdrew(self, data: Mapping[str, Any]) -> None:
        self._move(data["unit"], data["to_hex"])
        self._shut(data["unit"], True)

    def _shut(self, name: str, inside: bool) -> None:
        for unit in self.force_of(name).units:
            unit.inside = inside
            unit.invests = unit.invests and not inside

    def _on_entered_castle(self, data: Mapping[str, Any]) -> None:
        self._shut(data["unit"], True)

    def _on_left_castle(self, data: Mapping[str, Any]) -> None:
        self._shut(data["unit"], False)

    def _on_detached(self, data: Mapping[str, Any]) -> None:
        self.units[data["unit"]].leader = ""

    def _on_separated(self, data: Mapping[str, Any]) -> None:
        unit, former = self.units[data["unit"]], self.units[data["from_unit"]]
        unit.leader, unit.morale, unit.invests = "", former.morale, former.invests

    def _on_regrouped(self, data: Mapping[str, Any]) -> None:
        unit = self.units[data["unit"]]
        unit.leader, unit.inside = data["leader_unit"], self.units[data["leader_unit"]].inside

    def _on_invested(self, data: Mapping[str, Any]) -> None:
        for name in data["units"]:
            self.units[name].invests = True

    def _on_lies_in_ambush(self, data: Mapping[str, Any]) -> None:
        self.units[data["unit"]].ambush = True

    def _on_joined(self, data: Mapping[str, Any]) -> None:
        self.seats[data["army"]] = data["seat"]

    def _on_peace(self, data: Mapping[str, Any]) -> None:
        self.seats[data["army"]] = NEUTRAL

    def _on_appeared(self, data: Mapping[str, Any]) -> None:
        self.units[data["unit"]].hex = data["hex"]

    def _on_lifted(self, data: Mapping[str, Any]) -> None:
        self.units[data["unit"]].invests = False
