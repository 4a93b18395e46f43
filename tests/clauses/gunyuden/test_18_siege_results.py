"""Sections 18-2 to 18-4: siege results, the end of an investment, what binds the investors (G-20, G-23, G-24, G-55)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, besiege, castle, end_phases, force, garrison, morale, of_kind, rolls, unit
from tests.clauses.gunyuden.editions import as_first, only
from tests.clauses.gunyuden.table import compose, find_morale_die, host
from tests.support import clause

KAWA, NORTH, SOUTH = "0514", "0513", "0515"
LEADER, SECOND = "sugi", "kaede"
INVESTORS = host(KAWA, 12, invests=True)
MATSU = {"matsu": "0505"}


inside = partial(garrison, KAWA)


def invest_kawa(units: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    """Compose the end of the blue phase with Kawa invested by 12."""
    match = compose({**INVESTORS, **units, **MATSU}, around=KAWA, radius=3, phase="blue", dice=dice, **entries)
    end_phases(match, "offer")
    return match


# --- 18-2 --------------------------------------------------------------------------------------------------------


@clause("gunyuden", "18-2-1", "8-2-2")
@pytest.mark.parametrize(
    ("die", "spirit", "durability"), [(1, -1, 10), (2, 0, 9), (3, 0, 9), (4, 0, 10), (5, 0, 10), (6, 0, 10)]
)
@only("first")
def test_each_siege_die_has_its_printed_result(die: int, spirit: int, durability: int) -> None:
    """Ruling G-20: 4 and more have no effect."""
    match = invest_kawa({}, [die])
    events = match.act("hold_out")
    (roll,) = rolls(events)
    assert (roll["dice"], roll["value"], roll["castle"]) == ([die], 0, "kawa")
    assert castle(match, "kawa").get("morale", 0) == spirit
    assert castle(match, "kawa")["durability"] == durability
    assert bool(of_kind(events, "siege_without_effect")) == (die > 3)


@clause("gunyuden", "18-2-2")
@pytest.mark.parametrize(
    ("die", "spirit", "durability"), [(1, 0, 9), (2, 0, 9), (3, 0, 10), (4, 0, 10), (5, 0, 10), (6, 0, 10)]
)
@only("first")
def test_a_soudaishou_in_garrison_adds_one(die: int, spirit: int, durability: int) -> None:
    match = invest_kawa(inside("taka"), [die])
    events = match.act("hold_out")
    (roll,) = rolls(events)
    assert roll["value"] == 1
    assert morale(match, "taka") == spirit
    assert castle(match, "kawa")["durability"] == durability


@clause("gunyuden", "18-2-2")
@only("first")
def test_the_siege_die_says_where_its_modifier_comes_from() -> None:
    (roll,) = rolls(invest_kawa(inside("taka"), [6]).act("hold_out"))
    assert [(part["clause"], part["value"]) for part in roll.get("parts", ())] == [("18-2-2", 1)]


@clause("gunyuden", "18-2-2")
def test_a_taishou_inside_or_a_soudaishou_outside_adds_nothing() -> None:
    match = invest_kawa({**inside("sagi"), "taka": "0511"}, [find_morale_die()])
    assert rolls(match.act("hold_out"))[0]["value"] == 0
    assert morale(match, "sagi") == -1


@clause("gunyuden", "18-2", "4-1-2(3-2)")
@only("first")
def test_each_invested_castle_is_diced_when_its_owners_phase_ends() -> None:
    """Ruling G-23: once a stage, by its owner, even if he has nobody who could act; the others are left alone."""
    second = force("0617", SECOND, "nara", "kashi", "tsuga", invests=True)
    match = compose({**host(KAWA, 12), **second, **MATSU}, around=KAWA, radius=4, to_act="red", dice=[2, 1])
    besiege(match, LEADER, "invest", "done")
    assert not rolls(match.events)
    match.act("end")
    assert (match.decision.who, match.decision.name) == ("blue", "offer")
    events = match.act("hold_out")
    if match.decision.name == "offer":
        events += match.act("hold_out")
    assert [(roll["castle"], roll["dice"]) for roll in rolls(events)] == [("kawa", [2]), ("hara", [1])]
    assert castle(match, "kawa")["durability"] == 9
    assert castle(match, "hara")["morale"] == -1
    assert (match.decision.who, match.view("red")["stage"]) == ("red", 2)


@clause("gunyuden", "18-2")
def test_a_castle_is_diced_after_the_phase_of_the_army_that_owns_it() -> None:
    """Ruling G-23: Iwa is the brown's, so it is the end of their phase that counts, not that of the red."""
    besiegers = force("1513", "koi", *["ayu", "funa", "aji", "saba"])
    more = ["unagi", "iwashi", "namazu", "maguro", "katsuo", "sanma"]
    units = {**besiegers, **{name: {"hex": "1513", "leader": "koi"} for name in more}}
    units["koi"] = {"hex": "1513", "invests": True}
    match = compose({**units, **MATSU}, around="1513", phase="red", dice=[4])
    assert castle(match, "iwa")["besieged"]
    end_phases(match, "offer")
    assert match.view("red")["phase"] == "red_friends"
    assert (match.decision.who, match.decision.data["castle"]) == ("red", "iwa")


