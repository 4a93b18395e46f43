"""Dice after a take-back: new ones, which nobody at the table can choose.

A match counts the take-backs that undo a revealed roll or deal, and mixes the count into all dice after them. Since
version 3 everybody who agrees to such a take-back commits to a fresh number first, and shows it when all have done so.
These numbers are the *renewal* of that count, and go into the mix too. A host who plays can therefore neither invent a
take-back nor try several: the numbers of the others would be missing, or would not be those in their receipts.

A promise tells `taken_back`, pairs of ply and count: what follows this ply was rolled with this count in the mix. Its
`renewals` tell for each of these counts the `commits` and the `nonces` of those who agreed, by participant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gunki.core.dice.commitment_fields import commits_in, numbers_in
from gunki.core.errors import SaveError, UndoError

if TYPE_CHECKING:
    from gunki.core.matches.match import Match

#: Take-backs that a match can count, and places in its record where other dice begin.
MAX_TAKE_BACKS = 2**31 - 1
MAX_MARKS = 2**16
#: Of these places so many may have numbers of players: each take-back stores all of them again.
MAX_RENEWALS = 512
#: The first version that knows renewals.
FIRST_WITH_RENEWALS = 3

NEWLINE = "\n"

#: (ply, count), both ascending: what was answered after this ply was rolled with this count in the mix.
Marks = tuple[tuple[int, int], ...]
#: What take-backs add to the seed of a match: nothing, their count, or the count with a hash of the players' numbers.
DiceEpoch = int | str


@dataclass(frozen=True, slots=True)
class Renewal:
    """The fresh numbers for one take-back, by participant, and the hashes told before any of them was shown."""

    commits: Mapping[str, str]
    nonces: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Write it as promises tell it."""
        return {"commits": dict(self.commits), "nonces": dict(self.nonces)}


#: By count.
Renewals = Mapping[int, Renewal]


def renewal_commit_of(match: str, count: int, seat: str, nonce: str) -> str:
    """Return what a player shows of the fresh number for a take-back before anybody shows one."""
    return sha256(f"gunki renewal\n{match}\n{count}\n{seat}\n{nonce}".encode()).hexdigest()


# -- what a promise tells -------------------------------------------------------------------------------------------


def marks_in(document: Mapping[str, Any]) -> Marks:
    """Read where other dice begin; a promise of version 1 has no such places."""
    if document.get("version") not in (2, FIRST_WITH_RENEWALS):
        return ()
    pairs = document.get("taken_back", [])
    if not isinstance(pairs, Sequence) or isinstance(pairs, str) or len(pairs) > MAX_MARKS:
        raise SaveError(f"fairness.taken_back: expected at most {MAX_MARKS} pairs of ply and count")
    marks, before = [], (-1, 0)
    for mark in pairs:
        if not isinstance(mark, Sequence) or len(mark) != 2 or not all(type(number) is int for number in mark):
            raise SaveError("fairness.taken_back: expected pairs of ply and count")
        ply, count = mark
        if not (before[0] < ply <= MAX_TAKE_BACKS and before[1] < count <= MAX_TAKE_BACKS):
            raise SaveError("fairness.taken_back: plies and counts must ascend")
        before = (ply, count)
        marks.append(before)
    return tuple(marks)


def renewals_in(document: Mapping[str, Any], marks: Marks) -> dict[int, Renewal]:
    """Read the numbers that players gave for take-backs; of each one the hash must have been told before."""
    if document.get("version") != FIRST_WITH_RENEWALS:
        return {}
    entries = document.get("renewals", {})
    counts = {str(count) for _, count in marks}
    if not isinstance(entries, Mapping) or len(entries) > MAX_RENEWALS or not set(entries) <= counts:
        raise SaveError(f"fairness.renewals: expected at most {MAX_RENEWALS} entries, each for a count of taken_back")
    return {int(count): _renewal_in(document, str(count), entry) for count, entry in entries.items()}


