"""Chapter 15: what follows when units die or leave the game, and how a clan leaves with its taisho."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gunki.core.show.fights import loss
from gunki.games.kenshin.state.state_fields import KILLS_SCORED
from gunki.games.kenshin.state.troops import ABOARD, BOX, SHIP_GONE, SUNK, UNDEPLOYED
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.position import DEAD, GONE

if TYPE_CHECKING:
    from gunki.games.kenshin.state.position import KenshinPosition as G

#: 21: the clause under which the death of a unit scores, by rank.
RANK_CLAUSES = ("21 busho", "21 samuraidaisho", "21 taisho")


def eliminate_all(g: G, units: Iterable[int], *clauses: str) -> None:
    """Kill land units, which scores (chapter 15, chapter 21).

    The clan of a dead taisho leaves the game (15-2). The clans of the two units whose death ends the game stay (22-1,
    K-79).
    """
    lost = [u for u in units if g.at[u] >= 0 or g.at[u] in (BOX, ABOARD)]
    for u in sorted(lost, key=lambda u: g.leader[u] == u):
        g._kill(u, *clauses)
    for u in lost:
        if g.setup.rank[u] == g.setup.taisho and u not in g.setup.sudden_units:
            g._remove_leaderless(g.setup.army[u])


def kill(g: G, unit: int, *clauses: str) -> None:
    side = g.side_of[unit]
    if g.log is not None:
        lost = loss("unit", g.setup.units[unit], count=g.steps[unit])
        g.emit("killed", *clauses, unit=unit, hex=g.at[unit] if g.at[unit] >= 0 else -1, loss=lost)
    g.remove(unit, DEAD)
    if side >= 0:
        rank = g.setup.rank[unit]
        g.gain(1 - side, g.setup.rank_points[rank], RANK_CLAUSES[rank])
        g._count_score(KILLS_SCORED[1 - side], unit)


def remove(g: G, unit: int, fate: int) -> None:
    """Take a unit out of play, from the map, the box or a ship."""
    if g.at[unit] == ABOARD:
        ship = g.cargo.index(unit)
        g.cargo = replace_value(g.cargo, ship, -1)
    g.move_off_map(unit, fate)
    g.steps = replace_value(g.steps, unit, 0)


def remove_leaderless(g: G, army: int) -> None:
    """Remove a clan with its taisho (15-2, K-79).

    Units on the map, in the box or at sea are killed in action. Units that have not come yet, and ships, leave without
    points. Castles stay as they are (15-2 castles).
    """
    g.emit("clan_gone", "15-2", army=army)
    for u, own in enumerate(g.setup.army):
        if own == army and g.at[u] != DEAD and g.at[u] != GONE:
            if g.at[u] == UNDEPLOYED:
                g.remove(u, GONE)
            else:
                g._kill(u, "15-2")
    g.dismiss_ships(army, "15-2")


def dismiss_ships(g: G, army: int, *clauses: str) -> None:
    """Remove the ships of a clan that has left the game (K-21, K-79), except those that carry a unit.

    If the unit is of another clan, it is landed first (`transport.Ashore`).
    """
    for ship, own in enumerate(g.setup.ship_army):
        if own == army and g.cargo[ship] < 0 and g.ship_at[ship] not in (SUNK, SHIP_GONE):
            g.remove_ship(ship, SHIP_GONE)
            g.emit("ship_removed", *clauses, ship=ship)


def has_fallen(g: G, unit: int) -> bool:
    """Return whether a unit was killed or removed from play (22-1).

    A unit that is missing only because a document has an empty board has not fallen.
    """
    return g.at[unit] == DEAD or (g.at[unit] == GONE and not g.steps[unit])


def is_in_the_game(g: G, army: int) -> bool:
    """Return whether a clan is in the game (K-67): it has come, and has not left (15-2, 9-2).

    The Mori are there from the start (3(2)), the Ukita only after Yoshiaki's Uprising.
    """
    if g.has_clan_left(army):
        return False
    units = zip(g.setup.army, g.at, strict=True)
    return army not in g.setup.by_uprising or any(
        own == army and (at >= BOX or at in (ABOARD, DEAD)) for own, at in units
    )


def has_clan_left(g: G, army: int) -> bool:
    """Return whether a clan has left the game, with its taisho (15-2) or by defecting (9-2)."""
    setup = g.setup
    if g.ukita_defection and army in setup.event_tables.defects:
        return True
    return any(g.at[u] == DEAD for u in setup.taisho_of[army])
