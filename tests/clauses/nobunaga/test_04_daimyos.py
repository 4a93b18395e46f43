"""Chapter 4: daimyos, powers, war entry."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.nobunaga.table import acts, allowed, box, compose, controller, power, refused, stack
from tests.support import clause

HANDS = {
    "oda": ["charge_order", "warships", "gift_to_greater_daimyo", "gift_to_lesser_daimyo", "corps_formation"],
    "anti_oda": ["murakami_navy", "swift_as_wind", "request_to_enter_war_1", "ikkou_uprising"],
}
LESSER = ("tokugawa", "matsunaga", "ukita")
GREATER = ("uesugi", "takeda", "mouri")
FIXED = {"oda": "oda", "azai": "anti_oda", "asakura": "anti_oda", "miyoshi": "anti_oda", "honganji": "anti_oda"}


def boxes(match: Playing) -> dict[str, int]:
    return {clan: box(match, clan) for clan in (*LESSER, *GREATER)}


def board(areas: dict[str, Any] | None = None, seat: str = "oda", **entries: Any) -> Playing:
    return compose(empty=True, to_act=seat, hands=HANDS, areas=areas or {}, **entries)


def go(match: Playing, clan: str, origin: str, destination: str, *, number: int = 2) -> None:
    """March with armies alone, no general being there, and pay for it."""
    card = HANDS[match.decision.who][0]
    acts(match, "movement", f"march {clan} {origin}", f"with {number}", f"to {destination}", f"discard {card}")


@clause("nobunaga", "4")
def test_4_every_daimyo_is_of_one_of_three_powers() -> None:
    start = new("nobunaga", seed=1).view("oda")["powers"]
    neutral = dict.fromkeys(("matsunaga", "ukita", *GREATER, "neutral"), "neutral")
    assert start == {**FIXED, **neutral, "tokugawa": "oda"}
    changed = board(markers={"tokugawa": 7, "matsunaga": 2, "takeda": 4}).view("oda")["powers"]
    assert changed == {**start, "tokugawa": "anti_oda", "matsunaga": "oda", "takeda": "anti_oda"}


@clause("nobunaga", "4")
@pytest.mark.parametrize(("at", "mover"), [(2, "oda"), (4, None), (6, "anti_oda")])
def test_4_the_player_of_its_power_commands_a_daimyo(at: int, mover: str | None) -> None:
    areas = {"yamato": {"matsunaga": {"ready": 3}}, "mino": {"oda": {"ready": 3}}, "echizen": {"asakura": {"ready": 3}}}
    for seat in ("oda", "anti_oda"):
        match = board(areas, seat, markers={"matsunaga": at})
        acts(match, "movement")
        assert ("march matsunaga yamato" in match.decision.texts) == (seat == mover)


@clause("nobunaga", "4-1", "4-1.p4")
@pytest.mark.parametrize("seat", ["oda", "anti_oda"])
def test_4_1_three_lesser_daimyos_go_both_ways_and_neutral_greater_ones_only_right(seat: str) -> None:
    """Mouri is already at war here; the daimyos without a marker never change sides."""
    match = board(seat=seat, markers={"tokugawa": 4, "matsunaga": 4, "ukita": 4, "mouri": 4})
    acts(match, "diplomacy")
    both = {f"influence {clan} {way}" for clan in LESSER for way in ("left", "right")}
    assert set(match.decision.texts) == both | {"influence uesugi right", "influence takeda right"}


@clause("nobunaga", "4-1")
def test_4_1_cards_tell_lesser_from_greater_daimyos() -> None:
    match = board(markers=dict.fromkeys(LESSER, 4) | dict.fromkeys(GREATER, 2))
    lesser, greater = match.fork(), match.fork()
    acts(lesser, "event gift_to_lesser_daimyo")
    assert {text.split()[1] for text in lesser.decision.texts} == set(LESSER)
    acts(greater, "event gift_to_greater_daimyo")
    assert {text.split()[1] for text in greater.decision.texts} == set(GREATER)


@clause("nobunaga", "4-1.p3")
@pytest.mark.parametrize("clan", LESSER)
def test_4_1_p3_a_lesser_daimyo_may_be_of_any_power(clan: str) -> None:
    powers = [power(board(markers={clan: at}), clan) for at in range(1, 8)]
    assert powers == ["oda"] * 2 + ["neutral"] * 3 + ["anti_oda"] * 2


@clause("nobunaga", "4-1.p4")
@pytest.mark.parametrize("clan", GREATER)
def test_4_1_p4_a_greater_daimyo_may_only_turn_anti_oda(clan: str) -> None:
    powers = [power(board(markers={clan: at}), clan) for at in range(1, 5)]
    assert powers == ["neutral"] * 3 + ["anti_oda"]


@clause("nobunaga", "4-1.p4")
def test_4_1_p4_no_gift_draws_a_greater_daimyo_to_oda() -> None:
    match = board(markers=dict.fromkeys(GREATER, 1))
    refused(match, "event gift_to_greater_daimyo")
    allowed(board(markers={"takeda": 1, "uesugi": 1, "mouri": 2}), "event gift_to_greater_daimyo")


@clause("nobunaga", "4-2")
def test_4_2_other_actions_and_a_new_turn_leave_the_markers_alone() -> None:
    areas = {
        "mino": {"oda": {"ready": 3}},
        "south_oumi": {"azai": {"ready": 1}},
        "yamato": {"matsunaga": {"ready": 1}},
        "kai": {"takeda": {"ready": 1}},
    }
    match = board(areas, dice=[1, 4, 4])
    before = boxes(match)
    go(match, "oda", "mino", "south_oumi")
    acts(match, "reinforcement", "reinforce azai south_oumi", "discard murakami_navy", "pass", "pass")
    assert match.view("oda")["turn"] == 2
    assert boxes(match) == before


@clause("nobunaga", "4-2(1)")
def test_4_2_1_a_die_of_the_reinforcement_phase_moves_a_marker() -> None:
    match = compose(empty=True, turn=2, phase="reinforcement", hands=HANDS, dice=[1, 2, 4])
    before = boxes(match)
    acts(match, "marker takeda")
    assert boxes(match) == {**before, "takeda": 3}


@clause("nobunaga", "4-2(2)")
@pytest.mark.parametrize("seat", ["oda", "anti_oda"])
def test_4_2_2_diplomacy_moves_a_marker_by_one(seat: str) -> None:
    match = board(seat=seat)
    before = boxes(match)
    acts(match, "diplomacy", "influence ukita left", f"discard {HANDS[seat][0]}")
    assert boxes(match) == {**before, "ukita": 3}


@clause("nobunaga", "4-2(3)")
def test_4_2_3_an_event_moves_markers() -> None:
    match = board(seat="anti_oda")
    before = boxes(match)
    acts(match, "event request_to_enter_war_1", "shift takeda 1", "shift mouri 1")
    assert boxes(match) == {**before, "takeda": 3, "mouri": 3}
    match = board()
    acts(match, "event gift_to_lesser_daimyo", "shift ukita 2")
    assert boxes(match) == {**before, "ukita": 2}


@clause("nobunaga", "4-2.p3")
@pytest.mark.parametrize(("at", "barred", "free"), [(1, "left", "right"), (7, "right", "left")])
def test_4_2_p3_no_marker_leaves_its_track(at: int, barred: str, free: str) -> None:
    match = board(markers={"tokugawa": at})
    acts(match, "diplomacy")
    refused(match, f"influence tokugawa {barred}", "4-2.p3")
    allowed(match, f"influence tokugawa {free}")


@clause("nobunaga", "4-3")
@pytest.mark.parametrize(
    ("clan", "before", "way", "after", "side"),
    [
        ("matsunaga", 3, "left", 2, "oda"),
        ("matsunaga", 3, "right", 4, "neutral"),
        ("matsunaga", 5, "right", 6, "anti_oda"),
        ("tokugawa", 1, "right", 2, "oda"),
        ("tokugawa", 2, "right", 3, "neutral"),
        ("ukita", 6, "left", 5, "neutral"),
        ("takeda", 2, "right", 3, "neutral"),
        ("takeda", 3, "right", 4, "anti_oda"),
    ],
)
def test_4_3_the_column_decides_the_power_at_once(clan: str, before: int, way: str, after: int, side: str) -> None:
    """The power changes with the marker, even before the card is paid."""
    match = board(markers={clan: before})
    acts(match, "diplomacy", f"influence {clan} {way}")
    assert (box(match, clan), power(match, clan)) == (after, side)


@clause("nobunaga", "4-3")
def test_4_3_units_and_areas_go_over_with_their_daimyo() -> None:
    """They keep their status and their controller, and the new master may use them in the same turn."""
    match = board({"yamato": {"matsunaga": {"ready": 3, "spent": 1}}})
    acts(match, "diplomacy", "influence matsunaga left", "discard warships", "pass", "movement")
    assert stack(match, "yamato", "matsunaga") == {"ready": 3, "spent": 1, "generals": {}}
    assert controller(match, "yamato") == "matsunaga"
    assert match.view("oda")["areas"]["yamato"]["power"] == "oda"
    allowed(match, "march matsunaga yamato")


@clause("nobunaga", "4-3.p4")
def test_4_3_p4_a_greater_daimyo_at_war_stays_there() -> None:
    match = board(markers={"takeda": 4, "uesugi": 3})
    diplomacy, gift = match.fork(), match.fork()
    acts(diplomacy, "diplomacy")
    refused(diplomacy, "influence takeda left")
    refused(diplomacy, "influence takeda right")
    acts(gift, "event gift_to_greater_daimyo")
    allowed(gift, "shift uesugi 1")
    refused(gift, "shift takeda 1")


@clause("nobunaga", "4-4")
@pytest.mark.parametrize(("clan", "origin"), [("oda", "toutoumi"), ("tokugawa", "mikawa")])
@pytest.mark.parametrize("garrison", [{}, {"takeda": {"ready": 1}}])
def test_4_4_oda_entering_brings_a_neutral_greater_daimyo_into_the_war(
    clan: str, origin: str, garrison: dict[str, Any]
) -> None:
    """Any daimyo of the Oda power does it, and the area need not hold any unit. Nobody has a general: no dice."""
    match = board({origin: {clan: {"ready": 3}}, "suruga": garrison}, markers={"takeda": 1})
    acts(match, "movement", f"march {clan} {origin}", "with 2", "to suruga")
    assert (box(match, "takeda"), power(match, "takeda")) == (4, "anti_oda")
    assert (box(match, "uesugi"), box(match, "mouri")) == (2, 2)


@clause("nobunaga", "4-4")
def test_4_4_passing_through_is_entering() -> None:
    """Azai bars Hida, so every way to Etchuu leads through Takeda's empty North Shinano; Uesugi is at war already."""
    areas = {"south_shinano": {"oda": {"ready": 3}}, "hida": {"azai": {"ready": 1}}}
    match = board(areas, markers={"uesugi": 4})
    go(match, "oda", "south_shinano", "etchuu")
    assert stack(match, "etchuu", "oda")["spent"] == 2
    assert stack(match, "north_shinano", "oda")["spent"] == 0
    assert (box(match, "takeda"), box(match, "mouri")) == (4, 2)


