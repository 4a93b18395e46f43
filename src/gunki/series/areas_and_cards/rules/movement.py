"""Chapter 7: moving units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gunki.board.areamap import Way, reach
from gunki.core.rules.decision import Act, Consequence, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.series.areas_and_cards.rules.combat import Combat
from gunki.series.areas_and_cards.state.position import bits

if TYPE_CHECKING:
    from gunki.series.areas_and_cards.state.position import AreaPosition as G


@dataclass(eq=False)
class UnitMovement(Procedure):
    """One unit movement with its combat (7, 7-3). Events set its fields to other values (7-4).

    The stack stays together on its way: it leaves no unit behind and picks none up (7.p2).
    """

    seat: int
    allowed: int  # the clans that may move
    areas: int  # the march covers at most this many areas (7)
    most: int  # at most this many units may march (11-5)
    sea_open: int = 0  # 1: the march may enter the sea
    by_sea: int = 0  # 1: the march must touch the sea
    needs: int = -1  # this general must march along (-1: none)
    not_from: int = -1  # the march must not start in this area (-1: any start)
    value: int = 0  # the attack value that replaces the commander's (0: none)
    bonus: int = 0  # added to the attack value
    ceiling: int = 9  # the bonus raises the attack value no higher than this
    firearms: int = 0  # 1: a general of the target makes a death check before the dice are rolled
    surprise: int = 0  # 1: the target does not counterattack
    must_fight: int = 0  # 1: the march must end in combat
    clan: int = -1
    origin: int = -1
    taken: int = 0  # the bit set of generals who march
    armies: int = 0
    area: int = -1
    via: tuple[int, ...] = ()  # the areas on the way in which the march provokes clans

    # 7, 7-1: the stack that moves

    def start(self, g: G) -> Next:
        return Ask(self.seat, "march", "7-1", [*march_candidates(g, self)], "take_stack", bars="march_bars")

    def march_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return march_bars(g, self, act[1], act[2])

    def take_stack(self, g: G, act: Act) -> Next:
        _, self.clan, self.origin = act
        if self.needs >= 0:
            self.taken = 1 << self.needs
        return "generals"

    # 7-1: which generals, then how many armies

    def generals(self, g: G) -> Next:
        acts: list[Act] = [("take", u) for u in g.generals_in(self.clan, self.origin)]
        acts = [act for act in acts if next(self.generals_bars(g, act), None) is None]
        if not acts:
            return "strength"
        done: Act = ("done",)
        if next(self.generals_bars(g, done), None) is None:
            acts.append(done)
        return Ask(
            self.seat,
            "generals",
            "7-1",
            acts,
            "take_general",
            bars="generals_bars",
            exact=True,
            data={"clan": self.clan, "area": self.origin},
            verbs=("take", "done"),
        )

    def generals_bars(self, g: G, act: Act) -> Iterator[Reason]:
        count = self.taken.bit_count()
        if act[0] == "done":
            if not count and not g.ready[self.clan * len(g.control) + self.origin]:
                yield Reason("7", "nobody_taken")
            return
        general = act[1]
        if g.at[general] != self.origin or g.owner[general] != self.clan or self.taken >> general & 1:
            yield Reason("7-1", "not_in_stack", {"general": general})
            return
        if not g.up[general]:
            yield Reason("7-1", "spent_unit", {"general": general})
        if g.fixed >> general & 1:
            yield Reason("7-2(3)", "cannot_move", {"general": general})
        if g.units(self.clan, self.origin) - count < 2:
            yield Reason("7-2(1)", "leave_one", {"area": self.origin})
        if count >= self.most:
            yield Reason(g.too_many(self.most), "too_many", {"count": self.most})

    def take_general(self, g: G, act: Act) -> Next:
        if act[0] == "done":
            return "strength"
        self.taken |= 1 << act[1]
        return "generals"

    def strength(self, g: G) -> Next:
        low, high = self._strengths(g)
        if high <= low:
            self.armies = high
            return "destination"
        amounts: list[Act] = [("with", n) for n in range(low, high + 1)]
        data = {"clan": self.clan, "area": self.origin}
        return Ask(
            self.seat, "strength", "7-1", amounts, "take_strength", bars="strength_bars", kind="amount", data=data
        )

    def _strengths(self, g: G) -> tuple[int, int]:
        count = self.taken.bit_count()
        ready = g.ready[self.clan * len(g.control) + self.origin]
        return int(not count), min(ready, g.units(self.clan, self.origin) - count - 1, self.most - count)

    def strength_bars(self, g: G, act: Act) -> Iterator[Reason]:
        count, armies = self.taken.bit_count(), act[1]
        if armies + count < 1:
            yield Reason("7", "nobody_taken")
        if armies < 0 or armies > g.ready[self.clan * len(g.control) + self.origin]:
            yield Reason("7-1", "not_so_many_ready", {"area": self.origin})
        if armies + count > g.units(self.clan, self.origin) - 1:
            yield Reason("7-2(1)", "leave_one", {"area": self.origin})
        if armies + count > self.most:
            yield Reason(g.too_many(self.most), "too_many", {"count": self.most})

    def take_strength(self, g: G, act: Act) -> Next:
        self.armies = act[1]
        return "destination"

    # 7: the destination, and the way to it

    def destination(self, g: G) -> Next:
        acts: list[Act] = []
        for area, ways in self._ways(g).items():
            acts.append(("to", area))
            if len(ways) > 1:
                plain = _plain(ways)
                acts += [("to", area, *way[1]) for way in ways if way != plain]
        data = {"clan": self.clan, "area": self.origin}
        return Ask(self.seat, "destination", "7", acts, "depart", bars="destination_bars", exact=True, data=data)

    def _ways(self, g: G) -> dict[int, list[Way]]:
        return ways(g, self, self.clan, self.origin)

    def destination_bars(self, g: G, act: Act) -> Iterator[Reason]:
        area, via = act[1], act[2:]
        area_ways = self._ways(g).get(area)
        if area_ways is None:
            yield from _out_of_reach_reasons(g, self, area)
        elif via and via not in [way[1] for way in area_ways]:
            yield Reason("7", "no_such_way", {"area": area})

    def consequence(self, g: G, act: Act) -> Consequence | None:
        return g.brings_arrival(self.clan, act[1]) if act[0] == "to" else None

    def depart(self, g: G, act: Act) -> Next:
        self.area = act[1]
        self.via = act[2:]
        # `handle_entry` below handles the goal itself. Areas on the way are looked for only if entering some area
        # provokes a clan and does not end the march.
        if not self.via and any(not g.present[a] & g.stops[self.clan] for a in g.tolls(self.clan)):
            self.via = _plain(self._ways(g)[self.area])[1]
        generals = [u for u in range(self.taken.bit_length()) if self.taken >> u & 1]
        g.moved += self.armies + len(generals)
        g.march_clan, g.march_origin = self.clan, self.origin
        for area in self.via:  # 4-4: clans on the way are provoked before the march goes on
            g.handle_entry(self.clan, area)
        g.handle_entry(self.clan, self.area)
        g.handle_arrival(self.clan, self.area)
        fight = g.present[self.area] & g.foes[self.clan]
        # 7.p4, 8: units that march become spent on arrival, or after the combat if they fight (N-40).
        g.march(self.clan, self.origin, self.area, self.armies, generals, ready=bool(fight))
        return "fight" if fight else None

    # 7.p3, 7-3: one combat if the march meets other powers

    def fight(self, g: G) -> Next:
        combat = Combat(
            self.seat, self.clan, self.area, self.value, self.bonus, self.ceiling, self.firearms, self.surprise
        )
        return Call(combat, "after_combat")

    def after_combat(self, g: G) -> Next:
        g.spend(self.clan, self.area, "7.p4", "7-3")
        return None


def ready_movers(g: G, clan: int, area: int) -> int:
    """Return the number of a clan's ready units in an area that can move (7-1, 7-2(3))."""
    count = g.ready[clan * len(g.control) + area]
    movable = g.chiefs(clan, area) & ~g.fixed
    return count + sum([g.up[u] for u in bits(movable)]) if movable else count


