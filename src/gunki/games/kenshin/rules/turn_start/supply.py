"""Section 9-4: supply lines, and units without one."""

from __future__ import annotations

from gunki.board.kernel import BARRED, UNLIMITED, reach
from gunki.games.kenshin.rules.naval import naval_lines
from gunki.games.kenshin.rules.naval.naval_lines import BOX_PORT
from gunki.games.kenshin.state.position import KenshinPosition as G

Hexes = frozenset[int]
#: A castle is first sought within this distance. If one is found, the unit is not isolated, and no flood is needed.
NEAR_HEXES = 6


class Lines:
    """9-4-1: the supply lines of a side. Open hexes let them pass, and connected open hexes share them.

    A hex is open if no enemy stands there in the open (9-4-1(1)), and if it is neither an enemy castle (9-4-1(2)) nor
    in enemy control (9-4-1(3)), unless a friendly unit is there (9-4-2, 9-4-3). Hexes are connected by land, not over
    water or mountains (9-4-1(4)), or by naval lines (16-1). A flood is a set of connected open hexes; a few floods
    answer for all units. An end of a line need not be open (K-39): it only has to touch an open hex.
    """

    __slots__ = (
        "_steps", "closed", "floods", "links", "near", "occupied", "ports", "stop", "strong", "supply_by_clan",
        "travel", "weak",
    )  # fmt: skip

    def __init__(self, g: G, side: int) -> None:
        setup = g.setup
        self.closed, self.occupied = g.closed_to[side], g.occupied[side]
        self.strong, self.weak = g.strong[1 - side], g.weak[1 - side]
        self.near, self._steps = setup.map.neighbours, setup.line_steps
        self.ports = setup.castle_hex
        self.links = _both_ways(naval_lines.open_lines(g, side))
        self.floods: list[Hexes] = []
        #: The hexes in which units of each clan have a line.
        self.supply_by_clan: dict[int, Hexes] = {}
        self.stop = bytearray(setup.map.size)
        legs = []
        for port, others in self.links.items():
            if port == BOX_PORT or not self.is_open(self.ports[port]):
                continue
            for h in (self.ports[other] for other in others if other != BOX_PORT):
                if self.is_open(h) or self.closed[h]:
                    legs.append((self.ports[port], h, 1))
                if self.closed[h]:  # a port with enemies before it: supply comes by sea and goes no further
                    self.stop[h] = 1
        self.travel = setup.lines.with_links(legs) if legs else setup.lines

    def is_open(self, h: int) -> bool:
        return not self.closed[h] and (bool(self.occupied[h]) or not (self.strong[h] or self.weak[h]))

    def flood(self, h: int) -> int:
        """Return the number of the flood that holds an open hex: all hexes connected with it, however far (9-4-6)."""
        for number, region in enumerate(self.floods):
            if h in region:
                return number
        hexes = reach(self.travel, h, UNLIMITED, self.closed, self.strong, self.weak, self.occupied, self.stop)
        self.floods.append(frozenset(hexes))
        return len(self.floods) - 1

    def beside(self, h: int) -> list[int]:
        """Return the open hexes next to a hex."""
        hexes = []
        for i in range(6 * h, 6 * h + 6):
            b = self.near[i]
            if b >= 0 and self._steps[i] != BARRED and self.is_open(b):
                hexes.append(b)
        return hexes

    def list_touched_hexes(self, h: int, castle: int) -> list[int]:
        """Return the hexes that come next on a line that ends in hex `h` with `castle`: open hexes and besieged ports.

        Enemy control of the end does not matter (K-39). If enemies stand before the castle, the line leads over the sea
        only (K-101).
        """
        hexes = [] if self.closed[h] else self.beside(h)
        return hexes + self.harbours(castle)

    def harbours(self, castle: int) -> list[int]:
        """Return the hexes of the ports that a port castle, or the Mori box, is linked with."""
        hexes = [self.ports[other] for other in self.links.get(castle, ()) if other != BOX_PORT]
        return [h for h in hexes if self.is_open(h) or self.closed[h]]

    def from_end(self, h: int, castle: int) -> list[int]:
        """Return the hex in which a line ends. If it is not open, return also the hexes that come next on the line."""
        return [h] if self.is_open(h) else [h, *self.list_touched_hexes(h, castle)]

    def all_from(self, hexes: list[int]) -> Hexes:
        """Return these hexes, and all hexes connected with the open ones among them."""
        numbers, alone = [], []
        for h in hexes:
            if not self.is_open(h):
                alone.append(h)
            elif (number := self.flood(h)) not in numbers:
                numbers.append(number)
        if len(numbers) == 1 and not alone:  # the usual case: all hexes lie in one flood
            return self.floods[numbers[0]]
        return frozenset(alone).union(*(self.floods[number] for number in numbers))

    def leads_to(self, hexes: Hexes, h: int, castle: int) -> bool:
        """Return whether a line that ends in hex `h` with `castle` leads to one of `hexes`."""
        return h in hexes or (not self.is_open(h) and any(b in hexes for b in self.list_touched_hexes(h, castle)))


