"""The scenarios at their edges: why a deployment or a first move is refused, reinforcements, talks, points."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import at, castle, force, lane, march, of_kind, pass_on, unit
from tests.clauses.kanto.table import SCENARIOS, compose, ring, start_match
from tests.clauses.reasons import barred
from tests.support import clause

FIRST, SECOND, THIRD, FOURTH = SCENARIOS
KENSHIN, SHINGEN, UJIYASU, UJIMASA = "uesugi_kenshin", "takeda_shingen", "hojo_ujiyasu", "hojo_ujimasa"
USAMI, NAOE, KAKIZAKI, OYAMADA = "usami_sadayuki", "naoe_sanetsuna", "kakizaki_kageie", "oyamada_nobushige"
SANO, AKAI, OYAMA = "sano_masatsuna", "akai_teruyasu", "oyama_hidetsuna"


def start_deployment(scenario: str, seat: str) -> Any:
    """A new match in which it is this seat's turn to arrange its units."""
    match = start_match(scenario)
    while match.who != seat:
        match.act("ready")
    assert match.decision.name.startswith("deploy")
    return match


def play_past_deployment(scenario: str = FIRST) -> Any:
    """A match after the deployment, everybody left where he is."""
    match = start_match(scenario)
    while match.decision.name.startswith("deploy"):
        match.act("ready")
    return match


# --- 35-2(1): what cannot be arranged ------------------------------------------------------------------------------

WRONG = [
    (FIRST, "uesugi", f"field {SHINGEN}", "35-2(1) not_own"),
    (FIRST, "uesugi", f"alone {KENSHIN}", "35-2(1) already_alone"),
    (FIRST, "uesugi", f"garrison {KENSHIN}", "35-2(1) already_so"),
    (FIRST, "uesugi", f"field {USAMI}", "35-2(1) under_command"),
    (FIRST, "uesugi", f"lead {USAMI} {KENSHIN}", "35-2(1) in_force"),
    (FIRST, "uesugi", f"lead yasuda_akimoto {KENSHIN}", "35-2(1) other_hex"),
    (FIRST, "uesugi", f"lead nagao_masakage {KAKIZAKI}", "9-2-3 rank"),
    (FIRST, "uesugi", f"lead {USAMI} nakajo_fujisuke", "13-1-1 no_commander"),
    (FIRST, "uesugi", f"lead okuma_tomohide {KENSHIN}", "9-2-2 track_full"),
    (FIRST, "uesugi", f"station {USAMI} 0711", "35.0(5) not_a_start"),
    (SECOND, "hojo", "garrison matsuda_yasunaga", "35-2(1) no_castle"),  # T-13: Yamanaka is none
    (SECOND, "hojo", f"field {UJIYASU}", "31-1-1 always_inside"),
    (SECOND, "hojo", f"alone {OYAMADA}", "35-2(1) not_own"),  # T-16: neutral, only his hex is chosen
    (SECOND, "hojo", f"station {SHINGEN} 1831", "35-2(1) not_own"),
    (SECOND, "hojo", f"station {OYAMADA} 1232", "35.0(5) not_a_start"),
    (THIRD, "takeda", f"station {OYAMADA} 1230", "35.0(5) already_there"),
    (THIRD, "takeda", "garrison obata_nobusada", "35-2(1) no_castle"),  # T-14: Kunimine is the enemy's
    (THIRD, "uesugi", "field obata_kagezumi", "35.0(5) place_given"),
]


@clause("kanto", "35-2(1)", "9-2-2", "9-2-3", "31-1-1", "37(4)", "38(4)")
@pytest.mark.parametrize(("scenario", "seat", "text", "reason"), WRONG)
def test_a_deployment_against_the_rules_is_refused_with_its_reason(
    scenario: str, seat: str, text: str, reason: str
) -> None:
    barred(start_deployment(scenario, seat), text, reason)


@clause("kanto", "35-2(1)")
def test_nobody_comes_under_command_through_a_closed_gate() -> None:
    match = start_deployment(FIRST, "uesugi")
    allowed(match, f"lead {USAMI} {NAOE}")
    match.act(f"field {NAOE}")
    barred(match, f"lead {USAMI} {NAOE}", "35-2(1) other_side_of_gate")


