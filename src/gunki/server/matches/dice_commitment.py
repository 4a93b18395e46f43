"""What the server promises about the dice of a match, and what it shows of them when it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gunki.core.dice.commitment_fields import VERSION
from gunki.core.dice.fairness import commitment, taken_over
from gunki.core.dice.receipts import receipt
from gunki.server.matches.session import Live
from gunki.server.store.match_store import ChairRow, MatchRow
from gunki.server.store.source_codec import entries_in


def commits_of(chairs: Iterable[ChairRow]) -> dict[str, str]:
    """What everybody has committed to so far."""
    return {chair.seat: chair.commit for chair in chairs if chair.commit}


def promise_of(row: MatchRow, chairs: Mapping[str, ChairRow]) -> dict[str, Any]:
    """All that the dice are made of: the secret and everybody's number, with what was told before of each."""
    nonces = {seat: chair.nonce for seat, chair in chairs.items()}
    commits = commits_of(chairs.values())
    old = any(nonces.values()) and not commits
    scheme = {"version": 1} if old else {"version": VERSION, "commits": commits, "taken_back": [], "renewals": {}}
    secret = bytes.fromhex(row.secret)
    return {
        **scheme,
        "match": row.id,
        "commitment": commitment(secret),
        "secret": secret.hex(),
        "nonces": nonces,
        **taken_over(_lines_taken(row)),
    }


def fairness_of(live: Live) -> Mapping[str, Any]:
    """What is shown when a match ends, also if it has never begun."""
    begun = None if live.match is None else live.match.header.fairness
    return promise_of(live.row, live.chairs) if begun is None else begun


def receipt_of(live: Live, seat: str) -> dict[str, Any]:
    """What whoever has sat down there may hold against us at the end."""
    promised = commitment(bytes.fromhex(live.row.secret))
    begun = None if live.match is None else live.match.header.fairness
    version = VERSION if begun is None else begun.get("version", 1)
    taken, commits = taken_over(_lines_taken(live.row)), commits_of(live.chairs.values())
    return receipt(live.id, promised, taken, seat, live.chairs[seat].nonce, commits, version)


def _lines_taken(row: MatchRow) -> int:
    """How many lines of its record the match takes over from another game."""
    return entries_in(row.source) if row.source else 0
