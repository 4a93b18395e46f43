"""Every reason that keeps somebody from fighting, fleeing or paying."""

from __future__ import annotations

from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board, move
from tests.clauses.nobunaga.table import acts, allowed
from tests.clauses.reasons import barred
from tests.support import clause


@clause("nobunaga", "8-1-2")
def test_8_1_2_targets_are_other_powers_in_that_area() -> None:
    areas = {
        "north_oumi": {"oda": {"ready": 2}, "tokugawa": {"ready": 1}, "azai": {"ready": 1}, "uesugi": {"ready": 1}},
        "echizen": {"honganji": {"ready": 1}},
    }
    match = board(areas, markers=NOBODY_NEUTRAL)
    acts(match, "combat", "attack oda north_oumi")
    allowed(match, "target azai", "target uesugi")
    barred(match, "target honganji", "8-1-2 not_there")
    barred(match, "target tokugawa", "8-1-2 same_power")
    barred(match, "target oda", "8-1-2 same_power")


@clause("nobunaga", "6-7", "8-1-2")
def test_6_7_who_may_attack_and_where() -> None:
    areas = {
        "north_oumi": {"oda": {"ready": 2}, "azai": {"ready": 1}},
        "echizen": {"oda": {"spent": 2}, "asakura": {"ready": 1}},
        "mino": {"oda": {"ready": 2}},
        "owari": {"oda": {"spent": 1}},
        "kaga": {"takeda": {"ready": 2}, "honganji": {"ready": 1}},
    }
    match = board(areas)
    match.act("combat")
    allowed(match, "attack oda north_oumi")
    barred(match, "attack azai north_oumi", "6-7 not_own")
    barred(match, "attack takeda kaga", "6-7 not_own")
    barred(match, "attack takeda echizen", "6-7 not_own")
    barred(match, "attack oda kaga", "6-7 no_units")
    barred(match, "attack oda echizen", "6-7 none_ready")
    barred(match, "attack oda mino", "8-1-2 nobody_to_fight")
    barred(match, "attack oda owari", "6-7 none_ready", "8-1-2 nobody_to_fight")
    match = board(areas, to_act="anti_oda")
    match.act("combat")
    assert set(match.decision.texts) == {"attack azai north_oumi", "attack asakura echizen", "attack honganji kaga"}
    barred(match, "attack oda north_oumi", "6-7 not_own")


@clause("nobunaga", "6-7")
def test_6_7_nobody_at_all_can_fight() -> None:
    spent = {"mino": {"oda": {"spent": 2}, "azai": {"ready": 1}}, "owari": {"oda": {"ready": 2}}}
    barred(board(spent), "combat", "6-7 nobody_can_fight")


@clause("nobunaga", "7-4", "6-7")
def test_7_4_combat_by_event_is_for_those_it_names() -> None:
    """Shibata's charge: the Oda clan, where he stands ready. Tokugawa is Oda's power, but not the Oda clan."""
    areas = {
        "north_oumi": {
            "oda": {"ready": 2, "generals": ["shibata_katsuie"]},
            "tokugawa": {"ready": 1},
            "azai": {"ready": 1},
        },
        "echizen": {
            "oda": {"ready": 2, "generals": ["oda_nobunaga"]},
            "tokugawa": {"ready": 2},
            "asakura": {"ready": 1},
        },
    }
    match = board(areas, oda=["charge_order_shibata"], markers=NOBODY_NEUTRAL)
    match.act("event charge_order_shibata")
    assert match.decision.name == "attack"  # pinned, he cannot march
    assert match.decision.texts == ["attack oda north_oumi"]
    barred(match, "attack oda echizen", "7-4 general_needed")
    barred(match, "attack tokugawa echizen", "7-4 event_other_clan", "7-4 general_needed")
    barred(match, "attack tokugawa north_oumi", "7-4 event_other_clan", "7-4 general_needed")
    barred(match, "attack tokugawa mino", "7-4 event_other_clan", "6-7 no_units")


@clause("nobunaga", "7-4", "6-7")
def test_7_4_swift_as_wind_is_for_takeda_and_uesugi() -> None:
    areas = {
        "mino": {"takeda": {"ready": 2}, "azai": {"ready": 2}, "oda": {"ready": 1}},
        "owari": {"honganji": {"ready": 2}, "oda": {"ready": 1}},
    }
    match = board(areas, anti_oda=["swift_as_wind"], to_act="anti_oda", markers=NOBODY_NEUTRAL)
    match.act("event swift_as_wind")
    assert match.decision.texts == ["attack takeda mino"]
    barred(match, "attack azai mino", "7-4 event_other_clan")
    barred(match, "attack honganji owari", "7-4 event_other_clan")


@clause("nobunaga", "8-4-2-2")
def test_8_4_2_2_only_to_other_areas_of_the_same_daimyo() -> None:
    areas = {
        "north_oumi": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}, "azai": {"generals": ["azai_nagamasa"]}},
        "echizen": {"controller": "azai"},
        "wakasa_tango": {"controller": "azai"},
    }
    match = board(areas, dice=[1, 6, 6, 6, 6, 6])
    acts(match, "combat", "attack oda north_oumi")
    assert (match.decision.name, match.decision.who) == ("flee", "anti_oda")
    allowed(match, "flee echizen", "flee wakasa_tango")
    barred(match, "flee north_oumi", "8-4-2-2 no_refuge")
    barred(match, "flee mino", "8-4-2-2 no_refuge")
    barred(match, "flee kaga", "8-4-2-2 no_refuge")


@clause("nobunaga", "6", "6-4")
def test_6_actions_are_paid_from_the_own_hand() -> None:
    areas = {"mino": {"oda": {"ready": 2}}}
    match = board(areas, oda=["warships", "charge_order"], discards={"oda": ["converging_attack"]})
    acts(match, "reinforcement", "reinforce oda mino")
    allowed(match, "discard warships", "discard charge_order")
    barred(match, "discard corps_formation", "6 not_in_hand")
    barred(match, "discard converging_attack", "6 not_in_hand")
    barred(match, "discard feign_illness", "6 not_in_hand")


@clause("nobunaga", "8-5", "8-6")
def test_8_6_combats_are_paid_from_the_own_hand() -> None:
    areas = {"north_oumi": {"oda": {"ready": 2}, "azai": {"ready": 1}}}
    match = board(areas, oda=["warships", "charge_order"])
    acts(match, "combat", "attack oda north_oumi")
    barred(match, "discard corps_formation", "8-6 not_in_hand")
    acts(match, "discard warships", "again")
    barred(match, "discard warships", "8-5 not_in_hand")
    allowed(match, "discard charge_order")


@clause("nobunaga", "11-5")
def test_11_5_second_card_from_the_own_hand() -> None:
    match = board({"mino": {"oda": {"ready": 20}}}, oda=["warships", "charge_order"], options={"move_limit": True})
    move(match, "oda", "mino", "owari", armies=16)
    match.act("discard warships")
    barred(match, "discard warships", "11-5 not_in_hand")
    allowed(match, "discard charge_order")


@clause("nobunaga", "6-3")
def test_6_3_events_from_the_own_hand() -> None:
    match = board({"mino": {"oda": {"ready": 2}}}, discards={"oda": ["charge_order"]})
    allowed(match, "event converging_attack")
    barred(match, "event charge_order", "6-3 not_in_hand")
    barred(match, "event corps_formation", "6-3 not_in_hand")
    barred(match, "event feign_illness", "6-3 not_in_hand")
