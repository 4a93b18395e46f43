"""The position of Conquest of Kanto: Odawara (31), the scenarios' own counts (36 to 39), replenishment columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self

from gunki.core.decision import Bar
from gunki.core.procedure import Procedure
from gunki.games.kanto.setup import HOJO, KantoSetup
from gunki.series.gunyuden.ground import altered
from gunki.series.gunyuden.position import OFF, GunyudenPosition
from gunki.series.gunyuden.setup import SNOW


class KantoPosition(GunyudenPosition):
    __slots__ = ("ceremony", "declined", "deployed", "invested_turns", "provoked", "used", "vigil", "waived")

    HANDED_ON = (*GunyudenPosition.HANDED_ON, "declined")
    CHANGES_SIDES = ("Negotiation",)

    setup: KantoSetup
    #: Forces before Odawara that have declared themselves out of its investment (T-06).
    declined: bytearray
    #: What was arranged about each unit in the deployment, as bits.
    deployed: bytes
    #: 37(7): turns that began with Odawara invested, points of the ceremony (-1: not held), whether Kenshin has been at
    #: the shrine since the stage began, and whether the conditions are waived.
    invested_turns: int
    ceremony: int
    vigil: int
    waived: int
    #: 39(7): whether the army that scores by staying away has come.
    used: int
    #: T-16: whether the neutral has been provoked.
    provoked: int

    def __init__(self, setup: KantoSetup) -> None:
        units = len(setup.units)
        self.declined, self.deployed = bytearray(units), bytes(units)
        self.invested_turns, self.ceremony, self.vigil, self.waived, self.used, self.provoked = 0, -1, 0, 0, 0, 0
        super().__init__(setup)

    def clone(self) -> Self:
        new = super().clone()
        new.declined, new.deployed = self.declined[:], self.deployed
        new.invested_turns, new.ceremony, new.vigil = self.invested_turns, self.ceremony, self.vigil
        new.waived, new.used, new.provoked = self.waived, self.used, self.provoked
        return new

    def state(self) -> dict[str, Any]:
        names = ("invested_turns", "ceremony", "vigil", "waived", "used", "provoked")
        return {
            **super().state(),
            "declined": list(self.declined),
            "deployed": list(self.deployed),
            **{name: getattr(self, name) for name in names},
        }

    def derive(self) -> None:
        self.declined, self.deployed = bytearray(self.declined), bytes(self.deployed)
        super().derive()

    # -- Odawara (31) -------------------------------------------------------------------------------------------------

    def _odawara_gate(self) -> None:
        """31-1-2: the hex is closed to whoever is no friend of its owner."""
        h = self.setup.odawara_hex
        side = self.castle_side(self.setup.odawara) if self.durability[self.setup.odawara] else -1
        in_the_open = [self.side_of[f] for f in self.forces_in(h) if not self.inside[f]]  # while it lay abandoned
        for other in (0, 1):
            self.shut[other][h] = self.setup.closed[other][h] + (side == 1 - other) + in_the_open.count(1 - other)

    def _castle_changed(self, castle: int) -> None:
        super()._castle_changed(castle)
        if castle == self.setup.odawara:
            self._odawara_gate()

    def set_durability(self, castle: int, value: int, *clauses: str) -> None:
        super().set_durability(castle, value, *clauses)
        if castle == self.setup.odawara:
            for force in self.forces_in(self.setup.odawara_hex):
                if not self.inside[force] and self.always_inside(force, self.at[force]):  # 31-1: it has no outside
                    self.put(force, self.at[force], 1)
            self._review_odawara()  # 31-2-1: restored, it may be surrounded already

    def always_inside(self, force: int, h: int) -> bool:
        """31-1-1."""
        odawara = self.setup.odawara
        return (
            h == self.setup.odawara_hex
            and self.durability[odawara] > 0
            and self.castle_side(odawara) == self.side(force)
        )

    def ban_bars(self, force: int, goal: int) -> Iterator[Bar]:
        odawara, army = self.setup.odawara, self.setup.army[force]
        if (
            goal == self.setup.odawara_hex
            and self.durability[odawara]
            and self.castle_side(odawara) != self.side(force)
        ):
            yield Bar("31-1-2", "odawara_closed", {"castle": odawara})
        ban = self.setup.bans[army]
        if ban is not None and ban[goal]:
            yield Bar("39(8)", "beyond_tone", {"hex": goal})
        castle = self.castle_at(goal)
        owner = self.setup.castle_owner[castle] if castle >= 0 else -1
        if owner >= 0 and self.setup.neutrals[owner] and self.setup.closed[self.side(force)][goal]:
            yield Bar("37(3)", "neutral_castle", {"castle": castle})  # T-16
        else:
            yield from super().ban_bars(force, goal)

    def banned(self, force: int) -> bytes | None:
        return self.setup.bans[self.setup.army[force]]

    def siege_of(self, force: int) -> int:
        """31-3-1: Odawara is besieged from the hexes around it."""
        odawara = self.setup.odawara
        if (
            self.at[force] in self.setup.ring
            and self.castle_side(odawara) == 1 - self.side(force)
            and self.durability[odawara]
        ):
            return odawara
        return super().siege_of(force)

    def _ring_forces(self) -> list[int]:
        side = self.castle_side(self.setup.odawara)
        return [f for h in self.setup.ring for f in self.outside(h, 1 - side)] if side >= 0 else []

    def investors(self, castle: int) -> list[int]:
        if castle != self.setup.odawara:
            return super().investors(castle)
        return [f for f in self._ring_forces() if self.invests[f]]

    def invest_bars_of(self, castle: int, forces: Iterable[int]) -> Iterator[Bar]:
        """T-06: nobody orders the investment of Odawara; it is a matter of where troops stand.

        Only who has declared himself out and stayed there orders that he takes part again (18-1-4).
        """
        automatic = castle == self.setup.odawara and self.setup.options["odawara_auto_invest"]
        if automatic and not any(self.declined[f] for f in forces):
            around = self._ring_forces()
            held = {self.at[f] for f in around}
            yield from (Bar("31-2", "ring_open", {"hex": h}) for h in self.setup.ring if h not in held)
            if self.sum_strength(around) < self.setup.odawara_strength:
                yield Bar("31-2-1", "too_weak", {"castle": castle, "count": self.setup.odawara_strength})
            yield Bar("31-2-1", "automatic", {"castle": castle})

    def apart_bars(self, castle: int, force: int) -> Iterator[Bar]:
        """31-3-2: each of the hexes around Odawara assaults for itself."""
        if castle == self.setup.odawara and self.at[force] in self.setup.ring:
            yield Bar("31-3-2", "other_hex", {"unit": force})
        else:
            yield from super().apart_bars(castle, force)

    def need(self, castle: int) -> int:
        return self.setup.odawara_strength if castle == self.setup.odawara else super().need(castle)

    def enough_to_invest(self, castle: int) -> bool:
        if castle != self.setup.odawara:
            return super().enough_to_invest(castle)
        return self._surrounded(self.investors(castle))

    def could_invest(self, forces: list[int], castle: int) -> bool:
        """T-06, the other reading: around Odawara each force declares itself; the last one closes the ring."""
        return castle == self.setup.odawara or super().could_invest(forces, castle)

    def invest(self, forces: list[int], castle: int, *clauses: str) -> None:
        if castle == self.setup.odawara:
            back = [f for f in forces if self.declined[f]]
            for force in back:
                self.declined[force] = 0
            if back and self.setup.options["odawara_auto_invest"]:
                self._review_odawara()
                return
            for force in forces:
                self.invests[force] = 1
            if not self._surrounded(self.investors(castle)):
                return
        super().invest(forces, castle, *clauses)

    def _surrounded(self, forces: list[int]) -> bool:
        """31-2, 31-2-1, 31-2-2."""
        held = {self.at[f] for f in forces}
        return held >= set(self.setup.ring) and self.sum_strength(forces) >= self.setup.odawara_strength

    def review(self, h: int) -> None:
        if h in self.setup.ring:
            self._review_odawara()
        super().review(h)

    def _review_odawara(self) -> None:
        odawara = self.setup.odawara
        if self.setup.options["odawara_auto_invest"] and self.durability[odawara]:
            forces = [f for f in self._ring_forces() if not self.declined[f]]
            if self._surrounded(forces):
                fresh = [f for f in forces if not self.invests[f]]
                if fresh or not self.besieged[odawara]:
                    self.invest(fresh, odawara, "31-2-1")
        super().review(self.setup.odawara_hex)

    def put(self, force: int, h: int, inside: int = 0) -> None:
        if self.at[force] != h:
            self.declined[force] = 0
        super().put(force, h, inside)
        if self.vigil and self.at[self.setup.kenshin] != self.setup.shrine:
            self.vigil = 0  # T-27: also if he should be driven back there
        self._enters(force, h)

    def stop_investing(self, force: int) -> None:
        super().stop_investing(force)
        if self.at[force] in self.setup.ring:
            self.declined[force] = 1

    def sortie_hexes(self, h: int) -> list[int]:
        """31-4."""
        return list(self.setup.ring) if h == self.setup.odawara_hex else super().sortie_hexes(h)

    def sortie_strength(self, h: int, strength: int) -> int:
        """31-4-1."""
        return strength // self.setup.sortie_divisor if h == self.setup.odawara_hex else strength

    def sortie_modifier(self, h: int) -> tuple[int, str]:
        """31-4-2."""
        return (self.setup.odawara_sortie, "31-4-2") if h == self.setup.odawara_hex else super().sortie_modifier(h)

    def joint_defence(self, forces: list[int], h: int) -> list[int]:
        """31-4-3."""
        return self.outside(h, self.side(forces[0])) if h in self.setup.ring else forces

    def assault_terrain(self, h: int) -> int:
        """T-03: Odawara's own line in the chart is its level."""
        return 0 if h == self.setup.odawara_hex else super().assault_terrain(h)

    # -- replenishment (14-2-1, 31-5, T-23) ---------------------------------------------------------------------------

    def supplied_by_sea(self, castle: int, for_castle: bool) -> bool:
        wanted = self.setup.options["odawara_replenish"] == "castle and troops"
        return castle == self.setup.odawara and (for_castle or wanted)

    def replenishment_bars(self, force: int) -> Iterator[Bar]:
        if not self.setup.replenishes:
            yield Bar("36(8)-1", "no_replenishment")

    def replenishment_table(self, force: int) -> str:
        return self.setup.replenishment_of[self.setup.army[force]]

    def replenishment_column(self, force: int) -> str:
        setup, army, h = self.setup, self.setup.army[force], self.at[force]
        if h == setup.odawara_hex and self.besieged[setup.odawara]:  # 31-5-1
            return "home"
        if setup.replenishment[self.replenishment_table(force)]["home_is"] == "territory":
            return "home" if setup.map.province[h] in setup.territory[army] else "away"
        return "home" if h in {place for _, place, _ in setup.main_castles[army]} else "away"

    def replenishment_shift(self, force: int) -> int:
        odawara = self.setup.odawara
        inside = self.at[force] == self.setup.odawara_hex and self.besieged[odawara]
        return self.setup.odawara_shift if inside else 0

    # -- the scenarios' own -------------------------------------------------------------------------------------------

    def commands_others(self, chief: int, unit: int) -> bool:
        """37(8)-1: Kenshin leads the warlords of his side."""
        return chief in self.setup.leads_warlords and self._warlord_of(chief, unit)

    def command_bars(self, chief: int, unit: int) -> Iterator[Bar]:
        setup, army = self.setup, self.setup.army
        if (unit, chief) in setup.may_also_lead:
            yield Bar("30-5", "leads_him", {"unit": unit, "leader_unit": chief})
        if setup.leads_warlords and setup.armies[army[chief]] == HOJO and self._warlord_of(chief, unit):
            yield Bar("37(8)-2", "leads_no_warlords", {"unit": unit, "leader_unit": chief})

    def _warlord_of(self, chief: int, unit: int) -> bool:
        """Whether a unit is a warlord's on the side of this commander."""
        return not self.setup.great[self.setup.army[unit]] and self.seat(unit) == self.seat(chief)

    def neutral(self, army: int) -> bool:
        """T-16."""
        return self.setup.neutrals[army]

    def waiting(self) -> list[int]:
        return [u for u in self.setup.reinforcements if self.leader[u] == u and self.waits_to_enter(u)]

    def waits_to_enter(self, force: int) -> bool:
        """G-56."""
        arrival = self.setup.arrival[force]
        return self.at[force] == OFF and 0 < arrival <= self.turn

    def entries(self, force: int) -> dict[int, int]:
        travel = self.setup.tables["terrain"]
        times = self.setup.snow_times if self.weather == SNOW else 1
        found = {}
        for h in self.setup.entry[force]:
            cost = travel[self.setup.map.terrain_at(h)].get("move")
            if cost is not None:
                found[h] = cost * (times if self.setup.snow[h] else 1)
        return found

    def _enters(self, force: int, h: int) -> None:
        """What the scenarios watch for, whether a force marches, retreats, pursues or is moved otherwise."""
        setup = self.setup
        army, province = setup.army[force], setup.map.province[h]
        if setup.kanrei_seat >= 0 and (army, province) == setup.waiver and not self.waived:
            self.waived = 1
            self.tell("conditions_waived", "37(7)-3", unit=force)
        if setup.unused_bonus is not None and army == setup.unused_bonus[1]:
            self.used = 1
        if self._could_provoke(force):
            self._provoke(h)

    def watched(self, force: int) -> bool:
        """37(7)-3, T-16: to pass through is to enter."""
        setup = self.setup
        enters = setup.kanrei_seat >= 0 and setup.army[force] == setup.waiver[0] and not self.waived
        return enters or self._could_provoke(force)

    def passed(self, force: int, way: Iterable[int]) -> None:
        for h in way:
            self._enters(force, h)

    def _could_provoke(self, force: int) -> bool:
        """T-16, as an option: Takeda side with the Houjou once the Uesugi enter Kai."""
        setup = self.setup
        asked = setup.options["scenario2_takeda"] == "hojo ally if provoked" and not self.provoked
        return asked and setup.neutrals[setup.armies.index("takeda")] and self.side(force) == 0

    def _provoke(self, h: int) -> None:
        setup, castle = self.setup, self.castle_at(h)
        takeda = setup.armies.index("takeda")
        if setup.map.province_at(h) == "Kai" or (castle >= 0 and self.owner[castle] == takeda):
            self.provoked = 1
            self.seat_of = altered(self.seat_of, takeda, setup.seats.index("hojo"))
            self.derive()
            self.tell("provoked", "37(3)", army=takeda)

    def truce_bars(self, force: int, h: int) -> Iterator[Bar]:
        """38(8)-1: two players of one coalition never fight each other, in the open or for a castle."""
        seat, side = self.seat(force), self.side(force)
        if any(self.side(f) == side and self.seat(f) != seat for f in self.forces_in(h)):
            yield Bar("38(8)-1", "ally_there", {"hex": h})

    def castle_truce_bars(self, force: int) -> Iterator[Bar]:
        castle = self.castle_at(self.at[force])
        ours = castle >= 0 and self.castle_side(castle) == self.side(force)
        if ours and self.seat_of[self.owner[castle]] != self.seat(force):
            yield Bar("38(8)-1", "ally_castle", {"castle": castle})

    def talks(self, seat: int) -> Procedure:
        from gunki.games.kanto.scenarios import Negotiation

        return Negotiation(seat)

    def may_talk(self, force: int) -> bool:
        return self.setup.talk_seat >= 0 and force == self.setup.talker

    def talk_bars(self, force: int) -> Iterator[Bar]:
        """38(8)-2."""
        setup = self.setup
        if not self.may_talk(force):
            if setup.talk_seat >= 0:
                yield Bar("38(8)-2(c)", "only_he_talks", {"unit": setup.talker})
            else:
                yield Bar("38(8)-2", "no_talks", {"unit": force})
            return
        if self.turn < setup.talks_from:
            yield Bar("38(8)-2", "too_early", {"count": setup.talks_from})
        away = self.at[setup.absent]
        if away < 0 or setup.map.province[away] not in setup.absent_in:
            yield Bar("38(8)-2", "kenshin_near", {"unit": setup.absent})
        if not self.talk_partners():
            yield Bar("38(8)-2", "nobody_to_talk_to", {"unit": force})

    def talk_partners(self) -> list[int]:
        """T-30: those still against him whose main castle is still theirs."""
        setup = self.setup
        foe = 1 - setup.coalition[setup.talk_seat]
        return [
            u for u in setup.talk_targets
            if self.at[u] >= 0 and self.side(u) == foe
            and any(self.owner[c] == setup.army[u] for c, _, _ in setup.main_castles[setup.army[u]])
        ]  # fmt: skip
