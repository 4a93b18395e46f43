"""Sections 18-2 and 19 as revised: siege dice with incidents, and assaults in which both sides roll (R-3, R-4, R-5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.series.forces_and_castles.rules.losses import all_units, forces_of, list_eliminations, part
from gunki.series.gunyuden.rules.combat.losses import field_luck
from gunki.series.gunyuden.rules.sieges import siege
from gunki.series.gunyuden.show import fights
from gunki.series.gunyuden.state.position import GunyudenPosition
from gunki.series.gunyuden_revised.state.position import RevisedPosition as G


@dataclass(eq=False)
class Assault(Procedure):
    """19.0, 19-2, R-4: the assailants and the castle roll on the table of all battles (QR-CRT-assault).

    The castle rolls even if nobody is inside (19-2-2). Both results are read before any loss is taken. The castle takes
    its losses first, then the assailants take theirs. At the end the castle falls if its durability is 0.
    """

    seat: int
    forces: tuple[int, ...]
    castle: int
    attack_die: int = 0
    damage: int = 0  # losses of the castle: points of durability, or steps of units inside
    damage_fatal: int = 0
    steps: int = 0  # losses of the assailants
    fatal: int = 0
    units: tuple[int, ...] = ()  # the assailants' units, which have assaulted even if their leader falls

    def is_fight(self) -> bool:
        return True

    def start(self, g: G) -> Next:
        self.units = all_units(g, self.forces)
        return "assault"

    def assault(self, g: G) -> Next:
        data = self._data(g, self._strength(g), self._attack_parts(g), 0)
        return Roll("assault", "19-2-3", 1, "take_assault_roll", data=data | {"unit": self.forces[0]}, modified=True)

    def _strength(self, g: G) -> int:
        """Return the strength of the assailants (19-2-1)."""
        return g.sum_strength(forces_of(g, self.units))

    def _data(self, g: G, strength: int, parts: list[dict[str, Any]], rolls: int) -> dict[str, Any]:
        return {
            "castle": self.castle,
            "strength": strength,
            "chart": "field_battle",
            "column": g.setup.field.column(strength),
            "value": sum(p["value"] for p in parts),
            "parts": parts if g.log is not None else (),
            "fight": fights.storm(g, self.castle, self.units, rolls, not rolls),
        }

    def _attack_parts(self, g: G) -> list[dict[str, Any]]:
        """Return the modifiers of the assailants. The castle's level and the ground count against them."""
        setup, h = g.setup, g.setup.castle_hex[self.castle]
        terrain = setup.castle_rules[self.castle].assault_terrain(g)
        parts = [
            part("level", -setup.level[self.castle], "19-3-1", castle=setup.castles[self.castle]),
            part("terrain", terrain, "19-3-3", terrain=setup.map.terrain_at(h)),
            part("morale", self._morale(g), "19-3-2"),
        ]
        return [p for p in parts if p["value"]]

    def _sally_parts(self, g: G) -> list[dict[str, Any]]:
        """Return the modifiers of the castle. Its level counts in its favour. The ground does not count."""
        setup = g.setup
        parts = [
            part("level", setup.level[self.castle], "19-3-1", castle=setup.castles[self.castle]),
            part("morale", -self._morale(g), "19-3-2"),
        ]
        return [p for p in parts if p["value"]]

    def _morale(self, g: G) -> int:
        return g.lowest_morale(forces_of(g, self.units)) - g.castle_morale(self.castle)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the value of a roll: the losses of the other side."""
        if wait.name == "assault":
            return field_luck(g, self.seat, self._strength(g), self._attack_parts(g))
        inside = g.garrison(self.castle)
        seat = g.seat(inside[0]) if inside else g.seat_of[g.owner[self.castle]]
        return field_luck(g, seat, g.sum_strength(inside), self._sally_parts(g))

    def take_assault_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.attack_die = dice[0]
        return "sally"

    def sally(self, g: G) -> Next:
        data = self._data(g, g.sum_strength(g.garrison(self.castle)), self._sally_parts(g), 1)
        return Roll("sally", "19-2-3", 1, "take_sally_roll", data=data, modified=True)

    def take_sally_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        attack = self.attack_die + sum(p["value"] for p in self._attack_parts(g))
        sally = dice[0] + sum(p["value"] for p in self._sally_parts(g))
        self.damage, self.damage_fatal = g.setup.field(self._strength(g), attack)
        self.steps, self.fatal = g.setup.field(g.sum_strength(g.garrison(self.castle)), sally)
        if g.log is not None:
            g.emit("assault_result", "19-4", castle=self.castle, dealt=self.damage, taken=self.steps)
        return "ask_losses"

    # The castle's owner takes each point of loss from the walls or from the garrison.

    def _inside(self, g: G) -> list[int]:
        return [u for f in g.garrison(self.castle) for u in g.members(f)]

    def ask_losses(self, g: G) -> Next:
        inside, walls = self._inside(g), g.durability[self.castle]
        if not self.damage or not (inside or walls):
            return "lose_assailants"
        if self.damage >= walls + sum(g.steps[u] for u in inside):
            return "overrun"
        acts = self._losses(g)
        if len(acts) == 1:
            return "take_only_loss"
        seat, data = g.seat_of[g.owner[self.castle]], {"castle": self.castle, "count": self.damage}
        return Ask(
            seat, "breach", "19-4-1", acts, "take_loss_choice", bars="bars", exact=True, data=data,
            verbs=("wall", "lose", "fall"),
        )  # fmt: skip

    def _losses(self, g: G) -> list[Act]:
        """Return the losses from which the castle's owner chooses.

        If the mark demands the elimination of a unit, only units that the points suffice to eliminate may be chosen. If
        there are none, the mark has no effect (G-17).
        """
        inside = self._inside(g)
        dead = list_eliminations(g, inside, self.damage) if self.damage_fatal else []
        walls: list[Act] = [("wall",)] if g.durability[self.castle] else []
        return dead or [*walls, *(("lose", u) for u in inside)]

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act in self._losses(g):
            return
        inside = self._inside(g)
        if act[0] == "wall" and not g.durability[self.castle]:
            yield Reason("19-4-1", "no_walls_left", {"castle": self.castle})
        elif act[0] != "wall" and act[1] not in inside:
            yield Reason("19-4-1", "not_in_garrison", {"unit": act[1]})
        elif act[0] != "fall":
            yield Reason("19-4-3", "eliminate_first", {"unit": inside[0]})
        elif not (self.damage_fatal and list_eliminations(g, inside, self.damage)):
            yield Reason("19-4-3", "no_bullet", {"unit": act[1]})
        else:
            yield Reason("19-4-3", "too_many_steps", {"unit": act[1], "count": self.damage})

    def take_only_loss(self, g: G) -> Next:
        return self.take_loss_choice(g, self._losses(g)[0])

    def take_loss_choice(self, g: G, act: Act) -> Next:
        if act[0] == "wall":
            self.damage -= 1
            g.set_durability(self.castle, g.durability[self.castle] - 1, "19-4-1")
        elif act[0] == "lose":
            self.damage -= 1
            g.lose_step(act[1], "19-4-1")
        else:  # the unit whose elimination the mark demands loses all its steps at once
            self.damage_fatal = 0
            for _ in range(g.steps[act[1]]):
                self.damage -= 1
                g.lose_step(act[1], "19-4-3")
        return "ask_losses"

    def overrun(self, g: G) -> Next:
        """Take all durability and all units of the castle. Damage beyond that has no effect."""
        inside = self._inside(g)
        most = g.durability[self.castle] + sum(g.steps[u] for u in inside)
        if g.log is not None and self.damage > most:
            g.emit("capped", "19-4-1", hits=self.damage, count=most, cap="castle_gone")
        self.damage = 0
        if g.durability[self.castle]:
            g.set_durability(self.castle, 0, "19-4-1")
        g.eliminate_all(inside, "19-4-1")
        return "lose_assailants"

    def lose_assailants(self, g: G) -> Next:
        return Call(g.rules.losses(self.seat, self.units, self.steps, self.fatal, "19-4-2"), "settle_outcome")

    def settle_outcome(self, g: G) -> Next:
        """Let the castle fall if its durability is 0 (21(2))."""
        if not g.durability[self.castle] and g.owner[self.castle] >= 0:
            return Call(g.rules.fall(self.castle, tuple(forces_of(g, self.units))), "over")
        return None


def assault_bars(g: G, forces: tuple[int, ...], castle: int) -> Iterator[Reason]:
    """Yield the reasons against an assault. Forces need not be stronger than the garrison (19-1-3)."""
    if castle in g.called:
        yield Reason("20-1-1", "was_called", {"castle": castle})


@dataclass(eq=False)
class SiegeResults(siege.SiegeResults):
    """18-2, R-5: a die for each invested castle; a 1 brings an incident, for which another die is rolled."""

    traitors: int = 0  # how many units the owner must still give up

    def roll(self, g: GunyudenPosition) -> Next:
        """Roll the siege die, which has no modifiers (18-2-2)."""
        data = {
            "castle": self.castle, "value": 0, "chart": "siege", "parts": (), "count": g.crowd(self.castle),
            "fight": fights.siege(g, self.castle),
        }  # fmt: skip
        return Roll("siege", "18-2-1", 1, "take_roll", data=data, modified=True)

    def take_roll(self, g: GunyudenPosition, dice: tuple[int, ...]) -> Next:
        """Apply the siege die (QR-SRT). A 4 lowers morale too if the castle has more units than it can feed (QR-GL)."""
        result = g.setup.siege_result(dice[0], g.crowd(self.castle), g.setup.level[self.castle])
        if result == "incident":
            return "roll_incident"
        if result == "morale":
            return "morale_falls"
        g.emit("siege_without_effect", "18-2-1", castle=self.castle)
        return "start"

    def roll_incident(self, g: G) -> Next:
        parts = self._parts(g)
        data = {
            "castle": self.castle, "value": sum(p["value"] for p in parts), "chart": "incident",
            "parts": parts if g.log is not None else (), "fight": fights.siege(g, self.castle),
        }  # fmt: skip
        return Roll("incident", "QR-INC", 1, "take_incident_roll", data=data, modified=True)

    def _parts(self, g: G) -> list[dict[str, Any]]:
        """Return the modifier of an incident: low morale inside lowers the die (Y-13)."""
        morale = g.castle_morale(self.castle) - g.lowest_morale(g.investors(self.castle))
        return [part("morale", morale, "QR-INC")] if morale else []

    def take_incident_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        total = dice[0] + sum(p["value"] for p in self._parts(g))
        name, effect, count = g.setup.incident(total)
        g.emit("incident", "QR-INC", castle=self.castle, incident=name)
        if effect == "morale":
            return "morale_falls"
        if effect == "durability":
            return self._crumble(g, count)
        if effect == "besiegers_morale":
            g.shake(g.investors(self.castle), count, "QR-INC", killed=True)
            return "start"
        self.traitors = count
        return "ask_traitors"

    def _crumble(self, g: G, count: int) -> Next:
        g.set_durability(self.castle, max(0, g.durability[self.castle] - count), "QR-INC")
        return "start" if g.durability[self.castle] else "crumbles"

    def ask_traitors(self, g: G) -> Next:
        """Ask the owner which units to give up. For each unit that is missing, the castle loses durability instead."""
        inside = [u for f in g.garrison(self.castle) for u in g.members(f)]
        if not self.traitors:
            return "start"
        if len(inside) <= self.traitors:
            return "betray_all"
        acts: list[Act] = [("traitor", u) for u in inside]
        seat, data = g.seat_of[g.owner[self.castle]], {"castle": self.castle, "count": self.traitors}
        return Ask(seat, "traitors", "QR-INC", acts, "betray_unit", data=data)

    def betray_all(self, g: G) -> Next:
        inside = [u for f in g.garrison(self.castle) for u in g.members(f)]
        missing, self.traitors = self.traitors - len(inside), 0
        g.eliminate_all(inside, "QR-INC")
        return self._crumble(g, missing) if missing else "start"

    def betray_unit(self, g: G, act: Act) -> Next:
        self.traitors -= 1
        g.eliminate(act[1], "QR-INC")
        return "ask_traitors"
