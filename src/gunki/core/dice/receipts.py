"""Receipts: documents that players keep, to check the dice of a match without trusting its record.

A receipt is a small JSON document. `version` is the version of the scheme; `match` is the id of the match; `commitment`
is the hash of the host's secret. `commits` holds the hash of each person's number, by participant; the hashes were
shown before the player showed a number. `nonces` holds the player's own number, by participant. `from` and `dealt` tell
what comes from another game.

A receipt grows with the match. `taken_back` is how many take-backs of rolls and deals the player knows of. For each
take-back for which the player gave a fresh number, `renewals` holds the hashes of the numbers of all players who
agreed, the player's own number, and the ply after which new dice were to begin (`gunki.core.dice.dice_after_undo`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gunki.core.dice.commitment_fields import (
    HASH,
    MAX_PARTICIPANTS,
    VERSION,
    commits_in,
    match_in,
    numbers_in,
    origin_in,
    text_in,
    version_in,
)
from gunki.core.dice.dice_after_undo import FIRST_WITH_RENEWALS, MAX_TAKE_BACKS, Renewal
from gunki.core.dice.fairness import DiceCommitment, promise_of
from gunki.core.errors import SaveError

if TYPE_CHECKING:
    from gunki.core.matches.match import Match

#: The largest size of a file, in bytes. It is enough for the numbers of very many take-backs.
LARGEST_FILE = 1024 * 1024
#: The number of digits of the largest count of take-backs.
COUNT_DIGITS = len(str(MAX_TAKE_BACKS))


@dataclass(frozen=True, slots=True)
class TakeBackShare(Renewal):
    """What a receipt says of one take-back: hashes of the numbers of all who agreed, and the player's own number."""

    #: The ply after which new dice were to begin. A receipt that lacks it (None) does not prove the take-back.
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt that was read and checked."""

    version: int
    commitment: str
    #: The hash of each person's number, by participant; empty in version 1.
    commits: Mapping[str, str]
    #: The player's own numbers, by participant. A participant is the seat that a player took at first, so it stays the
    #: same if sides are exchanged.
    nonces: Mapping[str, str]
    match: str | None
    #: The fields `from` and `dealt`, as in the dice commitment. None if the receipt lacks them.
    origin: tuple[int, bool] | None
    #: How many take-backs of rolls and deals the player knows of, and what the receipt says of each (the key is
    #: its count). Receipts have these fields since version 3.
    take_back_count: int = 0
    renewals: Mapping[int, TakeBackShare] = field(default_factory=dict)


def receipt(
    match: str,
    promised: str,
    origin: Mapping[str, Any],
    seat: str,
    nonce: str,
    commits: Mapping[str, str],
    version: int = VERSION,
) -> dict[str, Any]:
    """Return the receipt for a player, as a document in the version in which the match was begun.

    `promised` is the hash of the host's secret. `origin` is the result of `origin_fields`. `nonce` is empty until the
    player has shown the number.
    """
    numbers = {seat: nonce} if nonce else {}
    scheme = {"version": 1} if version == 1 else {"version": version, "commits": dict(commits)}
    return {**scheme, "match": match, "commitment": promised, "nonces": numbers, **origin}


def read_file(path: Path) -> Receipt:
    """Return the receipt in a file; raise SaveError if it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise SaveError(f"{path}: larger than a receipt can be ({LARGEST_FILE} bytes)")
        document = json.loads(data.decode("utf-8"))
    except FileNotFoundError:
        raise SaveError(f"{path}: no such file") from None
    except (OSError, ValueError, RecursionError) as error:
        raise SaveError(f"{path}: not a readable receipt: {error}") from None
    return read(document, f"{path}: ")


def read(data: Any, where: str = "") -> Receipt:
    """Return a receipt, checked field by field; unknown fields are ignored, because later versions may have more."""
    if not isinstance(data, Mapping):
        raise SaveError(f"{where}a receipt is a JSON object")
    version = version_in(data, where)
    promised = text_in(data, "commitment", HASH, "64 hexadecimal digits", where)
    if not data.get("nonces"):
        raise SaveError(
            f"{where}nonces: expected the number of each of your chairs, 1 to {MAX_PARTICIPANTS} of them; "
            "take the receipt that you were given when you showed your number"
        )
    nonces = numbers_in(data, where)
    origin = None if data.get("from") is None else origin_in(data, where)
    commits = {} if version == 1 else commits_in(data, where)
    taken_back, renewals = _take_backs_in(data, where) if version >= FIRST_WITH_RENEWALS else (0, {})
    match = match_in(data, version, where)
    return Receipt(version, promised, commits, nonces, match, origin, taken_back, renewals)


