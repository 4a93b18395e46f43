"""What a player was told when he sat down, kept by himself: with it he can check the dice without trusting the record.

A receipt is a small JSON document: `version` of the scheme, `match`, `commitment`, what every person had committed to
before the player showed his number in `commits`, his own number by chair in `nonces`, and `from` and `dealt`, which
tell what was taken over from another game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gunki.core.errors import SaveError
from gunki.core.fairness import (
    HASH,
    MOST_CHAIRS,
    NONCE,
    VERSION,
    commits_in,
    match_in,
    promise_of,
    taken_over_in,
    text_in,
    version_in,
)

if TYPE_CHECKING:
    from gunki.core.match import Match

LARGEST_FILE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Receipt:
    version: int
    commitment: str
    #: By person's chair; none in version 1.
    commits: Mapping[str, str]
    #: By chair, which is the seat a player took at first: exchanging sides later changes nothing here.
    nonces: Mapping[str, str]
    match: str | None
    #: As in the promise; None where the receipt does not know.
    taken_over: tuple[int, bool] | None


def receipt(
    match: str,
    promised: str,
    taken: Mapping[str, Any],
    chair: str,
    nonce: str,
    commits: Mapping[str, str] | None,
) -> dict[str, Any]:
    """The document that a player is given; `commits` is None in a match that was begun under version 1.

    Until he has shown his number there is none in it.
    """
    numbers = {chair: nonce} if nonce else {}
    scheme = {"version": 1} if commits is None else {"version": VERSION, "commits": dict(commits)}
    return {**scheme, "match": match, "commitment": promised, "nonces": numbers, **taken}


def read_file(path: Path) -> Receipt:
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
    """A receipt, checked field by field; what it tells besides is left to later versions."""
    if not isinstance(data, Mapping):
        raise SaveError(f"{where}a receipt is a JSON object")
    version = version_in(data, where)
    promised = text_in(data, "commitment", HASH, "64 hexadecimal digits", where)
    nonces = data.get("nonces")
    if not isinstance(nonces, Mapping) or not 0 < len(nonces) <= MOST_CHAIRS:
        raise SaveError(
            f"{where}nonces: expected the number of each of your chairs, 1 to {MOST_CHAIRS} of them; "
            "take the receipt that you were given when you showed your number"
        )
    for chair, nonce in nonces.items():
        if not isinstance(nonce, str) or not NONCE.fullmatch(nonce):
            raise SaveError(f"{where}nonces.{str(chair)[:40]}: expected 16 to 64 hexadecimal digits")
    taken = None if data.get("from") is None else taken_over_in(data, where)
    commits = {} if version == 1 else commits_in(data, where)
    return Receipt(version, promised, commits, dict(nonces), match_in(data, version, where), taken)


def compare(match: Match, kept: Receipt) -> None:
    """Whether the record tells what the player was told; a SaveError names the first field where it does not."""
    promise = promise_of(match)
    if kept.version > promise.version:  # one that was still gathering may have been begun under a later one
        raise SaveError(
            f"receipt: version: it was promised to use version {kept.version}, the game tells {promise.version}"
        )
    if None not in (kept.match, promise.match) and kept.match != promise.match:
        raise SaveError(f"receipt: match: it is for match {kept.match}, the game is {promise.match}")
    if kept.commitment != promise.commitment:
        raise SaveError("receipt: commitment: the game tells another promise than the one you were given")
    if kept.version > 1:
        _compare_commits(kept.commits, promise.commits)
    for chair, nonce in kept.nonces.items():
        if chair not in promise.nonces:
            raise SaveError(f"receipt: nonces.{chair[:40]}: the chairs of this game are {', '.join(promise.nonces)}")
        if promise.nonces[chair] != nonce:
            raise SaveError(f"receipt: nonces.{chair}: the dice were not made with the number you gave")
    if kept.taken_over is not None and kept.taken_over != (promise.first, promise.dealt):
        raise SaveError(
            f"receipt: from: {_lines(kept.taken_over)} were to be taken over from another game, "
            f"the game tells of {_lines((promise.first, promise.dealt))}"
        )


def _compare_commits(kept: Mapping[str, str], told: Mapping[str, str]) -> None:
    """Whoever has changed his number after he saw those of the others must have changed this too."""
    for chair in dict.fromkeys((*kept, *told)):
        if chair not in kept:
            raise SaveError(
                f"receipt: commits.{chair}: nobody had committed there when it was written, but the game has a number"
            )
        if kept[chair] != told.get(chair):
            raise SaveError(
                f"receipt: commits.{chair[:40]}: the number in the game is not the one that was committed to "
                "when you showed yours"
            )


def _lines(taken: tuple[int, bool]) -> str:
    first, dealt = taken
    return "no actions" if dealt else f"the start and {first} actions"
