"""Sections 32 and 36.7-9: the Mōri, the Saika and the Negoro, called by a die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gunki.core.rules.procedure import Next, Procedure, Roll
from gunki.games.hideyoshi.rules.scenarios.event_tables import SummonsTable as Table
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.forces_and_castles.rules.losses import part


def strength_kept(g: G, table: Table) -> int:
    """Return the strength of the Hashiba army on hexes of its side's castles in some provinces (32-1(1), Y-06)."""
    setup, hashiba = g.setup, g.setup.army_named("hashiba")
    inside_only = setup.options["chugoku_counts"] == "garrisoned only"
    total = 0
    for castle in table.castles:
        if g.durability[castle] and g.castle_side(castle) == 0:
            for u in g.units_in(setup.castle_hex[castle]):
                if g.overlord(setup.army[u]) == hashiba and (g.inside[u] or not inside_only):
                    total += setup.strength[u][g.steps[u]]
    return total


def callable_armies(g: G, table: Table) -> list[int]:
    """Return the armies that a die can call and that have not come yet (Y-07, Y-23, Y-39).

    In the first scenario the Mōri cannot be called before the peace. Until then they have only the units on the map
    (35.8(3)-2).
    """
    waits = [army for army in table.armies if army not in g.summoned]
    if g.setup.tennozan is not None and not g.peace:
        waits = [army for army in waits if army != g.setup.tennozan.mori]
    return waits


def modifier_parts(g: G, table: Table) -> list[dict[str, Any]]:
    """Return the modifiers of the die (32-1(3), QR-MORI-mod, Y-08)."""
    parts = [
        part("hashiba_won", table.won if g.hashiba_won else 0, "QR-MORI-mod"),
        part("hashiba_lost", table.lost if g.hashiba_lost else 0, "QR-MORI-mod"),
    ]
    return [p for p in parts if p["value"]]


@dataclass(eq=False)
class Summons(Procedure):
    """32.0, 32-1(2): in every turn one die is rolled for each army of a table, until the die calls it.

    A called army stays called.
    """

    number: int  # the number of the table in the setup
    diced: tuple[int, ...] = ()

    def _table(self, g: G) -> Table:
        return g.setup.summons[self.number]

    def _next(self, g: G) -> int:
        return next((army for army in callable_armies(g, self._table(g)) if army not in self.diced), -1)

    def start(self, g: G) -> Next:
        army, table = self._next(g), self._table(g)
        if army < 0:
            return None
        strength, parts = strength_kept(g, table), modifier_parts(g, table)
        data = {
            "army": army, "strength": strength, "chart": table.name, "column": table.column(strength),
            "value": sum(p["value"] for p in parts), "parts": parts if g.log is not None else (),
        }  # fmt: skip
        return Roll("summons", "32-1(2)", 1, "take_roll", data=data, modified=True)

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        table, army = self._table(g), self._next(g)
        together = g.setup.options["saika_negoro_roll"] == "together"  # Y-39: one die for both
        armies = callable_armies(g, table) if together else [army]
        self.diced = (*self.diced, *armies)
        total = dice[0] + sum(p["value"] for p in modifier_parts(g, table))
        called = total >= table.least[table.column(strength_kept(g, table))]
        for one in armies:
            if called:
                self._call(g, one)
            else:
                g.emit("not_summoned", "32-1(2)", army=one)
        return "start"

    @staticmethod
    def _call(g: G, army: int) -> None:
        """Call an army: its units wait beside the map under their commanders, and enter by their edge (32-2, Y-63).

        The same holds for 36.7-9(Saika) and 36.7-9(Negoro).
        """
        g.summon(army)
        g.emit("summoned", "32-1(2)", army=army)
