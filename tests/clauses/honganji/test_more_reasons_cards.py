"""Every reason that keeps a card from being played as event, or its player from a target."""

from __future__ import annotations

import pytest

from tests.clauses.honganji.plays import table
from tests.clauses.honganji.table import acts, allowed
from tests.clauses.reasons import barred
from tests.support import clause

CUNNING = {"tanba": {"akechi": {"generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}}}


@clause("honganji", "6-2.p2", "6-2", "1-2-1(3)")
def test_6_2_p2_cunning_and_an_effect_are_two_things() -> None:
    barred(table("shibata", "desertion_1"), "event desertion_1", "6-2.p2 too_little_cunning")
    barred(table("shibata", "opportunism_1"), "event opportunism_1", "6-2.p2 too_little_cunning", "6-2 nobody_to_turn")
    barred(table("akechi", "opportunism_1"), "event opportunism_1", "6-2 nobody_to_turn")
    idle = {"options": {"idle_events": True}}
    barred(table("shibata", "opportunism_1", **idle), "event opportunism_1", "6-2.p2 too_little_cunning")
    allowed(table("akechi", "opportunism_1", **idle), "event opportunism_1")


@pytest.mark.parametrize("card", ["charge_1", "surprise_attack_1", "forced_march_1"])
@clause("honganji", "6-2", "7-4", "7-2(1)")
def test_7_4_an_order_needs_somebody_who_obeys(card: str) -> None:
    barred(table("akechi", card), f"event {card}", "6-2 nobody_can_move")


@clause("honganji", "4-2", "4-2.Akechi", "4-2.Shibata", "4-2.Tokugawa", "4-2.Hashiba", "1-2-2-1")
def test_4_2_whom_a_player_directs() -> None:
    areas = {
        "chuugoku": {"mouri": {"ready": 1}},
        "kantou": {"houjou": {"spent": 6}},
    }
    match = table("akechi", "surrounding_nobunaga_1", areas)
    match.act("event surrounding_nobunaga_1")
    assert match.decision.texts == ["direct uesugi"]
    barred(match, "direct mouri", "4-2 not_on_list")
    barred(match, "direct honganji", "4-2 no_units_anywhere")
    barred(match, "direct houjou", "4-2 can_do_nothing")
    barred(match, "direct oda", "4-2 not_on_list", "4-2 can_do_nothing")
    barred(match, "direct shibata", "4-2 not_on_list")
    match = table("shibata", "surrounding_nobunaga_1", areas)
    match.act("event surrounding_nobunaga_1")
    assert match.decision.texts == ["direct mouri"]
    barred(match, "direct houjou", "4-2 not_on_list", "4-2 can_do_nothing")
    barred(match, "direct honganji", "4-2 no_units_anywhere")
    card = "surrounding_nobunaga_1"
    barred(table("tokugawa", card), f"event {card}", "6-2 nobody_to_direct")
    allowed(table("hashiba", card), f"event {card}")


@clause("honganji", "4-2")
def test_4_2_the_directed_daimyo_is_reinforced_where_it_rules() -> None:
    areas = {"kantou": {"houjou": {"ready": 1}}, "shinano": {"controller": "uesugi", "neutral": {"ready": 1}}}
    match = table("akechi", "surrounding_nobunaga_1", areas)
    acts(match, "event surrounding_nobunaga_1", "direct uesugi")
    if match.decision.name == "event_action":
        match.act("reinforcement")
    assert set(match.decision.texts) == {"reinforce uesugi echigo", "reinforce uesugi shinano"}
    barred(match, "reinforce houjou kantou", "4-2 event_other_clan")
    barred(match, "reinforce akechi tanba", "4-2 event_other_clan")
    barred(match, "reinforce uesugi kantou", "4-2 not_held")


@clause("honganji", "6-2", "CS.legend")
def test_card_opportunism_reasons() -> None:
    areas = CUNNING | {
        "yamato": {"oda": {"generals": ["matsunaga_hisahide"]}},
        "owari_ise": {"neutral": {"generals": ["niwa_nagahide"]}},
        "gifu": {"oda": {"generals": ["oda_nobutada"]}},
        "kai": {"shibata": {"generals": ["takigawa_kazumasu"]}},
    }
    match = table("akechi", "opportunism_1", areas, out=["shibata"])
    match.act("event opportunism_1")
    assert match.decision.texts == ["turn matsunaga_hisahide"]
    barred(match, "turn oda_nobutada", "CS.legend not_red")
    barred(match, "turn akechi_mitsuhide", "CS.legend not_red", "6-2 not_a_target")
    barred(match, "turn hosokawa_fujitaka", "6-2 not_a_target")  # his own
    barred(match, "turn niwa_nagahide", "6-2 not_a_target")  # turned before
    barred(match, "turn takigawa_kazumasu", "6-2 not_a_target")  # of a player who is out
    barred(match, "turn kuroda_kanbee", "6-2 general_absent")
    barred(match, "turn maeda_toshiie", "CS.legend not_red", "6-2 general_absent")


@clause("honganji", "9-2(5)", "6-2")
def test_card_chief_adviser_reasons() -> None:
    card, text = "chief_adviser", "event chief_adviser"
    capital = {"miyako_azuchi": {"controller": "akechi", "akechi": {"ready": 1}}}
    alive = {"miyako_azuchi": {"controller": "akechi", "oda": {"generals": ["oda_nobunaga"]}}}
    no_effect = "6-2 no_effect"
    barred(table("akechi", card, alive), text, no_effect, "9-2(5) nobunaga_alive")
    barred(table("akechi", card, killer="akechi"), text, no_effect, "9-2(5) not_controlled")
    barred(table("akechi", card), text, no_effect, "9-2(5) nobunaga_alive", "9-2(5) not_controlled")
    allowed(table("akechi", card, capital, killer="akechi"), text)


@clause("honganji", "6-2")
def test_card_desertion_reasons() -> None:
    areas = {"gifu": {"oda": {"generals": ["oda_nobutada"]}, "akechi": {"ready": 2}, "mouri": {"spent": 1}}}
    match = table("akechi", "desertion_1", areas)
    match.act("event desertion_1")
    assert set(match.decision.texts) == {"desert uesugi echigo", "desert mouri gifu"}
    barred(match, "desert akechi gifu", "6-2 own_clan")
    barred(match, "desert oda gifu", "6-2 no_army")
    barred(match, "desert shibata echizen", "6-2 no_army")
    lone = {"echigo": {"uesugi": {"generals": ["uesugi_kenshin"]}}, "gifu": {"akechi": {"ready": 2}}}
    barred(table("akechi", "desertion_1", lone), "event desertion_1", "6-2 nobody_to_desert")


@clause("honganji", "6-2", "4-1")
def test_card_slander_reasons() -> None:
    text = "event slander_1"
    areas = CUNNING
    match = table("akechi", "slander_1", areas, slandered=["shibata"], status={"tokugawa": "rebel"})
    match.act(text)
    assert match.decision.texts == ["slander hashiba"]
    barred(match, "slander akechi", "6-2 own_clan")
    barred(match, "slander shibata", "6-2 already_slandered")
    barred(match, "slander tokugawa", "6-2 not_a_vassal")
    barred(match, "slander uesugi", "6-2 not_a_vassal")
    barred(match, "slander oda", "6-2 not_a_vassal")
    barred(table("akechi", "slander_1", areas, status={"akechi": "rebel"}), text, "6-2 vassals_only")
    barred(table("akechi", "slander_1", areas, killer="shibata"), text, "6-2 nobunaga_gone")
    everybody = ["shibata", "tokugawa", "hashiba"]
    barred(table("akechi", "slander_1", areas, slandered=everybody), text, "6-2 nobody_to_slander")


@clause("honganji", "6-2", "1-2-2-1", "10-1.p2")
def test_card_scheming_reasons() -> None:
    """Harima and Tajima touch Tanba; Mimasaka and Hida do not."""
    text = "event scheming_1"
    areas = CUNNING | {
        "tajima": {"neutral": {"generals": ["yamana_hirotoyo"]}},
        "tango": {"neutral": {"spent": 1}},
        "mimasaka": {"neutral": {"ready": 1, "generals": ["ukita_naoie"]}},
        "hokusetsu": {"oda": {"ready": 1, "generals": ["araki_murashige"]}},
    }
    match = table("akechi", "scheming_1", areas)
    match.act(text)
    assert set(match.decision.texts) == {"scheme_general yamana_hirotoyo", "scheme_army tango"}
    barred(match, "scheme_army tajima", "6-2 no_army")
    barred(match, "scheme_army hokusetsu", "6-2 no_army")
    barred(match, "scheme_army mimasaka", "6-2 not_beside_own")
    barred(match, "scheme_army kai", "6-2 no_army", "6-2 not_beside_own")
    barred(match, "scheme_general ukita_naoie", "6-2 not_beside_own")
    barred(match, "scheme_general araki_murashige", "6-2 not_neutral")
    barred(match, "scheme_general takeda_katsuyori", "6-2 not_neutral")  # not on the map
    barred(table("akechi", "scheming_1", CUNNING), text, "6-2 nobody_to_scheme")
    full = areas | {"gifu": {"akechi": {"ready": 10}}}
    barred(table("akechi", "scheming_1", full), text, "6-2 no_effect", "1-2-2-1 no_counters")
    away = CUNNING | {"gifu": {"akechi": {"ready": 10}}}
    reasons = ("6-2 no_effect", "1-2-2-1 no_counters", "6-2 nobody_to_scheme")
    barred(table("akechi", "scheming_1", away), text, *reasons)


@clause("honganji", "6-2")
def test_card_scheming_with_only_one_kind_of_unit_near() -> None:
    """An army alone, or a general alone, may still be named as what it is not."""
    general = {"tajima": {"neutral": {"generals": ["yamana_hirotoyo"]}}}
    match = table("akechi", "scheming_1", CUNNING | general)
    match.act("event scheming_1")
    barred(match, "scheme_army tajima", "6-2 no_army")
    match = table("akechi", "scheming_1", CUNNING | {"tajima": {"neutral": {"ready": 1}}})
    match.act("event scheming_1")
    barred(match, "scheme_general yamana_hirotoyo", "6-2 not_neutral")


@clause("honganji", "FAQ-Q1", "FAQ-Q2", "FAQ-Q6")
def test_card_fortification_reasons() -> None:
    home = {"generals": ["akechi_mitsuhide", "sakamoto_castle"]}
    areas = {"tanba": {"akechi": home}, "kai": {"controller": "akechi", "akechi": {"ready": 1}}}
    match = table("akechi", "fortification_1", areas)
    match.act("event fortification_1")
    assert match.decision.texts == ["fortify kai"]
    barred(match, "fortify tanba", "FAQ-Q6 castle_there")
    barred(match, "fortify gifu", "FAQ-Q2 not_controlled")
    lost = {"tanba": {"controller": "oda", "akechi": home}, "kai": {"controller": "akechi", "akechi": {"ready": 1}}}
    match = table("akechi", "fortification_1", lost)
    match.act("event fortification_1")
    barred(match, "fortify tanba", "FAQ-Q2 not_controlled", "FAQ-Q6 castle_there")
    barred(
        table("akechi", "fortification_1", {"tanba": {"akechi": home}}),
        "event fortification_1",
        "6-2 nowhere_to_build",
    )
    allowed(table("akechi", "fortification_1"), "event fortification_1")


@clause("honganji", "FAQ-Q1", "6-2")
def test_card_surrender_reasons() -> None:
    areas = CUNNING | {
        "tango": {"shibata": {"generals": ["kitanoshou_castle"]}},
        "kai": {"hashiba": {"generals": ["himeji_castle"]}},
        "gifu": {"akechi": {"generals": ["sakamoto_castle"]}},
    }
    match = table("akechi", "surrender_of_garrison_1", areas)
    match.act("event surrender_of_garrison_1")
    assert match.decision.texts == ["surrender kitanoshou_castle"]
    barred(match, "surrender sakamoto_castle", "6-2 own_clan")
    barred(match, "surrender himeji_castle", "6-2 too_far_from_units")
    barred(match, "surrender hamamatsu_castle", "6-2 general_absent")
    barred(match, "surrender oda_nobunaga", "FAQ-Q1 not_a_castle")
    far = CUNNING | {"kai": {"hashiba": {"generals": ["himeji_castle"]}}}
    barred(table("akechi", "surrender_of_garrison_1", far), "event surrender_of_garrison_1", "6-2 no_castle_near")


@clause("honganji", "6-2", "1-2-2-1")
def test_card_urgent_recruitment_reasons() -> None:
    text, card = "event urgent_recruitment", "urgent_recruitment"
    match = table("akechi", card, {"kai": {"controller": "akechi"}, "gifu": {"akechi": {"ready": 8}}})
    match.act(text)
    assert set(match.decision.texts) == {"recruit akechi tanba", "recruit akechi kai"}
    barred(match, "recruit akechi gifu", "6-2 not_controlled")
    barred(match, "recruit shibata echizen", "6-2 not_own")
    away = {"tanba": {"controller": "oda", "akechi": {"generals": ["akechi_mitsuhide"]}}}
    full = {"gifu": {"akechi": {"ready": 10}}}
    barred(table("akechi", card, full), text, "6-2 no_effect", "1-2-2-1 no_counters")
    barred(table("akechi", card, away), text, "6-2 no_area")
    barred(table("akechi", card, away | full), text, "6-2 no_effect", "1-2-2-1 no_counters", "6-2 no_area")


@clause("honganji", "6-2")
def test_card_reliable_supply_reasons() -> None:
    text, card = "event reliable_supply", "reliable_supply"
    areas = {
        "kai": {"controller": "akechi", "akechi": {"spent": 1}},
        "gifu": {"akechi": {"spent": 1}},
        "echizen": {"shibata": {"spent": 1, "generals": ["shibata_katsuie"]}},
    }
    match = table("akechi", card, areas)
    match.act(text)
    assert match.decision.texts == ["supply kai"]
    barred(match, "supply gifu", "6-2 not_controlled")
    barred(match, "supply tanba", "6-2 nobody_spent")
    barred(match, "supply echizen", "6-2 not_controlled", "6-2 nobody_spent")
    barred(table("akechi", card, {"gifu": {"akechi": {"spent": 1}}}), text, "6-2 nobody_spent_there")


@clause("honganji", "6-2", "10-3", "FAQ-Q3")
def test_card_transfer_of_fief_reasons() -> None:
    text, card = "event transfer_of_fief", "transfer_of_fief"
    areas = {
        "kai": {"controller": "akechi", "akechi": {"spent": 2}},
        "gifu": {"akechi": {"ready": 3}},
    }
    match = table("akechi", card, areas)
    match.act(text)
    assert match.decision.texts == ["fief kai tanba"]
    barred(match, "fief kai kai", "6-2 same_area")
    barred(match, "fief kai gifu", "6-2 not_controlled")
    barred(match, "fief gifu kai", "6-2 not_controlled")
    barred(match, "fief tanba kai", "6-2 leave_one")
    barred(match, "fief echizen gifu", "6-2 not_controlled", "6-2 not_controlled", "6-2 leave_one")
    barred(match, "fief gifu gifu", "6-2 not_controlled", "6-2 not_controlled", "6-2 same_area")
    barred(table("akechi", card), text, "6-2 nothing_to_transfer")
    two = {"tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}}}
    barred(table("akechi", card, two), text, "6-2 nothing_to_transfer")
    allowed(table("akechi", card, two | {"kai": {"controller": "akechi"}}), text)
