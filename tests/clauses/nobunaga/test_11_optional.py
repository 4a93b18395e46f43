"""11-3 to 11-8: the optional rules on play, each with and without its option."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, allowed, compose, hand, refused, stack
from tests.support import clause

SUPPLY = [
    "yamashiro",
    "south_oumi",
    "mino",
    "owari",
    "toutoumi",
    "north_oumi",
    "echizen",
    "kii_ishiyama",
    "awa_sanuki",
    "harima",
    "noto",
    "bitchuu",
    "suruga",
    "kai",
    "echigo",
]
SETTINGS = pytest.mark.parametrize("option", [True, False])


# 11-3: successors


def azai_without_general(*dice: int, dead: bool = True, **options: bool) -> Playing:
    """Turn three begins; Azai has one army in North Oumi and one in Wakasa, and its die is rolled first."""
    match = compose(
        empty=True,
        turn=2,
        phase="end",
        areas={
            "north_oumi": {"azai": {"ready": 1}},
            "wakasa_tango": {"controller": "azai", "azai": {"ready": 1}},
            "south_oumi": {"oda": {"ready": 3}},
        },
        dead=["azai_nagamasa"] if dead else [],
        options=options,
        dice=[1, 5, 1, *dice],
    )
    acts(match, "armies azai north_oumi")
    return match


def to_action_phase(match: Playing, order: str) -> None:
    while match.decision.name == "reinforcements":
        match.act(match.decision.texts[0])
    assert (match.decision.name, match.decision.who) == ("order", "oda")
    match.act(order)


@clause("nobunaga", "11-3")
def test_11_3_successor_instead_of_one_army() -> None:
    match = azai_without_general(successors=True)
    assert (match.decision.name, match.decision.who) == ("successor", "anti_oda")
    assert set(match.decision.texts) == {"successor", "army"}
    acts(match, "successor")
    found = stack(match, "north_oumi", "azai")
    assert (found["ready"], list(found["generals"].values())) == (2, ["ready"])  # one army came, not two


@clause("nobunaga", "11-3")
def test_11_3_army_may_be_taken_all_the_same() -> None:
    match = azai_without_general(successors=True)
    acts(match, "army")
    assert stack(match, "north_oumi", "azai") == {"ready": 3, "spent": 0, "generals": {}}


@pytest.mark.parametrize(("option", "dead"), [(False, True), (True, False)])
@clause("nobunaga", "11-3")
def test_11_3_none_without_option_or_while_the_general_lives(option: bool, dead: bool) -> None:
    match = azai_without_general(successors=option, dead=dead)
    assert match.decision.name == "reinforcements"  # the second die
    assert stack(match, "north_oumi", "azai") == {"ready": 3, "spent": 0, "generals": {}}


@clause("nobunaga", "11-3", "6-4")
def test_11_3_successor_by_reinforcement_action_is_spent() -> None:
    match = azai_without_general(successors=True)
    acts(match, "army")
    to_action_phase(match, "second")
    acts(match, "reinforcement", "reinforce azai wakasa_tango", "successor")
    assert match.decision.name == "discard"
    match.act(match.decision.texts[0])
    found = stack(match, "wakasa_tango", "azai")
    assert (found["ready"], found["spent"], list(found["generals"].values())) == (1, 0, ["spent"])


@clause("nobunaga", "11-3")
def test_11_3_one_successor_at_a_time() -> None:
    match = azai_without_general(successors=True)
    acts(match, "successor")
    to_action_phase(match, "second")
    acts(match, "reinforcement", "reinforce azai wakasa_tango")
    assert match.decision.name == "discard"
    match.act(match.decision.texts[0])
    assert stack(match, "wakasa_tango", "azai") == {"ready": 1, "spent": 1, "generals": {}}


@clause("nobunaga", "11-3")
def test_11_3_successor_commands_with_value_one() -> None:
    match = azai_without_general(1, 2, successors=True)
    acts(match, "successor")
    to_action_phase(match, "second")
    (general,) = stack(match, "north_oumi", "azai")["generals"]
    acts(match, "movement", "march azai north_oumi", f"take {general}", "with 1", "to south_oumi")
    assert stack(match, "south_oumi", "oda")["ready"] == 2  # the 1 hits, the 2 does not


@clause("nobunaga", "11-3", "11-3.p2")
def test_11_3_p2_only_from_the_turn_after_the_last_death() -> None:
    """Nagamasa falls in turn one: no successor in that turn, one in turn two; the successor dies: one in turn three."""
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 5, "generals": ["oda_nobunaga"]}},
            "north_oumi": {"azai": {"generals": ["azai_nagamasa"]}},
            "wakasa_tango": {"controller": "azai", "azai": {"ready": 1}},
            "echizen": {"controller": "azai", "azai": {"ready": 1}},
        },
        hands={"oda": ["charge_order"], "anti_oda": ["shogun_letter", "murakami_navy"]},
        options={"successors": True},
        dice=[*[1, 6, 6, 6, 6, 1], *[1, 5, 1], *[1, 1, 1, 6, 6, 6, 1], *[1, 5, 2]],
    )
    acts(match, "movement", "march oda mino", "take oda_nobunaga", "with 3", "to north_oumi", "discard charge_order")
    assert "azai_nagamasa" in match.view("oda")["dead"]
    acts(match, "reinforcement", "reinforce azai wakasa_tango")
    assert match.decision.name == "discard"  # still turn one
    acts(match, "discard shogun_letter", "pass")  # Oda has no card left

    assert match.view("oda")["turn"] == 2
    acts(match, "armies azai echizen", "successor")
    assert len(stack(match, "echizen", "azai")["generals"]) == 1
    to_action_phase(match, "first")
    # Nobunaga and two armies against two armies and the successor
    acts(match, "movement", "march oda north_oumi", "take oda_nobunaga", "with 2", "to echizen")
    match.act(match.decision.texts[0])
    assert stack(match, "echizen", "azai") == {"ready": 0, "spent": 0, "generals": {}}
    acts(match, "reinforcement", "reinforce azai wakasa_tango")
    assert match.decision.name == "discard"  # the successor died in this turn
    acts(match, match.decision.texts[0], "pass", "pass")

    assert match.view("oda")["turn"] == 3
    acts(match, "armies azai wakasa_tango", "successor")
    assert len(stack(match, "wakasa_tango", "azai")["generals"]) == 1


# 11-4: the limit on cards


@pytest.mark.parametrize(
    ("oda", "option", "cards"),
    [
        (12, True, {"oda": 4 + 3, "anti_oda": 4}),  # three areas still draw four
        (12, False, {"oda": 12, "anti_oda": 4}),
        (5, True, {"oda": 5, "anti_oda": 5 + 3}),
        (5, False, {"oda": 5, "anti_oda": 10}),
        (9, True, {"oda": 9, "anti_oda": 6}),  # just three more
    ],
)
@clause("nobunaga", "11-4")
def test_11_4_at_most_three_cards_more(oda: int, option: bool, cards: dict[str, int]) -> None:
    match = compose(
        empty=True,
        turn=2,
        phase="draw",
        areas={area: {"controller": "oda" if place < oda else "azai"} for place, area in enumerate(SUPPLY)},
        options={"card_limit": option},
        dice=[1, 1, 2],
    )
    assert match.view("oda")["hand_sizes"] == cards


# 11-5: the limit on moving units


def crowd(armies: int, hands: list[str], option: bool, nobunaga: bool = False) -> Playing:
    generals = ["oda_nobunaga"] if nobunaga else []
    return compose(
        empty=True,
        areas={"mino": {"oda": {"ready": armies, "generals": generals}}},
        hands={"oda": hands, "anti_oda": ["shogun_letter"]},
        options={"move_limit": option},
    )


@pytest.mark.parametrize(
    ("option", "armies", "left"), [(True, 15, 2), (True, 16, 1), (True, 30, 1), (False, 16, 2), (False, 34, 2)]
)
@clause("nobunaga", "11-5")
def test_11_5_sixteen_units_cost_two_cards(option: bool, armies: int, left: int) -> None:
    match = crowd(35, ["warships", "charge_order", "corps_formation"], option)
    acts(match, "movement", "march oda mino", f"with {armies}", "to owari", "discard warships")
    if left == 1:
        assert (match.decision.name, match.decision.who) == ("discard", "oda")
        acts(match, "discard charge_order")
    assert match.decision.who == "anti_oda"
    assert len(hand(match, "oda")) == left
    assert stack(match, "owari", "oda")["spent"] == armies


@clause("nobunaga", "11-5")
def test_11_5_generals_count() -> None:
    match = crowd(20, ["warships", "charge_order", "corps_formation"], True, nobunaga=True)
    acts(match, "movement", "march oda mino", "take oda_nobunaga", "with 15", "to owari")
    acts(match, "discard warships", "discard charge_order")
    assert hand(match, "oda") == ["corps_formation"]


@clause("nobunaga", "11-5")
def test_11_5_one_card_moves_fifteen_at_most() -> None:
    match = crowd(20, ["warships"], True)
    acts(match, "movement", "march oda mino")
    allowed(match, "with 15")
    refused(match, "with 16", "11-5")
    match = crowd(20, ["warships"], False)
    acts(match, "movement", "march oda mino")
    allowed(match, "with 16")


@clause("nobunaga", "11-5", "7-4")
def test_11_5_event_is_one_of_the_two_cards() -> None:
    match = crowd(20, ["charge_order", "warships"], True)
    acts(match, "event charge_order", "march oda mino", "with 16", "to owari", "discard warships")
    assert hand(match, "oda") == []
    assert match.decision.who == "anti_oda"
    match = crowd(20, ["charge_order"], True)
    acts(match, "event charge_order", "march oda mino")
    allowed(match, "with 15")
    refused(match, "with 16", "11-5")


@clause("nobunaga", "11-5.p2")
def test_11_5_p2_never_thirty_one_units() -> None:
    cards = ["warships", "charge_order", "corps_formation"]
    match = crowd(35, cards, True)
    acts(match, "movement", "march oda mino")
    allowed(match, "with 30")
    refused(match, "with 31", "11-5.p2")
    match = crowd(35, cards, True, nobunaga=True)
    acts(match, "movement", "march oda mino", "take oda_nobunaga")
    allowed(match, "with 29")
    refused(match, "with 30", "11-5.p2")
    match = crowd(35, cards, False)
    acts(match, "movement", "march oda mino")
    allowed(match, "with 31", "with 34")


def two_moves(cards: list[str], option: bool) -> Playing:
    """Ten units have moved with the first half of the event."""
    match = compose(
        empty=True,
        areas={"mino": {"oda": {"ready": 12}}, "owari": {"oda": {"ready": 28}}},
        hands={"oda": ["converging_attack", *cards], "anti_oda": ["shogun_letter"]},
        options={"move_limit": option},
    )
    acts(match, "event converging_attack", "march oda mino", "with 10", "to south_oumi")
    acts(match, "movement", "march oda owari")
    return match


@clause("nobunaga", "11-5", "11-5.p2")
def test_11_5_counts_both_moves_of_an_action_turn() -> None:
    match = two_moves(["warships"], True)
    allowed(match, "with 20")
    refused(match, "with 21", "11-5.p2")
    acts(match, "with 6", "to mikawa", "discard warships")
    assert match.decision.who == "anti_oda"
    match = two_moves([], True)
    allowed(match, "with 5")
    refused(match, "with 6", "11-5")
    allowed(two_moves([], False), "with 27")


# 11-6: paradise


@pytest.mark.parametrize(("option", "left"), [(True, 2), (False, 0)])
@clause("nobunaga", "11-6")
def test_11_6_paradise_ends_with_its_action_turn(option: bool, left: int) -> None:
    match = compose(
        empty=True,
        to_act="anti_oda",
        areas={
            "kii_ishiyama": {"honganji": {"ready": 2}, "oda": {"ready": 2, "generals": ["niwa_nagahide"]}},
            "kaga": {"honganji": {"ready": 3}},
        },
        hands={"oda": ["warships", "charge_order"], "anti_oda": ["advance_paradise", "shogun_letter"]},
        options={"short_paradise": option},
        dice=[6, 6, 6, 3, 3],
    )
    acts(match, "event advance_paradise", "skip")
    acts(match, "combat", "attack oda kii_ishiyama", "discard warships", "stop")
    assert stack(match, "kii_ishiyama", "oda") == {"ready": 0, "spent": left, "generals": {"niwa_nagahide": "spent"}}


@SETTINGS
@clause("nobunaga", "11-6")
def test_11_6_paradise_holds_within_its_action_turn(option: bool) -> None:
    match = compose(
        empty=True,
        to_act="anti_oda",
        areas={"kii_ishiyama": {"honganji": {"ready": 3}}, "yamashiro": {"oda": {"ready": 3}}},
        hands={"oda": ["warships"], "anti_oda": ["advance_paradise", "shogun_letter"]},
        options={"short_paradise": option},
        dice=[3, 4],
    )
    acts(match, "event advance_paradise", "movement", "march honganji kii_ishiyama", "with 2", "to yamashiro")
    assert stack(match, "yamashiro", "oda")["ready"] == 2


# 11-7: scheming


@SETTINGS
@clause("nobunaga", "11-7")
def test_11_7_honganji_is_not_schemed_with(option: bool) -> None:
    match = compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}},
            "nagashima": {"honganji": {"ready": 2}},
            "north_oumi": {"azai": {"ready": 2}},
        },
        hands={"oda": ["scheming_with_other_powers", "warships"], "anti_oda": ["shogun_letter"]},
        options={"honganji_unschemed": option},
    )
    acts(match, "event scheming_with_other_powers")
    allowed(match, "scheme azai north_oumi")
    if option:
        refused(match, "scheme honganji nagashima", "11-7")
    else:
        acts(match, "scheme honganji nagashima")
        assert stack(match, "nagashima", "honganji")["ready"] == 1
        assert stack(match, "nagashima", "oda")["spent"] == 1


# 11-8: warships


def fleet(option: bool, **entries: Any) -> Playing:
    return compose(
        empty=True,
        areas={
            "mino": {"oda": {"ready": 1, "spent_generals": ["takigawa_kazumasu"]}},
            "harima": {"controller": "oda", "oda": {"ready": 3}},
            "north_settsu": {"controller": "tokugawa", "tokugawa": {"ready": 3}},
        },
        options={"long_warships": option},
        **entries,
    )


@SETTINGS
@clause("nobunaga", "11-8")
def test_11_8_warships_last_for_the_turn(option: bool) -> None:
    match = fleet(option, hands={"oda": ["warships", "charge_order"], "anti_oda": ["shogun_letter"]})
    acts(match, "event warships", "march oda harima", "with 1", "to seto_sea", "pass")
    acts(match, "movement", "march tokugawa north_settsu", "with 1")  # any Oda power
    if option:
        allowed(match, "to seto_sea", "to awa_sanuki")
    else:
        refused(match, "to seto_sea")
        refused(match, "to awa_sanuki")


@clause("nobunaga", "11-8")
def test_11_8_warships_end_with_the_turn() -> None:
    match = fleet(True, turn=2, phase="end", in_effect=["warships"], dice=[1, 1, 2])
    to_action_phase(match, "first")
    acts(match, "movement", "march oda harima", "with 1")
    refused(match, "to seto_sea")
    lasting = fleet(True, in_effect=["warships"], hands={"oda": ["charge_order"], "anti_oda": ["shogun_letter"]})
    acts(lasting, "movement", "march oda harima", "with 1")
    allowed(lasting, "to seto_sea", "to awa_sanuki")
