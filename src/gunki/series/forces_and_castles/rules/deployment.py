"""Deployment: units are placed before the first turn, and players may change some of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Next, Procedure
from gunki.series.forces_and_castles.rules.regrouping import (  # fmt: skip
    commanders_with_room,
    is_at_own_castle,
    list_lead_acts,
    list_separate_acts,
    record_arrangement,
    regroup,
    regroup_bars,
    unit_bar,
)
from gunki.series.forces_and_castles.state.position import ForcesPosition as G


def deploy(g: G) -> None:
    """Place all units as the scenario says.

    Units come under the commanders of their army in their hex. They start inside the castle of the hex if it is
    friendly. Players may change this before the game begins. A player who wants no further change answers `ready`.
    """
    setup = g.setup
    for u, hexes in enumerate(setup.starts):
        if hexes and (setup.army_seat[setup.army[u]] >= 0 or g.is_neutral(setup.army[u])):
            _place(g, u, hexes[0])
    for h in sorted({at for at in g.at if at >= 0}):
        muster(g, [u for u in g.units_in(h) if u not in setup.outside_first | setup.inside_first])
    muster(g, [u for u, turn in enumerate(setup.arrival) if turn])


def _place(g: G, unit: int, h: int) -> None:
    castle, side = g.castle_at(h), g.side(unit)
    friend = (
        castle >= 0
        and g.owner[castle] >= 0
        and (g.castle_side(castle) == side if side >= 0 else g.owner[castle] == g.setup.army[unit])
    )
    g.put(unit, h, int(friend and unit not in g.setup.outside_first))


def muster(g: G, units: list[int]) -> None:
    """Put units under commanders, highest rank first, as many as each may lead."""
    setup = g.setup
    chiefs = sorted((u for u in units if setup.boxes[u]), key=lambda u: (*(-n for n in g.precedence(u)), u))
    for chief in chiefs:
        for u in units:
            free = g.leader[u] == u and len(g.members(u)) == 1 and u != chief
            same = setup.army[u] == setup.army[chief] and g.at[u] == g.at[chief] and g.inside[u] == g.inside[chief]
            if free and same and not setup.boxes[u] and next(g.lead_bars(chief, u), None) is None:
                if g.at[u] >= 0:
                    g.join(u, chief)
                else:
                    g.leader[u] = chief


@dataclass(eq=False)
class Deployment(Procedure):
    """A player arranges forces in their hexes. If the scenario allows it, the player also chooses their hexes."""

    seat: int

    def start(self, g: G) -> Next:
        acts = changes(g, g.setup.placed_by[self.seat])
        if not acts:
            return None
        name = "deploy_freely" if g.setup.deploys_freely else "deploy"
        clause = g.setup.scenario_clauses.deployment
        return Ask(
            self.seat, name, clause, [("ready",), *acts], "take_choice", bars="bars", exact=True, starts_order=True,
            end_option=("ready",), verbs=tuple(g.ARRANGED), is_setup=True,
        )  # fmt: skip

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] != "ready":
            yield from deploy_bars(g, self.seat, act)

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "ready":
            return None
        arrange(g, act)
        return "start"


def arrange(g: G, act: Act) -> None:
    """Carry out a change that `deploy_bars` allows."""
    if act[0] == "station":
        _station(g, act[1], act[2])
    else:
        regroup(g, act)


def _station(g: G, unit: int, h: int) -> None:
    """Move a unit to another hex where it may start. The units that it leads go along if they may start there too."""
    record_arrangement(g, "station", unit)
    for u in g.members(unit):
        if u != unit and h not in g.setup.starts[u]:
            g.split(u)
    if g.leader[unit] != unit:
        g.split(unit)
    castle = g.castle_at(h)
    friend = castle >= 0 and g.is_friendly_castle(castle, g.setup.army[unit])
    g.put(unit, h, int(friend and unit not in g.setup.outside_first))


def changes(g: G, units: Iterable[int]) -> list[Act]:
    """Return the changes that the player who places these units may still make to them, as `deploy_bars` allows."""
    setup, at, inside, leader, deployed, sides = g.setup, g.at, g.inside, g.leader, g.deployed, g.side_of
    commanders, starts, castle_at, breaks_up = commanders_with_room(g), setup.starts, setup.castle_at, g.BREAKS_UP
    stationed, led, acts = g.ARRANGED["station"], g.ARRANGED["lead"], list[Act]()
    for u in units:
        here, done = at[u], deployed[u]
        if here < 0:
            continue
        own = sides[u] >= 0
        # Any other unit can neither leave a force nor pass a gate.
        if own and (leader[u] != u or castle_at[here] >= 0 or breaks_up):
            for act in list_separate_acts(g, u):
                if act[0] == "alone" or _may_pass(g, u):
                    acts.append(act)
        if not done & stationed and len(starts[u]) > 1:
            for h in starts[u]:
                if h != here:
                    acts.append(("station", u, h))
        if own and not done & led and (here, inside[u]) in commanders:
            acts += list_lead_acts(g, u, commanders)
    return acts


def _may_pass(g: G, unit: int) -> bool:
    """Return whether the player may decide on which side of a gate a force stands."""
    return not _has_fixed_gate_side(g, unit) and is_at_own_castle(g, unit) and not g.is_always_inside(unit, g.at[unit])


def _has_fixed_gate_side(g: G, unit: int) -> bool:
    """Return whether the scenario says on which side of a gate a unit starts."""
    return unit in g.setup.inside_first or unit in g.setup.outside_first


def deploy_bars(g: G, seat: int, act: Act) -> Iterator[Reason]:
    verb, unit = act[0], act[1]
    first = _unit_bar(g, seat, verb, unit)
    if first is not None:
        yield first
    elif verb == "station":
        yield from _station_bars(g, unit, act[2])
    else:
        reasons = list(regroup_bars(g, act, g.setup.scenario_clauses.deployment))
        yield from reasons
        if not reasons and verb in ("garrison", "field") and _has_fixed_gate_side(g, unit):
            yield Reason(g.setup.scenario_clauses.places, "place_given", {"unit": unit})


def _unit_bar(g: G, seat: int, verb: str, unit: int) -> Reason | None:
    """Return why the player cannot change a unit in this way at all. Of a neutral unit, only the hex can be changed."""
    own = g.setup.placer[unit] == seat and (g.seat(unit) >= 0 or verb == "station")
    return unit_bar(g, verb, unit, own, g.setup.scenario_clauses.deployment)


def _station_bars(g: G, unit: int, h: int) -> Iterator[Reason]:
    place = g.setup.scenario_clauses.places
    if h not in g.setup.starts[unit]:
        yield from g.ban_bars(unit, h)
        yield Reason(place, "not_a_start", {"unit": unit, "hex": h})
    elif h == g.at[unit]:
        yield Reason(place, "already_there", {"unit": unit})
