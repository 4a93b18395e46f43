"""Surprise attack, Charge and Great return march: events that are a movement or a combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import OTHER, SPARE, column, finish, go, move, over, table
from tests.clauses.honganji.table import acts, allowed, refused, stack, status
from tests.support import clause

SURPRISE = "surprise_attack_1"
CHARGE = "charge_1"
MARCH = "forced_march_1"
TANBA = {"tanba": {"akechi": {"ready": 3, "generals": ["akechi_mitsuhide"]}}}
TANGO = {"tango": {"neutral": {"ready": 2, "generals": ["isshiki_yoshimichi"]}}}
ECHIZEN = {"echizen": {"shibata": {"ready": 3, "generals": ["shibata_katsuie"]}}}
KAGA = {"etchuu_kaga": {"neutral": {"ready": 3}}}
NOBODY_NEAR: dict[str, Any] = {  # two Akechi armies on Shikoku, and not a soul within two areas
    "shikoku": {"akechi": {"ready": 2}},
    "harima": {},
    "tajima": {"hashiba": {"generals": ["hashiba_hideyoshi"]}},
}


def begin(match: Playing, card: str) -> None:
    """Play the card as a movement."""
    acts(match, f"event {card}")
    if match.decision.name == "event_action":
        acts(match, "movement")


# Surprise attack


@clause("honganji", "6-2", "7-4")
def test_card_surprise_attack_by_movement_is_not_answered() -> None:
    """Three dice of the attacker and none for Isshiki and his two armies."""
    match = table("akechi", SURPRISE, TANBA | TANGO, 3, 4, 6)
    begin(match, SURPRISE)
    go(match, "akechi", "tanba", "tango", "akechi_mitsuhide", armies=2)
    assert stack(match, "tango", "neutral") == {"ready": 1, "spent": 0, "generals": {"isshiki_yoshimichi": "ready"}}
    assert stack(match, "tango", "akechi") == {"ready": 0, "spent": 2, "generals": {"akechi_mitsuhide": "spent"}}
    over(match, "akechi", SURPRISE)
    plain = table("akechi", SURPRISE, TANBA | TANGO, *[3, 4, 6], *[2, 3, 1])
    move(plain, "akechi", "tanba", "tango", "akechi_mitsuhide", armies=2)
    assert stack(plain, "tango", "akechi")["spent"] == 0  # two hits


@clause("honganji", "6-2", "8-5")
def test_card_surprise_attack_by_combat_is_answered_from_the_second_combat_on() -> None:
    areas = {"tanba": TANBA["tanba"] | TANGO["tango"]}
    hands = {"akechi": [SURPRISE, "charge_2", SPARE], "shibata": [OTHER]}
    match = table("akechi", SURPRISE, areas, *[3, 6, 6, 6], *[6, 6, 6, 6], *[2, 6], hands=hands)
    acts(match, f"event {SURPRISE}", "attack akechi tanba")  # they cannot leave, so it is combat
    assert stack(match, "tanba", "neutral")["ready"] == 1
    assert stack(match, "tanba", "akechi")["ready"] + stack(match, "tanba", "akechi")["spent"] == 3
    assert match.decision.name == "additional"
    acts(match, "again", "discard charge_2")
    finish(match)
    assert stack(match, "tanba", "neutral")["ready"] == 1
    assert stack(match, "tanba", "akechi") == {"ready": 0, "spent": 2, "generals": {"akechi_mitsuhide": "spent"}}
    over(match, "akechi", SURPRISE)


@pytest.mark.parametrize("card", [SURPRISE, CHARGE])
@clause("honganji", "6-2", "7-4")
def test_card_attack_movement_must_end_in_combat(card: str) -> None:
    match = table("akechi", card, TANBA)
    begin(match, card)
    column(match, "akechi", "tanba", "akechi_mitsuhide", armies=1)
    assert set(match.decision.texts) == {"to miyako_azuchi", "to harima", "to echizen"}
    refused(match, "to tango")
    plain = table("akechi", card, TANBA)
    acts(plain, "movement")
    column(plain, "akechi", "tanba", "akechi_mitsuhide", armies=1)
    allowed(plain, "to tango", "to harima")


@pytest.mark.parametrize("card", [SURPRISE, CHARGE])
@clause("honganji", "6-2")
def test_card_attack_needs_somebody_to_fight(card: str) -> None:
    match = table("akechi", card, NOBODY_NEAR)
    allowed(match, "movement")
    refused(match, f"event {card}", "6-2")
    allowed(table("akechi", card, NOBODY_NEAR | {"bizen": {"neutral": {"ready": 1}}}), f"event {card}")


@pytest.mark.parametrize("card", [SURPRISE, CHARGE])
@clause("honganji", "6-2")
def test_card_attack_needs_ready_units(card: str) -> None:
    spent = {"tanba": {"akechi": {"spent": 3, "spent_generals": ["akechi_mitsuhide"]}, "neutral": {"ready": 1}}}
    refused(table("akechi", card, spent), f"event {card}", "6-2")
    one = {"tanba": {"akechi": {"spent": 3, "generals": ["akechi_mitsuhide"]}, "neutral": {"ready": 1}}}
    allowed(table("akechi", card, one), f"event {card}")


@pytest.mark.parametrize("card", [SURPRISE, CHARGE])
@pytest.mark.parametrize(("to", "becomes"), [("harima", "rebel"), ("miyako_azuchi", "rebel"), ("tango", "vassal")])
@clause("honganji", "6-2", "7-4", "4-1(1)", "4-1(2)")
def test_card_attack_makes_rebels_as_usual(card: str, to: str, becomes: str) -> None:
    match = table("akechi", card, TANBA | TANGO, 6, 6, 6, 6, 6)
    begin(match, card)
    go(match, "akechi", "tanba", to, "akechi_mitsuhide", armies=1)
    assert status(match, "akechi") == becomes
    over(match, "akechi", card)


@clause("honganji", "6-2.p2")
def test_card_surprise_attack_needs_one_cunning() -> None:
    refused(table("shibata", SURPRISE, ECHIZEN | KAGA), f"event {SURPRISE}", "6-2.p2")
    sly = {
        "echizen": {"shibata": {"ready": 2, "generals": ["shibata_katsuie"], "spent_generals": ["takigawa_kazumasu"]}}
    }
    allowed(table("shibata", SURPRISE, sly | KAGA), f"event {SURPRISE}")


# Charge (Shibata, who has no cunning)


@clause("honganji", "6-2", "7-4")
def test_card_charge_adds_one_after_a_movement() -> None:
    match = table("shibata", CHARGE, ECHIZEN | KAGA, 4, 5, 4)
    begin(match, CHARGE)
    go(match, "shibata", "echizen", "etchuu_kaga", "shibata_katsuie", armies=2)
    assert stack(match, "etchuu_kaga", "neutral")["ready"] == 1
    over(match, "shibata", CHARGE)
    plain = table("shibata", CHARGE, ECHIZEN | KAGA, 4, 5, 4)
    move(plain, "shibata", "echizen", "etchuu_kaga", "shibata_katsuie", armies=2)
    assert stack(plain, "etchuu_kaga", "neutral")["ready"] == 3


@clause("honganji", "6-2", "1-2-1-3")
def test_card_charge_comes_on_top_of_the_strategist() -> None:
    """Three, one for Takigawa and one for the card: a five hits. He rolls no die; Katsuie and one army do."""
    echizen = {"shibata": {"ready": 2, "generals": ["shibata_katsuie", "takigawa_kazumasu"]}}
    match = table("shibata", CHARGE, KAGA | {"echizen": echizen}, 5, 6)
    begin(match, CHARGE)
    go(match, "shibata", "echizen", "etchuu_kaga", "shibata_katsuie", "takigawa_kazumasu", armies=1)
    acts(match, "commander shibata_katsuie", "support")
    assert stack(match, "etchuu_kaga", "neutral")["ready"] == 2


@clause("honganji", "6-2", "8-5")
def test_card_charge_holds_in_additional_combats() -> None:
    areas = {"echizen": {"shibata": {"ready": 1, "generals": ["shibata_katsuie"]}, "neutral": {"ready": 4}}}
    hands = {"shibata": [CHARGE, "charge_2", SPARE], "tokugawa": [OTHER]}
    match = table("shibata", CHARGE, areas, *[4, 5], *[4, 5], hands=hands)
    acts(match, f"event {CHARGE}", "attack shibata echizen")
    assert stack(match, "echizen", "neutral")["ready"] == 3
    acts(match, "again", "discard charge_2", "stop")
    assert stack(match, "echizen", "neutral")["ready"] == 2
    over(match, "shibata", CHARGE)


@pytest.mark.parametrize(("die", "left"), [(3, 2), (2, 1)])
@clause("honganji", "6-2")
def test_card_charge_leaves_counterattacks_alone(die: int, left: int) -> None:
    """Jinbou, a two, strikes back."""
    areas = ECHIZEN | {"etchuu_kaga": {"neutral": {"generals": ["jinbou_nagamoto"]}}}
    match = table("shibata", CHARGE, areas, *[6, 6, 6], die)
    begin(match, CHARGE)
    go(match, "shibata", "echizen", "etchuu_kaga", "shibata_katsuie", armies=2)
    assert stack(match, "etchuu_kaga", "shibata")["spent"] == left


@clause("honganji", "6-2", "8-1-3")
def test_card_charge_without_a_general_does_no_damage() -> None:
    match = table("shibata", CHARGE, ECHIZEN | KAGA)  # not one die
    begin(match, CHARGE)
    go(match, "shibata", "echizen", "etchuu_kaga", armies=2)
    assert stack(match, "etchuu_kaga", "neutral")["ready"] == 3
    assert stack(match, "etchuu_kaga", "shibata")["spent"] == 2
    over(match, "shibata", CHARGE)


@clause("honganji", "6-2")
def test_card_charge_serves_one_action() -> None:
    """Maeda attacks next, paid with another card: his two is a two again."""
    areas = (
        ECHIZEN
        | KAGA
        | {
            "hida": {"controller": "shibata", "shibata": {"ready": 2, "generals": ["maeda_toshiie"]}},
            "shinano": {"neutral": {"ready": 2}},
        }
    )
    hands = {"shibata": [CHARGE, "charge_2", SPARE], "tokugawa": [OTHER]}
    match = table("shibata", CHARGE, areas, *[4, 6], *[3, 3], hands=hands)
    begin(match, CHARGE)
    go(match, "shibata", "echizen", "etchuu_kaga", "shibata_katsuie", armies=1)
    assert stack(match, "etchuu_kaga", "neutral")["ready"] == 2
    move(match, "shibata", "hida", "shinano", "maeda_toshiie", armies=1)
    assert stack(match, "shinano", "neutral")["ready"] == 2


# Great return march (Hashiba, from Harima)


HARIMA = {"harima": {"hashiba": {"ready": 3, "generals": ["hashiba_hideyoshi"]}}}


def marching(areas: dict[str, Any], *dice: int, **entries: Any) -> Playing:
    match = table("hashiba", MARCH, areas, *dice, **entries)
    acts(match, f"event {MARCH}")
    column(match, "hashiba", "harima", "hashiba_hideyoshi", armies=2)
    return match


@clause("honganji", "6-2", "7-4", "7")
def test_card_forced_march_goes_up_to_four_areas() -> None:
    match = marching(HARIMA)
    allowed(match, "to bizen", "to shikoku", "to gifu", "to shinano")
    refused(match, "to kai")  # five
    refused(match, "to harima")
    acts(match, "to shinano")  # past Akechi or the capital, as a vassal may
    assert stack(match, "shinano", "hashiba") == {"ready": 0, "spent": 2, "generals": {"hashiba_hideyoshi": "spent"}}
    assert stack(match, "harima", "hashiba") == {"ready": 1, "spent": 0, "generals": {}}
    assert status(match, "hashiba") == "vassal"
    over(match, "hashiba", MARCH)
    plain = table("hashiba", MARCH, HARIMA)
    acts(plain, "movement")
    column(plain, "hashiba", "harima", "hashiba_hideyoshi", armies=2)
    allowed(plain, "to shikoku")
    refused(plain, "to gifu", "7")


@clause("honganji", "6-2", "7.p1b", "7-5")
def test_card_forced_march_stops_at_other_clans_as_usual() -> None:
    rebel = marching(HARIMA, status={"hashiba": "rebel"})
    allowed(rebel, "to gifu", "to miyako_azuchi")  # to Gifu through Kii and Owari
    refused(rebel, "to shinano")  # only through the capital
    blocked = marching(HARIMA | {"seto_sea": {"neutral": {"ready": 1}}})
    allowed(blocked, "to seto_sea", "to shinano")
    refused(blocked, "to shikoku")


@clause("honganji", "6-2", "7-3", "7-4", "4-1(1)")
def test_card_forced_march_ends_in_combat_and_rebellion_as_usual() -> None:
    """Three areas to Gifu, where Nobutada stands: three dice against one, and no additional combat."""
    match = marching(HARIMA | {"gifu": {"oda": {"ready": 2, "generals": ["oda_nobutada"]}}}, *[2, 3, 6], *[1, 2, 6])
    acts(match, "to gifu")
    assert status(match, "hashiba") == "rebel"
    assert stack(match, "gifu", "oda")["ready"] == 1
    assert stack(match, "gifu", "hashiba") == {"ready": 0, "spent": 1, "generals": {"hashiba_hideyoshi": "spent"}}
    over(match, "hashiba", MARCH)


@clause("honganji", "6-2")
def test_card_forced_march_needs_units_that_can_move() -> None:
    refused(table("hashiba", MARCH), f"event {MARCH}", "6-2")  # Hideyoshi alone must stay
    pinned = {"harima": HARIMA["harima"] | {"neutral": {"ready": 1}}}
    refused(table("hashiba", MARCH, pinned), f"event {MARCH}", "6-2")
    allowed(table("hashiba", MARCH, HARIMA), f"event {MARCH}")
    allowed(table("shibata", MARCH, ECHIZEN), f"event {MARCH}")  # no cunning needed


@pytest.mark.parametrize("card", ["surprise_attack_1", "charge_1"])
@clause("honganji", "6-2", "7-4")
def test_card_attack_is_movement_or_combat_as_the_player_chooses(card: str) -> None:
    areas = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}} | {
        "tango": {"akechi": {"ready": 1}, "neutral": {"ready": 1}},
        "tajima": {"neutral": {"ready": 1}},
    }
    for choice, asked in [("movement", "march"), ("combat", "attack")]:
        match = table("akechi", card, areas)
        match.act(f"event {card}")
        assert (match.decision.name, set(match.decision.texts)) == ("event_action", {"movement", "combat"})
        match.act(choice)
        assert match.decision.name == asked
