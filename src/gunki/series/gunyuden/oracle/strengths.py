"""Strengths and modifiers of battles and sieges (19, 20, 22 to 24), computed from the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gunki.series.gunyuden.oracle.board import Castle, Force, Unit
from gunki.series.gunyuden.oracle.ground import ASSAULT, ATTACK, COUNTER
from gunki.series.gunyuden.oracle.model import Model

#: A modifier of a die: the clause that gives it, and its value.
Part = tuple[str, int]


def drop_zeros(parts: Iterable[Part]) -> list[Part]:
    """Return the modifiers that are not zero, sorted."""
    return sorted(part for part in parts if part[1])


class Fight:
    """The present state of a skirmish between forces."""

    def __init__(self, model: Model, attackers: Sequence[str], targets: Sequence[str], target_hex: str) -> None:
        self.model = model
        self.attackers = list(attackers)
        self.targets = list(targets)
        self.hex = target_hex
        #: The attacked units that invest when the attacker rolls; None before the roll.
        self.holding: set[str] | None = None

    # -- the sides of the fight -----------------------------------------------------------------------------------

    def living(self, names: Sequence[str]) -> list[Unit]:
        """Return the units that are still on the map."""
        units = self.model.table.units
        return [units[name] for name in names if units[name].hex]

    def forces(self, units: Sequence[Unit]) -> list[Force]:
        """Return the forces to which units belong, each once."""
        names = dict.fromkeys(unit.leader or unit.name for unit in units)
        return [self.model.table.force_of(name) for name in names]

    @property
    def is_sortie(self) -> bool:
        """Whether the attack comes out of a castle (23-7)."""
        return any(unit.inside for unit in self.living(self.attackers))

    def defenders_left(self) -> list[Unit]:
        """Return the defenders who have not left their hex (23-6)."""
        return [unit for unit in self.living(self.targets) if unit.hex == self.hex and not unit.inside]

    # -- strength -------------------------------------------------------------------------------------------------

    def attack_strength(self) -> int:
        """Return the strength of the attackers (23-2)."""
        return sum(unit.strength for unit in self.living(self.attackers))

    def counter_strength(self) -> int:
        """Return the strength of the defenders.

        Investing forces count half, rounded up, but not against a sortie (18-4-2, 23-7-3).
        """
        free, bound = 0, 0
        for force in self.forces(self.defenders_left()):
            if self.holds_siege(force) and not self.is_sortie:
                bound += force.strength
            else:
                free += force.strength
        return free + (bound + 1) // 2

    def hold_sieges(self) -> None:
        """Record the attacked units that invest when the attacker rolls.

        Losses after the roll do not change this for the fight.
        """
        forces = self.forces(self.living(self.targets))
        self.holding = {unit.name for force in forces if self.model.is_investing(force) for unit in force.units}

    def holds_siege(self, force: Force) -> bool:
        """Return whether a force invested when it was attacked. Losses since then do not matter (18-4-2, 18-3)."""
        if self.holding is None:
            return self.model.is_investing(force)
        return any(unit.name in self.holding for unit in force.units)

    # -- modifiers ------------------------------------------------------------------------------------------------

    def best_leader(self, forces: Sequence[Force]) -> int:
        """Return the modifier of the highest-ranking leader; of equal ranks, the best modifier (23-2-1(4), G-14)."""
        lead = max(forces, key=lambda force: (force.lead.stars, self.leader_value(force)))
        return self.leader_value(lead)

    def leader_value(self, force: Force) -> int:
        """Return the modifier of a force's leader. It is 0 in a castle that is an ally's or was an enemy's (23-7-1)."""
        if force.inside and not self.model.is_home_castle(force):
            return 0
        return force.lead.modifier

    def best_commander(self, forces: Sequence[Force]) -> int:
        """Return the best modifier of the commanders that lead forces (24-2-3).

        If no commander leads a force, return the best modifier of all leaders.
        """
        values = [force.lead.modifier for force in forces if force.lead.stars]
        return max(values) if values else max(force.lead.modifier for force in forces)

    def lowest_morale(self, forces: Sequence[Force]) -> int:
        return min(force.lead.morale for force in forces)

    def crosses_river(self) -> bool:
        """Return whether a river lies between both sides; a bridge does not help in combat (23-2-1(3), G-16)."""
        start = self.living(self.attackers)[0].hex
        return start != self.hex and self.model.ground.is_river_between(start, self.hex)

    def attack_parts(self) -> list[Part]:
        """Return the modifiers of the attack (23-2-1, 23-7-2)."""
        ours, theirs = self.forces(self.living(self.attackers)), self.forces(self.living(self.targets))
        terrain = self.model.ground.terrain[self.hex]
        return drop_zeros(
            (
                ("23-2-1(2)" if terrain == "foothills" else "23-2-1(1)", ATTACK.get(terrain, 0)),
                self.model.river_part(counter=False) if self.crosses_river() else ("", 0),
                ("23-2-1(4)", self.best_leader(ours) - self.best_leader(theirs)),
                ("23-2-1(5)", self.lowest_morale(ours) - self.lowest_morale(theirs)),
                self.model.sortie_part(ours[0]) if self.is_sortie else ("", 0),
            )
        )

    def counter_parts(self) -> list[Part]:
        """Return the modifiers of the counterattack, for which the attacked side rolls (23-6-2, 23-7-4, G-13)."""
        ours, theirs = self.forces(self.living(self.attackers)), self.forces(self.defenders_left())
        terrain = self.model.ground.terrain[self.hex]
        return drop_zeros(
            (
                ("23-6-2(1)", COUNTER.get(terrain, 0)),
                self.model.river_part(counter=True) if self.crosses_river() else ("", 0),
                ("23-6-2(3)", self.best_leader(theirs) - self.best_leader(ours)),
                ("23-6-2(4)", self.lowest_morale(theirs) - self.lowest_morale(ours)),
                ("23-7-4", 1 if self.is_sortie else 0),
            )
        )


class Storm:
    """An assault on a castle (19)."""

    def __init__(self, model: Model, forces: Sequence[Force], castle: Castle) -> None:
        self.model = model
        self.forces = forces
        self.castle = castle

    def advantage(self) -> int:
        """Return the assailants' strength less that of the garrison (19-2-1)."""
        inside = sum(force.strength for force in self.model.table.garrison_of(self.castle))
        return sum(force.strength for force in self.forces) - inside

    def parts(self) -> list[Part]:
        """Return the modifiers of an assault: level, morale, terrain (19-3)."""
        morale = min(force.lead.morale for force in self.forces) - self.model.table.morale_of(self.castle)
        terrain = self.model.storm_terrain(self.castle)
        return drop_zeros((("19-3-1", -self.castle.level), ("19-3-2", morale), ("19-3-3", ASSAULT.get(terrain, 0))))


def call_parts(model: Model, castle: Castle, morale: int | None) -> list[Part]:
    """Return the modifiers of a call for surrender: the highest rank inside, and morale (20-2-1)."""
    stars = max((u.stars for force in model.table.garrison_of(castle) for u in force.units), default=0)
    rank = {2: ("20-2-1(1)", -2), 1: ("20-2-1(2)", -1)}.get(stars, ("", 0))
    difference = 0 if morale is None else morale - model.table.morale_of(castle)
    return drop_zeros((rank, ("20-2-1(3)", difference)))
