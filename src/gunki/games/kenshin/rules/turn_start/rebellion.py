"""Section 9-2, 9-2-1(1): Araki's Rebellion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next, Roll
from gunki.games.kenshin.rules.turn_start.displacement import Displacement
from gunki.games.kenshin.rules.turn_start.event_tables import Rebel
from gunki.games.kenshin.setup import ODA, UESUGI
from gunki.games.kenshin.state.position import ABOARD, UNDEPLOYED
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import NO_REBELLION, REBEL_CLAN, REBEL_INDEPENDENT, REBELLION_OVER
from gunki.series.forces_and_castles.state.position import GONE


def is_alive(g: G, rebel: Rebel) -> bool:
    """Return whether a warlord can rebel: the dead are passed over (9-2 Araki Rebellion once)."""
    return g.at[rebel.unit] >= 0 or g.at[rebel.unit] == ABOARD


def list_rebel_clans(g: G) -> list[int]:
    """Return the clans that the rebellion has made.

    They are one clan of all rebels (9-2 Araki Rebellion clan), or one for each (9-2 Araki Rebellion independents).
    """
    if g.araki_rebellion == REBEL_CLAN:
        return [g.setup.araki]
    if g.araki_rebellion != REBEL_INDEPENDENT:
        return []
    return [r.alone for r in g.setup.event_tables.rebels if g.at[r.traitor] not in (UNDEPLOYED, GONE)]


@dataclass(eq=False)
class Rebellion(AutoAnswering):
    """9-2 Araki Rebellion, K-24: Araki, Nakagawa and Takayama, if alive, rebel or stay loyal one after the other.

    Each goes to his castle, and a die decides whether he betrays the Oda. If the castle is held or besieged by the
    Uesugi side (9-2-1(1)), he leaves his force and goes there only as a traitor.
    """

    place: int = 0  # the number of the warlord whose turn it is

    def _rebel(self, g: G) -> Rebel:
        return g.setup.event_tables.rebels[self.place]

    def start(self, g: G) -> Next:
        if self.place >= len(g.setup.event_tables.rebels):
            if g.araki_rebellion == NO_REBELLION:
                g.araki_rebellion = REBELLION_OVER
            return None
        rebel = self._rebel(g)
        if not is_alive(g, rebel):
            return "next_rebel"
        if not self._is_in_place(g):
            g.detach(rebel.unit)
            g.displace(rebel.unit, g.setup.castle_hex[rebel.castles[0]], 0, "9-2 Araki Rebellion move")
        return "check"

    def next_rebel(self, g: G) -> Next:
        self.place += 1
        return "start"

    def _is_in_place(self, g: G) -> bool:
        """Return whether the warlord rolls where he stands (9-2-1(1))."""
        castle = self._rebel(g).castles[0]
        return g.holder[castle] == UESUGI or is_besieged(g, castle)

    def check(self, g: G) -> Next:
        return Roll("betrayal", "9-2 Araki Rebellion check", 1, "take_roll", data={"unit": self._rebel(g).unit})

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        """Take the roll: a loyal warlord stays where he is (9-2 Araki Rebellion returned), any other leaves his force.

        A loyal warlord stays also before a castle that has changed sides (K-24). `_turn_traitor` makes any other a
        traitor.
        """
        rebel = self._rebel(g)
        if dice[0] <= rebel.returns:
            g.emit("returned", "9-2 Araki Rebellion returned", unit=rebel.unit)
            return "next_rebel"
        g.emit("betrayed", "9-2 Araki Rebellion traitor", unit=rebel.unit, other_unit=rebel.traitor)
        g.detach(rebel.unit)
        return "clear_castles"

    # -- a traitor ----------------------------------------------------------------------------------------------------

    def clear_castles(self, g: G) -> Next:
        """Move the Oda units out of castles that change sides, except warlords whose die is still to come (K-24)."""
        due = [r.unit for r in g.setup.event_tables.rebels[self.place :]]
        hexes = [g.setup.castle_hex[castle] for castle in self._list_turning_castles(g)]
        forces = [f for h in hexes for f in g.forces_in(h) if g.side_of[f] == ODA and f not in due]
        for unit in due:  # a warlord whose die is to come leaves his force and stands before the castle
            if g.at[unit] in hexes:
                g.detach(unit)
                g.put(unit, g.at[unit], 0)
        if not forces:
            return "ask_gate"
        return Call(Displacement(ODA, tuple(forces), "9-2 Araki Rebellion"), "ask_gate")

    def _list_turning_castles(self, g: G) -> list[int]:
        """Return the castles that change sides without a fight: the one that the warlord went to, and his others.

        Araki's other castle is Hanakuma (9-2 Araki Rebellion Hanakuma). It does not change sides if the Oda are
        besieged in it (K-24).
        """
        first, *others = self._rebel(g).castles
        turning = [] if self._is_in_place(g) else [first]
        for castle in others:
            if g.holder[castle] == ODA and not (is_besieged(g, castle) and g.inside_units(castle)):
                turning.append(castle)
        return turning

    def ask_gate(self, g: G) -> Next:
        """Ask whether the traitor goes inside, if the Uesugi side holds his castle already.

        He can go inside only if there is room. If enemies stand before the castle he cannot stay outside.
        """
        rebel = self._rebel(g)
        castle = rebel.castles[0]
        if g.holder[castle] != UESUGI:
            return "turn_castles"
        acts: list[Act] = [act for act in (("inside",), ("outside",)) if next(self.bars(g, act), None) is None]
        if not acts:
            return "place_beside"
        return self.ask(
            g, UESUGI, "gate", "9-2-1(1)", acts, "take_gate_choice", data={"unit": rebel.traitor, "castle": castle},
            verbs=("inside", "outside"),
        )  # fmt: skip

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        rebel = self._rebel(g)
        castle = rebel.castles[0]
        before = g.outside(g.setup.castle_hex[castle], ODA)  # the traitor's old counter does not count
        if act[0] == "inside" and g.room(castle) < 1:
            yield Reason("8-1", "no_room", {"castle": castle, "count": 0})
        elif act[0] == "outside" and any(force != rebel.unit for force in before):
            yield Reason("10-6-3", "enemy_there", {"hex": g.setup.castle_hex[castle]})

    def take_gate_choice(self, g: G, act: Act) -> Next:
        self._turn_traitor(g, int(act[0] == "inside"))
        return "next_rebel"

    def turn_castles(self, g: G) -> Next:
        """Make the warlord a traitor, and turn his castle with him.

        If the Uesugi side besieges the Oda in the castle, he joins the besiegers (9-2-1(1) garrisoned). An empty castle
        falls to the besiegers (9-2-1(1) empty). If nobody besieges the castle, he stands before it. He goes inside if
        another warlord whose die is to come stands before it.
        """
        castle = self._rebel(g).castles[0]
        self._turn_traitor(g, int(not self._is_in_place(g) and len(g.outside(g.setup.castle_hex[castle], ODA)) > 1))
        return "next_rebel"

    def place_beside(self, g: G) -> Next:
        """Put the traitor beside his castle, because it is full and enemies stand before it."""
        rebel = self._rebel(g)
        self._turn_traitor(g, 1)
        return Call(Displacement(UESUGI, (rebel.traitor,), "9-2-1(1)"), "next_rebel")

    def _turn_traitor(self, g: G, inside: int) -> None:
        rebel = self._rebel(g)
        castle, turning, in_place = rebel.castles[0], self._list_turning_castles(g), self._is_in_place(g)
        h, was = g.setup.castle_hex[castle], g.at[rebel.unit]
        self._take_sides(g)
        for turned_castle in turning:
            g.turn_castle(turned_castle, UESUGI, "9-2 Araki Rebellion traitor")
            self._ships_leave(g, turned_castle)
        if was != h:
            g.emit("displaced", "9-2-1(1)", unit=rebel.traitor, from_hex=max(was, -1), to_hex=h)
        g.exchange(rebel.unit, rebel.traitor, h, inside)
        if in_place and g.holder[castle] == ODA and not g.inside_units(castle):
            g.fall(castle, UESUGI, "9-2-1(1) empty")

    def _take_sides(self, g: G) -> None:
        """Make the rebel clans as the first warlord turns traitor.

        If he is Araki, all rebels form one clan (9-2 Araki Rebellion clan). If not, each has a clan of his own
        (9-2 Araki Rebellion independents).
        """
        if g.araki_rebellion == NO_REBELLION:
            g.araki_rebellion = REBEL_INDEPENDENT if self.place else REBEL_CLAN
            for army in g.setup.rebels if self.place else (g.setup.araki,):
                g.take_side(army, UESUGI)

    def _ships_leave(self, g: G, castle: int) -> None:
        """Move Oda ships out of a port that turns, to the sea before it (K-24)."""
        water = g.setup.port[castle]
        for ship, at in enumerate(g.ship_at):
            if water >= 0 and at == g.setup.castle_hex[castle] and g.ship_side(ship) == ODA:
                g.put_to_sea(ship, -2 - g.setup.area_of_water[water], "9-2 Araki Rebellion")


def is_besieged(g: G, castle: int) -> bool:
    """Return whether forces of the Uesugi side stand before a castle of the Oda (9-2-1(1), K-101)."""
    return g.holder[castle] == ODA and bool(g.outside(g.setup.castle_hex[castle], UESUGI))
