"""The tables of Conquest of Kanto, checked and turned into numbers (28 to 35, the lists)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gunki.board.hexmap import HexMap
from gunki.core.data import Row, Tables
from gunki.core.errors import DataError
from gunki.core.game import OptionValue
from gunki.core.lexicon import Lexicon
from gunki.series.gunyuden.setup import NORMAL, SNOW, THAW, GunyudenSetup
from gunki.series.gunyuden.verbs import VERBS

UESUGI, TAKEDA, HOJO = "uesugi", "takeda", "hojo"
#: A unit that its player places where he likes (39(4)), and one that comes later (35(6)).
FREE, LATER = "free", "reinforcement"

Date = tuple[int, int]


class KantoSetup(GunyudenSetup):
    """Names of the fields follow the tables."""

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue],
        raw: Mapping[str, Any],
        origin: Mapping[str, str],
        board: HexMap,
    ) -> None:
        super().__init__(scenario, options, raw, board)
        tables = Tables(raw, origin)
        self.scene_row = next(row for row in tables.rows("scenario") if row.word("id") == scenario)
        self.read_numbers(tables)
        self.read_armies(tables)
        self.read_units(tables)
        self._counters(tables)
        self.read_castles(tables)
        self.read_charts(tables)
        self._read_sides()
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
            listed = row.entries_all().get("list_values")
            if listed is not None:
                low = self.tables["reduced"]["strength"][str(listed[0])]
                self.strength = (*self.strength[:u], (0, low, listed[0]), *self.strength[u + 1 :])
                self.modifier = (*self.modifier[:u], listed[1], *self.modifier[u + 1 :])
                self.activation = (*self.activation[:u], listed[2], *self.activation[u + 1 :])

    # -- sides (30) ---------------------------------------------------------------------------------------------------

    def _read_sides(self) -> None:
        row = self.scene_row
        self.seats = tuple(row.words("seats", (UESUGI, TAKEDA, HOJO)))
        blocks = row.entries_all()["coalitions"]
        self.coalition = tuple(next(i for i, block in enumerate(blocks) if seat in block) for seat in self.seats)
        sides = row.sub("sides")
        known = (*self.seats, "neutral")
        self.army_seat = tuple(
            self.seats.index(seat) if sides.has(army) and (seat := sides.word(army, known)) != "neutral" else -1
            for army in self.armies
        )
        self.neutrals = tuple(sides.has(army) and sides.word(army, known) == "neutral" for army in self.armies)
        self.great_phase = {self._army[name]: i for i, name in enumerate(self.phases) if name in self._army}

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
            satake = tables.row("satake")
            mains[self._army["satake"]] += [(-1, self.map.hex(h), frozenset()) for h in satake.words("hexes")]
        #: By army: castle (-1: a plain hex), hex, and the armies that must own it.
        self.main_castles = tuple(tuple(entries) for entries in mains)

    def _read_odawara(self, tables: Tables) -> None:
        row = tables.row("odawara")
        self.odawara = self._castle[row.word("castle", self._castle)]
        self.odawara_hex = self.castle_hex[self.odawara]
        self._ring = tuple(self.map.hex(h) for h in row.words("investment_hexes"))
        self.odawara_strength = row.integer("strength", 1, 999)
        self.sortie_divisor = row.integer("sortie_divisor", 1, 9)
        self.odawara_sortie = row.integer("sortie", -9, 9)
        self.odawara_shift = row.integer("replenish_invested", -9, 9)

    # -- time and weather (32, 35(3)) ---------------------------------------------------------------------------------

    def _read_time(self, tables: Tables) -> None:
        calendar = [tuple(date) for date in self.scene_row.entries_all()["calendar"]]
        turns = self.scene_row.integer("turns", 1, 99)
        if self.scenario == "conquest_of_kanto":  # T-17
            turns = int(self.options["scenario3_turns"])
        self.turns = turns
        self.calendar: list[Date] = [(month, week) for month, week in calendar[:turns]]
        weather = tables.row("weather").entries_all()
        self.weather = [self._weather(date, weather) for date in self.calendar]

    @staticmethod
    def _weather(date: Date, weather: Mapping[str, Any]) -> int:
        """32: the year of war begins in the autumn, so winter months count after the 12th."""

        def season(when: Sequence[int]) -> tuple[int, int]:
            return ((when[0] - 8) % 12, when[1])

        for kind, name in ((SNOW, "snow"), (THAW, "thaw")):
            if season(weather[name]["from"]) <= season(date) <= season(weather[name]["to"]):
                return kind
        return NORMAL

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
        later = {self._army[r["army"]]: r for r in row.entries_all()["reinforcements"]}
        for u, unit in enumerate(tables.rows("unit")):
            at = unit.sub("at")
            value = at.entries_all().get(self.scenario)
            hexes: tuple[int, ...] = ()
            if isinstance(value, list):
                hexes = tuple(self.map.hex(str(h)) for h in value)
            elif value == LATER:
                entry = later.get(self.army[u])
                if entry is None:
                    raise at.bad(self.scenario, "a hex: no reinforcements of this army come in the scenario")
                self.arrival[u] = entry["turn"]
                self.entry[u] = tuple(self.map.hex(h) for h in entry["hexes"])
            elif value == FREE:
                hexes = self._free(self.army[u])
            elif value is not None:
                hexes = (self.map.hex(str(value)),)
            self.starts.append(hexes)
        self.reinforcements = tuple(u for u, turn in enumerate(self.arrival) if turn)
        self.inside_first = frozenset(self._unit[u] for u in self._named("garrisoned"))
        self.outside_first = frozenset(self._unit[u] for u in self._named("in_the_open"))
        first = row.entries_all().get("first_to_deploy", self.seats[0])
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

    def _free(self, army: int) -> tuple[int, ...]:
        """39(4): the army's own castles in some provinces; its main castle first."""
        seat = self.seats[self.army_seat[army]]
        provinces = set(self.provinces_named(self.scene_row.sub("free"), seat))
        main = {h for _, h, _ in self.main_castles[army]}
        fit = [
            h for c, h in enumerate(self.castle_hex)
            if self.castle_owner[c] == army and self.map.province[h] in provinces
        ]  # fmt: skip
        if not fit:
            raise DataError(f"scenario {self.scenario}: no castle for {self.armies[army]} to deploy in")
        return tuple(sorted(fit, key=lambda h: h not in main))

    # -- what a scenario adds (36 to 39) ------------------------------------------------------------------------------

    def _read_special(self, tables: Tables) -> None:
        row, extra = self.scene_row, self.scene_row.entries_all()
        self.victory_clause = row.word("victory_clause")
        self.by_steps = row.word("victory", ("steps", "points")) == "steps"
        self.replenishes = row.flag("replenishment")
        moves = extra.get("moves_before", {})
        self.moves_before = tuple(int(moves.get(seat, 0)) for seat in self.seats)
        self.leads_warlords = frozenset(self._unit[u] for u in self._named("leads_warlords"))
        kanrei = extra.get("odawara_and_shrine")
        self.kanrei_seat = self.seats.index(kanrei) if kanrei else -1
        talks = extra.get("negotiation")
        self.talk_seat = self.seats.index(talks) if talks else -1
        bonus = extra.get("unused_bonus")
        self.unused_bonus = (
            None
            if bonus is None
            else (self.seats.index(bonus["seat"]), self._army[bonus["army"]], int(bonus["points"]))
        )
        barred = {self.map.hex(h) for h in tables.row("tone").words("barred")}
        bank = bytes(h in barred for h in range(self.map.size))
        kept_out = set(extra.get("barred_bank", ()))
        #: 39(8): by army the hexes it may never enter.
        self.bans = tuple(bank if army in kept_out else None for army in self.armies)
        father, son = self._unit["hojo_ujiyasu"], self._unit["hojo_ujimasa"]
        self.may_also_lead = frozenset({(father, son)})  # 30-5
        self._read_ceremony(tables.row("ceremony"))
        self._read_talks(tables.row("negotiation"))
        victory = tables.row("victory")
        self.castle_points = tuple(victory.entries_all()["castle_by_level"])
        self.odawara_points = victory.integer("odawara", 0, 99)
        killed = victory.sub("killed")
        self.killed_points = tuple(killed.integer(rank, -99, 0) for rank in ("bushou", "taishou", "soudaishou"))

    def _read_ceremony(self, row: Row) -> None:
        self.kenshin = self._unit[row.word("unit", self._unit)]
        self.shrine = self.map.hex(row.word("hex"))
        self.shrine_points: list[tuple[int, int]] = [(p["units"], p["points"]) for p in row.entries_all()["points"]]
        self.invested_points = row.integer("odawara_invested", 0, 99)
        waived = row.sub("waived_by")
        self.waiver = (
            self._army[waived.word("army", self._army)],
            self.map.provinces.index(waived.word("province").title()),
        )

    def _read_talks(self, row: Row) -> None:
        month, week = row.entries_all()["from"]
        dates = self.calendar
        self.talks_from = dates.index((month, week)) + 1 if (month, week) in dates else self.turns + 1
        self.talker = self._unit[row.word("by", self._unit)]
        self.talk_targets = tuple(self._unit[u] for u in row.words("targets", self._unit))
        self.absent = self._unit[row.word("absent", self._unit)]
        self.absent_in = frozenset(self.provinces_named(row, "absent_in"))
        self.talk_success = frozenset(row.entries_all()["success"])
