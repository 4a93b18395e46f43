"""PettingZoo environments: its own tests, masks that say what the rules say, and nothing that an agent could break."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

import gunki
from gunki.core.encodings.encoder import encode
from gunki.core.rules.procedure import GameOver
from gunki.rl import GunkiEnv, aec, rewards
from gunki.rl.actions import SLOTS, UNSPELLED_PLACES, Listed, Spelled, page_of
from gunki.rl.numbers import NUMBERS
from tests.support import often

with warnings.catch_warnings():  # its tests load an environment in a way that it calls old
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

SCENARIOS = [(ident, scenario) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]
EVERY = pytest.mark.parametrize(("ident", "scenario"), SCENARIOS)
AREAS = ("nobunaga", "honganji")


def steps(env: GunkiEnv, most: int, seed: int = 1) -> Iterator[tuple[str, dict[str, Any]]]:
    """A random game: whoever is asked, and what he sees, before each step."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(most):
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return
        assert seen is not None
        yield env.agent_selection, seen
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))


@EVERY
def test_pettingzoo_finds_nothing_wrong(ident: str, scenario: str) -> None:
    with warnings.catch_warnings():  # it would like agents to be called player_0, and no masks of zeros
        warnings.simplefilter("ignore", UserWarning)
        api_test(aec(ident, scenario), num_cycles=often(30, 1000))
        seed_test(lambda: aec(ident, scenario), num_cycles=often(20, 1000))


