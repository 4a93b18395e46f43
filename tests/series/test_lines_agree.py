"""Section 11: the several ways to find whether a force has a line agree."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gunki
from gunki.core.dice.chance import searcher_chance
from gunki.series.gunyuden.rules.lines_of_communication import has_line, lines, without_line

GAMES = [("kanto", "conquest_of_kanto"), *(("hideyoshi", name) for name in gunki.game("hideyoshi").scenarios)]
#: Decisions of a random game from one look at all lines to the next.
EVERY = 400


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_every_way_to_find_lines_finds_the_same_forces(game: str, scenario: str) -> None:
    rng = random.Random(11)
    chance = searcher_chance(rng)
    g: Any = gunki.new(game, scenario=scenario, seed=11).position.clone()
    decisions, with_line, cut_off = 0, 0, 0
    while g.wait is not None:
        decisions += 1
        if decisions % EVERY == 0:
            forces = [f for f in g.forces() if g.side(f) >= 0]
            traced = {f for f in forces if f in lines(g, g.setup.army[f])}
            cut = set(without_line(g, forces))
            assert set(forces) - cut == traced
            # one by one, with the caches of earlier answers; Nobunaga needs no line
            assert {f for f in forces if has_line(g, f)} == {f for f in forces if f in traced or not g.needs_line(f)}
            with_line, cut_off = with_line + len(traced), cut_off + len(cut)
        options = g.options()
        g.apply(options[int(rng.random() * len(options))], chance)
    assert with_line
    assert cut_off
