"""What can be laid over the board: zones, communication, reach, threatened castles, the odds of a battle."""

from __future__ import annotations

import random
from typing import Any

from gunki.core.chance import Chance, quick
from gunki.core.decision import Act
from gunki.core.errors import OptionError
from gunki.core.odds import Ends
from gunki.core.procedure import Ask
from gunki.series.forces_and_castles.reach import destinations
from gunki.series.gunyuden import communication
from gunki.series.gunyuden.movement import March
from gunki.series.gunyuden.position import DEAD
from gunki.series.gunyuden.position import GunyudenPosition as G

OVERLAYS = ("reach", "zoc", "supply", "threat", "odds")
TRIALS = 300
#: What begins a fight. What is asked in the midst of one (losses, retreats, pursuits, who takes part) begins none.
BEGINNINGS = ("battle", "attack", "decisive", "agree", "fight", "assault", "call")


def _overlay(name: str, places: dict[str, Any], lines: list[Any] | None = None, *notes: str) -> dict[str, Any]:
    told = [{"text": note, "data": {}, "clauses": []} for note in notes]
    return {"overlay": name, "places": places, "lines": lines or [], "notes": told}


def overlay(g: G, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None) -> dict[str, Any]:
    side = g.setup.coalition[0 if seat is None else seat]
    if name == "zoc":
        return zones(g, side)
    if name == "supply":
        return supply(g, side)
    if name == "threat":
        return threat(g, side)
    if name == "reach":
        return reach(g, place)
    return odds(g, seat, act)


def zones(g: G, side: int) -> dict[str, Any]:
    """5: the enemy's strong and weak zones."""
    foe, names = 1 - side, g.setup.map.numbers
    places: dict[str, Any] = {}
    for h in range(g.setup.map.size):
        if g.strong[foe][h]:
            places[names[h]] = {"tone": "bad", "name": ["overlay", "strong_zone"]}
        elif g.weak[foe][h]:
            places[names[h]] = {"tone": "neutral", "name": ["overlay", "weak_zone"]}
    return _overlay("zoc", places)


def supply(g: G, side: int) -> dict[str, Any]:
    """11: every force of the side with the hex its line goes on to, or the word that it has none."""
    names, setup = g.setup.map.numbers, g.setup
    places: dict[str, Any] = {}
    lines = []
    for army in sorted({setup.army[f] for f in g.forces() if g.side(f) == side}):
        found = communication.lines(g, army)
        for f in g.forces():
            if setup.army[f] != army or g.inside[f]:
                continue
            here = names[g.at[f]]
            if f in found:
                places.setdefault(here, {"tone": "good", "name": ["overlay", "has_line"]})
                lines.append({"from": here, "to": names[found[f]], "tone": "good"})
            else:
                places[here] = {"tone": "bad", "name": ["overlay", cut_reason(g, army)]}
    return _overlay("supply", places, lines)


def cut_reason(g: G, army: int) -> str:
    """8-3-2, G-08: why an army's forces may have no line at all, else that the way is cut."""
    if not communication.ends(g, army):
        return "main_castle_lost"
    if not communication.relay_castles(g, army):
        return "main_castle_besieged"
    return "way_cut"


def threat(g: G, side: int) -> dict[str, Any]:
    """18: own castles that are invested, or that enemies within two hexes are strong enough to invest."""
    setup, foe = g.setup, 1 - side
    places: dict[str, Any] = {}
    for castle, h in enumerate(setup.castle_hex):
        if g.castle_side(castle) != side or not g.durability[castle]:
            continue
        near = [f for f in g.forces() if g.side(f) == foe and not g.inside[f] and setup.map.distance(g.at[f], h) <= 2]
        strength = g.sum_strength(near)
        if g.besieged[castle]:
            places[setup.map.numbers[h]] = {"tone": "bad", "value": strength, "name": ["overlay", "invested"]}
        elif strength:
            tone = "bad" if strength >= g.setup.castle_rules[castle].need(g) else "neutral"
            places[setup.map.numbers[h]] = {"tone": tone, "value": strength, "name": ["overlay", "threatened"]}
    return _overlay("threat", places, None, *([] if places else ["no_threat"]))


