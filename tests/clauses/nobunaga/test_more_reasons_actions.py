"""Every reason that keeps somebody from reinforcing, negotiating, deploying, bidding or taking control."""

from __future__ import annotations

from typing import Any

import gunki
from tests.clauses.nobunaga.steps import NOBODY_NEUTRAL, board
from tests.clauses.nobunaga.table import acts, allowed, compose, controller
from tests.clauses.reasons import barred
from tests.support import clause


@clause("nobunaga", "6-4", "1-2-2-1")
def test_6_4_who_is_reinforced_and_where() -> None:
    areas = {
        "mino": {"oda": {"ready": 1}},
        "toutoumi": {"tokugawa": {"ready": 8}},
        "north_oumi": {"azai": {"ready": 1}},
        "kai": {"takeda": {"ready": 1}},
    }
    match = board(areas)
    match.act("reinforcement")
    assert match.decision.texts == ["reinforce oda mino"]
    barred(match, "reinforce azai north_oumi", "6-4 not_own")
    barred(match, "reinforce takeda kai", "6-4 not_own")
    barred(match, "reinforce oda owari", "6-4 no_units")
    barred(match, "reinforce oda kai", "6-4 no_units")
    barred(match, "reinforce azai owari", "6-4 not_own", "6-4 no_units")
    barred(match, "reinforce tokugawa toutoumi", "1-2-2-1 no_counters")


@clause("nobunaga", "6-4", "FAQ-Q09", "4-7")
def test_6_4_anti_oda_courts_neutral_greater_daimyos_alone() -> None:
    areas = {
        "yamato": {"matsunaga": {"ready": 1}},
        "kai": {"takeda": {"ready": 1}},
        "hida": {"neutral": {"ready": 1}},
        "mino": {"oda": {"ready": 1}},
    }
    match = board(areas, to_act="anti_oda")
    match.act("reinforcement")
    assert match.decision.texts == ["reinforce takeda kai"]
    barred(match, "reinforce matsunaga yamato", "6-4 not_own")
    barred(match, "reinforce neutral hida", "6-4 not_own")
    barred(match, "reinforce oda mino", "6-4 not_own")


@clause("nobunaga", "6-5", "6-5.p3", "4-1.p4", "4-2.p3", "4-3.p4")
def test_6_5_which_markers_move_and_where() -> None:
    markers = {"tokugawa": 1, "matsunaga": 7, "ukita": 4, "takeda": 4, "uesugi": 3, "mouri": 1}
    match = board({"mino": {"oda": {"ready": 1}}}, markers=markers)
    match.act("diplomacy")
    open_ones = {"tokugawa right", "matsunaga left", "ukita left", "ukita right", "uesugi right", "mouri right"}
    assert set(match.decision.texts) == {f"influence {text}" for text in open_ones}
    barred(match, "influence tokugawa left", "4-2.p3 end_of_track")
    barred(match, "influence matsunaga right", "4-2.p3 end_of_track")
    barred(match, "influence takeda right", "4-3.p4 stays_anti_oda", "4-2.p3 end_of_track")
    barred(match, "influence takeda left", "4-3.p4 stays_anti_oda", "6-5.p3 only_right")
    barred(match, "influence uesugi left", "6-5.p3 only_right")
    barred(match, "influence mouri left", "6-5.p3 only_right", "4-2.p3 end_of_track")
    barred(match, "influence azai left", "4-1.p4 no_marker")
    barred(match, "influence oda right", "4-1.p4 no_marker")
    barred(match, "influence neutral right", "4-1.p4 no_marker")


@clause("nobunaga", "2-2.p2")
def test_2_2_p2_generals_in_their_order_beside_armies() -> None:
    match = gunki.new("nobunaga", seed=1)
    allowed(match, "deploy oda_nobunaga mino", "deploy oda_nobunaga iga_ise")
    barred(match, "deploy shibata_katsuie mino", "2-2.p2 other_general_first")
    barred(match, "deploy oda_nobunaga toutoumi", "2-2.p2 no_oda_army")
    barred(match, "deploy niwa_nagahide kai", "2-2.p2 other_general_first", "2-2.p2 no_oda_army")
    match.act("deploy oda_nobunaga mino")
    barred(match, "deploy oda_nobunaga mino", "2-2.p2 other_general_first")


def rolled(*dice: int, **entries: Any) -> Any:
    """Anti-Oda's dice of turn two; Oda's die names a general who is not there."""
    return compose(empty=True, turn=2, phase="reinforcement", dice=[1, *dice], **entries)


