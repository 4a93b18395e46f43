"""Section 31 at its edges: who has left the investment of Odawara and who comes back to it, a castle restored."""

from __future__ import annotations

from typing import Any

import gunki
from gunki import Match
from tests.clauses.common import acts, refused
from tests.clauses.forces import at, besiege, castle, end_phases, force, march, pass_on, rolls, unit
from tests.clauses.kanto.table import RING, compose, ring
from tests.clauses.reasons import barred
from tests.support import clause

SECOND = "kenshin_crosses_the_mountains"
ODAWARA = "2237"
NAOE, SANPONJI = RING["2337"][:2]
CHISAKA = "chisaka_kagechika"
RELIEF = force(
    "2437", "hojo_tsunashige", "hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka", "hojo_yasunari"
)


def compose_siege(units: dict[str, Any], **entries: Any) -> Any:
    """Flat ground around Odawara; Kenshin and Ujiteru elsewhere keep the phases open."""
    place: dict[str, Any] = {"around": ODAWARA, "radius": 3, "turn": 12, **entries}
    others = {"uesugi_kenshin": "0505", "hojo_ujiteru": "2530"}
    return compose({**units, **others}, scenario=SECOND, **place)


def is_besieged(match: Match) -> bool:
    return bool(castle(match, "odawara").get("besieged"))


# --- 31-2-1, T-06: out of the investment ---------------------------------------------------------------------------


@clause("kanto", "31-2-1", "18-4-2")
def test_the_heirs_of_a_force_that_left_the_investment_have_left_it_too() -> None:
    """G-36: Naoe raises the siege and falls; his two men strike back in full, 3 and 3, not with halves."""
    units = {**ring(15, 15, 15, 9), CHISAKA: "2337", **RELIEF}
    units[NAOE] = {"hex": "2337", "steps": 1}
    match = compose_siege(units, phase="hojo", dice=[5, 1])
    assert is_besieged(match)
    acts(match, "act hojo_tsunashige", "battle", f"spare {CHISAKA}", "raise_siege")
    assert not is_besieged(match)  # 48 without them
    match.act(f"lose {NAOE}")
    assert at(match, NAOE) == "dead"
    assert [roll["strength"] for roll in rolls(match.events)] == [12, 3 + 3]
    assert not is_besieged(match)


@clause("kanto", "31-2-1", "13-2-4")
def test_whom_a_force_releases_that_left_the_investment_has_left_it_too() -> None:
    """Annaka comes and makes 49; with Sanponji, whom Naoe has released in 2337, it would be 52."""
    match = compose_siege({**ring(15, 15, 14, 9), CHISAKA: "2337", "annaka_tadamasa": "2136"}, phase="uesugi")
    acts(match, f"act {NAOE}", "lift", "organise", f"split {SANPONJI}", "done")
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi_warlords")
    acts(match, "act annaka_tadamasa", "move", "to 2137")
    assert at(match, "annaka_tadamasa") == "2137"
    assert not unit(match, SANPONJI).get("invests")
    assert not is_besieged(match)


@clause("kanto", "31-2-1", "18-1-4")
def test_who_left_the_investment_and_stayed_joins_it_again_by_a_siege_action() -> None:
    """Naoe strikes back in full before the Hojo and stays in 2337; in his next action he closes the ring again."""
    match = compose_siege({**ring(15, 12, 12, 11), **RELIEF}, phase="hojo", dice=[1, 1])
    acts(match, "act hojo_tsunashige", "battle", "raise_siege")
    while match.decision.name in ("suffer", "losses"):
        match.act(match.decision.texts[0])
    assert not is_besieged(match)
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi")
    assert not is_besieged(match)
    besiege(match, NAOE, "invest")
    assert is_besieged(match)
    assert unit(match, NAOE)["invests"]


# --- 31-1-1: the hex -----------------------------------------------------------------------------------------------


@clause("kanto", "31-1-1", "21-1")
def test_who_restores_an_abandoned_odawara_is_in_garrison_with_all_his_friends_there() -> None:
    ways = ("tsukui", "takiyama", "kozukue", "tamanawa", "kawagoe", "matsuyama", "hachigata")
    castles = {"odawara": {"owner": "none", "durability": 0}, **{name: {"owner": "uesugi"} for name in ways}}
    match = compose_siege({NAOE: ODAWARA, CHISAKA: ODAWARA}, phase="uesugi", castles=castles, dice=[6])
    assert not unit(match, NAOE).get("inside")
    acts(match, f"act {NAOE}", "organise", "done", "castle")
    assert castle(match, "odawara")["owner"] == "uesugi"
    assert unit(match, NAOE)["inside"]
    assert unit(match, CHISAKA)["inside"]


