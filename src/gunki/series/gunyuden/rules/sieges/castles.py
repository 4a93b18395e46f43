"""Sections 8, 16 to 19 and 23-7: the rules of a castle for forces inside it, before it and around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gunki.core.rules.decision import Reason
from gunki.series.forces_and_castles.state.layers import replace_value

if TYPE_CHECKING:
    from gunki.series.gunyuden.setup import GunyudenSetup
    from gunki.series.gunyuden.state.position import GunyudenPosition as G


class Castle:
    """The rules of an ordinary castle: a strongpoint of its owner, and a relay for the lines of the owner (8.0).

    It holds no state: a setup has one for each castle.
    """

    def __init__(self, setup: GunyudenSetup, castle: int) -> None:
        self.castle = castle
        self.hex = setup.castle_hex[castle]
        #: The hexes in which besiegers stand.
        self.siege_hexes: tuple[int, ...] = (self.hex,)

    # -- its hex and its gate (8, 16) ---------------------------------------------------------------------------------

    def handle_change(self, g: G) -> None:
        """Update the position after the castle's owner, durability or investment has changed."""

    def handle_durability_change(self, g: G) -> None:
        """Update the position after the castle's durability and everything that depends on it have changed."""

    def has_no_outside(self, g: G, force: int) -> bool:
        """Return whether a force in the castle's hex is always in garrison."""
        return False

    def inside_bars(self, force: int) -> Iterator[Reason]:
        """Yield why a force that is always in garrison can neither enter nor leave."""
        yield from ()

    def closed_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force may not enter the castle's hex at all."""
        yield from ()

    def is_supplied(self, g: G, for_castle: bool) -> bool:
        """Return whether the castle or its garrison can be replenished although it is invested (14-3-5, 16-5)."""
        return False

    # -- sieges (17, 18) ----------------------------------------------------------------------------------------------

    def can_be_besieged_by(self, g: G, force: int) -> bool:
        """Return whether a force in one of the siege hexes can besiege the castle (17-1-1)."""
        castle = self.castle
        return bool(not g.inside[force] and g.durability[castle] and g.castle_side(castle) == 1 - g.side(force))

    def investors(self, g: G) -> list[int]:
        return [f for f in g.forces_in(self.hex) if g.invests[f]]

    def strength_needed(self, g: G) -> int:
        """Return the strength needed to invest the castle, by its level (8-1, 18-1, 18-1-1).

        The level also counts in assaults and for victory (8-1-1).
        """
        return max(g.setup.invest_least, g.setup.invest_per_level * g.setup.level[self.castle])

    def can_be_invested_by(self, g: G, forces: list[int]) -> bool:
        """Return whether these forces are strong enough to begin an investment (18-1)."""
        return g.sum_strength(forces) >= self.strength_needed(g)

    def is_still_invested(self, g: G) -> bool:
        return g.sum_strength(self.investors(g)) >= self.strength_needed(g)

    def invest_bars(self, g: G, forces: Iterable[int]) -> Iterator[Reason]:
        """Yield the castle's own reasons against an investment by these forces."""
        yield from ()

    def invest(self, g: G, forces: list[int], *clauses: str) -> None:
        """Begin an investment, or let forces join it (18-1, 18-1-4)."""
        for force in forces:
            g.invests[force] = 1
        if not g.besieged[self.castle]:
            g.besieged = replace_value(g.besieged, self.castle, 1)
            g.castle_changed(self.castle)
        g.emit("invested", *clauses, castle=self.castle, units=list(forces))

    def review(self, g: G) -> None:
        """End the investment if the troops no longer suffice. Morale is then normal again (18-3, 18-3-2).

        An investment goes on by itself (17-1-4), even if the investors do nothing or cannot act (18-1-3).

        A castle at durability 0 is lost (21.0): the investors' losses in its last assault do not end the investment
        (G-25).
        """
        castle = self.castle
        if g.besieged[castle] and g.durability[castle] and not self.is_still_invested(g):
            g.besieged = replace_value(g.besieged, castle, 0)
            for force in self.investors(g):
                g.invests[force] = 0
            g.shaken = replace_value(g.shaken, castle, 0)
            for force in g.garrison(castle):
                g.morale[force] = 0
            g.castle_changed(castle)
            g.emit("investment_ended", "18-3", castle=castle)

    def handle_departure(self, g: G, force: int) -> None:
        """Update the position when a force in a siege hex stops investing (18-3-1, 18-4-2)."""

    def apart_bars(self, g: G, force: int) -> Iterator[Reason]:
        """Yield why a force in another hex cannot take part in a siege."""
        yield Reason("19-1", "other_hex", {"unit": force})
        yield Reason("17-1-1", "other_hex", {"unit": force})

    def assault_bars(self, g: G) -> Iterator[Reason]:
        """Yield the castle's own reasons why no force can assault it."""
        yield from ()

    def assault_terrain(self, g: G) -> int:
        """Return the modifier for terrain in an assault (19-3-3)."""
        return g.setup.assault_terrain[self.hex]

    # -- sorties (23-7) -----------------------------------------------------------------------------------------------

    def sortie_hexes(self) -> tuple[int, ...]:
        """Return the hexes that the garrison may attack (23-7, G-19)."""
        return (self.hex,)

    def sortie_strength(self, strength: int) -> int:
        return strength

    def sortie_clause(self) -> str:
        """Return the clause that gives the strength of a sortie."""
        return "23-7"

    def sortie_bars(self, g: G, forces: list[int]) -> Iterator[Reason]:
        """Yield a reason if the forces have no strength for a sortie (G-52)."""
        if not self.sortie_strength(g.sum_strength(forces)):
            yield Reason(self.sortie_clause(), "no_strength", {"unit": forces[0]})

    def sortie_modifier(self, g: G) -> tuple[int, str]:
        return g.setup.sortie, "23-7-2"

    def defenders(self, g: G, forces: list[int], h: int) -> list[int]:
        """Return the forces that strike back if a sortie attacks these forces in a hex (23-7-3)."""
        return forces
