"""Section 11: lines of communication."""

from __future__ import annotations

from gunki.board.kernel import path, trace
from gunki.series.gunyuden.position import GunyudenPosition as G
from gunki.series.gunyuden.setup import CASTLE, FORCE


def lines(g: G, army: int) -> dict[int, int]:
    """11-1: for each force of the army that has a line the hex its line goes on to; others are missing. 11.0: from the
    unit to its main castle, over any number of relays (11-1-2). A strong zone bars it (5-1-1(1)); a friend in the hex
    of an enemy castle opens that (11-1-4).

    The army's own forces (also those inside an ally's castle) and castles relay (11-1-1), its main castles end it
    (8-3-1). Enemy forces, castles and zones bar it, except where a friendly force or castle stands (11-1-3 to 11-1-5,
    G-08). Shared: do not change it.
    """
    found: dict[int, int] | None = g.found.get(army)
    if found is None:
        found = g.found[army] = _lines(g, army)
    return found


def _lines(g: G, army: int) -> dict[int, int]:
    """How long a stretch may be depends on its ends: between forces (11-2-2(1)), from a force to a castle (11-2-2(2)),
    between castles (11-2-2(3)), from a castle to a force (11-2-2(4))."""
    setup, side = g.setup, g.army_side(army)
    mains = ends(g, army)
    if side < 0 or not mains:
        return {}
    armies = setup.army
    forces, at, _ = _relays(g, army)
    castles = relay_castles(g, army)
    sources = [i for i, h in enumerate(castles, len(at)) if h in mains]
    if not sources:
        return {}
    kinds = bytes((FORCE,)) * len(at) + bytes((CASTLE,)) * len(castles)
    at = [*at, *castles]
    foe = 1 - side
    via = trace(
        g.line_travel(army), at, kinds, sources, setup.lengths, g.shut[side], g.strong[foe], g.weak[foe], g.held[side]
    )
    _network(g, army).append((frozenset(mains), {f for i, f in enumerate(forces) if via[i] >= 0}))
    return {force: at[via[i]] for i, force in enumerate(forces) if via[i] >= 0 and armies[force] == army}


def _network(g: G, army: int) -> list[tuple[frozenset[int], set[int]]]:
    """What is known of the lines of all armies that have the same relays: which forces reach some main castles."""
    key = g.relays(army), g.line_travel(army)
    found: list[tuple[frozenset[int], set[int]]] = g.found.setdefault(key, [])
    return found


def _has_relayed_line(g: G, force: int) -> bool:
    """Whether a force has a line. One to some of its main castles is enough, so that a line found for another army with
    the same relays may be its own."""
    army = g.setup.army[force]
    known = _network(g, army)
    if known and army not in g.found:
        mains = frozenset(ends(g, army))
        if any(force in reached and goals <= mains for goals, reached in known):
            return True
    return force in lines(g, army)


def relay_castles(g: G, army: int) -> list[int]:
    """The hexes of castles that relay or end the army's lines (11-1-1, 8-3): its own, where no enemy stands (G-08)."""
    side, (_, _, own) = g.army_side(army), _relays(g, army)
    if side < 0:
        return []
    return own + [h for h in ends(g, army) if h not in own and not g.outside(h, 1 - side)]


def _relays(g: G, army: int) -> tuple[list[int], list[int], list[int]]:
    """The forces that relay the army's lines, where they are, and the hexes of castles that do. Shared by the armies
    that have the same relays: do not change it."""
    relays = g.relays(army)
    found: tuple[list[int], list[int], list[int]] | None = g.found.get(relays)
    if found is None:
        setup, side, armies, where = g.setup, g.army_side(army), g.setup.army, g.at
        forces = [f for f in g.forces() if armies[f] in relays]
        own = [setup.castle_hex[c] for c, owner in enumerate(g.owner) if owner in relays and g.durability[c]]
        open_ones = [h for h in own if side >= 0 and not g.outside(h, 1 - side)]
        found = g.found[relays] = forces, [where[f] for f in forces], open_ones
    return found


def ends(g: G, army: int) -> list[int]:
    """8-3-1, 8-3-2: the hexes of the main castles that the army (or its protector) still owns."""
    return [
        h
        for castle, h, owners in g.main_castles(army)
        if castle < 0 or (g.owner[castle] in owners and g.durability[castle])
    ]


def straight_line(g: G, force: int) -> bool:
    """Whether a main castle is near enough for a line without relays: the common case, found quickly."""
    setup, army, side = g.setup, g.setup.army[force], g.side_of[force]
    travel = g.line_travel(army)
    foe, longest, h = 1 - side, setup.lengths[FORCE][CASTLE], g.at[force]
    for end in ends(g, army):
        near = setup.map.distance(h, end) <= longest and not g.outside(end, foe)
        if near and path(travel, h, end, longest, g.shut[side], g.strong[foe], g.weak[foe], g.held[side]):
            return True
    return False


def has_line(g: G, force: int) -> bool:
    """11-3-2: whether a force could trace a line now, also one from inside a castle (G-09(d))."""
    return not g.needs_line(force) or straight_line(g, force) or _has_relayed_line(g, force)


def at_ease(g: G, force: int) -> bool:
    """11-1-6, 16-5, G-09: a garrison needs no line unless its castle is invested; others need one."""
    if g.inside[force]:
        return not g.besieged[g.castle_at(g.at[force])]
    return has_line(g, force)


def check(g: G) -> None:
    """11-3-1, 11-4-1, G-48: all lines are judged at once, then those without one lose morale; garrisons never do.
    11-3(1), 11-4, 10-1-1(1); 16-4: a force in garrison does not care."""
    cut = []
    outside = [f for f in g.forces() if not g.inside[f] and g.side(f) >= 0]
    few = {army: len(ends(g, army)) for army in {g.setup.army[f] for f in outside}}
    for force in sorted(outside, key=lambda f: few[g.setup.army[f]]):  # lines to few castles are lines of many armies
        if not _has_relayed_line(g, force):
            cut.append(force)
    for force in sorted(cut):
        if g.at[force] >= 0 and g.leader[force] == force and g.needs_line(force):
            g.tell("no_line", "11-4-1", unit=force)
            g.shake([force], g.setup.cut_off, "11-4-1", killed=False)
