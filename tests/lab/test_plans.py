"""The plan of a study: each player sits equally often on each seat, pairs share a seed, and bad plans are refused."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from gunki.core.errors import GunkiError, OptionError
from gunki.lab.studies import study_plan
from gunki.lab.studies.study_plan import PlanError

TWO, THREE, FOUR = ["n", "s"], ["n", "s", "e"], ["n", "s", "e", "w"]


def list_seatings(seats: list[str], players: str) -> list[str]:
    found = study_plan.seatings(seats, players.split(","))
    return ["".join(chair.player for chair in seating.values()) for seating in found]


@pytest.mark.parametrize(
    ("seats", "players", "expected"),
    [
        (TWO, "A,B", "AB BA"),
        (TWO, "A,B,C", "AB BA AC CA BC CB"),
        (THREE, "A,B,C", "ABC ACB BAC BCA CAB CBA"),
        (THREE, "A,B", "AAB ABA BAA ABB BAB BBA"),
        (FOUR, "A,B", "AABB ABAB ABBA BAAB BABA BBAA"),
        (FOUR, "A,A,A,B", "AAAB AABA ABAA BAAA"),
        (THREE, "A", "AAA AAA AAA"),
    ],
)
def test_a_pair_goes_through_every_seating(seats: list[str], players: str, expected: str) -> None:
    assert sorted(list_seatings(seats, players)) == sorted(expected.split())


@pytest.mark.parametrize("seats", [TWO, THREE, FOUR])
@pytest.mark.parametrize("players", ["A", "A,B", "A,B,C", "A,B,C,D", "A,B,C,D,E"])
def test_each_player_sits_equally_often_on_every_seat(seats: list[str], players: str) -> None:
    for place in range(len(seats)):
        counts = Counter(seating[place] for seating in list_seatings(seats, players))
        assert len(set(counts.values())) == 1


def test_a_lone_player_has_its_own_seeds_exchanged() -> None:
    first, second = study_plan.seatings(TWO, ["A"])
    assert {seat: chair.seed_seat for seat, chair in first.items()} == {"n": "n", "s": "s"}
    assert {seat: chair.seed_seat for seat, chair in second.items()} == {"n": "s", "s": "n"}


def test_a_players_own_seed_goes_with_the_player() -> None:
    first, second = study_plan.seatings(TWO, ["A", "B"])
    assert first["n"] == second["s"]
    assert first["s"] == second["n"]


def test_games_are_rounded_up_to_whole_pairs_of_one_seed() -> None:
    plan = study_plan.make_plan("nobunaga", ["random", "greedy"], 5, 10)
    assert (plan.games, plan.pairs) == (6, 3)
    assert [(plan.game_at(n).pair, plan.game_at(n).seed) for n in range(6)] == [(n // 2, 10 + n // 2) for n in range(6)]
    with pytest.raises(OptionError, match="no game 6"):
        plan.game_at(6)


def test_too_many_seatings_are_refused() -> None:
    with pytest.raises(OptionError, match="more than 720 seatings"):
        study_plan.make_plan("honganji", [f"greedy:{n}" for n in range(1, 9)], 1, 1)


def test_a_plan_is_read_back_as_it_was() -> None:
    plan = study_plan.make_plan("kanto", ["random", "greedy:3"], 8, 2**60, "mimase_pass", saves="all")
    assert study_plan.plan_from_dict(json.loads(json.dumps(plan.to_dict()))) == plan


def test_differences_between_plans_are_listed() -> None:
    one = study_plan.make_plan("nobunaga", ["random", "greedy"], 4, 1)
    other = study_plan.make_plan("nobunaga", ["random", "greedy:2"], 6, 1, options={"successors": True})
    told = study_plan.differences(one, other)
    assert told == [
        "options.successors: False, now True",
        "games: 4, now 6",
        "players: random,greedy, now random,greedy:2",
    ]
    assert study_plan.differences(one, one) == []


BAD: list[tuple[str, Any]] = [
    ("format", 99), ("format", "1"), ("game", ""), ("game", 7), ("game", "x" * 300), ("scenario", None),
    ("options", []), ("options", {"a": 1.5}), ("options", {"a": "x" * 999}), ("tables", {"a": 1}), ("seed", -1),
    ("seed", 2**256), ("seed", True), ("games", 0), ("games", 5), ("games", 10**12), ("players", []),
    ("players", [1]), ("players", "random"), ("seatings", []),
    ("seatings", [1]), ("seatings", [{"oda": "random"}]), ("seatings", [{"oda": ["random", "elsewhere"]}]),
    ("seatings", [{"oda": ["random", "oda"]}, {"shibata": ["random", "shibata"]}]), ("saves", "some"), ("saves", None),
    ("rules_version", -1), ("data", 1), ("gunki", []),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), BAD, ids=lambda value: str(value)[:30])
def test_a_bad_plan_is_refused_by_its_field(field: str, value: Any) -> None:
    document = study_plan.make_plan("nobunaga", ["random", "greedy"], 4, 1).to_dict()
    with pytest.raises(PlanError, match=f"field '{field}'"):
        study_plan.plan_from_dict({**document, field: value})


@pytest.mark.parametrize("document", [None, [], "plan", 1])
def test_a_plan_that_is_no_object_is_refused(document: Any) -> None:
    with pytest.raises(PlanError, match="expected an object"):
        study_plan.plan_from_dict(document)


def test_a_plan_of_other_rules_is_refused() -> None:
    document = study_plan.make_plan("nobunaga", ["random"], 2, 1).to_dict()
    for field, value in (("gunki", "0.0.1"), ("rules_version", 999), ("data", "00")):
        with pytest.raises(GunkiError, match=f"another {field} {value}"):
            study_plan.require_todays_rules(study_plan.plan_from_dict({**document, field: value}), None)
