"""Section 31, assaults on Odawara, calls and the siege die, its fall; father and son Hojo (T-03, T-05, T-07)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, refused
from tests.clauses.forces import (
    at,
    besiege,
    castle,
    end_phases,
    force,
    morale,
    of_kind,
    rolls,
    unit,
)
from tests.clauses.kanto.odawara import (
    ENOUGH,
    HONJO,
    KAKIZAKI,
    KENSHIN,
    NAOE,
    ODAWARA,
    ORDERED,
    SECOND,
    UJIYASU,
    compose_siege,
    inside,
)
from tests.clauses.kanto.table import SCENARIOS, compose, ring
from tests.support import clause

THIRD = "conquest_of_kanto"


# --- 31-2-1: a ring that was never closed --------------------------------------------------------------------------


@clause("kanto", "31-2-1", "21.0(2)")
def test_a_ring_that_was_never_closed_has_no_part_in_the_fall_of_odawara() -> None:
    """Also in a position written down in its midst: only those two profit who brought it down."""
    pair = {"uesugi_norikatsu": "2137", "akai_teruyasu": "2137"}
    units = {**ring(15, 12, 12, 0, invests=True), **pair, **inside("hojo_ujitada", morale=-4)}
    ruin = {"odawara": {"durability": 1}}
    match = compose_siege(units, options=ORDERED, phase="uesugi_warlords", castles=ruin, dice=[6, 6])
    besiege(match, "uesugi_norikatsu", "with akai_teruyasu", "assault")  # 6 - 5 + 4: 1/2
    acts(match, "lose uesugi_norikatsu", "lose akai_teruyasu")
    assert match.decision.texts == ["captor uesugi_norikatsu", "captor akai_teruyasu"]
    again = gunki.compose("kanto", SECOND, match.describe(), options=ORDERED)
    assert again.decision is not None
    assert again.decision.texts == match.decision.texts


# --- 31-3: assaults ----------------------------------------------------------------------------------------------


@clause("kanto", "31-3", "31-3-1", "19-3-1")
def test_forces_in_an_investment_hex_assault_and_five_is_subtracted() -> None:
    """Ruling T-03: the -5 is the level, nothing more. 6 - 5 = 1 on 11-20 is 0/4 with the mark; no investment needed."""
    match = compose_siege(ring(15, 0, 0, 0), dice=[6])
    besiege(match, HONJO, "assault")
    (roll,) = rolls(match.events)
    assert (roll["strength"], roll["value"]) == (15, -5)
    assert [(found["dealt"], found["taken"]) for found in of_kind(match.events, "assault_result")] == [(0, 4)]


@clause("kanto", "31-3-1")
def test_an_assault_is_made_only_from_an_investment_hex() -> None:
    """2338 touches Odawara too, but is none of the four."""
    for place, can in (("2338", False), ("2337", True), ("2235", False)):
        match = compose_siege({NAOE: place})
        match.act(f"act {NAOE}")
        assert ("siege" in match.decision.texts) == can
        if not can:
            refused(match, "siege")


@clause("kanto", "31-3-1", "19-1-1")
def test_forces_of_one_hex_assault_together() -> None:
    match = compose_siege({**ring(15, 0, 0, 0), "chisaka_kagechika": "2137"}, dice=[6])
    besiege(match, HONJO, "with chisaka_kagechika", "assault")
    assert rolls(match.events)[0]["strength"] == 18


@clause("kanto", "31-3-2")
def test_no_joint_assault_from_several_hexes_but_one_after_the_other() -> None:
    match = compose_siege(ring(15, 12, 0, 0), dice=[6, 6])
    besiege(match, HONJO)
    refused(match, f"with {KAKIZAKI}")
    acts(match, "assault", "fall saito_tomonobu", f"lose {HONJO}", f"lose {HONJO}")
    besiege(match, KAKIZAKI, "assault")
    assert [roll["strength"] for roll in rolls(match.events)] == [15, 12]


@clause("kanto", "31-3-1", "19-1-3", "19-2-1")
def test_each_assault_must_be_stronger_than_the_whole_garrison() -> None:
    """Ruling T-07: 12 inside; 12 from one hex do not do, though the ring has far more, and 15 make 3."""
    garrison = force(ODAWARA, "hojo_tsunashige", "hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", inside=True)
    garrison |= inside("hojo_ujikuni", "hojo_nagatsuna")
    match = compose_siege({**ring(15, 12, 12, 11), **garrison}, dice=[6])
    match.act(f"act {KAKIZAKI}")
    match.act("siege")
    refused(match, "assault", "19-1-3")
    match = compose_siege({**ring(15, 12, 12, 11), **garrison}, dice=[6])
    besiege(match, HONJO, "assault")
    assert rolls(match.events)[0]["strength"] == 3


@clause("kanto", "31.0", "20-1", "20-2")
def test_an_investor_calls_on_odawara_from_his_hex() -> None:
    """The common rules hold: a call costs a Siege action, once in a phase. 6 + 3 at durability 1 is surrender."""
    match = compose_siege(ring(*ENOUGH), dice=[6], castles={"odawara": {"durability": 1, "morale": -3}})
    events = besiege(match, KAKIZAKI, "call")
    assert of_kind(events, "call_answered") == [{"castle": "odawara", "answer": "surrender"}]
    if match.decision.name == "ownership":
        match.act("own uesugi")
    assert castle(match, "odawara") == {"owner": "uesugi", "durability": 1}
    lone = compose_siege(ring(15, 12, 12, 10), dice=[6])
    besiege(lone, KAKIZAKI)
    refused(lone, "call", "20-1")


@clause("kanto", "31.0", "18-2-2", "18-2-3")
def test_siege_results_strike_everybody_in_odawara() -> None:
    match = compose_siege({**ring(*ENOUGH), **inside("hojo_ujikuni", "hojo_nagatsuna")}, phase="hojo", dice=[1])
    end_phases(match, "offer")
    match.act("hold_out")
    assert (morale(match, "hojo_ujikuni"), morale(match, "hojo_nagatsuna")) == (-1, -1)


# --- T-05: father and son ----------------------------------------------------------------------------------------


@clause("kanto", "30-5", "25-2", "20-3(Surrender)")
@pytest.mark.parametrize(("deaths", "father"), [("any", "removed"), ("last", ODAWARA)])
def test_when_ujimasa_surrenders_his_fathers_army_goes_too(deaths: str, father: str) -> None:
    """Rulings T-05, G-35: both are soudaishou. At durability 1, 6 - 2 + 4 = 8 is surrender."""
    units = {
        **force("3130", KAKIZAKI, "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True),
        "hojo_ujimasa": {"hex": "3130", "inside": True, "morale": -4},
        **inside("hojo_ujiyasu"),
        "yanada_harusuke": "3222",
    }
    match = compose_siege(
        units, around="3130", dice=[6], castles={"edo": {"durability": 1}}, options={"sodaisho_death": deaths}
    )
    besiege(match, KAKIZAKI, "call")
    if match.decision.name == "ownership":
        match.act("own uesugi")
    assert at(match, "hojo_ujimasa") == "removed"
    assert at(match, "hojo_ujiyasu") == father
    assert at(match, "hojo_ujiteru") == ("removed" if deaths == "any" else "2530")
    assert at(match, "yanada_harusuke") == "3222"  # an ally is not touched
    assert castle(match, "odawara")["owner"] == "hojo"


@clause("kanto", "30-5", "18-2-2")
def test_ujiyasu_leads_ujimasa_but_not_the_son_his_father() -> None:
    """Ruling T-05."""
    for leader, led, can in (("hojo_ujiyasu", "hojo_ujimasa", True), ("hojo_ujimasa", "hojo_ujiyasu", False)):
        match = compose_siege({**inside("hojo_ujiyasu", "hojo_ujimasa", "hojo_ujishige")}, phase="hojo")
        acts(match, f"act {leader}", "organise")
        assert (f"take {led}" in match.decision.texts) == can
        if not can:
            refused(match, f"take {led}")
    match = compose_siege({**ring(*ENOUGH), **inside("hojo_ujimasa")}, phase="hojo", dice=[3])  # 3 + 1: nothing
    end_phases(match, "offer")
    match.act("hold_out")
    assert castle(match, "odawara")["durability"] == 10


# --- 20-4, 21: holding out, and the fall -----------------------------------------------------------------------------


@clause("kanto", "20-4", "31-2-1")
def test_holding_out_to_the_last_is_kept_in_a_described_position() -> None:
    """Odawara, which is invested from around it."""
    units = {**ring(15, 12, 12, 11, invests=True), "hojo_ujiteru": {"hex": "2237", "inside": True}}
    match = compose(units, scenario=SECOND, phase="hojo", dice=[6] * 4)
    end_phases(match, "offer")
    match.act("hold_to_the_last")
    again = gunki.compose("kanto", SECOND, match.describe())
    assert again.position.digest() == match.position.digest()
    end_phases(again, "force")
    assert again.position.state()["steadfast"] == match.position.state()["steadfast"] != []


@clause("kanto", "18-3", "31-2", "21-1")
def test_after_the_fall_of_odawara_no_force_around_it_invests() -> None:
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
def test_odawara_about_to_fall_is_described_and_read_back_with_its_siege() -> None:
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


@clause("kanto", "31-3-1", "21.0", "20-2-1(3)")
def test_assaulters_of_an_odawara_that_is_not_invested_count_when_it_falls() -> None:
    """G-58: 6 - 5 + 4 = 5 costs the last durability; then Honjo's morale of 0 stands against -4."""
    units = {**ring(15, 0, 0, 0), "hojo_tsunataka": {"hex": "2237", "morale": -4}, UJIYASU: "2530", KENSHIN: "0505"}
    place: dict[str, Any] = {"scenario": SCENARIOS[1], "turn": 11, "around": "2237", "radius": 2}
    match = compose(units, castles={"odawara": {"durability": 1}}, dice=[6, 1], **place)
    besiege(match, "honjo_shigenaga", "assault")
    while match.decision.name == "losses":
        match.act(match.decision.texts[0])
    assert [roll["value"] for roll in rolls(match.events) if roll["purpose"] == "fall"] == [4]


@clause("kanto", "21.0(2)", "31-5", "31-2-1")
def test_an_invested_odawara_falls_when_its_last_durability_is_lost_in_replenishing() -> None:
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
