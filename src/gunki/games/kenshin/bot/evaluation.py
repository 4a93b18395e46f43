"""Evaluation of a side: a readable sum for bots. The weights are data, not rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from gunki.games.kenshin.rules.naval.naval_lines import has_open_line
from gunki.games.kenshin.setup import UESUGI, KenshinSetup
from gunki.games.kenshin.state.position import BOX
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.bot import evaluation as parts
from gunki.series.forces_and_castles.state.layers import BoundedCache

Weights = dict[str, int]
DIE = 6
#: How many turns of a siege are looked ahead.
TURNS_AHEAD = 3


def evaluate(g: G, seat: int) -> int:
    """Return how well `seat` stands: score, Kyoto, troops, ships, sieges, distances to goals, dangers."""
    over = parts.outcome_value(g, seat)
    if over is not None:
        return over
    w: Weights = g.setup.tables["evaluation"]
    field = Field(g, seat)
    total = (w["point"] * g.score + _kyoto(g, w)) * (1 if seat == UESUGI else -1)
    total += _troops(g, seat, w) + _ships(g, seat, w) + _sieges(g, seat, field, w)
    hosts = parts.sum_nearby_strength(g, field.ours, w["together"])
    total += parts.march_value(
        g, seat, field.strength, w, goals(g, seat, field, w), hosts, find_holding_forces(g, seat, field)
    )
    return total - _exposure(g, seat, field, w)


class Field:
    """The strength of each side in each hex, and the units inside castles.

    Forces in one hex attack together (12-1-3), so their steps are added up.
    """

    __slots__ = ("before", "foes", "inside", "ours", "strength")

    def __init__(self, g: G, seat: int) -> None:
        at, leader, steps, sides, inside = g.at, g.leader, g.steps, g.side_of, g.inside
        #: The steps of each force, by its leader.
        self.strength = strength = [0] * len(at)
        self.ours: dict[int, int] = {}
        self.foes: dict[int, int] = {}
        #: The number of units in the open, by side and hex; then the units inside castles, by hex.
        self.before: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.inside: dict[int, list[int]] = {}
        for u, h in enumerate(at):
            if h < 0:
                continue
            strength[leader[u]] += steps[u]
            side = sides[u]
            if inside[u]:
                self.inside.setdefault(h, []).append(u)
            elif side >= 0:
                steps_by_hex, count = self.ours if side == seat else self.foes, self.before[side]
                steps_by_hex[h] = steps_by_hex.get(h, 0) + steps[u]
                count[h] = count.get(h, 0) + 1


# -- points to come ---------------------------------------------------------------------------------------------------


def _kyoto(g: G, w: Weights) -> int:
    """Return what Kyoto brings the Uesugi side at the start of the next turn, weighted (21)."""
    setup = g.setup
    kyoto, (any_unit, with_kenshin) = setup.kyoto, setup.kyoto_points
    if kyoto not in g.at or not any(g.side_of[u] == UESUGI for u in g.units_in(kyoto)):
        return 0
    return w["point"] * w["kyoto_held"] * (with_kenshin if g.at[setup.kenshin] == kyoto else any_unit) // 100


def _troops(g: G, seat: int, w: Weights) -> int:
    """Return the steps of a side minus those of the other, weighted by rank; units in the Mori box count half."""
    step, totals = w["step"], [0, 0, 0]
    for at, side, steps, rank in zip(g.at, g.side_of, g.steps, g.setup.rank, strict=True):
        if at >= BOX:
            totals[side] += steps * (2 + rank) * (2 if at >= 0 else 1)
    return (totals[seat] - totals[1 - seat]) * step // 4


def _ships(g: G, seat: int, w: Weights) -> int:
    total = 0
    for ship, steps in enumerate(g.ship_steps):
        if steps:
            total += steps if g.ship_side(ship) == seat else -steps
    return w["ship"] * total


@lru_cache(maxsize=256)
def surrender_chance(losses: tuple[int, ...], marker: int, turns: int = TURNS_AHEAD) -> int:
    """Return the chance, in percent, that an invested castle surrenders if a demand is made every turn (9-1).

    `losses` holds the loss of morale for each die, `marker` the number on the Investment marker.
    """
    return round(100 * _surrender_chance(losses, marker, turns))


@lru_cache(maxsize=1024)
def _surrender_chance(losses: tuple[int, ...], marker: int, turns: int) -> float:
    if not turns:
        return 0.0
    total = 0.0
    for loss in losses:
        lowered = min(marker + loss, DIE)
        now = lowered / DIE
        total += now + (1 - now) * _surrender_chance(losses, lowered, turns - 1)
    return total / len(losses)


def prize(g: G, castle: int, units: Iterable[int]) -> int:
    """Return the points for a castle and its garrison (9-1-3, 21). Kenshin or Nobunaga adds a winning score (22-1)."""
    setup = g.setup
    points = setup.castle_points[castle]
    for u in units:
        points += setup.rank_points[setup.rank[u]] + (setup.score_to_win if u in setup.sudden_units else 0)
    return points


def _sieges(g: G, seat: int, field: Field, w: Weights) -> int:
    """Return the value of all sieges: those of the enemy's castles minus those of the side's own castles.

    The value of one siege is a sum: the castle's points times the chance that it surrenders, the margin by which
    besiegers outnumber the garrison, and the lost durability.
    """
    setup, total = g.setup, 0
    point, closing, margin, broken = w["point"], w["closing"], w["margin"], w["durability"]
    rows = zip(g.holder, setup.castle_hex, g.durability, setup.printed, g.besieged, strict=True)
    for castle, (holder, h, left, whole, besieged) in enumerate(rows):
        if holder < 0:
            continue
        value = broken * (whole - left)
        before = field.before[1 - holder].get(h, 0)
        if before:
            units = field.inside.get(h, ())
            if besieged or before > len(units):
                row = max((1 + setup.rank[u] for u in units), default=0)
                losses = setup.siege[setup.siege_always.get(castle, row)]
                chance = surrender_chance(losses, g.lowered[castle])
                if setup.port[castle] >= 0 and has_open_line(g, castle):
                    chance //= 8  # 13-1-9: an open naval line makes a surrender unlikely
                chance = chance if besieged else chance * closing // 100
                value += point * prize(g, castle, units) * chance // 100
                value += margin * min(before - len(units), 3)
        total += -value if holder == seat else value
    return total


# -- where to go ------------------------------------------------------------------------------------------------------


#: A cache of the latest goals. Its keys hold everything that goals depend on, which seldom changes while a side moves.
_GOALS_CACHE: BoundedCache[tuple[object, ...], list[parts.Goal]] = BoundedCache(64)


def goals(g: G, seat: int, field: Field, w: Weights) -> list[parts.Goal]:
    """Return the goals of a side: enemy castles, weaker enemies in the open, Kyoto, and own hexes in danger.

    Each goal holds the strength it needs, its weight (lower is better) and the distance of each hex to it. Enemies that
    stand before a castle of the side are more urgent goals.
    """
    inside = tuple((h, len(units)) for h, units in field.inside.items())
    key = g.setup, seat, g.holder, tuple(field.foes.items()), inside
    targets = _GOALS_CACHE.get(key)
    if targets is None:
        targets = _GOALS_CACHE[key] = _goals(g, seat, field, w)
    return targets


def _goals(g: G, seat: int, field: Field, w: Weights) -> list[parts.Goal]:
    setup, way, targets = g.setup, g.setup.way, list[parts.Goal]()
    worth, base, hunt = w["prize"], w["any_castle"], w["hunt"]
    foes, inside, points = field.foes, field.inside, setup.castle_points
    for castle, (holder, h) in enumerate(zip(g.holder, setup.castle_hex, strict=True)):
        if holder == 1 - seat:
            needed = max(1, 2 * len(inside.get(h, ()))) + foes.get(h, 0) * 5 // 4
            targets.append((needed, base - worth * points[castle], way(h)))
    for h, strength in foes.items():
        castle = setup.castle_at[h]
        relief = worth * points[castle] if castle >= 0 and g.holder[castle] == seat else 0
        targets.append((strength * 6 // 5, hunt - relief, way(h)))
    kyoto_strength = foes.get(setup.kyoto, 0) * 6 // 5 + 1
    if seat == UESUGI or setup.kyoto in foes:
        targets.append((kyoto_strength, -w["capital"], way(setup.kyoto)))
    if seat == UESUGI:  # a large force can hold Kyoto; with Kenshin in it, Kyoto scores most (21)
        targets.append((max(kyoto_strength, w["host"]), -w["capital"], way(setup.kyoto)))
    return targets + [(w["guard"], -w["hold"], way(h)) for h in find_hexes_in_danger(g, seat, foes, w)]


def find_hexes_in_danger(g: G, seat: int, foes: dict[int, int], w: Weights) -> list[int]:
    """Return the hexes of a side that are in danger: strong enemies are near, but none is in the hex.

    Only castles of many points count, and for the Oda also Kyoto.
    """
    setup, least, near = g.setup, w["great"], w["alarm"]
    hexes = [
        h for castle, (holder, h) in enumerate(zip(g.holder, setup.castle_hex, strict=True))
        if holder == seat and setup.castle_points[castle] >= least
    ]  # fmt: skip
    if seat != UESUGI:
        hexes.append(setup.kyoto)
    endangered, guard = list[int](), w["guard"]
    for h in hexes:
        way = setup.way(h)
        if h not in foes and sum([strength for at, strength in foes.items() if way[at] <= near]) > guard:
            endangered.append(h)
    return endangered


def find_holding_forces(g: G, seat: int, field: Field) -> dict[int, int]:
    """Return the forces that hold Kyoto for the Uesugi side. They stay: their distance counts as -99."""
    setup = g.setup
    if seat != UESUGI or setup.kyoto not in field.ours:
        return {}
    return dict.fromkeys(g.outside(setup.kyoto, seat), -99)


# -- dangers ----------------------------------------------------------------------------------------------------------


def _exposure(g: G, seat: int, field: Field, w: Weights) -> int:
    """Return the danger to Kenshin or Nobunaga from stronger enemies within reach (22-1)."""
    setup, total, reach = g.setup, 0, w["reach"]
    for u in setup.sudden_units:
        h = g.at[u]
        if h < 0 or g.side_of[u] != seat:
            continue
        own = 2 * sum(g.steps[i] for i in field.inside[h]) if g.inside[u] else field.ours[h]
        own += own * setup.ability[u] // DIE // 2  # Kenshin or Nobunaga would lead the defence
        way = setup.way(h)
        for where, strength in field.foes.items():
            over = strength * 3 // 2 - own
            if over > 0 and way[where] <= reach:
                total += w["exposed"] * over * (1 + reach - way[where]) // reach
    return total


# -- battles ----------------------------------------------------------------------------------------------------------

ROLLS = tuple(a + b for a in range(1, DIE + 1) for b in range(1, DIE + 1))


def mean_hits(g: G, strength: int, value: int) -> int:
    """Return the mean hits of a roll, in hundredths (12-2). `value` is the sum of the modifiers."""
    return _mean_hits(g.setup, strength, value)


@lru_cache(maxsize=4096)
def _mean_hits(setup: KenshinSetup, strength: int, value: int) -> int:
    return sum(setup.hits(strength, roll + value) for roll in ROLLS) * 100 // len(ROLLS)


def best_leader(g: G, forces: Sequence[int]) -> int:
    """Return the ability that is likely to count: the best among leaders of the highest rank (12-2-2)."""
    rank, ability = g.setup.rank, g.setup.ability
    top = max(rank[f] for f in forces)
    return max(ability[f] for f in forces if rank[f] == top)
