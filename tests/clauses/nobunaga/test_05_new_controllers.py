"""5-2: who takes an area over: those of the same power, those who fought, or whom a player chooses."""

from __future__ import annotations

import pytest

from tests.clauses.common import clauses_of, controller, generals, options_of, turn_of
from tests.clauses.nobunaga.steps import board, pay, strike
from tests.clauses.nobunaga.table import acts
from tests.clauses.reasons import barred
from tests.support import clause

NOBUNAGA = {"ready": 2, "generals": ["oda_nobunaga"]}  # three dice at 3


@clause("nobunaga", "5-2(1)", "FAQ-Q12")
def test_5_2_1_oda_powers_come_first_in_what_was_odas() -> None:
    """Azai destroys Oda's last army; Tokugawa stood by, but is of Oda's power."""
    stacks = {
        "oda": {"ready": 1},
        "tokugawa": {"ready": 1},
        "azai": {"ready": 1, "generals": ["azai_nagamasa"]},
    }
    match = board({"owari": {"controller": "oda", **stacks}}, to_act="anti_oda", dice=[1, 6])
    strike(match, "azai", "owari", "target oda")
    acts(match, "discard shogun_letter", "stop")
    assert controller(match, "owari") == "tokugawa"


@clause("nobunaga", "5-2(2)")
def test_5_2_2_fights_of_an_earlier_action_turn_do_not_count() -> None:
    """Azai fought in Anti-Oda's action turn; in Oda's, the Neutral lord of Hida is schemed away without a fight."""
    stacks = {"neutral": {"ready": 1}, "azai": {"ready": 1}, "oda": {"spent": 1}}
    areas = {
        "hida": {"controller": "neutral", **stacks},
        "mino": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}},
    }
    match = board(areas, oda=["scheming_with_other_powers"], to_act="anti_oda", dice=[6])
    acts(match, "combat", "attack azai hida", "target neutral")
    pay(match)
    acts(match, "stop", "event scheming_with_other_powers", "scheme neutral hida")
    assert turn_of(match) == ("control", "oda")
    assert match.decision.texts == ["control hida oda", "control hida azai"]


@clause("nobunaga", "5-2(3)")
def test_5_2_3_the_player_who_struck_the_controller_down_chooses() -> None:
    """Azai attack in their own area and fall to the counterattack: Oda removed them."""
    units = {"oda": {"ready": 1, "generals": ["oda_nobunaga"]}, "neutral": {"ready": 1}, "azai": {"ready": 2}}
    match = board({"north_oumi": units}, to_act="anti_oda", dice=[6, 1, 1])
    acts(match, "combat", "attack azai north_oumi", "target neutral", "discard shogun_letter")
    acts(match, "again", "discard feign_illness", "target oda")
    assert (match.decision.name, match.decision.who) == ("control", "oda")


@clause("nobunaga", "5-2(2)")
def test_5_2_2_is_the_reason_against_those_who_did_not_fight() -> None:
    units = {
        "oda": {"ready": 1, "generals": ["oda_nobunaga"]},
        "mouri": {"ready": 1},
        "neutral": {"ready": 1},
        "azai": {"ready": 1},
    }
    match = board({"north_oumi": units}, dice=[1, 6, 6, 6, 6])
    acts(match, "combat", "attack oda north_oumi", "target azai", "discard converging_attack")
    acts(match, "again", "discard gift_to_lesser_daimyo", "target neutral", "stop")
    assert match.decision.name == "control"
    assert clauses_of(match.why_not("control north_oumi mouri")) == {"5-2(2)"}


@clause("nobunaga", "5-2(3)")
def test_5_2_3_an_attacker_who_removed_the_controller_chooses() -> None:
    """Azai destroys the Neutral army that held the area, and then fights Oda too: both have fought, and he chooses."""
    stacks = {
        "azai": {"ready": 2, "generals": ["azai_nagamasa"]},
        "neutral": {"ready": 1},
        "oda": {"ready": 1},
        "tokugawa": {"ready": 1},
    }
    match = board({"hida": {"controller": "neutral", **stacks}}, to_act="anti_oda", dice=[1, 6, 6, 6, 6, 6, 6])
    strike(match, "azai", "hida", "target neutral")
    acts(match, "discard shogun_letter", "again", "discard feign_illness", "target oda", "stop")
    assert turn_of(match) == ("control", "anti_oda")
    assert match.decision.texts == ["control hida oda", "control hida azai"]
    barred(match, "control hida tokugawa", "5-2(2) others_first")


@clause("nobunaga", "5-2", "5-2.p3")
def test_5_2_an_area_that_nobody_held_is_chosen_for_by_the_player_of_those_there() -> None:
    """The sea has no controller; of the two on it, the player whose daimyos they are chooses."""
    areas = {
        "seto_sea": {"miyoshi": {"ready": 1}, "honganji": {"ready": 1}},
        "mino": {"oda": {"ready": 1}},
    }
    match = board(areas)
    acts(match, "reinforcement", "reinforce oda mino", "discard converging_attack")
    assert turn_of(match) == ("control", "anti_oda")
    match.act("control seto_sea honganji")
    assert controller(match, "seto_sea") == "honganji"


@clause("nobunaga", "5-2")
@pytest.mark.parametrize("seat", ["oda", "anti_oda"])
def test_5_2_among_neutral_daimyos_the_acting_player_chooses(seat: str) -> None:
    """Nobody plays the Neutral daimyos; Mouri's area has Takeda and Uesugi in it."""
    areas = {
        "hida": {"controller": "mouri", "takeda": {"ready": 1}, "uesugi": {"ready": 1}},
        "mino": {"oda": {"ready": 1}},
        "echizen": {"asakura": {"ready": 1}},
    }
    match = board(areas, to_act=seat)
    match.act("reinforcement")
    match.act("reinforce oda mino" if seat == "oda" else "reinforce asakura echizen")
    match.act(match.decision.texts[0])
    assert turn_of(match) == ("control", seat)
    assert options_of(match) == {"control hida takeda", "control hida uesugi"}


@clause("nobunaga", "5-2")
def test_5_2_control_is_told_only_where_it_changes() -> None:
    """With the option, Echizen falls to nobody at once; what nobody holds is not taken away again."""
    match = board({"mino": {"oda": {"ready": 1}}}, options={"empty_areas": "neutral"})
    events = acts(match, "reinforcement", "reinforce oda mino", "discard converging_attack")
    assert "echizen" in [event.data["area"] for event in events if event.kind == "control"]
    assert controller(match, "echizen") == controller(match, "owari") == "none"
    events = acts(match, "diplomacy", "influence takeda right", "discard shogun_letter")
    assert "control" not in [event.kind for event in events]


@clause("nobunaga", "5-2", "8-4-2-2")
def test_5_2_a_general_who_flees_leaves_the_area() -> None:
    areas = {
        "north_oumi": {"oda": NOBUNAGA, "azai": {"generals": ["azai_nagamasa"]}},
        "wakasa_tango": {"controller": "azai", "azai": {"ready": 1}},
    }
    match = board(areas, dice=[1, 6, 6, 6, 6])
    strike(match, "oda", "north_oumi")
    assert generals(match, "wakasa_tango", "azai") == {"azai_nagamasa": "spent"}
    match.act("discard converging_attack")
    assert match.decision.name == "action"  # nobody left to fight
    assert controller(match, "north_oumi") == "oda"
