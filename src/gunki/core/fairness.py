"""Dice that nobody has to be trusted for.

Before the match the host draws a secret and shows its hash. Every player does the same with a number of his own: first
all show the hashes (they commit), then the numbers (they reveal). The seed is made of the secret and all numbers, so
nobody could choose the dice, and when the secret is shown at the end everybody can check them. In version 1 the players
showed their numbers at once: a host who played himself could try many of his own before he gave one.

A record alone can only agree with itself: whoever made it could have made the secret too. What a player was told at
the start is in his receipt (`gunki.core.receipts`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gunki.core.errors import SaveError, UndoError

if TYPE_CHECKING:
    from gunki.core.match import Match

#: The way the seed is agreed upon. What does not tell its version is of the first.
VERSION = 2
SECRET_BYTES = 32
NONCE = re.compile(r"[0-9a-f]{16,64}")
HASH = re.compile(r"[0-9a-f]{64}")
MATCH = re.compile(r"[0-9a-z_-]{1,64}")
#: Take-backs that a match can count, and places in its record where other dice begin.
MOST_TAKEN_BACK = 2**31 - 1
MOST_MARKS = 2**16
MOST_CHAIRS = 16

#: (ply, count), both ascending: what was answered after this ply was rolled with so many take-backs in the mix.
Marks = tuple[tuple[int, int], ...]


def commitment(secret: bytes) -> str:
    """What the host shows before the first roll."""
    return sha256(secret).hexdigest()


def commit_of(match: str, seat: str, nonce: str) -> str:
    """What a player shows before anybody shows his number; the names keep it from fitting any other place."""
    return sha256(f"gunki nonce\n{match}\n{seat}\n{nonce}".encode()).hexdigest()


def seed_of(match: str, secret: bytes, nonces: Mapping[str, str]) -> int:
    """The seed that a secret and the players' numbers make, by seat in the order of the game."""
    return _number(["gunki dice 2", match, secret.hex(), *_lines(nonces)])


def seed_of_version_1(secret: bytes, nonces: Mapping[str, str]) -> int:
    return _number(["gunki dice", secret.hex(), *_lines(nonces)])


def _lines(nonces: Mapping[str, str]) -> list[str]:
    return [f"{seat}:{nonce}" for seat, nonce in nonces.items()]


def _number(lines: Sequence[str]) -> int:
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
    #: By person's chair; none in version 1.
    commits: Mapping[str, str]
    nonces: Mapping[str, str]
    #: Actions taken over from another game; `dealt`: the cards and dice of the start are this game's own.
    first: int
    dealt: bool
    match: str | None
    marks: Marks

    @property
    def taken(self) -> int:
        """Lines of the record that were taken over."""
        return 0 if self.dealt else self.first + 1

    @property
    def taken_back(self) -> int:
        """How many take-backs went into the mix."""
        return self.marks[-1][1] if self.marks else 0

    @property
    def seed(self) -> int:
        if self.version == 1:
            return seed_of_version_1(self.secret, self.nonces)
        assert self.match is not None
        return seed_of(self.match, self.secret, self.nonces)


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
    for seat, told in promise.commits.items():
        if commit_of(str(promise.match), seat, promise.nonces[seat]) != told:
            raise SaveError(f"fairness.nonces.{seat}: not the number committed to before the numbers were shown")
    if promise.seed != match.header.seed:
        raise SaveError("fairness.nonces: secret and players' numbers do not make the seed of this game")
    if match.header.dice is not None:
        raise SaveError("dice: these were typed in by hand; the secret says nothing about them")
    return _replayed(match, promise)


def promise_of(match: Match) -> Promise:
    """Read what the record tells, field by field."""
    given = match.header.fairness
    if given is None:
        raise SaveError("this game was not played with committed dice: there is nothing to check")
    first, dealt = taken_over_in(given, "fairness.")
    if first > match.ply:
        raise SaveError(f"fairness.from: {first} actions taken over, but the game has {match.ply}")
    version = version_in(given, "fairness.")
    marks = marks_in(given)
    if marks and not first <= marks[0][0] <= marks[-1][0] <= match.ply:
        raise SaveError(f"fairness.taken_back: expected plies from {first} to {match.ply}")
    nonces = _nonces(given, match.seats)
    return Promise(
        version,
        text_in(given, "commitment", HASH, "64 hexadecimal digits", "fairness."),
        bytes.fromhex(text_in(given, "secret", HASH, "64 hexadecimal digits", "fairness.")),
        {} if version == 1 else _commits(given, nonces),
        nonces,
        first,
        dealt,
        match_in(given, version, "fairness."),
        marks,
    )


def _nonces(given: Mapping[str, Any], seats: Sequence[str]) -> dict[str, str]:
    nonces = given.get("nonces")
    if not isinstance(nonces, Mapping) or set(nonces) != set(seats):
        raise SaveError(f"fairness.nonces: expected one entry for each of {', '.join(seats)}")
    for seat, nonce in nonces.items():
        if not isinstance(nonce, str) or (nonce and not NONCE.fullmatch(nonce)):
            raise SaveError(f"fairness.nonces.{seat}: expected 16 to 64 hexadecimal digits, or nothing for a bot")
    return {seat: nonces[seat] for seat in seats}