def _plain(ways: list[Way]) -> Way:
    """Return the way that provokes the fewest clans. The march takes this way if the player names none."""
    return min(ways, key=lambda way: way[0].bit_count())


def unit_movement(seat: int, allowed: int, areas: int, most: int, **special: int) -> UnitMovement:
    """Return a unit movement about to start. It must be fast: many are made only to check whether any unit could march.

    `special`: the fields that an event sets.
    """
    return UnitMovement(seat, allowed, areas, most, **special)  # type: ignore[arg-type]


def march_candidates(g: G, m: UnitMovement) -> Iterator[Act]:
    """Yield a march for every stack of the allowed clans that has a ready unit that can move.

    If the movement needs a general, yield only that general's stack. All units of a stack are of one clan, because
    clans of one power do not act together (4-5, 4-5(1)).
    """
    allowed, width = m.allowed, len(g.control)
    if m.needs >= 0:
        if g.at[m.needs] >= 0:
            yield ("march", g.owner[m.needs], g.at[m.needs])
        return
    for area, present in enumerate(g.present):
        if present & allowed:
            for clan in bits(present & allowed):
                if g.ready[clan * width + area] or ready_movers(g, clan, area):
                    yield ("march", clan, area)


def march_bars(g: G, m: UnitMovement, clan: int, area: int) -> Iterator[Reason]:
    """Yield the reasons why a clan's units cannot march from an area (7-1, 7-2)."""
    if not g.own_clans(m.seat) >> clan & 1:
        yield Reason("7-1", "not_own", {"clan": clan})
        return
    if not m.allowed >> clan & 1:
        yield Reason("7-4", "event_other_clan", {"clan": clan})
    present = g.present[area]
    if not present >> clan & 1:
        yield Reason("7-1", "no_units", {"clan": clan, "area": area})
        return
    i = clan * len(g.control) + area
    ready, chiefs = g.ready[i], g.present_generals[area] & g.roster[clan]
    if not ready and not ready_movers(g, clan, area):
        if g.ready_units(clan, area):
            yield Reason("7-2(3)", "only_defenders", {"area": area})
        else:
            yield Reason("7-1", "none_ready", {"clan": clan, "area": area})
    if ready + g.spent[i] + chiefs.bit_count() < 2:
        yield Reason("7-2(1)", "leave_one", {"area": area})
    if present & g.pins[clan]:
        yield Reason("7-2(2)", "pinned", {"clan": clan, "area": area})
    if m.needs >= 0 and (g.at[m.needs] != area or g.owner[m.needs] != clan or not g.up[m.needs]):
        yield Reason("7-4", "general_needed", {"general": m.needs})
    if m.not_from == area:
        yield Reason("7-4", "other_origin", {"area": area})
    if m.most < 1:
        yield Reason(g.too_many(m.most), "too_many", {"count": m.most})
    if not _has_goal(g, m, clan, area):
        yield _no_goal_reason(g, m, clan, area)


