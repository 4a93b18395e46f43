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
            keep.hex: keep
            for keep in board.keeps.values()
            if keep.holder == side and keep.printed.water in waters
        }

    # -- by sea -------------------------------------------------------------------------------------------------------

    def is_cut_at_sea(self, keep: Keep) -> bool:
        """Tell whether enemy ships lie before a port or in its sea area (16-1 (23-2.1))."""
        enemy, water = other(self.side), keep.printed.water
        if self.board.ships_at(keep.hex, enemy):
            return True
        return water in SHIPS_SAIL and bool(self.board.ships_at(water, enemy))

    def are_joined(self, a: str, b: str) -> bool:
        """Tell whether two waters are one for this side: only Oda joins Seto and Pacific (16-2-6, K-67)."""
        return a == b or (self.side == "oda" and {a, b} == set(SHIPS_SAIL))

    def is_box_linked(self, keep: Keep) -> bool:
        """Tell whether a port is linked with the Mori Deployment Box (9-4-4, K-67)."""
        if self.side != "uesugi" or keep.printed.water != "seto" or self.is_cut_at_sea(keep):
            return False
        return any(self.board.has_clan_in_game(clan) for clan in ("mori", "ukita"))

    def links(self, keep: Keep) -> list[str]:
        """Return the far ports of the naval lines of a port; their hexes are free of enemy land forces (K-67)."""
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
        """Tell whether a port has an open naval line (13-1-9, 16-1)."""
        return keep.hex in self.ports and (bool(self.links(keep)) or self.is_box_linked(keep))

    # -- over land ----------------------------------------------------------------------------------------------------

    def passes(self, where: str) -> bool:
        """Tell whether a line runs through a hex (9-4-1 to 9-4-3, K-39)."""
        zones = self.zones
        if zones.is_closed(where):
            return False
        if zones.has_friends(where):
            return True
        return where not in zones.of_forces and where not in zones.of_castles and where not in zones.castle_hexes

    def ends(self, clan: str) -> set[str]:
        """Return the hexes of a clan's main castles that serve it (9-4, K-37, K-39)."""
        printed = roster().clans[clan]
        found = {
            keep.hex
            for name in printed.main
            if (keep := self.board.keeps[name]).holder == self.side and keep.hex not in self.zones.enemies
        }
        return found | {where for where in printed.main_hexes if self.is_free_of_enemies(where)}

    def is_free_of_enemies(self, where: str) -> bool:
        """Tell whether no enemy land unit is in a hex."""
        return where not in self.zones.enemies

    def castle_ends(self) -> set[str]:
        """Return the hexes of all castles of the side that are free of enemies, and Kyoto for the Oda (9-4-7, K-87)."""
        found = {
            keep.hex
            for keep in self.board.keeps.values()
            if keep.holder == self.side and keep.hex not in self.zones.enemies
        }
        if self.side == "oda" and self.is_free_of_enemies(KYOTO):
            found.add(KYOTO)
        return found

    def arrives(self, start: str, ends: Iterable[str], west: bool = False, shut_in: bool = False) -> bool:
        """Tell whether a line runs from a hex to one of the ends, or with `west` to the edge or the box (9-4-4).

        Its own hex and the ends are exempt from the control test. Who is shut in has naval lines only.
        """
        goals = set(ends)
        ground = self.board.ground
        seen, queue = {start}, [start]
        while queue:
            where = queue.pop()
            if where in goals and not (shut_in and where == start):
                return True
            if west and where in ground.west and not (shut_in and where == start):
                return True
            port = self.ports.get(where)
            if port is not None and west and self.is_box_linked(port):
                return True
            onward = list(self.links(port)) if port is not None else []
            if not (shut_in and where == start):
                onward += ground.joined(where)
            for near in onward:
                if near not in seen and (near in goals and ground.is_land(near) or self.passes(near)):
                    seen.add(near)
                    queue.append(near)
        return False

    # -- units --------------------------------------------------------------------------------------------------------

    def has_line(self, man: Man) -> bool:
        """Tell whether a unit has a line to a main castle of its clan (9-4)."""
        clan = roster().clans[man.clan]
        if clan.supply == "never" or man.place == BOX:
            return True
        shut = self.board.is_shut_in(man)
        if shut and self.is_in_own_main_castle(man):
            return True
        return self.arrives(man.place, self.ends(man.clan), clan.supply == "west_edge", shut)

    def is_in_own_main_castle(self, man: Man) -> bool:
        """Tell whether a unit is inside a main castle of its clan."""
        keep = self.board.castle_in(man.place)
        return man.inside and keep is not None and keep.printed.id in roster().clans[man.clan].main

    def is_isolated(self, man: Man) -> bool:
        """Tell whether a unit has no line to any castle of its side (9-4-7 isolated, K-87)."""
        if man.inside or roster().clans[man.clan].supply == "never" or man.place == BOX:
            return False
        return not self.arrives(man.place, self.castle_ends())

    def out_of_supply(self) -> list[tuple[str, str]]:
        """Return the forces without a line, with the clan concerned, by clan and force in list order (K-40, K-101)."""
        found = []
        for clan in roster().clans:
            if self.board.side_of(clan) != self.side or roster().clans[clan].supply == "never":
                continue
            for leader in self.board.leaders(self.side):
                of_clan = [man for man in self.board.force(leader.id) if man.clan == clan]
                if leader.is_on_map and of_clan and not self.has_line(of_clan[0]):
                    found.append((leader.id, clan))
        return found
