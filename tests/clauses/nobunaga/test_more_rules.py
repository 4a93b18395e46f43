"""Control, lasting cards, Neutral daimyos, successors and bids, where several rules meet."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, armies, board, generals, options_of, strike, turn_of
from tests.clauses.nobunaga.table import acts, allowed, box, compose, controller, hand, power, refused
from tests.clauses.reasons import barred
from tests.support import clause

NOBUNAGA = {"ready": 2, "generals": ["oda_nobunaga"]}  # three dice at 3


# 5-2


@clause("nobunaga", "5-2(3)")
def test_5_2_3_the_one_who_removed_them_chooses() -> None:
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
def test_5_2_an_area_that_nobody_held() -> None:
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


# 7-1


@clause("nobunaga", "7-1", "7-2(1)")
def test_7_1_of_two_armies_one_marches() -> None:
    """It is not asked how many, for one must stay."""
    match = board({"mino": {"oda": {"ready": 2}}})
    acts(match, "movement", "march oda mino")
    assert match.decision.name == "destination"
    acts(match, "to owari", "discard converging_attack")
    assert armies(match, "mino", "oda") == (1, 0)
    assert armies(match, "owari", "oda") == (0, 1)


# Cards that last (6-10)


@clause("nobunaga", "11-8", "6-10")
@pytest.mark.parametrize("oda", [["warships", "charge_order"], ["charge_order"]])
def test_11_8_only_warships_in_force_open_the_sea(oda: list[str]) -> None:
    """Another card lies beside the board, and Warships is still in the hand or in the stack."""
    areas = {"harima": {"controller": "oda", "oda": {"ready": 3}}}
    match = board(areas, oda=oda, in_effect=["advance_paradise"], options={"long_warships": True})
    acts(match, "movement", "march oda harima", "with 1")
    refused(match, "to seto_sea", "11-8")


@clause("nobunaga", "6-10", "11-6")
def test_6_10_only_paradise_in_force_raises_honganji() -> None:
    """Warships lies beside the board, paradise is still in the hand: a 3 does not hit."""
    areas = {"kii_ishiyama": {"honganji": {"ready": 2}, "oda": {"ready": 2}}}
    hands: dict[str, Any] = {"oda": ["charge_order"], "anti_oda": ["advance_paradise", "shogun_letter"]}
    options = {"long_warships": True}
    match = board(areas, to_act="anti_oda", in_effect=["warships"], dice=[3, 2], options=options, **hands)
    strike(match, "honganji", "kii_ishiyama")
    assert armies(match, "kii_ishiyama", "oda") == (1, 0)


@clause("nobunaga", "6-3", "6-10", "11-8")
def test_navy_ends_warships_and_nothing_else() -> None:
    areas = {"awa_sanuki": {"miyoshi": {"ready": 3}}}
    options = {"long_warships": True}
    anti = ["murakami_navy", "shogun_letter"]
    lasting = ["warships", "advance_paradise"]
    match = board(areas, oda=["charge_order"], anti_oda=anti, to_act="anti_oda", in_effect=lasting, options=options)
    acts(match, "event murakami_navy", "march miyoshi awa_sanuki", "with 1", "to seto_sea")
    assert match.view("oda")["in_effect"] == ["advance_paradise"]
    oda = ["warships", "charge_order"]
    match = board(areas, oda=oda, anti_oda=anti, to_act="anti_oda", options=options)
    acts(match, "event murakami_navy", "march miyoshi awa_sanuki", "with 1", "to seto_sea")
    assert set(hand(match, "oda")) == set(oda)


@clause("nobunaga", "6-3", "11-8")
def test_navy_may_end_warships_though_nobody_can_sail() -> None:
    areas = {"awa_sanuki": {"miyoshi": {"ready": 1}}}
    anti = ["murakami_navy", "shogun_letter"]
    match = board(areas, anti_oda=anti, to_act="anti_oda", in_effect=["warships"], options={"long_warships": True})
    match.act("event murakami_navy")
    assert turn_of(match) == ("action", "oda")
    assert match.view("oda")["in_effect"] == []


@clause("nobunaga", "6-3", "11-8")
def test_11_8_warships_may_open_the_sea_though_nobody_can_sail_now() -> None:
    areas = {"mino": {"oda": {"spent_generals": ["takigawa_kazumasu"]}}}
    match = board(areas, oda=["warships", "charge_order"], options={"long_warships": True})
    match.act("event warships")
    assert turn_of(match) == ("action", "anti_oda")
    assert match.view("oda")["in_effect"] == ["warships"]


@clause("nobunaga", "6-3", "11-6")
def test_paradise_offers_no_march_where_nobody_can() -> None:
    areas = {"kii_ishiyama": {"honganji": {"ready": 1}}}
    match = board(areas, anti_oda=["advance_paradise", "shogun_letter"], to_act="anti_oda")
    match.act("event advance_paradise")
    assert turn_of(match) == ("action", "oda")
    assert match.view("oda")["in_effect"] == ["advance_paradise"]


# Neutral daimyos, and those who decide


@clause("nobunaga", "4-4.p2")
def test_4_4_p2_neutral_units_have_no_opposing_power() -> None:
    """Neutral Takeda is reinforced where Neutral Ukita is lord: towards whom should he lean?"""
    areas = {"bizen": {"controller": "ukita", "takeda": {"ready": 1}}, "mino": {"oda": {"ready": 1}}}
    match = board(areas, to_act="anti_oda")
    acts(match, "reinforcement", "reinforce takeda bizen", "discard shogun_letter")
    assert armies(match, "bizen", "takeda") == (1, 1)
    assert (box(match, "ukita"), power(match, "ukita")) == (4, "neutral")


@clause("nobunaga", "8-4", "10-2")
def test_8_4_among_the_three_the_same_player_decides_for_both() -> None:
    """Takeda attacks Uesugi: whose armies fall, ready or spent, is for the player of both."""
    stacks = {"takeda": {"ready": 2, "generals": ["takeda_shingen"]}, "uesugi": {"ready": 1, "spent": 1}}
    match = board({"hida": stacks}, to_act="anti_oda", markers=NOBODY_NEUTRAL, dice=[1, 6, 6])
    strike(match, "takeda", "hida")
    assert turn_of(match) == ("losses", "anti_oda")


@clause("nobunaga", "8-4")
def test_n43_the_option_is_for_neutral_daimyos_alone() -> None:
    stacks = {"oda": NOBUNAGA, "azai": {"ready": 1, "spent": 1}}
    match = board({"north_oumi": stacks}, dice=[1, 6, 6], options={"neutral_decider": "attacker"})
    strike(match, "oda", "north_oumi")
    assert turn_of(match) == ("losses", "anti_oda")


@clause("nobunaga", "8-4-2-2")
def test_n44_other_neutral_units_make_no_safe_refuge() -> None:
    """With the option, Shingen flees from Azai to Suruga; in Kai, his too, stands a Neutral army."""
    areas = {
        "hida": {
            "azai": {"ready": 2, "generals": ["azai_nagamasa"]},
            "takeda": {"generals": ["takeda_shingen"]},
        },
        "kai": {"neutral": {"ready": 1}},
        "suruga": {"takeda": {"spent": 1}},
        "north_shinano": {"controller": "neutral"},
    }
    for setting, asked in (("safe", False), ("any", True)):
        match = board(areas, to_act="anti_oda", dice=[1, 6, 6, 6, 6], options={"flee_to": setting})
        strike(match, "azai", "hida")
        assert (match.decision.name == "flee") is asked
        if not asked:
            assert generals(match, "suruga", "takeda") == {"takeda_shingen": "spent"}


# 11-3


def heirs(areas: dict[str, Any], *dice: int, **entries: Any) -> Playing:
    """Turn two with successors; Azai's and Asakura's own generals have died before."""
    dead = ["azai_nagamasa", "asakura_yoshikage"]
    return compose(empty=True, turn=2, areas=areas, dead=dead, options={"successors": True}, dice=dice, **entries)


@clause("nobunaga", "11-3", "1-2-2-1")
def test_11_3_successor_without_any_army_left() -> None:
    """All eight Azai armies are on the map: a successor may still come, and it is not asked what comes."""
    areas = {"north_oumi": {"azai": {"ready": 8}}, "mino": {"oda": {"ready": 1}}}
    match = heirs(areas, to_act="anti_oda", hands={"anti_oda": ["shogun_letter"], "oda": ["warships"]})
    allowed(match, "reinforcement")
    acts(match, "reinforcement", "reinforce azai north_oumi", "discard shogun_letter")
    assert list(generals(match, "north_oumi", "azai").values()) == ["spent"]
    assert armies(match, "north_oumi", "azai") == (8, 0)


@clause("nobunaga", "11-3")
def test_11_3_each_clan_has_a_successor_of_its_own() -> None:
    areas = {
        "north_oumi": {"azai": {"ready": 1, "generals": ["successor_1"]}},
        "echizen": {"asakura": {"ready": 1}},
    }
    match = heirs(areas, to_act="anti_oda", hands={"anti_oda": ["shogun_letter"], "oda": ["warships"]})
    acts(match, "reinforcement", "reinforce asakura echizen", "successor", "discard shogun_letter")
    assert generals(match, "north_oumi", "azai") == {"successor_1": "ready"}
    assert generals(match, "echizen", "asakura") == {"successor_2": "spent"}


@clause("nobunaga", "11-3.p2")
def test_11_3_p2_the_counter_of_a_dead_successor_serves_again() -> None:
    """All four counters are in use; Azai's dies, and in the next turn it is the one that comes back."""
    areas = {
        "mino": {"oda": NOBUNAGA},
        "north_oumi": {"azai": {"generals": ["successor_4"]}},
        "wakasa_tango": {"controller": "azai", "azai": {"ready": 1}},
        "echizen": {"asakura": {"ready": 1, "generals": ["successor_1"]}},
        "kii_ishiyama": {"honganji": {"ready": 1, "generals": ["successor_2"]}},
        "awa_sanuki": {"miyoshi": {"ready": 1, "generals": ["successor_3"]}},
    }
    dice = [1, 6, 6, 1, *(1, 5, 1)]
    match = heirs(areas, *dice, hands={"oda": ["warships"], "anti_oda": []})
    acts(match, "movement", "march oda mino", "take oda_nobunaga", "with 1", "to north_oumi", "discard warships")
    assert match.view("oda")["turn"] == 3
    assert match.view("oda")["dead"] == ["azai_nagamasa", "asakura_yoshikage"]
    acts(match, "armies azai wakasa_tango", "successor")
    assert list(generals(match, "wakasa_tango", "azai")) == ["successor_4"]


