"""Sections 29 and 30: the order of the phases, the armies, their territories and main castles, father and son Hojo."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import besiege, castle, disc, force, lane, morale, of_kind, plain, unit, units_without_line
from tests.clauses.kanto.table import compose, count_replenished_steps, host
from tests.support import clause

KENSHIN, SHINGEN, UJIYASU, UJIMASA = "uesugi_kenshin", "takeda_shingen", "hojo_ujiyasu", "hojo_ujimasa"

# One leader of each of the five phases, far from one another.
FIVE = {
    KENSHIN: {"hex": "0505", "inside": True},
    SHINGEN: {"hex": "1230", "inside": True},
    UJIYASU: {"hex": "2237", "inside": True},
    "ota_sukemasa": {"hex": "3025", "inside": True},
    "yuki_harutomo": {"hex": "3319", "inside": True},
}


def compose_third(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the scenario with all five phases, in good weather."""
    return compose(units, scenario="conquest_of_kanto", **{"turn": 2, **entries})


def play_course(match: Match) -> list[tuple[int, str, str, list[str]]]:
    """End every phase of the turn; return stage, phase, seat and the forces that could act in each."""
    turn = match.view(None)["turn"]
    found = []
    while match.decision is not None and match.view(None)["turn"] == turn:
        view = match.view(None)
        able = [text.split()[1] for text in match.decision.texts if text.startswith("act ")]
        found.append((view["stage"], view["phase"], match.decision.who, able))
        match.act("end")
    return found


# --- 29: the course of a turn ------------------------------------------------------------------------------------


@clause("kanto", "29.0(2)-2", "29.0(2)-3", "29.0(2)-4", "29.0(2)-5", "29.0(2)-6")
def test_each_stage_has_five_operations_phases_in_this_order() -> None:
    first = [entry[1:] for entry in play_course(compose_third(FIVE)) if entry[0] == 1]
    assert first == [
        ("uesugi", "uesugi", [KENSHIN]),
        ("takeda", "takeda", [SHINGEN]),
        ("hojo", "hojo", [UJIYASU]),
        ("uesugi_warlords", "uesugi", ["ota_sukemasa"]),
        ("hojo_warlords", "hojo", ["yuki_harutomo"]),
    ]


@clause("kanto", "29.0(3)")
def test_stages_2_to_4_repeat_the_order_without_units_that_are_out_of_points() -> None:
    units = {**FIVE, "oda_ujiharu": {"hex": "3722", "inside": True}, "nasu_suketane": {"hex": "3712", "inside": True}}
    able = {
        (stage, name): phase for stage, phase, _, names in play_course(compose_third(units)) for name in names
    }  # activation points: Kenshin and Shingen 4, Nasu 2, the others 3
    points = {KENSHIN: 4, SHINGEN: 4, UJIYASU: 3, "ota_sukemasa": 3, "yuki_harutomo": 3, "oda_ujiharu": 3}
    points["nasu_suketane"] = 2
    assert set(able) == {(stage, name) for name, count in points.items() for stage in range(1, count + 1)}
    phases = [(stage, phase) for stage, phase, *_ in play_course(compose_third(FIVE))]
    assert [phase for stage, phase in phases if stage == 2] == [phase for stage, phase in phases if stage == 1]
    assert [phase for stage, phase in phases if stage == 4] == ["uesugi", "takeda"]


@clause("kanto", "29.0(1)")
def test_the_initial_stage_checks_communication_and_knows_no_random_events() -> None:
    away = {**FIVE, "ota_sukemasa": {"hex": "2818", "inside": True}, **force("3025", "daidoji_masashige")}
    match = compose_third(
        away, stage=0, castles={"iwatsuki": {"owner": "none", "durability": 0}}, terrain=wall_in("3025")
    )
    kinds = [event.kind for event in match.events]
    assert kinds == ["turn", "no_line", "morale", "stage"]
    assert morale(match, "daidoji_masashige") == -1
    match = compose_third(FIVE, stage=0)
    assert [event.kind for event in match.events] == ["turn", "stage"]


@clause("kanto", "29.0(2)-3")
def test_phases_of_armies_that_are_not_there_are_passed_over() -> None:
    match = compose({KENSHIN: "0505", SHINGEN: "1230"}, turn=2)  # T-40
    assert {phase for _, phase, _, _ in play_course(match)} == {"uesugi", "takeda"}


