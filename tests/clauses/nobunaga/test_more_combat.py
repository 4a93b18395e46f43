"""Combat: whose value counts, who is hit, and whom an event demands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, armies, board, generals, move, strike, turn_of
from tests.clauses.nobunaga.table import acts, allowed
from tests.clauses.reasons import barred
from tests.support import clause

ODA = {"ready": 2, "generals": ["oda_nobunaga"]}  # three dice at 3


def kii(honganji: dict[str, Any], **entries: Any) -> Playing:
    """Honganji and Oda in one area."""
    return board({"kii_ishiyama": {"honganji": honganji, "oda": ODA}}, **entries)


@clause("nobunaga", "10-1")
@pytest.mark.parametrize("setting", ["choice", "without_general"])
def test_10_1_armies_alone_attack_and_answer_with_their_own_value(setting: str) -> None:
    """Whatever the option says of armies beside a general: here is none, and a 2 hits."""
    match = kii({"ready": 2}, to_act="anti_oda", dice=[2, 3, 6, 6, 6], options={"army_value": setting})
    strike(match, "honganji", "kii_ishiyama")
    assert armies(match, "kii_ishiyama", "oda") == (1, 0)
    match = kii({"ready": 2}, dice=[6, 6, 6, 2, 3], options={"army_value": setting})
    strike(match, "oda", "kii_ishiyama")
    assert armies(match, "kii_ishiyama", "oda") == (1, 0)


@clause("nobunaga", "10-1", "8-2")
def test_10_1_spent_armies_answer_with_their_own_value() -> None:
    match = kii({"spent": 2}, dice=[6, 6, 6, 2, 3])
    strike(match, "oda", "kii_ishiyama")
    assert armies(match, "kii_ishiyama", "oda") == (1, 0)


@clause("nobunaga", "10-1", "8-1-1")
def test_10_1_spent_armies_lend_no_value_to_an_attack() -> None:
    """Kennyo alone is ready: nobody is asked, and his 3 counts."""
    match = kii({"spent": 2, "generals": ["honganji_kennyo"]}, to_act="anti_oda", dice=[3, 6, 6, 6])
    strike(match, "honganji", "kii_ishiyama")
    assert turn_of(match) == ("discard", "anti_oda")
    assert armies(match, "kii_ishiyama", "oda") == (1, 0)


@clause("nobunaga", "10-1", "8-2-1")
def test_10_1_no_army_no_own_value() -> None:
    """Kennyo stands alone: nobody is asked whose value answers."""
    match = kii({"spent_generals": ["honganji_kennyo"]}, dice=[6, 6, 6, 3])
    strike(match, "oda", "kii_ishiyama")
    assert turn_of(match) == ("discard", "oda")
    assert armies(match, "kii_ishiyama", "oda") == (1, 0)


@clause("nobunaga", "8-4-2", "8-2")
def test_8_4_2_spent_generals_under_attack_are_hit_too() -> None:
    """Azai has no other unit and no other area: hit by one die, he is dead."""
    areas = {"north_oumi": {"oda": ODA, "azai": {"spent_generals": ["azai_nagamasa"]}}}
    match = board(areas, dice=[3, 6, 6, 6, 1])
    strike(match, "oda", "north_oumi")
    assert match.view("oda")["dead"] == ["azai_nagamasa"]


@clause("nobunaga", "8-4-2", "8-1-1")
def test_8_4_2_spent_generals_of_the_attacker_take_no_part() -> None:
    """Two hits on Nobunaga's ready self alone; spent Niwa beside him is not checked."""
    areas = {
        "north_oumi": {
            "oda": {"generals": ["oda_nobunaga"], "spent_generals": ["niwa_nagahide"]},
            "azai": {"ready": 2, "generals": ["azai_nagamasa"]},
        },
        "mino": {"oda": {"ready": 1}},
        "owari": {"controller": "none"},
        "yamashiro": {"controller": "none"},
        "south_oumi": {"controller": "none"},
        "iga_ise": {"controller": "none"},
    }
    match = board(areas, dice=[6, 1, 1, 6, 4])
    strike(match, "oda", "north_oumi")
    assert generals(match, "mino", "oda") == {"oda_nobunaga": "spent"}
    assert generals(match, "north_oumi", "oda") == {"niwa_nagahide": "spent"}


@clause("nobunaga", "7-1")
def test_7_1_strength_is_not_asked_where_there_is_no_choice() -> None:
    """No ready army; or one that has to stay."""
    for stack in ({"spent": 3}, {"ready": 1}):
        match = board({"mino": {"oda": {**stack, "generals": ["oda_nobunaga"]}}})
        acts(match, "movement", "march oda mino", "take oda_nobunaga")
        assert match.decision.name == "destination"


@clause("nobunaga", "7-4", "7.p1b")
def test_7_4_navy_around_the_enemy_to_the_sea() -> None:
    """By North Settsu or Kii the sea is two areas from Yamashiro; both are held, so it is three by Tanba and Harima."""
    areas = {
        "yamashiro": {"asakura": {"ready": 3}},
        "north_settsu": {"oda": {"ready": 1}},
        "kii_ishiyama": {"oda": {"ready": 1}},
    }
    match = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    acts(match, "event murakami_navy", "march asakura yamashiro", "with 2")
    there = ["seto_sea", "awa_sanuki", "bitchuu", "bizen", "harima", "north_settsu", "kii_ishiyama"]
    further = ["houki_inaba", "tajima", "tanba"]
    assert set(match.decision.texts) == {f"to {area}" for area in [*there, *further]}
    barred(match, "to wakasa_tango", "7.p1b way_blocked")  # the fifth area by the shorter ways that are held


@clause("nobunaga", "7-4", "7.p1b")
def test_7_4_navy_stops_at_the_enemy_on_the_sea() -> None:
    areas = {"awa_sanuki": {"miyoshi": {"ready": 3}}, "seto_sea": {"oda": {"ready": 1}}}
    match = board(areas, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    acts(match, "event murakami_navy", "march miyoshi awa_sanuki", "with 2")
    assert match.decision.texts == ["to seto_sea"]
    free = board({**areas, "seto_sea": {"azai": {"ready": 1}}}, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    acts(free, "event murakami_navy", "march miyoshi awa_sanuki", "with 2")
    allowed(free, "to seto_sea", "to harima", "to mino")


@clause("nobunaga", "8-1-1", "7-3")
def test_8_1_1_marchers_fight_with_those_who_stand_ready_there() -> None:
    """Two march, one stands ready and one spent: three dice, and all are spent afterwards."""
    areas = {
        "mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}},
        "north_oumi": {"oda": {"ready": 1, "spent": 1}, "azai": {"ready": 5}},
    }
    match = board(areas, dice=[1, 2, 3])
    move(match, "oda", "mino", "north_oumi", generals=["oda_nobunaga"], armies=1)
    assert armies(match, "north_oumi", "azai") == (2, 0)
    assert armies(match, "north_oumi", "oda") == (0, 3)


@clause("nobunaga", "6-3", "8-3")
def test_6_3_those_readied_by_the_supply_line_roll_one_die_each() -> None:
    areas = {
        "north_oumi": {"oda": {"spent": 2, "spent_generals": ["hashiba_hideyoshi"]}, "azai": {"ready": 5}},
    }
    match = board(areas, oda=["reliable_supply_line", "warships"], dice=[1, 2, 2])
    acts(match, "event reliable_supply_line", "pass")
    strike(match, "oda", "north_oumi")
    assert armies(match, "north_oumi", "azai") == (2, 0)
