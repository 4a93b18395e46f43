"""Many games of bots: fairly seated, counted right, the same however many processes play them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import gunki
from gunki import bots
from gunki.core.errors import OptionError
from gunki.core.text import LANGUAGES
from gunki.lab import simulate
from tests.support import LONG, often


def test_players_take_turns_on_the_seats() -> None:
    todo = simulate.plans("nobunaga", ["greedy", "random"], 6, 10)
    assert Counter(plan.seats["oda"] for plan in todo) == {"greedy": 3, "random": 3}
    assert all(sorted(plan.seats.values()) == ["greedy", "random"] for plan in todo)
    assert [plan.seed for plan in todo] == [10, 11, 12, 13, 14, 15]


def test_a_scenario_with_fewer_seats() -> None:
    (plan,) = simulate.plans("honganji", ["random"], 1, 1, "three_players")
    assert list(plan.seats) == ["akechi", "shibata", "hashiba"]
    assert len(simulate.play(plan).points) == 3


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown bot 'oracle'"):
        simulate.plans("nobunaga", ["oracle"], 1, 1)


@pytest.mark.parametrize("name", ["greedy:0", "greedy:x", "greedy:", "greedy:99999999999", "random:3"])
def test_a_bad_effort_is_refused(name: str) -> None:
    with pytest.raises(OptionError):
        simulate.plans("nobunaga", [name], 1, 1)


def test_effort_is_how_many_orders_the_greedy_bot_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    match = gunki.new("nobunaga", seed=1)
    real = match.game.evaluate

    def evaluate(*args: Any) -> int:
        nonlocal looked
        looked += 1
        return real(*args)

    monkeypatch.setattr(match.game, "evaluate", evaluate)
    tried = []
    for name in ("greedy:10", "greedy:100"):
        assert match.decision
        looked = 0
        bots.bot(name, 1).choose(bots.look(match, match.decision))
        tried.append(looked)
    assert 0 < tried[0] < tried[1]


#: With a quarter of its effort: it takes seconds, and is enough.
HASTY = "greedy:60"
#: Games that are too long for that: the effort, and how many are played.
LENGTHY = {"hideyoshi": ("greedy:2", 4), "kenshin": ("greedy:2", 2)}
#: Every day only one of those.
PLAYED = [game for game in gunki.game_ids() if LONG or game != "hideyoshi"]


@pytest.mark.parametrize("game", PLAYED)
def test_results_do_not_depend_on_the_processes(game: str) -> None:
    games = 2 if game in LENGTHY else 6
    todo = simulate.plans(game, ["random"], games, 1)
    alone, together = simulate.run(todo, 1).to_dict(), simulate.run(todo, 2).to_dict()
    assert alone == together
    assert alone["games"] == sum(alone["reasons"].values()) == sum(alone["turns"].values()) == games


def played(winners: tuple[str, ...], **other: Any) -> simulate.Played:
    seats = {"oda": "a", "anti_oda": "b"}
    return simulate.Played(
        seats,
        winners,
        "why",
        (5, 3),
        other.get("turn", 4),
        10,
        other.get("milestones", ()),
        "9(2)",
        other.get("turned_back", 0),
        other.get("conditions", ()),
    )


def test_counting() -> None:
    results = simulate.Results()
    results.add(played(("oda",), milestones=(("fell", 3, "azai"),)))
    results.add(played(("oda", "anti_oda"), conditions=(("keys", 3), ("dead", 4))))
    results.add(played((), turn=9, turned_back=2, conditions=(("keys", 2),)))
    data = results.to_dict()
    assert data["bots"]["a"]["wins"] == 1.5
    assert data["bots"]["a"]["share"] == 0.5
    assert data["bots"]["b"]["wins"] == 0.5
    assert data["wins_by_seat"] == {"oda": 1.5, "anti_oda": 0.5}
    assert data["turns"] == {4: 2, 9: 1}
    assert data["winning_points"] == {3: 1, 5: 2}
    assert data["endings"] == {"9(2)": {4: 2, 9: 1}}
    assert data["turned_back"] == {0: 2, 2: 1}
    assert data["milestones"] == {"fell": {"turns": {3: 1}, "about": {"azai": 1}}}
    assert data["conditions"] == {"dead": {4: 1}, "keys": {2: 1, 3: 1}}


def test_the_interval_is_wilsons() -> None:
    results = simulate.Results()
    for number in range(100):
        results.add(played(("oda",) if number < 90 else ("anti_oda",)))
    share, low, high = results.rate("a")
    assert (round(share, 4), round(low, 4), round(high, 4)) == (0.9, 0.8256, 0.9448)  # the textbook's 90 in 100


@pytest.mark.parametrize(("winner", "edge"), [("oda", 2), ("anti_oda", 1)])
def test_no_share_is_less_than_nothing_or_more_than_all(winner: str, edge: int) -> None:
    results = simulate.Results()
    for _ in range(40):
        results.add(played((winner,)))
    bounds = results.rate("a")
    assert str(bounds[edge]) == ("1.0" if winner == "oda" else "0.0")


@pytest.mark.parametrize("game", gunki.game_ids())
def test_milestones_are_events_with_a_name_in_each_language(game: str) -> None:
    found = gunki.game(game)
    assert found.milestones
    for lang in LANGUAGES:
        texts = found.texts(lang)
        for kind in found.milestones:
            assert texts.has("milestone", kind)
            assert texts.has("event", kind)


@pytest.mark.parametrize("game", PLAYED)
def test_the_greedy_bot_beats_players_without_a_plan(game: str) -> None:
    """A small sample; `gunki sim GAME --players greedy,random --games 200` is the real one."""
    hasty, games = LENGTHY.get(game, (HASTY, often(4, 16)))
    players = [hasty, "random"] if len(gunki.game(game).seats) == 2 else [hasty, "random", "random", "random"]
    results = simulate.run(simulate.plans(game, players, games, 300), 1)
    assert results.by_bot[hasty] > 2 * results.by_bot["random"]
