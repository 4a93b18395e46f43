"""Chapter 7: moving units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.steps import (
    NOBODY_NEUTRAL,
    armies,
    board,
    column,
    generals,
    move,
    options_of,
    pay,
    turn_of,
)
from tests.clauses.nobunaga.table import acts, allowed, hand, refused, stack
from tests.support import clause


def to(*areas: str) -> set[str]:
    """The texts of these destinations."""
    return {f"to {area}" for area in areas}


@clause("nobunaga", "7")
def test_7_up_to_three_areas() -> None:
    """From Toutoumi on an empty map: three areas at one step, five at two, six at three, and nothing beyond."""
    match = board({"toutoumi": {"tokugawa": {"ready": 4}}}, markers=NOBODY_NEUTRAL)
    match.act("movement")
    column(match, "tokugawa", "toutoumi", armies=2)
    one = to("mikawa", "suruga", "south_shinano")
    two = to("owari", "mino", "kai", "north_shinano", "hida")
    three = to("nagashima", "south_oumi", "north_oumi", "echizen", "etchuu", "echigo")
    assert options_of(match) == one | two | three
    refused(match, "to yamashiro", "7")
    refused(match, "to kaga", "7")
    match.act("to echigo")
    pay(match)
    assert armies(match, "echigo", "tokugawa") == (0, 2)
    assert armies(match, "toutoumi", "tokugawa") == (2, 0)


@clause("nobunaga", "7")
def test_7_seto_sea_is_an_area_but_closed_to_oda() -> None:
    areas = {
        "north_settsu": {"controller": "oda", "oda": {"ready": 3}},
        "harima": {"controller": "miyoshi", "miyoshi": {"ready": 3}},
    }
    oda = board(areas, markers=NOBODY_NEUTRAL)
    oda.act("movement")
    column(oda, "oda", "north_settsu", armies=2)
    refused(oda, "to seto_sea", "11-8")
    refused(oda, "to awa_sanuki")
    allowed(oda, "to kii_ishiyama", "to tanba")
    miyoshi = board(areas, markers=NOBODY_NEUTRAL, to_act="anti_oda")
    miyoshi.act("movement")
    column(miyoshi, "miyoshi", "harima", armies=2)
    allowed(miyoshi, "to seto_sea", "to awa_sanuki")


@clause("nobunaga", "7.p1b")
def test_7_p1b_other_powers_stop_the_march() -> None:
    """A Neutral army in Mikawa and Azai in South Shinano leave only the way by Suruga open."""
    areas = {
        "toutoumi": {"tokugawa": {"ready": 4}},
        "mikawa": {"neutral": {"ready": 1}},
        "south_shinano": {"azai": {"spent": 1}},
    }
    match = board(areas, markers=NOBODY_NEUTRAL)
    match.act("movement")
    column(match, "tokugawa", "toutoumi", armies=2)
    assert options_of(match) == to("mikawa", "south_shinano", "suruga", "kai", "north_shinano")
    refused(match, "to mino")


@clause("nobunaga", "7.p1b")
def test_7_p1b_no_way_around() -> None:
    """Awa Sanuki has the sea for its only neighbour."""
    areas = {"awa_sanuki": {"miyoshi": {"ready": 3}}, "seto_sea": {"oda": {"ready": 1}}}
    match = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    match.act("movement")
    column(match, "miyoshi", "awa_sanuki", armies=2)
    refused(match, "to harima", "7.p1b")
    allowed(match, "to seto_sea")


@clause("nobunaga", "7.p1b")
def test_7_p1b_own_power_lets_pass() -> None:
    areas = {
        "toutoumi": {"tokugawa": {"ready": 4}},
        "mikawa": {"oda": {"ready": 1}},
        "south_shinano": {"azai": {"ready": 1}},
    }
    match = board(areas, markers=NOBODY_NEUTRAL)
    move(match, "tokugawa", "toutoumi", "mino", armies=2)
    pay(match)
    assert armies(match, "mino", "tokugawa") == (0, 2)
    assert armies(match, "mikawa", "oda") == (1, 0)


@clause("nobunaga", "7.p2")
def test_7_p2_nobody_dropped_off_or_picked_up() -> None:
    """Toutoumi, Mikawa, Owari: the column arrives whole, and those on the way stay as they are."""
    areas = {
        "toutoumi": {"tokugawa": {"ready": 4}},
        "mikawa": {"tokugawa": {"ready": 2}},
        "south_shinano": {"azai": {"ready": 1}},
    }
    match = board(areas, markers=NOBODY_NEUTRAL)
    move(match, "tokugawa", "toutoumi", "owari", armies=3)
    assert turn_of(match) == ("discard", "oda")  # no second destination
    pay(match)
    assert armies(match, "toutoumi", "tokugawa") == (1, 0)
    assert armies(match, "mikawa", "tokugawa") == (2, 0)
    assert armies(match, "owari", "tokugawa") == (0, 3)


FIGHT = {
    "mino": {"oda": {"ready": 4, "generals": ["oda_nobunaga", "hashiba_hideyoshi"]}},
    "north_oumi": {"azai": {"ready": 5, "spent": 1}},
}


@clause("nobunaga", "7.p3")
def test_7_p3_combat_at_once() -> None:
    """Three dice at Nobunaga's 3 before anything else is asked; no general answers for Azai."""
    match = board({**FIGHT, "north_oumi": {"azai": {"ready": 5}}}, dice=[1, 3, 3])
    move(match, "oda", "mino", "north_oumi", generals=["oda_nobunaga"], armies=2)
    assert turn_of(match) == ("discard", "oda")
    assert armies(match, "north_oumi", "azai") == (2, 0)


