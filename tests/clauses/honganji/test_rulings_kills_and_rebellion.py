"""Rulings without an option, by their numbers: kills, knock-outs, shortage and rebellion (H-17 to H-35)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import DECK, OTHER, SPARE, column, ended, finish, go, goes_on, lay, move, seen, table
from tests.clauses.honganji.table import (
    SEATS,
    acts,
    allowed,
    controller,
    hand,
    points,
    refused,
    stack,
    status,
)
from tests.support import clause

TANBA = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}
STRIKE = "surrounding_nobunaga_1"


def duel(*dice: int, **entries: Any) -> Playing:
    """Mitsuhide alone leaves Tanba and attacks Hideyoshi, alone in Harima: a die each, then the checks."""
    areas = {"tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}}}
    match = table("akechi", "charge_1", areas, *dice, **entries)
    move(match, "akechi", "tanba", "harima", "akechi_mitsuhide")
    return match


@clause("honganji", "9-1(1)", "10-1", "8")
def test_h17_both_leaders_die_and_the_third_wins() -> None:
    match = duel(1, 1, 1, 1, out=["tokugawa"])
    assert [status(match, seat) for seat in SEATS] == ["out", "vassal", "out", "out"]
    ended(match, "shibata", "last_player", "9-1(1)")


@clause("honganji", "9-1(1)", "10-1")
def test_h17_both_leaders_die_and_nobody_is_left() -> None:
    match = duel(1, 1, 1, 1, out=["tokugawa", "shibata"])
    ended(match, None, "nobody_left", "9-1(1)")


@clause("honganji", "9-1(1)", "10-1")
def test_h17_both_leaders_die_and_two_go_on() -> None:
    match = duel(1, 1, 1, 1)
    assert [status(match, seat) for seat in SEATS] == ["out", "vassal", "vassal", "out"]
    goes_on(match)
    assert match.decision.who == "shibata"


def assault(*dice: int, **entries: Any) -> Playing:
    """Mitsuhide alone attacks Nobunaga: a die each, then Mitsuhide's check."""
    areas = {"tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}}}
    match = table("akechi", "charge_1", areas, *dice, **entries)
    move(match, "akechi", "tanba", "miyako_azuchi", "akechi_mitsuhide")
    return match


@clause("honganji", "9-2(3)", "9-2(4)", "10-1")
def test_h18_nobunaga_and_his_killer_die_together() -> None:
    match = assault(1, 1, 1)
    assert {"oda_nobunaga", "akechi_mitsuhide"} <= set(seen(match, "dead"))
    assert (status(match, "akechi"), seen(match, "nobunaga_killer")) == ("out", "akechi")
    assert seen(match, "revenge") == "none"
    assert [points(match, seat) for seat in SEATS] == [0, 1, 1, 1]


@clause("honganji", "9-1(3)", "9-2(3)")
def test_h18_the_game_can_be_won_after_both_have_died() -> None:
    """The last card of turn six; Tokugawa holds one area more than the others."""
    areas = {
        "tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}},
        "kai": {"controller": "tokugawa", "tokugawa": {"ready": 1}},
    }
    match = table("akechi", SPARE, areas, 1, 1, 1, turn=6, hands={"akechi": [SPARE]})
    move(match, "akechi", "tanba", "miyako_azuchi", "akechi_mitsuhide")
    ended(match, "tokugawa", "most_points", "9-1(3)")
    assert tuple(match.result.points) == (0, 1, 2, 1)


@clause("honganji", "9-2(3)")
def test_h18_a_killer_who_lives_scores() -> None:
    match = assault(1, 6)
    assert (status(match, "akechi"), points(match, "akechi")) == ("rebel", 2)


@clause("honganji", "9-2(4)", "8-2")
def test_h19_a_counterattack_gets_the_credit() -> None:
    """Akechi, who killed Nobunaga, attacks Hashiba and dies of the answer."""
    match = duel(6, 1, 1, killer="akechi")
    assert (status(match, "akechi"), seen(match, "revenge")) == ("out", "hashiba")
    assert points(match, "hashiba") == 2


@pytest.mark.parametrize("victim", ["nobunaga", "hashiba"])
@clause("honganji", "9-2(3)", "9-2(4)")
def test_h19_a_driven_greater_daimyo_credits_nobody(victim: str) -> None:
    """Akechi drives Uesugi against Nobunaga, or against the player who killed him."""
    target, killer = ("miyako_azuchi", None) if victim == "nobunaga" else ("harima", "hashiba")
    areas = {"hokusetsu": {"uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]}}}
    match = table("akechi", STRIKE, areas, *[1, 6], 6, 1, killer=killer)
    acts(match, f"event {STRIKE}", "direct uesugi", "movement")
    go(match, "uesugi", "hokusetsu", target, "uesugi_kenshin", armies=1)
    assert ("oda_nobunaga" if victim == "nobunaga" else "hashiba_hideyoshi") in seen(match, "dead")
    assert seen(match, "revenge") == "none"
    assert points(match, "akechi") == 1
    assert status(match, "akechi") == "vassal"


@clause("honganji", "9-2(4)")
def test_h20_revenge_is_for_knocking_out_at_once() -> None:
    """Hideyoshi killed Nobunaga. When he flees nobody has revenge; when he dies Akechi has it before the turn ends."""
    areas = {"bizen": {"controller": "hashiba", "hashiba": {"ready": 1}}} | TANBA
    for check, revenge, mine in [(4, "none", 1), (3, "akechi", 2)]:
        match = table("akechi", "charge_1", areas, *[1, 6], 6, check, killer="hashiba")
        move(match, "akechi", "tanba", "harima", "akechi_mitsuhide", armies=1)
        assert (seen(match, "revenge"), points(match, "akechi")) == (revenge, mine)
        assert match.decision.who == "akechi"


# H-30: not enough counters or cards


@clause("honganji", "1-2-2-1", "6-3-1")
def test_h30_without_a_counter_nobody_is_reinforced() -> None:
    full = {"tango": {"akechi": {"ready": 10}}}
    refused(table("akechi", "charge_1", full), "reinforcement")
    match = table("akechi", "charge_1", full | {"hida": {"neutral": {"ready": 1}}})
    acts(match, "reinforcement")
    refused(match, "reinforce akechi tanba", "1-2-2-1")
    allowed(match, "reinforce neutral hida")


@clause("honganji", "3-2")
def test_h30_players_draw_as_many_cards_as_exist() -> None:
    """Ten cards are left for sixteen to draw; no petition adds to them."""
    match = lay(phase="draw", discards=DECK[:22], status=dict.fromkeys(SEATS, "rebel"))
    assert sum(seen(match, "hand_sizes").values()) == 10
    assert seen(match, "stack_sizes")["common"] == 0


@clause("honganji", "3-3", "1-2-2-1")
def test_h30_petitions_that_cannot_be_carried_out_are_lost() -> None:
    """No card for Akechi, no counter for Shibata, no area for Tokugawa, no greater daimyo's area for Hashiba."""
    areas: dict[str, Any] = {
        "tango": {"shibata": {"ready": 10}},
        "mikawa": {"controller": "neutral", "tokugawa": {"generals": ["tokugawa_ieyasu"]}},
        "echigo": {"controller": "neutral", "uesugi": {"ready": 1}},
        "kantou": {"controller": "neutral"},
    }
    hands = {"akechi": DECK[:16], "hashiba": DECK[16:]}
    match = lay(areas, phase="petition", hands=hands, dice=[1, 3, 2, 5])
    assert match.decision.name == "action"
    assert [len(hand(match, seat)) for seat in ("akechi", "shibata")] == [16, 0]
    assert stack(match, "echizen", "shibata")["ready"] == 0
    assert stack(match, "mikawa", "tokugawa")["ready"] == 0
    assert stack(match, "echigo", "uesugi")["ready"] == 1


# H-31, H-32: knocked out


OUT: dict[str, Any] = {"tajima": {"controller": "hashiba", "hashiba": {"ready": 1, "generals": ["hashiba_hidenaga"]}}}


@clause("honganji", "10-1")
def test_h31_knocked_out_units_form_a_clan_of_their_own() -> None:
    match = duel(1, 6, 1, hands={"akechi": [SPARE, "charge_1"], "hashiba": [OTHER, "charge_2"]})
    assert seen(match, "sides")["hashiba"] == "neutral"
    assert seen(match, "pools")["hashiba"] == 0  # the rest of the counters leaves the game
    assert seen(match, "pools")["shibata"] == 10


@clause("honganji", "10-1", "7.p1b", "7-2(2)")
def test_h31_knocked_out_units_stop_and_pin() -> None:
    match = table("akechi", "charge_1", TANBA | OUT, out=["hashiba"], hands={"akechi": [SPARE, "charge_1"]})
    acts(match, "movement")
    column(match, "akechi", "tanba", "akechi_mitsuhide", armies=1)
    allowed(match, "to tajima")
    refused(match, "to chuugoku")  # beyond Tajima; Harima leads to Bizen, not there
    together = {"tanba": TANBA["tanba"] | {"hashiba": {"ready": 1}}}
    match = table("akechi", "charge_1", together, out=["hashiba"], hands={"akechi": [SPARE, "charge_1"]})
    refused(match, "movement")


@clause("honganji", "10-1", "5-2")
def test_h32_a_leader_who_dies_in_his_own_attack_ends_the_action_turn() -> None:
    """First an army to Tajima, then Mitsuhide alone against Isshiki in Tango: he is hit and dies."""
    areas: dict[str, Any] = {
        "tanba": {"akechi": {"ready": 3, "generals": ["akechi_mitsuhide"]}},
        "tango": {"neutral": {"generals": ["isshiki_yoshimichi"]}},
    }
    hands = {"akechi": [SPARE, "charge_1", "charge_2", "slander_1"], "shibata": [OTHER]}
    match = table("akechi", SPARE, areas, 6, 1, 1, hands=hands)
    move(match, "akechi", "tanba", "tajima", armies=1)
    move(match, "akechi", "tanba", "tango", "akechi_mitsuhide", armies=0, pay="charge_1")
    assert status(match, "akechi") == "out"
    assert hand(match, "akechi") == []
    assert {"charge_2", "slander_1"} <= set(seen(match, "discards")["common"])
    assert (match.decision.name, match.decision.who) == ("action", "shibata")
    assert (controller(match, "tajima"), controller(match, "tanba")) == ("akechi", "akechi")  # settled as usual
    assert stack(match, "tajima", "akechi")["spent"] == 1


# H-34, H-35: no rebellion


@pytest.mark.parametrize("target", ["miyako_azuchi", "harima"])
@clause("honganji", "4-1(1)", "4-1(2)", "4-2")
def test_h34_a_greater_daimyos_move_is_no_rebellion(target: str) -> None:
    areas = {"hokusetsu": {"uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]}}}
    match = table("akechi", STRIKE, areas, *[6, 6], 6)
    acts(match, f"event {STRIKE}", "direct uesugi", "movement")
    go(match, "uesugi", "hokusetsu", target, "uesugi_kenshin", armies=1)
    assert [status(match, seat) for seat in SEATS] == ["vassal"] * 4
    assert stack(match, target, "uesugi") == {"ready": 0, "spent": 1, "generals": {"uesugi_kenshin": "spent"}}


@clause("honganji", "4-1(1)")
def test_h34_the_same_move_of_a_players_own_is_a_rebellion() -> None:
    match = assault(6, 6)
    assert status(match, "akechi") == "rebel"


SHARED: dict[str, Any] = {
    "yamato": {"controller": "akechi", "akechi": {"ready": 1}, "oda": {"ready": 1}, "shibata": {"ready": 1}}
}


@pytest.mark.parametrize(
    ("card", "texts"),
    [
        ("fortification_1", ["event fortification_1", "fortify yamato"]),
        ("urgent_recruitment", ["event urgent_recruitment", "recruit akechi yamato"]),
        ("transfer_of_fief", ["event transfer_of_fief", "fief tanba yamato", "take akechi_mitsuhide", "with 0"]),
        ("charge_1", ["reinforcement", "reinforce akechi yamato", "discard charge_1"]),
    ],
)
@clause("honganji", "4-1(1)", "4-1(2)")
def test_h35_placement_is_no_rebellion(card: str, texts: list[str]) -> None:
    match = table("akechi", card, TANBA | SHARED)
    acts(match, *texts)  # and no dice
    assert [status(match, seat) for seat in SEATS] == ["vassal"] * 4
    assert (stack(match, "yamato", "oda")["ready"], stack(match, "yamato", "shibata")["ready"]) == (1, 1)
    acts(match, "end")
    assert status(match, "akechi") == "vassal"


@clause("honganji", "4-1(1)", "8-4-2-2", "7-2(2)")
def test_h35_flight_is_no_rebellion() -> None:
    """Tadaoki flees to Yamato, where Oda and Shibata stand; nobody fights there, but they hold one another."""
    areas: dict[str, Any] = SHARED | {
        "tango": {"akechi": {"generals": ["hosokawa_tadaoki"]}, "neutral": {"generals": ["isshiki_yoshimichi"]}},
        "tanba": {"controller": "neutral", "akechi": {"generals": ["akechi_mitsuhide"]}},
    }
    match = table("akechi", "charge_1", areas, 6, 2, 4)
    acts(match, "combat", "attack akechi tango")
    finish(match)
    assert stack(match, "yamato", "akechi") == {"ready": 1, "spent": 0, "generals": {"hosokawa_tadaoki": "spent"}}
    assert status(match, "akechi") == "vassal"
    refused(match, "movement")


@clause("honganji", "4-1(1)")
def test_h35_scheming_beside_oda_is_no_rebellion() -> None:
    areas: dict[str, Any] = {
        "tanba": {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}},
        "hokusetsu": {"neutral": {"ready": 1}, "oda": {"generals": ["araki_murashige"]}},
    }
    match = table("akechi", "scheming_1", areas, 1)
    acts(match, "event scheming_1", "scheme_army hokusetsu")
    assert stack(match, "hokusetsu", "akechi")["spent"] == 1
    assert status(match, "akechi") == "vassal"
    assert stack(match, "hokusetsu", "oda")["generals"] == {"araki_murashige": "ready"}
