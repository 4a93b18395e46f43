"""Chapter 4: what pushes the markers of war entry, how often, and how far."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.common import armies, column, stack
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board, move, pay
from tests.clauses.nobunaga.table import acts, box, boxes_under, former_tables, power
from tests.support import clause

#: The dice of the reinforcement charts: Oda's armies for Shibata, Anti-Oda's for Honganji.
SHIBATA, HONGANJI = 1, 4


def yamato(visitor: dict[str, Any], **entries: Any) -> Playing:
    """Matsunaga, Neutral in the first such box, in his Yamato, perhaps with others."""
    areas = {
        "yamato": {"controller": "matsunaga", "matsunaga": {"ready": 1, "generals": ["matsunaga_hisahide"]}, **visitor},
        "mino": {"controller": "oda", "oda": {"ready": 1, "generals": ["oda_nobunaga"]}},
        "yamashiro": {"controller": "oda", "oda": {"ready": 3}},
        **entries.pop("areas", {}),
    }
    return board(areas, turn=2, markers={"matsunaga": boxes_under("matsunaga", "neutral")[0]}, today=True, **entries)


@clause("nobunaga", "4-4.p2")
def test_4_4_p2_an_entry_of_the_last_action_turn_does_not_shield_from_the_next_turns_placement() -> None:
    areas = {"yamashiro": {"controller": "oda", "oda": {"ready": 3, "generals": ["shibata_katsuie"]}}}
    cards: dict[str, Any] = {"oda": ["urgent_recruitment_oda"], "anti_oda": []}
    match = yamato({}, areas=areas, dice=[6, 6, 6, SHIBATA, HONGANJI, HONGANJI], **cards)
    start = box(match, "matsunaga")
    move(match, "oda", "yamashiro", "yamato", generals=["shibata_katsuie"])
    assert box(match, "matsunaga") == start + 2
    pay(match)  # the last card: the phase ends by itself, and the next turn's reinforcements come
    assert match.view(None)["turn"] == 3
    assert box(match, "matsunaga") == start + 4


@clause("nobunaga", "4-4.p2")
def test_4_4_p2_each_sides_placement_pushes_the_marker_its_own_way() -> None:
    visitors = {"oda": {"ready": 1, "generals": ["shibata_katsuie"]}, "honganji": {"ready": 1}}
    match = yamato(visitors, phase="reinforcement", dice=[SHIBATA, HONGANJI, HONGANJI])
    start = boxes_under("matsunaga", "neutral")[0]
    assert box(match, "matsunaga") == start + 2  # three armies of Oda's, one push
    match.act("armies honganji yamato")
    assert box(match, "matsunaga") == start
    match.act("armies honganji yamato")
    assert box(match, "matsunaga") == start - 2


@clause("nobunaga", "4-4.p2")
def test_4_4_p2_two_marches_of_one_action_push_once() -> None:
    areas = {
        "yamashiro": {"controller": "oda", "oda": {"ready": 3, "generals": ["shibata_katsuie"]}},
        "south_oumi": {"controller": "oda", "oda": {"ready": 3}},
    }
    match = yamato({}, areas=areas, dice=[6] * 12)
    start = box(match, "matsunaga")
    acts(match, "event converging_attack")
    column(match, "oda", "yamashiro", generals=["shibata_katsuie"])
    acts(match, "to yamato", "movement")
    assert box(match, "matsunaga") == start + 2
    column(match, "oda", "south_oumi", armies=1)
    match.act("to yamato")
    assert box(match, "matsunaga") == start + 2


@clause("nobunaga", "1-1-2", "4-3", "6-5.p2")
@pytest.mark.parametrize("clan", ["tokugawa", "matsunaga", "ukita"])
def test_4_3_each_column_of_a_lesser_daimyo_has_three_boxes(clan: str) -> None:
    assert [len(boxes_under(clan, power)) for power in ("oda", "neutral", "anti_oda")] == [3, 3, 3]
    match = board({"mino": {"oda": {"ready": 2}}}, markers={clan: boxes_under(clan, "oda")[-1]}, today=True)
    acts(match, "diplomacy", f"influence {clan} right")
    assert match.view(None)["powers"][clan] == "neutral"


@clause("nobunaga", "2-3", "6-5.p3", "4-3.p4")
def test_2_3_a_greater_daimyo_enters_with_the_third_box() -> None:
    start = box(new("nobunaga", seed=1), "takeda")
    assert boxes_under("takeda", "anti_oda") == [start + 3]
    areas = {"mino": {"oda": {"ready": 2}}}
    for moved, side in ((1, "neutral"), (2, "anti_oda")):
        match = board(areas, markers={"takeda": start + moved}, to_act="anti_oda", today=True)
        acts(match, "diplomacy", "influence takeda right")
        assert match.view(None)["powers"]["takeda"] == side


@clause("nobunaga", "2-2", "2-3")
def test_2_3_the_former_tables_can_be_played_with() -> None:
    match = new("nobunaga", seed=1, data=former_tables())
    starts = {"tokugawa": 1, "matsunaga": 3, "ukita": 4, "uesugi": 2, "takeda": 2, "mouri": 2}
    assert {clan: box(match, clan) for clan in starts} == starts
    view = match.view(None)
    assert len(view["markers"]["takeda"]["boxes"]) == 4
    assert {area: stack(match, area, "oda")["ready"] for area in ("mino", "yamashiro", "south_oumi", "owari")} == {
        "mino": 7,
        "yamashiro": 4,
        "south_oumi": 3,
        "owari": 3,
    }


@clause("nobunaga", "4-2.p3", "6-3")
def test_4_2_p3_a_push_of_two_boxes_stops_at_the_end() -> None:
    match = board({"mino": {"oda": {"ready": 1}}}, markers={"ukita": 2})
    acts(match, "event gift_to_lesser_daimyo", "shift ukita 2")
    assert box(match, "ukita") == 1
    match = board(
        {"mino": {"oda": {"ready": 1}}},
        markers={"ukita": 6},
        to_act="anti_oda",
        anti_oda=["scheming_with_lesser_daimyo"],
    )
    acts(match, "event scheming_with_lesser_daimyo", "shift ukita 2")
    assert box(match, "ukita") == 7


@clause("nobunaga", "4-4.p2")
def test_n24_a_daimyo_is_pushed_once_in_an_action_turn_and_again_in_the_next() -> None:
    """Yamato and Iga Ise are Matsunaga's, and both are entered in one action turn; then Tanba, his too, in another."""
    areas = {
        "yamashiro": {"oda": {"ready": 4}},
        "south_oumi": {"oda": {"ready": 2}},
        "yamato": {"controller": "matsunaga"},
        "iga_ise": {"controller": "matsunaga"},
        "tanba": {"controller": "matsunaga"},
    }
    match = board(areas, markers={**NOBODY_NEUTRAL, "matsunaga": 3})
    acts(match, "event converging_attack", "march oda yamashiro", "with 1", "to yamato")
    assert (box(match, "matsunaga"), power(match, "matsunaga")) == (5, "neutral")
    acts(match, "movement", "march oda south_oumi", "to iga_ise")
    assert box(match, "matsunaga") == 5
    acts(match, "pass", "movement", "march oda yamashiro", "with 1", "to tanba")
    assert (box(match, "matsunaga"), power(match, "matsunaga")) == (7, "anti_oda")


