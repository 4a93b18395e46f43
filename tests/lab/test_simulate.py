"""Many games of bots: seats taken in turn, results counted, the same with any number of processes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import gunki
from gunki import bots
from gunki.core.definition.texts import LANGUAGES
from gunki.core.errors import OptionError
from gunki.lab.analysis import summary
from gunki.lab.studies import rows, runner, study_plan
from gunki.lab.studies.process_pool import Pool
from tests.support import LONG, often


def test_players_take_turns_on_the_seats() -> None:
    plan = study_plan.make_plan("nobunaga", ["greedy", "random"], 6, 10)
    todo = [plan.game_at(number) for number in range(plan.games)]
    assert Counter(game.seating["oda"].player for game in todo) == {"greedy": 3, "random": 3}
    assert all(sorted(chair.player for chair in game.seating.values()) == ["greedy", "random"] for game in todo)
    assert [game.seed for game in todo] == [10, 10, 11, 11, 12, 12]


def test_a_scenario_with_fewer_seats() -> None:
    plan = study_plan.make_plan("honganji", ["random"], 1, 1, "three_players")
    assert list(plan.seats) == ["akechi", "shibata", "hashiba"]
    row, _ = runner.GameRunner(plan).play(0)
    assert len(row.points) == 3


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown bot 'oracle'"):
        study_plan.make_plan("nobunaga", ["oracle"], 1, 1)


@pytest.mark.parametrize("name", ["greedy:0", "greedy:x", "greedy:", "greedy:99999999999", "random:3"])
def test_a_bad_effort_is_refused(name: str) -> None:
    with pytest.raises(OptionError):
        study_plan.make_plan("nobunaga", [name], 1, 1)


def test_effort_is_how_many_orders_the_greedy_bot_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by the positions examined over some decisions; the first have few answers, soon all tried."""
    looked = 0
    game = gunki.game("nobunaga")
    real = game.evaluate

    def evaluate(*args: Any) -> int:
        nonlocal looked
        looked += 1
        return real(*args)

    monkeypatch.setattr(game, "evaluate", evaluate)
    tried = []
    for name in ("greedy:10", "greedy:100"):
        match, bot, looked = gunki.new("nobunaga", seed=1), bots.bot(name, 1), 0
        for _ in range(20):
            assert match.decision
            match.act(bot.choose(bots.bot_view(match, match.decision)))
        tried.append(looked)
    assert 0 < 2 * tried[0] < tried[1]


#: With a quarter of its effort: it takes seconds, and is enough.
HASTY = "greedy:60"
#: Games that are too long for that: the effort, and how many are played.
LENGTHY = {"hideyoshi": ("greedy:2", often(2, 4)), "kenshin": ("greedy:2", 2)}
#: Every day only the shorter one of those.
PLAYED = [game for game in gunki.game_ids() if LONG or game != "kenshin"]


def run_and_count(plan: study_plan.Plan, by: runner.Runner) -> summary.Results:
    results = summary.Results(len(plan.seatings))
    for played in by.run(plan, None, range(plan.games)):
        results.add(played.row)
    return results


@pytest.mark.parametrize("game", PLAYED)
def test_results_do_not_depend_on_the_processes(game: str) -> None:
    games = 2 if game in LENGTHY else 6
    plan = study_plan.make_plan(game, ["random"], games, 1)
    alone, together = run_and_count(plan, runner.InlineRunner()).to_dict(), run_and_count(plan, Pool(2)).to_dict()
    assert alone == together
    assert alone["games"] == sum(alone["reasons"].values()) == sum(alone["turns"].values()) == plan.games


def make_row(winners: tuple[str, ...], **other: Any) -> rows.Row:
    return rows.Row(
        number=0,
        pair=0,
        seed=1,
        seating={"oda": "a", "anti_oda": "b"},
        winners=winners,
        reason="why",
        clause="nobunaga:9(2)",
        points={"oda": 5, "anti_oda": 3},
        turns=other.get("turn", 4),
        decisions=10,
        cpu=0.1,
        digest="",
        conditions=other.get("conditions", ()),
        turned_back=other.get("turned_back", 0),
        milestones=other.get("milestones", ()),
    )


def test_results_count_every_row() -> None:
    results = summary.Results()
    results.add(make_row(("oda",), milestones=(("fell", 3, "azai"),)))
    results.add(make_row(("oda", "anti_oda"), conditions=(("keys", 3), ("dead", 4))))
    results.add(make_row((), turn=9, turned_back=2, conditions=(("keys", 2),)))
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


def test_the_interval_of_a_share_is_wilsons() -> None:
    results = summary.Results()
    for number in range(100):
        results.add(make_row(("oda",) if number < 90 else ("anti_oda",)))
    rate = results.by_bot["a"].single
    assert (round(rate.share, 4), round(rate.low, 4), round(rate.high, 4)) == (0.9, 0.8256, 0.9448)  # the textbook's


@pytest.mark.parametrize(("winner", "edge"), [("oda", "high"), ("anti_oda", "low")])
def test_the_interval_of_a_share_stays_between_0_and_1(winner: str, edge: str) -> None:
    results = summary.Results()
    for _ in range(40):
        results.add(make_row((winner,)))
    bound = getattr(results.by_bot["a"].single, edge)
    assert str(bound) == ("1.0" if winner == "oda" else "0.0")


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
    results = run_and_count(study_plan.make_plan(game, players, games, 300), runner.InlineRunner())
    assert results.by_bot[hasty].wins > 2 * results.by_bot["random"].wins
