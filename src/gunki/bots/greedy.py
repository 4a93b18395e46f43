"""A bot that plans one order at a time.

It tries whole orders on a sampled position, which it cannot tell from the true one, and takes the order after which the
position is best for its side. It knows only its own view, and how the game evaluates a position (`Game.evaluate`). An
order is a sequence of acts that belong together; its beginning is its first act.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from gunki.bots import BotView
from gunki.core.analysis.oscillation import OscillationTracker
from gunki.core.dice.chance import searcher_chance
from gunki.core.rules.decision import Act, Option
from gunki.core.rules.procedure import Ask
from gunki.core.state.position import Position

#: If an order can go on with more than MAX_WAYS acts, only WAYS_SAMPLED of them, drawn at random, are tried.
MAX_WAYS, WAYS_SAMPLED = 20, 12
#: A search that may try n orders stops after n times this many positions.
POSITIONS_PER_ORDER = 6
#: The search tries about this many orders for each beginning. It gives a beginning up if this many tries in a row have
#: found no new order.
ORDERS_PER_BEGINNING = 4
#: At least this many orders may be tried, even if there are few beginnings.
LEAST_ORDERS = 20
#: The largest number of decisions in one order.
MAX_DECISIONS = 16

#: The acts of an order, or its first acts.
Line = tuple[Act, ...]


class Greedy:
    """A bot that plans one order at a time.

    It tries about `trials` orders. Then it tries the best `finalists` of them again, `throws` times with new dice.
    """

    def __init__(self, seed: int, trials: int = 240, finalists: int = 8, throws: int = 6) -> None:
        self._rng = random.Random(seed)
        self._trials = trials
        self._finalists = finalists
        self._throws = throws
        self._plan: list[str] = []
        #: For each act that can begin an order, the best order found so far, with its gain. It is kept for the next
        #: decision of the same series of orders.
        self._best_orders: dict[Act, tuple[float, Line]] = {}

    def choose(self, view: BotView, /) -> Option:
        """Return the next act of the planned order; plan a new one if there is none or it cannot go on."""
        options = {str(option): option for option in view.decision.options}
        if len(options) == 1:
            return next(iter(options.values()))
        if not self._plan or self._plan[0] not in options:
            root = view.sample(self._rng)
            self._plan = [str(root.lexicon.action(act)) for act in self._think(view, root)]
        return options[self._plan.pop(0)]

    def _think(self, view: BotView, root: Position) -> Line:
        """Return the best order found. If dice make its later acts impossible, `choose` plans anew."""
        search = Search(view, root, self._rng)
        closing = search.end_act()
        if closing is None:
            self._best_orders.clear()
            if len(search.beginnings) == 1:
                return (search.beginnings[0],)
            most = max(ORDERS_PER_BEGINNING * search.enough * len(search.beginnings), LEAST_ORDERS)
            search.explore(search.beginnings, min(self._trials - search.follow(self._trials // 2), most))
            return max(search.best(self._finalists, self._throws).items(), key=lambda found: found[1])[0]
        # The series can still be ended after any order, so an order only needs to be better than doing nothing.
        search.beginnings.remove(closing)
        chosen = self._next_known_order(search)
        if chosen is None:
            chosen = self._explore_afresh(search)
        if chosen is None:
            self._best_orders.clear()
            return (closing,)
        del self._best_orders[chosen[0]]
        return chosen

    def _next_known_order(self, search: Search) -> Line | None:
        """Return the best of the orders found at earlier decisions, tried again in the present position.

        Return None if none of them gains anything, or if there is a beginning for which no order is known.
        """
        orders, best, best_line = self._best_orders, 0.0, None
        if any(act not in orders for act in search.beginnings):
            return None
        promising = sorted(search.beginnings, key=lambda act: orders[act][0], reverse=True)
        for act in promising[: self._finalists]:
            if orders[act][0] <= best:
                break
            line, worth = search.replay_order(orders[act][1], self._throws)
            orders[act] = worth - search.start_worth, line
            if orders[act][0] > best:
                best, best_line = orders[act][0], line
        return best_line

    def _explore_afresh(self, search: Search) -> Line | None:
        """Try orders anew, and keep the best for each beginning. Return the best of all, or None if no order gains."""
        orders = self._best_orders
        orders.clear()
        ways = len(search.beginnings)
        most = max(search.enough * ways, LEAST_ORDERS)  # fewer orders are tried if only a few beginnings are left
        search.explore(
            search.beginnings, min(max(self._trials, min(ORDERS_PER_BEGINNING * ways, 3 * self._trials)), most)
        )
        sure = search.best(self._finalists, self._throws)
        for line, worth in {**search.lines, **sure}.items():
            gain = worth - search.start_worth
            if line[0] not in orders or orders[line[0]][0] < gain:
                orders[line[0]] = gain, line
        for act in search.beginnings:  # beginnings that have not been tried count as no gain
            orders.setdefault(act, (0.0, (act,)))
        line, worth = max(sure.items(), key=lambda found: found[1], default=((), search.start_worth))
        return line if worth > search.start_worth else None


class Search:
    """Tries orders from one position. `lines` holds each order tried, with the worth of the position after it."""

    def __init__(self, view: BotView, root: Position, rng: random.Random) -> None:
        self.root, self._rng, self._chance = root, rng, searcher_chance(rng)
        self._seat = root.lexicon.domains["seat"].index(view.seat)
        self._evaluate = view.game.evaluate
        self._bot_candidates, self._plans = view.game.bot_candidates, view.game.plans
        self.enough = view.game.orders_per_beginning
        self._avoid = OscillationTracker(view.game.oscillating_move).add(view.this_turn()).moves_to_avoid()
        self.start_worth = float(self._evaluate(root, self._seat))
        self.beginnings = self._list_candidates(root)
        self.lines: dict[Line, float] = {}
        #: For each sequence of acts with which an order can begin: the next acts to try, the most promising first.
        #: `_times_tried` counts how often the search has chosen one of these acts.
        self._ways: dict[Line, list[Act]] = {}
        self._times_tried: dict[Line, int] = {}
        self._positions_examined = 0
        #: Positions by the acts that lead to them, and the worth of each. A position is kept only if no dice and no
        #: decision of another seat led to it, because otherwise the same acts may lead to another position.
        self._positions_by_line: dict[Line, Position] = {}
        self._worths: dict[Line, float] = {}

    def end_act(self) -> Act | None:
        """Return the act that ends the series of orders, or None if this decision does not begin an order of a series.

        An act that ends the steps inside an order is not returned; it is tried like any other act.
        """
        wait = self.root.wait
        assert isinstance(wait, Ask)
        return wait.end_option if wait.starts_order else None

    def follow(self, most: int) -> int:
        """Try at most `most` of the whole orders that the game proposes (`Game.plans`); return how many were tried."""
        plans = self._plans(self.root)[:most]
        for plan in plans:
            line, worth, _ = self._descend(plan)
            self.lines.setdefault(line, worth)
        return len(plans)

    def explore(self, beginnings: list[Act], trials: int) -> None:
        """Try up to `trials` orders; take the beginnings in turn."""
        for first in itertools.islice(self._turns(beginnings), trials):
            if self._positions_examined > POSITIONS_PER_ORDER * trials:
                break
            line, worth, _ = self._descend((first,))
            self.lines.setdefault(line, worth)

    def best(self, finalists: int, throws: int) -> dict[Line, float]:
        """Return the most promising orders, each with its worth averaged over several throws of the dice."""
        lines = sorted(self.lines, key=lambda line: self.lines[line], reverse=True)[:finalists]
        return {line: self.replay_order(line, throws)[1] for line in lines}

    def replay_order(self, line: Line, throws: int) -> tuple[Line, float]:
        """Play out an order again; return it with its worth, averaged over the throws if there are dice."""
        played, worth, certain = self._descend(line)
        if certain:
            return played, worth
        more = [self._descend(line)[1] for _ in range(throws)]
        return played, (worth + sum(more)) / (1 + throws)

    def _turns(self, beginnings: list[Act]) -> Iterator[Act]:
        """Yield the beginnings in turn; a beginning drops out after several tries without a new order."""
        idle = dict.fromkeys(beginnings, 0)
        while idle:
            for first in list(idle):
                count_before = len(self.lines)
                yield first
                idle[first] = 0 if len(self.lines) > count_before else idle[first] + 1
                if idle[first] >= ORDERS_PER_BEGINNING:
                    del idle[first]

    def _descend(self, line: Line) -> tuple[Line, float, bool]:
        """Play out an order: the acts of `line` as far as possible, then at each decision an act that was tried least.

        Return the acts, the worth of the position at the end, and whether this worth is certain, because no dice and no
        decisions of other seats were involved. Answers of other seats are drawn at random.
        """
        position, seat = self.root, self._seat
        self._positions_examined += 1
        so_far: Line = ()
        act, answers, certain = line[0], 0, True
        while True:
            so_far = (*so_far, act)
            reached = self._positions_by_line.get(so_far) if certain else None
            if reached is not None:
                position = reached
            else:
                if certain:
                    position = position.clone()
                position.apply(act, self._chance)
                while self._is_others_turn(position) and answers < MAX_DECISIONS:
                    position.apply(self._rng.choice(self._likely(position)), self._chance)
                    answers += 1
                certain = certain and not answers and position.chances == self.root.chances
                if certain:
                    self._positions_by_line[so_far] = position
            if len(so_far) >= MAX_DECISIONS or self._is_complete(position):
                return so_far, self._worth(so_far, position) if certain else self._evaluate(position, seat), certain
            planned = line[len(so_far)] if len(so_far) < len(line) else None
            act = planned if planned in position.options() else self._pick(position, so_far, certain)

    def _worth(self, line: Line, reached: Position) -> float:
        worth = self._worths.get(line)
        if worth is None:
            worth = self._worths[line] = self._evaluate(reached, self._seat)
        return worth

    def _pick(self, position: Position, so_far: Line, certain: bool) -> Act:
        """Return the next act of an order. Each call returns another act, the most promising one first."""
        options, ways = position.options(), self._ways.get(so_far)
        tried = self._times_tried[so_far] = self._times_tried.get(so_far, -1) + 1
        if ways is None:
            ways = self._ways[so_far] = self._rank_ways(position, so_far, certain)
        act = ways[tried % len(ways)]
        # with other dice than the last time, the act may be impossible
        return act if act in options else self._rng.choice(self._likely(position))

    def _likely(self, position: Position) -> Sequence[Act]:
        """Return the options that the game advises for the deciding seat, or all options if it gives no advice."""
        candidates = self._bot_candidates(position, self._avoid)
        return position.options() if candidates is None else candidates

    def _rank_ways(self, position: Position, so_far: Line, certain: bool) -> list[Act]:
        """Return the next acts to try, the most promising first.

        Of acts that promise the same, those that complete the order come first.
        """
        options = self._list_candidates(position)
        ways = options if len(options) <= MAX_WAYS else self._rng.sample(options, WAYS_SAMPLED)
        if len(ways) == 1:
            return ways
        self._positions_examined += len(ways)
        rank: dict[Act, tuple[float, bool, float]] = {}
        for act in ways:
            line = (*so_far, act)
            trial = self._positions_by_line.get(line) if certain else None
            if trial is None:
                trial = position.clone()
                trial.apply(act, self._chance)
                if certain and trial.chances == position.chances and not self._is_others_turn(trial):
                    self._positions_by_line[line] = trial
            # The worth of a kept position is looked up; kept positions are the same every time.
            worth = self._worth(line, trial) if line in self._positions_by_line else self._evaluate(trial, self._seat)
            rank[act] = worth, self._is_complete(trial), self._rng.random()
        return sorted(rank, key=lambda act: rank[act], reverse=True)

    def _is_others_turn(self, position: Position) -> bool:
        """Return whether another seat has a decision before the order is complete."""
        wait = position.wait
        return type(wait) is Ask and wait.who != self._seat and not wait.starts_order

    def _is_complete(self, position: Position) -> bool:
        """Return whether the order is complete: the next decision, if any, is another seat's or starts an order."""
        wait = position.wait
        return type(wait) is not Ask or wait.who != self._seat or wait.starts_order

    def _list_candidates(self, position: Position) -> list[Act]:
        """Return the options to try: those that the game advises, if it has advice for this decision.

        Otherwise it depends on the decision. Of several amounts, return the least, the middle and the largest. Of
        several cards to give away, return a random one. In any other decision, return all options.
        """
        options, wait = position.options(), position.wait
        assert isinstance(wait, Ask)
        candidates = self._bot_candidates(position, self._avoid)
        if candidates is not None:
            return list(candidates)
        if wait.kind == "amount" and len(options) > 3:
            return [options[0], options[len(options) // 2], options[-1], options[-1]]
        if not wait.starts_order and all(position.lexicon.verbs[act[0]] == ("card",) for act in options):
            return [self._rng.choice(options)]  # inside an order, an act that names only a card gives the card away
        return list(options)
