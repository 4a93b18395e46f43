"""Chapters 18 and 21: Kenshin in Kyoto, points; the order of the Turn Start; K-27 to K-31, K-89, K-100."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Event, Match
from tests.clauses.kenshin.table import (
    FIELD,
    ODA,
    UESUGI,
    at,
    castle_row,
    compose,
    decision_of,
    force,
    garrison,
    lane,
    of_kind,
    rolls,
    score,
)
from tests.clauses.kenshin.turns import HARIMA, MORI, QUIET, is_turn_start_over, ship, sides_of_clans, start_turn
from tests.support import clause

KYOTO = "2024"


def scores_of(events: list[Event]) -> list[tuple[str, int]]:
    """Return the clause and value of every score event, in order."""
    return [
        (str(event.clauses[0]).partition(":")[2], int(event.data["value"])) for event in events if event.kind == "score"
    ]


# --- castles ---------------------------------------------------------------------------------------------------------

CASTLES = [
    ("ogaki", 4, "21 castle4-6", 2),
    ("kaneyama", 3, "21 castle3", 1),
    ("sakamoto", 6, "21 castle4-6", 2),
    ("hamamatsu", 8, "21 castle7-10", 3),
    ("gifu", 9, "21 castle7-10", 3),
    ("azuchi", 11, "21 castle11", 4),
    ("kitanosho", 12, "21 castle11", 4),
]


@clause("kenshin", "21", "21 castle3", "21 castle4-6", "21 castle7-10", "21 castle11")
@pytest.mark.parametrize(("name", "durability", "clause_id", "points"), CASTLES)
def test_a_castle_scores_by_its_printed_durability(name: str, durability: int, clause_id: str, points: int) -> None:
    """K-28: 11 or more scores 4, and what the walls have lost does not matter. Taken by the Uesugi side: plus."""
    row = castle_row(name)
    assert row["durability"] == durability
    biwa = ("sakamoto", "omizo", "azuchi", "sawayama", "nagahama")
    castles = {other: {"holder": "uesugi"} for other in biwa if other != name}
    units = {"niwa_nagahide": "3524", "honjo_shigenaga": row["hex"]}
    match = start_turn("demand", units, 1, *QUIET, castles={**castles, name: {"marker": 6, "durability": 1}})
    events = match.act(f"demand {name}")
    assert scores_of(events) == [(clause_id, points)]
    assert score(match) == points


@clause("kenshin", "21", "21 castle3", "21 castle4-6", "21 castle7-10", "21 castle11")
@pytest.mark.parametrize(
    ("level", "points"), [(3, 1), (4, 2), (5, 2), (6, 2), (7, 3), (8, 3), (9, 3), (10, 3), (11, 4), (12, 4)]
)
def test_the_classes_of_durability(level: int, points: int) -> None:
    """Fukashi with other numbers printed, taken by the Oda side: minus."""
    match = start_turn(
        "demand", {"maeda_toshiie": "5114"}, 1, *QUIET, castles={"fukashi": {"level": [level, 2], "marker": 6}}
    )
    match.act("demand fukashi")
    assert score(match) == -points


@clause("kenshin", "21")
def test_a_castle_scores_each_time_it_is_taken_also_by_its_first_owner() -> None:
    """K-29: Fukashi, in Oda hands, retaken by the Takeda."""
    castles = {"fukashi": {"holder": "oda", "marker": 6}}
    match = start_turn("demand", {"obata_nobusada": "5114"}, 1, *QUIET, castles=castles, score=-2)
    match.act("demand fukashi")
    assert score(match) == 0


@clause("kenshin", "21")
def test_a_castle_taken_by_assault_scores() -> None:
    men = force("5114", "shibata_katsuie", "maeda_toshiie", "sasa_narimasa")
    match = compose(
        {**UESUGI, **ODA, **men}, phase="oda_combat", dice=[6, 6, 1, 2, 4, 4], castles={"fukashi": {"durability": 1}}
    )
    events = match.act("assault shibata_katsuie")
    assert ("21 castle4-6", -2) in scores_of(events)


# --- units -----------------------------------------------------------------------------------------------------------


@clause("kenshin", "21 busho", "21 samuraidaisho", "21 taisho", "21")
@pytest.mark.parametrize(
    ("name", "points"), [("kanki_yorisada", 1), ("bessho_nagaharu", 2), ("takeda_katsuyori", 10), ("mori_terumoto", 10)]
)
def test_a_killed_unit_scores_by_its_rank_for_the_oda(name: str, points: int) -> None:
    """The garrison of Miki, whose castle is worth two."""
    units = {**garrison("1025", name), "maeda_toshiie": "1025", "sasa_narimasa": "1025"}
    match = start_turn("demand", units, 1, *QUIET, castles={"miki": {"marker": 6}})
    events = match.act("demand miki")
    rank = {1: "21 busho", 2: "21 samuraidaisho", 10: "21 taisho"}[points]
    assert (rank, -points) in scores_of(events)
    assert score(match) == -points - 2


@clause("kenshin", "21 busho", "21 samuraidaisho", "21 taisho", "21")
@pytest.mark.parametrize(("name", "points"), [("maeda_toshiie", 1), ("shibata_katsuie", 2), ("tokugawa_ieyasu", 10)])
def test_a_killed_unit_scores_by_its_rank_for_the_uesugi(name: str, points: int) -> None:
    units = {**garrison("0421", name), "jinbo_ujiharu": "0421", "honjo_shigenaga": "0421"}
    match = start_turn("demand", units, 1, *QUIET, castles={"kozuki": {"marker": 6}})
    match.act("demand kozuki")
    assert score(match) == points + 1


@clause("kenshin", "21", "21 taisho")
def test_with_a_taisho_his_clan_on_the_map_and_in_the_box_scores_but_neither_ships_nor_the_undeployed() -> None:
    """K-79: Terumoto, ten; Kikkawa in the box, two; a busho at the edge, one; and Miki's castle, two."""
    units = {
        **garrison("1025", "mori_terumoto"), "maeda_toshiie": "1025", "sasa_narimasa": "1025",
        "kikkawa_motoharu": "box", "kikkawa_motonaga": "0118", "hoida_motokiyo": "undeployed",
    }  # fmt: skip
    match = start_turn(
        "demand", units, 1, *QUIET, castles={"miki": {"marker": 6}}, ships={"murakami_takeyoshi": "seto"}
    )
    match.act("demand miki")
    assert score(match) == -15
    assert at(match, "hoida_motokiyo") in ("removed", "dead")
    assert ship(match, "murakami_takeyoshi") == "removed"
    assert not rolls(match.events, "mori")


