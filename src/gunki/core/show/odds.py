"""The odds of a play: its possible ends and their likelihoods.

If there are few possible results of chance, all are played. Otherwise some of them are sampled.
"""

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

#: After this many ends, counting stops if the ends so far suggest that there will be too many.
ENOUGH_ENDS = 30
#: Counting also stops at an end that is less likely than 1 / (`most` * this number). Otherwise it might never stop in a
#: play that goes on as long as chance gives the same result.
UNLIKELY_ONE_IN = 100


class TooMany(Exception):
    """There are more possible results of chance than can be counted."""


@lru_cache(64)
def _rolls(sides: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(product(range(1, sides + 1), repeat=count))


def _list_answers(wait: Roll | Deal, most: int) -> Sequence[tuple[int, ...]]:
    """Return all results of a roll or a deal; they are equally likely. Raise TooMany if they are more than `most`."""
    if isinstance(wait, Roll):
        if wait.sides**wait.count > most:
            raise TooMany
        return _rolls(wait.sides, wait.count)
    if comb(len(wait.pool), wait.count) > most:
        raise TooMany
    return list(combinations(sorted(wait.pool), wait.count))


#: A function that returns the effect of a result of chance. Of results with equal effects, only one is played.
Effect = Callable[[Any, Roll | Deal, tuple[int, ...]], Hashable]


def _group_by_effect(g: Any, wait: Roll | Deal, most: int, effect: Effect) -> tuple[list[tuple[int, ...]], list[float]]:
    """Return one result of a roll or deal for each effect, and the likelihood of each effect."""
    answers = _list_answers(wait, most)
    groups: dict[Hashable, list[tuple[int, ...]]] = {}
    for each in answers:
        groups.setdefault(effect(g, wait, each), []).append(each)
    return [group[0] for group in groups.values()], [len(group) / len(answers) for group in groups.values()]


def each_end(
    play: Callable[[Chance], P], most: int, effect: Effect = lambda g, wait, answer: answer
) -> list[tuple[P, float]] | None:
    """Play with every possible result of chance, and return each end with its likelihood.

    Return None if there are more than `most` ends. With the same results of chance, `play` must always do the same.
    """
    ends: list[tuple[P, float]] = []
    covered = 0.0
    chosen: list[int] = []  # for each roll or deal of this play, the number of the result to give
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
        if len(ends) > max(ENOUGH_ENDS, most * covered):  # the ends so far suggest that there are more than `most`
            return None
        while chosen and chosen[-1] + 1 == sizes[len(chosen) - 1]:
            chosen.pop()
        if not chosen:
            return ends
        chosen[-1] += 1


class Ends(Generic[P]):
    """The ends of a play with their likelihoods. If a play returns None, it has no end and does not count."""

    def __init__(
        self,
        play: Callable[[Chance], P | None],
        rng: random.Random,
        trials: int,
        effect: Effect = lambda g, wait, answer: answer,
    ) -> None:
        counted = each_end(play, trials, effect)
        #: How many plays were sampled; 0 if all possible results of chance were counted.
        self.trials = 0 if counted is not None else trials
        ends = counted if counted is not None else [(play(searcher_chance(rng)), 1.0) for _ in range(trials)]
        total = sum(likely for end, likely in ends if end is not None)
        self.ends = [(end, likely / total) for end, likely in ends if end is not None]

    def __bool__(self) -> bool:
        return bool(self.ends)

    def likely(self, which: Callable[[P], Iterable[int]]) -> dict[int, float]:
        """Return how likely each number is to be among those that `which` returns for an end.

        Numbers that `which` never returns are left out.
        """
        likelihoods: dict[int, float] = {}
        for end, likely in self.ends:
            for thing in which(end):
                likelihoods[thing] = likelihoods.get(thing, 0.0) + likely
        return {thing: round(likelihoods[thing], 4) for thing in sorted(likelihoods)}

    def chance(self, holds: Callable[[P], bool]) -> float:
        """Return the likelihood that `holds` is true at the end."""
        return self.likely(lambda end: (1,) if holds(end) else ()).get(1, 0.0)

    def row(self, name: list[str], own: bool, lost: Callable[[P], int]) -> dict[str, Any]:
        """Return a row about the losses of a side: their mean, and the likelihood of each amount.

        `lost` returns the losses at an end.
        """
        likely = self.likely(lambda end: (lost(end),))
        return {
            "name": name,
            "own": own,
            "mean": round(sum(n * chance for n, chance in likely.items()), 2),
            "chances": [likely.get(n, 0.0) for n in range(max(0, *likely) + 1)],
        }

    def panel(self, **entries: Any) -> dict[str, Any]:
        """Return the entries of an overlay on odds, together with the number of trials."""
        return {**entries, "trials": self.trials}
