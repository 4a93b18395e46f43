"""The overlays of the board, computed by the rules: reach of marches, threats, and the odds of a battle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from gunki.core.dice.chance import Chance, searcher_chance
from gunki.core.errors import OptionError
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask
from gunki.core.show.odds import Ends
from gunki.series.areas_and_cards.rules.combat import OWN_VALUE, Combat
from gunki.series.areas_and_cards.rules.movement import UnitMovement, march_bars, march_candidates, ready_movers, ways
from gunki.series.areas_and_cards.state.position import DEAD, bits
from gunki.series.areas_and_cards.state.position import AreaPosition as G

OVERLAYS = ("reach", "threat", "odds")
#: How many battles are fought to estimate the odds, if too many results are possible to count them all.
ODDS_TRIALS = 400

#: A function that takes a position and a seat and returns the march that the seat's action allows. Each game has one.
ActionMovement = Callable[[Any, int], UnitMovement]


def overlay(
    g: G, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None, movement_of: ActionMovement
) -> dict[str, Any]:
    if name == "odds":
        return odds(g, seat, place, act)
    return reach(g, seat, place, movement_of) if name == "reach" else threat(g, seat, movement_of)


def _empty(name: str, note: str) -> dict[str, Any]:
    return {"overlay": name, "places": {}, "lines": [], "notes": [{"text": note, "data": {}, "clauses": []}]}


# -- marches ----------------------------------------------------------------------------------------------------------


def _marches(g: G, march: UnitMovement) -> dict[tuple[int, int], list[int]]:
    """Return, for each stack that may march, the areas that it can reach. A stack is written as (clan, area)."""
    return {
        (clan, area): list(ways(g, march, clan, area))
        for _, clan, area in march_candidates(g, march)
        if next(march_bars(g, march, clan, area), None) is None
    }


def reach(g: G, seat: int | None, place: tuple[str, int] | None, movement_of: ActionMovement) -> dict[str, Any]:
    """Return the overlay of the areas that the seat's stacks could reach with one movement (7).

    Each area shows how many ready units could come. `place` limits the overlay to the stacks of one area or one clan.
    """
    if seat is None:
        return _empty("reach", "no_seat")
    names, counts, lines = g.setup.map.names, Counter[int](), []
    for (clan, area), goals in _marches(g, movement_of(g, seat)).items():
        if place is None or place in (("area", area), ("clan", clan)):
            for goal in goals:
                counts[goal] += ready_movers(g, clan, area)
            lines += [{"from": names[area], "to": names[goal], "tone": "good"} for goal in goals if place]
    places = {names[area]: {"value": count, "tone": "good"} for area, count in sorted(counts.items())}
    return {"overlay": "reach", "places": places, "lines": lines, "notes": [] if places else _notes("no_march")}


def _notes(text: str) -> list[dict[str, Any]]:
    return [{"text": text, "data": {}, "clauses": []}]


def threat(g: G, seat: int | None, movement_of: ActionMovement) -> dict[str, Any]:
    """Return the overlay of threats (7): for every area with units of the seat, how many hostile units could march in.

    The number is the sum over all stacks of other seats that can reach the area with one movement.
    """
    if seat is None:
        return _empty("threat", "no_seat")
    own, names = g.own_clans(seat), g.setup.map.names
    counts, lines = Counter[int](), []
    for other in range(len(g.setup.seats)):
        if other == seat:
            continue
        for (clan, area), goals in _marches(g, movement_of(g, other)).items():
            for goal in goals:
                if g.present[goal] & own & g.foes[clan]:
                    counts[goal] += ready_movers(g, clan, area)
                    lines.append({"from": names[area], "to": names[goal], "tone": "bad"})
    places: dict[str, Any] = {}
    for area, present in enumerate(g.present):
        if present & own:
            defenders = sum(g.units(clan, area) for clan in bits(present & own))
            tone = "bad" if counts[area] > defenders else "neutral" if counts[area] else "good"
            places[names[area]] = {"value": counts[area], "tone": tone, "data": {"held": defenders}}
    return {"overlay": "threat", "places": places, "lines": lines, "notes": []}


# -- battles ----------------------------------------------------------------------------------------------------------


def odds(g: G, seat: int | None, place: tuple[str, int] | None, act: Act | None) -> dict[str, Any]:
    """Return the overlay of the odds of a battle (8): losses and outcomes with their chances.

    The battle is fought by the rules with every result of the dice. If there are too many results, it is fought many
    times with random dice instead. `act` is an option that leads to a battle (an attack, or a march into an area with
    others). Without it, the seat's strongest clan in the area `place` attacks. Both sides have their best commanders.
    """
    if seat is None:
        return _empty("odds", "no_seat")
    if act is not None:
        if act not in g.options():
            raise OptionError("action: this is not among the choices now")
        area, depth = _battle_area(g, act), len(g.stack)
    elif place is not None and place[0] == "area":
        area, depth = place[1], 1
    else:
        raise OptionError("odds: name an action that may be chosen now, or an area")
    root = _with_attack(g, seat, area) if act is None else g
    if root is None or area < 0:
        return _empty("odds", "no_battle")
    rng = random.Random(f"{g.chances} {g.turn} {act} {area}")
    ends = Ends(lambda chance: _fight_once(root, act, depth, chance), rng, ODDS_TRIALS)
    return _odds_panel(g, seat, area, ends, at_once=act is not None) if ends else _empty("odds", "no_battle")


def rolls_at_once(g: G, seat: int, act: Act) -> bool:
    """Return whether an act starts a battle at once, in an area with units of other seats."""
    area = _battle_area(g, act)
    others = area >= 0 and g.present[area] & ~g.own_clans(seat)
    return bool(others) and _begin_battle(g, act, searcher_chance(random.Random(0))) is not None


def _battle_area(g: G, act: Act) -> int:
    """Return the area in which an act may start a battle: the first area that the act names, or -1 if it names none.

    During a battle, return -1, because the answers to the battle's own decisions start no new battle.
    """
    if any(isinstance(frame, Combat) for frame in g.stack):
        return -1
    kinds = g.lexicon.verbs[act[0]]
    return next((arg for kind, arg in zip(kinds, act[1:], strict=False) if kind.rstrip("*") == "area"), -1)


def _with_attack(g: G, seat: int, area: int) -> G | None:
    """Return a position in which the seat's strongest clan in an area attacks; None if it has no target there."""
    clans = [c for c in bits(g.present[area] & g.own_clans(seat)) if g.present[area] & g.foes[c]]
    clans = [clan for clan in clans if g.ready_units(clan, area)]
    if not clans:
        return None
    clan = max(clans, key=lambda c: g.ready_units(c, area))
    root = g.clone()
    root.stack = [Combat(seat, clan, area, 0, 0, 9, 0)]
    return root


