"""Chapter 8: what damage does to armies and generals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.steps import (
    armies,
    board,
    dead,
    finish,
    generals,
    options_of,
    pay,
    strike,
    turn_of,
    whereabouts,
)
from tests.clauses.honganji.table import acts, clauses_of, controller, refused, stack, status
from tests.support import clause

HONDA = {"ready": 3, "generals": ["honda_tadakatsu"]}  # four dice at 3
FIVE = {"neutral": {"ready": 5}}  # all the plain Neutral counters
REFUGES: dict[str, Any] = {"hida": {"neutral": {"ready": 1}}, "yamato": {"oda": {"ready": 1}}}


def attack(akechi: dict[str, Any], *dice: int, **entries: Any) -> Playing:
    """Honda attacks Akechi, who is a rebel, in Gifu."""
    areas = {"gifu": {"tokugawa": HONDA, "akechi": akechi}}
    match = board(areas, status={"akechi": "rebel"}, dice=dice, **entries)
    strike(match, "tokugawa", "gifu")
    return match


def storm(clan: str, units: dict[str, Any], *dice: int, **areas: Any) -> Playing:
    """Honda attacks a clan without a player in Gifu."""
    match = board({"gifu": {"tokugawa": HONDA, clan: units}, **areas}, dice=dice)
    strike(match, "tokugawa", "gifu")
    return match


@clause("honganji", "8-4")
def test_8_4_receiver_chooses_among_his_armies() -> None:
    """Two hits on two ready and two spent armies: Akechi says how many ready ones go."""
    for ready_lost in (0, 1, 2):
        match = attack({"ready": 2, "spent": 2}, 1, 1, 6, 6)
        assert turn_of(match) == ("losses", "akechi")
        assert options_of(match) == {"lose 0", "lose 1", "lose 2"}
        match.act(f"lose {ready_lost}")
        assert armies(match, "gifu", "akechi") == (2 - ready_lost, ready_lost)


@clause("honganji", "8-4")
def test_8_4_choice_within_what_stands_there() -> None:
    """Three hits: with one ready army at most one of them is ready, with one spent army at least two are."""
    match = attack({"ready": 1, "spent": 3}, 1, 1, 1, 6)
    assert options_of(match) == {"lose 0", "lose 1"}
    refused(match, "lose 2", "8-4")
    match = attack({"ready": 3, "spent": 1}, 1, 1, 1, 6)
    assert options_of(match) == {"lose 2", "lose 3"}
    refused(match, "lose 1", "8-4")


@clause("honganji", "8-4")
def test_h15_armies_before_generals() -> None:
    """Two hits take the two armies and Tadaoki makes no check (no die is left); a third hit is his."""
    akechi = {"ready": 1, "spent": 1, "generals": ["hosokawa_tadaoki"]}
    match = attack(akechi, 1, 1, 6, 6, 6, 6, 6)
    assert stack(match, "gifu", "akechi") == {"ready": 0, "spent": 0, "generals": {"hosokawa_tadaoki": "ready"}}
    match = attack(akechi, 1, 1, 1, 6, 6, 6, 6, 2)
    assert stack(match, "gifu", "akechi") == {"ready": 0, "spent": 0, "generals": {}}
    assert dead(match) == {"hosokawa_tadaoki"}


@clause("honganji", "8-4", "8-4-2")
@pytest.mark.parametrize(
    ("victim", "other"),
    [("hosokawa_tadaoki", "hosokawa_fujitaka"), ("hosokawa_fujitaka", "hosokawa_tadaoki")],
)
def test_h15_receiver_chooses_among_his_generals(victim: str, other: str) -> None:
    """Two hits, one army: its owner says which of two generals takes the second, and only that one is checked."""
    akechi = {"ready": 1, "generals": ["hosokawa_tadaoki", "hosokawa_fujitaka"]}
    match = attack(akechi, 1, 1, 6, 6, 6, 6, 6, 1)
    match.act("commander hosokawa_tadaoki")
    assert turn_of(match) == ("wound", "akechi")
    assert options_of(match) == {"hit hosokawa_tadaoki", "hit hosokawa_fujitaka"}
    match.act(f"hit {victim}")
    assert generals(match, "gifu", "akechi") == {other: "ready"}
    assert dead(match) == {victim}


@clause("honganji", "FAQ-Q7", "1-2-1-2")
def test_faq_q7_castle_or_general_as_the_owner_likes() -> None:
    """The castle falls without a check; the general beside it has one (dead on a 3)."""
    akechi = {"generals": ["sakamoto_castle", "hosokawa_tadaoki"]}
    hits = [1, 6, 6, 6, 6, 6]
    match = attack(akechi, *hits)
    match.act("commander sakamoto_castle")
    assert turn_of(match) == ("wound", "akechi")
    assert options_of(match) == {"hit sakamoto_castle", "hit hosokawa_tadaoki"}
    match.act("hit sakamoto_castle")
    assert whereabouts(match, "sakamoto_castle") == []
    assert generals(match, "gifu", "akechi") == {"hosokawa_tadaoki": "ready"}
    match = attack(akechi, *hits, 3)
    acts(match, "commander sakamoto_castle", "hit hosokawa_tadaoki")
    assert generals(match, "gifu", "akechi") == {"sakamoto_castle": "ready"}
    assert dead(match) == {"hosokawa_tadaoki"}


@clause("honganji", "8-4")
def test_h14_hits_left_over_harm_nobody_else() -> None:
    areas = {"gifu": {"tokugawa": HONDA, "mouri": {"ready": 1}, "neutral": {"ready": 3}}}
    match = board(areas, dice=[1, 1, 1, 1])
    strike(match, "tokugawa", "gifu", "target mouri")
    assert armies(match, "gifu", "mouri") == (0, 0)
    assert armies(match, "gifu", "neutral") == (3, 0)


@clause("honganji", "8-4")
def test_h14_only_participants_are_hit() -> None:
    """Three hits on Sakakibara and one army: the third is lost, for the spent units beside them did not fight."""
    tokugawa = {
        "ready": 1,
        "spent": 3,
        "generals": ["sakakibara_yasumasa"],
        "spent_generals": ["honda_masanobu"],
    }
    uesugi = {"ready": 3, "generals": ["uesugi_kenshin"]}
    match = board({"gifu": {"tokugawa": tokugawa, "uesugi": uesugi}}, dice=[6, 6, 1, 1, 1, 6, 1])
    strike(match, "tokugawa", "gifu")
    assert stack(match, "gifu", "tokugawa") == {"ready": 0, "spent": 3, "generals": {"honda_masanobu": "spent"}}
    assert dead(match) == {"sakakibara_yasumasa"}
    assert turn_of(match) == ("action", "tokugawa")


@clause("honganji", "8-4.p2")
def test_8_4_p2_removed_armies_go_back_beside_the_board() -> None:
    """Akechi has ten army counters, Mouri eight; Desertion takes half of four armies."""
    match = attack({"ready": 8}, 1, 1, 6, 6)
    assert match.view("akechi")["pools"]["akechi"] == 4
    assert match.view("akechi")["pools"]["tokugawa"] == 7
    match = board({"chuugoku": {"mouri": {"ready": 4}}}, cards=["desertion_1", "charge_1"])
    assert match.view("akechi")["pools"]["mouri"] == 4
    acts(match, "event desertion_1", "desert mouri chuugoku")
    assert match.view("akechi")["pools"]["mouri"] == 6
    assert armies(match, "chuugoku", "mouri") == (2, 0)


@clause("honganji", "8-4-1")
def test_8_4_1_armies_are_removed_at_once_without_a_check() -> None:
    match = attack({"spent": 4}, 1, 2, 3, 4)
    assert turn_of(match) == ("additional", "tokugawa")
    assert armies(match, "gifu", "akechi") == (0, 1)


@clause("honganji", "8-4-1")
def test_8_4_1_oda_armies_become_neutral() -> None:
    """Two hits turn two of three over; both clans can be attacked next."""
    match = storm("oda", {"ready": 3}, 1, 1, 6, 6)
    assert sum(armies(match, "gifu", "oda")) == 1
    assert sum(armies(match, "gifu", "neutral")) == 2
    assert match.view("akechi")["flipped"]["gifu"] == 2
    assert match.view("akechi")["pools"]["neutral"] == 5  # counters of their own
    match.act("again")
    pay(match)
    assert options_of(match) == {"target oda", "target neutral"}


@clause("honganji", "8-4-1")
def test_h25_a_flipped_army_is_out_of_that_combat_and_dies_for_good() -> None:
    """Three hits: the army flips, Nobutada dies, the third finds nobody. Killed later, it fills no empty pool."""
    match = storm("oda", {"ready": 1, "generals": ["oda_nobutada"]}, 1, 1, 1, 6, 6, 6, 1, 1, 6, 6, 6, hida=FIVE)
    assert dead(match) == {"oda_nobutada"}
    assert sum(armies(match, "gifu", "neutral")) == 1
    match.act("again")
    pay(match)
    assert sum(armies(match, "gifu", "neutral")) == 0
    assert match.view("akechi")["flipped"].get("gifu", 0) == 0
    assert match.view("akechi")["pools"]["neutral"] == 0


@clause("honganji", "8-4-1", "8-4.p2")
def test_h25_a_plain_neutral_army_returns_to_the_pool() -> None:
    match = storm("neutral", {"ready": 1}, 1, 6, 6, 6, hida={"neutral": {"ready": 4}})
    assert match.view("akechi")["pools"]["neutral"] == 1


def raid(honda: dict[str, Any], *dice: int) -> Playing:
    """A rebel attacks Nobunaga and one army in the capital."""
    areas = {"miyako_azuchi": {"tokugawa": honda, "oda": {"ready": 1, "generals": ["oda_nobunaga"]}}}
    match = board(areas, status={"tokugawa": "rebel"}, dice=dice)
    strike(match, "tokugawa", "miyako_azuchi")
    return match


@clause("honganji", "5-2.p2", "8-4-1")
def test_h26_the_capital_goes_to_the_attacker_if_he_is_left() -> None:
    """Nobunaga falls, his army flips; where the attackers fall too, it holds the place."""
    match = raid({"ready": 2, "generals": ["honda_tadakatsu"]}, 1, 1, 6, 6, 6)
    finish(match)
    assert dead(match) == {"oda_nobunaga"}
    assert controller(match, "miyako_azuchi") == "oda"
    match.act("end")
    assert sum(armies(match, "miyako_azuchi", "neutral")) == 1
    assert controller(match, "miyako_azuchi") == "tokugawa"
    match = raid({"ready": 1, "generals": ["honda_tadakatsu"]}, 1, 1, 1, 1, 1)
    assert dead(match) == {"oda_nobunaga", "honda_tadakatsu"}
    match.act("end")
    assert controller(match, "miyako_azuchi") == "neutral"


@clause("honganji", "8-4-2")
def test_8_4_2_each_general_has_his_own_check() -> None:
    """Both are hit; the dice 2 and 5 kill one and put the other to flight."""
    match = attack({"generals": ["hosokawa_tadaoki", "hosokawa_fujitaka"]}, 1, 1, 6, 6, 6, 6, 2, 5)
    match.act("commander hosokawa_tadaoki")
    fled = set(generals(match, "tanba", "akechi")) - {"akechi_mitsuhide"}
    assert len(dead(match)) == 1
    assert len(fled) == 1
    assert dead(match) | fled == {"hosokawa_tadaoki", "hosokawa_fujitaka"}
    assert generals(match, "gifu", "akechi") == {}


DUEL = {"gifu": {"tokugawa": {"generals": ["honda_tadakatsu"]}, "akechi": {"generals": ["hosokawa_tadaoki"]}}}


@clause("honganji", "8-4-2")
def test_h16_attackers_generals_are_checked_first() -> None:
    """Honda and Tadaoki hit each other: the first die is Honda's."""
    match = board(DUEL, status={"akechi": "rebel"}, dice=[1, 1, 2, 5])
    strike(match, "tokugawa", "gifu")
    assert dead(match) == {"honda_tadakatsu"}
    assert whereabouts(match, "hosokawa_tadaoki") == ["tanba"]
    match = board(DUEL, status={"akechi": "rebel"}, dice=[1, 1, 5, 2])
    strike(match, "tokugawa", "gifu")
    assert dead(match) == {"hosokawa_tadaoki"}
    assert whereabouts(match, "honda_tadakatsu") == ["mikawa"]


