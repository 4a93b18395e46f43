"""The parts of the score that players see add up to the points, in every game and position."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import gunki
from gunki import bots
from tests.support import often


def positions(game: str, how: str) -> Iterator[gunki.Match]:
    """Yield matches on their way to an end, played at random or by the game's bot."""
    for seed in (1,) if how != "random" else (1, 2, 3):
        match, rng = gunki.new(game, seed=seed), random.Random(seed)
        players = {seat: bots.bot(how, seed=seed) for seat in match.seats}
        for _ in range(50 if how != "random" else 1500):
            decision = match.decision
            if decision is None:
                break
            match.act(players[decision.who].choose(bots.bot_view(match, decision)))
            if rng.random() < often(3, 10) / 100:
                yield match
        yield match


@pytest.mark.parametrize("how", ["random", "greedy:20"])
@pytest.mark.parametrize("game", gunki.game_ids())
def test_the_parts_of_the_score_add_up(game: str, how: str) -> None:
    scored = 0
    for match in positions(game, how):
        rows = [row for count in match.scene(None)["counts"] for row in count["rows"] if {"parts", "side"} <= set(row)]
        points = {row["side"]: row["value"] for row in rows}  # players who are knocked out have no row
        assert set(points) <= set(match.seats)
        for row in rows:
            assert sum(part["value"] for part in row["parts"]) == row["value"], (match.ply, row)
            for part in row["parts"]:
                assert part["clause"] in match.game.clauses
            scored += len(row["parts"])
        if match.result is not None:
            assert match.result.points == tuple(points.get(seat, 0) for seat in match.seats)
    assert scored or game in ("kanto", "hideyoshi")  # nothing has been won so early
