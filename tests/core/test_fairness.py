"""Committed dice: the promise, the players' share, and the check afterwards."""

from __future__ import annotations

import random
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

import gunki
from gunki.core import record
from gunki.core.fairness import Checked, check, commitment, seed_of, taken_over
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
    assert check(match) == Checked(answers, 0)
    assert check(gunki.loads(record.dumps(match))) == Checked(answers, 0)
    assert check(match).complete


@pytest.mark.usefixtures("duel")
def test_a_game_that_went_on_from_another_is_checked_from_there() -> None:
    old = play_out(gunki.new("duel", seed=5), random.Random(1), 10)
    ply = old.ply
    match = play_out(old.fork(seed_of(SECRET, NONCES)), random.Random(2), 10)
    told = {"commitment": commitment(SECRET), "secret": SECRET.hex(), "nonces": dict(NONCES), "from": ply}
    match.header = replace(match.header, fairness=told)
    own = sum(len(entry.chance) for entry in match.entries[ply + 1 :])
    taken = sum(len(entry.chance) for entry in match.entries[: ply + 1])
    assert own > 0 < taken
    assert check(match) == Checked(own, taken)
    assert not check(match).complete
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
        ({"from": True}, r"fairness\.from"),
        ({"from": 10_000}, r"fairness\.from: 10000 actions taken over, but the game has \d+"),
        ({"dealt": 1}, r"fairness\.dealt"),
        ({"from": 3, "dealt": True}, r"fairness\.dealt"),
        ({"version": 0}, r"fairness\.version"),
        ({"version": "1"}, r"fairness\.version"),
        ({"version": 2}, r"fairness\.version: 2 is made by a newer gunki"),
        ({"match": 7}, r"fairness\.match"),
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
def test_the_deal_at_the_start_is_checked_like_any_other() -> None:
    match = fair()
    ((kind, cards), *others) = match.entries[0].chance
    assert kind == "deal"
    match.entries[0] = replace(match.entries[0], chance=((kind, cards[::-1]), *others))
    with pytest.raises(gunki.SaveError, match="the start: the dice or cards are not those the secret gives"):
        check(match)


@pytest.mark.usefixtures("duel")
def test_a_start_that_was_taken_over_is_told_from_ones_own() -> None:
    """Going on from the very start of another game takes its deal over, though no action."""
    old = gunki.new("duel", seed=5)
    dealt = len(old.entries[0].chance)
    match = play_out(old.fork(seed_of(SECRET, NONCES)), random.Random(2), 10)
    told = {"commitment": commitment(SECRET), "secret": SECRET.hex(), "nonces": dict(NONCES)}
    match.header = replace(match.header, fairness=told | taken_over(1))
    assert check(match) == Checked(sum(len(entry.chance) for entry in match.entries) - dealt, dealt)
    for own in (taken_over(0), {"from": 0}):  # the older form does not tell
        match.header = replace(match.header, fairness=told | own)
        with pytest.raises(gunki.SaveError, match="the start"):
            check(match)


@pytest.mark.usefixtures("duel")
def test_games_without_a_promise_have_nothing_to_check() -> None:
    with pytest.raises(gunki.SaveError, match="nothing to check"):
        check(gunki.new("duel", seed=1))
