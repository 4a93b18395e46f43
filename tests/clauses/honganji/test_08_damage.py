"""Chapter 8 where this book differs: castles, Oda armies that turn over, losses without a player, refuges.

The rest of the chapter is in tests/clauses/areas_and_cards.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import SPARE, seen, table, told
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
from tests.clauses.honganji.table import acts, clauses_of, controller, refused, status
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


@clause("honganji", "FAQ-Q7", "1-2-1-2")
def test_faq_q7_the_owner_loses_a_castle_or_a_general_as_he_likes() -> None:
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


@clause("honganji", "8-4.p2")
def test_armies_removed_by_a_card_go_back_beside_the_board_as_well() -> None:
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
def test_oda_armies_that_are_hit_become_neutral() -> None:
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


@clause("honganji", "8-4-2", "8")
def test_h16_both_sides_are_checked_before_a_knock_out() -> None:
    """Ieyasu falls in his own attack; the man he hit is checked all the same, and then Tokugawa is out."""
    areas = {"gifu": {"tokugawa": {"generals": ["tokugawa_ieyasu"]}, "akechi": {"generals": ["hosokawa_tadaoki"]}}}
    match = board(areas, status={"akechi": "rebel"}, dice=[1, 1, 2, 5])
    strike(match, "tokugawa", "gifu")
    assert dead(match) == {"tokugawa_ieyasu"}
    assert whereabouts(match, "hosokawa_tadaoki") == ["tanba"]
    assert status(match, "tokugawa") == "out"
    assert turn_of(match) == ("action", "hashiba")


@clause("honganji", "1-2-1-2", "8-4-2-1")
@pytest.mark.parametrize(
    ("clan", "general"),
    [("neutral", "anekouji_yoritsuna"), ("uesugi", "naoe_kanetsugu"), ("oda", "oda_nobunaga")],
)
def test_defending_generals_fail_their_check_without_a_die(clan: str, general: str) -> None:
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
def test_a_general_flees_where_his_clan_has_control_and_units() -> None:
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
def test_h22_a_general_flees_only_where_his_clan_has_units() -> None:
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
def test_a_general_with_nowhere_to_flee_is_dead(tanba: str, flee_to: str, refuge: list[str]) -> None:
    """Mitsuhide camps in Mimasaka, which is not his, and at best the empty Tanba is."""
    mimasaka = {"akechi": {"generals": ["akechi_mitsuhide"]}}
    match = routed(options={"flee_to": flee_to}, mimasaka=mimasaka, tanba={"controller": tanba})
    assert whereabouts(match, "hosokawa_tadaoki") == refuge
    assert dead(match) == (set() if refuge else {"hosokawa_tadaoki"})


@clause("honganji", "8-4")
def test_h23_losses_without_a_player_are_chosen_by_rule() -> None:
    """Two of four Mouri armies; of the Neutral generals the one with the lowest value."""
    match = storm("mouri", {"ready": 2, "spent": 2}, 1, 1, 6, 6)
    assert turn_of(match) == ("additional", "tokugawa")
    assert sum(armies(match, "gifu", "mouri")) == 2
    match = storm("neutral", {"generals": ["takeda_katsuyori", "jinbou_nagamoto"]}, 1, 6, 6, 6, 6, 6)
    assert dead(match) == {"jinbou_nagamoto"}


@clause("honganji", "8-4", "8-4-2-2")
def test_h23_nobunaga_falls_last_and_generals_flee_to_the_largest_force() -> None:
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


@clause("honganji", "8-4-1", "1-2-2-1")
def test_8_4_1_flipped_armies_do_not_share_the_losses_of_others() -> None:
    """Akechi loses two armies to Shibata's castle beside two flipped Oda armies: both come back to his pool."""
    here = {"neutral": {"ready": 2}, "akechi": {"ready": 2}, "shibata": {"ready": 1, "generals": ["kitanoshou_castle"]}}
    match = table("akechi", "charge_1", {"tango": here}, 1, 1, flipped={"tango": 2})
    assert (seen(match, "pools")["akechi"], seen(match, "flipped")["tango"]) == (8, 2)
    acts(match, "combat", "attack akechi tango", "target shibata")
    assert "akechi" not in seen(match, "areas")["tango"]["stacks"]
    assert (seen(match, "pools")["akechi"], seen(match, "flipped")["tango"]) == (10, 2)


@clause("honganji", "8-4-1", "1-2-2-1")
def test_8_4_1_every_counter_is_accounted_for() -> None:
    """An Oda army flips, then falls as a Neutral one: no counter appears or vanishes from the count."""
    areas = {"tango": {"akechi": {"generals": ["sakamoto_castle"]}, "oda": {"ready": 1}}}
    match = table("akechi", "charge_1", areas, 1, 1)
    counted = match.game.invariants(match.position)
    acts(match, "combat", "attack akechi tango")
    assert seen(match, "flipped")["tango"] == 1
    assert match.game.invariants(match.position) == counted
    acts(match, f"discard {SPARE}", "again", "discard charge_1")
    assert seen(match, "flipped").get("tango", 0) == 0
    assert match.game.invariants(match.position) == counted


@clause("honganji", "8-4-1")
def test_8_4_1_a_miss_flips_nobody() -> None:
    for die, flips in [(6, []), (1, [["8-4-1"]])]:
        areas = {"tango": {"akechi": {"generals": ["sakamoto_castle"]}, "oda": {"ready": 1}}}
        match = table("akechi", "charge_1", areas, die)
        acts(match, "combat")
        assert told(match.act("attack akechi tango"), "flipped") == flips
