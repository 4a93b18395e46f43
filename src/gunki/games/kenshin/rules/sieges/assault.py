"""Sections 13-2 to 13-5: assaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.definition.lexicon import NONE
from gunki.core.rules.decision import Act, Bar
from gunki.core.rules.forced_choice import Asking
from gunki.core.rules.procedure import Next, Procedure, Roll
from gunki.core.show.fights import counter, limit
from gunki.games.kenshin.rules.combat.battle import ATTACKER, DEFENDER, Battle
from gunki.games.kenshin.rules.combat.losses import Losses, settled
from gunki.games.kenshin.rules.combat.retreat import Retreat
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import forces_of, living, part
from gunki.series.forces_and_castles.state.layers import altered


@dataclass(eq=False)
class Assault(Battle):
    """11(2), 13-3: forces before an enemy castle, invested or not (13-2-2), attack it and its garrison, until it falls
    or they retreat or stop (13-3-2)."""

    double: int = 0  # whether the attacker has rolled the same number twice (13-5 doubles)

    def start(self, g: G) -> Next:
        castle = g.castle_at(self.hex)
        self.defenders = tuple(g.inside_units(castle))
        if g.log is not None:
            unit = forces_of(g, self.attackers)[0]
            g.tell("assault", "13-2", unit=unit, castle=castle, fight=self.shown(g, opens=True))
        return "chiefs"

    def strength(self, g: G, who: int) -> int:
        """13-3-3, K-49: assailants count at most three times the printed durability; 13-3-4, 13-5-2, K-07: the castle
        itself is one point of the garrison's."""
        found, setup = super().strength(g, who), g.setup
        if who == DEFENDER:
            return found + setup.castle_adds
        return min(found, setup.assault_cap * setup.printed_durability(g.castle_at(self.hex)))

    def shown_side(self, g: G, who: int) -> dict[str, Any]:
        found, setup, castle = super().shown_side(g, who), g.setup, g.castle_at(self.hex)
        if who == DEFENDER:
            name, owner = setup.castles[castle], setup.armies[g.owner[castle]] if g.owner[castle] >= 0 else NONE
            walls = counter("castle", name, owner, "castle", {"durability": g.durability[castle]})
            return {**found, "clan": owner, "pieces": [walls, *found["pieces"]]}
        whole = super().strength(g, who)
        return {**found, "limit": limit(whole, "assault", "13-3-3")} if whole > found["strength"] else found

    def parts(self, g: G, who: int) -> list[dict[str, Any]]:
        """13-3-5 A(1), 13-3-5 D(1): the strength of the castle; 13-3-5 A(2), 13-3-5 D(2): and who has the better
        leader, by however much; K-51: nobody leads an empty castle. All of it is added up (13-3-5 cumulative)."""
        side = "A" if who == ATTACKER else "D"
        found = self.castle_part(g, who, f"13-3-5 {side}(1)")
        for better in self.ability_part(g, who, f"13-3-5 {side}(2)"):
            better["value"] = g.setup.assault_better if better["value"] > 0 else -g.setup.assault_better
            found.append(better)
        return found

    def castle_part(self, g: G, who: int, clause: str) -> list[dict[str, Any]]:
        """8-3-2: castle strength."""
        castle = g.castle_at(self.hex)
        value = g.setup.castle_strength[castle] * (-1 if who == ATTACKER else 1)
        return [part("castle", value, clause, castle=g.setup.castles[castle])] if value else []

    # -- a round ------------------------------------------------------------------------------------------------------

    def attack(self, g: G) -> Next:
        data = {"castle": g.castle_at(self.hex)} | self.figures(g, ATTACKER, self.parts(g, ATTACKER))
        return Roll("assault", "13-3", 2, "attacked", data=data, modified=True)

    def attacked(self, g: G, dice: tuple[int, ...]) -> Next:
        self.double = int(dice[0] == dice[1])
        return super().attacked(g, dice)

    def defence(self, g: G) -> Next:
        data = {"castle": g.castle_at(self.hex)} | self.figures(g, DEFENDER, self.parts(g, DEFENDER))
        return Roll("garrison", "13-3", 2, "defended", data=data, modified=True)

    def round_clause(self) -> str:
        return "13-3"

    def losses(self, g: G, who: int, count: int) -> Procedure:
        """13-4."""
        if who == ATTACKER:
            return AssailantLosses(self.seat, self.attackers, count, 0, "12-3", self.hex)
        return Walls(1 - self.seat, self.defenders, count, g.castle_at(self.hex))

    def lost(self, g: G) -> Next:
        """13-5-3: at durability 0 the castle falls."""
        castle = g.castle_at(self.hex)
        if not g.durability[castle]:
            g.fall(castle, self.seat, "13-5-3")
            return settled(g, "over")
        return super().lost(g)

    def judge(self, g: G) -> Next:
        """13-5: in this order. K-50: a double closes the castle, whatever else has happened in that round."""
        castle = g.castle_at(self.hex)
        if self.double:
            g.stormed = altered(g.stormed, castle, 1)
            g.tell("assault_closed", "13-5 doubles", castle=castle)
        if not self.alive(g, ATTACKER):
            return None
        if not self.fresh(g, ATTACKER):
            return self.retreats(g, ATTACKER)
        return None if self.double else "press_on"

    def press_on(self, g: G) -> Next:
        acts: list[Act] = [("storm_on",), ("stop",)]
        data = {"castle": g.castle_at(self.hex)}
        return self.ask(g, self.seat, "press_on", "13-5 stop", acts, "pressed", bars="", data=data)

    def pressed(self, g: G, act: Act) -> Next:
        return "chiefs" if act[0] == "storm_on" else "over"

    # -- 13-5-1: the assailants are driven off ------------------------------------------------------------------------

    def retreat_clause(self) -> str:
        return "13-5"

    def may_pursue(self, g: G) -> bool:
        """K-51: an empty castle does not pursue."""
        return bool(self.alive(g, DEFENDER))

    def pursuit_clause(self) -> str:
        return "13-5-1"

    def may_escape(self) -> bool:
        """K-11: this pursuit always succeeds."""
        return False

    def pursuit_parts(self, g: G, who: int) -> list[dict[str, Any]]:
        """13-5-2, K-11: the whole difference of the abilities, and the castle."""
        return [*super().pursuit_parts(g, who), *self.castle_part(g, who, "13-5-2")]

    def retreat(self, g: G, who: int, body: int) -> Procedure:
        """13-5: one hex."""
        return Retreat(self.seat, tuple(g.members(body)), self.hex, g.setup.assault_retreat)


