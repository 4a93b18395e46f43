"""Sections 9-2-1(2), 9-2-1(3), K-106: forces that an event moves to another hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next
from gunki.games.kenshin.state.position import KenshinPosition as G


def may_stand(g: G, h: int, side: int) -> bool:
    """Return whether a force of `side` may be moved to a hex (K-106).

    Impassable terrain, enemies in the open, neutrals (20), and enemy garrisons that are not invested close a hex.
    """
    if g.closed_to[side][h] or g.setup.enter_cost(h, g.weather) is None:
        return False
    castle = g.castle_at(h)
    return castle < 0 or g.holder[castle] == side or bool(g.besieged[castle]) or not g.inside_units(castle)


def places(g: G, h: int, side: int) -> list[int]:
    """Return the hexes to which a force may be moved from a hex: adjacent and not across water (K-106).

    If there are none, return the nearest ones.
    """
    if h < 0:
        return []
    board = g.setup.map
    hexes = [b for b in board.around(h) if may_stand(g, b, side) and not g.setup.is_water_between(h, b)]
    if hexes:
        return hexes
    others = [b for b in range(board.size) if b != h and may_stand(g, b, side)]
    near = min((board.distance(h, b) for b in others), default=0)
    return [b for b in others if board.distance(h, b) == near]


@dataclass(eq=False)
class Displacement(AutoAnswering):
    """Forces leave their hexes one after the other; `seat` chooses the hexes."""

    seat: int
    forces: tuple[int, ...]
    clause: str
    beside: int = -1  # the hex next to which the forces are put; -1 for the hex that each force is in

    def _places(self, g: G, force: int) -> list[int]:
        return places(g, self.beside if self.beside >= 0 else g.at[force], g.side_of[force])

    def start(self, g: G) -> Next:
        if not self.forces:
            return None
        force = self.forces[0]
        acts: list[Act] = [("shift", force, h) for h in self._places(g, force)]
        if not acts:
            return "skip_force"
        return self.ask(
            g, self.seat, "displace", self.clause, acts, "shift_force", data={"unit": force}, verbs=("shift",)
        )

    def skip_force(self, g: G) -> Next:
        """Skip a force that has no hex to go to."""
        self.forces = self.forces[1:]
        return "start"

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        force = self.forces[0]
        if act[1] != force or act[2] not in self._places(g, force):
            yield Reason(self.clause, "no_such_shift", {"unit": act[1], "hex": act[2]})

    def shift_force(self, g: G, act: Act) -> Next:
        self.forces = self.forces[1:]
        g.displace(act[1], act[2], 0, self.clause)
        return "start"
