"""Where a step is made by itself, skipped or over, the reason is the rule that left nothing to answer."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.honganji.plays import SPARE, table
from tests.clauses.honganji.steps import board
from tests.clauses.honganji.table import acts
from tests.clauses.reasons import barred
from tests.support import clause

TANBA = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}


@clause("honganji", "8-5", "8.p3", "6.p2")
def test_8_5_no_additional_combat_after_a_movement() -> None:
    areas = {
        "mikawa": {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]}},
        "toutoumi_suruga": {"controller": "neutral", "neutral": {"ready": 3}},
    }
    match = board(areas, dice=[6])
    acts(match, "movement", "march tokugawa mikawa", "done", "with 1", "to toutoumi_suruga")
    assert match.decision.name == "discard"
    barred(match, "again", "8-5 no_additional_combat")
    barred(match, "target neutral", "8-1-2 no_combat_now")
    barred(match, "support", "1-2-1-3 no_strategist")
    for text in ("movement", "end", "throw", "reinforcement", "oda_transfer"):
        barred(match, text, "6.p2 finish_first")


@clause("honganji", "4-2", "1-2-2-1", "7", "6-6")
def test_4_2_what_a_directed_daimyo_cannot_do() -> None:
    """Uesugi's one spent army can only be joined by another; with all eight on the map not even that."""
    match = table("akechi", "surrounding_nobunaga_1", {"echigo": {"controller": "uesugi", "uesugi": {"spent": 1}}})
    acts(match, "event surrounding_nobunaga_1", "direct uesugi")
    assert match.decision.name == "reinforce"
    barred(match, "movement", "7 cannot_march")
    barred(match, "march uesugi echigo", "7 cannot_march")
    barred(match, "combat", "6-6 cannot_fight")
    barred(match, "reinforcement", "4-2 order_given")
    areas = {"echigo": {"controller": "uesugi", "uesugi": {"ready": 8}, "neutral": {"ready": 1}}}
    match = table("akechi", "surrounding_nobunaga_1", areas)
    acts(match, "event surrounding_nobunaga_1", "direct uesugi")
    assert match.decision.name == "attack"
    barred(match, "reinforcement", "1-2-2-1 no_counters")
    barred(match, "movement", "7 cannot_march")


@clause("honganji", "4-2")
def test_4_2_among_two_deeds_the_third_is_barred_by_its_rule() -> None:
    match = table("akechi", "surrounding_nobunaga_1", {"echigo": {"controller": "uesugi", "uesugi": {"ready": 2}}})
    acts(match, "event surrounding_nobunaga_1", "direct uesugi")
    assert match.decision.name == "event_action"
    barred(match, "combat", "6-6 cannot_fight")


@clause("honganji", "10-3", "1-2-1-2")
def test_10_3_who_goes_to_another_fief() -> None:
    areas = {
        "tanba": {"akechi": {"ready": 1, "spent": 2, "generals": ["akechi_mitsuhide", "sakamoto_castle"]}},
        "tango": {"controller": "akechi", "akechi": {"ready": 1}},
    }
    match = table("akechi", "transfer_of_fief", areas)
    acts(match, "event transfer_of_fief", "fief tanba tango")
    assert match.decision.name == "generals"
    barred(match, "take sakamoto_castle", "1-2-1-2 cannot_move")
    barred(match, "take hosokawa_tadaoki", "10-3 not_in_stack")
    barred(match, "with 1", "10-3 generals_first")
    barred(match, "with_spent 1", "10-3 generals_first")
    match.act("done")
    assert match.decision.name == "strength"
    barred(match, "with 2", "10-3 amount_range")
    barred(match, "take akechi_mitsuhide", "10-3 stack_chosen")
    barred(match, "with_spent 1", "10-3 ready_ones_first")
    match.act("with 1")
    assert match.decision.name == "spent_strength"
    barred(match, "with_spent 3", "10-3 amount_range")
    barred(match, "with 1", "10-3 stack_chosen")


