"""Dice after a take-back: new ones, which nobody at the table can choose.

A match counts the take-backs that undo a revealed roll or deal, and mixes the count into all dice after them. Since
version 3 everybody who agrees to such a take-back commits to a fresh number first, and shows it when all have done so.
These numbers are the *renewal* of that count, and go into the mix too. A host who plays can therefore neither invent a
take-back nor try several: the numbers of the others would be missing, or would not be those in their receipts.

A promise tells `taken_back`, pairs of ply and count: what follows this ply was rolled with this count in the mix. Its
`renewals` tell for each of these counts the `commits` and the `nonces` of those who agreed, by chair.
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
MOST_TAKEN_BACK = 2**31 - 1
MOST_MARKS = 2**16
#: Of these places so many may have numbers of players: each take-back stores all of them again.
MOST_RENEWALS = 512
#: The first version that knows renewals.
WITH_RENEWALS = 3

NEWLINE = "\n"

#: (ply, count), both ascending: what was answered after this ply was rolled with this count in the mix.
Marks = tuple[tuple[int, int], ...]
#: What take-backs add to the seed of a match: nothing, their count, or the count with a hash of the players' numbers.
Mix = int | str


@dataclass(frozen=True, slots=True)
class Renewal:
    """The fresh numbers for one take-back, by chair, and the hashes that were told before any of them was shown."""

    commits: Mapping[str, str]
    nonces: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Write it as promises tell it."""
        return {"commits": dict(self.commits), "nonces": dict(self.nonces)}


#: By count.
Renewals = Mapping[int, Renewal]


def renewal_commit_of(match: str, count: int, chair: str, nonce: str) -> str:
    """Return what a player shows of the fresh number for a take-back before anybody shows one."""
    return sha256(f"gunki renewal\n{match}\n{count}\n{chair}\n{nonce}".encode()).hexdigest()


# -- what a promise tells -------------------------------------------------------------------------------------------


def marks_in(given: Mapping[str, Any]) -> Marks:
    """Read where other dice begin; a promise of version 1 has no such places."""
    if given.get("version") not in (2, WITH_RENEWALS):
        return ()
    pairs = given.get("taken_back", [])
    if not isinstance(pairs, Sequence) or isinstance(pairs, str) or len(pairs) > MOST_MARKS:
        raise SaveError(f"fairness.taken_back: expected at most {MOST_MARKS} pairs of ply and count")
    marks, before = [], (-1, 0)
    for mark in pairs:
        if not isinstance(mark, Sequence) or len(mark) != 2 or not all(type(number) is int for number in mark):
            raise SaveError("fairness.taken_back: expected pairs of ply and count")
        ply, count = mark
        if not (before[0] < ply <= MOST_TAKEN_BACK and before[1] < count <= MOST_TAKEN_BACK):
            raise SaveError("fairness.taken_back: plies and counts must ascend")
        before = (ply, count)
        marks.append(before)
    return tuple(marks)


def renewals_in(given: Mapping[str, Any], marks: Marks) -> dict[int, Renewal]:
    """Read the numbers that players gave for take-backs; of each one the hash must have been told before."""
    if given.get("version") != WITH_RENEWALS:
        return {}
    entries = given.get("renewals", {})
    counts = {str(count) for _, count in marks}
    if not isinstance(entries, Mapping) or len(entries) > MOST_RENEWALS or not set(entries) <= counts:
        raise SaveError(f"fairness.renewals: expected at most {MOST_RENEWALS} entries, each for a count of taken_back")
    return {int(count): _renewal_in(given, str(count), entry) for count, entry in entries.items()}


def _renewal_in(given: Mapping[str, Any], count: str, entry: Any) -> Renewal:
    where = f"fairness.renewals.{count}"
    if not isinstance(entry, Mapping):
        raise SaveError(f"{where}: expected commits and nonces")
    commits, nonces = commits_in(entry, f"{where}."), numbers_in(entry, f"{where}.")
    if set(commits) != set(nonces) or not nonces:
        raise SaveError(f"{where}.commits: expected one entry for each number")
    for chair, nonce in nonces.items():
        if renewal_commit_of(str(given.get("match")), int(count), chair, nonce) != commits[chair]:
            raise SaveError(f"{where}.nonces.{chair[:40]}: not the number committed to before the numbers were shown")
    return Renewal(commits, nonces)


