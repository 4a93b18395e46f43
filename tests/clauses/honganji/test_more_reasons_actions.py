"""Every reason that keeps a player from cutting in, petitioning, acting, paying or taking control."""

from __future__ import annotations

from tests.clauses.honganji.plays import lay
from tests.clauses.honganji.steps import CARDS, board
from tests.clauses.honganji.table import acts, allowed
from tests.clauses.reasons import barred
from tests.support import clause

# Areas that Oda rules at the start, now nobody's.
LOST = {area: {"controller": "neutral"} for area in ("hokusetsu", "miyako_azuchi", "owari_ise")}


@clause("honganji", "3-1.p2")
def test_3_1_p2_there_are_no_other_slots() -> None:
    match = lay(phase="order", status={"shibata": "rebel", "hashiba": "rebel"}, dice=(1, 1))
    first = match.decision.who
    assert match.decision.texts == ["slot 1", "slot 2", "slot 3"]
    barred(match, "slot 0", "3-1.p2 no_such_slot")
    barred(match, "slot 4", "3-1.p2 no_such_slot")
    match.act("slot 3")
    assert match.decision.who != first
    assert match.decision.texts == ["slot 1", "slot 2", "slot 3", "slot 4"]
    barred(match, "slot 0", "3-1.p2 no_such_slot")
    barred(match, "slot 5", "3-1.p2 no_such_slot")


@clause("honganji", "3-3", "1-2-2-1")
def test_3_3_own_armies_go_where_the_own_clan_rules() -> None:
    match = lay(phase="petition", dice=(2,))
    assert match.decision.texts == ["armies akechi tanba"]
    barred(match, "armies akechi echigo", "3-3 not_held")
    barred(match, "armies uesugi echigo", "3-3 not_rolled")
    barred(match, "armies shibata tanba", "3-3 not_rolled", "3-3 not_held")


@clause("honganji", "3-3", "1-2-2-1", "4-2.Akechi")
def test_3_3_armies_of_a_greater_daimyo_on_the_list() -> None:
    areas = {
        "kii_ishiyama": {"honganji": {"ready": 6}},
        "chuugoku": {"mouri": {"ready": 1}},
        "kantou": {"houjou": {"ready": 1}},
    }
    match = lay(areas, phase="petition", dice=(4,))
    assert set(match.decision.texts) == {"armies uesugi echigo", "armies houjou kantou"}
    barred(match, "armies mouri chuugoku", "3-3 not_rolled")
    barred(match, "armies akechi tanba", "3-3 not_rolled")
    barred(match, "armies uesugi kantou", "3-3 not_held")
    barred(match, "armies honganji kii_ishiyama", "1-2-2-1 no_counters")
    barred(match, "armies honganji echigo", "3-3 not_held", "1-2-2-1 no_counters")


@clause("honganji", "6", "6-2", "6-3", "6-4", "6-5", "6-6")
def test_6_with_nobody_but_the_leader_on_the_map() -> None:
    """No armies left to place, none of Oda's to transfer, a last unit that stays, nobody to fight."""
    areas = {"tanba": {"akechi": {"ready": 10}}, "kai": {"akechi": {"spent_generals": ["akechi_mitsuhide"]}}}
    match = board({"tanba": {"akechi": {"spent": 10, "spent_generals": ["akechi_mitsuhide"]}}}, seat="akechi")
    barred(match, "reinforcement", "6-3 nobody_to_reinforce")
    barred(match, "oda_transfer", "6-4 nothing_to_transfer")
    barred(match, "movement", "6-5 nobody_can_move")
    barred(match, "combat", "6-6 nobody_can_fight")
    barred(match, "end", "6 card_first")
    barred(match, "event surrounding_nobunaga_5", "6-2 not_in_hand")  # another's
    barred(match, "event charge_1", "6-2 not_in_hand")  # in the stack
    allowed(match, "throw")
    match = board(areas, seat="akechi", used=True)
    allowed(match, "movement", "end")


@clause("honganji", "6-4", "4-1.p3")
def test_6_4_a_rebel_transfers_nothing() -> None:
    oda = {"gifu": {"oda": {"ready": 1}}, "yamato": {"oda": {"generals": ["matsunaga_hisahide"]}}}
    barred(board(oda, status={"tokugawa": "rebel"}), "oda_transfer", "6-4 vassals_only")
    barred(board({}, status={"tokugawa": "rebel"}), "oda_transfer", "6-4 vassals_only", "6-4 nothing_to_transfer")
    allowed(board(oda), "oda_transfer")


@clause("honganji", "6-4", "1-2-2.p2")
def test_6_4_one_army_from_area_to_area() -> None:
    areas = {
        "gifu": {"oda": {"ready": 1}},
        "yamato": {"oda": {"generals": ["matsunaga_hisahide"]}},
        "hida": {"neutral": {"ready": 1}},
    }
    match = board(areas | LOST)
    match.act("oda_transfer")
    assert match.decision.texts == ["transfer gifu yamato"]
    barred(match, "transfer gifu gifu", "6-4 same_area")
    barred(match, "transfer gifu hida", "6-4 not_odas")
    barred(match, "transfer yamato gifu", "6-4 no_army")
    barred(match, "transfer hida gifu", "6-4 no_army")
    barred(match, "transfer hida hida", "6-4 no_army", "6-4 not_odas", "6-4 same_area")


