"""Chapter 3: the sequence of play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.common import armies
from tests.clauses.nobunaga.table import (
    HANDS,
    SUPPLY,
    acts,
    allowed,
    box,
    compose,
    controller,
    hand,
    power,
    refused,
    stack,
)
from tests.support import clause

LIEUTENANTS = (
    "shibata_katsuie",
    "niwa_nagahide",
    "hashiba_hideyoshi",
    "akechi_mitsuhide",
    "takigawa_kazumasu",
    "sakuma_nobumori",
)
EAST = {
    "echigo": {"uesugi": {"ready": 1}},
    "kai": {"takeda": {"ready": 1}},
    "suruga": {"takeda": {"spent": 1}},
}
EAST_TEXTS = {
    "uesugi": {"marker uesugi", "armies uesugi echigo"},
    "takeda": {"marker takeda", "armies takeda kai", "armies takeda suruga"},
}


def drawn(areas: dict[str, Any], markers: dict[str, int] | None = None) -> dict[str, int]:
    """How many cards each player draws on turn 2 with these areas; the dice that follow bring nothing."""
    match = compose(empty=True, turn=2, phase="draw", areas=areas, markers=markers or {}, dice=[1, 4, 4])
    return dict(match.view("oda")["hand_sizes"])


def dice_phase(areas: dict[str, Any], dice: list[int], **entries: Any) -> Playing:
    return compose(empty=True, turn=2, phase="reinforcement", hands=HANDS, areas=areas, dice=dice, **entries)


@clause("nobunaga", "3")
def test_3_a_turn_goes_through_the_phases_in_order() -> None:
    areas = {"owari": {"oda": {"ready": 1, "generals": ["shibata_katsuie"]}}, "echigo": {"uesugi": {"ready": 1}}}
    match = compose(empty=True, turn=2, phase="draw", areas=areas, dice=[1, 1, 4, 2, 4, 4])
    assert match.view("oda")["hand_sizes"] == {"oda": 5, "anti_oda": 4}
    assert stack(match, "owari", "oda")["ready"] == 4
    assert (match.decision.who, match.decision.name) == ("anti_oda", "reinforcements")
    assert match.view("oda")["phase"] == "reinforcement"
    acts(match, "marker uesugi")
    assert (match.decision.who, match.decision.name) == ("oda", "order")
    acts(match, "first")
    assert match.view("oda")["phase"] == "action"
    acts(match, "pass", "pass")
    assert match.view("oda")["turn"] == 3
    assert match.view("oda")["hand_sizes"] == {"oda": 5, "anti_oda": 4}
    assert match.decision.name == "order"


@clause("nobunaga", "3")
def test_3_the_tenth_turn_is_the_last() -> None:
    match = compose(empty=True, turn=9, phase="end", dice=[1, 4, 4])
    assert match.result is None
    assert match.view("oda")["turn"] == 10
    match = compose(empty=True, turn=10, phase="end", dice=[1, 4, 4])
    assert match.result is not None
    assert match.decision is None


@clause("nobunaga", "3-1")
@pytest.mark.parametrize(("held", "cards"), [(0, 4), (2, 4), (4, 4), (5, 5), (7, 7), (12, 12), (13, 12)])
def test_3_1_each_supply_area_brings_a_card_and_four_are_the_least(held: int, cards: int) -> None:
    """The deck has twelve cards, so more than twelve cannot be drawn."""
    areas = {area: {"controller": "oda" if n < held else "neutral"} for n, area in enumerate(SUPPLY)}
    assert drawn(areas) == {"oda": cards, "anti_oda": 4}


@clause("nobunaga", "3-1")
def test_3_1_areas_without_supply_mark_bring_no_card() -> None:
    assert drawn({area: {"controller": "oda"} for area in ("iga_ise", "yamato", "hida", "kaga")})["oda"] == 5


@clause("nobunaga", "3-1")
@pytest.mark.parametrize(("tokugawa", "cards"), [(1, 6), (2, 6), (3, 5), (5, 5), (6, 5)])
def test_3_1_supply_areas_of_allied_daimyos_count(tokugawa: int, cards: int) -> None:
    """Five for the Oda clan with Noto, and Toutoumi only while Tokugawa is of the Oda power."""
    sizes = drawn({"noto": {"controller": "oda"}}, {"tokugawa": tokugawa})
    assert sizes == {"oda": cards, "anti_oda": 5 if tokugawa == 6 else 4}


@clause("nobunaga", "3-1")
def test_3_1_hands_are_secret() -> None:
    match = new("nobunaga", seed=3)
    for seat, other in (("oda", "anti_oda"), ("anti_oda", "oda")):
        cards = hand(match, seat)
        assert len(cards) == match.view(other)["hand_sizes"][seat]
        seen = json.dumps(match.view(other))
        assert not [card for card in cards if card in seen]
        for event in match.events:
            if any(card in repr(event.data) for card in cards):
                assert event.seen_by is not None
                assert other not in event.seen_by


@clause("nobunaga", "3-1.Ex")
def test_3_1_ex_anti_oda_draws_four_on_turn_one() -> None:
    match = new("nobunaga", seed=1)
    assert len(hand(match, "anti_oda")) == 4
    assert len(hand(match, "oda")) == 5


@clause("nobunaga", "3-1.Ex")
@pytest.mark.parametrize("lost", ["echizen", "north_oumi", "kii_ishiyama", "awa_sanuki"])
def test_3_1_ex_the_four_areas_bring_one_card_each(lost: str) -> None:
    """Two further areas lift the draw above the minimum, so that each loss shows."""
    more = {"noto": {"controller": "azai"}, "harima": {"controller": "azai"}}
    assert drawn(more)["anti_oda"] == 6
    assert drawn({**more, lost: {"controller": "neutral"}})["anti_oda"] == 5


@clause("nobunaga", "3-1.Ex")
@pytest.mark.parametrize(("clan", "areas"), [("takeda", 2), ("uesugi", 1), ("mouri", 1)])
def test_3_1_ex_neutral_greater_daimyos_bring_nothing_until_they_enter(clan: str, areas: int) -> None:
    assert drawn({}, {clan: 3}) == {"oda": 5, "anti_oda": 4}
    assert drawn({}, {clan: 4}) == {"oda": 5, "anti_oda": 4 + areas}


@clause("nobunaga", "3-2")
def test_3_2_oda_rolls_one_die_and_then_anti_oda_two() -> None:
    areas = {**EAST, "owari": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}}}
    match = dice_phase(areas, [3, 1, 2])
    assert stack(match, "owari", "oda")["ready"] == 4
    assert match.decision.who == "anti_oda"
    assert set(match.decision.texts) == EAST_TEXTS["uesugi"] | EAST_TEXTS["takeda"]
    match = dice_phase(areas, [1, 2, 3])
    assert stack(match, "owari", "oda")["ready"] == 1
    assert set(match.decision.texts) == EAST_TEXTS["takeda"] | {"marker mouri"}


@clause("nobunaga", "3-2-1")
@pytest.mark.parametrize(("die", "general"), list(enumerate(LIEUTENANTS, start=1)))
def test_3_2_1_three_ready_armies_join_the_general_of_the_die(die: int, general: str) -> None:
    """Even in an area that Azai holds; and the others get nothing, nor is there any combat."""
    others = [name for name in LIEUTENANTS if name != general]
    areas = {
        "north_oumi": {"azai": {"ready": 2}, "oda": {"spent": 1, "spent_generals": [general]}},
        "mino": {"oda": {"ready": 1, "generals": others}},
    }
    match = dice_phase(areas, [die, 4, 4])
    assert stack(match, "north_oumi", "oda") == {"ready": 3, "spent": 1, "generals": {general: "spent"}}
    assert stack(match, "mino", "oda")["ready"] == 1
    assert stack(match, "north_oumi", "azai")["ready"] == 2
    assert controller(match, "north_oumi") == "azai"
    assert match.view("oda")["pools"]["oda"] == 40 - 5


@clause("nobunaga", "3-2-1.p1b")
@pytest.mark.parametrize("dead", [[], ["akechi_mitsuhide"]])
def test_3_2_1_p1b_a_general_off_the_board_gets_no_armies(dead: list[str]) -> None:
    mino = {"oda": {"ready": 1, "generals": ["oda_nobunaga", "sakuma_nobumori"]}}
    match = dice_phase({"mino": mino}, [4, 4, 4], dead=dead)
    assert stack(match, "mino", "oda")["ready"] == 1
    assert match.view("oda")["pools"]["oda"] == 39
    assert stack(dice_phase({"mino": mino}, [6, 4, 4]), "mino", "oda")["ready"] == 4


@clause("nobunaga", "3-2-1.p2")
def test_3_2_1_p2_on_turn_one_generals_come_instead_of_armies() -> None:
    """Oda rolls no die: both dice given are Anti-Oda's."""
    match = new("nobunaga", seed=1, dice=[1, 1])
    for general in ("oda_nobunaga", *LIEUTENANTS):
        acts(match, f"deploy {general} mino")
    assert match.view("oda")["pools"]["oda"] == 15
    assert stack(match, "mino", "oda")["ready"] == 9
    assert len(stack(match, "mino", "oda")["generals"]) == 7
    acts(match, "marker uesugi")
    allowed(match, "marker uesugi")