@clause("nobunaga", "7.p3")
def test_7_p3_no_combat_with_own_power_or_in_an_empty_area() -> None:
    """No dice are given: a roll would be an error."""
    areas = {**FIGHT, "mikawa": {"tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu"]}}}
    for goal in ("mikawa", "owari"):
        match = board(areas)
        move(match, "oda", "mino", goal, generals=["oda_nobunaga"], armies=2)
        pay(match)
        assert armies(match, goal, "oda") == (0, 2)
        assert stack(match, "mikawa", "tokugawa") == {"ready": 1, "spent": 0, "generals": {"tokugawa_ieyasu": "ready"}}


@clause("nobunaga", "7.p4")
@pytest.mark.parametrize(("goal", "dice"), [("owari", []), ("north_oumi", [6, 6, 6])])
def test_7_p4_moved_units_are_spent(goal: str, dice: list[int]) -> None:
    match = board({**FIGHT, "north_oumi": {"azai": {"ready": 5}}}, dice=dice)
    move(match, "oda", "mino", goal, generals=["oda_nobunaga"], armies=2)
    pay(match)
    assert stack(match, goal, "oda") == {"ready": 0, "spent": 2, "generals": {"oda_nobunaga": "spent"}}
    assert stack(match, "mino", "oda") == {"ready": 2, "spent": 0, "generals": {"hashiba_hideyoshi": "ready"}}


@clause("nobunaga", "7-1")
def test_7_1_only_ready_units() -> None:
    areas = {
        "mino": {
            "oda": {"ready": 2, "spent": 2, "generals": ["oda_nobunaga"], "spent_generals": ["niwa_nagahide"]},
        },
        "owari": {"oda": {"spent": 3}},
    }
    match = board(areas)
    match.act("movement")
    refused(match, "march oda owari", "7-1")
    match.act("march oda mino")
    assert options_of(match) == {"take oda_nobunaga", "done"}
    refused(match, "take niwa_nagahide", "7-1")
    match.act("done")
    refused(match, "with 3", "7-1")
    allowed(match, "with 1", "with 2")


@clause("nobunaga", "7-1")
def test_7_1_only_own_power() -> None:
    areas = {
        "mino": {"oda": {"ready": 2}},
        "mikawa": {"tokugawa": {"ready": 2}},
        "north_oumi": {"azai": {"ready": 2}},
        "kai": {"takeda": {"ready": 2}},
        "bizen": {"ukita": {"ready": 2}},
        "harima": {"neutral": {"ready": 2}},
    }
    oda = board(areas)
    oda.act("movement")
    assert options_of(oda) == {"march oda mino", "march tokugawa mikawa"}
    refused(oda, "march azai north_oumi", "7-1")
    refused(oda, "march ukita bizen", "7-1")
    refused(oda, "march neutral harima", "7-1")
    anti = board(areas, to_act="anti_oda")
    anti.act("movement")
    assert options_of(anti) == {"march azai north_oumi"}
    refused(anti, "march takeda kai", "7-1")
    joined = board(areas, to_act="anti_oda", markers={"takeda": 4, "tokugawa": 7})
    joined.act("movement")
    assert options_of(joined) == {"march azai north_oumi", "march takeda kai", "march tokugawa mikawa"}


