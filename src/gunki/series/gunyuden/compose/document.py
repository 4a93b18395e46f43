"""Entries of a composed position that only this series has: waiting units, values of leaders, investments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gunki.core.definition.data_tables import Row
from gunki.core.errors import PositionError
from gunki.series.forces_and_castles.compose import document
from gunki.series.gunyuden.state.position import OFF, GunyudenPosition

G = GunyudenPosition
#: Written instead of the hex of a unit that has decided to stay beside the map in this stage. (`off`: a unit beside the
#: map that has not decided so.)
WAITS = "waits"


def read_units(g: G, row: Row) -> None:
    for unit, unit_row in document.read_units(g, row, {WAITS: OFF}):
        if g.leader[unit] != unit:
            for field, layer in (("morale", g.morale), ("invests", g.invests)):
                if layer[unit]:
                    raise unit_row.bad(field, "it with the leader of the force alone (10-3, 18-1-1)")
    for name, entry in row.entries("units").items():
        place = entry if isinstance(entry, str) else entry.get("hex")
        if place in (WAITS, "off"):
            g.acted[g.setup.units.index(name)] = place == WAITS


def write_units(g: G, numbers: Sequence[int]) -> dict[str, Any]:
    """Return the entries of some units, by name. A unit beside the map that has decided to stay there has `WAITS`."""
    units = document.write_units(g, numbers)
    for u in numbers:
        if g.acted[u] and g.at[u] < 0:
            name = g.setup.units[u]
            units[name] = {**units[name], "hex": WAITS} if isinstance(units[name], dict) else WAITS
    return units


def complete_units(g: G) -> None:
    """Derive zones and investments after all entries are read.

    Raise `PositionError` if the document has an investment that the troops on the map cannot keep up.
    """
    # set aside until the end: `derive` would remove the castles whose investment is not computed yet
    steadfast, g.steadfast = g.steadfast, ()
    written, g.besieged = g.besieged, bytes(len(g.owner))
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
    g.besieged = bytes(_is_invested(g, castle, written[castle]) for castle in range(len(g.owner)))
    g.derive()
    for f in g.forces():
        g.review(g.at[f])
    taking_part = {
        f
        for castle in range(len(g.owner))
        if g.besieged[castle] or g.setup.castle_rules[castle].can_be_invested_by(g, [])
        for f in g.investors(castle)
    }
    for f in g.forces():
        g.invests[f] &= f in taking_part  # 18-1: too few troops cannot invest
    for castle, name in enumerate(g.setup.castles):
        if written[castle] and not g.besieged[castle]:
            raise PositionError(f"castles.{name}.besieged: nobody invests it, or too few do (18-1)")
    g.steadfast = tuple(
        castle for castle in dict.fromkeys(steadfast) if castle in range(len(g.owner)) and g.besieged[castle]
    )


def _is_invested(g: G, castle: int, is_written: int) -> bool:
    """Return whether the troops before a castle keep up an investment.

    At durability 0 the castle is about to fall. Then the value in the document (`is_written`) counts (21.0).
    """
    if not g.investors(castle):
        return False
    return g.setup.castle_rules[castle].is_still_invested(g) if g.durability[castle] else bool(is_written)