def reach(g: G, place: tuple[str, int] | None) -> dict[str, Any]:
    """15: where a force could go with a whole allowance; on the march, with what is left of it."""
    march = g.stack[-1] if g.stack and isinstance(g.stack[-1], March) else None
    force = march.force if march is not None else -1
    if place is not None and place[0] == "unit" and g.at[place[1]] >= 0:
        force = g.leader[place[1]]
    if force < 0:
        return _overlay("reach", {}, None, "choose_force")
    strategic, left = 0, g.setup.allowance - g.morale[force]
    if march is not None and march.force == force:
        strategic, left = march.strategic, march.left(g)
    out = g.gate_cost(force) if g.inside[force] else 0
    names = g.setup.map.numbers
    found = destinations(g, force, strategic, left)
    return _overlay("reach", {names[h]: {"tone": "good", "value": cost + out} for h, cost in found.items()})


def odds(g: G, seat: int | None, act: Act | None) -> dict[str, Any]:
    """What an act would bring: it is played by the rules with every answer of chance, both sides answering sensibly."""
    if seat is None or act is None:
        return _overlay("odds", {}, None, "choose_action")
    if act not in g.options():
        raise OptionError("action: this is not among the choices now")
    depth = len(g.stack)
    ends = Ends(lambda chance: _played(g, act, depth, chance), random.Random(f"{g.chances} {g.turn} {act}"), TRIALS)
    if not ends:
        return _overlay("odds", {}, None, "no_battle")
    side, setup = g.setup.coalition[seat], g.setup
    leaders = [u for u, at in enumerate(g.at) if at >= 0 and setup.stars[u]]
    dead = ends.likely(lambda end: [u for u in leaders if end.at[u] == DEAD])
    castles = range(len(g.owner))
    fallen = ends.likely(lambda end: [c for c in castles if end.owner[c] != g.owner[c]])
    outcomes = [{"text": "castle_falls", "chance": chance} for chance in fallen.values()]
    if won := ends.chance(lambda end: end.seat_of != g.seat_of):
        outcomes.append({"text": "won_over", "chance": won})
    weaker = ends.likely(lambda end: [c for c in castles if end.durability[c] < g.durability[c]])
    panel = ends.panel(
        rows=[_steps(g, ends, side, True), _steps(g, ends, side, False), *(_walls(g, ends, side, c) for c in weaker)],
        outcomes=outcomes,
        generals=[{"name": ["unit", setup.units[u]], "dead": chance} for u, chance in dead.items()],
        at_once=_at_once(g, seat, act),
    )
    return {**_overlay("odds", {}), "panel": panel}


def _steps(g: G, ends: Ends[G], side: int, own: bool) -> dict[str, Any]:
    units = [u for u, of in enumerate(g.side_of) if of == (side if own else 1 - side)]

    def left(end: G) -> int:
        return sum(end.steps[u] for u in units if end.at[u] >= 0)

    before = left(g)
    return ends.row(["overlay", "own_steps" if own else "enemy_steps"], own, lambda end: before - left(end))


def _walls(g: G, ends: Ends[G], side: int, castle: int) -> dict[str, Any]:
    before = g.durability[castle]
    name = ["overlay", "durability_lost"]
    return ends.row(name, g.castle_side(castle) == side, lambda end: max(0, before - end.durability[castle]))


def _played(root: G, act: Act, depth: int, chance: Chance) -> G | None:
    """The end of it, or None where no dice fall."""
    g = root.clone()
    g.apply(act, chance)
    while isinstance(g.wait, Ask) and not g.wait.opens and len(g.stack) >= depth:
        g.apply(_sensible(g), chance)
    return g if g.chances > root.chances else None


def _at_once(root: G, seat: int, act: Act) -> bool:
    """Whether the dice of a fight fall before the seat is asked anything more."""
    if act[0] not in BEGINNINGS:
        return False
    g, chance = root.clone(), quick(random.Random(0))
    g.apply(act, chance)
    while g.chances == root.chances and isinstance(g.wait, Ask) and g.wait.who != seat:
        g.apply(_sensible(g), chance)
    return g.chances > root.chances


def _sensible(g: G) -> Act:
    """An answer that wants this battle over and no more: weakest units first, no pursuit, no further orders."""
    options = g.options()
    last = options[-1]
    if last[0] in ("done", "halt", "stay", "fight", "no_replenishment"):
        return last
    losing = [act for act in options if act[0] in ("lose", "fall")]
    if losing:
        return min(losing, key=lambda act: (g.setup.stars[act[1]], 2 - g.steps[act[1]], act[1]))
    return options[0]
