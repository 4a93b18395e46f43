"""A host who plays himself, and tries numbers of his own until the dice suit him: what he gets of it."""

from __future__ import annotations

import secrets
from statistics import mean
from types import SimpleNamespace

from gunki.core.dice.chance import Generator
from gunki.core.dice.fairness import seed_of, seed_of_version_1
from gunki.core.rules.procedure import Roll

#: Dice that he looks at: those of the first fights. Low ones are 1 and 2 of six.
DICE, SIDES, LOW = 24, 6, 2
#: Numbers that he tries, and matches over which the mean is taken.
TRIES, MATCHES = 500, 12
#: Matches in a row that he does not let begin, because their dice do not suit him.
WITHHELD = 8


def measure_steering(tries: int = TRIES, matches: int = MATCHES) -> dict[str, float]:
    """The share of low dice: of anybody, of such a host under either scheme, and with matches that he lets lapse."""
    return {
        "low_dice_fair": mean(_low(secrets.randbits(256)) for _ in range(matches * 8)),
        "low_dice_scheme_1": mean(_first_scheme(tries) for _ in range(matches)),
        "low_dice_scheme_2": mean(_second_scheme(tries) for _ in range(matches * 4)),
        "low_dice_scheme_2_lapsed": mean(max(_second_scheme(1) for _ in range(WITHHELD)) for _ in range(matches)),
        "tries": float(tries),
        "lapsed_matches": float(WITHHELD),
    }


def _first_scheme(tries: int) -> float:
    """He knows his secret and the other's number before he gives his own: he takes the best of many."""
    secret, other = secrets.token_bytes(32), _number()
    return max(_low(seed_of_version_1(secret, {"host": _number(), "guest": other})) for _ in range(tries))


def _second_scheme(tries: int) -> float:
    """He is bound to his number before the other shows his: the best he finds is for a number that he guesses."""
    match, secret, guess = secrets.token_hex(10), secrets.token_bytes(32), _number()

    def low(mine: str, other: str) -> float:
        return _low(seed_of(match, secret, {"host": mine, "guest": other}))

    return low(max((_number() for _ in range(tries)), key=lambda mine: low(mine, guess)), _number())


def _number() -> str:
    return secrets.token_hex(16)


def _low(seed: int) -> float:
    """The share of low ones among the first dice that a seed gives."""
    generator = Generator(seed)
    dice = generator(SimpleNamespace(chances=0), Roll("dice", "", DICE, "", sides=SIDES))
    return sum(die <= LOW for die in dice) / DICE
