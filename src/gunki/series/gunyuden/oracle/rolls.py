"""The rolls and checks of an action, compared with the book: strengths, modifiers and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gunki.core.rules.events import Event
from gunki.series.gunyuden.oracle import chart_results
from gunki.series.gunyuden.oracle.board import Force
from gunki.series.gunyuden.oracle.model import Model
from gunki.series.gunyuden.oracle.strengths import Fight, Part, Storm, call_parts

#: In the check of a turn, the lines of an army are compared if a force of it is cut off. Besides, one in this many of
#: all armies is compared in any case; the turn decides which.
ARMY_CHECK_INTERVAL = 4


class Rolls:
    """The comparison of the events of one action. The table follows the events."""

    def __init__(self, model: Model, act: str, compared: Counter[str]) -> None:
        self.model = model
        self.table = model.table
        self.tables = model.setup.tables
        self.verb, *self.args = act.split()
        self.compared = compared
        self.stack: dict[str, Mapping[str, Any]] = {
            row["procedure"]: row for row in model.document.get("stack", ()) if isinstance(row, Mapping)
        }
        self.fight: Fight | None = None
        self.checked_lines = False
        #: The unit that rallies and has not rolled a die so far.
        self.rallying = ""

    def compare(self, events: Sequence[Event]) -> Iterator[str]:
        """Yield every difference."""
        for number, event in enumerate(events):
            if event.kind == "weather":
                self.model.change_weather(event.data["weather"])
            elif event.kind == "attack":
                self.fight = self.begin_fight(event.data)
            elif event.kind == "roll":
                yield from self.compare_roll(event.data, events[number + 1 :])
            elif event.kind == "acts":
                self.rallying = event.data["unit"] if event.data["action"] == "rally" else ""
            elif event.kind == "morale" and event.data["unit"] == self.rallying:
                yield from self.compare_sure_recovery(event.data)
            elif event.kind == "no_line" or (event.kind == "stage" and event.data["stage"] == 1):
                yield from self.compare_check(events[number:])
            self.table.follow(event)
            self.model.forget()

    def compare_roll(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        """Compare one roll. Actions in which all forces of a hex act at once are not compared (35.9)."""
        if "SummonAll" in self.stack:
            return
        look = getattr(self, f"_look_at_{data['purpose']}", None)
        if look is not None:
            self.compared[data["purpose"]] += 1
            yield from look(data, later)

    # -- help -----------------------------------------------------------------------------------------------------

    def differ(self, data: Mapping[str, Any], clause: str, **mine: Any) -> Iterator[str]:
        """Yield each value of a roll that differs from the calculated one."""
        for name, value in mine.items():
            if data.get(name) != value:
                yield f"{data['purpose']} ({clause}): {name} is {data.get(name)} instead of {value}"

    def differ_in_parts(self, data: Mapping[str, Any], clause: str, parts: list[Part]) -> Iterator[str]:
        """Yield each difference in the modifiers of a roll, in their sum and in the total."""
        theirs = sorted((part["clause"], part["value"]) for part in data["parts"])
        value = sum(part for _, part in parts)
        if theirs != parts:
            yield f"{data['purpose']} ({clause}): modifiers are {theirs} instead of {parts}"
        yield from self.differ(data, clause, value=value, total=sum(data["dice"]) + value)

    def next_of(self, later: Sequence[Event], *kinds: str) -> Event | None:
        """Return the next event of some kinds, unless another roll comes before it."""
        for event in later:
            if event.kind in kinds:
                return event
            if event.kind == "roll":
                return None
        return None

    # -- field battles --------------------------------------------------------------------------------------------

    def begin_fight(self, data: Mapping[str, Any]) -> Fight:
        """Return the fight that begins, with the forces that take part after the player's last answer."""
        skirmish = self.stack.get("Skirmish")
        if skirmish is not None:
            fight = Fight(self.model, self.units_of(skirmish["attackers"]), skirmish["targets"], skirmish["hex"])
            fight.holding = set(skirmish.get("asked", ()))
            return fight
        battle = self.stack.get("FieldBattle", {})
        first = battle.get("force") or data["unit"]
        joined, spared = set(battle.get("joined", ())), set(battle.get("spared", ()))
        if self.verb == "join":
            joined.add(self.args[0])
        if self.verb == "spare":
            spared.add(self.args[0])
        attackers = self.units_of((first, *sorted(joined)))
        side = self.table.side_of(self.table.units[first].army)
        targets = [
            unit.name
            for force in self.table.forces_at(data["hex"])
            if not force.inside
            and force.name not in spared
            and self.table.are_enemies(side, self.table.side_of(force.army))
            for unit in force.units
        ]
        return Fight(self.model, attackers, targets, data["hex"])

    def units_of(self, forces: Sequence[str]) -> list[str]:
        """Return the units of some forces, named by their leaders. Forces that have left the map are left out."""
        living = [name for name in forces if self.table.units[name].hex]
        return [unit.name for name in living for unit in self.table.force_of(name).units]

    def current_fight(self) -> Fight | None:
        """Return the fight that is under way; None if there is none."""
        if self.fight is None and "Skirmish" in self.stack:
            self.fight = self.begin_fight({})
        return self.fight

    def compare_battle_result(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        """Compare the result with the printed table (22)."""
        result = self.next_of(later, "battle_result")
        if result is not None:
            count, fatal = chart_results.look_up_battle(self.tables["field_battle"], data["column"], data["total"])
            if (result.data["count"], result.data["fatal"]) != (count, fatal):
                yield f"{data['purpose']}: the table gives {count}, {fatal} instead of {dict(result.data)} (QR-FBT)"

    def _look_at_attack(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        fight = self.current_fight()
        if fight is None:
            return
        fight.hold_sieges()
        strength = self.model.sortie_strength(fight)
        column = chart_results.find_column(self.tables["field_battle"]["column_min"], strength)
        yield from self.differ(data, "23-2", strength=strength, column=column, hex=fight.hex)
        yield from self.differ_in_parts(data, "23-2-1", fight.attack_parts())
        yield from self.compare_battle_result(data, later)

    def _look_at_counterattack(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        fight = self.current_fight()
        if fight is None:
            return
        self.model.widen_counter(fight)
        strength = fight.counter_strength()
        column = chart_results.find_column(self.tables["field_battle"]["column_min"], strength)
        yield from self.differ(data, "23-6", strength=strength, column=column)
        yield from self.differ_in_parts(data, "23-6-2", fight.counter_parts())
        yield from self.compare_battle_result(data, later)

    def units_in_roll(self, data: Mapping[str, Any]) -> list[list[str]]:
        """Return the units on both sides of a fight as the roll lists them, the attacker's first."""
        sides = data["fight"]["sides"]
        pieces = [[piece["thing"].partition(":")[2] for piece in side["pieces"]] for side in sides]
        return [[name for name in names if name in self.table.units] for names in pieces]

    def _look_at_decisive_attack(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        yield from self.compare_decisive(data, *self.units_in_roll(data))

    def _look_at_decisive_defence(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        attackers, defenders = self.units_in_roll(data)
        yield from self.compare_decisive(data, defenders, attackers)

    def compare_decisive(self, data: Mapping[str, Any], ours: list[str], theirs: list[str]) -> Iterator[str]:
        """Compare a roll of a decisive battle: no terrain, any participating commander (24-2-3)."""
        fight = Fight(self.model, ours, theirs, data["hex"])
        strength = fight.attack_strength()
        column = chart_results.find_column(self.tables["field_battle"]["column_min"], strength)
        yield from self.differ(data, "24-2-1", strength=strength, column=column)
        yield from self.differ_in_parts(data, "24-2-3", self.model.decisive_parts(fight))

    # -- sieges ---------------------------------------------------------------------------------------------------

    def find_assailants(self) -> list[Force]:
        """Return the forces that assault: the first force and its helpers."""
        siege = self.stack.get("Siege", {})
        names = [siege.get("force") or self.stack["ForceAction"]["force"], *siege.get("helpers", ())]
        if self.verb == "with":
            names.append(self.args[0])
        return [self.table.force_of(name) for name in names]

    def _look_at_assault(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        storm = Storm(self.model, self.find_assailants(), self.table.castles[data["castle"]])
        advantage = storm.advantage()
        column = chart_results.find_column(self.tables["assault"]["column_min"], advantage)
        yield from self.differ(data, "19-2", strength=advantage, column=column)
        yield from self.differ_in_parts(data, "19-3", storm.parts())
        result = self.next_of(later, "assault_result")
        if result is not None:
            cell = chart_results.look_up_assault(self.tables["assault"], column, data["total"])
            if (result.data["dealt"], result.data["taken"]) != cell:
                yield f"assault: the table gives {cell} instead of {dict(result.data)} (QR-ART)"

    def _look_at_call(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        castle = self.table.castles[data["castle"]]
        caller = self.table.force_of(data["unit"])
        yield from self.differ(data, "20-2", count=castle.durability)
        yield from self.differ_in_parts(data, "20-2", call_parts(self.model, castle, caller.lead.morale))
        result = self.next_of(later, "call_answered")
        if result is not None:
            answer = self.model.answer_call(castle.durability, data["total"])
            if result.data["answer"] != answer:
                yield f"call: {castle.name} should answer {answer}, not {result.data['answer']} (QR-CST)"

    def _look_at_siege(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        castle = self.table.castles[data["castle"]]
        yield from self.differ_in_parts(data, "18-2", self.model.siege_parts(castle))
        expected = self.model.siege_event(castle, data["total"])
        if later and later[0].kind not in expected:
            yield f"siege: {castle.name} has {later[0].kind} after {data['total']} instead of {expected} (QR-SRT)"

    # -- other dice -----------------------------------------------------------------------------------------------

    def _look_at_recovery(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        self.rallying = ""
        force = self.table.force_of(data["unit"])
        yield from self.differ(data, "26-1-2", value=force.lead.activation - 1)
        if self.recovers_surely(force):
            yield f"recovery: {force.name} at {force.hex} needs no die (26-1-1, G-09)"
        failed = data["dice"][0] >= force.lead.activation
        if later and failed != (later[0].kind == "not_recovered"):
            yield f"recovery: {force.name} with {data['dice'][0]} should {'fail' if failed else 'recover'} (26-1-2)"

    def recovers_surely(self, force: Force) -> bool:
        """Return whether a force recovers without a die (26-1-1, G-09).

        A force in the open needs a line for that. A force in a castle recovers so if nobody invests the castle.
        """
        garrison = self.table.castle_at.get(force.hex) if force.inside else None
        return self.model.has_line(force) if garrison is None else not self.table.is_invested(garrison)

    def compare_sure_recovery(self, data: Mapping[str, Any]) -> Iterator[str]:
        """Compare a recovery without a die: whether the book allows it, and the new morale (26-1-1, 26-1-2)."""
        force = self.table.force_of(data["unit"])
        self.rallying = ""
        if "SummonAll" in self.stack:
            return
        self.compared["sure_recovery"] += 1
        if not self.recovers_surely(force):
            yield f"recovery: {force.name} at {force.hex} has no line and needs a die (26-1-2)"
        if data["morale"] != force.lead.morale + 1:
            yield f"recovery: {force.name} comes to {data['morale']} from {force.lead.morale} (26-1-1)"

    def _look_at_replenishment(self, data: Mapping[str, Any], later: Sequence[Event]) -> Iterator[str]:
        force = self.table.force_of(data["unit"])
        column = self.model.replenishing_column(force)
        value = force.lead.morale
        yield from self.differ(data, "14-2", value=value, total=data["dice"][0] + value, column=column)
        name = self.model.armies[force.army]["replenishment"]
        steps = chart_results.look_up_replenishment(self.tables["replenishment"], name, column, data["dice"][0] + value)
        result = self.next_of(later, "replenished")
        if (
            result is not None
            and "castle" not in result.data
            and self.verb == "troops"
            and result.data["count"] != steps
        ):
            yield f"replenishment: {force.name} gets {result.data['count']} instead of {steps} (14-2-2, QR-REP)"

    # -- the check of lines ---------------------------------------------------------------------------------------

    def compare_check(self, later: Sequence[Event]) -> Iterator[str]:
        """Compare which forces have no line in the check of a turn. All are judged at once (11-3-1, 11-4-1, G-48)."""
        if self.checked_lines:
            return
        self.checked_lines = True
        forces_cut_off = {event.data["unit"] for event in later if event.kind == "no_line"}
        gone = {event.data["army"] for event in later if event.kind == "army_gone"}
        by_army: dict[str, set[str]] = {}
        cut = {self.table.units[name].army for name in forces_cut_off}
        armies = sorted({force.army for force in self.table.forces()})
        chosen = cut | set(armies[self.model.document["turn"] % ARMY_CHECK_INTERVAL :: ARMY_CHECK_INTERVAL])
        for force in self.table.forces():
            if not self.model.needs_line(force) or force.army not in chosen:
                continue
            if force.army not in by_army:
                by_army[force.army] = self.model.find_connected(force.army)
            if force.army in gone and force.name not in forces_cut_off:
                continue  # its army left the map before the force was checked (25-2)
            self.compared["line_check"] += 1
            if (force.name in forces_cut_off) == (force.name in by_army[force.army]):
                has = "a line" if force.name in by_army[force.army] else "no line"
                yield f"{force.name} at {force.hex} has {has} in the check (11-3-1, 11-4-1)"
