"""A player with a plan for one order.

It tries whole orders on a position it cannot tell from the true one, and takes the one after which its side stands
best. It knows its view only, and what the game says counts (`Game.evaluate`).
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator

from gunki.bots import BotView
from gunki.core.chance import Chance, quick
from gunki.core.decision import Act, Option
from gunki.core.position import Position
from gunki.core.procedure import Ask

#: With more ways than this to go on, so many of them are compared.
MANY, SOME = 20, 8
#: Positions looked at for each order, before it must be enough.
WORK = 4


class Greedy:
    """`trials`: orders looked at; `finalists`: those looked at again with `throws` other dice."""

    def __init__(self, seed: int, trials: int = 240, finalists: int = 8, throws: int = 6) -> None:
        self._rng = random.Random(seed)
        self._trials = trials
        self._finalists = finalists
        self._throws = throws
        self._plan: list[str] = []
        self._looked = 0
        self._evaluate: Callable[[Position, int], int] = lambda position, seat: 0

    def choose(self, view: BotView, /) -> Option:
        options = {str(option): option for option in view.decision.options}
        if len(options) == 1:
            return next(iter(options.values()))
        if not self._plan or self._plan[0] not in options:
            self._plan = self._think(view)
        return options[self._plan.pop(0)]

    # -- planning -------------------------------------------------------------------------------------------------

    def _think(self, view: BotView) -> list[str]:
        """The best order found, as texts. Dice may spoil the rest of it; then it is thought about anew."""
        game, root = view.game, view.sample(self._rng)
        self._evaluate = game.evaluate
        seat = root.lexicon.domains["seat"].index(view.seat)
        chance = quick(self._rng)
        lines: dict[tuple[Act, ...], float] = {}
        beginnings = self._worth_a_try(root)
        self._looked = 0
        for first in itertools.islice(self._turns(beginnings, lines), self._trials):
            if self._looked > WORK * self._trials:
                break
            acts, end = self._descend(root, first, seat, chance)
            lines.setdefault(acts, game.evaluate(end, seat))
        best = sorted(lines, key=lambda acts: lines[acts], reverse=True)[: self._finalists]
        for acts in best:
            ends = [self._descend(root, acts[0], seat, chance, acts)[1] for _ in range(self._throws)]
            lines[acts] = (lines[acts] + sum(game.evaluate(end, seat) for end in ends)) / (1 + self._throws)
        chosen = max(best, key=lambda acts: lines[acts])
        return [str(root.lexicon.action(act)) for act in chosen]

    def _turns(self, beginnings: list[Act], lines: dict[tuple[Act, ...], float]) -> Iterator[Act]:
        """Which beginning is tried next: each in turn, but those that soon gave nothing new fall out."""
        idle = dict.fromkeys(beginnings, 0)
        while idle:
            for first in list(idle):
                known = len(lines)
                yield first
                idle[first] = 0 if len(lines) > known else idle[first] + 1
                if idle[first] >= 4:
                    del idle[first]

    def _descend(
        self, root: Position, first: Act, seat: int, chance: Chance, line: tuple[Act, ...] = ()
    ) -> tuple[tuple[Act, ...], Position]:
        """One way to complete the order that begins with an act; along `line` as far as that goes, else at random."""
        position = root.clone()
        self._looked += 1
        acts: list[Act] = []
        act = first
        while True:
            acts.append(act)
            position.apply(act, chance)
            wait = position.wait
            if type(wait) is not Ask or wait.who != seat or wait.opens or len(acts) > 16:
                return tuple(acts), position
            given = line[len(acts)] if len(acts) < len(line) else None
            act = given if given in position.options() else self._pick(position, seat, chance)

    def _pick(self, position: Position, seat: int, chance: Chance) -> Act:
        """How to go on with the order: at random, but of very many ways the best of some."""
        options = self._worth_a_try(position)
        if len(options) <= MANY:
            return self._rng.choice(options)
        evaluate, best, found = self._evaluate, -math.inf, options[0]
        self._looked += SOME
        for act in self._rng.sample(options, SOME):
            trial = position.clone()
            trial.apply(act, chance)
            worth = evaluate(trial, seat)
            if worth > best:
                best, found = worth, act
        return found

    def _worth_a_try(self, position: Position) -> list[Act]:
        """Of amounts the least, the middle and the most; of payments in cards any one; else everything."""
        options, wait = position.options(), position.wait
        assert isinstance(wait, Ask)
        if wait.kind == "amount" and len(options) > 3:
            return [options[0], options[len(options) // 2], options[-1], options[-1]]
        if not wait.opens and all(position.lexicon.verbs[act[0]] == ("card",) for act in options):
            return [self._rng.choice(options)]  # inside an order, an act that names only a card gives it away
        return options
