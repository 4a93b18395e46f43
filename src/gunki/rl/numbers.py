"""Acts as numbers. A number is computed from the verb and the arguments, so no list of all acts is needed."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from math import prod

from gunki.core.definition.lexicon import NUMBER, Lexicon
from gunki.core.rules.decision import Act

#: The whole numbers that an act may name and still have a number of its own. Bids may be below 0.
NUMBERS = range(-12, 32)
#: The value for an act without a number of its own: one that names areas on its way, or a number outside of NUMBERS.
NO_NUMBER = -1
#: If the numbers of this many acts are cached, the cache is emptied before the next one.
MAX_NUMBERS_KEPT = 50_000


class Numbers(dict[Act, int]):
    """Maps acts to numbers and back: `numbers[act]`, `numbers.act(number)`. `total` is how many numbers there are.

    The acts of a verb follow each other in the order of `Lexicon.universe`. The dict itself is a cache: it holds the
    acts that were looked up.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        self._verbs = list(lexicon.verbs)
        #: The range of each argument of each verb.
        self._ranges = [
            [
                NUMBERS if kind == NUMBER else range(len(lexicon.domains[lexicon.kind_of(kind)]))
                for kind in lexicon.verbs[verb]
                if not kind.endswith("*")
            ]
            for verb in self._verbs
        ]
        *firsts, total = accumulate((prod(map(len, ranges)) for ranges in self._ranges), initial=0)
        self._firsts: list[int] = firsts
        self.total: int = total
        self._places = {verb: place for place, verb in enumerate(self._verbs)}

    def __missing__(self, act: Act) -> int:
        if len(self) >= MAX_NUMBERS_KEPT:
            self.clear()
        number = self[act] = self._number(act)
        return number

    def _number(self, act: Act) -> int:
        place = self._places[act[0]]
        ranges = self._ranges[place]
        if len(act) != len(ranges) + 1:
            return NO_NUMBER
        number = 0
        for argument, values in zip(act[1:], ranges, strict=True):
            if argument not in values:
                return NO_NUMBER
            number = number * len(values) + argument - values.start
        return self._firsts[place] + number

    def act(self, number: int) -> Act:
        """Return the act with a number; raise IndexError if no act has it."""
        if not 0 <= number < self.total:
            raise IndexError(number)
        place = bisect_right(self._firsts, number) - 1
        rest = number - self._firsts[place]
        arguments = []
        for values in reversed(self._ranges[place]):
            rest, argument = divmod(rest, len(values))
            arguments.append(values.start + argument)
        return (self._verbs[place], *reversed(arguments))
