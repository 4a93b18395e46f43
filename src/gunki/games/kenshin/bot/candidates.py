"""The options worth evaluating, for bots: forces to act with, ends of marches, hexes to attack."""

from __future__ import annotations

from collections.abc import Sequence

from gunki.core.rules.decision import Act
from gunki.games.kenshin.bot.evaluation import Field, Weights, best_leader, find_holding_forces, goals, mean_hits
from gunki.games.kenshin.rules.movement import March, targets
from gunki.games.kenshin.state.position import BOX
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.bot import candidates as common
from gunki.series.forces_and_castles.bot.candidates import OptionFilters, filter_candidates
from gunki.series.forces_and_castles.state.state_fields import FULL

#: How many hexes of a march are considered: hexes near the goal, and refuges.
MAX_ONWARD_HEXES, MAX_REFUGE_HEXES = 4, 2
#: The least action points with which a check is worth its risk (10-2-1): for a force outside enemy control, then for a
#: force in it.
MIN_ACTION, MIN_ACTION_PRESSED = 4, 3
#: In the worst case an attacker takes the highest hits of a round this many times.
WORST_CASE_ROUNDS = 2
HIGHEST_ROLL = 12


def bot_candidates(g: G) -> Sequence[Act] | None:
    """Return the options worth evaluating at this decision, or None if every option is worth it."""
    return filter_candidates(g, CANDIDATE_FILTERS)


class CandidateContext(common.CandidateContext):
    """What the filters of a side's movement share: strengths, goals, and the forces that stay to hold Kyoto."""

    def __init__(self, g: G, seat: int) -> None:
        w: Weights = g.setup.tables["evaluation"]
        self.field = field = Field(g, seat)
        aims = goals(g, seat, field, w)
        super().__init__(g, seat, field.strength, field.ours, aims, find_holding_forces(g, seat, field), w)

    def distance_left(self, g: G, f: int) -> int:
        """Return how far a force is from its goal, 0 if it need not move."""
        way = self._way(f)
        return 0 if way is None else way[g.at[f]]

    def _way(self, f: int) -> Sequence[int] | None:
        near, goal = self._chosen.get(f, (0, -1))
        return None if near < -90 else self._aims.way(goal)


# -- movement ---------------------------------------------------------------------------------------------------------


