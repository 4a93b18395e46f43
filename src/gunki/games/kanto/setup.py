"""The tables of Conquest of Kanto, checked and turned into numbers (28 to 35, the lists)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from gunki.board.hexmap import HexMap
from gunki.core.definition.data_tables import Row, Tables
from gunki.core.definition.setup import OptionValue
from gunki.games.kanto.rules.odawara import Odawara
from gunki.games.kanto.rules.snow_and_sea_lines import NORMAL, SNOW, THAW, KantoGround
from gunki.series.forces_and_castles.setup import ScenarioClauses
from gunki.series.gunyuden.rules import points
from gunki.series.gunyuden.rules.action_words import VERBS
from gunki.series.gunyuden.rules.sieges.castles import Castle

if TYPE_CHECKING:
    from gunki.series.gunyuden.editions import Edition

UESUGI, TAKEDA, HOJO = "uesugi", "takeda", "hojo"

Date = tuple[int, int]


def _season(when: Sequence[int]) -> Date:
    """Return a date as a pair that can be sorted. The year of war begins in autumn, so month 1 comes after 12 (32)."""
    return ((when[0] - 8) % 12, when[1])


class KantoSetup(KantoGround):
    """The setup of Conquest of Kanto. Its fields have the names of the tables."""

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue],
        raw: Mapping[str, Any],
        origin: Mapping[str, str],
        board: HexMap,
        seats: tuple[str, ...],
        rules: Edition,
    ) -> None:
        super().__init__(scenario, options, raw, board, rules)
        tables = Tables(raw, origin)
        self.read_numbers(tables)
        self.read_armies(tables)
        self.read_units(tables)
        self._apply_list_values(tables)
        self.read_castles(tables)  # 36(6), 37(6), 38(6), 39(6): the castles and their owners
        self.read_charts(tables)
        self._read_sides(seats)
        self._read_owners(tables)
        self._read_odawara(tables)
        self._read_time(tables)
        # 36(4), 37(4), 38(4), 39(4), 39(4)-1, 39(4)-2: where units start, or may start; 36(5), 37(5), 38(5), 39(5):
        # reinforcements
        self.read_deployment()
        self._read_special(tables)
        self.read_weather(tables)
        self.lay_ground()
        self.name_things({**VERBS, "talk": ()})  # 38(8)-2: to negotiate is an action

    #: 35-2(1): units start in their hexes, and players may arrange forces and garrisons.
    scenario_clauses: ClassVar[ScenarioClauses] = ScenarioClauses(
        deployment="35-2(1)",
        places="35.0(5)",
        arrivals="35.0(6)",
        ground="35.0(2)",
        armies="35.0(4)",
        castles="35.0(7)",
        neutrals="37(3)",
    )

    def lay_ground(self) -> None:
        self.read_ground(self._read_closed_hexes())
        self.blind = (self.castle_hex[self.odawara],)  # 31-1: Odawara fills its hex, so no way leads through it
        self.lay_castles()
        self.ring = self.castle_rules[self.odawara].siege_hexes

    def castle_kind(self, castle: int) -> Castle:
        return Odawara(self, castle) if castle == self.odawara else super().castle_kind(castle)

    def _apply_list_values(self, tables: Tables) -> None:
        """Use the values of the list instead of those on the counters, if `warlord_values` says so (T-15)."""
        if self.options["warlord_values"] == "counters":
            return
        for u, row in enumerate(self.unit_rows):
            if row.has("list_values"):
                full, modifier, activation = row.numbers("list_values", 0, 4, 3)
                low = tables.row("reduced").sub("strength").integer(str(full), 0, full)
                self.strength = (*self.strength[:u], (0, low, full), *self.strength[u + 1 :])
                self.modifier = (*self.modifier[:u], modifier, *self.modifier[u + 1 :])
                self.activation = (*self.activation[:u], activation, *self.activation[u + 1 :])

    # -- sides (30) ---------------------------------------------------------------------------------------------------

    def _read_sides(self, seats: tuple[str, ...]) -> None:
        """Read which side each army is on (30-1, 30-1-3).

        The list of units says which army a unit is in. The scenario says which side a warlord is on; the list prints
        this side in brackets (DL-note(1)). The players are those of 36(3), 37(3), 38(3) and 39(3).
        """
        row = self.scene_row
        self.seats = tuple(row.words("seats", (UESUGI, TAKEDA, HOJO)))
        if self.seats != seats:
            raise row.bad("seats", f"the seats of this scenario: {', '.join(seats)}")
        blocks = row.groups("coalitions", self.seats)
        if len(blocks) != 2 or not all(blocks) or sorted([*blocks[0], *blocks[1]]) != sorted(self.seats):
            raise row.bad("coalitions", "two lists, with each seat in one of them")
        self.coalition = tuple(next(i for i, block in enumerate(blocks) if seat in block) for seat in self.seats)
        sides = row.sub("sides")
        seat_names = (*self.seats, "neutral")
        self.army_seat = tuple(
            self.seats.index(seat) if sides.has(army) and (seat := sides.word(army, seat_names)) != "neutral" else -1
            for army in self.armies
        )
        self.neutrals = tuple(sides.has(army) and sides.word(army, seat_names) == "neutral" for army in self.armies)
        self.great_phase = {self._army[name]: i for i, name in enumerate(self.phases) if name in self._army}
        for army, own in enumerate(self.army_seat):
            if own >= 0 and army not in self.great_phase and f"{self.seats[own]}_warlords" not in self.phases:
                raise sides.bad(self.armies[army], "a seat whose warlords have a phase in [sequence]")

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        """Return the phase in which an army acts, or -1 for neutral and absent armies, which have none (29, T-40).

        The great clans have a phase each, and the warlords one for each side. The order is the same in every stage
        (29.0(3)): Uesugi (29.0(2)-2), Takeda (29.0(2)-3), Hojo (29.0(2)-4), warlords of the Uesugi side (29.0(2)-5),
        warlords of the Hojo side (29.0(2)-6).
        """
        seat = seat_of[army]
        if seat < 0:
            return -1
        if army in self.great_phase:
            return self.great_phase[army]
        return self.phases.index(f"{self.seats[seat]}_warlords")

    # -- castles (30-3, 30-4) -----------------------------------------------------------------------------------------

    def _read_owners(self, tables: Tables) -> None:
        """Read the main castles, which the list marks (30-4, CL-note(1)).

        An army may have two, as the Uesugi do (30-4-1, CL-note(2)). Castles belong to the owners of the scenario,
        whatever the colour on the map (30-3, 35-2(2), CL-marker).
        """
        rows = tables.rows("castle")
        mains: list[list[tuple[int, int, frozenset[int]]]] = [[] for _ in self.armies]
        for castle, (row, army) in enumerate(zip(rows, self.castle_owner, strict=True)):
            if self.scenario in row.words("main") and army >= 0:
                mains[army].append((castle, self.castle_hex[castle], frozenset({army})))
        shared = tables.row("umayabashi")  # 30-4-2: five warlords use a castle of the Uesugi as their main castle
        castle = self._castle[shared.word("castle", self._castle)]
        protector = self.castle_owner[castle]
        for unit in shared.words("units", self._unit):
            mains[self.army[self._unit[unit]]].append((castle, self.castle_hex[castle], frozenset({protector})))
        if self.options["satake_source"] == "entry hexes":  # T-12: the Satake have no castle
            satake = self.find_required(tables, "army", "satake")
            mains[satake] += [(-1, h, frozenset()) for h in self.hexes(tables.row("satake"), "hexes")]
        #: The main castles of each army: the castle (-1 for a hex without one), the hex, and the armies of which one
        #: must own the castle.
        self.main_castles = tuple(tuple(entries) for entries in mains)

    def _read_odawara(self, tables: Tables) -> None:
        row = tables.row("odawara")
        self.odawara = self._castle[row.word("castle", self._castle)]
        self.odawara_hex = self.castle_hex[self.odawara]
        self.around_odawara = self.hexes(row, "investment_hexes")
        self.odawara_strength = row.integer("strength", 1, 999)
        self.sortie_divisor = row.integer("sortie_divisor", 1, 9)
        self.odawara_sortie = row.integer("sortie", -9, 9)
        self.odawara_shift = row.integer("replenish_invested", -9, 9)

    # -- time and weather (32, 35(3)) ---------------------------------------------------------------------------------

    def _read_time(self, tables: Tables) -> None:
        """Read the turns with their dates and weather; the dates are those of 36(2), 37(2), 38(2), 39(2)."""
        calendar = self.scene_row.array("calendar", 1, 12, None, 2)
        turns = self.scene_row.integer("turns", 1, 99)
        if self.scenario == "conquest_of_kanto":  # T-17: the rulebook does not say how many turns there are
            turns = int(self.options["scenario3_turns"])
        if len(calendar) < turns:
            raise self.scene_row.bad("calendar", f"month and week of {turns} turns")
        self.turns = turns
        self.calendar = [(month, week) for month, week in calendar[:turns]]
        seasons = [(kind, tables.row("weather").sub(name)) for kind, name in ((SNOW, "snow"), (THAW, "thaw"))]
        spans = [
            (kind, _season(row.numbers("from", 1, 12, 2)), _season(row.numbers("to", 1, 12, 2)))
            for kind, row in seasons
        ]
        self.weather = [
            next((kind for kind, first, last in spans if first <= _season(date) <= last), NORMAL)
            for date in self.calendar
        ]

    def _read_closed_hexes(self) -> tuple[bytes, bytes]:
        """Return for each coalition the closed hexes: provinces not in use (T-39) and castles of neutrals (T-16).

        The provinces in use are those of 36(1), 37(1), 38(1), 39(1).
        """
        used = {0, *self.provinces_named(self.scene_row, "provinces")}  # 0 stands for water
        closed = bytearray(p not in used for p in self.map.province)
        for castle, army in enumerate(self.castle_owner):
            if army >= 0 and self.neutrals[army] and self.options["scenario2_takeda"] == "neutral":
                closed[self.castle_hex[castle]] = 1
        return bytes(closed), bytes(closed)

    # -- additions of scenarios ---------------------------------------------------------------------------------------

    def _read_special(self, tables: Tables) -> None:
        row = self.scene_row
        self.victory_clause = row.word("victory_clause")
        self.by_steps = row.word("victory", ("steps", "points")) == "steps"
        self.replenishes = row.is_true("replenishment")
        moves = row.sub("moves_before") if row.has("moves_before") else None
        self.moves_before = tuple(
            moves.integer(seat, 0, 99) if moves is not None and moves.has(seat) else 0 for seat in self.seats
        )
        self.leads_warlords = frozenset(self._unit[u] for u in self._unit_words("leads_warlords"))
        self.kanrei_seat, self.talk_seat = (
            self.seats.index(row.word(field, self.seats)) if row.has(field) else -1
            for field in ("odawara_and_shrine", "negotiation")
        )
        self.unused_bonus = self._bonus(row.sub("unused_bonus")) if row.has("unused_bonus") else None
        barred = set(self.hexes(tables.row("tone"), "barred"))
        bank = bytes(h in barred for h in range(self.map.size))
        kept_out = set(row.words("barred_bank", self._army)) if row.has("barred_bank") else set()
        #: The hexes that each army may never enter (39(8)).
        self.bans = tuple(bank if army in kept_out else None for army in self.armies)
        father, son = (self.find_required(tables, "unit", name) for name in ("hojo_ujiyasu", "hojo_ujimasa"))
        self.may_also_lead = frozenset({(father, son)})  # 30-5: Ujiyasu may lead his son Ujimasa
        self._read_ceremony(tables.row("ceremony"))
        self._read_talks(tables.row("negotiation"))
        victory = tables.row("victory")
        self.worth = points.read(victory, (level for c, level in enumerate(self.level) if c != self.odawara))
        self.odawara_points = victory.integer("odawara", 0, 99)
        #: The victory points of each castle.
        self.castle_worth = tuple(
            self.odawara_points if castle == self.odawara else self.worth.castles[level]
            for castle, level in enumerate(self.level)
        )

    def _bonus(self, row: Row) -> tuple[int, int, int]:
        seat, army = row.word("seat", self.seats), row.word("army", self._army)
        return self.seats.index(seat), self._army[army], row.integer("points", 0, 999)

    def _read_ceremony(self, row: Row) -> None:
        self.kenshin = self._unit[row.word("unit", self._unit)]
        self.shrine = self.map.hex(row.word("hex", self.map.index))
        self.shrine_points = [(p.integer("units", 0, 999), p.integer("points", 0, 99)) for p in row.subs("points")]
        if 0 not in (least for least, _ in self.shrine_points):
            raise row.bad("points", "the points from 0 units on, too")
        self.invested_points = row.integer("odawara_invested", 0, 99)
        waived = row.sub("waived_by")
        (province,) = self.provinces_named(Row({"province": [waived.word("province")]}, waived.where), "province")
        self.waiver = (self._army[waived.word("army", self._army)], province)

    def _read_talks(self, row: Row) -> None:
        month, week = row.numbers("from", 1, 12, 2)
        dates = self.calendar
        self.talks_from = dates.index((month, week)) + 1 if (month, week) in dates else self.turns + 1
        self.talker = self._unit[row.word("by", self._unit)]
        self.talk_targets = tuple(self._unit[u] for u in row.words("targets", self._unit))
        self.absent = self._unit[row.word("absent", self._unit)]
        self.absent_in = frozenset(self.provinces_named(row, "absent_in"))
        self.talk_success = frozenset(row.numbers("success", 1, 6))
