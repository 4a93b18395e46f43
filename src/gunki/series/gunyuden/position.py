"""The small verbs that change a position of the series, and what a game answers for itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from gunki.core.decision import Bar
from gunki.core.procedure import Procedure
from gunki.series.gunyuden.ground import DEAD, FREED, GONE, LED, OFF, Ground, altered

__all__ = ["DEAD", "FREED", "GONE", "LED", "OFF", "GunyudenPosition"]


class GunyudenPosition(Ground):
    """Rules change a position through these verbs only; they keep zones and investments right."""

    __slots__ = ()

    #: What a unit that leaves a force has from it.
    HANDED_ON: ClassVar[tuple[str, ...]] = ("morale", "acted", "inside", "invests")
    #: Procedures in the middle of which somebody is not yet where his new side leaves him.
    CHANGES_SIDES: ClassVar[tuple[str, ...]] = ()

    # -- forces change ------------------------------------------------------------------------------------------------

    def put(self, force: int, h: int, inside: int = 0) -> None:
        """A force comes to stand in a hex, from the map or from outside."""
        was, known = self.at[force], self.known
        if was >= 0:
            self._appear(force, -1)
        for u in self.members(force):
            self.at[u] = h
            self.inside[u] = inside
        self._appear(force)
        if was >= 0:
            self.known = known  # it only stands elsewhere
        if was != h and was >= 0:
            self.invests[force] = 0  # 18-3
            self.review(was)
        if inside and self.shaken[castle := self.castle_at(h)]:
            self.shaken = altered(self.shaken, castle, 0)  # 10-4
        self.review(h)

    def join(self, unit: int, force: int) -> None:
        """13-2: a unit comes under command of another force in its hex; whom it led is on his own.

        13-2-5: the force takes the lower morale of the two.
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
        self.review(self.at[force])  # 18-3: it may have left an investment, or come to one

    def disband(self, force: int) -> None:
        """Everyone led by a unit becomes a force of his own."""
        for u in self.members(force):
            if u != force:
                self.split(u)

    def split(self, unit: int) -> None:
        """13-2: a unit under command becomes a force of its own, in the same state."""
        force = self.leader[unit]
        self.leader[unit] = unit
        self._hand_on(force, unit)
        self._appear(unit)

    def _hand_on(self, force: int, unit: int) -> None:
        for name in self.HANDED_ON:
            layer = getattr(self, name)
            layer[unit] = layer[force]

    # -- steps and deaths (23-3, 25) ----------------------------------------------------------------------------------

    def gain_step(self, unit: int, *clauses: str) -> None:
        self.steps = altered(self.steps, unit, self.steps[unit] + 1)
        if self.log is not None:
            self.tell("step_gained", *clauses, unit=unit)
        self.review(self.at[unit])  # 31-2-1: strength that comes back may complete an investment

    def lose_step(self, unit: int, *clauses: str, deserts: bool = False) -> None:
        """A step is lost in battle, or to desertion (14-2-4): that is no death, and the army stays (G-35, G-40)."""
        self.steps = altered(self.steps, unit, self.steps[unit] - 1)
        if not self.steps[unit]:
            self.eliminate_all([unit], *clauses, killed=not deserts, army_too=not deserts)
        else:
            if self.log is not None:
                self.tell("step_lost", *clauses, unit=unit, left=self.steps[unit])
            self.review(self.at[unit])

    def eliminate(self, unit: int, *clauses: str, killed: bool = True) -> None:
        """25: a unit leaves the game; others take over whom it led (G-36), or all go with a sodaisho (25-2)."""
        self.eliminate_all([unit], *clauses, killed=killed)

    def eliminate_all(self, units: Iterable[int], *clauses: str, killed: bool = True, army_too: bool = True) -> None:
        """The same for several at one stroke: who falls with a sodaisho was killed, not removed with him (34-3)."""
        units = sorted((u for u in units if self.at[u] >= 0), key=lambda u: self.leader[u] == u)
        hexes = {self.at[u] for u in units}
        for u in units:
            if self.log is not None:
                self.tell("killed" if killed else "removed", *clauses, unit=u, hex=self.at[u])
            self.steps = altered(self.steps, u, 0)
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
        self.led = altered(self.led, unit, 0)

    def _succeed(self, dead: int, heirs: list[int]) -> None:
        """G-36: the highest ranking commander takes over as many as he may lead; the rest stand alone."""
        for u in heirs:
            self.leader[u] = u
            self._hand_on(dead, u)
        chief = self.best(heirs)
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
        """25-2: with a sodaisho his whole army leaves the map; its castles stay its own."""
        left = [u for u, a in enumerate(self.setup.army) if a == army and self.at[u] >= OFF and self.steps[u]]
        if self.setup.options["sodaisho_death"] == "last" and any(self.setup.stars[u] == 2 for u in left):
            return
        self.tell("army_gone", "25-2", army=army)
        hexes = {self.at[u] for u in left if self.at[u] >= 0}
        for u in left:
            if self.at[u] >= 0:
                self._remove(u, GONE)
            self.at[u], self.steps = GONE, altered(self.steps, u, 0)
        for h in sorted(hexes):
            self.review(h)

    def may_lead(self, chief: int, unit: int) -> bool:
        """9-2-3, 9-2-6, 30-5: rank and army."""
        setup = self.setup
        ranks = setup.stars[chief] > setup.stars[unit] or (chief, unit) in setup.may_also_lead
        return ranks and (setup.army[chief] == setup.army[unit] or self.commands_others(chief, unit))

    def has_room(self, chief: int) -> bool:
        """9-2-2, 9-2-4: whether a commander leads a force whose command track has a free box."""
        leader, boxes = self.leader, self.setup.boxes[chief]
        return boxes > 0 and leader[chief] == chief and leader.count(chief) <= boxes

    def commands_others(self, chief: int, unit: int) -> bool:
        """Whether a scenario lets a commander lead units of another army (9-2-6)."""
        return False

    def command_bars(self, chief: int, unit: int) -> Iterator[Bar]:
        """What a game says itself about a commander who may not lead a unit."""
        yield from ()

    def friendly_castle(self, castle: int, army: int) -> bool:
        """16-1: whether a castle takes in the units of an army: one of its side, or a neutral's own (T-16)."""
        owner, side = self.owner[castle], self.army_side(army)
        if owner < 0 or not self.durability[castle]:
            return False
        return owner == army or (side >= 0 and self.army_side(owner) == side)

    # -- what a game answers ------------------------------------------------------------------------------------------

    def in_phase(self, force: int, phase: int) -> bool:
        """Whether a force acts in an operations phase (4-1): its leader's army decides."""
        return self.setup.phase_of(self.setup.army[force], self.seat_of) == phase

    def neutral(self, army: int) -> bool:
        """Whether an army is on the map and takes no part."""
        return False

    def waiting(self) -> list[int]:
        """The forces beside the map that may enter now."""
        return []

    def waits_to_enter(self, force: int) -> bool:
        """Whether a force beside the map may enter now (G-56)."""
        return False

    def entries(self, force: int) -> dict[int, int]:
        """Where it may enter, and the points of the entry hexes."""
        return {}

    def always_inside(self, force: int, h: int) -> bool:
        """Whether a force in this hex is in garrison by itself (31-1-1)."""
        return False

    def banned(self, force: int) -> bytes | None:
        """Hexes closed to this force alone."""
        return None

    def ban_bars(self, force: int, goal: int) -> Iterator[Bar]:
        """Why a hex is closed to this force besides the series' own reasons."""
        if self.setup.closed[self.side(force)][goal]:
            yield Bar("35.0(2)", "not_in_use", {"hex": goal})

    def watched(self, force: int) -> bool:
        """Whether a scenario asks where this force passes on its march."""
        return False

    def passed(self, force: int, way: Iterable[int]) -> None:
        """A force that is watched has come through these hexes."""

    def truce_bars(self, force: int, h: int) -> Iterator[Bar]:
        """What a scenario has against an attack on those in a hex who are no enemies."""
        yield from ()

    def castle_truce_bars(self, force: int) -> Iterator[Bar]:
        """What it has against a siege of the castle where a force stands, though it is no enemy's."""
        yield from ()

    def sortie_hexes(self, h: int) -> list[int]:
        """23-7, G-19: the hexes that a garrison may attack."""
        return [h]

    def sortie_strength(self, h: int, strength: int) -> int:
        return strength

    def sortie_modifier(self, h: int) -> tuple[int, str]:
        return self.setup.sortie, "23-7-2"

    def joint_defence(self, forces: list[int], h: int) -> list[int]:
        """Who strikes back at a garrison that attacked these forces."""
        return forces

    def battle_modifier(self, force: int) -> int:
        """2-2-1(3); 23-7-1, G-54: none in an ally's castle or in one that was the enemy's."""
        if self.inside[force]:
            castle = self.castle_at(self.at[force])
            army = self.setup.army[force]
            if self.owner[castle] != army or self.setup.castle_owner[castle] != army:
                return 0
        return self.setup.modifier[force]

    def supplied_by_sea(self, castle: int, for_castle: bool) -> bool:
        """31-5: whether an invested castle can be replenished all the same."""
        return False

    def replenishment_bars(self, force: int) -> Iterator[Bar]:
        """What a scenario has against replenishment."""
        yield from ()

    def replenishment_table(self, force: int) -> str:
        raise NotImplementedError

    def replenishment_column(self, force: int) -> str:
        raise NotImplementedError

    def replenishment_shift(self, force: int) -> int:
        return 0

    def restorer(self, castle: int, force: int) -> int:
        """21-1, 21-2-1: whose an abandoned castle is when it is restored: his who had it at the start, if a friend."""
        first, army = self.setup.castle_owner[castle], self.setup.army[force]
        return first if first >= 0 and self.army_side(first) == self.army_side(army) else army

    def siege_of(self, force: int) -> int:
        """17-1-1: the enemy castle that a force in the open can besiege, -1 for none."""
        castle = self.castle_at(self.at[force])
        if castle < 0 or self.inside[force] or not self.durability[castle]:
            return -1
        return castle if self.castle_side(castle) == 1 - self.side(force) else -1

    def invest_bars_of(self, castle: int, forces: Iterable[int]) -> Iterator[Bar]:
        """What a castle of its own kind has against being invested by an action of these forces."""
        yield from ()

    def apart_bars(self, castle: int, force: int) -> Iterator[Bar]:
        """Why a force in another hex does not take part in a siege."""
        yield Bar("19-1", "other_hex", {"unit": force})
        yield Bar("17-1-1", "other_hex", {"unit": force})

    def assault_terrain(self, h: int) -> int:
        return self.setup.assault_terrain[h]

    def surrender(self, unit: int) -> None:
        """20-3, 25-2: a unit is removed for good, and with a sodaisho his army."""
        self.eliminate(unit, "20-3", killed=False)

    def talks(self, seat: int) -> Procedure:
        """The negotiations of a scenario."""
        raise TypeError("no scenario here knows talks")

    def may_talk(self, force: int) -> bool:
        """Whether there are talks for this force at all."""
        return False

    def talk_bars(self, force: int) -> Iterator[Bar]:
        yield Bar("12.0", "no_talks", {"unit": force})

    # -- morale (10) --------------------------------------------------------------------------------------------------

    def shake(self, forces: Iterable[int], by: int, *clauses: str, killed: bool) -> None:
        """10-1-2, 10-1-4: the morale of forces drops at one stroke; those below -4 are eliminated together (G-37)."""
        lowest, broken = self.setup.lowest_morale, list[int]()
        for force in forces:
            drop = self.morale[force] + by
            self.morale[force] = min(drop, lowest)
            if self.log is not None and by:
                self.tell("morale", *clauses, unit=force, morale=-min(drop, lowest))
            if drop > lowest:
                broken += self.members(force)
        killed = killed or self.setup.options["collapse_is_kill"] == "always"
        self.eliminate_all(broken, "10-1-2", *clauses, killed=killed)

    # -- castles (8, 18) ----------------------------------------------------------------------------------------------

    def set_owner(self, castle: int, army: int, *clauses: str) -> None:
        for f in self.investors(castle):
            self.invests[f] = 0
        self.owner = altered(self.owner, castle, army)
        self.shaken = altered(self.shaken, castle, 0)
        self.besieged = altered(self.besieged, castle, 0)
        self._castle_changed(castle)
        if self.log is not None:
            self.tell("castle_taken" if army >= 0 else "castle_abandoned", *clauses, castle=castle, army=army)

    def abandon(self, castle: int, ruined_by: int = -1) -> None:
        """21-1: a castle at durability 0 is nobody's; who is still inside stands in the open (G-61)."""
        self.set_owner(castle, -1, "21-1")
        self.ruined = altered(self.ruined, castle, 1 + ruined_by)
        for force in self.garrison(castle):
            self.put(force, self.at[force], 0)
            self.tell("left_castle", "21-1", unit=force, castle=castle)

    def set_durability(self, castle: int, value: int, *clauses: str) -> None:
        self.durability = altered(self.durability, castle, value)
        self._castle_changed(castle)
        if self.log is not None:
            self.tell("durability", *clauses, castle=castle, count=value)

    def need(self, castle: int) -> int:
        """18-1, 18-1-1: the strength that invests a castle."""
        return max(self.setup.invest_least, self.setup.invest_per_level * self.setup.level[castle])

    def investors(self, castle: int) -> list[int]:
        return [f for f in self.forces_in(self.setup.castle_hex[castle]) if self.invests[f]]

    def enough_to_invest(self, castle: int) -> bool:
        return self.sum_strength(self.investors(castle)) >= self.need(castle)

    def review(self, h: int) -> None:
        """18-3: whether an investment in this hex still stands; when it ends morale is normal again (18-3-2).

        A castle at durability 0 is lost (21.0): what its last assault costs the investors lifts nothing (G-25).
        """
        castle = self.castle_at(h)
        if castle < 0 or not self.durability[castle]:
            return
        if self.besieged[castle] and not self.enough_to_invest(castle):
            self.besieged = altered(self.besieged, castle, 0)
            for force in self.investors(castle):
                self.invests[force] = 0
            self.shaken = altered(self.shaken, castle, 0)
            for force in self.garrison(castle):
                self.morale[force] = 0
            self._castle_changed(castle)
            self.tell("investment_ended", "18-3", castle=castle)

    def stop_investing(self, force: int) -> None:
        self.invests[force] = 0

    def could_invest(self, forces: list[int], castle: int) -> bool:
        """18-1: whether these forces are strong enough to begin an investment."""
        return self.sum_strength(forces) >= self.need(castle)

    def invest(self, forces: list[int], castle: int, *clauses: str) -> None:
        """18-1: an investment begins, or others join it."""
        for force in forces:
            self.invests[force] = 1
        if not self.besieged[castle]:
            self.besieged = altered(self.besieged, castle, 1)
            self._castle_changed(castle)
        self.tell("invested", *clauses, castle=castle, units=list(forces))
