"""Events: every reason that keeps one from being played, or from being used on somebody."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, armies, board, generals, options_of, turn_of
from tests.clauses.nobunaga.table import acts, allowed, hand
from tests.clauses.reasons import barred
from tests.support import clause


@clause("nobunaga", "6-3", "4-1.p4", "4-2.p3", "4-3.p4")
def test_6_3_gifts_and_letters_move_the_markers_they_name() -> None:
    markers = {"tokugawa": 1, "matsunaga": 2, "ukita": 7, "takeda": 4, "uesugi": 1, "mouri": 3}
    match = board({"mino": {"oda": {"ready": 1}}}, markers=markers)
    match.act("event gift_to_lesser_daimyo")
    assert options_of(match) == {f"shift {clan} {n}" for clan in ("matsunaga", "ukita") for n in (1, 2)}
    barred(match, "shift tokugawa 1", "4-2.p3 end_of_track")
    barred(match, "shift ukita 3", "6-3 wrong_boxes")
    barred(match, "shift ukita 0", "6-3 wrong_boxes")
    barred(match, "shift mouri 1", "6-3 wrong_rank")
    barred(match, "shift takeda 1", "6-3 wrong_rank", "4-3.p4 stays_anti_oda")
    barred(match, "shift uesugi 1", "6-3 wrong_rank", "4-2.p3 end_of_track")
    barred(match, "shift azai 1", "4-1.p4 no_marker")
    match = board({"mino": {"oda": {"ready": 1}}}, markers=markers)
    match.act("event gift_to_greater_daimyo")
    assert options_of(match) == {"shift mouri 1"}
    barred(match, "shift mouri 2", "6-3 wrong_boxes")
    barred(match, "shift ukita 1", "6-3 wrong_rank")
    match = board({"mino": {"oda": {"ready": 1}}}, markers=markers, to_act="anti_oda")
    match.act("event shogun_letter")
    assert options_of(match) == {f"shift {clan} 1" for clan in ("tokugawa", "matsunaga", "uesugi", "mouri")}
    barred(match, "shift ukita 1", "4-2.p3 end_of_track")
    barred(match, "shift takeda 1", "4-3.p4 stays_anti_oda")
    barred(match, "shift honganji 1", "4-1.p4 no_marker")


@clause("nobunaga", "6-3", "4-2.p3", "4-3.p4")
def test_6_3_no_marker_left_to_move() -> None:
    areas = {"mino": {"oda": {"ready": 1}}}
    at_the_ends = {"tokugawa": 1, "matsunaga": 1, "ukita": 1, "takeda": 1, "uesugi": 4, "mouri": 1}
    match = board(areas, markers=at_the_ends)
    for card in ("gift_to_lesser_daimyo", "gift_to_greater_daimyo"):
        barred(match, f"event {card}", "6-3 no_marker_to_move")
    anti = ["request_to_enter_war_1", "scheming_with_lesser_daimyo", "shogun_letter"]
    rightmost = {"tokugawa": 7, "matsunaga": 7, "ukita": 7, "takeda": 4, "uesugi": 4, "mouri": 4}
    match = board(areas, markers=rightmost, anti_oda=anti, to_act="anti_oda")
    for card in anti:
        barred(match, f"event {card}", "6-3 no_marker_to_move")


@clause("nobunaga", "6-3")
def test_6_3_letter_draws_a_card_but_an_idle_one_does_not() -> None:
    areas = {"mino": {"oda": {"ready": 1}}}
    match = board(areas, anti_oda=["shogun_letter"], to_act="anti_oda")
    acts(match, "event shogun_letter", "shift takeda 1")
    assert len(hand(match, "anti_oda")) == 1
    rightmost = {"tokugawa": 7, "matsunaga": 7, "ukita": 7, "takeda": 4, "uesugi": 4, "mouri": 4}
    match = board(
        areas, anti_oda=["shogun_letter"], to_act="anti_oda", markers=rightmost, options={"idle_events": True}
    )
    match.act("event shogun_letter")
    assert turn_of(match) == ("action", "oda")
    assert hand(match, "anti_oda") == []


@clause("nobunaga", "6-3", "FAQ-Q09", "1-2-2-1")
def test_6_3_whom_urgent_recruitment_serves() -> None:
    areas = {
        "mino": {"oda": {"ready": 1}},
        "toutoumi": {"tokugawa": {"ready": 8}},
        "north_oumi": {"azai": {"ready": 1}},
        "kai": {"takeda": {"ready": 1}},
        "echizen": {"asakura": {"ready": 10}},
        "yamato": {"matsunaga": {"ready": 1}},
    }
    match = board(areas)
    match.act("event urgent_recruitment_oda")
    assert match.decision.texts == ["recruit oda mino"]
    barred(match, "recruit azai north_oumi", "6-3 not_own")
    barred(match, "recruit takeda kai", "6-3 not_own")
    barred(match, "recruit oda owari", "6-3 no_units")
    barred(match, "recruit tokugawa toutoumi", "1-2-2-1 no_counters")
    match = board(areas, anti_oda=["urgent_recruitment_anti_1"], to_act="anti_oda")
    match.act("event urgent_recruitment_anti_1")
    assert match.decision.texts == ["recruit azai north_oumi"]
    barred(match, "recruit takeda kai", "FAQ-Q09 not_anti_oda")
    barred(match, "recruit matsunaga yamato", "6-3 not_own")
    barred(match, "recruit oda mino", "6-3 not_own")
    barred(match, "recruit asakura echizen", "1-2-2-1 no_counters")
    barred(match, "recruit azai echizen", "6-3 no_units")
    nobody = {area: areas[area] for area in ("toutoumi", "echizen", "kai")}
    barred(board(nobody), "event urgent_recruitment_oda", "6-3 nobody_to_reinforce")


@clause("nobunaga", "6-3")
def test_6_3_feign_illness_is_for_ready_generals_of_oda_powers() -> None:
    areas: dict[str, Any] = {
        "mino": {"oda": {"generals": ["oda_nobunaga"], "spent_generals": ["niwa_nagahide"]}},
        "toutoumi": {"tokugawa": {"generals": ["tokugawa_ieyasu"]}},
        "yamato": {"matsunaga": {"generals": ["matsunaga_hisahide"]}},
        "north_oumi": {"azai": {"generals": ["azai_nagamasa"]}},
        "seto_sea": {"oda": {"generals": ["akechi_mitsuhide"]}},
    }
    match = board(areas, to_act="anti_oda")
    match.act("event feign_illness")
    assert options_of(match) == {"feign oda_nobunaga", "feign tokugawa_ieyasu", "feign akechi_mitsuhide"}
    barred(match, "feign niwa_nagahide", "6-3 general_spent")
    barred(match, "feign matsunaga_hisahide", "6-3 not_oda_power")
    barred(match, "feign azai_nagamasa", "6-3 not_oda_power")
    barred(match, "feign shibata_katsuie", "6-3 general_absent")
    match.act("feign oda_nobunaga")
    assert generals(match, "mino", "oda") == {"oda_nobunaga": "spent", "niwa_nagahide": "spent"}
    del areas["toutoumi"], areas["seto_sea"]
    areas["mino"] = {"oda": {"ready": 1, "spent_generals": ["oda_nobunaga"]}}
    barred(board(areas, to_act="anti_oda"), "event feign_illness", "6-3 no_ready_general")


@clause("nobunaga", "6-3", "1-2-2-1")
def test_6_3_where_the_uprising_may_break_out() -> None:
    areas = {"kii_ishiyama": {"honganji": {"spent": 1}}, "echizen": {"asakura": {"ready": 1}}}
    match = board(areas, to_act="anti_oda")
    match.act("event ikkou_uprising")
    near = {"kii_ishiyama", "north_settsu", "yamashiro", "yamato", "iga_ise"}
    assert options_of(match) == {f"rise {area}" for area in near}
    barred(match, "rise seto_sea", "6-3 not_at_sea")
    barred(match, "rise awa_sanuki", "6-3 too_far_from_units")
    barred(match, "rise echizen", "6-3 too_far_from_units")
    match.act("rise yamato")
    assert armies(match, "yamato", "honganji") == (0, 2)
    nobody = {"echizen": {"asakura": {"ready": 1}}}
    barred(board(nobody, to_act="anti_oda"), "event ikkou_uprising", "6-3 no_units_anywhere")
    areas = {"kii_ishiyama": {"honganji": {"ready": 16}}}
    barred(board(areas, to_act="anti_oda"), "event ikkou_uprising", "6-3 no_effect", "1-2-2-1 no_counters")


@clause("nobunaga", "6-3", "FAQ-Q01", "FAQ-Q03", "FAQ-Q04", "FAQ-naming")
def test_6_3_whom_scheming_reaches() -> None:
    areas = {
        "north_settsu": {
            "oda": {"ready": 1, "spent_generals": ["hashiba_hideyoshi"]},
            "tokugawa": {"ready": 1},
            "miyoshi": {"ready": 1},
        },
        "seto_sea": {"miyoshi": {"ready": 1}},
        "harima": {"neutral": {"ready": 1}},
        "kii_ishiyama": {"honganji": {"generals": ["honganji_kennyo"]}},
        "yamashiro": {"oda": {"ready": 1}},
        "awa_sanuki": {"miyoshi": {"ready": 1}},
        "yamato": {"matsunaga": {"ready": 1}},
    }
    match = board(areas, oda=["scheming_with_other_powers"])
    match.act("event scheming_with_other_powers")
    assert options_of(match) == {"scheme miyoshi north_settsu", "scheme miyoshi seto_sea", "scheme neutral harima"}
    barred(match, "scheme miyoshi awa_sanuki", "6-3 too_far_from_general")
    barred(match, "scheme matsunaga yamato", "6-3 too_far_from_general")
    barred(match, "scheme tokugawa north_settsu", "FAQ-naming is_oda_power")
    barred(match, "scheme oda yamashiro", "FAQ-naming is_oda_power")
    barred(match, "scheme honganji kii_ishiyama", "FAQ-Q03 no_army")
    barred(match, "scheme miyoshi harima", "FAQ-Q03 no_army")
    at_sea = {
        "seto_sea": {"oda": {"generals": ["hashiba_hideyoshi"]}},
        "harima": {"neutral": {"spent": 2}},
        "tanba": {"neutral": {"ready": 1}},
    }
    match = board(at_sea, oda=["scheming_with_other_powers"])
    match.act("event scheming_with_other_powers")
    assert match.decision.texts == ["scheme neutral harima"]
    barred(match, "scheme neutral tanba", "6-3 too_far_from_general")
    match.act("scheme neutral harima")  # spent ones will do
    assert armies(match, "harima", "neutral") == (0, 1)
    assert armies(match, "harima", "oda") == (0, 1)


def scheming(areas: dict[str, Any], **options: bool) -> Any:
    return board(areas, oda=["scheming_with_other_powers"], options=options)


@clause("nobunaga", "6-3", "1-2-2-1", "11-7")
def test_6_3_when_there_is_nothing_to_scheme() -> None:
    card, hashiba = "event scheming_with_other_powers", {"ready": 1, "generals": ["hashiba_hideyoshi"]}
    absent = scheming({"mino": {"oda": {"ready": 1}}, "etchuu": {"azai": {"ready": 1}}})
    barred(absent, card, "6-3 general_absent", "6-3 nobody_to_scheme")
    barred(scheming({"mino": {"oda": hashiba}, "kai": {"takeda": {"ready": 1}}}), card, "6-3 nobody_to_scheme")
    empty_pool = {"mino": {"oda": hashiba, "azai": {"ready": 1}}, "owari": {"oda": {"ready": 39}}}
    barred(scheming(empty_pool), card, "6-3 no_effect", "1-2-2-1 no_counters")
    honganji = {"mino": {"oda": hashiba}, "nagashima": {"honganji": {"ready": 1}}}
    allowed(scheming(honganji), card)
    barred(scheming(honganji, honganji_unschemed=True), card, "6-3 nobody_to_scheme")


@clause("nobunaga", "6-3", "1-2-2-1")
def test_6_3_formation_and_supply_line_need_their_generals_and_something_to_do() -> None:
    cards = ["corps_formation", "reliable_supply_line"]
    areas: dict[str, Any] = {"mino": {"oda": {"spent": 1}}}
    match = board(areas, oda=cards)
    barred(match, "event corps_formation", "6-3 general_absent")
    barred(match, "event reliable_supply_line", "6-3 general_absent")
    areas = {
        "mino": {"oda": {"ready": 1, "spent_generals": ["niwa_nagahide"]}},
        "owari": {"oda": {"ready": 39, "generals": ["hashiba_hideyoshi"]}, "tokugawa": {"spent": 1}},
    }
    match = board(areas, oda=cards)
    barred(match, "event corps_formation", "6-3 no_effect", "1-2-2-1 no_counters")
    barred(match, "event reliable_supply_line", "6-3 nobody_spent")
    match = board({"seto_sea": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}}}, oda=cards)
    barred(match, "event reliable_supply_line", "6-3 nobody_spent")
    areas["owari"] = {"oda": {"ready": 2, "spent_generals": ["hashiba_hideyoshi"]}}
    match = board(areas, oda=cards)
    allowed(match, "event corps_formation", "event reliable_supply_line")
    match.act("event reliable_supply_line")
    assert generals(match, "owari", "oda") == {"hashiba_hideyoshi": "ready"}


IDLE = [
    "charge_order",
    "converging_attack",
    "corps_formation",
    "reliable_supply_line",
    "scheming_with_other_powers",
    "urgent_recruitment_oda",
    "warships",
]
IDLE_ANTI = [
    "coordinated_offensive",
    "feign_illness",
    "ikkou_uprising",
    "murakami_navy",
    "swift_as_wind",
    "urgent_recruitment_anti_2",
]


@clause("nobunaga", "6-3")
@pytest.mark.parametrize("card", [*IDLE, *IDLE_ANTI])
def test_n19_idle_events_do_nothing_where_they_may_be_played(card: str) -> None:
    """Nobody of the seat's power is on the map."""
    seat = "oda" if card in IDLE else "anti_oda"
    areas = {
        "hida": {"controller": "neutral", "neutral": {"ready": 3}},
        "kai": {"takeda": {"ready": 2}},
        "yamato": {"matsunaga": {"ready": 2}},
        "echigo": {"uesugi": {"spent": 2}, "neutral": {"spent": 1}},
    }
    played: dict[str, Any] = {"oda": [card], "anti_oda": ["shogun_letter"]} if seat == "oda" else {"anti_oda": [card]}
    assert board(areas, to_act=seat, **played).why_not(f"event {card}")
    match = board(areas, to_act=seat, options={"idle_events": True}, **played)
    before = match.view("oda")
    match.act(f"event {card}")
    assert match.decision.name == "action"
    assert match.decision.who != seat
    after = match.view("oda")
    for entry in ("areas", "markers", "pools", "off_map", "dead"):
        assert after[entry] == before[entry]


@clause("nobunaga", "6-3", "7-4")
def test_6_3_marches_by_event_need_somebody_who_can_march() -> None:
    """One unit each, so nobody may leave."""
    areas = {
        "mino": {"oda": {"ready": 1}},
        "owari": {"oda": {"spent_generals": ["takigawa_kazumasu"]}},
        "echizen": {"asakura": {"ready": 1}},
        "kai": {"takeda": {"ready": 1}},
    }
    match = board(areas, oda=["warships", "converging_attack", "charge_order"], markers=NOBODY_NEUTRAL)
    for card in ("warships", "converging_attack", "charge_order"):
        barred(match, f"event {card}", "6-3 nobody_can_move")
    cards = ["coordinated_offensive", "murakami_navy", "swift_as_wind"]
    match = board(areas, anti_oda=cards, to_act="anti_oda", markers=NOBODY_NEUTRAL)
    for card in cards:
        barred(match, f"event {card}", "6-3 nobody_can_move")
    areas["owari"] = {"oda": {"ready": 2}}
    match = board(areas, oda=["warships"], markers=NOBODY_NEUTRAL)
    barred(match, "event warships", "6-3 general_absent")
