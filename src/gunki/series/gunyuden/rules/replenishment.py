"""Section 14: replenishing units and castles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.series.forces_and_castles.rules.losses import living
from gunki.series.gunyuden.rules.line_reasons import line_bars
from gunki.series.gunyuden.rules.lines_of_communication import is_at_ease, list_line_ends
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def replenish_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield the reasons if neither troops nor the castle can be replenished."""
    troops, castle = troops_bars(g, force), castle_bars(g, force)
    first = next(troops, None)
    second = next(castle, None) if first is not None else None
    if first is not None and second is not None:
        yield first
        reasons = [first, *troops]
        yield from reasons[1:]
        yield from (bar for bar in (second, *castle) if bar not in reasons)


def commander_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield why a commander can replenish neither troops nor castle (14-1-2).

    Organisation has already checked that the force is a commander's.
    """
    yield from g.replenishment_bars(force)
    if g.led[force]:
        yield Reason("14-1-2", "was_led", {"unit": force})


def troops_bars(g: G, force: int) -> Iterator[Reason]:
    yield from commander_bars(g, force)
    if all(g.steps[u] == 2 for u in g.members(force)):
        yield Reason("14-2", "nothing_lost", {"unit": force})
    yield from supply_bars(g, force)


def supply_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield why a force gets no new troops. The line is checked now (11-3(2))."""
    castle = g.castle_at(g.at[force])
    supplied = g.inside[force] and g.setup.castle_rules[castle].is_supplied(g, False)
    if g.inside[force] and g.besieged[castle] and not supplied:
        yield Reason("16-5", "castle_invested", {"castle": castle})
    elif not is_at_ease(g, force) and not supplied:
        yield Reason("11-4-2", "no_line", {"unit": force})
        yield from line_bars(g, force)


def castle_bars(g: G, force: int) -> Iterator[Reason]:
    yield from commander_bars(g, force)
    castle = g.castle_at(g.at[force])
    if castle < 0:
        yield Reason("14-3-1", "no_castle", {"hex": g.at[force]})
        return
    owner = g.owner[castle]
    # the castle has no owner because it is not in use; an abandoned castle (21-1) could be replenished
    if owner < 0 and not g.setup.in_use[castle]:
        yield Reason(g.setup.scenario_clauses.castles, "castle_not_used", {"castle": castle})
        return
    if owner >= 0 and not g.keeps(force, owner):
        yield Reason("14-3-2", "not_own_castle", {"castle": castle})
    if g.durability[castle] >= g.setup.full_durability:
        yield Reason("14-3", "castle_whole", {"castle": castle})
    if castle in g.tried:
        yield Reason("14-3-3", "once_a_stage", {"castle": castle})
    supplied = g.inside[force] and g.setup.castle_rules[castle].is_supplied(g, True)
    if g.inside[force] and g.besieged[castle] and not supplied:
        yield Reason("14-3-5", "castle_invested", {"castle": castle})
    elif not (is_at_ease(g, force) or supplied or rising_clauses(g, force, castle)):
        yield from g.ruin_bars(force, castle)
        yield Reason("11-4-2", "no_line", {"unit": force})
        yield from line_bars(g, force)


def rising_clauses(g: G, force: int, castle: int) -> tuple[str, ...]:
    """Return the clauses by which a force may restore a ruin without a line; an empty tuple if it may not.

    An army that has lost its main castles restores one of them without a line, because the line would have to end there
    (8-3-2). It does not restore the main castle of an ally on which it depends.
    """
    if g.owner[castle] >= 0 or not g.is_main_castle(force, castle):
        return ()
    return g.ruin_clauses(not list_line_ends(g, g.setup.army[force]))


def replenishment_result(g: G, force: int, die: int) -> int:
    """Return the result of a replenishment roll (14-2-2). Low morale lowers it (10-2(1))."""
    table, column = g.replenishment_table(force), g.replenishment_column(force)
    row = die - g.morale[force] - g.setup.replenish_first  # 14-2-3: low morale is subtracted
    cells: list[int] = g.setup.replenishment[table][column]
    return cells[min(max(row, 0), len(cells) - 1)] + g.replenishment_shift(force)


