"""Section 31-1, the hex of Odawara: who enters it, and who is in garrison there."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed, clauses_of, refused
from tests.clauses.forces import at, attack, besiege, castle, force, march, morale, pass_on, unit
from tests.clauses.kanto.odawara import (
    ARMY,
    CHISAKA,
    HONJO,
    KENSHIN,
    NAOE,
    ODAWARA,
    UJIYASU,
    compose_odawara,
    compose_ring,
    compose_siege,
    inside,
)
from tests.clauses.kanto.table import COMPANIONS, SCENARIOS, compose, ring
from tests.support import clause

THIRD = "conquest_of_kanto"
RUINS = {name: {"owner": "none", "durability": 0} for name in ("tsukui", "takiyama", "kozukue", "tamanawa")}


@clause("kanto", "31.0", "31-1", "31-1-1")
@pytest.mark.parametrize("name", ["hojo_ujikuni", "yanada_harusuke"])
def test_hojo_and_allied_units_are_in_garrison_as_soon_as_they_enter(name: str) -> None:
    """Ruling T-04: one point for the hex and none for the gate, so 8 flat hexes just do."""
    phase = "hojo" if name == "hojo_ujikuni" else "hojo_warlords"
    for start in ("2229", "2228"):
        match = compose_siege({name: start, "makabe_ujimoto": "3619"}, phase=phase, radius=10, castles=RUINS)
        acts(match, f"act {name}", "move")
        if start == "2228":
            refused(match, f"to {ODAWARA}", "15-2-1")
            continue
        match.act(f"to {ODAWARA}")
        assert at(match, name) == ODAWARA
        assert unit(match, name)["inside"]


@clause("kanto", "31-1", "16-3")
def test_leaving_odawara_costs_nothing_extra() -> None:
    """Ruling T-04: from inside, 8 flat hexes."""
    match = compose_siege(inside("hojo_ujikuni"), phase="hojo", radius=10, castles=RUINS)
    acts(match, "act hojo_ujikuni", "move")
    allowed(match, "to 2229")
    match.act("to 2229")
    assert at(match, "hojo_ujikuni") == "2229"
    assert not unit(match, "hojo_ujikuni").get("inside")


@clause("kanto", "31-1-2")
def test_nobody_else_enters_the_hex_before_odawara_is_taken() -> None:
    for inmates in ({}, inside("hojo_ujikuni")):
        match = compose_siege({HONJO: "2236", **inmates})
        acts(match, f"act {HONJO}", "move")
        refused(match, f"to {ODAWARA}", "31-1-2")
    match = compose_siege({HONJO: "2236"}, castles={"odawara": {"owner": "uesugi"}})
    acts(match, f"act {HONJO}", "move", f"to {ODAWARA}")
    assert at(match, HONJO) == ODAWARA


@clause("kanto", "31-1-1", "21-1")
def test_a_force_that_restores_odawara_is_in_garrison_with_all_friends_in_the_hex() -> None:
    ways = ("tsukui", "takiyama", "kozukue", "tamanawa", "kawagoe", "matsuyama", "hachigata")
    castles = {"odawara": {"owner": "none", "durability": 0}, **{name: {"owner": "uesugi"} for name in ways}}
    match = compose_ring({NAOE: ODAWARA, CHISAKA: ODAWARA}, phase="uesugi", castles=castles, dice=[6])
    assert not unit(match, NAOE).get("inside")
    acts(match, f"act {NAOE}", "organise", "done", "castle")
    assert castle(match, "odawara")["owner"] == "uesugi"
    assert unit(match, NAOE)["inside"]
    assert unit(match, CHISAKA)["inside"]


@clause("kanto", "31-1-1", "23-4-6", "31-1-2")
def test_a_retreat_into_odawara_ends_there_with_the_whole_loss_of_morale() -> None:
    """15 on 5 + 4 - 2 = 7: 3. Tsunashige is in garrison as he enters; Kenshin follows to the gate at most."""
    units = {**force("2036", "uesugi_kenshin", *COMPANIONS[:4]), **force("2137", "hojo_tsunashige", *ARMY)}
    match = compose_odawara({**units, NAOE: "2330", "hojo_ujiteru": "2530"}, phase="uesugi", dice=[5])
    attack(match, "uesugi_kenshin", "2137")
    acts(match, "retreat", f"back {ODAWARA}")
    assert (at(match, "hojo_tsunashige"), morale(match, "hojo_tsunashige")) == (ODAWARA, -3)
    assert unit(match, "hojo_tsunashige")["inside"]
    assert set(match.decision.texts) == {"pursue 2137", "stay"}


@clause("kanto", "31-1-2", "23-5-2")
def test_a_pursuit_into_odawara_is_refused_because_odawara_is_closed() -> None:
    units = {**force("2036", "uesugi_kenshin", *COMPANIONS[:4]), **force("2137", "hojo_tsunashige", *ARMY)}
    match = compose_odawara({**units, NAOE: "2330", "hojo_ujiteru": "2530"}, phase="uesugi", dice=[5])
    attack(match, "uesugi_kenshin", "2137")
    acts(match, "retreat", f"back {ODAWARA}")
    assert clauses_of(match.why_not(f"pursue {ODAWARA}")) == {"31-1-2"}


@clause("kanto", "31-1-2", "31-1-1")
def test_odawara_is_open_to_its_captors_and_closed_to_the_hojo() -> None:
    units = {**ring(15, 12, 12, 11), "chisaka_kagechika": "2338", "hojo_tsunataka": "2238", UJIYASU: "2530"}
    place: dict[str, Any] = {"scenario": SCENARIOS[1], "turn": 11, "around": "2237", "radius": 2}
    match = compose(units, castles={"odawara": {"durability": 1, "morale": -3}}, dice=[6], **place)
    besiege(match, "kakizaki_kageie", "call")
    if match.decision.name == "ownership":
        match.act("own uesugi")
    march(match, "chisaka_kagechika")
    match.act("to 2237")
    assert unit(match, "chisaka_kagechika")["inside"]
    match.act("halt")
    pass_on(match, lambda: match.who == "hojo")
    refused(march(match, "hojo_tsunataka"), "to 2237", "31-1-2")


@clause("kanto", "21.0(2)", "21-1", "31-1-1")
def test_units_stand_in_the_open_at_an_abandoned_odawara() -> None:
    """G-61: Ujiyasu stands in 2237 in the open, where nobody can while it is a castle."""
    units = {"hojo_ujiyasu": {"hex": "2237", "inside": True, "morale": -2}, "hojo_ujiteru": "2236", KENSHIN: "0505"}
    castles = {"odawara": {"durability": 1}}
    match = compose(units, scenario=THIRD, phase="hojo", castles=castles, dice=[1])
    acts(match, "act hojo_ujiyasu", "organise", "castle")
    assert castle(match, "odawara") == {"owner": "none", "durability": 0}
    assert unit(match, "hojo_ujiyasu") == {"hex": "2237", "steps": 2, "morale": -2, "acted": True}
    assert gunki.game("kanto").invariants(match.position)["zones out of step"] == 0