@EVERY
def test_the_mask_has_the_options_of_the_rules_and_each_can_be_chosen(ident: str, scenario: str) -> None:
    env = aec(ident, scenario)
    for agent, seen in steps(env, often(80, 5000)):
        play = env.play
        options, allowed = play.position.options(), np.flatnonzero(seen["action_mask"])
        if len(options) <= SLOTS:
            assert len(allowed) == len(options)
            assert {play.option(int(action)) for action in allowed} == set(
                map(str, map(play.setup.lexicon.action, options))
            )
            assert sorted(map(play.action_of, options)) == list(allowed)
        else:
            pages = range(-(-len(options) // (SLOTS - 1)))
            chosen = play.actions.find_act
            found = [
                chosen(int(a), options, page)
                for page in pages
                for a in np.flatnonzero(play.actions.mask(options, page))
            ]
            assert [act for act in found if act is not None] == options
        assert play.seat is not None
        assert env.possible_agents[play.original_seats[play.seat]] == agent
        assert seen["observation"].tolist() == encode(play.position, play.seat).tolist()
        assert all(env.observation_space(agent)[name].contains(part) for name, part in seen.items())


@pytest.mark.parametrize("ident", [ident for ident, _ in SCENARIOS if ident not in AREAS])
def test_candidates_say_what_each_option_is(ident: str) -> None:
    env = aec(ident)
    actions = env.play.actions
    assert isinstance(actions, Listed)
    verbs = list(env.play.setup.lexicon.verbs)
    for _, seen in steps(env, 100):
        options = env.play.position.options()
        assert not seen["candidates"][len(options) :].any()
        for row, act in zip(seen["candidates"], options, strict=False):
            kinds = env.play.setup.lexicon.verbs[act[0]]
            named = {kind: argument + 1 for kind, argument in zip(kinds, act[1:], strict=True)}
            assert dict(zip(actions.columns, row, strict=True)) == {
                kind: verbs.index(act[0]) + 1 if kind == "verb" else named.get(kind, 0) for kind in actions.columns
            }


def test_options_that_are_not_asked_for_are_masked_out() -> None:
    env = aec("nobunaga")
    env.reset(seed=1)
    others = [agent for agent in env.agents if agent != env.agent_selection]
    assert not any(env.observe(agent)["action_mask"].any() for agent in others)


# -- more options than places -----------------------------------------------------------------------------------------


def test_pages_show_every_option_once() -> None:
    for count in range(1, 60):
        pages = -(-count // 9) if count > 10 else 1
        shown = [page_of(count, 10, page) for page in range(pages)]
        assert [i for start, stop, _ in shown for i in range(start, stop)] == list(range(count))
        assert {more for *_, more in shown} == {count > 10}
        assert page_of(count, 10, pages) == shown[0], "after the last comes the first"


def test_with_more_options_than_places_the_last_place_turns_the_page() -> None:
    env = aec("kanto")
    env.reset(seed=1)
    play = env.play
    play.actions = Listed(play.setup.lexicon, 4)
    play.action_count = 4
    asked, options = env.agent_selection, play.position.options()
    assert len(options) > 8
    found = []
    for _ in range(-(-len(options) // 3)):
        seen = env.observe(asked)
        assert seen["action_mask"][3]
        assert seen["candidates"][3, 0] == play.actions.high[0]
        found += [play.option(int(a)) for a in np.flatnonzero(seen["action_mask"][:3])]
        before = play.position.digest()
        env.step(3)
        assert (env.agent_selection, play.position.digest()) == (asked, before), "nothing happens but that"
    assert found == [str(play.setup.lexicon.action(act)) for act in options]
    assert [play.option(a) for a in range(3)] == found[:3]
    env.step(3)
    env.step(1)
    assert [str(play.setup.lexicon.action(act)) for act in play.acts] == [found[4]]


def test_an_option_on_another_page_is_reached_by_turning() -> None:
    play = aec("kanto").play
    play.begin(1)
    play.actions = Listed(play.setup.lexicon, 4)
    wanted = play.position.options()[-1]
    for _ in range(100):
        if play.act(play.action_of(wanted)) is not None:
            break
    assert play.acts == [wanted]


def test_ways_that_have_no_number_of_their_own_have_places_at_the_end() -> None:
    """A march may go by areas that are named, and no number could be kept for each way."""
    play = aec("nobunaga").play
    actions = play.actions
    assert isinstance(actions, Spelled)
    lexicon = play.setup.lexicon
    plain, larger = ("to", 3), ("with", NUMBERS.stop)
    ways = [("to", 3, *way) for way in ((1,), (2,), (1, 2))]
    options = [plain, *ways, larger]
    mask = actions.mask(options, 0)
    assert [actions.find_act(int(a), options, 0) for a in np.flatnonzero(mask)] == options
    many = [("with", NUMBERS.stop + n) for n in range(2 * UNSPELLED_PLACES)]
    reached = set()
    for page in range(3):
        allowed = np.flatnonzero(actions.mask(many, page))
        reached |= {actions.find_act(int(a), many, page) for a in allowed}
    assert reached == {*many, None}
    acts = [actions.numbers.act(number) for number in range(actions.size - UNSPELLED_PLACES)]
    assert len(set(acts)) == len(acts) == actions.numbers.total
    assert all(lexicon.act(lexicon.action(act)) == act for act in acts)


# -- bad actions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ident", AREAS)
def test_a_forbidden_action_is_refused_with_its_clause_and_changes_nothing(ident: str) -> None:
    env = aec(ident)
    for place, (_, seen) in enumerate(steps(env, 40)):
        forbidden = np.flatnonzero(seen["action_mask"][:-UNSPELLED_PLACES] == 0)
        before = env.play.position.digest()
        with pytest.raises(gunki.IllegalAction, match=f"action {forbidden[place]}: .*{ident}:") as refused:
            env.step(int(forbidden[place]))
        assert all(bar.clause.startswith(f"{ident}:") for bar in refused.value.bars)
        assert (env.play.position.digest(), env.cycles) == (before, place)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (-1, "action -1: expected a whole number from 0 to 511"),
        (512, "action 512: expected a whole number from 0 to 511"),
        (10**30, "expected a whole number from 0 to 511"),
        (511, "action 511: no option has this number now"),
        (1.5, "an action is a whole number, not float"),
        (None, "an action is a whole number, not NoneType"),
        ("end", "an action is a whole number, not str"),
        (np.float32(1), "an action is a whole number, not float32"),
    ],
)
def test_what_is_no_action_is_refused(action: Any, message: str) -> None:
    env = aec("kanto")
    env.reset(seed=1)
    before = env.play.position.digest()
    with pytest.raises(gunki.GunkiError, match=message):
        env.step(action)
    assert env.play.position.digest() == before
    env.step(np.int64(0))  # type: ignore[arg-type]


def test_an_illegal_action_ends_it_where_pettingzoo_wraps_it_so() -> None:
    env: Any = OrderEnforcingWrapper(TerminateIllegalWrapper(aec("nobunaga"), illegal_reward=-1))
    env.reset(seed=1)
    agent = env.agent_selection
    seen = env.last()[0]
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"ident": "go"}, "unknown game 'go'"),
        ({"scenario": "go"}, "unknown scenario 'go'"),
        ({"options": {"go": 1}}, "unknown option 'go'"),
        ({"max_cycles": 0}, "max_cycles: expected a whole number from 1"),
        ({"max_cycles": 1.5}, "max_cycles: expected a whole number from 1"),
        ({"render_mode": "human"}, "render_mode: expected one of ansi, svg, rgb_array"),
    ],
)
def test_what_an_environment_cannot_be_is_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(gunki.OptionError, match=message):
        aec(**{"ident": "nobunaga", **given})