@clause("nobunaga", "4-4")
def test_4_4_placing_units_is_entering() -> None:
    for area, after in (("kai", 4), ("mino", 2)):
        match = board({area: {"oda": {"generals": ["niwa_nagahide"]}}})
        acts(match, "event corps_formation")
        assert stack(match, area, "oda")["ready"] == 3
        assert box(match, "takeda") == after


@clause("nobunaga", "4-4")
def test_4_4_neither_anti_oda_units_nor_other_areas_bring_a_daimyo_into_the_war() -> None:
    match = board({"south_shinano": {"azai": {"ready": 3}}}, "anti_oda")
    go(match, "azai", "south_shinano", "north_shinano")
    assert (box(match, "takeda"), power(match, "takeda")) == (2, "neutral")
    match = board({"mino": {"oda": {"ready": 3}}, "echizen": {"takeda": {"ready": 1}}})
    go(match, "oda", "mino", "echizen")
    assert (box(match, "takeda"), power(match, "takeda")) == (2, "neutral")


@clause("nobunaga", "4-4.p2")
@pytest.mark.parametrize(
    ("seat", "clan", "origin", "before", "after"),
    [
        ("oda", "oda", "yamashiro", 3, 5),
        ("oda", "oda", "yamashiro", 4, 6),
        ("oda", "oda", "yamashiro", 5, 7),
        ("anti_oda", "honganji", "kii_ishiyama", 3, 1),
        ("anti_oda", "honganji", "kii_ishiyama", 4, 2),
        ("anti_oda", "honganji", "kii_ishiyama", 5, 3),
        ("anti_oda", "honganji", "kii_ishiyama", 2, 2),
        ("oda", "oda", "yamashiro", 6, 6),
    ],
)
def test_4_4_p2_intruders_push_a_neutral_lesser_daimyo_two_boxes_away(
    seat: str, clan: str, origin: str, before: int, after: int
) -> None:
    """One who has already taken sides is not pushed."""
    match = board({origin: {clan: {"ready": 3}}}, seat, markers={"matsunaga": before})
    acts(match, "movement", f"march {clan} {origin}", "with 2", "to yamato")
    assert box(match, "matsunaga") == after
    assert (box(match, "tokugawa"), box(match, "ukita")) == (1, 4)