@clause("nobunaga", "3-2-2", "3-2-2(1)", "3-2-2(2)", "1-2-2-1")
def test_3_2_2_whom_the_dice_name() -> None:
    areas = {
        "kai": {"takeda": {"ready": 12}},
        "yamato": {"matsunaga": {"ready": 1}},
        "kii_ishiyama": {"honganji": {"ready": 1}},
    }
    match = rolled(2, 6, areas=areas, markers={"takeda": 3, "ukita": 6})
    assert match.decision.name == "reinforcements"
    assert match.decision.texts == ["marker takeda", "marker matsunaga"]
    barred(match, "marker uesugi", "3-2-2 not_rolled")
    barred(match, "marker ukita", "3-2-2(1) already_at_war")
    barred(match, "armies takeda kai", "1-2-2-1 no_counters")
    barred(match, "armies matsunaga yamato", "3-2-2(2) not_anti_oda")
    barred(match, "armies ukita yamato", "3-2-2(2) no_units")
    barred(match, "armies ukita kai", "3-2-2(2) no_units")
    barred(match, "armies honganji kii_ishiyama", "3-2-2 not_rolled")
    match.act("marker takeda")
    barred(match, "marker takeda", "3-2-2 not_rolled", "3-2-2(1) already_at_war")
    match = rolled(4, 5, areas=areas)
    assert match.decision.texts == ["armies honganji kii_ishiyama"]
    barred(match, "marker honganji", "3-2-2(1) no_marker")
    barred(match, "marker azai", "3-2-2(1) no_marker")


@clause("nobunaga", "11-1")
def test_11_1_bids_from_0_to_15() -> None:
    match = gunki.new("nobunaga", seed=1, options={"bid_supply_areas": True})
    allowed(match, "bid 0", "bid 15")
    barred(match, "bid -1", "11-1 bid_range")
    barred(match, "bid 16", "11-1 bid_range")


@clause("nobunaga", "11-2")
def test_11_2_bids_from_minus_12_to_12() -> None:
    match = gunki.new("nobunaga", seed=1, options={"bid_bonus_cards": True})
    allowed(match, "bid -12", "bid 12")
    barred(match, "bid -13", "11-2 bid_range")
    barred(match, "bid 13", "11-2 bid_range")


@clause("nobunaga", "5-2", "5-2(1)")
def test_5_2_whose_area_it_becomes() -> None:
    """Azai's units are gone: of his power are Asakura and Honganji there, and Oda is not."""
    areas = {
        "north_oumi": {"oda": {"ready": 2}, "asakura": {"ready": 1}, "honganji": {"ready": 1}},
        "echizen": {"azai": {"ready": 1}, "honganji": {"ready": 1}},
    }
    match = board(areas)
    acts(match, "reinforcement", "reinforce oda north_oumi", "discard gift_to_greater_daimyo")
    assert (match.decision.name, match.decision.who) == ("control", "anti_oda")
    assert match.decision.data == {"area": "north_oumi"}
    allowed(match, "control north_oumi asakura", "control north_oumi honganji")
    barred(match, "control north_oumi oda", "5-2(1) others_first")
    barred(match, "control north_oumi azai", "5-2 not_there")
    barred(match, "control echizen azai", "5-2 other_area")
    match.act("control north_oumi honganji")
    assert controller(match, "north_oumi") == "honganji"
    assert match.decision.data == {"area": "echizen"}
    barred(match, "control north_oumi asakura", "5-2 other_area")


@clause("nobunaga", "5-2(2)", "5-2(3)")
def test_5_2_2_who_fought_comes_first() -> None:
    """Oda destroys Azai and strikes at the Neutral army; Tokugawa only looks on."""
    areas = {
        "north_oumi": {
            "oda": {"ready": 1, "generals": ["oda_nobunaga"]},
            "tokugawa": {"ready": 1},
            "neutral": {"ready": 1},
            "azai": {"ready": 1},
        }
    }
    match = board(areas, dice=[1, 6, 6, 6, 6], markers=NOBODY_NEUTRAL)
    acts(match, "combat", "attack oda north_oumi", "target azai", "discard converging_attack")
    acts(match, "again", "discard gift_to_lesser_daimyo", "stop")
    assert (match.decision.name, match.decision.who) == ("control", "oda")
    assert match.decision.texts == ["control north_oumi oda", "control north_oumi neutral"]
    barred(match, "control north_oumi tokugawa", "5-2(2) others_first")
