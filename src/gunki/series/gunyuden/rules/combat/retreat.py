"""Sections 23-4 and 23-5: retreating from a field battle, and pursuing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.series.forces_and_castles.rules.losses import forces_of, living
from gunki.series.forces_and_castles.rules.retreat import HexRetreat
from gunki.series.gunyuden.state.position import GunyudenPosition as G


@dataclass(eq=False)
class Retreat(HexRetreat):
    """23-4: one force falls back hex by hex. For each hex that it cannot retreat it loses a step (G-16)."""

    shaking: int = 1  # whether the force's morale falls (23-4-5, G-33)
    home: int = 0  # whether the force may shut itself up in the castle of the hex where it fought (23-4-6)

    def clause(self) -> str:
        return "23-4"

    def way_clause(self) -> str:
        return "23-4-2"

    def refuge_clause(self) -> str:
        """Return the clause for taking refuge in an own or allied castle (23-4-6).

        There the force is in garrison (16-2).
        """
        return "23-4-6"

    def may_hide(self, g: G, unit: int, at: int) -> bool:
        return bool(self.way or self.home) and super().may_hide(g, unit, at)

    def hex_bars(self, g: G, unit: int, at: int, h: int) -> Iterator[Reason]:
        return retreat_bars(g, unit, at, h)

    def after_hex(self, g: G, force: int, at: int, h: int) -> str:
        return "wear_down" if costs_a_step(g, force, at, h) else "start"

    def wear_down(self, g: G) -> Next:
        """Lose one step more for a difficult hex (23-4-4)."""
        return Call(g.rules.losses(self.seat, self.units, 1, 0, "23-4-4"), "start")

    def lose_for_dead_end(self, g: G) -> Next:
        """Lose a step for each hex that the force cannot retreat, or by an option the whole force (G-16)."""
        left = self.hexes - self.gone
        if g.setup.options["retreat_impossible"] == "eliminated":
            left = sum(g.steps[u] for u in living(g, self.units))
        self.gone = self.hexes
        return Call(g.rules.losses(self.seat, self.units, left, 0, "23-4-3"), "start")

    def end_retreat(self, g: G) -> Next:
        """Lower the morale for each hex retreated (23-4-5, 10-1-1(3)).

        A force that has taken refuge in a castle pays for all hexes that it had to retreat (23-4-6).
        """
        if self.shaking:
            hexes, clause = (self.hexes, "23-4-6") if self.sheltered else (len(self.way), "23-4-5")
            g.shake(forces_of(g, self.units), hexes * g.setup.shaken_per_hex, clause, killed=True)
        return "record_retreat"

    def record_retreat(self, g: G) -> Next:
        """Record the way of the retreat for a pursuit (23-5, G-18).

        The way of a force that died during its retreat is recorded too. A force that fell before it moved has no way.
        """
        if self.way or living(g, self.units):
            g.retreated = (*g.retreated, self.units[0], len(self.way), *self.way)
        return None


def retreat_bars(g: G, unit: int, at: int, h: int) -> Iterator[Reason]:
    """Yield why a unit's force may not retreat from one hex into another (23-4-3)."""
    setup = g.setup
    terrain = setup.map.terrain_at(h)
    if setup.is_water_between(at, h) or terrain in ("sea", "lake"):
        yield Reason("23-4-3(1)", "no_entry", {"hex": h, "terrain": terrain})
    elif terrain == "mountain":
        yield Reason("23-4-3(2)", "no_entry", {"hex": h, "terrain": terrain})
    if any(g.side(force) == 1 - g.side(unit) for force in g.forces_in(h)):  # garrisons count too, unlike in 15-6-2
        yield Reason("23-4-3(3)", "enemy_there", {"hex": h})
    yield from g.ban_bars(unit, h)


def costs_a_step(g: G, force: int, origin: int, h: int) -> bool:
    """Return whether entering a hex in a retreat costs a step (23-4-4, G-16).

    It does if the force crosses a river (23-4-4(3)), or enters foothills or marsh (23-4-4(4)) or a strong zone
    (5-1-1(3), 23-4-4(1)). Every enemy castle has a strong zone in its hex (23-4-4(2)).
    """
    setup, side = g.setup, g.side(force)
    if setup.map.side(origin, h) in ("river", "ford") or setup.map.terrain_at(h) in ("foothills", "marsh"):
        return True
    return bool(g.strong[1 - side][h]) and not g.occupied[side][h]


@dataclass(eq=False)
class Pursuit(Procedure):
    """23-5, G-18: the attacker may, but need not, follow the way of one retreating force (23-5-1)."""

    seat: int
    force: int
    ways: tuple[int, ...]  # for each retreating force: its leader, the length of its way, the hexes of the way

    def start(self, g: G) -> Next:
        goals = self._goals(g)
        if not goals:
            return None
        acts: list[Act] = [*(("pursue", h) for h in goals), ("stay",)]
        return Ask(
            self.seat, "pursuit", "23-5", acts, "take_choice", bars="bars", exact=True, data={"unit": self.force},
            verbs=("pursue",),
        )  # fmt: skip

    def _paths(self) -> Iterator[tuple[int, ...]]:
        i = 0
        while i < len(self.ways):
            length = self.ways[i + 1]
            yield self.ways[i + 2 : i + 2 + length]
            i += 2 + length

    def _goals(self, g: G) -> list[int]:
        """Return the hexes that the pursuer can reach.

        They are the hexes of each way that come before the first hex that stops the pursuer.
        """
        goals: dict[int, None] = {}
        for way in self._paths():
            for h in way:
                if next(self._stops(g, h), None) is not None:
                    break
                goals[h] = None
        return list(goals)

    def _through(self, g: G, goal: int) -> tuple[int, ...]:
        """Return the hexes before the goal on a way to the goal. Nothing stops the pursuer in these hexes."""
        ways = (way[: way.index(goal)] for way in self._paths() if goal in way)
        return next(way for way in ways if all(next(self._stops(g, h), None) is None for h in way))

    def _stops(self, g: G, h: int) -> Iterator[Reason]:
        """Yield the reasons that stop the pursuer in a hex: an enemy in the open (23-5-4), or a ban on entering."""
        if g.outside(h, 1 - g.side(self.force)):
            yield Reason("23-5-4", "enemy_there", {"hex": h})
        yield from g.ban_bars(self.force, h)

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] != "pursue" or act[1] in self._goals(g):
            return
        way = next((way for way in self._paths() if act[1] in way), None)
        if way is None:
            yield Reason("23-5-2", "not_on_way", {"hex": act[1]})
        else:
            stops = (list(self._stops(g, h)) for h in way)
            yield from next(reasons for reasons in stops if reasons)

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "pursue":
            origin = g.at[self.force]
            if g.is_watched(self.force):
                g.record_passage(self.force, self._through(g, act[1]))
            g.put(self.force, act[1], int(g.is_always_inside(self.force, act[1])))
            g.emit("pursued", "23-5", unit=self.force, from_hex=origin, to_hex=act[1])
        return None
