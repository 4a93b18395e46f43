"""Sections 23-4 and 23-5: retreating from a field battle, and pursuing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.decision import Act, Bar
from gunki.core.procedure import Ask, Call, Next, Procedure
from gunki.series.forces_and_castles.losses import forces_of, living
from gunki.series.gunyuden.position import GunyudenPosition as G


@dataclass(eq=False)
class Retreat(Procedure):
    """One force falls back hex by hex (23-4); what it cannot retreat it loses in steps (G-16)."""

    seat: int
    units: tuple[int, ...]  # the force; should its leader fall on the way, those left go on together
    origin: int  # the hex of the enemy it must get away from
    hexes: int
    shaking: int = 1  # whether its morale falls (23-4-5, G-33)
    home: int = 0  # whether it may shut itself up in the castle of the hex where it fought (23-4-6)
    gone: int = 0
    sheltered: int = 0
    way: tuple[int, ...] = ()

    def start(self, g: G) -> Next:
        alive = living(g, self.units)
        if not alive:
            return "traced"
        far = self.gone >= self.hexes
        acts: list[Act] = [] if far else [("back", h) for h in self._ways(g)]
        if next(self.bars(g, ("refuge",)), None) is None:
            acts.append(("refuge",))
        if not acts:
            return "arrived" if far else "barred"
        if far:
            acts.append(("stay",))
        data = {"unit": g.leader[alive[0]], "count": self.hexes - self.gone}
        return Ask(
            self.seat, "retreat", "23-4", acts, "chosen", bars="bars", exact=True, data=data, verbs=("back", "refuge")
        )

    def _ways(self, g: G) -> list[int]:
        at = g.at[living(g, self.units)[0]]
        return [h for h in g.setup.map.around(at) if next(self.bars(g, ("back", h)), None) is None]

    def bars(self, g: G, act: Act) -> Iterator[Bar]:
        """23-4-2, 23-4-3, 23-4-6."""
        if act[0] == "stay":
            return
        unit = living(g, self.units)[0]
        setup, at = g.setup, g.at[unit]
        if act[0] == "refuge":
            if not (self.way or self.home) or not may_shelter(g, unit, at):
                yield Bar("23-4-6", "no_castle", {"hex": at})
            return
        h = act[1]
        if self.gone >= self.hexes:
            yield Bar("23-4-2", "far_enough", {"count": self.hexes})
            return
        if setup.map.direction(at, h) < 0:
            yield Bar("23-4-2", "not_adjacent", {"hex": h})
            return
        if setup.map.distance(h, self.origin) <= setup.map.distance(at, self.origin):
            yield Bar("23-4-2", "not_away", {"hex": h})
        terrain = setup.map.terrain_at(h)
        if setup.water_between(at, h) or terrain in ("sea", "lake"):
            yield Bar("23-4-3(1)", "no_entry", {"hex": h, "terrain": terrain})
        elif terrain == "mountain":
            yield Bar("23-4-3(2)", "no_entry", {"hex": h, "terrain": terrain})
        if any(g.side(force) == 1 - g.side(unit) for force in g.forces_in(h)):  # those in garrison too, unlike 15-6-2
            yield Bar("23-4-3(3)", "enemy_there", {"hex": h})
        yield from g.ban_bars(unit, h)

    def chosen(self, g: G, act: Act) -> Next:
        if act[0] == "stay":
            return "arrived"
        if act[0] == "refuge":
            return "shelter"
        forces = forces_of(g, self.units)
        origin, h = g.at[forces[0]], act[1]
        dear = costs_a_step(g, forces[0], origin, h)
        self.gone += 1
        self.way = (*self.way, h)
        for force in forces:
            g.put(force, h, int(g.always_inside(force, h)))
            if g.log is not None:
                g.tell("fell_back", "23-4", unit=force, from_hex=origin, to_hex=h)
            if g.inside[force]:
                self.gone, self.sheltered = self.hexes, 1
        return "worn" if dear else "start"

    def worn(self, g: G) -> Next:
        """23-4-4: a difficult hex costs the force one step more."""
        return Call(g.rules.losses(self.seat, self.units, 1, 0, "23-4-4"), "start")

    def barred(self, g: G) -> Next:
        """G-16: hexes that cannot be retreated are lost in steps, or the force is lost."""
        left = self.hexes - self.gone
        if g.setup.options["retreat_impossible"] == "eliminated":
            left = sum(g.steps[u] for u in living(g, self.units))
        self.gone = self.hexes
        return Call(g.rules.losses(self.seat, self.units, left, 0, "23-4-3"), "start")

    def shelter(self, g: G) -> Next:
        forces = forces_of(g, self.units)
        h = g.at[forces[0]]
        for force in forces:
            g.put(force, h, 1)
            g.tell("entered_castle", "23-4-6", unit=force, castle=g.castle_at(h))
        self.gone, self.sheltered = self.hexes, 1
        self.way = self.way or (h,)
        return "start"

    def arrived(self, g: G) -> Next:
        """23-4-5: morale falls by the hexes retreated; 23-4-6: in a castle by those that were due (10-1-1(3))."""
        if self.shaking:
            hexes, clause = (self.hexes, "23-4-6") if self.sheltered else (len(self.way), "23-4-5")
            g.shake(forces_of(g, self.units), hexes * g.setup.shaken_per_hex, clause, killed=True)
        return "traced"

    def traced(self, g: G) -> Next:
        """23-5, G-18: whoever retreated can be followed, though he did not live to the end of his way."""
        g.retreated = (*g.retreated, self.units[0], len(self.way), *self.way)
        return None


def may_shelter(g: G, force: int, h: int) -> bool:
    """23-4-6: a castle of one's own or an ally's. There he is in garrison (16-2)."""
    castle = g.castle_at(h)
    return castle >= 0 and g.durability[castle] > 0 and g.castle_side(castle) == g.side(force) and not g.inside[force]


def costs_a_step(g: G, force: int, origin: int, h: int) -> bool:
    """23-4-4, G-16. Across a river (23-4-4(3)), into foothills or marsh (23-4-4(4)); into a strong zone (5-1-1(3),
    23-4-4(1)), which every enemy castle has in its hex (23-4-4(2))."""
    setup, side = g.setup, g.side(force)
    if setup.map.side(origin, h) in ("river", "ford") or setup.map.terrain_at(h) in ("foothills", "marsh"):
        return True
    return bool(g.strong[1 - side][h]) and not g.held[side][h]


@dataclass(eq=False)
class Pursuit(Procedure):
    """23-5, G-18: the attacker may follow the way of one retreating force. Nobody must (23-5-1)."""

    seat: int
    force: int
    ways: tuple[int, ...]  # for each retreating force: its leader, the length of its way, the hexes

    def start(self, g: G) -> Next:
        goals = self._goals(g)
        if not goals:
            return None
        acts: list[Act] = [*(("pursue", h) for h in goals), ("stay",)]
        return Ask(
            self.seat, "pursuit", "23-5", acts, "chosen", bars="bars", exact=True, data={"unit": self.force},
            verbs=("pursue",),
        )  # fmt: skip

    def _paths(self) -> Iterator[tuple[int, ...]]:
        i = 0
        while i < len(self.ways):
            length = self.ways[i + 1]
            yield self.ways[i + 2 : i + 2 + length]
            i += 2 + length

    def _goals(self, g: G) -> list[int]:
        """Every hex of a way, as far as nothing stops him."""
        found: dict[int, None] = {}
        for way in self._paths():
            for h in way:
                if next(self._stops(g, h), None) is not None:
                    break
                found[h] = None
        return list(found)

    def _through(self, g: G, goal: int) -> tuple[int, ...]:
        """The hexes before the goal on a way that is open as far as that."""
        ways = (way[: way.index(goal)] for way in self._paths() if goal in way)
        return next(way for way in ways if all(next(self._stops(g, h), None) is None for h in way))

    def _stops(self, g: G, h: int) -> Iterator[Bar]:
        """23-5-4: an enemy in the open; and what closes a hex to him anyway."""
        if g.outside(h, 1 - g.side(self.force)):
            yield Bar("23-5-4", "enemy_there", {"hex": h})
        yield from g.ban_bars(self.force, h)

    def bars(self, g: G, act: Act) -> Iterator[Bar]:
        if act[0] != "pursue" or act[1] in self._goals(g):
            return
        way = next((way for way in self._paths() if act[1] in way), None)
        if way is None:
            yield Bar("23-5-2", "not_on_way", {"hex": act[1]})
        else:
            stops = (list(self._stops(g, h)) for h in way)
            yield from next(found for found in stops if found)

    def chosen(self, g: G, act: Act) -> Next:
        if act[0] == "pursue":
            origin = g.at[self.force]
            if g.watched(self.force):
                g.passed(self.force, self._through(g, act[1]))
            g.put(self.force, act[1], int(g.always_inside(self.force, act[1])))
            g.tell("pursued", "23-5", unit=self.force, from_hex=origin, to_hex=act[1])
        return None