@clause("gunyuden", "18-2-3", "16-4-1", "16-4-2")
def test_morale_minus_one_hits_every_force_inside() -> None:
    match = invest_kawa({**inside("sagi"), **inside("tsuru", morale=-2)}, [find_morale_die()])
    match.act("hold_out")
    assert (morale(match, "sagi"), morale(match, "tsuru")) == (-1, -3)
    assert "morale" not in castle(match, "kawa")


@clause("gunyuden", "18-2-3", "20-3(Surrender)")
def test_a_force_below_minus_four_surrenders_and_the_castle_holds_with_the_others() -> None:
    """Ruling G-24."""
    match = invest_kawa({**inside("sagi"), **inside("suzume", morale=-4)}, [find_morale_die()])
    match.act("hold_out")
    assert at(match, "suzume") == "removed"
    assert (at(match, "sagi"), morale(match, "sagi")) == (KAWA, -1)
    assert castle(match, "kawa") == {"owner": "blue", "durability": 10, "besieged": True}
    assert not of_kind(match.events, "castle_fell")


@clause("gunyuden", "18-2-1")
@only("first")
def test_durability_lost_leaves_the_garrison_untouched() -> None:
    match = invest_kawa(inside("sagi"), [3])
    match.act("hold_out")
    assert castle(match, "kawa")["durability"] == 9
    assert (morale(match, "sagi"), unit(match, "sagi")["steps"]) == (0, 2)


# --- 18-3: the end -----------------------------------------------------------------------------------------------


@clause("gunyuden", "18-3")
@pytest.mark.parametrize(("loss", "holds"), [([LEADER, "ume"], True), ([LEADER, LEADER], False)])
@as_first("assault_rule")
def test_the_investment_ends_when_its_strength_falls_short(loss: list[str], holds: bool) -> None:
    """12 lose two steps: two reduced units leave 10, a dead one 9. A die of 4 - 1 on 11-20 is 1/2."""
    match = compose({**INVESTORS, **MATSU}, around=KAWA, radius=2, to_act="red", dice=[4])
    besiege(match, LEADER, "assault")
    events = acts(match, *[f"lose {name}" for name in loss])
    assert bool(castle(match, "kawa").get("besieged")) == holds
    assert bool(of_kind(events, "investment_ended")) != holds


@clause("gunyuden", "18-3", "18-3-2")
def test_the_investment_ends_when_the_investors_are_driven_out_of_the_hex() -> None:
    """18 under Taka against Sugi: 6 + 3 - 2 = 7 on 17-20 is 3; they fall back."""
    taka = force(SOUTH, "taka", *["kiji", "kari", "mozu"])
    more = {name: {"hex": SOUTH, "leader": "taka"} for name in ("tsubame", "karasu")}
    units = {**INVESTORS, **taka, **more, **inside("sagi", morale=-3), **MATSU}
    match = compose(units, around=KAWA, radius=5, phase="blue", dice=[6])
    attack(match, "taka", KAWA)
    assert match.decision.name == "raise_siege"
    match.act("hold_siege")
    match.act("retreat")
    while match.decision.name == "retreat":
        match.act(match.decision.texts[0])
    assert at(match, LEADER) != KAWA
    assert not castle(match, "kawa").get("besieged")
    assert morale(match, "sagi") == 0
    assert "invests" not in unit(match, LEADER)


@clause("gunyuden", "18-3-1", "18-3-2")
def test_investors_may_end_an_investment_and_then_act() -> None:
    match = compose(
        {**INVESTORS, **MATSU}, around=KAWA, to_act="red", castles={"kawa": {"morale": -3, "durability": 7}}
    )
    match.act(f"act {LEADER}")
    events = match.act("lift")
    assert of_kind(events, "investment_ended") == [{"castle": "kawa"}]
    assert castle(match, "kawa") == {"owner": "blue", "durability": 7}  # morale is back, durability is not
    assert match.decision.name == "action"  # it costs nothing
    allowed(match, "move", "siege")


@clause("gunyuden", "18-3-1", "18-3")
@pytest.mark.parametrize(("strength", "holds"), [(9, False), (10, True)])
def test_some_investors_may_leave_if_the_rest_suffice(strength: int, holds: bool) -> None:
    units = {**host(KAWA, strength, invests=True), SECOND: {"hex": KAWA, "invests": True}, **MATSU}
    match = compose(units, around=KAWA, radius=2, to_act="red")
    assert castle(match, "kawa")["besieged"]
    acts(match, f"act {SECOND}", "lift")
    assert bool(castle(match, "kawa").get("besieged")) == holds
    assert "invests" not in unit(match, SECOND)
    assert unit(match, LEADER).get("invests", False) == holds


@clause("gunyuden", "18-3-2")
def test_when_the_investment_ends_castle_and_garrison_go_back_to_morale_zero() -> None:
    """Ruling G-53: always."""
    units = {**INVESTORS, **inside("sagi", morale=-4), **inside("tsuru", morale=-1), **MATSU}
    match = compose(units, around=KAWA, radius=2, to_act="red")
    acts(match, f"act {LEADER}", "lift")
    assert (morale(match, "sagi"), morale(match, "tsuru")) == (0, 0)


