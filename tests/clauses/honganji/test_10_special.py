"""Chapter 10: players knocked out of the game, and transfers of placement by events."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import DECK, OTHER, SPARE, finish, lay, move, over, seen, table
from tests.clauses.honganji.table import SEATS, acts, allowed, controller, hand, points, refused, stack, status
from tests.support import clause

TANBA = {"tanba": {"akechi": {"ready": 3, "generals": ["akechi_mitsuhide"]}}}
BIZEN: dict[str, Any] = {
    "bizen": {"controller": "hashiba", "hashiba": {"ready": 1, "spent": 1, "generals": ["hachisuka_koroku"]}}
}
SEA = {"seto_sea": {"controller": "hashiba", "hashiba": {"generals": ["himeji_castle", "hashiba_hidenaga"]}}}


def knocked_out(
    *checks: int, hands: dict[str, list[str]] | None = None, areas: dict[str, Any] | None = None
) -> Playing:
    """Mitsuhide and two armies hit Hideyoshi, who is alone in Harima; then his check."""
    hands = hands or {"akechi": [SPARE, "charge_1"], "hashiba": ["slander_1", "desertion_1"], "shibata": [OTHER]}
    match = table("akechi", SPARE, TANBA | BIZEN | SEA | (areas or {}), *[1, 6, 6], 6, *checks, hands=hands)
    move(match, "akechi", "tanba", "harima", "akechi_mitsuhide", armies=2)
    return match


@clause("honganji", "10-1", "1-2-1-1")
def test_10_1_units_of_a_lost_player_become_neutral_and_his_generals_defending() -> None:
    match = knocked_out(3)
    assert status(match, "hashiba") == "out"
    assert seen(match, "sides")["hashiba"] == "neutral"
    assert {"hachisuka_koroku", "hashiba_hidenaga", "himeji_castle"} <= set(seen(match, "defending"))
    assert stack(match, "bizen", "hashiba") == {"ready": 1, "spent": 1, "generals": {"hachisuka_koroku": "ready"}}
    assert "akechi_mitsuhide" not in seen(match, "defending")


@clause("honganji", "10-1")
def test_10_1_the_cards_of_a_lost_player_are_discarded_at_once() -> None:
    match = knocked_out(1)
    assert hand(match, "hashiba") == []
    assert {"slander_1", "desertion_1"} <= set(seen(match, "discards")["common"])
    assert (match.decision.who, hand(match, "akechi")) == ("akechi", ["charge_1"])
    assert hand(match, "shibata") == [OTHER]


@clause("honganji", "10-1")
def test_10_1_a_leader_who_flees_stays_in() -> None:
    match = knocked_out(4)
    assert (match.decision.name, match.decision.who) == ("flee", "hashiba")
    acts(match, "flee bizen")
    assert status(match, "hashiba") == "vassal"
    assert seen(match, "sides")["hashiba"] == "oda"
    assert sorted(hand(match, "hashiba")) == ["desertion_1", "slander_1"]
    assert "hachisuka_koroku" not in seen(match, "defending")


@clause("honganji", "10-1")
def test_10_1_another_general_knocks_nobody_out() -> None:
    areas: dict[str, Any] = {"harima": {"hashiba": {"generals": ["hachisuka_koroku"]}}}
    areas["bizen"] = {"controller": "hashiba", "hashiba": {"generals": ["hashiba_hideyoshi"]}}
    match = knocked_out(1, areas=areas)
    assert "hachisuka_koroku" in seen(match, "dead")
    assert status(match, "hashiba") == "vassal"
    assert len(hand(match, "hashiba")) == 2


@clause("honganji", "10-1", "6-1")
def test_10_1_a_lost_player_takes_no_more_turns() -> None:
    """Round by round the others play on; the order of the next turn is without him."""
    hands = {"akechi": [SPARE], "hashiba": ["slander_1"], "shibata": [OTHER]}
    match = table("akechi", SPARE, TANBA | BIZEN, *[1, 6, 6], 6, 1, *[1, 1], hands=hands)
    move(match, "akechi", "tanba", "harima", "akechi_mitsuhide", armies=2)
    assert match.decision.who == "shibata"
    acts(match, "throw", f"discard {OTHER}")  # two petitions follow: Akechi rebels, Hashiba is out
    acts(match, "slot 1")
    assert seen(match, "turn") == 2
    assert sorted(seen(match, "order")) == ["akechi", "shibata", "tokugawa"]
    assert seen(match, "hand_sizes").get("hashiba", 0) == 0


OUT_BIZEN = {"bizen": {"controller": "hashiba", "hashiba": {"ready": 2, "generals": ["hashiba_hidenaga"]}}}


@clause("honganji", "10-1", "1-2-1-2")
def test_10_1_generals_of_a_lost_player_fail_their_checks() -> None:
    """Hidenaga is hit and dies without a die, though another area of his clan is left."""
    areas = TANBA | {
        "tajima": {"controller": "hashiba", "hashiba": {"generals": ["hashiba_hidenaga"]}},
        "bizen": {"controller": "hashiba", "hashiba": {"ready": 1}},
    }
    match = table("akechi", SPARE, areas, *[1, 6], 6, out=["hashiba"], hands={"akechi": [SPARE, OTHER]})
    move(match, "akechi", "tanba", "tajima", "akechi_mitsuhide", armies=1)
    assert "hashiba_hidenaga" in seen(match, "dead")
    assert stack(match, "bizen", "hashiba")["ready"] == 1
    assert status(match, "akechi") == "vassal"  # a lost player is no vassal


@clause("honganji", "10-1", "8-2")
def test_10_1_units_of_a_lost_player_strike_back() -> None:
    areas = TANBA | {"tajima": {"controller": "hashiba", "hashiba": {"spent": 1, "generals": ["hachisuka_koroku"]}}}
    match = table("akechi", SPARE, areas, *[6, 6], *[2, 3], out=["hashiba"], hands={"akechi": [SPARE, OTHER]})
    move(match, "akechi", "tanba", "tajima", "akechi_mitsuhide", armies=1)
    assert stack(match, "tajima", "akechi") == {"ready": 0, "spent": 0, "generals": {"akechi_mitsuhide": "spent"}}


@clause("honganji", "10-1.p2")
def test_10_1_p2_a_lost_player_is_another_daimyo_than_the_neutral_armies() -> None:
    """Both stand in Bizen: two targets, and the general of one does not fight for the other."""
    areas = {
        "bizen": {
            "controller": "hashiba",
            "hashiba": {"ready": 1, "generals": ["hashiba_hidenaga"]},
            "neutral": {"ready": 1},
            "akechi": {"ready": 1, "generals": ["hosokawa_tadaoki"]},
        }
    }
    match = table("akechi", SPARE, areas, *[2, 6], out=["hashiba"], hands={"akechi": [SPARE, OTHER, "charge_1"]})
    acts(match, "combat", "attack akechi bizen")
    assert set(match.decision.texts) == {"target hashiba", "target neutral"}
    acts(match, "target neutral")  # two dice; the Neutral army has no general and rolls none
    finish(match)
    assert stack(match, "bizen", "neutral")["ready"] == 0
    assert stack(match, "bizen", "hashiba") == {"ready": 1, "spent": 0, "generals": {"hashiba_hidenaga": "ready"}}


@clause("honganji", "10-1.p2", "6-3-2")
def test_10_1_p2_neutral_reinforcement_is_not_for_a_lost_player() -> None:
    areas = OUT_BIZEN | {"hida": {"neutral": {"ready": 1}}}
    match = table("akechi", SPARE, areas, out=["hashiba"], hands={"akechi": [SPARE, OTHER]})
    acts(match, "reinforcement")
    allowed(match, "reinforce neutral hida")
    refused(match, "reinforce neutral bizen")
    refused(match, "reinforce hashiba bizen")


@clause("honganji", "10-1-1", "5-2")
def test_10_1_1_a_lost_player_keeps_control_of_his_areas() -> None:
    match = knocked_out(1)
    acts(match, "end")
    assert (controller(match, "bizen"), controller(match, "seto_sea")) == ("hashiba", "hashiba")
    assert controller(match, "harima") == "akechi"  # nobody of his was left there


@pytest.mark.parametrize("capital", [False, True])
@clause("honganji", "10-1-1")
def test_10_1_1_nobody_scores_the_areas_of_a_lost_player(capital: bool) -> None:
    areas = OUT_BIZEN | {"hida": {"controller": "shibata", "shibata": {"ready": 1}}}
    if capital:
        areas["miyako_azuchi"] = {"controller": "hashiba", "hashiba": {"ready": 1}}
    match = lay(areas, turn=6, phase="end", killer="uesugi", out=["hashiba"], killed_by={"hashiba": "akechi"})
    assert tuple(match.result.points) == (1, 2, 1, 0)
    assert match.result.winner == "shibata"


@clause("honganji", "10-1-1")
def test_10_1_1_the_points_of_a_lost_player_are_gone_at_once() -> None:
    match = knocked_out(1)
    assert [points(match, seat) for seat in SEATS] == [1, 1, 1, 0]


@clause("honganji", "10-1", "3-5", "6-9")
def test_10_1_the_cards_of_a_lost_player_return_to_the_deck() -> None:
    hands = {"akechi": [SPARE], "hashiba": ["slander_1", "slander_2"]}
    match = table("akechi", SPARE, TANBA | BIZEN, *[1, 6, 6], 6, 1, *[1, 1], hands=hands)
    move(match, "akechi", "tanba", "harima", "akechi_mitsuhide", armies=2)
    acts(match, "slot 1")
    held = [card for seat in SEATS[:3] for card in hand(match, seat)]
    assert len(held) + seen(match, "stack_sizes")["common"] == len(DECK) == 32


# 10-3


FIEF = "transfer_of_fief"


@clause("honganji", "10-3")
def test_10_3_units_keep_their_status_in_a_transfer() -> None:
    areas: dict[str, Any] = {
        "tanba": {"akechi": {"ready": 1, "spent": 2, "generals": ["akechi_mitsuhide"]}},
        "kai": {"controller": "akechi", "akechi": {"spent": 1}},
    }
    match = table("akechi", FIEF, areas)
    acts(match, f"event {FIEF}", "fief tanba kai", "take akechi_mitsuhide", "with 1", "with_spent 1")
    assert stack(match, "kai", "akechi") == {"ready": 1, "spent": 2, "generals": {"akechi_mitsuhide": "ready"}}
    assert stack(match, "tanba", "akechi") == {"ready": 0, "spent": 1, "generals": {}}


@pytest.mark.parametrize("clan", ["oda", "shibata", "uesugi", "neutral"])
@clause("honganji", "10-3")
def test_10_3_transfer_is_no_movement(clan: str) -> None:
    """No matter who stands there: no combat, no rebellion, and the units that came may still be used."""
    areas: dict[str, Any] = {
        "tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}},
        "kai": {"controller": "akechi", "akechi": {"ready": 1}, clan: {"ready": 2}},
    }
    match = table("akechi", FIEF, areas)
    acts(match, f"event {FIEF}", "fief tanba kai", "take akechi_mitsuhide", "with 1")
    assert stack(match, "kai", clan)["ready"] == 2
    assert stack(match, "kai", "akechi") == {"ready": 2, "spent": 0, "generals": {"akechi_mitsuhide": "ready"}}
    assert status(match, "akechi") == "vassal"
    over(match, "akechi", FIEF)
    allowed(match, "combat")
    acts(match, "combat")
    allowed(match, "attack akechi kai")


@clause("honganji", "10-3")
def test_10_3_a_plain_movement_to_the_same_area_is_a_combat() -> None:
    areas = TANBA | {"tango": {"controller": "akechi", "akechi": {"ready": 1}, "neutral": {"ready": 2}}}
    match = table("akechi", FIEF, areas, 6, 6, 6)
    move(match, "akechi", "tanba", "tango", "akechi_mitsuhide", armies=1)
    assert stack(match, "tango", "akechi") == {"ready": 0, "spent": 2, "generals": {"akechi_mitsuhide": "spent"}}
