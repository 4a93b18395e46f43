"""Opportunism, Slander and Chief adviser: plots that cost nobody an army."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.honganji.plays import EXTRA_CARDS, OTHER, SPARE, cards_in_game, finish, lay, over, seen, sizes, table
from tests.clauses.honganji.table import acts, allowed, controller, hand, points, refused, stack, status
from tests.support import clause

TURN = "opportunism_1"
SLANDER = "slander_1"
ADVISER = "chief_adviser"
CUNNING = {"tanba": {"akechi": {"generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}}}
SLY = {"harima": {"hashiba": {"generals": ["hashiba_hideyoshi", "hashiba_hidenaga", "kuroda_kanbee"]}}}
TAKIGAWA = {"echizen": {"shibata": {"ready": 1, "generals": ["shibata_katsuie", "takigawa_kazumasu"]}}}


# Opportunism


@clause("honganji", "6-2", "CS.legend")
def test_card_opportunism_is_for_red_names_of_others() -> None:
    areas = (
        CUNNING
        | TAKIGAWA
        | {
            "harima": {"hashiba": {"generals": ["hashiba_hideyoshi"], "spent_generals": ["kuroda_kanbee"]}},
            "owari_ise": {"oda": {"generals": ["niwa_nagahide"]}},
            "yamato": {"oda": {"generals": ["matsunaga_hisahide"]}},
            "gifu": {"oda": {"generals": ["oda_nobutada"]}},
            "hokusetsu": {"neutral": {"generals": ["araki_murashige"]}},
        }
    )
    match = table("akechi", TURN, areas)
    acts(match, f"event {TURN}")
    assert match.decision.name == "opportunism"
    red = ["kuroda_kanbee", "takigawa_kazumasu", "niwa_nagahide", "matsunaga_hisahide"]
    assert set(match.decision.texts) == {f"turn {general}" for general in red}
    refused(match, "turn hosokawa_fujitaka")  # red, but his own
    refused(match, "turn araki_murashige")  # red, but turned already
    refused(match, "turn oda_nobutada")
    refused(match, "turn hashiba_hideyoshi")


@pytest.mark.parametrize(("die", "turned"), [(1, True), (4, True), (5, False), (6, False)])
@clause("honganji", "6-2")
def test_card_opportunism_works_on_a_low_die(die: int, turned: bool) -> None:
    """Takigawa turns Neutral where he stands, on one to four."""
    match = table("akechi", TURN, TAKIGAWA | {"yamato": {"oda": {"generals": ["matsunaga_hisahide"]}}}, die)
    assert seen(match, "cunning")["shibata"] == 1
    acts(match, f"event {TURN}", "turn takigawa_kazumasu")
    assert ("takigawa_kazumasu" in stack(match, "echizen", "neutral")["generals"]) is turned
    assert ("takigawa_kazumasu" in stack(match, "echizen", "shibata")["generals"]) is not turned
    assert ("takigawa_kazumasu" in seen(match, "defending")) is turned
    assert seen(match, "cunning")["shibata"] == (0 if turned else 1)
    assert stack(match, "echizen", "shibata")["ready"] == 1  # no combat
    assert stack(match, "echizen", "shibata")["generals"]["shibata_katsuie"] == "ready"
    assert [status(match, seat) for seat in ("akechi", "shibata")] == ["vassal", "vassal"]
    over(match, "akechi", TURN)


@clause("honganji", "6-2", "5-2")
def test_card_opportunism_takes_an_area_from_oda() -> None:
    match = table("akechi", TURN, {"owari_ise": {"oda": {"generals": ["niwa_nagahide"]}}} | TAKIGAWA, 2)
    acts(match, f"event {TURN}", "turn niwa_nagahide")
    assert controller(match, "owari_ise") == "oda"
    acts(match, "end")
    assert controller(match, "owari_ise") == "neutral"
    assert list(stack(match, "owari_ise", "neutral")["generals"]) == ["niwa_nagahide"]


@pytest.mark.parametrize("out", [True, False])
@clause("honganji", "6-2")
def test_card_opportunism_leaves_players_who_are_out_alone(out: bool) -> None:
    areas = {"echizen": {"controller": "shibata", "shibata": {"generals": ["takigawa_kazumasu"]}}}
    if out:
        refused(table("akechi", TURN, areas, out=["shibata"]), f"event {TURN}", "6-2")
    else:
        leader = {"hida": {"controller": "shibata", "shibata": {"generals": ["shibata_katsuie"]}}}
        allowed(table("akechi", TURN, areas | leader), f"event {TURN}")


@clause("honganji", "6-2", "6-2.p2")
def test_card_opportunism_needs_cunning_and_a_target() -> None:
    prey = {"yamato": {"oda": {"generals": ["matsunaga_hisahide"]}}}
    refused(table("akechi", TURN), f"event {TURN}", "6-2")
    allowed(table("akechi", TURN, prey), f"event {TURN}")
    refused(table("shibata", TURN, prey), f"event {TURN}", "6-2.p2")
    allowed(table("shibata", TURN, prey | TAKIGAWA), f"event {TURN}")


# Slander


@pytest.mark.parametrize(
    ("seat", "die", "works"),
    [("akechi", 2, True), ("akechi", 3, False), ("hashiba", 3, True), ("hashiba", 4, False), ("hashiba", 1, True)],
)
@clause("honganji", "6-2")
def test_card_slander_works_on_a_low_die(seat: str, die: int, works: bool) -> None:
    """At or below the player's cunning: two for Akechi, three for Hashiba."""
    match = table(seat, SLANDER, CUNNING | SLY, die)
    acts(match, f"event {SLANDER}", "slander tokugawa")
    assert list(seen(match, "slandered")) == (["tokugawa"] if works else [])
    assert status(match, "tokugawa") == "vassal"
    over(match, seat, SLANDER)