def wall_in(hex_id: str) -> dict[str, str]:
    """Return mountains around a hex, so that no line leaves it."""
    return {other: "flat" if other == hex_id else "mountain" for other in disc(hex_id, 1)}


# --- 30-1: armies ------------------------------------------------------------------------------------------------


@clause("kanto", "30-1-2")
@pytest.mark.parametrize(
    ("owner", "cut_off"), [("ota", set()), ("yura", {"ota_sukemasa"}), ("uesugi", {"ota_sukemasa"})]
)
def test_a_lone_warlord_finds_no_relay_in_another_warlord(owner: str, cut_off: set[str]) -> None:
    """Ota stands 36 points from Iwatsuki (3025); Kanayama (2519), 27 from it, helps only if it is his (T-22)."""
    way = ["2516", "2517", "2518", "2519", "2520", "2620", "2721", "2722", "2723", "2724", "2824", "2925", "3025"]
    units = force("2519", "yura_narishige", inside=owner == "yura") | force("2516", "ota_sukemasa")
    match = compose_third(units, stage=0, castles={"kanayama": {"owner": owner}}, **lane(way, "foothills"))
    assert units_without_line(match) & {"ota_sukemasa"} == cut_off


@clause("kanto", "30-1-3")
def test_warlords_fight_for_the_side_of_the_scenario() -> None:
    near = force("2522", "narita_nagayasu") | force("2523", "daidoji_masashige")
    friend = compose(near, scenario="conquest_of_kanto", around="2522", turn=2, phase="hojo_warlords")
    foe = compose(near, scenario="kenshin_crosses_the_mountains", around="2522", turn=7, phase="uesugi_warlords")
    friend.act("act narita_nagayasu")
    refused(friend, "battle")
    foe.act("act narita_nagayasu")
    allowed(foe, "battle")


# --- 30-2: territories -------------------------------------------------------------------------------------------

THREE = {
    "uesugi": (KENSHIN, "usami_sadayuki", "saito_tomonobu"),
    "takeda": (SHINGEN, "atobe_katsusuke", "amari_masatada"),
    "hojo": (UJIYASU, "hojo_tsunataka", "hojo_ujitada"),
}


# Die 6 brings 3 steps in the own territory; elsewhere the Uesugi gain 2, Takeda and Hojo 1 (QR-REP).
@pytest.mark.parametrize(
    ("army", "place", "count"),
    [
        ("uesugi", "sakado", 3),  # Echigo
        ("uesugi", "iiyama", 2),  # Shinano
        ("uesugi", "numata", 2),  # Kozuke
        ("takeda", "iwadonoyama", 3),  # Kai
        ("takeda", "kaizu", 3),  # Shinano
        ("takeda", "sakado", 1),  # Echigo
        ("takeda", "minowa", 1),  # Kozuke
        ("hojo", "tamanawa", 3),  # Sagami
        ("hojo", "kawagoe", 3),  # Musashi
        ("hojo", "nirayama", 3),  # Izu
        ("hojo", "usui", 1),  # Shimosa
        ("hojo", "iwadonoyama", 1),  # Kai
    ],
)
@clause("kanto", "30-2")
def test_each_great_clan_replenishes_better_in_its_own_provinces(army: str, place: str, count: int) -> None:
    assert count_replenished_steps(THREE[army], place, 6, scenario="conquest_of_kanto", turn=2, phase=army) == count


# --- 30-3: owned castles -----------------------------------------------------------------------------------------


@clause("kanto", "30-3")
def test_a_castle_taken_by_another_army_shows_its_new_owner() -> None:
    units = host("0919", 12, invests=True)
    match = compose(units, castles={"komoro": {"durability": 1}}, around="0919", dice=[6])
    besiege(match, "kakizaki_kageie", "call")
    assert castle(match, "komoro")["owner"] == "uesugi"


# --- 30-4: main castles ------------------------------------------------------------------------------------------


def find_units_without_line(units: dict[str, Any], way: list[str], **entries: Any) -> set[str]:
    """Return the units without a line in the next check, on a single way between mountains."""
    return units_without_line(compose_third(units, stage=0, **lane(way), **entries))