def _both_ways(links: naval_lines.Links) -> naval_lines.Links:
    """Return naval lines with both directions, because it is enough that one end is free of enemies on land (K-67).

    So a besieged main castle supplies others over the sea (9-5-2 besieged). Two besieged ports are linked through the
    Mori box, which is always free.
    """
    linked = {port: list(others) for port, others in links.items()}
    for port, others in links.items():
        for other in others:
            if port not in linked[other]:
                linked[other].append(port)
    by_box = linked.get(BOX_PORT, [])
    for port in by_box:
        linked[port] += [other for other in by_box if other != port and other not in linked[port]]
    return linked


def lines(g: G, side: int) -> Lines:
    """Return the lines of a side, cached until a force, a castle or a ship changes."""
    key = "lines", side, g.ship_at, g.exposed
    net: Lines | None = g.map_cache.get(key)
    if net is None:
        net = g.map_cache[key] = Lines(g, side)
    return net


# -- units with a line, and without -----------------------------------------------------------------------------------


def sources(g: G, clan: int) -> list[int]:
    """Return the hexes of a clan's main castles that its side holds, and hexes that count as main castles (9-4, K-37).

    A captured main castle serves no clan (K-105). A hex that counts as a main castle does so only while no enemy is
    there.
    """
    setup, side = g.setup, g.seat_of[clan]
    hexes = [setup.castle_hex[castle] for castle in setup.mains[clan] if g.holder[castle] == side]
    return hexes + [h for h in setup.main_hexes[clan] if not g.closed_to[side][h]]


def find_supplied_hexes(g: G, clan: int) -> Hexes:
    """Return the hexes in which units of a clan have a line to a main castle (9-4).

    The hex of a besieged castle counts only for units inside (9-5-2 besieged).
    """
    net = lines(g, g.seat_of[clan])
    hexes = net.supply_by_clan.get(clan)
    if hexes is None:
        hexes = net.supply_by_clan[clan] = find_linked_hexes(g, clan, sources(g, clan), edge=g.setup.by_edge[clan])
    return hexes


def find_linked_hexes(g: G, clan: int, ends: list[int], edge: bool = False) -> Hexes:
    """Return the hexes with a line to one of the ends, with `edge` also to the west edge or the Mori box (9-4-4)."""
    setup, net = g.setup, lines(g, g.seat_of[clan])
    hexes = [b for h in ends for b in net.from_end(h, setup.castle_at[h])]
    if edge:
        # 9-4-1(4): a line cannot cross mountains
        edge_hexes = [h for h in setup.west_edge if setup.enter_cost(h, g.weather) is not None]
        hexes += [h for h in edge_hexes if net.is_open(h)] + net.harbours(BOX_PORT)
    return net.all_from(hexes)


def has_line(g: G, unit: int) -> bool:
    """Return whether a unit has a line or needs none (K-39, K-101).

    Units in the Mori box, aboard ships and of the Ashikaga (9-4-5) need none.
    """
    clan = g.clan(unit)
    return g.at[unit] < 0 or g.setup.needs_no_line[clan] or g.at[unit] in find_supplied_hexes(g, clan)


def cut_off(g: G, side: int) -> list[tuple[int, int]]:
    """Return the units of a side without a line, each as a pair of its force and the unit (9-4, K-40).

    The pairs are in list order, by clan and force (K-100). Units shut in a castle that is no main castle of their clan
    are among them (9-4-7 besieged).
    """
    rows = []
    for unit, h in enumerate(g.at):
        if h >= 0 and g.side_of[unit] == side and not has_line(g, unit):
            rows.append((g.clan(unit), g.leader[unit], unit))
    return [(force, unit) for _, force, unit in sorted(rows)]


def is_isolated(g: G, unit: int) -> bool:
    """Return whether a unit is isolated (9-4-7 isolated, K-87).

    It is if no line leads to a castle of its side that has no enemies before it. Units inside a castle or in the
    Mori box never are isolated. For Mori and Ukita the west edge and the box count as castles (9-4-4).
    """
    h, side, clan = g.at[unit], g.side_of[unit], g.clan(unit)
    if h < 0 or g.inside[g.leader[unit]] or g.setup.needs_no_line[clan]:
        return False
    if g.setup.by_edge[clan] and h in find_supplied_hexes(g, clan):
        return False
    key = "isolated", side, h
    verdict: bool | None = g.map_cache.get(key)
    if verdict is None:
        verdict = g.map_cache[key] = not _is_castle_near(g, side, h) and _is_isolated_at(g, side, h)
    return verdict


def _is_isolated_at(g: G, side: int, h: int) -> bool:
    setup, net = g.setup, lines(g, side)
    region = net.all_from([h])
    castles = [(at, castle) for castle, at in enumerate(setup.castle_hex) if g.holder[castle] == side]
    castles += [(at, -2) for at in setup.main_hexes[setup.leading[side]]]  # K-37: hexes that count as castles
    return not any(not net.closed[at] and net.leads_to(region, at, castle) for at, castle in castles)


def _is_castle_near(g: G, side: int, h: int) -> bool:
    """Return whether a short line by land leads to a castle of the side that has no enemies before it.

    If no short line does, there may still be a longer one.
    """
    closed, castle_at, holder = g.closed_to[side], g.setup.castle_at, g.holder
    if closed[h]:
        return False
    foe = 1 - side
    hexes = reach(g.setup.lines, h, NEAR_HEXES, closed, g.strong[foe], g.weak[foe], g.occupied[side])
    return any(castle_at[b] >= 0 and holder[castle_at[b]] == side for b in hexes)