# --- the score -------------------------------------------------------------------------------------------------------


@clause("kenshin", "21", "TBL-SCORE")
@pytest.mark.parametrize("start", [-60, -1, 0, 1, 9, 10, 29, 75])
def test_the_score_goes_up_and_down_without_end(start: int) -> None:
    """K-89: it is a number with a sign, and every change has an event."""
    match = start_turn("demand", {"maeda_toshiie": "5114"}, 1, 1, 1, 1, castles={"fukashi": {"marker": 6}}, score=start)
    assert score(match) == start
    events = match.act("demand fukashi")
    assert of_kind(events, "score")[0] == {"value": -2, "score": start - 2}
    assert score(match) == start - 2
    for seat in ("uesugi", "oda"):
        assert match.view(seat)["score"] == start - 2


@clause("kenshin", "TBL-SCORE")
@pytest.mark.parametrize(
    ("value", "column"), [(-11, "-10"), (-10, "-10"), (-9, "-9"), (-1, "-9"), (0, "0"), (5, "0"), (6, "6"), (10, "6"),
                          (11, "11"), (15, "11"), (16, "16")],
)  # fmt: skip
def test_the_view_tells_the_column_of_the_event_table(value: int, column: str) -> None:
    assert compose({**UESUGI, **ODA}, score=value).view(None)["column"] == column


