"""A resumed match plays on like the one it was taken from, and refuses what it does not hold."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import gunki
from gunki.core.matches.match import Match
from gunki.core.matches.resume import count_snapshots, forget_cached_views, forget_old_plies, state_of
from gunki.server.store.record_codec import entry_in, entry_out

PLIES = (0, 1, 37, 150)


def played(match: Match, plies: int, seed: int = 11) -> Match:
    rng = random.Random(seed)
    while match.ply < plies and match.decision is not None:
        match.act(rng.choice(match.decision.options))
    return match


def resume(match: Match, latest: int = 0) -> Match:
    """Resume by way of JSON, with entries as a store has them."""
    state = json.loads(json.dumps(state_of(match, latest)))
    entries = json.loads(json.dumps([entry_out(match, entry) for entry in match.entries]))
    return gunki.resume(match.header, [entry_in(entry) for entry in entries], state)


def assert_same(one: Match, other: Match) -> None:
    assert one.position.digest() == other.position.digest()
    assert one.entries == other.entries
    assert (one.ply, one.who, one.result, one.decision) == (other.ply, other.who, other.result, other.decision)
    assert (one.starts_order, one.end_option, one.original_seats) == (
        other.starts_order,
        other.end_option,
        other.original_seats,
    )
    for seat in (*one.seats, None):
        assert one.view(seat) == other.view(seat)
        assert one.scene(seat) == other.scene(seat)
    plies = range(one.ply + 1)
    assert [one.has_started_order(ply) for ply in plies] == [other.has_started_order(ply) for ply in plies]
    assert [one.starts_order_at(ply) for ply in plies] == [other.starts_order_at(ply) for ply in plies]
    assert [one.barrier_at(ply) for ply in plies] == [other.barrier_at(ply) for ply in plies]


@pytest.mark.parametrize("ply", PLIES)
@pytest.mark.parametrize("game", ["nobunaga", "honganji", "kanto", "hideyoshi", "kenshin"])
def test_a_resumed_match_plays_on_like_the_replayed_one(game: str, ply: int) -> None:
    match = played(gunki.new(game, seed=11), ply)
    new = resume(match, latest=8)
    assert_same(new, match)
    for _ in range(25):
        if match.decision is None:
            break
        text = random.Random(match.ply).choice(match.decision.texts)
        assert [event.to_dict() for event in new.act(text)] == [event.to_dict() for event in match.act(text)]
        assert new.position.digest() == match.position.digest()
    assert_same(new, match)
    for back in range(ply, match.ply + 1):
        assert new.at(back).position.digest() == match.at(back).position.digest()
    assert_same(new.at(ply), match.at(ply))


def test_a_finished_match_is_resumed_as_finished() -> None:
    match = played(gunki.new("nobunaga", seed=3), 5000)
    assert match.result is not None
    assert_same(resume(match), match)


def test_typed_dice_are_still_awaited() -> None:
    match = gunki.new("nobunaga", seed=3, dice="typed")
    rng = random.Random(3)
    while match.who != "chance":
        assert match.decision is not None
        match.act(rng.choice(match.decision.options))
    new = resume(match)
    assert_same(new, match)
    assert match.decision is not None
    rolled = "roll" + " 2" * match.decision.data["count"]
    new.act(rolled)
    match.act(rolled)
    assert_same(new, match)


def test_a_composed_match_is_resumed_too() -> None:
    lesson = next(iter(gunki.game("nobunaga").lessons.values()))
    match = played(gunki.compose("nobunaga", lesson.get("scenario"), lesson["position"], seed=2), 9)
    assert_same(resume(match), match)


def test_a_resumed_match_refuses_what_it_does_not_hold() -> None:
    match = played(gunki.new("kenshin", seed=5), 100)
    new = resume(match, latest=10)
    assert (new.first_held_ply, new.resume_ply) == (91, 100)
    assert [event.to_dict() for event in new.events_at(91)] == [event.to_dict() for event in match.events_at(91)]
    for asked in (lambda: new.events_at(90), lambda: new.events, lambda: new.at(99), new.undo):
        with pytest.raises(gunki.AbsentError, match="resumed"):
            asked()
    assert (new.has_snapshot(100), new.has_snapshot(99), match.has_snapshot(99)) == (True, False, True)
    fork = new.fork()
    assert fork.first_held_ply == 91
    for _ in range(80):  # its first position stays, however far it goes
        assert new.decision is not None
        new.act(random.Random(new.ply).choice(new.decision.options))
    assert new.at(103).ply == 103
    new.undo(new.seats)
    assert new.ply == 179
    assert_same(resume(new.at(100)), match)


def test_a_resumed_match_can_be_resumed_again_with_another_header() -> None:
    match = played(gunki.new("kanto", seed=5), 40)
    new = resume(resume(match, latest=4), latest=100)
    assert new.first_held_ply == 37
    new.header = replace(new.header, fairness={"version": 1})
    assert_same(new, match)


@pytest.mark.parametrize("game", ["nobunaga", "hideyoshi"])
def test_a_match_that_lets_go_of_the_past_plays_on_and_says_what_it_does_not_hold(game: str) -> None:
    match, whole = (played(gunki.new(game, seed=11), 100) for _ in range(2))
    forget_old_plies(match, events=20, positions=10)
    forget_cached_views(match)
    assert_same(match, whole)
    assert (match.first_held_ply, match.resume_ply, count_snapshots(match)) == (81, 91, 10)
    assert match.events_at(81) == whole.events_at(81)
    assert_same(match.at(91), whole.at(91))
    for absent in (lambda: match.events_at(80), lambda: match.at(90), lambda: match.events):
        with pytest.raises(gunki.GunkiError):
            absent()
    assert_same(played(match, 120), played(whole, 120))
    assert_same(match.at(95), whole.at(95))
    before = count_snapshots(match)
    forget_old_plies(match, events=1000, positions=1000)
    assert (match.first_held_ply, count_snapshots(match)) == (81, before), "more than it holds is no reason to let go"