@clause("nobunaga", "4-4.p2")
def test_4_4_p2_placing_units_pushes_a_lesser_daimyo_too() -> None:
    for area, after in (("yamato", 2), ("iga_ise", 4)):
        match = board({"kii_ishiyama": {"honganji": {"ready": 1}}}, "anti_oda", markers={"matsunaga": 4})
        acts(match, "event ikkou_uprising", f"rise {area}")
        assert stack(match, area, "honganji")["spent"] == 2
        assert box(match, "matsunaga") == after


@clause("nobunaga", "4-4.p2")
def test_4_4_p2_a_lesser_daimyo_is_pushed_only_in_areas_that_he_controls() -> None:
    match = board({"north_oumi": {"oda": {"ready": 3}}, "tanba": {"matsunaga": {"ready": 1}}})
    go(match, "oda", "north_oumi", "tanba")
    assert (box(match, "matsunaga"), power(match, "matsunaga")) == (3, "neutral")


@clause("nobunaga", "4-5", "4-5(1)")
def test_4_5_1_daimyos_of_one_power_do_not_march_together() -> None:
    units = {
        "oda": {"ready": 3, "generals": ["shibata_katsuie", "niwa_nagahide"]},
        "tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]},
    }
    match = board({"owari": units})
    acts(match, "movement")
    assert set(match.decision.texts) == {"march oda owari", "march tokugawa owari"}
    acts(match, "march oda owari")
    assert set(match.decision.texts) == {"take shibata_katsuie", "take niwa_nagahide", "done"}
    refused(match, "take tokugawa_ieyasu")
    acts(match, "done")
    assert set(match.decision.texts) == {"with 1", "with 2", "with 3"}
    acts(match, "with 3", "to mino", "discard warships")
    assert stack(match, "mino", "oda")["spent"] == 3
    assert stack(match, "owari", "tokugawa") == {"ready": 2, "spent": 0, "generals": {"tokugawa_ieyasu": "ready"}}


