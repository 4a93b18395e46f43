"""Before the first turn: everybody in his place, and what a player may change about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.decision import Act, Bar
from gunki.core.procedure import Ask, Next, Procedure
from gunki.series.forces_and_castles.layers import altered
from gunki.series.forces_and_castles.position import ForcesPosition as G


def deploy(g: G) -> None:
    """Everybody to his place: units of an army in one hex under their commanders, in the castle if it is a friend's.

    Players may change it before the game begins; who only wants to play says `ready`.
    """
    setup = g.setup
    for u, hexes in enumerate(setup.starts):
        if hexes and (setup.army_seat[setup.army[u]] >= 0 or g.neutral(setup.army[u])):
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
    """Commanders of the highest rank take as many as they may lead."""
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


#: What a player arranges about a unit, each once, so that it comes to an end: its hex, its commander, its side of the
#: gate.
ARRANGED = {"station": 1, "lead": 2, "alone": 2, "garrison": 4, "field": 4}


@dataclass(eq=False)
class Deployment(Procedure):
    """A player arranges his forces in their hexes, and where he may choose also these."""

    seat: int

    def start(self, g: G) -> Next:
        acts = [*changes(g, self.seat)]
        if not acts:
            return None
        name = "deploy_freely" if g.setup.deploys_freely else "deploy"
        clause = g.setup.scenario_clauses.deployment
        return Ask(
            self.seat, name, clause, [("ready",), *acts], "chosen", bars="bars", exact=True, opens=True,
            closes=("ready",), verbs=tuple(ARRANGED),
        )  # fmt: skip

    def bars(self, g: G, act: Act) -> Iterator[Bar]:
        if act[0] != "ready":
            yield from deploy_bars(g, self.seat, act)

    def chosen(self, g: G, act: Act) -> Next:
        verb = act[0]
        if verb == "ready":
            return None
        unit = act[1]
        g.deployed = altered(g.deployed, unit, g.deployed[unit] | ARRANGED[verb])
        if verb == "station":  # whom he leads goes with him, if he may
            for u in g.members(unit):
                if u != unit and act[2] not in g.setup.starts[u]:
                    g.split(u)
            if g.leader[unit] != unit:
                g.split(unit)
            g.put(unit, act[2], int(g.castle_at(act[2]) >= 0))
        elif verb == "lead":
            g.join(unit, act[2])
        elif verb == "alone":
            g.split(unit)
        else:
            g.put(unit, g.at[unit], int(verb == "garrison"))
        return "start"


def changes(g: G, seat: int) -> Iterator[Act]:
    """What a player may still change, by the tests of `deploy_bars`; what a glance rules out is passed over."""
    setup, inside, at, leader, done = g.setup, g.inside, g.at, g.leader, g.deployed
    commanders: dict[tuple[int, int], list[int]] = {}  # those with room on their track, by hex and side of the gate
    for f in g.forces():
        if setup.boxes[f] and g.has_room(f):
            commanders.setdefault((at[f], inside[f]), []).append(f)
    for u in setup.placed_by[seat]:
        h, fixed = at[u], done[u]
        if leader[u] != u:
            if not fixed & ARRANGED["alone"] and _unit_bar(g, seat, "alone", u) is None:
                yield ("alone", u)
        elif setup.castle_at[h] >= 0 and not fixed & ARRANGED["field"]:
            act = ("field" if inside[u] else "garrison", u)
            if next(deploy_bars(g, seat, act), None) is None:
                yield act
        if len(setup.starts[u]) > 1 and not fixed & ARRANGED["station"]:
            yield from (("station", u, start) for start in setup.starts[u] if start != h)
        near = commanders.get((h, inside[u]))
        if near is not None and not fixed & ARRANGED["lead"] and _unit_bar(g, seat, "lead", u) is None:
            yield from (("lead", u, f) for f in near if f != u and f != leader[u] and g.may_lead(f, u))


def deploy_bars(g: G, seat: int, act: Act) -> Iterator[Bar]:
    verb, unit = act[0], act[1]
    first = _unit_bar(g, seat, verb, unit)
    if first is not None:
        yield first
    elif verb == "station":
        yield from _station_bars(g, unit, act[2])
    elif verb == "lead":
        yield from _lead_bars(g, unit, act[2])
    elif verb == "alone":
        if g.leader[unit] == unit:
            yield Bar(g.setup.scenario_clauses.deployment, "already_alone", {"unit": unit})
    else:
        yield from _gate_bars(g, unit, int(verb == "garrison"))


def _unit_bar(g: G, seat: int, verb: str, unit: int) -> Bar | None:
    """Why this is not to be arranged about a unit at all."""
    setup = g.setup
    if setup.placer[unit] != seat or (g.seat(unit) < 0 and verb != "station"):
        return Bar(setup.scenario_clauses.deployment, "not_own", {"unit": unit})
    if g.at[unit] < 0:
        return Bar(setup.scenario_clauses.deployment, "not_on_map", {"unit": unit})
    if g.deployed[unit] & ARRANGED[verb]:
        return Bar(setup.scenario_clauses.deployment, "already_placed", {"unit": unit})
    return None


def _station_bars(g: G, unit: int, h: int) -> Iterator[Bar]:
    place = g.setup.scenario_clauses.places
    if h not in g.setup.starts[unit]:
        yield Bar(place, "not_a_start", {"unit": unit, "hex": h})
    elif h == g.at[unit]:
        yield Bar(place, "already_there", {"unit": unit})


def _lead_bars(g: G, unit: int, chief: int) -> Iterator[Bar]:
    clause = g.setup.scenario_clauses.deployment
    if g.at[chief] != g.at[unit]:
        yield Bar(clause, "other_hex", {"unit": chief})
    elif g.leader[unit] == chief:
        yield Bar(clause, "in_force", {"unit": unit})
    elif g.inside[g.leader[unit]] != g.inside[chief]:
        yield Bar(clause, "other_side_of_gate", {"unit": unit})
    else:
        yield from g.lead_bars(chief, unit)


def _gate_bars(g: G, unit: int, inside: int) -> Iterator[Bar]:
    setup, at = g.setup, g.at[unit]
    clause, castle = setup.scenario_clauses.deployment, g.castle_at(at)
    if g.leader[unit] != unit:
        yield Bar(clause, "under_command", {"unit": unit, "leader_unit": g.leader[unit]})
    elif castle < 0 or g.castle_side(castle) != g.side(unit):
        yield Bar(clause, "no_castle", {"hex": at})
    elif g.always_inside(unit, at):
        yield from g.inside_bars(unit, at)
    elif g.inside[unit] == inside:
        yield Bar(clause, "already_so", {"unit": unit})
    elif unit in setup.inside_first or unit in setup.outside_first:
        yield Bar(setup.scenario_clauses.places, "place_given", {"unit": unit})