@dataclass(eq=False)
class Replenishment(Procedure):
    """14-2, 14-3: roll one die on the army's table. Then give the gains to units, or take away the deserters.

    Steps or durability come back (14.0).
    """

    seat: int
    force: int
    castle: int  # 1: the castle's durability, 0: the troops
    result: int = 0
    members: tuple[int, ...] = ()  # the units that may desert, even if their leader has deserted

    def start(self, g: G) -> Next:
        column = g.replenishment_column(self.force)
        return Roll(
            "replenishment",
            "14-2-2",
            1,
            "take_roll",
            data={"unit": self.force, "column": column, "chart": "replenishment", "value": -g.morale[self.force]},
            modified=True,
        )

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the value of the die: the steps or the durability that come back."""
        return Luck(self.seat, lambda die: replenishment_result(g, self.force, die))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.result = replenishment_result(g, self.force, dice[0])
        g.emit("replenished", "14-2-4", unit=self.force, count=self.result)
        return "replenish_castle" if self.castle else "replenish_troops"

    def replenish_castle(self, g: G) -> Next:
        castle = g.castle_at(g.at[self.force])
        g.tried = (*g.tried, castle)
        value = min(max(g.durability[castle] + self.result, 0), g.setup.full_durability)
        if value != g.durability[castle]:
            if g.owner[castle] < 0 and value:  # 21-1: an abandoned castle goes to the side that restores it
                without_line = () if is_at_ease(g, self.force) else rising_clauses(g, self.force, castle)
                g.set_owner(castle, g.restorer(castle, self.force), "21-1", *without_line)
            g.set_durability(castle, value, "14-3-4")
            if not value:
                return "lose_castle"
        return None

    def lose_castle(self, g: G) -> Next:
        """Abandon the castle, or let it fall with its garrison if an enemy is at its walls (21.0(2), G-61).

        If enemies are in the hex of the castle, the garrison has no place in the open there (15-6-2).
        """
        castle = g.castle_at(g.at[self.force])
        beset = g.besieged[castle] or g.outside(g.at[self.force], 1 - g.side(self.force))
        if beset or g.setup.options["replenished_to_ruin"] == "falls":
            return Call(g.rules.fall(castle), "over")
        g.abandon(castle)
        return None

    def replenish_troops(self, g: G) -> Next:
        if self.result > 0:
            lost = [u for u in g.members(self.force) if g.steps[u] < 2]
            if len(lost) <= self.result:
                return "restore_all"
            acts: list[Act] = [("restore", u) for u in lost]
            return Ask(
                self.seat, "restore", "14-2-5", acts, "restore_step", bars="restore_bars", exact=True,
                data={"count": self.result},
            )  # fmt: skip
        if self.result < 0:
            self.members = tuple(g.members(self.force))
            return "ask_deserter"
        return None

    def restore_bars(self, g: G, act: Act) -> Iterator[Reason]:
        unit = act[1]
        if g.leader[unit] != self.force:
            yield Reason("14-2-5", "not_in_force", {"unit": unit})
        elif g.steps[unit] == 2:
            yield Reason("14-2-4", "unit_whole", {"unit": unit})

    def restore_all(self, g: G) -> Next:
        """Restore every unit. Gains left over are lost (14-2-6)."""
        for u in g.members(self.force):
            if g.steps[u] < 2:
                g.gain_step(u, "14-2-4")
        self.result = 0
        return None

    def restore_step(self, g: G, act: Act) -> Next:
        g.gain_step(act[1], "14-2-4")
        self.result -= 1
        return "replenish_troops"

    def ask_deserter(self, g: G) -> Next:
        members = living(g, self.members)
        if not self.result or not members:
            return None
        if len(members) == 1:
            return "take_only_deserter"
        acts: list[Act] = [("desert", u) for u in members]
        return Ask(self.seat, "desert", "14-2-4", acts, "desert_unit", data={"count": -self.result})

    def take_only_deserter(self, g: G) -> Next:
        return self._desert(g, living(g, self.members)[0])

    def desert_unit(self, g: G, act: Act) -> Next:
        return self._desert(g, act[1])

    def _desert(self, g: G, unit: int) -> Next:
        self.result += 1
        g.lose_step(unit, "14-2-4", deserts=True)
        return "ask_deserter"