# --- Kyoto -----------------------------------------------------------------------------------------------------------


@clause("kenshin", "21 Kyoto unit", "21 Kyoto Kenshin")
@pytest.mark.parametrize(
    ("units", "cumulative", "told"),
    [
        ({"jinbo_ujiharu": KYOTO}, False, [("21 Kyoto unit", 5)]),
        ({"negoro_shu": KYOTO}, False, [("21 Kyoto unit", 5)]),
        ({"jinbo_ujiharu": KYOTO, "obata_nobusada": KYOTO}, False, [("21 Kyoto unit", 5)]),
        ({"uesugi_kenshin": KYOTO}, False, [("21 Kyoto Kenshin", 15)]),
        ({"uesugi_kenshin": KYOTO, "jinbo_ujiharu": KYOTO}, False, [("21 Kyoto Kenshin", 15)]),
        ({"uesugi_kenshin": KYOTO}, True, [("21 Kyoto Kenshin", 15), ("21 Kyoto unit", 5)]),
        ({"jinbo_ujiharu": KYOTO}, True, [("21 Kyoto unit", 5)]),
        ({"uesugi_kenshin": "2023"}, False, []),
        ({"maeda_toshiie": KYOTO}, False, []),
    ],
)
def test_kyoto_scores_at_the_turn_start(units: Any, cumulative: bool, told: list[tuple[str, int]]) -> None:
    """K-30: any unit of the Uesugi side five; Kenshin fifteen instead, by option besides; the Oda nothing."""
    match = start_turn("kyoto", units, *QUIET, clans={"negoro": "uesugi"}, options={"kyoto_cumulative": cumulative})
    assert sorted(scores_of(match.events)) == sorted(told)
    assert score(match) == sum(value for _, value in told)


@clause("kenshin", "21 Kyoto unit")
def test_kyoto_scores_in_every_turn_and_only_at_its_start() -> None:
    """From the step after it there is nothing."""
    assert score(start_turn("siege", {"jinbo_ujiharu": KYOTO}, *QUIET)) == 0
    assert score(start_turn("kyoto", {"jinbo_ujiharu": KYOTO}, *QUIET, turn=15, score=5)) == 10


@clause("kenshin", "21 Kyoto unit", "21 Kyoto Kenshin")
@pytest.mark.parametrize(("units", "points"), [({}, 0), ({"jinbo_ujiharu": KYOTO}, 5), ({"uesugi_kenshin": KYOTO}, 15)])
def test_the_view_tells_what_the_next_turn_start_would_bring(units: Any, points: int) -> None:
    """`conditions`: the score, what is needed, and Kyoto's points as things stand."""
    match = compose({**UESUGI, **ODA, **units}, score=3)
    rows = {row["what"]: row for row in match.view(None)["conditions"]}
    assert (rows["score"]["value"], rows["score"]["goal"], rows["kyoto"]["value"]) == (3, 30, points)


# --- what the score is made of -----------------------------------------------------------------------------------


def points_by_text(match: Match) -> dict[str, tuple[int, str, Any]]:
    """Return the points, the clause and the named things of each part of the score, by its text."""
    parts = match.view(None)["scoring"]["uesugi"]
    assert sum(part["value"] for part in parts) == score(match)
    assert match.view(None)["scoring"]["oda"] == []
    found = {part["text"]: (part["value"], part["clause"], part["data"]) for part in parts}
    assert len(found) == len(parts)
    return found


