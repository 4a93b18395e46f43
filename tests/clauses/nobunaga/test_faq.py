"""The questions on cards: Q01 to Q04, Q08 to Q11, Q13 and Q14."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, allowed, box, compose, power, refused, stack
from tests.support import clause

SCHEMING = "scheming_with_other_powers"


def scheming(areas: dict[str, Any], hashiba: str, **entries: Any) -> Playing:
    """Oda has just played the card; Hashiba stands alone in the area."""
    there = {hashiba: {"controller": "oda", "oda": {"generals": ["hashiba_hideyoshi"]}}}
    hands = {"oda": [SCHEMING, "warships"], "anti_oda": ["shogun_letter"]}
    match = compose(empty=True, areas=there | areas, hands=hands, **entries)
    acts(match, f"event {SCHEMING}")
    return match


@clause("nobunaga", "FAQ-Q01")
def test_q01_neutral_armies_can_be_schemed_with() -> None:
    match = scheming({"hida": {"neutral": {"ready": 2}}}, "mino")
    acts(match, "scheme neutral hida")
    assert stack(match, "hida", "neutral")["ready"] == 1
    assert stack(match, "hida", "oda") == {"ready": 0, "spent": 1, "generals": {}}
    assert match.view("oda")["pools"]["neutral"] == 11


@clause("nobunaga", "FAQ-Q02", "4-4")
def test_q02_scheming_with_a_neutral_greater_daimyo() -> None:
    match = scheming({"kai": {"takeda": {"ready": 2}}}, "south_shinano")
    acts(match, "scheme takeda kai")
    assert stack(match, "kai", "takeda")["ready"] == 1
    assert stack(match, "kai", "oda")["spent"] == 1
    assert (box(match, "takeda"), power(match, "takeda")) == (4, "anti_oda")


@pytest.mark.parametrize(("marker", "then", "side"), [(3, 5, "neutral"), (4, 6, "anti_oda"), (5, 7, "anti_oda")])
@clause("nobunaga", "FAQ-Q02", "4-4.p2")
def test_q02_scheming_with_a_neutral_lesser_daimyo(marker: int, then: int, side: str) -> None:
    match = scheming({"yamato": {"matsunaga": {"ready": 2}}}, "yamashiro", markers={"matsunaga": marker})
    acts(match, "scheme matsunaga yamato")
    assert stack(match, "yamato", "matsunaga")["ready"] == 1
    assert (box(match, "matsunaga"), power(match, "matsunaga")) == (then, side)


@clause("nobunaga", "FAQ-Q02")
def test_q02_only_the_controller_of_the_area_takes_offence() -> None:
    """Takeda's army in Hida, an area of nobody's: it is schemed with, but Takeda stays Neutral."""
    match = scheming({"hida": {"takeda": {"ready": 1}, "neutral": {"ready": 1}}}, "mino")
    acts(match, "scheme takeda hida")
    assert stack(match, "hida", "oda")["spent"] == 1
    assert (box(match, "takeda"), power(match, "takeda")) == (2, "neutral")


@clause("nobunaga", "FAQ-Q03")
def test_q03_scheming_never_takes_a_general() -> None:
    areas = {
        "north_oumi": {"azai": {"generals": ["azai_nagamasa"]}},
        "echizen": {"asakura": {"ready": 1, "generals": ["asakura_yoshikage"]}},
    }
    match = scheming(areas, "mino")
    refused(match, "scheme azai north_oumi", "FAQ-Q03")
    acts(match, "scheme asakura echizen")
    assert stack(match, "echizen", "asakura") == {"ready": 0, "spent": 0, "generals": {"asakura_yoshikage": "ready"}}
    assert stack(match, "echizen", "oda")["spent"] == 1


@clause("nobunaga", "FAQ-Q03")
def test_q03_a_general_alone_is_no_target() -> None:
    areas = {
        "mino": {"oda": {"generals": ["hashiba_hideyoshi"]}},
        "north_oumi": {"azai": {"generals": ["azai_nagamasa"]}},
    }
    match = compose(empty=True, areas=areas, hands={"oda": [SCHEMING, "warships"], "anti_oda": ["shogun_letter"]})
    refused(match, f"event {SCHEMING}")


@clause("nobunaga", "FAQ-Q04")
def test_q04_scheming_reaches_the_sea() -> None:
    """Oda's units cannot sail there, but one may change sides there."""
    match = scheming({"seto_sea": {"miyoshi": {"ready": 1}}}, "harima")
    acts(match, "scheme miyoshi seto_sea")
    assert stack(match, "seto_sea", "miyoshi")["ready"] == 0
    assert stack(match, "seto_sea", "oda")["spent"] == 1


