"""Where a step is made by itself, skipped or over, the reason is the rule that left nothing to answer."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board, column, move
from tests.clauses.nobunaga.table import acts, allowed
from tests.clauses.reasons import barred
from tests.support import clause

COAST = {"north_settsu": {"oda": {"ready": 3}}, "mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}}}


@clause("nobunaga", "11-8")
def test_11_8_the_closed_sea_bars_what_lies_beyond_it() -> None:
    match = board(COAST, markers=NOBODY_NEUTRAL)
    match.act("movement")
    column(match, "oda", "north_settsu", armies=1)
    barred(match, "to seto_sea", "11-8 sea_closed")
    barred(match, "to awa_sanuki", "11-8 sea_closed")
    barred(match, "to echigo", "7 too_far")


@clause("nobunaga", "11-8", "7.p1b")
def test_11_8_warships_open_it_and_then_only_units_block_the_way() -> None:
    admiral = {"oda": {"ready": 1, "generals": ["oda_nobunaga", "takigawa_kazumasu", "niwa_nagahide"]}}
    areas = {**COAST, "mino": admiral}
    match = board(areas, markers=NOBODY_NEUTRAL, oda=["warships"])
    match.act("event warships")
    column(match, "oda", "north_settsu", armies=1)
    allowed(match, "to awa_sanuki", "to seto_sea")
    areas = {**areas, "seto_sea": {"honganji": {"ready": 1}}}
    match = board(areas, markers=NOBODY_NEUTRAL, oda=["warships"])
    match.act("event warships")
    column(match, "oda", "north_settsu", armies=1)
    barred(match, "to awa_sanuki", "7.p1b way_blocked")
    match = board(areas, markers=NOBODY_NEUTRAL)
    match.act("movement")
    column(match, "oda", "north_settsu", armies=1)
    barred(match, "to awa_sanuki", "11-8 sea_closed", "7.p1b way_blocked")


def fought(*dice: int, **more: Any) -> Any:
    """A march of one general and an army from Mino into Azai's land; the combat asks nothing."""
    areas = {
        "mino": {"oda": {"ready": 2, "generals": ["oda_nobunaga", "niwa_nagahide"]}},
        "north_oumi": {"controller": "azai", "azai": {"ready": 3}},
        "echizen": {"controller": "honganji", "honganji": {"ready": 1}},
        **more,
    }
    match = board(areas, dice=dice)
    move(match, "oda", "mino", "north_oumi", generals=["niwa_nagahide"], armies=1)
    return match


@clause("nobunaga", "8-5", "7-3", "8.p3")
def test_8_5_no_additional_combat_after_a_movement() -> None:
    match = fought(6, 6)
    assert match.decision.name == "discard"
    barred(match, "again", "8-5 no_additional_combat")
    barred(match, "stop", "8-5 no_additional_combat")
    barred(match, "target azai", "8-1-2 no_combat_now")
    barred(match, "to mino", "7 no_march_now")
    barred(match, "flee mino", "8-4-2-2 nobody_flees")
    barred(match, "hit niwa_nagahide", "8-4 no_choice_of_losses")
    barred(match, "lose 1", "8-4 no_choice_of_losses")
    for text in ("movement", "combat", "pass", "event converging_attack"):
        barred(match, text, "6 one_action")


@clause("nobunaga", "8-1-2")
def test_8_1_2_the_only_target_is_taken_by_itself() -> None:
    """Azai's two generals of different value ask for a commander."""
    azai = {"controller": "azai", "azai": {"ready": 3, "generals": ["azai_nagamasa"]}}
    areas = {
        "mino": {"oda": {"ready": 2, "generals": ["oda_nobunaga", "niwa_nagahide", "sakuma_nobumori"]}, **azai},
        "echizen": {"honganji": {"ready": 1}},
    }
    match = board(areas)
    acts(match, "combat", "attack oda mino")
    assert match.decision.name == "commander"
    barred(match, "target honganji", "8-1-2 not_there")
    barred(match, "target oda", "8-1-2 same_power")
    barred(match, "target azai", "8-1-2 target_chosen")
    barred(match, "attack oda mino", "6-7 attack_chosen")
    barred(match, "again", "8-5 combat_first")
    barred(match, "commander azai_nagamasa", "8-1-3 takes_no_part")
    barred(match, "commander hashiba_hideyoshi", "8-1-3 takes_no_part")
    barred(match, "own_value", "1-2-2 no_own_value")


@clause("nobunaga", "7-1", "7-2(1)")
def test_7_1_who_goes_along_by_itself() -> None:
    """One ready and one spent army: the ready one goes, and nobody is asked how many."""
    match = board({"mino": {"oda": {"ready": 1, "spent": 1, "spent_generals": ["oda_nobunaga"]}}})
    match.act("movement")
    barred(match, "to owari", "7-1 march_first")
    barred(match, "take oda_nobunaga", "7-1 march_first")
    barred(match, "with 1", "7-1 march_first")
    match.act("march oda mino")
    assert match.decision.name == "destination"
    barred(match, "with 1", "7-1 stack_chosen")
    barred(match, "with 0", "7 nobody_taken")
    barred(match, "with 2", "7-1 not_so_many_ready")
    barred(match, "take oda_nobunaga", "7-1 spent_unit")
    barred(match, "take niwa_nagahide", "7-1 not_in_stack")
    barred(match, "march oda mino", "7 marching_already")