@clause("kenshin", "21", "21 castle3", "21 castle4-6", "21 castle7-10", "21 castle11")
@pytest.mark.parametrize(
    ("level", "part"), [(3, "castle3"), (4, "castle4_6"), (6, "castle4_6"), (7, "castle7_10"), (11, "castle11")]
)
@pytest.mark.parametrize(
    ("holder", "man", "word", "sign"), [("oda", "obata_nobusada", "taken", 1), ("uesugi", "maeda_toshiie", "lost", -1)]
)
def test_points_for_a_castle_name_its_class_and_its_captor(
    level: int, part: str, holder: str, man: str, word: str, sign: int
) -> None:
    castles = {"fukashi": {"holder": holder, "level": [level, 2], "marker": 6}}
    match = start_turn("demand", {man: "5114"}, 1, *QUIET, castles=castles)
    assert points_by_text(match) == {}
    match.act("demand fukashi")
    points = sign * {"castle3": 1, "castle4_6": 2, "castle7_10": 3, "castle11": 4}[part]
    clause_id = "21 " + part.replace("_", "-")
    assert points_by_text(match) == {f"{part}_{word}": (points, clause_id, {"castle": ["fukashi"]})}


@clause("kenshin", "21 busho", "21 samuraidaisho", "21 taisho")
@pytest.mark.parametrize(
    ("name", "rank", "points"),
    [("kanki_yorisada", "busho", 1), ("bessho_nagaharu", "samuraidaisho", 2), ("takeda_katsuyori", "taisho", 10)],
)
def test_points_for_killed_uesugi_units_name_their_rank(name: str, rank: str, points: int) -> None:
    units = {**garrison("1025", name), "maeda_toshiie": "1025", "sasa_narimasa": "1025"}
    match = start_turn("demand", units, 1, *QUIET, castles={"miki": {"marker": 6}})
    match.act("demand miki")
    assert points_by_text(match) == {
        "castle4_6_lost": (-2, "21 castle4-6", {"castle": ["miki"]}),
        f"{rank}_of_uesugi": (-points, f"21 {rank}", {"unit": [name]}),
    }


@clause("kenshin", "21 busho", "21 samuraidaisho", "21 taisho")
@pytest.mark.parametrize(
    ("name", "rank", "points"),
    [("maeda_toshiie", "busho", 1), ("shibata_katsuie", "samuraidaisho", 2), ("tokugawa_ieyasu", "taisho", 10)],
)
def test_points_for_killed_oda_units_name_their_rank(name: str, rank: str, points: int) -> None:
    units = {**garrison("0421", name), "jinbo_ujiharu": "0421", "honjo_shigenaga": "0421"}
    match = start_turn("demand", units, 1, *QUIET, castles={"kozuki": {"marker": 6}})
    match.act("demand kozuki")
    assert points_by_text(match)[f"{rank}_of_oda"] == (points, f"21 {rank}", {"unit": [name]})


@clause("kenshin", "21 Kyoto unit", "21 Kyoto Kenshin")
@pytest.mark.parametrize(
    ("name", "cumulative", "counted"),
    [
        ("jinbo_ujiharu", False, {"kyoto_unit": 5}),
        ("uesugi_kenshin", False, {"kyoto_kenshin": 15}),
        ("uesugi_kenshin", True, {"kyoto_unit": 5, "kyoto_kenshin": 15}),
    ],
)
def test_points_for_kyoto_are_listed_with_those_of_the_next_turn_start(
    name: str, cumulative: bool, counted: dict[str, int]
) -> None:
    """Each under a text of its own: what has counted, and what would count as the next turn starts."""
    lines = {"kyoto_unit": "21 Kyoto unit", "kyoto_kenshin": "21 Kyoto Kenshin"}
    match = start_turn("kyoto", {name: KYOTO}, *QUIET, options={"kyoto_cumulative": cumulative})
    assert points_by_text(match) == {
        **{word: (value, lines[word], {}) for word, value in counted.items()},
        **{f"{word}_next": (0, lines[word], {"count": value}) for word, value in counted.items()},
    }


