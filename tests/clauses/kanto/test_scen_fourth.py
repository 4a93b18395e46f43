"""Section 39, the clash at Mimase Pass: free deployment, late Uesugi, the Tone (T-18, T-32, T-33)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import at, attack, force, lane, march, pass_on, rolls, steps, unit
from tests.clauses.kanto.table import SCENARIOS, compose, start_match
from tests.support import clause

SCENARIO = SCENARIOS[3]
KENSHIN, SHINGEN, UJIMASA = "uesugi_kenshin", "takeda_shingen", "hojo_ujimasa"
HOME = {SHINGEN: {"hex": "1230", "inside": True}, UJIMASA: {"hex": "2237", "inside": True}}
HOJO_CASTLES = {
    *("2223", "2524", "2530", "2726", "2832", "3025", "3130"),  # Musashi
    *("2237", "2332", "2736"),  # Sagami
    *("1842", "1847"),  # Izu
    *("1340", "1836"),  # Suruga
}
TAKEDA_CASTLES = {
    *("0121", "0327", "0423", "0514", "0617", "0919"),  # Shinano, without Iiyama
    *("1230", "1831"),  # Kai
    *("1519", "1620", "1718"),  # Kozuke
}


def compose_fourth(units: dict[str, Any], **entries: Any) -> Any:
    """Compose a position of scenario 4."""
    return compose(units, scenario=SCENARIO, **{"turn": 2, **entries})


# --- 39(4): deployment -------------------------------------------------------------------------------------------


def list_stations(match: Match, name: str) -> set[str]:
    """Return the hexes where a unit stands or could be placed."""
    texts = [text.split() for text in decision_of(match).texts if text.startswith("station")]
    return {at(match, name)} | {hex_id for _, who, hex_id in texts if who == name}


@clause("kanto", "39(4)", "39(4)-1")
def test_the_hojo_place_first_and_freely_on_their_castles_of_four_provinces() -> None:
    match = start_match(SCENARIO)
    assert (match.who, match.decision.name) == ("hojo", "deploy_freely")
    for name in (UJIMASA, "hojo_tsunashige", "matsuda_yasunaga", "ota_ujisuke"):
        assert list_stations(match, name) == HOJO_CASTLES
    match.act("station matsuda_yasunaga 1836")
    assert at(match, "matsuda_yasunaga") == "1836"
    match.act("ready")
    assert match.who == "takeda"


@clause("kanto", "39(4)-1")
def test_warlords_of_the_hojo_stand_where_the_list_has_them() -> None:
    match = start_match(SCENARIO)
    assert list_stations(match, "narita_nagayasu") == {"2522"}
    assert list_stations(match, "ohara_sukeyoshi") == {"0844"}
    refused(match, "station narita_nagayasu 2524")


@clause("kanto", "39(4)-1", "35-2(1)", "16.0")
def test_units_that_were_placed_may_be_put_under_command_and_outside_the_gate() -> None:
    """Ujikuni takes Ujishige along to Hachigata, Ujitaka follows on his own and joins; all camp before the castle."""
    match = start_match(SCENARIO)
    acts(match, "lead hojo_ujishige hojo_ujikuni", "station hojo_ujikuni 2223")
    assert (at(match, "hojo_ujishige"), unit(match, "hojo_ujishige")["leader"]) == ("2223", "hojo_ujikuni")
    acts(match, "station hojo_ujitaka 2223", "lead hojo_ujitaka hojo_ujikuni", "field hojo_ujikuni")
    for name in ("hojo_ujikuni", "hojo_ujishige", "hojo_ujitaka"):
        assert at(match, name) == "2223"
        assert "inside" not in unit(match, name)
    refused(match, "station hojo_ujikuni 2530", "35-2(1)")
    refused(match, "lead hojo_ujitaka hojo_ujimasa", "35-2(1)")


@clause("kanto", "39(4)-2")
def test_takeda_place_freely_on_their_castles_of_three_provinces() -> None:
    match = start_match(SCENARIO)
    match.act("ready")
    for name in (SHINGEN, "baba_nobuharu", "obata_nobusada"):
        assert list_stations(match, name) == TAKEDA_CASTLES
    for hex_id in ("1141", "1338", "1639", "0711", "2017"):  # castles of Suruga (T-33), of the Uesugi
        refused(match, f"station {SHINGEN} {hex_id}")
    match.act("station obata_nobusada 1718")
    assert at(match, "obata_nobusada") == "1718"


@clause("kanto", "39(4)", "DL-Takeda", "DL-Hojo")
def test_exactly_the_circled_units_take_part() -> None:
    match = start_match(SCENARIO)
    there = {name for name, entry in match.view(None)["units"].items() if not isinstance(entry, str)}
    armies = {row["id"]: row["army"] for row in gunki.game("kanto").tables["unit"]}
    count = {army: sum(armies[name] == army for name in there) for army in ("takeda", "hojo", "uesugi")}
    assert count == {"takeda": 17, "hojo": 25, "uesugi": 0}
    assert {name for name in there if armies[name] not in count} == {"narita_nagayasu", "ohara_sukeyoshi"}


# --- 39(5): the Uesugi -------------------------------------------------------------------------------------------

NINE = {
    *(KENSHIN, "honjo_shigenaga", "murakami_yoshikiyo", "usami_sadayuki", "saito_tomonobu"),
    *("yoshie_kagesuke", "irobe_nagazane", "nagao_kagenobu", "matsumoto_kageshige"),
}


def compose_ninth_turn(**entries: Any) -> Any:
    """Compose the beginning of turn 9, after a turn 8 without moves."""
    match = compose_fourth({}, empty=False, turn=8, stage=4, **entries)
    pass_on(match, lambda: match.view(None)["turn"] == 9)
    return match


@clause("kanto", "39(5)")
def test_nine_uesugi_units_appear_at_numata_in_turn_9() -> None:
    match = compose_ninth_turn()
    assert (match.view(None)["phase"], match.who, match.view(None)["stage"]) == ("uesugi", "hojo", 1)
    while leaders := [text for text in match.decision.texts if text.split()[-1] in NINE]:
        if match.view(None)["stage"] > 1:
            break
        acts(match, leaders[0], "move")
        assert [text for text in match.decision.texts if text.startswith("to ")] == ["to 1913"]
        acts(match, "to 1913", "halt")
    assert {name for name in NINE if at(match, name) == "1913"} == NINE
    others = [row["id"] for row in gunki.game("kanto").tables["unit"] if row["army"] == "uesugi"]
    assert {at(match, name) for name in others if name not in NINE} == {"off"}


@clause("kanto", "39(5)")
def test_no_uesugi_appear_before_turn_9() -> None:
    match = compose_fourth({}, empty=False, turn=8, stage=1)
    assert (match.view(None)["phase"], match.who) == ("takeda", "takeda")
    assert {at(match, name) for name in NINE} == {"off"}


@clause("kanto", "39(3)", "39(5)")
def test_the_uesugi_fight_takeda_and_not_the_hojo() -> None:
    units = {KENSHIN: "2017", "hojo_tsunataka": "2018", SHINGEN: "1230"}
    match = compose_fourth(units, around="2017", radius=2, turn=10, phase="uesugi")
    match.act(f"act {KENSHIN}")
    refused(match, "battle")
    units = {KENSHIN: "2017", "atobe_katsusuke": "2018", SHINGEN: "1230"}
    match = compose_fourth(units, around="2017", radius=2, turn=10, phase="uesugi")
    match.act(f"act {KENSHIN}")
    allowed(match, "battle")


@clause("kanto", "39(6)", "21-1")
@pytest.mark.parametrize("used", [True, False])
def test_a_castle_that_the_list_does_not_have_is_not_restored(used: bool) -> None:
    """Kiryu is no castle in this scenario, for the Uesugi neither; an abandoned Umayabashi is."""
    name, place = ("umayabashi", "2017") if used else ("kiryu", "2317")
    castles = {"numata": {"owner": "uesugi"}, "umayabashi": {"owner": "uesugi", "durability": 10}}
    castles |= {name: {"owner": "none", "durability": 0}}
    match = compose_fourth({"honjo_shigenaga": place}, turn=10, phase="uesugi", castles=castles)
    match.act("act honjo_shigenaga")
    reasons = {f"{bar.clause.partition(':')[2]} {bar.what}" for bar in match.why_not("organise")}
    assert ("35.0(7) castle_not_used" in reasons) is not used


# --- 39(7): the result -------------------------------------------------------------------------------------------


def settle(units: dict[str, Any]) -> Any:
    """Return the result after Hachigata, of level 1, has been lost to Takeda."""
    match = compose_fourth({**HOME, **units}, turn=12, stage=4, castles={"hachigata": {"owner": "takeda"}})
    pass_on(match)
    return match.result


@clause("kanto", "39(7)")
def test_unused_uesugi_are_worth_3_points_to_the_hojo() -> None:
    assert (settle({}).points, settle({}).winner) == ((2, -2 + 3), "takeda")


@clause("kanto", "39(7)")
def test_uesugi_on_the_map_have_been_used() -> None:
    assert settle({KENSHIN: "1913"}).points == (2, -2)


@clause("kanto", "39(7)")
def test_the_bonus_can_decide_the_game_and_one_unit_forfeits_it() -> None:
    match = compose_ninth_turn()
    assert match.view(None)["points"] == {"takeda": 0, "hojo": 3}
    [part] = match.view(None)["scoring"]["hojo"]
    assert (part["text"], part["data"], part["value"]) == ("stayed_away", {"army": ["uesugi"]}, 3)
    unused = match.fork()
    while unused.decision is not None:
        unused.act("end")
    assert (unused.result.points, unused.result.winner) == ((0, 3), "hojo")
    acts(match, f"act {KENSHIN}", "move", "to 1913", "halt")
    assert match.view(None)["points"] == {"takeda": 0, "hojo": 0}
    while match.decision is not None:
        match.act("end")
    assert (match.result.points, match.result.winner) == ((0, 0), None)


@clause("kanto", "39(7)")
def test_points_decide_at_mimase_pass() -> None:
    castles = {"hachigata": {"owner": "takeda"}, "edo": {"owner": "takeda"}, "kawagoe": {"owner": "takeda"}}
    match = compose_fourth({**HOME, "atobe_katsusuke": "dead"}, turn=12, stage=4, castles=castles)
    pass_on(match)
    assert (match.result.points, match.result.winner) == ((2 + 2 + 4 - 1, -8 + 3), "takeda")


@clause("kanto", "39(7)", "10-1-2")
def test_uesugi_who_came_and_were_removed_have_been_used() -> None:
    """T-32: Usami, cut off, is removed in the next check; the three points do not come back."""
    units = {"usami_sadayuki": {"hex": "1915", "morale": -4}, SHINGEN: "1230", UJIMASA: "2736"}
    match = compose(units, scenario=SCENARIOS[3], turn=10, phase="uesugi", **lane(["1915", "1916"]))
    march(match, "usami_sadayuki")
    acts(match, "to 1916", "halt")
    pass_on(match, lambda: match.view(None)["turn"] == 11)
    assert at(match, "usami_sadayuki") == "removed"
    assert match.view(None)["points"] == {"takeda": 0, "hojo": 0}


@clause("kanto", "39(7)")
def test_moves_of_others_do_not_use_the_uesugi() -> None:
    match = compose({SHINGEN: "1233", UJIMASA: "2736"}, scenario=SCENARIOS[3], turn=2, around="1233", phase="takeda")
    march(match, SHINGEN)
    acts(match, "to 1234", "halt")
    assert match.view(None)["points"] == {"takeda": 0, "hojo": 3}


# --- 39(8): the Tone ---------------------------------------------------------------------------------------------

# From the right bank of the Tone to the left.
CROSSINGS = [("1813", "1914"), ("2017", "2016"), ("2018", "2118"), ("2521", "2520"), ("2722", "2821"), ("3124", "3223")]


@clause("kanto", "39(8)")
@pytest.mark.parametrize(("here", "there"), CROSSINGS)
@pytest.mark.parametrize(
    ("name", "phase"),
    [("atobe_katsusuke", "takeda"), ("hojo_tsunataka", "hojo"), ("narita_nagayasu", "hojo_warlords")],
)
def test_takeda_hojo_and_their_warlords_stay_on_the_right_bank(here: str, there: str, name: str, phase: str) -> None:
    match = compose_fourth({name: here}, around=here, radius=1, phase=phase)
    refused(march(match, name), f"to {there}", "39(8)")


@clause("kanto", "39(8)")
@pytest.mark.parametrize(("here", "there"), CROSSINGS)
def test_the_uesugi_cross_the_tone_as_they_like(here: str, there: str) -> None:
    match = compose_fourth({"usami_sadayuki": here, SHINGEN: "1230"}, around=here, radius=1, turn=10, phase="uesugi")
    allowed(march(match, "usami_sadayuki"), f"to {there}")


@clause("kanto", "39(8)")
def test_umayabashi_lies_on_the_right_bank_and_numata_on_the_left() -> None:
    match = compose_fourth({"atobe_katsusuke": "2018"}, around="2017", radius=1, phase="takeda")
    allowed(march(match, "atobe_katsusuke"), "to 2017")  # T-18
    match = compose_fourth({"atobe_katsusuke": "1812"}, around="1812", radius=1, phase="takeda")
    refused(march(match, "atobe_katsusuke"), "to 1913", "39(8)")


@clause("kanto", "39(8)")
def test_in_other_scenarios_the_tone_bars_nobody() -> None:
    units = {"atobe_katsusuke": "2018"}
    match = compose(units, scenario=SCENARIOS[2], turn=2, around="2018", radius=1, phase="takeda")
    allowed(march(match, "atobe_katsusuke"), "to 2118")


@clause("kanto", "39(8)")
@pytest.mark.parametrize(("name", "may"), [("hojo_tsunataka", False), ("nakajo_fujisuke", True)])
def test_forces_bound_to_the_right_bank_do_not_retreat_to_the_left_bank(name: str, may: bool) -> None:
    units = force("2018", SHINGEN, "baba_nobuharu", "atobe_katsusuke") | force("2017", name)
    castles = {"umayabashi": {"owner": "none", "durability": 0}}
    match = compose_fourth(units, around="2017", radius=3, turn=10, phase="takeda", castles=castles, dice=[4])
    attack(match, SHINGEN, "2017")
    assert match.decision.name == "suffer"
    match.act("retreat")
    assert match.decision.name == "retreat"
    assert ("back 2016" in match.decision.texts) is may
    assert "back 1917" in match.decision.texts
    assert unit(match, name)["steps"] == 2


@clause("kanto", "39(8)", "23-6", "23-5-4")
@pytest.mark.parametrize("ruling", ["steps", "eliminated"])
def test_a_force_that_may_not_cross_the_tone_strikes_back_though_its_ally_has_retreated(ruling: str) -> None:
    """G-16: Shingen's 9 on 4 + 3 - 2 are 1: Nakajo crosses the river, Tsunataka loses a step and strikes back alone."""
    units = {**force("2018", SHINGEN, "baba_nobuharu", "atobe_katsusuke"), "nakajo_fujisuke": "2017"}
    units |= {"hojo_tsunataka": "2017", UJIMASA: HOME[UJIMASA]}
    ruin = {"umayabashi": {"owner": "none", "durability": 0}}
    ground = {"terrain": {"1917": "mountain"}, "castles": ruin}
    options = {"retreat_impossible": ruling}
    match = compose_fourth(
        units, around="2017", radius=3, turn=10, phase="takeda", dice=[4, 6], options=options, **ground
    )
    attack(match, SHINGEN, "2017")
    events = match.act("retreat")
    if match.decision.name == "retreat":
        events += match.act("back 2016")
    assert at(match, "nakajo_fujisuke") == "2016"
    struck_back = [roll["strength"] for roll in rolls(events) if roll["purpose"] == "counterattack"]
    if ruling == "eliminated":
        assert at(match, "hojo_tsunataka") == "dead"
        assert not struck_back
        assert match.decision.name == "pursuit"
        return
    assert steps(match, "hojo_tsunataka") == 1
    assert struck_back == [1]  # what Tsunataka has left, without Nakajo's 3
    assert match.decision.name != "pursuit"