@clause("gunyuden", "18-3-2")
def test_a_force_of_the_same_army_elsewhere_keeps_its_morale() -> None:
    units = {**INVESTORS, **inside("sagi", morale=-1), "tsuru": {"hex": "0511", "morale": -2}}
    match = compose({**units, **MATSU}, around=KAWA, radius=2, to_act="red")
    acts(match, f"act {LEADER}", "lift")
    assert (morale(match, "sagi"), morale(match, "tsuru")) == (0, -2)


# --- 18-4: the investors -----------------------------------------------------------------------------------------


@clause("gunyuden", "18-4", "18-4-1")
def test_an_investor_moves_and_fights_only_after_ending_the_investment() -> None:
    match = compose({**INVESTORS, "tsuru": NORTH, **MATSU}, around=KAWA, to_act="red")
    match.act(f"act {LEADER}")
    for action in ("move", "battle", "strategic"):
        refused(match, action, "18-4-1")
    match.act("lift")
    allowed(match, "move", "battle")


@clause("gunyuden", "18-4-1")
def test_a_force_beside_the_investors_is_not_bound() -> None:
    match = compose({**INVESTORS, SECOND: KAWA, "tsuru": NORTH, **MATSU}, around=KAWA, to_act="red")
    match.act(f"act {SECOND}")
    allowed(match, "move", "battle")


def attack_investors(investors: dict[str, Any], **entries: Any) -> Any:
    """Attack the units before Kawa from the south with Suzume alone (3)."""
    units = {**investors, "suzume": SOUTH, **MATSU}
    match = compose(units, around=KAWA, radius=3, phase="blue", **{"dice": [1, 6], **entries})
    attack(match, "suzume", KAWA)
    return match


@clause("gunyuden", "18-4-2", "23-6")
@pytest.mark.parametrize(("strength", "half"), [(12, 6), (13, 7), (15, 8)])
def test_an_attacked_investor_strikes_back_with_half_rounded_up(strength: int, half: int) -> None:
    """Ruling G-55: asked before the die."""
    match = attack_investors(host(KAWA, strength, invests=True))
    assert (match.decision.who, match.decision.name) == ("red", "raise_siege")
    assert set(match.decision.texts) == {"hold_siege", "raise_siege"}
    assert not rolls(match.events)
    match.act("hold_siege")
    first, second = rolls(match.events)
    assert (first["purpose"], second["purpose"], second["strength"]) == ("attack", "counterattack", half)
    assert castle(match, "kawa")["besieged"]


@clause("gunyuden", "18-4-2")
def test_investors_who_lift_when_attacked_strike_back_in_full() -> None:
    match = attack_investors(host(KAWA, 13, invests=True))
    match.act("raise_siege")
    assert rolls(match.events)[1]["strength"] == 13
    assert not castle(match, "kawa").get("besieged")
    assert "invests" not in unit(match, LEADER)


@clause("gunyuden", "18-4-2")
def test_only_investors_are_asked_and_halved() -> None:
    match = attack_investors(host(KAWA, 12))
    assert match.decision.name != "raise_siege"
    assert rolls(match.events)[1]["strength"] == 12


@clause("gunyuden", "18-4-2", "18-3-1")
def test_some_of_the_attacked_may_lift_while_the_others_hold() -> None:
    """Ruling G-55. 12 hold (6) and 3 lift (3): 9 strike back together."""
    match = attack_investors({**INVESTORS, SECOND: {"hex": KAWA, "invests": True}})
    answers = []
    while match.decision.name == "raise_siege":
        name = match.decision.data["unit"]
        answers.append(name)
        match.act("raise_siege" if name == SECOND else "hold_siege")
    assert set(answers) == {LEADER, SECOND}
    assert len(answers) == 2
    assert rolls(match.events)[1]["strength"] == 9
    assert castle(match, "kawa")["besieged"]
    assert unit(match, LEADER)["invests"]
    assert "invests" not in unit(match, SECOND)


@clause("gunyuden", "18-4-2")
@as_first("assault_rule")
def test_the_strength_of_investors_is_not_halved_when_they_assault() -> None:
    """Ruling G-55: they lose steps as any other force, and the investors attack a castle with all they have."""
    match = compose({**INVESTORS, **MATSU}, around=KAWA, radius=2, to_act="red", dice=[6])
    besiege(match, LEADER, "assault")
    assert rolls(match.events)[0]["strength"] == 12


@clause("gunyuden", "18-4-2", "23-7-3")
def test_against_a_sortie_the_investors_are_not_halved() -> None:
    units = {**INVESTORS, **inside("sagi"), **MATSU}
    match = compose(units, around=KAWA, radius=2, phase="blue", dice=[1, 1])
    attack(match, "sagi", KAWA)
    if match.decision.name == "raise_siege":
        match.act("hold_siege")
    assert rolls(match.events)[1]["strength"] == 12