def _renewal_in(document: Mapping[str, Any], count: str, entry: Any) -> Renewal:
    where = f"fairness.renewals.{count}"
    if not isinstance(entry, Mapping):
        raise SaveError(f"{where}: expected commits and nonces")
    commits, nonces = commits_in(entry, f"{where}."), numbers_in(entry, f"{where}.")
    if set(commits) != set(nonces) or not nonces:
        raise SaveError(f"{where}.commits: expected one entry for each number")
    for seat, nonce in nonces.items():
        if renewal_commit_of(str(document.get("match")), int(count), seat, nonce) != commits[seat]:
            raise SaveError(f"{where}.nonces.{seat[:40]}: not the number committed to before the numbers were shown")
    return Renewal(commits, nonces)


# -- the dice in force ----------------------------------------------------------------------------------------------


def dice_epoch_for(count: int, renewals: Renewals) -> DiceEpoch:
    """Return what the take-backs up to a count add to the seed."""
    renewal = renewals.get(count)
    if renewal is None:
        return count
    lines = (f"{seat}:{nonce}" for seat, nonce in sorted(renewal.nonces.items()))
    return f"{count}:{sha256(NEWLINE.join(lines).encode()).hexdigest()}"


def current_dice_epoch(document: Mapping[str, Any] | None) -> DiceEpoch:
    """Return what a match goes on with."""
    marks = () if document is None else marks_in(document)
    return dice_epoch_for(marks[-1][1], renewals_in(document, marks)) if document is not None and marks else 0


def current_take_back_count(document: Mapping[str, Any] | None) -> int:
    """Return how many take-backs of a revealed roll or deal a match has counted."""
    marks = () if document is None else marks_in(document)
    return marks[-1][1] if marks else 0


# -- taking back ----------------------------------------------------------------------------------------------------


def take_back(match: Match, ply: int, renewal: Renewal | None = None) -> Match:
    """The match as it stood at a ply, to go on from there."""
    return renew_dice(match, match.at(ply), renewal)


def renew_dice(match: Match, back: Match, renewal: Renewal | None = None) -> Match:
    """Return `back`, the match as it stood before, with new dice where a roll or deal has been taken back.

    Where none has, nobody has seen what comes next, and it stays: else a host who knows the secret could take back
    without asking anybody until he likes the dice to come. Matches begun under version 1 keep what they promised.
    `renewal`: the fresh numbers of those who agreed.
    """
    document = match.header.fairness
    if document is None or document.get("version") not in (2, FIRST_WITH_RENEWALS):
        return back
    is_revealed = back.position.chances != match.position.chances
    marks = marks_in(document)
    if is_revealed or (marks and marks[-1][0] > back.ply):
        fairness = _mark(document, back.ply, renewal) if is_revealed else _move_mark(document, back.ply)
        back.header = replace(match.header, fairness=fairness)
        back.set_dice_epoch(current_dice_epoch(fairness))
    return back


def _mark(document: Mapping[str, Any], ply: int, renewal: Renewal | None) -> dict[str, Any]:
    """The promise after taking back a roll or deal to this ply: one more take-back counts from there on."""
    count = current_take_back_count(document) + 1
    marks = [[*mark] for mark in marks_in(document) if mark[0] < ply]
    if len(marks) >= MAX_MARKS or count > MAX_TAKE_BACKS:
        raise UndoError("too much has been taken back in this match")
    return _with_marks(document, [*marks, [ply, count]], renewal)


def _move_mark(document: Mapping[str, Any], ply: int) -> dict[str, Any]:
    """The promise after taking back more, but no roll: what follows this ply has the dice in force."""
    marks = [[*mark] for mark in marks_in(document) if mark[0] < ply]
    return _with_marks(document, [*marks, [ply, current_take_back_count(document)]], None)


def _with_marks(document: Mapping[str, Any], marks: list[list[int]], renewal: Renewal | None) -> dict[str, Any]:
    """The promise with these marks, and with the renewals that they still need."""
    changed_document = {**document, "taken_back": marks}
    if document.get("version") != FIRST_WITH_RENEWALS:
        return changed_document
    needed = {str(count) for _, count in marks}
    renewals = {count: entry for count, entry in document.get("renewals", {}).items() if count in needed}
    if renewal is not None:
        if len(renewals) >= MAX_RENEWALS:
            raise UndoError("too much has been taken back in this match")
        renewals[str(marks[-1][1])] = renewal.to_dict()
    return {**changed_document, "renewals": renewals}
