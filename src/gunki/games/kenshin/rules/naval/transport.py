"""Section 16-4: transport by sea; and the cargo of ships that leave the game (K-21, K-79)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.board.hexmap import WATER
from gunki.core.rules.aims import AT_ONCE
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next
from gunki.games.kenshin.state.position import BOX, LANDED, SHIP_BOX, SHIP_GONE
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.state.position import GONE

# -- 16-4-1: going aboard ---------------------------------------------------------------------------------------------


def ashore_at(g: G, ship: int) -> int | None:
    """Return the place where land units can board a ship: its hex or the box. Return None for a ship at sea."""
    at = g.ship_at[ship]
    return BOX if at == SHIP_BOX else at if at >= 0 else None


def boarders(g: G, ship: int) -> list[int]:
    """Return the units that could board a ship now."""
    place = ashore_at(g, ship)
    if place is None or not can_carry(g, ship) or g.cargo[ship] >= 0:
        return []
    side = g.ship_side(ship)
    units = [u for u, at in enumerate(g.at) if at == place and g.side_of[u] == side]
    return [u for u in units if next(board_bars(g, ship, u, -1), None) is None]


def can_carry(g: G, ship: int) -> bool:
    """Return whether a ship can carry units: ironclads cannot, nor can ships that have lost a step (16-4-3)."""
    return not g.setup.ironclad[ship] and g.ship_steps[ship] >= g.setup.carrier_steps


def board_bars(g: G, ship: int, unit: int, cargo: int) -> Iterator[Reason]:
    """Yield why a unit cannot board a ship whose cargo is `cargo` (-1 if it has none).

    Ships carry land units (16-4). A unit can board in a port under siege (13-1-9 transport), but not in another castle
    under siege (13-1-3). The unit must be single: it leads no other and is not led (K-70).
    """
    if not can_carry(g, ship):
        yield Reason("16-4-3", "no_transport", {"ship": ship})
    elif cargo >= 0:
        yield Reason("16-4-1", "laden", {"ship": ship})
    elif g.side_of[unit] != g.ship_side(ship):
        yield Reason("1 sides", "not_yours", {"unit": unit})
    elif g.at[unit] != ashore_at(g, ship):
        yield Reason("16-4-1 embark", "not_together", {"unit": unit})
    elif g.leader[unit] != unit:
        yield Reason("6-2-1", "is_led", {"unit": unit, "leader_unit": g.leader[unit]})
    elif len(g.members(unit)) > 1:
        yield Reason("16-4-1", "not_single", {"unit": unit})
    elif g.done[unit]:
        yield Reason("16-4-1 nomix", "done", {"unit": unit})
    elif g.is_engaged(unit):
        yield Reason("10-6-4", "engaged", {"unit": unit})
    elif g.at[unit] >= 0 and g.is_shut_in(unit) and g.setup.port[g.castle_at(g.at[unit])] < 0:
        yield Reason("13-1-3", "shut_in", {"hex": g.at[unit]})


# -- 16-4-1: landing --------------------------------------------------------------------------------------------------


def goes_inside(g: G, unit: int, h: int) -> bool:
    """Return whether a landing unit goes inside: into a friendly castle with enemies before it (K-70).

    Elsewhere it lands in the open.
    """
    castle = g.castle_at(h)
    side = g.side_of[unit]
    return castle >= 0 and g.holder[castle] == side and bool(g.outside(h, 1 - side))


def landing_bars(g: G, unit: int, h: int) -> Iterator[Reason]:
    """Yield why a unit cannot land in a hex.

    It cannot land on water (10-6-1), in mountains (10-6-2) or where enemies are on land (16-4-1 enemy), except in a
    port under siege with room. No ship goes to a neutral coast (20 entry).
    """
    setup, castle, side = g.setup, g.castle_at(h), g.side_of[unit]
    if setup.enter_cost(h, g.weather) is None:
        terrain = setup.map.terrain_at(h)
        yield Reason("10-6-1" if terrain in WATER else "10-6-2", "no_entry", {"hex": h, "terrain": terrain})
    elif goes_inside(g, unit, h):
        if setup.port[castle] < 0:
            yield Reason("16-4-1 enemy", "enemy_there", {"hex": h})
        elif g.room(castle) < 1:
            yield Reason("8-1", "no_room", {"castle": castle, "count": 0})
    elif any(g.side_of[f] == 1 - side for f in g.forces_in(h)):
        yield Reason("16-4-1 enemy", "enemy_there", {"hex": h})


def land(g: G, ship: int) -> None:
    """Land the cargo of a ship that has ended its move (16-4-1 disembark), before the effects of landing."""
    unit, place = g.cargo[ship], ashore_at(g, ship)
    if unit < 0 or place is None:
        return
    mark_landed(g, ship, unit)
    g.disembark(ship, place, int(place >= 0 and goes_inside(g, unit, place)))


def mark_landed(g: G, ship: int, unit: int) -> None:
    """Mark a unit as landed: it does not move again in this phase (16-4-1 nomix)."""
    g.done[unit] = LANDED
    g.emit("landed", "16-4-1 disembark", unit=unit, ship=ship, hex=ashore_at(g, ship))


# -- K-21, K-79: ships of a clan that is gone -------------------------------------------------------------------------


def _find_doomed_ship(g: G) -> int:
    """Return a ship whose clan has left the game while it carries a unit; -1 if there is none."""
    return next((s for s, unit in enumerate(g.cargo) if unit >= 0 and g.has_clan_left(g.setup.ship_army[s])), -1)


def is_anybody_stranded(g: G) -> bool:
    return _find_doomed_ship(g) >= 0


def _find_removal_clause(g: G, ship: int) -> str:
    """Return the clause by which the clan of a ship has left the game."""
    defected = g.ukita_defection and g.setup.ship_army[ship] in g.setup.event_tables.defects
    return "9-2 Ukita's Defection" if defected else "15-2"


@dataclass(eq=False)
class Ashore(AutoAnswering):
    """K-21, K-79: the cargo of a ship that leaves the game goes into a friendly port castle of that water.

    The cargo's player chooses the port. If there is none, the cargo is removed without points. If the cargo is Kenshin
    or Nobunaga, the game ends then (22-1).
    """

    def start(self, g: G) -> Next:
        ship = _find_doomed_ship(g)
        if ship < 0:
            return None
        unit = g.cargo[ship]
        acts: list[Act] = [("shift", unit, h) for h in self._ports(g, ship)]
        if not acts:
            return "remove_unit"
        return self.ask(
            g, g.side_of[unit], "displace", _find_removal_clause(g, ship), acts, "shift_unit", data={"unit": unit},
            verbs=("shift",),
        )  # fmt: skip

    def _ports(self, g: G, ship: int) -> list[int]:
        setup, unit = g.setup, g.cargo[ship]
        waters = g.waters_at(g.ship_at[ship])
        return [
            setup.castle_hex[c] for c, water in enumerate(setup.port)
            if water in waters and g.holder[c] == g.side_of[unit] and g.room(c) > 0
        ]  # fmt: skip

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        ship = _find_doomed_ship(g)
        if act[1] != g.cargo[ship] or act[2] not in self._ports(g, ship):
            yield Reason(_find_removal_clause(g, ship), "not_there", {"hex": act[2]})

    def shift_unit(self, g: G, act: Act) -> Next:
        ship = _find_doomed_ship(g)
        unit, h = act[1], act[2]
        g.emit("displaced", _find_removal_clause(g, ship), unit=unit, from_hex=-1, to_hex=h)
        g.disembark(ship, h, 1)
        return self._remove_ship(g, ship)

    def remove_unit(self, g: G) -> Next:
        ship = _find_doomed_ship(g)
        unit = g.cargo[ship]
        g.remove(unit, GONE)
        g.emit("removed", _find_removal_clause(g, ship), unit=unit)
        return self._remove_ship(g, ship)

    def _remove_ship(self, g: G, ship: int) -> Next:
        g.remove_ship(ship, SHIP_GONE)
        g.emit("ship_removed", _find_removal_clause(g, ship), ship=ship)
        return g.find_outcome(AT_ONCE) or "start"
