"""Chapter 4: sides, vassals and rebels, greater daimyos, the Oda clan and Neutral armies."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.table import (
    GREATER,
    HANDS,
    HOME,
    LEADERS,
    SEATS,
    acts,
    allowed,
    armies_of,
    board,
    column,
    compose,
    fight,
    go,
    order,
    play_out,
    refused,
    stack,
    start,
    status,
    throw,
)
from tests.support import clause

FIXED = {"oda": "oda", "neutral": "neutral", **dict.fromkeys(GREATER, "anti_oda")}
SURROUNDING = {seat: next(card for card in cards if "surrounding" in card) for seat, cards in HANDS.items()}


def entering(area: str, units: dict[str, Any], dice: tuple[int, ...] = (), **entries: Any) -> Playing:
    """Two Akechi armies without a general end their movement from Tanba in an area with these units."""
    match = board({"tanba": {"akechi": {"ready": 3}}, area: units}, dice=dice, **entries)
    go(match, "akechi", "tanba", area, armies=2)
    return match


def statuses(match: Playing) -> dict[str, str]:
    return {seat: status(match, seat) for seat in SEATS}


def all_vassals(**others: str) -> dict[str, str]:
    return dict.fromkeys(SEATS, "vassal") | others


@clause("honganji", "4")
def test_4_every_daimyo_is_of_one_side() -> None:
    match = start()
    view = match.view("akechi")
    assert view["sides"] == {**FIXED, **dict.fromkeys(SEATS, "oda")}
    owners = {clan for entry in view["areas"].values() for clan in entry["stacks"]}
    assert owners == set(view["sides"])
    fallen: dict[str, Any] = {"status": {"akechi": "rebel", "tokugawa": "out"}, "dead": ["tokugawa_ieyasu"]}
    match = board({}, hands={seat: cards for seat, cards in HANDS.items() if seat != "tokugawa"}, **fallen)
    changed = {"akechi": "anti_oda", "shibata": "oda", "tokugawa": "neutral", "hashiba": "oda"}
    assert match.view("akechi")["sides"] == {**FIXED, **changed}


@clause("honganji", "4.p2")
def test_4_p2_there_are_four_kinds_of_daimyos() -> None:
    kinds: dict[str, set[str]] = {}
    for row in gunki.game("honganji").tables["clan"]:
        kinds.setdefault(row["kind"], set()).add(row["id"])
    assert sorted(kinds.values(), key=sorted) == sorted(
        [set(SEATS), set(GREATER), {"oda"}, {"neutral"}],
        key=sorted,
    )


@clause("honganji", "4.p2")
def test_4_p2_player_daimyos_and_oda_are_separate_from_each_other() -> None:
    """All are of the Oda side, yet each is a target of its own, and only the one attacked is hit."""
    units: dict[str, Any] = {clan: {"ready": 2} for clan in ("shibata", "tokugawa", "hashiba", "oda")}
    units["akechi"] = {"ready": 1, "generals": ["akechi_mitsuhide"]}
    match = board({"gifu": units}, dice=[1, 6])
    fight(match, "akechi", "gifu")
    assert set(match.decision.texts) == {"target shibata", "target tokugawa", "target hashiba", "target oda"}
    acts(match, "target tokugawa")
    left = {clan: armies_of(match, "gifu", clan) for clan in ("shibata", "tokugawa", "hashiba", "oda")}
    assert left == {"shibata": 2, "tokugawa": 1, "hashiba": 2, "oda": 2}


@clause("honganji", "4-1")
def test_4_1_all_players_begin_as_vassals_on_the_oda_side() -> None:
    match = start()
    assert statuses(match) == all_vassals()
    assert {match.view("akechi")["sides"][seat] for seat in SEATS} == {"oda"}


@clause("honganji", "4-1")
@pytest.mark.parametrize("seat", SEATS)
def test_4_1_a_rebel_is_on_the_anti_oda_side_and_the_others_are_not(seat: str) -> None:
    match = board({}, status={seat: "rebel"})
    assert statuses(match) == all_vassals(**{seat: "rebel"})
    sides = match.view("akechi")["sides"]
    assert {name: sides[name] for name in SEATS} == {**dict.fromkeys(SEATS, "oda"), seat: "anti_oda"}


@clause("honganji", "4-1")
def test_4_1_a_player_who_is_out_is_neither_vassal_nor_rebel() -> None:
    """His last unit is his leader, who falls in Shinano."""
    units = {"akechi": {"generals": ["akechi_mitsuhide"]}, "neutral": {"generals": ["sanada_masayuki"]}}
    match = board({"shinano": units}, dice=[6, 1, 1])
    fight(match, "akechi", "shinano")
    assert statuses(match) == all_vassals(akechi="out")
    assert match.view("akechi")["sides"]["akechi"] == "neutral"


@clause("honganji", "4-1(1)")
@pytest.mark.parametrize("units", [{"ready": 1}, {"spent": 1}, {"generals": ["araki_murashige"]}])
def test_4_1_1_ending_movement_among_oda_units_is_rebellion(units: dict[str, Any]) -> None:
    match = entering("hokusetsu", {"oda": units}, (6,))
    assert statuses(match) == all_vassals(akechi="rebel")
    assert match.view("akechi")["sides"]["akechi"] == "anti_oda"


@clause("honganji", "4-1(1)")
def test_4_1_1_the_rebellion_comes_at_once_and_before_the_combat() -> None:
    """The choice of a commander comes first in the combat; nobody has rolled yet."""
    tanba = {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide", "hosokawa_tadaoki"]}}
    match = board({"tanba": tanba, "hokusetsu": {"oda": {"ready": 1}}})
    go(match, "akechi", "tanba", "hokusetsu", generals=["akechi_mitsuhide", "hosokawa_tadaoki"])
    assert (match.decision.who, match.decision.name) == ("akechi", "commander")
    assert status(match, "akechi") == "rebel"


@clause("honganji", "4-1(1)")
def test_4_1_1_an_empty_area_of_oda_and_passing_through_make_no_rebel() -> None:
    """Gifu is two areas away, and only by way of the capital."""
    match = entering("hokusetsu", {})
    assert statuses(match) == all_vassals()
    match = board({"tanba": {"akechi": {"ready": 3}}, "miyako_azuchi": {"oda": {"ready": 5}}})
    go(match, "akechi", "tanba", "gifu", armies=2)
    assert stack(match, "gifu", "akechi")["spent"] == 2
    assert statuses(match) == all_vassals()


@clause("honganji", "4-1(1)", "4-1(2)")
@pytest.mark.parametrize("clan", ["neutral", "uesugi", "houjou", "mouri", "honganji"])
def test_4_1_ending_among_neutral_or_greater_daimyos_makes_no_rebel(clan: str) -> None:
    match = entering("hokusetsu", {clan: {"ready": 1}})
    assert armies_of(match, "hokusetsu", "akechi") == 2
    assert statuses(match) == all_vassals()


@clause("honganji", "4-1(1)")
def test_4_1_1_a_greater_daimyo_moved_by_a_vassal_makes_no_rebel() -> None:
    match = board({"kantou": {"houjou": {"ready": 3}}, "shinano": {"oda": {"ready": 1}, "shibata": {"ready": 1}}})
    acts(match, f"event {SURROUNDING['akechi']}", "direct houjou", "movement")
    column(match, "houjou", "kantou", armies=2)
    acts(match, "to shinano", "target oda")
    assert armies_of(match, "shinano", "houjou") == 2
    assert statuses(match) == all_vassals()


@clause("honganji", "4-1(1)")
def test_4_1_1_placing_units_is_not_movement() -> None:
    match = board({"tanba": {"akechi": {"ready": 1}, "oda": {"ready": 1}, "shibata": {"ready": 1}}})
    acts(match, "reinforcement", "reinforce akechi tanba")
    assert armies_of(match, "tanba", "akechi") == 2
    assert statuses(match) == all_vassals()


@clause("honganji", "4-1(2)")
@pytest.mark.parametrize("seat", [seat for seat in SEATS if seat != "akechi"])
def test_4_1_2_ending_movement_among_another_vassals_units_is_rebellion(seat: str) -> None:
    """The one who is attacked stays a vassal."""
    match = entering("hokusetsu", {seat: {"spent": 1}})
    assert statuses(match) == all_vassals(akechi="rebel")


@clause("honganji", "4-1(2)")
def test_4_1_2_the_rebellion_comes_at_once_and_before_the_combat() -> None:
    """Shibata is asked for his commander: the combat has begun, the rebel is one already."""
    match = entering("hokusetsu", {"shibata": {"generals": ["shibata_katsuie", "maeda_toshiie"]}})
    assert (match.decision.who, match.decision.name) == ("shibata", "commander")
    assert statuses(match) == all_vassals(akechi="rebel")


@clause("honganji", "4-1(2)")
def test_4_1_2_units_of_a_rebel_and_passing_through_make_no_rebel() -> None:
    """Mimasaka is two areas away, and only by way of Harima."""
    match = entering("hokusetsu", {"hashiba": {"ready": 1}}, status={"hashiba": "rebel"})
    assert statuses(match) == all_vassals(hashiba="rebel")
    match = board({"tanba": {"akechi": {"ready": 3}}, "harima": {"hashiba": {"ready": 2}}})
    go(match, "akechi", "tanba", "mimasaka", armies=2)
    assert stack(match, "mimasaka", "akechi")["spent"] == 2
    assert statuses(match) == all_vassals()


@clause("honganji", "4-1.p3")
def test_4_1_p3_the_marker_is_flipped_for_all_to_see_and_stays_in_its_place() -> None:
    """The new rebel cuts in only next turn."""
    match = entering("hokusetsu", {"shibata": {"ready": 1}}, order=["hashiba", "akechi", "shibata", "tokugawa"])
    for seat in SEATS:
        assert match.view(seat)["status"] == all_vassals(akechi="rebel")
    assert order(match) == ["hashiba", "akechi", "shibata", "tokugawa"]
    acts(match, "end")
    assert match.decision.who == "shibata"
    play_out(match)
    assert match.view("akechi")["turn"] == 2
    assert (match.decision.who, match.decision.name) == ("akechi", "cut_in")


@clause("honganji", "4-1.p4")
def test_4_1_p4_a_rebel_never_becomes_a_vassal_again() -> None:
    """Neither by fighting Oda's enemies, nor with a new turn, nor by Nobunaga's death. Vassals keep their rights."""
    areas = {
        "tanba": {"akechi": {"ready": 3}},
        "hokusetsu": {"honganji": {"ready": 1}},
        "gifu": {"oda": {"ready": 2}},
        "owari_ise": {"oda": {"ready": 1}},
    }
    match = board(areas, status={"akechi": "rebel"}, dead=["oda_nobunaga"], nobunaga_killer="mouri", dice=[1, 1, 1])
    refused(match, "oda_transfer", "6-4")
    go(match, "akechi", "tanba", "hokusetsu", armies=2)
    assert status(match, "akechi") == "rebel"
    play_out(match)
    assert (match.decision.who, match.decision.name) == ("akechi", "cut_in")
    acts(match, "slot 1")
    assert (match.decision.who, match.decision.name) == ("akechi", "action")
    assert statuses(match) == all_vassals(akechi="rebel")
    refused(match, "oda_transfer", "6-4")
    assert match.view("akechi")["hand_sizes"] == {"akechi": 4, "shibata": 5, "tokugawa": 5, "hashiba": 5}
    throw(match)
    assert match.decision.who == "shibata"
    allowed(match, "oda_transfer")


@clause("honganji", "4-2")
def test_4_2_greater_daimyos_do_nothing_without_the_card() -> None:
    gifu = {"uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]}, "neutral": {"ready": 1}}
    areas = {"tanba": {"akechi": {"ready": 2}, "neutral": {"ready": 1}}, "tango": {"akechi": {"ready": 2}}}
    match = board({**areas, "gifu": gifu, "kantou": {"houjou": {"ready": 3}}})
    for action, texts in (
        ("movement", {"march akechi tango"}),
        ("combat", {"attack akechi tanba"}),
    ):
        fork = match.fork()
        acts(fork, action)
        assert set(fork.decision.texts) == texts
    acts(match, "reinforcement")
    refused(match, "reinforce houjou kantou")
    refused(match, "reinforce uesugi echigo")


@clause("honganji", "4-2")
def test_4_2_with_the_card_one_greater_daimyo_acts_for_its_player() -> None:
    gifu = {"uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]}, "neutral": {"ready": 1}}
    match = board({"gifu": gifu, "echigo": {"uesugi": {"ready": 2}}}, dice=[1, 6, 6])
    acts(match, f"event {SURROUNDING['akechi']}", "direct uesugi")
    assert (match.decision.who, match.decision.name) == ("akechi", "event_action")
    assert set(match.decision.texts) == {"reinforcement", "movement", "combat"}
    reinforcing, moving = match.fork(), match.fork()
    acts(reinforcing, "reinforcement", "reinforce uesugi echigo")
    assert stack(reinforcing, "echigo", "uesugi") == {"ready": 2, "spent": 1, "generals": {}}
    acts(moving, "movement")
    assert set(moving.decision.texts) == {"march uesugi echigo"}
    acts(match, "combat", "attack uesugi gifu")
    assert armies_of(match, "gifu", "neutral") == 0
    assert armies_of(match, "gifu", "uesugi") == 2


def directs(seat: str, clans: set[str]) -> None:
    """With the whole set-up on the map the seat may choose these greater daimyos and no other, time and again."""
    match = compose(hands=HANDS, to_act=seat)
    acts(match, f"event {SURROUNDING[seat]}")
    assert (match.decision.who, match.decision.name) == (seat, "greater")
    assert set(match.decision.texts) == {f"direct {clan}" for clan in clans}
    for clan in (*set(GREATER) - clans, "oda", "neutral", seat):
        refused(match, f"direct {clan}")
    again = compose(hands={seat: ["surrounding_nobunaga_1", "surrounding_nobunaga_2", "charge_1"]}, to_act=seat)
    acts(again, "event surrounding_nobunaga_1", f"direct {min(clans)}", "reinforcement")
    acts(again, again.decision.texts[0], "event surrounding_nobunaga_2")
    assert set(again.decision.texts) == {f"direct {clan}" for clan in clans}


@clause("honganji", "4-2.Akechi")
def test_4_2_akechi_directs_uesugi_houjou_and_honganji() -> None:
    directs("akechi", {"uesugi", "houjou", "honganji"})


@clause("honganji", "4-2.Shibata")
def test_4_2_shibata_directs_mouri_and_honganji() -> None:
    directs("shibata", {"mouri", "honganji"})


@clause("honganji", "4-2.Tokugawa")
def test_4_2_tokugawa_directs_mouri_and_honganji() -> None:
    directs("tokugawa", {"mouri", "honganji"})


@clause("honganji", "4-2.Hashiba")
def test_4_2_hashiba_directs_uesugi_and_houjou() -> None:
    directs("hashiba", {"uesugi", "houjou"})


@clause("honganji", "4-3")
@pytest.mark.parametrize("seat", SEATS)
def test_4_3_oda_units_do_not_act(seat: str) -> None:
    """Nobody moves them, attacks with them or brings them armies; they are there only to be transferred."""
    areas = {
        HOME[seat]: {seat: {"ready": 3, "generals": [LEADERS[seat]]}, "neutral": {"ready": 1}},
        "hida": {"neutral": {"ready": 1}, "oda": {"ready": 1, "generals": ["niwa_nagahide"]}},
        "gifu": {"oda": {"ready": 2, "generals": ["oda_nobutada"]}},
        "shinano": {seat: {"ready": 2}},
    }
    match = board(areas, seat)
    allowed(match, "oda_transfer")
    expected = {
        "movement": {f"march {seat} shinano"},
        "combat": {f"attack {seat} {HOME[seat]}"},
        "reinforcement": {
            f"reinforce {seat} {HOME[seat]}",
            f"reinforce neutral {HOME[seat]}",
            "reinforce neutral hida",
        },
    }
    for action, texts in expected.items():
        fork = match.fork()
        acts(fork, action)
        assert set(fork.decision.texts) == texts


@clause("honganji", "4-3")
def test_4_3_oda_is_always_on_the_oda_side() -> None:
    dead = ["oda_nobunaga"]
    match = board({"gifu": {"oda": {"ready": 2}}}, status=dict.fromkeys(SEATS, "rebel"), dead=dead)
    assert match.view("akechi")["sides"] == {**FIXED, **dict.fromkeys(SEATS, "anti_oda")}
