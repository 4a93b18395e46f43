"""Retreat hex by hex, with refuge in castles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Ask, Next
from gunki.series.forces_and_castles.rules.losses import forces_of, living
from gunki.series.forces_and_castles.state.position import ForcesPosition


@dataclass(eq=False)
class HexRetreat(AutoAnswering):
    """One force retreats from an enemy, or takes refuge in a castle; its owner chooses hex by hex.

    The rules of each game say which hexes are closed to the force, what a hex costs it, and what happens at a dead end.
    """

    seat: int
    units: tuple[int, ...]  # the units of the force; if its leader falls on the way, the others go on together
    origin: int  # the hex of the enemy from which the force retreats
    hexes: int  # how many hexes the force retreats at most
    gone: int = 0
    sheltered: int = 0
    way: tuple[int, ...] = ()

    # -- what the rules say -------------------------------------------------------------------------------------------

    def clause(self) -> str:
        """Return the clause by which the force retreats."""
        raise NotImplementedError

    def way_clause(self) -> str:
        """Return the clause that says how far the force retreats, and in which direction."""
        raise NotImplementedError

    def refuge_clause(self) -> str:
        """Return the clause by which the force takes refuge."""
        raise NotImplementedError

    def hex_bars(self, g: Any, unit: int, at: int, h: int) -> Iterator[Reason]:
        """Yield why a hex that leads away from the enemy is closed to the force."""
        raise NotImplementedError

    def may_stop(self, g: Any) -> bool:
        """Return whether the force has gone far enough."""
        return self.gone >= self.hexes

    def stop_verb(self) -> str:
        """Return the verb of the act that ends the retreat."""
        return "stay"

    def stop_bars(self, g: Any) -> Iterator[Reason]:
        """Yield why the force must go on."""
        yield from ()

    def refuge_bars(self, g: Any, unit: int, at: int) -> Iterator[Reason]:
        """Yield why the force may not take refuge where it stands."""
        if not self.may_hide(g, unit, at):
            yield Reason(self.refuge_clause(), "no_castle", {"hex": at})

    def may_hide(self, g: Any, unit: int, at: int) -> bool:
        """Return whether the force may take refuge where it stands."""
        return may_shelter(g, unit, at)

    def after_hex(self, g: Any, force: int, at: int, h: int) -> str:
        """Return the next step after entering a hex: "start", or a step that charges the cost of entry."""
        return "start"

    def lose_for_dead_end(self, g: Any) -> Next:
        """Eliminate the force, because it must go on and cannot."""
        g.eliminate_all(self.units, self.clause())
        return "record_retreat"

    def end_retreat(self, g: Any) -> Next:
        """End the retreat."""
        return "record_retreat"

    def record_retreat(self, g: Any) -> Next:
        """Finish the procedure, whether or not a unit of the force has survived."""
        return None

    # -- hex by hex ---------------------------------------------------------------------------------------------------

    def start(self, g: Any) -> Next:
        alive = living(g, self.units)
        if not alive:
            return "record_retreat"
        acts = self.exits(g)
        enough = bool(self.sheltered) or self.may_stop(g)
        if not acts:
            return "end_retreat" if enough else "lose_for_dead_end"
        if enough:
            acts.append((self.stop_verb(),))
        return self.ask_exit(g, acts, g.leader[alive[0]])

    def ask_exit(self, g: Any, acts: list[Act], force: int) -> Next:
        """Return the decision of the owner about where the force goes next."""
        data = {"unit": force, "count": self.hexes - self.gone}
        return Ask(
            self.seat, "retreat", self.clause(), acts, "take_choice", bars="bars", exact=True, data=data,
            verbs=("back", "refuge"),
        )  # fmt: skip

    def exits(self, g: Any) -> list[Act]:
        """Return the acts possible from the present hex, refuge last; an empty list if there is none."""
        acts: list[Act] = [("back", h) for h in self._ways(g)]
        if next(self.bars(g, ("refuge",)), None) is None:
            acts.append(("refuge",))
        return acts

    def _ways(self, g: Any) -> list[int]:
        if self.gone >= self.hexes:
            return []
        at = g.at[living(g, self.units)[0]]
        return [h for h in g.setup.map.around(at) if next(self.bars(g, ("back", h)), None) is None]

    def bars(self, g: Any, act: Act) -> Iterator[Reason]:
        if act[0] == self.stop_verb():
            yield from self.stop_bars(g)
            return
        unit = living(g, self.units)[0]
        grid, at = g.setup.map, g.at[unit]
        if act[0] == "refuge":
            yield from self.refuge_bars(g, unit, at)
            return
        h = act[1]
        if self.gone >= self.hexes:
            yield Reason(self.way_clause(), "far_enough", {"count": self.hexes})
            return
        if grid.direction(at, h) < 0:
            yield Reason(self.way_clause(), "not_adjacent", {"hex": h})
            return
        if grid.distance(h, self.origin) <= grid.distance(at, self.origin):
            yield Reason(self.way_clause(), "not_away", {"hex": h})
        yield from self.hex_bars(g, unit, at, h)

    def take_choice(self, g: Any, act: Act) -> Next:
        if act[0] == self.stop_verb():
            return "end_retreat"
        if act[0] == "refuge":
            return "shelter"
        forces = forces_of(g, self.units)
        origin, h = g.at[forces[0]], act[1]
        then = self.after_hex(g, forces[0], origin, h)
        self.gone += 1
        self.way = (*self.way, h)
        for force in forces:
            if g.log is not None:
                g.emit("fell_back", self.clause(), unit=force, from_hex=origin, to_hex=h)
            g.put(force, h, int(g.is_always_inside(force, h)))
            if g.inside[force]:
                self.gone, self.sheltered = self.hexes, 1
        return then

    def shelter(self, g: Any) -> Next:
        forces = forces_of(g, self.units)
        h = g.at[forces[0]]
        for force in forces:
            g.emit("entered_castle", self.refuge_clause(), unit=force, castle=g.castle_at(h))
            g.put(force, h, 1)
        self.gone, self.sheltered = self.hexes, 1
        self.way = self.way or (h,)
        return "start"


def may_shelter(g: ForcesPosition, force: int, h: int) -> bool:
    """Return whether a force in the open stands at a castle of its side."""
    castle = g.castle_at(h)
    return castle >= 0 and g.durability[castle] > 0 and g.castle_side(castle) == g.side(force) and not g.inside[force]
