"""Sections 18-2 to 18-4: siege results, the end of an investment, what binds the investors (G-20, G-23, G-24, G-55)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    attack,
    besiege,
    castle,
    compose,
    force,
    garrison,
    host,
    morale,
    of_kind,
    onward,
    refused,
    rolls,
    unit,
)
from tests.support import clause

KAIZU, NORTH, SOUTH = "0514", "0513", "0515"
LEADER, SECOND = "kakizaki_kageie", "naoe_sanetsuna"
INVESTORS = host(KAIZU, 12, invests=True)
KENSHIN = {"uesugi_kenshin": "0505"}


inside = partial(garrison, KAIZU)


def investment(units: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    """Kaizu invested by 12, Takeda's phase just over."""
    match = compose({**INVESTORS, **units, **KENSHIN}, around=KAIZU, radius=3, phase="takeda", dice=dice, **entries)
    onward(match, "offer")
    return match


# --- 18-2 --------------------------------------------------------------------------------------------------------


@clause("kanto", "QR-SRT", "18-2-1", "8-2-2")
@pytest.mark.parametrize(
    ("die", "spirit", "durability"), [(1, -1, 10), (2, 0, 9), (3, 0, 9), (4, 0, 10), (5, 0, 10), (6, 0, 10)]
)
def test_the_siege_results_table(die: int, spirit: int, durability: int) -> None:
    """Ruling G-20: 4 and more have no effect."""
    match = investment({}, [die])
    events = match.act("hold_out")
    (roll,) = rolls(events)
    assert (roll["dice"], roll["value"], roll["castle"]) == ([die], 0, "kaizu")
    assert castle(match, "kaizu").get("morale", 0) == spirit
    assert castle(match, "kaizu")["durability"] == durability
    assert bool(of_kind(events, "siege_without_effect")) == (die > 3)


@clause("kanto", "18-2-2", "QR-SRT")
@pytest.mark.parametrize(
    ("die", "spirit", "durability"), [(1, 0, 9), (2, 0, 9), (3, 0, 10), (4, 0, 10), (5, 0, 10), (6, 0, 10)]
)
def test_a_soudaishou_in_garrison_adds_one(die: int, spirit: int, durability: int) -> None:
    match = investment(inside("takeda_shingen"), [die])
    events = match.act("hold_out")
    (roll,) = rolls(events)
    assert roll["value"] == 1
    assert morale(match, "takeda_shingen") == spirit
    assert castle(match, "kaizu")["durability"] == durability


@clause("kanto", "18-2-2")
def test_the_siege_die_says_where_its_modifier_comes_from() -> None:
    (roll,) = rolls(investment(inside("takeda_shingen"), [6]).act("hold_out"))
    assert [(part["clause"], part["value"]) for part in roll.get("parts", ())] == [("18-2-2", 1)]


@clause("kanto", "18-2-2")
def test_a_taishou_inside_or_a_soudaishou_outside_adds_nothing() -> None:
    match = investment({**inside("kosaka_masanobu"), "takeda_shingen": "0511"}, [1])
    assert rolls(match.act("hold_out"))[0]["value"] == 0
    assert morale(match, "kosaka_masanobu") == -1


@clause("kanto", "18-2", "4-1-2(3-2)")
def test_each_invested_castle_is_diced_when_its_owners_phase_ends() -> None:
    """Ruling G-23: once a stage, by its owner, even if he has nobody who could act; the others are left alone."""
    second = force("0617", SECOND, "usami_sadayuki", "saito_tomonobu", "amakasu_kagemochi", invests=True)
    match = compose({**host(KAIZU, 12), **second, **KENSHIN}, around=KAIZU, radius=4, to_act="uesugi", dice=[2, 1])
    besiege(match, LEADER, "invest", "done")
    assert not rolls(match.events)
    match.act("end")
    assert (match.decision.who, match.decision.name) == ("takeda", "offer")
    events = match.act("hold_out")
    if match.decision.name == "offer":
        events += match.act("hold_out")
    assert [(roll["castle"], roll["dice"]) for roll in rolls(events)] == [("kaizu", [2]), ("toishi", [1])]
    assert castle(match, "kaizu")["durability"] == 9
    assert castle(match, "toishi")["morale"] == -1
    assert (match.decision.who, match.view("uesugi")["stage"]) == ("uesugi", 2)