@clause("nobunaga", "3-2-2", "3-2-2.p3")
def test_3_2_2_each_die_is_a_choice_that_is_made_after_both_are_seen() -> None:
    match = dice_phase(EAST, [1, 1, 2])
    assert (match.decision.who, match.decision.name) == ("anti_oda", "reinforcements")
    assert set(match.decision.texts) == EAST_TEXTS["uesugi"] | EAST_TEXTS["takeda"]
    acts(match, "marker takeda")
    assert set(match.decision.texts) == EAST_TEXTS["uesugi"]
    acts(match, "armies uesugi echigo")
    assert match.decision.name == "order"
    assert (box(match, "takeda"), box(match, "uesugi")) == (3, 2)
    assert stack(match, "echigo", "uesugi")["ready"] == 3
    assert stack(match, "kai", "takeda")["ready"] == 1


@clause("nobunaga", "3-2-2(1)")
@pytest.mark.parametrize(("die", "clan"), [(1, "uesugi"), (2, "takeda"), (3, "mouri"), (6, "matsunaga"), (6, "ukita")])
def test_3_2_2_1_the_marker_moves_one_box_to_the_right(die: int, clan: str) -> None:
    match = dice_phase({}, [1, die, 4])
    before = {name: box(match, name) for name in match.view("oda")["markers"]}
    acts(match, f"marker {clan}")
    assert {name: box(match, name) for name in before} == {**before, clan: before[clan] + 1}


