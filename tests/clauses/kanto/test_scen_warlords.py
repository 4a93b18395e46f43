"""Scenarios 2 and 3: who comes later, whom Kenshin leads, neutral Takeda (G-56, T-12, T-14, T-16, T-22, T-24)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import at, cost, force, lane, march, of_kind, pass_on, points_left, unit, units_without_line
from tests.clauses.kanto.table import SCENARIOS, compose, play_past_deployment, start_match
from tests.support import clause

FIRST, SECOND, THIRD, FOURTH = SCENARIOS
SATAKE = "satake_yoshishige"
UJIYASU = "hojo_ujiyasu"
KENSHIN, OTA = "uesugi_kenshin", "ota_sukemasa"
ENTRY = ["4010", "4011", "4012", "4013", "4014", "4015"]


def compose_second(units: dict[str, Any], **entries: Any) -> Any:
    """Compose a position of scenario 2 in good weather."""
    return compose(units, scenario=SECOND, **{"turn": 7, **entries})


# --- 37(4), 38(4): deployment ------------------------------------------------------------------------------------


@clause("kanto", "38(4)")
@pytest.mark.parametrize("hex_id", ["1230", "1831"])
def test_oyamada_starts_at_tsutsujigasaki_or_iwadonoyama(hex_id: str) -> None:
    match = start_match(THIRD)
    match.act("ready")
    assert match.who == "takeda"
    if hex_id != at(match, "oyamada_nobushige"):
        match.act(f"station oyamada_nobushige {hex_id}")
    assert at(match, "oyamada_nobushige") == hex_id
    assert unit(match, "oyamada_nobushige")["inside"]
    stations = [text for text in match.decision.texts if text.startswith("station")]
    assert not [text for text in stations if "oyamada_nobushige" not in text]


@clause("kanto", "37(4)")
def test_oyamada_can_be_placed_in_either_hex_in_scenario_2() -> None:
    match = start_match(SECOND)
    offered = set()
    while match.decision.name == "deploy":
        offered |= {text for text in match.decision.texts if "oyamada_nobushige" in text}
        match.act("ready")
    assert offered & {"station oyamada_nobushige 1230", "station oyamada_nobushige 1831"}


@clause("kanto", "38(4)", "DL-Nagano", "DL-Takeda")
def test_at_kunimine_the_nagano_unit_is_inside_and_obata_in_the_open() -> None:
    match = start_match(THIRD)
    assert (at(match, "obata_kagezumi"), at(match, "obata_nobusada")) == ("1620", "1620")
    assert unit(match, "obata_kagezumi")["inside"]
    assert not unit(match, "obata_nobusada").get("inside")  # T-14
    assert not match.view(None)["castles"]["kunimine"].get("besieged")
    refused(match, "field obata_kagezumi")


# --- 37(5), 38(5): Satake ----------------------------------------------------------------------------------------


@clause("kanto", "37(5)", "38(5)")
@pytest.mark.parametrize("scenario", [SECOND, THIRD])
def test_nine_satake_units_come_in_the_first_turn(scenario: str) -> None:
    match = start_match(scenario)
    satake = [row["id"] for row in gunki.game("kanto").tables["unit"] if row["army"] == "satake"]
    assert len(satake) == 9
    pass_on_to_warlords(match)
    assert (match.who, match.view(None)["turn"], match.view(None)["stage"]) == ("uesugi", 1, 1)
    while leaders := [text for text in match.decision.texts if text.split()[-1] in satake]:
        acts(match, leaders[0], "move", "to 4013")
        if match.decision.name == "march":
            match.act("halt")
    assert {at(match, name) for name in satake} == {"4013"}


def pass_on_to_warlords(match: Match) -> None:
    """End every phase until the warlords of the Uesugi are to act."""
    while decision_of(match).name == "deploy":
        match.act("ready")
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi_warlords")


@clause("kanto", "37(5)")
def test_the_satake_enter_at_one_of_six_hexes_and_pay_for_its_ground() -> None:
    units = {"satake_yoshishige": "off", KENSHIN: "0505"}
    for hex_id, ground, price in (("4010", "rough", 2), ("4013", "flat", 1), ("4015", "foothills", 4)):
        terrain = {**dict.fromkeys(ENTRY, "flat"), hex_id: ground}
        match = compose(units, scenario=SECOND, turn=1, phase="uesugi_warlords", terrain=terrain)
        march(match, "satake_yoshishige")
        assert {text for text in match.decision.texts if text.startswith("to ")} == {f"to {name}" for name in ENTRY}
        assert points_left(match) == 8
        match.act(f"to {hex_id}")
        assert (points_left(match), at(match, "satake_yoshishige")) == (8 - price, hex_id)  # G-56


@clause("kanto", "37(5)")
def test_the_satake_may_march_on_and_act_once_they_have_entered() -> None:
    units = {"satake_yoshishige": "off", KENSHIN: "0505"}
    ground = dict.fromkeys(["4013", "4014", "3914", "3915"], "flat")
    sides = {"4013-4014": "none", "3914-4013": "none", "3915-4014": "none"}
    match = compose(units, scenario=SECOND, turn=1, phase="uesugi_warlords", terrain=ground, sides=sides)
    march(match, "satake_yoshishige")
    acts(match, "to 4013", "to 3914")
    assert at(match, "satake_yoshishige") == "3914"
    assert points_left(match) == 6


@clause("kanto", "37(5)", "DL-Satake")
@pytest.mark.parametrize(("source", "cut_off"), [("entry hexes", set()), ("none", {"satake_yoshishige"})])
def test_the_entry_hexes_serve_the_satake_as_main_castle(source: str, cut_off: set[str]) -> None:
    ground = lane(["4013", "3914", "3814"])
    match = compose_second({"satake_yoshishige": "3814"}, stage=0, options={"satake_source": source}, **ground)
    assert units_without_line(match) == cut_off  # T-12


@clause("kanto", "37(5)", "QR-REP-Uesugi")
@pytest.mark.parametrize(("hex_id", "count"), [("4013", 2), ("3914", 1)])
def test_the_satake_replenish_at_an_entry_hex_as_in_a_main_castle(hex_id: str, count: int) -> None:
    # Die 5, Satomi and Satake: main castle 2, foreign territory 1.
    units = force(hex_id, "satake_yoshishige", "satake_yoshimasa")
    units = {name: {**entry, "steps": 1} for name, entry in units.items()}
    ground = lane(["4013", "3914"])
    match = compose_second(units, phase="uesugi_warlords", dice=[5], **ground)
    acts(match, "act satake_yoshishige", "organise", "done")
    (result,) = of_kind(match.act("troops"), "replenished")
    assert result["count"] == count


@clause("kanto", "37(5)", "35-2(1)")
def test_reinforcements_come_in_forces() -> None:
    match = play_past_deployment(SECOND)
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi_warlords")
    acts(match, f"act {SATAKE}", "move", "to 4013")
    if match.decision.name == "march":
        match.act("halt")
    led = [name for name, entry in match.view(None)["units"].items() if entry != "off" and at(match, name) == "4013"]
    assert SATAKE in led
    assert len(led) > 1
    assert {unit(match, name).get("leader", name) for name in led} == {SATAKE}


@clause("kanto", "37(5)", "QR-TEC")
def test_reinforcements_do_not_enter_over_impassable_ground() -> None:
    units = {SATAKE: "off", KENSHIN: "0505"}
    terrain = {**dict.fromkeys(("4010", "4011", "4012", "4014"), "mountain"), "4013": "flat", "4015": "rough"}
    match = compose(units, scenario=SECOND, turn=1, phase="uesugi_warlords", terrain=terrain)
    march(match, SATAKE)
    assert [text for text in match.decision.texts if text.startswith("to ")] == ["to 4013", "to 4015"]
    refused(match, "to 4012")


# --- 37(8): who leads warlords -----------------------------------------------------------------------------------


@clause("kanto", "37(8)-1")
def test_in_scenario_2_kenshin_leads_warlords_of_his_side() -> None:
    match = compose_second(force("2017", KENSHIN) | force("2017", OTA))
    acts(match, f"act {KENSHIN}", "organise", f"take {OTA}", "done")
    assert unit(match, OTA)["leader"] == KENSHIN


@clause("kanto", "37(8)-1", "29.0(2)-5")
def test_warlords_under_kenshin_act_with_him_and_not_in_their_own_phase() -> None:
    units = force("2017", KENSHIN, OTA) | force("2519", "yura_narishige", inside=True)
    match = compose_second(units, around="2017", radius=2)
    march(match, KENSHIN)
    acts(match, "to 2018", "halt")
    assert at(match, OTA) == "2018"
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi_warlords")
    allowed(match, "act yura_narishige")
    refused(match, f"act {OTA}")  # T-24


@clause("kanto", "37(8)-1", "12-2-3")
def test_a_warlord_whom_kenshin_drops_has_acted_in_this_stage() -> None:
    units = force("2017", KENSHIN, OTA) | force("2519", "yura_narishige", inside=True)
    match = compose_second(units)
    acts(match, f"act {KENSHIN}", "organise", f"split {OTA}")  # nobody is left to arrange
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi_warlords")
    refused(match, f"act {OTA}")  # T-24, G-42
    pass_on(match, lambda: match.view(None)["stage"] == 2 and match.view(None)["phase"] == "uesugi_warlords")
    allowed(match, f"act {OTA}")


@clause("kanto", "30-1-2", "37(8)-1")
def test_a_warlord_far_from_home_has_a_line_only_under_kenshin() -> None:
    # Around Umayabashi, walled off from Iwatsuki, the castle of Ota.
    ground = lane(["2017", "2018", "2019"])
    assert units_without_line(compose_second({OTA: "2019"}, stage=0, **ground)) == {OTA}  # T-22
    assert units_without_line(compose_second(force("2019", KENSHIN, OTA), stage=0, **ground)) == set()


# --- T-16: Takeda in scenario 2 ----------------------------------------------------------------------------------

PROVOKED = {"scenario2_takeda": "hojo ally if provoked"}
BORDER = {"around": "1527", "radius": 1}  # 1526 in Musashi, 1527 in Kai


@clause("kanto", "37(3)")
def test_takeda_have_no_phase_in_scenario_2() -> None:
    match = compose_second({"takeda_shingen": {"hex": "1230", "inside": True}, KENSHIN: "0505", "hojo_ujiyasu": "2736"})
    phases = set()
    while match.view(None)["stage"] < 4:
        phases.add((match.view(None)["phase"], match.who))
        match.act("end")
    assert phases == {("uesugi", "uesugi"), ("hojo", "hojo")}


@clause("kanto", "37(3)", "37(4)")
def test_neutral_takeda_start_inside_their_castles() -> None:
    match = start_match(SECOND)
    names = [row["id"] for row in gunki.game("kanto").tables["unit"] if row["army"] == "takeda"]
    placed = [entry for entry in (unit(match, name) for name in names) if not isinstance(entry, str)]
    assert placed
    assert all(entry["inside"] for entry in placed)


@clause("kanto", "37(3)")
def test_nobody_enters_a_castle_hex_of_neutral_takeda() -> None:
    for name, phase in ((KENSHIN, "uesugi"), ("hojo_ujiyasu", "hojo")):
        units = {name: "1231", "takeda_shingen": {"hex": "1230", "inside": True}}
        match = march(compose_second(units, around="1230", radius=2, phase=phase), name)
        refused(match, "to 1230")
        allowed(match, "to 1232")


@clause("kanto", "37(3)")
def test_nobody_attacks_neutral_takeda() -> None:
    for name, phase in ((KENSHIN, "uesugi"), ("hojo_ujiyasu", "hojo")):
        match = compose_second({name: "1333", "takeda_shingen": "1334"}, around="1333", radius=2, phase=phase)
        match.act(f"act {name}")
        refused(match, "battle")


@clause("kanto", "37(3)")
def test_neutral_castles_have_no_zones() -> None:
    match = march(compose_second({KENSHIN: "1231"}, around="1230", radius=2), KENSHIN)
    match.act("to 1331")
    assert points_left(match) == 7
    line = compose_second(
        {"usami_sadayuki": "0510"}, stage=0, **lane(["0505", *[f"05{row:02}" for row in range(6, 17)]])
    )
    assert units_without_line(line) == set()


@clause("kanto", "37(3)")
def test_by_default_nothing_provokes_takeda() -> None:
    match = march(compose_second({KENSHIN: "1526", "hojo_ujiyasu": "2736"}, **BORDER), KENSHIN)
    events = acts(match, "to 1527", "halt")
    assert not of_kind(events, "provoked")
    assert match.view(None)["sides"]["takeda"] == "neutral"


@clause("kanto", "37(3)")
def test_by_agreement_uesugi_in_kai_make_takeda_an_ally_of_the_hojo() -> None:
    units = {KENSHIN: "1526", "hojo_ujiyasu": "2736", "takeda_shingen": {"hex": "1230", "inside": True}}
    match = march(compose_second(units, options=PROVOKED, **BORDER), KENSHIN)
    assert match.view(None)["sides"]["takeda"] == "neutral"
    events = acts(match, "to 1527")
    assert [data["army"] for data in of_kind(events, "provoked")] == ["takeda"]
    assert match.view(None)["sides"]["takeda"] == "hojo"
    match.act("halt")
    pass_on(match, lambda: match.view(None)["phase"] == "takeda")
    assert match.who == "hojo"
    allowed(match, "act takeda_shingen")


@clause("kanto", "37(3)", "34-1", "34-2")
def test_castles_and_dead_of_provoked_takeda_count_for_the_hojo() -> None:
    """T-16, T-37: Kaizu, of level 1, has been taken and Atobe killed."""
    units = {KENSHIN: "1526", "hojo_ujiyasu": "2736", "atobe_katsusuke": "dead"}
    match = march(compose_second(units, options=PROVOKED, castles={"kaizu": {"owner": "uesugi"}}, **BORDER), KENSHIN)
    assert match.view(None)["points"] == {"uesugi": 0, "hojo": 0}
    match.act("to 1527")
    assert match.view(None)["points"] == {"uesugi": 2, "hojo": -2 - 1}


@clause("kanto", "37(3)")
def test_hojo_in_kai_provoke_nobody() -> None:
    match = march(compose_second({"hojo_ujiyasu": "1526"}, options=PROVOKED, phase="hojo", **BORDER), "hojo_ujiyasu")
    acts(match, "to 1527", "halt")
    assert match.view(None)["sides"]["takeda"] == "neutral"


@clause("kanto", "37(3)")
def test_by_agreement_entering_a_takeda_castle_hex_provokes_takeda() -> None:
    units = {KENSHIN: "0513", "takeda_shingen": {"hex": "1230", "inside": True}}
    match = march(compose_second(units, options=PROVOKED, around="0514", radius=2), KENSHIN)
    events = acts(match, "to 0514")
    assert [data["army"] for data in of_kind(events, "provoked")] == ["takeda"]


@clause("kanto", "37(3)", "5-1-1", "15-4-5")
def test_provoked_takeda_have_zones_at_once() -> None:
    """T-16, by agreement: before Kenshin has set foot in Kai they have none."""
    units = {KENSHIN: "1525", "atobe_katsusuke": "1528", UJIYASU: "2736"}
    options = {"scenario2_takeda": "hojo ally if provoked"}
    match = compose(units, scenario=SCENARIOS[1], turn=12, around="1527", radius=3, options=options)
    march(match, KENSHIN)
    assert cost(match, "1526") == 1
    match.act("to 1527")
    assert of_kind(match.events, "provoked")
    assert match.view(None)["sides"]["takeda"] == "hojo"
    assert cost(match, "1627") == 1 + 2