@clause("kanto", "30-4", "CL-note(1)")
def test_a_line_must_end_at_the_main_castle_of_the_list() -> None:
    # Kiryu at 2317 and Oyama at 3219 beside their own castles, then each beside the castle of the other.
    assert find_units_without_line(force("2318", "kiryu_naotsuna"), ["2317", "2318"]) == set()
    assert find_units_without_line(force("2318", "oyama_hidetsuna"), ["2317", "2318"]) == {"oyama_hidetsuna"}
    assert find_units_without_line(force("3220", "oyama_hidetsuna"), ["3219", "3220"]) == set()
    # Nasu own 3508 too, but only 3712 is their main castle.
    assert find_units_without_line(force("3712", "nasu_suketane"), ["3711", "3712"]) == set()
    assert find_units_without_line(force("3509", "nasu_suketane"), ["3508", "3509"]) == {"nasu_suketane"}


@clause("kanto", "30-4-1", "CL-note(2)")
@pytest.mark.parametrize("way", [["0505", "0506"], ["2017", "2018"]])
def test_lines_of_the_uesugi_end_at_kasugayama_or_umayabashi(way: list[str]) -> None:
    assert find_units_without_line(force(way[1], "saito_tomonobu"), way) == set()


@clause("kanto", "30-4-1")
def test_no_other_castle_of_the_uesugi_ends_a_line() -> None:
    assert find_units_without_line(force("1914", "saito_tomonobu"), ["1913", "1914"]) == {"saito_tomonobu"}


@pytest.mark.parametrize(
    ("lost", "cut_off"),
    [
        ({}, set()),
        ({"kasugayama": "takeda"}, set()),
        ({"umayabashi": "hojo"}, set()),
        ({"kasugayama": "takeda", "umayabashi": "hojo"}, {"saito_tomonobu", "usami_sadayuki"}),
    ],
)
@clause("kanto", "30-4-1")
def test_the_uesugi_are_cut_off_only_when_both_main_castles_are_lost(lost: dict[str, str], cut_off: set[str]) -> None:
    # Two own castles in between serve as relays (T-11); everything lies on flat ground.
    units = force("1706", "saito_tomonobu") | force("1913", "usami_sadayuki")
    ground = {hex_id: "flat" for column in range(4, 22) for row in range(3, 20) for hex_id in [f"{column:02}{row:02}"]}
    sides = dict.fromkeys(plain("1210", 10)["sides"], "none")
    castles = {name: {"owner": owner} for name, owner in lost.items()}
    assert units_without_line(compose_third(units, stage=0, castles=castles, terrain=ground, sides=sides)) == cut_off


FIVE_LORDS = ["ogo_nobutsuna", "yamagami_ujihide", "wada_narishige", "kuragano_naoyuki", "sakai_harutane"]


@pytest.mark.parametrize("scenario", ["kenshin_crosses_the_mountains", "conquest_of_kanto"])
@clause("kanto", "30-4-2")
def test_five_warlords_use_umayabashi_as_their_main_castle(scenario: str) -> None:
    lords = dict.fromkeys([*FIVE_LORDS, "annaka_tadamasa"], "2018")
    match = compose(lords, scenario=scenario, turn=1, stage=0, **lane(["2017", "2018"]))
    assert units_without_line(match) == {"annaka_tadamasa"}


@clause("kanto", "30-4-2")
def test_umayabashi_counts_as_main_castle_when_the_five_replenish() -> None:
    # Kanto warlords, die 3: main castle 1, elsewhere 0 (QR-REP-Uesugi).
    def replenish_troops(hex_id: str) -> int:
        units = {"wada_narishige": {"hex": hex_id, "steps": 1}}
        match = compose_third(units, phase="uesugi_warlords", dice=[3], around="2017", radius=2)
        acts(match, "act wada_narishige", "organise")
        (result,) = of_kind(match.act("troops"), "replenished")
        return int(result["count"])

    assert (replenish_troops("2017"), replenish_troops("2018")) == (1, 0)


# --- 30-5: father and son ----------------------------------------------------------------------------------------


@clause("kanto", "30-5")
def test_ujiyasu_leads_ujimasa_but_not_the_other_way_round() -> None:
    units = force("2736", UJIYASU) | force("2736", UJIMASA)
    match = compose_third(units, phase="hojo")
    match.act(f"act {UJIMASA}")
    refused(match, "organise")  # there is no unit that he could take
    match = compose_third(units, phase="hojo")
    acts(match, f"act {UJIYASU}", "organise", f"take {UJIMASA}", "done")
    assert unit(match, UJIMASA)["leader"] == UJIYASU
