"""The charts of Kenshin's Arrival in Kyoto: they equal the rules, and every roll is found in its chart."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import gunki
from gunki.core.definition.texts import LANGUAGES
from gunki.games.kenshin.rules.points import KINDS, KYOTO_CLAUSES
from tests.clauses.kenshin.fights import TABLE

GAME = "kenshin"
#: Every option that changes a chart.
OTHER = {
    "river_defender": 1, "fortification_attacker": -1, "mori_result_5": "1C+1B", "mori_castle_modifier": "literal",
    "attrition_base": "units", "kyoto_cumulative": True,
}  # fmt: skip


def list_charts(**options: Any) -> dict[str, dict[str, Any]]:
    game = gunki.game(GAME)
    return {found["id"]: found for found in game.list_charts(game.setup(options=options))}


def read_cells(found: dict[str, Any], row: str) -> list[Any]:
    texts = [row.get("text", row.get("name", [""])[-1]) for row in found["rows"]]
    line: list[Any] = found["rows"][texts.index(row)]["cells"]
    return [cell["names"][0][1] if isinstance(cell, dict) else cell for cell in line]


def test_all_printed_tables_and_tracks_are_there() -> None:
    assert list(list_charts()) == [
        "combat", "siege", "attrition", "events", "minor_daimyo", "mori_deployment", "replenishment", "terrain",
        "turns", "sequence", "points",
    ]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("options", [{}, OTHER])
def test_charts_have_words_and_clauses(lang: str, options: dict[str, Any]) -> None:
    game = gunki.game(GAME)
    texts = game.texts(lang)
    for found in list_charts(**options).values():
        assert texts.has(*found["name"])
        for what in (found["by"], *found["groups"], *found["columns"], *found["rows"]):
            assert what["text"] if "text" in what else texts.has(*what["name"]), what
        assert all(len(row["cells"]) == len(found["columns"]) for row in found["rows"]), found["id"]
        assert sum(group["span"] for group in found["groups"]) in (0, len(found["columns"]))
        named = [
            name for row in found["rows"] for cell in row["cells"] if isinstance(cell, dict) for name in cell["names"]
        ]
        assert all(texts.has(section, key) for section, key in named), named
        for note in found["notes"]:
            assert texts.has("note", note["text"]), note["text"]
            assert "?" not in texts("note", note["text"], **note["data"])
            assert note["clauses"]
            assert [clause for clause in note["clauses"] if clause not in game.clauses] == []


def test_the_combat_table_is_the_printed_one() -> None:
    table = list_charts()["combat"]
    assert [column["text"] for column in table["columns"]][:4] == ["1", "2", "3–4", "5–6"]
    read = list(zip(*(row["cells"] for row in table["rows"]), strict=True))
    assert read == list(TABLE.values())
    assert [row["text"] for row in table["rows"]][:: len(table["rows"]) - 1] == ["≤1", "≥15"]


USUAL: dict[str, Any] = {}


@pytest.mark.parametrize(("chart", "options", "row", "cells"), [
    ("siege",            USUAL,  "6",               [1, 2, 2, 3]),
    ("siege",            USUAL,  "1",               [None, None, None, None]),
    ("attrition",        USUAL,  "≤1",              ["none", ...]),
    ("attrition",        USUAL,  "3",               ["tenth_down", ...]),
    ("attrition",        USUAL,  "≥6",              ["tenth_up", ...]),
    ("replenishment",    USUAL,  "6",               [2, 2, 2, 1, 2, 1, 2, 1, 1]),
    ("events",           USUAL,  "11",              ["hojo_invasion"] * 6),
    ("minor_daimyo",     USUAL,  "1",               ["miki", ...]),
    ("minor_daimyo",     USUAL,  "5",               ["negoro", ...]),
    ("mori_deployment",  USUAL,  "5",               [None, 2]),
    ("mori_deployment",  OTHER,  "5",               [1, 1]),
    ("terrain",          USUAL,  "river",           ["+1", "-1", "-1"]),
    ("terrain",          OTHER,  "river",           ["+1", "-1", "+1"]),
    ("terrain",          USUAL,  "foothills",       [3, "-1", "+1"]),
    ("terrain",          OTHER,  "fortification",   [6, "-1", "+1"]),
    ("terrain",          USUAL,  "mountain",        [None, ...]),
    ("turns",            USUAL,  "7",               ["8", "1", "kuki_yoshitaka"]),
    ("turns",            USUAL,  "15",              ["10", "3", ...]),
    ("sequence",         USUAL,  "oda_reaction",    ["oda", "action_check", "4(3)"]),
    ("points",           USUAL,  "taisho",          ["", 10, "-10"]),
    ("points",           USUAL,  "kyoto_kenshin",   ["", 15, ""]),
])  # fmt: skip
def test_a_chart_has_the_printed_row(chart: str, options: dict[str, Any], row: str, cells: list[Any]) -> None:
    """An ellipsis at the end of the row stands for cells that are not checked here."""
    found = read_cells(list_charts(**options)[chart], row)
    assert (found[: len(cells) - 1] == cells[:-1]) if cells[-1] is ... else (found == cells)


def test_charts_have_the_printed_columns() -> None:
    found = list_charts()
    assert next(column["name"][1] for column in found["siege"]["columns"]) == "taisho"
    assert [group["span"] for group in found["replenishment"]["groups"]] == [6, 3]
    assert [column["text"] for column in found["events"]["columns"]] == ["≤−10", "−9–−1", "0–5", "6–10", "11–15", "16+"]
    assert read_cells(found["events"], "12")[3] == "yoshiaki_uprising"
    assert [row["cells"] for row in found["points"]["rows"]][:2] == [["3", 1, "-1"], ["4–6", 2, "-2"]]
    fell = {n["text"]: n["data"]["value"] for n in found["mori_deployment"]["notes"] if "fell" in n["text"]}
    assert fell == {"mori_fell_uesugi": "+1", "mori_fell_oda": "-1"}


# --- rolls and their charts ------------------------------------------------------------------------------------------


def find_cell(chart: dict[str, Any], roll: dict[str, Any]) -> tuple[dict[str, Any], int | None]:
    """Return the row and the column in which a roll is read (docs/data/charts.md)."""
    known = [die for row in chart["rows"] for die in row["dice"]]
    total = sum(roll["dice"]) + roll.get("value", 0)
    die = min(max(total, min(known)), max(known)) if chart["modified"] else roll["dice"][0]
    (row,) = [row for row in chart["rows"] if die in row["dice"]]
    column = roll.get("column")
    if isinstance(column, str):
        column = [heading["id"] for heading in chart["columns"]].index(column)
    return row, column


def test_every_roll_is_found_in_its_chart() -> None:
    """Its cell holds the result: the hits of a round, the event, the loss of morale."""
    known, seen = list_charts(), set()
    for seed in range(3):
        match = gunki.new(GAME, seed=seed)
        rng = random.Random(seed)
        while match.ply < 900 and match.decision is not None:
            match.act(rng.choice(match.decision.options))
        events = match.events
        for roll, after in pairwise(events):
            if roll.kind != "roll" or "chart" not in roll.data:
                continue
            seen.add(roll.data["chart"])
            row, column = find_cell(known[roll.data["chart"]], dict(roll.data))
            cell: Any = row["cells"][column] if column is not None and column >= 0 else None
            if after.kind == "round":
                assert cell == after.data["taken"]
            elif roll.data["purpose"] == "event":
                assert cell["names"][0][1] in after.data.values()
            elif after.kind == "replenished" and roll.data["army"] != "oda":
                assert (cell or 0) == after.data["count"]
    assert {"combat", "events", "siege", "attrition", "mori_deployment"} <= seen


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("combat 18 6", {"row": "16-20", "hits": 1}),
        ("siege none 6", {"loss": 3}),
        ("attrition 11 7", {"result": "tenth_up", "loss": 2}),
        ("event 6 12", {"event": "yoshiaki_uprising"}),
        ("minor_daimyo 1", {"army": "miki"}),
        ("mori 7", {"commanders": 1, "busho": 2}),
        ("replenishment tokugawa 2", {"count": 0}),
        ("castle_points 12", {"points": 4}),
        ("pursuit 2 2", {"escapes": True}),
    ],
)
def test_a_table_that_is_looked_up_has_a_name(asked: str, told: dict[str, Any]) -> None:
    game = gunki.game(GAME)
    table, *args = asked.split()
    answer = game.lookup(game.setup(), table, tuple(args))
    assert {key: answer[key] for key in told} == told
    assert all(game.texts(lang).has("table", answer["table"]) for lang in LANGUAGES)


# --- what the score is made of ---------------------------------------------------------------------------------------


def test_the_view_has_the_score_and_the_points_that_kyoto_would_bring() -> None:
    units = {"uesugi_kenshin": "2024", "niwa_nagahide": "2523"}
    match = gunki.compose(GAME, "campaign", {"empty": True, "score": 7, "units": units, "to_act": "uesugi"}, seed=1)
    view = match.view(None)
    assert {row["what"]: (row["value"], row["goal"]) for row in view["conditions"]} == {
        "score": (7, 30),
        "kyoto": (15, 5),
    }
    for seat, points in view["points"].items():
        parts = view["scoring"][seat]
        assert sum(part["value"] for part in parts) == points
        coming = [(part["text"], part["data"]) for part in parts if part["text"].endswith("_next")]
        assert coming == ([("kyoto_kenshin_next", {"count": 15})] if seat == "uesugi" else [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_source_of_points_has_a_text(lang: str) -> None:
    """The text names the things that scored."""
    texts = gunki.game(GAME).texts(lang)
    for word, (kind, clause) in KINDS.items():
        assert not kind or f"{{{kind}}}" in texts.sections["score"][word]
        assert clause in gunki.game(GAME).clauses
    for word in ("before", *(f"{word}_next" for word in KYOTO_CLAUSES)):
        assert texts.has("score", word)


def test_entering_kyoto_is_an_event() -> None:
    units = {"uesugi_kenshin": "2022", "niwa_nagahide": "2523"}
    match = gunki.compose(GAME, "campaign", {"empty": True, "units": units, "terrain": {"2023": "flat", "2024": "flat"},
                          "sides": {"2022-2023": "none", "2023-2024": "none"}, "to_act": "uesugi"}, seed=1)  # fmt: skip
    match.act("move uesugi_kenshin")
    events = match.act("to 2024")
    assert [event.data for event in events if event.kind == "kyoto_entered"] == [{"unit": "uesugi_kenshin"}]
