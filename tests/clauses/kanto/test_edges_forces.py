"""Forces at their edges: what an army's end, a commander's death or a lifted siege leaves behind on the map."""

from __future__ import annotations

from typing import Any

from tests.clauses.kanto.table import (
    SCENARIOS,
    acts,
    allowed,
    at,
    attack,
    castle,
    compose,
    cost,
    force,
    forced,
    host,
    march,
    morale,
    of_kind,
    pass_on,
    plain,
    ring,
    steps,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, SHINGEN, UJIYASU, UJIMASA = "uesugi_kenshin", "takeda_shingen", "hojo_ujiyasu", "hojo_ujimasa"
THEIRS = ("saigusa_moritomo", "morozumi_torasada", "hoshina_masatoshi", "amari_masatada")
HERE, THERE = "1207", "1206"
SONS = ("hojo_tsunataka", "hojo_yasunari", "hojo_ujitada", "hojo_tsunafusa", "haga_tsunayoshi", "tame_nagamune")
SONS += ("ueda_tomonao", "ise_sadakazu", "kushima_yorisue")


# --- 25-2: an army without its soudaishou ----------------------------------------------------------------------------


def kenshin_falls(units: dict[str, Any], **entries: Any) -> Any:
    """Shingen strikes Kenshin, who has one step left."""
    placed = {**force(HERE, SHINGEN, *THEIRS), KENSHIN: {"hex": THERE, "steps": 1}, **units}
    match = compose(placed, around=THERE, radius=3, **{"phase": "takeda", "dice": [6], **entries})
    attack(match, SHINGEN, THERE)
    while match.decision.name in ("suffer", "losses"):
        match.act(f"lose {KENSHIN}")
    assert at(match, KENSHIN) == "dead"
    if match.decision.name != "force":
        match.act("stay")
    return match


@clause("kanto", "25-2", "18-3", "18-3-2", "5-1-1")
def test_an_army_that_is_gone_besieges_nobody_and_has_no_zones() -> None:
    """Kakizaki's men before Kaizu leave the map with Kenshin: the way past it is free again."""
    ground = plain("0514", 3)
    units = {**host("0514", 15, invests=True), "anayama_nobukimi": "0516"}
    castles = {"kaizu": {"morale": -2}}
    match = compose({**units, SHINGEN: "1230"}, phase="takeda", castles=castles, **ground)
    assert castle(match, "kaizu")["besieged"]
    assert cost(march(match, "anayama_nobukimi"), "0515") == 1 + 1
    match = kenshin_falls(units, castles=castles, **ground)
    assert at(match, "kakizaki_kageie") == "removed"
    assert not castle(match, "kaizu").get("besieged")
    assert not castle(match, "kaizu").get("morale")
    assert cost(march(match, "anayama_nobukimi"), "0515") == 1


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


# --- G-36: a leader falls ----------------------------------------------------------------------------------------------


def father_falls(*led: str, **entries: Any) -> Any:
    """Ujiyasu, one step, leads these and is hit; by agreement the army stays while it has another soudaishou."""
    placed = force("1924", UJIYASU, *led)
    placed[UJIYASU] |= {"steps": 1, "morale": -1}
    placed |= force("1925", KENSHIN, "nakajo_fujisuke")
    options = {"sodaisho_death": "last"}
    place: dict[str, Any] = {"scenario": SCENARIOS[2], "turn": 2, "around": "1925", "radius": 4, "dice": [4, 1]}
    match = compose({**placed, "usami_sadayuki": "1922"}, options=options, **{**place, **entries})
    attack(match, KENSHIN, "1924")
    match.act(f"lose {UJIYASU}")
    assert at(match, UJIYASU) == "dead"
    return match


@clause("kanto", "9-2-2", "25.0")
def test_a_successor_leads_as_many_as_he_may_and_the_rest_stand_alone() -> None:
    """G-36: Ujimasa's track has room for 8 of the 9."""
    match = father_falls(UJIMASA, *SONS)
    leaders = [unit(match, name).get("leader", name) for name in SONS]
    assert leaders.count(UJIMASA) == 8
    (alone,) = [name for name in SONS if unit(match, name).get("leader", name) == name]
    assert {at(match, name) for name in (UJIMASA, *SONS)} == {"1924"}
    assert (morale(match, UJIMASA), morale(match, alone)) == (-1, -1)


@clause("kanto", "5-1-1", "25.0")
def test_those_who_take_over_keep_the_zone_and_take_it_with_them() -> None:
    """Usami pays for the zone beside 1924; once Ujimasa has left with his men he does not."""
    match = father_falls(UJIMASA, *SONS[:3])
    onward_to(match, "uesugi")
    assert cost(march(match.fork(), "usami_sadayuki"), "1923") == 1 + 1
    onward_to(match, "hojo")
    march(match, UJIMASA)
    acts(match, "to 2024", "to 2124", "to 2224", "halt")
    onward_to(match, "uesugi")
    assert cost(march(match, "usami_sadayuki"), "1923") == 1


def onward_to(match: Any, who: str) -> None:
    """As far as the next free choice of this seat."""
    while (match.decision.name, match.who) != ("force", who):
        forced(match)
        if match.decision.name == "force":
            match.act("end")
        elif match.decision.name != "losses":
            match.act(match.decision.texts[-1])


# --- 31-2: Odawara -----------------------------------------------------------------------------------------------------


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
