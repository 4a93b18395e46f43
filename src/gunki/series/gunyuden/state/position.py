"""The position of the series: its state (2, 8 to 12), and the methods that change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from gunki.core.rules.decision import Reason
from gunki.core.rules.procedure import Procedure
from gunki.core.show.fights import loss
from gunki.series.forces_and_castles.rules.march_terms import Terms
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.position import DEAD, GONE, OFF, ForcesPositionOf
from gunki.series.gunyuden.rules import forces_and_commanders, zones_of_control
from gunki.series.gunyuden.rules.sieges.castles import Castle
from gunki.series.gunyuden.setup import GunyudenSetup
from gunki.series.gunyuden.state import old_steps
from gunki.series.gunyuden.state.hooks import GunyudenHooks
from gunki.series.gunyuden.state.state_fields import STATE

if TYPE_CHECKING:
    from gunki.series.gunyuden.editions import Edition

__all__ = ["DEAD", "FREED", "GONE", "LED", "OFF", "GunyudenPosition", "GunyudenPositionOf"]

#: Marks of units that were under command when the stage began (14-1-2). `LED`: the unit was still under command when
#: the phase began (13-1-2). `FREED`: it was not any more.
LED, FREED = 1, 2


SetupT = TypeVar("SetupT", bound=GunyudenSetup, covariant=True)


class GunyudenPositionOf(GunyudenHooks[SetupT]):
    """A position of a game of the series.

    Rules change it only through its methods, which keep zones and investments right.

    A force in the open has a strong zone in its hex and the six around (5.0). This zone hinders lines, marches and
    retreats of enemies (5-1-1(list)). Several zones of one side in a hex count as one (5-3, 5-3-1); a unit's zone
    counts before a castle's (5-3-2). Zones of both sides may lie in one hex (5-4, 5-4-2). But a side that holds a hex
    keeps enemy zones out of it (5-2(3), 5-2(4), 5-4-1).

    Every force and castle has morale (10.0). Each force in a hex has its own (10-3). Morale is stored as the drop from
    normal (10-1), 0 to 4.
    """

    __slots__ = (
        "acted", "actors", "called", "declined", "dropped", "invests", "led", "morale", "retreated", "ruined",
        "shaken", "stage", "steadfast", "stormed", "tried", "turned_down",
    )  # fmt: skip

    CACHES = ForcesPositionOf.CACHES | {"actors"}
    STATE = STATE
    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS
    HANDED_ON = (*ForcesPositionOf.HANDED_ON, "morale", "acted", "invests", "declined")
    #: Procedures in which armies change sides. While one runs, units may still stand where their new side cannot stay.
    CHANGES_SIDES: ClassVar[tuple[str, ...]] = ()

    stage: int
    #: For each leader: the drop in morale; whether the force has acted in this stage; whether it invests a castle;
    #: whether it has declared that it takes no part in an investment, though it stands where investors stand.
    morale: bytearray
    acted: bytearray
    invests: bytearray
    declined: bytearray
    #: Units that were under command when the stage began: `LED` or `FREED`.
    led: bytes
    #: Castles whose replenishment was tried in this stage (14-3-3).
    tried: tuple[int, ...]
    #: Units detached during the march under way (15-5).
    dropped: tuple[int, ...]
    #: Castles that were called upon to surrender, and those that were assaulted, in this phase (20-1-1, 20-1-2).
    called: tuple[int, ...]
    stormed: tuple[int, ...]
    #: Castles that hold out to the last. While they are invested, their owners are not asked whether they offer to
    #: surrender (20-4).
    steadfast: tuple[int, ...]
    #: Forces whose decisive battle was refused in this phase (G-60); and the ways of the forces that retreated in
    #: the latest battle (23-5).
    turned_down: tuple[int, ...]
    retreated: tuple[int, ...]
    #: For each castle: the drop in its own morale. And, for an abandoned castle, the seat that brought it down, plus 1.
    shaken: bytes
    ruined: bytes
    #: The last result of `list_acting`, with what it was made from: all forces on the map, the units marked, the
    #: result.
    actors: tuple[list[int], bytes, list[int]] | None

    def begin(self) -> None:
        units, castles = len(self.setup.units), len(self.setup.castles)
        self.stage, self.actors = 0, None
        self.morale, self.acted = bytearray(units), bytearray(units)
        self.invests, self.declined, self.led = bytearray(units), bytearray(units), bytes(units)
        self.tried = self.dropped = self.called = self.stormed = self.steadfast = ()
        self.turned_down = self.retreated = ()
        self.shaken = self.ruined = bytes(castles)
        super().begin()

    def clone(self) -> Self:
        new = super().clone()
        new.stage, new.actors = self.stage, self.actors
        new.morale, new.acted = self.morale[:], self.acted[:]
        new.invests, new.declined, new.led = self.invests[:], self.declined[:], self.led
        new.tried, new.dropped, new.turned_down = self.tried, self.dropped, self.turned_down
        new.called, new.stormed, new.steadfast = self.called, self.stormed, self.steadfast
        new.retreated, new.shaken, new.ruined = self.retreated, self.shaken, self.ruined
        return new

    @property
    def rules(self) -> Edition:
        """The edition that is played, with the procedures of the game itself."""
        return self.setup.rules

    @property
    def procedures(self) -> Mapping[str, type[Procedure]]:
        return self.setup.rules.procedures

    # -- forces (9, 10, 12) -------------------------------------------------------------------------------------------

    def strength(self, force: int) -> int:
        """Return the combat strength of a force: the sum of its units' strengths (9-2-5).

        A unit's strength depends on the steps that it has left. Units with higher numbers are stronger (2-2-1(2)).
        """
        values, steps = self.setup.strength, self.steps
        return sum(values[u][steps[u]] for u in self.members(force))

    def strengths(self) -> list[int]:
        """Return the strength of all forces, by leader."""
        totals, leader, steps = [0] * len(self.at), self.leader, self.steps
        for u, values in enumerate(self.setup.strength):
            totals[leader[u]] += values[steps[u]]
        return totals

    def best_leader(self, forces: list[int]) -> int:
        """Return the force or unit with the highest rank; of equal ranks, the one with the best modifier (G-36)."""
        return max(forces, key=lambda f: (self.setup.stars[f], self.setup.modifier[f], -f))

    def lowest_morale(self, forces: list[int]) -> int:
        """Return the lowest morale among some forces, 0 or below."""
        return -max(self.morale[force] for force in forces)

    def castle_morale(self, castle: int) -> int:
        """Return the morale of a castle: the garrison's, or its own if it has no garrison (10-4).

        Each force has its own morale, and the lowest counts (16-4-2).
        """
        garrison = self.garrison(castle)
        return self.lowest_morale(garrison) if garrison else -self.shaken[castle]

    def crowd(self, castle: int) -> int:
        """Return the number of units inside a castle, of all armies, reduced ones too."""
        return sum(len(self.members(force)) for force in self.garrison(castle))

    def is_able(self, force: int) -> bool:
        """Return whether a force has points for this stage (12-2-4), has not acted (12-2-3), and is not idle."""
        return not self.acted[force] and self.has_points(force) and not self.is_idle(force)

    def list_acting(self, suited: bytes) -> list[int]:
        """Return the forces on the map that `suited` marks. The list is shared: do not change it."""
        forces, last = self.forces(), self.actors
        if last is None or last[1] != suited or last[0] != forces:
            last = self.actors = forces, suited, [f for f in forces if suited[f]]
        return last[2]

    def has_points(self, force: int) -> bool:
        """Return whether a force's activation points last for this stage (12-2-4).

        A force can act in as many stages as it has points, beginning with the first (2-2-1(4), 12-2-4(ex)). With one
        point it cannot act in the second stage (4-1-3), with two not in the third (4-1-4). The points of the leader
        count, even if a unit is alone (12-2-2). Points are neither saved nor given away (12-2-5).
        """
        return self.setup.activation[force] >= self.stage

    # -- forces change ------------------------------------------------------------------------------------------------

    def handle_arrival(self, force: int, was: int) -> None:
        h = self.at[force]
        if was != h:
            self.declined[force] = 0
            if was >= 0:
                self.invests[force] = 0  # 18-3: the force has left the castle that it invested
                self.review(was)
        if self.inside[force] and self.shaken[castle := self.castle_at(h)]:
            self.shaken = replace_value(self.shaken, castle, 0)  # 10-4: the garrison's morale counts now
        self.review(h)

    def join(self, unit: int, force: int) -> None:
        """Put a unit under command of another force in its hex. Units that it led become forces of their own (13-2).

        The force takes the lower morale of the two (13-2-5).
        """
        low = max(self.morale[self.leader[unit]], self.morale[force])
        if self.leader[unit] == unit:
            self.disband(unit)
            self._appear(unit, -1)
            self.invests[unit] = 0
        self.leader[unit] = force
        self.morale[unit], self.morale[force] = 0, low  # a force has one morale, its leader's
        self.acted[unit] = self.acted[force]
        self.inside[unit] = self.inside[force]
        self.review(self.at[force])  # 18-3: the unit may have left an investment, or come to one

    # -- steps and deaths (23-3, 25) ----------------------------------------------------------------------------------

    def gain_step(self, unit: int, *clauses: str) -> None:
        self.steps = replace_value(self.steps, unit, self.steps[unit] + 1)
        if self.log is not None:
            self.emit("step_gained", *clauses, unit=unit)
        self.review(self.at[unit])  # the strength gained may complete an investment

    def lose_step(self, unit: int, *clauses: str, deserts: bool = False) -> None:
        """Take a step from a unit, by battle or desertion. A unit that loses its last step is eliminated (23-3-2).

        Desertion (14-2-4) is no death, and the army stays (G-35, G-40).
        """
        self.steps = replace_value(self.steps, unit, self.steps[unit] - 1)
        if not self.steps[unit]:
            self.eliminate_all([unit], *clauses, killed=not deserts, army_too=not deserts)
        else:
            if self.log is not None:
                lost = loss("unit", self.setup.units[unit], left=self.steps[unit])
                self.emit("step_lost", *clauses, unit=unit, left=self.steps[unit], loss=lost)
            self.review(self.at[unit])

    def eliminate(self, unit: int, *clauses: str, killed: bool = True) -> None:
        """Eliminate a unit (25).

        If it led units, another commander may take them over (G-36). If it is a sodaisho, the whole army is removed too
        (25-2).
        """
        self.eliminate_all([unit], *clauses, killed=killed)

    def eliminate_all(self, units: Iterable[int], *clauses: str, killed: bool = True, army_too: bool = True) -> None:
        """Eliminate several units at the same moment.

        A unit that falls together with its sodaisho was killed, not removed with him. Units that battle or siege
        eliminates are killed (25.0) and never come back (25-1).
        """
        units = sorted((u for u in units if self.at[u] >= 0), key=lambda u: self.leader[u] == u)
        hexes = {self.at[u] for u in units}
        for u in units:
            if self.log is not None:
                lost = loss("unit", self.setup.units[u], count=self.steps[u] or 1)
                self.emit("killed" if killed else "removed", *clauses, unit=u, hex=self.at[u], loss=lost)
            self.steps = replace_value(self.steps, u, 0)
            self._remove(u, DEAD if killed else GONE)
        for h in sorted(hexes):
            self.review(h)
        if army_too:
            for army in dict.fromkeys(self.setup.army[u] for u in units if self.setup.stars[u] == 2):
                self._leaderless(army)

    def _remove(self, unit: int, fate: int) -> None:
        if self.leader[unit] == unit:
            self._appear(unit, -1)
            heirs = [u for u in self.members(unit) if u != unit]
            if heirs:
                self._succeed(unit, heirs)
        self.leader[unit] = unit
        self.at[unit] = fate
        for layer in (self.inside, self.invests, self.acted, self.morale):
            layer[unit] = 0
        self.led = replace_value(self.led, unit, 0)

    def _succeed(self, dead: int, heirs: list[int]) -> None:
        """Let the highest ranking commander take over as many units as he may lead; the rest stand alone (G-36)."""
        for u in heirs:
            self.leader[u] = u
            self.hand_on(dead, u)
        chief = self.best_leader(heirs)
        if self.setup.boxes[chief] and self.setup.options["leader_death"] == "successor":
            room = self.setup.boxes[chief]
            for u in heirs:
                if u != chief and room and self.may_lead(chief, u):
                    self.leader[u] = chief
                    self.morale[u] = self.invests[u] = 0
                    room -= 1
        for u in heirs:
            if self.leader[u] == u:
                self._appear(u)

    def _leaderless(self, army: int) -> None:
        """Remove the whole army of a dead sodaisho from the map (25-2). Its castles stay its own."""
        gone = self.followers(army)
        left = [u for u, a in enumerate(self.setup.army) if a in gone and self.at[u] >= OFF and self.steps[u]]
        if self.setup.options["sodaisho_death"] == "last" and any(self.setup.stars[u] == 2 for u in left):
            return
        self.emit("army_gone", "25-2", army=army)
        hexes = {self.at[u] for u in left if self.at[u] >= 0}
        for u in left:
            if self.at[u] >= 0:
                self._remove(u, GONE)
            self.at[u], self.steps = GONE, replace_value(self.steps, u, 0)
        for h in sorted(hexes):
            self.review(h)

    def lead_bars(self, chief: int, unit: int) -> Iterator[Reason]:
        return forces_and_commanders.lead_bars(self, chief, unit)

    def precedence(self, unit: int) -> tuple[int, int]:
        return self.setup.stars[unit], self.setup.modifier[unit]

    def may_lead(self, chief: int, unit: int) -> bool:
        stars = self.setup.stars  # compared here first, because this is the common case
        return (stars[chief] > stars[unit] or self.outranks(chief, unit)) and self.is_same_command(chief, unit)

    def outranks(self, chief: int, unit: int) -> bool:
        """Return whether a commander's rank lets him lead a unit (9-2-3). More stars are the higher rank (2-2-1(6))."""
        setup = self.setup
        return setup.stars[chief] > setup.stars[unit] or (chief, unit) in setup.may_also_lead

    def is_same_command(self, chief: int, unit: int) -> bool:
        """Return whether a commander may lead units of this unit's army (9-2-6)."""
        army = self.setup.army
        return army[chief] == army[unit] or self.may_lead_other_army(chief, unit)

    # -- phases, marches, gates ---------------------------------------------------------------------------------------

    def is_in_phase(self, force: int, phase: int) -> bool:
        """Return whether a force acts in an operations phase (4-1). The army of its leader decides."""
        return bool(self.setup.acting_in(phase, self.seat_of)[force])

    def terms(self, force: int, kind: int) -> Terms:
        return zones_of_control.terms(self, force, kind)

    def gate_cost(self, force: int) -> int:
        return zones_of_control.gate(self, force)

    def toll(self, side: int, h: int) -> int:
        return zones_of_control.toll(self, side, h)

    def is_always_inside(self, force: int, h: int) -> bool:
        """Return whether a force in this hex is always in garrison."""
        castle = self.setup.castle_at[h]
        return castle >= 0 and self.setup.castle_rules[castle].has_no_outside(self, force)

    def inside_bars(self, force: int, h: int) -> Iterator[Reason]:
        return self.castle_rules(h).inside_bars(force)

    def ban_bars(self, force: int, goal: int) -> Iterator[Reason]:
        """Yield why a hex is closed to this force: by its castle, by neutrals, or because it is not in use."""
        castle = self.setup.castle_at[goal]
        if castle >= 0:
            yield from self.setup.castle_rules[castle].closed_bars(self, force)
        if self.setup.closed[self.side(force)][goal]:
            yield Reason(self.setup.ground_clause, "not_in_use", {"hex": goal})
        if self.closed_to[self.side(force)][goal] and any(
            self.side_of[f] < 0 and self.closes_hex(self.setup.army[f]) for f in self.forces_in(goal)
        ):
            clauses = self.setup.scenario_clauses
            yield Reason(clauses.neutrals or clauses.armies, "neutral_there", {"hex": goal})

    def end_march(self) -> None:
        """Forget the state of a march that has ended."""
        self.dropped = ()

    def battle_modifier(self, force: int) -> int:
        """Return the leader's modifier in battle (2-2-1(3)).

        It is 0 in an ally's castle, or in a castle that was the enemy's (23-7-1, G-54).
        """
        if self.inside[force]:
            castle = self.castle_at(self.at[force])
            army = self.setup.army[force]
            if self.owner[castle] != army or self.setup.castle_owner[castle] != army:
                return 0
        return self.setup.modifier[force]

    def castle_rules(self, h: int) -> Castle:
        """Return the rules of the castle in a hex."""
        return self.setup.castle_rules[self.setup.castle_at[h]]

    def siege_of(self, force: int) -> int:
        """Return the enemy castle that a force in the open can besiege (17-1-1); -1 if there is none."""
        for castle in self.setup.besieged_from.get(self.at[force], ()):
            if self.setup.castle_rules[castle].can_be_besieged_by(self, force):
                return castle
        return -1

    def surrender(self, unit: int) -> None:
        """Remove a unit for good. If it is a sodaisho, remove the army too (20-3, 25-2)."""
        self.eliminate(unit, "20-3", killed=False)

    # -- morale (10) --------------------------------------------------------------------------------------------------

    def shake(self, forces: Iterable[int], by: int, *clauses: str, killed: bool) -> None:
        """Lower the morale of forces together (10-1-2, 10-1-4).

        Forces that fall below -4 are eliminated together (G-37).
        """
        lowest, broken = self.setup.lowest_morale, list[int]()
        for force in forces:
            drop = self.morale[force] + by
            self.morale[force] = min(drop, lowest)
            if self.log is not None and by:
                self.emit("morale", *clauses, unit=force, morale=-min(drop, lowest))
            if drop > lowest:
                broken += self.members(force)
        killed = killed or self.setup.options["collapse_is_kill"] == "always"
        self.eliminate_all(broken, "10-1-2", *clauses, killed=killed)

    # -- castles (8, 18) ----------------------------------------------------------------------------------------------

    def castle_changed(self, castle: int) -> None:
        """Update zones and rules after anything about a castle has changed (5-1-1, 5-1-2, 5-4-3).

        A castle has a strong zone in its hex and a weak zone around it (5-1). A force inside has no zone of its own
        (5-3-3). An enemy force before the castle has its own zone. The castle keeps its zone unless it is invested
        (5-4-4).
        """
        if not self.besieged[castle] and castle in self.steadfast:
            self.steadfast = tuple(other for other in self.steadfast if other != castle)
        super().castle_changed(castle)
        self.setup.castle_rules[castle].handle_change(self)

    def set_owner(self, castle: int, army: int, *clauses: str) -> None:
        for f in self.investors(castle):
            self.invests[f] = 0
        self.owner = replace_value(self.owner, castle, army)
        self.shaken = replace_value(self.shaken, castle, 0)
        self.besieged = replace_value(self.besieged, castle, 0)
        self.castle_changed(castle)
        if self.log is not None:
            self.emit("castle_taken" if army >= 0 else "castle_abandoned", *clauses, castle=castle, army=army)

    def abandon(self, castle: int, ruined_by: int = -1) -> None:
        """Leave a castle at durability 0 without an owner (21-1).

        Forces still inside then stand in the open (8-2-5, G-61).
        """
        self.set_owner(castle, -1, "21-1")
        self.ruined = replace_value(self.ruined, castle, 1 + ruined_by)
        for force in self.garrison(castle):
            self.put(force, self.at[force], 0)
            self.emit("left_castle", "21-1", unit=force, castle=castle)

    def set_durability(self, castle: int, value: int, *clauses: str) -> None:
        """Set the durability of a castle (8-2). Sieges lower it (8-2-2), but never the castle's level (8-2-3)."""
        self.durability = replace_value(self.durability, castle, value)
        self.castle_changed(castle)
        if self.log is not None:
            self.emit("durability", *clauses, castle=castle, count=value)
        self.setup.castle_rules[castle].handle_durability_change(self)

    def investors(self, castle: int) -> list[int]:
        return self.setup.castle_rules[castle].investors(self)

    def is_investing(self, force: int) -> bool:
        """Return whether a force keeps up an investment (18-4).

        A force that has declared itself an investor is not investing until the castle is invested.
        """
        near = self.setup.besieged_from.get(self.at[force], ()) if self.invests[force] else ()
        return any(self.besieged[castle] for castle in near)

    def strength_to_invest(self, castle: int) -> int:
        return self.setup.castle_rules[castle].strength_needed(self)

    def review(self, h: int) -> None:
        """End the investments that the forces in this hex no longer keep up (18-3)."""
        for castle in self.setup.besieged_from.get(h, ()):
            self.setup.castle_rules[castle].review(self)

    def stop_investing(self, force: int) -> None:
        self.invests[force] = 0
        for castle in self.setup.besieged_from.get(self.at[force], ()):
            self.setup.castle_rules[castle].handle_departure(self, force)


#: The position as the rules of the series take it, with the setup of any game.
GunyudenPosition = GunyudenPositionOf[GunyudenSetup]