@clause("nobunaga", "4-5", "4-5(2)")
def test_4_5_2_each_attack_has_one_target_daimyo_of_its_own() -> None:
    units = {
        "oda": {"ready": 2, "generals": ["shibata_katsuie"]},
        "azai": {"ready": 3},
        "asakura": {"ready": 3},
    }
    match = board({"north_oumi": units}, dice=[3, 6, 6, 3, 3, 6])
    acts(match, "combat", "attack oda north_oumi")
    assert set(match.decision.texts) == {"target azai", "target asakura"}
    acts(match, "target azai", "discard warships")
    assert (stack(match, "north_oumi", "azai")["ready"], stack(match, "north_oumi", "asakura")["ready"]) == (2, 3)
    acts(match, "again", "discard charge_order")
    assert set(match.decision.texts) == {"target azai", "target asakura"}
    acts(match, "target asakura")
    assert (stack(match, "north_oumi", "azai")["ready"], stack(match, "north_oumi", "asakura")["ready"]) == (2, 1)


@clause("nobunaga", "4-5", "4-5(3)")
def test_4_5_3_bystanders_of_the_same_power_neither_roll_nor_suffer() -> None:
    """Three dice only, Oda's: Tokugawa adds none, and Asakura's general does not lead Azai's armies."""
    units = {
        "oda": {"ready": 2, "generals": ["shibata_katsuie"]},
        "tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]},
        "azai": {"ready": 2},
        "asakura": {"ready": 4, "generals": ["asakura_yoshikage"]},
    }
    match = board({"north_oumi": units}, dice=[3, 3, 3])
    acts(match, "combat", "attack oda north_oumi", "target azai", "discard warships", "stop")
    assert stack(match, "north_oumi", "azai") == {"ready": 0, "spent": 0, "generals": {}}
    assert stack(match, "north_oumi", "asakura")["ready"] == 4
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 2, "generals": {"shibata_katsuie": "spent"}}
    assert stack(match, "north_oumi", "tokugawa")["generals"] == {"tokugawa_ieyasu": "ready"}
    assert stack(match, "north_oumi", "tokugawa")["ready"] == 2


