"""Section 11: lines of communication."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gunki.board.kernel import Travel, connect_relays, points, reach, trace
from gunki.series.gunyuden.setup import CASTLE, FORCE
from gunki.series.gunyuden.state.position import GunyudenPosition as G

#: The first part of the cache keys under which `has_line` keeps its answers.
LINE = "line"


class Relays(NamedTuple):
    """The relays of lines in the form that the kernel takes: forces, then castles. Shared: do not change them."""

    forces: list[int]
    #: The hex and the kind of each relay; and the number of the castle relay at each hex.
    at: list[int]
    kinds: bytes
    castles: dict[int, int]


def lines(g: G, army: int) -> dict[int, int]:
    """Return, for each force of the army that has a line, the hex to which its line goes on (11-1).

    A line goes from the unit to its main castle, over any number of relays (11.0, 11-1-2). The army's own forces and
    castles relay (11-1-1), also its forces inside an ally's castle. Its main castles end the line (8-3-1).

    Enemy forces, castles and zones bar the line, except where a friendly force or castle stands (11-1-3 to 11-1-5,
    G-08). A strong zone bars it (5-1-1(1)). A friend in the hex of an enemy castle opens that hex (11-1-4). The longest
    stretch depends on its ends: between forces (11-2-2(1)), from a force to a castle (11-2-2(2)), between castles
    (11-2-2(3)), from a castle to a force (11-2-2(4)).

    The dictionary is shared: do not change it.
    """
    next_hexes: dict[int, int] | None = g.map_cache.get(army)
    if next_hexes is None:
        next_hexes = g.map_cache[army] = _lines(g, army)
    return next_hexes


def _lines(g: G, army: int) -> dict[int, int]:
    relays, mains = _network(g, army)
    if not mains:
        return {}
    via = trace(g.line_travel(army), relays.at, relays.kinds, mains, g.setup.lengths, *_hindrances(g, army))
    armies = g.setup.army
    return {f: relays.at[via[i]] for i, f in enumerate(relays.forces) if via[i] >= 0 and armies[f] == army}


def _hindrances(g: G, army: int) -> tuple[bytearray, bytearray, bytearray, bytearray]:
    """Return closed hexes, strong and weak zones, and the hexes that friends open to lines (11-1-3 to 11-1-5)."""
    side = g.army_side(army)
    return g.closed_to[side], g.strong[1 - side], g.weak[1 - side], g.occupied[side]


def _network(g: G, army: int) -> tuple[Relays, list[int]]:
    """Return the relays and ends of the army's lines (11-1-1, 8-3), and the numbers of the main castles among them.

    Only main castles without an enemy in their hex count (G-08).
    """
    side, relays = g.army_side(army), _relays(g, army)
    if side < 0:
        return relays, []
    mains = list_line_ends(g, army)
    castles = relays.castles
    main_numbers = sorted({castles[h] for h in mains if h in castles})
    beyond = [h for h in mains if h not in castles and not g.outside(h, 1 - side)]
    if beyond:
        main_numbers += range(len(relays.at), len(relays.at) + len(beyond))
        kinds = relays.kinds + bytes((CASTLE,)) * len(beyond)
        relays = Relays(relays.forces, relays.at + beyond, kinds, castles)
    return relays, main_numbers


def _relays(g: G, army: int) -> Relays:
    """Return the relays of an army, shared by all armies that have the same ones (11-1-1)."""
    key = g.relays(army)
    relays: Relays | None = g.map_cache.get(key)
    if relays is None:
        armies, at = g.setup.army, g.at
        forces = [f for f in g.forces() if armies[f] in key]
        castles = _standing(g, army)
        kinds = bytes((FORCE,)) * len(forces) + bytes((CASTLE,)) * len(castles)
        numbers = dict(zip(castles, range(len(forces), len(kinds)), strict=True))
        relays = g.map_cache[key] = Relays(forces, [at[f] for f in forces] + castles, kinds, numbers)
    return relays


def _standing(g: G, army: int) -> list[int]:
    """Return the hexes of the castles that relay for an army: those without an enemy in their hex (G-08)."""
    side = g.army_side(army)
    if side < 0:
        return []
    shut, owned = g.closed_to[side], g.setup.castles_of(g.relays(army), g.owner, g.durability)
    return [h for h in owned if not shut[h] or not g.outside(h, 1 - side)]


def relay_castles(g: G, army: int) -> list[int]:
    """Return the hexes without an enemy whose castles relay or end the army's lines (11-1-1, 8-3, G-08)."""
    relays, _ = _network(g, army)
    return relays.at[len(relays.forces) :]


