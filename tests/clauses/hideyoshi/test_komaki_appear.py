"""37.5 and 37.8-3: Saika and Negoro appear where and when their player likes; until then Kii is closed to Hashiba."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import at, attack, force, of_kind, pass_on, rolls, unit
from tests.clauses.hideyoshi.scenario_table import (
    HIDEYOSHI,
    IEYASU,
    MAGOICHI,
    NEGORO,
    OFF,
    OSAKA_OKAZAKI,
    SAIKA,
    SUGINOBO,
    army,
    compose_komaki,
    forces_that_may_act,
    start_scenario,
)
from tests.clauses.hideyoshi.table import KOMAKI, assert_reads_back
from tests.clauses.reasons import barred
from tests.support import clause

KII = {
    *("2334", "2434", "2534", "2633", "2634", "2734", "2833", "2834", "2933", "2934"),
    *("3032", "3033", "3034", "3133", "3134", "3232", "3233", "3234", "3334"),
}
COAST = {"2433", "2533", "2632", "2732", "2831", "2929", "2930", "3028"}  # and Kishiwada, 2830
KISHIWADA = "2830"
BAND = "saika_band_1"


def play_events(units: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Play the Random Events of turn 3 up to the decision who appears; the Mōri do not come."""
    found = {"turn": 3, "stage": 0, "dice": [1] * 20, **entries}
    match = compose_komaki({**OSAKA_OKAZAKI, **OFF, **(units or {})}, **found)
    assert (match.decision.name, match.who) == ("appear", "anti_hashiba")
    return match


def list_places(match: Match, name: str) -> set[str]:
    """Return the places where a unit may appear."""
    texts = [text.split() for text in decision_of(match).texts if text.startswith("appear ")]
    return {hex_id for _, who, hex_id in texts if who == name}


# --- 37.5: where -------------------------------------------------------------------------------------------------


@clause("hideyoshi", "37.5")
@pytest.mark.parametrize("name", [MAGOICHI, SUGINOBO])
def test_saika_and_negoro_appear_in_kii_or_on_the_coast_of_izumi(name: str) -> None:
    """Y-64: Kishiwada is an enemy castle."""
    assert list_places(play_events(), name) == KII | COAST


@clause("hideyoshi", "37.5")
@pytest.mark.parametrize("hex_id", ["2931", "3129", "2733", "3027", "3126", "3531", "3532"])
def test_saika_and_negoro_appear_nowhere_else(hex_id: str) -> None:
    """Izumi's inland, Settsu, Osaka, Yamato."""
    refused(play_events(), f"appear {MAGOICHI} {hex_id}", "37.5")


@clause("hideyoshi", "37.5")
def test_saika_and_negoro_do_not_appear_where_enemies_are() -> None:
    """Y-64: neither beside Horio in 2929 or 2934 nor in the enemy's castle; friends are welcome."""
    units = {"horio_yoshiharu": "2929", "maeno_nagayasu": "2934", "okubo_tadayo": "2930"}
    match = play_events(units, state={"appeared": 1})
    assert list_places(match, MAGOICHI) == (KII | COAST) - {"2929", "2934"}
    for hex_id in ("2929", "2934", KISHIWADA):
        refused(match, f"appear {MAGOICHI} {hex_id}", "37.5")


@clause("hideyoshi", "37.5")
@pytest.mark.parametrize("owner", ["kitabatake", "tokugawa"])
def test_kishiwada_in_the_hands_of_their_side_is_open(owner: str) -> None:
    match = play_events(castles={"kishiwada": {"owner": owner}})
    assert list_places(match, MAGOICHI) == KII | COAST | {KISHIWADA}


@clause("hideyoshi", "37.5")
def test_a_unit_that_appears_at_a_friends_castle_may_be_inside_or_before_it() -> None:
    match = play_events(castles={"kishiwada": {"owner": "tokugawa"}})
    match.act(f"appear {BAND} {KISHIWADA}")
    first = unit(match, BAND).get("inside", False)
    match.act(f"field {BAND}" if first else f"garrison {BAND}")
    assert unit(match, BAND).get("inside", False) is not first


# --- 37.5: when and how many -------------------------------------------------------------------------------------


@clause("hideyoshi", "37.5")
@pytest.mark.parametrize("number", [1, 2, 6, 10])
def test_saika_and_negoro_may_appear_in_any_turn(number: int) -> None:
    match = play_events(turn=number)
    told = match.act(f"appear {MAGOICHI} 2934")
    assert {row["unit"] for row in of_kind(told, "appeared")} >= {MAGOICHI}
    assert {row["hex"] for row in of_kind(told, "appeared")} == {"2934"}
    assert at(match, MAGOICHI) == "2934"


