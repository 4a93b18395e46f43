"""Committed dice: the promise, the players' share, and the check afterwards."""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

import gunki
from gunki.core import record
from gunki.core.fairness import check, commitment, seed_of
from tests.core.duel import duel, play_out

SECRET = bytes(range(32))
NONCES = {"red": "00112233445566778899aabbccddeeff", "blue": ""}

__all__ = ["duel"]


def fair(**changes: Any) -> gunki.Match:
    """A whole game with committed dice, and what is told about them at its end."""
    match = play_out(gunki.new("duel", seed=seed_of(SECRET, NONCES)), random.Random(1), 25)
    told = {"commitment": commitment(SECRET), "secret": SECRET.hex(), "nonces": dict(NONCES), "from": 0}
    match.header = replace(match.header, fairness=told | changes)
    return match


def test_promise_and_seed_can_be_computed_by_anybody() -> None:
    assert commitment(SECRET) == sha256(SECRET).hexdigest()
    text = f"gunki dice\n{SECRET.hex()}\nred:{NONCES['red']}\nblue:"
    assert seed_of(SECRET, NONCES) == int(sha256(text.encode()).hexdigest(), 16)
    assert seed_of(SECRET, {**NONCES, "blue": "ff" * 8}) != seed_of(SECRET, NONCES)


@pytest.mark.usefixtures("duel")
def test_an_honest_game_passes_also_after_it_was_saved() -> None:
    match = fair()
    answers = sum(len(entry.chance) for entry in match.entries)
    assert answers > 3
    assert check(match) == answers
    assert check(gunki.loads(record.dumps(match))) == answers


@pytest.mark.usefixtures("duel")
def test_a_game_that_went_on_from_another_is_checked_from_there() -> None:
    old = play_out(gunki.new("duel", seed=5), random.Random(1), 10)
    ply = old.ply
    match = play_out(old.fork(seed_of(SECRET, NONCES)), random.Random(2), 10)
    told = {"commitment": commitment(SECRET), "secret": SECRET.hex(), "nonces": dict(NONCES), "from": ply}
    match.header = replace(match.header, fairness=told)
    assert check(match) == sum(len(entry.chance) for entry in match.entries[ply + 1 :])
    match.header = replace(match.header, fairness=told | {"from": 0})
    with pytest.raises(gunki.SaveError, match="not those the secret gives"):
        check(match)


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"commitment": "0" * 64}, "not the one promised"),
        ({"nonces": {"red": "", "blue": ""}}, "do not make the seed"),
        ({"nonces": {"red": NONCES["red"]}}, "one entry for each of red, blue"),
        ({"nonces": {"red": "xyz", "blue": ""}}, r"nonces\.red"),
        ({"secret": "12"}, r"fairness\.secret"),
        ({"commitment": None}, r"fairness\.commitment"),
        ({"from": -1}, r"fairness\.from"),
        ({"from": "0"}, r"fairness\.from"),
    ],
)
def test_what_does_not_fit_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(gunki.SaveError, match=words):
        check(fair(**changes))


@pytest.mark.usefixtures("duel")
def test_a_changed_die_is_found() -> None:
    match = fair()
    ply = next(i for i, e in enumerate(match.entries) if any(kind == "roll" for kind, _ in e.chance))
    entry = match.entries[ply]
    changed = tuple(
        (kind, tuple(7 - v for v in values)) if kind == "roll" else (kind, values) for kind, values in entry.chance
    )
    match.entries[ply] = replace(entry, chance=changed)
    with pytest.raises(gunki.SaveError, match=f"action {ply} "):
        check(match)


@pytest.mark.usefixtures("duel")
def test_games_without_a_promise_have_nothing_to_check() -> None:
    with pytest.raises(gunki.SaveError, match="nothing to check"):
        check(gunki.new("duel", seed=1))