def list_line_ends(g: G, army: int) -> list[int]:
    """Return the hexes of the main castles that the army, or its protector, still owns (8-3-1, 8-3-2).

    The list is shared: do not change it.
    """
    cache = g.enemy_cache[max(0, g.army_side(army))]
    hexes: list[int] | None = cache.get(army)
    if hexes is None:
        hexes = cache[army] = [
            h
            for castle, h, owners in g.main_castles(army)
            if castle < 0 or (g.owner[castle] in owners and g.durability[castle])
        ]
    return hexes


def has_direct_line(g: G, force: int) -> bool:
    """Return whether a main castle is near enough for a line without relays. This case is common and quick to test."""
    setup, army, side = g.setup, g.setup.army[force], g.side_of[force]
    travel = g.line_travel(army)
    foe, longest, h = 1 - side, setup.lengths[FORCE][CASTLE], g.at[force]
    for end in list_line_ends(g, army):
        near = setup.map.distance(h, end) <= longest and not g.outside(end, foe)
        if (
            near
            and points(travel, h, end, longest, g.closed_to[side], g.strong[foe], g.weak[foe], g.occupied[side]) >= 0
        ):
            return True
    return False


def _has_line_by_castles(g: G, force: int) -> bool:
    """Return whether a force has a line to the hub (`_castle_hub`) with only castles as relays.

    The hub must be a main castle where lines of its army may end. Most lines are of this kind, and the network of
    castles seldom changes.
    """
    army, side = g.setup.army[force], g.side_of[force]
    if side < 0:
        return False
    key, travel = g.relays(army), g.line_travel(army)
    hub_and_castles: tuple[int, set[int]] | None = g.enemy_cache[side].get((key, travel))
    if hub_and_castles is None:
        hub_and_castles = g.enemy_cache[side][key, travel] = _castle_hub(g, army)
    hub, joined = hub_and_castles
    if hub not in list_line_ends(g, army):
        return False
    return not joined.isdisjoint(reach(travel, g.at[force], g.setup.lengths[FORCE][CASTLE], *_hindrances(g, army)))


def _castle_hub(g: G, army: int) -> tuple[int, set[int]]:
    """Return the hex of the hub of the castles that relay for an army, and the hexes of castles with a line to it.

    The hub is the castle at which the lines of most armies with these relays end. If there is no hub, its hex is -1.
    Only castles count as relays here, although forces would add more lines.
    """
    castles, occupied = _standing(g, army), bytearray(g.setup.map.size)
    for h in castles:
        occupied[h] = 1
    relays = Relays([], castles, bytes((CASTLE,)) * len(castles), {h: i for i, h in enumerate(castles)})
    mains = [relays.castles[h] for other in g.relays(army) for h in list_line_ends(g, other) if h in relays.castles]
    if not mains:
        return -1, set()
    hub = _busiest(mains)
    return castles[hub], {castles[i] for i in _find_connected(g, army, relays, [hub], occupied)}


def _has_relayed_line(g: G, force: int) -> bool:
    """Return whether a force has a line over relays, searched from the force to the first main castle found."""
    army = g.setup.army[force]
    relays, mains = _network(g, army)
    if not mains or force not in relays.forces:
        return False
    via = connect_relays(
        g.line_travel(army), relays.at, relays.kinds, [relays.forces.index(force)], g.setup.lengths,
        *_hindrances(g, army), onward=True, goals=mains,
    )  # fmt: skip
    return any(via[i] >= 0 for i in mains)


def has_line(g: G, force: int) -> bool:
    """Return whether a force could trace a line now, also from inside a castle (11-3-2, G-09(d))."""
    if not g.needs_line(force):
        return True
    key = LINE, force
    is_connected: bool | None = g.map_cache.get(key)
    if is_connected is None:
        is_connected = g.map_cache[key] = (
            has_direct_line(g, force) or _has_line_by_castles(g, force) or _has_relayed_line(g, force)
        )
    return is_connected