def _take_backs_in(data: Mapping[str, Any], where: str) -> tuple[int, dict[int, TakeBackShare]]:
    """Return how many take-backs the player knows of, and what the receipt says of each, by its count."""
    count, entries = data.get("taken_back", 0), data.get("renewals", {})
    if type(count) is not int or not 0 <= count <= MAX_TAKE_BACKS:
        raise SaveError(f"{where}taken_back: expected a whole number from 0")
    if not isinstance(entries, Mapping):
        raise SaveError(f"{where}renewals: expected commits and numbers by count of take-backs")
    renewals = {}
    for key, entry in entries.items():
        place = f"{where}renewals.{str(key)[:40]}"
        if not (isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= COUNT_DIGITS):
            raise SaveError(f"{place}: expected a count of take-backs")
        if not isinstance(entry, Mapping):
            raise SaveError(f"{place}: expected commits and nonces")
        ply = entry.get("ply")
        if ply is not None and (type(ply) is not int or ply < 0):
            raise SaveError(f"{place}.ply: expected a whole number from 0")
        renewals[int(key)] = TakeBackShare(commits_in(entry, f"{place}."), numbers_in(entry, f"{place}."), ply)
    return count, renewals


def compare(match: Match, own_receipt: Receipt) -> frozenset[int]:
    """Compare a record with a receipt. If they differ, raise a SaveError that names the first field that differs.

    Return the take-backs that the receipt proves: those for which the player gave a fresh number. A take-back is given
    by its count: 1 is the first take-back of the match.
    """
    promise = promise_of(match)
    # a lower version is allowed, because the match may begin in a later version than that of the receipt
    if own_receipt.version > promise.version:
        raise SaveError(
            f"receipt: version: it was promised to use version {own_receipt.version}, the game tells {promise.version}"
        )
    if None not in (own_receipt.match, promise.match) and own_receipt.match != promise.match:
        raise SaveError(f"receipt: match: it is for match {own_receipt.match}, the game is {promise.match}")
    if own_receipt.commitment != promise.commitment:
        raise SaveError("receipt: commitment: the game tells another promise than the one you were given")
    if own_receipt.version > 1:
        _compare_commits(own_receipt.commits, promise.commits)
    for seat, nonce in own_receipt.nonces.items():
        if seat not in promise.nonces:
            raise SaveError(f"receipt: nonces.{seat[:40]}: the chairs of this game are {', '.join(promise.nonces)}")
        if promise.nonces[seat] != nonce:
            raise SaveError(f"receipt: nonces.{seat}: the dice were not made with the number you gave")
    if own_receipt.origin is not None and own_receipt.origin != (promise.first, promise.dealt):
        raise SaveError(
            f"receipt: from: {_lines(own_receipt.origin)} were to be taken over from another game, "
            f"the game tells of {_lines((promise.first, promise.dealt))}"
        )
    if own_receipt.take_back_count > promise.take_back_count:
        raise SaveError(
            f"receipt: taken_back: you were told of {own_receipt.take_back_count} take-backs, "
            f"the game tells {promise.take_back_count}"
        )
    for count, own in own_receipt.renewals.items():
        _compare_ply(count, own, promise)
    return frozenset(count for _, count in promise.marks if _is_proven(count, own_receipt, promise))


def _compare_ply(count: int, own: TakeBackShare, promise: DiceCommitment) -> None:
    """Raise SaveError if the new dice begin later than the receipt says.

    Otherwise the host could choose, for the rolls in between, whether to use the old dice or the new ones.
    """
    if own.ply is None:
        return
    ply = min((ply for ply, later in promise.marks if later >= count), default=None)
    if ply is None or ply > own.ply:
        game_ply = "of none" if ply is None else f"action {ply}"
        raise SaveError(
            f"receipt: renewals.{count}.ply: the dice after action {own.ply} were to be new, the game tells {game_ply}"
        )


def _is_proven(count: int, own_receipt: Receipt, promise: DiceCommitment) -> bool:
    """Return whether the player gave a number for a take-back. Raise SaveError if the record has another number."""
    own, renewal = own_receipt.renewals.get(count), promise.renewals.get(count)
    if own is None or not own.nonces or own.ply is None:
        return False
    if renewal is None or renewal.commits != own.commits:
        raise SaveError(f"receipt: renewals.{count}.commits: the game tells others than you were told")
    for seat, nonce in own.nonces.items():
        if renewal.nonces.get(seat) != nonce:
            raise SaveError(
                f"receipt: renewals.{count}.nonces.{seat[:40]}: the dice were not made with the number you gave"
            )
    return True


def _compare_commits(own_commits: Mapping[str, str], game_commits: Mapping[str, str]) -> None:
    """Raise SaveError if the hashes differ.

    They differ if a player saw the numbers of others and then gave another number than the one committed to.
    """
    for seat in dict.fromkeys((*own_commits, *game_commits)):
        if seat not in own_commits:
            raise SaveError(
                f"receipt: commits.{seat}: nobody had committed there when it was written, but the game has a number"
            )
        if own_commits[seat] != game_commits.get(seat):
            raise SaveError(
                f"receipt: commits.{seat[:40]}: the number in the game is not the one that was committed to "
                "when you showed yours"
            )


def _lines(origin: tuple[int, bool]) -> str:
    first, dealt = origin
    return "no actions" if dealt else f"the start and {first} actions"