@clause("kanto", "39(8)", "20-3(Opens)")
@pytest.mark.parametrize(("name", "goal"), [("narita_nagayasu", "2223"), ("usami_sadayuki", "1913")])
def test_forces_bound_to_the_right_bank_do_not_withdraw_to_the_left_bank(name: str, goal: str) -> None:
    """Umayabashi opens its gates. Numata is the nearest castle of a friend; Narita, whose own is lost, may not go."""
    besiegers = force("2017", SHINGEN, "atobe_katsusuke", "amari_masatada", "nagasaka_chokan", invests=True)
    castles = {"umayabashi": {"durability": 3}, "oshi": {"owner": "takeda"}}
    units = {**besiegers, name: {"hex": "2017", "inside": True}, UJIMASA: {"hex": "2237", "inside": True}}
    match = compose_fourth(units, around="2017", radius=2, turn=10, phase="takeda", castles=castles, dice=[6])
    acts(match, f"act {SHINGEN}", "siege", "call")
    assert (at(match, name), unit(match, name)["inside"]) == (goal, True)


@clause("kanto", "23-5", "39(8)")
def test_nobody_pursues_across_the_tone() -> None:
    """Yamagata attacks from the right bank (3 on 6 + 1: 1); where Irobe stood the Takeda may not go."""
    units = {"yamagata_masakage": "1917", "irobe_nagazane": "1916", "baba_nobuharu": "1230"}
    match = compose(units, scenario="mimase_pass", around="1916", radius=2, phase="takeda", dice=[6])
    attack(match, "yamagata_masakage", "1916")
    acts(match, "retreat", "back 1915")
    assert (match.decision.name, match.decision.who) == ("force", "takeda")
    assert at(match, "yamagata_masakage") == "1917"
