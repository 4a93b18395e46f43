"""The odds of a fight: it is played by the rules with every answer of chance, both sides answering sensibly."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterable
from typing import Any, NamedTuple

from gunki.core.dice.chance import Chance, searcher_chance
from gunki.core.errors import OptionError
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Deal, Procedure, Roll
from gunki.core.show.odds import Ends
from gunki.series.forces_and_castles.show.overlays import overlay
from gunki.series.forces_and_castles.state.position import DEAD
from gunki.series.forces_and_castles.state.position import ForcesPosition as G

TRIALS = 300
#: Answers that want no more of a fight than there is.
ENDING_VERBS = ("done", "halt", "stay", "fight", "no_replenishment")

#: A castle's owner pays with durability, where he may choose.
WALL: Act = ("wall",)


class End(NamedTuple):
    """How a fight ended: the position, and the procedure that fought it, where the game tells it."""

    g: G
    fight: Procedure | None = None


class FightPlayout:
    """How fights are played to find their odds, and what is told of them. Games with other questions have their own."""

    trials = TRIALS

    def play_out(self, root: G, act: Act, chance: Chance) -> End | None:
        """The end of it, or None where no dice fall."""
        g, depth = root.clone(), len(root.stack)
        g.apply(act, chance)
        while isinstance(g.wait, Ask) and not g.wait.starts_order and len(g.stack) >= depth:
            g.apply(self.choose_answer(g), chance)
        return End(g) if g.chances > root.chances else None

    def choose_answer(self, g: G) -> Act:
        """An answer that wants this battle over and no more: walls before men until the last point, weakest units
        first, no pursuit, no further orders."""
        options = g.options()
        last = options[-1]
        if last[0] in ENDING_VERBS:
            return last
        wait = g.wait
        if options[0] == WALL and isinstance(wait, Ask) and g.durability[wait.data["castle"]] > 1:
            return options[0]
        return weakest(g, options) or options[0]

    def effect(self, g: Any, wait: Roll | Deal, answer: tuple[int, ...]) -> Hashable:
        """What of a roll matters, so that rolls with the same effect are played only once."""
        return answer

    def steps(self, g: G, unit: int) -> int:
        """What a unit counts for while it is there."""
        return g.steps[unit] if g.at[unit] >= 0 else 0

    def walls(self, root: G, g: G, castle: int) -> int:
        """What is left of a castle."""
        return g.durability[castle]

    def rows(self, root: G, ends: Ends[End], side: int) -> list[dict[str, Any]]:
        """What both sides lose."""
        castles = range(len(root.owner))
        weaker = ends.likely(lambda end: [c for c in castles if self.walls(root, end.g, c) < root.durability[c]])
        return [
            self._steps(root, ends, side, True),
            self._steps(root, ends, side, False),
            *(self._walls(root, ends, side, castle) for castle in weaker),
        ]

    def _steps(self, root: G, ends: Ends[End], side: int, own: bool) -> dict[str, Any]:
        units = [u for u, of in enumerate(root.side_of) if of == (side if own else 1 - side)]

        def count_steps(g: G) -> int:
            return sum(self.steps(g, u) for u in units)

        before = count_steps(root)
        return ends.row(
            ["overlay", "own_steps" if own else "enemy_steps"], own, lambda end: before - count_steps(end.g)
        )

    def _walls(self, root: G, ends: Ends[End], side: int, castle: int) -> dict[str, Any]:
        before = root.durability[castle]
        return ends.row(
            ["overlay", "durability_lost"],
            root.castle_side(castle) == side,
            lambda end: max(0, before - self.walls(root, end.g, castle)),
        )

    def outcomes(self, root: G, seat: int, act: Act, ends: Ends[End]) -> list[dict[str, Any]]:
        """What else may come of it, with its likelihood."""
        castles = range(len(root.owner))
        fallen = ends.likely(lambda end: [c for c in castles if end.g.owner[c] != root.owner[c]])
        rows = [outcome("castle_falls", chance) for chance in fallen.values()]
        sides = {
            "won_over": ends.chance(lambda end: _has_army_changed_side(root, end.g)),
            "withdrawn": ends.chance(lambda end: _has_army_withdrawn(root, end.g)),
        }
        return rows + [outcome(text, chance) for text, chance in sides.items() if chance]


def outcome(text: str, chance: float) -> dict[str, Any]:
    return {"text": text, "chance": chance}


def odds(
    g: G, seat: int | None, act: Act | None, beginnings: Collection[str], way: FightPlayout | None = None
) -> dict[str, Any]:
    """What an act would bring; `beginnings`: the verbs that begin a fight."""
    if seat is None or act is None:
        return overlay("odds", {}, None, "choose_action")
    if act not in g.options():
        raise OptionError("action: this is not among the choices now")
    by = FightPlayout() if way is None else way
    ends = Ends(
        lambda chance: by.play_out(g, act, chance), random.Random(f"{g.chances} {g.turn} {act}"), by.trials, by.effect
    )
    if not ends:
        return overlay("odds", {}, None, "no_battle")
    setup = g.setup
    leaders = [u for u, at in enumerate(g.at) if at >= 0 and setup.boxes[u]]
    dead = ends.likely(lambda end: [u for u in leaders if end.g.at[u] == DEAD])
    panel = ends.panel(
        rows=by.rows(g, ends, setup.coalition[seat]),
        outcomes=by.outcomes(g, seat, act, ends),
        generals=[{"name": ["unit", setup.units[u]], "dead": chance} for u, chance in dead.items()],
        at_once=rolls_at_once(g, seat, act, beginnings, by),
    )
    return {**overlay("odds", {}), "panel": panel}


def rolls_at_once(g: G, seat: int, act: Act, beginnings: Collection[str], way: FightPlayout | None = None) -> bool:
    """Whether an act begins a fight whose dice fall before the seat is asked anything more."""
    return act[0] in beginnings and _has_dice_before_question(g, seat, act, FightPlayout() if way is None else way)


def _has_army_changed_side(g: G, end: G) -> bool:
    """Whether an army has taken another side."""
    return any(now >= 0 and now != before for before, now in zip(g.seat_of, end.seat_of, strict=True))


def _has_army_withdrawn(g: G, end: G) -> bool:
    """Whether an army fights for nobody any more."""
    return any(now < 0 <= before for before, now in zip(g.seat_of, end.seat_of, strict=True))


def _has_dice_before_question(root: G, seat: int, act: Act, way: FightPlayout) -> bool:
    """Whether the dice of a fight fall before the seat is asked anything more."""
    g, chance = root.clone(), searcher_chance(random.Random(0))
    g.apply(act, chance)
    while g.chances == root.chances and isinstance(g.wait, Ask) and g.wait.who != seat:
        g.apply(way.choose_answer(g), chance)
    return g.chances > root.chances


def weakest(g: G, options: Iterable[Act]) -> Act | None:
    """Of those who could lose a step, the one who is missed least; None where nobody is asked for."""
    losing = [act for act in options if act[0] in ("lose", "fall")]
    return min(losing, key=lambda act: (g.precedence(act[1])[0], 2 - g.steps[act[1]], act[1]), default=None)
