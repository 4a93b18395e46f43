"""Section 31: Odawara, a castle with rules of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gunki.core.rules.decision import Reason
from gunki.series.gunyuden.rules.sieges.castles import Castle

if TYPE_CHECKING:
    from gunki.games.kanto.setup import KantoSetup
    from gunki.series.gunyuden.state.position import GunyudenPosition as G


class Odawara(Castle):
    """Odawara: it fills its hex (31-1), and is besieged from the hexes around it (31-2, 31-3).

    In all else it is like any castle (31.0).
    """

    def __init__(self, setup: KantoSetup, castle: int) -> None:
        super().__init__(setup, castle)
        waived = setup.options["odawara_mountain_waived"]  # T-02: a mountain is not required
        self.siege_hexes = tuple(h for h in setup.around_odawara if not waived or setup.map.terrain_at(h) != "mountain")
        self._by_itself = bool(setup.options["odawara_auto_invest"])
        self._troops_too = setup.options["odawara_replenish"] == "castle and troops"
        self.strength = setup.odawara_strength
        self._divisor, self._sortie = setup.sortie_divisor, setup.odawara_sortie

    # -- 31-1 ---------------------------------------------------------------------------------------------------------

    def handle_change(self, g: G) -> None:
        """Close the hex to all forces that are not of its owner's side (31-1-2)."""
        h, closed = self.hex, g.setup.closed
        side = g.castle_side(self.castle) if g.durability[self.castle] else -1
        # Forces of other sides may have entered the castle while it was a ruin.
        in_the_open = [g.side_of[f] for f in g.forces_in(h) if not g.inside[f]]
        for other in (0, 1):
            g.closed_to[other][h] = closed[other][h] + (side == 1 - other) + in_the_open.count(1 - other)

    def handle_durability_change(self, g: G) -> None:
        for force in g.forces_in(self.hex):
            if not g.inside[force] and self.has_no_outside(g, force):  # 31-1: there is no hex outside the walls
                g.put(force, self.hex, 1)
        # 31-2-1: a castle that has just been restored may already be surrounded.
        self.review(g)

    def has_no_outside(self, g: G, force: int) -> bool:
        """Return whether a force in the hex is always in garrison, as every force of the owner's side is (31-1-1)."""
        return bool(g.durability[self.castle] > 0 and g.castle_side(self.castle) == g.side(force))

    def inside_bars(self, force: int) -> Iterator[Reason]:
        yield Reason("31-1-1", "always_inside", {"hex": self.hex})

    def closed_bars(self, g: G, force: int) -> Iterator[Reason]:
        if g.durability[self.castle] and g.castle_side(self.castle) != g.side(force):
            yield Reason("31-1-2", "odawara_closed", {"castle": self.castle})

    def is_supplied(self, g: G, for_castle: bool) -> bool:
        """Return whether the castle, or else its garrison, can be replenished during an investment (31-5, T-08).

        The castle always can, its garrison only if the option `odawara_replenish` allows it.
        """
        return for_castle or self._troops_too

    # -- 31-2, 31-3: invested from around -----------------------------------------------------------------------------

    def can_be_besieged_by(self, g: G, force: int) -> bool:
        """Return whether the castle stands and is an enemy's, so that a force can besiege it (31-3-1)."""
        return bool(g.durability[self.castle] and g.castle_side(self.castle) == 1 - g.side(force))

    def _around(self, g: G) -> list[int]:
        side = g.castle_side(self.castle)
        return [f for h in self.siege_hexes for f in g.outside(h, 1 - side)] if side >= 0 else []

    def investors(self, g: G) -> list[int]:
        return [f for f in self._around(g) if g.invests[f]]

    def strength_needed(self, g: G) -> int:
        return self.strength

    def can_be_invested_by(self, g: G, forces: list[int]) -> bool:
        """Return True: a force may declare alone that it invests, if the option `odawara_auto_invest` is off (T-06).

        The castle is invested only when the forces that have declared it close the ring.
        """
        return True

    def is_still_invested(self, g: G) -> bool:
        return self._is_surrounded(g, self.investors(g))

    def _is_surrounded(self, g: G, forces: list[int]) -> bool:
        """Return whether forces stand in all siege hexes, with enough strength together (31-2, 31-2-1, 31-2-2)."""
        hexes = {g.at[f] for f in forces}
        return hexes >= set(self.siege_hexes) and g.sum_strength(forces) >= self.strength

    def invest_bars(self, g: G, forces: Iterable[int]) -> Iterator[Reason]:
        """Yield why forces cannot order the investment of Odawara: it is automatic (T-06).

        Only a force that stopped investing and stayed there can order to take part again (18-1-4). If the option
        `odawara_auto_invest` is off, each force declares once that it invests. Odawara is invested as soon as these
        forces close the ring.
        """
        if self._by_itself and not any(g.declined[f] for f in forces):
            around = self._around(g)
            occupied = {g.at[f] for f in around}
            yield from (Reason("31-2", "ring_open", {"hex": h}) for h in self.siege_hexes if h not in occupied)
            if g.sum_strength(around) < self.strength:
                yield Reason("31-2-1", "too_weak", {"castle": self.castle, "count": self.strength})
            yield Reason("31-2-1", "automatic", {"castle": self.castle})
        elif not g.besieged[self.castle] and all(g.invests[f] for f in forces):
            yield Reason("31-2-1", "declared_already", {"unit": next(iter(forces)), "castle": self.castle})

    def invest(self, g: G, forces: list[int], *clauses: str) -> None:
        back = [f for f in forces if g.declined[f]]
        for force in back:
            g.declined[force] = 0
        if back and self._by_itself:
            self.review(g)
            return
        for force in forces:
            g.invests[force] = 1
        if self._is_surrounded(g, self.investors(g)):
            super().invest(g, forces, *clauses)
        else:
            g.emit("declared_investment", "31-2-1", castle=self.castle, units=list(forces))

    def review(self, g: G) -> None:
        """Invest Odawara if the forces around it close the ring (31-2-1)."""
        if g.durability[self.castle]:
            forces = [f for f in self._around(g) if self._is_taking_part(g, f)]
            closed = self._is_surrounded(g, forces)
            fresh = [f for f in forces if not g.invests[f]]
            if closed and fresh:  # 31-2-1: these forces invest without an order
                self.invest(g, fresh, "31-2-1")
            elif closed and not g.besieged[self.castle]:  # T-06: not automatic; all these forces have declared already
                self.invest(g, forces, "31-2-1")
        super().review(g)

    def _is_taking_part(self, g: G, force: int) -> bool:
        """Return whether a force takes part in the investment: it does unless it has stopped.

        If the option `odawara_auto_invest` is off (T-06), it takes part only after it has declared so.
        """
        return not g.declined[force] if self._by_itself else bool(g.invests[force])

    def handle_departure(self, g: G, force: int) -> None:
        g.declined[force] = 1

    def apart_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force cannot join an assault from another hex: each siege hex assaults alone (31-3-2)."""
        if g.at[force] in self.siege_hexes:
            yield Reason("31-3-2", "other_hex", {"unit": force})
        else:
            yield from super().apart_bars(g, force)

    def assault_terrain(self, g: G) -> int:
        """Return 0: the -5 for Odawara in the terrain chart is the castle's level, which counts already (T-03)."""
        return 0

    # -- 31-4 ---------------------------------------------------------------------------------------------------------

    def sortie_hexes(self) -> tuple[int, ...]:
        return self.siege_hexes

    def sortie_strength(self, strength: int) -> int:
        """Return the strength of a sortie: half of the total (31-4-1)."""
        return strength // self._divisor

    def sortie_clause(self) -> str:
        return "31-4-1"

    def sortie_modifier(self, g: G) -> tuple[int, str]:
        """Return the die modifier of a sortie, with its clause (31-4-2)."""
        return self._sortie, "31-4-2"

    def defenders(self, g: G, forces: list[int], h: int) -> list[int]:
        """Return the forces that may counterattack a sortie: all in the attacked hex (31-4-3)."""
        return g.outside(h, g.side(forces[0]))