def _forces(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep useful moves and checks; forces far from a goal or beside an enemy come first (10).

    A check is kept only for a leader who is likely to pass it. Forces stay as they are, except that single units may
    join a commander.
    """
    look, foe = CandidateContext(g, seat), 1 - seat
    strength, action = look.strength, g.setup.action

    def work(f: int) -> int:
        if g.at[f] == BOX:
            return 2 * g.setup.allowance
        beside = g.setup.allowance if g.strong[foe][g.at[f]] and not g.inside[f] and targets(g, f) else 0
        return beside + min(look.distance_left(g, f), g.setup.allowance)

    def is_ready(f: int) -> bool:
        return action[f] >= (MIN_ACTION_PRESSED if g.at[f] >= 0 and g.strong[foe][g.at[f]] else MIN_ACTION)

    worth_by_act = {}
    for act in options:
        if act[0] == "move" or (act[0] == "check" and is_ready(act[1])):
            worth_by_act[act] = work(act[1]) * (
                2 + (strength[act[1]] if g.at[act[1]] >= 0 else 2 * g.leader.count(act[1]))
            )
        elif act[0] == "sail":
            worth_by_act[act] = g.setup.allowance * FULL
    chosen = sorted((act for act in worth_by_act if worth_by_act[act]), key=lambda act: -worth_by_act[act])
    leads = [act for act in options if act[0] == "lead" and _should_lead(g, act[1], act[2])]
    return [*leads[:2], *chosen, *(act for act in options if act[0] == "end")]


def _should_lead(g: G, unit: int, chief: int) -> bool:
    """Return whether a single unit should come under a commander, whose ability must be at least the unit's own."""
    return g.leader.count(unit) == 1 and g.leader[unit] == unit and g.setup.ability[chief] >= g.setup.ability[unit]


def _march(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep marches towards the goal or into the side's own castles, and attacks on weaker enemies (10-4)."""
    frame = g.stack[-1]
    assert isinstance(frame, March)
    force = frame.force
    fights = [act for act in options if act[0] in ("engage", "overrun") and _is_good_attack(g, [force], act[1], act[0])]
    hexes = [act for act in options if act[0] == "to"]
    if frame.spent:
        return [*fights, ("halt",)]
    look = CandidateContext(g, seat)
    onward = sorted(hexes, key=lambda act: look.way(force, act[1]))[:MAX_ONWARD_HEXES]
    castle_at, holder, home = g.setup.castle_at, g.holder, g.at[force]

    def is_friendly(h: int) -> bool:
        return h in look.field.ours or (castle_at[h] >= 0 and holder[castle_at[h]] == seat)

    refuges = [act for act in hexes if act not in onward and is_friendly(act[1])]
    if home >= 0:
        refuges.sort(key=lambda act: (-look.field.ours.get(act[1], 0), g.setup.way(home)[act[1]]))
    return [*fights, *onward, *refuges[:MAX_REFUGE_HEXES], ("halt",)]


# -- battles ----------------------------------------------------------------------------------------------------------


def _is_good_attack(g: G, forces: Sequence[int], h: int, verb: str = "attack") -> bool:
    """Return whether an attack promises more than it costs, and cannot kill Kenshin or Nobunaga (22-1)."""
    setup, side, origin = g.setup, g.side_of[forces[0]], g.at[forces[0]]
    foes = g.outside(h, 1 - side)
    if not foes:
        return True
    own, their = g.sum_strength(forces), g.sum_strength(foes)
    better = best_leader(g, forces) - best_leader(g, foes)
    river = setup.is_river_between(origin, h)
    attack = setup.attack_terrain[h] + better + (setup.river_attack if river else 0)
    defence = setup.defence_terrain[h] - better + (setup.river_defence if river else 0)
    if g.has_fort(h, 1 - side):
        attack, defence = attack + setup.fort_attack, defence + setup.fort_defence
    worst = WORST_CASE_ROUNDS * setup.hits(their, HIGHEST_ROLL + max(defence, -better))
    if own <= worst and any(u in setup.sudden_units for f in forces for u in g.members(f)):
        return False
    dealt, hits_taken = mean_hits(g, own, attack), mean_hits(g, their, defence)
    share = 2 if verb == "overrun" else 1
    return dealt * own > share * hits_taken * their


def _together(g: G, force: int) -> list[int]:
    """Return the forces in the same hex that could attack with a force (12-1-3)."""
    h, side = g.at[force], g.side_of[force]
    return [f for f in g.outside(h, side) if not g.fought[f]] or [force]


def _combat(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep attacks that promise more than they cost, attacks that have to be made, and strong sorties (12-1)."""
    acts, origins = list[Act](), set[int]()
    for act in options:
        if act[0] == "end" or (act[0] == "attack" and g.owes_attack(act[1])):
            acts.append(act)
        elif act[0] == "attack" and g.at[act[1]] not in origins:
            hexes = targets(g, act[1])
            if any(_is_good_attack(g, _together(g, act[1]), h) for h in hexes):
                origins.add(g.at[act[1]])
                acts.append(act)
        elif act[0] == "sortie" and _should_break_out(g, act[1]):
            acts.append(act)
    return acts


def _should_break_out(g: G, force: int) -> bool:
    """Return whether the garrison has at least four fifths of the besiegers' strength (8-2-4)."""
    garrison = [f for f in g.forces_in(g.at[force]) if g.inside[f]]
    foes = g.outside(g.at[force], 1 - g.side_of[force])
    return 5 * g.sum_strength(garrison) >= 4 * g.sum_strength(foes)


def _target(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    force: int = g.wait.data["unit"]  # type: ignore[union-attr]
    return [act for act in options if _is_good_attack(g, _together(g, force), act[1])]


def _join(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep joining (12-1-3); before an invested castle keep every option, as joining may lift the siege (13-1-7)."""
    force: int = g.wait.data["unit"]  # type: ignore[union-attr]
    castle = g.setup.castle_at[g.at[force]]
    if castle >= 0 and g.besieged[castle] and g.holder[castle] != seat:
        return list(options)
    return [act for act in options if act[0] == "join"][:1]


def _storm(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    return [act for act in options if act[0] == "join"][:1]


def _pursuit(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    return [("pursue",)]


def _ability(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the leader of the greatest ability (12-2-2)."""
    of = g.setup.ship_ability if options[0][0] == "flagship" else g.setup.ability
    return [max(options, key=lambda act: of[act[1]])]


def _retreat(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the halt if the force is out of enemy control (12-4-3).

    Otherwise keep refuge in a castle, and the retreat into the hex with the least enemy control. If several hexes have
    the least, keep the one with most friends.
    """
    force: int = g.wait.data["unit"]  # type: ignore[union-attr]
    strong, friends = g.strong[1 - seat], g.occupied[seat]
    if ("halt",) in options and not strong[g.at[force]]:
        return [("halt",)]
    back = sorted((act for act in options if act[0] == "back"), key=lambda act: (strong[act[1]], -friends[act[1]]))
    return [*(act for act in options if act[0] == "refuge"), *(back[:1] or options[-1:])]


def _advance(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the advance of the first force, and the option to stay (12-6)."""
    return [options[0], ("stay",)]


def _losses(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the loss of the least valuable unit (12-3)."""
    if options[0][0] != "lose":
        return list(options)
    return [min(options, key=lambda act: unit_worth(g, act[1]))]


def unit_worth(g: G, unit: int) -> tuple[bool, int, int]:
    """Return a sort key of how valuable a unit is: sudden death, rank, ability."""
    setup = g.setup
    return unit in setup.sudden_units, setup.rank[unit], setup.ability[unit]


# -- sieges -----------------------------------------------------------------------------------------------------------


def _siege(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep an investment if there is one, else assaults with good odds (13)."""
    invests = [act for act in options if act[0] == "invest"]
    if invests:
        return invests[:1]
    return [act for act in options if act[0] != "assault" or _is_hopeful(g, act[1])]


def _is_hopeful(g: G, force: int) -> bool:
    """Return whether an assault costs the garrison and the walls more than the assailants (13-3)."""
    setup, h, side = g.setup, g.at[force], g.side_of[force]
    castle = setup.castle_at[h]
    forces = [f for f in g.outside(h, side) if not g.fought[f]]
    units, walls = g.inside_units(castle), setup.castle_strength[castle]
    own = min(g.sum_strength(forces), setup.assault_cap * setup.printed[castle])
    garrison = g.garrison(castle)
    better = 0
    if garrison:
        lead = best_leader(g, forces) - best_leader(g, garrison)
        better = setup.assault_better * ((lead > 0) - (lead < 0))
    dealt = mean_hits(g, own, better - walls)
    hits_taken = mean_hits(g, sum(g.steps[u] for u in units) + setup.castle_adds, walls - better)
    # Rounds follow each other until the walls and the garrison, or the assailants, are gone.
    left = g.durability[castle] + sum(g.steps[u] for u in units)
    return dealt * g.sum_strength(forces) > hits_taken * left


def _walls(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Choose durability while the walls are thick, then units of two steps, then the last walls (13-4-1)."""
    castle: int = g.wait.data["castle"]  # type: ignore[union-attr]
    left = g.durability[castle]
    whole = [act for act in options if act[0] == "lose" and g.steps[act[1]] == FULL]
    if ("breach",) in options and (left > 4 or (left > 2 and not whole)):
        return [("breach",)]
    lives = whole or [act for act in options if act[0] == "lose"]
    return [min(lives, key=lambda act: unit_worth(g, act[1]))] if lives else list(options)


def _demand(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the demand: it costs nothing (9-1-2)."""
    return [act for act in options if act[0] == "demand"][:1]


# -- the turn ---------------------------------------------------------------------------------------------------------


def _deploy(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the proposed deployment (3(2))."""
    return [act for act in options if act[0] == "ready"]


def _remove(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the removal of the unit that leads the fewest others (9-2 Hojo Invasion).

    Among equal units keep the least valuable one.
    """
    return [min(options, key=lambda act: (g.leader.count(act[1]), unit_worth(g, act[1])))]


def _summon(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the best unit (9-3-1), but Terumoto last: with him the whole clan would be lost (15-2)."""
    setup = g.setup
    return [max(options, key=lambda act: (setup.rank[act[1]] != setup.taisho, setup.ability[act[1]]))]


def _replenish(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the two most urgent units, and the weakest castle; besieged castles come first (9-5-3)."""
    foe = 1 - seat

    def urgent(act: Act) -> tuple[bool, bool, tuple[bool, int, int]]:
        h = g.at[act[1]]
        return act[0] == "rebuild", h >= 0 and bool(g.strong[foe][h]), unit_worth(g, act[1])

    units = sorted((act for act in options if act[0] in ("restore", "rebuild")), key=urgent, reverse=True)
    walls = [act for act in options if act[0] == "repair"]
    walls.sort(key=lambda act: (not g.besieged[act[1]], g.durability[act[1]]))
    return [*units[:2], *walls[:1]]


def _sail(g: G, seat: int, options: Sequence[Act]) -> list[Act]:
    """Keep the sea areas, and two ports of the player's side (16-2)."""
    castle_at, holder = g.setup.castle_at, g.holder

    def is_home(h: int) -> bool:
        return castle_at[h] >= 0 and holder[castle_at[h]] == seat

    ports = [act for act in options if act[0] == "put_in" and is_home(act[1])]
    return [act for act in options if act[0] in ("sail_to", "stay")] + ports[:2]


CANDIDATE_FILTERS: OptionFilters = {
    "deploy": _deploy,
    "demand": _demand,
    "hojo": _remove,
    "summon": _summon,
    "attrition": _losses,
    "losses": _losses,
    "replenish": _replenish,
    "force": _forces,
    "march": _march,
    "sail": _sail,
    "combat": _combat,
    "target": _target,
    "join": _join,
    "ability": _ability,
    "pursuit": _pursuit,
    "retreat": _retreat,
    "advance": _advance,
    "siege": _siege,
    "storm": _storm,
    "walls": _walls,
}
