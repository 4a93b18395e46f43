"""Chapter 4: Neutral armies, and how daimyo clans are kept apart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.table import (
    GREATER,
    HANDS,
    SEATS,
    acts,
    allowed,
    armies_of,
    board,
    column,
    fight,
    go,
    points,
    refused,
    settle,
    stack,
    status,
)
from tests.support import clause

CLANS = (*SEATS, *GREATER, "oda", "neutral")


@clause("honganji", "4-4")
@pytest.mark.parametrize("seat", SEATS)
def test_4_4_neutral_armies_do_not_act(seat: str) -> None:
    """No march, no attack and no card for them, in anybody's turn."""
    areas = {
        "gifu": {seat: {"ready": 3}},
        "hida": {"neutral": {"ready": 2, "generals": ["anekouji_yoritsuna"]}, "oda": {"ready": 1}},
        "kai": {"neutral": {"ready": 3}, "houjou": {"ready": 1}},
    }
    match = board(areas, seat)
    refused(match, "combat")
    acts(match, "movement")
    assert set(match.decision.texts) == {f"march {seat} gifu"}


@clause("honganji", "4-4")
@pytest.mark.parametrize(("dice", "left"), [([4, 4], 1), ([4, 5], 2), ([5, 5], 3)])
def test_4_4_neutral_armies_counterattack_as_a_single_clan(dice: list[int], left: int) -> None:
    """Two Neutral generals of different houses roll together, at the value of the better one."""
    units = {"akechi": {"ready": 3}, "neutral": {"generals": ["sanada_masayuki", "yamana_hirotoyo"]}}
    match = board({"shinano": units}, dice=dice)
    fight(match, "akechi", "shinano")
    assert armies_of(match, "shinano", "akechi") == left
    assert set(stack(match, "shinano", "neutral")["generals"]) == {"sanada_masayuki", "yamana_hirotoyo"}


@clause("honganji", "4-4")
@pytest.mark.parametrize("state", ["vassal", "rebel"])
def test_4_4_nobody_is_allied_to_neutral_armies(state: str) -> None:
    """They stop a vassal as well as a rebel and fight both; only Oda's units let a vassal pass."""
    areas = {
        "echizen": {"shibata": {"ready": 2, "generals": ["shibata_katsuie"]}},
        "etchuu_kaga": {"neutral": {"ready": 1}},
    }
    match = board(areas, "shibata", status={"shibata": state}, dice=[1])
    acts(match, "movement")
    column(match, "shibata", "echizen", generals=["shibata_katsuie"])
    refused(match, "to echigo", "7.p1b")
    acts(match, "to etchuu_kaga")
    assert armies_of(match, "etchuu_kaga", "neutral") == 0
    assert match.view("akechi")["sides"]["neutral"] == "neutral"
    match = board({**areas, "etchuu_kaga": {"oda": {"ready": 1}}}, "shibata", status={"shibata": state})
    acts(match, "movement")
    column(match, "shibata", "echizen", generals=["shibata_katsuie"])
    assert ("to echigo" in match.decision.texts) == (state == "vassal")


@clause("honganji", "4-5")
@pytest.mark.parametrize(
    ("own", "clan", "other"),
    [
        ("rebel", "shibata", "rebel"),
        ("rebel", "uesugi", "vassal"),
        ("vassal", "shibata", "vassal"),
        ("vassal", "oda", "vassal"),
    ],
)
def test_4_5_units_of_the_same_side_may_be_attacked(own: str, clan: str, other: str) -> None:
    """A vassal who attacks his own side is a rebel by it."""
    units = {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}, clan: {"ready": 2}}
    match = board({"gifu": units}, status={"akechi": own, "shibata": other}, dice=[1, 6])
    assert match.view("akechi")["sides"]["akechi"] == match.view("akechi")["sides"][clan]
    fight(match, "akechi", "gifu")
    assert armies_of(match, "gifu", clan) == 1
    assert status(match, "akechi") == "rebel"
    assert status(match, "shibata") == other