# -- the dice in force ----------------------------------------------------------------------------------------------


def mix_for(count: int, renewals: Renewals) -> Mix:
    """Return what the take-backs up to a count add to the seed."""
    renewal = renewals.get(count)
    if renewal is None:
        return count
    lines = (f"{chair}:{nonce}" for chair, nonce in sorted(renewal.nonces.items()))
    return f"{count}:{sha256(NEWLINE.join(lines).encode()).hexdigest()}"


def mix_in_force(given: Mapping[str, Any] | None) -> Mix:
    """Return what a match goes on with."""
    marks = () if given is None else marks_in(given)
    return mix_for(marks[-1][1], renewals_in(given, marks)) if given is not None and marks else 0


def count_in_force(given: Mapping[str, Any] | None) -> int:
    """Return how many take-backs of a revealed roll or deal a match has counted."""
    marks = () if given is None else marks_in(given)
    return marks[-1][1] if marks else 0


# -- taking back ----------------------------------------------------------------------------------------------------


def taken_back(match: Match, ply: int, renewal: Renewal | None = None) -> Match:
    """The match as it stood at a ply, to go on from there."""
    return renewed(match, match.at(ply), renewal)


def renewed(match: Match, back: Match, renewal: Renewal | None = None) -> Match:
    """Return `back`, the match as it stood before, with new dice where a roll or deal has been taken back.

    Where none has, nobody has seen what comes next, and it stays: else a host who knows the secret could take back
    without asking anybody until he likes the dice to come. Matches begun under version 1 keep what they promised.
    `renewal`: the fresh numbers of those who agreed.
    """
    given = match.header.fairness
    if given is None or given.get("version") not in (2, WITH_RENEWALS):
        return back
    is_revealed = back.position.chances != match.position.chances
    marks = marks_in(given)
    if is_revealed or (marks and marks[-1][0] > back.ply):
        fairness = _mark(given, back.ply, renewal) if is_revealed else _move_mark(given, back.ply)
        back.header = replace(match.header, fairness=fairness)
        back.mix(mix_in_force(fairness))
    return back


def _mark(given: Mapping[str, Any], ply: int, renewal: Renewal | None) -> dict[str, Any]:
    """The promise after taking back a roll or deal to this ply: one more take-back counts from there on."""
    count = count_in_force(given) + 1
    marks = [[*mark] for mark in marks_in(given) if mark[0] < ply]
    if len(marks) >= MOST_MARKS or count > MOST_TAKEN_BACK:
        raise UndoError("too much has been taken back in this match")
    return _with_marks(given, [*marks, [ply, count]], renewal)


def _move_mark(given: Mapping[str, Any], ply: int) -> dict[str, Any]:
    """The promise after taking back more, but no roll: what follows this ply has the dice in force."""
    marks = [[*mark] for mark in marks_in(given) if mark[0] < ply]
    return _with_marks(given, [*marks, [ply, count_in_force(given)]], None)


def _with_marks(given: Mapping[str, Any], marks: list[list[int]], renewal: Renewal | None) -> dict[str, Any]:
    """The promise with these marks, and with the renewals that they still need."""
    told = {**given, "taken_back": marks}
    if given.get("version") != WITH_RENEWALS:
        return told
    needed = {str(count) for _, count in marks}
    renewals = {count: entry for count, entry in given.get("renewals", {}).items() if count in needed}
    if renewal is not None:
        if len(renewals) >= MOST_RENEWALS:
            raise UndoError("too much has been taken back in this match")
        renewals[str(marks[-1][1])] = renewal.to_dict()
    return {**told, "renewals": renewals}
