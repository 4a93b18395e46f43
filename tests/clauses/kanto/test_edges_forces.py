"""Forces at their edges: two soudaishou, Odawara, snow, and the scenarios."""

from __future__ import annotations

from typing import Any

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import (
    at,
    attack,
    besiege,
    castle,
    cost,
    force,
    lane,
    march,
    of_kind,
    pass_on,
    rolls,
    steps,
    unit,
)
from tests.clauses.kanto.table import SCENARIOS, compose, ring
from tests.clauses.reasons import barred
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

KENSHIN, SHINGEN, UJIYASU, UJIMASA = "uesugi_kenshin", "takeda_shingen", "hojo_ujiyasu", "hojo_ujimasa"


# --- 25-2: an army without its soudaishou ------------------------------------------------------------------------


@clause("kanto", "25-2", "39(5)")
def test_who_waits_beside_the_map_is_lost_with_the_soudaishou_too() -> None:
    units = {"usami_sadayuki": "off", UJIMASA: "2736"}
    placed = {**force("2018", SHINGEN, "atobe_katsusuke", "amari_masatada"), KENSHIN: {"hex": "2017", "steps": 1}}
    match = compose({**placed, **units}, scenario=SCENARIOS[3], around="2017", turn=10, phase="takeda", dice=[6])
    assert at(match, "usami_sadayuki") == "off"
    attack(match, SHINGEN, "2017")
    while match.decision.name in ("suffer", "losses"):
        match.act(f"lose {KENSHIN}")
    assert (at(match, KENSHIN), at(match, "usami_sadayuki")) == ("dead", "removed")
    events = pass_on(match, lambda: match.view(None)["turn"] > 10)
    assert not of_kind(events, "entered")
    assert at(match, "usami_sadayuki") == "removed"


@clause("kanto", "25-2", "10-1-2", "30-5")
def test_an_army_with_two_soudaishou_is_gone_once() -> None:
    """G-35: father and son break together on the retreat."""
    units = force("1924", UJIYASU, UJIMASA, "hojo_ujiteru", morale=-4) | force("1925", KENSHIN, "nakajo_fujisuke")
    units |= {"hojo_tsunashige": {"hex": "2736"}}
    match = compose(units, scenario=SCENARIOS[2], turn=2, around="1925", radius=4, dice=[1])
    attack(match, KENSHIN, "1924")
    acts(match, "retreat", "back 1923")
    assert len(of_kind(match.events, "army_gone")) == 1
    assert at(match, UJIMASA) == "dead"
    assert {steps(match, name) for name in (UJIYASU, "hojo_ujiteru", "hojo_tsunashige")} == {0}
    told = [str(data["unit"]) for data in of_kind(match.events, "killed") + of_kind(match.events, "removed")]
    assert len(told) == len(set(told))


# --- 31-2: Odawara -----------------------------------------------------------------------------------------------


@clause("kanto", "31-2-1", "18-3-1")
def test_one_force_less_than_was_needed_changes_nothing_before_odawara() -> None:
    """T-06: Chisaka declares himself out; the others are still 50 strong, nothing begins anew."""
    units = {**ring(15, 12, 12, 11), "chisaka_kagechika": "2138", KENSHIN: "0505", UJIYASU: "2530"}
    match = compose(units, scenario=SCENARIOS[1], around="2237", radius=2, turn=11)
    assert castle(match, "odawara")["besieged"]
    barred(match, "act hojo_ujiyasu", "12.0 not_own")
    events = acts(match, "act chisaka_kagechika", "lift")
    assert castle(match, "odawara")["besieged"]
    assert of_kind(events, "lifted")
    assert not of_kind(events, "invested") + of_kind(events, "investment_ended")
    allowed(match, "move")


@clause("kanto", "31-2-1", "17-1")
def test_nobody_orders_the_investment_of_odawara() -> None:
    """T-06: it is a matter of where troops stand."""
    match = compose({**ring(15, 0, 0, 0), UJIYASU: "2530"}, scenario=SCENARIOS[1], turn=11, around="2237", radius=2)
    besiege(match, "honjo_shigenaga")
    barred(match, "invest", *["31-2 ring_open"] * 3, "31-2-1 too_weak", "31-2-1 automatic")
    allowed(match, "assault")


@clause("kanto", "31-2-2", "31-2")
def test_an_empty_hex_ends_the_investment_however_many_stand_in_the_others() -> None:
    """Naoe, alone in 2337, declares himself out; 51 are left in three hexes."""
    more = {"chisaka_kagechika": "2137", "takanashi_masayori": "2138"}
    units = {**ring(15, 15, 15, 3), **more, KENSHIN: "0505", UJIYASU: "2530"}
    match = compose(units, scenario=SCENARIOS[1], turn=11, around="2237", radius=2)
    assert castle(match, "odawara")["besieged"]
    events = acts(match, "act naoe_sanetsuna", "lift")
    assert of_kind(events, "investment_ended")
    assert not castle(match, "odawara").get("besieged")


@clause("kanto", "31-1-2", "31-1-1")
def test_odawara_is_open_to_those_who_have_taken_it_and_closed_to_the_hojo() -> None:
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


