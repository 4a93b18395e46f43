"""The first of the list, the last box, the second time: where a rule is easily off by one."""

from __future__ import annotations

import pytest

from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, armies, board, generals, pay, strike, turn_of
from tests.clauses.nobunaga.table import acts, box, clauses_of, compose, controller, power
from tests.support import clause

NOBUNAGA = {"ready": 2, "generals": ["oda_nobunaga"]}  # three dice at 3


@clause("nobunaga", "6-1")
@pytest.mark.parametrize("setting", ["last", "oda", "anti_oda"])
def test_6_1_oda_chooses_while_he_holds_yamashiro(setting: str) -> None:
    """Whatever is ruled for a Neutral Yamashiro, and whoever chose last."""
    match = compose(
        empty=True,
        turn=2,
        phase="reinforcement",
        dice=[1, 4, 5],
        state={"chooser": 1},
        options={"yamashiro_neutral": setting},
    )
    assert turn_of(match) == ("order", "oda")


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


@clause("nobunaga", "3-2-1")
def test_3_2_1_reinforcements_find_their_general_even_on_the_seto_sea() -> None:
    areas = {"seto_sea": {"oda": {"generals": ["shibata_katsuie"]}}}
    match = compose(empty=True, turn=2, phase="reinforcement", areas=areas, dice=[1, 1, 2])
    assert armies(match, "seto_sea", "oda") == (3, 0)


@clause("nobunaga", "4-2.p3", "6-3")
def test_4_2_p3_two_boxes_stop_at_the_end() -> None:
    match = board({"mino": {"oda": {"ready": 1}}}, markers={"ukita": 2})
    acts(match, "event gift_to_lesser_daimyo", "shift ukita 2")
    assert box(match, "ukita") == 1
    match = board(
        {"mino": {"oda": {"ready": 1}}},
        markers={"ukita": 6},
        to_act="anti_oda",
        anti_oda=["scheming_with_lesser_daimyo"],
    )
    acts(match, "event scheming_with_lesser_daimyo", "shift ukita 2")
    assert box(match, "ukita") == 7


@clause("nobunaga", "4-4.p2")
def test_n24_once_in_an_action_turn_and_again_in_the_next() -> None:
    """Yamato and Iga Ise are Matsunaga's, and both are entered in one action turn; then Tanba, his too, in another."""
    areas = {
        "yamashiro": {"oda": {"ready": 4}},
        "south_oumi": {"oda": {"ready": 2}},
        "yamato": {"controller": "matsunaga"},
        "iga_ise": {"controller": "matsunaga"},
        "tanba": {"controller": "matsunaga"},
    }
    match = board(areas, markers={**NOBODY_NEUTRAL, "matsunaga": 3})
    acts(match, "event converging_attack", "march oda yamashiro", "with 1", "to yamato")
    assert (box(match, "matsunaga"), power(match, "matsunaga")) == (5, "neutral")
    acts(match, "movement", "march oda south_oumi", "to iga_ise")
    assert box(match, "matsunaga") == 5
    acts(match, "pass", "movement", "march oda yamashiro", "with 1", "to tanba")
    assert (box(match, "matsunaga"), power(match, "matsunaga")) == (7, "anti_oda")


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


@clause("nobunaga", "11-5")
def test_11_5_counts_one_action_turn_alone() -> None:
    areas = {"mino": {"oda": {"ready": 20}}, "owari": {"oda": {"ready": 20}}}
    match = board(areas, oda=["warships", "charge_order"], options={"move_limit": True})
    acts(match, "movement", "march oda mino", "with 10", "to south_oumi", "discard warships", "pass")
    acts(match, "movement", "march oda owari", "with 10", "to mikawa", "discard charge_order")
    assert armies(match, "mikawa", "oda") == (0, 10)


@clause("nobunaga", "11-5", "7-4")
@pytest.mark.parametrize("card", ["concentrated_firearms", "warships", "converging_attack"])
def test_11_5_any_event_of_odas_is_one_of_the_two_cards(card: str) -> None:
    areas = {"mino": {"oda": {"ready": 20, "generals": ["oda_nobunaga", "takigawa_kazumasu"]}}}
    match = board(areas, oda=[card, "charge_order"], options={"move_limit": True})
    acts(match, f"event {card}", "march oda mino")
    if match.decision.name == "generals":
        match.act("done")
    taken = 1 if card == "concentrated_firearms" else 0
    acts(match, f"with {16 - taken}", "to owari")
    assert turn_of(match) == ("discard", "oda")
    match.act("discard charge_order")
    assert turn_of(match)[1] == "anti_oda"


@clause("nobunaga", "11-5", "7-4")
@pytest.mark.parametrize("card", ["murakami_navy", "advance_paradise", "coordinated_offensive"])
def test_11_5_any_event_of_anti_odas_is_one_of_the_two_cards(card: str) -> None:
    areas = {
        "kii_ishiyama": {"honganji": {"ready": 16, "generals": ["honganji_kennyo"]}},
        "echizen": {"asakura": {"ready": 2}},
    }
    match = board(areas, anti_oda=[card, "shogun_letter"], to_act="anti_oda", options={"move_limit": True})
    match.act(f"event {card}")
    if card == "coordinated_offensive":
        acts(match, "march asakura echizen", "to kaga", "movement")
    elif card == "advance_paradise":
        match.act("movement")
    acts(match, "march honganji kii_ishiyama", "take honganji_kennyo", "with 15", "to seto_sea")
    assert turn_of(match) == ("discard", "anti_oda")


