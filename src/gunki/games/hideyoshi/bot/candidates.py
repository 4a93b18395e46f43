"""Of many options those worth a thought, for bots: who may act with use, and where a march may lead."""

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

#: Hexes of a march that are looked at: the nearest to a goal, and refuges.
MAX_ONWARD_HEXES, MAX_REFUGE_HEXES = 6, 2
#: Movement points of one march, about.
MARCH_POINTS = 8
#: Answers that name whom a loss costs.
LOSS_VERBS = frozenset(("lose", "fall", "desert", "traitor", "seppuku"))


def bot_candidates(g: G) -> Sequence[Act] | None:
    """The options worth a thought, where the game itself tells; None where it does not."""
    return filter_candidates(g, CANDIDATE_FILTERS)


class CandidateContext(common.CandidateContext):
    """What a seat sees before it moves; whoever is not on the map yet may go anywhere."""

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
    """12: those first who have the most to do; not the small garrisons far from every enemy."""
    w, look = g.setup.tables["evaluation"], CandidateContext(g, seat)
    near, strength, leaves = _near(g, seat, w["alarm"]), look.strength, _leaving_cost(g, seat, look)

    def is_useful(f: int) -> bool:
        h = g.at[f]
        if h < 0 or g.morale[f] or g.invests[f] or strength[f] >= w["strong_enough"] or near(h):
            return True
        return any(o != f and g.is_same_command(f, o) for o in g.forces_in(h))

    def work(f: int) -> int:
        """About what it could gain: somebody to strike at, a castle to besiege, a way to go."""
        h = g.at[f]
        if h < 0 or g.strong[1 - look.side][h] or g.siege_of(f) >= 0:
            return strength[f] * MARCH_POINTS
        return strength[f] * min(max(look.near(f), 0), MARCH_POINTS) - leaves(f)

    chosen = [act for act in options if act[0] == "act" and is_useful(act[1])]
    chosen.sort(key=lambda act: (-work(act[1]), -strength[act[1]], act[1]))
    return [*chosen, *(act for act in options if act[0] != "act")]


def _leaving_cost(g: G, seat: int, look: CandidateContext) -> Callable[[int], int]:
    """32, 36.7-9: what it costs if a force leaves where it keeps others from being called."""
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
    """Whether enemies in the open are within so many movement points of a hex."""
    side = g.setup.coalition[seat]
    foes = [g.at[f] for f in g.forces() if g.side_of[f] == 1 - side and not g.inside[f]]

    def is_near(h: int) -> bool:
        way = g.setup.way(h)
        return any(way[foe] <= points for foe in foes)

    return is_near


def _actions(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """17: a siege only if there is more to do than to storm what cannot be stormed; 13: to organise only where there
    is somebody to take in or to make whole; 15: who has a long way to go takes the road, who is near his goal does
    not; a sodaisho may have to flee. To rest is what happens anyway, and in an ambush (R-8) nothing is gained that
    could be counted."""
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
    """13, 14: whether there is somebody to take in, or troops or walls to make whole."""
    return bool(partners(g, force) or g.has_other_supplies(force)) or next(replenish_bars(g, force), None) is None


def find_katsuie_way_out(g: G, force: int) -> Sequence[int] | None:
    """36.6(4)-1: Katsuie's way out of Echizen, as long as he has not been outside."""
    north = g.setup.shizugatake
    if north is None or g.katsuie_left or g.leader[north.katsuie] != force:
        return None
    return north.way_out(g.setup)


def is_hopeless(g: G, castle: int) -> bool:
    """Whether to storm a castle would only cost lives: high walls that still stand, and men on them."""
    w = g.setup.tables["evaluation"]
    high = g.setup.level[castle] >= w["high_walls"] and g.durability[castle] > w["breached"]
    return high and bool(g.garrison(castle))


def _siege(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """17: to invest, to call for surrender, to storm where there is hope. 18-1-2: who cannot invest a castle alone
    calls others of his hex to it, the strongest first, if all of them together can."""
    castle: int = g.wait.data["castle"]  # type: ignore[union-attr]
    force: int = g.wait.data["unit"]  # type: ignore[union-attr]
    helpers = sorted((act for act in options if act[0] == "with"), key=lambda act: (-g.strength(act[1]), act[1]))
    verbs = [act for act in options if act[0] != "with" and (act[0] != "assault" or not is_hopeless(g, castle))]
    if g.besieged[castle] or ("invest",) in options:
        return [*verbs, *helpers[:1]]
    together = g.strength(force) + sum(g.strength(f) for f in companions(g, force))
    return helpers[:1] if helpers and together >= g.strength_to_invest(castle) else [*verbs, *helpers[:1]]


def _march(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """15: towards what the force is strong enough for, or into a castle of its side; nobody is left behind."""
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
    """13: to gather troops; one after the other, in any order."""
    takes = [act for act in options if act[0] == "take"][:1]
    return [*takes, *(act for act in options if act[0] in ("with", "done"))]


def _honnoji(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """35.8(1)-1: Nobunaga is struck as long as he lives, by the strongest who can."""
    strength = g.strengths()
    strikes = [act for act in options if act[0] == "strike"]
    return [max(strikes, key=lambda act: strength[act[1]])] if strikes else []


def _deploy(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """34.2(2): troops are not scattered: each goes under the strongest who may lead it; a force goes where it is
    nearest to what anybody could take."""
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
    """37.5: at once, the greatest force first, near what it could take."""
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
    """23-3, 24-2-4, 19-4, 14-2-4: who must give up steps or units knows whose: whole units lose a step before reduced
    ones, as nobody dies by that; the lesser go before those who lead them. What else may be answered stays open."""
    setup, steps = g.setup, g.steps

    def price(act: Act) -> tuple[int, ...]:
        u = act[1]
        dies = act[0] != "lose" or steps[u] == 1
        return dies, setup.stars[u], g.leader[u] == u and len(g.members(u)) > 1, setup.strength[u][steps[u]], u

    verbs = dict.fromkeys(act[0] for act in options if act[0] in LOSS_VERBS)
    cheapest = [min((act for act in options if act[0] == verb), key=price) for verb in verbs]
    return [*cheapest, *(act for act in options if act[0] not in LOSS_VERBS)]


def _join(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """24-1-2, 24-1-3: all of them: who stands aside flees with the beaten (24-3-1)."""
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
