"""The tables of Hideyoshi's War Chronicle, checked and turned into numbers (28 to 37, the lists)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from gunki.board.hexmap import HexMap
from gunki.core.definition.data_tables import Row, Tables
from gunki.core.definition.setup import OptionValue
from gunki.games.hideyoshi.rules.scenarios.event_tables import (
    ClanMovementTable,
    Komaki,
    Shizugatake,
    SummonsTable,
    Tennozan,
)
from gunki.games.hideyoshi.rules.scenarios.restrictions import FLAGS, Ban, Flooded, Idle, InForce, Lock, Truce
from gunki.series.forces_and_castles.setup import ScenarioClauses
from gunki.series.forces_and_castles.state.layers import BoundedCache
from gunki.series.gunyuden.rules.action_words import REVISED_VERBS
from gunki.series.gunyuden.rules.sieges.castles import Castle
from gunki.series.gunyuden_revised.setup import RevisedSetup

if TYPE_CHECKING:
    from gunki.games.hideyoshi.state.position import HideyoshiPosition
    from gunki.series.gunyuden.editions import Edition

#: The seats, in the order of the tables.
HASHIBA, ANTI_HASHIBA = 0, 1
#: Words for units beside the map: placed in a Random Events Phase (35.5-H, 37.5), raised in Azuchi (35.5-A), called by
#: a die.
APPEARS, RECRUITS, SUMMONS = "appears", "recruits", "summons"
#: The verbs of the series and those of the scenarios: 35.8(1)-1, 36.7-3, 37.5, 35.5-A, 35.9.
VERBS: dict[str, tuple[str, ...]] = {
    **REVISED_VERBS,
    "strike": ("unit",),
    "declare": (),
    "wait": (),
    "appear": ("unit", "hex"),
    "recruits": (),
    "enlist": ("unit",),
    "summon_all": (),
}
#: The clause about the provinces in use, for each scenario.
GROUND = {"tennozan": "35.1", "shizugatake": "36.1", "komaki_nagakute": "37.1"}
#: Reads from a position the flags that end restrictions.
_flags: Callable[[HideyoshiPosition], tuple[int, ...]] = attrgetter(*FLAGS)
#: The main castles of a clan, where its lines end: the castle (-1 for a map edge), the hex, and the clans of which one
#: must own the castle.
Mains = tuple[tuple[int, int, frozenset[int]], ...]


class HideyoshiSetup(RevisedSetup):
    """The setup of a match. The names of its fields follow the tables.

    A castle that the list leaves out of a scenario is not used (CL-legend).
    """

    army_kinds: ClassVar[tuple[str, ...]] = ("major", "lesser", "visitor")
    unowned_castles: ClassVar[bool] = True  # 35.6(2): some castles belong to nobody
    beside_words: ClassVar[tuple[str, ...]] = (APPEARS, RECRUITS, SUMMONS)
    #: 34.2(2): units are laid out in their hexes, and their player may arrange forces and garrisons.
    scenario_clauses: ClassVar[ScenarioClauses] = ScenarioClauses(
        deployment="34.2(2)",
        places="34.2(2)",
        arrivals="31-2",
        ground="35.1",
        armies="30.0",
        castles="CL-legend",
        neutrals="35.8(4)",
    )

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
        tables = self._tables = Tables(raw, origin)
        if options["communication_range"] == "first edition":
            self.lengths_table = "communication_first_edition"  # the ranges of lines
        self.read_numbers(tables)
        self.read_armies(tables)
        self.read_units(tables)
        self._promote()
        self.chiefs = tuple(u for u, stars in enumerate(self.stars) if stars == 2)
        # The castles and their owners: 34.2(1), 35.6, 35.6(1), 35.6(2), 36.5, 37.6, 37.6(1), 37.6(2), 28-2(2)
        self.read_castles(tables)
        self.read_charts(tables)
        self._read_sides(seats)
        self._read_mains(tables)
        self._read_time()
        self.read_deployment()
        self._read_comings(tables)
        self._read_special()
        self.lay_ground()
        self.name_things(VERBS)

    @property
    def ground_clause(self) -> str:
        return GROUND[self.scenario]

    def is_in_scenario(self, row: Row) -> bool:
        """Return whether a leader takes part in this scenario, with the boxes of his command track (28-1-2).

        He does if the list has an entry for him in the scenario's column (Y-66). A leader who changed his lord serves
        the lord that this column names (30-2).
        """
        return row.sub("at").has(self.scenario)

    def _promote(self) -> None:
        """Give two sons of Nobunaga a higher rank, if the option `oda_sons_stars` says so (Y-43)."""
        sons = {self._unit.get(name, -1) for name in ("kitabatake_nobukatsu", "kobe_nobutaka")}
        if self.options["oda_sons_stars"] == 2:
            self.stars = tuple(2 if u in sons else stars for u, stars in enumerate(self.stars))

    # -- sides (30) --------------------------------------------------------------------------------------------------

    def read_armies(self, tables: Tables) -> None:
        """Read the clans. A lesser clan may be on any side, or have no side yet (30-1)."""
        super().read_armies(tables)
        self.lesser = tuple(row.word("kind") == "lesser" for row in tables.rows("army"))

    def _read_sides(self, seats: tuple[str, ...]) -> None:
        """Read the side of each clan, and the clan that each smaller clan serves.

        The sides are those of 30.0, 30-1-1, 35.3, 36.3 and 37.3. The clans served are those of 35.4-H1, 35.4-H2,
        35.4-H3, 36.4-H1 and 37.4-H1. Some clans have yet to choose a side (35.4-O).
        """
        row = self.scene_row
        self.seats = tuple(row.words("seats", seats))
        if self.seats != seats:
            raise row.bad("seats", f"the seats of this scenario: {', '.join(seats)}")
        self.coalition = (0, 1)
        self.wears = {seat: row.sub("wears").word(seat, self._army) for seat in row.entries("wears")}
        sides, serves = row.sub("sides"), row.sub("serves")
        seat_names = (*self.seats, "neutral")
        named = [sides.word(army, seat_names) if sides.has(army) else "" for army in self.armies]
        self.army_seat = tuple(self.seats.index(name) if name in self.seats else -1 for name in named)
        self.undecided = tuple(name == "neutral" for name in named)
        self.plays = tuple(bool(name) for name in named)
        #: The major clan that each clan serves, or the clan itself.
        self.serves = tuple(
            self._army[serves.word(army, self._army)] if serves.has(army) else number
            for number, army in enumerate(self.armies)
        )

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        """Return the phase of a clan: in every stage the Anti-Hashiba side acts first, then Hashiba (29.0(3)).

        See 29.0(2)-3 and 29.0(2)-4. Return -1 for a neutral clan, which has no phase.
        """
        seat = seat_of[army]
        return -1 if seat < 0 else self.phases.index(self.seats[seat])

    # -- main castles (31) -------------------------------------------------------------------------------------------

    def _read_mains(self, tables: Tables) -> None:
        """Read the main castles.

        A clan without a main castle on the map has the hexes of its map edge instead. The list names the main castles
        of 31.0, 8-3, 36.7-8 and 37.8-1. Other rules name those of 31-2(3) and 37.8-2. The edges are those of 31-2,
        31-2(1) and 31-2(2).
        """
        mains: list[list[tuple[int, int, frozenset[int]]]] = [[] for _ in self.armies]
        for castle, (row, army) in enumerate(zip(tables.rows("castle"), self.castle_owner, strict=True)):
            if self.scenario in row.words("main") and army >= 0:
                mains[army].append((castle, self.castle_hex[castle], frozenset({army})))
        for name in ("maeda", "takigawa"):
            row = tables.row(name)
            if row.word("scenario") == self.scenario:
                army, castle = self._army[row.word("army", self._army)], self._castle[row.word("castle", self._castle)]
                friends = frozenset(a for a, seat in enumerate(self.army_seat) if seat == self.army_seat[army])
                mains[army] = [entry for entry in mains[army] if entry[0] != castle]
                mains[army].append((castle, self.castle_hex[castle], friends))
        #: The hexes of each map edge by which clans enter, by its name.
        self.edges = {name: self.hexes(tables.row(name), "hexes") for name in ("mori_edge", "kii_edge")}
        for name, hexes in self.edges.items():
            for clan in tables.row(name).words("armies", self._army):
                mains[self._army[clan]] += [(-1, h, frozenset()) for h in hexes]
        self.main_castles = tuple(tuple(entries) for entries in mains)
        #: For each castle, the clans of which it is a main castle.
        self.main_castle_of = tuple(
            tuple(army for army, entries in enumerate(mains) if any(entry[0] == castle for entry in entries))
            for castle in range(len(self.castles))
        )
        self._mains: dict[tuple[int, int], Mains] = {}

    def mains(self, army: int, overlord: int) -> Mains:
        """Return the main castles of a clan (Y-55).

        The option `lesser_main_castle` can add the main castles of the clan that it serves.
        """
        castles = self._mains.get((army, overlord))
        if castles is None:
            castles = self.main_castles[army]
            if overlord != army and self.options["lesser_main_castle"] == "own or overlord":
                castles += tuple(entry for entry in self.main_castles[overlord] if entry not in castles)
            self._mains[army, overlord] = castles
        return castles

    # -- time --------------------------------------------------------------------------------------------------------

    def _read_time(self) -> None:
        """Read the turns and the calendar (35.2, 36.2, 37.2)."""
        self.turns = self.scene_row.integer("turns", 1, 99)
        calendar = self.scene_row.array("calendar", 1, 12, None, 2)
        if len(calendar) != self.turns:
            raise self.scene_row.bad("calendar", f"month and week of {self.turns} turns")
        self.calendar = [(month, week) for month, week in calendar]
        self.weather = [0] * self.turns

    # -- deployment and later comings (35.4, 35.5, 36.4, 37.4, 37.5) -------------------------------------------------

    def free_starts(self, at: Row, army: int) -> tuple[int, ...]:
        """Return the hexes in which a clan deploys freely (35.4-A1(3521), 36.4-H2(Owari), 37.4-T2(free), Y-65)."""
        row = next((r for r in self.scene_row.subs("free") if self._army[r.word("army", self._army)] == army), None)
        if row is None:
            raise at.bad(self.scenario, "a hex: this clan does not deploy freely")
        if row.has("hexes"):
            return self.hexes(row, "hexes")
        if row.has("castles_of"):
            owner = self._army[row.word("castles_of", self._army)]
            return tuple(h for castle, h in enumerate(self.castle_hex) if self.castle_owner[castle] == owner)
        province, far = self.province(row, "province"), row.sub("beyond")
        centre, hexes = self.map.hex(far.word("hex", self.map.index)), far.integer("hexes", 0, 99)
        land = (h for h in range(self.map.size) if self.map.province[h] == province)
        return tuple(h for h in land if self.is_passable(h) and self.map.distance(h, centre) > hexes)

    def is_passable(self, h: int) -> bool:
        return "move" in self.tables["terrain"][self.map.terrain_at(h)]

    def _read_comings(self, tables: Tables) -> None:
        self._read_siege()
        #: 35.5-H, 37.5: for each clan with such units, the turn from which they appear, and the hexes.
        self.appears: dict[int, tuple[int, tuple[int, ...]]] = {}
        for row in self.scene_row.subs("appears") if self.scene_row.has("appears") else []:
            army = self._army[row.word("army", self._army)]
            self.appears[army] = row.integer("turn", 1, 99), self._find_appearance_hexes(row)
        #: 35.5-A: the units that can be raised.
        self.recruits = tuple(u for u, word in enumerate(self.beside) if word == RECRUITS)
        #: 32, 36.7-9: the tables of armies that are called by a die, each with its map edge.
        self.movements = [SummonsTable(self, tables.row(name), name) for name in ("mori_movement", "band_movement")]
        self.summons = [summons for summons in self.movements if summons.columns]
        edge = {army: summons.edge for summons in self.summons for army in summons.armies}
        for u, army in enumerate(self.army):
            if army in edge:
                self.entry[u] = edge[army]
        self.reinforcements = tuple(u for u, army in enumerate(self.army) if army in edge)

    def _find_appearance_hexes(self, row: Row) -> tuple[int, ...]:
        """Return the hexes where units appear (Y-64).

        The scenario names these hexes. Or it names provinces: of some provinces all land hexes count, of others only
        those by the sea.
        """
        if row.has("hexes"):
            return self.hexes(row, "hexes")
        whole, shores = set(self.provinces_named(row, "provinces")), set(self.provinces_named(row, "coast_of"))
        sea = {h for h in range(self.map.size) if any(self.map.terrain_at(b) == "sea" for b in self.map.around(h))}
        provinces = self.map.province
        return tuple(
            h
            for h in range(self.map.size)
            if self.is_passable(h) and (provinces[h] in whole or (provinces[h] in shores and h in sea))
        )

    def _read_siege(self) -> None:
        """Read the castle that is besieged at the start (35.4-H1(0126), 35.4-A2(0126)).

        Players cannot change that (Y-65).
        """
        self.besieged_castle = -1
        if not self.scene_row.has("besieged"):
            return
        row = self.scene_row.sub("besieged")
        castle = self.besieged_castle = self._castle[row.word("castle", self._castle)]
        self.besieged_durability = row.integer("durability", 1, self.full_durability)
        self.besieged_morale = -row.integer("morale", -self.lowest_morale, 0)
        owner = self.army_seat[self.castle_owner[castle]]
        starting_units = [u for u, hexes in enumerate(self.starts) if hexes == (self.castle_hex[castle],)]
        inside = {u for u in starting_units if self.army_seat[self.army[u]] == owner}
        self.inside_first, self.outside_first = frozenset(inside), frozenset(starting_units) - inside

    # -- rules of the scenarios (35.7 to 37.8) -----------------------------------------------------------------------

    def _read_special(self) -> None:
        self.bans = [Ban(self, row) for row in self._entries("bans")]  # 36.7-4, 36.7-5, 37.8-3: closed hexes
        self.locks = [Lock(self, row) for row in self._entries("locks")]  # 35.8(3)-1: armies that stay in a province
        self.idle = [Idle(self, row) for row in self._entries("idle")]  # 36.7-1 to 36.7-3, 36.7-6: who may not act
        self.truces = [Truce(self, row) for row in self._entries("no_attack")]  # 36.7-7: who may not be attacked
        self._flooded = {
            self.castle_named(row.word("castle", self.castles)): row for row in self._entries("no_assault")
        }
        self._in_force: BoundedCache[tuple[int, ...], InForce] = BoundedCache()
        self._of_seat: BoundedCache[tuple[int, tuple[int, ...]], frozenset[int]] = BoundedCache()
        self.victory_clause = self.scene_row.word("victory_clause")
        self.by_points = self.scene_row.word("victory", ("points", "conditions")) == "points"
        self.victory = self._tables.row("victory").sub(self.scenario)
        self._read_score()
        self.clans = ClanMovementTable(self, self.own_row("clan_movement"))
        self.tennozan = Tennozan(self) if self.scenario == "tennozan" else None
        self.shizugatake = Shizugatake(self) if self.scenario == "shizugatake" else None
        self.komaki = Komaki(self) if self.scenario == "komaki_nagakute" else None
        #: 35.9: Nobunaga's number, or -1. `leads_all` holds the number if by the optional rule he leads all forces with
        #: him. Otherwise `stays` holds it, because he does nothing.
        nobunaga = -1 if self.tennozan is None else self.tennozan.nobunaga
        self.stays, self.leads_all = (-1, nobunaga) if self.options["nobunaga_acts"] else (nobunaga, -1)

    def _entries(self, field: str) -> list[Row]:
        return self.scene_row.subs(field) if self.scene_row.has(field) else []

    def _read_score(self) -> None:
        """Read the numbers of the victory rules (35.7, 36.6, 37.7)."""
        row = self.victory
        if not self.by_points:
            self.kyoto = self.map.hex(row.word("kyoto", self.map.index))
            self.rebel = self._unit[row.word("killed", self._unit)]
            self.strongholds = tuple(self._castle[name] for name in row.words("strongholds", self._castle))
            self.castles_to_hold = tuple(self._castle[name] for name in row.words("held", self._castle))
            self.chiefs_needed = row.integer("soudaishou_killed", 1, 99)
            self.not_counted = frozenset(self._unit[name] for name in row.words("not_counted", self._unit))
            self.castles_needed = row.integer("castles", 1, 99)
            return
        self.kyoto = self.rebel = -1
        self.castle_points = tuple(row.numbers("castle_by_level", 0, 99))
        if len(self.castle_points) <= max(self.level):
            raise row.bad("castle_by_level", f"points for each level from 0 to {max(self.level)}")
        lost = row.sub("lost")
        self.lost_points = tuple(lost.integer(rank, -99, 0) for rank in ("bushou", "taishou", "soudaishou"))
        self.besieged_points = row.integer("besieged_unit", 0, 99) if row.has("besieged_unit") else 0
        self.surplus = row.integer("surplus", 1, 999) if row.has("surplus") else 0

    # -- things that the data name -----------------------------------------------------------------------------------

    def army_named(self, name: str) -> int:
        return self._army[name]

    def castle_named(self, name: str) -> int:
        return self._castle[name]

    def unit_named(self, name: str) -> int:
        """Return the number of a unit that the rules name. Raise an error if the scenario does not have it."""
        if name not in self._unit:
            raise self._tables.rows("unit")[0].bad(
                "id", f"{name!r} among the units of this scenario: the rules name it"
            )
        return self._unit[name]

    def own_row(self, name: str) -> Row:
        return self._tables.row(name)

    def province(self, row: Row, field: str) -> int:
        return self.provinces_named(Row({field: [row.word(field)]}, row.where), field)[0]

    # -- the ground --------------------------------------------------------------------------------------------------

    def lay_ground(self) -> None:
        """Read the provinces in use (35.1, 36.1, 37.1), and those where movement costs more (35.8(7))."""
        used = {0, *self.provinces_named(self.scene_row, "provinces")}  # 0 stands for water
        closed = bytes(p not in used for p in self.map.province)
        dear = {self.province(row, "province"): row.integer("times", 1, 9) for row in self._entries("costs")}
        self._times = bytes(dear.get(p, 1) for p in self.map.province) if dear else None
        self.read_ground((closed, closed))
        self.lay_castles()

    def hex_times(self, weather: int) -> bytes | None:
        return self._times

    def line_times(self, weather: int) -> bytes | None:
        """Return None: the cost of lines does not change (Y-32)."""
        return None

    def castle_kind(self, castle: int) -> Castle:
        row = self._flooded.get(castle)
        return Flooded(self, castle, row) if row is not None else super().castle_kind(castle)

    # -- values that follow from a position ----------------------------------------------------------------------------

    def in_force(self, g: HideyoshiPosition) -> InForce:
        """Return the restrictions that hold now (35.8(3), 36.7, 37.8-3). They change only with the flags."""
        flags = _flags(g)
        restrictions = self._in_force.get(flags)
        if restrictions is None:
            restrictions = self._in_force[flags] = InForce(self, g)
        return restrictions

    def of_seat(self, seat: int, seat_of: tuple[int, ...]) -> frozenset[int]:
        """Return the clans that a seat plays."""
        key = seat, seat_of
        clans = self._of_seat.get(key)
        if clans is None:
            clans = self._of_seat[key] = frozenset(army for army, of in enumerate(seat_of) if of == seat)
        return clans