def _commits(given: Mapping[str, Any], nonces: Mapping[str, str]) -> dict[str, str]:
    """Exactly those who gave a number have committed to it."""
    commits = commits_in(given, "fairness.")
    persons = [seat for seat, nonce in nonces.items() if nonce]
    if set(commits) != set(persons):
        raise SaveError(f"fairness.commits: expected one entry for each number: {', '.join(persons) or 'none'}")
    return {seat: commits[seat] for seat in persons}


# -- taking back ----------------------------------------------------------------------------------------------------


def marks_in(given: Mapping[str, Any]) -> Marks:
    """Where other dice begin; version 1 knew no such thing, and what later ones mean by it is not known."""
    if given.get("version") != 2:
        return ()
    told = given.get("taken_back", [])
    if not isinstance(told, Sequence) or isinstance(told, str) or len(told) > MOST_MARKS:
        raise SaveError(f"fairness.taken_back: expected at most {MOST_MARKS} pairs of ply and count")
    marks, before = [], (-1, 0)
    for mark in told:
        if not isinstance(mark, Sequence) or len(mark) != 2 or not all(type(number) is int for number in mark):
            raise SaveError("fairness.taken_back: expected pairs of ply and count")
        ply, count = mark
        if not (before[0] < ply <= MOST_TAKEN_BACK and before[1] < count <= MOST_TAKEN_BACK):
            raise SaveError("fairness.taken_back: plies and counts must ascend")
        before = (ply, count)
        marks.append(before)
    return tuple(marks)


def mix_in_force(given: Mapping[str, Any] | None) -> int:
    """The count with which a match goes on."""
    marks = () if given is None else marks_in(given)
    return marks[-1][1] if marks else 0


def taken_back(match: Match, ply: int) -> Match:
    """The match as it stood at a ply, to go on from there."""
    return renewed(match, match.at(ply))


def renewed(match: Match, back: Match) -> Match:
    """`back`: the match as it stood before. Where a roll or deal has been taken back, what comes next is new.

    Where none has, nobody has seen what comes next, and it stays: else whoever knows the secret could take back without
    asking anybody until he likes the dice to come. Matches begun under version 1 keep what they promised.
    """
    given = match.header.fairness
    if given is None or given.get("version") != 2:
        return back
    seen = back.position.chances != match.position.chances
    marks = marks_in(given)
    if seen or (marks and marks[-1][0] > back.ply):
        back.header = replace(match.header, fairness=marked(given, back.ply, 1 if seen else 0))
        back.mix(mix_in_force(back.header.fairness))
    return back


def marked(given: Mapping[str, Any], ply: int, more: int = 1) -> dict[str, Any]:
    """The promise after taking back to this ply, where so many `more` take-backs count from there on.

    Without more of them the mark goes back too: what is rolled from here on has the dice in force.
    """
    marks = marks_in(given)
    count = (marks[-1][1] if marks else 0) + more
    kept = [[*mark] for mark in marks if mark[0] < ply]
    if len(kept) >= MOST_MARKS or count > MOST_TAKEN_BACK:
        raise UndoError("too much has been taken back in this match")
    return {**given, "taken_back": [*kept, [ply, count]]}


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


def commits_in(given: Mapping[str, Any], where: str) -> dict[str, str]:
    """The hash of each person's number, by chair."""
    commits = given.get("commits")
    if not isinstance(commits, Mapping) or len(commits) > MOST_CHAIRS:
        raise SaveError(f"{where}commits: expected the hash of each person's number, by chair")
    for chair, told in commits.items():
        if not isinstance(told, str) or not HASH.fullmatch(told):
            raise SaveError(f"{where}commits.{str(chair)[:40]}: expected 64 hexadecimal digits")
    return dict(commits)


def match_in(given: Mapping[str, Any], version: int, where: str) -> str | None:
    """The match it is about; in version 1 it need not tell."""
    if version == 1 and given.get("match") is None:
        return None
    return text_in(given, "match", MATCH, "the id of a match", where)


def _replayed(match: Match, promise: Promise) -> Checked:
    """Play the game again with dice from the seed alone, and compare every answer of chance, the start's too."""
    taken, marks = promise.taken, dict(promise.marks)
    again = match.again(match.entries[:taken])
    mix = 0
    for ply, played in enumerate(match.entries):
        mix = marks.get(ply - 1, mix)
        if ply > again.ply:
            again.mix(mix)
            again.act(played.act)
        if played.chance != again.entries[ply].chance:
            what = f"action {ply} {played.act!r}" if ply else "the start"
            raise SaveError(f"{what}: the dice or cards are not those the secret gives")
    counts = [len(entry.chance) for entry in match.entries]
    return Checked(sum(counts[taken:]), sum(counts[:taken]))
