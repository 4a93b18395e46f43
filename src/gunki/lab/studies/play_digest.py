"""What a game was like to play, as short digests: equal play gives equal digests, whatever it runs on.

A digest stands for fifty decisions: who decides, the question with the number of its clause, the texts of the options
in their order, the answer, the dice and cards; at the end the result. Names of fields, steps and books are not in it:
these are free to change.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from gunki.core.definition.clauses import number
from gunki.core.matches.match import Match

EVERY = 50


class Digest:
    """Takes in decision after decision."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._hash = blake2b(digest_size=8)
        self._taken = 0

    def _put(self, *told: Any) -> None:
        self._hash.update(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode())

    def _close(self) -> None:
        self.found.append(self._hash.hexdigest())
        self._hash = blake2b(digest_size=8)

    def asked(self, match: Match) -> None:
        decision = match.decision
        assert decision is not None
        options = [str(option) for option in decision.options]
        self._put(decision.who, decision.name, number(decision.clause), decision.kind, options)

    def answered(self, match: Match) -> None:
        """After an answer: what it was, and what chance had to say."""
        entry = match.entries[-1]
        cards = match.setup.lexicon.domains.get("card", ())
        told = [[cards[v] for v in values] if kind == "deal" else list(values) for kind, values in entry.chance]
        self._put(entry.who, entry.act, told)
        self._taken += 1
        if self._taken % EVERY == 0:
            self._close()

    def ended(self, match: Match) -> None:
        result = match.result
        if result is not None:
            self._put(list(result.winners), result.reason, number(result.clause), list(result.points))
        self._close()

    def whole(self) -> str:
        """One digest for all of the game."""
        return blake2b("".join(self.found).encode(), digest_size=16).hexdigest()
