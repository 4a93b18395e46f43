"""Section 13: reorganising forces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.series.gunyuden.rules.forces_and_commanders import lead_bars, recruits
from gunki.series.gunyuden.rules.replenishment import castle_bars, commander_bars, replenish_bars, troops_bars
from gunki.series.gunyuden.state.position import LED
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def partners(g: G, force: int, taking_part: tuple[int, ...] = ()) -> list[int]:
    """Return the other forces of the hex that may take part (13-2).

    Such a force has not acted, is not led by a higher rank, stands on the same side of the gate (G-38), and belongs to
    an army that this commander may lead. So there is something to organise only in a hex with units of one's own army
    (13-1-3). `partner_bars` gives the reasons for the other forces.
    """
    acted, inside, stars = g.acted, g.inside, g.setup.stars
    others = [f for f in g.forces_in(g.at[force]) if f != force and inside[f] == inside[force]]
    others = [f for f in others if (not acted[f] or f in taking_part) and g.is_same_command(force, f)]
    return g.free_to_act([f for f in others if stars[f] <= stars[force] or len(g.members(f)) == 1])


def apart_bars(g: G, force: int, unit: int) -> Iterator[Reason]:
    """Yield why a unit cannot take part: it is in another place, or in the force already (13-1-4, G-38)."""
    if g.at[unit] != g.at[force] or g.at[unit] < 0:
        yield Reason("13-1-4", "other_hex", {"unit": unit})
    elif g.leader[unit] == force:
        yield Reason("13-2", "in_force", {"unit": unit})
    elif g.inside[unit] != g.inside[force]:
        yield Reason("13-2", "other_side_of_gate", {"unit": unit})


def partner_bars(g: G, force: int, other: int, taking_part: tuple[int, ...] = ()) -> Iterator[Reason]:
    """Yield why another force cannot take part.

    A commander does not lead the units of another army in his hex (13-2(ex1)).
    """
    setup = g.setup
    if not g.is_same_command(force, other):
        yield Reason("9-2-6", "other_army", {"unit": other, "leader_unit": force})
    if g.is_idle(other):
        yield from g.idle_bars(other)
    if g.acted[other] and other not in taking_part:
        yield Reason("13-2-2(2)", "has_acted", {"unit": other})
    if setup.stars[other] > setup.stars[force] and len(g.members(other)) > 1:
        yield Reason("13-2-2(1)", "higher_command", {"unit": other})


def may_organise(g: G, force: int) -> bool:
    """Return whether a force may organise (13-1, 13-2-3, G-38).

    Only the force of a commander may. The force itself, or one of its `partners`, must be able to act now.
    """
    return next(organise_bars(g, force), None) is None


def organise_bars(g: G, force: int) -> Iterator[Reason]:
    setup = g.setup
    if g.at[force] < 0:
        yield Reason("13-1", "not_on_map", {"unit": force})
        return
    if not setup.boxes[force]:
        yield Reason("13-1-1", "no_commander", {"unit": force})
        yield Reason("14-1-2", "no_replenisher", {"unit": force})
        return
    if g.led[force] == LED:
        yield Reason("13-1-2", "was_led", {"unit": force})
        yield from commander_bars(g, force)
        return
    others = partners(g, force)
    if not any(g.has_points(f) for f in (force, *others)):
        yield Reason("13-2-3", "nobody_able", {"unit": force})
        return
    if regroupings(g, force, others):
        return
    # 13-2-3 covers only regrouping: to replenish without regrouping (14-1-3), the force needs points of its own
    if not g.has_points(force):
        yield from idle_partner_bars(g, force)
        yield Reason("13-2", "nothing_to_organise", {"unit": force})
    elif not g.has_other_supplies(force) and next(replenish_bars(g, force), None) is not None:
        yield from idle_partner_bars(g, force)
        yield from g.other_supply_bars(force)
        yield Reason("13-2", "nothing_to_organise", {"unit": force})
        yield from replenish_bars(g, force)


def idle_partner_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield why other forces of the hex may not act yet, although the commander could take their units."""
    for other in [] if g.is_listing else g.forces_in(g.at[force]):
        is_beside = other != force and g.inside[other] == g.inside[force]
        if is_beside and g.is_idle(other) and g.is_same_command(force, other) and regroupings(g, force, [other]):
            yield from g.idle_bars(other)


def regroupings(g: G, force: int, others: list[int], placed: tuple[int, ...] = ()) -> list[Act]:
    """Return the changes a commander could make: take units in, release them, or hand them over (13-2).

    These are incorporation (13-2(1)) and separation (13-2(2)).
    """
    acts: list[Act] = []
    for other in others:
        acts += [("take", u) for u in recruits(g, force, g.members(other)) if u not in placed]
    own = [u for u in g.members(force) if u != force]
    acts += [("split", u) for u in own]
    for other in others:
        acts += [("give", u, other) for u in recruits(g, other, own)]
    return acts


