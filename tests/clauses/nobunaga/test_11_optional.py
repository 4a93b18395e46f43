"""11-4 and 11-6 to 11-8: the optional rules on play, each with and without its option."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.steps import to_action_phase
from tests.clauses.nobunaga.table import acts, allowed, compose, refused, stack
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
def test_11_4_no_side_draws_more_than_three_cards_more(oda: int, option: bool, cards: dict[str, int]) -> None:
    match = compose(
        empty=True,
        turn=2,
        phase="draw",
        areas={area: {"controller": "oda" if place < oda else "azai"} for place, area in enumerate(SUPPLY)},
        options={"card_limit": option},
        dice=[1, 1, 2],
    )
    assert match.view("oda")["hand_sizes"] == cards


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