@clause("honganji", "4-5")
@pytest.mark.parametrize(("strict", "state"), [(False, "rebel"), (True, "vassal")])
def test_4_5_whether_the_attack_makes_a_rebel_is_an_option(strict: bool, state: str) -> None:
    units = {"akechi": {"ready": 2}, "shibata": {"ready": 1}}
    match = board({"gifu": units}, dice=[], options={"strict_rebellion_list": strict})
    fight(match, "akechi", "gifu")
    assert status(match, "akechi") == state


@clause("honganji", "4-5")
@pytest.mark.parametrize("clan", ["shibata", "oda"])
def test_4_5_movement_is_restricted_between_clans_of_one_side(clan: str) -> None:
    """A vassal cannot leave an area that he shares with another vassal or with Oda."""
    areas = {"tanba": {"akechi": {"ready": 3}, clan: {"ready": 1}}, "tango": {"akechi": {"ready": 3}}}
    match = board(areas)
    acts(match, "movement")
    allowed(match, "march akechi tango")
    refused(match, "march akechi tanba", "7-2(2)")


@clause("honganji", "4-5")
def test_4_5_greater_daimyos_bind_each_other() -> None:
    areas = {"kantou": {"houjou": {"ready": 3}, "uesugi": {"ready": 3}}, "echigo": {"uesugi": {"ready": 3}}}
    match = board(areas)
    acts(match, "event surrounding_nobunaga_1", "direct uesugi", "movement")
    allowed(match, "march uesugi echigo")
    refused(match, "march uesugi kantou", "7-2(2)")


@clause("honganji", "4-5.p2")
def test_4_5_p2_each_attack_has_one_target_clan_of_its_own() -> None:
    units = {
        "shibata": {"ready": 2, "generals": ["shibata_katsuie"]},
        "uesugi": {"ready": 3},
        "houjou": {"ready": 3},
    }
    match = board({"gifu": units}, "shibata", dice=[3, 6, 6, 3, 3, 6])
    fight(match, "shibata", "gifu")
    assert set(match.decision.texts) == {"target uesugi", "target houjou"}
    acts(match, "target uesugi")
    settle(match)
    assert (armies_of(match, "gifu", "uesugi"), armies_of(match, "gifu", "houjou")) == (2, 3)
    acts(match, "again", "discard desertion_2")
    assert set(match.decision.texts) == {"target uesugi", "target houjou"}
    acts(match, "target houjou")
    assert (armies_of(match, "gifu", "uesugi"), armies_of(match, "gifu", "houjou")) == (2, 1)


@clause("honganji", "4-5.p3")
def test_4_5_p3_bystanders_neither_roll_nor_suffer() -> None:
    """Three dice only, Akechi's: Tokugawa adds none, and Houjou's general does not lead Uesugi's armies."""
    units = {
        "akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]},
        "tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]},
        "uesugi": {"ready": 2},
        "houjou": {"ready": 4, "generals": ["houjou_ujimasa"]},
    }
    match = board({"gifu": units}, dice=[3, 3, 3])
    fight(match, "akechi", "gifu", "target uesugi")
    acts(match, "stop")
    assert stack(match, "gifu", "uesugi") == {"ready": 0, "spent": 0, "generals": {}}
    assert stack(match, "gifu", "houjou") == {"ready": 4, "spent": 0, "generals": {"houjou_ujimasa": "ready"}}
    assert stack(match, "gifu", "akechi") == {"ready": 0, "spent": 2, "generals": {"akechi_mitsuhide": "spent"}}
    assert stack(match, "gifu", "tokugawa") == {"ready": 2, "spent": 0, "generals": {"tokugawa_ieyasu": "ready"}}


