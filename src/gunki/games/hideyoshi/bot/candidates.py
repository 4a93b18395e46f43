"""Filters for bots: they keep the options worth considering, such as useful forces and good hexes for a march."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gunki.core.rules.decision import Act
from gunki.games.hideyoshi.bot.evaluation import (
    Field,
    Weights,
    faces,
    find_holding_forces,
    goals,
    strength_kept_by_forces,
)
from gunki.games.hideyoshi.setup import HASHIBA
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.forces_and_castles.bot import candidates as common
from gunki.series.forces_and_castles.bot.candidates import OptionFilters, filter_candidates
from gunki.series.gunyuden.rules.organisation import partners
from gunki.series.gunyuden.rules.replenishment import replenish_bars
from gunki.series.gunyuden.rules.sieges.siege import companions, verb_bars

#: How many hexes of a march are considered: hexes nearest to a goal, and refuges.
MAX_ONWARD_HEXES, MAX_REFUGE_HEXES = 6, 2
#: The approximate movement points of one march.
MARCH_POINTS = 8
#: The verbs of acts that name the unit which takes a loss.
LOSS_VERBS = frozenset(("lose", "fall", "desert", "traitor", "seppuku"))


def bot_candidates(g: G) -> Sequence[Act] | None:
    """Return the options worth considering, or None for a decision without a filter."""
    return filter_candidates(g, CANDIDATE_FILTERS)


class CandidateContext(common.CandidateContext):
    """The aims and strengths of a seat before its move. A force that is not on the map yet may go anywhere."""

    def __init__(self, g: G, seat: int) -> None:
        w: Weights = g.setup.tables["evaluation"]
        self.side, strength = g.setup.coalition[seat], g.strengths()
        field = Field(g, self.side, strength)
        aims = goals(g, seat, field, w)
        super().__init__(g, self.side, strength, field.ours, aims, find_holding_forces(g, seat, field, strength, w), w)

    def near(self, f: int) -> int:
        return self._chosen[f][0]

    def _way(self, f: int) -> Sequence[int] | None:
        return self._aims.way(self._chosen[f][1]) if f in self._chosen else None


def _forces(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return the forces to act with, first those that can gain the most (12).

    Small garrisons far from every enemy are left out.
    """
    w, look = g.setup.tables["evaluation"], CandidateContext(g, seat)
    near, strength, leaves = _near(g, seat, w["alarm"]), look.strength, _leaving_cost(g, seat, look)

    def is_useful(f: int) -> bool:
        h = g.at[f]
        if h < 0 or g.morale[f] or g.invests[f] or strength[f] >= w["strong_enough"] or near(h):
            return True
        return any(o != f and g.is_same_command(f, o) for o in g.forces_in(h))

    def work(f: int) -> int:
        """Return roughly what a force could gain: an enemy to strike, a castle to besiege, a way to go."""
        h = g.at[f]
        if h < 0 or g.strong[1 - look.side][h] or g.siege_of(f) >= 0:
            return strength[f] * MARCH_POINTS
        return strength[f] * min(max(look.near(f), 0), MARCH_POINTS) - leaves(f)

    chosen = [act for act in options if act[0] == "act" and is_useful(act[1])]
    chosen.sort(key=lambda act: (-work(act[1]), -strength[act[1]], act[1]))
    return [*chosen, *(act for act in options if act[0] != "act")]


def _leaving_cost(g: G, seat: int, look: CandidateContext) -> Callable[[int], int]:
    """Return a function that gives the cost of moving a force away from its hex.

    The move costs something if Hashiba's strength in that hex makes calls of enemy armies less likely (32, 36.7-9).
    """
    tables = g.setup.summons if seat == HASHIBA and g.setup.by_points else ()
    hexes, called = g.setup.castle_hex, g.setup.tables["evaluation"]["called"]
    guarded = [
        (table, {hexes[c] for c in table.castles}, strength_kept_by_forces(g, table, look.strength)) for table in tables
    ]

    def cost(f: int) -> int:
        own, h = look.strength[f], g.at[f]
        return sum(
            called * (faces(g, table, whole - own) - faces(g, table, whole))
            for table, castle_hexes, whole in guarded
            if h in castle_hexes
        )

    return cost