@clause("nobunaga", "4-4")
def test_4_4_neutral_units_provoke_nobody_in_odas_areas() -> None:
    match = board({"mino": {"oda": {"ready": 1}, "takeda": {"ready": 1}}}, to_act="anti_oda")
    acts(match, "reinforcement", "reinforce takeda mino", "discard shogun_letter")
    assert armies(match, "mino", "takeda") == (1, 1)
    assert box(match, "takeda") == 2


@clause("nobunaga", "4-4.p2", "7")
def test_4_4_p2_the_navy_takes_the_way_that_provokes_nobody() -> None:
    areas = {
        "houki_inaba": {"controller": "asakura", "asakura": {"ready": 3}},
        "bitchuu": {"controller": "ukita"},
        "bizen": {"controller": "asakura"},
    }
    match = board(areas, to_act="anti_oda", markers={**NOBODY_NEUTRAL, "ukita": 4})
    acts(match, "event murakami_navy", "march asakura houki_inaba", "with 2", "to awa_sanuki")
    assert box(match, "ukita") == 4
    match = board(areas, to_act="anti_oda", markers={**NOBODY_NEUTRAL, "ukita": 4})
    acts(match, "event murakami_navy", "march asakura houki_inaba", "with 2", "to awa_sanuki via bitchuu")
    assert box(match, "ukita") == 2  # a march through Ukita's land may still be chosen


@clause("nobunaga", "4-4.p2")
def test_4_4_p2_neutral_units_push_nobody() -> None:
    """Neutral Takeda is reinforced where neutral Ukita is lord, and leans to neither side."""
    areas = {"bizen": {"controller": "ukita", "takeda": {"ready": 1}}, "mino": {"oda": {"ready": 1}}}
    match = board(areas, to_act="anti_oda")
    acts(match, "reinforcement", "reinforce takeda bizen", "discard shogun_letter")
    assert armies(match, "bizen", "takeda") == (1, 1)
    assert (box(match, "ukita"), power(match, "ukita")) == (4, "neutral")