@clause("kanto", "37(4)", "37(3)")
def test_of_neutral_takeda_only_oyamadas_hex_is_arranged() -> None:
    """T-16: by the player who deploys last."""
    match = start_deployment(SECOND, "hojo")
    takeda = [row["id"] for row in gunki.game("kanto").tables["unit"] if row["army"] == "takeda"]
    assert [text for text in match.decision.texts if text.split()[-1] in takeda or text.split()[1:2] == [OYAMADA]] == [
        f"station {OYAMADA} 1831"
    ]
    match.act(f"station {OYAMADA} 1831")
    assert (at(match, OYAMADA), unit(match, OYAMADA)["inside"]) == ("1831", True)


@clause("kanto", "37(8)-1", "9-2-6", "35-2(1)")
def test_kenshin_may_lead_warlords_from_the_start_and_his_commanders_may_not() -> None:
    match = start_deployment(SECOND, "uesugi")
    barred(match, f"lead ogo_nobutsuna {KENSHIN}", "9-2-2 track_full")
    barred(match, f"lead ogo_nobutsuna {NAOE}", "9-2-3 rank", "9-2-6 other_army")
    acts(match, f"alone {USAMI}", f"lead ogo_nobutsuna {KENSHIN}")
    assert unit(match, "ogo_nobutsuna")["leader"] == KENSHIN


@clause("kanto", "35-2(1)")
def test_who_has_nothing_left_to_arrange_is_not_asked_again() -> None:
    match = start_match(FIRST)
    for _ in range(100):
        if match.who != "uesugi":
            break
        assert len(match.decision.texts) > 1
        match.act(match.decision.texts[-1])
    assert (match.who, match.decision.name) == ("takeda", "deploy")


# --- 36(8)-2: the moves before the game ------------------------------------------------------------------------------


@clause("kanto", "36(8)-2", "12-2-1")
def test_a_first_move_of_somebody_else_is_refused_with_its_reason() -> None:
    match = play_past_deployment()
    barred(match, f"act {SHINGEN}", "36(8)-2 not_own")
    barred(match, f"act {USAMI}", "12-2-1 under_command")
    refused(match, "act honjo_shigenaga", "36(8)-2")  # not in this scenario
    acts(match, "act yasuda_akimoto", "rest")
    barred(match, "act yasuda_akimoto", "36(8)-2 has_acted")


@clause("kanto", "36(8)-2")
def test_the_game_begins_when_every_uesugi_force_has_moved() -> None:
    match = play_past_deployment()
    moved = []
    while match.view(None)["stage"] == 0:
        moved.append(match.decision.texts[0])
        acts(match, moved[-1], "rest")
    assert set(moved) == {f"act {name}" for name in (KENSHIN, "nagao_masakage", KAKIZAKI, NAOE, "yasuda_akimoto")}
    assert (match.who, match.decision.name) == ("uesugi", "force")


@clause("kanto", "36(8)-2", "15-2")
def test_who_can_go_nowhere_has_no_first_move() -> None:
    stack = [
        {"procedure": "Campaign", "step": "before", "place": 1},
        {"procedure": "MovesBefore", "step": "start", "seat": 0, "moves": 2, "force": -1, "made": 0},
    ]
    match = compose({USAMI: "1207", KENSHIN: "0505"}, stack=stack, **lane(["1207"]))
    allowed(match, f"act {KENSHIN}")
    barred(match, f"act {USAMI}", "15-2 nowhere")


@clause("kanto", "36(8)-2", "15-5")
def test_who_is_left_behind_on_a_first_move_makes_none_of_his_own() -> None:
    """T-25, G-39: Kenshin drops Usami on the way; the two movements of that force were his too."""
    match = play_past_deployment()
    acts(match, f"act {KENSHIN}", "move", "to 0506", f"detach {USAMI}", "halt")
    acts(match, "move", "to 0507", "halt")
    assert (at(match, KENSHIN), at(match, USAMI)) == ("0507", "0506")
    barred(match, f"act {USAMI}", "36(8)-2 has_acted")
    allowed(match, f"act {NAOE}")
    match.act("end")
    allowed(match, f"act {USAMI}", f"act {KENSHIN}")  # in the first stage everybody acts


