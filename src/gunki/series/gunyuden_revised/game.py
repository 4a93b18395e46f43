"""The answers to the engine that all games of the revised edition share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from gunki.core.definition.clauses import Book
from gunki.core.errors import OptionError
from gunki.core.show.part_memo import PartMemo
from gunki.series.gunyuden.game import GunyudenGame, surrender_answer
from gunki.series.gunyuden_revised.show import charts
from gunki.series.gunyuden_revised.show.scene import RevisedScene

FOLDER = Path(__file__).parent


class RevisedGame(GunyudenGame):
    """A game of the revised edition. Subclasses give their position, and the additions of their scenarios."""

    shared_texts = (*GunyudenGame.shared_texts, FOLDER / "text")
    shared_books = (*GunyudenGame.shared_books, Book("gunyuden_revised", FOLDER))
    LOOKUP_TABLES: ClassVar[Mapping[str, str]] = {
        "combat": "STRENGTH DIE",
        "siege": "DIE UNITS LEVEL",
        "incident": "DIE",
        "surrender": "DURABILITY DIE",
    }
    signs: ClassVar[tuple[str, ...]] = (*GunyudenGame.signs, "ambush", "idle", "crowded")

    # -- seeing -------------------------------------------------------------------------------------------------------

    def unit_layers(self, g: Any) -> list[Any]:
        """Return the layers of units. The last one has the clause by which a unit's force may not act yet, if any."""
        idle, forces = [""] * len(g.setup.units), g.forces()
        free = set(g.free_to_act(forces))
        for force in forces:
            bar = next(g.idle_bars(force), None) if force not in free and g.side(force) >= 0 else None
            if bar is not None:
                for unit in g.members(force):
                    idle[unit] = bar.clause
        return [*super().unit_layers(g), idle]

    def view_units(self, g: Any, numbers: Sequence[int], layers: Sequence[Any]) -> dict[str, Any]:
        """Return the rows of units. If the force of a unit may not act yet, the row has the clause that forbids it."""
        rows, idle = super().view_units(g, numbers, layers), layers[-1]
        for unit in numbers:
            if idle[unit]:
                rows[g.setup.units[unit]]["idle"] = idle[unit]
        return rows

    def castle_layers(self, g: Any) -> list[Any]:
        """Return the layers of castles. The last one has the number of units inside each castle."""
        inside, leader = g.inside, g.leader
        crowds = Counter(h for u, h in enumerate(g.at) if inside[leader[u]])
        return [*super().castle_layers(g), [crowds[h] for h in g.setup.castle_hex]]

    def view_castles(self, g: Any, numbers: Sequence[int], layers: Sequence[Any]) -> dict[str, Any]:
        """Return the rows of castles, with the number of units inside and the limit of the garrison (QR-GL)."""
        rows, crowds = super().view_castles(g, numbers, layers), layers[-1]
        for castle in numbers:
            limit = g.setup.garrison_limit[g.setup.level[castle]]
            rows[g.setup.castles[castle]] |= {"garrison": crowds[castle], "limit": limit}
        return rows

    def public_scene(self, setup: Any, view: Mapping[str, Any], memo: PartMemo) -> dict[str, Any]:
        return RevisedScene(setup, view, memo).table()

    def list_charts(self, setup: Any) -> list[dict[str, Any]]:
        return charts.charts(setup, self.clauses)

    # -- studying -----------------------------------------------------------------------------------------------------

    def look_up(self, setup: Any, table: str, numbers: list[int]) -> dict[str, Any]:
        if table == "combat":
            strength, die = numbers
            lost, fatal = setup.field(strength, die)
            return {"table": table, "strength": strength, "die": die, "losses": lost, "eliminates": bool(fatal)}
        if table == "siege":
            die, units, level = numbers
            if not 0 <= level < len(setup.garrison_limit):
                raise OptionError(f"levels are 0 to {len(setup.garrison_limit) - 1}")
            result = setup.siege_result(die, units, level)
            return {"table": table, "die": die, "units": units, "limit": setup.garrison_limit[level], "result": result}
        if table == "incident":
            incident, effect, count = setup.incident(numbers[0])
            return {"table": table, "die": numbers[0], "incident": incident, "effect": effect, "count": count}
        return surrender_answer(setup, *numbers)