@clause("honganji", "6-4")
def test_6_4_needs_an_army_and_a_second_area() -> None:
    castles = {"gifu": {"oda": {"generals": ["oda_nobutada"]}}, "yamato": {"oda": {"generals": ["matsunaga_hisahide"]}}}
    barred(board(castles), "oda_transfer", "6-4 nothing_to_transfer")
    alone = {"gifu": {"oda": {"ready": 2}}, "yamato": {"controller": "neutral"}}
    barred(board(alone | LOST), "oda_transfer", "6-4 nothing_to_transfer")


@clause("honganji", "6-3-1", "6-3-2", "1-2-2-1")
def test_6_3_who_is_reinforced_and_where() -> None:
    areas = {
        "gifu": {"controller": "tokugawa", "tokugawa": {"ready": 1}},
        "hida": {"controller": "tokugawa", "neutral": {"generals": ["anekouji_yoritsuna"]}},
        "kai": {"shibata": {"ready": 1}},
    }
    match = board(areas)
    match.act("reinforcement")
    own = {"reinforce tokugawa gifu", "reinforce tokugawa hida", "reinforce tokugawa mikawa"}
    assert set(match.decision.texts) == own | {"reinforce neutral hida"}
    barred(match, "reinforce shibata kai", "6-3-1 not_own")
    barred(match, "reinforce uesugi echigo", "6-3-1 not_own")
    barred(match, "reinforce oda gifu", "6-3-1 not_own", "1-2-2-1 no_counters")
    barred(match, "reinforce tokugawa kai", "6-3-1 not_controlled")
    barred(match, "reinforce neutral gifu", "6-3-2 no_units")


@clause("honganji", "6-3-1", "6-3-2", "1-2-2-1")
def test_6_3_counters_run_out() -> None:
    """Ten of Tokugawa's, five Neutral ones: when all are out nobody is reinforced."""
    own, neutral = {"gifu": {"controller": "tokugawa", "tokugawa": {"ready": 10}}}, {"hida": {"neutral": {"ready": 5}}}
    barred(board(own | neutral), "reinforcement", "6-3 nobody_to_reinforce")
    match = board(own | {"hida": {"neutral": {"ready": 4}}})
    match.act("reinforcement")
    assert match.decision.texts == ["reinforce neutral hida"]
    barred(match, "reinforce tokugawa gifu", "1-2-2-1 no_counters")
    barred(match, "reinforce tokugawa hida", "6-3-1 not_controlled", "1-2-2-1 no_counters")
    match = board(neutral)
    match.act("reinforcement")
    assert match.decision.texts == ["reinforce tokugawa mikawa"]
    barred(match, "reinforce neutral hida", "1-2-2-1 no_counters")
    barred(match, "reinforce neutral gifu", "6-3-2 no_units", "1-2-2-1 no_counters")


@clause("honganji", "6", "6-7", "8-5", "8-6")
def test_6_cards_are_paid_from_the_own_hand() -> None:
    areas = {"gifu": {"tokugawa": {"ready": 2}, "neutral": {"ready": 3}}}
    match = board(areas)
    acts(match, "combat", "attack tokugawa gifu")
    barred(match, "discard surrounding_nobunaga_5", "8-6 not_in_hand")
    barred(match, "discard charge_1", "8-6 not_in_hand")
    acts(match, f"discard {CARDS[0]}", "again")
    barred(match, f"discard {CARDS[0]}", "8-5 not_in_hand")
    barred(match, "discard charge_1", "8-5 not_in_hand")
    acts(match, f"discard {CARDS[1]}", "stop", "throw")
    barred(match, "discard charge_1", "6-7 not_in_hand")
    barred(match, "done", "6-7 throw_one")
    match.act(f"discard {CARDS[2]}")
    allowed(match, "done")


@clause("honganji", "5-2", "5-2.p2", "4-5.p4")
def test_5_2_who_may_be_given_an_area() -> None:
    """Nobody fought in Gifu or Hida this turn, and their masters are gone."""
    areas = {
        "gifu": {"controller": "oda", "uesugi": {"ready": 1}, "neutral": {"ready": 1}},
        "hida": {"controller": "oda", "mouri": {"ready": 1}, "honganji": {"ready": 1}},
    }
    match = board(areas, used=True)
    match.act("end")
    first, second = ("gifu", "hida") if "gifu" in match.decision.texts[0] else ("hida", "gifu")
    clans = {"gifu": ("uesugi", "neutral"), "hida": ("mouri", "honganji")}
    assert match.decision.name == "control"
    assert set(match.decision.texts) == {f"control {first} {clan}" for clan in clans[first]}
    barred(match, f"control {second} {clans[second][0]}", "5-2 other_area")
    barred(match, f"control {first} oda", "5-2 not_there")
    barred(match, f"control {first} tokugawa", "5-2 not_there")
    match.act(f"control {first} {clans[first][0]}")
    assert set(match.decision.texts) == {f"control {second} {clan}" for clan in clans[second]}
