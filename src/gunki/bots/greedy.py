"""A player with a plan for one order.

It tries whole orders on a position it cannot tell from the true one, and takes the one after which its side stands
best. It knows its view only, and what the game says counts (`Game.evaluate`).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from gunki.bots import BotView
from gunki.core.analysis.oscillation import Tugs
from gunki.core.dice.chance import quick
from gunki.core.rules.decision import Act, Option
from gunki.core.rules.procedure import Ask
from gunki.core.state.position import Position

#: With more ways than this to go on, so many of them are looked at.
MANY, SOME = 20, 12
#: Positions looked at for each order that may be tried, before it must be enough.
WORK = 6
#: Orders tried for each beginning, at least.
EACH = 4
#: Orders tried, if there is effort for them, however few beginnings there are.
LEAST = 20
#: Decisions of one order at most.
LONG = 16

Line = tuple[Act, ...]


class Greedy:
    """`trials`: orders looked at; `finalists`: those looked at again with `throws` other dice."""

    def __init__(self, seed: int, trials: int = 240, finalists: int = 8, throws: int = 6) -> None:
        self._rng = random.Random(seed)
        self._trials = trials
        self._finalists = finalists
        self._throws = throws
        self._plan: list[str] = []
        #: In a series of orders, by beginning: the best order found so far, and what it seemed to gain.
        self._known: dict[Act, tuple[float, Line]] = {}

    def choose(self, view: BotView, /) -> Option:
        options = {str(option): option for option in view.decision.options}
        if len(options) == 1:
            return next(iter(options.values()))
        if not self._plan or self._plan[0] not in options:
            root = view.sample(self._rng)
            self._plan = [str(root.lexicon.action(act)) for act in self._think(view, root)]
        return options[self._plan.pop(0)]

    def _think(self, view: BotView, root: Position) -> Line:
        """The best order found. Dice may spoil the rest of it; then it is thought about anew."""
        search = Search(view, root, self._rng)
        closing = search.closing()
        if closing is None:
            self._known.clear()
            if len(search.beginnings) == 1:
                return (search.beginnings[0],)
            most = max(EACH * search.enough * len(search.beginnings), LEAST)
            search.explore(search.beginnings, min(self._trials - search.follow(self._trials // 2), most))
            return max(search.best(self._finalists, self._throws).items(), key=lambda found: found[1])[0]
        # To close stays possible whatever is done first: an order must only be better than to do nothing.
        search.beginnings.remove(closing)
        chosen = self._next(search)
        if chosen is None:
            chosen = self._afresh(search)
        if chosen is None:
            self._known.clear()
            return (closing,)
        del self._known[chosen[0]]
        return chosen

    def _next(self, search: Search) -> Line | None:
        """The best of the orders thought of before, as far as it still is; none if there are new beginnings."""
        known, best, found = self._known, 0.0, None
        if any(act not in known for act in search.beginnings):
            return None
        promising = sorted(search.beginnings, key=lambda act: known[act][0], reverse=True)
        for act in promising[: self._finalists]:
            if known[act][0] <= best:
                break
            line, worth = search.again(known[act][1], self._throws)
            known[act] = worth - search.here, line
            if known[act][0] > best:
                best, found = known[act][0], line
        return found

    def _afresh(self, search: Search) -> Line | None:
        known = self._known
        known.clear()
        ways = len(search.beginnings)
        most = max(search.enough * ways, LEAST)  # the last ones left need no more thought than others
        search.explore(search.beginnings, min(max(self._trials, min(EACH * ways, 3 * self._trials)), most))
        sure = search.best(self._finalists, self._throws)
        for line, worth in {**search.lines, **sure}.items():
            gain = worth - search.here
            if line[0] not in known or known[line[0]][0] < gain:
                known[line[0]] = gain, line
        for act in search.beginnings:  # the work did not reach it
            known.setdefault(act, (0.0, (act,)))
        line, worth = max(sure.items(), key=lambda found: found[1], default=((), search.here))
        return line if worth > search.here else None


class Search:
    """Orders tried from one position. `lines`: what each seemed to be worth."""

    def __init__(self, view: BotView, root: Position, rng: random.Random) -> None:
        self.root, self._rng, self._chance = root, rng, quick(rng)
        self._seat = root.lexicon.domains["seat"].index(view.seat)
        self._evaluate = view.game.evaluate
        self._sensible, self._plans = view.game.sensible, view.game.plans
        self.enough = view.game.orders_each
        self._weary = Tugs(view.game.tugged).add(view.this_turn()).weary()
        self.here = float(self._evaluate(root, self._seat))
        self.beginnings = self._worth_a_try(root)
        self.lines: dict[Line, float] = {}
        #: By what was done so far: how to go on, in the order in which it is tried, and how often it was.
        self._ways: dict[Line, list[Act]] = {}
        self._tried: dict[Line, int] = {}
        self._looked = 0
        #: Where acts lead that leave nothing to dice or to others, and what a side thinks of it: neither is made twice.
        self._reached: dict[Line, Position] = {}
        self._worths: dict[Line, float] = {}

    def closing(self) -> Act | None:
        """What ends a series of orders; what ends the steps of one order is tried like any other answer."""
        wait = self.root.wait
        assert isinstance(wait, Ask)
        return wait.closes if wait.opens else None

    def follow(self, most: int) -> int:
        """Try the whole orders that the game itself proposes, at most so many; how many there were."""
        plans = self._plans(self.root)[:most]
        for plan in plans:
            line, worth, _ = self._descend(plan)
            self.lines.setdefault(line, worth)
        return len(plans)

    def explore(self, beginnings: list[Act], trials: int) -> None:
        """Try orders; each beginning in turn."""
        for first in itertools.islice(self._turns(beginnings), trials):
            if self._looked > WORK * trials:
                break
            line, worth, _ = self._descend((first,))
            self.lines.setdefault(line, worth)

    def best(self, finalists: int, throws: int) -> dict[Line, float]:
        """The most promising orders, and what they are worth on an average of the dice."""
        found = sorted(self.lines, key=lambda line: self.lines[line], reverse=True)[:finalists]
        return {line: self.again(line, throws)[1] for line in found}

    def again(self, line: Line, throws: int) -> tuple[Line, float]:
        """An order as it goes now, and its worth on an average of the dice, if there are any."""
        played, worth, certain = self._descend(line)
        if certain:
            return played, worth
        more = [self._descend(line)[1] for _ in range(throws)]
        return played, (worth + sum(more)) / (1 + throws)

    def _turns(self, beginnings: list[Act]) -> Iterator[Act]:
        """Which beginning is tried next: each in turn, but those that soon gave nothing new fall out."""
        idle = dict.fromkeys(beginnings, 0)
        while idle:
            for first in list(idle):
                known = len(self.lines)
                yield first
                idle[first] = 0 if len(self.lines) > known else idle[first] + 1
                if idle[first] >= EACH:
                    del idle[first]

    def _descend(self, line: Line) -> tuple[Line, float, bool]:
        """An order played out: along the line as far as it goes, then in ways not tried yet.

        With what it came to, and whether it always would. What others answer on the way is anyone's guess.
        """
        position, seat = self.root, self._seat
        self._looked += 1
        so_far: Line = ()
        act, answers, certain = line[0], 0, True
        while True:
            so_far = (*so_far, act)
            reached = self._reached.get(so_far) if certain else None
            if reached is not None:
                position = reached
            else:
                if certain:
                    position = position.clone()
                position.apply(act, self._chance)
                while self._others_answer(position) and answers < LONG:
                    position.apply(self._rng.choice(self._likely(position)), self._chance)
                    answers += 1
                certain = certain and not answers and position.chances == self.root.chances
                if certain:
                    self._reached[so_far] = position
            if len(so_far) >= LONG or self._complete(position):
                return so_far, self._worth(so_far, position) if certain else self._evaluate(position, seat), certain
            given = line[len(so_far)] if len(so_far) < len(line) else None
            act = given if given in position.options() else self._pick(position, so_far, certain)

    def _worth(self, line: Line, reached: Position) -> float:
        worth = self._worths.get(line)
        if worth is None:
            worth = self._worths[line] = self._evaluate(reached, self._seat)
        return worth

    def _pick(self, position: Position, so_far: Line, certain: bool) -> Act:
        """How to go on with the order: one way after the other; of very many the best of some."""
        options, ways = position.options(), self._ways.get(so_far)
        tried = self._tried[so_far] = self._tried.get(so_far, -1) + 1
        if ways is None:
            ways = self._ways[so_far] = self._ranked(position, so_far, certain)
        act = ways[tried % len(ways)]
        return act if act in options else self._rng.choice(self._likely(position))  # dice may have gone otherwise

    def _likely(self, position: Position) -> Sequence[Act]:
        """What anybody would choose from, as far as the game tells."""
        told = self._sensible(position, self._weary)
        return position.options() if told is None else told

    def _ranked(self, position: Position, so_far: Line, certain: bool) -> list[Act]:
        """The ways to go on, those first that promise most; of equals those that complete the order."""
        options = self._worth_a_try(position)
        ways = options if len(options) <= MANY else self._rng.sample(options, SOME)
        if len(ways) == 1:
            return ways
        self._looked += len(ways)
        rank: dict[Act, tuple[float, bool, float]] = {}
        for act in ways:
            line = (*so_far, act)
            trial = self._reached.get(line) if certain else None
            if trial is None:
                trial = position.clone()
                trial.apply(act, self._chance)
                if certain and trial.chances == position.chances and not self._others_answer(trial):
                    self._reached[line] = trial
            # Only sure ways are kept, and those are sure every time.
            worth = self._worth(line, trial) if line in self._reached else self._evaluate(trial, self._seat)
            rank[act] = worth, self._complete(trial), self._rng.random()
        return sorted(rank, key=lambda act: rank[act], reverse=True)

    def _others_answer(self, position: Position) -> bool:
        """Whether somebody else is asked in the middle of the order."""
        wait = position.wait
        return type(wait) is Ask and wait.who != self._seat and not wait.opens

    def _complete(self, position: Position) -> bool:
        wait = position.wait
        return type(wait) is not Ask or wait.who != self._seat or wait.opens

    def _worth_a_try(self, position: Position) -> list[Act]:
        """Of amounts the least, the middle and the most; of payments in cards any one; else everything."""
        options, wait = position.options(), position.wait
        assert isinstance(wait, Ask)
        told = self._sensible(position, self._weary)
        if told is not None:
            return list(told)
        if wait.kind == "amount" and len(options) > 3:
            return [options[0], options[len(options) // 2], options[-1], options[-1]]
        if not wait.opens and all(position.lexicon.verbs[act[0]] == ("card",) for act in options):
            return [self._rng.choice(options)]  # inside an order, an act that names only a card gives it away
        return list(options)