@pytest.mark.parametrize(
    ("entries", "targets"),
    [
        ({}, {"shibata", "tokugawa", "hashiba"}),
        ({"slandered": ["tokugawa"]}, {"shibata", "hashiba"}),
        ({"status": {"hashiba": "rebel"}}, {"shibata", "tokugawa"}),
        ({"out": ["tokugawa"]}, {"shibata", "hashiba"}),
        ({"slandered": ["akechi"]}, {"shibata", "tokugawa", "hashiba"}),
    ],
)
@clause("honganji", "6-2")
def test_card_slander_is_for_other_vassals(entries: dict[str, Any], targets: set[str]) -> None:
    match = table("akechi", SLANDER, CUNNING, **entries)
    acts(match, f"event {SLANDER}")
    assert match.decision.name == "slander"
    assert set(match.decision.texts) == {f"slander {seat}" for seat in targets}
    refused(match, "slander akechi")


@clause("honganji", "6-2", "3-3")
def test_card_slander_takes_the_petition_of_the_next_turn() -> None:
    """One die for the card, three petitions that draw a card each; Tokugawa has only the four of the turn."""
    match = table("akechi", SLANDER, CUNNING, 2, 1, 1, 1, hands={"akechi": [SLANDER]})
    acts(match, f"event {SLANDER}", "slander tokugawa")
    assert seen(match, "turn") == 2
    assert sizes(match) == [5, 5, 4, 5]


@clause("honganji", "6-2", "3-3")
def test_card_slander_lasts_for_the_rest_of_the_game() -> None:
    match = lay(slandered=["hashiba"], turn=2, phase="end", dice=[1, 1, 1])
    assert (seen(match, "turn"), sizes(match)) == (3, [5, 5, 5, 4])
    assert list(seen(match, "slandered")) == ["hashiba"]


@clause("honganji", "6-2", "6-2.p2")
def test_card_slander_needs_a_cunning_vassal_a_living_lord_and_a_target() -> None:
    allowed(table("akechi", SLANDER, CUNNING), f"event {SLANDER}")
    refused(table("akechi", SLANDER), f"event {SLANDER}", "6-2.p2")
    refused(table("akechi", SLANDER, CUNNING, status={"akechi": "rebel"}), f"event {SLANDER}", "6-2")
    refused(table("akechi", SLANDER, CUNNING, killer="uesugi"), f"event {SLANDER}", "6-2")
    nobody = {"status": {"shibata": "rebel"}, "out": ["tokugawa"], "slandered": ["hashiba"]}
    refused(table("akechi", SLANDER, CUNNING, **nobody), f"event {SLANDER}", "6-2")


