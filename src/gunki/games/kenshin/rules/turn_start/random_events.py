"""Section 9-2: random events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next, Procedure, Roll
from gunki.games.kenshin.rules.combat.losses import settle_losses
from gunki.games.kenshin.rules.turn_start import allegiance, displacement, mori_deployment, rebellion
from gunki.games.kenshin.setup import BUSHO, ODA, SAMURAIDAISHO, UESUGI
from gunki.games.kenshin.state.position import ABOARD, BOX, UNDEPLOYED
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import EVENTS, NO_REBELLION
from gunki.series.forces_and_castles.state.position import GONE


@dataclass(eq=False)
class RandomEvent(Procedure):
    """9-2: two dice, in the column of the present score (K-17).

    An event that already happened, or is nullified, has no effect and does not modify the Mori deployment (K-88).
    """

    def start(self, g: G) -> Next:
        data = {"score": g.score, "column": g.setup.event_tables.column(g.score), "chart": "events"}
        return Roll("event", "9-2", 2, "take_roll", data=data)

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        name = g.setup.event_tables.event(g.score, sum(dice))
        g.emit("event", "9-2", random_event=name)
        if name == "none":
            return None
        if name in allegiance.CHANGES:
            return Call(allegiance.Allegiance(EVENTS.index(name)), "over")
        why = hindrance(g, name)
        if why:
            g.emit("no_event", why, random_event=name)
            return None
        g.event = EVENTS.index(name)
        return name

    # -- the steps, named by event ------------------------------------------------------------------------------------

    def mori_advance(self, g: G) -> Next:
        """Bring Mori into the box (9-2 Mori's Advance, K-18)."""
        chances = g.setup.event_tables
        return Call(mori_deployment.Summon(chances.advance_commanders, chances.advance_busho), "over")

    def hojo_invasion(self, g: G) -> Next:
        return Call(HojoInvasion(), "over")

    def yoshiaki_uprising(self, g: G) -> Next:
        return Call(Uprising(), "over")

    def ukita_defection(self, g: G) -> Next:
        """Remove the Mori and the Ukita, with their ships and units that have not come (K-21).

        See 9-2 Ukita's Defection and TBL-EVENTS Ukita's Defection.
        """
        g.ukita_defection = 1
        for army in g.setup.event_tables.defects:
            for unit, own in enumerate(g.setup.army):
                if own == army and (g.at[unit] >= BOX or g.at[unit] in (ABOARD, UNDEPLOYED)):
                    g.emit("removed", "9-2 Ukita's Defection", unit=unit)
                    g.remove(unit, GONE)
            g.dismiss_ships(army, "9-2 Ukita's Defection")
        return settle_losses(g, "over")

    def araki_rebellion(self, g: G) -> Next:
        return Call(rebellion.Rebellion(), "over")

    def saika_neutrality(self, g: G) -> Next:
        return Call(SaikaNeutrality(), "over")

    def saika_rejoins(self, g: G) -> Next:
        """Give the Saika units and castle back to the Uesugi side (9-2 Saika Rejoins, K-33)."""
        return Call(allegiance.SideChange(g.setup.event_tables.saika, UESUGI, "9-2 Saika Rejoins"), "over")


def hindrance(g: G, name: str) -> str:
    """Return the clause that keeps an event from taking effect now, or `""` if nothing does."""
    chances = g.setup.event_tables
    if name == "mori_advance":
        return "" if mori_deployment.list_mori_to_come(g) else "9-2 Mori's Advance"
    if name == "hojo_invasion":
        return "9-2 Hojo Invasion" if g.hojo_invasion else ""
    if name == "yoshiaki_uprising":
        return "9-2 Yoshiaki's Uprising" if g.yoshiaki_uprising else ""
    if name == "ukita_defection":
        if g.ukita_defection:
            return "9-2 Ukita's Defection"
        return "9-2 Ukita's Defection nullified" if g.yoshiaki_uprising or is_kenshin_in_kyoto(g) else ""
    if name == "araki_rebellion":
        possible = g.araki_rebellion == NO_REBELLION and any(rebellion.is_alive(g, r) for r in chances.rebels)
        return "" if possible else "9-2 Araki Rebellion once"
    if name == "saika_rejoins":
        return "" if g.seat_of[chances.saika] < 0 else "9-2 Saika Rejoins"
    return "" if can_saika_leave(g) else "9-2 Saika Neutrality"


def is_kenshin_in_kyoto(g: G) -> bool:
    """Return whether Kenshin is in Kyoto (18, K-27)."""
    return g.at[g.setup.event_tables.rising_unit] == g.setup.event_tables.rising_hex


# -- Hojo Invasion ----------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class HojoInvasion(AutoAnswering):
    """9-2 Hojo Invasion, K-32: a samuraidaisho and two busho of the Uesugi clan leave the map, without points.

    Their player chooses them. If there are fewer, all of them leave.
    """

    place: int = 0  # how many removals are done

    def start(self, g: G) -> Next:
        g.hojo_invasion = 1
        return "ask_removal"

    def ask_removal(self, g: G) -> Next:
        chances = g.setup.event_tables
        if self.place >= chances.hojo_commanders + chances.hojo_busho:
            return None
        acts: list[Act] = [("remove", u) for u in range(len(g.at)) if next(self.bars(g, ("remove", u)), None) is None]
        if not acts:
            return "skip_removal"
        return self.ask(g, UESUGI, "hojo", "9-2 Hojo Invasion", acts, "remove_unit", verbs=("remove",))

    def _rank(self, g: G) -> int:
        return SAMURAIDAISHO if self.place < g.setup.event_tables.hojo_commanders else BUSHO

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        unit = act[1]
        if g.setup.army[unit] != g.setup.event_tables.hojo_clan:
            if g.side_of[unit] != UESUGI:
                yield Reason("1 sides", "not_yours", {"unit": unit})
            yield Reason("9-2 Hojo Invasion", "not_uesugi", {"unit": unit})
        elif g.at[unit] < 0:
            yield Reason("9-2 Hojo Invasion", "not_on_map", {"unit": unit})
        elif g.setup.rank[unit] != self._rank(g):
            yield Reason("9-2 Hojo Invasion", "wrong_rank", {"unit": unit})

    def skip_removal(self, g: G) -> Next:
        self.place += 1
        return "ask_removal"

    def remove_unit(self, g: G, act: Act) -> Next:
        self.place += 1
        g.emit("removed", "9-2 Hojo Invasion", unit=act[1])
        g.remove(act[1], GONE)
        return "ask_removal"


# -- Yoshiaki's Uprising ----------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Uprising(Procedure):
    """9-2 Yoshiaki's Uprising, K-26: Yoshiaki, the Ukita and all Mori still to come appear in the Mori box.

    Four clans join the Uesugi side, from whatever side they were on.
    """

    place: int = 0  # how many of the four clans are done

    def start(self, g: G) -> Next:
        g.yoshiaki_uprising = 1
        for army in g.setup.event_tables.rising_box:
            for unit, own in enumerate(g.setup.army):
                if own == army and g.at[unit] == UNDEPLOYED:
                    g.deploy(unit, "9-2 Yoshiaki's Uprising placement")
        return "next_clan"

    def next_clan(self, g: G) -> Next:
        joins = g.setup.event_tables.rising_join
        if self.place >= len(joins):
            return None
        army = joins[self.place]
        self.place += 1
        if g.seat_of[army] == UESUGI:
            return "next_clan"
        return Call(allegiance.SideChange(army, UESUGI, "9-2 Yoshiaki's Uprising control"), "next_clan")


# -- Saika-shu Neutrality ---------------------------------------------------------------------------------------------


def can_saika_leave(g: G) -> bool:
    """Return whether the Saika can leave the Uesugi side (K-33).

    They need units in play. Their castle must be held by the Uesugi side, or by the Oda while the Uesugi side besieges
    it.
    """
    chances = g.setup.event_tables
    castle = chances.saika_castle
    if g.seat_of[chances.saika] < 0 or not allegiance.list_units_in_play(g, chances.saika):
        return False
    return g.holder[castle] == UESUGI or (g.holder[castle] == ODA and rebellion.is_besieged(g, castle))


@dataclass(eq=False)
class SaikaNeutrality(Procedure):
    """9-2 Saika Neutrality, 9-2-1(2), K-33: the Saika go to their castle; units and castle become neutral.

    All other forces leave that hex, as their players choose. In two cases the Saika join the Uesugi side there instead.
    Either this side besieges the Oda in the castle (9-2-1(2) Oda besieged), or Uesugi units are besieged in it
    (9-2-1(2) Uesugi besieged).
    """

    place: int = 0  # the side whose forces leave next

    def start(self, g: G) -> Next:
        chances = g.setup.event_tables
        for unit in allegiance.list_units_in_play(g, chances.saika):
            if g.setup.army[g.leader[unit]] != chances.saika:
                g.detach(unit)
        if g.holder[chances.saika_castle] == ODA:
            return "join_besiegers"
        return "join_defenders" if self._has_besieged_allies(g) else "clear_hex"

    def _hex(self, g: G) -> int:
        return g.setup.castle_hex[g.setup.event_tables.saika_castle]

    def _saika(self, g: G) -> list[int]:
        """Return the Saika forces."""
        return [u for u in allegiance.list_units_in_play(g, g.setup.event_tables.saika) if g.leader[u] == u]

    def _has_besieged_allies(self, g: G) -> bool:
        """Return whether other units of the Uesugi side are besieged in the castle."""
        chances = g.setup.event_tables
        inside = g.inside_units(chances.saika_castle)
        return bool(g.outside(self._hex(g), ODA)) and any(g.setup.army[u] != chances.saika for u in inside)

    def join_besiegers(self, g: G) -> Next:
        for force in self._saika(g):
            g.displace(force, self._hex(g), 0, "9-2-1(2) Oda besieged")
        return None

    def join_defenders(self, g: G) -> Next:
        """Put the Saika inside, or beside the castle if there is no room (8-1, K-106).

        The Uesugi player chooses the hexes.
        """
        castle, h, out = g.setup.event_tables.saika_castle, self._hex(g), []
        for force in self._saika(g):
            if g.at[force] == h:
                continue
            if g.leader.count(force) <= g.room(castle):
                g.displace(force, h, 1, "9-2-1(2) Uesugi besieged")
            else:
                out.append(force)
        return Call(displacement.Displacement(UESUGI, tuple(out), "9-2-1(2) Uesugi besieged", h), "over")

    def clear_hex(self, g: G) -> Next:
        """Move the other forces out, the Uesugi side's first, then the Oda's (9-2-1(2))."""
        if self.place > ODA:
            return "become_neutral"
        side = self.place
        self.place += 1
        saika, h = g.setup.event_tables.saika, self._hex(g)
        forces = tuple(f for f in g.forces_in(h) if g.side_of[f] == side and g.setup.army[f] != saika)
        return Call(displacement.Displacement(side, forces, "9-2-1(2)"), "clear_hex") if forces else "clear_hex"

    def become_neutral(self, g: G) -> Next:
        chances, h = g.setup.event_tables, self._hex(g)
        for force in self._saika(g):
            g.displace(force, h, 0, "9-2 Saika Neutrality")
        g.emit("joined", "9-2-1(2)", army=chances.saika, seat=-1)
        g.turn_castle(chances.saika_castle, -1, "9-2-1(2)")
        g.take_side(chances.saika, -1)
        area = g.setup.area_of_water[g.setup.port[chances.saika_castle]]
        for ship, at in enumerate(g.ship_at):
            if at == h:
                g.put_to_sea(ship, -2 - area, "9-2-1(2)")
        g.handle_departure(h)
        return None
