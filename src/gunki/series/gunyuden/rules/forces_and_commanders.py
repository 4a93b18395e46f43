"""Section 9-2: the units that a commander may lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gunki.core.rules.decision import Reason

if TYPE_CHECKING:
    from gunki.series.gunyuden.state.position import GunyudenPosition as G


def lead_bars(g: G, chief: int, unit: int) -> Iterator[Reason]:
    """Yield why a commander cannot take a unit under his command (9-2, 9-2-1)."""
    setup = g.setup
    if g.may_take(chief, unit):
        return
    if not setup.boxes[chief]:
        yield Reason("13-1-1", "no_commander", {"unit": chief})
        return
    if g.leader[chief] != chief:
        yield Reason("9-2-4", "under_command", {"unit": chief, "leader_unit": g.leader[chief]})
    if not g.may_lead(chief, unit):
        yield from g.command_bars(chief, unit)
        if not g.outranks(chief, unit):
            yield Reason("9-2-3", "rank", {"unit": unit, "leader_unit": chief})
        if not g.is_same_command(chief, unit):
            yield Reason("9-2-6", "other_army", {"unit": unit, "leader_unit": chief})
    if g.leader.count(chief) > setup.boxes[chief]:
        yield Reason("9-2-2", "track_full", {"unit": chief, "count": setup.boxes[chief]})


def recruits(g: G, chief: int, units: Iterable[int]) -> list[int]:
    """Return the units that a commander may take under his command."""
    return [u for u in units if g.may_lead(chief, u)] if g.has_room(chief) else []