@clause("honganji", "6-2")
def test_6_2_which_units_a_supply_line_makes_ready() -> None:
    spent = {"spent": 4, "spent_generals": ["akechi_mitsuhide"], "generals": ["hosokawa_tadaoki"]}
    match = table("akechi", "reliable_supply", {"tanba": {"controller": "akechi", "akechi": spent}})
    acts(match, "event reliable_supply", "supply tanba")
    assert match.decision.name == "ready"
    barred(match, "done", "6-2 ready_one")
    barred(match, "ready_general hosokawa_tadaoki", "6-2 not_spent")
    barred(match, "ready_general hosokawa_fujitaka", "6-2 not_in_stack")
    few = {"spent": 1, "generals": ["akechi_mitsuhide"]}
    match = table("akechi", "reliable_supply", {"tanba": {"controller": "akechi", "akechi": few}})
    acts(match, "event reliable_supply", "supply tanba")
    barred(match, "ready_army", "6-2 all_readied")


@clause("honganji", "8-2-1", "8-1-3", "8-4")
def test_8_4_who_is_hit_and_who_commands() -> None:
    areas: dict[str, Any] = {
        "gifu": {
            "tokugawa": {"ready": 1, "generals": ["honda_tadakatsu"]},
            "hashiba": {"generals": ["hashiba_hidenaga", "hachisuka_koroku"]},
        }
    }
    match = board(areas, dice=[3, 6, 6, 6], status={"tokugawa": "rebel"})
    acts(match, "combat", "attack tokugawa gifu")
    assert (match.decision.name, match.decision.who) == ("commander", "hashiba")
    barred(match, "commander honda_tadakatsu", "8-2-1 takes_no_part")
    barred(match, "commander hashiba_hideyoshi", "8-2-1 takes_no_part")
    match.act("commander hachisuka_koroku")
    assert match.decision.name == "wound"
    barred(match, "hit hashiba_hideyoshi", "8-4 takes_no_part")
    barred(match, "commander hashiba_hidenaga", "8-1-3 dice_rolled")


@clause("honganji", "7-4", "8-2")
def test_7_4_surprised_and_out_of_order() -> None:
    areas = {
        "tango": {
            "akechi": {"ready": 1, "generals": ["akechi_mitsuhide", "hosokawa_tadaoki"]},
            "shibata": {"ready": 1, "generals": ["maeda_toshiie"]},
        },
        "tanba": {},
    }
    match = table("akechi", "surprise_attack_1", areas)
    acts(match, "event surprise_attack_1", "attack akechi tango")
    assert match.decision.name == "commander"
    barred(match, "movement", "7-4 order_given")
    barred(match, "commander maeda_toshiie", "8-1-3 takes_no_part")


@clause("honganji", "3-1.p2", "3-3", "5-2", "4-2", "6-2", "FAQ-Q2")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("slot 1", "3-1.p2 rebels_cut_in"),
        ("armies akechi tanba", "3-3 no_petition"),
        ("control tanba akechi", "5-2 no_control_to_settle"),
        ("direct uesugi", "4-2 not_under_way"),
        ("fortify tanba", "FAQ-Q2 not_under_way"),
        ("flipped_army", "6-2 one_kind_of_army"),
        ("fief tanba tango", "10-3 not_under_way"),
        (f"discard {SPARE}", "6 nothing_to_pay"),
        ("march akechi tanba", "7-1 no_march_now"),
        ("attack akechi tanba", "6-6 not_under_way"),
    ],
)
def test_6_what_is_not_asked_in_an_action_turn(text: str, reason: str) -> None:
    barred(table("akechi", "charge_1", TANBA), text, reason)


@clause("honganji", "3-4")
def test_3_4_actions_belong_to_the_action_phase() -> None:
    match: Any = gunki.compose("honganji", {"phase": "petition", "order": ["akechi", "shibata"]}, dice=[2, 1])
    assert match.decision.name == "petition"
    barred(match, "movement", "3-4 action_phase_only")