@clause("nobunaga", "3-2-2(1)")
@pytest.mark.parametrize(
    ("die", "clan", "war", "area"), [(2, "takeda", 4, "kai"), (6, "ukita", 6, "bizen"), (6, "ukita", 7, "bizen")]
)
def test_3_2_2_1_the_marker_of_a_daimyo_at_war_is_not_moved(die: int, clan: str, war: int, area: str) -> None:
    """Also where the marker of a lesser daimyo would still have a box to go."""
    match = dice_phase({area: {clan: {"ready": 1}}}, [1, die, 4], markers={clan: war})
    allowed(match, f"armies {clan} {area}")
    refused(match, f"marker {clan}", "3-2-2(1)")
    allowed(dice_phase({area: {clan: {"ready": 1}}}, [1, die, 4], markers={clan: war - 3}), f"marker {clan}")


@clause("nobunaga", "3-2-2(1)")
@pytest.mark.parametrize(("before", "side"), [(1, "oda"), (2, "neutral"), (5, "anti_oda")])
def test_3_2_2_1_a_lesser_daimyo_of_any_other_power_may_be_moved(before: int, side: str) -> None:
    match = dice_phase({}, [1, 6, 4], markers={"matsunaga": before})
    acts(match, "marker matsunaga")
    assert box(match, "matsunaga") == before + 1
    assert power(match, "matsunaga") == side