@clause("kanto", "18-2", "29.0(2)-5")
def test_a_castle_is_diced_after_the_phase_of_the_army_that_owns_it() -> None:
    """Ruling G-23: Minowa is Nagano's, so it is the end of the warlords' phase that counts, not that of the Uesugi."""
    besiegers = force("1718", "hojo_ujiyasu", *["hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka"])
    more = ["hojo_yasunari", "hojo_ujitada", "hojo_tsunafusa", "naito_yamato", "matsuda_yasunaga", "shimizu_yasuhide"]
    units = {**besiegers, **{name: {"hex": "1718", "leader": "hojo_ujiyasu"} for name in more}}
    units["hojo_ujiyasu"] = {"hex": "1718", "invests": True}
    match = compose(
        {**units, **KENSHIN}, scenario="kenshin_crosses_the_mountains", around="1718", phase="uesugi", dice=[4]
    )
    assert castle(match, "minowa")["besieged"]
    onward(match, "offer")
    assert match.view("uesugi")["phase"] == "uesugi_warlords"
    assert (match.decision.who, match.decision.data["castle"]) == ("uesugi", "minowa")


@clause("kanto", "18-2-3", "16-4-1", "16-4-2")
def test_morale_minus_one_hits_every_force_inside() -> None:
    match = investment({**inside("kosaka_masanobu"), **inside("baba_nobuharu", morale=-2)}, [1])
    match.act("hold_out")
    assert (morale(match, "kosaka_masanobu"), morale(match, "baba_nobuharu")) == (-1, -3)
    assert "morale" not in castle(match, "kaizu")


@clause("kanto", "18-2-3", "20-3(Surrender)")
def test_a_force_below_minus_four_surrenders_and_the_castle_holds_with_the_others() -> None:
    """Ruling G-24."""
    match = investment({**inside("kosaka_masanobu"), **inside("saigusa_moritomo", morale=-4)}, [1])
    match.act("hold_out")
    assert at(match, "saigusa_moritomo") == "removed"
    assert (at(match, "kosaka_masanobu"), morale(match, "kosaka_masanobu")) == (KAIZU, -1)
    assert castle(match, "kaizu") == {"owner": "takeda", "durability": 10, "besieged": True}
    assert not of_kind(match.events, "castle_fell")


@clause("kanto", "18-2-1")
def test_durability_lost_leaves_the_garrison_untouched() -> None:
    match = investment(inside("kosaka_masanobu"), [3])
    match.act("hold_out")
    assert castle(match, "kaizu")["durability"] == 9
    assert (morale(match, "kosaka_masanobu"), unit(match, "kosaka_masanobu")["steps"]) == (0, 2)


# --- 18-3: the end -----------------------------------------------------------------------------------------------


@clause("kanto", "18-3")
@pytest.mark.parametrize(("loss", "holds"), [([LEADER, "yasuda_akimoto"], True), ([LEADER, LEADER], False)])
def test_the_investment_ends_when_its_strength_falls_short(loss: list[str], holds: bool) -> None:
    """12 lose two steps: two reduced units leave 10, a dead one 9. A die of 4 - 1 on 11-20 is 1/2."""
    match = compose({**INVESTORS, **KENSHIN}, around=KAIZU, radius=2, to_act="uesugi", dice=[4])
    besiege(match, LEADER, "assault")
    events = acts(match, *[f"lose {name}" for name in loss])
    assert bool(castle(match, "kaizu").get("besieged")) == holds
    assert bool(of_kind(events, "investment_ended")) != holds


