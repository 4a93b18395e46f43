"""10-1: what a knock-out leaves: nobody asked, areas given away by rule, counters and castles gone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import SPARE, lay, move, seen, table
from tests.clauses.honganji.table import SEATS, acts, controller
from tests.support import clause

TANBA = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}}


def akechi_falls(**more: Any) -> Playing:
    """Akechi's leader attacks Nobunaga alone and dies; in Hida two clans stand where the controller has nobody."""
    areas = {
        "tanba": {"akechi": {"ready": 1}},
        "miyako_azuchi": {"oda": {"generals": ["oda_nobunaga"]}, "akechi": {"generals": ["akechi_mitsuhide"]}},
        "hida": {"controller": "neutral", "mouri": {"ready": 2}, "honganji": {"ready": 1}},
        **more,
    }
    match = table("akechi", "surprise_attack_1", areas, 6, 1, 1, status={"akechi": "rebel"})
    acts(match, "combat", "attack akechi miyako_azuchi")
    while match.decision.who == "akechi" and match.decision.name == "discard":
        match.act(match.decision.texts[0])
    return match


@clause("honganji", "10-1", "1-2-1-1", "5-2.p2")
def test_10_1_a_player_knocked_out_in_his_own_action_turn_is_asked_nothing_more() -> None:
    match = akechi_falls()
    assert match.view(None)["status"]["akechi"] == "out"
    assert match.decision.who != "akechi"
    assert controller(match, "hida") == "mouri"  # the policy: most units there


@clause("honganji", "10-1", "5-2.p2")
def test_10_1_equal_claims_to_an_area_go_by_id() -> None:
    match = akechi_falls(hida={"controller": "neutral", "mouri": {"ready": 1}, "honganji": {"ready": 1}})
    assert match.decision.who != "akechi"
    assert controller(match, "hida") == "honganji"


@clause("honganji", "10-1", "5-2.p2", "6-5", "7-4", "4-2")
@pytest.mark.parametrize("scenario", ["four_players", "three_players"])
@pytest.mark.parametrize(
    "texts",
    [
        ["movement", "march akechi tanba", "take akechi_mitsuhide", "to miyako_azuchi"],
        ["event charge_1", "march akechi tanba", "take akechi_mitsuhide", "to miyako_azuchi"],
        [
            *["event surrounding_nobunaga_1", "direct honganji", "movement", "march honganji hokusetsu"],
            *["take saika_magoichi", "to tanba", "target akechi"],
        ],
    ],
    ids=lambda texts: str(texts[0]),
)
def test_10_1_the_same_holds_however_he_falls_and_however_many_play(texts: list[str], scenario: str) -> None:
    """By his own march, by an event's, or by the daimyo that he directs against himself."""
    areas = {
        "tanba": {"akechi": {"spent": 1, "generals": ["akechi_mitsuhide"]}},
        "hokusetsu": {"controller": "honganji", "honganji": {"ready": 1, "generals": ["saika_magoichi"]}},
        "hida": {"controller": "neutral", "mouri": {"ready": 1}, "honganji": {"ready": 1}},
    }
    dice = [6, 1, 1]
    if texts[-1] == "target akechi":
        areas["tanba"] = {"akechi": {"generals": ["akechi_mitsuhide"]}, "neutral": {"ready": 1}}
        dice = [1, 6, 1]
    seats = [seat for seat in SEATS if scenario == "four_players" or seat != "tokugawa"]
    hands = {"akechi": ["charge_1", "charge_2", "surrounding_nobunaga_1"], "shibata": [SPARE]}
    match = lay(areas, scenario=scenario, seats=seats, to_act="akechi", hands=hands, dice=dice)
    acts(match, *texts)
    assert match.view(None)["status"]["akechi"] == "out"
    assert (match.decision.name, match.decision.who) == ("action", "shibata")
    assert controller(match, "hida") == "honganji"


@clause("honganji", "10-1", "1-2-2-1")
def test_10_1_lost_armies_of_a_lost_player_do_not_come_back() -> None:
    here = {"akechi": {"generals": ["sakamoto_castle"]}, "shibata": {"ready": 2}}
    for out, pool in [([], 9), (["shibata"], 0)]:
        match = table("akechi", "charge_1", {"tango": here}, 1, out=out)
        acts(match, "combat", "attack akechi tango")
        assert seen(match, "areas")["tango"]["stacks"]["shibata"]["ready"] == 1
        assert seen(match, "pools")["shibata"] == pool


@clause("honganji", "FAQ-Q5", "10-1")
def test_10_1_a_lost_players_castle_is_gone_for_good() -> None:
    """A living player's castle goes back beside the board; that of one who is out is dead."""
    for out in ([], ["shibata"]):
        areas = TANBA | {"tango": {"shibata": {"generals": ["kitanoshou_castle"]}}}
        match = table("akechi", "charge_1", areas, 1, 6, 6, out=out)
        move(match, "akechi", "tanba", "tango", "akechi_mitsuhide")
        assert ("kitanoshou_castle" in seen(match, "dead")) is bool(out)
        assert ("kitanoshou_castle" in seen(match, "off_map")) is not bool(out)