@clause("honganji", "4-5.p4")
def test_4_5_p4_areas_of_the_same_side_are_not_ones_own() -> None:
    """Akechi stands in areas of a fellow vassal and of Oda; neither counts for him, nor may he reinforce there."""
    areas = {
        "tanba": {"akechi": {"ready": 1}},
        "harima": {"hashiba": {"ready": 1}, "akechi": {"ready": 1}},
        "gifu": {"oda": {"ready": 1}, "akechi": {"ready": 1}},
    }
    match = board(areas)
    assert (points(match, "akechi"), points(match, "hashiba")) == (1, 1)
    acts(match, "reinforcement")
    assert set(match.decision.texts) == {"reinforce akechi tanba"}
    refused(match, "reinforce akechi harima", "6-3-1")
    refused(match, "reinforce akechi gifu", "6-3-1")


@clause("honganji", "4-5.p4")
@pytest.mark.parametrize("holder", ["akechi", "hashiba", "oda"])
def test_4_5_p4_an_ally_s_area_is_no_refuge(holder: str) -> None:
    """The check says flee, but only to an area of his own clan."""
    areas = {
        "shinano": {"akechi": {"generals": ["hosokawa_tadaoki"]}, "neutral": {"generals": ["sanada_masayuki"]}},
        "tanba": {"controller": holder, holder: {"ready": 1}} | {"akechi": {"ready": 1}},
    }
    match = board(areas, dice=[6, 1, 5])
    fight(match, "akechi", "shinano")
    refuge = holder == "akechi"
    assert ("hosokawa_tadaoki" in match.view("akechi")["dead"]) == (not refuge)
    assert stack(match, "tanba", "akechi")["generals"] == ({"hosokawa_tadaoki": "spent"} if refuge else {})


@clause("honganji", "4-6", "4-6.Ex1")
@pytest.mark.parametrize("clan", CLANS)
def test_4_6_ex1_shibata_moving_shibata_meets_other_clans_everywhere(clan: str) -> None:
    """Katsuie's one die takes an army of any clan but his own; among his own there is no combat."""
    areas = {"echizen": {"shibata": {"ready": 2, "generals": ["shibata_katsuie"]}}, "gifu": {clan: {"ready": 1}}}
    match = board(areas, "shibata", dice=[] if clan == "shibata" else [1])
    go(match, "shibata", "echizen", "gifu", generals=["shibata_katsuie"])
    assert stack(match, "gifu", clan)["ready"] == int(clan == "shibata")
    assert stack(match, "gifu", "shibata")["generals"] == {"shibata_katsuie": "spent"}


def houjou_to_shinano(clan: str, seat: str, dice: list[int]) -> Playing:
    """Tsunashige, one of Houjou's, is moved by that player into an area with one army of the clan."""
    areas: dict[str, Any] = {"kantou": {"houjou": {"ready": 2, "generals": ["houjou_tsunashige"]}}}
    areas["shinano"] = {clan: {"ready": 1}} if clan else {}
    match = board(areas, seat, dice=dice, options={"greater_lists": "any"})
    card = next(card for card in HANDS[seat] if "surrounding" in card)
    acts(match, f"event {card}", "direct houjou", "movement")
    column(match, "houjou", "kantou", generals=["houjou_tsunashige"])
    return match


@clause("honganji", "4-6", "4-6.Ex2")
@pytest.mark.parametrize("clan", CLANS)
def test_4_6_ex2_shibata_moving_houjou_meets_even_shibata_as_another_clan(clan: str) -> None:
    match = houjou_to_shinano(clan, "shibata", [] if clan == "houjou" else [1])
    acts(match, "to shinano")
    assert stack(match, "shinano", clan)["ready"] == int(clan == "houjou")
    assert stack(match, "shinano", "houjou")["generals"] == {"houjou_tsunashige": "spent"}
    assert status(match, "shibata") == "vassal"


@clause("honganji", "4-6", "4-6.Ex2")
@pytest.mark.parametrize("seat", ["shibata", "akechi"])
def test_4_6_ex2_the_players_own_units_stop_the_greater_daimyo(seat: str) -> None:
    """Gifu lies beyond Shinano: open while Shinano is empty, closed by the player's own army there."""
    allowed(houjou_to_shinano("", seat, []), "to shinano", "to gifu")
    match = houjou_to_shinano(seat, seat, [])
    allowed(match, "to shinano")
    refused(match, "to gifu", "7.p1b")
