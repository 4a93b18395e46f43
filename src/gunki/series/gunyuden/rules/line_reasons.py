"""Section 11: why a force has no line of communication. This is costly and computed only on demand."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.core.rules.decision import Reason
from gunki.series.forces_and_castles.rules.counterfactual import (
    without_barrier,
    without_castles,
    without_enemies,
    without_zones,
)
from gunki.series.gunyuden.rules.lines_of_communication import has_line, list_line_ends
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def line_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield a reason for each single obstacle without which the force would have a line (11-1-3, 11-2)."""
    if not list_line_ends(g, g.setup.army[force]):
        return
    if has_line(without_enemies(g, force), force):
        yield Reason("11-1-3(1)", "line_enemies", {"unit": force})
    if has_line(without_castles(g, force), force):
        yield Reason("11-1-3(2)", "line_castles", {"unit": force})
    if has_line(without_zones(g, force), force):
        yield Reason("11-1-3(3)", "line_zones", {"unit": force})
    if has_line(without_barrier(g, "water"), force):
        yield Reason("11-1-3(4)", "line_water", {"unit": force})
    if has_line(without_barrier(g, "marsh"), force):
        yield Reason("11-1-3(5)", "line_marsh", {"unit": force})
    if has_line(without_barrier(g, "length"), force):
        yield Reason("11-2", "line_too_long", {"unit": force})
    yield from g.cut_bars(force)
