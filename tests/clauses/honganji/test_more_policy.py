"""What nobody decides for himself (H-23): ties by id; knock-outs in one's own action turn; the choice of a schemer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import SPARE, finish, lay, table
from tests.clauses.honganji.table import SEATS, acts, allowed, controller, order, points, stack
from tests.support import clause


@clause("honganji", "8-4")
def test_8_4_of_equal_generals_without_a_player_the_first_by_id_falls() -> None:
    houjou = {"houjou": {"generals": ["houjou_ujimasa", "houjou_ujiteru", "houjou_ujikuni"]}}
    akechi = {"akechi": {"ready": 2, "generals": ["hosokawa_tadaoki"]}}
    areas = {"kantou": {"controller": "houjou", **houjou, **akechi}}
    match = table("akechi", "surprise_attack_1", areas, 1, 6, 6)
    acts(match, "event surprise_attack_1", "attack akechi kantou")
    finish(match)
    assert match.view(None)["dead"] == ["houjou_ujikuni"]
    assert set(stack(match, "kantou", "houjou")["generals"]) == {"houjou_ujimasa", "houjou_ujiteru"}


@clause("honganji", "8-4-2-2")
def test_8_4_2_2_of_equal_refuges_without_a_player_the_first_by_id_is_taken() -> None:
    """Niwa may flee to Gifu, Hokusetsu or Yamato, each held by one Oda unit."""
    areas = {
        "owari_ise": {"oda": {"generals": ["niwa_nagahide"]}, "akechi": {"ready": 2, "generals": ["hosokawa_tadaoki"]}},
        "gifu": {"oda": {"generals": ["oda_nobutada"]}},
        "hokusetsu": {"oda": {"generals": ["araki_murashige"]}},
        "yamato": {"oda": {"generals": ["matsunaga_hisahide"]}},
    }
    match = table("akechi", "surprise_attack_1", areas, 1, 6, 6, 6)
    acts(match, "event surprise_attack_1", "attack akechi owari_ise")
    assert "niwa_nagahide" in stack(match, "gifu", "oda")["generals"]


@clause("honganji", "8-4-2-2")
def test_8_4_2_2_the_area_with_most_own_units_still_comes_first() -> None:
    areas = {
        "owari_ise": {"oda": {"generals": ["niwa_nagahide"]}, "akechi": {"ready": 2, "generals": ["hosokawa_tadaoki"]}},
        "gifu": {"oda": {"generals": ["oda_nobutada"]}},
        "yamato": {"oda": {"ready": 1, "generals": ["matsunaga_hisahide"]}},
    }
    match = table("akechi", "surprise_attack_1", areas, 1, 6, 6, 6)
    acts(match, "event surprise_attack_1", "attack akechi owari_ise")
    assert "niwa_nagahide" in stack(match, "yamato", "oda")["generals"]


@clause("honganji", "8-2-1")
def test_8_2_1_of_equal_commanders_without_a_player_the_first_by_id_commands() -> None:
    houjou = {"houjou": {"ready": 1, "generals": ["houjou_ujimasa", "houjou_ujiteru", "houjou_ujikuni"]}}
    areas = {"kantou": {"controller": "houjou", **houjou, "akechi": {"ready": 2, "generals": ["hosokawa_tadaoki"]}}}
    match = table("akechi", "charge_1", areas, *[6] * 7)
    events = acts(match, "combat", "attack akechi kantou")
    rolls = {event.data["purpose"]: event.data["parts"] for event in events if event.kind == "roll"}
    assert rolls["counterattack"][0]["data"] == {"general": "houjou_ujikuni"}


# 10-1, 1-2-1-1, H-32: knocked out in the own action turn


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
def test_10_1_whoever_is_knocked_out_in_his_own_action_turn_is_asked_nothing_more() -> None:
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
def test_10_1_however_he_falls_and_however_many_play(texts: list[str], scenario: str) -> None:
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


@clause("honganji", "5-2.p2")
def test_5_2_p2_a_player_who_is_in_still_chooses() -> None:
    areas = {"hida": {"controller": "neutral", "mouri": {"ready": 2}, "honganji": {"ready": 1}}}
    match = table("akechi", "surprise_attack_1", areas)
    acts(match, "throw", f"discard {SPARE}", "done")
    assert (match.decision.who, match.decision.name) == ("akechi", "control")
    allowed(match, "control hida mouri", "control hida honganji")


# 11-2, H-47: a beaten clan's areas


def heir(phase: str, turn: int, dice: list[int], **more: Any) -> Playing:
    """Hashiba is out, killed by Shibata, and still holds three areas; Shibata and Akechi hold one each."""
    beaten = {
        "harima": {"controller": "hashiba", "hashiba": {"ready": 1}},
        "bizen": {"controller": "hashiba", "hashiba": {"ready": 1}},
        "mimasaka": {"controller": "hashiba", "hashiba": {"ready": 1}},
        "gifu": {"controller": "akechi", "akechi": {"ready": 1}},
    }
    return lay(
        beaten,
        out=["hashiba"],
        killer="tokugawa",
        killed_by={"hashiba": "shibata"},
        phase=phase,
        turn=turn,
        dice=dice,
        options={"inherited_areas": True},
        **more,
    )


@clause("honganji", "11-2", "3-1")
def test_11_2_a_beaten_clans_areas_do_not_count_for_the_order() -> None:
    match = heir("order", 2, [1, 1, 1])
    assert order(match) == ["akechi", "tokugawa", "shibata"]


@clause("honganji", "11-2", "3-1.p2")
def test_11_2_nor_for_the_order_in_which_rebels_cut_in() -> None:
    """Of two rebels Shibata has fewer points of his own, though he is the heir: he comes first."""
    match = heir("order", 2, [1], status={"shibata": "rebel", "akechi": "rebel"})
    assert (match.decision.name, match.decision.who) == ("cut_in", "shibata")


@clause("honganji", "11-2", "9-2")
def test_11_2_they_count_at_the_end_of_the_game() -> None:
    match = heir("end", 6, [])
    assert match.result is not None
    assert match.result.winner == "shibata"
    assert match.result.points[SEATS.index("shibata")] == points(match, "shibata") >= 4


# Scheming where plain and flipped Neutral armies stand together


def schemer(flipped: int, ready: int, die: int = 1) -> Playing:
    areas = {
        "tanba": {"akechi": {"generals": ["akechi_mitsuhide", "hosokawa_fujitaka"]}},
        "tango": {"controller": "neutral", "neutral": {"ready": ready}},
    }
    match = table("akechi", "scheming_1", areas, die, flipped={"tango": flipped} if flipped else {})
    acts(match, "event scheming_1", "scheme_army tango")
    return match


@clause("honganji", "6-2")
def test_6_2_a_schemer_chooses_between_plain_and_flipped_armies() -> None:
    match = schemer(flipped=1, ready=2)
    assert (match.decision.name, match.decision.who) == ("neutral_army", "akechi")
    allowed(match, "plain_army", "flipped_army")
    match.act("flipped_army")
    assert match.view(None)["flipped"] == {}
    assert stack(match, "tango", "neutral")["ready"] == 1
    assert stack(match, "tango", "akechi")["spent"] == 1
    pool = match.view(None)["pools"]["neutral"]
    match = schemer(flipped=1, ready=2)
    match.act("plain_army")
    assert match.view(None)["flipped"] == {"tango": 1}
    assert match.view(None)["pools"]["neutral"] == pool + 1  # a flipped one never comes back (H-25)


@clause("honganji", "6-2")
def test_6_2_a_schemer_with_one_kind_before_him_is_not_asked() -> None:
    assert schemer(flipped=0, ready=2).decision.name == "action"
    match = schemer(flipped=2, ready=2)
    assert match.decision.name == "action"
    assert match.view(None)["flipped"] == {"tango": 1}


@clause("honganji", "6-2")
def test_6_2_a_failed_scheme_changes_neither() -> None:
    match = schemer(flipped=1, ready=2, die=6)
    match.act("flipped_army")
    assert match.view(None)["flipped"] == {"tango": 1}
    assert stack(match, "tango", "neutral")["ready"] == 2
