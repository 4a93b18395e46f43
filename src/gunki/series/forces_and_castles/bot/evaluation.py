"""Parts of an evaluation for bots, which is a readable sum. The weights are data; each game gives its goals."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence

from gunki.series.forces_and_castles.state.layers import BoundedCache
from gunki.series.forces_and_castles.state.position import ForcesPosition as G

WIN = 1_000_000
Weights = Mapping[str, int]
#: A place where a force should go: the strength that the force must exceed, a number added to the distance, and the
#: distance from each hex.
Goal = tuple[int, int, Sequence[int]]
NOBODY: Mapping[int, int] = {}
#: Goals, nearest first: the distance and the number of each.
Ways = list[tuple[int, int]]
#: The `Ways` to the goals that a force is strong enough for. The key: the number of these goals, and the hex of the
#: force. (Goals are sorted, the easiest first, so their number says which they are.)
Near = dict[tuple[int, int], Ways]
#: A goal has room for twice the strength that it needs, plus this number. The weight `room` replaces the number.
ROOM = 24
#: Distances are compared in steps of this many movement points. Forces within the same step count as equally near.
STEP = 12
#: The results of `_sort_goals` for recent sets of goals, because a bot that tries many orders asks for the same sets
#: again. The goals themselves are kept, so that the `id` of their distance lists, which is part of the key, stays
#: unique.
_GOALS_CACHE: BoundedCache[tuple[tuple[int, int, int], ...], tuple[list[Goal], Near]] = BoundedCache(64)


def outcome_value(g: G, seat: int) -> int | None:
    """Return the value of a finished game for a seat; None while the game goes on."""
    over = g.outcome
    if over is None:
        return None
    return WIN if seat in over.winners else 0 if not over.winners else -WIN


def points_lead(points: Sequence[int], seat: int) -> int:
    """Return how many points a seat is ahead of the best other seat; negative if it is behind."""
    return points[seat] - max(n for other, n in enumerate(points) if other != seat)


def army_sides(g: G) -> list[int]:
    """Return the side that each army fights for; 2 for an army that takes no part."""
    coalition = g.setup.coalition
    return [coalition[seat] if seat >= 0 else 2 for seat in g.seat_of]


def march_value(
    g: G,
    side: int,
    strength: Sequence[int],
    w: Weights,
    goals: Collection[Goal],
    massed: Mapping[int, int] | None = None,
    settled: Mapping[int, int] = NOBODY,
) -> int:
    """Return how well the forces of a side are placed, as a number.

    A force is worth more the nearer it is to a goal that it is strong enough for. It is worth less beside enemies that
    are too strong for it.

    `massed`: the joint strength of forces in the open that are near each other, by hex (`sum_nearby_strength`). If it
    is None, each force counts alone. `settled`: the forces that are already where they should be, each with the number
    that counts as its distance from a goal.
    """
    setup, total, aims = g.setup, 0, GoalAssignment(g, goals, massed, w)
    sides, inside, where, threat = g.side_of, g.inside, g.at, g.strong[1 - side]
    forces = g.forces()
    march, far, risk = w["march"], w["far"], w["risk"]
    foes: dict[int, int] = {}  # the strength of the strongest enemy force in the open, by hex
    for f in forces:
        if sides[f] == 1 - side and not inside[f]:
            foes[where[f]] = max(strength[f], foes.get(where[f], 0))
    ours = [f for f in forces if sides[f] == side]
    mights = might(g, ours, strength, massed or NOBODY)
    for f, (near, _) in aims.assign_goals(ours, mights, strength, settled).items():
        h, own = where[f], strength[f]
        total += march * (far - min(near, far)) * own // 10
        if threat[h] and not inside[f]:
            worst = max(foes.get(b, 0) for b in setup.map.neighbours[6 * h : 6 * h + 6])
            total -= risk * max(0, worst - mights[f])
    return total


def might(g: G, forces: Sequence[int], strength: Sequence[int], massed: Mapping[int, int]) -> dict[int, int]:
    """Return the strength of each force together with forces near it; a force in a castle counts alone."""
    at, inside = g.at, g.inside
    return {f: strength[f] if inside[f] else massed.get(at[f], strength[f]) for f in forces}


def sum_nearby_strength(g: G, ours: Mapping[int, int], points: int) -> dict[int, int]:
    """Return, for each hex of `ours`, the strength there plus the strength in the other hexes near it.

    `points`: hexes are near each other if the way between them costs at most this many movement points. Forces that
    near could join.
    """
    strength_by_hex, hexes = dict(ours), list(ours.items())
    for number, (h, own) in enumerate(hexes):
        way = g.setup.way(h)
        for other, theirs in hexes[number + 1 :]:
            if way[other] <= points:
                strength_by_hex[h] += theirs
                strength_by_hex[other] += own
    return strength_by_hex


class GoalAssignment:
    """Assigns goals to forces: each goes to a goal that it is strong enough for."""

    __slots__ = (
        "_alone",
        "_far",
        "_fits",
        "_g",
        "_host",
        "_least",
        "_needed",
        "_onward",
        "_ranked",
        "_room",
        "_ways_cache",
    )

    def __init__(self, g: G, goals: Collection[Goal], massed: Mapping[int, int] | None, w: Weights) -> None:
        self._g, (self._ranked, self._ways_cache) = g, _sort_goals(goals)
        self._alone, massed = massed is None, massed or NOBODY
        self._far, self._least = w["far"], w["strong_enough"]
        self._needed = [goal[0] for goal in self._ranked]
        # `fits`, in tenths of a force's strength: the force goes to a goal only if more room than this is left there
        self._room, self._fits = w.get("room", ROOM), w.get("fits", 0)
        self._host = max(massed, key=lambda h: (massed[h], -h), default=-1)
        self._onward = self._far
        if self._host >= 0:
            self._onward = self.near(massed[self._host], self._host)

    def _ways(self, might: int, h: int) -> Ways:
        place = bisect_left(self._needed, might), h
        ways = self._ways_cache.get(place)
        if ways is None:
            able = self._ranked[: place[0]]
            ways = self._ways_cache[place] = sorted(
                (extra + way[h], number) for number, (_, extra, way) in enumerate(able)
            )
        return ways

    def near(self, might: int, h: int) -> int:
        """Return the distance from a hex to the nearest goal for a certain strength.

        If the strength suffices for no goal, return the distance to the strongest group of forces plus the distance
        from there to the goal of that group.
        """
        ways = self._ways(might, h)
        return ways[0][0] if ways else self._distance_to_host(might, h)

    def _distance_to_host(self, might: int, h: int) -> int:
        if self._host < 0 or might < self._least:
            return self._far
        return self._onward + self._g.setup.way(self._host)[h]

    def assign_goals(
        self, forces: Sequence[int], might: Mapping[int, int], strength: Sequence[int], settled: Mapping[int, int]
    ) -> dict[int, tuple[int, int]]:
        """Return, for each force, the distance to its goal and the goal's number (-1 if it has none).

        If nearby forces are counted together, a goal gets only as many forces as are useful there. The force nearest to
        a goal chooses first. If several forces are about equally near, the strongest chooses first. So a force never
        loses by coming nearer.
        """
        at = self._g.at
        if self._alone:
            return {f: (self.near(might[f], at[f]), -1) for f in forces}
        assigned = {f: (settled[f], -1) for f in forces if f in settled}
        room = [2 * needed + self._room for needed in self._needed]
        going: list[tuple[int, int, int, Ways]] = []
        for f in forces:
            if f not in assigned:
                ways = self._ways(might[f], at[f])
                if ways:
                    going.append((ways[0][0] // STEP, -strength[f], f, ways))
                else:
                    assigned[f] = self._distance_to_host(might[f], at[f]), -1
        going.sort()
        for _, _, f, ways in going:
            for near, goal in ways:
                if room[goal] > self._fits * strength[f] // 10:
                    room[goal] -= strength[f]
                    assigned[f] = near, goal
                    break
            else:
                assigned[f] = self._distance_to_host(might[f], at[f]), -1
        return assigned

    def way(self, goal: int) -> Sequence[int] | None:
        """Return the distance from each hex to a goal.

        If `goal` is -1, return the distances to the strongest group of forces, or None if there is no such group.
        """
        if goal >= 0:
            return self._ranked[goal][2]
        return self._g.setup.way(self._host) if self._host >= 0 else None


def _sort_goals(goals: Collection[Goal]) -> tuple[list[Goal], Near]:
    """Return the goals, the easiest first, and the cache of the `Ways` to them."""
    key = tuple([(weaker, extra, id(way)) for weaker, extra, way in goals])
    sorted_goals = _GOALS_CACHE.get(key)
    if sorted_goals is None:
        sorted_goals = _GOALS_CACHE[key] = sorted(goals, key=lambda goal: goal[0]), {}
    return sorted_goals


def weaker_enemies(g: G, side: int, strength: Sequence[int], w: Weights) -> list[Goal]:
    """Return the enemy forces as goals. An enemy force inside a castle counts as further away."""
    walls, inside, where, way = w["walls"], g.inside, g.at, g.setup.way
    return [(strength[f], walls * inside[f], way(where[f])) for f in g.forces() if g.side_of[f] == 1 - side]


def castles_to_take(g: G, side: int, w: Weights, spared: int = -1) -> list[Goal]:
    """Return one goal: the nearest enemy castle that still has durability. `spared`: a castle that is left out."""
    setup, sides = g.setup, army_sides(g)
    rows = enumerate(zip(g.owner, g.durability, setup.castle_hex, strict=True))
    hexes = tuple(h for c, (owner, left, h) in rows if owner >= 0 and left and sides[owner] == 1 - side and c != spared)
    return [(w["strong_enough"] - 1, 0, setup.nearest(hexes))]
