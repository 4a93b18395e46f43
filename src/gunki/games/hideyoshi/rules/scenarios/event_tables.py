"""Sections 32, 35.5, 35.8 and 36.7: the tables for dice and declarations of the Random Events Phase.

They are read from the data, with the numbers of the scenarios' own points (36.6(4), 37.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.core.definition.data_tables import Row

if TYPE_CHECKING:
    from gunki.games.hideyoshi.setup import HideyoshiSetup

#: The name of the chart for the sides that clans take.
CLAN_MOVEMENT = "clan_movement"
#: A number that no die reaches.
NEVER = 99


class SummonsTable:
    """32-1, 36.7-9: the dice that call armies.

    The more strength Hashiba keeps in some provinces, the less likely a call is.
    """

    def __init__(self, setup: HideyoshiSetup, row: Row, name: str) -> None:
        self.name = name
        self.armies = tuple(setup.army_named(army) for army in row.words("armies", setup.armies))
        self.provinces = frozenset(setup.provinces_named(row, "provinces"))
        #: The castles in these provinces.
        self.castles = tuple(c for c, h in enumerate(setup.castle_hex) if setup.map.province[h] in self.provinces)
        columns = row.sub("column_min")
        self.least = row.numbers("least_die", 1, NEVER)
        #: The least strength of each column, by scenario.
        self.printed = {scenario: columns.steps(scenario, 0, 9999) for scenario in row.entries("column_min")}
        for scenario, strengths in self.printed.items():
            if not strengths or len(self.least) != len(strengths) or strengths[0]:
                raise columns.bad(scenario, f"{len(self.least)} strengths, from 0 on")
        #: The columns of this scenario; empty if it does not have the table.
        self.columns = self.printed.get(setup.scenario, [])
        self.won, self.lost = row.integer("won", -9, 9), row.integer("lost", -9, 9)
        self.edge = setup.edges[row.word("edge", setup.edges)]

    def column(self, strength: int) -> int:
        return sum(strength >= least for least in self.columns) - 1

    def least_die(self, strength: int) -> int:
        """Return the least modified die that calls the armies.

        If this scenario does not have the table, the columns of the first scenario that has it are used.
        """
        columns = self.columns or next(iter(self.printed.values()))
        return self.least[max(0, sum(strength >= least for least in columns) - 1)]


class ClanMovementTable:
    """35.8(1)-3, QR-CLAN: the modified dice with which each clan joins a side. The clans are in the order of rolls."""

    def __init__(self, setup: HideyoshiSetup, row: Row) -> None:
        rows = row.subs("rows")
        self.armies = tuple(setup.army_named(r.word("army", setup.armies)) for r in rows)
        self.hashiba = {army: r.integer("hashiba", -NEVER, NEVER) for army, r in zip(self.armies, rows, strict=True)}
        self.akechi = {
            army: r.integer("akechi", -NEVER, NEVER) if r.has("akechi") else NEVER
            for army, r in zip(self.armies, rows, strict=True)
        }
        #: 35.8(1)-3(a): the clans for which the die says only whether they act in the first turn.
        self.begin = frozenset(setup.army_named(name) for name in row.words("begin_action", setup.armies))
        named = row.sub("modifiers")
        self.modifiers = {name: named.integer(name, -9, 9) for name in MODIFIERS}
        self.himeji = setup.castle_named(row.word("himeji", setup.castles))
        self.azuchi = setup.castle_named(row.word("azuchi", setup.castles))
        self.hideyoshi = setup.unit_named("hashiba_hideyoshi")

    def outcome(self, army: int, die: int) -> str:
        """Return the result for a clan (QR-CLAN): "hashiba", "akechi" or "" for neither."""
        if die <= self.hashiba[army]:
            return "hashiba"
        return "akechi" if die >= self.akechi[army] else ""


#: QR-CLAN-mod: the modifiers, in the order in which they are printed, and the clause of each.
MODIFIERS = {
    "nobusumi_alive": "QR-CLAN-mod(1)",
    "kyoto_and_azuchi": "QR-CLAN-mod(2)",
    "hideyoshi_in_himeji": "QR-CLAN-mod(3)",
    "nobunaga_alive": "QR-CLAN-mod(4)",
    "mori_act": "QR-CLAN-mod(5)",
    "akechi_won": "QR-CLAN-mod(6)",
    "akechi_lost": "QR-CLAN-mod(7)",
}


class Tennozan:
    """35: the names and numbers of the first scenario's own rules."""

    def __init__(self, setup: HideyoshiSetup) -> None:
        honnoji, nobusumi = setup.own_row("honnoji"), setup.own_row("nobusumi")
        self.honnoji_turn = honnoji.integer("turn", 1, NEVER)
        self.nobunaga = setup.unit_named(honnoji.word("unit"))
        self.kyoto = setup.map.hex(honnoji.word("hex", setup.map.index))
        self.akechi = setup.army_named(honnoji.word("by", setup.armies))
        self.hashiba = setup.army_named("hashiba")
        self.nobusumi = setup.unit_named(nobusumi.word("unit"))
        self.alive = frozenset(nobusumi.numbers("alive", 1, 6))
        self.clans = setup.clans
        takamatsu = setup.own_row("takamatsu")
        self.takamatsu = setup.castle_named(takamatsu.word("castle", setup.castles))
        self.mori = setup.army_named(takamatsu.word("ends_for", setup.armies))
        recruits = setup.own_row("recruits")
        self.recruiting = setup.castle_named(recruits.word("castle", setup.castles))
        self.occupied = setup.hexes(recruits, "occupied")
        seizing = setup.scene_row.sub("seizes_empty_castles")
        self.seizing_turn = seizing.integer("turn", 1, NEVER)