# --- 37(5), 39(5): reinforcements ------------------------------------------------------------------------------------

SATAKE = "satake_yoshishige"


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
def test_nobody_comes_in_over_ground_that_cannot_be_entered() -> None:
    units = {SATAKE: "off", KENSHIN: "0505"}
    terrain = {**dict.fromkeys(("4010", "4011", "4012", "4014"), "mountain"), "4013": "flat", "4015": "rough"}
    match = compose(units, scenario=SECOND, turn=1, phase="uesugi_warlords", terrain=terrain)
    march(match, SATAKE)
    assert [text for text in match.decision.texts if text.startswith("to ")] == ["to 4013", "to 4015"]
    refused(match, "to 4012")


# --- 37(7)-2: the ceremony -------------------------------------------------------------------------------------------


@clause("kanto", "37(7)-2")
def test_the_same_ceremony_is_not_held_twice() -> None:
    """T-27: scored once, on the best occasion."""
    units = {KENSHIN: "2836", "nagao_masakage": "2836", UJIYASU: "2530"}
    match = compose(units, scenario=SECOND, turn=11, stage=1)
    events = pass_on(match, lambda: match.view(None)["turn"] == 12)
    assert len(of_kind(events, "ceremony")) == 1


# --- 38(8)-2: talks --------------------------------------------------------------------------------------------------


def compose_talks(units: dict[str, Any], *dice: int, **entries: Any) -> Any:
    """Ujiyasu about to act in the 1st Month, Kenshin at home, the three warlords in their castles."""
    placed = {
        KENSHIN: {"hex": "0505", "inside": True},
        UJIYASU: {"hex": "2237", "inside": True},
        SANO: {"hex": "2818", "inside": True},
        AKAI: {"hex": "2820", "inside": True},
        OYAMA: {"hex": "3219", "inside": True},
        **units,
    }
    return compose(placed, scenario=THIRD, **{"turn": 9, "phase": "hojo", "dice": list(dice), **entries})


@clause("kanto", "38(8)-2", "38(8)-2(c)")
@pytest.mark.parametrize(
    ("who", "entries", "reasons"),
    [
        (UJIMASA, {}, ["38(8)-2(c) only_he_talks"]),
        (UJIYASU, {"turn": 8}, ["38(8)-2 too_early"]),
        (UJIYASU, {"units": {KENSHIN: "2017"}}, ["38(8)-2 kenshin_near"]),
        (UJIYASU, {"units": {KENSHIN: "dead"}}, ["38(8)-2 kenshin_near"]),
        (UJIYASU, {"units": dict.fromkeys((SANO, AKAI, OYAMA), "dead")}, ["38(8)-2 nobody_to_talk_to"]),
        (UJIYASU, {"turn": 8, "units": {KENSHIN: "2017"}}, ["38(8)-2 too_early", "38(8)-2 kenshin_near"]),
    ],
)
def test_talks_are_refused_with_all_their_reasons(who: str, entries: dict[str, Any], reasons: list[str]) -> None:
    entries = dict(entries)
    match = compose_talks({UJIMASA: {"hex": "2736", "inside": True}, **entries.pop("units", {})}, **entries)
    match.act(f"act {who}")
    barred(match, "talk", *reasons)


@clause("kanto", "38(8)-2(b)", "20-3(Opens)")
def test_a_garrison_that_must_leave_and_has_nowhere_to_go_surrenders() -> None:
    """The Uesugi side has no other castle left; Usami is removed, which is no death (T-37)."""
    kept = {"karasawayama", "tatebayashi", "oyama"}
    rows = gunki.game("kanto").tables["castle"]
    castles = {row["id"]: {"owner": "hojo"} for row in rows if row["id"] not in kept}
    castles |= {name: {"owner": "none"} for name in ("tatebayashi", "oyama")}
    away = {KENSHIN: "0505", AKAI: "2820", OYAMA: "3219"}  # before what were their castles
    match = compose_talks({USAMI: {"hex": "2818", "inside": True}, **away}, 5, castles=castles)
    before = match.view(None)["points"]["uesugi"]
    acts(match, f"act {UJIYASU}", "talk")
    assert at(match, USAMI) == "removed"
    assert (at(match, SANO), castle(match, "karasawayama")["owner"]) == ("2818", "sano")
    assert match.view(None)["points"]["uesugi"] == before


