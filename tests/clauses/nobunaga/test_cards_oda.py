"""Oda's cards that rest on a general or on movement: what each needs, does and does not do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, allowed, box, compose, controller, hand, power, refused, stack
from tests.support import clause

NAMED = pytest.mark.parametrize(
    ("card", "general"), [("charge_order_shibata", "shibata_katsuie"), ("charge_order_akechi", "akechi_mitsuhide")]
)
SPARE = "urgent_recruitment_oda"


def table(card: str, areas: dict[str, Any], *dice: int, spare: str = SPARE, **entries: Any) -> Playing:
    """Oda's action turn with the card and one other in hand."""
    hands = {"oda": [card, spare], "anti_oda": ["shogun_letter"]}
    return compose(empty=True, areas=areas, hands=hands, dice=dice, **entries)


def over(match: Playing, card: str) -> None:
    """The event is done: its card is discarded, no other was paid, and the other side is to act."""
    assert match.decision.who == "anti_oda"
    assert hand(match, "oda") == [SPARE]
    assert card in match.view("oda")["discards"]["oda"]


# Charge orders


@NAMED
@clause("nobunaga", "6-3", "7-4")
def test_card_charge_order_named_moves_with_value_four(card: str, general: str) -> None:
    areas = {"mino": {"oda": {"ready": 3, "generals": [general]}}, "north_oumi": {"azai": {"ready": 3}}}
    match = table(card, areas, 4, 4, 5)
    acts(match, f"event {card}", "march oda mino", "with 2", "to north_oumi")  # he goes along by himself
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 2, "generals": {general: "spent"}}
    assert stack(match, "north_oumi", "azai")["ready"] == 1
    over(match, card)
    plain = table(card, areas, 4, 4, 5)
    acts(plain, "movement", "march oda mino", f"take {general}", "with 2", "to north_oumi", f"discard {card}")
    assert stack(plain, "north_oumi", "azai")["ready"] == 3  # his own value is three


@NAMED
@clause("nobunaga", "6-3")
def test_card_charge_order_named_needs_the_general_ready(card: str, general: str) -> None:
    enemy = {"azai": {"ready": 3}}
    refused(table(card, {"mino": {"oda": {"ready": 3, "spent_generals": [general]}}}), f"event {card}", "6-3")
    refused(table(card, {"mino": {"oda": {"ready": 3}}, "north_oumi": enemy}), f"event {card}", "6-3")
    alone = {"mino": {"oda": {"generals": [general]}}, "owari": {"oda": {"ready": 3}}}
    refused(table(card, alone), f"event {card}", "6-3")  # he can neither leave nor fight


@NAMED
@clause("nobunaga", "6-3")
def test_card_charge_order_named_moves_only_his_stack(card: str, general: str) -> None:
    areas = {
        "mino": {"oda": {"ready": 3, "generals": [general]}},
        "owari": {"oda": {"ready": 3}},
        "mikawa": {"tokugawa": {"ready": 3}},
    }
    match = table(card, areas)
    acts(match, f"event {card}")
    assert match.decision.texts == ["march oda mino"]
    refused(match, "march oda owari")
    refused(match, "march tokugawa mikawa")


@NAMED
@clause("nobunaga", "6-3")
def test_card_charge_order_named_fights_only_in_his_area(card: str, general: str) -> None:
    areas = {
        "north_oumi": {"azai": {"ready": 3}, "oda": {"ready": 2, "generals": [general]}},
        "echizen": {"asakura": {"ready": 3}, "oda": {"ready": 2, "generals": ["niwa_nagahide"]}},
    }
    match = table(card, areas, 4, 4, 5)
    acts(match, f"event {card}")  # he cannot leave, so it is continued combat
    assert match.decision.texts == ["attack oda north_oumi"]
    acts(match, "attack oda north_oumi", "stop")
    assert stack(match, "north_oumi", "azai")["ready"] == 1
    over(match, card)


