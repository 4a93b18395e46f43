"""The evaluation of a position for bots: a readable sum. The weights are data, not rules."""

from __future__ import annotations

from gunki.games.kanto.rules.points import scores
from gunki.games.kanto.state.position import KantoPosition as G
from gunki.series.gunyuden.bot import evaluation as parts


def evaluate(g: G, seat: int) -> int:
    """Return the value of a position: points, steps, sieges, and how near strong forces are to their goals."""
    over = parts.outcome_value(g, seat)
    if over is not None:
        return over
    w: dict[str, int] = g.setup.tables["evaluation"]
    side, strength = g.setup.coalition[seat], g.strengths()
    total = w["point"] * parts.points_lead(scores(g), seat) + parts.troops(g, side, w)
    if g.setup.by_steps:
        goals = parts.weaker_enemies(g, side, strength, w)
    else:
        total += parts.sieges(g, side, w)
        goals = parts.castles_to_take(g, side, w, g.setup.odawara)
    total += parts.march_value(g, side, strength, w, goals)
    if g.setup.kanrei_seat >= 0:
        vows = _vows(g, strength, w)
        total += vows if seat == g.setup.kanrei_seat else -vows
    return total


def _vows(g: G, strength: list[int], w: dict[str, int]) -> int:
    """Return the value of the two conditions of the Uesugi (37(7)): the siege of Odawara and the ceremony.

    Odawara must be invested as a turn begins, and Kenshin must stay at the shrine. If either fails, the Uesugi lose.
    """
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
    """Return the value of the ring at Odawara: how far it is closed, and how near the forces are that could fill it."""
    setup, side = g.setup, g.setup.coalition[g.setup.kanrei_seat]
    if g.besieged[setup.odawara]:
        return w["vow"] * 3 // 4
    far, where, bound = w["far"], g.at, g.leader[setup.kenshin] if g.ceremony < 0 else -1
    forces = [f for f in g.forces() if g.side_of[f] == side and not g.inside[f] and f != bound]
    troops_in_ring = dict.fromkeys(setup.ring, 0)
    # Forces that are not the first one in a hex of the ring: they could fill its gaps.
    free = []
    for f in forces:
        h = where[f]
        if troops_in_ring.get(h) == 0:
            troops_in_ring[h] = strength[f]
        else:
            free.append(f)
            if h in troops_in_ring:
                troops_in_ring[h] += strength[f]
    way = setup.nearest(setup.ring)
    near = sum(strength[f] * (far - min(way[where[f]], far)) for f in free)
    total = w["ring"] * near // far + w["ring"] * min(sum(troops_in_ring.values()), setup.odawara_strength)
    reserve = {where[f] for f in free}
    for h, troops in troops_in_ring.items():
        gap = 0 if troops else min(map(setup.way(h).__getitem__, reserve), default=far)
        total += w["ring"] * (far - min(gap, far)) // 2 + (w["ring"] * 5 if troops else 0)
    return total
