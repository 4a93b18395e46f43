"""Estimates how likely it is that areas are lost to marches that are still possible. Only bots use it.

The estimate lets every stack attack once, for one card, with all but one of its units. The hits of several stacks
against one area add up (8-3). Counterattacks and reinforcements of the defenders are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

from gunki.board.areamap import AreaMap
from gunki.games.nobunaga.setup import ANTI_ODA, ODA
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.state.position import bits

#: A stack that could attack: its area, whether it is pinned there (7-2(2)), its dice and their military value.
Strike = tuple[int, bool, int, int]
#: A goal of attacks: the area, the number of units to hit there, and the bit set of areas from which it can be reached.
Target = tuple[int, int, int]
#: A stack with goals in reach: its dice, the sum of their military values, and the bit set of these goals.
Aim = tuple[int, int, int]
FACES = 6


@lru_cache(maxsize=65536)
def chance_of_hits(hits: int, dice: int, value: int) -> float:
    """Return the chance of at least `hits` hits; `value` is the sum of the dice's military values (8-3)."""
    if hits <= 0:
        return 1.0 if dice else 0.0
    if hits > dice:
        return 0.0
    p = min(value / (FACES * dice), 1.0)
    return sum(comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(hits, dice + 1))


@lru_cache(maxsize=65536)
def sources(area_map: AreaMap, goal: int, steps: int, blocked: int, closed: int) -> int:
    """Return the bit set of areas from which a march can end in `goal`. The goal itself is one of them.

    A march does not go on past `blocked` areas, and does not enter `closed` ones (7, 7.p1b).
    """
    near, areas = area_map.near_bits, 1 << goal
    ring = areas
    for _ in range(steps):
        new = 0
        for area in bits(ring):
            new |= near[area]
        new &= ~areas & ~closed
        areas |= new
        ring = new & ~blocked
    return areas


def stopping_areas(g: G, side: int) -> int:
    """Return the bit set of areas where a march of the side ends, because units of other powers are there."""
    own, areas = g.sides[side], 0
    for area, present in enumerate(g.present):
        if present & ~own:
            areas |= 1 << area
    return areas


def strikes(g: G, side: int) -> tuple[list[Strike], list[Strike]]:
    """Return the stacks of the side that could attack in this turn, and those that could in the next one.

    For the next turn every unit counts as ready (3-4). Both lists begin with the strongest stack.
    """
    setup, own, width = g.setup, g.sides[side], len(g.control)
    up, value, pins = g.up, setup.value, g.pins
    now: list[Strike] = []
    later: list[Strike] = []
    for area, present in enumerate(g.present):
        if not present & own:
            continue
        for clan in bits(present & own):
            i, chiefs = clan * width + area, g.present_generals[area] & g.roster[clan]
            dice = g.ready[i]
            units = dice + g.spent[i]
            best = strongest = setup.army_value[clan]
            if chiefs:
                for general in bits(chiefs):
                    units += 1
                    strongest = max(strongest, value[general])
                    if up[general]:
                        dice += 1
                        best = max(best, value[general])
            pinned = bool(present & pins[clan])
            most = units if pinned else units - 1  # 7-2(1): one unit stays behind if the stack marches
            if most > 0:
                later.append((area, pinned, most, strongest))
                if dice:
                    now.append((area, pinned, min(dice, most), best))
    now.sort(key=_hits)
    later.sort(key=_hits)
    return now, later


def _hits(strike: Strike) -> int:
    return -strike[2] * strike[3]


def target(g: G, side: int, area: int, blocked: int, closed: int = 0) -> Target:
    """Return the `Target` for an area: the units there that are not the side's, and where attacks can come from."""
    defenders = sum([g.units(clan, area) for clan in bits(g.present[area] & ~g.sides[side])])
    return area, defenders, sources(g.setup.map, area, g.setup.march_areas, blocked, closed)


