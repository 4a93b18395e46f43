"""Sections 12-4 and 12-6: retreating, and advancing after combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next
from gunki.games.kenshin.rules.movement_reasons import has_neutral
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import forces_of
from gunki.series.forces_and_castles.rules.retreat import HexRetreat


@dataclass(eq=False)
class Retreat(HexRetreat):
    """12-4-3, 12-4-4, K-13: one force retreats one to three hexes, each farther from its enemies of this battle."""

    home: int = 0  # whether its own hex was attacked: it may then enter the castle there (12-4-6)

    def clause(self) -> str:
        return "12-4"

    def way_clause(self) -> str:
        return "12-4-4"

    def refuge_clause(self) -> str:
        return "12-4-6"

    def stop_verb(self) -> str:
        return "halt"

    def may_stop(self, g: G) -> bool:
        return self.gone >= g.setup.retreat_least

    def stop_bars(self, g: G) -> Iterator[Reason]:
        if not self.may_stop(g):
            yield Reason("12-4-3", "one_hex_at_least", {"count": g.setup.retreat_least})

    def refuge_bars(self, g: G, unit: int, at: int) -> Iterator[Reason]:
        """Yield why a force cannot take refuge in the castle of its hex (12-4-6).

        A force may take refuge in a castle on its way. In the hex where its retreat begins, a defender may always do
        so, and an attacker only if it can go nowhere (K-13). Whole forces enter, as far as there is room (8-1, K-43).
        """
        castle, force = g.castle_at(at), g.leader[unit]
        own = castle >= 0 and g.holder[castle] == g.side_of[force] and not g.inside[force]
        if not own or not (self.gone or self.home or not self._ways(g)):
            yield Reason("12-4-6", "no_castle", {"hex": at})
        elif not g.fits(force):
            yield Reason("8-1", "no_room", {"castle": castle, "count": max(0, g.room(castle))})

    def hex_bars(self, g: G, unit: int, at: int, h: int) -> Iterator[Reason]:
        """Yield why a force cannot retreat into a hex (12-4-5, 20).

        An enemy garrison closes its hex unless the castle is invested (K-13, 10-6-3).
        """
        setup, foe = g.setup, 1 - g.side_of[unit]
        terrain, castle = setup.map.terrain_at(h), g.castle_at(h)
        if setup.is_water_between(at, h) or terrain in ("sea", "lake"):
            yield Reason("12-4-5(1)", "no_entry", {"hex": h, "terrain": terrain})
        elif terrain == "mountain":
            yield Reason("12-4-5(2)", "no_entry", {"hex": h, "terrain": terrain})
        elif has_neutral(g, h):
            yield Reason("20 entry", "neutral_there", {"hex": h})
        elif g.outside(h, foe) or (
            castle >= 0 and g.holder[castle] == foe and not g.besieged[castle] and g.garrison(castle)
        ):
            yield Reason("12-4-5(3)", "enemy_there", {"hex": h})

    def ask_exit(self, g: G, acts: list[Act], force: int) -> Next:
        data, verbs = {"unit": force, "count": self.gone}, ("back", "refuge", "halt")
        return self.ask(g, self.seat, "retreat", "12-4-3", acts, "take_choice", data=data, verbs=verbs)


@dataclass(eq=False)
class Advance(AutoAnswering):
    """12-6, K-92, K-97: after a fight that left no enemy in the open in a hex, the winning forces may enter it.

    The enemy retreated, took shelter or died. Some or all of the forces may enter (12-6-1), at any cost of
    terrain. After a sortie they come out of the castle (K-47).
    """

    seat: int
    units: tuple[int, ...]
    hex: int

    def start(self, g: G) -> Next:
        forces = self._list_able_forces(g)
        if not forces:
            return None
        acts: list[Act] = [*(("advance", f) for f in forces), ("stay",)]
        return self.ask(
            g, self.seat, "advance", "12-6", acts, "take_choice", data={"hex": self.hex}, end_option=("stay",),
            verbs=("advance",),
        )  # fmt: skip

    def _list_able_forces(self, g: G) -> list[int]:
        """Return the forces that can advance.

        No force can while enemies in the open or neutrals are there, because these close the hex (10-6-3, 20 entry).
        """
        if g.closed_to[self.seat][self.hex]:
            return []
        return [f for f in forces_of(g, self.units) if g.at[f] != self.hex or g.inside[f]]

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "advance" and act[1] not in self._list_able_forces(g):
            yield Reason("12-6", "took_no_part", {"unit": act[1]})

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "stay":
            return None
        force, was = act[1], g.at[act[1]]
        if was == self.hex:
            g.emit("left_castle", "12-6", unit=force, castle=g.castle_at(was))
        else:
            g.emit("advanced", "12-6", unit=force, from_hex=was, to_hex=self.hex)
        g.put(force, self.hex)
        return "start"