@dataclass(eq=False)
class Organisation(Procedure):
    """13: the player makes single changes until done. Then the force replenishes, if it may (14-1-1).

    A force changes in no other way (13.0), except that it may leave units behind on a march (9-1-2).

    A commander without points first names a force that can act and takes part. This spends that force's action (13-2-3,
    G-38).
    """

    seat: int
    force: int
    taking_part: tuple[int, ...] = ()  # forces that this action has already changed
    placed: tuple[int, ...] = ()  # units released or handed over; they are not taken in again, so that the action ends
    changed: int = 0

    def start(self, g: G) -> Next:
        others = partners(g, self.force, self.taking_part)
        if self._is_able(g):
            acts = regroupings(g, self.force, others, self.placed)
        else:
            acts = [("with", f) for f in others if g.has_points(f)]
        if not acts:
            return "replenish"
        data = {"unit": self.force}
        verbs = ("take", "split", "give", "with")
        return Ask(
            self.seat, "organise", "13-2", [*acts, ("done",)], "take_choice", bars="bars", exact=True, data=data,
            end_option=("done",), verbs=verbs,
        )  # fmt: skip

    def _is_able(self, g: G) -> bool:
        """Return whether some force that takes part can act (13-2-3).

        If the commander has no points himself, the first force that takes part has points.
        """
        return g.has_points(self.force) or bool(self.taking_part)

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "with":
            yield from self._with_bars(g, act[1])
        elif act[0] != "done":
            if not self._is_able(g):
                yield Reason("13-2-3", "nobody_able", {"unit": self.force})
            yield from self._change_bars(g, act)

    def _with_bars(self, g: G, other: int) -> Iterator[Reason]:
        apart = next(apart_bars(g, self.force, other), None)
        if self._is_able(g):
            yield Reason("13-2-3", "able_already", {"unit": self.force})
        elif apart is not None:
            yield apart
        elif g.leader[other] != other:
            yield Reason("12-2-1", "under_command", {"unit": other, "leader_unit": g.leader[other]})
        else:
            yield from g.command_bars(self.force, other)
            yield from partner_bars(g, self.force, other)
            if not g.has_points(other):
                yield Reason("12-2-4", "no_activation", {"unit": other, "count": g.setup.activation[other]})

    def _change_bars(self, g: G, act: Act) -> Iterator[Reason]:
        verb, unit = act[0], act[1]
        if verb != "take" and (g.leader[unit] != self.force or unit == self.force):
            yield Reason("13-2", "not_in_force", {"unit": unit})
            return
        if verb == "split":
            return
        chief, other = (self.force, unit) if verb == "take" else (act[2], act[2])
        apart = next(apart_bars(g, self.force, other), None)
        if verb == "give" and g.leader[chief] == self.force != chief:  # a unit under command leads nobody
            yield from lead_bars(g, chief, unit)
        elif apart is not None:
            yield apart
        elif verb == "take" and unit in self.placed:  # 13-2-4: a released unit has acted
            yield Reason("13-2-1", "already_placed", {"unit": unit})
        else:
            reasons = [*g.command_bars(chief, unit)]
            reasons += partner_bars(g, self.force, g.leader[other], self.taking_part)
            yield from reasons
            yield from (bar for bar in lead_bars(g, chief, unit) if bar not in reasons)

    def take_choice(self, g: G, act: Act) -> Next:
        verb = act[0]
        if verb == "done":
            return "replenish"
        unit = act[1]
        if verb == "with":
            g.acted[unit] = 1
            self.taking_part = (unit,)
            return "start"
        self.changed = 1
        if verb == "take":
            other = g.leader[unit]
            g.acted[other] = 1  # 13-2-1: a force that takes part has acted
            changed = [u for u in g.members(other) if u != unit] if other == unit else [other]
            g.join(unit, self.force)
        else:
            g.split(unit)  # 13-2-4: the unit has acted
            self.placed = (*self.placed, unit)
            changed = [unit]
            if verb == "give":
                g.acted[act[2]] = 1
                g.join(unit, act[2])
                changed = [act[2]]
        self.taking_part = (*self.taking_part, *(f for f in changed if f not in self.taking_part))
        if g.log is not None and verb == "split":
            g.emit("separated", "13-2-4", unit=unit, from_unit=self.force)
        elif g.log is not None:
            g.emit("regrouped", "13-2", unit=unit, leader_unit=g.leader[unit])
        return "start"

    # 14: replenishing afterwards

    def replenish(self, g: G) -> Next:
        acts = [act for act in self.replenishable() if next(self.replenish_bars(g, act), None) is None]
        # 13-2-3, 14-1-3: a force that has not regrouped needs points of its own
        if not acts or not (self.changed or g.has_points(self.force)):
            return None
        data = {"unit": self.force}
        verbs = tuple(act[0] for act in self.replenishable())
        return Ask(
            self.seat,
            "replenish",
            "14-1",
            [*acts, ("no_replenishment",)],
            "take_replenishment",
            bars="replenish_bars",
            exact=True,
            data=data,
            verbs=verbs,
        )

    def replenishable(self) -> tuple[Act, ...]:
        """Return the acts of replenishing: troops and castle."""
        return ("troops",), ("castle",)

    def replenish_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "troops":
            yield from troops_bars(g, self.force)
        elif act[0] == "castle":
            yield from castle_bars(g, self.force)

    def take_replenishment(self, g: G, act: Act) -> Next:
        if act[0] == "no_replenishment":
            return "over"
        return Call(g.rules.replenishment(self.seat, self.force, int(act[0] == "castle")), "over")