@clause("kenshin", "21", "3(3)")
def test_points_of_an_old_document_are_listed_as_from_before() -> None:
    """An older document holds only the sum, which is listed as one part; later points are listed as they come."""
    match = start_turn("demand", {"maeda_toshiie": "5114"}, 1, *QUIET, castles={"fukashi": {"marker": 6}}, score=7)
    assert points_by_text(match) == {"before": (7, "21", {})}
    match.act("demand fukashi")
    assert points_by_text(match) == {
        "castle4_6_lost": (-2, "21 castle4-6", {"castle": ["fukashi"]}),
        "before": (7, "21", {}),
    }


@clause("kenshin", "21")
def test_a_description_keeps_the_counted_points() -> None:
    """K-29: a castle taken twice is named twice, and so is an Ikki unit that was rebuilt (9-5-6)."""
    state = {
        "uesugi_castles": {"ogaki": 2}, "oda_castles": {"azuchi": 1}, "uesugi_kills": {"hori_hidemasa": 1},
        "oda_kills": {"saika_shu": 2}, "kyoto_unit": 3, "kyoto_kenshin": 1,
    }  # fmt: skip
    match = compose({**UESUGI, **ODA}, score=27, state=state)
    again = gunki.compose("kenshin", None, match.describe(), seed=1)
    assert points_by_text(match) == points_by_text(again) == {
        "castle4_6_taken": (4, "21 castle4-6", {"castle": ["ogaki", "ogaki"]}),
        "castle11_lost": (-4, "21 castle11", {"castle": ["azuchi"]}),
        "busho_of_oda": (1, "21 busho", {"unit": ["hori_hidemasa"]}),
        "samuraidaisho_of_uesugi": (-4, "21 samuraidaisho", {"unit": ["saika_shu", "saika_shu"]}),
        "kyoto_unit": (15, "21 Kyoto unit", {}),
        "kyoto_kenshin": (15, "21 Kyoto Kenshin", {}),
    }  # fmt: skip


@clause("kenshin", "21")
@pytest.mark.parametrize(
    "state",
    [
        {"uesugi_castles": {"ogaki": 100}},
        {"oda_kills": {"saika_shu": -1}},
        {"kyoto_unit": 100},
        {"oda_castles": {"edo": 1}},
    ],
)
def test_counts_beyond_their_bounds_are_refused(state: Any) -> None:
    with pytest.raises(gunki.PositionError):
        compose({**UESUGI, **ODA}, state=state)


@clause("kenshin", "21")
def test_a_count_at_its_bound_stays_there_and_the_rest_is_listed() -> None:
    match = start_turn(
        "demand", {"maeda_toshiie": "5114"}, 1, *QUIET, castles={"fukashi": {"marker": 6}}, score=-198,
        state={"oda_castles": {"fukashi": 99}},
    )  # fmt: skip
    match.act("demand fukashi")
    assert points_by_text(match) == {
        "castle4_6_lost": (-198, "21 castle4-6", {"castle": ["fukashi"] * 99}),
        "before": (-2, "21", {}),
    }


@clause("kenshin", "16-3 score", "21")
def test_units_that_score_for_nobody_are_not_listed() -> None:
    """K-79: Terumoto's ship and the undeployed units of his clan go with him and are not named."""
    units = {
        **garrison("1025", "mori_terumoto"), "maeda_toshiie": "1025", "sasa_narimasa": "1025",
        "kikkawa_motoharu": "box", "hoida_motokiyo": "undeployed",
    }  # fmt: skip
    match = start_turn(
        "demand", units, 1, *QUIET, castles={"miki": {"marker": 6}}, ships={"murakami_takeyoshi": "seto"}
    )
    match.act("demand miki")
    assert points_by_text(match) == {
        "castle4_6_lost": (-2, "21 castle4-6", {"castle": ["miki"]}),
        "taisho_of_uesugi": (-10, "21 taisho", {"unit": ["mori_terumoto"]}),
        "samuraidaisho_of_uesugi": (-2, "21 samuraidaisho", {"unit": ["kikkawa_motoharu"]}),
    }


