"""Lines of supply over land and by sea, and isolation (9-4, 16-1, K-39, K-67, K-87, K-101)."""

from __future__ import annotations

from collections.abc import Iterable

from gunki.games.kenshin.oracle.board import Board, Keep, Man, other
from gunki.games.kenshin.oracle.ground import BOX, KYOTO
from gunki.games.kenshin.oracle.roster import roster
from gunki.games.kenshin.oracle.zones import Zones

SHIPS_SAIL = ("seto", "pacific")


class Lines:
    """The lines of one side in a position. `japan`: ports of the Sea of Japan count too (K-68)."""

    def __init__(self, board: Board, side: str, japan: bool = False) -> None:
        self.board, self.side = board, side
        self.zones = Zones(board, side)
        waters = {"seto", "pacific", "biwa"} | ({"japan"} if japan else set())
        self.ports = {
            keep.hex: keep for keep in board.keeps.values() if keep.holder == side and keep.printed.water in waters
        }
        #: The far ports of each port.
        self.linked = {where: frozenset(self.links(keep)) for where, keep in self.ports.items()}
        #: Two caches: for some ends, the hexes from which a line reaches them; for a hex, whether a line passes it.
        self.reach_cache: dict[tuple[frozenset[str], bool], set[str]] = {}
        self.open: dict[str, bool] = {}

    # -- by sea -------------------------------------------------------------------------------------------------------

    def is_cut_at_sea(self, keep: Keep) -> bool:
        """Return whether enemy ships lie before a port or in its sea area (16-1 (23-2.1))."""
        enemy, water = other(self.side), keep.printed.water
        if self.board.ships_at(keep.hex, enemy):
            return True
        return water in SHIPS_SAIL and bool(self.board.ships_at(water, enemy))

    def are_joined(self, a: str, b: str) -> bool:
        """Return whether two waters count as one for this side: only the Oda join Seto and Pacific (16-2-6, K-67)."""
        return a == b or (self.side == "oda" and {a, b} == set(SHIPS_SAIL))

    def is_box_linked(self, keep: Keep) -> bool:
        """Return whether a port is linked with the Mori Deployment Box (9-4-4, K-67)."""
        if self.side != "uesugi" or keep.printed.water != "seto" or self.is_cut_at_sea(keep):
            return False
        return any(self.board.has_clan_in_game(clan) for clan in ("mori", "ukita"))

    def links(self, keep: Keep) -> list[str]:
        """Return the far ports of a port's naval lines, all free of enemy land forces (K-67)."""
        if keep.hex not in self.ports or self.is_cut_at_sea(keep):
            return []
        return [
            where
            for where, far in self.ports.items()
            if where != keep.hex
            and self.are_joined(keep.printed.water, far.printed.water)
            and not self.is_cut_at_sea(far)
            and where not in self.zones.enemies
        ]

    def has_naval_line(self, keep: Keep) -> bool:
        """Return whether a port has an open naval line (13-1-9, 16-1)."""
        return keep.hex in self.ports and (bool(self.links(keep)) or self.is_box_linked(keep))

    # -- over land ----------------------------------------------------------------------------------------------------

    def can_pass(self, where: str) -> bool:
        """Return whether a line runs through a hex (9-4-1 to 9-4-3, K-39)."""
        if where not in self.open:
            self.open[where] = self._can_pass(where)
        return self.open[where]

    def _can_pass(self, where: str) -> bool:
        zones = self.zones
        if zones.is_closed(where):
            return False
        if zones.has_friends(where):
            return True
        return where not in zones.of_forces and where not in zones.of_castles and where not in zones.castle_hexes

    def ends(self, clan: str) -> set[str]:
        """Return the hexes of the main castles from which a clan can be supplied now (9-4, K-37, K-39)."""
        printed = roster().clans[clan]
        hexes = {
            keep.hex
            for name in printed.main
            if (keep := self.board.keeps[name]).holder == self.side and keep.hex not in self.zones.enemies
        }
        return hexes | {where for where in printed.main_hexes if self.is_free_of_enemies(where)}

    def ports_of_besieged_ends(self, clan: str) -> frozenset[str]:
        """Return the ports with a naval line to a besieged main castle of a clan (9-5-2 besieged, 16-1).

        Such a castle supplies no unit outside over land. Its naval lines lead only to ports free of enemies.
        """
        besieged = [keep for name in roster().clans[clan].main if (keep := self.board.keeps[name]).holder == self.side]
        ports = [self.linked.get(keep.hex, frozenset()) for keep in besieged if keep.hex in self.zones.enemies]
        return frozenset[str]().union(*ports)

    def is_free_of_enemies(self, where: str) -> bool:
        """Return whether no enemy land unit is in a hex."""
        return where not in self.zones.enemies

    def castle_ends(self) -> set[str]:
        """Return the hexes of all castles of the side that are free of enemies, and Kyoto for the Oda (9-4-7, K-87)."""
        hexes = {
            keep.hex
            for keep in self.board.keeps.values()
            if keep.holder == self.side and keep.hex not in self.zones.enemies
        }
        if self.side == "oda" and self.is_free_of_enemies(KYOTO):
            hexes.add(KYOTO)
        return hexes

    def within(self, ends: frozenset[str], west: bool) -> set[str]:
        """Return the ends, and the passable hexes from which a line reaches them.

        With `west` lines may also end at the west edge or in the box (9-4-4).
        """
        hexes = self.reach_cache.get((ends, west))
        if hexes is not None:
            return hexes
        ground = self.board.ground
        hexes = set(ends & ground.land)
        if west:
            hexes |= {where for where in ground.west if self.can_pass(where)}
            hexes |= {where for where, port in self.ports.items() if self.is_box_linked(port) and self.can_pass(where)}
        queue = list(hexes)
        while queue:
            where = queue.pop()
            back = [port for port in self.ports if where in self.linked[port]]
            for near in (*ground.joined[where], *back):
                if near not in hexes and self.can_pass(near):
                    hexes.add(near)
                    queue.append(near)
        self.reach_cache[ends, west] = hexes
        return hexes

    def can_reach(self, start: str, ends: Iterable[str], west: bool = False, shut_in: bool = False) -> bool:
        """Return whether a line runs from a hex to one of the ends, or with `west` to the edge or the box (9-4-4).

        Enemy control of the hex itself and of the ends does not matter. A unit that is shut in has naval lines only.
        """
        goals, ground = frozenset(ends), self.board.ground
        if not shut_in and (start in goals or (west and start in ground.west)):
            return True
        port = self.ports.get(start)
        if port is not None and west and self.is_box_linked(port):
            return True
        onward = list(self.linked.get(start, ()))
        if not shut_in:
            onward += ground.joined[start]
        within = self.within(goals, west)
        return any(near in within for near in onward)

    # -- units --------------------------------------------------------------------------------------------------------

    def has_line(self, man: Man) -> bool:
        """Return whether a unit has a line to a main castle of its clan (9-4)."""
        clan = roster().clans[man.clan]
        if clan.supply == "never" or man.place == BOX:
            return True
        shut = self.board.is_shut_in(man)
        if shut and self.is_in_own_main_castle(man):
            return True
        if man.place in self.ports_of_besieged_ends(man.clan):
            return True
        ports = {where for where in self.ports_of_besieged_ends(man.clan) if self.can_pass(where)}
        return self.can_reach(man.place, self.ends(man.clan) | ports, clan.supply == "west_edge", shut)

    def is_in_own_main_castle(self, man: Man) -> bool:
        """Return whether a unit is inside a main castle of its clan."""
        keep = self.board.castle_in(man.place)
        return man.inside and keep is not None and keep.printed.id in roster().clans[man.clan].main

    def is_isolated(self, man: Man) -> bool:
        """Return whether a unit has no line to any castle of its side (9-4-7 isolated, K-87)."""
        if man.inside or roster().clans[man.clan].supply == "never" or man.place == BOX:
            return False
        return not self.can_reach(man.place, self.castle_ends())

    def out_of_supply(self) -> list[tuple[str, str]]:
        """Return each force without a line, with its clan: by clan, then by force, in list order (K-40, K-101)."""
        forces: dict[str, dict[str, Man]] = {}
        for man in self.board.men.values():
            if man.is_on_map and self.board.side(man) == self.side:
                forces.setdefault(man.leader or man.id, {}).setdefault(man.clan, man)
        return [
            (leader, clan)
            for clan in roster().clans
            for leader in self.board.men
            if (first := forces.get(leader, {}).get(clan)) is not None and not self.has_line(first)
        ]
