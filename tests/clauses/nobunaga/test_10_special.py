"""Chapter 10: armies with a value of their own; Uesugi, Takeda and Mouri among themselves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import armies, turn_of
from tests.clauses.nobunaga.steps import board, strike
from tests.clauses.nobunaga.table import acts, allowed, compose, controller, refused, stack
from tests.support import clause

HANDS = {"oda": ["warships", "charge_order"], "anti_oda": ["shogun_letter", "murakami_navy"]}
AT_WAR = {"uesugi": 4, "takeda": 4, "mouri": 4}


def attack_without_general(daimyo: str, origin: str, dice: list[int]) -> Playing:
    """Two armies of the daimyo enter Yamashiro, where three Oda armies without a general stand."""
    match = compose(
        empty=True,
        to_act="anti_oda",
        areas={origin: {"controller": daimyo, daimyo: {"ready": 3}}, "yamashiro": {"oda": {"ready": 3}}},
        hands=HANDS,
        dice=dice,
    )
    acts(match, "movement", f"march {daimyo} {origin}", "with 2", "to yamashiro", "discard shogun_letter")
    return match


def oda_attacks(daimyo: str, area: str, dice: list[int]) -> Playing:
    """Shibata and two armies march out of Mino against two armies without a general."""
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 3, "generals": ["shibata_katsuie"]}},
            area: {"controller": daimyo, daimyo: {"ready": 2}},
        },
        hands=HANDS,
        dice=dice,
    )
    acts(match, "movement", "march oda mino", "take shibata_katsuie", "with 2", f"to {area}", "discard warships")
    return match


@clause("nobunaga", "10-1", "1-2-1(2)")
def test_10_1_honganji_armies_attack_without_general() -> None:
    match = attack_without_general("honganji", "kii_ishiyama", [2, 3])
    assert stack(match, "yamashiro", "oda")["ready"] == 2  # the 2 hits, the 3 does not
    assert stack(match, "yamashiro", "honganji") == {"ready": 0, "spent": 2, "generals": {}}


@clause("nobunaga", "10-1", "8-1-3")
def test_10_1_other_armies_do_not_attack_without_general() -> None:
    match = attack_without_general("miyoshi", "north_settsu", [])  # not even a roll
    assert stack(match, "yamashiro", "oda")["ready"] == 3
    assert stack(match, "yamashiro", "miyoshi")["spent"] == 2


@pytest.mark.parametrize(("counter", "left"), [((2, 3), 1), ((2, 1), 0), ((3, 3), 2)])
@clause("nobunaga", "10-1")
def test_10_1_honganji_armies_counterattack_without_general(counter: tuple[int, int], left: int) -> None:
    match = oda_attacks("honganji", "nagashima", [6, 6, 6, *counter])
    assert stack(match, "nagashima", "oda") == {"ready": 0, "spent": left, "generals": {"shibata_katsuie": "spent"}}
    assert stack(match, "nagashima", "honganji")["ready"] == 2


@clause("nobunaga", "10-1", "8-2-1")
def test_10_1_other_armies_do_not_counterattack_without_general() -> None:
    match = oda_attacks("asakura", "echizen", [6, 6, 6])
    assert stack(match, "echizen", "oda")["spent"] == 2


@pytest.mark.parametrize(("die", "left"), [(2, 1), (3, 2)])
@clause("nobunaga", "10-1")
def test_10_1_a_neutral_army_counterattacks_with_its_own_value(die: int, left: int) -> None:
    match = oda_attacks("neutral", "hida", [6, 6, 6, die])
    assert stack(match, "hida", "oda")["spent"] == left
    assert stack(match, "hida", "neutral")["ready"] == 2


def meeting(daimyo: str, dice: list[int], **markers: int) -> Playing:
    """Kenshin and one army go from Echigo to North Shinano, where two armies of the daimyo stand."""
    match = compose(
        empty=True,
        to_act="anti_oda",
        markers=AT_WAR | markers,
        areas={
            "echigo": {"uesugi": {"ready": 3, "generals": ["uesugi_kenshin"]}},
            "north_shinano": {"controller": daimyo, daimyo: {"ready": 2}},
        },
        hands=HANDS,
        dice=dice,
    )
    acts(match, "movement", "march uesugi echigo", "take uesugi_kenshin", "with 1")
    return match


@pytest.mark.parametrize("daimyo", ["takeda", "mouri"])
@clause("nobunaga", "10-2", "FAQ-Q06")
def test_10_2_entering_one_another_is_combat(daimyo: str) -> None:
    match = meeting(daimyo, [5, 6])
    acts(match, "to north_shinano", "discard shogun_letter")
    assert stack(match, "north_shinano", daimyo)["ready"] == 1
    assert stack(match, "north_shinano", "uesugi") == {"ready": 0, "spent": 1, "generals": {"uesugi_kenshin": "spent"}}
    assert controller(match, "north_shinano") == daimyo


@pytest.mark.parametrize("daimyo", ["honganji", "azai", "asakura", "miyoshi", "tokugawa"])
@clause("nobunaga", "10-2", "FAQ-Q07")
def test_10_2_entering_other_anti_oda_daimyos_is_no_combat(daimyo: str) -> None:
    match = meeting(daimyo, [], tokugawa=6)
    acts(match, "to north_shinano", "discard shogun_letter")
    assert stack(match, "north_shinano", daimyo)["ready"] == 2
    assert stack(match, "north_shinano", "uesugi")["spent"] == 1


@clause("nobunaga", "10-2")
def test_10_2_the_three_stop_one_another() -> None:
    """The only way from Echigo to Kai within three areas is over North Shinano."""
    match = meeting("takeda", [])
    allowed(match, "to north_shinano")
    refused(match, "to kai")
    allowed(meeting("honganji", []), "to north_shinano", "to kai")


def together(*daimyos: str) -> Playing:
    """The daimyos share North Shinano; Honganji can move elsewhere."""
    return compose(
        empty=True,
        to_act="anti_oda",
        markers=AT_WAR,
        areas={
            "north_shinano": {"controller": "takeda"} | {daimyo: {"ready": 3} for daimyo in daimyos},
            "kaga": {"honganji": {"ready": 3}},
        },
        hands=HANDS,
    )


@clause("nobunaga", "10-2")
def test_10_2_the_three_may_leave_one_another() -> None:
    match = together("takeda", "uesugi")
    acts(match, "movement")
    allowed(match, "march uesugi north_shinano", "march takeda north_shinano")
    acts(match, "march uesugi north_shinano", "with 2", "to echigo", "discard shogun_letter")
    assert stack(match, "echigo", "uesugi")["spent"] == 2


@clause("nobunaga", "10-2", "7-2(2)")
def test_10_2_oda_units_still_hold_the_three() -> None:
    match = together("takeda", "oda")
    acts(match, "movement")
    refused(match, "march takeda north_shinano", "7-2(2)")


@clause("nobunaga", "10-2")
def test_10_2_the_three_may_attack_one_another() -> None:
    match = compose(
        empty=True,
        to_act="anti_oda",
        markers=AT_WAR,
        areas={
            "north_shinano": {
                "controller": "takeda",
                "takeda": {"ready": 2},
                "uesugi": {"ready": 1, "generals": ["uesugi_kenshin"]},
                "azai": {"ready": 1},
            },
        },
        hands=HANDS,
        dice=[5, 6],
    )
    acts(match, "combat", "attack uesugi north_shinano")  # Takeda is the only target: Azai is the same power
    assert stack(match, "north_shinano", "takeda")["ready"] == 1
    assert stack(match, "north_shinano", "azai")["ready"] == 1
    assert match.decision.name == "discard"


@clause("nobunaga", "10-2")
def test_10_2_other_anti_oda_daimyos_cannot_be_attacked() -> None:
    refused(together("uesugi", "azai"), "combat")
    allowed(together("uesugi", "mouri"), "combat")


NOBUNAGA = {"ready": 2, "generals": ["oda_nobunaga"]}  # three dice at 3


def kii(honganji: dict[str, Any], **entries: Any) -> Playing:
    """Honganji and Oda in one area."""
    return board({"kii_ishiyama": {"honganji": honganji, "oda": NOBUNAGA}}, **entries)


@clause("nobunaga", "10-1", "8-2-1")
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
def test_10_1_without_an_army_there_is_no_own_value() -> None:
    """Kennyo stands alone: nobody is asked whose value answers."""
    match = kii({"spent_generals": ["honganji_kennyo"]}, dice=[6, 6, 6, 3])
    strike(match, "oda", "kii_ishiyama")
    assert turn_of(match) == ("discard", "oda")
    assert armies(match, "kii_ishiyama", "oda") == (1, 0)