@pytest.mark.parametrize("daimyo", ["takeda", "uesugi", "mouri"])
@pytest.mark.parametrize(("marker", "included"), [(3, False), (4, True)])
@clause("nobunaga", "FAQ-Q08")
def test_q08_cards_of_anti_oda_include_the_three_at_war(daimyo: str, marker: int, included: bool) -> None:
    match = compose(
        empty=True,
        to_act="anti_oda",
        markers={daimyo: marker},
        areas={"kai": {"controller": daimyo, daimyo: {"ready": 3}}, "kaga": {"honganji": {"ready": 3}}},
        hands={"oda": ["warships"], "anti_oda": ["coordinated_offensive", "shogun_letter"]},
    )
    acts(match, "event coordinated_offensive")
    allowed(match, "march honganji kaga")
    if included:
        allowed(match, f"march {daimyo} kai")
    else:
        refused(match, f"march {daimyo} kai")


def neutral_takeda(seat: str, marker: int = 2) -> Playing:
    return compose(
        empty=True,
        to_act=seat,
        markers={"takeda": marker},
        areas={"kai": {"takeda": {"ready": 1}}, "kaga": {"honganji": {"ready": 1}}, "mino": {"oda": {"ready": 1}}},
        hands={"oda": ["warships", "charge_order"], "anti_oda": ["urgent_recruitment_anti_1", "shogun_letter"]},
    )


@clause("nobunaga", "FAQ-Q09", "6-4")
def test_q09_neutral_greater_daimyo_is_reinforced_by_anti_oda() -> None:
    match = neutral_takeda("anti_oda")
    acts(match, "reinforcement", "reinforce takeda kai", "discard shogun_letter")
    assert stack(match, "kai", "takeda") == {"ready": 1, "spent": 1, "generals": {}}
    assert power(match, "takeda") == "neutral"
    match = neutral_takeda("oda")
    acts(match, "reinforcement")
    refused(match, "reinforce takeda kai")


@clause("nobunaga", "FAQ-Q09")
def test_q09_urgent_recruitment_waits_for_the_war() -> None:
    match = neutral_takeda("anti_oda")
    acts(match, "event urgent_recruitment_anti_1")
    allowed(match, "recruit honganji kaga")
    refused(match, "recruit takeda kai", "FAQ-Q09")
    match = neutral_takeda("anti_oda", 4)
    acts(match, "event urgent_recruitment_anti_1", "recruit takeda kai")
    assert stack(match, "kai", "takeda") == {"ready": 1, "spent": 3, "generals": {}}


@clause("nobunaga", "FAQ-Q10", "8-5")
def test_q10_charge_order_holds_in_additional_combats() -> None:
    match = compose(
        empty=True,
        areas={"north_oumi": {"azai": {"ready": 4}, "oda": {"ready": 3}}},
        hands={"oda": ["charge_order", "warships"], "anti_oda": ["shogun_letter"]},
        dice=[4, 5, 5, 4, 4, 5],
    )
    acts(match, "event charge_order", "attack oda north_oumi")
    assert stack(match, "north_oumi", "azai")["ready"] == 3
    acts(match, "again", "discard warships")
    assert stack(match, "north_oumi", "azai")["ready"] == 1


@clause("nobunaga", "FAQ-Q10")
def test_q10_charge_order_is_gone_in_the_next_action_turn() -> None:
    match = compose(
        empty=True,
        areas={
            "north_oumi": {"azai": {"ready": 4}, "oda": {"ready": 2}},
            "echizen": {"asakura": {"ready": 2}, "oda": {"ready": 2}},
        },
        hands={"oda": ["charge_order", "warships"], "anti_oda": ["shogun_letter"]},
        dice=[4, 5],
    )
    acts(match, "event charge_order", "attack oda north_oumi", "stop", "pass")
    assert stack(match, "north_oumi", "azai")["ready"] == 3
    acts(match, "combat", "attack oda echizen", "discard warships")  # without a general there is not even a roll
    assert stack(match, "echizen", "asakura")["ready"] == 2


