"""How well a seat stands: a readable sum for bots. The weights are data, not rules."""

from __future__ import annotations

from gunki.games.kanto.position import KantoPosition as G
from gunki.games.kanto.sequence import scores

WIN = 1_000_000


def evaluate(g: G, seat: int) -> int:
    """Points and steps, sieges under way, and how near strong forces are to what they could take."""
    over = g.outcome
    if over is not None:
        return WIN if seat in over.winners else 0 if not over.winners else -WIN
    w: dict[str, int] = g.setup.tables["evaluation"]
    points = scores(g)
    best = max(n for other, n in enumerate(points) if other != seat)
    total = w["point"] * (points[seat] - best)
    side = g.setup.coalition[seat]
    total += _troops(g, side, w) - _troops(g, 1 - side, w)
    total += _sieges(g, side, w) - _sieges(g, 1 - side, w)
    total += _marching(g, seat, w)
    if g.setup.kanrei_seat >= 0:
        vows = _vows(g, w)
        total += vows if seat == g.setup.kanrei_seat else -vows
    return total


def _troops(g: G, side: int, w: dict[str, int]) -> int:
    """Steps on the map, leaders alive, morale kept."""
    sides, steps, stars, total = g.side_of, g.steps, g.setup.stars, 0
    for u, at in enumerate(g.at):
        if at >= 0 and sides[u] == side:
            total += w["step"] * steps[u] + w["leader"] * stars[u]
            if g.leader[u] != u:
                total += w["led"]
            elif g.morale[u]:
                total -= w["morale"] * g.morale[u]
    return total


def _sieges(g: G, side: int, w: dict[str, int]) -> int:
    """What the side has done to enemy castles."""
    total = 0
    full = g.setup.full_durability
    for castle, owner in enumerate(g.owner):
        if owner >= 0 and g.castle_side(castle) == 1 - side:
            value = 1 + g.setup.level[castle]
            total += value * w["durability"] * (full - g.durability[castle]) // 4
            if g.besieged[castle]:
                total += w["invested"] * value
    return total


def _marching(g: G, seat: int, w: dict[str, int]) -> int:
    """The nearer a force is to a goal it is strong enough for, the better; not beside enemies too strong for it."""
    setup, total = g.setup, 0
    side = setup.coalition[seat]
    goals = [setup.way(h) for h in _goals(g, side)] if setup.by_steps else [setup.nearest(tuple(_goals(g, side)))]
    strength = g.strengths()
    sides, inside, neighbours = g.side_of, g.inside, setup.map.neighbours
    foes: dict[int, int] = {}  # by hex the strongest enemy force in the open
    for f in g.forces():
        if sides[f] == 1 - side and not inside[f]:
            foes[g.at[f]] = max(strength[f], foes.get(g.at[f], 0))
    for f in g.forces():
        if sides[f] != side:
            continue
        h, own = g.at[f], strength[f]
        if own >= w["strong_enough"] and goals:
            near = min(goal[h] for goal in goals)
            total += w["march"] * (w["far"] - min(near, w["far"])) * own // 10
        if not inside[f] and g.strong[1 - side][h]:
            worst = max(foes.get(b, 0) for b in neighbours[6 * h : 6 * h + 6])
            total -= w["risk"] * max(0, worst - own)
    return total


def _goals(g: G, side: int) -> list[int]:
    """Hexes worth marching to: enemy castles, or where only steps count enemy forces in the open."""
    setup = g.setup
    if setup.by_steps:
        return [g.at[f] for f in g.forces() if g.side_of[f] == 1 - side]
    return [
        setup.castle_hex[c]
        for c in range(len(g.owner))
        if g.durability[c] and c != setup.odawara and g.castle_side(c) == 1 - side
    ]


def _vows(g: G, w: dict[str, int]) -> int:
    """37(7): Odawara invested as a turn begins, then Kenshin at the shrine: without both all is lost."""
    setup = g.setup
    if g.waived:
        return 2 * w["vow"]
    total = w["vow"] if g.invested_turns else _closing_in(g, w)
    if g.ceremony >= 0:
        return total + w["vow"]
    kenshin = g.at[setup.kenshin]
    if g.invested_turns and kenshin >= 0:
        total += w["ring"] * (w["far"] - min(setup.way(setup.shrine)[kenshin], w["far"]))
        total += w["vow"] // 2 * (kenshin == setup.shrine)
    return total


def _closing_in(g: G, w: dict[str, int]) -> int:
    """How far the ring around Odawara is closed, and how near the troops are that could close it."""
    setup, side = g.setup, g.setup.coalition[g.setup.kanrei_seat]
    if g.besieged[setup.odawara]:
        return w["vow"] * 3 // 4
    strength, way, far = g.strengths(), setup.nearest(setup.ring), w["far"]
    near = sum(
        strength[f] * (far - min(way[g.at[f]], far)) for f in g.forces() if g.side_of[f] == side and not g.inside[f]
    )
    held = [g.sum_strength(g.outside(h, side)) for h in setup.ring]
    closed = w["ring"] * (5 * sum(n > 0 for n in held) + min(sum(held), setup.odawara_strength) // 2)
    return w["ring"] * near // far + closed