@clause("nobunaga", "7-1")
def test_7_1_one_daimyo_at_a_time() -> None:
    areas = {
        "mino": {
            "oda": {"ready": 3, "generals": ["niwa_nagahide"]},
            "tokugawa": {"ready": 3, "generals": ["tokugawa_ieyasu"]},
        }
    }
    match = board(areas)
    acts(match, "movement", "march oda mino")
    refused(match, "take tokugawa_ieyasu", "7-1")
    match.act("done")
    refused(match, "with 4", "7-1")
    acts(match, "with 3", "to owari")
    pay(match)
    assert stack(match, "mino", "tokugawa") == {"ready": 3, "spent": 0, "generals": {"tokugawa_ieyasu": "ready"}}
    assert stack(match, "owari", "tokugawa") == {"ready": 0, "spent": 0, "generals": {}}
    assert armies(match, "owari", "oda") == (0, 3)


@clause("nobunaga", "7-1")
@pytest.mark.parametrize(
    ("men", "count"),
    [([], 2), (["oda_nobunaga"], 0), (["oda_nobunaga", "hashiba_hideyoshi"], 0), (["hashiba_hideyoshi"], 3)],
)
def test_7_1_armies_generals_or_both(men: list[str], count: int) -> None:
    match = board(FIGHT)
    move(match, "oda", "mino", "owari", generals=men, armies=count)
    pay(match)
    assert stack(match, "owari", "oda") == {"ready": 0, "spent": count, "generals": dict.fromkeys(men, "spent")}
    assert armies(match, "mino", "oda") == (4 - count, 0)


@clause("nobunaga", "7-2", "7-2(1)", "7-2(2)")
def test_7_2_either_condition_is_enough() -> None:
    areas = {
        "iga_ise": {"oda": {"ready": 1}},
        "south_oumi": {"oda": {"ready": 4}, "azai": {"ready": 1}},
        "owari": {"oda": {"ready": 4}},
    }
    match = board(areas)
    match.act("movement")
    assert options_of(match) == {"march oda owari"}
    refused(match, "march oda iga_ise", "7-2(1)")
    refused(match, "march oda south_oumi", "7-2(2)")


def strength_in_mino(oda: dict[str, Any], *generals_taken: str, **others: Any) -> Playing:
    """The choice of armies for a march out of Mino, the given generals going along."""
    match = board({"mino": {"oda": oda, **others}})
    acts(match, "movement", "march oda mino", *[f"take {general}" for general in generals_taken])
    if match.decision.name == "generals":
        match.act("done")
    assert match.decision.name == "strength"
    return match


@clause("nobunaga", "7-2(1)")
def test_7_2_1_last_unit_stays() -> None:
    match = strength_in_mino({"ready": 3})
    assert options_of(match) == {"with 1", "with 2"}
    refused(match, "with 3", "7-2(1)")


@clause("nobunaga", "7-2(1)")
def test_7_2_1_any_unit_of_the_daimyo_will_do() -> None:
    """A spent army, a spent general or a ready general holds the place as well."""
    assert options_of(strength_in_mino({"ready": 3, "spent": 1})) == {"with 1", "with 2", "with 3"}
    assert options_of(strength_in_mino({"ready": 3, "spent_generals": ["niwa_nagahide"]})) == {
        "with 1",
        "with 2",
        "with 3",
    }
    assert options_of(strength_in_mino({"ready": 3, "generals": ["niwa_nagahide"]})) == {"with 1", "with 2", "with 3"}
    taken = strength_in_mino({"ready": 3, "generals": ["niwa_nagahide"]}, "niwa_nagahide")
    assert options_of(taken) == {"with 0", "with 1", "with 2"}
    refused(taken, "with 3", "7-2(1)")


@clause("nobunaga", "7-2(1)")
def test_7_2_1_another_daimyo_does_not_count() -> None:
    match = strength_in_mino({"ready": 3}, tokugawa={"ready": 2})
    assert options_of(match) == {"with 1", "with 2"}
    refused(match, "with 3", "7-2(1)")


@clause("nobunaga", "7-2(1)")
def test_7_2_1_not_even_generals_may_all_go() -> None:
    match = board({"mino": {"oda": {"generals": ["niwa_nagahide", "hashiba_hideyoshi"]}}})
    acts(match, "movement", "march oda mino", "take niwa_nagahide")
    assert "take hashiba_hideyoshi" not in match.decision.texts
    if match.decision.name == "generals":
        match.act("done")
    match.act("to owari")
    pay(match)
    assert generals(match, "mino", "oda") == {"hashiba_hideyoshi": "ready"}
    assert generals(match, "owari", "oda") == {"niwa_nagahide": "spent"}


