"""Zones of control of forces and castles (7, 10-5, 20)."""

from __future__ import annotations

from gunki.games.kenshin.oracle.board import Board, other


class Zones:
    """The zones and closed hexes that affect one side, worked out once for a position."""

    def __init__(self, board: Board, side: str) -> None:
        enemy = other(side)
        self.board, self.side = board, side
        #: Hexes with enemy forces in the open: closed (10-6-3).
        self.enemies = {
            man.place for man in board.men.values() if man.is_on_map and not man.inside and board.side(man) == enemy
        }
        #: Hexes with units of the side, in the open or inside (10-5-5, 9-4-3).
        self.friends: dict[str, set[str]] = {}
        for man in board.men.values():
            if man.is_on_map and board.side(man) == side:
                self.friends.setdefault(man.place, set()).add(man.leader or man.id)
        #: Hexes that enemy forces control: those around each force, except across water (7-1, 7-1-1, 7-1-2).
        self.of_forces = {near for where in self.enemies for near in board.ground.joined[where]}
        castles = [keep for keep in board.keeps.values() if keep.holder == enemy]
        #: Hexes of enemy castles (10-5-2).
        self.castle_hexes = {keep.hex for keep in castles}
        #: Hexes of enemy castles that are not invested: these have a zone (7-2-3).
        self.free_castles = free = {keep.hex for keep in castles if keep.marker < 0}
        #: Hexes around enemy castles that are not invested (7-2, 7-2-3).
        self.of_castles = {near for where in free for near in board.ground.joined[where]}
        #: Hexes that neutrals close (20 entry).
        self.neutral = {keep.hex for keep in board.keeps.values() if keep.holder == "neutral"}
        self.neutral |= {man.place for man in board.men.values() if man.is_on_map and board.side(man) == "neutral"}

    def overlay(self) -> dict[str, str]:
        """Return what controls each hex in a zone, as the overlay names it."""
        control_by_hex = dict.fromkeys(self.of_castles, "castle_control")
        control_by_hex |= dict.fromkeys(self.of_forces | self.enemies, "force_control")
        return control_by_hex | dict.fromkeys(self.free_castles, "castle_hex")

    def is_closed(self, where: str) -> bool:
        """Return whether a march cannot enter a hex (10-6, 20 entry)."""
        return where not in self.board.ground.land or where in self.enemies or where in self.neutral

    def has_friends(self, where: str, but: str = "") -> bool:
        """Return whether units of the side are in a hex, besides the force `but`."""
        return bool(self.friends.get(where, set()) - {but})

    def surcharge(self, where: str, mover: str) -> int:
        """Return what enemy control or an enemy castle adds to the cost of a hex (10-5-1, 10-5-2, 10-5-5, K-55).

        A hex with both adds it only once.
        """
        if where not in self.of_forces and where not in self.castle_hexes:
            return 0
        return 0 if self.has_friends(where, mover) else 1
