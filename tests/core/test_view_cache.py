"""Views and scenes cached from one decision to the next equal freshly made ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import gunki
from gunki.core.matches.match import Match
from gunki.core.matches.resume import resume_match, state_of
from tests.support import often

#: One decision in this many is taken back and answered anew.
TAKEN_BACK = 12
#: Every nth ply also compares the views and scenes that are copied for their caller.
COPIED = 20
#: Decisions of a game of hexes.
HEXES = often(40, 400)
#: More decisions than a random game of areas takes.
WHOLE = 1000


def view_afresh(match: Match, setup: Any) -> Match:
    """Return the same match without any cache: resumed from plain data, with a setup of its own."""
    return resume_match(match.game, setup, match.header, match.entries, state_of(match))


def play_moments(match: Match, decisions: int, seed: int) -> Iterator[Match]:
    """Yield the match at each decision of random play and at its end."""
    rng = random.Random(seed)
    yield match
    for _ in range(decisions):
        if match.decision is None:
            break
        if match.ply and rng.randrange(TAKEN_BACK) == 0:
            match.undo(match.seats)
        else:
            match.act(rng.choice(match.decision.options))
        yield match


def find_differences(match: Match, first: Match) -> list[str]:
    """Return the differences between a match with caches and a fresh one."""
    found = []
    for seat in (*match.seats, None):
        right = {"view": first.split_view(seat).whole, "scene": first.split_scene(seat).whole}
        told = [
            ("view", "in layers", match.split_view(seat).whole),
            ("scene", "in layers", match.split_scene(seat).whole),
        ]
        if match.ply % COPIED == 0:  # copies for their owners take the most time
            told += [(what, "alone", getattr(match, what)(seat)) for what in right]
            told += [(what, "alone, at first", getattr(first, what)(seat)) for what in right]
        found += [
            f"ply {match.ply}, {what} of {seat} {how}: {sorted(key for key in other if other[key] != right[what][key])}"
            for what, how, other in told
            if other != right[what]
        ]
    return found


@pytest.mark.parametrize(
    ("game", "scenario", "options", "decisions"),
    [
        # A whole game each, in which everything changes that the aims look at: bids, turns, powers, control, the end.
        ("nobunaga", None, {"bid_supply_areas": True}, WHOLE),
        ("honganji", "three_players", {}, WHOLE),
        ("nobunaga", None, {}, 20),
        ("honganji", None, {}, 40),
        ("kanto", None, {}, HEXES),
        ("hideyoshi", "shizugatake", {}, HEXES),
        ("kenshin", None, {}, HEXES),
    ],
)
def test_cached_views_and_scenes_equal_fresh_ones(
    game: str, scenario: str | None, options: Mapping[str, Any], decisions: int
) -> None:
    match = gunki.new(game, scenario, options=options, seed=1)
    setup = match.game.setup(scenario, options, {})  # with tables of its own it is made anew
    assert setup is not match.setup
    for moment in play_moments(match, decisions, 1):
        assert find_differences(moment, view_afresh(moment, setup)) == []
    assert match.result is not None or decisions < WHOLE, "it was to be played to its end"


@pytest.mark.parametrize(
    ("game", "scenario", "options"),
    [
        ("nobunaga", None, {}),
        ("nobunaga", None, {"bid_supply_areas": True}),
        ("honganji", "three_players", {}),
    ],
)
def test_aims_are_equal_where_their_cache_keys_are(game: str, scenario: str | None, options: Mapping[str, Any]) -> None:
    """More games, only for the key that decides whether aims are cached (`Position.aims_cache_key`)."""
    for seed in range(2, 5):
        match = gunki.new(game, scenario, options=options, seed=seed)
        known: dict[str, dict[str, Any]] = {}
        for moment in play_moments(match, WHOLE, seed):
            aims = {seat: moment.aims(seat) for seat in moment.seats}
            assert known.setdefault(repr(moment.position.aims_cache_key()), aims) == aims, (
                f"seed {seed}, ply {moment.ply}"
            )