# --- 20-4: to the last -----------------------------------------------------------------------------------------------


@clause("kanto", "20-4", "31-2-1")
def test_who_holds_out_to_the_last_does_so_in_a_position_written_down_too() -> None:
    """Odawara, which is invested from around it."""
    units = {**ring(15, 12, 12, 11, invests=True), "hojo_ujiteru": {"hex": "2237", "inside": True}}
    match = compose(units, scenario=SECOND, phase="hojo", dice=[6] * 4)
    end_phases(match, "offer")
    match.act("hold_to_the_last")
    again = gunki.compose("kanto", SECOND, match.describe())
    assert again.position.digest() == match.position.digest()
    end_phases(again, "force")
    assert again.position.state()["steadfast"] == match.position.state()["steadfast"] != []


# --- the siege and the fall --------------------------------------------------------------------------------------


@clause("kanto", "18-3", "31-2", "21-1")
def test_after_the_fall_of_odawara_nobody_around_it_invests_any_more() -> None:
    """Its last durability goes; the besiegers are free to march."""
    units = {**ring(15, 12, 12, 11, invests=True), "hojo_ujiteru": {"hex": ODAWARA, "inside": True}}
    match = compose(
        units,
        scenario=SECOND,
        phase="hojo",
        dice=[2, 1],
        castles={"odawara": {"durability": 1}},
    )
    end_phases(match, "offer")
    acts(match, "hold_out", "captor kakizaki_kageie")
    for name in ("kakizaki_kageie", "honjo_shigenaga", "nagao_masakage", "naoe_sanetsuna"):
        assert "invests" not in unit(match, name)


@clause("kanto", "21.0", "31-3-2")
def test_odawara_falls_to_those_who_assaulted_it_not_to_all_around_it() -> None:
    """Not invested: Honjo brings it down from 2137; Nagao in 2236 takes no part, and his -4 does not count."""
    units = {
        **ring(15, 0, 0, 0),
        "nagao_masakage": {"hex": "2236", "morale": -4},
        "ueda_tomonao": {"hex": "2237", "inside": True, "morale": -4},
    }
    match = compose(
        {**units, "uesugi_kenshin": "0505"},
        scenario=SECOND,
        phase="uesugi",
        dice=[6, 1],
        castles={"odawara": {"durability": 1}},
    )
    besiege(match, "honjo_shigenaga", "assault")  # 6 - 5 + 4 = 5 on 11-20: 1/1
    match.act("lose honjo_shigenaga")
    assert match.decision.name != "captor"
    assert rolls(match.events)[1]["value"] == 4


@clause("kanto", "21.0(2)", "18-3")
def test_odawara_about_to_fall_can_be_written_down_with_its_siege() -> None:
    """At durability 0, the question who profits still open."""
    match = compose(
        {**ring(15, 12, 12, 11, invests=True), "hojo_ujiteru": {"hex": ODAWARA, "inside": True}},
        scenario=SECOND,
        phase="hojo",
        dice=[2],
        castles={"odawara": {"durability": 1}},
    )
    end_phases(match, "offer")
    match.act("hold_out")
    assert match.decision.name == "captor"
    again = gunki.compose("kanto", SECOND, match.describe())
    assert again.position.digest() == match.position.digest()


# --- a soudaishou in garrison ------------------------------------------------------------------------------------


@clause("kanto", "24-1-6", "23-7", "31-4")
def test_a_soudaishou_in_garrison_goes_out_for_a_skirmish_only() -> None:
    """Ujiyasu is in Odawara, Kenshin before it."""
    units = {"hojo_ujiyasu": {"hex": ODAWARA, "inside": True}, "uesugi_kenshin": "2337", "honjo_shigenaga": "2137"}
    match = compose(units, scenario=SECOND, around=ODAWARA, radius=3, phase="hojo")
    acts(match, "act hojo_ujiyasu", "battle")
    assert set(match.decision.texts) == {"attack 2137", "attack 2337"}
    refused(match, "decisive 2337", "24-1-6")


# --- 31-1-2: the hex ---------------------------------------------------------------------------------------------


@clause("kanto", "31-1-2")
def test_the_reason_why_odawara_is_not_entered() -> None:
    match = march(compose_siege({"kakizaki_kageie": "2137"}, phase="uesugi"), "kakizaki_kageie")
    barred(match, f"to {ODAWARA}", "31-1-2 odawara_closed")
