"""4-1: what makes a rebel of a vassal, and what is told of it."""

from __future__ import annotations

import pytest

from tests.clauses.honganji.plays import move, table, told
from tests.clauses.honganji.table import acts, status
from tests.support import clause

TANBA = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}


@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize("lord", ["oda", "shibata"])
@clause("honganji", "4-1(1)", "4-1(2)", "8-1-2")
def test_4_1_ending_among_oda_or_vassals_is_rebellion_though_others_are_attacked(lord: str, option: bool) -> None:
    areas = TANBA | {"tango": {lord: {"ready": 1}, "neutral": {"ready": 1}}}
    match = table("akechi", "charge_1", areas, options={"strict_rebellion_list": option})
    move(match, "akechi", "tanba", "tango", armies=1)
    assert match.decision.name == "target"
    assert status(match, "akechi") == "rebel"
    match.act("target neutral")
    assert status(match, "akechi") == "rebel"


@pytest.mark.parametrize(("lord", "named"), [("oda", "4-1(1)"), ("shibata", "4-1(2)")])
@clause("honganji", "4-1(1)", "4-1(2)")
def test_4_1_the_rebellion_names_its_reason(lord: str, named: str) -> None:
    match = table("akechi", "charge_1", TANBA | {"tango": {lord: {"ready": 1}}})
    acts(match, "movement", "march akechi tanba", "done", "with 1")
    assert told(match.act("to tango"), "rebelled") == [[named]]


@clause("honganji", "4-1", "6-6")
def test_4_1_a_rebellion_by_continued_combat_names_the_whole_rule() -> None:
    match = table("akechi", "charge_1", TANBA | {"tango": {"akechi": {"ready": 1}, "oda": {"ready": 1}}})
    acts(match, "combat")
    assert told(match.act("attack akechi tango"), "rebelled") == [["4-1"]]