# --- 18: Kenshin in Kyoto ----------------------------------------------------------------------------------------

JOINING = {"ashikaga_yoshiaki": "undeployed", "ukita_naoie": "undeployed", **MORI}


@clause("kenshin", "18", "9-2 Yoshiaki's Uprising")
def test_kenshin_in_kyoto_brings_about_the_uprising_before_everything_else() -> None:
    """K-27: points, uprising, and then the event of the turn by the new score; no die of the Mori."""
    match = start_turn("kyoto", {"uesugi_kenshin": KYOTO, **JOINING}, 2, 2)
    assert is_turn_start_over(match)
    assert {at(match, name) for name in JOINING} == {"box"}
    assert sides_of_clans(match)["yamana"] == "uesugi"
    assert "yoshiaki_uprising" in match.view(None)["happened"]
    (roll,) = rolls(match.events, "event")
    assert (roll["score"], roll["column"]) == (15, "11")
    assert [event["random_event"] for event in of_kind(match.events, "event")] == ["yoshiaki_uprising", "none"]
    assert not rolls(match.events, "mori")


@clause("kenshin", "18")
@pytest.mark.parametrize("units", [{"uesugi_kenshin": "2023"}, {"kakizaki_haruie": KYOTO}])
def test_there_is_no_uprising_without_kenshin_in_kyoto(units: Any) -> None:
    match = start_turn("kyoto", {**units, **JOINING, **HARIMA}, *QUIET)
    assert at(match, "ashikaga_yoshiaki") == "undeployed"
    assert "yoshiaki_uprising" not in match.view(None)["happened"]


@clause("kenshin", "18")
def test_the_uprising_comes_only_at_the_start_of_a_turn_and_once() -> None:
    assert (
        at(start_turn("siege", {"uesugi_kenshin": KYOTO, **JOINING, **HARIMA}, *QUIET), "ashikaga_yoshiaki")
        == "undeployed"
    )
    units = {"uesugi_kenshin": KYOTO, "ashikaga_yoshiaki": "removed"}
    match = start_turn("kyoto", units, 2, 2, state={"yoshiaki_uprising": 1})
    assert not of_kind(match.events, "deployed")
    assert score(match) == 15


# --- the order of the steps --------------------------------------------------------------------------------------


@clause("kenshin", "9(1)", "9(2)", "9(3)", "9(4)", "9(5)")
def test_the_steps_of_the_turn_start_in_their_order() -> None:
    """K-100: Kyoto, siege, event, Mori, attrition, replenishment."""
    units = {
        "jinbo_ujiharu": KYOTO, "maeda_toshiie": "5114", **MORI, **HARIMA,
        "okabe_motonobu": {"hex": "5722", "steps": 1}, "honjo_shigenaga": FIELD,
    }  # fmt: skip
    match = start_turn("kyoto", units, 1, 4, 4, *[1] * 2, 2, castles={"fukashi": {"marker": 0}}, **lane([FIELD]))
    kinds = [event.data["purpose"] for event in match.events if event.kind == "roll"]
    assert [kind for index, kind in enumerate(kinds) if kind not in kinds[:index]] == [
        "siege", "event", "mori", "attrition", "replenishment",
    ]  # fmt: skip
    assert match.events[0].kind == "score"


@clause("kenshin", "18", "9(1)")
def test_decisions_of_the_uprising_come_before_the_sieges() -> None:
    """K-27: the Yamana among the Oda are moved first, then the die for Fukashi is thrown."""
    units = {"uesugi_kenshin": KYOTO, "yamana_toyokuni": "0723", **HARIMA, "maeda_toshiie": "5114"}
    match = start_turn("kyoto", units, clans={"yamana": "oda"}, castles={"fukashi": {"marker": 0}})
    assert decision_of(match).name == "displace"
    assert not rolls(match.events, "siege")
    events = match.act(decision_of(match).texts[0])
    assert len(rolls(events, "siege")) == 1