# Chief adviser to the Emperor declaration


CAPITAL = TAKIGAWA | {"miyako_azuchi": {"controller": "shibata", "shibata": {"ready": 1}}}


@clause("honganji", "6-2", "9-2(5)")
def test_card_chief_adviser_gives_a_point() -> None:
    match = table("shibata", ADVISER, CAPITAL, killer="uesugi")
    assert (points(match, "shibata"), seen(match, "adviser")) == (3, "none")
    acts(match, f"event {ADVISER}")
    assert (points(match, "shibata"), seen(match, "adviser")) == (4, "shibata")
    assert (match.decision.who, match.decision.name, hand(match, "shibata")) == ("shibata", "action", [SPARE])


@clause("honganji", "6-2", "9-2(5)")
def test_card_chief_adviser_point_outlasts_the_capital() -> None:
    """Akechi drives the one Shibata army out of the capital; Shibata keeps the point."""
    areas = CAPITAL | {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}
    hands = {"shibata": [ADVISER, SPARE], "akechi": [OTHER, "charge_1"]}
    match = table("shibata", ADVISER, areas, 1, 6, killer="uesugi", hands=hands)
    acts(match, f"event {ADVISER}", "end", "movement", "march akechi tanba")
    acts(match, "take akechi_mitsuhide", "with 1", "to miyako_azuchi", f"discard {OTHER}", "end")
    assert controller(match, "miyako_azuchi") == "akechi"
    assert (points(match, "shibata"), seen(match, "adviser")) == (2, "shibata")


@pytest.mark.parametrize(("played", "left"), [(True, 31), (False, 32)])
@clause("honganji", "6-2")
def test_card_chief_adviser_leaves_the_game(played: bool, left: int) -> None:
    match = table("shibata", ADVISER, CAPITAL, *EXTRA_CARDS, killer="uesugi", hands={"shibata": [ADVISER]})
    if played:
        acts(match, f"event {ADVISER}")
    else:
        acts(match, "throw", f"discard {ADVISER}")
    assert seen(match, "turn") == 2
    assert cards_in_game(match) == left


@clause("honganji", "6-2", "6-2.p2")
def test_card_chief_adviser_needs_nobunaga_dead_and_the_capital() -> None:
    allowed(table("shibata", ADVISER, CAPITAL, killer="uesugi"), f"event {ADVISER}")
    lord = {"controller": "shibata", "shibata": {"ready": 1}, "oda": {"generals": ["oda_nobunaga"]}}
    refused(table("shibata", ADVISER, CAPITAL | {"miyako_azuchi": lord}), f"event {ADVISER}", "6-2")
    guest = {"controller": "akechi", "shibata": {"ready": 1}, "akechi": {"ready": 1}}
    refused(table("shibata", ADVISER, CAPITAL | {"miyako_azuchi": guest}, killer="uesugi"), f"event {ADVISER}", "6-2")
    dull = CAPITAL | {"echizen": {"shibata": {"ready": 1, "generals": ["shibata_katsuie"]}}}
    refused(table("shibata", ADVISER, dull, killer="uesugi"), f"event {ADVISER}", "6-2.p2")


@clause("honganji", "6-2", "1-2-1-3")
def test_card_opportunism_strategist_is_lost_to_his_clan() -> None:
    """Turned, Takigawa stands against Katsuie: no support to declare, and the first hit kills him without a check."""
    areas = TAKIGAWA | {"yamato": {"oda": {"generals": ["matsunaga_hisahide"]}}}
    hands = {"akechi": [TURN, SPARE], "shibata": [OTHER, "charge_1", "charge_2"]}
    match = table("akechi", TURN, areas, 4, *[3, 4], 2, hands=hands)
    acts(match, f"event {TURN}", "turn takigawa_kazumasu", "end", "combat", "attack shibata echizen")
    finish(match, "charge_1")
    assert stack(match, "echizen", "neutral") == {"ready": 0, "spent": 0, "generals": {}}
    assert stack(match, "echizen", "shibata") == {"ready": 0, "spent": 1, "generals": {"shibata_katsuie": "spent"}}
