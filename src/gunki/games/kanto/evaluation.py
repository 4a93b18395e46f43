"""How well a seat stands: a readable sum for bots. The weights are data, not rules."""

from __future__ import annotations

from gunki.games.kanto.points import scores
from gunki.games.kanto.position import KantoPosition as G

WIN = 1_000_000


def evaluate(g: G, seat: int) -> int:
    """Points and steps, sieges under way, and how near strong forces are to what they could take."""
    over = g.outcome
    if over is not None:
        return WIN if seat in over.winners else 0 if not over.winners else -WIN
    w: dict[str, int] = g.setup.tables["evaluation"]
    points = scores(g)
    best = max(n for other, n in enumerate(points) if other != seat)
    side = g.setup.coalition[seat]
    strength = g.strengths()
    total = w["point"] * (points[seat] - best) + _troops(g, side, w)
    if not g.setup.by_steps:
        total += _sieges(g, side, w)
    total += _marching(g, side, strength, w)
    if g.setup.kanrei_seat >= 0:
        vows = _vows(g, strength, w)
        total += vows if seat == g.setup.kanrei_seat else -vows
    return total


def _troops(g: G, side: int, w: dict[str, int]) -> int:
    """Steps on the map, leaders alive, morale kept: ours less theirs."""
    led, morale = w["led"], w["morale"]
    step, star = w["step"], w["leader"]
    totals = [0, 0, 0]  # the last for those who take no part
    rows = zip(g.at, g.side_of, g.steps, g.setup.stars, g.leader, g.morale, strict=True)
    for u, (at, of, steps, stars, leader, lost) in enumerate(rows):
        if at >= 0:
            totals[of] += step * steps + star * stars + (led if leader != u else -morale * lost)
    return totals[side] - totals[1 - side]


def _sieges(g: G, side: int, w: dict[str, int]) -> int:
    """What has been done to castles: theirs less ours."""
    durability, invested = w["durability"], w["invested"]
    full, sides = g.setup.full_durability, [g.army_side(army) for army in range(len(g.seat_of))]
    totals = [0, 0, 0]
    for owner, level, left, besieged in zip(g.owner, g.setup.level, g.durability, g.besieged, strict=True):
        if (besieged or left != full) and owner >= 0:
            totals[sides[owner]] += (1 + level) * (durability * (full - left) // 4 + (invested if besieged else 0))
    return totals[1 - side] - totals[side]


def _marching(g: G, side: int, strength: list[int], w: dict[str, int]) -> int:
    """The nearer a force is to a goal it is strong enough for, the better; not beside enemies too strong for it."""
    setup, total = g.setup, 0
    sides, inside, where, threat = g.side_of, g.inside, g.at, g.strong[1 - side]
    forces = g.forces()
    march, far, enough, risk = w["march"], w["far"], w["strong_enough"], w["risk"]
    if setup.by_steps:  # enemies who are weaker, rather in the open
        goals = [(strength[f], w["walls"] * inside[f], setup.way(where[f])) for f in forces if sides[f] == 1 - side]
    else:
        goals = [(enough - 1, 0, setup.nearest(_castles_to_take(g, side)))]
    foes: dict[int, int] = {}  # by hex the strongest enemy force in the open
    for f in forces:
        if sides[f] == 1 - side and not inside[f]:
            foes[where[f]] = max(strength[f], foes.get(where[f], 0))
    for f in forces:
        if sides[f] != side:
            continue
        h, own = where[f], strength[f]
        near = min((extra + way[h] for weaker, extra, way in goals if weaker < own), default=far)
        total += march * (far - min(near, far)) * own // 10
        if threat[h] and not inside[f]:
            worst = max(foes.get(b, 0) for b in setup.map.neighbours[6 * h : 6 * h + 6])
            total -= risk * max(0, worst - own)
    return total


def _castles_to_take(g: G, side: int) -> tuple[int, ...]:
    setup, sides = g.setup, [g.army_side(army) for army in range(len(g.seat_of))]
    rows = zip(g.owner, g.durability, setup.castle_hex, strict=True)
    odawara = setup.castle_hex[setup.odawara]
    return tuple(h for owner, left, h in rows if left and sides[owner] == 1 - side and h != odawara)


def _vows(g: G, strength: list[int], w: dict[str, int]) -> int:
    """37(7): Odawara invested as a turn begins, and Kenshin at the shrine: without both all is lost."""
    setup = g.setup
    if g.waived:
        return 2 * w["vow"]
    total = w["vow"] if g.invested_turns else _closing_in(g, strength, w)
    if g.ceremony >= 0:
        return total + w["vow"]
    kenshin = g.at[setup.kenshin]
    if kenshin >= 0:
        total += w["ring"] * (w["far"] - min(setup.way(setup.shrine)[kenshin], w["far"]))
        total += w["vow"] // 2 * (kenshin == setup.shrine)
    return total


def _closing_in(g: G, strength: list[int], w: dict[str, int]) -> int:
    """How far the ring around Odawara is closed, and how near those are who could close it."""
    setup, side = g.setup, g.setup.coalition[g.setup.kanrei_seat]
    if g.besieged[setup.odawara]:
        return w["vow"] * 3 // 4
    far, where, bound = w["far"], g.at, g.leader[setup.kenshin] if g.ceremony < 0 else -1
    forces = [f for f in g.forces() if g.side_of[f] == side and not g.inside[f] and f != bound]
    held = dict.fromkeys(setup.ring, 0)
    free = []  # those who do not keep a hex of the ring alone
    for f in forces:
        h = where[f]
        if held.get(h) == 0:
            held[h] = strength[f]
        else:
            free.append(f)
            if h in held:
                held[h] += strength[f]
    way = setup.nearest(setup.ring)
    near = sum(strength[f] * (far - min(way[where[f]], far)) for f in free)
    total = w["ring"] * near // far + w["ring"] * min(sum(held.values()), setup.odawara_strength)
    reserve = {where[f] for f in free}
    for h, troops in held.items():
        gap = 0 if troops else min(map(setup.way(h).__getitem__, reserve), default=far)
        total += w["ring"] * (far - min(gap, far)) // 2 + (w["ring"] * 5 if troops else 0)
    return total