def _has_goal(g: G, m: UnitMovement, clan: int, area: int) -> bool:
    """Return whether a march from an area has any destination."""
    if m.by_sea and area != g.setup.sea:  # to reach the sea is enough, because the sea is a destination itself
        if g.setup.map.distance(area, g.setup.sea) > m.areas:
            return False
        closed = g.closed_areas(clan, bool(m.sea_open))
        return g.setup.sea in reach(g.setup.map, area, m.areas, closed, g.present, g.stops[clan], {})
    if m.must_fight:
        return bool(ways(g, m, clan, area))
    return bool(g.setup.map.near_bits[area] & ~g.closed_areas(clan, bool(m.sea_open)))


def _no_goal_reason(g: G, m: UnitMovement, clan: int, area: int) -> Reason:
    """Return the reason why a march has no destination."""
    if m.by_sea:
        return Reason("7-4", "sea_not_near", {"area": area})
    if m.must_fight:
        return Reason("7-4", "nobody_near", {"area": area})
    closed = g.closed_areas(clan, bool(m.sea_open))
    if g.setup.map.near_bits[area] & closed:
        return Reason(g.setup.sea_clause, "sea_closed", {"area": bits(closed)[0]})
    return Reason("7", "nowhere", {"area": area})


def ways(g: G, m: UnitMovement, clan: int, origin: int) -> dict[int, list[Way]]:
    """Return the areas within reach, each with the ways to it (7).

    A march that must touch the sea goes to the sea first, or starts there.
    """
    area_map, sea = g.setup.map, g.setup.sea
    closed, toll = g.closed_areas(clan, bool(m.sea_open)), g.tolls(clan)
    if not m.by_sea or origin == sea:
        goals = reach(area_map, origin, m.areas, closed, g.present, g.stops[clan], toll)
        if m.must_fight:
            return {area: area_ways for area, area_ways in goals.items() if g.present[area] & g.foes[clan]}
        return goals
    goals = {}
    for steps in range(area_map.distance(origin, sea), m.areas + 1):  # a longer way may provoke fewer clans
        to_sea = reach(area_map, origin, steps, closed, g.present, g.stops[clan], toll).get(sea, [])
        for way in to_sea:
            area_ways = goals.setdefault(sea, [])
            if any(way[0] == other[0] for other in area_ways):
                continue
            area_ways.append(way)
            if g.present[sea] & g.stops[clan]:
                continue
            beyond = closed | 1 << origin
            onward = reach(area_map, sea, m.areas - steps, beyond, g.present, g.stops[clan], toll, way)
            for area, more in onward.items():
                area_ways = goals.setdefault(area, [])
                area_ways += [new for new in more if all(new[0] != other[0] for other in area_ways)]
    return goals