def is_at_ease(g: G, force: int) -> bool:
    """Return whether a force needs no line or has one (11-1-6, 16-5, G-09).

    A garrison needs none unless its castle is invested.
    """
    if g.inside[force]:
        return not g.besieged[g.castle_at(g.at[force])]
    return has_line(g, force)


def without_line(g: G, forces: Iterable[int]) -> list[int]:
    """Return the forces that have no line, computed for all of them together."""
    sharing: dict[tuple[frozenset[int], Travel], dict[int, list[int]]] = {}
    for army, own in _by_army(g, forces).items():
        sharing.setdefault((g.relays(army), g.line_travel(army)), {})[army] = own
    cut: list[int] = []
    for armies in sharing.values():
        networks = {army: _network(g, army) for army in armies}
        before, beyond = _find_shared_hub(g, networks) if len(armies) > 1 else (set(), set())
        for army, own in armies.items():
            relays, mains = networks[army]
            number = relays.forces.index
            if not beyond.isdisjoint(mains):
                own = [f for f in own if number(f) not in before]
                # A force with a line to a main castle in `before` has a line to the hub too: it was left out above.
                mains = [main for main in mains if main not in before]
            if own and mains:
                led = _find_connected(g, army, relays, mains, g.occupied[g.army_side(army)])
                own = [f for f in own if number(f) not in led]
            cut += own
    return cut


def _by_army(g: G, forces: Iterable[int]) -> dict[int, list[int]]:
    by_army: dict[int, list[int]] = {}
    for force in forces:
        by_army.setdefault(g.setup.army[force], []).append(force)
    return by_army


def _find_shared_hub(g: G, networks: Mapping[int, tuple[Relays, list[int]]]) -> tuple[set[int], set[int]]:
    """Return the result of `_hub` for several armies that have the same relays."""
    army = next(iter(networks))
    shared = _relays(g, army)
    mains = [main for _, mains in networks.values() for main in mains if main < len(shared.at)]
    return _hub(g, army, shared, mains, g.occupied[g.army_side(army)])


def _hub(g: G, army: int, relays: Relays, mains: list[int], occupied: bytearray) -> tuple[set[int], set[int]]:
    """Return the numbers of the relays with a line to the hub, and of the relays to which the hub has a line.

    The hub is the main castle at which the lines of most armies end. A line to the hub and a line from it together make
    a line.
    """
    if not mains:
        return set(), set()
    hub = [_busiest(mains)]
    return _find_connected(g, army, relays, hub, occupied), _find_connected(g, army, relays, hub, occupied, onward=True)


def _busiest(mains: list[int]) -> int:
    """Return the castle that is listed most often: the lines of most armies end there."""
    many = Counter(mains)
    return max(many, key=many.__getitem__)


def _find_connected(
    g: G, army: int, relays: Relays, castles: list[int], occupied: bytearray, onward: bool = False
) -> set[int]:
    """Return the numbers of the relays with a line to one of these castles or, if `onward`, from one of them.

    `occupied` marks the hexes that friends hold, so that zones do not bar them.
    """
    shut, strong, weak, _ = _hindrances(g, army)
    via = connect_relays(
        g.line_travel(army),
        relays.at,
        relays.kinds,
        castles,
        g.setup.lengths,
        shut,
        strong,
        weak,
        occupied,
        onward=onward,
    )
    return {i for i, to in enumerate(via) if to >= 0}


def check_lines(g: G) -> None:
    """Judge all lines at once, then lower the morale of the forces without one (11-3-1, 11-4-1, G-48).

    This is the check of a turn (11-3(1), 11-4, 10-1-1(1)). A force in garrison needs no line (16-4).
    """
    outside = [f for f in g.forces() if not g.inside[f] and g.side(f) >= 0]
    for force in sorted(without_line(g, outside)):
        if g.at[force] >= 0 and g.leader[force] == force and g.needs_line(force):
            g.emit("no_line", "11-4-1", unit=force)
            g.shake([force], g.setup.cut_off, "11-4-1", killed=False)