@NAMED
@clause("nobunaga", "6-3", "8-1-3", "FAQ-Q10")
def test_card_charge_order_named_holds_after_his_death(card: str, general: str) -> None:
    """First combat: one hit for two; the general dies. Second: Niwa alone hits with a four; Azai's fours miss."""
    areas = {
        "north_oumi": {
            "azai": {"ready": 3, "generals": ["azai_nagamasa"]},
            "oda": {"ready": 1, "generals": [general, "niwa_nagahide"]},
        }
    }
    match = table(card, areas, *[4, 5, 6], *[1, 1, 6, 6], 1, 4, *[4, 4, 4])
    acts(match, f"event {card}", "attack oda north_oumi", f"hit {general}")
    assert stack(match, "north_oumi", "azai")["ready"] == 2
    assert general in match.view("oda")["dead"]
    acts(match, "again", f"discard {SPARE}")
    assert stack(match, "north_oumi", "azai")["ready"] == 1
    assert stack(match, "north_oumi", "oda")["generals"] == {"niwa_nagahide": "spent"}


@clause("nobunaga", "6-3", "8-1-3")
def test_card_charge_order_needs_no_general() -> None:
    areas = {"mino": {"oda": {"ready": 4}}, "north_oumi": {"azai": {"ready": 3}}}
    match = table("charge_order", areas, 4, 5, 1)
    acts(match, "event charge_order", "march oda mino", "with 3", "to north_oumi")
    assert stack(match, "north_oumi", "azai")["ready"] == 1
    over(match, "charge_order")
    plain = table("charge_order", areas)  # no dice at all: armies alone do nothing
    acts(plain, "movement", "march oda mino", "with 3", "to north_oumi", "discard charge_order")
    assert stack(plain, "north_oumi", "azai")["ready"] == 3


@clause("nobunaga", "6-3")
def test_card_charge_order_is_for_any_oda_power() -> None:
    areas = {
        "mino": {"oda": {"ready": 3}},
        "mikawa": {"tokugawa": {"ready": 3}, "azai": {"ready": 1}},
        "toutoumi": {"tokugawa": {"ready": 3}},
        "yamato": {"matsunaga": {"ready": 3}},
        "kaga": {"honganji": {"ready": 3}},
    }
    match = table("charge_order", areas, 4, 5, 5)
    acts(match, "event charge_order")
    assert set(match.decision.texts) == {"movement", "combat"}
    acts(match, "movement")
    assert set(match.decision.texts) == {"march oda mino", "march tokugawa toutoumi"}
    match = table("charge_order", areas, 4, 5, 5)
    acts(match, "event charge_order", "combat", "attack tokugawa mikawa")
    assert stack(match, "mikawa", "azai")["ready"] == 0


@clause("nobunaga", "6-3")
def test_card_charge_order_leaves_counterattacks_alone() -> None:
    areas = {"north_oumi": {"azai": {"ready": 1, "generals": ["azai_nagamasa"]}, "oda": {"ready": 2}}}
    match = table("charge_order", areas, 5, 5, 4, 3)
    acts(match, "event charge_order", "attack oda north_oumi", "stop")
    assert stack(match, "north_oumi", "oda")["spent"] == 1  # the three hits, the four does not


@clause("nobunaga", "6-3")
def test_card_charge_order_needs_units_that_can_act() -> None:
    refused(table("charge_order", {"mino": {"oda": {"spent": 3}}}), "event charge_order", "6-3")
    refused(table("charge_order", {"mino": {"oda": {"ready": 1}}}), "event charge_order", "6-3")


# Scheming with other powers (more in test_faq.py)


SCHEMER = {"mino": {"oda": {"ready": 1, "spent_generals": ["hashiba_hideyoshi"]}}}


@clause("nobunaga", "6-3")
def test_card_scheming_replaces_an_army() -> None:
    match = table("scheming_with_other_powers", SCHEMER | {"north_oumi": {"azai": {"ready": 2}}})
    acts(match, "event scheming_with_other_powers", "scheme azai north_oumi")
    assert stack(match, "north_oumi", "azai") == {"ready": 1, "spent": 0, "generals": {}}
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 1, "generals": {}}
    assert (match.view("oda")["pools"]["azai"], match.view("oda")["pools"]["oda"]) == (7, 38)
    assert controller(match, "north_oumi") == "azai"
    over(match, "scheming_with_other_powers")


@clause("nobunaga", "6-3", "5-2")
def test_card_scheming_with_the_last_army_wins_the_area() -> None:
    match = table("scheming_with_other_powers", SCHEMER | {"north_oumi": {"azai": {"ready": 1}}})
    acts(match, "event scheming_with_other_powers", "scheme azai north_oumi")
    assert controller(match, "north_oumi") == "oda"