@clause("kanto", "18-3", "18-3-2")
def test_the_investment_ends_when_the_investors_are_driven_out_of_the_hex() -> None:
    """18 under Shingen against Kakizaki: 6 + 3 - 2 = 7 on 17-20 is 3; they fall back."""
    shingen = force(SOUTH, "takeda_shingen", *["atobe_katsusuke", "amari_masatada", "komai_kohakusai"])
    more = {name: {"hex": SOUTH, "leader": "takeda_shingen"} for name in ("hoshina_masatoshi", "morozumi_torasada")}
    units = {**INVESTORS, **shingen, **more, **inside("kosaka_masanobu", morale=-3), **KENSHIN}
    match = compose(units, around=KAIZU, radius=5, phase="takeda", dice=[6])
    attack(match, "takeda_shingen", KAIZU)
    assert match.decision.name == "raise_siege"
    match.act("hold_siege")
    match.act("retreat")
    while match.decision.name == "retreat":
        match.act(match.decision.texts[0])
    assert at(match, LEADER) != KAIZU
    assert not castle(match, "kaizu").get("besieged")
    assert morale(match, "kosaka_masanobu") == 0
    assert "invests" not in unit(match, LEADER)


@clause("kanto", "18-3-1", "18-3-2")
def test_investors_end_it_freely_and_then_act() -> None:
    match = compose(
        {**INVESTORS, **KENSHIN}, around=KAIZU, to_act="uesugi", castles={"kaizu": {"morale": -3, "durability": 7}}
    )
    match.act(f"act {LEADER}")
    events = match.act("lift")
    assert of_kind(events, "investment_ended") == [{"castle": "kaizu"}]
    assert castle(match, "kaizu") == {"owner": "takeda", "durability": 7}  # morale is back, durability is not
    assert match.decision.name == "action"  # it costs nothing
    allowed(match, "move", "siege")


@clause("kanto", "18-3-1", "18-3")
@pytest.mark.parametrize(("strength", "holds"), [(9, False), (10, True)])
def test_some_of_them_may_leave_if_the_rest_suffice(strength: int, holds: bool) -> None:
    units = {**host(KAIZU, strength, invests=True), SECOND: {"hex": KAIZU, "invests": True}, **KENSHIN}
    match = compose(units, around=KAIZU, radius=2, to_act="uesugi")
    assert castle(match, "kaizu")["besieged"]
    acts(match, f"act {SECOND}", "lift")
    assert bool(castle(match, "kaizu").get("besieged")) == holds
    assert "invests" not in unit(match, SECOND)
    assert unit(match, LEADER).get("invests", False) == holds


@clause("kanto", "18-3-2")
def test_when_the_investment_ends_castle_and_garrison_go_back_to_morale_zero() -> None:
    """Ruling G-53: always."""
    units = {**INVESTORS, **inside("kosaka_masanobu", morale=-4), **inside("baba_nobuharu", morale=-1), **KENSHIN}
    match = compose(units, around=KAIZU, radius=2, to_act="uesugi")
    acts(match, f"act {LEADER}", "lift")
    assert (morale(match, "kosaka_masanobu"), morale(match, "baba_nobuharu")) == (0, 0)


@clause("kanto", "18-3-2")
def test_a_force_of_the_same_army_elsewhere_keeps_its_morale() -> None:
    units = {**INVESTORS, **inside("kosaka_masanobu", morale=-1), "baba_nobuharu": {"hex": "0511", "morale": -2}}
    match = compose({**units, **KENSHIN}, around=KAIZU, radius=2, to_act="uesugi")
    acts(match, f"act {LEADER}", "lift")
    assert (morale(match, "kosaka_masanobu"), morale(match, "baba_nobuharu")) == (0, -2)


# --- 18-4: the investors -----------------------------------------------------------------------------------------


@clause("kanto", "18-4", "18-4-1")
def test_an_investor_moves_and_fights_only_after_ending_the_investment() -> None:
    match = compose({**INVESTORS, "baba_nobuharu": NORTH, **KENSHIN}, around=KAIZU, to_act="uesugi")
    match.act(f"act {LEADER}")
    for action in ("move", "battle", "strategic"):
        refused(match, action, "18-4-1")
    match.act("lift")
    allowed(match, "move", "battle")


