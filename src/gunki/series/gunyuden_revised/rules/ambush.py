"""Ambush, which the revised edition adds (R-8): a force lies in wait, and strikes enemies that march past."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.series.forces_and_castles.rules.losses import forces_of, list_eliminations, living, part
from gunki.series.gunyuden.rules.combat.losses import field_data, field_luck
from gunki.series.gunyuden.rules.combat.retreat import costs_a_step, retreat_bars
from gunki.series.gunyuden.show.fights import clash
from gunki.series.gunyuden.state.position import GunyudenPosition
from gunki.series.gunyuden_revised.state.position import COVER_TERRAIN, RevisedPositionOf
from gunki.series.gunyuden_revised.state.position import RevisedPosition as G


def ambush_bars(g: GunyudenPosition, force: int) -> Iterator[Reason]:
    """Yield the reasons against an ambush. A force needs cover, no castle in its hex, and no part in a siege."""
    assert isinstance(g, RevisedPositionOf)
    h = g.at[force]
    if g.inside[force]:
        yield Reason("QR-CRT-ambush", "inside_castle", {"unit": force})
        return
    if g.is_investing(force):
        yield Reason("QR-CRT-ambush", "investing", {"unit": force})
    if g.has_standing_castle(h):
        yield Reason("QR-CRT-ambush", "castle_here", {"hex": h})
    if g.setup.map.terrain_at(h) not in COVER_TERRAIN:
        yield Reason("QR-CRT-ambush", "no_cover", {"hex": h, "terrain": g.setup.map.terrain_at(h)})
    if g.ambush[force]:
        yield Reason("QR-CRT-ambush", "in_ambush", {"unit": force})


@dataclass(eq=False)
class LieInWait(Procedure):
    """The action of lying in ambush. Its marker is visible to all seats."""

    seat: int
    force: int

    def start(self, g: G) -> Next:
        g.lie_in_wait(self.force)
        g.emit("lies_in_ambush", "QR-CRT-ambush", unit=self.force, hex=g.at[self.force])
        return None


@dataclass(eq=False)
class Ambush(Procedure):
    """A march has come to a hex beside enemies in ambush. One after the other, they may strike the marching force."""

    victim: int
    trail: tuple[int, ...]  # the hexes of the victim's march so far
    force: int = -1  # the force in ambush that strikes, or that may strike next
    asked: tuple[int, ...] = ()
    units: tuple[int, ...] = ()  # the units of the victim; kept because their leader may fall
    losses: int = 0
    fatal: int = 0
    gone: int = 0  # how many hexes the victim has fallen back

    def is_fight(self) -> bool:
        return True

    def start(self, g: G) -> Next:
        if not self.units:
            self.units = tuple(g.members(self.victim))
        alive = living(g, self.units)
        if not alive or g.at[alive[0]] != self.trail[-1] or g.let_pass:
            return None
        left = [f for f in g.ambushers(g.leader[alive[0]]) if f not in self.asked]
        if not left:
            return None
        self.force = left[0]
        return "ask_spring"

    def ask_spring(self, g: G) -> Next:
        acts: list[Act] = [("spring",), ("let_pass",), ("let_all_pass",)]
        data = {"unit": self.force, "other_unit": g.leader[living(g, self.units)[0]], "hex": self.trail[-1]}
        return Ask(g.seat(self.force), "spring", "QR-CRT-ambush", acts, "take_choice", data=data)

    def take_choice(self, g: G, act: Act) -> Next:
        self.asked = (*self.asked, self.force)
        if act[0] == "spring":
            g.fight(g.members(self.force), living(g, self.units))
            g.surprised = 1
            return "strike"
        g.let_pass = int(act[0] == "let_all_pass")
        return "start"

    def strike(self, g: G) -> Next:
        strengths = g.strength(self.force), g.sum_strength(forces_of(g, self.units))
        fight = clash(g, self.trail[-1], g.members(self.force), self.units, strengths, 0, True)
        data = field_data(g, strengths[0], self._parts(g), self.force, self.trail[-1], fight)
        return Roll("ambush", "QR-CRT-ambush", 1, "take_roll", data=data, modified=True)

    def _parts(self, g: G) -> list[dict[str, Any]]:
        """Return the modifiers: surprise, the highest-ranking leader of the ambush, and morale.

        The victim's leader, the ground and rivers do not count.
        """
        best = g.best_leader(g.members(self.force))
        morale = g.lowest_morale([self.force]) - g.lowest_morale(forces_of(g, self.units))
        parts = [
            part("surprise", g.setup.surprise, "QR-CRT-ambush"),
            part("leader", g.setup.modifier[best], "QR-CRT-ambush", unit=g.setup.units[best]),
            part("morale", morale, "QR-CRT-ambush"),
        ]
        return [p for p in parts if p["value"]]

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the value of the roll: the steps that the victim must lose."""
        return field_luck(g, g.seat(self.force), g.strength(self.force), self._parts(g))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        modifier = sum(p["value"] for p in self._parts(g))
        self.losses, self.fatal = g.setup.field(g.strength(self.force), dice[0] + modifier)
        if g.log is not None:
            g.emit(
                "ambush", "QR-CRT-ambush", unit=self.force, other_unit=living(g, self.units)[0], hex=self.trail[-1],
                count=self.losses, fatal=bool(self.fatal),
            )  # fmt: skip
        return "suffer"

    # The victim loses steps, or falls back along the way that it came.

    def suffer(self, g: G) -> Next:
        alive = living(g, self.units)
        if not self.losses or not alive:
            return "start"
        if self.losses - g.setup.farthest_retreat >= sum(g.steps[u] for u in alive):
            return "lose_all"
        acts = self._answers(g)
        if len(acts) == 1:
            return "take_only_loss"
        data = {"hex": self.trail[-1], "count": self.losses}
        return Ask(
            g.seat(alive[0]), "ambushed", "QR-CRT-ambush", acts, "take_loss_choice", bars="suffer_bars", exact=True,
            data=data, verbs=("lose", "fall", "retreat"),
        )  # fmt: skip

    def _answers(self, g: G) -> list[Act]:
        alive = living(g, self.units)
        acts = list_eliminations(g, alive, self.losses) if self.fatal else []
        if not acts:
            back: Act = ("retreat",)
            acts = [("lose", u) for u in alive]
            acts += [back] if next(self.suffer_bars(g, back), None) is None else []
        return acts

    def suffer_bars(self, g: G, act: Act) -> Iterator[Reason]:
        alive = living(g, self.units)
        first = bool(self.fatal and list_eliminations(g, alive, self.losses))
        if act[0] in ("lose", "fall"):
            if act[1] not in alive:
                yield Reason("QR-CRT-ambush", "not_attacked", {"unit": act[1]})
            elif (act[0] == "fall") != first:
                yield Reason("QR-CRT-star", "eliminate_first" if act[0] == "lose" else "no_bullet", {"unit": act[1]})
            elif first and g.steps[act[1]] > self.losses:
                yield Reason("QR-CRT-star", "too_many_steps", {"unit": act[1], "count": self.losses})
            return
        if first:
            yield Reason("QR-CRT-star", "eliminate_first", {"unit": alive[0]})
        if self.losses > g.setup.farthest_retreat:
            yield Reason("23-4-2", "too_many_losses", {"count": g.setup.farthest_retreat})
        if len(self.trail) < 2:
            yield Reason("QR-CRT-ambush", "no_way_back", {"hex": self.trail[-1]})

    def lose_all(self, g: G) -> Next:
        count, self.losses = self.losses, 0
        return Call(g.rules.losses(g.seat(self.units[0]), self.units, count, 0, "QR-CRT-ambush"), "start")

    def take_only_loss(self, g: G) -> Next:
        return self.take_loss_choice(g, self._answers(g)[0])

    def take_loss_choice(self, g: G, act: Act) -> Next:
        if act[0] == "retreat":
            if g.log is not None:
                barred = self.losses - len(self._way_back(g))
                g.emit("capped", "QR-CRT-ambush", hits=self.losses, count=barred, cap="retreat")
            return "fall_back"
        for _ in range(g.steps[act[1]] if act[0] == "fall" else 1):
            self.losses -= 1
            g.lose_step(act[1], "QR-CRT-ambush")
        if g.at[act[1]] < 0:
            self.fatal = 0
        return "suffer"

    def _way_back(self, g: G) -> list[int]:
        """Return the hexes into which the victim can still fall back, one after the other, along the way that it came.

        There is at most one hex for each loss that is left. The way ends where the march began, or before the first hex
        that is closed to a force of the victim (23-4-3).
        """
        forces = forces_of(g, self.units)
        way: list[int] = []
        hexes = self.trail[: len(self.trail) - self.gone][::-1]  # from where the victim stands to where its march began
        due = max(0, self.losses - self.gone)
        for origin, h in pairwise(hexes[: due + 1]):
            for force in forces:
                if next(retreat_bars(g, force, origin, h), None) is not None:
                    return way
            way.append(h)
        return way

    def fall_back(self, g: G) -> Next:
        """Fall back one hex along the way of the march. This is repeated for each loss.

        Difficult hexes cost steps here too (23-4-4). If the victim cannot fall back further, each hex that is left
        costs a step (G-16).
        """
        forces = forces_of(g, self.units)
        if not forces:
            return "start"
        if self.gone >= self.losses:
            return "lower_morale"
        way = self._way_back(g)
        if not way:
            return "lose_for_dead_end"
        origin, h = g.at[forces[0]], way[0]
        dear = costs_a_step(g, forces[0], origin, h)
        self.gone += 1
        for force in forces:
            g.put(force, h, 0)
            g.emit("fell_back", "QR-CRT-ambush", unit=force, from_hex=origin, to_hex=h)
        return "wear_down" if dear else "fall_back"

    def wear_down(self, g: G) -> Next:
        return Call(g.rules.losses(g.seat(self.units[0]), self.units, 1, 0, "23-4-4"), "fall_back")

    def lose_for_dead_end(self, g: G) -> Next:
        left, self.losses = self.losses - self.gone, self.gone
        return Call(g.rules.losses(g.seat(self.units[0]), self.units, left, 0, "23-4-3"), "fall_back")

    def lower_morale(self, g: G) -> Next:
        """Lower the morale for each hex that the victim has fallen back (23-4-5)."""
        self.losses = 0
        g.shake(forces_of(g, self.units), self.gone * g.setup.shaken_per_hex, "23-4-5", killed=True)
        return "start"
