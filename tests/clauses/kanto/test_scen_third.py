"""Section 38, Conquest of Kanto: the alliance of Takeda and Hojo, talks with three warlords (T-30, T-31)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, castle, cost, force, march, of_kind, pass_on, rolls, unit
from tests.clauses.kanto.table import SCENARIOS, compose
from tests.clauses.reasons import barred
from tests.support import clause

USAMI = "usami_sadayuki"
FIRST, SECOND, THIRD, FOURTH = SCENARIOS
KENSHIN, SHINGEN, UJIYASU, UJIMASA = "uesugi_kenshin", "takeda_shingen", "hojo_ujiyasu", "hojo_ujimasa"
SANO, AKAI, OYAMA = "sano_masatsuna", "akai_teruyasu", "oyama_hidetsuna"
NEW_YEAR = 9  # the 1st Month, Week 1


def compose_third(units: dict[str, Any], **entries: Any) -> Any:
    """Compose a position of scenario 3."""
    return compose(units, scenario=SCENARIOS[2], **{"turn": 2, **entries})


# --- 38(8)-1: allies ---------------------------------------------------------------------------------------------


@clause("kanto", "38(8)-1")
@pytest.mark.parametrize(
    ("one", "other", "phase"),
    [
        (SHINGEN, UJIYASU, "takeda"),
        (UJIYASU, SHINGEN, "hojo"),
        (SHINGEN, "yuki_harutomo", "takeda"),
        ("yuki_harutomo", SHINGEN, "hojo_warlords"),
    ],
)
def test_takeda_and_hojo_do_not_attack_each_other(one: str, other: str, phase: str) -> None:
    match = compose_third({one: "1924", other: "1925"}, around="1924", radius=2, phase=phase)
    match.act(f"act {one}")
    refused(match, "battle")
    match = compose_third({one: "1924", KENSHIN: "1925"}, around="1924", radius=2, phase=phase)
    match.act(f"act {one}")
    allowed(match, "battle")


@clause("kanto", "38(8)-1")
def test_takeda_besiege_no_castle_of_the_hojo_side() -> None:
    for name, place in (("tamanawa", "2736"), ("yuki", "3319")):
        match = compose_third(
            force(place, SHINGEN, "atobe_katsusuke", "amari_masatada", "nagasaka_chokan"), phase="takeda"
        )
        assert castle(match, name)["owner"] in ("hojo", "yuki")
        match.act(f"act {SHINGEN}")
        refused(match, "siege")


@clause("kanto", "38(8)-1")
def test_takeda_and_hojo_have_no_zones_against_each_other() -> None:
    match = compose_third({SHINGEN: "1924", UJIYASU: "1926"}, around="1924", radius=2, phase="takeda")
    assert cost(march(match, SHINGEN), "1925") == 1
    match = compose_third({SHINGEN: "1924", KENSHIN: "1926"}, around="1924", radius=2, phase="takeda")
    assert cost(march(match, SHINGEN), "1925") == 1 + 1


@clause("kanto", "38(8)-1")
def test_takeda_may_garrison_a_castle_of_the_hojo() -> None:
    match = compose_third({SHINGEN: "2735", UJIYASU: "2237"}, around="2736", radius=2, phase="takeda")
    march(match, SHINGEN)
    acts(match, "to 2736", "enter")
    assert (at(match, SHINGEN), unit(match, SHINGEN)["inside"]) == ("2736", True)  # T-31


@clause("kanto", "38(7)", "38(8)-1")
def test_each_of_the_three_wins_alone() -> None:
    castles = {"minowa": {"owner": "takeda"}, "iwatsuki": {"owner": "hojo"}}  # 4 and 2 points
    match = compose_third({KENSHIN: "0505", SHINGEN: "1230"}, turn=24, stage=4, castles=castles)
    pass_on(match)
    assert (match.result.points, match.result.winner) == ((-6, 4, 2), "takeda")


# --- 38(8)-2: when and by whom -----------------------------------------------------------------------------------


def compose_talks(units: dict[str, Any] | None = None, dice: tuple[int, ...] = (), **entries: Any) -> Any:
    """Compose Ujiyasu about to act, Kenshin at home, the three warlords in their castles."""
    placed: dict[str, Any] = {
        KENSHIN: {"hex": "0505", "inside": True},
        UJIYASU: {"hex": "2237", "inside": True},
        SANO: {"hex": "2818", "inside": True},
        AKAI: {"hex": "2820", "inside": True},
        OYAMA: {"hex": "3219", "inside": True},
        "yuki_harutomo": {"hex": "3319", "inside": True},
        OTA: {"hex": "3025", "inside": True},
        **(units or {}),
    }
    return compose_third(placed, **{"turn": NEW_YEAR, "phase": "hojo", "dice": list(dice), **entries})


#: The name by which the tests of the overlays import it.
talks = compose_talks


OTA = "ota_sukemasa"


def sides(match: Match) -> list[str]:
    """Return the sides of Sano, Akai and Oyama."""
    return [match.view(None)["sides"][army] for army in ("sano", "akai", "oyama")]


@clause("kanto", "38(8)-2")
@pytest.mark.parametrize(("turn", "may"), [(8, False), (9, True), (10, True), (24, True)])
def test_talks_begin_in_the_first_week_of_the_first_month(turn: int, may: bool) -> None:
    match = compose_talks(turn=turn)
    match.act(f"act {UJIYASU}")
    if may:
        allowed(match, "talk")
    else:
        refused(match, "talk", "38(8)-2")


@clause("kanto", "38(8)-2")
@pytest.mark.parametrize(
    ("where", "may"), [("0506", True), ("0613", True), ("2017", False), ("1231", False), ("2402", False)]
)
def test_talks_only_while_kenshin_is_in_echigo_or_shinano(where: str, may: bool) -> None:
    match = compose_talks({KENSHIN: where}, terrain={where: "flat"})
    match.act(f"act {UJIYASU}")
    if may:
        allowed(match, "talk")
    else:
        refused(match, "talk", "38(8)-2")


@clause("kanto", "38(8)-2(c)")
def test_talks_take_the_place_of_every_other_action_of_the_stage() -> None:
    match = compose_talks({UJIMASA: {"hex": "2736", "inside": True}}, dice=(1, 1, 1))
    acts(match, f"act {UJIYASU}", "talk")
    assert match.view(None)["phase"] == "hojo"
    refused(match, f"act {UJIYASU}")
    moved = compose_talks({UJIYASU: "2727", UJIMASA: {"hex": "2736", "inside": True}}, around="2727", radius=2)
    march(moved, UJIYASU)
    acts(moved, "to 2728", "halt")
    refused(moved, f"act {UJIYASU}")


@clause("kanto", "38(8)-2", "38(8)-2(c)")
def test_talks_may_be_repeated_in_each_stage_in_which_ujiyasu_can_act() -> None:
    match = compose_talks(dice=(1,) * 9)
    for stage in (1, 2, 3):  # T-30
        pass_on(match, lambda: match.view(None)["phase"] == "hojo")
        assert match.view(None)["stage"] == stage
        assert len(rolls(acts(match, f"act {UJIYASU}", "talk"))) == 3
    assert sides(match) == ["uesugi"] * 3


def compose_talks_with_garrisons(units: dict[str, Any], *dice: int, **entries: Any) -> Any:
    """Compose Ujiyasu about to act in the 1st Month, Kenshin at home, and the three warlords in their castles alone."""
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
def test_talks_are_refused_with_all_reasons(who: str, entries: dict[str, Any], reasons: list[str]) -> None:
    entries = dict(entries)
    match = compose_talks_with_garrisons(
        {UJIMASA: {"hex": "2736", "inside": True}, **entries.pop("units", {})}, **entries
    )
    match.act(f"act {who}")
    barred(match, "talk", *reasons)


# --- 38(8)-2(a): the dice ----------------------------------------------------------------------------------------


@clause("kanto", "38(8)-2(a)")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_5_or_6_wins_a_warlord_over(die: int) -> None:
    match = compose_talks(dice=(die, 1, 1))
    events = acts(match, f"act {UJIYASU}", "talk")
    assert [roll["unit"] for roll in rolls(events)] == [SANO, AKAI, OYAMA]
    assert sides(match) == ["hojo" if die >= 5 else "uesugi", "uesugi", "uesugi"]
    assert bool(of_kind(events, "won_over")) == (die >= 5)


@clause("kanto", "38(8)-2(a)", "38(8)-2")
def test_each_warlord_has_a_die_of_his_own_and_only_these_three() -> None:
    match = compose_talks(dice=(4, 5, 6))
    acts(match, f"act {UJIYASU}", "talk")
    assert sides(match) == ["uesugi", "hojo", "hojo"]
    assert match.view(None)["sides"]["ota"] == "uesugi"


@clause("kanto", "38(8)-2(a)")
def test_a_convert_returns_to_his_main_castle_and_acts_for_the_hojo() -> None:
    match = compose_talks({SANO: "2017"}, dice=(5, 1, 1))
    events = acts(match, f"act {UJIYASU}", "talk")
    assert of_kind(events, "won_over") == [{"unit": SANO, "hex": "2818"}]
    assert at(match, SANO) == "2818"
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi_warlords")
    refused(match, f"act {SANO}")
    pass_on(match, lambda: match.view(None)["phase"] == "hojo_warlords")
    allowed(match, f"act {SANO}")


@clause("kanto", "38(8)-2(a)")
def test_a_warlord_who_has_been_won_over_is_not_asked_again() -> None:
    match = compose_talks(dice=(5, 1, 1, 1, 1))
    acts(match, f"act {UJIYASU}", "talk")
    pass_on(match, lambda: match.view(None)["stage"] == 2 and match.view(None)["phase"] == "hojo")
    events = acts(match, f"act {UJIYASU}", "talk")
    assert [roll["unit"] for roll in rolls(events)] == [AKAI, OYAMA]


@clause("kanto", "38(8)-2(a)")
def test_a_warlord_without_his_main_castle_is_not_asked() -> None:
    match = compose_talks({SANO: "2017"}, dice=(1, 1), castles={"karasawayama": {"owner": "hojo"}})
    events = acts(match, f"act {UJIYASU}", "talk")
    assert [roll["unit"] for roll in rolls(events)] == [AKAI, OYAMA]  # T-30


# --- 38(8)-2(b): the castle --------------------------------------------------------------------------------------


@clause("kanto", "38(8)-2(b)")
@pytest.mark.parametrize("start", [{"hex": "2818"}, {"hex": "2017"}])
def test_with_uesugi_units_in_the_hex_the_convert_goes_inside(start: dict[str, str]) -> None:
    match = compose_talks({SANO: start, "usami_sadayuki": "2818"}, dice=(5, 1, 1))
    acts(match, f"act {UJIYASU}", "talk")
    assert (at(match, SANO), unit(match, SANO).get("inside")) == ("2818", True)
    assert at(match, "usami_sadayuki") == "2818"
    assert not unit(match, "usami_sadayuki").get("inside")


@clause("kanto", "38(8)-2(b)")
def test_uesugi_units_inside_leave_for_their_nearest_castle() -> None:
    units = {"usami_sadayuki": {"hex": "2818", "inside": True, "morale": -1}}
    match = compose_talks(units, dice=(5, 1, 1))
    events = acts(match, f"act {UJIYASU}", "talk")
    assert of_kind(events, "withdrew")
    assert at(match, "usami_sadayuki") == "2017"  # Umayabashi, 8 hexes away
    assert unit(match, "usami_sadayuki")["inside"]
    assert unit(match, "usami_sadayuki")["morale"] == -1
    assert unit(match, "usami_sadayuki")["steps"] == 2


@clause("kanto", "38(8)-2(b)")
def test_other_warlords_of_the_uesugi_side_inside_leave_the_castle() -> None:
    match = compose_talks({OTA: {"hex": "2818", "inside": True}}, dice=(5, 1, 1))
    acts(match, f"act {UJIYASU}", "talk")
    assert at(match, OTA) == "3025"


@clause("kanto", "38(8)-2(b)")
def test_after_a_failure_everybody_stays_inside() -> None:
    match = compose_talks({"usami_sadayuki": {"hex": "2818", "inside": True}}, dice=(4, 1, 1))
    acts(match, f"act {UJIYASU}", "talk")
    assert (at(match, "usami_sadayuki"), unit(match, "usami_sadayuki")["inside"]) == ("2818", True)


@clause("kanto", "38(8)-2(b)", "20-3(Opens)")
def test_units_that_must_leave_choose_among_castles_equally_near() -> None:
    """G-25: from Karasawayama it is 8 hexes to Umayabashi and to Hachigata, which the Uesugi hold here."""
    units = {"usami_sadayuki": {"hex": "2818", "inside": True}}
    match = compose_talks(units, dice=(5, 1, 1), castles={"hachigata": {"owner": "uesugi"}})
    acts(match, f"act {UJIYASU}", "talk")
    assert (match.who, match.decision.name) == ("uesugi", "withdraw")
    assert set(match.decision.texts) == {"withdraw umayabashi", "withdraw hachigata"}
    match.act("withdraw hachigata")
    assert (at(match, "usami_sadayuki"), unit(match, "usami_sadayuki")["inside"]) == ("2223", True)
    assert sides(match) == ["hojo", "uesugi", "uesugi"]


@clause("kanto", "38(8)-2(a)", "38(8)-2(b)")
def test_a_convert_besieged_by_the_hojo_is_free_at_once() -> None:
    """He stays inside, with his morale restored (18-3-2); at the end of the phase nobody dices for his castle."""
    siege = force("2818", UJIMASA, "hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka", invests=True)
    match = compose_talks({**siege, SANO: {"hex": "2818", "inside": True, "morale": -3}}, dice=(5, 1, 1))
    assert castle(match, "karasawayama")["besieged"]
    events = acts(match, f"act {UJIYASU}", "talk")
    assert of_kind(events, "investment_ended") == [{"castle": "karasawayama"}]
    assert not castle(match, "karasawayama").get("besieged")
    assert not unit(match, UJIMASA).get("invests")
    assert (unit(match, SANO)["inside"], unit(match, SANO).get("morale", 0)) == (True, 0)
    match.act(f"act {UJIMASA}")
    refused(match, "siege")
    allowed(match, "move")


@clause("kanto", "38(8)-2(b)")
def test_strangers_leave_every_castle_of_a_convert_and_go_to_none_of_them() -> None:
    """Sano has taken Yuki, where Usami keeps watch for him; with Yuki and Karasawayama gone Umayabashi is the next."""
    watch = {name: {"hex": place, "inside": True} for name, place in (("usami_sadayuki", "3319"), (OTA, "2818"))}
    castles = {"yuki": {"owner": "sano"}, "iwatsuki": {"owner": "none"}}
    match = compose_talks({**watch, SANO: "2017", "yuki_harutomo": "3419"}, dice=(5, 1, 1), castles=castles)
    acts(match, f"act {UJIYASU}", "talk")
    assert (at(match, "usami_sadayuki"), at(match, OTA)) == ("2017", "2820")
    assert (at(match, SANO), castle(match, "yuki")["owner"]) == ("2818", "sano")


@clause("kanto", "38(8)-2(b)", "20-3(Opens)")
def test_a_garrison_that_must_leave_and_has_nowhere_to_go_surrenders() -> None:
    """The Uesugi side has no other castle left; Usami is removed, which is no death (T-37)."""
    kept = {"karasawayama", "tatebayashi", "oyama"}
    rows = gunki.game("kanto").tables["castle"]
    castles = {row["id"]: {"owner": "hojo"} for row in rows if row["id"] not in kept}
    castles |= {name: {"owner": "none"} for name in ("tatebayashi", "oyama")}
    away = {KENSHIN: "0505", AKAI: "2820", OYAMA: "3219"}  # before what were their castles
    match = compose_talks_with_garrisons({USAMI: {"hex": "2818", "inside": True}, **away}, 5, castles=castles)
    before = match.view(None)["points"]["uesugi"]
    acts(match, f"act {UJIYASU}", "talk")
    assert at(match, USAMI) == "removed"
    assert (at(match, SANO), castle(match, "karasawayama")["owner"]) == ("2818", "sano")
    assert match.view(None)["points"]["uesugi"] == before
