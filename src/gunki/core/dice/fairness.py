"""Fair dice: every player can check that nobody, not even the host, has chosen the dice.

Before the match the host draws a secret and shows its hash. Every player does the same with a number: first all players
show the hashes (they commit), then the numbers (they reveal). The seed is made of the secret and all numbers, so nobody
can choose the dice. The secret is shown at the end, so that everybody can check them.

In version 1 the players showed their numbers at once: a host who played could try many numbers before giving one. In
version 2 a host could claim take-backs that never happened, and choose among the dice after them. Since version 3 every
player who agrees to a take-back gives a fresh number (`gunki.core.dice.dice_after_undo`).

A record alone proves little, because the person who wrote it could have invented the secret too. So each player keeps a
receipt of what the host showed at the start (`gunki.core.dice.receipts`), and the record must agree with it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from gunki.core.dice.commitment_fields import HASH, NONCE, commits_in, match_in, origin_in, text_in, version_in
from gunki.core.dice.dice_after_undo import Marks, Renewals, dice_epoch_for, marks_in, renewals_in
from gunki.core.errors import SaveError

if TYPE_CHECKING:
    from gunki.core.matches.match import Match

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """Return the hash of the secret, which the host shows before the first roll."""
    return sha256(secret).hexdigest()


def commit_of(match: str, seat: str, nonce: str) -> str:
    """Return the hash of a player's number, which is shown before any number.

    The hash is valid only in this match and for this seat.
    """
    return sha256(f"gunki nonce\n{match}\n{seat}\n{nonce}".encode()).hexdigest()


def seed_of(match: str, secret: bytes, nonces: Mapping[str, str]) -> int:
    """Return the seed made of a secret and the players' numbers. `nonces` must be in the order of the seats."""
    return _number(["gunki dice 2", match, secret.hex(), *_lines(nonces)])


def seed_of_version_1(secret: bytes, nonces: Mapping[str, str]) -> int:
    """Return the seed as version 1 computes it, in which the id of the match is not a part of it."""
    return _number(["gunki dice", secret.hex(), *_lines(nonces)])


def _lines(nonces: Mapping[str, str]) -> list[str]:
    return [f"{seat}:{nonce}" for seat, nonce in nonces.items()]


def _number(lines: Sequence[str]) -> int:
    return int.from_bytes(sha256("\n".join(lines).encode()).digest(), "big")


def origin_fields(lines: int) -> dict[str, Any]:
    """Return the fields `from` and `dealt` of a record whose first `lines` lines come from another game.

    The start counts as a line.
    """
    return {"from": max(lines - 1, 0), "dealt": lines == 0}


@dataclass(frozen=True, slots=True)
class DiceCommitment:
    """The dice commitment of a record: all that the record says about its dice."""

    version: int
    commitment: str
    secret: bytes
    #: The hash of each person's number, by participant (empty in version 1), and the numbers themselves.
    commits: Mapping[str, str]
    nonces: Mapping[str, str]
    #: How many actions come from another game, and whether the cards and dice of the start are this game's own.
    first: int
    dealt: bool
    match: str | None
    marks: Marks
    renewals: Renewals

    @property
    def lines_taken_over(self) -> int:
        """How many lines of the record come from another game; the start counts as a line."""
        return 0 if self.dealt else self.first + 1

    @property
    def take_back_count(self) -> int:
        """How many take-backs of a revealed roll or deal the record counts."""
        return self.marks[-1][1] if self.marks else 0

    @property
    def seed(self) -> int:
        """The seed that the secret and the players' numbers make."""
        if self.version == 1:
            return seed_of_version_1(self.secret, self.nonces)
        assert self.match is not None
        return seed_of(self.match, self.secret, self.nonces)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How many rolls and deals were checked and are right, and how many come from another game and cannot be checked.

    `unproven` is how many of the right ones come after a take-back that the host could have invented.
    """

    checked: int
    taken_over: int
    unproven: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether every roll and deal was checked."""
        return not self.taken_over

    @property
    def is_proven(self) -> bool:
        """Whether it is certain that the host chose no roll or deal."""
        return self.is_complete and not self.unproven


