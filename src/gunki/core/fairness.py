"""Dice that nobody has to be trusted for.

Before the match the host draws a secret and shows its hash; then every player adds a number of his own; the seed is
made of both. Nobody alone could choose the dice, and when the secret is shown at the end everybody can check them.
A record alone can only agree with itself: whoever made it could have made the secret too. What a player was told at
the start is in his receipt (`gunki.core.receipts`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gunki.core.errors import SaveError

if TYPE_CHECKING:
    from gunki.core.match import Match

#: The way the seed is agreed upon. What does not tell its version is of the first.
VERSION = 1
SECRET_BYTES = 32
NONCE = re.compile(r"[0-9a-f]{16,64}")
HASH = re.compile(r"[0-9a-f]{64}")


def commitment(secret: bytes) -> str:
    """What is shown before the first roll."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: Mapping[str, str]) -> int:
    """The seed that a secret and the players' numbers make, by seat in the order of the game."""
    lines = ["gunki dice", secret.hex(), *(f"{seat}:{nonce}" for seat, nonce in nonces.items())]
    return int.from_bytes(sha256("\n".join(lines).encode()).digest(), "big")


def taken_over(lines: int) -> dict[str, Any]:
    """How promise and receipt tell that so many lines of a record, the start among them, come from another game."""
    return {"from": max(lines - 1, 0), "dealt": lines == 0}


@dataclass(frozen=True, slots=True)
class Promise:
    """What a record tells about its dice."""

    version: int
    commitment: str
    secret: bytes
    nonces: Mapping[str, str]
    #: Actions taken over from another game; `dealt`: the cards and dice of the start are this game's own.
    first: int
    dealt: bool
    match: str | None

    @property
    def taken(self) -> int:
        """Lines of the record that were taken over."""
        return 0 if self.dealt else self.first + 1


@dataclass(frozen=True, slots=True)
class Checked:
    """Rolls and deals found right, and those that came with the game this one goes on from: nobody can check these."""

    checked: int
    taken_over: int

    @property
    def complete(self) -> bool:
        return not self.taken_over


def check(match: Match) -> Checked:
    """Check a whole record against the secret it reveals.

    Raises a SaveError that names the first thing that is wrong.
    """
    promise = promise_of(match)
    if commitment(promise.secret) != promise.commitment:
        raise SaveError("fairness.commitment: the secret shown now is not the one promised at the start")
    if seed_of(promise.secret, promise.nonces) != match.header.seed:
        raise SaveError("fairness.nonces: secret and players' numbers do not make the seed of this game")
    if match.header.dice is not None:
        raise SaveError("dice: these were typed in by hand; the secret says nothing about them")
    return _replayed(match, promise.taken)


def promise_of(match: Match) -> Promise:
    """Read what the record tells, field by field."""
    given = match.header.fairness
    if given is None:
        raise SaveError("this game was not played with committed dice: there is nothing to check")
    first, dealt = taken_over_in(given, "fairness.")
    if first > match.ply:
        raise SaveError(f"fairness.from: {first} actions taken over, but the game has {match.ply}")
    return Promise(
        version_in(given, "fairness."),
        text_in(given, "commitment", HASH, "64 hexadecimal digits", "fairness."),
        bytes.fromhex(text_in(given, "secret", HASH, "64 hexadecimal digits", "fairness.")),
        _nonces(given, match.seats),
        first,
        dealt,
        match_in(given, "fairness."),
    )


def _nonces(given: Mapping[str, Any], seats: Sequence[str]) -> dict[str, str]:
    nonces = given.get("nonces")
    if not isinstance(nonces, Mapping) or set(nonces) != set(seats):
        raise SaveError(f"fairness.nonces: expected one entry for each of {', '.join(seats)}")
    for seat, nonce in nonces.items():
        if not isinstance(nonce, str) or (nonce and not NONCE.fullmatch(nonce)):
            raise SaveError(f"fairness.nonces.{seat}: expected 16 to 64 hexadecimal digits, or nothing for a bot")
    return {seat: nonces[seat] for seat in seats}


# -- fields that promises and receipts share ------------------------------------------------------------------------


def version_in(given: Mapping[str, Any], where: str) -> int:
    version = given.get("version", 1)
    if type(version) is not int or version < 1:
        raise SaveError(f"{where}version: expected a whole number from 1")
    if version > VERSION:
        raise SaveError(f"{where}version: {version} is made by a newer gunki; this one knows {VERSION}")
    return version


def text_in(given: Mapping[str, Any], field: str, form: re.Pattern[str], expected: str, where: str) -> str:
    text = given.get(field)
    if not isinstance(text, str) or not form.fullmatch(text):
        raise SaveError(f"{where}{field}: expected {expected}")
    return text


def taken_over_in(given: Mapping[str, Any], where: str) -> tuple[int, bool]:
    """`from` and `dealt`; older promises do not tell of the start: it was taken over where actions were."""
    first = given.get("from")
    if type(first) is not int or first < 0:
        raise SaveError(f"{where}from: expected the number of actions that were taken over from another game")
    dealt = given.get("dealt", first == 0)
    if type(dealt) is not bool or (dealt and first):
        raise SaveError(f"{where}dealt: expected false where actions were taken over, else true or false")
    return first, dealt


def match_in(given: Mapping[str, Any], where: str) -> str | None:
    """The match it is about, where it tells."""
    if given.get("match") is None:
        return None
    return text_in(given, "match", re.compile(r"[0-9a-z_-]{1,64}"), "the id of a match", where)


def _replayed(match: Match, taken: int) -> Checked:
    """Play the game again with dice from the seed alone, and compare every answer of chance, the start's too."""
    again = match.again(match.entries[:taken])
    for ply, played in enumerate(match.entries):
        if ply > again.ply:
            again.act(played.act)
        if played.chance != again.entries[ply].chance:
            what = f"action {ply} {played.act!r}" if ply else "the start"
            raise SaveError(f"{what}: the dice or cards are not those the secret gives")
    counts = [len(entry.chance) for entry in match.entries]
    return Checked(sum(counts[taken:]), sum(counts[:taken]))