@clause("hideyoshi", "37.5")
def test_nobody_has_to_appear() -> None:
    """Asked again in the next turn, and none has come."""
    match = play_events()
    match.act("done")
    assert {at(match, name) for name in SAIKA + NEGORO} == {"off"}
    assert not forces_that_may_act(match) & set(SAIKA + NEGORO)
    pass_on(match, lambda: match.decision.name == "appear")
    assert match.view(None)["turn"] == 4
    allowed(match, f"appear {MAGOICHI} 2934", f"appear {SUGINOBO} 2934")


@clause("hideyoshi", "37.5")
def test_saika_and_negoro_may_appear_piecemeal() -> None:
    """One band in turn 3, Suginobō's in turn 4, the others never."""
    match = play_events()
    acts(match, f"appear {BAND} 2734", "done")
    assert at(match, BAND) == "2734"
    assert {at(match, name) for name in SAIKA + NEGORO if name != BAND} == {"off"}
    pass_on(match, lambda: match.decision.name == "appear")
    assert not list_places(match, BAND)
    refused(match, f"appear {BAND} 2934")
    match.act(f"appear {SUGINOBO} 3028")
    match.act("done")
    assert at(match, SUGINOBO) == "3028"
    assert at(match, MAGOICHI) == "off"


@clause("hideyoshi", "37.5")
def test_a_unit_appears_once() -> None:
    match = play_events()
    match.act(f"appear {BAND} 2734")
    refused(match, f"appear {BAND} 2634")


@clause("hideyoshi", "37.5")
def test_all_twenty_may_appear_in_one_turn_and_nobody_is_asked_again() -> None:
    match = play_events()
    while match.decision is not None and match.decision.name == "appear":
        coming = [text for text in match.decision.texts if text.startswith("appear ") and text.endswith(" 2934")]
        match.act(coming[0] if coming else "done")
    assert {at(match, name) for name in SAIKA + NEGORO} == {"2934"}
    pass_on(match, lambda: match.view(None)["turn"] == 4 and match.view(None)["stage"] == 1)
    assert match.decision.name == "force"


@clause("hideyoshi", "37.5")
def test_the_units_are_ten_and_ten() -> None:
    match = start_scenario(KOMAKI, [1])
    named = {text.split()[1] for text in match.decision.texts if text.startswith("appear ")}
    assert {MAGOICHI, SUGINOBO} <= named <= set(SAIKA + NEGORO)
    assert {at(match, name) for name in SAIKA + NEGORO} == {"off"}


@clause("hideyoshi", "37.5", "29.0(1)-1")
def test_the_mori_s_die_comes_first() -> None:
    """Y-60."""
    match = play_events()
    assert [(roll["purpose"], roll["army"]) for roll in rolls(match.events)] == [("summons", "mori")]


@clause("hideyoshi", "37.5", "32-1(1)")
def test_the_mori_need_a_seven_at_the_start_and_the_bands_need_no_die() -> None:
    """70 in the provinces of the Mōri's table; nobody rolls for Saika and Negoro here."""
    match = start_scenario(KOMAKI, [6])
    assert [(roll["army"], roll["strength"]) for roll in rolls(match.events)] == [("mori", 70)]
    assert not of_kind(match.events, "summoned")
    assert match.decision.name == "appear"


@clause("hideyoshi", "37.8-3", "37.5")
def test_an_appearance_is_kept_in_a_described_position() -> None:
    match = start_scenario(KOMAKI, [1] * 5)
    match.act(f"appear {SUGINOBO} 2934")
    assert match.describe()["state"]["appeared"] == 1
    match.act("done")
    assert_reads_back(match)
    assert SUGINOBO in forces_that_may_act(match)


# --- 37.5: organised freely --------------------------------------------------------------------------------------


def units_led_by(match: Match, chief: str) -> set[str]:
    """Return the units that have appeared under a commander."""
    view = match.view(None)["units"]
    return {name for name in SAIKA + NEGORO if not isinstance(view[name], str) and view[name].get("leader") == chief}


def start_appearing() -> Any:
    """Start turn 1 of the scenario; each commander leads as many as the track allows."""
    return start_scenario(KOMAKI, [1] * 20)


@clause("hideyoshi", "37.5")
def test_a_commander_brings_those_mustered_under_him() -> None:
    """Magoichi's track has seven boxes."""
    match = start_appearing()
    match.act(f"appear {MAGOICHI} 2934")
    brought = units_led_by(match, MAGOICHI)
    assert len(brought) == 7
    assert brought < set(SAIKA)
    assert {at(match, name) for name in brought} == {"2934"}