def check(match: Match, proven: Collection[int] | None = None) -> CheckResult:
    """Check a whole record against the secret that it reveals. Raise a SaveError that names the first error.

    `proven` holds the take-backs that a receipt proves (`receipts.compare`); 1 stands for the first take-back. Without
    a receipt, a take-back is accepted as proven if a player gave a number for it.
    """
    promise = promise_of(match)
    if commitment(promise.secret) != promise.commitment:
        raise SaveError("fairness.commitment: the secret shown now is not the one promised at the start")
    for seat, commit in promise.commits.items():
        if commit_of(str(promise.match), seat, promise.nonces[seat]) != commit:
            raise SaveError(f"fairness.nonces.{seat}: not the number committed to before the numbers were shown")
    if promise.seed != match.header.seed:
        raise SaveError("fairness.nonces: secret and players' numbers do not make the seed of this game")
    if match.header.dice is not None:
        raise SaveError("dice: these were typed in by hand; the secret says nothing about them")
    return _compare_with_replay(match, promise, promise.renewals if proven is None else proven)


def promise_of(match: Match) -> DiceCommitment:
    """Return the dice commitment of a record; every field is checked."""
    document = match.header.fairness
    if document is None:
        raise SaveError("this game was not played with committed dice: there is nothing to check")
    first, dealt = origin_in(document, "fairness.")
    if first > match.ply:
        raise SaveError(f"fairness.from: {first} actions taken over, but the game has {match.ply}")
    version = version_in(document, "fairness.")
    marks = marks_in(document)
    if marks and not first <= marks[0][0] <= marks[-1][0] <= match.ply:
        raise SaveError(f"fairness.taken_back: expected plies from {first} to {match.ply}")
    nonces = _nonces(document, match.seats)
    return DiceCommitment(
        version,
        text_in(document, "commitment", HASH, "64 hexadecimal digits", "fairness."),
        bytes.fromhex(text_in(document, "secret", HASH, "64 hexadecimal digits", "fairness.")),
        {} if version == 1 else _commits(document, nonces),
        nonces,
        first,
        dealt,
        match_in(document, version, "fairness."),
        marks,
        renewals_in(document, marks),
    )


def _nonces(document: Mapping[str, Any], seats: Sequence[str]) -> dict[str, str]:
    nonces = document.get("nonces")
    if not isinstance(nonces, Mapping) or set(nonces) != set(seats):
        raise SaveError(f"fairness.nonces: expected one entry for each of {', '.join(seats)}")
    for seat, nonce in nonces.items():
        if not isinstance(nonce, str) or (nonce and not NONCE.fullmatch(nonce)):
            raise SaveError(f"fairness.nonces.{seat}: expected 16 to 64 hexadecimal digits, or nothing for a bot")
    return {seat: nonces[seat] for seat in seats}


def _commits(document: Mapping[str, Any], nonces: Mapping[str, str]) -> dict[str, str]:
    """Return the hashes by participant. Raise SaveError unless exactly the participants with a number have a hash."""
    commits = commits_in(document, "fairness.")
    persons = [seat for seat, nonce in nonces.items() if nonce]
    if set(commits) != set(persons):
        raise SaveError(f"fairness.commits: expected one entry for each number: {', '.join(persons) or 'none'}")
    return {seat: commits[seat] for seat in persons}


def _compare_with_replay(match: Match, promise: DiceCommitment, proven: Collection[int]) -> CheckResult:
    """Replay the game with dice from the seed alone, and compare every roll and deal, also those of the start."""
    first_own_line, marks = promise.lines_taken_over, dict(promise.marks)
    again = match.replay_from_start(match.entries[:first_own_line])
    count = unproven = 0
    for ply, played in enumerate(match.entries):
        count = marks.get(ply - 1, count)
        if ply > again.ply:
            again.set_dice_epoch(dice_epoch_for(count, promise.renewals))
            again.act(played.act)
        if played.chance != again.entries[ply].chance:
            what = f"action {ply} {played.act!r}" if ply else "the start"
            raise SaveError(f"{what}: the dice or cards are not those the secret gives")
        if ply >= first_own_line and count and count not in proven:
            unproven += len(played.chance)
    counts = [len(entry.chance) for entry in match.entries]
    return CheckResult(sum(counts[first_own_line:]), sum(counts[:first_own_line]), unproven)