def _near(g: G, seat: int, points: int) -> Callable[[int], bool]:
    """Return a function that tests whether enemies in the open are within `points` movement points of a hex."""
    side = g.setup.coalition[seat]
    foes = [g.at[f] for f in g.forces() if g.side_of[f] == 1 - side and not g.inside[f]]

    def is_near(h: int) -> bool:
        way = g.setup.way(h)
        return any(way[foe] <= points for foe in foes)

    return is_near


def _actions(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return the actions that may be useful for a force.

    A siege is left out if the force could only storm the castle, and storming is hopeless (17). Organising is left out
    if there is no unit to take in and nothing to restore (13). A force far from its goal keeps only the strategic
    march, and a force near its goal only the ordinary one (15). A sodaisho keeps both, since he may have to flee. Rest
    is left out because a force that does nothing rests anyway. An ambush (R-8) is left out because its gain cannot be
    counted.
    """
    force: int = g.wait.data["unit"]  # type: ignore[union-attr]
    useless = {"rest", "ambush"}
    if ("siege",) in options and is_hopeless(g, castle := g.siege_of(force)):
        together = (force, *companions(g, force))
        if all(next(verb_bars(g, together, castle, (verb,)), None) is not None for verb in ("invest", "call")):
            useless.add("siege")
    if ("organise",) in options and not _should_organise(g, force):
        useless.add("organise")
    if ("move",) in options and ("strategic",) in options and g.at[force] >= 0 and g.setup.stars[force] < 2:
        left = CandidateContext(g, seat).way(force, g.at[force])
        useless |= {"strategic"} if left <= MARCH_POINTS else {"move"} if left > 2 * MARCH_POINTS else set()
    return [act for act in options if act[0] not in useless]


def _should_organise(g: G, force: int) -> bool:
    """Return whether there is a partner to take in, or troops or walls to restore (13, 14)."""
    return bool(partners(g, force) or g.has_other_supplies(force)) or next(replenish_bars(g, force), None) is None


def find_katsuie_way_out(g: G, force: int) -> Sequence[int] | None:
    """Return the movement points from each hex to a hex outside Echizen, for Katsuie's force (36.6(4)-1).

    Return None for other forces, and after Katsuie has left Echizen.
    """
    north = g.setup.shizugatake
    if north is None or g.katsuie_left or g.leader[north.katsuie] != force:
        return None
    return north.way_out(g.setup)


def is_hopeless(g: G, castle: int) -> bool:
    """Return whether storming a castle would only cost lives: its high walls still stand, and units hold them."""
    w = g.setup.tables["evaluation"]
    high = g.setup.level[castle] >= w["high_walls"] and g.durability[castle] > w["breached"]
    return high and bool(g.garrison(castle))


def _siege(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return the acts of a siege: invest, call for surrender, and storm if there is hope (17).

    If a force cannot invest a castle alone, but all forces of its hex together can, it calls the others, the strongest
    first (18-1-2).
    """
    castle: int = g.wait.data["castle"]  # type: ignore[union-attr]
    force: int = g.wait.data["unit"]  # type: ignore[union-attr]
    helpers = sorted((act for act in options if act[0] == "with"), key=lambda act: (-g.strength(act[1]), act[1]))
    verbs = [act for act in options if act[0] != "with" and (act[0] != "assault" or not is_hopeless(g, castle))]
    if g.besieged[castle] or ("invest",) in options:
        return [*verbs, *helpers[:1]]
    together = g.strength(force) + sum(g.strength(f) for f in companions(g, force))
    return helpers[:1] if helpers and together >= g.strength_to_invest(castle) else [*verbs, *helpers[:1]]


def _march(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return the hexes nearest to the goals of the force, and castles of its side as refuges (15).

    Units are not left behind.
    """
    setup = g.setup
    force: int = g.wait.data["unit"]  # type: ignore[union-attr]
    hexes = [act for act in options if act[0] == "to"]
    rest = [act for act in options if act[0] in ("enter", "leave", "halt")]
    if len(hexes) <= MAX_ONWARD_HEXES + MAX_REFUGE_HEXES:
        return [*hexes, *rest]
    out, look = find_katsuie_way_out(g, force), CandidateContext(g, seat)
    onward = sorted(hexes, key=lambda act: out[act[1]] if out is not None else look.way(force, act[1]))[
        :MAX_ONWARD_HEXES
    ]
    side = look.side
    refuges = [act for act in hexes if g.castle_at(act[1]) >= 0 and g.castle_side(g.castle_at(act[1])) == side]
    home = setup.way(g.at[force]) if g.at[force] >= 0 else None
    if home is not None:
        refuges.sort(key=lambda act: home[act[1]])
    return [*onward, *(act for act in refuges[:MAX_REFUGE_HEXES] if act not in onward), *rest]


def _organise(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return one unit to take in, with the acts `with` and `done` (13). The order of the units does not matter."""
    takes = [act for act in options if act[0] == "take"][:1]
    return [*takes, *(act for act in options if act[0] in ("with", "done"))]


def _honnoji(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return the attack of the strongest force on Nobunaga, as long as he lives (35.8(1)-1)."""
    strength = g.strengths()
    strikes = [act for act in options if act[0] == "strike"]
    return [max(strikes, key=lambda act: strength[act[1]])] if strikes else []


def _deploy(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return the deployments that keep troops together (34.2(2)).

    Each unit goes under the strongest commander who may lead it. Each force goes to the place nearest to any goal.
    """
    strength = g.strengths()
    leads: dict[int, Act] = {}
    for act in options:
        if act[0] == "lead" and (act[1] not in leads or strength[act[2]] > strength[leads[act[1]][2]]):
            leads[act[1]] = act
    field = Field(g, g.setup.coalition[seat], strength)
    ways = [way for _, _, way in goals(g, seat, field, g.setup.tables["evaluation"])]
    stations = [act for act in options if act[0] == "station" and g.leader[act[1]] == act[1]]
    near = {h: min((way[h] for way in ways), default=0) for h in {act[2] for act in stations}}
    best: dict[int, Act] = {}
    for act in stations:
        if act[1] not in best or near[act[2]] < near[best[act[1]][2]]:
            best[act[1]] = act
    wanted = {*leads.values(), *best.values()}
    return [act for act in options if act[0] in ("garrison", "ready") or act in wanted]


def _appear(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return the placement of the strongest unit in the place nearest to a goal (37.5).

    It is never put off: a unit that can be placed is placed now.
    """
    places = [act for act in options if act[0] == "appear"]
    if not places:
        return [("done",)]
    setup, side, strength = g.setup, g.setup.coalition[seat], g.strengths()
    unit = max((act[1] for act in places), key=lambda u: (strength[u], -u))
    ways = [way for _, _, way in goals(g, seat, Field(g, side, strength), setup.tables["evaluation"])]
    if setup.komaki is not None:
        ways = [setup.way(setup.komaki.sakai)]
    unit_places = [act for act in places if act[1] == unit]
    return [min(unit_places, key=lambda act: min((way[act[2]] for way in ways), default=0))]


def _losses(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep only the cheapest loss of each verb, and keep all options that are no losses (23-3, 24-2-4, 19-4, 14-2-4).

    Whole units lose a step before reduced ones, because that eliminates no unit. Units of lower rank, and units that
    lead no others, are given up first.
    """
    setup, steps = g.setup, g.steps

    def price(act: Act) -> tuple[int, ...]:
        u = act[1]
        dies = act[0] != "lose" or steps[u] == 1
        return dies, setup.stars[u], g.leader[u] == u and len(g.members(u)) > 1, setup.strength[u][steps[u]], u

    verbs = dict.fromkeys(act[0] for act in options if act[0] in LOSS_VERBS)
    cheapest = [min((act for act in options if act[0] == verb), key=price) for verb in verbs]
    return [*cheapest, *(act for act in options if act[0] not in LOSS_VERBS)]


def _join(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Return the option that the first force joins, because all forces should join (24-1-2, 24-1-3).

    A force that does not join has to flee with those that are beaten (24-3-1).
    """
    return [act for act in options if act[0] == "join"][:1]


CANDIDATE_FILTERS: OptionFilters = {
    "force": _forces,
    "action": _actions,
    "march": _march,
    "march_end": _march,
    "organise": _organise,
    "siege": _siege,
    "honnoji": _honnoji,
    "deploy_freely": _deploy,
    "appear": _appear,
    "losses": _losses,
    "suffer": _losses,
    "breach": _losses,
    "desert": _losses,
    "traitors": _losses,
    "seppuku": _losses,
    "join": _join,
}