@clause("nobunaga", "7-4")
def test_7_4_two_marches_are_told_apart_within_their_own_action_turn() -> None:
    """Asakura marched from Echizen in the last action turn; that bars neither him nor the area now."""
    areas = {"echizen": {"asakura": {"ready": 4}}, "mino": {"oda": {"ready": 4}}}
    match = board(areas, anti_oda=["shogun_letter", "coordinated_offensive"], to_act="anti_oda")
    acts(match, "movement", "march asakura echizen", "with 1", "to kaga", "discard shogun_letter", "pass")
    acts(match, "event coordinated_offensive", "march asakura echizen", "with 1", "to kaga")
    assert armies(match, "kaga", "asakura") == (0, 2)
    match = board(areas)
    acts(match, "movement", "march oda mino", "with 1", "to owari", "discard gift_to_lesser_daimyo", "pass")
    acts(match, "event converging_attack", "march oda mino", "with 1", "to owari")
    assert armies(match, "owari", "oda") == (0, 2)


@clause("nobunaga", "4-4")
def test_4_4_neutral_units_provoke_nobody_in_odas_areas() -> None:
    match = board({"mino": {"oda": {"ready": 1}, "takeda": {"ready": 1}}}, to_act="anti_oda")
    acts(match, "reinforcement", "reinforce takeda mino", "discard shogun_letter")
    assert armies(match, "mino", "takeda") == (1, 1)
    assert box(match, "takeda") == 2


@clause("nobunaga", "7-4", "6-3")
def test_7_4_a_charge_out_of_the_seto_sea() -> None:
    match = board({"seto_sea": {"oda": {"ready": 2, "generals": ["shibata_katsuie"]}}}, oda=["charge_order_shibata"])
    acts(match, "event charge_order_shibata", "march oda seto_sea", "with 1", "to harima")
    assert generals(match, "harima", "oda") == {"shibata_katsuie": "spent"}
    assert generals(match, "seto_sea", "oda") == {}


@clause("nobunaga", "8-4-2-1", "8-4-2-2")
@pytest.mark.parametrize(("die", "fled"), [(6, True), (1, False)])
def test_8_4_2_generals_beaten_on_the_seto_sea_leave_it(die: int, fled: bool) -> None:
    areas = {
        "seto_sea": {"oda": NOBUNAGA, "miyoshi": {"generals": ["miyoshi_sanninshuu"]}},
        "north_settsu": {"controller": "oda"},
    }
    match = board(areas, dice=[1, 6, 6, 6, die])
    strike(match, "oda", "seto_sea")
    assert generals(match, "seto_sea", "miyoshi") == {}
    assert generals(match, "awa_sanuki", "miyoshi") == ({"miyoshi_sanninshuu": "spent"} if fled else {})
    match.act("discard converging_attack")
    assert controller(match, "seto_sea") == "oda"


@clause("nobunaga", "11-5", "11-5.p2")
def test_11_5_when_thirty_have_moved_nobody_else_can() -> None:
    """The second half of an event cannot be a march of nobody."""
    areas = {"mino": {"oda": {"ready": 31}}, "owari": {"oda": {"ready": 5}}}
    match = board(areas, oda=["converging_attack", "warships"], options={"move_limit": True})
    acts(match, "event converging_attack", "march oda mino", "with 30", "to south_oumi")
    assert match.decision.name == "discard"
    match = board(areas, oda=["converging_attack", "warships"], options={"move_limit": True})
    acts(match, "event converging_attack", "march oda mino", "with 29", "to south_oumi")
    assert match.decision.name == "second_move"


@clause("nobunaga", "4-4.p2", "7")
def test_4_4_p2_the_navy_takes_the_way_that_provokes_nobody() -> None:
    areas = {
        "houki_inaba": {"controller": "asakura", "asakura": {"ready": 3}},
        "bitchuu": {"controller": "ukita"},
        "bizen": {"controller": "asakura"},
    }
    match = board(areas, to_act="anti_oda", markers={**NOBODY_NEUTRAL, "ukita": 4})
    acts(match, "event murakami_navy", "march asakura houki_inaba", "with 2", "to awa_sanuki")
    assert box(match, "ukita") == 4
    match = board(areas, to_act="anti_oda", markers={**NOBODY_NEUTRAL, "ukita": 4})
    acts(match, "event murakami_navy", "march asakura houki_inaba", "with 2", "to awa_sanuki via bitchuu")
    assert box(match, "ukita") == 2  # whoever wants to may still march through Ukita's land


@clause("nobunaga", "5-2(3)")
def test_5_2_3_whoever_struck_the_controller_down_chooses() -> None:
    """Azai attack in their own area and fall to the counterattack: Oda removed them."""
    units = {"oda": {"ready": 1, "generals": ["oda_nobunaga"]}, "neutral": {"ready": 1}, "azai": {"ready": 2}}
    match = board({"north_oumi": units}, to_act="anti_oda", dice=[6, 1, 1])
    acts(match, "combat", "attack azai north_oumi", "target neutral", "discard shogun_letter")
    acts(match, "again", "discard feign_illness", "target oda")
    assert (match.decision.name, match.decision.who) == ("control", "oda")


@clause("nobunaga", "5-2(2)")
def test_5_2_2_is_the_reason_for_those_who_did_not_fight() -> None:
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
