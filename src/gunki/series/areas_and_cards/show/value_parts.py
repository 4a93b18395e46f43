"""The parts of a military value with their clauses, shown when a player opens a roll (docs/data/events.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gunki.series.areas_and_cards.rules.combat import Combat
    from gunki.series.areas_and_cards.state.position import AreaPosition as G

#: Stands in place of a commander if armies attack with a value of their own (10-1).
OWN_VALUE_OF_ARMIES = -2


def value_parts(g: G, combat: Combat, countering: int) -> list[dict[str, Any]]:
    """Return the parts whose sum is the value of an attack (`countering` 0, 8-1-3) or a counterattack (1, 8-2-1)."""
    clan, value = (combat.target, combat.counter_value) if countering else (combat.clan, combat.attack_value)
    clause = "8-2-1" if countering else "8-1-3"
    commander = combat.commanders[countering]
    event_value = 0 if countering else combat.value
    if event_value:
        parts = [_part("event_value", event_value, "7-4", {})]
    elif commander == OWN_VALUE_OF_ARMIES:
        parts = [_part("own_value", g.army_value(clan), clause, {"clan": g.setup.clans[clan]})]
    else:
        name = {"general": g.setup.generals[commander]}
        parts = [_part("commander", g.general_value(commander), clause, name)]
    if combat.supports >> countering & 1:
        parts.append(_part("strategist", 1, "1-2-1-3", {}))
    if combat.bonus and not countering and not event_value:
        parts.append(_part("event_bonus", combat.bonus, "7-4", {}))
    over = sum(part["value"] for part in parts) - value
    return [*parts, _part("limit", -over, clause, {})] if over else parts


def _part(text: str, value: int, clause: str, data: Mapping[str, str]) -> dict[str, Any]:
    """Return one part. `data` holds names, not indices, because it is shown as it is."""
    return {"text": text, "value": value, "clause": clause, "data": dict(data)}
