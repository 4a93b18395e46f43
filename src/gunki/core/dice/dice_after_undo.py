"""Dice after a take-back: new dice that no player and no host can choose.

A match counts the take-backs that undo a revealed roll or deal. The count becomes a part of the seed of all later dice.
Since version 3, every player who agrees to such a take-back first commits to a fresh number (shows its hash), and shows
the number when all have committed. These numbers are the *renewal* of the take-back; they become a part of the seed
too. So a host who plays can neither invent a take-back nor try several: the numbers of the other players would be
missing, or would differ from their receipts.

A dice commitment holds `taken_back`, a list of pairs of ply and count: the dice after this ply were rolled with this
count in the seed. For each of these counts, `renewals` holds the hashes (`commits`) and the numbers (`nonces`) of the
players who agreed, by participant.
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

#: The largest numbers of take-backs that a match can count, and of pairs of ply and count in `taken_back`.
MAX_TAKE_BACKS = 2**31 - 1
MAX_MARKS = 2**16
#: The largest number of take-backs for which the players' fresh numbers may be stored. The limit is low, because each
#: take-back stores the numbers of all earlier ones again.
MAX_RENEWALS = 512
#: The first version in which players give fresh numbers for take-backs (renewals).
FIRST_WITH_RENEWALS = 3

NEWLINE = "\n"

#: Pairs of a ply and a count of take-backs, both ascending. The dice after this ply were rolled with this count in the
#: seed.
Marks = tuple[tuple[int, int], ...]
#: The part of the seed that comes from take-backs: 0 if there were none, their count, or the count and a hash of the
#: numbers that players gave for the last one.
DiceEpoch = int | str


@dataclass(frozen=True, slots=True)
class Renewal:
    """The fresh numbers for one take-back, by participant, and the hashes given before any number was shown."""

    commits: Mapping[str, str]
    nonces: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers and their hashes as plain data, in the form in which a dice commitment stores them."""
        return {"commits": dict(self.commits), "nonces": dict(self.nonces)}


#: The fresh numbers for each take-back. The key is the count of take-backs, this one included.
Renewals = Mapping[int, Renewal]


def renewal_commit_of(match: str, count: int, seat: str, nonce: str) -> str:
    """Return the hash by which a player commits to the fresh number for a take-back."""
    return sha256(f"gunki renewal\n{match}\n{count}\n{seat}\n{nonce}".encode()).hexdigest()


# -- reading dice commitments ---------------------------------------------------------------------------------------


def marks_in(document: Mapping[str, Any]) -> Marks:
    """Return the pairs of ply and count in `taken_back`, which later dice depend on. In version 1 there are none."""
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
    """Return the numbers that players gave for take-backs. Raise SaveError if one does not have the stored hash."""
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
    """Return the part of the seed that is made of a count of take-backs and the players' numbers for this count."""
    renewal = renewals.get(count)
    if renewal is None:
        return count
    lines = (f"{seat}:{nonce}" for seat, nonce in sorted(renewal.nonces.items()))
    return f"{count}:{sha256(NEWLINE.join(lines).encode()).hexdigest()}"


def current_dice_epoch(document: Mapping[str, Any] | None) -> DiceEpoch:
    """Return the part of a match's seed that comes from the take-backs so far."""
    marks = () if document is None else marks_in(document)
    return dice_epoch_for(marks[-1][1], renewals_in(document, marks)) if document is not None and marks else 0


def current_take_back_count(document: Mapping[str, Any] | None) -> int:
    """Return how many take-backs of a revealed roll or deal a match has counted."""
    marks = () if document is None else marks_in(document)
    return marks[-1][1] if marks else 0


# -- taking back ----------------------------------------------------------------------------------------------------


def take_back(match: Match, ply: int, renewal: Renewal | None = None) -> Match:
    """Return the match at an earlier ply, to go on from there. If a roll or deal was undone, later dice are new."""
    return renew_dice(match, match.at(ply), renewal)


def renew_dice(match: Match, back: Match, renewal: Renewal | None = None) -> Match:
    """Return `back`, the match at an earlier ply, with new dice if a roll or deal has been taken back.

    If none has been taken back, the next dice stay the same, because nobody has seen them. If they changed, a host who
    knows the secret could take back alone again and again, until the next dice are good. Matches begun under version 1
    always keep their dice. `renewal` holds the fresh numbers of the players who agreed.
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
    """Return the dice commitment after a take-back to this ply that undid a roll or deal.

    The count of take-backs grows by one, and the new count is in the seed of the dice after this ply.
    """
    count = current_take_back_count(document) + 1
    marks = [[*mark] for mark in marks_in(document) if mark[0] < ply]
    if len(marks) >= MAX_MARKS or count > MAX_TAKE_BACKS:
        raise UndoError("too much has been taken back in this match")
    return _with_marks(document, [*marks, [ply, count]], renewal)


def _move_mark(document: Mapping[str, Any], ply: int) -> dict[str, Any]:
    """Return the dice commitment after a take-back to this ply that undid no roll or deal.

    The count of take-backs stays the same, but it is now in the seed of all dice after this ply.
    """
    marks = [[*mark] for mark in marks_in(document) if mark[0] < ply]
    return _with_marks(document, [*marks, [ply, current_take_back_count(document)]], None)


def _with_marks(document: Mapping[str, Any], marks: list[list[int]], renewal: Renewal | None) -> dict[str, Any]:
    """Return the dice commitment with these pairs of ply and count, and with the players' numbers for these counts."""
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
