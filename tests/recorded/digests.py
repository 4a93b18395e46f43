"""Recorded games with digests of their play (gunki.lab.studies.play_digest).

A change that should not affect play must reproduce them.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import gunki
from gunki.core.dice.chance import Generator
from gunki.core.rules.procedure import Ask
from gunki.core.state.position import Position
from gunki.lab.studies.play_digest import Digest

GAMES = Path(__file__).parent / "games"
#: Counts of decision trees, by game and ply.
TREES = Path(__file__).parent / "trees.json"


@dataclass(slots=True)
class Recorded:
    """A whole game: its start, its answers, and a digest for each fifty decisions and the rest."""

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
        """Yield the match before each answer, and at its end."""
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


def digests(recorded: Recorded, look: Callable[[int, gunki.Match], None]) -> Iterator[str]:
    """Replay with today's rules and yield each digest, so that a comparison can stop at the first difference.

    `look` is called before each answer with the ply and the match.
    """
    digest, told = Digest(), 0
    match = recorded.begin()
    for ply, act in enumerate(recorded.acts):
        look(ply, match)
        digest.add_decision(match)
        match.act(act)
        digest.add_answer(match)
        yield from digest.digests[told:]
        told = len(digest.digests)
    digest.add_result(match)
    yield from digest.digests[told:]


def tree(position: Position, depth: int) -> list[int]:
    """Return the number of ways to answer the next decision, the next two, and so on; chance answers from one seed."""
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