@clause("hideyoshi", "37.5")
@pytest.mark.parametrize("name", ["matoba_masanaga", "saika_band_3", "negoro_band_2"])
def test_each_of_the_twenty_may_appear_by_itself(name: str) -> None:
    """Y-64: any of those still out, each in a hex of its own: nobody has to wait for his commander."""
    match = start_appearing()
    if f"alone {name}" in match.decision.texts:
        match.act(f"alone {name}")
    assert list_places(match, name) == KII | COAST
    match.act(f"appear {name} 2834")
    assert at(match, name) == "2834"
    assert at(match, MAGOICHI) == at(match, SUGINOBO) == "off"


@clause("hideyoshi", "37.5")
def test_a_commander_may_appear_without_his_bands() -> None:
    """Y-64: not all of them have to appear in that turn."""
    match = start_appearing()
    for name in SAIKA:
        if f"alone {name}" in match.decision.texts:
            match.act(f"alone {name}")
    match.act(f"appear {MAGOICHI} 2934")
    assert units_led_by(match, MAGOICHI) == set()
    assert {at(match, name) for name in SAIKA if name != MAGOICHI} == {"off"}


@clause("hideyoshi", "37.5", "34.2(2)")
def test_a_single_unit_beside_the_map_is_not_taken_from_a_command() -> None:
    match = start_appearing()
    allowed(match, "alone matoba_masanaga")
    match.act("alone matoba_masanaga")
    barred(match, "alone matoba_masanaga", "34.2(2) already_alone")
    barred(match, f"alone {MAGOICHI}", "34.2(2) already_alone")


@clause("hideyoshi", "37.5")
def test_a_unit_that_has_appeared_may_be_taken_from_a_command_and_others_put_under_it() -> None:
    """Once each (34.2(2)): Matoba leaves Magoichi's force, and a band that was too many takes his box."""
    match = start_appearing()
    acts(match, f"appear {MAGOICHI} 2934", "appear saika_band_8 2934")
    refused(match, f"lead saika_band_8 {MAGOICHI}")  # no box is free
    match.act("alone matoba_masanaga")
    assert "leader" not in unit(match, "matoba_masanaga")
    match.act(f"lead saika_band_8 {MAGOICHI}")
    assert unit(match, "saika_band_8")["leader"] == MAGOICHI
    refused(match, f"lead matoba_masanaga {MAGOICHI}", "34.2(2)")
    refused(match, "alone saika_band_8", "34.2(2)")


@clause("hideyoshi", "37.5")
def test_a_unit_that_appeared_elsewhere_is_not_put_under_command() -> None:
    match = play_events()
    acts(match, f"appear {MAGOICHI} 2934", f"appear {BAND} 2834", "appear saika_band_2 2934")
    refused(match, f"lead {BAND} {MAGOICHI}")
    match.act(f"lead saika_band_2 {MAGOICHI}")
    assert units_led_by(match, MAGOICHI) == {"saika_band_2"}


@clause("hideyoshi", "37.5")
def test_the_bands_do_not_lead_each_other() -> None:
    """Two armies: nobody leads units of another (Y-05)."""
    match = play_events()
    acts(match, f"appear {MAGOICHI} 2934", "appear negoro_band_1 2934", "appear saika_band_1 2934")
    allowed(match, f"lead saika_band_1 {MAGOICHI}")
    refused(match, f"lead negoro_band_1 {MAGOICHI}")


@clause("hideyoshi", "37.5")
def test_saika_and_negoro_act_in_the_turn_in_which_they_appear() -> None:
    match = play_events()
    acts(match, f"appear {MAGOICHI} 2934", "done")
    assert (match.view(None)["turn"], match.view(None)["stage"]) == (3, 1)
    assert MAGOICHI in forces_that_may_act(match)
    acts(match, f"act {MAGOICHI}", "move", "to 2734", "halt")
    assert at(match, MAGOICHI) == "2734"


@clause("hideyoshi", "37.5")
def test_saika_and_negoro_appear_with_all_steps_and_full_morale() -> None:
    match = play_events()
    match.act(f"appear {MAGOICHI} 2934")
    assert unit(match, MAGOICHI)["steps"] == 2
    assert "morale" not in unit(match, MAGOICHI)


@clause("hideyoshi", "37.5")
def test_a_position_in_the_middle_of_their_appearing_can_be_written_down() -> None:
    match = start_appearing()
    assert_reads_back(match)
    texts = ["appear saika_band_8 2734", f"appear {MAGOICHI} 2734", "alone matoba_masanaga"]
    for text in (*texts, f"lead saika_band_8 {MAGOICHI}", f"appear {SUGINOBO} 3028"):
        match.act(text)
        assert match.decision.name == "appear"
        assert_reads_back(match)


# --- 37.8-3: Kii -------------------------------------------------------------------------------------------------

HORI, NEAR, IN_KII = "hori_hidemasa", "2733", "2734"  # Izumi, and Kii beside it


