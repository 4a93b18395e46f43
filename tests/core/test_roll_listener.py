"""A listener of a match hears every roll once, with the position before it takes effect."""

from __future__ import annotations

import random

import pytest

import gunki
from gunki.core.analysis.story import LuckLedger, replay_positions
from gunki.core.matches.match import Match, MatchHeader
from gunki.core.rules.procedure import Roll
from gunki.core.state.position import Position

Heard = list[tuple[str, tuple[int, ...], str]]


def start(game: str, heard: Heard, ledger: LuckLedger | None = None) -> Match:
    """Start a match whose listener writes down each roll, its dice and the state it meets."""
    rules = gunki.game(game)
    setup = rules.setup(rules.scenarios[0], {}, None)

    def hear(g: Position, wait: Roll, dice: tuple[int, ...]) -> None:
        heard.append((wait.name, dice, str(g.state())))
        if ledger is not None:
            ledger.note(g, wait, dice)

    header = MatchHeader(rules.id, setup.scenario, setup.options, 11, rules.rules_version, None, None)
    return Match(rules, setup, header, rules.start(setup), on_roll=hear)


@pytest.mark.parametrize("game", ["nobunaga", "kanto", "kenshin"])
def test_the_rolls_that_are_heard_are_those_of_a_replay(game: str) -> None:
    heard: Heard = []
    ledger, again = LuckLedger(2), LuckLedger(2)
    match, rng = start(game, heard, ledger), random.Random(3)
    for _ in range(400):
        if match.decision is None:
            break
        match.act(rng.choice(match.decision.options))
    replayed: Heard = []

    def note(g: Position, wait: Roll, dice: tuple[int, ...]) -> None:
        replayed.append((wait.name, dice, str(g.state())))
        again.note(g, wait, dice)

    for _ in replay_positions(match, note):
        pass
    assert heard == replayed
    assert heard
    assert [ledger.to_dict(seat) for seat in (0, 1)] == [again.to_dict(seat) for seat in (0, 1)]


def test_copies_and_earlier_plies_are_not_heard() -> None:
    heard: Heard = []
    match, rng = start("nobunaga", heard), random.Random(3)
    while not heard:
        assert match.decision is not None
        match.act(rng.choice(match.decision.options))
    before = len(heard)
    fork = match.fork(5)
    for _ in range(100):
        if fork.decision is None:
            break
        fork.act(rng.choice(fork.decision.options))
    match.at(match.ply // 2)
    assert len(heard) == before
