"""What is easily got wrong about leaving one another (10-2) and about pushing markers (4-4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.nobunaga.steps import board, move, pay
from tests.clauses.nobunaga.steps import column as column_of
from tests.clauses.nobunaga.table import acts, allowed, box, former_tables, refused, stack
from tests.support import clause

THREE = ("uesugi", "takeda", "mouri")


def column(clan: str, power: str) -> list[int]:
    """The boxes of a daimyo's track that stand under a power, leftmost first."""
    boxes = new("nobunaga").view(None)["markers"][clan]["boxes"]
    return [number for number, under in enumerate(boxes, 1) if under == power]


def at_war(mover: str, other: str, other_at_war: bool) -> dict[str, int]:
    """The markers of the two: the mover's at war, the other's in the last box before it, or there too."""
    markers = {mover: column(mover, "anti_oda")[0]}
    if other in THREE:
        markers[other] = column(other, "anti_oda" if other_at_war else "neutral")[-1]
    return markers


def shared_area(mover: str, other: str, *, other_at_war: bool, **areas: Any) -> Playing:
    """Units of two daimyos in North Shinano, the mover's at war."""
    stacks = {"controller": other, mover: {"ready": 3}, other: {"ready": 1}}
    return board(
        {"north_shinano": stacks, **areas}, markers=at_war(mover, other, other_at_war), to_act="anti_oda", today=True
    )


@clause("nobunaga", "10-2", "7-2(2)")
@pytest.mark.parametrize("other_at_war", [False, True])
@pytest.mark.parametrize(("mover", "other"), [(a, b) for a in THREE for b in THREE if a != b])
def test_10_2_the_three_may_leave_one_another_whoever_is_at_war(mover: str, other: str, other_at_war: bool) -> None:
    match = shared_area(mover, other, other_at_war=other_at_war)
    match.act("movement")
    allowed(match, f"march {mover} north_shinano")


@clause("nobunaga", "10-2", "FAQ-Q06", "7.p1b")
@pytest.mark.parametrize("other_at_war", [False, True])
@pytest.mark.parametrize(("mover", "other"), [(a, b) for a in THREE for b in THREE if a != b])
def test_10_2_the_three_stop_and_fight_one_another_whoever_is_at_war(
    mover: str, other: str, other_at_war: bool
) -> None:
    """Whoever enters North Shinano fights there; from Kai to Echigo every other way is too long."""
    areas = {
        "north_shinano": {"controller": other, other: {"ready": 1}},
        "kai": {"controller": mover, mover: {"ready": 3}},
    }
    match = board(areas, markers=at_war(mover, other, other_at_war), to_act="anti_oda", today=True)
    match.act("movement")
    column_of(match, mover, "kai", armies=2)
    refused(match, "to echigo", "7.p1b")
    events = match.act("to north_shinano")
    assert [event.data["target_clan"] for event in events if event.kind == "attack"] == [other]


@clause("nobunaga", "10-2", "7-2(2)")
def test_10_2_others_still_hold_the_three() -> None:
    match = shared_area("takeda", "neutral", other_at_war=False, mino={"takeda": {"ready": 2}})
    match.act("movement")
    refused(match, "march takeda north_shinano", "7-2(2)")
    match = shared_area("takeda", "oda", other_at_war=False, mino={"takeda": {"ready": 2}})
    match.act("movement")
    refused(match, "march takeda north_shinano", "7-2(2)")


@clause("nobunaga", "7-2(2)", "10-2")
def test_7_2_2_a_neutral_greater_daimyo_still_holds_those_who_are_none_of_the_three() -> None:
    areas = {
        "north_shinano": {"controller": "uesugi", "honganji": {"ready": 3}, "uesugi": {"ready": 1}},
        "echizen": {"honganji": {"ready": 2}},
    }
    match = board(areas, markers={"uesugi": column("uesugi", "neutral")[-1]}, to_act="anti_oda", today=True)
    match.act("movement")
    refused(match, "march honganji north_shinano", "7-2(2)")
    allowed(match, "march honganji echizen")


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
    return board(areas, turn=2, markers={"matsunaga": column("matsunaga", "neutral")[0]}, today=True, **entries)


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
    start = column("matsunaga", "neutral")[0]
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
    column_of(match, "oda", "yamashiro", generals=["shibata_katsuie"])
    acts(match, "to yamato", "movement")
    assert box(match, "matsunaga") == start + 2
    column_of(match, "oda", "south_oumi", armies=1)
    match.act("to yamato")
    assert box(match, "matsunaga") == start + 2


@clause("nobunaga", "1-1-2", "4-3", "6-5.p2")
@pytest.mark.parametrize("clan", ["tokugawa", "matsunaga", "ukita"])
def test_4_3_three_boxes_a_column_for_lesser_daimyos(clan: str) -> None:
    assert [len(column(clan, power)) for power in ("oda", "neutral", "anti_oda")] == [3, 3, 3]
    match = board({"mino": {"oda": {"ready": 2}}}, markers={clan: column(clan, "oda")[-1]}, today=True)
    acts(match, "diplomacy", f"influence {clan} right")
    assert match.view(None)["powers"][clan] == "neutral"


@clause("nobunaga", "2-3", "6-5.p3", "4-3.p4")
def test_2_3_a_greater_daimyo_enters_with_the_third_box() -> None:
    start = box(new("nobunaga", seed=1), "takeda")
    assert column("takeda", "anti_oda") == [start + 3]
    areas = {"mino": {"oda": {"ready": 2}}}
    for moved, power in ((1, "neutral"), (2, "anti_oda")):
        match = board(areas, markers={"takeda": start + moved}, to_act="anti_oda", today=True)
        acts(match, "diplomacy", "influence takeda right")
        assert match.view(None)["powers"]["takeda"] == power


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
