"""Reading and writing composed positions of hex games: ground, units and castles, with every entry checked.

Rows of units and castles hold the declared fields (gunki.core.state.fields). The hex and the leader of a unit, and what
follows from them, are read and written by code in this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from gunki.board.hexmap import SIDES
from gunki.core.compose import position_document
from gunki.core.definition.data_tables import Row
from gunki.core.definition.lexicon import NONE
from gunki.core.errors import PositionError
from gunki.core.state.fields import Piece
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.position import DEAD, GONE, OFF
from gunki.series.forces_and_castles.state.position import ForcesPosition as G
from gunki.series.forces_and_castles.state.state_fields import CASTLES, FULL, UNITS

#: The fields that code in this module reads and writes itself, and the keys of the entries that hold them.
BY_HAND = ("at", "leader")
BY_HAND_KEYS = ("hex", "leader")
NOTHING: Mapping[str, int] = {}


# -- the ground -------------------------------------------------------------------------------------------------------


def other_ground(setup: Any, row: Row) -> Any:
    """Return the setup with the terrain, the hexsides and the provinces that an experiment changes."""
    board = setup.map
    terrain, sides, provinces = {}, {}, {}
    if row.has("terrain"):
        part = row.sub("terrain")
        terrain = {board.hex(str(h)): part.word(h, board.terrains) for h in part.entries_all()}
    if row.has("sides"):
        part = row.sub("sides")
        for pair in part.entries_all():
            a, _, b = str(pair).partition("-")
            ends = (board.hex(a), board.hex(b))
            if board.direction(*ends) < 0:
                raise PositionError(f"sides.{pair}: these hexes do not touch")
            kind = part.word(pair, (*SIDES[1:], NONE))
            sides[ends] = "" if kind == NONE else kind
    if row.has("provinces"):
        part, provinces_by_key = row.sub("provinces"), {name.lower(): name for name in board.provinces if name}
        for h, name in part.entries_all().items():
            if not isinstance(name, str) or name.lower() not in provinces_by_key:
                raise part.bad(str(h), f"one of {', '.join(provinces_by_key)}")
            place = board.hex(str(h))
            if terrain.get(place, board.terrain_at(place)) in ("sea", "lake"):
                raise PositionError(f"provinces.{h}: water lies in no province")
            provinces[place] = provinces_by_key[name.lower()]
    return setup.alter_ground(terrain, sides, provinces) if terrain or sides or provinces else setup


# -- rows -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _layers(cls: Any, table: str) -> tuple[tuple[str, Piece], ...]:
    """Return the declared fields of a table's rows, without those in `BY_HAND`."""
    return tuple((name, p) for name, p in cls.STATE.items() if p.table == table and name not in BY_HAND)


@lru_cache(maxsize=64)
def _entries(cls: Any, table: str) -> dict[str, tuple[str, Piece]]:
    """Return the fields of `_layers`, by the key of the entry that holds each field in a row."""
    return {key: (name, p) for name, p in _layers(cls, table) for key in p.field.keys(p.key or name)}


def _set(g: G, name: str, index: int, value: int) -> None:
    layer: Any = getattr(g, name)
    if layer[index] == value:
        return
    if type(layer) in (bytes, tuple):
        setattr(g, name, replace_value(layer, index, value))
    else:
        layer[index] = value


def read_row(g: G, table: str, index: int, row: Row, by_hand: tuple[str, ...] = ()) -> None:
    """Set the declared fields of a unit or castle from its row."""
    cls: Any = type(g)
    entries = _entries(cls, table)
    position_document.check_keys(row.entries_all(), (*by_hand, *entries), row.where)
    for entry in row.entries_all():
        if entry in entries:
            name, piece = entries[entry]
            _set(g, name, index, piece.field.read_in(row, piece.key or name, g))


def write_rows(g: G, table: str, rows: Mapping[int, dict[str, Any]]) -> None:
    """Write the declared fields of units or castles into `rows`, which holds their rows by number."""
    cls: Any = type(g)
    for name, piece in _layers(cls, table):
        layer: Any = getattr(g, name)
        values = {layer[index] for index in rows}
        if not piece.always:
            values.discard(piece.first)
        entries = {value: piece.field.entry(piece.key or name, value, g) for value in values}
        if entries:
            for index, row in rows.items():
                entry = entries.get(layer[index])
                if entry is not None:
                    row[entry[0]] = entry[1]


# -- units ------------------------------------------------------------------------------------------------------------