@clause("nobunaga", "6-3")
def test_card_scheming_reaches_hashibas_area_and_its_neighbours() -> None:
    areas = {
        "mino": SCHEMER["mino"] | {"miyoshi": {"ready": 1}},
        "echizen": {"asakura": {"spent": 1}},
        "kaga": {"honganji": {"ready": 1}},
        "mikawa": {"tokugawa": {"ready": 1}},
        "yamashiro": {"azai": {"ready": 1}, "oda": {"ready": 1}},
    }
    match = table("scheming_with_other_powers", areas)
    acts(match, "event scheming_with_other_powers")
    assert set(match.decision.texts) == {"scheme miyoshi mino", "scheme asakura echizen"}
    refused(match, "scheme honganji kaga")  # two areas away
    refused(match, "scheme tokugawa mikawa")  # an Oda power
    refused(match, "scheme azai yamashiro")  # Oda units there do not help


@clause("nobunaga", "6-3")
def test_card_scheming_needs_hashiba_a_target_and_a_counter() -> None:
    card, prey = "scheming_with_other_powers", {"north_oumi": {"azai": {"ready": 2}}}
    refused(table(card, {"mino": {"oda": {"ready": 1}}} | prey), f"event {card}", "6-3")
    refused(table(card, SCHEMER), f"event {card}", "6-3")
    refused(table(card, SCHEMER | prey | {"owari": {"oda": {"ready": 39}}}), f"event {card}", "6-3")
    allowed(table(card, SCHEMER | prey | {"owari": {"oda": {"ready": 38}}}), f"event {card}")


# Reliable supply line, corps formation


@clause("nobunaga", "6-3")
def test_card_reliable_supply_line_readies_the_oda_clan_with_hashiba() -> None:
    areas = {
        "mino": {
            "oda": {"ready": 1, "spent": 2, "spent_generals": ["hashiba_hideyoshi", "niwa_nagahide"]},
            "tokugawa": {"spent": 2},
        },
        "owari": {"oda": {"spent": 2}},
    }
    match = table("reliable_supply_line", areas)
    acts(match, "event reliable_supply_line")
    generals = {"hashiba_hideyoshi": "ready", "niwa_nagahide": "ready"}
    assert stack(match, "mino", "oda") == {"ready": 3, "spent": 0, "generals": generals}
    assert stack(match, "mino", "tokugawa") == {"ready": 0, "spent": 2, "generals": {}}
    assert stack(match, "owari", "oda") == {"ready": 0, "spent": 2, "generals": {}}
    over(match, "reliable_supply_line")


@clause("nobunaga", "6-3")
def test_card_reliable_supply_line_needs_hashiba_and_spent_units() -> None:
    card = "reliable_supply_line"
    fresh = {"mino": {"oda": {"ready": 2, "generals": ["hashiba_hideyoshi"]}}, "owari": {"oda": {"spent": 2}}}
    refused(table(card, fresh), f"event {card}", "6-3")
    refused(table(card, {"mino": {"oda": {"spent": 2}}}), f"event {card}", "6-3")


@clause("nobunaga", "6-3")
def test_card_corps_formation_places_three_ready_armies() -> None:
    areas = {"north_oumi": {"azai": {"ready": 2}, "oda": {"spent": 1, "spent_generals": ["niwa_nagahide"]}}}
    match = table("corps_formation", areas)
    acts(match, "event corps_formation")  # no combat, though Azai is there and holds the area
    assert stack(match, "north_oumi", "oda") == {"ready": 3, "spent": 1, "generals": {"niwa_nagahide": "spent"}}
    assert stack(match, "north_oumi", "azai")["ready"] == 2
    over(match, "corps_formation")


@clause("nobunaga", "6-3", "1-2-2-1")
def test_card_corps_formation_places_what_there_is() -> None:
    niwa = {"mino": {"oda": {"ready": 1, "generals": ["niwa_nagahide"]}}}
    match = table("corps_formation", niwa | {"owari": {"oda": {"ready": 37}}})
    acts(match, "event corps_formation")
    assert stack(match, "mino", "oda")["ready"] == 3
    refused(table("corps_formation", niwa | {"owari": {"oda": {"ready": 39}}}), "event corps_formation", "6-3")
    refused(table("corps_formation", {"mino": {"oda": {"ready": 1}}}), "event corps_formation", "6-3")


