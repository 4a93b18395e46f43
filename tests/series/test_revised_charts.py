"""The charts of the revised edition, and lookups in them."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki.core.definition.texts import LANGUAGES
from gunki.core.errors import OptionError
from tests.series.revised import GAME, each_scenario, find_chart


def read_cells(found: dict[str, Any], row: str) -> list[Any]:
    texts = [row.get("text", row.get("name", [""])[-1]) for row in found["rows"]]
    line: list[Any] = found["rows"][texts.index(row)]["cells"]
    return [cell["names"][0][1] if isinstance(cell, dict) else cell for cell in line]


# -- charts -----------------------------------------------------------------------------------------------------------


@each_scenario
def test_the_charts_are_the_same_before_any_scenario(scenario: str) -> None:
    """The page lists them by game, the terminal with the first scenario."""
    game = gunki.game(GAME)
    shown = game.list_charts(game.setup(scenario))
    assert shown == game.list_charts(game.setup("tennozan"))
    assert {"field_battle", "siege", "garrison_limit", "incident", "surrender", "terrain", "decisive_retreat",
            "replenishment", "mori_movement", "band_movement", "clan_movement", "victory"} == {
        found["id"] for found in shown
    }  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@each_scenario
def test_charts_of_every_option_have_names(scenario: str, lang: str) -> None:
    game = gunki.game(GAME)
    texts = game.texts(lang)
    options = {"assault_rule": "first edition", "surrender_results": "three"}
    for found in game.list_charts(game.setup(scenario, options)):
        for what in (found["by"], *found["groups"], *found["columns"], *found["rows"]):
            assert what["text"] if "text" in what else texts.has(*what["name"]), what
        named = [
            name for row in found["rows"] for cell in row["cells"] if isinstance(cell, dict) for name in cell["names"]
        ]
        assert all(texts.has(section, key) for section, key in named)


def test_one_table_for_every_fight_with_its_four_lists_of_modifiers() -> None:
    table = find_chart("field_battle")
    assert len(table["columns"]) == 14
    cited = {clause for note in table["notes"] for clause in note["clauses"]}
    assert {f"QR-CRT-{kind}" for kind in ("skirmish", "decisive", "assault", "ambush", "star")} <= cited
    assert read_cells(table, "3")[8] == "4", "50 against a 3"
    assert read_cells(table, "5")[8] == "5*", "42 against a 5"
    [mark] = [note for note in table["notes"] if note["text"] == "eliminates"]
    assert (mark["data"], mark["clauses"]) == ({"mark": "*"}, ["QR-CRT-star"])


def test_the_assault_table_is_shown_only_where_it_is_played() -> None:
    assert "assault" not in {found["id"] for found in gunki.game(GAME).list_charts(gunki.game(GAME).setup())}
    assert find_chart("assault", assault_rule="first edition")["rows"]


THREE = {"surrender_results": "three"}


@pytest.mark.parametrize(("chart", "row", "cells"), [
    ("siege",           "1",            ["incident", "incident"]),
    ("siege",           "2",            ["morale", "morale"]),
    ("siege",           "4",            ["none", "morale"]),
    ("siege",           "5",            ["none", "none"]),
    ("incident",        "≤-2",          ["traitor", "−2", "", "", ""]),
    ("incident",        "0",            ["operation", "", "−2", "", ""]),
    ("incident",        "3–4",          ["fatigue", "", "", "−1", ""]),
    ("incident",        "≥7",           ["besiegers", "", "", "", "−1"]),
    ("mori_movement",   "3",            ["acts", None, None, None, None]),
    ("mori_movement",   "≥7",           ["acts"] * 5),
    ("clan_movement",   "6",            [None, None, None, "akechi", None, None, None, None]),
    ("clan_movement",   "≤1",           ["hashiba"] * 6 + ["acts"] * 2),
    ("victory",         "3",            [5, "", 10, ""]),
    ("victory",         "soudaishou",   ["", -5, "", -5]),
])  # fmt: skip
def test_a_chart_has_the_printed_row(chart: str, row: str, cells: list[Any]) -> None:
    assert read_cells(find_chart(chart), row) == cells


@pytest.mark.parametrize(("die", "durability", "options", "answer"), [
    ("4",    2,   {},     "lord_seppuku"),
    ("3",    2,   {},     None),  # no response
    ("≤0",   10,  {},     "resists_to_the_end"),
    ("≥10",  7,   {},     "hardliners"),
    ("≤0",   10,  THREE,  None),
    ("4",    2,   THREE,  "opens_the_gates"),
])  # fmt: skip
def test_the_answer_to_a_call_is_read_by_die_and_durability(
    die: str, durability: int, options: dict[str, Any], answer: str | None
) -> None:
    assert read_cells(find_chart("surrender", **options), die)[durability] == answer


def test_each_die_of_an_incident_is_read_in_one_row() -> None:
    dice = [die for row in find_chart("incident")["rows"] for die in row["dice"]]
    assert dice == list(range(-2, 8))


def test_charts_have_the_printed_columns_and_notes() -> None:
    assert [row["cells"][0] for row in find_chart("garrison_limit")["rows"]] == [5, 10, 20, 30, 50, 100]
    assert [column["text"] for column in find_chart("surrender")["columns"]] == [str(n) for n in range(11)]
    mori = find_chart("mori_movement")
    assert [column["text"] for column in mori["columns"]][:2] == ["0–55 / 0–36", "56–65 / 37–42"]
    clans = find_chart("clan_movement")
    assert clans["columns"][0]["name"] == ["army", "ikeda"]
    modifiers = {note["text"]: note["data"]["value"] for note in clans["notes"] if "value" in note["data"]}
    assert list(modifiers.values()) == ["+1", "+1", "-2", "-3", "+1", "+1", "-2"]


def test_the_victory_chart_cites_its_clauses() -> None:
    cited = {clause for note in find_chart("victory")["notes"] for clause in note["clauses"]}
    assert {"35.7(1)", "35.7(2)-1", "35.7(2)-2", "36.6(4)-1", "36.6(4)-2", "36.6(5)", "37.7(2)-4", "37.7(3)"} <= cited


def test_only_a_chart_with_two_printings_tells_them_apart() -> None:
    """QR-MORI has other strengths in the first scenario, QR-SAIKA is of one scenario alone."""
    told = {name: {note["text"] for note in find_chart(name)["notes"]} for name in ("mori_movement", "band_movement")}
    assert "scenario_columns" in told["mori_movement"]
    assert "scenario_columns" not in told["band_movement"]
    assert find_chart("band_movement")["columns"][0]["text"] == "0–4"


# -- looking up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("combat 42 5", {"losses": 5, "eliminates": True}),
        ("combat 100 -5", {"losses": 3, "eliminates": False}),
        ("siege 4 21 2", {"result": "morale", "limit": 20}),
        ("siege 4 20 2", {"result": "none"}),
        ("siege 1 0 0", {"result": "incident"}),
        ("incident -4", {"incident": "traitor", "count": 2}),
        ("incident 0", {"incident": "operation", "effect": "durability", "count": 2}),
        ("surrender 2 2", {"result": "no_response"}),
        ("surrender 2 5", {"result": "lord_seppuku"}),
        ("surrender 10 99", {"result": "opens_the_gates"}),
        ("mori 46 3", {"least": 3, "summoned": True}),
        ("mori 56 3", {"least": 4, "summoned": False}),
        ("saika 40 6", {"least": 7, "summoned": False}),
        ("saika 0 2", {"least": 2, "summoned": True}),
        ("clan ikeda 3", {"army": "ikeda", "seat": "hashiba"}),
        ("clan ikeda 4", {"seat": "neutral"}),
        ("clan tsutsui 6", {"seat": "anti_hashiba"}),
        ("clan kobe 1", {"acts": True}),
        ("clan kobe 6", {"acts": False}),
    ],
)
def test_a_table_is_looked_up_by_its_arguments(asked: str, told: dict[str, Any]) -> None:
    game = gunki.game(GAME)
    table, *args = asked.split()
    answer = game.lookup(game.setup(), table, tuple(args))
    assert {key: answer[key] for key in told} == told
    assert answer["table"] == table
    assert all(game.texts(lang).has("table", table) for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("asked", "because"),
    [
        ("combat 42", "STRENGTH DIE"),
        ("combat many 5", "STRENGTH"),
        ("combat 42 100", "DIE"),
        ("siege 4 21 6", "levels are 0 to 5"),
        ("siege 4 21 -1", "levels are 0 to 5"),
        ("surrender 11 3", "durability is 0 to 10"),
        ("clan nobody 3", "unknown clan"),
        ("clan mori 3", "no die is thrown for 'mori'"),
        ("weather 3", "unknown table"),
    ],
)
def test_an_impossible_lookup_is_refused_by_its_argument(asked: str, because: str) -> None:
    game = gunki.game(GAME)
    table, *args = asked.split()
    with pytest.raises(OptionError, match=because):
        game.lookup(game.setup(), table, tuple(args))