def read_units(g: G, row: Row, others: Mapping[str, int] = NOTHING) -> list[tuple[int, Row]]:
    """Place the units that a document names. Return those that are on the map, each with its row.

    A named unit is first taken from its place in the scenario. `others`: a game's own words for places that are no hex.
    """
    setup, fates = g.setup, {**g.FATES, **others}
    units_on_map: list[tuple[int, Row]] = []
    off: list[tuple[int, Row]] = []
    for name, entry in row.entries(UNITS).items():
        if name not in setup.units:
            raise PositionError(f"units.{str(name)[:40]}: no such unit")
        unit = setup.units.index(name)
        fate = fates.get(entry) if isinstance(entry, str) else None
        if fate != OFF or g.at[unit] != OFF:  # a unit that stays beside the map stays in its force
            lift_off(g, unit)
        if fate is not None:
            g.at[unit] = fate
            g.steps = replace_value(g.steps, unit, 0 if fate in (DEAD, GONE) else FULL)
            continue
        unit_row = Row({"hex": entry} if isinstance(entry, str) else entry, f"units.{name}")
        beside = unit_row.entries_all().get("hex")
        if isinstance(beside, str) and fates.get(beside) == OFF:
            off.append((unit, unit_row))
            continue
        if unit_row.word("hex") not in setup.map.index:
            raise unit_row.bad("hex", f"a hex of the map, written like {setup.map.numbers[0]}")
        g.at[unit] = setup.map.hex(unit_row.word("hex"))
        units_on_map.append((unit, unit_row))
    for unit, unit_row in off:
        _read_beside(g, unit, unit_row)
    for unit, unit_row in units_on_map:
        read_row(g, UNITS, unit, unit_row, BY_HAND_KEYS)
        if g.inside[unit] and g.castle_at(g.at[unit]) < 0:
            raise unit_row.bad("inside", "false: there is no castle in this hex")
        if g.is_always_inside(unit, g.at[unit]):
            g.inside[unit] = 1
    for unit, unit_row in units_on_map:
        if unit_row.has("leader"):
            _read_leader(g, unit, unit_row)
    return units_on_map


def _read_beside(g: G, unit: int, row: Row) -> None:
    """Read a unit beside the map that differs from the scenario: it has lost a step, or has another leader."""
    for key in row.entries_all():
        if key not in g.BESIDE:
            fields = ", ".join(g.BESIDE[1:])
            raise PositionError(f"{row.where}.{str(key)[:40]}: beside the map it has {fields}, and nothing else")
    read_row(g, UNITS, unit, row, BY_HAND_KEYS)
    if row.has("leader"):
        chief = g.setup.units.index(row.word("leader", g.setup.units))
        if chief != unit and (g.at[chief] != OFF or not g.may_lead(chief, unit)):
            raise row.bad(
                "leader", f"a commander beside the map who may lead this unit ({g.setup.board_clauses.command})"
            )
        g.leader[unit] = chief


def _read_leader(g: G, unit: int, row: Row) -> None:
    setup, clauses = g.setup, g.setup.board_clauses
    chief = g.leader[unit] = setup.units.index(row.word("leader", setup.units))
    if chief == unit:
        return
    if g.at[chief] != g.at[unit]:
        raise row.bad("leader", "a leader in the same hex")
    if g.leader[chief] != chief:
        raise row.bad("leader", f"a leader who is not under command himself ({clauses.command})")
    if not g.may_lead(chief, unit):
        raise row.bad("leader", f"a commander of higher rank who may lead this unit ({clauses.command})")
    if row.has("inside") and g.inside[unit] != g.inside[chief]:
        raise row.bad("inside", f"the same as with the leader of the force ({clauses.gate})")
    g.inside[unit] = g.inside[chief]
    if len(g.members(chief)) > 1 + setup.boxes[chief]:
        raise row.bad("leader", f"a commander with room on his track ({clauses.track}: {setup.boxes[chief]})")


def lift_off(g: G, unit: int) -> None:
    """Take a unit from its place, and reset its fields. Each unit that it led becomes a force of its own."""
    for u in g.members(unit):
        g.leader[u] = u
    g.leader[unit], g.at[unit] = unit, OFF
    cls: Any = type(g)
    for name, piece in _layers(cls, UNITS):
        assert isinstance(piece.first, int)
        _set(g, name, unit, piece.first)


def clear(g: G) -> None:
    """Empty the board: remove all units without losses; castles stay as the scenario has them."""
    for u in range(len(g.at)):
        lift_off(g, u)
        g.at[u] = GONE


def is_absent(g: G, unit: int) -> bool:
    """Return whether a unit is gone because the board was emptied. A unit removed in play has no steps left."""
    return g.at[unit] == GONE and g.steps[unit] > 0


