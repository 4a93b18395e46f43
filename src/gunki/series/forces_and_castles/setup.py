"""The tables of a hex game, checked and turned into numbers: armies, units, castles, and starting places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from gunki.core.definition.data_tables import Row, Tables
from gunki.core.definition.lexicon import Lexicon
from gunki.series.forces_and_castles.rules.terrain import TerrainSetup
from gunki.series.forces_and_castles.state.layers import BoundedCache

#: The words for a unit whose hex the player chooses, and for a unit that comes later.
FREE, LATER = "free", "reinforcement"
#: The word for the owner of a castle that belongs to nobody, but is not abandoned.
UNOWNED = "none"
#: A scenario has at most this many units, because the leader of each unit is stored in one byte.
MAX_UNITS = 255


@dataclass(frozen=True)
class ScenarioClauses:
    """The clauses of a game about its scenarios.

    They are about the deployment and its places, reinforcements, the terrain, the armies and castles in use, and, if
    the game has a clause for it, neutrals.
    """

    deployment: str
    places: str
    arrivals: str
    ground: str
    armies: str
    castles: str
    neutrals: str = ""


@dataclass(frozen=True)
class BoardClauses:
    """The clauses that every position must obey.

    `command`: which units a commander may lead. `track`: how many units. `gate`: a whole force is on one side of a
    gate. `garrison`: forces are only inside castles of their side. `ruin`: a castle without durability is abandoned.
    `ground`: the terrain that no unit can enter. `enemies`: enemies do not share a hex.
    """

    command: str
    track: str
    gate: str
    garrison: str
    ruin: str
    ground: str
    enemies: str
    #: Clauses that only some games have. `owner`: players command only their own units. `together`: a force is in one
    #: hex. `gate_of`: forces only enter a castle in their hex. `water`: units do not enter water. If a game lacks one
    #: of them, another clause is cited instead.
    owner: str = ""
    together: str = ""
    gate_of: str = ""
    water: str = ""


class Chart:
    """A printed table: columns by strength, rows by the modified die.

    Values beyond its ends use the first or last cell.
    """

    def __init__(self, columns: Sequence[int], first: int, cells: Sequence[Sequence[Any]]) -> None:
        self.columns = tuple(columns)
        self.first = first
        self.cells = tuple(tuple(row) for row in cells)

    def column(self, strength: int) -> int:
        return sum(strength >= least for least in self.columns) - 1

    def row(self, die: int) -> int:
        return min(max(die - self.first, 0), len(self.cells) - 1)

    def __call__(self, strength: int, die: int) -> Any:
        return self.cells[self.row(die)][max(self.column(strength), 0)]


class ForcesSetup(TerrainSetup):
    """The setup of a hex game. Its fields have the names of the tables."""

    #: Each game sets these: the turns, the weather and the date of each turn; the seat that plays each army (-1: no
    #: seat); the coalition of each seat; the phases.
    turns: int
    weather: Sequence[int]
    calendar: Sequence[tuple[int, int]]
    army_seat: tuple[int, ...]
    coalition: tuple[int, ...]
    phases: tuple[str, ...]
    #: Command tracks: the number of boxes of each commander, 0 for other units.
    boxes: tuple[int, ...]
    full_durability: int
    #: For each unit: the hexes it may start in (none, one, or several); the turn in which it enters as a reinforcement,
    #: and the hexes where it enters.
    starts: list[tuple[int, ...]]
    arrival: list[int]
    entry: list[tuple[int, ...]]
    reinforcements: tuple[int, ...]
    #: Deployment: units that start inside a castle or before it; the order in which seats deploy; the units that each
    #: seat deploys, and the seat that deploys each unit; whether hexes are chosen freely.
    inside_first: frozenset[int]
    outside_first: frozenset[int]
    deploy_order: tuple[int, ...]
    placed_by: tuple[tuple[int, ...], ...]
    placer: tuple[int, ...]
    deploys_freely: bool
    #: The clauses of the game that are cited about its scenarios.
    scenario_clauses: ClassVar[ScenarioClauses]
    #: The leader of each unit when the scenario begins; empty until the scenario has been laid out.
    mustered: bytes = b""
    #: Words for units that begin beside the map and enter when the game's own rules say so; and, for each unit, its
    #: word (empty if it has none).
    beside_words: ClassVar[tuple[str, ...]] = ()
    beside: list[str]
    board_clauses: ClassVar[BoardClauses]
    #: Arguments of printed charts besides clans, and the values each may have.
    lookup_words: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    #: Whether a castle with durability may have no owner. Where this is false, a castle without an owner is a ruin.
    unowned_castles: ClassVar[bool] = False
    #: For a seat that is not named after an army: the army whose colours the seat has.
    wears: Mapping[str, str] = {}

    @property
    def ground_clause(self) -> str:
        """The clause that says which terrain is used."""
        return self.scenario_clauses.ground

    # -- armies, units and castles ------------------------------------------------------------------------------------

    def find_required(self, tables: Tables, name: str, ident: str) -> int:
        """Return the number of the row with an id that the rules name. Raise an error if there is no such row."""
        rows = tables.rows(name)
        numbers = [number for number, row in enumerate(rows) if row.word("id") == ident]
        if not numbers:
            raise rows[0].bad("id", f"{ident!r} among the entries: the rules name it")
        return numbers[0]

    def hexes(self, row: Row, field: str) -> tuple[int, ...]:
        return tuple(self.map.hex(h) for h in row.words(field, self.map.index))

    def scenario_field(self, row: Row, field: str) -> tuple[Row, str]:
        """Return the row and the field that hold a value.

        They are `row` and `field`. But if the field is a table, they are this table and its entry for the scenario.
        """
        return (row.sub(field), self.scenario) if isinstance(row.entries_all().get(field), Mapping) else (row, field)

    def provinces_named(self, row: Row, field: str) -> list[int]:
        """Return the numbers that the map gives to the provinces named in a field."""
        numbers = {name.lower(): i for i, name in enumerate(self.map.provinces) if name}
        return [numbers[name] for name in row.words(field, numbers)]

    def read_armies(self, tables: Tables) -> None:
        rows = tables.rows("army")
        self.scene_row = tables.rows("scenario")[self.find_required(tables, "scenario", self.scenario)]
        self.armies = tuple(row.word("id") for row in rows)
        self._army = {name: i for i, name in enumerate(self.armies)}
        self._acting_in: BoundedCache[tuple[int, tuple[int, ...]], bytes] = BoundedCache()
        self.colours = {row.word("id"): (row.word("colour"), row.word("pattern")) for row in rows}

    def is_in_scenario(self, row: Row) -> bool:
        """Return whether a unit of the data files is in this scenario; the others are left out."""
        return True

    def read_units(self, tables: Tables) -> None:
        self.unit_rows = rows = [row for row in tables.rows("unit") if self.is_in_scenario(row)]
        if len(rows) > MAX_UNITS:
            raise rows[-1].bad("id", f"at most {MAX_UNITS} units in a scenario")
        self.units = tuple(row.word("id") for row in rows)
        self._unit = {name: i for i, name in enumerate(self.units)}
        self.army = tuple(
            self._army[own.word(field, self._army)] for own, field in (self.scenario_field(r, "army") for r in rows)
        )
        self.boxes = tuple(row.integer("boxes", 0, 30) for row in rows)

    def read_castles(self, tables: Tables) -> None:
        rows = tables.rows("castle")
        self.castles = tuple(row.word("id") for row in rows)
        self._castle = {name: i for i, name in enumerate(self.castles)}
        self.castle_hex = tuple(self.map.hex(row.word("hex", self.map.index)) for row in rows)
        for row, h in zip(rows, self.castle_hex, strict=True):
            own = self.map.province_at(h).lower()
            if row.has("province") and row.word("province") != own:
                raise row.bad("province", f"that of its hex on the map, {own}")
        self.level = self.castle_levels(rows)
        self.castle_at = [-1] * self.map.size
        for castle, h in enumerate(self.castle_hex):
            if self.castle_at[h] >= 0:
                raise rows[castle].bad("hex", "a hex without another castle")
            self.castle_at[h] = castle
        owners = [row.sub("owner") for row in rows]
        owner_words = (*self._army, *((UNOWNED,) if self.unowned_castles else ()))
        named = [own.word(self.scenario, owner_words) if own.has(self.scenario) else "" for own in owners]
        #: The army that owns each castle at the start (-1: none), and whether the scenario uses the castle at all.
        self.castle_owner = tuple(self._army.get(name, -1) for name in named)
        self.in_use = tuple(bool(name) for name in named)

    def castle_levels(self, rows: Sequence[Row]) -> tuple[int, ...]:
        """Return the printed level of each castle."""
        return tuple(own.integer(field, 0, 9) for own, field in (self.scenario_field(row, "level") for row in rows))

    def max_durability(self, castle: int) -> int:
        """Return the highest durability of a castle."""
        return self.full_durability

    def first_durability(self, castle: int) -> int:
        return self.max_durability(castle) if self.in_use[castle] else 0

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        """Return the phase in which an army acts, -1 for none."""
        raise NotImplementedError

    def acting_in(self, phase: int, seat_of: tuple[int, ...]) -> bytes:
        """Return, for each unit, whether its army acts in a phase."""
        key = phase, seat_of
        flags = self._acting_in.get(key)
        if flags is None:
            flags = self._acting_in[key] = bytes(self.phase_of(army, seat_of) == phase for army in self.army)
        return flags

    def name_things(self, verbs: Mapping[str, tuple[str, ...]]) -> None:
        """Set the lexicon: the names of everything in the game, and the words of its actions."""
        domains = {"seat": self.seats, "army": self.armies, "unit": self.units, "castle": self.castles}
        domains |= {"hex": self.map.numbers, "weather": self.weathers}
        self.lexicon = Lexicon({**domains, **self.other_things()}, verbs)

    def other_things(self) -> Mapping[str, Sequence[str]]:
        """Return the names of things that only some games have, e.g. ships, by the kind of thing."""
        return {}

    # -- deployment ---------------------------------------------------------------------------------------------------

    def read_deployment(self) -> None:
        """Read where units start, and who places them, as the scenario says."""
        row = self.scene_row
        self.starts, self.beside = [], [""] * len(self.units)
        self.arrival, self.entry = [0] * len(self.units), [()] * len(self.units)
        coming = row.subs("reinforcements") if row.has("reinforcements") else []
        later = {self._army[r.word("army", self._army)]: r for r in coming}
        for u, unit in enumerate(self.unit_rows):
            at = unit.sub("at")
            value = at.entries_all().get(self.scenario)
            hexes: tuple[int, ...] = ()
            if isinstance(value, list):
                hexes = self.hexes(at, self.scenario)
            elif value == LATER:
                entry = later.get(self.army[u])
                if entry is None:
                    raise at.bad(self.scenario, "a hex: no reinforcements of this army come in the scenario")
                self.arrival[u] = entry.integer("turn", 1, 99)
                self.entry[u] = self.hexes(entry, "hexes")
            elif value == FREE:
                hexes = self.free_starts(at, self.army[u])
            elif value in self.beside_words:
                self.beside[u] = value
            elif value is not None:
                hexes = (self.map.hex(at.word(self.scenario, self.map.index)),)
            self.starts.append(hexes)
        self.reinforcements = tuple(u for u, turn in enumerate(self.arrival) if turn)
        self.inside_first = frozenset(self._unit[u] for u in self._unit_words("garrisoned"))
        self.outside_first = frozenset(self._unit[u] for u in self._unit_words("in_the_open"))
        first = row.word("first_to_deploy", self.seats) if row.has("first_to_deploy") else self.seats[0]
        seats = sorted(range(len(self.seats)), key=lambda s: self.seats[s] != first)
        self.deploy_order = tuple(seats)
        self.placer = tuple(self._placer(u) for u in range(len(self.units)))
        self.placed_by = tuple(
            tuple(u for u, placer in enumerate(self.placer) if placer == seat) for seat in range(len(self.seats))
        )
        self.deploys_freely = row.has("free")

    def _placer(self, unit: int) -> int:
        """Return the seat that deploys a unit: the seat that plays its army.

        A neutral unit with a choice of hexes is placed by the last seat that deploys.
        """
        seat = self.army_seat[self.army[unit]]
        return self.deploy_order[-1] if seat < 0 and len(self.starts[unit]) > 1 else seat

    def _unit_words(self, field: str) -> list[str]:
        return self.scene_row.words(field, self._unit) if self.scene_row.has(field) else []

    def free_starts(self, at: Row, army: int) -> tuple[int, ...]:
        """Return the hexes among which the player of an army may choose for a unit.

        A game that allows such a choice overrides this method.
        """
        raise at.bad(self.scenario, "a hex: nobody deploys freely here")
