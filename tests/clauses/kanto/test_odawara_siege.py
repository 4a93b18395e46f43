"""Section 31, the siege of Odawara: its hex, its investment, assaults (T-02, T-03, T-04, T-06, T-07)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import (
    at,
    attack,
    besiege,
    castle,
    end_phases,
    force,
    garrison,
    morale,
    of_kind,
    rolls,
    steps,
    unit,
)
from tests.clauses.kanto.table import RING, compose, ring
from tests.clauses.reasons import barred
from tests.support import clause

ODAWARA = "2237"
HONJO, KAKIZAKI, NAGAO, NAOE = (names[0] for names in RING.values())
KENSHIN = {"uesugi_kenshin": "0505"}
UJITERU = {"hojo_ujiteru": "2530"}
ENOUGH = (15, 12, 12, 11)  # 50
SECOND = "kenshin_crosses_the_mountains"
ORDERED = {"odawara_auto_invest": False}  # T-06, the other reading


def compose_siege(units: dict[str, Any], **entries: Any) -> Any:
    """Flat ground around Odawara; somebody elsewhere keeps each phase open."""
    place: dict[str, Any] = {"around": ODAWARA, "radius": 3, "phase": "uesugi", **entries}
    return compose({**units, **KENSHIN, **UJITERU}, scenario=SECOND, **place)


def is_besieged(match: Match) -> bool:
    return bool(castle(match, "odawara").get("besieged"))


inside = partial(garrison, ODAWARA)


@clause("kanto", "31-2-1", "21-1", "8-3-2")
@pytest.mark.parametrize("strengths", [ENOUGH, (15, 12, 12, 10)])
def test_odawara_restored_in_the_midst_of_its_enemies_is_invested_at_once(strengths: tuple[int, ...]) -> None:
    ruin = {"odawara": {"owner": "none", "durability": 0}}
    match = compose_siege({**ring(*strengths), "hojo_ujiyasu": ODAWARA}, phase="hojo", dice=[6], castles=ruin)
    acts(match, "act hojo_ujiyasu", "organise", "castle")
    assert castle(match, "odawara")["owner"] == "hojo"
    assert is_besieged(match) == (sum(strengths) == 50)


# --- 31-1: the hex -----------------------------------------------------------------------------------------------


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


RUINS = {name: {"owner": "none", "durability": 0} for name in ("tsukui", "takiyama", "kozukue", "tamanawa")}


@clause("kanto", "31-1", "16-3")
def test_leaving_odawara_costs_nothing_extra() -> None:
    """Ruling T-04: from inside, 8 flat hexes."""
    match = compose_siege(inside("hojo_ujikuni"), phase="hojo", radius=10, castles=RUINS)
    acts(match, "act hojo_ujikuni", "move")
    allowed(match, "to 2229")
    match.act("to 2229")
    assert at(match, "hojo_ujikuni") == "2229"
    assert not unit(match, "hojo_ujikuni").get("inside")


@clause("kanto", "31-1-1")
def test_nobody_stands_outside_in_the_hex_of_odawara() -> None:
    match = compose_siege(inside("hojo_ujikuni"), phase="hojo")
    acts(match, "act hojo_ujikuni", "move")
    refused(match, "leave")


@clause("kanto", "31-1-2")
def test_nobody_else_enters_the_hex_before_odawara_is_taken() -> None:
    for inmates in ({}, inside("hojo_ujikuni")):
        match = compose_siege({HONJO: "2236", **inmates})
        acts(match, f"act {HONJO}", "move")
        refused(match, f"to {ODAWARA}", "31-1-2")
    match = compose_siege({HONJO: "2236"}, castles={"odawara": {"owner": "uesugi"}})
    acts(match, f"act {HONJO}", "move", f"to {ODAWARA}")
    assert at(match, HONJO) == ODAWARA


# --- 31-2: the investment ----------------------------------------------------------------------------------------


@clause("kanto", "31-2", "31-2-1")
@pytest.mark.parametrize(("strengths", "holds"), [(ENOUGH, True), ((15, 12, 12, 10), False), ((15, 15, 15, 6), True)])
def test_fifty_strength_points_in_the_four_hexes_invest_odawara(strengths: tuple[int, ...], holds: bool) -> None:
    """Ruling T-06: by standing there, without any Siege action."""
    assert is_besieged(compose_siege(ring(*strengths))) == holds


@clause("kanto", "31-2")
@pytest.mark.parametrize("empty", range(4))
def test_every_one_of_the_four_hexes_is_needed(empty: int) -> None:
    """Kenshin's own eleven (33) make the strength up; one hex without troops and there is no investment."""
    strengths = [15, 15, 15, 15]
    strengths[empty] = 0
    extra = force("2137" if empty else "2138", "uesugi_kenshin", "chisaka_kagechika")
    units = {**ring(*strengths), **extra}
    match = compose(
        {**units, **UJITERU}, scenario="kenshin_crosses_the_mountains", around=ODAWARA, radius=3, phase="uesugi"
    )
    assert not is_besieged(match)


