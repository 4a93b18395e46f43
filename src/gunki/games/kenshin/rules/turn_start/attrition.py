"""Section 9-4-7: attrition."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Call, Next, Procedure, Roll
from gunki.games.kenshin.rules.combat.losses import Losses, settle_losses
from gunki.games.kenshin.rules.turn_start import supply
from gunki.games.kenshin.setup import ODA, UESUGI, KenshinSetup
from gunki.games.kenshin.state.position import BOX
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import part

#: The value of `alone` before it is known whether the units are isolated.
UNJUDGED = -1
#: The results of the table (TBL-ATTRITION A, TBL-ATTRITION B).
NOTHING, TENTH_DOWN, TENTH_UP = range(3)


@dataclass(eq=False)
class Attrition(Procedure):
    """One die for units of a force: for one clan's units out of supply (9-4-7(1)), or for a whole force.

    A whole force suffers attrition after a failed action check (9-4-7(2), 9-4-7(3)). At that moment it is checked
    whether the force is isolated (K-87).
    """

    seat: int
    units: tuple[int, ...]
    alone: int = UNJUDGED
    count: int = 0

    def start(self, g: G) -> Next:
        if self.alone == UNJUDGED:
            self.alone = int(any(supply.is_isolated(g, u) for u in self.units))
        if self.alone:
            g.emit("isolated", "9-4-7 isolated", unit=g.leader[self.units[0]], army=g.clan(self.units[0]))
        return "check"

    def check(self, g: G) -> Next:
        unit = g.leader[self.units[0]]
        value = g.setup.isolated_adds if self.alone else 0
        data = {
            "unit": unit,
            "army": g.clan(self.units[0]),
            "strength": count_attrition_base(g, self.units),
            "chart": "attrition",
            "value": value,
            "parts": [part("isolated", value, "9-4-7 isolated")] if value and g.log is not None else (),
        }
        return Roll("attrition", "9-4-7", 1, "take_roll", data=data, modified=True)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return what the die is worth: the fewer steps lost, the better."""
        strength, more = count_attrition_base(g, self.units), wait.data["value"]
        return Luck(self.seat, lambda die: -steps_lost(g.setup, strength, die + more))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        total = dice[0] + (g.setup.isolated_adds if self.alone else 0)
        self.count = steps_lost(g.setup, count_attrition_base(g, self.units), total)
        g.emit("attrition", "9-4-7", unit=g.leader[self.units[0]], count=self.count)
        return "lose_steps" if self.count else None

    def lose_steps(self, g: G) -> Next:
        return Call(AttritionLosses(self.seat, self.units, self.count, 0, "9-4-7"), "after_losses")

    def after_losses(self, g: G) -> Next:
        return settle_losses(g, "over")


def counts_units(g: G) -> bool:
    """Return whether the option `attrition_base` counts tenths in units instead of steps (K-22)."""
    return g.setup.options["attrition_base"] == "units"


def count_attrition_base(g: G, units: tuple[int, ...]) -> int:
    """Return the number of which a tenth is lost: of steps, or of units if `attrition_base` says so (K-22)."""
    alive = [u for u in units if g.at[u] >= BOX]
    return len(alive) if counts_units(g) else sum(g.steps[u] for u in alive)


def steps_lost(setup: KenshinSetup, strength: int, die: int) -> int:
    """Return the loss at a modified die (TBL-ATTRITION).

    For a die beyond the table its first or last row counts (K-22). TBL-ATTRITION A rounds down, TBL-ATTRITION B rounds
    up.
    """
    result, divisor = setup.attrition[min(max(die, 1), 6) - 1], setup.attrition_divisor
    if result == NOTHING:
        return 0
    return strength // divisor if result == TENTH_DOWN else -(-strength // divisor)


@dataclass(eq=False)
class AttritionLosses(Losses):
    """K-22: losses of attrition. Units with two steps lose one first. If units are counted, whole units are lost."""

    def start(self, g: G) -> Next:  # type: ignore[override]
        if not counts_units(g):
            return super().start(g)
        alive = self.alive(g)
        if self.count <= 0 or not alive:
            return None
        if self.count >= len(alive):
            return "eliminate_all"
        return self._choice(g, [("lose", u) for u in self.choices(g, alive)], "lose_step")

    def _choice(self, g: G, acts: list[Act], then: str) -> Next:  # type: ignore[override]
        return self.ask(g, self.seat, "attrition", "9-4-7", acts, then, data=self.question_data(acts), verbs=("lose",))

    def lose_step(self, g: G, act: Act) -> Next:  # type: ignore[override]
        if not counts_units(g):
            return super().lose_step(g, act)
        self.count -= 1
        g.eliminate_all([act[1]], self.clause)
        return "start"


# -- 9-4: the check at the start of a turn ----------------------------------------------------------------------------


@dataclass(eq=False)
class SupplyCheck(Procedure):
    """9-4-7(1): all lines of both sides are checked first, then each force and clan without one rolls (K-22, K-40).

    `units`: the units that still have to roll. `forces`: the forces that these units were in at the check.
    """

    units: tuple[int, ...] = ()
    forces: tuple[int, ...] = ()
    alone: tuple[int, ...] = ()  # the units that were isolated at the check

    def start(self, g: G) -> Next:
        pairs = [pair for side in (UESUGI, ODA) for pair in supply.cut_off(g, side)]
        self.forces, self.units = tuple(force for force, _ in pairs), tuple(unit for _, unit in pairs)
        self.alone = tuple(unit for unit in self.units if supply.is_isolated(g, unit))
        return "next_group"

    def next_group(self, g: G) -> Next:
        if not self.units:
            return None
        clan, force = g.clan(self.units[0]), self.forces[0]
        count = 1
        while self.forces[count : count + 1] == (force,) and g.clan(self.units[count]) == clan:
            count += 1
        group = tuple(u for u in self.units[:count] if g.at[u] > BOX)
        self.units, self.forces = self.units[count:], self.forces[count:]
        if not group:
            return "next_group"
        unit, alone = g.leader[group[0]], int(group[0] in self.alone)
        g.emit("out_of_supply", "9-4", unit=unit, army=clan)
        return Call(Attrition(g.side_of[unit], group, alone), "next_group")
