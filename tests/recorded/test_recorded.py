"""Recorded games are played the same today, decision for decision.

Where a rule was corrected on purpose, `python -m tests.recorded.record` plays them anew; the changelog names the clause
and `rules_version` goes up.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gunki
from gunki.lab.studies.play_digest import EVERY
from tests.recorded.digests import GAMES, TREES, digests, read, tree

KINDS = ("random", "greedy", "again", "options")
FILES = sorted(GAMES.glob("*.json.xz"))
COUNTED: dict[str, dict[str, list[int]]] = json.loads(TREES.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return path.name.removesuffix(".json.xz")


def test_every_scenario_has_its_games() -> None:
    names = {name_of(path) for path in FILES}
    scenarios = [f"{ident}-{scenario}" for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]
    assert names == {f"{scenario}-{kind}" for scenario in scenarios for kind in KINDS}
    assert set(COUNTED) == names


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_play_is_the_same(path: Path) -> None:
    """The digests are equal, and at some decisions the tree of answers has as many leaves, checked in one replay."""
    recorded, counts = read(path), COUNTED[name_of(path)]
    found: dict[str, list[int]] = {}

    def look(ply: int, match: gunki.Match) -> None:
        if str(ply) in counts:
            found[str(ply)] = tree(match.position, len(counts[str(ply)]))

    for place, (now, then) in enumerate(zip(digests(recorded, look), recorded.digests, strict=True)):
        assert now == then, f"decisions {place * EVERY + 1} to {(place + 1) * EVERY} are played otherwise"
    assert found == counts
