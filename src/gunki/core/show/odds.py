"""What may come of a play: every end with its likelihood, counted where the dice are few, else sampled."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import comb, prod
from typing import Any, Generic, TypeVar

from gunki.core.dice.chance import Chance, searcher_chance
from gunki.core.rules.procedure import Deal, Roll

P = TypeVar("P")

#: So many ends are enough to see that there will be too many.
ENOUGH_ENDS = 30
#: An end so many times less likely than the `most` that are wanted is one of too many; and a play that goes on for as
#: long as chance says the same must be left.
UNLIKELY_ONE_IN = 100


class TooMany(Exception):
    """Chance has more answers than can be counted."""


@lru_cache(64)
def _rolls(sides: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(product(range(1, sides + 1), repeat=count))


def _list_answers(wait: Roll | Deal, most: int) -> Sequence[tuple[int, ...]]:
    """All that chance may answer, each as likely as the others."""
    if isinstance(wait, Roll):
        if wait.sides**wait.count > most:
            raise TooMany
        return _rolls(wait.sides, wait.count)
    if comb(len(wait.pool), wait.count) > most:
        raise TooMany
    return list(combinations(sorted(wait.pool), wait.count))


#: What of an answer matters: of answers for which it is the same only one is played.
Effect = Callable[[Any, Roll | Deal, tuple[int, ...]], Hashable]


def _group_by_effect(g: Any, wait: Roll | Deal, most: int, effect: Effect) -> tuple[list[tuple[int, ...]], list[float]]:
    """One answer for each effect, and how likely that is."""
    answers = _list_answers(wait, most)
    groups: dict[Hashable, list[tuple[int, ...]]] = {}
    for each in answers:
        groups.setdefault(effect(g, wait, each), []).append(each)
    return [group[0] for group in groups.values()], [len(group) / len(answers) for group in groups.values()]


def each_end(
    play: Callable[[Chance], P], most: int, effect: Effect = lambda g, wait, answer: answer
) -> list[tuple[P, float]] | None:
    """Play it with every answer of chance: each end with its likelihood; None if there are more than `most`.

    `play` must do the same whenever chance answers the same.
    """
    ends: list[tuple[P, float]] = []
    covered = 0.0
    chosen: list[int] = []  # which of the answers is given, each time that chance is asked
    sizes: list[int] = []
    chances: list[float] = []

    def answer(g: Any, wait: Roll | Deal) -> tuple[int, ...]:
        (answers, likely), at = _group_by_effect(g, wait, most, effect), len(sizes)
        sizes.append(len(answers))
        if prod(sizes) > most * UNLIKELY_ONE_IN:
            raise TooMany
        if at == len(chosen):
            chosen.append(0)
        chances.append(likely[chosen[at]])
        return answers[chosen[at]]

    while True:
        sizes.clear()
        chances.clear()
        try:
            end = play(answer)
        except TooMany:
            return None
        likely = prod(chances)
        ends.append((end, likely))
        covered += 1 / prod(sizes)
        if len(ends) > max(ENOUGH_ENDS, most * covered):  # at this rate there will be more than `most`
            return None
        while chosen and chosen[-1] + 1 == sizes[len(chosen) - 1]:
            chosen.pop()
        if not chosen:
            return ends
        chosen[-1] += 1


class Ends(Generic[P]):
    """The ends of a play with their likelihoods, and what can be said of them; None was no end of it."""

    def __init__(
        self,
        play: Callable[[Chance], P | None],
        rng: random.Random,
        trials: int,
        effect: Effect = lambda g, wait, answer: answer,
    ) -> None:
        counted = each_end(play, trials, effect)
        #: How often it was played to find out; 0 where every answer of chance was counted.
        self.trials = 0 if counted is not None else trials
        ends = counted if counted is not None else [(play(searcher_chance(rng)), 1.0) for _ in range(trials)]
        total = sum(likely for end, likely in ends if end is not None)
        self.ends = [(end, likely / total) for end, likely in ends if end is not None]

    def __bool__(self) -> bool:
        return bool(self.ends)

    def likely(self, which: Callable[[P], Iterable[int]]) -> dict[int, float]:
        """How likely each of some things is to be among those that an end has; only those that may be."""
        likelihoods: dict[int, float] = {}
        for end, likely in self.ends:
            for thing in which(end):
                likelihoods[thing] = likelihoods.get(thing, 0.0) + likely
        return {thing: round(likelihoods[thing], 4) for thing in sorted(likelihoods)}

    def chance(self, holds: Callable[[P], bool]) -> float:
        return self.likely(lambda end: (1,) if holds(end) else ()).get(1, 0.0)

    def row(self, name: list[str], own: bool, lost: Callable[[P], int]) -> dict[str, Any]:
        """What is lost: how much of it on an average, and how likely each amount is."""
        likely = self.likely(lambda end: (lost(end),))
        return {
            "name": name,
            "own": own,
            "mean": round(sum(n * chance for n, chance in likely.items()), 2),
            "chances": [likely.get(n, 0.0) for n in range(max(0, *likely) + 1)],
        }

    def panel(self, **entries: Any) -> dict[str, Any]:
        return {**entries, "trials": self.trials}
