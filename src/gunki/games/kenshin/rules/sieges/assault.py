"""Sections 13-2 to 13-5: assaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.definition.lexicon import NONE
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next, Procedure, Roll
from gunki.core.show.fights import counter, limit
from gunki.games.kenshin.rules.combat.battle import ATTACKER, DEFENDER, Battle
from gunki.games.kenshin.rules.combat.losses import Losses, settle_losses
from gunki.games.kenshin.rules.combat.retreat import Retreat
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import forces_of, living, part
from gunki.series.forces_and_castles.state.layers import replace_value


@dataclass(eq=False)
class Assault(Battle):
    """11(2), 13-3: forces before an enemy castle, invested or not (13-2-2), attack it and its garrison.

    The assault goes on until the castle falls or the assailants retreat or stop (13-3-2).
    """

    double: int = 0  # whether the attacker has rolled the same number twice (13-5 doubles)

    def start(self, g: G) -> Next:
        castle = g.castle_at(self.hex)
        self.defenders = tuple(g.inside_units(castle))
        if g.log is not None:
            unit = forces_of(g, self.attackers)[0]
            g.emit("assault", "13-2", unit=unit, castle=castle, fight=self.describe_fight(g, opens=True))
        return "ask_chief"

    def strength(self, g: G, who: int) -> int:
        """Return the strength of a side.

        Assailants count at most three times the printed durability (13-3-3, K-49). The castle adds one point to the
        garrison (13-3-4, 13-5-2, K-07).
        """
        steps, setup = super().strength(g, who), g.setup
        if who == DEFENDER:
            return steps + setup.castle_adds
        return min(steps, setup.assault_cap * setup.max_durability(g.castle_at(self.hex)))

    def describe_side(self, g: G, who: int) -> dict[str, Any]:
        side, setup, castle = super().describe_side(g, who), g.setup, g.castle_at(self.hex)
        if who == DEFENDER:
            name, owner = setup.castles[castle], setup.armies[g.owner[castle]] if g.owner[castle] >= 0 else NONE
            walls = counter("castle", name, owner, "castle", {"durability": g.durability[castle]})
            return {**side, "clan": owner, "pieces": [walls, *side["pieces"]]}
        whole = super().strength(g, who)
        return {**side, "limit": limit(whole, "assault", "13-3-3")} if whole > side["strength"] else side

    def parts(self, g: G, who: int) -> list[dict[str, Any]]:
        """Return the modifiers, all added up (13-3-5 cumulative).

        They are the strength of the castle (13-3-5 A(1), 13-3-5 D(1)) and the better leader, whatever the difference
        (13-3-5 A(2), 13-3-5 D(2)). An empty castle has no leader (K-51).
        """
        side = "A" if who == ATTACKER else "D"
        modifiers = self.castle_part(g, who, f"13-3-5 {side}(1)")
        for better in self.ability_part(g, who, f"13-3-5 {side}(2)"):
            better["value"] = g.setup.assault_better if better["value"] > 0 else -g.setup.assault_better
            modifiers.append(better)
        return modifiers

    def castle_part(self, g: G, who: int, clause: str) -> list[dict[str, Any]]:
        """Return castle strength as a modifier, if it is not 0 (8-3-2)."""
        castle = g.castle_at(self.hex)
        value = g.setup.castle_strength[castle] * (-1 if who == ATTACKER else 1)
        return [part("castle", value, clause, castle=g.setup.castles[castle])] if value else []

    # -- a round ------------------------------------------------------------------------------------------------------

    def attack(self, g: G) -> Next:
        data = {"castle": g.castle_at(self.hex)} | self.figures(g, ATTACKER, self.parts(g, ATTACKER))
        return Roll("assault", "13-3", 2, "take_attack_roll", data=data, modified=True)

    def take_attack_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.double = int(dice[0] == dice[1])
        return super().take_attack_roll(g, dice)

    def defend(self, g: G) -> Next:
        data = {"castle": g.castle_at(self.hex)} | self.figures(g, DEFENDER, self.parts(g, DEFENDER))
        return Roll("garrison", "13-3", 2, "take_defence_roll", data=data, modified=True)

    def round_clause(self) -> str:
        return "13-3"

    def losses(self, g: G, who: int, count: int) -> Procedure:
        """Return the procedure of losses (13-4)."""
        if who == ATTACKER:
            return AssailantLosses(self.seat, self.attackers, count, 0, "12-3", self.hex)
        return Walls(1 - self.seat, self.defenders, count, g.castle_at(self.hex))

    def after_losses(self, g: G) -> Next:
        """Let the castle fall at durability 0 (13-5-3); else settle the losses."""
        castle = g.castle_at(self.hex)
        if not g.durability[castle]:
            g.fall(castle, self.seat, "13-5-3")
            return settle_losses(g, "over")
        return super().after_losses(g)

    def judge(self, g: G) -> Next:
        """End the assault, retreat or ask whether to press on (13-5).

        A double closes the castle, whatever else happened in the round (K-50).
        """
        castle = g.castle_at(self.hex)
        if self.double:
            g.stormed = replace_value(g.stormed, castle, 1)
            g.emit("assault_closed", "13-5 doubles", castle=castle)
        if not self.alive(g, ATTACKER):
            return None
        if not self.is_fresh(g, ATTACKER):
            return self.begin_retreat(g, ATTACKER)
        return None if self.double else "press_on"

    def press_on(self, g: G) -> Next:
        acts: list[Act] = [("storm_on",), ("stop",)]
        data = {"castle": g.castle_at(self.hex)}
        return self.ask(g, self.seat, "press_on", "13-5 stop", acts, "take_press_on_answer", bars="", data=data)

    def take_press_on_answer(self, g: G, act: Act) -> Next:
        return "ask_chief" if act[0] == "storm_on" else "over"

    # -- 13-5-1: the assailants are driven off ------------------------------------------------------------------------

    def retreat_clause(self) -> str:
        return "13-5"

    def may_pursue(self, g: G) -> bool:
        """Return whether there is a garrison: an empty castle does not pursue (K-51)."""
        return bool(self.alive(g, DEFENDER))

    def pursuit_clause(self) -> str:
        return "13-5-1"

    def may_escape(self) -> bool:
        """Return False: this pursuit always succeeds (K-11)."""
        return False

    def pursuit_parts(self, g: G, who: int) -> list[dict[str, Any]]:
        """Return the modifiers of a pursuit: the whole difference of abilities, and the castle (13-5-2, K-11)."""
        return [*super().pursuit_parts(g, who), *self.castle_part(g, who, "13-5-2")]

    def retreat(self, g: G, who: int, body: int) -> Procedure:
        """Return the retreat of a force, one hex (13-5)."""
        return Retreat(self.seat, tuple(g.members(body)), self.hex, g.setup.assault_retreat)


@dataclass(eq=False)
class AssailantLosses(Losses):
    """13-4-1: losses of assailants, by the rules of field battles; only the clause differs."""

    def order_clause(self) -> str:
        return "13-4-1"


@dataclass(eq=False)
class Walls(AutoAnswering):
    """13-4, 13-4-1 garrison: for each hit the garrison loses a step of a unit inside, or a point of durability."""

    seat: int
    units: tuple[int, ...]
    count: int
    castle: int

    def start(self, g: G) -> Next:
        alive, left = living(g, self.units), g.durability[self.castle]
        if not self.count or not left:
            return None
        if not alive or self.count >= left + sum(g.steps[u] for u in alive):
            return "lose_all"
        acts: list[Act] = [*(("lose", u) for u in alive), ("breach",)]
        data = {"castle": self.castle, "count": self.count}
        return self.ask(g, self.seat, "walls", "13-4-1 garrison", acts, "take_choice", data=data, verbs=("lose",))

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "lose" and act[1] not in living(g, self.units):
            yield Reason("12-3", "not_involved", {"unit": act[1]})

    def lose_all(self, g: G) -> Next:
        """Take the losses without a choice: the castle is empty (K-51), or everything is lost."""
        left = g.durability[self.castle]
        most = left + sum(g.steps[u] for u in living(g, self.units))
        if g.log is not None and self.count > most:
            g.emit("capped", "13-4", hits=self.count, count=most, cap="castle_gone")
        g.set_durability(self.castle, max(0, left - self.count), "8-1-1")
        return None

    def take_choice(self, g: G, act: Act) -> Next:
        self.count -= 1
        if act[0] == "lose":
            g.lose_step(act[1], "13-4")
        else:
            g.set_durability(self.castle, g.durability[self.castle] - 1, "8-1-1")
        return "start"
