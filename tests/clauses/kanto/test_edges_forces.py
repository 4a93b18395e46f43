"""Forces at their edges: what an army's end, a commander's death or a lifted siege leaves behind on the map."""

from __future__ import annotations

from typing import Any

from tests.clauses.kanto.table import (
    SCENARIOS,
    acts,
    allowed,
    at,
    attack,
    besiege,
    castle,
    compose,
    cost,
    force,
    forced,
    host,
    lane,
    march,
    morale,
    no_line,
    of_kind,
    pass_on,
    plain,
    refused,
    ring,
    rolls,
    steps,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, SHINGEN, UJIYASU, UJIMASA = "uesugi_kenshin", "takeda_shingen", "hojo_ujiyasu", "hojo_ujimasa"
THEIRS = ("saigusa_moritomo", "morozumi_torasada", "hoshina_masatoshi", "amari_masatada")
HERE, THERE = "1207", "1206"
MEN = (
    *("hojo_tsunataka", "hojo_yasunari", "hojo_ujitada", "hojo_tsunafusa", "haga_tsunayoshi"),
    *("tame_nagamune", "ueda_tomonao", "ise_sadakazu", "kushima_yorisue"),
)


# --- 25-2: an army without its soudaishou ------------------------------------------------------------------------


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
    ground: dict[str, Any] = {**plain("0514", 3)}
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


@clause("kanto", "18-3", "18-1")
def test_an_investment_ends_with_the_step_that_makes_it_too_weak() -> None:
    """Ten are needed at Kaizu; Shingen comes to its relief and costs Kakizaki's men one of them."""
    units = {**host("0514", 10, invests=True), **force("0515", SHINGEN, *THEIRS), KENSHIN: "0505"}
    match = compose(units, around="0514", radius=2, phase="takeda", dice=[3, 1])
    assert castle(match, "kaizu")["besieged"]
    attack(match, SHINGEN, "0514")
    acts(match, "hold_siege", "lose kakizaki_kageie")
    assert not castle(match, "kaizu").get("besieged")


@clause("kanto", "18-3", "23-4-1")
def test_an_investment_ends_when_the_investors_fall_back() -> None:
    units = {**host("0514", 12, invests=True), **force("0515", SHINGEN, *THEIRS), KENSHIN: "0505"}
    match = compose(units, around="0514", radius=3, phase="takeda", dice=[3, 1])
    attack(match, SHINGEN, "0514")
    acts(match, "hold_siege", "retreat", "back 0513")
    assert at(match, "kakizaki_kageie") == "0513"
    assert not castle(match, "kaizu").get("besieged")
    assert not unit(match, "kakizaki_kageie").get("invests")


# --- G-36: a leader falls ----------------------------------------------------------------------------------------


def father_falls(*led: str) -> Any:
    """Ujiyasu, one step, leads these and is hit; by agreement the army stays while it has another soudaishou."""
    placed = force("1924", UJIYASU, *led)
    placed[UJIYASU] |= {"steps": 1, "morale": -1}
    placed |= force("1925", KENSHIN, "nakajo_fujisuke")
    options = {"sodaisho_death": "last"}
    place: dict[str, Any] = {"scenario": SCENARIOS[2], "turn": 2, "around": "1925", "radius": 4, "dice": [4, 1]}
    match = compose({**placed, "usami_sadayuki": "1922"}, options=options, **place)
    attack(match, KENSHIN, "1924")
    match.act(f"lose {UJIYASU}")
    assert at(match, UJIYASU) == "dead"
    return match


@clause("kanto", "9-2-2", "25.0")
def test_a_successor_leads_as_many_as_he_may_and_the_rest_stand_alone() -> None:
    """G-36: Ujimasa's track has room for 8 of the 9."""
    match = father_falls(UJIMASA, *MEN)
    leaders = [unit(match, name).get("leader", name) for name in MEN]
    assert leaders.count(UJIMASA) == 8
    (alone,) = [name for name in MEN if unit(match, name).get("leader", name) == name]
    assert {at(match, name) for name in (UJIMASA, *MEN)} == {"1924"}
    assert (morale(match, UJIMASA), morale(match, alone)) == (-1, -1)


@clause("kanto", "5-1-1", "25.0")
def test_those_who_take_over_keep_the_zone_and_take_it_with_them() -> None:
    """Usami pays for the zone beside 1924; once Ujimasa has left with his men he does not."""
    match = father_falls(UJIMASA, *MEN[:3])
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
    acts(match, "act yamagata_masakage", "organise")
    if match.decision.name == "organise":
        match.act("done")
    (data,) = of_kind(match.act("troops"), "replenished")
    assert data["count"] == 2 - 1


# --- 5-4-3, 32-1-4: zones come back ----------------------------------------------------------------------------------


WAY = [f"05{row:02}" for row in range(5, 13)] + ["0612", "0613", "0614", "0615"]  # from Kasugayama past Kaizu
PAST_KAIZU = lane(WAY, beside={"0514": "flat"})
FAR = {"irobe_nagazane": "0615", KENSHIN: "0505"}


@clause("kanto", "5-4-3", "18-3", "11-1")
def test_a_castle_blocks_lines_again_when_its_investment_ends() -> None:
    """The only way from Kasugayama to Irobe leads past Kaizu."""
    units = {**host("0514", 15, invests=True), **FAR, SHINGEN: "1230"}
    assert no_line(compose(units, stage=0, **PAST_KAIZU)) == set()
    match = compose(units, phase="uesugi", **PAST_KAIZU)
    acts(match, "act kakizaki_kageie", "lift", "rest")
    pass_on(match, lambda: match.view(None)["turn"] == 2)
    assert "irobe_nagazane" in no_line(match)


@clause("kanto", "5-4-3", "18-1", "11-1")
def test_a_castle_blocks_no_line_from_the_moment_it_is_invested() -> None:
    units = {**host("0514", 15), **FAR, SHINGEN: "1230"}
    assert "irobe_nagazane" in no_line(compose(units, stage=0, **PAST_KAIZU))
    match = compose(units, phase="uesugi", dice=[6] * 9, **PAST_KAIZU)
    besiege(match, "kakizaki_kageie", "invest")
    if match.decision.name == "siege":
        match.act("done")
    pass_on(match, lambda: match.view(None)["turn"] == 2)
    assert no_line(match) == set()


@clause("kanto", "21-1", "5-1-1", "5-3-3", "14-3-4")
def test_a_restored_castle_has_a_zone_again() -> None:
    """Kosaka restores Kaizu and goes inside, where he has none of his own: who leaves the hex pays for the castle's."""
    units = {"kosaka_masanobu": "0514", "usami_sadayuki": "0512", KENSHIN: "0505", SHINGEN: "1230"}
    ruin = {"kaizu": {"owner": "none", "durability": 0}}
    place: dict[str, Any] = {"scenario": SCENARIOS[2], "turn": 2, "castles": ruin, "around": "0514", "radius": 3}
    match = compose(units, phase="takeda", dice=[6], **place)
    acts(match, "act kosaka_masanobu", "organise", "castle")
    assert castle(match, "kaizu")["owner"] == "takeda"
    pass_on(match, lambda: match.view(None)["stage"] == 2 and match.who == "takeda")
    acts(match, "act kosaka_masanobu", "move", "enter")
    assert unit(match, "kosaka_masanobu")["inside"]
    pass_on(match, lambda: match.view(None)["turn"] == 3)
    march(match, "usami_sadayuki")
    acts(match, "to 0513", "to 0514")
    assert cost(match, "0413") == 1 + 1


@clause("kanto", "21-1", "15-4-3", "5-1-1")
def test_a_fallen_castle_holds_nobody_back() -> None:
    """6 - 1 = 5 on 11-20 costs the last durability; from the ruin the way out is free."""
    units = {**host("0514", 12), "anayama_nobukimi": "0516", KENSHIN: "0505", SHINGEN: "1230"}
    place: dict[str, Any] = {"around": "0514", "radius": 3, "phase": "uesugi"}
    match = compose(units, **place)
    match.act("act kakizaki_kageie")
    refused(match, "strategic", "15-3-1")
    match.act("move")
    assert cost(match, "0513") == 1 + 1
    match = compose(units, castles={"kaizu": {"durability": 1}}, dice=[6], **place)
    besiege(match, "kakizaki_kageie", "assault")
    while match.decision.name == "losses":
        match.act(match.decision.texts[0])
    assert castle(match, "kaizu")["owner"] == "none"
    pass_on(match, lambda: match.view(None)["stage"] == 2 and match.who == "uesugi")
    match.act("act kakizaki_kageie")
    allowed(match, "strategic")
    match.act("move")
    assert cost(match, "0513") == 1
    match.act("halt")
    pass_on(match, lambda: match.who == "takeda")
    march(match, "anayama_nobukimi")
    assert (cost(match, "0515"), cost(match, "0514")) == (1, 1 + 1)  # the ruin shelters nobody from Kakizaki's zone


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