@clause("nobunaga", "7-1", "7-2(1)")
def test_7_1_one_thing_after_the_other() -> None:
    match = board({"mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}}})
    acts(match, "movement", "march oda mino")
    assert match.decision.name == "generals"
    barred(match, "with 1", "7-1 generals_first")
    barred(match, "to owari", "7-1 stack_first")
    match.act("done")
    barred(match, "to owari", "7-1 stack_first")
    barred(match, "take oda_nobunaga", "7-1 stack_chosen")
    match.act("with 1")
    barred(match, "done", "7-1 stack_chosen")
    match = board({"mino": {"oda": {"ready": 1, "generals": ["oda_nobunaga"]}}})
    acts(match, "movement", "march oda mino", "take oda_nobunaga")
    barred(match, "with 1", "7-2(1) leave_one")


@clause("nobunaga", "7-4", "6-7", "8-1-2")
def test_7_4_an_event_that_leaves_no_choice() -> None:
    """Nobody stands beside an enemy: the charge is a march by itself."""
    areas = {"mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga", "shibata_katsuie"]}}}
    match = board(areas, oda=["charge_order_shibata"])
    match.act("event charge_order_shibata")
    assert match.decision.name == "march"
    barred(match, "combat", "6-7 nobody_can_fight")
    barred(match, "attack oda mino", "8-1-2 nobody_to_fight")
    match.act("march oda mino")
    barred(match, "combat", "7-4 order_given")
    alone = {"mino": {"oda": {"generals": ["shibata_katsuie"]}, "azai": {"ready": 1}}}
    match = board(alone, oda=["charge_order_shibata"])
    match.act("event charge_order_shibata")
    assert match.decision.name == "attack"
    barred(match, "movement", "7 nobody_can_move")
    barred(match, "march oda mino", "7-2(1) leave_one", "7-2(2) pinned")


@clause("nobunaga", "8-1-3", "6-3", "7-4")
def test_8_1_3_firearms_shoot_before_anybody_commands() -> None:
    mino = {"oda": {"ready": 1, "generals": ["oda_nobunaga", "sakuma_nobumori"]}}
    mouri = {"mouri": {"ready": 1, "generals": ["kobayakawa_takakage", "kikkawa_motoharu"]}}
    at_war = {"mouri": len(gunki.new("nobunaga").view(None)["markers"]["mouri"]["boxes"])}
    match = board({"mino": {**mino, **mouri}}, markers=at_war, oda=["concentrated_firearms"], today=True)
    acts(match, "event concentrated_firearms", "attack oda mino")
    assert match.decision.name == "victim"
    for text in ("commander oda_nobunaga", "commander kikkawa_motoharu", "own_value"):
        barred(match, text, "7-4 shot_first")
    barred(match, "shoot sakuma_nobumori", "6-3 not_a_victim")


@clause("nobunaga", "8-4", "8-5", "8-6")
def test_8_4_losses_are_chosen_within_bounds_and_paid_combats_come_first() -> None:
    areas = {
        "mino": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}, "azai": {"ready": 2, "spent": 2}},
        "echizen": {"azai": {"generals": ["azai_nagamasa"]}},
    }
    match = board(areas, dice=[1, 6, 6])
    acts(match, "combat", "attack oda mino")
    assert match.decision.name == "losses"
    barred(match, "lose 2", "8-4 losses_range")
    barred(match, "hit azai_nagamasa", "8-4 armies_first")
    barred(match, "commander oda_nobunaga", "8-1-3 dice_rolled")
    match.act("lose 0")
    assert match.decision.name == "discard"
    barred(match, "again", "8-6 pay_first")


@clause("nobunaga", "11-3", "6-1", "2-2.p2", "3-2-2", "5-2", "11-1", "8-3")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("successor", "11-3 no_successor"),
        ("first", "6-1 order_settled"),
        ("deploy oda_nobunaga mino", "2-2.p2 no_deployment"),
        ("marker takeda", "3-2-2 no_reinforcement_dice"),
        ("armies honganji echizen", "3-2-2 no_reinforcement_dice"),
        ("control mino oda", "5-2 no_control_to_settle"),
        ("bid 9", "11-1 no_bidding"),
        ("support", "8-3 no_strategists"),
        ("discard converging_attack", "6 nothing_to_pay"),
        ("influence takeda right", "6-5 not_under_way"),
        ("shift takeda 1", "4-2(3) not_under_way"),
        ("skip", "7-4 no_second_march"),
        ("shoot azai_nagamasa", "6-3 no_shot"),
        ("done", "7-1 nothing_to_end"),
    ],
)
def test_6_what_is_not_asked_in_an_action_turn(text: str, reason: str) -> None:
    barred(board(COAST), text, reason)


@clause("nobunaga", "3-3")
def test_3_3_actions_belong_to_the_action_phase() -> None:
    match: Any = gunki.new("nobunaga", seed=1)
    assert match.decision.name == "deploy"
    for text in ("movement", "pass", "event warships"):
        barred(match, text, "3-3 action_phase_only")
