"""Composed positions of the series: units, castles, time - written with names, read back with every entry checked."""

from __future__ import annotations

from typing import Any

from gunki.board.hexmap import SIDES
from gunki.core.data import Row
from gunki.core.errors import PositionError
from gunki.core.lexicon import NONE
from gunki.series.forces_and_castles.layers import altered
from gunki.series.gunyuden.position import DEAD, FREED, GONE, LED, OFF, GunyudenPosition

G = GunyudenPosition
#: Beside the map like `off`, and has decided to stay there in this stage.
WAITS = "waits"
FATES = {"dead": DEAD, "removed": GONE, "off": OFF, WAITS: OFF}


def other_ground(setup: Any, row: Row) -> Any:
    """The setup with the terrain, the hexsides and the provinces that an experiment asks for."""
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
        part, known = row.sub("provinces"), {name.lower(): name for name in board.provinces if name}
        for h, name in part.entries_all().items():
            if not isinstance(name, str) or name.lower() not in known:
                raise part.bad(str(h), f"one of {', '.join(known)}")
            place = board.hex(str(h))
            if terrain.get(place, board.terrain_at(place)) in ("sea", "lake"):
                raise PositionError(f"provinces.{h}: water lies in no province")
            provinces[place] = known[name.lower()]
    return setup.altered(terrain, sides, provinces) if terrain or sides or provinces else setup


def read_units(g: G, row: Row) -> None:
    setup = g.setup
    entries = row.entries("units")
    seen: list[tuple[int, Row]] = []
    for name, entry in entries.items():
        if name not in setup.units:
            raise PositionError(f"units.{str(name)[:40]}: no such unit")
        unit = setup.units.index(name)
        fate = FATES.get(entry) if isinstance(entry, str) else None
        if fate != OFF or g.at[unit] != OFF:  # else it stays beside the map, in its force
            _lift_off(g, unit)
        if fate is not None:
            g.at[unit] = fate
            g.steps = altered(g.steps, unit, 2 if fate == OFF else 0)
            g.acted[unit] = entry == WAITS
            continue
        unit_row = Row({"hex": entry} if isinstance(entry, str) else entry, f"units.{name}")
        _known(unit_row, ("hex", "steps", "leader", "morale", "inside", "invests", "acted", "led", "freed"))
        g.at[unit] = setup.map.hex(unit_row.word("hex"))
        g.steps = altered(g.steps, unit, unit_row.integer("steps", 1, 2) if unit_row.has("steps") else 2)
        seen.append((unit, unit_row))
    for unit, unit_row in seen:
        _read_state(g, unit, unit_row)
    for unit, unit_row in seen:
        if unit_row.has("leader"):
            chief = setup.units.index(unit_row.word("leader", setup.units))
            if chief != unit and (g.at[chief] != g.at[unit] or g.leader[chief] != chief):
                raise unit_row.bad("leader", "a leader in the same hex")
            if chief != unit and not g.may_lead(chief, unit):
                raise unit_row.bad("leader", "a commander of higher rank who may lead this unit (9-2)")
            g.leader[unit] = chief
            if chief != unit:
                for field, layer in (("morale", g.morale), ("invests", g.invests)):
                    if layer[unit]:
                        raise unit_row.bad(field, "it with the leader of the force alone (10-3, 18-1-1)")
                if unit_row.has("inside") and g.inside[unit] != g.inside[chief]:
                    raise unit_row.bad("inside", "the same as with the leader of the force (13-2, 16-1-2)")
                g.inside[unit] = g.inside[chief]
                if len(g.members(chief)) > 1 + setup.boxes[chief]:
                    raise unit_row.bad("leader", f"a commander with room on his track (9-2-2: {setup.boxes[chief]})")


def _read_state(g: G, unit: int, row: Row) -> None:
    g.leader[unit] = unit
    g.morale[unit] = -row.integer("morale", -g.setup.lowest_morale, 0) if row.has("morale") else 0
    for field, layer in (("inside", g.inside), ("invests", g.invests), ("acted", g.acted)):
        layer[unit] = int(row.flag(field)) if row.has(field) else 0
    led = FREED if row.has("freed") and row.flag("freed") else LED if row.has("led") and row.flag("led") else 0
    g.led = altered(g.led, unit, led)
    h = g.at[unit]
    if g.inside[unit] and g.castle_at(h) < 0:
        raise row.bad("inside", "false: there is no castle in this hex")
    if g.always_inside(unit, h):
        g.inside[unit] = 1


def _lift_off(g: G, unit: int) -> None:
    """Take a unit from where the scenario had it; whom it led is on his own."""
    for u in g.members(unit):
        g.leader[u] = u
    g.leader[unit] = unit
    g.at[unit] = OFF
    g.inside[unit] = g.invests[unit] = g.acted[unit] = g.morale[unit] = 0
    g.led = altered(g.led, unit, 0)