@pytest.mark.parametrize("feigned", [True, False])
@clause("nobunaga", "FAQ-Q11")
def test_q11_supply_line_works_with_hashiba_ready_or_spent(feigned: bool) -> None:
    match = compose(
        empty=True,
        to_act="anti_oda",
        areas={"mino": {"oda": {"ready": 1, "spent": 2, "generals": ["hashiba_hideyoshi"]}}},
        hands={"oda": ["reliable_supply_line", "warships"], "anti_oda": ["feign_illness", "shogun_letter"]},
    )
    acts(match, *(["event feign_illness", "feign hashiba_hideyoshi"] if feigned else ["pass"]))
    assert stack(match, "mino", "oda")["generals"] == {"hashiba_hideyoshi": "spent" if feigned else "ready"}
    acts(match, "event reliable_supply_line")
    assert stack(match, "mino", "oda") == {"ready": 3, "spent": 0, "generals": {"hashiba_hideyoshi": "ready"}}


def island(daimyo: str, seat: str, **entries: Any) -> Playing:
    """The daimyo on Awa; a way out and back over the sea leads through Ukita's Neutral, empty Bizen."""
    return compose(
        empty=True,
        to_act=seat,
        areas={
            "awa_sanuki": {"controller": daimyo, daimyo: {"ready": 3}},
            "mino": {"oda": {"ready": 1, "spent_generals": ["takigawa_kazumasu"]}},
        },
        hands={"oda": ["warships", "charge_order"], "anti_oda": ["shogun_letter", "murakami_navy"]},
        **entries,
    )


@clause("nobunaga", "FAQ-Q13", "4-4.p2")
def test_q13_anti_oda_crosses_the_sea_twice() -> None:
    """Sea, Bizen, sea again; passing through Bizen drives Ukita to Oda."""
    match = island("miyoshi", "anti_oda")
    acts(match, "movement", "march miyoshi awa_sanuki", "with 2", "to seto_sea via bizen", "discard shogun_letter")
    assert stack(match, "seto_sea", "miyoshi")["spent"] == 2
    assert box(match, "ukita") == 2
    straight = island("miyoshi", "anti_oda")
    acts(straight, "movement", "march miyoshi awa_sanuki", "with 2", "to seto_sea", "discard shogun_letter")
    assert box(straight, "ukita") == 4


@clause("nobunaga", "FAQ-Q13", "4-4.p2")
def test_q13_oda_crosses_the_sea_twice_with_warships() -> None:
    match = island("oda", "oda")
    acts(match, "event warships", "march oda awa_sanuki", "with 2", "to seto_sea via bizen")
    assert stack(match, "seto_sea", "oda")["spent"] == 2
    assert box(match, "ukita") == 6


@clause("nobunaga", "FAQ-Q13")
def test_q13_oda_does_not_cross_the_sea_without_warships() -> None:
    match = compose(
        empty=True,
        areas={"harima": {"controller": "oda", "oda": {"ready": 3}}},
        hands={"oda": ["warships", "charge_order"], "anti_oda": ["shogun_letter"]},
    )
    acts(match, "movement", "march oda harima", "with 2")
    allowed(match, "to tanba", "to bizen")
    refused(match, "to seto_sea")
    refused(match, "to awa_sanuki")


@pytest.mark.parametrize(("event", "left"), [(True, 0), (False, 2)])
@clause("nobunaga", "FAQ-Q14")
def test_q14_paradise_raises_honganji_whichever_daimyo_moves(event: bool, left: int) -> None:
    """Azai moves with the card and strikes as always (a four misses); then Honganji's armies strike back with three."""
    match = compose(
        empty=True,
        to_act="anti_oda",
        areas={
            "north_oumi": {"azai": {"ready": 3, "generals": ["azai_nagamasa"]}},
            "south_oumi": {"oda": {"ready": 3}},
            "nagashima": {"honganji": {"ready": 2}, "oda": {"ready": 2, "generals": ["niwa_nagahide"]}},
        },
        hands={"oda": ["warships", "charge_order"], "anti_oda": ["advance_paradise", "shogun_letter"]},
        dice=[4, 4, 3, 6, 6, 6, 3, 3],
    )
    acts(match, *(["event advance_paradise"] if event else []), "movement", "march azai north_oumi")
    acts(match, "take azai_nagamasa", "with 2", "to south_oumi", *([] if event else ["discard shogun_letter"]))
    assert stack(match, "south_oumi", "oda")["ready"] == 2
    acts(match, "combat", "attack oda nagashima")
    assert stack(match, "nagashima", "oda")["ready"] == left
