"""The odds of a fight, which is played out with all possible rolls (or many random ones) and sensible answers."""

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
#: Verbs of answers that end the fight, or that keep another fight from beginning.
ENDING_VERBS = ("done", "halt", "stay", "fight", "no_replenishment")

#: The answer by which a castle's owner loses durability instead of steps.
WALL: Act = ("wall",)


class End(NamedTuple):
    """The end of a fight: the position, and, in some games, the procedure that fought it."""

    g: G
    fight: Procedure | None = None


class FightPlayout:
    """Plays fights to find their odds, and describes the results.

    A game whose fights have other decisions overrides some of these methods.
    """

    trials = TRIALS

    def play_out(self, root: G, act: Act, chance: Chance) -> End | None:
        """Return the end of a fight that an act begins; None if no dice are rolled."""
        g, depth = root.clone(), len(root.stack)
        g.apply(act, chance)
        while isinstance(g.wait, Ask) and not g.wait.starts_order and len(g.stack) >= depth:
            g.apply(self.choose_answer(g), chance)
        return End(g) if g.chances > root.chances else None

    def choose_answer(self, g: G) -> Act:
        """Return an answer that ends the battle soon, and without further orders.

        Durability is lost before steps, except its last point. The weakest units lose steps first. Nobody pursues.
        """
        options = g.options()
        last = options[-1]
        if last[0] in ENDING_VERBS:
            return last
        wait = g.wait
        if options[0] == WALL and isinstance(wait, Ask) and g.durability[wait.data["castle"]] > 1:
            return options[0]
        return weakest(g, options) or options[0]

    def effect(self, g: Any, wait: Roll | Deal, answer: tuple[int, ...]) -> Hashable:
        """Return the part of a roll that matters, so that rolls with the same effect are played only once."""
        return answer

    def steps(self, g: G, unit: int) -> int:
        """Return the steps of a unit, 0 if it is not on the map."""
        return g.steps[unit] if g.at[unit] >= 0 else 0

    def walls(self, root: G, g: G, castle: int) -> int:
        """Return the durability of a castle after the fight."""
        return g.durability[castle]

    def rows(self, root: G, ends: Ends[End], side: int) -> list[dict[str, Any]]:
        """Return rows of the panel of odds: the steps that each side loses, and the durability that castles lose."""
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
        """Return possible results other than losses, each with its probability, e.g. the fall of a castle."""
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
    """Return the overlay with the odds of an act. `beginnings`: the verbs that begin a fight."""
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
    """Return whether an act begins a fight with a roll before the seat's next decision."""
    return act[0] in beginnings and _has_dice_before_question(g, seat, act, FightPlayout() if way is None else way)


def _has_army_changed_side(g: G, end: G) -> bool:
    """Return whether an army is now played by another seat."""
    return any(now >= 0 and now != before for before, now in zip(g.seat_of, end.seat_of, strict=True))


def _has_army_withdrawn(g: G, end: G) -> bool:
    """Return whether an army has stopped fighting for its side."""
    return any(now < 0 <= before for before, now in zip(g.seat_of, end.seat_of, strict=True))


def _has_dice_before_question(root: G, seat: int, act: Act, way: FightPlayout) -> bool:
    """Return whether a roll comes before the seat's next decision."""
    g, chance = root.clone(), searcher_chance(random.Random(0))
    g.apply(act, chance)
    while g.chances == root.chances and isinstance(g.wait, Ask) and g.wait.who != seat:
        g.apply(way.choose_answer(g), chance)
    return g.chances > root.chances


def weakest(g: G, options: Iterable[Act]) -> Act | None:
    """Return the act by which the least valuable unit loses steps; None if no option is a loss of steps."""
    losing = [act for act in options if act[0] in ("lose", "fall")]
    return min(losing, key=lambda act: (g.precedence(act[1])[0], 2 - g.steps[act[1]], act[1]), default=None)