@clause("kanto", "18-4-1")
def test_a_force_beside_the_investors_is_not_bound() -> None:
    match = compose({**INVESTORS, SECOND: KAIZU, "baba_nobuharu": NORTH, **KENSHIN}, around=KAIZU, to_act="uesugi")
    match.act(f"act {SECOND}")
    allowed(match, "move", "battle")


def relief(investors: dict[str, Any], **entries: Any) -> Any:
    """Saigusa alone (3) attacks those before Kaizu from the south."""
    units = {**investors, "saigusa_moritomo": SOUTH, **KENSHIN}
    match = compose(units, around=KAIZU, radius=3, phase="takeda", **{"dice": [1, 6], **entries})
    attack(match, "saigusa_moritomo", KAIZU)
    return match


@clause("kanto", "18-4-2", "23-6")
@pytest.mark.parametrize(("strength", "half"), [(12, 6), (13, 7), (15, 8)])
def test_an_attacked_investor_strikes_back_with_half_rounded_up(strength: int, half: int) -> None:
    """Ruling G-55: asked before the die."""
    match = relief(host(KAIZU, strength, invests=True))
    assert (match.decision.who, match.decision.name) == ("uesugi", "raise_siege")
    assert set(match.decision.texts) == {"hold_siege", "raise_siege"}
    assert not rolls(match.events)
    match.act("hold_siege")
    first, second = rolls(match.events)
    assert (first["purpose"], second["purpose"], second["strength"]) == ("attack", "counterattack", half)
    assert castle(match, "kaizu")["besieged"]


@clause("kanto", "18-4-2")
def test_who_ends_the_investment_as_he_is_attacked_strikes_back_in_full() -> None:
    match = relief(host(KAIZU, 13, invests=True))
    match.act("raise_siege")
    assert rolls(match.events)[1]["strength"] == 13
    assert not castle(match, "kaizu").get("besieged")
    assert "invests" not in unit(match, LEADER)


@clause("kanto", "18-4-2")
def test_only_investors_are_asked_and_halved() -> None:
    match = relief(host(KAIZU, 12))
    assert match.decision.name != "raise_siege"
    assert rolls(match.events)[1]["strength"] == 12


@clause("kanto", "18-4-2", "18-3-1")
def test_some_of_the_attacked_may_lift_while_the_others_hold() -> None:
    """Ruling G-55. 12 hold (6) and 3 lift (3): 9 strike back together."""
    match = relief({**INVESTORS, SECOND: {"hex": KAIZU, "invests": True}})
    answers = []
    while match.decision.name == "raise_siege":
        name = match.decision.data["unit"]
        answers.append(name)
        match.act("raise_siege" if name == SECOND else "hold_siege")
    assert sorted(answers) == [LEADER, SECOND]
    assert rolls(match.events)[1]["strength"] == 9
    assert castle(match, "kaizu")["besieged"]
    assert unit(match, LEADER)["invests"]
    assert "invests" not in unit(match, SECOND)


@clause("kanto", "18-4-2")
def test_the_half_is_for_the_counterattack_only() -> None:
    """Ruling G-55: they lose steps as any other force, and the investors attack a castle with all they have."""
    match = compose({**INVESTORS, **KENSHIN}, around=KAIZU, radius=2, to_act="uesugi", dice=[6])
    besiege(match, LEADER, "assault")
    assert rolls(match.events)[0]["strength"] == 12


@clause("kanto", "18-4-2", "23-7-3")
def test_against_a_sortie_the_investors_are_not_halved() -> None:
    units = {**INVESTORS, **inside("kosaka_masanobu"), **KENSHIN}
    match = compose(units, around=KAIZU, radius=2, phase="takeda", dice=[1, 1])
    attack(match, "kosaka_masanobu", KAIZU)
    if match.decision.name == "raise_siege":
        match.act("hold_siege")
    assert rolls(match.events)[1]["strength"] == 12
