"""Games that were played once are played the same way today, decision for decision.

Where a rule was corrected on purpose, `python -m tests.recorded.record` plays them anew; the changelog names the clause
and `rules_version` goes up.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gunki
from tests.recorded.digests import EVERY, GAMES, TREES, digests, read, tree

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
    recorded = read(path)
    for place, (now, then) in enumerate(zip(digests(recorded), recorded.digests, strict=True)):
        assert now == then, f"decisions {place * EVERY + 1} to {(place + 1) * EVERY} are played otherwise"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_decision_trees_have_as_many_leaves(path: Path) -> None:
    counts = COUNTED[name_of(path)]
    found = {
        str(ply): tree(match.position, len(counts[str(ply)]))
        for ply, match in enumerate(read(path).replayed())
        if str(ply) in counts
    }
    assert found == counts
