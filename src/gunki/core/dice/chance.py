"""Chance: functions that decide rolls and deals, in matches and in simulations.

`Generator` computes every result from a seed and two counters alone. So the same seed and the same actions give the
same game on every machine, and a loaded match goes on with the same dice. A roll that is taken back and repeated gives
the same dice, unless take-backs are mixed into the seed. The server does that, so that nobody knows the next roll.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

from gunki.core.errors import DiceError, OptionError
from gunki.core.rules.old_names import warn_of_old_name
from gunki.core.rules.procedure import Deal, Roll

LARGEST_SEED = 2**256 - 1
#: Seeds drawn at random are below this number, so that people can write them down.
SHORT_SEED = 2**63

#: A function that returns the result of a roll or a deal, or None if the result will come from elsewhere.
Chance = Callable[[Any, Roll | Deal], tuple[int, ...] | None]


def parse_dice(dice: str | Sequence[int]) -> tuple[int, ...]:
    """Return given dice as a tuple, in their order; raise DiceError if they are not a list of dice."""
    if isinstance(dice, str):
        raise DiceError(f'dice: expected "typed" or a list of numbers, found {dice!r}')
    if not all(isinstance(d, int) and not isinstance(d, bool) and d >= 1 for d in dice):
        raise DiceError("given dice are whole numbers from 1")
    return tuple(dice)


def parse_roll(text: str, count: int, sides: int) -> tuple[int, ...]:
    """Return the dice in a text that a person typed: `roll 3 4` or `3 4`. Raise DiceError if they do not fit."""
    words = text.split()
    dice = words[1:] if words[:1] == ["roll"] else words
    faces = {str(face) for face in range(1, sides + 1)}
    if len(dice) != count or not all(die in faces for die in dice):
        raise DiceError(f"type {count} dice from 1 to {sides}, e.g. roll {' '.join(['3'] * count)}")
    return tuple(map(int, dice))


def check_seed(seed: int | None) -> int:
    """Return a seed, drawn at random if it is None; raise OptionError if it is out of range."""
    if seed is None:
        return secrets.randbelow(SHORT_SEED)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= LARGEST_SEED:
        raise OptionError(f"seed: expected a whole number from 0 to {LARGEST_SEED}, found {seed!r}")
    return seed


class Generator:
    """Decides rolls and deals by unbiased numbers that are made from `seed`.

    Each roll or deal has its own stream of numbers, chosen by the position's count of rolls and deals
    (`Position.chances`). `epoch` is the part of the seed that comes from take-backs
    (`gunki.core.dice.dice_after_undo`).
    """

    __slots__ = ("_key", "epoch", "seed")

    def __init__(self, seed: int, epoch: int | str = 0) -> None:
        self.seed = seed
        self.epoch = epoch
        self._key = blake2b((f"{seed} {epoch}" if epoch else str(seed)).encode()).digest()

    def _bytes(self, counter: int) -> Iterator[int]:
        block = 0
        while True:
            yield from blake2b(b"%d:%d" % (counter, block), key=self._key).digest()
            block += 1

    def __call__(self, g: Any, wait: Roll | Deal) -> tuple[int, ...]:
        stream = self._bytes(g.chances)
        if isinstance(wait, Roll):
            return tuple(_below(stream, wait.sides) + 1 for _ in range(wait.count))
        pool = list(wait.pool)
        for i in range(wait.count):
            j = i + _below(stream, len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return tuple(sorted(pool[: wait.count]))


def _below(stream: Iterator[int], n: int) -> int:
    """Return a number from 0 to n-1. Bytes that would make small numbers more likely are skipped."""
    limit = 256 - 256 % n
    return next(byte for byte in stream if byte < limit) % n


def searcher_chance(rng: random.Random) -> Chance:
    """Return a fast function that decides rolls and deals in simulations, by `rng` and never by the match's seed."""
    rnd = rng.random

    def answer(_g: Any, wait: Roll | Deal) -> tuple[int, ...]:
        if type(wait) is Roll:
            sides = wait.sides
            return tuple([int(rnd() * sides) + 1 for _ in range(wait.count)])
        return tuple(rng.sample(wait.pool, wait.count))  # type: ignore[union-attr]

    return answer


def __getattr__(name: str) -> Any:
    """Return `searcher_chance` for its old name `quick`, and warn."""
    if name == "quick":
        warn_of_old_name("gunki.core.dice.chance.quick", "searcher_chance")
        return searcher_chance
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
