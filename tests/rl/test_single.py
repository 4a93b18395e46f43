"""Gymnasium environments: one seat against bots."""

from __future__ import annotations

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import gunki
from gunki.rl import SingleEnv, single
from tests.support import often

SCENARIOS = [(ident, scenario) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]


def walk(env: SingleEnv, most: int, seed: int = 1) -> list[tuple[Any, ...]]:
    """A random game of the agent: what each step gave."""
    rng = random.Random(seed)
    seen, info = env.reset(seed=seed)
    found: list[tuple[Any, ...]] = [(seen, 0.0, False, False, info)]
    for _ in range(most):
        found.append(env.step(int(rng.choice(np.flatnonzero(seen["action_mask"])))))
        seen, _, over, stopped, _ = found[-1]
        if over or stopped:
            break
    return found


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_gymnasium_finds_nothing_wrong(ident: str) -> None:
    with warnings.catch_warnings():  # it warns of wide ranges, and of an unwrapped environment
        warnings.simplefilter("ignore", UserWarning)
        check_env(single(ident, render_mode="ansi"))


@pytest.mark.parametrize(("ident", "scenario"), SCENARIOS)
def test_every_scenario_has_an_id(ident: str, scenario: str) -> None:
    for name in (f"gunki/{ident}-{scenario}-v0", *([f"gunki/{ident}-v0"] if scenario == _first(ident) else ())):
        env = gymnasium.make(name, opponent="random", disable_env_checker=True)
        inner = env.unwrapped
        assert isinstance(inner, SingleEnv)
        assert (inner.play.game.id, inner.play.setup.scenario) == (ident, scenario)


def _first(ident: str) -> str:
    return gunki.game(ident).scenarios[0]


def test_only_the_agent_is_asked_and_the_end_is_its_own() -> None:
    rewarded = set()
    for seed, seat in enumerate(("oda", "anti_oda") * 2):
        env = single("nobunaga", seat=seat)
        last = walk(env, 2000, seed)
        assert all(step[0]["observation"][0] == env.play.seats.index(seat) for step in last)
        assert all(step[0]["action_mask"].any() for step in last[:-1])
        assert [step[1] for step in last[:-1]] == [0.0] * (len(last) - 1)
        _, reward, over, stopped, info = last[-1]
        assert (over, stopped) == (True, False)
        result = env.match().result
        assert result is not None
        assert reward == (1.0 if result.winner == seat else -1.0)
        points = dict(zip(env.play.seats, result.points, strict=True))
        assert info == {"result": result.reason, "clause": result.clause, "points": points}
        rewarded.add(reward)
        assert env.step(0)[1:3] == (0.0, True), "after the end nothing more happens"
    assert rewarded == {1.0, -1.0}


def test_the_same_seed_gives_the_same_game() -> None:
    for opponent in ("random", "greedy:8"):
        one, two = (walk(single("nobunaga", opponent=opponent), 25, 3) for _ in range(2))
        assert len(one) == len(two)
        for a, b in zip(one, two, strict=True):
            assert a[1:] == b[1:]
            assert all(np.array_equal(a[0][name], b[0][name]) for name in a[0])


def test_unseeded_games_differ_and_follow_from_the_last_seed() -> None:
    env, other = single("nobunaga"), single("nobunaga")
    seeds = []
    for each in (env, other):
        each.reset(seed=4)
        each.reset()
        seeds.append(each.play.seed)
        each.reset()
        seeds.append(each.play.seed)
    assert seeds[:2] == seeds[2:]
    assert seeds[0] != seeds[1]


@pytest.mark.parametrize("ident", ["nobunaga", "kanto"])
def test_bots_play_here_as_they_do_in_a_match(ident: str) -> None:
    """The same seed, the same agent: what greedy bots answer in a match, they answer here."""
    from gunki.bots import bot, bot_seed, bot_view

    match = gunki.new(ident, seed=2)
    env = single(ident, seat=match.seats[1], opponent="greedy:8")
    walk(env, often(6, 60), 2)
    others = {match.seats[0]: bot("greedy:8", bot_seed(2, match.seats[0]))}
    for act in env.play.acts:
        decision = match.decision
        assert decision is not None
        text = str(match.setup.lexicon.action(act))
        if decision.who in others:
            assert str(others[decision.who].choose(bot_view(match, decision))) == text
        match.act(text)
    assert {entry.who for entry in match.entries[1:]} == set(match.seats)


def test_a_forbidden_action_changes_nothing_and_is_explained() -> None:
    env = single("nobunaga")
    seen, _ = env.reset(seed=1)
    before = env.play.position.digest()
    forbidden = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    after, reward, over, stopped, info = env.step(forbidden)
    assert "(nobunaga:" in info["refused"]
    assert (reward, over, stopped) == (0.0, False, False)
    assert env.play.position.digest() == before
    assert np.array_equal(after["action_mask"], seen["action_mask"])
    assert env.cycles == 1
    assert "refused" not in env.step(int(np.flatnonzero(seen["action_mask"])[0]))[4]
    assert np.array_equal(env.action_masks(), env.play.observe(0)["action_mask"].astype(bool))


def test_max_cycles_stop_it_even_if_nothing_is_ever_allowed() -> None:
    env = single("kanto", max_cycles=5)
    env.reset(seed=1)
    stopped = [env.step(511)[3] for _ in range(5)]
    assert stopped == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seat": "hojo"}, "seat: expected one of oda, anti_oda; found 'hojo'"),
        ({"opponent": "genius"}, "unknown bot 'genius'"),
        ({"opponent": "greedy:0"}, "after the colon a whole number"),
        ({"max_cycles": -1}, "max_cycles: expected"),
        ({"render_mode": "human"}, "render_mode: expected one of"),
    ],
)
def test_what_an_environment_cannot_be_is_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(gunki.OptionError, match=message):
        single("nobunaga", **given)
