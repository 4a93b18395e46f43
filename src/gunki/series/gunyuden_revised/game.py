"""The answers to the engine that all games of the revised edition share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from gunki.core.definition.clauses import Book
from gunki.core.errors import OptionError
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

    def view(self, position: Any, seat: int | None) -> dict[str, Any]:
        """Return the view with idle forces and garrisons.

        A force that may not act yet has the clause that forbids it. A castle has the number of units inside, and its
        limit.
        """
        g, view = position, super().view(position, seat)
        for force in g.forces():
            bar = next(g.idle_bars(force), None) if g.side(force) >= 0 else None
            if bar is not None:
                for unit in g.members(force):
                    view["units"][g.setup.units[unit]]["idle"] = bar.clause
        for castle, name in enumerate(g.setup.castles):
            limit = g.setup.garrison_limit[g.setup.level[castle]]
            view["castles"][name] |= {"garrison": g.crowd(castle), "limit": limit}
        return view

    def scene(self, setup: Any, view: Mapping[str, Any]) -> dict[str, Any]:
        return RevisedScene(setup, view).table()

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