@clause("honganji", "8-4-2", "8")
def test_h16_checks_of_both_sides_before_a_knock_out() -> None:
    """Ieyasu falls in his own attack; the man he hit is checked all the same, and then Tokugawa is out."""
    areas = {"gifu": {"tokugawa": {"generals": ["tokugawa_ieyasu"]}, "akechi": {"generals": ["hosokawa_tadaoki"]}}}
    match = board(areas, status={"akechi": "rebel"}, dice=[1, 1, 2, 5])
    strike(match, "tokugawa", "gifu")
    assert dead(match) == {"tokugawa_ieyasu"}
    assert whereabouts(match, "hosokawa_tadaoki") == ["tanba"]
    assert status(match, "tokugawa") == "out"
    assert turn_of(match) == ("action", "hashiba")


@clause("honganji", "8-4-2", "8-4-2-1", "8-4-2-2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_8_4_2_1_dead_or_fled(die: int) -> None:
    """Up to 3 he is dead and gone, from 4 he flees to Tanba, the other Akechi area, and is spent."""
    match = attack({"generals": ["hosokawa_tadaoki"]}, 1, 6, 6, 6, 6, die)
    assert generals(match, "gifu", "akechi") == {}
    if die <= 3:
        assert dead(match) == {"hosokawa_tadaoki"}
        assert whereabouts(match, "hosokawa_tadaoki") == []
    else:
        assert dead(match) == set()
        assert generals(match, "tanba", "akechi") == {"akechi_mitsuhide": "ready", "hosokawa_tadaoki": "spent"}


@clause("honganji", "1-2-1-2", "8-4-2-1")
@pytest.mark.parametrize(
    ("clan", "general"),
    [("neutral", "anekouji_yoritsuna"), ("uesugi", "naoe_kanetsugu"), ("oda", "oda_nobunaga")],
)
def test_1_2_1_2_defending_generals_fail_their_check(clan: str, general: str) -> None:
    """No die is rolled for them, though their clan has a place to flee to. Others may flee: Nobutada does, on a 4."""
    match = storm(clan, {"generals": [general]}, 1, 6, 6, 6, 6, **REFUGES)
    assert dead(match) == {general}
    assert whereabouts(match, general) == []
    match = storm("oda", {"generals": ["oda_nobutada"]}, 1, 6, 6, 6, 6, 4, **REFUGES)
    assert whereabouts(match, "oda_nobutada") == ["yamato"]


def routed(*, options: dict[str, Any] | None = None, rebel: bool = True, **areas: Any) -> Playing:
    """Honda hits Tadaoki, alone in an Akechi-held Gifu, and the check says flee."""
    gifu = {"controller": "akechi", "tokugawa": HONDA, "akechi": {"generals": ["hosokawa_tadaoki"]}}
    ranks = {"akechi": "rebel"} if rebel else {}
    match = board({"gifu": gifu, **areas}, status=ranks, dice=[1, 6, 6, 6, 6, 4], options=options)
    strike(match, "tokugawa", "gifu")
    return match


PLACES: dict[str, Any] = {
    "kai": {"controller": "akechi", "akechi": {"spent": 1}},
    "hida": {"controller": "akechi"},
    "shinano": {"akechi": {"ready": 1}},
}


@clause("honganji", "8-4-2-2", "FAQ-Q8")
def test_8_4_2_2_to_another_area_of_his_clan() -> None:
    match = routed(**PLACES)
    assert turn_of(match) == ("flee", "akechi")
    assert options_of(match) == {"flee tanba", "flee kai"}
    refused(match, "flee gifu")  # his own, but the field of battle
    assert clauses_of(match.why_not("flee gifu")) & {"8-4-2-2", "FAQ-Q8"}
    refused(match, "flee echizen", "8-4-2-2")  # another clan's
    refused(match, "flee shinano", "8-4-2-2")  # units, but no control
    match.act("flee kai")
    assert whereabouts(match, "hosokawa_tadaoki") == ["kai"]
    assert generals(match, "kai", "akechi") == {"hosokawa_tadaoki": "spent"}


@clause("honganji", "8-4-2-2")
def test_h22_only_where_his_clan_has_units() -> None:
    """Hida is Akechi's by the record alone: no refuge, unless the option says so."""
    refused(routed(**PLACES), "flee hida", "8-4-2-2")
    loose = routed(options={"flee_to": "any"}, **PLACES)
    assert options_of(loose) == {"flee tanba", "flee kai", "flee hida"}
    loose.act("flee hida")
    assert generals(loose, "hida", "akechi") == {"hosokawa_tadaoki": "spent"}


@clause("honganji", "8-4-2-2")
def test_h21_flight_is_no_movement() -> None:
    """Oda armies in Kai do not matter: no combat, and the vassal who flees there remains one."""
    kai = {"controller": "akechi", "akechi": {"ready": 1}, "oda": {"ready": 1}, "neutral": {"ready": 1}}
    match = routed(rebel=False, kai=kai)
    match.act("flee kai")
    assert generals(match, "kai", "akechi") == {"hosokawa_tadaoki": "spent"}
    assert armies(match, "kai", "oda") == (1, 0)
    assert armies(match, "kai", "akechi") == (1, 0)
    assert status(match, "akechi") == "vassal"


@clause("honganji", "8-4-2-2")
@pytest.mark.parametrize(
    ("tanba", "flee_to", "refuge"),
    [("neutral", "own_units", []), ("neutral", "any", []), ("akechi", "own_units", []), ("akechi", "any", ["tanba"])],
)
def test_8_4_2_2_nowhere_to_flee_is_death(tanba: str, flee_to: str, refuge: list[str]) -> None:
    """Mitsuhide camps in Mimasaka, which is not his, and at best the empty Tanba is."""
    mimasaka = {"akechi": {"generals": ["akechi_mitsuhide"]}}
    match = routed(options={"flee_to": flee_to}, mimasaka=mimasaka, tanba={"controller": tanba})
    assert whereabouts(match, "hosokawa_tadaoki") == refuge
    assert dead(match) == (set() if refuge else {"hosokawa_tadaoki"})


@clause("honganji", "8-4")
def test_h23_losses_without_a_player_ask_nobody() -> None:
    """Two of four Mouri armies; of the Neutral generals the one with the lowest value."""
    match = storm("mouri", {"ready": 2, "spent": 2}, 1, 1, 6, 6)
    assert turn_of(match) == ("additional", "tokugawa")
    assert sum(armies(match, "gifu", "mouri")) == 2
    match = storm("neutral", {"generals": ["takeda_katsuyori", "jinbou_nagamoto"]}, 1, 6, 6, 6, 6, 6)
    assert dead(match) == {"jinbou_nagamoto"}


@clause("honganji", "8-4", "8-4-2-2")
def test_h23_nobunaga_last_and_flight_to_the_largest_force() -> None:
    """Two hits: Nobutada (1) and Niwa, whose 3 is Nobunaga's too; both flee to Yamato with its two units."""
    places = {
        "owari_ise": {"oda": {"generals": ["araki_murashige"]}},
        "yamato": {"oda": {"ready": 1, "generals": ["matsunaga_hisahide"]}},
    }
    oda = {"generals": ["oda_nobunaga", "niwa_nagahide", "oda_nobutada"]}
    match = storm("oda", oda, 1, 1, 6, 6, 6, 6, 6, 5, 5, **places)
    assert generals(match, "gifu", "oda") == {"oda_nobunaga": "ready"}
    assert generals(match, "yamato", "oda") == {
        "matsunaga_hisahide": "ready",
        "niwa_nagahide": "spent",
        "oda_nobutada": "spent",
    }
