"""The story of a match: the chances of each seat over time, the turning points, and the luck of the dice."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.analysis.story import MOST_POINTS, replay_positions, story
from gunki.core.definition.texts import LANGUAGES
from gunki.core.dice.luck import Luck, normal, spread
from gunki.core.rules.decision import Option
from tests.recorded.digests import GAMES, read

RECORDED = sorted(GAMES.glob("*-greedy.json.xz"))


def read_ended(path: Path) -> gunki.Match:
    *_, match = read(path).replayed()
    return match


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name.partition(".")[0])
def test_the_story_of_a_recorded_game(path: Path) -> None:
    match = read_ended(path)
    result, told = match.result, story(match)
    assert result is not None
    last = told["standing"][-1]
    assert last["ply"] == match.ply
    draw = result.reason in ("draw", "undecided")
    wanted = [1 if seat in result.winners else 0 if draw else -1 for seat in match.seats]
    assert last["values"] == wanted
    assert all(-1 <= value <= 1 for row in told["standing"] for value in row["values"])
    plies = [row["ply"] for row in told["standing"]]
    assert plies == sorted(plies)
    sizes = [point["size"] for point in told["points"]]
    assert 1 <= len(sizes) <= MOST_POINTS
    assert sizes == sorted(sizes, reverse=True)
    for point in told["points"]:
        assert 0 <= point["from"] < point["ply"] <= match.ply
        assert max(map(abs, point["change"].values())) == point["size"]
        assert point["events"]
        assert not any(event["kind"] == "roll" for event in point["events"])
    for texts in map(match.game.texts, LANGUAGES):
        for luck in told["luck"].values():
            assert [row["purpose"] for row in luck["rows"] if not texts.has("luck", row["purpose"])] == []
    for luck in told["luck"].values():
        assert 0 <= luck["better"] <= 1
        assert luck["rolls"] == sum(row["rolls"] for row in luck["rows"])
        assert all(row["low"] <= row["mean"] <= row["high"] for row in luck["rows"])
    assert sum(luck["rolls"] for luck in told["luck"].values()) > 5


def test_a_replay_repeats_every_roll_of_the_record() -> None:
    match = read_ended(GAMES / "nobunaga-campaign-greedy.json.xz")
    seen: list[tuple[str, tuple[int, ...]]] = []
    for _, g in replay_positions(match, lambda _g, wait, dice: seen.append((wait.name, dice))):  # noqa: B007
        pass
    assert g.digest() == match.position.digest()
    rolls = [event for event in match.events if event.kind == "roll"]
    assert seen == [(event.data["purpose"], tuple(event.data["dice"])) for event in rolls]


def test_a_roll_is_measured_against_every_way_it_could_fall() -> None:
    """Three dice of at most 2 as hits, and two dice on a table: as counted by hand over all throws."""
    hits = spread(Luck(0, lambda die: int(die <= 2), each=True), (1, 2, 6), 6)
    throws = [sum(die <= 2 for die in dice) for dice in product(range(1, 7), repeat=3)]
    mean = sum(throws) / len(throws)
    assert (hits.got, hits.least, hits.most) == (2, 0, 3)
    assert hits.mean == pytest.approx(mean)
    assert hits.variance == pytest.approx(sum((hit - mean) ** 2 for hit in throws) / len(throws))
    assert hits.rank == pytest.approx((sum(hit < 2 for hit in throws) + throws.count(2) / 2) / len(throws))
    table = spread(Luck(0, lambda total: total // 4), (6, 5), 6)
    assert table.got == 2
    assert table.mean == pytest.approx(sum((a + b) // 4 for a, b in product(range(1, 7), repeat=2)) / 36)
    assert normal(0) == 0.5
    assert normal(1.645) == pytest.approx(0.95, abs=0.001)


def play_the_blow(die: int) -> gunki.Match:
    """Play the last turn of Tennozan: Hideyoshi attacks Mitsuhide, who is alone in Kyoto."""
    from tests.browser.positions import mitsuhide_at_bay

    found = mitsuhide_at_bay()
    match = gunki.compose("hideyoshi", "tennozan", dict(found.header.composed or {}), dice=[die] * 40)

    def first(*wanted: str) -> Option:
        assert match.decision is not None
        options = match.decision.options
        return next((o for w in wanted for o in options if str(o.action).startswith(w)), options[-1])

    for _ in range(60):
        if match.result is not None:
            break
        match.act(first("act hashiba_hideyoshi", "battle", "attack 3521", "end", "stay", "done", "halt"))
    return match


def test_the_deciding_battle_is_the_first_turning_point() -> None:
    match = play_the_blow(6)
    assert match.result is not None
    assert match.result.reason == "rebel_dead"
    told = story(match)
    point = told["points"][0]
    assert not any(point["ends"] for point in told["points"]), "as his phase ends, everybody knows it"
    assert point["change"]["hashiba"] > 0 > point["change"]["anti_hashiba"]
    assert "killed" in {event["kind"] for event in point["events"]}
    assert told["luck"]["hashiba"]["rolls"] >= 1
    better: Any = told["luck"]["hashiba"]["better"]
    assert better > 0.5


def test_a_resigned_match_has_a_story() -> None:
    match = gunki.new("kenshin", seed=1)
    match.act("resign")
    assert match.result is not None
    told = story(match)
    assert sorted(told["standing"][-1]["values"]) == [-1, 1]
