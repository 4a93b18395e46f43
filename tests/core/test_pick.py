"""`Position.pick` draws what `Position.options` lists, each with the same chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import gunki
from gunki.core.dice.chance import searcher_chance
from gunki.core.rules.procedure import Ask
from gunki.core.state.position import Position

DRAWS_PER_OPTION = 60


def walk(game: str, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game, each with a question whose options were not listed yet."""
    rng = random.Random(seed)
    chance, position = searcher_chance(rng), gunki.new(game, seed=seed).position.clone()
    while position.wait is not None:
        yield position
        position.apply(rng.choice(position.options()), chance)


def find_questions(game: str, count: int) -> list[Position]:
    """Find positions with different questions: those with barred candidates first, then any others."""
    barred: dict[tuple[str, str], Position] = {}
    others: dict[tuple[str, str], Position] = {}
    for ply, position in enumerate(walk(game, 5)):
        ask: Any = position.wait
        key = type(position.stack[-1]).__name__, ask.name
        options, fresh = position.options(), position.clone()
        fresh.restore_wait()
        if 2 <= len(options) <= 60:
            (barred if len(options) < len(ask.candidates) else others).setdefault(key, fresh)
        if len(barred) >= count or ply == 1000:
            break
    return [*barred.values(), *others.values()][:count]


@pytest.mark.parametrize("game", gunki.game_ids())
def test_every_option_is_drawn_equally_often(game: str) -> None:
    questions = find_questions(game, 3)
    assert questions
    for position in questions:
        rng, listed = random.Random(11), position.clone()
        listed.restore_wait()
        options = listed.options()
        expected, freedom = DRAWS_PER_OPTION, len(options) - 1
        drawn = Counter(position.pick(rng) for _ in range(expected * len(options)))
        assert drawn.keys() <= set(options)
        deviation = sum((drawn[act] - expected) ** 2 / expected for act in options)
        assert deviation < freedom + 4 * (2 * freedom) ** 0.5 + 4, (position.stack[-1], deviation, freedom)


@pytest.mark.parametrize("game", gunki.game_ids())
def test_every_drawn_option_is_legal(game: str) -> None:
    rng = random.Random(3)
    for ply, position in enumerate(walk(game, 9)):
        act = position.pick(rng)
        assert position.memo is None
        assert act in position.options()
        if ply == 600:
            break


def test_options_that_are_listed_or_exact_are_not_judged_again() -> None:
    position = next(walk("nobunaga", 1)).clone()
    candidates = [("a",), ("b",)]
    for ask in (Ask(0, "q", "1", candidates, "then", bars="none", exact=True), Ask(0, "q", "1", candidates, "then")):
        position.wait = ask
        assert position.pick(random.Random(1)) in candidates
    ask = Ask(0, "q", "1", candidates, "then", bars="none")
    ask.legal = [("b",)]
    position.wait = ask
    assert position.pick(random.Random(1)) == ("b",)


def test_nothing_is_drawn_where_there_are_no_options() -> None:
    position = next(walk("nobunaga", 1)).clone()
    position.wait = None
    assert position.pick(random.Random(1)) is None
    position = find_questions("kanto", 1)[0]
    ask: Any = position.wait
    legal = position.clone().options()
    ask.candidates = [act for act in ask.candidates if act not in legal]
    ask.legal = None
    assert ask.bars
    assert ask.candidates
    assert position.pick(random.Random(1)) is None
    assert ask.legal == []
    assert position.options() == []
    assert position.memo is None