class Shizugatake:
    """36: the names and numbers of the second scenario's own rules."""

    def __init__(self, setup: HideyoshiSetup) -> None:
        snow, declaration = setup.own_row("shibata_snow"), setup.own_row("declaration")
        self.snow_turns = snow.integer("turns", 0, NEVER)
        die = int(setup.options["shibata_snow_die"])
        free = snow.numbers("free", 1, 6)
        self.free = frozenset(free if die == 6 else [die])  # Y-33: an option replaces the printed 6 by a 1
        self.kobe = setup.army_named(declaration.word("army", setup.armies))
        stayed, undeclared = setup.victory.sub("stayed"), setup.victory.sub("undeclared")
        self.katsuie = setup.unit_named(stayed.word("unit"))
        self.echizen = setup.province(stayed, "province")
        self.stayed_points = stayed.integer("points", 0, 999)
        self.undeclared_points = undeclared.integer("points", 0, 999)
        board = setup.map
        self.beyond = tuple(h for h in range(board.size) if board.province[h] != self.echizen and setup.is_passable(h))
        self._way_out: list[int] = []
        #: 36.7-4: the units that the snow holds in the north.
        self.northern = next(idle.units for idle in setup.idle if "thawed" in idle.until)

    def way_out(self, setup: HideyoshiSetup) -> list[int]:
        """Return the movement points from each hex to the nearest hex outside Echizen."""
        if not self._way_out:
            near = [h for h in self.beyond if any(setup.map.province[b] == self.echizen for b in setup.map.around(h))]
            self._way_out = list(setup.nearest(tuple(near)))
        return self._way_out


class Komaki:
    """37: the names and numbers of the third scenario's own rules."""

    def __init__(self, setup: HideyoshiSetup) -> None:
        bands, sakai = setup.victory.sub("bands"), setup.victory.sub("sakai")
        self.bands = frozenset(setup.army_named(name) for name in bands.words("armies", setup.armies))
        self.band_units = bands.integer("units", 1, 99)
        self.band_points = bands.integer("points", -99, 0)
        self.sakai = setup.map.hex(sakai.word("hex", setup.map.index))
        self.sakai_seat = setup.seats.index(sakai.word("seat", setup.seats))
        self.sakai_points = sakai.integer("points", 0, 999)
        self.tokugawa = setup.army_named("tokugawa")
