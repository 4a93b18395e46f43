"""The odds of a fight: it is played by the rules with every answer of chance, both sides answering sensibly."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from gunki.core.chance import Chance, quick
from gunki.core.decision import Act
from gunki.core.errors import OptionError
from gunki.core.odds import Ends
from gunki.core.procedure import Ask
from gunki.series.forces_and_castles.overlays import overlay
from gunki.series.forces_and_castles.position import DEAD
from gunki.series.forces_and_castles.position import ForcesPosition as G

TRIALS = 300
#: Answers that want no more of a fight than there is.
ENOUGH = ("done", "halt", "stay", "fight", "no_replenishment")

#: A castle's owner pays with durability, where he may choose.
WALL: Act = ("wall",)


def odds(g: G, seat: int | None, act: Act | None, beginnings: Collection[str]) -> dict[str, Any]:
    """What an act would bring; `beginnings`: the verbs that begin a fight."""
    if seat is None or act is None:
        return overlay("odds", {}, None, "choose_action")
    if act not in g.options():
        raise OptionError("action: this is not among the choices now")
    depth = len(g.stack)
    ends = Ends(lambda chance: _played(g, act, depth, chance), random.Random(f"{g.chances} {g.turn} {act}"), TRIALS)
    if not ends:
        return overlay("odds", {}, None, "no_battle")
    side, setup = g.setup.coalition[seat], g.setup
    leaders = [u for u, at in enumerate(g.at) if at >= 0 and setup.boxes[u]]
    dead = ends.likely(lambda end: [u for u in leaders if end.at[u] == DEAD])
    castles = range(len(g.owner))
    fallen = ends.likely(lambda end: [c for c in castles if end.owner[c] != g.owner[c]])
    outcomes = [{"text": "castle_falls", "chance": chance} for chance in fallen.values()]
    sides = {
        "won_over": ends.chance(lambda end: _won_over(g, end)),
        "withdrawn": ends.chance(lambda end: _withdrawn(g, end)),
    }
    outcomes += [{"text": text, "chance": chance} for text, chance in sides.items() if chance]
    weaker = ends.likely(lambda end: [c for c in castles if end.durability[c] < g.durability[c]])
    panel = ends.panel(
        rows=[_steps(g, ends, side, True), _steps(g, ends, side, False), *(_walls(g, ends, side, c) for c in weaker)],
        outcomes=outcomes,
        generals=[{"name": ["unit", setup.units[u]], "dead": chance} for u, chance in dead.items()],
        at_once=act[0] in beginnings and _at_once(g, seat, act),
    )
    return {**overlay("odds", {}), "panel": panel}


def _won_over(g: G, end: G) -> bool:
    """Whether an army has taken another side."""
    return any(now >= 0 and now != before for before, now in zip(g.seat_of, end.seat_of, strict=True))


def _withdrawn(g: G, end: G) -> bool:
    """Whether an army fights for nobody any more."""
    return any(now < 0 <= before for before, now in zip(g.seat_of, end.seat_of, strict=True))


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
    g, chance = root.clone(), quick(random.Random(0))
    g.apply(act, chance)
    while g.chances == root.chances and isinstance(g.wait, Ask) and g.wait.who != seat:
        g.apply(_sensible(g), chance)
    return g.chances > root.chances


def _sensible(g: G) -> Act:
    """An answer that wants this battle over and no more: walls before men until the last point, weakest units first,
    no pursuit, no further orders."""
    options = g.options()
    last = options[-1]
    if last[0] in ENOUGH:
        return last
    wait = g.wait
    if options[0] == WALL and isinstance(wait, Ask) and g.durability[wait.data["castle"]] > 1:
        return options[0]
    losing = [act for act in options if act[0] in ("lose", "fall")]
    if losing:
        return min(losing, key=lambda act: (g.precedence(act[1])[0], 2 - g.steps[act[1]], act[1]))
    return options[0]