def units_for_view(g: G, numbers: Sequence[int], units: Mapping[str, Any]) -> dict[str, Any]:
    """Return units for a view: the entries of a document (`units`), or "absent" for each unit that `clear` removed."""
    names = g.setup.units
    return {names[u]: "absent" if is_absent(g, u) else units[names[u]] for u in numbers}


def _write_beside(g: G, unit: int, word: str) -> Any:
    """Return the entry of a unit beside the map: one word, or a row if the unit differs from the scenario."""
    row: dict[str, Any] = {"hex": word, "steps": g.steps[unit]}
    if g.setup.mustered and g.leader[unit] != g.setup.mustered[unit]:
        row["leader"] = g.setup.units[g.leader[unit]]
    cls: Any = type(g)
    for name, piece in _layers(cls, UNITS):
        value = getattr(g, name)[unit]
        if name in g.BESIDE and name not in row and value != piece.first:
            row |= dict([piece.field.entry(piece.key or name, value, g)])
    return word if row == {"hex": word, "steps": FULL} else row


def write_units(g: G, numbers: Sequence[int]) -> dict[str, Any]:
    """Return the entries of some units, by name. `numbers`: the numbers of these units."""
    setup = g.setup
    fates = {number: name for name, number in g.FATES.items()}
    hexes, leader = setup.map.numbers, g.leader
    rows: dict[int, dict[str, Any]] = {}
    units: dict[str, Any] = {}
    for u in numbers:
        name, h = setup.units[u], g.at[u]
        if h < 0:
            units[name] = fates.get(h, NONE) if h != OFF else _write_beside(g, u, fates[h])
            continue
        units[name] = rows[u] = {"hex": hexes[h]}
        if leader[u] != u:
            rows[u]["leader"] = setup.units[leader[u]]
    write_rows(g, UNITS, rows)
    return units


# -- castles ----------------------------------------------------------------------------------------------------------


def read_castles(g: G, row: Row) -> None:
    """Read the castles that a document names.

    A castle that gets an owner has full durability, and one that loses its owner has none, unless the document says
    otherwise. The document may give a castle to an enemy of the units that the scenario puts inside. These units then
    stand before the castle, unless the document names them.
    """
    for castle, castle_row in castle_rows(g, row):
        if castle_row.has("owner"):
            left = 0 if castle_row.entries_all()["owner"] == NONE else g.setup.full_durability
            g.durability = replace_value(g.durability, castle, left)
        read_row(g, CASTLES, castle, castle_row)
        gates_close(g, castle)


def castle_rows(g: G, row: Row) -> Iterator[tuple[int, Row]]:
    """Yield the castles that a document names, each with its row."""
    for name, entry in row.entries(CASTLES).items():
        if name not in g.setup.castles:
            raise PositionError(f"castles.{str(name)[:40]}: no such castle")
        yield g.setup.castles.index(name), Row(entry, f"castles.{name}")


def gates_close(g: G, castle: int) -> None:
    """Put units that are inside a castle into the open before it, if the castle is not friendly to them any more."""
    for unit in g.units_in(g.setup.castle_hex[castle]):
        g.inside[unit] &= g.is_friendly_castle(castle, g.setup.army[unit])


def write_castles(g: G, numbers: Sequence[int]) -> dict[str, dict[str, Any]]:
    """Return the entries of some castles, by name. `numbers`: the numbers of these castles."""
    rows: dict[int, dict[str, Any]] = {castle: {} for castle in numbers}
    write_rows(g, CASTLES, rows)
    return {g.setup.castles[castle]: row for castle, row in rows.items()}


# -- the whole document -----------------------------------------------------------------------------------------------


def describe(g: G, units: Mapping[str, Any], castles: Mapping[str, Any], phase: str) -> dict[str, Any]:
    """Return a position as a document.

    `units` and `castles`: the entries of units and castles, already written. `phase`: the name of the phase under way;
    empty if there is none.
    """
    setup = g.setup
    out = position_document.write_top(g)
    if phase:
        out["phase"] = phase
    out |= {key: dict(changes) for key, changes in setup.other_ground.items() if changes}
    away = {name for u, name in enumerate(setup.units) if is_absent(g, u)}
    if away:
        out["empty"] = True
    out[UNITS] = {name: entry for name, entry in units.items() if name not in away}
    out[CASTLES] = dict(castles)
    out["state"] = position_document.write_state(g)
    if g.stack:
        out["stack"] = position_document.write_stack(g)
    return out
