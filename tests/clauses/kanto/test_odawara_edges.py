"""Section 31 at its edges: who has left the investment of Odawara and who comes back to it, a castle restored."""

from __future__ import annotations

from typing import Any

from tests.clauses.kanto.table import RING, acts, at, besiege, castle, compose, force, pass_on, ring, rolls, unit
from tests.support import clause

ODAWARA = "2237"
NAOE, SANPONJI = RING["2337"][:2]
CHISAKA = "chisaka_kagechika"
RELIEF = force(
    "2437", "hojo_tsunashige", "hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka", "hojo_yasunari"
)


def scene(units: dict[str, Any], **entries: Any) -> Any:
    """Flat ground around Odawara; Kenshin and Ujiteru elsewhere keep the phases open."""
    place: dict[str, Any] = {"around": ODAWARA, "radius": 3, "turn": 12, **entries}
    others = {"uesugi_kenshin": "0505", "hojo_ujiteru": "2530"}
    return compose({**units, **others}, scenario="kenshin_crosses_the_mountains", **place)


def besieged(match: Any) -> bool:
    return bool(castle(match, "odawara").get("besieged"))


# --- 31-2-1, T-06: out of the investment ---------------------------------------------------------------------------


@clause("kanto", "31-2-1", "18-4-2")
def test_the_heirs_of_a_force_that_left_the_investment_have_left_it_too() -> None:
    """G-36: Naoe raises the siege and falls; his two men strike back in full, 3 and 3, not with halves."""
    units = {**ring(15, 15, 15, 9), CHISAKA: "2337", **RELIEF}
    units[NAOE] = {"hex": "2337", "steps": 1}
    match = scene(units, phase="hojo", dice=[5, 1])
    assert besieged(match)
    acts(match, "act hojo_tsunashige", "battle", f"spare {CHISAKA}", "raise_siege")
    assert not besieged(match)  # 48 without them
    match.act(f"lose {NAOE}")
    assert at(match, NAOE) == "dead"
    assert [roll["strength"] for roll in rolls(match.events)] == [12, 3 + 3]
    assert not besieged(match)


@clause("kanto", "31-2-1", "13-2-4")
def test_whom_a_force_releases_that_left_the_investment_has_left_it_too() -> None:
    """Annaka comes and makes 49; with Sanponji, whom Naoe has released in 2337, it would be 52."""
    match = scene({**ring(15, 15, 14, 9), CHISAKA: "2337", "annaka_tadamasa": "2136"}, phase="uesugi")
    acts(match, f"act {NAOE}", "lift", "organise", f"split {SANPONJI}", "done")
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi_warlords")
    acts(match, "act annaka_tadamasa", "move", "to 2137")
    assert at(match, "annaka_tadamasa") == "2137"
    assert not unit(match, SANPONJI).get("invests")
    assert not besieged(match)


@clause("kanto", "31-2-1", "18-1-4")
def test_who_left_the_investment_and_stayed_joins_it_again_by_a_siege_action() -> None:
    """Naoe strikes back in full before the Hojo and stays in 2337; in his next action he closes the ring again."""
    match = scene({**ring(15, 12, 12, 11), **RELIEF}, phase="hojo", dice=[1, 1])
    acts(match, "act hojo_tsunashige", "battle", "raise_siege")
    while match.decision.name in ("suffer", "losses"):
        match.act(match.decision.texts[0])
    assert not besieged(match)
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi")
    assert not besieged(match)
    besiege(match, NAOE, "invest")
    assert besieged(match)
    assert unit(match, NAOE)["invests"]


# --- 31-1-1: the hex -----------------------------------------------------------------------------------------------


@clause("kanto", "31-1-1", "21-1")
def test_who_restores_an_abandoned_odawara_is_in_garrison_with_all_his_friends_there() -> None:
    ways = ("tsukui", "takiyama", "kozukue", "tamanawa", "kawagoe", "matsuyama", "hachigata")
    castles = {"odawara": {"owner": "none", "durability": 0}, **{name: {"owner": "uesugi"} for name in ways}}
    match = scene({NAOE: ODAWARA, CHISAKA: ODAWARA}, phase="uesugi", castles=castles, dice=[6])
    assert not unit(match, NAOE).get("inside")
    acts(match, f"act {NAOE}", "organise", "done", "castle")
    assert castle(match, "odawara")["owner"] == "uesugi"
    assert unit(match, NAOE)["inside"]
    assert unit(match, CHISAKA)["inside"]