def compose_kii(units: dict[str, Any], **entries: Any) -> Any:
    """Compose flat ground around the border of Izumi and Kii, in Hashiba's phase unless the entries say otherwise."""
    return compose_komaki(
        {**OSAKA_OKAZAKI, **OFF, **units}, **{"around": NEAR, "radius": 2, "turn": 2, "phase": "hashiba", **entries}
    )


@clause("hideyoshi", "37.8", "37.8-3")
@pytest.mark.parametrize("how", ["move", "strategic"])
@pytest.mark.parametrize("who", [HORI, "tsutsui_junkei"])
def test_no_hashiba_force_enters_kii(who: str, how: str) -> None:
    """Y-44."""
    match = compose_kii({who: NEAR})
    acts(match, f"act {who}", how)
    refused(match, f"to {IN_KII}", "37.8-3")
    reached = {text.split()[1] for text in match.decision.texts if text.startswith("to ")}
    assert reached
    assert not reached & KII


@clause("hideyoshi", "37.8-3")
def test_forces_of_the_tokugawa_side_enter_kii() -> None:
    match = compose_kii({IEYASU: NEAR}, phase="anti_hashiba")
    acts(match, f"act {IEYASU}", "move")
    allowed(match, f"to {IN_KII}")


@clause("hideyoshi", "37.8-3")
@pytest.mark.parametrize(
    ("text", "opens"), [(f"appear {BAND} 3028", True), (f"appear {BAND} 3334", True), ("done", False)]
)
def test_one_unit_that_appears_opens_kii(text: str, opens: bool) -> None:
    """Y-64: wherever it appears, and in the same turn."""
    match = play_events({HORI: NEAR}, around=NEAR, radius=2)
    acts(match, text, "done") if opens else match.act(text)
    pass_on(match, lambda: match.who == "hashiba")
    acts(match, f"act {HORI}", "move")
    assert (f"to {IN_KII}" in match.decision.texts) is opens


@clause("hideyoshi", "37.8-3")
def test_a_unit_laid_out_on_the_map_has_appeared() -> None:
    match = compose_kii({HORI: NEAR, MAGOICHI: "3334"})
    acts(match, f"act {HORI}", "move")
    allowed(match, f"to {IN_KII}")


@clause("hideyoshi", "37.8-3")
def test_kii_stays_open_when_the_units_that_appeared_are_gone() -> None:
    match = compose_kii({HORI: NEAR}, state={"appeared": 1})
    acts(match, f"act {HORI}", "move")
    allowed(match, f"to {IN_KII}")


def drive_back(**entries: Any) -> Any:
    """Attack Hori in 2832 from 2732 with Ieyasu; Hori falls back one hex, to Izumi (2932) or Kii (2833, 2933)."""
    units = {**force("2732", IEYASU, "okubo_tadayo", "torii_mototada"), HORI: "2832"}
    match = compose_kii(units, phase="anti_hashiba", dice=[3, 1], **entries)
    attack(match, IEYASU, "2832")
    match.act("retreat")
    return match


@clause("hideyoshi", "37.8-3")
def test_nobody_retreats_into_kii() -> None:
    match = drive_back()
    if match.decision.name == "retreat":
        refused(match, "back 2833", "37.8-3")
        refused(match, "back 2933", "37.8-3")
        match.act("back 2932")
    assert at(match, HORI) == "2932"
    match = drive_back(state={"appeared": 1})
    allowed(match, "back 2833", "back 2933", "back 2932")


@clause("hideyoshi", "37.8-3")
def test_a_force_that_could_only_retreat_into_kii_loses_steps() -> None:
    """G-16: 2733 has nothing but Kii behind it."""
    units = {**force("2732", IEYASU, "okubo_tadayo", "torii_mototada"), HORI: NEAR}
    match = compose_kii(units, phase="anti_hashiba", dice=[3, 1])
    attack(match, IEYASU, NEAR)
    while match.decision.name in ("suffer", "losses", "retreat"):
        match.act(match.decision.texts[-1])
    assert at(match, HORI) == NEAR
    assert unit(match, HORI)["steps"] == 1


@clause("hideyoshi", "37.8-3")
def test_nobody_pursues_into_kii() -> None:
    units = {**army("2732", 13), IEYASU: NEAR}
    match = compose_kii(units, dice=[4, 1])
    attack(match, HIDEYOSHI, NEAR)
    match.act("retreat")
    match.act(f"back {IN_KII}")
    while match.decision.name == "retreat":
        match.act(next(text for text in match.decision.texts if text.split()[-1] in KII))
    assert (match.decision.name, match.who) == ("pursuit", "hashiba")
    refused(match, f"pursue {IN_KII}", "37.8-3")
    allowed(match, f"pursue {NEAR}")
