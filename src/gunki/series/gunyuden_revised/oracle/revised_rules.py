"""The changes of the revised edition of the basic rules (R-1 to R-12): assaults, sieges, calls, ambushes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gunki.core.rules.events import Event
from gunki.series.gunyuden.oracle import chart_results
from gunki.series.gunyuden.oracle.board import Castle, Force
from gunki.series.gunyuden.oracle.model import Model
from gunki.series.gunyuden.oracle.rolls import Rolls
from gunki.series.gunyuden.oracle.strengths import Part, Storm, drop_zeros

#: The number of units that a castle of each level supports (QR-GL).
GARRISON_LIMIT = (5, 10, 20, 30, 50, 100)


class RevisedModel(Model):
    """A position under the revised edition."""

    def may_assault(self, forces: list[Force], castle: Castle) -> bool:
        """Return whether forces may assault: they need not be stronger than the garrison (R-4)."""
        return True

    def siege_parts(self, castle: Castle) -> list[Part]:
        """Return the modifiers of a siege die: the revised edition prints none (Y-12)."""
        return []

    def is_crowded(self, castle: Castle) -> bool:
        """Return whether more units are inside than the castle supports (R-3)."""
        inside = sum(len(force.units) for force in self.table.garrison_of(castle))
        return inside > GARRISON_LIMIT[castle.level]

    def siege_event(self, castle: Castle, die: int) -> tuple[str, ...]:
        """Return the kinds of events that may report the result of a siege die (Y-12)."""
        if die == 1:
            return ("roll",)
        if die <= 3 or (die == 4 and self.is_crowded(castle)):
            return ("morale", "castle_morale", "castle_fell", "removed")
        return ("siege_without_effect",)

    def answer_call(self, durability: int, die: int) -> str:
        """Return the castle's answer, which is one of eight. Totals above ten count as ten (R-6, Y-15)."""
        chart = self.setup.tables["surrender"]
        row = next(row for row in chart["rows"] if row["durability"] == durability)
        least = {str(answer): int(low) for answer, low in row.items() if answer != "durability"}
        return max((low, answer) for answer, low in least.items() if low <= min(die, 10))[1]


class RevisedRolls(Rolls):
    """The rolls of the revised edition."""

    def _look_at_assault(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        castle = self.table.castles[data["castle"]]
        storm = Storm(self.model, self.find_assailants(), castle)
        strength = sum(force.strength for force in storm.forces)
        column = chart_results.find_column(self.tables["field_battle"]["column_min"], strength)
        yield from self.differ(data, "R-4", strength=strength, column=column)
        yield from self.differ_in_parts(data, "19-3", storm.parts())
        sally = next((e.data for e in later if e.kind == "roll" and e.data["purpose"] == "sally"), None)
        if sally is not None:
            self.compared["sally"] += 1
            yield from self.compare_sally(sally, castle, storm)
        result = next((e.data for e in later if e.kind == "assault_result"), None)
        if sally is not None and result is not None:
            chart = self.tables["field_battle"]
            dealt = chart_results.look_up_battle(chart, data["column"], data["total"])[0]
            assailant_losses = chart_results.look_up_battle(chart, sally["column"], sally["total"])[0]
            if (result["dealt"], result["taken"]) != (dealt, assailant_losses):
                yield f"assault: the table gives {dealt}, {assailant_losses} instead of {dict(result)} (QR-CRT)"

    def compare_sally(self, data: Mapping[str, Any], castle: Castle, storm: Storm) -> Iterator[str]:
        """Compare the roll of the castle in an assault: the strength of the garrison, the level, the morale (R-4)."""
        strength = sum(force.strength for force in self.table.garrison_of(castle))
        column = chart_results.find_column(self.tables["field_battle"]["column_min"], strength)
        morale = self.table.morale_of(castle) - min(force.lead.morale for force in storm.forces)
        yield from self.differ(data, "R-4", strength=strength, column=column)
        yield from self.differ_in_parts(data, "R-4", drop_zeros((("19-3-1", castle.level), ("19-3-2", morale))))

    def _look_at_siege(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        yield from super()._look_at_siege(data, later)
        castle = self.table.castles[data["castle"]]
        inside = sum(len(force.units) for force in self.table.garrison_of(castle))
        yield from self.differ(data, "QR-GL", count=inside)

    def _look_at_incident(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        castle = self.table.castles[data["castle"]]
        outside = min(force.lead.morale for force in self.table.besiegers_of(castle))
        morale = self.table.morale_of(castle) - outside
        yield from self.differ_in_parts(data, "QR-INC", drop_zeros((("QR-INC", morale),)))
        result = self.next_of(later, "incident")
        if result is not None:
            rows = self.tables["incident"]["rows"]
            row = [row for row in rows if row["least"] <= data["total"]][-1]
            if result.data["incident"] != row["event"]:
                yield f"incident: {data['total']} is {row['event']}, not {result.data['incident']} (QR-INC)"

    def _look_at_ambush(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        force = self.table.force_of(data["unit"])
        result = self.next_of(later, "ambush")
        if result is None:
            return
        victim = self.table.force_of(result.data["other_unit"])
        column = chart_results.find_column(self.tables["field_battle"]["column_min"], force.strength)
        yield from self.differ(data, "R-8", strength=force.strength, column=column)
        morale = force.lead.morale - victim.lead.morale
        value = 1 + force.lead.modifier + morale
        yield from self.differ(data, "R-8", value=value, total=sum(data["dice"]) + value)
        loss = chart_results.look_up_battle(self.tables["field_battle"], column, data["total"])
        if (result.data["count"], result.data["fatal"]) != loss:
            yield f"ambush: the table gives {loss} instead of {dict(result.data)} (QR-CRT)"
