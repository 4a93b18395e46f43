"""Finds what in a composed position contradicts the rules; each message names the entry that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from gunki.core.errors import PositionError
from gunki.games.kenshin.rules.movement_reasons import has_neutral
from gunki.games.kenshin.rules.naval import ship_movement, transport
from gunki.games.kenshin.setup import ODA, SEATS, UESUGI
from gunki.games.kenshin.state.position import ABOARD, BOX, SHIP_BOX, UNDEPLOYED
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.compose.contradictions import contradictions
from gunki.series.forces_and_castles.state.position import DEAD


def check_contradictions(g: G, stack: Any) -> None:
    """Raise `PositionError` for the first contradiction.

    `stack` is the written stack: while a procedure is under way, some states are allowed that would not last.
    """
    under_way = _procedures(stack)
    for what in chain(
        contradictions(g, set()), _forces(g), _markers(g, under_way), _garrisons(g), _sides(g), _ships(g, under_way),
        _deaths(g, under_way), _forts(g),
    ):  # fmt: skip
        raise PositionError(what)


def _procedures(stack: Any) -> set[str]:
    frames = stack if isinstance(stack, list) else []
    return {str(frame.get("procedure")) for frame in frames if isinstance(frame, Mapping)}


def _forces(g: G) -> Iterator[str]:
    for unit, name in enumerate(g.setup.units):
        chief = g.leader[unit]
        if chief != unit:
            if g.at[chief] != g.at[unit]:
                yield f"units.{name}.leader: {g.setup.units[chief]} is elsewhere (6-3-2)"
            if g.leader[chief] != chief:
                yield f"units.{name}.leader: {g.setup.units[chief]} is under command himself (6-1-6)"
            if g.leader.count(chief) > 1 + g.setup.boxes[chief]:
                yield f"units.{name}.leader: no room on the track of {g.setup.units[chief]} (6-1-1)"
            if g.done[unit] or g.fought[unit] or g.bound[unit] >= 0 or g.pinned[unit]:
                yield f"units.{name}: done, fought, bound and pinned are those of {g.setup.units[chief]} (6-2-1)"
        if g.at[unit] == BOX and g.side_of[unit] == ODA:
            yield f"units.{name}: no Oda unit is in the Mori box (9-3-1)"


def _markers(g: G, under_way: set[str]) -> Iterator[str]:
    """Yield wrong Engagement markers (10-7).

    The hex in a force's `bound` must be adjacent to the force and not across water. An enemy must be bound to attack
    the hex of a pinned force. Neither a bound nor a pinned force may be inside a castle (8-2-1). In a Combat Phase the
    target may have left (K-59).
    """
    fighting = g.setup.phases[g.phase].endswith("combat") if 0 <= g.phase < len(g.setup.phases) else False
    for force in g.forces():
        h, name = g.bound[force], g.setup.units[force]
        if g.inside[force] and (h >= 0 or g.pinned[force]):
            yield f"units.{name}.{'bound' if h >= 0 else 'pinned'}: he is inside a castle (8-2-1)"
        if h >= 0 and g.setup.map.direction(g.at[force], h) < 0:
            yield f"units.{name}.bound: {g.setup.map.numbers[h]} is not adjacent (10-7)"
        elif h >= 0 and g.setup.is_water_between(g.at[force], h):
            yield f"units.{name}.bound: {g.setup.map.numbers[h]} is across water (12-1-7)"
        elif h >= 0 and not fighting and not under_way and not g.outside(h, 1 - g.side_of[force]):
            yield f"units.{name}.bound: no enemy is in the open in {g.setup.map.numbers[h]} (10-7)"
        if g.pinned[force] and not under_way and not g.is_target(g.at[force], 1 - g.side_of[force]):
            yield f"units.{name}.pinned: nobody owes an attack on his hex (10-7)"


def _garrisons(g: G) -> Iterator[str]:
    for castle, name in enumerate(g.setup.castles):
        if g.room(castle) < 0:
            most = g.setup.max_durability(castle)
            yield f"castles.{name}: more units inside than its printed durability, {most} (8-1)"


def _sides(g: G) -> Iterator[str]:
    """Yield wrong sides of clans and castles, and warlords with both counters in play.

    The side of a clan is wrong if no event brings the clan to it (9-2). A castle is wrong if it is neutral and its clan
    is not (20).
    """
    setup = g.setup
    for army, name in enumerate(setup.armies):
        allowed = (-1, UESUGI) if army in setup.rebels else (setup.army_seat[army],)
        if army not in setup.may_be_neutral and g.seat_of[army] not in allowed:
            yield f"state.seat_of.{name}: no event changes its side so (9-2)"
    for castle, name in enumerate(setup.castles):
        if g.holder[castle] < 0 and g.seat_of[setup.castle_owner[castle]] >= 0:
            yield f"castles.{name}.holder: its clan is not neutral (20)"
    for rebel in setup.event_tables.rebels:
        counters = [u for u in (rebel.unit, rebel.traitor) if g.at[u] >= BOX or g.at[u] == ABOARD]
        if len(counters) > 1:
            yield f"units.{setup.units[rebel.traitor]}: he and {setup.units[rebel.unit]} are one man (2-2-1(2))"
        if rebel.traitor in counters and g.seat_of[setup.araki] < 0:
            yield f"units.{setup.units[rebel.traitor]}: state.araki_rebellion has to be 'clan' or 'independent' (9-2)"


def _ships(g: G, under_way: set[str]) -> Iterator[str]:
    setup = g.setup
    for ship, name in enumerate(setup.ships):
        at, unit = g.ship_at[ship], g.cargo[ship]
        if at >= 0 and not ship_movement.neighbours(g, at):
            yield f"ships.{name}.at: {setup.map.numbers[at]} is no coast that ships come to (16-2-1 areas)"
        if at >= 0 and has_neutral(g, at) and not under_way:
            yield f"ships.{name}.at: {setup.map.numbers[at]} is neutral (20 entry)"
        if at == SHIP_BOX and g.ship_side(ship) == ODA:
            yield f"ships.{name}.at: no Oda ship is in the Mori box (16-2-1 areas)"
        if ship_movement.is_afloat(g, ship) and not g.ship_steps[ship]:
            yield f"ships.{name}.steps: a ship without steps is sunk (12-3-2)"
        if g.exposed[ship] and (at < 0 or setup.castle_at[at] < 0):
            yield f"ships.{name}.exposed: only in a port of its side (16-2-5)"
        foes = (
            ship_movement.ships_at(g, at, 1 - g.ship_side(ship))
            if ship_movement.is_afloat(g, ship) and not under_way
            else []
        )
        if g.exposed[ship] and not foes and not under_way:
            yield f"ships.{name}.exposed: no enemy ship lies in the open there (16-2-5)"
        if foes and g.is_in_the_open(ship) and not ship_movement.is_engaged_at(g, at):
            yield f"ships.{name}.at: enemy ships lie there, and nobody is bound to attack (16-2-4)"
        if g.ship_bound[ship] and not ship_movement.ships_at(g, at, 1 - g.ship_side(ship)) and not under_way:
            yield f"ships.{name}.bound: no enemy ship lies in the open there (16-2-4)"
        if g.ship_bound[ship] and any(
            g.ship_bound[foe] for foe in ship_movement.ships_at(g, at, 1 - g.ship_side(ship))
        ):
            yield f"ships.{name}.bound: the enemy there is bound to attack (16-2-4)"
        if unit < 0:
            continue
        who = setup.units[unit]
        if not transport.can_carry(g, ship):
            yield f"units.{who}: {name} carries nobody (16-4-3)"
        if g.side_of[unit] != g.ship_side(ship):
            yield f"units.{who}: {name} is not on his side (16-4-1)"
        if not ship_movement.is_afloat(g, ship) or transport.ashore_at(g, ship) is not None:
            yield f"units.{who}: cargo of {name} is ashore in a port or the box (16-4-1 disembark)"


def _deaths(g: G, under_way: set[str]) -> Iterator[str]:
    setup = g.setup
    if under_way:  # the procedure may still have to check the end of the game
        return
    for unit, _ in setup.sudden:
        if g.has_fallen(unit):
            yield f"units.{setup.units[unit]}: with his elimination the game is over (22-1)"
    for army, chiefs in enumerate(setup.taisho_of):
        left = [u for u, own in enumerate(setup.army) if own == army and (g.at[u] >= BOX or g.at[u] <= UNDEPLOYED)]
        if left and any(g.at[chief] == DEAD for chief in chiefs):
            yield f"units.{setup.units[left[0]]}: his clan has gone with its taisho (15-2)"


def _forts(g: G) -> Iterator[str]:
    for h, forts in enumerate(g.fortified):
        for side, seat in enumerate(SEATS):
            if forts >> side & 1 and not g.occupied[side][h]:
                yield f"state.fortified: no force of {seat} is in {g.setup.map.numbers[h]} (10-8-1)"
