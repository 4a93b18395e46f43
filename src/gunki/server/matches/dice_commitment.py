"""The server's commitment to the dice of a match, the receipts for this commitment, and what is revealed at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gunki.core.dice.commitment_fields import VERSION
from gunki.core.dice.fairness import commitment, origin_fields
from gunki.core.dice.receipts import receipt
from gunki.server.matches.session import MatchSession
from gunki.server.store.match_store import MatchRow, ParticipantRow
from gunki.server.store.source_codec import entries_in


def dice_commits(participants: Iterable[ParticipantRow]) -> dict[str, str]:
    """Return the hashes that the participants have committed to so far, by seat."""
    return {participant.seat: participant.commit for participant in participants if participant.commit}


def promise_of(row: MatchRow, participants: Mapping[str, ParticipantRow]) -> dict[str, Any]:
    """Return everything from which the dice are made: the secret and all numbers, each with its commitment."""
    nonces = {seat: participant.nonce for seat, participant in participants.items()}
    commits = dice_commits(participants.values())
    old = any(nonces.values()) and not commits
    scheme = {"version": 1} if old else {"version": VERSION, "commits": commits, "taken_back": [], "renewals": {}}
    secret = bytes.fromhex(row.secret)
    return {
        **scheme,
        "match": row.id,
        "commitment": commitment(secret),
        "secret": secret.hex(),
        "nonces": nonces,
        **origin_fields(_lines_taken(row)),
    }


def fairness_of(live: MatchSession) -> Mapping[str, Any]:
    """Return what the end of a match reveals of its dice.

    This also works for a match that has never begun.
    """
    begun = None if live.match is None else live.match.header.fairness
    return promise_of(live.row, live.participants) if begun is None else begun


def receipt_of(live: MatchSession, seat: str) -> dict[str, Any]:
    """Return a participant's receipt. With the receipt, the participant can check the server's dice at the end."""
    promised = commitment(bytes.fromhex(live.row.secret))
    begun = None if live.match is None else live.match.header.fairness
    version = VERSION if begun is None else begun.get("version", 1)
    prior, commits = origin_fields(_lines_taken(live.row)), dice_commits(live.participants.values())
    return receipt(live.id, promised, prior, seat, live.participants[seat].nonce, commits, version)


def _lines_taken(row: MatchRow) -> int:
    """Return how many entries a match takes over from its source."""
    return entries_in(row.source) if row.source else 0
