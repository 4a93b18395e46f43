"""Data on a fight in an area, to be shown, and events for hits that do not count (docs/data/events.md, "Fights")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gunki.core.show.fights import NOBODY_ROLLS, counter, fight, fighters

if TYPE_CHECKING:
    from gunki.series.areas_and_cards.rules.combat import Combat
    from gunki.series.areas_and_cards.state.position import AreaPosition as G


def fight_of(g: G, combat: Combat, rolls: int = NOBODY_ROLLS, *, opens: bool = False) -> dict[str, Any]:
    """Return both clans of a combat, with their units and the number of dice each throws."""
    area = f"area:{g.setup.map.names[combat.area]}"
    return fight(area, _side(g, combat, 0), _side(g, combat, 1), rolls=rolls, opens=opens)


def _side(g: G, combat: Combat, defending: int) -> dict[str, Any]:
    """Return one side: the attacker's ready units (8-1-1), or all units of the target (8-2).

    If the counters of the target fight alone, only one of them takes part (4-7.p3).
    """
    clan = combat.target if defending else combat.clan
    i = clan * len(g.control) + combat.area
    armies = g.ready[i] + g.spent[i] * defending
    if defending and combat.is_lone_target(g):
        armies = 1
    generals = [u for u in g.generals_in(clan, combat.area) if g.up[u] or defending]
    name = g.setup.clans[clan]
    pieces = [
        counter("general", g.setup.generals[u], name, "general", {"military": g.general_value(u)}) for u in generals
    ]
    if armies:
        own = g.army_value(clan)
        pieces.append(counter("clan", name, name, "army", {"military": own} if own else {}, count=armies))
    leader = combat.commanders[defending] if len(combat.commanders) > defending else -1
    led = {"leader": ["general", g.setup.generals[leader]]} if leader >= 0 else {}
    return fighters(name, len(generals) + armies - (combat.supports >> defending & 1), pieces, **led)


def emit_caps(g: G, combat: Combat, attack_hits: int) -> None:
    """Emit an event for each side that takes more hits than it has units: the extra hits have no effect (8-4).

    `attack_hits`: the hits that the attacker has rolled.
    """
    attackers = g.ready_units(combat.clan, combat.area)
    lone = combat.is_lone_target(g)
    defenders = 1 if lone else g.units(combat.target, combat.area)
    if attack_hits > defenders:
        clause, cap = ("4-7.p3", "lone") if lone else ("8-4", "all_hit")
        g.emit("capped", clause, clan=combat.target, hits=attack_hits, count=defenders, cap=cap)
    if combat.counter_hits > attackers:
        g.emit("capped", "8-4", clan=combat.clan, hits=combat.counter_hits, count=attackers, cap="all_hit")