def test_bad_seeds_and_agents_are_named() -> None:
    env = aec("nobunaga")
    for seed in (-1, 2**300, True):
        with pytest.raises(gunki.OptionError, match="seed: expected a whole number from 0"):
            env.reset(seed=seed)
    env.reset(seed=1)
    with pytest.raises(gunki.OptionError, match="unknown agent 'hojo'; agents: oda, anti_oda"):
        env.observe("hojo")


# -- ends -------------------------------------------------------------------------------------------------------------


def play_out(env: GunkiEnv, seed: int) -> dict[str, float]:
    """What each agent has got in the end."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        got[agent] += reward
        if terminated or truncated:
            assert set(info) == ({"result", "clause", "points"} if terminated else set(info))
            env.step(None)
        else:
            assert set(info) == {"question", "clause"}
            assert info["clause"].partition(":")[0] in [book.id for book in env.play.game.books]
            assert seen is not None
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return got


@pytest.mark.parametrize(("ident", "games"), [("nobunaga", 2), ("honganji", 2), ("kanto", 1)])
def test_the_end_gives_what_the_result_of_the_match_says(ident: str, games: int) -> None:
    env = aec(ident)
    for seed in range(games):
        got, match = play_out(env, seed), env.match()
        result = match.result
        assert result is not None
        assert match.position.digest() == env.play.position.digest()
        if result.winner is not None:
            assert got == {seat: 1.0 if seat == result.winner else -1.0 for seat in match.seats}
        else:
            assert set(got.values()) <= {0.0, -1.0}


@pytest.mark.parametrize(
    ("ident", "scenario", "winners", "reason", "expected"),
    [
        ("honganji", "four_players", (1,), "most_points", (-1, 1, -1, -1)),
        ("honganji", "four_players", (1, 3), "shared", (-1, 0, -1, 0)),
        ("honganji", "four_players", (), "nobunaga_lives", (-1, -1, -1, -1)),
        ("kanto", "heaven_and_earth", (), "draw", (0, 0)),
        ("hideyoshi", "tennozan", (), "undecided", (0, 0)),
        ("nobunaga", "campaign", (0,), "all_supply", (1, -1)),
    ],
)
def test_what_an_end_is_worth(
    ident: str, scenario: str, winners: tuple[int, ...], reason: str, expected: tuple[int, ...]
) -> None:
    position = gunki.new(ident, scenario, seed=1).position.clone()
    assert rewards(position) == (0,) * len(expected)
    position.outcome = GameOver(winners, reason, "1")
    assert rewards(position) == expected


@EVERY
def test_after_max_cycles_everybody_is_stopped(ident: str, scenario: str) -> None:
    env = aec(ident, scenario, max_cycles=17)
    assert len(list(steps(env, 100))) == 17
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []


def test_players_who_bid_may_exchange_their_sides() -> None:
    """An agent is a player: with the sides exchanged it answers, sees and wins as the other side."""
    env = aec("nobunaga", options={"bid_supply_areas": True})
    env.reset(seed=1)
    for bid in ("bid 3", "bid 9"):  # whoever needs more supply areas plays Oda
        env.step(env.play.action_of(env.play.setup.lexicon.parse(bid)))
    assert env.play.original_seats == (1, 0)
    seat = env.play.seat
    assert seat is not None
    assert env.agent_selection == env.possible_agents[1 - seat]
    assert env.last()[0]["observation"][0] == seat
    env.play.position.outcome = GameOver((0,), "all_supply", "9(3)")
    env._finish()
    assert env.rewards == {"oda": -1.0, "anti_oda": 1.0}


# -- seeds, records, pictures -----------------------------------------------------------------------------------------


def test_the_dice_are_those_of_a_match_with_the_same_seed(tmp_path: Path) -> None:
    env = aec("honganji", "three_players")
    for _ in steps(env, 60, seed=9):
        pass
    match = gunki.new("honganji", "three_players", seed=9)
    for act in env.play.acts:
        match.act(match.setup.lexicon.action(act))
    assert match.position.digest() == env.play.position.digest() == env.match().position.digest()
    assert gunki.load(env.save(tmp_path / "agents.gunki")).position.digest() == match.position.digest()


def test_games_after_a_seeded_one_follow_from_its_seed() -> None:
    one, two, other = (aec("nobunaga") for _ in range(3))
    for env, seed in ((one, 5), (two, 5), (other, 6)):
        env.reset(seed=seed)
    seeds = []
    for _ in range(3):
        for env in (one, two, other):
            env.reset()
        seeds.append((one.play.seed, two.play.seed, other.play.seed))
    assert all(a == b != c for a, b, c in seeds)
    assert len({a for a, *_ in seeds}) == 3


def test_the_state_is_what_all_know_together() -> None:
    env = aec("nobunaga")
    env.reset(seed=1)
    assert env.state().tolist() == [n for seat in (0, 1) for n in encode(env.play.position, seat)]


@pytest.mark.parametrize("ident", ["nobunaga", "kanto"])
def test_it_can_be_looked_at(ident: str) -> None:
    env = aec(ident, render_mode="ansi")
    for _ in steps(env, 5):
        pass
    text = env.render()
    assert isinstance(text, str)
    scenario = env.play.setup.scenario
    assert text.splitlines()[0] == f"{ident} {scenario}, ply 5"
    info = env.play.info()
    assert text.splitlines()[1] == f"{env.agent_selection} is asked: {info['question']} ({info['clause']})"
    env.render_mode = "svg"
    svg = env.render()
    assert isinstance(svg, str)
    assert svg.startswith("<svg")
    assert 'id="stacks"' in svg
    assert svg.count("<rect") > len([line for line in text.splitlines() if line.startswith("  ")])
    env.render_mode = None
    assert env.render() is None
    env.close()


def test_it_has_pixels() -> None:
    env = aec("nobunaga", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (1000, 3)
    assert picture.std() > 10, "there is something on it"


def test_what_is_over_is_said_in_the_text() -> None:
    env = aec("nobunaga", render_mode="ansi")
    play_out(env, 3)
    assert env.play.outcome is not None
    text = env.render()
    assert isinstance(text, str)
    assert f"{env.play.outcome.reason} (nobunaga:{env.play.outcome.clause})" in text