@clause("nobunaga", "4-5", "4-5(4)")
@pytest.mark.parametrize("refuge", [False, True])
def test_4_5_4_an_ally_s_area_is_not_ones_own(refuge: bool) -> None:
    """The check says flee: Azai may go to an area of his own, but Asakura's Echizen is no refuge."""
    areas: dict[str, Any] = {
        "north_oumi": {
            "oda": {"ready": 1, "generals": ["shibata_katsuie"]},
            "azai": {"generals": ["azai_nagamasa"]},
        },
        "echizen": {"asakura": {"ready": 1}},
    }
    if refuge:
        areas["wakasa_tango"] = {"controller": "azai"}
    match = board(areas, dice=[1, 6, 6, 5])
    acts(match, "combat", "attack oda north_oumi", "discard warships")
    assert ("azai_nagamasa" in match.view("oda")["dead"]) == (not refuge)
    assert stack(match, "wakasa_tango", "azai")["generals"] == ({"azai_nagamasa": "spent"} if refuge else {})
    assert stack(match, "echizen", "azai")["generals"] == {}


@clause("nobunaga", "4-6")
@pytest.mark.parametrize(("before", "side"), [(1, "oda"), (2, "neutral"), (5, "anti_oda")])
def test_4_6_a_lost_ally_is_another_power_at_once_but_there_is_no_combat(before: int, side: str) -> None:
    """No die is rolled; from then on, however, he may be attacked."""
    units = {
        "oda": {"ready": 2, "generals": ["shibata_katsuie"]},
        "tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]},
    }
    match = board({"mino": units}, "anti_oda", markers={"tokugawa": before})
    acts(match, "diplomacy", "influence tokugawa right", "discard murakami_navy")
    assert power(match, "tokugawa") == side
    assert stack(match, "mino", "oda") == {"ready": 2, "spent": 0, "generals": {"shibata_katsuie": "ready"}}
    assert stack(match, "mino", "tokugawa") == {"ready": 2, "spent": 0, "generals": {"tokugawa_ieyasu": "ready"}}
    assert (match.decision.who, match.decision.name) == ("oda", "action")
    if side == "oda":
        refused(match, "combat")
    else:
        acts(match, "combat")
        assert set(match.decision.texts) == {"attack oda mino"}