# Chapters 2, 3 and 9, and the bids


@clause("nobunaga", "2-2.p2", "3-2-1.p2")
def test_2_2_p2_without_oda_armies_nobody_is_deployed() -> None:
    match = compose(empty=True, phase="reinforcement", dice=[1, 2])
    assert match.decision.name == "reinforcements"
    assert "oda_nobunaga" in match.view("oda")["off_map"]


@clause("nobunaga", "3-2-2")
def test_3_2_2_the_dice_still_to_be_used_are_shown() -> None:
    match = compose(empty=True, turn=2, phase="reinforcement", dice=[1, 2, 3])
    assert match.decision.data == {"dice": [2, 3]}
    match.act("marker takeda")
    assert match.decision.data == {"dice": [3]}


@clause("nobunaga", "11-1", "9.p2")
@pytest.mark.parametrize(("option", "by"), [(True, "nobunaga:11-1"), (False, "nobunaga:9.p2")])
def test_11_1_the_bid_decides_after_the_last_turn(option: bool, by: str) -> None:
    match = compose(empty=True, turn=10, phase="end", options={"bid_supply_areas": option})
    assert match.result.clause == by


@clause("nobunaga", "11-1", "11-2")
@pytest.mark.parametrize("option", ["bid_supply_areas", "bid_bonus_cards"])
def test_11_1_revealed_bids_are_not_taken_back(option: str) -> None:
    """Until both are written one may think again."""
    match = new("nobunaga", seed=1, options={option: True})
    match.act("bid 4")
    match.undo()
    acts(match, "bid 5", "bid 5")
    assert turn_of(match) == ("sides", "oda")
    with pytest.raises(gunki.UndoError):
        match.undo()


@clause("nobunaga", "11-1", "11-2")
def test_11_1_one_bid_decides_who_plays_oda() -> None:
    with pytest.raises(gunki.OptionError):
        new("nobunaga", seed=1, options={"bid_supply_areas": True, "bid_bonus_cards": True})
