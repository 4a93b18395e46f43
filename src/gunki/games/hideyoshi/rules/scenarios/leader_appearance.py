"""Sections 35.5-H and 37.5: leaders who are placed on the map in a Random Events Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Next, Procedure
from gunki.games.hideyoshi.setup import APPEARS
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.forces_and_castles.rules import deployment
from gunki.series.gunyuden.state.position import OFF


def list_units_to_appear(g: G, seat: int) -> list[int]:
    """Return the units beside the map that may be placed in this turn. A commander brings the units that he leads."""
    setup = g.setup
    return [
        u
        for u, word in enumerate(setup.beside)
        if word == APPEARS and g.at[u] == OFF and g.seat(u) == seat
        and setup.army[u] in setup.appears and setup.appears[setup.army[u]][0] <= g.turn
    ]  # fmt: skip


def place_bars(g: G, unit: int, h: int) -> Iterator[Reason]:
    """Yield why a unit cannot be placed in a hex (Y-62, Y-64).

    The scenario must name the hex. No enemies may be there, and no enemy castle.
    """
    setup = g.setup
    if h not in setup.appears[setup.army[unit]][1]:
        yield Reason("35.5-H" if setup.komaki is None else "37.5", "not_a_start", {"unit": unit, "hex": h})
    yield from taken_bars(g, unit, h)


def taken_bars(g: G, unit: int, h: int) -> Iterator[Reason]:
    """Yield why a unit cannot appear in a hex named for it: enemies are there, or the castle there is not friendly."""
    setup = g.setup
    castle, side = g.castle_at(h), g.side(unit)
    clause = "35.5-H" if setup.komaki is None else "37.5"
    if g.adjacent[1 - side][h] and any(g.side(f) == 1 - side for f in g.forces_in(h)):
        yield Reason(clause, "enemy_there", {"hex": h})
    if castle >= 0 and g.durability[castle] and g.castle_side(castle) == 1 - side:
        yield Reason(clause, "enemy_castle", {"castle": castle})
    elif setup.komaki is None and (castle < 0 or g.castle_side(castle) != side):  # the castle they come from is lost
        yield Reason(clause, "castle_lost", {"hex": h})


@dataclass(eq=False)
class Appear(Procedure):
    """A player places any units that may appear, and arranges them as at the start (34.2(2)).

    If there is one place for all of them, they are placed at once.
    """

    seat: int
    placed: tuple[int, ...] = ()

    def start(self, g: G) -> Next:
        return "place_all" if g.setup.komaki is None else "choose"

    def place_all(self, g: G) -> Next:
        """Place all units in their one place (35.5-H)."""
        for unit in [u for u in list_units_to_appear(g, self.seat) if g.leader[u] == u]:
            h = g.setup.appears[g.setup.army[unit]][1][0]
            if next(place_bars(g, unit, h), None) is None:
                self._place(g, unit, h, 1)
        return "choose" if self.placed else None

    def _place(self, g: G, unit: int, h: int, inside: int) -> None:
        self.placed = (*self.placed, *g.members(unit))
        g.put(unit, h, inside)
        for u in g.members(unit):
            g.emit("appeared", "35.5-H" if g.setup.komaki is None else "37.5", unit=u, hex=h)

    def choose(self, g: G) -> Next:
        beside = list_units_to_appear(g, self.seat)
        free = {g.setup.army[u]: u for u in beside}  # all units of a clan may come to the same hexes
        places = {
            army: [h for h in g.setup.appears[army][1] if next(taken_bars(g, u, h), None) is None]
            for army, u in free.items()
        }
        acts: list[Act] = [("appear", u, h) for u in beside for h in places[g.setup.army[u]]]
        acts += [("alone", u) for u in beside if g.leader[u] != u]
        placed = [u for u in g.setup.placed_by[self.seat] if u in self.placed]
        acts += [act for act in deployment.changes(g, placed) if act[0] != "station"]
        if not acts:
            return None
        return Ask(
            self.seat, "appear", "35.5-H" if g.setup.komaki is None else "37.5", [*acts, ("done",)], "take_choice",
            bars="bars", exact=True, end_option=("done",), verbs=("appear", "lead", "alone", "garrison", "field"),
            is_setup=True,
        )  # fmt: skip

    def propose_acts(self, g: G) -> Sequence[Act]:
        """Return a proposal: every unit whose clan has a free place comes, with the units that it leads.

        The units come near Sakai, because Sakai is their goal.
        """
        setup, acts = g.setup, list[Act]()
        way = None if setup.komaki is None else setup.way(setup.komaki.sakai)
        for u in list_units_to_appear(g, self.seat):
            free = [h for h in setup.appears[setup.army[u]][1] if next(taken_bars(g, u, h), None) is None]
            if free and g.leader[u] == u:
                acts.append(("appear", u, free[0] if way is None else min(free, key=lambda h: way[h])))
        return [*acts, ("done",)] if acts else ()

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "appear":
            if act[1] not in list_units_to_appear(g, self.seat):
                yield Reason("37.5", "not_beside_map", {"unit": act[1]})
            else:
                yield from place_bars(g, act[1], act[2])
        elif act[0] == "alone" and act[1] in list_units_to_appear(g, self.seat):
            if g.leader[act[1]] == act[1]:
                yield Reason("34.2(2)", "already_alone", {"unit": act[1]})
        elif act[0] != "done":
            if act[1] not in self.placed:
                yield Reason("34.2(2)", "already_placed", {"unit": act[1]})
            else:
                yield from deployment.deploy_bars(g, self.seat, act)

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "done":
            return None
        if act[0] in ("appear", "alone") and g.at[act[1]] == OFF:
            g.leader[act[1]] = act[1]  # the unit leaves its commander, but keeps the units that it leads
        if act[0] == "alone" and g.at[act[1]] == OFF:
            return "choose"
        if act[0] == "appear":
            castle = g.castle_at(act[2])
            self._place(g, act[1], act[2], int(castle >= 0 and g.is_friendly_castle(castle, g.setup.army[act[1]])))
        else:
            deployment.arrange(g, act)
        return "choose"