@dataclass(eq=False)
class AssailantLosses(Losses):
    """13-4-1: assailants lose like everybody in the field, under a number of their own."""

    def order(self) -> str:
        return "13-4-1"


@dataclass(eq=False)
class Walls(Asking):
    """13-4, 13-4-1 garrison: for each hit the garrison loses a step of anybody inside, or the castle durability."""

    seat: int
    units: tuple[int, ...]
    count: int
    castle: int

    def start(self, g: G) -> Next:
        alive, left = living(g, self.units), g.durability[self.castle]
        if not self.count or not left:
            return None
        if not alive or self.count >= left + sum(g.steps[u] for u in alive):
            return "crumbles"
        acts: list[Act] = [*(("lose", u) for u in alive), ("breach",)]
        data = {"castle": self.castle, "count": self.count}
        return self.ask(g, self.seat, "walls", "13-4-1 garrison", acts, "chosen", data=data, verbs=("lose",))

    def bars(self, g: G, act: Act) -> Iterator[Bar]:
        if act[0] == "lose" and act[1] not in living(g, self.units):
            yield Bar("12-3", "not_involved", {"unit": act[1]})

    def crumbles(self, g: G) -> Next:
        """Nobody has a choice: an empty castle (K-51), or everything is lost."""
        left = g.durability[self.castle]
        most = left + sum(g.steps[u] for u in living(g, self.units))
        if g.log is not None and self.count > most:
            g.tell("capped", "13-4", hits=self.count, count=most, cap="castle_gone")
        g.set_durability(self.castle, max(0, left - self.count), "8-1-1")
        return None

    def chosen(self, g: G, act: Act) -> Next:
        self.count -= 1
        if act[0] == "lose":
            g.lose_step(act[1], "13-4")
        else:
            g.set_durability(self.castle, g.durability[self.castle] - 1, "8-1-1")
        return "start"