@clause("kanto", "31-2")
def test_a_required_hex_that_is_a_mountain_is_not_required() -> None:
    """Ruling T-02; under the other reading nobody can ever invest Odawara then."""
    units = {**ring(15, 0, 15, 15), "chisaka_kagechika": "2137", "kakizaki_kageie": "2337"}  # 51
    mountain = {"2138": "mountain"}
    assert is_besieged(compose_siege(units, terrain=mountain))
    assert not is_besieged(compose_siege(units, terrain=mountain, options={"odawara_mountain_waived": False}))
    assert not is_besieged(compose_siege(units))
    assert not is_besieged(
        compose_siege({**ring(15, 0, 15, 15)}, terrain=mountain)
    )  # 45: the strength is needed all the same


@clause("kanto", "31-2-1")
def test_forces_of_several_armies_and_stacks_count_together() -> None:
    units = {**ring(15, 12, 12, 6), "nagano_narimasa": "2337", "annaka_tadamasa": "2137"}
    assert is_besieged(compose_siege(units))
    assert not is_besieged(compose_siege({**ring(15, 12, 12, 6), "nagano_narimasa": "2337"}))  # 48


@clause("kanto", "31-2-1")
def test_the_investment_stands_from_the_moment_the_ring_closes() -> None:
    """Ruling T-06: Naoe marches into the last hex in the Uesugi phase; at the end of the Hojo's the castle is diced."""
    units = ring(15, 12, 12, 11)
    for name in RING["2337"][:4]:
        units[name] = {**units[name], "hex": "2437"}
    match = compose_siege(units, dice=[2])
    assert not is_besieged(match)
    acts(match, f"act {NAOE}", "move", "to 2337")
    if match.decision.name == "march":
        match.act("halt")
    assert is_besieged(match)
    end_phases(match, "offer")
    assert (match.decision.who, match.view("hojo")["phase"]) == ("hojo", "hojo")
    match.act("hold_out")
    assert castle(match, "odawara")["durability"] == 9


@clause("kanto", "31-2-1", "14-2-4")
def test_strength_that_comes_back_completes_the_investment() -> None:
    """Ruling T-06: 49 around Odawara; Naoe, with one unit reduced, replenishes it and there are 50."""
    near = ("tsukui", "takiyama", "kozukue", "tamanawa", "kawagoe", "matsuyama", "hachigata")  # these leave him a line
    match = compose_siege(ring(15, 12, 11, 11), dice=[6], turn=11, castles={name: {"owner": "uesugi"} for name in near})
    assert not is_besieged(match)
    acts(match, f"act {NAOE}", "organise", "done", "troops")
    assert steps(match, RING["2337"][3]) == 2
    assert is_besieged(match)


@clause("kanto", "31-2-1", "18-1-2")
def test_under_the_other_reading_every_force_needs_a_siege_action() -> None:
    """Ruling T-06."""
    match = compose_siege(ring(*ENOUGH), options=ORDERED)
    assert not is_besieged(match)
    for name in (HONJO, KAKIZAKI, NAGAO, NAOE):
        assert not is_besieged(match)
        besiege(match, name, "invest")
        if match.decision.name == "siege":
            match.act("done")
    assert is_besieged(match)
    again = gunki.compose("kanto", SECOND, match.describe(), options=ORDERED)
    assert is_besieged(again)


@clause("kanto", "31-2-1", "18-1")
def test_under_the_other_reading_each_declaration_is_told_and_the_last_one_invests() -> None:
    match = compose_siege(ring(*ENOUGH), options=ORDERED)
    for name in (HONJO, KAKIZAKI, NAGAO):
        events = besiege(match, name, "invest", "done")
        assert of_kind(events, "declared_investment") == [{"castle": "odawara", "units": [name]}]
        assert not of_kind(events, "invested")
    events = besiege(match, NAOE, "invest")
    assert of_kind(events, "invested") == [{"castle": "odawara", "units": [NAOE]}]
    assert not of_kind(events, "declared_investment")


@clause("kanto", "31-2-1", "18-4-1", "18-3-1")
@pytest.mark.parametrize("closed", [True, False])
def test_under_the_other_reading_a_force_is_bound_when_odawara_is_invested(closed: bool) -> None:
    """Ruling T-06: declared before the ring is closed, Honjo may march and fight, or take his word back."""
    units = {**ring(15, 12, 12, 11 if closed else 0, invests=True), "hojo_ujikuni": "2036"}
    match = compose_siege(units, options=ORDERED)
    assert is_besieged(match) is closed
    match.act(f"act {HONJO}")
    allowed(match, "lift")
    if closed:
        refused(match, "move", "18-4-1")
        refused(match, "battle", "18-4-1")
        return
    allowed(match, "move", "battle")
    match.act("lift")
    assert "invests" not in unit(match, HONJO)


