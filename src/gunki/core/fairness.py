"""Dice that nobody has to be trusted for.

Before the match the host draws a secret and shows its hash; then every player adds a number of his own; the seed is
made of both. Nobody alone could choose the dice, and when the secret is shown at the end everybody can check them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gunki.core.errors import SaveError

if TYPE_CHECKING:
    from gunki.core.match import Match

SECRET_BYTES = 32
NONCE = re.compile(r"[0-9a-f]{16,64}")


def commitment(secret: bytes) -> str:
    """What is shown before the first roll."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: Mapping[str, str]) -> int:
    """The seed that a secret and the players' numbers make, by seat in the order of the game."""
    lines = ["gunki dice", secret.hex(), *(f"{seat}:{nonce}" for seat, nonce in nonces.items())]
    return int.from_bytes(sha256("\n".join(lines).encode()).digest(), "big")


def check(match: Match) -> int:
    """Check a whole record against the secret it reveals; the number of rolls and deals found right.

    Raises a SaveError that names the first thing that is wrong.
    """
    given = match.header.fairness
    if given is None:
        raise SaveError("this game was not played with committed dice: there is nothing to check")
    secret, nonces = _read(given, match.seats)
    if commitment(secret) != given["commitment"]:
        raise SaveError("fairness.commitment: the secret shown now is not the one promised at the start")
    if seed_of(secret, nonces) != match.header.seed:
        raise SaveError("fairness.nonces: secret and players' numbers do not make the seed of this game")
    if match.header.dice is not None:
        raise SaveError("dice: these were typed in by hand; the secret says nothing about them")
    return _replayed(match)


def _read(given: Mapping[str, Any], seats: tuple[str, ...]) -> tuple[bytes, dict[str, str]]:
    texts = {field: given.get(field) for field in ("commitment", "secret")}
    if type(given.get("from")) is not int or given["from"] < 0:
        raise SaveError("fairness.from: expected the number of actions that were taken over from another game")
    for field, text in texts.items():
        if not isinstance(text, str) or not re.fullmatch(r"[0-9a-f]{64}", text):
            raise SaveError(f"fairness.{field}: expected 64 hexadecimal digits")
    nonces = given.get("nonces")
    if not isinstance(nonces, Mapping) or set(nonces) != set(seats):
        raise SaveError(f"fairness.nonces: expected one entry for each of {', '.join(seats)}")
    for seat, nonce in nonces.items():
        if not isinstance(nonce, str) or (nonce and not NONCE.fullmatch(nonce)):
            raise SaveError(f"fairness.nonces.{seat}: expected 16 to 64 hexadecimal digits, or nothing for a bot")
    return bytes.fromhex(str(texts["secret"])), {seat: nonces[seat] for seat in seats}


def _replayed(match: Match) -> int:
    """Play the game again with dice from the seed alone, and compare every answer of chance."""
    first = match.header.fairness["from"] if match.header.fairness else 0  # what came before was taken over as played
    again = match.again(match.entries[: first + 1])
    for entry in match.entries[again.ply + 1 :]:
        again.act(entry.act)
    found = 0
    for ply, (played, derived) in enumerate(zip(match.entries, again.entries, strict=True)):
        if played.chance != derived.chance:
            raise SaveError(f"action {ply} {played.act!r}: the dice or cards are not those the secret gives")
        found += len(played.chance) if ply > first or not first else 0
    return found