@clause("nobunaga", "3-2-2(2)")
@pytest.mark.parametrize(
    ("die", "clan", "area", "number"),
    [
        (1, "uesugi", "echigo", 2),
        (2, "takeda", "kai", 2),
        (3, "mouri", "bitchuu", 2),
        (4, "honganji", "nagashima", 2),
        (5, "azai", "north_oumi", 2),
        (5, "asakura", "echizen", 2),
        (5, "miyoshi", "awa_sanuki", 2),
        (6, "matsunaga", "yamato", 1),
        (6, "ukita", "bizen", 1),
    ],
)
def test_3_2_2_2_the_daimyo_of_the_die_gets_ready_armies(die: int, clan: str, area: str, number: int) -> None:
    other = 1 if die != 1 else 2
    match = dice_phase({area: {clan: {"spent": 1}}}, [1, die, other], markers={"matsunaga": 6, "ukita": 6})
    acts(match, f"armies {clan} {area}")
    assert stack(match, area, clan) == {"ready": number, "spent": 1, "generals": {}}


@clause("nobunaga", "3-2-2(2)")
def test_3_2_2_2_armies_go_anywhere_the_clan_stands_and_nowhere_else() -> None:
    """Control and enemies do not matter; a general alone is enough; own areas without own units are not."""
    areas = {
        "mino": {"oda": {"ready": 2}, "takeda": {"generals": ["takeda_shingen"]}},
        "kai": {"azai": {"ready": 1}},
    }
    match = dice_phase(areas, [1, 2, 4], markers={"takeda": 4})
    assert set(match.decision.texts) == {"armies takeda mino"}
    refused(match, "armies takeda kai", "3-2-2(2)")
    acts(match, "armies takeda mino")
    assert stack(match, "mino", "takeda")["ready"] == 2
    assert stack(match, "mino", "oda")["ready"] == 2
    assert controller(match, "mino") == "oda"


@clause("nobunaga", "3-2-2(2)")
def test_3_2_2_2_a_clan_off_the_board_gets_no_armies() -> None:
    match = dice_phase({}, [1, 2, 4])
    assert set(match.decision.texts) == {"marker takeda"}
    refused(match, "armies takeda kai", "3-2-2(2)")


@clause("nobunaga", "3-2-2(2)")
@pytest.mark.parametrize("before", [1, 3, 5])
def test_3_2_2_2_lesser_daimyos_get_armies_only_while_anti_oda(before: int) -> None:
    match = dice_phase({"yamato": {"matsunaga": {"ready": 1}}}, [1, 6, 4], markers={"matsunaga": before})
    allowed(match, "marker matsunaga")
    refused(match, "armies matsunaga yamato")


@clause("nobunaga", "3-2-2.p3")
@pytest.mark.parametrize(
    ("choices", "at", "armies"),
    [
        (("marker uesugi", "marker uesugi"), 3, 1),
        (("armies uesugi echigo", "armies uesugi echigo"), 1, 5),
        (("marker uesugi", "armies uesugi echigo"), 2, 3),
        (("armies uesugi echigo", "marker uesugi"), 2, 3),
    ],
)
def test_3_2_2_p3_doubles_act_twice_in_any_combination(choices: tuple[str, str], at: int, armies: int) -> None:
    match = dice_phase({"echigo": {"uesugi": {"ready": 1}}}, [1, 1, 1], markers={"uesugi": 1})
    acts(match, *choices)
    assert box(match, "uesugi") == at
    assert stack(match, "echigo", "uesugi")["ready"] == armies
    assert match.decision.name == "order"


@clause("nobunaga", "3-2-2.Ex")
def test_3_2_2_ex_a_double_one_brings_uesugi_into_the_war_and_two_armies() -> None:
    match = compose(turn=2, phase="reinforcement", hands=HANDS, markers={"uesugi": 3}, dice=[1, 1, 1])
    assert power(match, "uesugi") == "neutral"
    acts(match, "marker uesugi")
    assert (box(match, "uesugi"), power(match, "uesugi")) == (4, "anti_oda")
    refused(match, "marker uesugi", "3-2-2(1)")
    acts(match, "armies uesugi echigo")
    assert stack(match, "echigo", "uesugi") == {"ready": 8, "spent": 0, "generals": {"uesugi_kenshin": "ready"}}
    assert match.decision.name == "order"


