"""Overlays of the board in the games of the series: lines and marches by the basic rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gunki.core.rules.decision import Act
from gunki.core.show.odds import Ends
from gunki.series.forces_and_castles.show import overlays
from gunki.series.forces_and_castles.show.odds import End, FightPlayout, odds, outcome
from gunki.series.gunyuden.rules import lines_of_communication
from gunki.series.gunyuden.rules.movement import March
from gunki.series.gunyuden.state.position import GunyudenPosition as G

OVERLAYS = ("reach", "zoc", "supply", "threat", "odds")
#: The verbs that begin a fight. Decisions within a fight (losses, retreats, pursuits, who takes part) begin none.
BEGINNINGS = ("battle", "attack", "decisive", "agree", "fight", "assault", "call", "spring")


class GunyudenPlayout(FightPlayout):
    def outcomes(self, root: Any, seat: int, act: Act, ends: Ends[End]) -> list[dict[str, Any]]:
        """Return the outcomes of an act. For a call (20), the refusal is one of them, even if it is certain.

        The refusal then matters, because a call costs nothing but the right to assault in this phase.
        """
        if act[0] != "call":
            return super().outcomes(root, seat, act, ends)
        heard = ends.chance(lambda end: end.g.owner != root.owner)
        return [outcome("castle_falls", heard), outcome("call_refused", round(1 - heard, 4))]


def overlay(g: G, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None) -> dict[str, Any]:
    side = g.setup.coalition[0 if seat is None else seat]
    if name == "zoc":
        return overlays.zones(g, side)
    if name == "supply":
        return overlays.supply(g, lines(g, side))
    if name == "threat":
        return overlays.threat(g, side)
    if name == "reach":
        return reach(g, place)
    return odds(g, seat, act, BEGINNINGS, GunyudenPlayout())


def lines(g: G, side: int) -> Iterator[tuple[int, Mapping[int, int], str]]:
    """Yield for each army of a side: its number, its lines, and why its forces without a line have none (11)."""
    for army in sorted({g.setup.army[f] for f in g.forces() if g.side(f) == side}):
        yield army, lines_of_communication.lines(g, army), cut_reason(g, army)


def cut_reason(g: G, army: int) -> str:
    """Return the reason why no force of an army has a line (8-3-2, G-08). If some may have one, return "way_cut"."""
    if not lines_of_communication.list_line_ends(g, army):
        return "main_castle_lost"
    if not lines_of_communication.relay_castles(g, army):
        return "main_castle_besieged"
    return "way_cut"


def reach(g: G, place: tuple[str, int] | None) -> dict[str, Any]:
    """Return where a force could go with its whole allowance or, during its march, with the points left (15)."""
    march = g.stack[-1] if g.stack and isinstance(g.stack[-1], March) else None
    force = overlays.find_force(g, place, march.force if march is not None else -1)
    if force < 0:
        return overlays.empty_reach()
    strategic, left = 0, g.setup.allowance - g.morale[force]
    if march is not None and march.force == force:
        strategic, left = march.strategic, march.points_left(g)
    return overlays.reach(g, force, strategic, left)
