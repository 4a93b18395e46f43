"""How far a host who plays in their own match can steer the dice by trying many numbers of their own."""

from __future__ import annotations

import secrets
from statistics import mean
from types import SimpleNamespace

from gunki.core.dice.chance import Generator
from gunki.core.dice.fairness import seed_of, seed_of_version_1
from gunki.core.rules.procedure import Roll

#: DICE: the number of dice that the host looks at, which are those of the first fights. SIDES: the sides of a die. LOW:
#: the highest value that counts as low.
DICE, SIDES, LOW = 24, 6, 2
#: TRIES: how many numbers the host tries. MATCHES: over how many matches the mean is taken.
TRIES, MATCHES = 500, 12
#: The number of matches that the host prepares. Only the one with the best dice begins.
WITHHELD = 8


def measure_steering(tries: int = TRIES, matches: int = MATCHES) -> dict[str, float]:
    """Return the share of low dice by fair chance, and for a host who steers the dice under each scheme.

    The last share is for a host who prepares several matches under the second scheme, and begins only the one with the
    best dice.
    """
    return {
        "low_dice_fair": mean(_low(secrets.randbits(256)) for _ in range(matches * 8)),
        "low_dice_scheme_1": mean(_first_scheme(tries) for _ in range(matches)),
        "low_dice_scheme_2": mean(_second_scheme(tries) for _ in range(matches * 4)),
        "low_dice_scheme_2_lapsed": mean(max(_second_scheme(1) for _ in range(WITHHELD)) for _ in range(matches)),
        "tries": float(tries),
        "lapsed_matches": float(WITHHELD),
    }


def _first_scheme(tries: int) -> float:
    """Return the best share of low dice that the host finds under scheme 1.

    Under scheme 1 the host knows the secret and the other player's number before giving a number of their own. The host
    tries many numbers and gives the best one.
    """
    secret, other = secrets.token_bytes(32), _number()
    return max(_low(seed_of_version_1(secret, {"host": _number(), "guest": other})) for _ in range(tries))


def _second_scheme(tries: int) -> float:
    """Return the share of low dice that the host gets under scheme 2.

    Under scheme 2 the host commits to a number before the other player's number is revealed. The best that the host can
    do is to guess the other number and choose a number that suits the guess.
    """
    match, secret, guess = secrets.token_hex(10), secrets.token_bytes(32), _number()

    def low(mine: str, other: str) -> float:
        return _low(seed_of(match, secret, {"host": mine, "guest": other}))

    return low(max((_number() for _ in range(tries)), key=lambda mine: low(mine, guess)), _number())


def _number() -> str:
    return secrets.token_hex(16)


def _low(seed: int) -> float:
    """Return the share of low dice among the first dice of a seed."""
    generator = Generator(seed)
    dice = generator(SimpleNamespace(chances=0), Roll("dice", "", DICE, "", sides=SIDES))
    return sum(die <= LOW for die in dice) / DICE
