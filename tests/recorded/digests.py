"""What a game was like to play, as short digests: the gate for every change that is to leave play alone.

A digest stands for fifty decisions: who decides, the question with the number of its clause, the texts of the options
in their order, the answer, the dice and cards; at the end the result. Names of fields, steps and books are not in it:
these are free to change.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import gunki
from gunki.core.chance import Generator
from gunki.core.clauses import number
from gunki.core.position import Position
from gunki.core.procedure import Ask

EVERY = 50
GAMES = Path(__file__).parent / "games"
#: Counts of decision trees, by game and place in it.
TREES = Path(__file__).parent / "trees.json"


@dataclass(slots=True)
class Recorded:
    """A whole game: how it began, what was answered, and a digest for each fifty decisions and the rest."""

    game: str
    scenario: str
    options: dict[str, Any]
    seed: int
    players: str
    acts: list[str] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)

    def begin(self) -> gunki.Match:
        return gunki.new(self.game, self.scenario, seed=self.seed, options=self.options)

    def replayed(self) -> Iterator[gunki.Match]:
        """The match before each answer, and at its end."""
        match = self.begin()
        for act in self.acts:
            yield match
            match.act(act)
        yield match

    def write(self, path: Path) -> None:
        text = json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))
        path.write_bytes(lzma.compress(text.encode(), preset=9))


def read(path: Path) -> Recorded:
    return Recorded(**json.loads(lzma.decompress(path.read_bytes())))


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

    def asked(self, match: gunki.Match) -> None:
        decision = match.decision
        assert decision is not None
        options = [str(option) for option in decision.options]
        self._put(decision.who, decision.name, number(decision.clause), decision.kind, options)

    def answered(self, match: gunki.Match) -> None:
        """After an answer: what it was, and what chance had to say."""
        entry = match.entries[-1]
        cards = match.setup.lexicon.domains.get("card", ())
        told = [[cards[v] for v in values] if kind == "deal" else list(values) for kind, values in entry.chance]
        self._put(entry.who, entry.act, told)
        self._taken += 1
        if self._taken % EVERY == 0:
            self._close()

    def ended(self, match: gunki.Match) -> None:
        result = match.result
        if result is not None:
            self._put(list(result.winners), result.reason, number(result.clause), list(result.points))
        self._close()


def digests(recorded: Recorded) -> Iterator[str]:
    """Replayed with today's rules: one digest after the other, so that whoever compares can stop at the first."""
    digest, told = Digest(), 0
    match = recorded.begin()
    for act in recorded.acts:
        digest.asked(match)
        match.act(act)
        digest.answered(match)
        yield from digest.found[told:]
        told = len(digest.found)
    digest.ended(match)
    yield from digest.found[told:]


def tree(position: Position, depth: int) -> list[int]:
    """How many ways there are to answer the next question, the next two, and so on; chance answers from one seed."""
    counts = [0] * depth
    chance = Generator(0)

    def descend(here: Position, level: int) -> None:
        if not isinstance(here.wait, Ask):
            return
        options = here.options()
        counts[level] += len(options)
        if level + 1 < depth:
            for act in options:
                child = here.clone()
                child.apply(act, chance)
                descend(child, level + 1)

    descend(position, 0)
    return counts
