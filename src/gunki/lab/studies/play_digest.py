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
        self.digests: list[str] = []
        self._hash = blake2b(digest_size=8)
        self._answer_count = 0

    def _put(self, *values: Any) -> None:
        self._hash.update(json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode())

    def _close(self) -> None:
        self.digests.append(self._hash.hexdigest())
        self._hash = blake2b(digest_size=8)

    def add_decision(self, match: Match) -> None:
        decision = match.decision
        assert decision is not None
        options = [str(option) for option in decision.options]
        self._put(decision.who, decision.name, number(decision.clause), decision.kind, options)

    def add_answer(self, match: Match) -> None:
        """After an answer: what it was, and what chance had to say."""
        entry = match.entries[-1]
        cards = match.setup.lexicon.domains.get("card", ())
        chance_values = [
            [cards[v] for v in values] if kind == "deal" else list(values) for kind, values in entry.chance
        ]
        self._put(entry.who, entry.act, chance_values)
        self._answer_count += 1
        if self._answer_count % EVERY == 0:
            self._close()

    def add_result(self, match: Match) -> None:
        result = match.result
        if result is not None:
            self._put(list(result.winners), result.reason, number(result.clause), list(result.points))
        self._close()

    def whole_digest(self) -> str:
        """One digest for all of the game."""
        return blake2b("".join(self.digests).encode(), digest_size=16).hexdigest()