# --- 34: points ------------------------------------------------------------------------------------------------------


@clause("kanto", "34-1", "34-2")
@pytest.mark.parametrize("name", ["kiryu", "kasugayama", "takatenjin"])
def test_a_castle_that_was_nobodys_at_the_start_scores_nothing(name: str) -> None:
    units = {SHINGEN: {"hex": "1230", "inside": True}, UJIMASA: {"hex": "2237", "inside": True}}
    match = compose(units, scenario=FOURTH, turn=12, stage=4, castles={name: {"owner": "takeda"}})
    assert match.view(None)["points"] == {"takeda": 0, "hojo": 3}  # T-32: the Uesugi stayed away


# --- 35.0(2), 31-1-2: closed hexes -----------------------------------------------------------------------------------


@clause("kanto", "36(1)", "37(3)", "39(1)", "31-1-2", "39(8)")
@pytest.mark.parametrize(
    ("scenario", "name", "here", "there", "reason"),
    [
        (FIRST, USAMI, "0914", "0915", "35.0(2) not_in_use"),
        (FOURTH, "atobe_katsusuke", "0343", "0342", "35.0(2) not_in_use"),
        (SECOND, USAMI, "0513", "0514", "37(3) neutral_castle"),
        (THIRD, USAMI, "2236", "2237", "31-1-2 odawara_closed"),
        (FOURTH, "atobe_katsusuke", "2018", "2118", "39(8) beyond_tone"),
    ],
)
def test_a_closed_hex_is_refused_with_its_own_reason(
    scenario: str, name: str, here: str, there: str, reason: str
) -> None:
    phase = "uesugi" if name == USAMI else "takeda"
    match = compose(force(here, name), scenario=scenario, around=here, radius=1, turn=2, weather="normal", phase=phase)
    march(match, name)
    reasons = {f"{bar.clause.partition(':')[2]} {bar.what}" for bar in match.why_not(f"to {there}")}
    assert reason in reasons
    refused(match, f"to {there}", reason.split()[0])


# --- 4, 32: the turn -------------------------------------------------------------------------------------------------


@clause("kanto", "32.0")
def test_only_a_change_of_weather_is_told() -> None:
    """T-19: scenario 2 begins in snow; it snows in turns 5 and 6, not in 7."""
    match = compose({KENSHIN: "0505", UJIYASU: "2530"}, scenario=SECOND, turn=5, stage=4)
    events = pass_on(match, lambda: match.view(None)["turn"] == 6)
    assert not of_kind(events, "weather")
    events = pass_on(match, lambda: match.view(None)["turn"] == 7)
    assert len(of_kind(events, "weather")) == 1


# --- 20-1, 24-1: what holds for one phase only -----------------------------------------------------------------------


def go_to_second_stage(match: Match) -> None:
    """On to the Uesugi phase of the next stage."""
    while (match.view(None)["stage"], decision_of(match).name, match.who) != (2, "force", "uesugi"):
        match.act({"offer": "hold_out", "losses": decision_of(match).texts[-1]}.get(decision_of(match).name, "end"))


@clause("kanto", "31-2-1", "31-2-2")
def test_who_left_the_investment_of_odawara_counts_again_when_he_returns() -> None:
    """T-06: Naoe declares himself out and marches off; back in 2337 he closes the ring."""
    units = {**ring(15, 12, 12, 11), KENSHIN: "0505", UJIYASU: "2530"}
    match = compose(units, scenario=SECOND, turn=11, around="2237", radius=3)
    acts(match, f"act {NAOE}", "lift", "move", "to 2336", "halt")
    assert not castle(match, "odawara").get("besieged")
    go_to_second_stage(match)
    acts(march(match, NAOE), "to 2337")
    assert castle(match, "odawara")["besieged"]