@clause("kanto", "31-3-1", "21.0", "20-2-1(3)")
def test_who_storms_odawara_without_an_investment_counts_when_it_falls() -> None:
    """G-58: 6 - 5 + 4 = 5 costs the last durability; then Honjo's morale of 0 stands against -4."""
    units = {**ring(15, 0, 0, 0), "hojo_tsunataka": {"hex": "2237", "morale": -4}, UJIYASU: "2530", KENSHIN: "0505"}
    place: dict[str, Any] = {"scenario": SCENARIOS[1], "turn": 11, "around": "2237", "radius": 2}
    match = compose(units, castles={"odawara": {"durability": 1}}, dice=[6, 1], **place)
    besiege(match, "honjo_shigenaga", "assault")
    while match.decision.name == "losses":
        match.act(match.decision.texts[0])
    assert [roll["value"] for roll in rolls(match.events) if roll["purpose"] == "fall"] == [4]


@clause("kanto", "31-5-1", "14-2-1", "31-5")
def test_allies_in_invested_odawara_replenish_as_at_home() -> None:
    """T-08, by agreement also troops: a 4 gives Takeda 2 at home, here one less; abroad it would be 1."""
    inside = force("2237", "yamagata_masakage", "atobe_katsusuke", "amari_masatada")
    inside = {name: {**entry, "steps": 1} for name, entry in inside.items()}
    options = {"odawara_replenish": "castle and troops"}
    place: dict[str, Any] = {"scenario": SCENARIOS[2], "turn": 2, "around": "2237", "radius": 2, "phase": "takeda"}
    match = compose({**ring(15, 12, 12, 11), **inside, UJIYASU: "2530"}, dice=[4], options=options, **place)
    assert castle(match, "odawara")["besieged"]
    begin_replenishing(match, "yamagata_masakage")
    (data,) = of_kind(match.act("troops"), "replenished")
    assert data["count"] == 2 - 1


# --- 5-4-3, 32-1-4: zones come back ----------------------------------------------------------------------------------


@clause("kanto", "32-1-4", "32.0")
def test_zones_reach_into_the_foothills_when_the_snow_is_gone() -> None:
    """T-19: in turn 6 it snows, in turn 7 not."""
    units = {"usami_sadayuki": "1309", "hojo_tsunataka": "1311", KENSHIN: "0505", UJIYASU: "2530"}
    place: dict[str, Any] = {"scenario": SCENARIOS[1], "around": "1310", "radius": 2, "terrain": {"1310": "foothills"}}
    match = compose(units, turn=6, stage=4, **place)
    pass_on(match, lambda: match.view(None)["turn"] == 7)
    assert cost(march(match, "usami_sadayuki"), "1310") == 4 + 1


@clause("kanto", "37(3)", "5-1-1", "15-4-5")
def test_provoked_takeda_have_zones_at_once() -> None:
    """T-16, by agreement: before Kenshin has set foot in Kai they have none."""
    units = {KENSHIN: "1525", "atobe_katsusuke": "1528", UJIYASU: "2736"}
    options = {"scenario2_takeda": "hojo ally if provoked"}
    match = compose(units, scenario=SCENARIOS[1], turn=12, around="1527", radius=3, options=options)
    march(match, KENSHIN)
    assert cost(match, "1526") == 1
    match.act("to 1527")
    assert of_kind(match.events, "provoked")
    assert match.view(None)["sides"]["takeda"] == "hojo"
    assert cost(match, "1627") == 1 + 2


# --- T-29: a tie -----------------------------------------------------------------------------------------------------


@clause("kanto", "36(7)")
def test_in_a_tie_nobody_has_won() -> None:
    match = compose({}, empty=False, turn=3, stage=4)
    pass_on(match)
    assert (match.result.points, match.result.reason, match.result.winners) == ((0, 0), "draw", ())


@clause("kanto", "34-1", "34-2", "38(8)-1")
def test_a_castle_that_goes_to_an_ally_scores_nothing() -> None:
    """T-31: Takeda score only what they take from the Uesugi side."""
    castles = {"edo": {"owner": "takeda"}, "matsuyama": {"owner": "uesugi"}, "iwadonoyama": {"owner": "hojo"}}
    match = compose({KENSHIN: "0505", SHINGEN: "1230"}, scenario=SCENARIOS[2], turn=2, castles=castles)
    assert match.view(None)["points"] == {"uesugi": 0, "takeda": 0, "hojo": 0}


# --- 39(7): the Uesugi were used -------------------------------------------------------------------------------------


@clause("kanto", "39(7)", "10-1-2")
def test_uesugi_who_came_and_are_gone_have_been_used() -> None:
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


@clause("kanto", "10-1-2", "25.0", "34-3")
def test_everybody_in_a_force_that_breaks_is_killed_two_soudaishou_too() -> None:
    """G-37: Ujiyasu's force is at -4 and must retreat; his son falls with him, and nobody is merely removed."""
    broken = force("1924", "hojo_ujiyasu", "hojo_ujimasa", "hojo_tsunataka", "hojo_ujiteru", morale=-4)
    units = {**broken, **force("1925", "uesugi_kenshin", "nakajo_fujisuke")}
    match = compose(units, scenario="conquest_of_kanto", turn=2, around="1925", radius=4, phase="uesugi", dice=[1])
    attack(match, "uesugi_kenshin", "1924")
    acts(match, "retreat", "back 1923")
    assert {name: at(match, name) for name in broken} == dict.fromkeys(broken, "dead")
    assert len(of_kind(match.events, "army_gone")) == 1
