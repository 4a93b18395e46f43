"""The tables that the revised edition prints anew: sieges with incidents, garrison limits, the eight answers."""

from __future__ import annotations

from bisect import bisect_right

from gunki.core.definition.data_tables import Row, Tables
from gunki.series.forces_and_castles.setup import Chart
from gunki.series.forces_and_castles.table_cells import MAX_MODIFIED_DIE
from gunki.series.gunyuden import table_cells
from gunki.series.gunyuden.setup import GunyudenSetup
from gunki.series.gunyuden.table_cells import ALWAYS_DIE

#: 20-3, R-6: the possible answers of a castle, from the most defiant to the most willing.
ANSWERS = (
    "resists_to_the_end", "refuses", "no_response", "opens_the_gates", "lord_seppuku", "hardliners", "disbands",
    "surrender",
)  # fmt: skip
#: The answer of the first edition that replaces each of `ANSWERS` if the option `surrender_results` is "three".
THREE_ANSWERS = dict(zip(ANSWERS, ("rejected",) * 3 + ("opens_the_gates",) * 2 + ("surrender",) * 3, strict=True))
#: The effects of incidents.
EFFECTS = ("units", "durability", "morale", "besiegers_morale")


class RevisedSetup(GunyudenSetup):
    """The setup of a match of the revised edition. The names of its fields follow the tables."""

    def read_charts(self, tables: Tables) -> None:
        """Read the charts. One table serves every fight (QR-CRT, R-1), with other modifiers for each kind of fight.

        Skirmishes use the modifiers of 23 (QR-CRT-skirmish), decisive battles those of 24 (QR-CRT-decisive). Assaults
        and ambushes have modifiers of their own.
        """
        self.field = Chart(*table_cells.field_battle(tables))
        if self.options["assault_rule"] == "first edition":  # the first edition has a table for assaults
            self.assault = Chart(*table_cells.assault(tables))
        self._read_sieges(tables)
        self._read_answers(tables)
        self.replenish_first, self.replenishment = table_cells.replenishment(tables)
        self.rout = table_cells.decisive_retreat(tables)
        self.surprise = tables.row("ambush").integer("modifier", -9, 9)
        table_cells.check_ground(tables, self.map.terrains)

    def _read_sieges(self, tables: Tables) -> None:
        row = tables.row("siege")
        what = ("incident", "morale", "over_limit")
        self._siege = {die: name for name in what for die in row.numbers(name, 1, MAX_MODIFIED_DIE)}
        limits = tables.row("garrison_limit")
        self.garrison_limit = limits.array("by_level", 1, 999, None)
        if len(self.garrison_limit) <= max(self.level):
            raise limits.bad("by_level", f"a number for each level up to {max(self.level)}")
        table = tables.row("incident")
        self.incidents = [self._incident(row) for row in table.subs("rows")]
        least = [row[0] for row in self.incidents]
        if not least or least[0] != ALWAYS_DIE or least != sorted(set(least)):
            raise table.bad("rows", f"one from {ALWAYS_DIE} on, and each of the others from a higher die")

    @staticmethod
    def _incident(row: Row) -> tuple[int, str, str, int]:
        """Return the row of an incident: the lowest die that brings it, its name, its effect and the amount."""
        effect = next((name for name in EFFECTS if row.has(name)), EFFECTS[0])
        least = row.integer("least", ALWAYS_DIE, MAX_MODIFIED_DIE)
        return least, row.word("event"), effect, row.integer(effect, 1, 9)

    def _read_answers(self, tables: Tables) -> None:
        """Read the least total of each answer, for each durability (QR-CST). An answer that is left out is never given.

        Also read the modifiers for a commander inside (QR-CST-mod).
        """
        table = tables.row("surrender")
        rows = sorted(table.subs("rows"), key=lambda row: row.integer("durability", 0, self.full_durability))
        if [row.integer("durability", 0, 99) for row in rows] != list(range(self.full_durability + 1)):
            raise table.bad("rows", f"a row for each durability from 0 to {self.full_durability}")
        self.highest = table.integer("highest", 1, MAX_MODIFIED_DIE)
        self.answers: list[tuple[tuple[int, ...], tuple[str, ...]]] = []
        for row in rows:
            answers_given = [name for name in ANSWERS if row.has(name)]
            least = [row.integer(name, ALWAYS_DIE, self.highest) for name in answers_given]
            if not answers_given or least[0] != ALWAYS_DIE or least != sorted(set(least)):
                raise row.bad(
                    answers_given[0] if answers_given else "surrender",
                    f"answers from {ALWAYS_DIE} on, each from higher",
                )
            self.answers.append((tuple(least), tuple(answers_given)))
        if any(THREE_ANSWERS[name] == "rejected" for name in self.answers[0][1]):
            raise rows[0].bad("no_response", "nothing: a castle that falls does not go on")
        self.rank_modifiers = (0, table.integer("taishou", -9, 9), table.integer("soudaishou", -9, 9))

    def lookup_surrender(self, durability: int, die: int) -> str:
        """Return the answer to a call (20-3). Totals above the highest printed one count as that one."""
        least, answers = self.answers[durability]
        answer = answers[bisect_right(least, min(die, self.highest)) - 1]
        return THREE_ANSWERS[answer] if self.options["surrender_results"] == "three" else answer

    def surrender_band(self, durability: int) -> int:
        return durability

    def siege_result(self, die: int, units: int = 0, level: int = 0) -> str:
        """Return the result of a siege die: "incident", "morale" or "none" (18-2).

        A die marked "over_limit" lowers morale, but only in a castle with more units inside than it can feed (QR-GL).
        """
        result = self._siege.get(die, "none")
        if result != "over_limit":
            return result
        return "morale" if units > self.garrison_limit[level] else "none"

    def incident(self, die: int) -> tuple[str, str, int]:
        """Return the name of an incident, its effect, and the amount (QR-INC)."""
        rows = [row for row in self.incidents if row[0] <= die]
        _, event, effect, count = rows[-1]
        return event, effect, count
