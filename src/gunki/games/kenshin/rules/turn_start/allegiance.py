"""Section 9-2, 9-2-1(3): minor daimyo change sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next, Procedure, Roll
from gunki.games.kenshin.rules.combat.losses import settle_losses
from gunki.games.kenshin.rules.turn_start import displacement
from gunki.games.kenshin.setup import ODA, UESUGI
from gunki.games.kenshin.state.position import ABOARD, BOX, SHIP_GONE
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import EVENTS

#: For each event: the side a clan must be on, the side it changes to (-1: neutral), and the clause.
CHANGES = {
    "neutral_to_oda": (-1, ODA, "9-2 Neutral to Oda"),
    "neutral_to_uesugi": (-1, UESUGI, "9-2 Neutral to Uesugi"),
    "oda_to_uesugi": (ODA, UESUGI, "9-2 Oda to Uesugi"),
    "uesugi_to_oda": (UESUGI, ODA, "9-2 Uesugi to Oda"),
}


@dataclass(eq=False)
class Allegiance(Procedure):
    """A die names a minor daimyo, who changes sides if he is on the side that the event names (K-25).

    The events: 9-2 Neutral to Oda, 9-2 Neutral to Uesugi, 9-2 Oda to Uesugi, 9-2 Uesugi to Oda.
    """

    event: int

    def start(self, g: G) -> Next:
        return Roll("minor_daimyo", "TBL-MINOR", 1, "take_roll", data={"chart": "minor_daimyo"})

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        army = g.setup.event_tables.minor[dice[0] - 1]
        g.emit("minor_daimyo", "TBL-MINOR", army=army)
        old, new, clause = CHANGES[EVENTS[self.event]]
        if g.seat_of[army] != old or not (list_units_in_play(g, army) or castles(g, army)):
            g.emit("no_event", clause, random_event=EVENTS[self.event])
            return None
        g.event = self.event
        return Call(SideChange(army, new, clause), "over")


def list_units_in_play(g: G, army: int) -> list[int]:
    """Return the land units of a clan on the map, in the box and at sea."""
    return [u for u, own in enumerate(g.setup.army) if own == army and (g.at[u] >= BOX or g.at[u] == ABOARD)]


def castles(g: G, army: int) -> list[int]:
    """Return the castles that change sides with a clan (K-25).

    These are the clan's own castles that its side still holds, without units of other clans inside. A neutral clan's
    castles must still be neutral.
    """
    armies = g.setup.army
    own = [c for c, first in enumerate(g.setup.castle_owner) if first == army and g.holder[c] == g.seat_of[army]]
    return [c for c in own if all(armies[u] == army for u in g.inside_units(c))]


@dataclass(eq=False)
class SideChange(AutoAnswering):
    """K-25: the units and castles of a clan change sides together, without points.

    Units that share their hex with new enemies are moved one by one. The side that gains them chooses their hexes
    (9-2-1(3), K-106). All places are chosen before any unit moves. Units inside a castle with the new enemies just go
    outside (9-2-1(3) garrison).
    """

    army: int
    seat: int
    clause: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()

    def start(self, g: G) -> Next:
        """Detach the clan's units from leaders of other clans, and find the units that must move."""
        for u in list_units_in_play(g, self.army):
            if g.setup.army[g.leader[u]] != self.army:
                g.detach(u)
        self.units = tuple(u for u in list_units_in_play(g, self.army) if self._is_crowded(g, u))
        for u in self.units:
            g.detach(u)
        return "ask_place"

    def _is_crowded(self, g: G, unit: int) -> bool:
        """Return whether a unit has to leave its hex, because new enemies are there.

        A unit inside a castle may stay there if all these enemies are inside too.
        """
        if g.at[unit] < 0:
            return False
        others = [v for v in g.units_in(g.at[unit]) if g.side_of[v] == 1 - self.seat and g.setup.army[v] != self.army]
        return bool(others) and (not g.inside[unit] or not all(g.inside[v] for v in others))

    def ask_place(self, g: G) -> Next:
        if len(self.hexes) >= len(self.units):
            return "change_sides"
        unit = self.units[len(self.hexes)]
        acts: list[Act] = [("shift", unit, h) for h in displacement.places(g, g.at[unit], self.seat)]
        if not acts:
            return "change_sides"
        return self.ask(
            g, self.seat, "displace", "9-2-1(3)", acts, "take_choice", data={"unit": unit}, verbs=("shift",)
        )

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        unit = self.units[len(self.hexes)]
        if act[1] != unit or act[2] not in displacement.places(g, g.at[unit], self.seat):
            yield Reason("9-2-1(3)", "no_such_shift", {"unit": act[1], "hex": act[2]})

    def take_choice(self, g: G, act: Act) -> Next:
        self.hexes = (*self.hexes, act[2])
        return "ask_place"

    def change_sides(self, g: G) -> Next:
        g.emit("joined", self.clause, army=self.army, seat=self.seat)
        units = list_units_in_play(g, self.army)
        were = sorted({g.at[u] for u in units if g.at[u] >= 0})
        turning = castles(g, self.army)
        outside = [u for u in units if g.inside[u] and g.leader[u] == u and g.castle_at(g.at[u]) not in turning]
        for castle in turning:
            g.turn_castle(castle, self.seat, self.clause)
        g.take_side(self.army, self.seat)
        for force in outside:
            castle = g.castle_at(g.at[force])
            g.emit("left_castle", "9-2-1(3) garrison", unit=force, castle=castle)
            g.put(force, g.at[force], 0)
        for unit, h in zip(self.units, self.hexes, strict=False):
            g.displace(unit, h, 0, "9-2-1(3)")
        for h in were:
            g.handle_departure(h)
        self._lose(g, [u for u in units if g.at[u] < 0])
        return settle_losses(g, "over")

    def _lose(self, g: G, units: list[int]) -> None:
        """Kill the units at sea or in the box, which scores for the side they leave.

        See 9-2-1(3) transported and 9-2-1(3) Mori box. The ship of a unit at sea goes too.
        """
        for unit in units:
            if g.at[unit] == ABOARD:
                ship = g.cargo.index(unit)
                g.eliminate_all([unit], "9-2-1(3) transported")
                g.remove_ship(ship, SHIP_GONE)
                g.emit("ship_removed", "9-2-1(3) transported", ship=ship)
            else:
                g.eliminate_all([unit], "9-2-1(3) Mori box")
