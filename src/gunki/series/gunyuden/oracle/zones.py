"""The zones of control (5) that the enemies of one group of friends exert."""

from __future__ import annotations

from gunki.series.gunyuden.oracle.board import Castle, Table
from gunki.series.gunyuden.oracle.ground import Ground


class Zones:
    """The zones that the enemies of a group exert."""

    def __init__(self, table: Table, ground: Ground, side: int) -> None:
        self.table = table
        self.ground = ground
        self.side = side
        #: The hexes with enemy forces outside castles.
        self.foes: set[str] = set()
        #: The hexes in `foes` whose forces exert a zone.
        self.sources: set[str] = set()
        #: The hexes with enemy forces, garrisons included.
        self.all_foes: set[str] = set()
        #: Names of the friendly forces, by hex.
        self.friends: dict[str, list[str]] = {}
        for force in table.forces():
            other = table.side_of(force.army)
            if table.are_enemies(side, other):
                self.all_foes.add(force.hex)
                if not force.inside:
                    self.foes.add(force.hex)
                    if not force.lead.ambush:
                        self.sources.add(force.hex)
            elif other == side:
                self.friends.setdefault(force.hex, []).append(force.name)
        self.enemy_castles: dict[str, Castle] = {}
        self.own_castles: dict[str, Castle] = {}
        for castle in table.castles.values():
            owner = table.side_of(castle.owner)
            if castle.is_ruin:
                continue
            if owner == side:
                self.own_castles[castle.hex] = castle
            elif table.are_enemies(side, owner):
                self.enemy_castles[castle.hex] = castle
        self.by_force = {h for foe in self.sources for h in (foe, *self.spread(foe))}
        free = [castle for castle in self.enemy_castles.values() if not table.is_invested(castle)]
        self.by_castle = {castle.hex for castle in free}
        self.weak = {h for castle in free for h in self.spread(castle.hex)}

    def spread(self, number: str) -> list[str]:
        """Return the hexes beside a hex that the zone of a force or castle in it reaches.

        A zone crosses no water (5-2(1)). It does not enter sea or marsh (5-2(2)), or hexes with castles of the group
        (5-2(4)).
        """
        return [
            near
            for near in self.ground.around[number]
            if self.ground.lets_zones_in(near)
            and not self.ground.is_water_between(number, near)
            and not self.is_own_castle(near)
        ]

    def is_own_castle(self, number: str) -> bool:
        """Return whether a castle of the group stands in a hex."""
        castle = self.table.castle_at.get(number)
        return castle is not None and not castle.is_ruin and self.table.side_of(castle.owner) == self.side

    def is_strong(self, number: str) -> bool:
        """Return whether a hex lies in a strong zone (5-1-1)."""
        return number in self.by_force or number in self.by_castle

    def has_other_friend(self, number: str, mover: str) -> bool:
        """Return whether a friendly force other than the mover is in a hex (15-4-6, G-05)."""
        return any(name != mover for name in self.friends.get(number, ()))

    def toll(self, number: str, mover: str) -> int:
        """Return what a strong zone adds to entering or leaving a hex (15-4-1, 15-4-3, 15-4-6, G-06)."""
        return int(self.is_strong(number) and not self.has_other_friend(number, mover))

    def bars_line(self, number: str) -> bool:
        """Return whether a zone, strong or weak, bars a hex to lines of communication (11-1-3(3), 11-1-5, 5-4-1)."""
        is_held = number in self.friends or number in self.own_castles
        return not is_held and (self.is_strong(number) or number in self.weak)
