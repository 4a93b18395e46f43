"""Sections 9-2 and 9-3: the tables that dice use in a Turn Start Phase, read and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gunki.core.definition.data_tables import Row, Tables
from gunki.games.kenshin.state.state_fields import EVENTS

if TYPE_CHECKING:
    from gunki.games.kenshin.setup import KenshinSetup


@dataclass(frozen=True)
class Rebel:
    """9-2, K-23, K-24: a warlord who may betray the Oda: his two counters, castles and clan.

    `returns` is the highest die with which he stays loyal, `alone` his clan if the rebels are independent.
    """

    unit: int
    traitor: int
    castles: tuple[int, ...]
    returns: int
    alone: int


class EventTables:
    """The tables of events, minor daimyo and the Mori; fields are named after the tables."""

    def __init__(self, setup: KenshinSetup, tables: Tables) -> None:
        events = tables.row("events")
        self.event_columns = events.steps("column_min", -999, 999)
        self.first_event = events.integer("first_row", 2, 2)
        self.events = [tuple(row) for row in events.groups("rows", EVENTS)]
        if len(self.events) != 11 or any(len(row) != len(self.event_columns) + 1 for row in self.events):
            raise events.bad("rows", "11 rows, one for each sum of two dice, with a cell for each column")
        minor = tables.row("minor_daimyo")
        names = minor.words("results", setup.armies)
        if len(names) != 6:
            raise minor.bad("results", "six clans, one for each die")
        self.minor = tuple(setup.armies.index(name) for name in names)
        self._read_mori(setup, tables)
        self._read_effects(setup, tables)

    def event(self, score: int, dice: int) -> str:
        """Return the event at a score and a sum of two dice (9-2, K-17)."""
        return self.events[dice - self.first_event][self._column(score)]

    def _column(self, score: int) -> int:
        return sum(score >= least for least in self.event_columns)

    def column(self, score: int) -> str:
        """Return the name of the column of a score.

        Columns are named by their least score, and the first column by its greatest.
        """
        place = self._column(score)
        return str(self.event_columns[place - 1] if place else self.event_columns[0] - 1)

    def _read_mori(self, setup: KenshinSetup, tables: Tables) -> None:
        """Read the table of the Mori deployment (9-3-1, TBL-MORI)."""
        row = tables.row("mori_deployment")
        commanders, busho = row.numbers("commanders", 0, 9, 6), row.numbers("busho", 0, 9, 6)
        self.mori = list(zip(commanders, busho, strict=True))
        if setup.options["mori_result_5"] != "2B":  # K-19: the option changes result 5
            other = row.sub("result_5_other")
            self.mori[4] = other.integer("commanders", 0, 9), other.integer("busho", 0, 9)
        swings = row.sub("by_event")
        self.swings = {name: swings.integer(name, -1, 1) for name in swings.entries_all()}
        few = row.sub("few_oda")
        province = few.word("province")
        province_numbers = {name.lower(): i for i, name in enumerate(setup.map.provinces)}
        if province not in province_numbers:
            raise few.bad("province", "a province of the map")
        self.few_province = province_numbers[province]
        self.few_most, self.few_value = few.integer("most", 0, 99), few.integer("value", -9, 9)
        fell = row.sub("castle_fell")
        #: How a fallen castle modifies the die of the Mori: taken by the Uesugi side, or taken by the Oda (K-20).
        self.fell_values = fell.integer("to_uesugi", -9, 9), fell.integer("to_oda", -9, 9)

    def _read_effects(self, setup: KenshinSetup, tables: Tables) -> None:
        """Read the numbers of each event (9-2, K-18 to K-33)."""
        advance, hojo, rising = (tables.row(n) for n in ("mori_advance", "hojo_invasion", "yoshiaki_uprising"))
        self.mori_clan = setup.find_required(tables, "army", "mori")
        self.ukita_clan = setup.find_required(tables, "army", "ukita")
        self.advance_commanders = advance.integer("commanders", 0, 9)
        self.advance_busho = int(setup.options["mori_advance_busho"])
        self.hojo_clan = setup.army_named(hojo, "army")
        self.hojo_commanders, self.hojo_busho = hojo.integer("samuraidaisho", 0, 9), hojo.integer("busho", 0, 9)
        self.rising_box = self._armies(setup, rising, "box")
        self.rising_join = self._armies(setup, rising, "join")
        self.rising_unit, self.rising_hex = setup.unit_named(rising, "unit"), setup.hex_named(rising, "hex")
        gone = str(setup.options["ukita_defection_removes"]).split("+")
        self.defects = tuple(setup.armies.index(name) for name in gone)
        rows = tables.row("araki_rebellion").subs("rows")
        self.rebels = tuple(
            Rebel(
                setup.unit_named(row, "unit"),
                setup.unit_named(row, "by"),
                tuple(setup.castles.index(c) for c in row.words("castles", setup.castles)),
                row.integer("returns", 0, 6),
                setup.army_named(row, "alone"),
            )
            for row in rows
        )
        saika = tables.row("saika_neutrality")
        self.saika, self.saika_castle = setup.army_named(saika, "army"), setup.castle_named(saika, "castle")
        uncles = tables.row("terumoto")
        #: 17: Terumoto, and the uncles whose ability he may use in a battle.
        self.terumoto = setup.unit_named(uncles, "unit")
        self.uncles = tuple(setup.units.index(u) for u in uncles.words("uncles", setup.units))

    @staticmethod
    def _armies(setup: KenshinSetup, row: Row, field: str) -> tuple[int, ...]:
        return tuple(setup.armies.index(name) for name in row.words(field, setup.armies))