def _fight_once(root: G, act: Act | None, depth: int, chance: Chance) -> G | None:
    """Return the position after one battle; None if the act starts no battle."""
    if act is None:
        g = root.clone()
        g.resume(chance)
    else:
        battle = _begin_battle(root, act, chance)
        if battle is None:
            return None
        g = battle
    while isinstance(g.wait, Ask) and not g.wait.starts_order and len(g.stack) >= depth:
        g.apply(_likely_act(g, g.wait), chance)
    return g


def _begin_battle(root: G, act: Act, chance: Chance) -> G | None:
    """Return the position at the first decision after an act that starts a battle; None if it starts none."""
    g = root.clone()
    g.log = []
    g.apply(act, chance)
    begun = any(isinstance(frame, Combat) for frame in g.stack)
    if not begun and not any(happening.kind == "attack" for happening in g.log):
        return None
    g.log = None
    return g


def _likely_act(g: G, ask: Ask) -> Act:
    """Return the answer of a player who only wants to win this battle."""
    options = g.options()
    if ask.name == "commander":
        return max(
            options, key=lambda act: g.army_value(ask.data["clan"]) if act == OWN_VALUE else g.general_value(act[1])
        )
    return ("stop",) if ("stop",) in options else options[0]


def _losses(g: G, clan: int, ends: Ends[G], own: bool) -> dict[str, Any]:
    def strength(end: G) -> int:
        return sum(end.units(clan, area) for area in range(len(end.control)))

    before = strength(g)
    # A clan can gain units, because armies that lose may change sides.
    return ends.row(["clan", g.setup.clans[clan]], own, lambda end: max(0, before - strength(end)))


def _odds_panel(g: G, seat: int, area: int, ends: Ends[G], *, at_once: bool) -> dict[str, Any]:
    setup, own = g.setup, g.own_clans(seat)
    foes = g.present[area] & ~own
    rows = [_losses(g, clan, ends, bool(own >> clan & 1)) for clan in range(len(setup.clans))]
    dead = ends.likely(lambda end: [u for u, at in enumerate(g.at) if at != DEAD and end.at[u] == DEAD])
    cleared = ends.chance(lambda end: bool(foes) and not end.present[area] & foes)
    beaten = ends.chance(lambda end: not end.present[area] & own)
    panel = ends.panel(
        rows=[row for row in rows if len(row["chances"]) > 1],
        outcomes=[
            {"text": "cleared", "chance": cleared},
            {"text": "beaten", "chance": beaten},
            {"text": "undecided", "chance": round(1 - cleared - beaten, 4)},
        ],
        generals=[{"name": ["general", setup.generals[u]], "dead": chance} for u, chance in dead.items()],
        at_once=at_once,
    )
    name = setup.map.names[area]
    return {"overlay": "odds", "places": {name: {"tone": "neutral"}}, "lines": [], "notes": [], "panel": panel}