def _out_of_reach_reasons(g: G, m: UnitMovement, area: int) -> Iterator[Reason]:
    """Yield why an area cannot be reached: it is the origin, closed, too far, or lies beyond other powers."""
    if area == m.origin:
        yield Reason("7", "same_area", {"area": area})
        return
    closed = g.closed_areas(m.clan, bool(m.sea_open))
    if closed >> area & 1:
        yield Reason(g.setup.sea_clause, "sea_closed", {"area": area})
        return
    steps = g.setup.map.distance(m.origin, area)
    if steps > m.areas:
        yield Reason("7", "too_far", {"area": area, "count": m.areas})
    elif m.by_sea and not _is_near_by_sea(g, m, area):
        yield Reason("7-4", "not_by_sea", {"area": area})
    elif m.must_fight and not g.present[area] & g.foes[m.clan]:
        yield Reason("7-4", "no_combat_there", {"area": area})
    else:
        yield from _blocked_way_reasons(g, m, area, closed)


def _is_near_by_sea(g: G, m: UnitMovement, area: int) -> bool:
    """Return whether a march by sea could reach an area if units on the way did not stop it."""
    area_map, sea = g.setup.map, g.setup.sea
    steps_left = m.areas - area_map.distance(m.origin, sea)
    return steps_left >= 0 and (
        area == sea or area in reach(area_map, sea, steps_left, 1 << m.origin, g.present, 0, {})
    )


def _blocked_way_reasons(g: G, m: UnitMovement, area: int, closed: int) -> Iterator[Reason]:
    """Yield why an area that is near enough cannot be reached: a closed sea or other powers bar the way."""

    def can_reach(without: int, stops: int) -> bool:
        return area in reach(g.setup.map, m.origin, m.areas, without, g.present, stops, {})

    by_sea, unhindered = bool(closed) and can_reach(0, g.stops[m.clan]), can_reach(closed, 0)
    if closed and (by_sea or not unhindered):
        yield Reason(g.setup.sea_clause, "sea_closed", {"area": bits(closed)[0]})
    if unhindered or not by_sea:
        yield Reason("7.p1b", "way_blocked", {"area": area})
