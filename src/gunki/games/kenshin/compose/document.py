"""The entries of a composed position that only this game has: ships, sides, printed values, investments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gunki.core.definition.data_tables import Row
from gunki.core.errors import PositionError
from gunki.games.kenshin.setup import MAX_DURABILITY, MAX_VALUE, SEATS, KenshinSetup
from gunki.games.kenshin.state.position import ABOARD, NOT_YET, SHIP_GONE, SUNK
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import SHIPS
from gunki.series.forces_and_castles.compose import document
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.state_fields import CASTLES, FULL, UNITS

#: The word before the ship's name for a unit aboard.
ABOARD_WORD = "aboard"
#: The word for a ship that has yet to come.
UNDEPLOYED = "undeployed"
#: The sea areas in which a ship keeps its cargo aboard (16-4-1 disembark).
SEA_WORDS = ("seto", "pacific")
#: The printed values that an experiment may replace, by table.
PRINTED = {UNITS: ("ability", "action"), SHIPS: ("ability",), CASTLES: ("level",)}


# -- printed values ---------------------------------------------------------------------------------------------------


def other_values(setup: KenshinSetup, row: Row) -> tuple[KenshinSetup, Row]:
    """Return the setup with the printed values of an experiment, and the document without them."""
    values: dict[tuple[str, str], dict[int, Any]] = {}
    tables = dict(row.entries_all())
    for table, fields in PRINTED.items():
        if table not in tables:
            continue
        names = {UNITS: setup.units, SHIPS: setup.ships, CASTLES: setup.castles}[table]
        rest: dict[Any, Any] = {}
        for name, entry in row.entries(table).items():
            rest[name] = entry
            if not isinstance(entry, Mapping) or name not in names:
                continue
            line = Row(entry, f"{table}.{name}")
            for field in fields:
                if line.has(field):
                    values.setdefault((table, field), {})[names.index(name)] = _read_printed(line, field)
            rest[name] = {key: value for key, value in entry.items() if key not in fields}
        tables[table] = rest
    if values:
        setup = setup.with_values(values)
    return setup, Row(tables, row.where)


def _read_printed(row: Row, field: str) -> Any:
    if field != "level":
        return row.integer(field, 0, MAX_VALUE)
    durability, strength = row.numbers("level", 0, MAX_DURABILITY, 2)
    if not durability or strength > MAX_VALUE:
        raise row.bad("level", f"durability 1 to {MAX_DURABILITY} and strength 0 to {MAX_VALUE}")
    return durability, strength


# -- units and ships --------------------------------------------------------------------------------------------------


def read_units(g: G, row: Row) -> None:
    """Read the units; those written `aboard SHIP` are read after the others."""
    entries = row.entries(UNITS)
    aboard = {name: ship for name, entry in entries.items() if (ship := _ship_of(g, str(name), entry)) >= 0}
    for name in entries:
        if name in g.setup.units:
            _forget(g, g.setup.units.index(name))
    rest = {name: entry for name, entry in entries.items() if name not in aboard}
    document.read_units(g, Row({UNITS: rest}, row.where))
    for unit, chief in enumerate(g.leader):
        if unit != chief and g.marks(unit) == g.marks(chief):  # 6-2-1: the leader's marks stand for the force
            g.unmark(unit)
    for name, ship in aboard.items():
        if name not in g.setup.units:
            raise PositionError(f"units.{str(name)[:40]}: no such unit")
        if g.cargo[ship] >= 0:
            raise PositionError(f"units.{name}: {g.setup.ships[ship]} carries somebody already (16-4-1)")
        _embark(g, g.setup.units.index(name), ship, entries[name], f"units.{name}")


def _ship_of(g: G, name: str, entry: Any) -> int:
    place = entry.get("hex") if isinstance(entry, Mapping) else entry
    if not isinstance(place, str) or not place.startswith(ABOARD_WORD):
        return -1
    ship = place.removeprefix(ABOARD_WORD).strip()
    if ship not in g.setup.ships:
        raise PositionError(f"units.{name[:40]}: aboard which ship? Known: {', '.join(g.setup.ships)}")
    return g.setup.ships.index(ship)


def _forget(g: G, unit: int) -> None:
    """Remove a unit from the ship that it was aboard."""
    if g.at[unit] == ABOARD:
        g.cargo = replace_value(g.cargo, g.cargo.index(unit), -1)


def _embark(g: G, unit: int, ship: int, entry: Any, where: str) -> None:
    rest = {key: value for key, value in entry.items() if key != "hex"} if isinstance(entry, Mapping) else {}
    for key in rest:
        if key != "steps":
            raise PositionError(f"{where}.{str(key)[:40]}: aboard a ship it has steps, and nothing else")
    document.lift_off(g, unit)
    document.read_row(g, UNITS, unit, Row(rest, where))
    g.at[unit] = ABOARD
    g.cargo = replace_value(g.cargo, ship, unit)


def read_ships(g: G, row: Row) -> None:
    """Read the ships. A ship has all its steps unless the document gives their number; a lost ship has none."""
    for name, entry in row.entries(SHIPS).items():
        if name not in g.setup.ships:
            raise PositionError(f"ships.{str(name)[:40]}: no such ship")
        ship = g.setup.ships.index(name)
        line = dict(entry) if isinstance(entry, Mapping) else {"at": entry}
        if line.get("at") == UNDEPLOYED:
            line["at"] = "none"
        if "at" not in line:
            raise PositionError(f"ships.{name}: field 'at': expected a place")
        if "cargo" in line:
            raise PositionError(f"ships.{name}.cargo: write `{ABOARD_WORD} {name}` with the unit (16-4-1)")
        g.ship_steps = replace_value(g.ship_steps, ship, FULL)
        document.read_row(g, SHIPS, ship, Row(line, f"ships.{name}"))
        if g.ship_at[ship] in (SUNK, SHIP_GONE):
            g.ship_steps = replace_value(g.ship_steps, ship, 0)


def write_units(g: G, numbers: Sequence[int]) -> dict[str, Any]:
    """Return the entries of some units, by name. The place of a unit aboard is its ship."""
    units = document.write_units(g, numbers)
    for ship, unit in enumerate(g.cargo):
        if unit >= 0 and g.setup.units[unit] in units:
            place, name = f"{ABOARD_WORD} {g.setup.ships[ship]}", g.setup.units[unit]
            units[name] = place if g.steps[unit] == FULL else {"hex": place, "steps": g.steps[unit]}
    return units


def write_ships(g: G) -> dict[str, Any]:
    rows: dict[int, dict[str, Any]] = {ship: {} for ship in range(len(g.ship_at))}
    document.write_rows(g, SHIPS, rows)
    return {name: _write_ship(g, ship, rows[ship]) for ship, name in enumerate(g.setup.ships)}


def _write_ship(g: G, ship: int, row: dict[str, Any]) -> Any:
    row.pop("cargo", None)  # the entry of the unit names its ship
    at = g.ship_at[ship]
    if at in (SUNK, SHIP_GONE):
        return row["at"]
    return UNDEPLOYED if at == NOT_YET else row


def is_absent(g: G, ship: int) -> bool:
    """Return whether a ship is missing only because the board was emptied."""
    return g.ship_at[ship] == SHIP_GONE and g.ship_steps[ship] > 0


def clear_board(g: G) -> None:
    """Remove the ships and the investments of the scenario (13-1-2), for a document with an empty board."""
    count = len(g.ship_at)
    g.ship_at, g.ship_steps, g.cargo = (SHIP_GONE,) * count, bytes([FULL]) * count, (-1,) * count
    g.besieged = g.lowered = bytes(len(g.setup.castles))


# -- castles and sides ------------------------------------------------------------------------------------------------


def read_clans(g: G, row: Row) -> None:
    """Read the side of each clan; its castles change sides with it, unless the document names their holder."""
    clans, seat_names = row.sub("clans"), (*SEATS, "neutral")
    setup = g.setup
    for clan in clans.entries_all():
        if clan not in setup.armies:
            raise PositionError(f"clans.{str(clan)[:40]}: no such clan")
        army, word = setup.armies.index(clan), clans.word(clan, seat_names)
        seat = SEATS.index(word) if word in SEATS else -1
        if army not in setup.may_be_neutral and seat != g.seat_of[army]:
            raise PositionError(f"clans.{clan}: no event changes its side (9-2)")
        for castle, first in enumerate(setup.castle_owner):
            if first == army and g.holder[castle] == g.seat_of[army]:
                g.holder = replace_value(g.holder, castle, seat)
        g.seat_of = replace_value(g.seat_of, army, seat)


def read_castles(g: G, row: Row) -> None:
    """Read the castles.

    A castle with a new holder is undamaged unless the document gives its durability. `marker` is the number on the
    Investment marker, or -1 for a castle that is not invested. Units that the scenario puts inside a castle now held by
    the enemy are placed before it.
    """
    setup = g.setup
    for castle, line in document.castle_rows(g, row):
        rest = dict(line.entries_all())
        if "besieged" in rest:
            raise PositionError(f"{line.where}.besieged: unknown entry; `marker` tells it")
        if "marker" in rest:
            number = line.integer("marker", -1, 99)
            g.besieged = replace_value(g.besieged, castle, int(number >= 0))
            g.lowered = replace_value(g.lowered, castle, max(number, 0))
            del rest["marker"]
        document.read_row(g, CASTLES, castle, Row(rest, line.where))
        if not 1 <= g.durability[castle] <= setup.max_durability(castle):
            raise line.bad("durability", f"a number from 1 to {setup.max_durability(castle)}")
        document.gates_close(g, castle)


def write_castles(g: G, numbers: Sequence[int]) -> dict[str, dict[str, Any]]:
    castles = document.write_castles(g, numbers)
    for castle, row in zip(numbers, castles.values(), strict=True):
        if row.pop("besieged", False):
            row["marker"] = g.lowered[castle]
        elif castle in g.setup.start_sieges:  # without it the siege of the scenario would be read
            row["marker"] = -1
        if castle in g.setup.other_levels:
            row["level"] = list(g.setup.other_levels[castle])
    return castles


# -- documents of rules version 1 -------------------------------------------------------------------------------------


def upgrade_document(written: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a document in the form of today's rules.

    Only a `Sail` of rules version 1 is changed. In version 1 a unit went aboard as soon as it was told to board, and
    `inside` said whether it had been in the castle. Now the unit stays ashore until its ship sails, and `boarder` names
    it (16-4-1 embark).
    """
    stack = written.get("stack")
    if not isinstance(stack, list | tuple) or not stack:
        return written
    sail = stack[-1]
    if not isinstance(sail, Mapping) or sail.get("procedure") != "Sail" or "boarder" in sail:
        return written
    inside, ship = sail.get("inside"), sail.get("ship")
    if type(inside) is not int or inside not in (0, 1) or not isinstance(ship, str):
        return written
    out, sail = dict(written), {key: value for key, value in sail.items() if key != "inside"}
    units, ships = written.get(UNITS), written.get(SHIPS)
    if isinstance(units, Mapping) and isinstance(ships, Mapping):
        place = _where(ships.get(ship), "at")
        name = next((name for name, entry in units.items() if _where(entry, "hex") == f"{ABOARD_WORD} {ship}"), None)
        if name is not None and isinstance(place, str) and place not in SEA_WORDS:
            row = {**(units[name] if isinstance(units[name], Mapping) else {}), "hex": place}
            out[UNITS] = {**units, name: {**row, "inside": True} if inside else row}
            sail["boarder"] = name
    out["stack"] = [*stack[:-1], sail]
    return out


def _where(entry: Any, key: str) -> Any:
    """Return the place of a unit's or a ship's entry."""
    return entry.get(key) if isinstance(entry, Mapping) else entry


# -- the whole document -----------------------------------------------------------------------------------------------


def complete_document(g: G, out: dict[str, Any]) -> dict[str, Any]:
    """Add the ships and the changed printed values of an experiment to a described position."""
    ships = write_ships(g)
    out[SHIPS] = {name: entry for ship, (name, entry) in enumerate(ships.items()) if not is_absent(g, ship)}
    if len(out[SHIPS]) < len(ships):
        out["empty"] = True
    for (table, field), values in g.setup.other_values.items():
        if table == CASTLES:
            continue
        names = g.setup.units if table == UNITS else g.setup.ships
        for index, value in values.items():
            row = out[table].get(names[index])
            if isinstance(row, dict):
                row[field] = value
            elif row is not None:
                out[table][names[index]] = {"hex" if table == UNITS else "at": row, field: value}
    return out
