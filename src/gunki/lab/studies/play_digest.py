"""Short digests of how a game was played: equal play gives equal digests on every machine.

One digest covers fifty decisions. Of each decision it covers the seat that decides, the decision with the number of its
clause, the texts of the options in their order, the answer, and the dice and cards. The last digest also covers the
result. Names of fields, steps and books are left out, so that they can be changed.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from gunki.core.definition.clauses import number
from gunki.core.matches.match import Match

EVERY = 50


class Digest:
    """Digests of one match.

    Call `add_decision` and `add_answer` for each decision, and `add_result` at the end.
    """

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
        """Add the open decision of the match and its options."""
        decision = match.decision
        assert decision is not None
        options = [str(option) for option in decision.options]
        self._put(decision.who, decision.name, number(decision.clause), decision.kind, options)

    def add_answer(self, match: Match) -> None:
        """Add the last answer of the match, and what chance gave after it."""
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
        """Add the result of the match and close the last digest."""
        result = match.result
        if result is not None:
            self._put(list(result.winners), result.reason, number(result.clause), list(result.points))
        self._close()

    def whole_digest(self) -> str:
        """Return one digest for the whole game."""
        return blake2b("".join(self.digests).encode(), digest_size=16).hexdigest()