@clause("nobunaga", "3-3")
def test_3_3_players_alternate_and_every_action_costs_a_card() -> None:
    match = compose(empty=True, hands=HANDS)
    acts(match, "diplomacy", "influence takeda right", "discard warships")
    assert (match.decision.who, match.decision.name) == ("anti_oda", "action")
    acts(match, "diplomacy", "influence takeda right", "discard swift_as_wind")
    assert match.decision.who == "oda"
    acts(match, "pass")
    assert match.decision.who == "anti_oda"
    assert match.view("oda")["hand_sizes"] == {"oda": 2, "anti_oda": 2}


@clause("nobunaga", "3-3")
def test_3_3_without_a_card_there_is_no_action() -> None:
    match = compose(empty=True, to_act="oda", hands={"oda": [], "anti_oda": HANDS["anti_oda"]})
    assert match.decision.who == "anti_oda"
    acts(match, "diplomacy", "influence takeda right", "discard swift_as_wind")
    assert match.decision.who == "anti_oda"


@clause("nobunaga", "3-4")
def test_3_4_all_spent_units_become_ready() -> None:
    areas = {
        "mino": {"oda": {"ready": 1, "spent": 2, "spent_generals": ["shibata_katsuie"]}},
        "echizen": {"asakura": {"spent": 3}},
        "kai": {"takeda": {"spent": 2, "spent_generals": ["takeda_shingen"]}},
        "mikawa": {"tokugawa": {"spent": 1}},
    }
    match = compose(empty=True, turn=2, areas=areas, hands=HANDS, dice=[2, 4, 4])
    acts(match, "pass")
    assert stack(match, "mino", "oda") == {"ready": 1, "spent": 2, "generals": {"shibata_katsuie": "spent"}}
    acts(match, "pass")
    assert stack(match, "mino", "oda") == {"ready": 3, "spent": 0, "generals": {"shibata_katsuie": "ready"}}
    assert stack(match, "echizen", "asakura") == {"ready": 3, "spent": 0, "generals": {}}
    assert stack(match, "kai", "takeda") == {"ready": 2, "spent": 0, "generals": {"takeda_shingen": "ready"}}
    assert stack(match, "mikawa", "tokugawa") == {"ready": 1, "spent": 0, "generals": {}}


@clause("nobunaga", "3-4")
def test_3_4_all_cards_go_back_into_the_decks() -> None:
    match = compose(
        empty=True,
        turn=2,
        hands=HANDS,
        discards={"oda": ["converging_attack"], "anti_oda": ["shogun_letter"]},
        in_effect=["advance_paradise"],
        dice=[1, 4, 4],
    )
    assert match.view("oda")["stack_sizes"] == {"oda": 8, "anti_oda": 7}
    acts(match, "pass", "pass")
    view = match.view("oda")
    assert view["stack_sizes"] == {"oda": 12 - 5, "anti_oda": 12 - 4}
    assert view["hand_sizes"] == {"oda": 5, "anti_oda": 4}
    assert not any(view["discards"].values())
    assert not view["in_effect"]


@clause("nobunaga", "3-4")
def test_3_4_victory_is_looked_for_in_the_end_phase() -> None:
    keys = {"mino": {"controller": "azai"}, "south_oumi": {"controller": "azai"}}
    match = compose(empty=True, turn=2, hands=HANDS, areas=keys, dice=[1, 4, 4])
    acts(match, "pass")
    running = match.result
    assert running is None
    acts(match, "pass")
    assert match.result.winner == "anti_oda"
    assert match.decision is None


@clause("nobunaga", "3-2-2")
def test_3_2_2_the_dice_still_to_be_used_are_shown() -> None:
    match = compose(empty=True, turn=2, phase="reinforcement", dice=[1, 2, 3])
    assert match.decision.data == {"dice": [2, 3]}
    match.act("marker takeda")
    assert match.decision.data == {"dice": [3]}


@clause("nobunaga", "3-2-1")
def test_3_2_1_reinforcements_find_their_general_even_on_the_seto_sea() -> None:
    areas = {"seto_sea": {"oda": {"generals": ["shibata_katsuie"]}}}
    match = compose(empty=True, turn=2, phase="reinforcement", areas=areas, dice=[1, 1, 2])
    assert armies(match, "seto_sea", "oda") == (3, 0)