def read_castles(g: G, row: Row) -> None:
    """Whom the scenario has inside a castle that is an enemy's now stands before it, unless he is named too."""
    setup = g.setup
    for name, entry in row.entries("castles").items():
        if name not in setup.castles:
            raise PositionError(f"castles.{str(name)[:40]}: no such castle")
        castle = setup.castles.index(name)
        castle_row = Row(entry, f"castles.{name}")
        _known(castle_row, ("owner", "durability", "morale", "besieged"))
        if castle_row.has("owner"):
            owner = castle_row.word("owner", (*setup.armies, NONE))
            g.owner = altered(g.owner, castle, -1 if owner == NONE else setup.armies.index(owner))
            g.durability = altered(g.durability, castle, 0 if owner == NONE else setup.full_durability)
        if castle_row.has("durability"):
            left = castle_row.integer("durability", 0, setup.full_durability)
            g.durability = altered(g.durability, castle, left)
        if castle_row.has("morale"):
            g.shaken = altered(g.shaken, castle, -castle_row.integer("morale", -setup.lowest_morale, 0))
        if castle_row.has("besieged"):
            g.besieged = altered(g.besieged, castle, int(castle_row.flag("besieged")))
        for unit in g.units_in(setup.castle_hex[castle]):
            g.inside[unit] &= g.friendly_castle(castle, setup.army[unit])


def _known(row: Row, fields: tuple[str, ...]) -> None:
    for field in row.entries_all():
        if field not in fields:
            raise PositionError(f"{row.where}: unknown entry {str(field)[:40]!r}; known: {', '.join(fields)}")


def clear(g: G) -> None:
    """An empty board: nobody on the map, castles as the scenario has them. Whoever is not there has lost nothing."""
    for u in range(len(g.at)):
        _lift_off(g, u)
        g.at[u] = GONE
    g.steps = b"\2" * len(g.at)


def absent(g: G, unit: int) -> bool:
    """Whether a unit is not there because the board was empty: who was removed in play has no steps left."""
    return g.at[unit] == GONE and g.steps[unit] > 0


def settle(g: G) -> None:
    """After all entries are read: zones, and investments that the troops can keep up."""
    steadfast, g.steadfast = g.steadfast, ()  # forgotten with an investment; some are found out only below
    said, g.besieged = g.besieged, bytes(len(g.owner))
    g.derive()
    before = {
        f
        for castle in range(len(g.owner))
        for f in g.investors(castle)
        if not g.inside[f] and g.castle_side(castle) == 1 - g.side(f)
    }
    for f in g.forces():
        if g.invests[f] and f not in before:
            raise PositionError(f"units.{g.setup.units[f]}.invests: he stands before no castle of an enemy (17-1-1)")
    g.besieged = bytes(_invested(g, castle, said[castle]) for castle in range(len(g.owner)))
    g.derive()
    for f in g.forces():
        g.review(g.at[f])
    taking_part = {
        f
        for castle in range(len(g.owner))
        if g.besieged[castle] or g.setup.castle_rules[castle].could_invest(g, [])
        for f in g.investors(castle)
    }
    for f in g.forces():
        g.invests[f] &= f in taking_part  # 18-1: there is no investment by fewer than it takes
    for castle, name in enumerate(g.setup.castles):
        if said[castle] and not g.besieged[castle]:
            raise PositionError(f"castles.{name}.besieged: nobody invests it, or too few do (18-1)")
    g.steadfast = tuple(
        castle for castle in dict.fromkeys(steadfast) if castle in range(len(g.owner)) and g.besieged[castle]
    )


def _invested(g: G, castle: int, said: int) -> bool:
    """Whether the troops before a castle keep up an investment; at durability 0 it is about to fall (21.0)."""
    if not g.investors(castle):
        return False
    return g.setup.castle_rules[castle].stays_invested(g) if g.durability[castle] else bool(said)


def write_units(g: G) -> dict[str, Any]:
    setup = g.setup
    fates = {number: name for name, number in FATES.items() if name != WAITS}
    units: dict[str, Any] = {}
    for u, name in enumerate(setup.units):
        if g.at[u] < 0:
            units[name] = WAITS if g.acted[u] else fates[g.at[u]]
            continue
        entry: dict[str, Any] = {"hex": setup.map.numbers[g.at[u]], "steps": g.steps[u]}
        leader = g.leader[u]
        if leader != u:
            entry["leader"] = setup.units[leader]
        elif g.morale[u]:
            entry["morale"] = -g.morale[u]
        for field, layer in (("inside", g.inside), ("invests", g.invests), ("acted", g.acted)):
            if layer[u]:
                entry[field] = True
        if g.led[u]:
            entry["freed" if g.led[u] == FREED else "led"] = True
        units[name] = entry
    return units


def write_castles(g: G) -> dict[str, Any]:
    setup = g.setup
    castles = {}
    for c, name in enumerate(setup.castles):
        owner = g.owner[c]
        entry: dict[str, Any] = {"owner": NONE if owner < 0 else setup.armies[owner], "durability": g.durability[c]}
        if g.shaken[c]:
            entry["morale"] = -g.shaken[c]
        if g.besieged[c]:
            entry["besieged"] = True
        castles[name] = entry
    return castles
