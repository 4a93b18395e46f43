"""The tables of Conquest of Kanto, checked and turned into numbers (28 to 35, the lists)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gunki.board.hexmap import HexMap
from gunki.core.data import Row, Tables
from gunki.core.game import OptionValue
from gunki.core.lexicon import Lexicon
from gunki.series.gunyuden.setup import NORMAL, SNOW, THAW, GunyudenSetup
from gunki.series.gunyuden.verbs import VERBS

UESUGI, TAKEDA, HOJO = "uesugi", "takeda", "hojo"
#: A unit that its player places where he likes (39(4)), and one that comes later (35(6)).
FREE, LATER = "free", "reinforcement"

Date = tuple[int, int]


def _season(when: Sequence[int]) -> Date:
    """32: the year of war begins in the autumn, so winter months count after the 12th."""
    return ((when[0] - 8) % 12, when[1])


class KantoSetup(GunyudenSetup):
    """Names of the fields follow the tables."""

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue],
        raw: Mapping[str, Any],
        origin: Mapping[str, str],
        board: HexMap,
        seats: tuple[str, ...],
    ) -> None:
        super().__init__(scenario, options, raw, board)
        tables = Tables(raw, origin)
        self.scene_row = tables.rows("scenario")[self._one(tables, "scenario", scenario)]
        self.read_numbers(tables)
        self.read_armies(tables)
        self.read_units(tables)
        self._counters(tables)
        self.read_castles(tables)
        self.read_charts(tables)
        self._read_sides(seats)
        self._read_owners(tables)
        self._read_odawara(tables)
        self._read_time(tables)
        self._read_deployment(tables)
        self._read_special(tables)
        self._snowy, thaw = tables.row("snow"), tables.row("thaw")
        self.snow_times, self.thaw_times = self._snowy.integer("cost_times", 1, 9), thaw.integer("river_times", 1, 9)
        self.thaw_attack, self.thaw_counter = thaw.integer("attack", -9, 0), thaw.integer("counterattack", -9, 0)
        self.lay_ground()
        self.lexicon = Lexicon(
            {
                "seat": self.seats,
                "army": self.armies,
                "unit": self.units,
                "castle": self.castles,
                "hex": self.map.numbers,
                "weather": ("normal", "snow", "thaw"),
            },
            VERBS,
        )

    def lay_ground(self) -> None:
        self.read_ground(self._snow(self._snowy), self._closed())
        waived = self.options["odawara_mountain_waived"]  # T-02: a mountain is not required
        self.blind = (self.castle_hex[self.odawara],)  # 31-1
        self.ring = tuple(h for h in self._ring if not waived or self.map.terrain_at(h) != "mountain")

    def _counters(self, tables: Tables) -> None:
        """T-15: where list and counters disagree."""
        if self.options["warlord_values"] == "counters":
            return
        for u, row in enumerate(tables.rows("unit")):
            if row.has("list_values"):
                full, modifier, activation = row.numbers("list_values", 0, 4, 3)
                low = tables.row("reduced").sub("strength").integer(str(full), 0, full)
                self.strength = (*self.strength[:u], (0, low, full), *self.strength[u + 1 :])
                self.modifier = (*self.modifier[:u], modifier, *self.modifier[u + 1 :])
                self.activation = (*self.activation[:u], activation, *self.activation[u + 1 :])

    def _one(self, tables: Tables, name: str, ident: str) -> int:
        """One that the rules name, and which may not be missing."""
        rows = tables.rows(name)
        found = [number for number, row in enumerate(rows) if row.word("id") == ident]
        if not found:
            raise rows[0].bad("id", f"{ident!r} among the entries: the rules name it")
        return found[0]

    def _hexes(self, row: Row, field: str) -> tuple[int, ...]:
        return tuple(self.map.hex(h) for h in row.words(field, self.map.index))

    # -- sides (30) ---------------------------------------------------------------------------------------------------

    def _read_sides(self, seats: tuple[str, ...]) -> None:
        row = self.scene_row
        self.seats = tuple(row.words("seats", (UESUGI, TAKEDA, HOJO)))
        if self.seats != seats:
            raise row.bad("seats", f"the seats of this scenario: {', '.join(seats)}")
        blocks = row.groups("coalitions", self.seats)
        if len(blocks) != 2 or not all(blocks) or sorted([*blocks[0], *blocks[1]]) != sorted(self.seats):
            raise row.bad("coalitions", "two lists, with each seat in one of them")
        self.coalition = tuple(next(i for i, block in enumerate(blocks) if seat in block) for seat in self.seats)
        sides = row.sub("sides")
        known = (*self.seats, "neutral")
        self.army_seat = tuple(
            self.seats.index(seat) if sides.has(army) and (seat := sides.word(army, known)) != "neutral" else -1
            for army in self.armies
        )
        self.neutrals = tuple(sides.has(army) and sides.word(army, known) == "neutral" for army in self.armies)
        self.great_phase = {self._army[name]: i for i, name in enumerate(self.phases) if name in self._army}
        for army, own in enumerate(self.army_seat):
            if own >= 0 and army not in self.great_phase and f"{self.seats[own]}_warlords" not in self.phases:
                raise sides.bad(self.armies[army], "a seat whose warlords have a phase in [sequence]")

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        """29: the great clans have a phase each, warlords one for each side; neutrals and the absent none (T-40)."""
        seat = seat_of[army]
        if seat < 0:
            return -1
        if army in self.great_phase:
            return self.great_phase[army]
        return self.phases.index(f"{self.seats[seat]}_warlords")

    # -- castles (30-3, 30-4) -----------------------------------------------------------------------------------------

    def _read_owners(self, tables: Tables) -> None:
        rows = tables.rows("castle")
        self.castle_owner = tuple(
            self._army[row.sub("owner").word(self.scenario, self._army)] if row.sub("owner").has(self.scenario) else -1
            for row in rows
        )
        mains: list[list[tuple[int, int, frozenset[int]]]] = [[] for _ in self.armies]
        for castle, (row, army) in enumerate(zip(rows, self.castle_owner, strict=True)):
            if army >= 0 and self.scenario in row.words("main"):
                mains[army].append((castle, self.castle_hex[castle], frozenset({army})))
        shared = tables.row("umayabashi")  # 30-4-2: five lean on a castle of the Uesugi
        castle = self._castle[shared.word("castle", self._castle)]
        protector = self.castle_owner[castle]
        for unit in shared.words("units", self._unit):
            mains[self.army[self._unit[unit]]].append((castle, self.castle_hex[castle], frozenset({protector})))
        if self.options["satake_source"] == "entry hexes":  # T-12
            satake = self._one(tables, "army", "satake")
            mains[satake] += [(-1, h, frozenset()) for h in self._hexes(tables.row("satake"), "hexes")]
        #: By army: castle (-1: a plain hex), hex, and the armies that must own it.
        self.main_castles = tuple(tuple(entries) for entries in mains)

    def _read_odawara(self, tables: Tables) -> None:
        row = tables.row("odawara")
        self.odawara = self._castle[row.word("castle", self._castle)]
        self.odawara_hex = self.castle_hex[self.odawara]
        self._ring = self._hexes(row, "investment_hexes")
        self.odawara_strength = row.integer("strength", 1, 999)
        self.sortie_divisor = row.integer("sortie_divisor", 1, 9)
        self.odawara_sortie = row.integer("sortie", -9, 9)
        self.odawara_shift = row.integer("replenish_invested", -9, 9)

    # -- time and weather (32, 35(3)) ---------------------------------------------------------------------------------

    def _read_time(self, tables: Tables) -> None:
        calendar = self.scene_row.array("calendar", 1, 12, None, 2)
        turns = self.scene_row.integer("turns", 1, 99)
        if self.scenario == "conquest_of_kanto":  # T-17
            turns = int(self.options["scenario3_turns"])
        if len(calendar) < turns:
            raise self.scene_row.bad("calendar", f"month and week of {turns} turns")
        self.turns = turns
        self.calendar: list[Date] = [(month, week) for month, week in calendar[:turns]]
        seasons = [(kind, tables.row("weather").sub(name)) for kind, name in ((SNOW, "snow"), (THAW, "thaw"))]
        spans = [
            (kind, _season(row.numbers("from", 1, 12, 2)), _season(row.numbers("to", 1, 12, 2)))
            for kind, row in seasons
        ]
        self.weather = [
            next((kind for kind, first, last in spans if first <= _season(date) <= last), NORMAL)
            for date in self.calendar
        ]

    def _snow(self, row: Row) -> bytes:
        """32-1-1."""
        whole, hills = set(self.provinces_named(row, "whole")), set(self.provinces_named(row, "foothills"))
        return bytes(
            p in whole or (p in hills and self.map.terrain_at(h) == "foothills")
            for h, p in enumerate(self.map.province)
        )

    def _closed(self) -> tuple[bytes, bytes]:
        """T-39: provinces not in use; T-16: the castles of neutrals."""
        used = {0, *self.provinces_named(self.scene_row, "provinces")}  # 0: water
        closed = bytearray(p not in used for p in self.map.province)
        for castle, army in enumerate(self.castle_owner):
            if army >= 0 and self.neutrals[army] and self.options["scenario2_takeda"] == "neutral":
                closed[self.castle_hex[castle]] = 1
        return bytes(closed), bytes(closed)

    # -- deployment (35(5), 35(6)) ------------------------------------------------------------------------------------

    def _read_deployment(self, tables: Tables) -> None:
        row = self.scene_row
        #: By unit: the hexes it may start in (one, a choice, or many), or none.
        self.starts: list[tuple[int, ...]] = []
        self.arrival = [0] * len(self.units)  # the turn a reinforcement comes
        self.entry: list[tuple[int, ...]] = [()] * len(self.units)
        later = {self._army[r.word("army", self._army)]: r for r in row.subs("reinforcements")}
        for u, unit in enumerate(tables.rows("unit")):
            at = unit.sub("at")
            value = at.entries_all().get(self.scenario)
            hexes: tuple[int, ...] = ()
            if isinstance(value, list):
                hexes = self._hexes(at, self.scenario)
            elif value == LATER:
                entry = later.get(self.army[u])
                if entry is None:
                    raise at.bad(self.scenario, "a hex: no reinforcements of this army come in the scenario")
                self.arrival[u] = entry.integer("turn", 1, 99)
                self.entry[u] = self._hexes(entry, "hexes")
            elif value == FREE:
                hexes = self._free(at, self.army[u])
            elif value is not None:
                hexes = (self.map.hex(at.word(self.scenario, self.map.index)),)
            self.starts.append(hexes)
        self.reinforcements = tuple(u for u, turn in enumerate(self.arrival) if turn)
        self.inside_first = frozenset(self._unit[u] for u in self._named("garrisoned"))
        self.outside_first = frozenset(self._unit[u] for u in self._named("in_the_open"))
        first = row.word("first_to_deploy", self.seats) if row.has("first_to_deploy") else self.seats[0]
        seats = sorted(range(len(self.seats)), key=lambda s: self.seats[s] != first)
        self.deploy_order = tuple(seats)
        #: By seat the units that it deploys.
        placers = [self._placer(u) for u in range(len(self.units))]
        self.placed_by = tuple(
            tuple(u for u, placer in enumerate(placers) if placer == seat) for seat in range(len(self.seats))
        )
        #: 39(4): units start in any castle of their own.
        self.deploys_freely = row.has("free")

    def _placer(self, unit: int) -> int:
        """Who deploys a unit: its player; for a neutral (T-16) the last to deploy, where there is a choice (37(4))."""
        seat = self.army_seat[self.army[unit]]
        return self.deploy_order[-1] if seat < 0 and len(self.starts[unit]) > 1 else seat

    def _named(self, field: str) -> list[str]:
        return self.scene_row.words(field, self._unit) if self.scene_row.has(field) else []

    def _free(self, at: Row, army: int) -> tuple[int, ...]:
        """39(4): the army's own castles in some provinces; its main castle first."""
        if self.army_seat[army] < 0:
            raise at.bad(self.scenario, "a hex: nobody plays this army")
        seat = self.seats[self.army_seat[army]]
        provinces = set(self.provinces_named(self.scene_row.sub("free"), seat))
        main = {h for _, h, _ in self.main_castles[army]}
        fit = [
            h for c, h in enumerate(self.castle_hex)
            if self.castle_owner[c] == army and self.map.province[h] in provinces
        ]  # fmt: skip
        if not fit:
            raise at.bad(self.scenario, f"a hex: {self.armies[army]} have no castle to deploy in")
        return tuple(sorted(fit, key=lambda h: h not in main))

    # -- what a scenario adds (36 to 39) ------------------------------------------------------------------------------

    def _read_special(self, tables: Tables) -> None:
        row = self.scene_row
        self.victory_clause = row.word("victory_clause")
        self.by_steps = row.word("victory", ("steps", "points")) == "steps"
        self.replenishes = row.flag("replenishment")
        moves = row.sub("moves_before") if row.has("moves_before") else None
        self.moves_before = tuple(
            moves.integer(seat, 0, 99) if moves is not None and moves.has(seat) else 0 for seat in self.seats
        )
        self.leads_warlords = frozenset(self._unit[u] for u in self._named("leads_warlords"))
        self.kanrei_seat, self.talk_seat = (
            self.seats.index(row.word(field, self.seats)) if row.has(field) else -1
            for field in ("odawara_and_shrine", "negotiation")
        )
        self.unused_bonus = self._bonus(row.sub("unused_bonus")) if row.has("unused_bonus") else None
        barred = set(self._hexes(tables.row("tone"), "barred"))
        bank = bytes(h in barred for h in range(self.map.size))
        kept_out = set(row.words("barred_bank", self._army)) if row.has("barred_bank") else set()
        #: 39(8): by army the hexes it may never enter.
        self.bans = tuple(bank if army in kept_out else None for army in self.armies)
        father, son = (self._one(tables, "unit", name) for name in ("hojo_ujiyasu", "hojo_ujimasa"))
        self.may_also_lead = frozenset({(father, son)})  # 30-5
        self._read_ceremony(tables.row("ceremony"))
        self._read_talks(tables.row("negotiation"))
        victory = tables.row("victory")
        self.castle_points = tuple(victory.numbers("castle_by_level", 0, 99))
        highest = max(level for castle, level in enumerate(self.level) if castle != self.odawara)
        if len(self.castle_points) <= highest:
            raise victory.bad("castle_by_level", f"points for each level from 0 to {highest}")
        self.odawara_points = victory.integer("odawara", 0, 99)
        killed = victory.sub("killed")
        self.killed_points = tuple(killed.integer(rank, -99, 0) for rank in ("bushou", "taishou", "soudaishou"))

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