@clause("nobunaga", "7-2(2)")
@pytest.mark.parametrize(
    ("clan", "units", "box"),
    [("azai", {"ready": 1}, 1), ("azai", {"spent": 1}, 1), ("neutral", {"ready": 1}, 1), ("tokugawa", {"ready": 1}, 3)],
)
def test_7_2_2_other_powers_pin(clan: str, units: dict[str, int], box: int) -> None:
    """Enemies of either status, a Neutral army, and an ally that has become Neutral."""
    areas = {"mino": {"oda": {"ready": 4}, clan: units}, "owari": {"oda": {"ready": 4}}}
    match = board(areas, markers={"tokugawa": box})
    match.act("movement")
    refused(match, "march oda mino", "7-2(2)")
    allowed(match, "march oda owari")


@clause("nobunaga", "7-2(2)")
def test_7_2_2_allies_do_not_pin() -> None:
    match = board({"mino": {"oda": {"ready": 4}, "tokugawa": {"ready": 4}}}, markers={"tokugawa": 2})
    match.act("movement")
    assert options_of(match) == {"march oda mino", "march tokugawa mino"}


@clause("nobunaga", "7-3", "6-6")
def test_7_3_one_combat_and_one_card() -> None:
    """Two dice kill one of six; ready units and cards are left, yet no further combat is offered."""
    match = board(FIGHT, dice=[1, 4])
    move(match, "oda", "mino", "north_oumi", generals=["oda_nobunaga"], armies=1)
    match.act("lose 1")  # Azai gives up a ready army
    assert turn_of(match) == ("discard", "oda")
    pay(match)
    assert turn_of(match) == ("action", "anti_oda")
    assert len(hand(match, "oda")) == 3
    assert len(hand(match, "anti_oda")) == 4
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 1, "generals": {"oda_nobunaga": "spent"}}
    assert armies(match, "north_oumi", "azai") == (4, 1)


@clause("nobunaga", "7-3")
def test_7_3_several_powers_one_combat() -> None:
    """Three dice at 3 against Asakura alone; those who were there and joined in are spent as well."""
    areas = {
        "mino": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}},
        "north_oumi": {"oda": {"ready": 1}, "azai": {"ready": 2}, "asakura": {"ready": 4}},
    }
    match = board(areas, dice=[3, 3, 3])
    move(match, "oda", "mino", "north_oumi", generals=["oda_nobunaga"], armies=1)
    match.act("target asakura")
    pay(match)
    assert turn_of(match) == ("action", "anti_oda")
    assert armies(match, "north_oumi", "asakura") == (1, 0)
    assert armies(match, "north_oumi", "azai") == (2, 0)
    assert armies(match, "north_oumi", "oda") == (0, 2)


@clause("nobunaga", "7-4")
def test_7_4_event_movement_keeps_the_rules() -> None:
    """Last unit, three areas, combat on arrival at the general's value, spent units, no additional combat."""
    areas = {
        "mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}},
        "owari": {"oda": {"ready": 1}},
        "north_oumi": {"azai": {"ready": 4}},
    }
    match = board(areas, dice=[3, 4, 3], markers=NOBODY_NEUTRAL)
    match.act("event converging_attack")
    refused(match, "march oda owari", "7-2(1)")
    acts(match, "march oda mino", "take oda_nobunaga")
    if match.decision.name == "generals":
        match.act("done")
    refused(match, "with 3", "7-2(1)")
    match.act("with 2")
    refused(match, "to bizen", "7")  # four areas away
    refused(match, "to harima")  # three, but past Azai
    match.act("to north_oumi")
    assert armies(match, "north_oumi", "azai") == (2, 0)
    assert turn_of(match) == ("action", "anti_oda")  # nobody else can march, so no second move is asked
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 2, "generals": {"oda_nobunaga": "spent"}}
    assert len(hand(match, "oda")) == 3  # the event itself is the card


@clause("nobunaga", "7-4")
def test_7_4_unless_the_card_says_otherwise() -> None:
    """Murakami navy carries up to five areas by sea: South Oumi is four from Awa Sanuki, Mino five, Hida six."""
    areas = {"awa_sanuki": {"miyoshi": {"ready": 3}}}
    plain = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    plain.act("movement")
    column(plain, "miyoshi", "awa_sanuki", armies=2)
    allowed(plain, "to yamashiro")
    refused(plain, "to south_oumi", "7")
    navy = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    navy.act("event murakami_navy")
    column(navy, "miyoshi", "awa_sanuki", armies=2)
    allowed(navy, "to yamashiro", "to south_oumi", "to mino")
    refused(navy, "to hida")