@clause("nobunaga", "6-3", "4-4")
def test_card_corps_formation_is_placement_in_a_neutral_area() -> None:
    areas = {"kai": {"takeda": {"ready": 1}, "oda": {"spent_generals": ["niwa_nagahide"]}}}
    match = table("corps_formation", areas)
    acts(match, "event corps_formation")
    assert (box(match, "takeda"), power(match, "takeda")) == (4, "anti_oda")


# Warships


FLEET = {
    "mino": {"oda": {"ready": 1, "spent_generals": ["takigawa_kazumasu"]}},
    "harima": {"controller": "oda", "oda": {"ready": 4}},
    "north_settsu": {"controller": "tokugawa", "tokugawa": {"ready": 3}},
    "awa_sanuki": {"miyoshi": {"ready": 1, "generals": ["miyoshi_sanninshuu"]}},
}


@pytest.mark.parametrize(("daimyo", "origin"), [("oda", "harima"), ("tokugawa", "north_settsu")])
@clause("nobunaga", "6-3", "7-4")
def test_card_warships_cross_the_sea(daimyo: str, origin: str) -> None:
    plain = table("warships", FLEET)
    acts(plain, "movement", f"march {daimyo} {origin}", "with 2")
    refused(plain, "to seto_sea")
    refused(plain, "to awa_sanuki")
    allowed(plain, "to tanba")
    match = table("warships", FLEET, 2, 6)
    acts(match, "event warships", f"march {daimyo} {origin}", "with 2")
    allowed(match, "to seto_sea", "to tanba")
    acts(match, "to awa_sanuki")  # no general: only Miyoshi rolls, and hits once
    assert stack(match, "awa_sanuki", daimyo) == {"ready": 0, "spent": 1, "generals": {}}
    over(match, "warships")


@clause("nobunaga", "6-3")
def test_card_warships_serve_one_action_turn() -> None:
    match = table("warships", FLEET)
    acts(match, "event warships", "march oda harima", "with 1", "to seto_sea", "pass")
    acts(match, "movement", "march oda harima", "with 1")
    refused(match, "to seto_sea")


@clause("nobunaga", "6-3")
def test_card_warships_need_takigawa() -> None:
    refused(table("warships", FLEET | {"mino": {"oda": {"ready": 1}}}), "event warships", "6-3")
    alone = {"mino": {"oda": {"spent_generals": ["takigawa_kazumasu"]}}}
    refused(table("warships", alone), "event warships", "6-3")  # nobody can move


# Advance divided, strike together


SPREAD = {
    "mino": {"oda": {"ready": 3}, "tokugawa": {"ready": 3}},
    "owari": {"oda": {"ready": 3}},
    "mikawa": {"tokugawa": {"ready": 3}},
    "hida": {"neutral": {"ready": 1}},
}


@clause("nobunaga", "6-3", "7-4")
def test_card_converging_attack_moves_from_two_areas() -> None:
    match = table("converging_attack", SPREAD, 3, 3)  # the Neutral army counterattacks each time
    acts(match, "event converging_attack", "march oda mino", "with 2", "to hida")
    assert set(match.decision.texts) == {"movement", "skip"}
    acts(match, "movement")
    assert set(match.decision.texts) == {"march oda owari", "march tokugawa mikawa"}
    refused(match, "march oda mino")
    refused(match, "march tokugawa mino")  # another daimyo, but the same area
    acts(match, "march tokugawa mikawa", "with 2", "to hida")
    assert stack(match, "hida", "oda")["spent"] == 2
    assert stack(match, "hida", "tokugawa")["spent"] == 2
    over(match, "converging_attack")


@clause("nobunaga", "6-3", "7-1")
def test_card_converging_attack_does_not_move_units_twice() -> None:
    match = table("converging_attack", SPREAD)
    acts(match, "event converging_attack", "march oda mino", "with 2", "to owari", "movement", "march oda owari")
    allowed(match, "with 3")  # the three that were there; the two newcomers stay
    refused(match, "with 4")


@clause("nobunaga", "6-3")
def test_card_converging_attack_may_be_one_move() -> None:
    match = table("converging_attack", SPREAD)
    acts(match, "event converging_attack", "march oda owari", "with 2", "to nagashima", "skip")
    over(match, "converging_attack")
    refused(table("converging_attack", {"mino": {"oda": {"ready": 1}}}), "event converging_attack", "6-3")
