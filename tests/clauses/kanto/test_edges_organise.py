"""Organisation at its edges: Odawara, and the deployment of a scenario."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed
from tests.clauses.forces import at, castle, force, of_kind, unit
from tests.clauses.kanto.table import compose, ring, start_match
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, NAOE = "uesugi_kenshin", "naoe_sanetsuna"
THIRD = "conquest_of_kanto"


# --- the reasons ---------------------------------------------------------------------------------------------------


@clause("kanto", "9-2-4", "35-2(1)")
def test_nobody_is_deployed_under_a_commander_who_is_led_himself() -> None:
    match = start_match("heaven_and_earth")
    allowed(match, f"lead nakajo_fujisuke {NAOE}")
    acts(match, "alone usami_sadayuki", f"lead {NAOE} {KENSHIN}")
    barred(match, f"lead nakajo_fujisuke {NAOE}", "9-2-4 under_command")


# --- 14-3: castles -------------------------------------------------------------------------------------------------


@clause("kanto", "31-5", "31-5-1", "14-3-4")
def test_odawara_stays_invested_when_it_is_replenished_by_sea() -> None:
    """6 at home is 3, less 1."""
    units = {**ring(15, 12, 12, 11, invests=True), "hojo_ujikuni": "2237", KENSHIN: "0505"}
    match = compose(
        units, scenario=THIRD, around="2237", radius=3, phase="hojo", dice=[6], castles={"odawara": {"durability": 5}}
    )
    events = acts(match, "act hojo_ujikuni", "organise", "castle")
    assert castle(match, "odawara") == {"owner": "hojo", "durability": 7, "besieged": True}
    assert not of_kind(events, "castle_taken")


# --- what a bad result leads to ----------------------------------------------------------------------------------


@clause("kanto", "21.0(2)", "31-5", "31-2-1")
def test_so_does_odawara_while_it_is_invested() -> None:
    """G-61: the Uesugi stand around it, not in it. 1 on the Hojo table, and one less by sea, is -1 at least."""
    units = {**ring(15, 15, 15, 15), "hojo_ujiyasu": {"hex": "2237", "inside": True, "morale": -2}}
    castles = {"odawara": {"durability": 1}}
    match = compose(units, scenario=THIRD, phase="hojo", castles=castles, dice=[1, 6])
    assert castle(match, "odawara")["besieged"]
    acts(match, "act hojo_ujiyasu", "organise", "castle")
    if match.decision.name == "captor":
        match.act(match.decision.texts[0])
    assert of_kind(match.events, "castle_fell")
    assert unit(match, "hojo_ujiyasu") == "removed"
    assert castle(match, "odawara")["owner"] == "none"


@clause("kanto", "21.0(2)", "21-1", "31-1-1")
def test_odawara_given_up_in_peace_has_an_outside() -> None:
    """G-61: Ujiyasu stands in 2237 in the open, where nobody can while it is a castle."""
    units = {"hojo_ujiyasu": {"hex": "2237", "inside": True, "morale": -2}, "hojo_ujiteru": "2236", KENSHIN: "0505"}
    castles = {"odawara": {"durability": 1}}
    match = compose(units, scenario=THIRD, phase="hojo", castles=castles, dice=[1])
    acts(match, "act hojo_ujiyasu", "organise", "castle")
    assert castle(match, "odawara") == {"owner": "none", "durability": 0}
    assert unit(match, "hojo_ujiyasu") == {"hex": "2237", "steps": 2, "morale": -2, "acted": True}
    assert gunki.game("kanto").invariants(match.position)["zones out of step"] == 0


@clause("kanto", "25-2", "14-2-4", "34-3")
@pytest.mark.parametrize("ruling", ["any", "last"])
def test_a_soudaishou_who_is_lost_in_replenishing_costs_no_points(ruling: str) -> None:
    """G-35, G-40: Kenshin's last step goes, at home, with a 1 at morale -2."""
    units: dict[str, Any] = force("0505", KENSHIN, "nakajo_fujisuke", inside=True, morale=-2, steps=1)
    match = compose(units, scenario=THIRD, phase="uesugi", dice=[1], options={"sodaisho_death": ruling})
    before = match.view(None)["points"]
    acts(match, f"act {KENSHIN}", "organise", "done", "troops", f"desert {KENSHIN}")
    assert at(match, KENSHIN) == "removed"
    assert match.view(None)["points"] == before