def reaches(strike: Strike, goal: Target) -> bool:
    """Return whether a stack can attack in the area of a goal."""
    area, pinned, _, _ = strike
    return area == goal[0] if pinned else bool(goal[2] >> area & 1)


def list_aims(goals: Sequence[Target], stacks: list[Strike]) -> list[Aim]:
    """Return the stacks that reach any of the goals, each with the goals that it reaches."""
    aims = []
    for area, pinned, dice, value in stacks:
        able = 0
        for i, goal in enumerate(goals):
            if area == goal[0] if pinned else goal[2] >> area & 1:
                able |= 1 << i
        if able:
            aims.append((dice, dice * value, able))
    return aims


def all_fall(goals: Sequence[Target], some: Sequence[int], aims: list[Aim], cards: int) -> float:
    """Return the chance that all goals in `some` (indices) are taken with this number of cards.

    Each stack attacks once, the strongest stack first. It attacks the goal in reach that lacks the most hits.
    """
    if len(some) > cards:
        return 0.0
    dice, value, missing = [0] * len(some), [0] * len(some), [goals[i][1] * FACES for i in some]
    for count, hits, able in aims:
        where = -1
        for k, i in enumerate(some):
            if able >> i & 1 and (where < 0 or missing[k] > missing[where]):
                where = k
        if where >= 0:
            dice[where] += count
            value[where] += hits
            missing[where] -= hits
            cards -= 1
            if not cards:
                break
    chance = 1.0
    for k, i in enumerate(some):
        chance *= chance_of_hits(goals[i][1], dice[k], value[k])
    return chance


def keys_fall(g: G, stacks: list[Strike], cards: int, blocked: int) -> float:
    """Return the chance that Anti-Oda holds enough key areas at the end of the turn (9(2))."""
    setup = g.setup
    keys = bits(setup.key)
    open_keys = [a for a in keys if g.control[a] < 0 or g.power[g.control[a]] != ANTI_ODA]
    needed = setup.key_needed - (len(keys) - len(open_keys))
    if needed <= 0:
        return 1.0
    if needed > cards:
        return 0.0
    goals = [target(g, ANTI_ODA, area, blocked) for area in open_keys]
    aims = list_aims(goals, stacks)
    ways = combinations(range(len(goals)), needed)
    return max([all_fall(goals, some, aims, cards) for some in ways], default=0.0)


def leader_falls(g: G, stacks: list[Strike], cards: int, blocked: int) -> float:
    """Return the chance that Nobunaga's stack is wiped out and Nobunaga dies (9(1), 8-4-2)."""
    setup = g.setup
    area = g.at[setup.leader]
    if area < 0 or not cards:
        return 0.0
    goal = (area, g.units(setup.oda, area), sources(setup.map, area, setup.march_areas, blocked, 0))
    deadly = sum(setup.deadly) / FACES if g.refuges(setup.oda, area) else 1.0
    return all_fall((goal,), (0,), list_aims((goal,), stacks), cards) * deadly


def prizes(g: G, side: int, stacks: list[Strike], blocked: int) -> float:
    """Return how many supply areas the side can expect to take now: the sum of the chances to take them.

    Each stack attacks one area, and each area is attacked by one stack.
    """
    setup, power, control = g.setup, g.power, g.control
    closed = g.closed_areas(setup.oda, False) if side == ODA else 0
    wanted = [a for a in bits(setup.supply) if control[a] < 0 or power[control[a]] != side]
    goals = [target(g, side, area, blocked, closed) for area in wanted]
    total = 0.0
    for strike in stacks:
        best, best_goal = 0.0, None
        _, _, dice, value = strike
        for goal in goals:
            if goal[1] <= dice and reaches(strike, goal):
                chance = chance_of_hits(goal[1], dice, dice * value)
                if chance > best:
                    best, best_goal = chance, goal
        if best_goal is not None:
            goals.remove(best_goal)
            total += best
    return total