@clause("kanto", "31-2-1", "18-1")
@pytest.mark.parametrize(("closed", "refusal"), [(True, "18-1 investing"), (False, "31-2-1 declared_already")])
def test_under_the_other_reading_a_force_declares_itself_once(closed: bool, refusal: str) -> None:
    """Before the ring is closed Honjo has only declared himself, and does not invest Odawara."""
    match = compose_siege(ring(15, 12, 12, 11 if closed else 0, invests=True), options=ORDERED)
    besiege(match, HONJO)
    barred(match, "invest", refusal)


@clause("kanto", "31-2-1", "18-4-2")
def test_under_the_other_reading_a_declared_force_strikes_back_in_full() -> None:
    """Ruling T-06: 2137 is empty, so Odawara is not invested: Naoe's 11 are not asked and not halved."""
    ready = ring(0, 12, 12, 11, invests=True)
    match = compose_siege({**ready, "hojo_ujikuni": "2437"}, phase="hojo", options=ORDERED, dice=[1, 1])
    attack(match, "hojo_ujikuni", "2337")
    assert [roll["strength"] for roll in rolls(match.events)] == [2, 11]


@clause("kanto", "31-2-1", "14-2-4")
def test_under_the_other_reading_strength_that_comes_back_completes_the_investment() -> None:
    near = ("tsukui", "takiyama", "kozukue", "tamanawa", "kawagoe", "matsuyama", "hachigata")
    castles = {name: {"owner": "uesugi"} for name in near}
    match = compose_siege(ring(15, 12, 11, 11, invests=True), dice=[6], turn=11, castles=castles, options=ORDERED)
    assert not is_besieged(match)
    acts(match, f"act {NAOE}", "organise", "done", "troops")
    assert is_besieged(match)


@clause("kanto", "31-2-1", "18-3")
@pytest.mark.parametrize("strengths", [ENOUGH, (15, 12, 12, 10)])
def test_under_the_other_reading_a_composed_ring_holds_if_it_is_strong_enough(strengths: tuple[int, ...]) -> None:
    match = compose_siege(ring(*strengths, invests=True), options=ORDERED)
    assert is_besieged(match) == (sum(strengths) == 50)


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


@clause("kanto", "31-2-1", "18-4-1", "18-3-1")
def test_forces_around_odawara_are_bound_until_they_declare_themselves_out() -> None:
    """Ruling T-06."""
    match = compose_siege(ring(*ENOUGH))
    match.act(f"act {NAOE}")
    refused(match, "move", "18-4-1")
    match.act("lift")
    assert not is_besieged(match)
    allowed(match, "move")
    spare = compose_siege(ring(15, 15, 15, 14))
    acts(spare, f"act {NAOE}", "lift")
    assert not is_besieged(spare)  # her hex counts as empty without her


@clause("kanto", "31-2-1", "18-4-1")
def test_without_an_investment_nobody_is_bound() -> None:
    match = compose_siege(ring(15, 12, 12, 10))
    match.act(f"act {NAOE}")
    allowed(match, "move")


@clause("kanto", "31-2-1", "18-4-2")
@pytest.mark.parametrize(("answer", "strength"), [("hold_siege", 6), ("raise_siege", 11)])
def test_an_attacked_investor_of_odawara_strikes_back_with_half(answer: str, strength: int) -> None:
    match = compose_siege({**ring(*ENOUGH), "hojo_ujikuni": "2437"}, phase="hojo", dice=[1, 1])
    attack(match, "hojo_ujikuni", "2337")
    assert match.decision.name == "raise_siege"
    match.act(answer)
    assert rolls(match.events)[1]["strength"] == strength
    assert is_besieged(match) == (answer == "hold_siege")


@clause("kanto", "31-2-2", "18-3-2")
def test_one_empty_hex_lifts_the_investment() -> None:
    """Naoe falls back before the Hojo: 48 remain around, and 2337 is empty. Morale is restored."""
    led = ["hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka", "hojo_yasunari", "hojo_ujitada"]
    relief = force("2437", "hojo_tsunashige", *led)
    units = {**ring(15, 15, 15, 6), **relief, **inside("hojo_ujikuni", morale=-2), "chisaka_kagechika": "2137"}
    match = compose_siege(units, phase="hojo", dice=[6])
    assert is_besieged(match)
    attack(match, "hojo_tsunashige", "2337")
    acts(match, "hold_siege", "retreat")
    while match.decision.name == "retreat":
        match.act(match.decision.texts[0])
    assert at(match, NAOE) != "2337"
    assert not is_besieged(match)
    assert morale(match, "hojo_ujikuni") == 0


@clause("kanto", "31-2-2", "31-2-1")
def test_losses_below_fifty_end_the_investment() -> None:
    match = compose_siege(ring(*ENOUGH), dice=[6])
    besiege(match, HONJO, "assault")  # 6 - 5 = 1 on 11-20: 0/4, one must fall
    match.act("fall murakami_yoshikiyo")
    assert not is_besieged(match)


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
def test_only_from_an_investment_hex() -> None:
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
