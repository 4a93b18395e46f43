"""Section 31-2, the investment of Odawara: how it begins, whom it binds and how it ends (T-04, T-06)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import (
    at,
    attack,
    besiege,
    castle,
    end_phases,
    force,
    march,
    morale,
    of_kind,
    pass_on,
    rolls,
    steps,
    unit,
)
from tests.clauses.kanto.odawara import (
    ARMY,
    CHISAKA,
    ENOUGH,
    HONJO,
    KAKIZAKI,
    KENSHIN,
    NAGAO,
    NAOE,
    ODAWARA,
    ORDERED,
    SECOND,
    UJITERU_OUTSIDE,
    UJIYASU,
    compose_odawara,
    compose_ring,
    compose_siege,
    inside,
    is_besieged,
)
from tests.clauses.kanto.table import RING, SCENARIOS, compose, ring
from tests.clauses.reasons import barred
from tests.support import clause

SANPONJI = RING["2337"][1]
RELIEF = force(
    "2437", "hojo_tsunashige", "hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka", "hojo_yasunari"
)


# --- 31-2: the investment --------------------------------------------------------------------------------------------


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
        {**units, **UJITERU_OUTSIDE}, scenario="kenshin_crosses_the_mountains", around=ODAWARA, radius=3, phase="uesugi"
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
    assert not is_besieged(compose_siege({**ring(15, 0, 15, 15)}, terrain=mountain))  # 45: the strength is still needed


@clause("kanto", "31-2-1")
def test_forces_of_several_armies_and_stacks_count_together() -> None:
    units = {**ring(15, 12, 12, 6), "nagano_narimasa": "2337", "annaka_tadamasa": "2137"}
    assert is_besieged(compose_siege(units))
    assert not is_besieged(compose_siege({**ring(15, 12, 12, 6), "nagano_narimasa": "2337"}))  # 48


@clause("kanto", "31-2-1")
def test_the_investment_stands_from_the_moment_the_ring_closes() -> None:
    """Ruling T-06: Naoe marches into the last hex in the Uesugi phase; after the Hojo phase the siege die is rolled."""
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


@clause("kanto", "31-2-1", "21-1", "8-3-2")
@pytest.mark.parametrize("strengths", [ENOUGH, (15, 12, 12, 10)])
def test_odawara_restored_in_the_midst_of_its_enemies_is_invested_at_once(strengths: tuple[int, ...]) -> None:
    ruin = {"odawara": {"owner": "none", "durability": 0}}
    match = compose_siege({**ring(*strengths), "hojo_ujiyasu": ODAWARA}, phase="hojo", dice=[6], castles=ruin)
    acts(match, "act hojo_ujiyasu", "organise", "castle")
    assert castle(match, "odawara")["owner"] == "hojo"
    assert is_besieged(match) == (sum(strengths) == 50)


# --- 31-2-1: by the other reading of T-06, by Siege actions ----------------------------------------------------------


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


# --- 31-2-1: who is bound --------------------------------------------------------------------------------------------


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


@clause("kanto", "31-2-1", "18-4-2")
def test_the_successors_of_a_force_that_left_the_investment_have_left_it_too() -> None:
    """G-36: Naoe raises the siege and falls; his two men strike back in full, 3 and 3, not with halves."""
    units = {**ring(15, 15, 15, 9), CHISAKA: "2337", **RELIEF}
    units[NAOE] = {"hex": "2337", "steps": 1}
    match = compose_ring(units, phase="hojo", dice=[5, 1])
    assert is_besieged(match)
    acts(match, "act hojo_tsunashige", "battle", f"spare {CHISAKA}", "raise_siege")
    assert not is_besieged(match)  # 48 without them
    match.act(f"lose {NAOE}")
    assert at(match, NAOE) == "dead"
    assert [roll["strength"] for roll in rolls(match.events)] == [12, 3 + 3]
    assert not is_besieged(match)


@clause("kanto", "31-2-1", "13-2-4")
def test_a_unit_released_by_a_force_that_left_the_investment_has_left_it_too() -> None:
    """Annaka comes and makes 49; with Sanponji, whom Naoe has released in 2337, it would be 52."""
    match = compose_ring({**ring(15, 15, 14, 9), CHISAKA: "2337", "annaka_tadamasa": "2136"}, phase="uesugi")
    acts(match, f"act {NAOE}", "lift", "organise", f"split {SANPONJI}", "done")
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi_warlords")
    acts(match, "act annaka_tadamasa", "move", "to 2137")
    assert at(match, "annaka_tadamasa") == "2137"
    assert not unit(match, SANPONJI).get("invests")
    assert not is_besieged(match)


@clause("kanto", "31-2-1", "18-1-4")
def test_a_force_that_left_the_investment_and_stayed_joins_it_again_by_a_siege_action() -> None:
    """Naoe strikes back in full before the Hojo and stays in 2337; in his next action he closes the ring again."""
    match = compose_ring({**ring(15, 12, 12, 11), **RELIEF}, phase="hojo", dice=[1, 1])
    acts(match, "act hojo_tsunashige", "battle", "raise_siege")
    while match.decision.name in ("suffer", "losses"):
        match.act(match.decision.texts[0])
    assert not is_besieged(match)
    pass_on(match, lambda: match.view(None)["phase"] == "uesugi")
    assert not is_besieged(match)
    besiege(match, NAOE, "invest")
    assert is_besieged(match)
    assert unit(match, NAOE)["invests"]


# --- 31-2-2: the end of the investment -------------------------------------------------------------------------------


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


def beat_honjo(*strengths: int, **entries: Any) -> Any:
    """Attack Honjo's force in 2137 from outside with Ujiteru for 1 loss (10 on 4), up to its retreat."""
    units = {**ring(*strengths), **force("2036", "hojo_ujiteru", *ARMY), **entries.pop("extra")}
    match = compose_odawara({**units, "hojo_ujikuni": "2530"}, dice=[4, 1], **entries)
    acts(match, "act hojo_ujiteru", "battle")
    for answer in ("attack 2137", "spare chisaka_kagechika", "fight", "hold_siege"):
        if answer in match.decision.texts:
            match.act(answer)
    match.act("retreat")
    return match


@clause("kanto", "31-2-1", "23-4")
def test_a_force_that_retreats_to_another_investment_hex_invests_from_there() -> None:
    """T-06: Chisaka holds 2137; Honjo's 12 in 2138 are still among the 50 that stand around Odawara."""
    match = beat_honjo(12, 12, 12, 11, extra={"chisaka_kagechika": "2137"})
    match.act("back 2138")
    assert castle(match, "odawara")["besieged"]
    assert unit(match, HONJO)["invests"]


@clause("kanto", "31-2-1", "23-4-3")
def test_a_force_that_could_not_retreat_counts_when_the_ring_closes_again() -> None:
    """T-06: Honjo's way is barred by water, he loses a step: 47 in all. With Kenshin's 3 the ring is closed."""
    water = {"2137-2138": "water", "2137-2236": "water"}
    match = beat_honjo(12, 12, 12, 12, extra={"uesugi_kenshin": "2335"}, sides=water)
    match.act("lose usami_sadayuki")
    assert (at(match, HONJO), "besieged" in castle(match, "odawara")) == ("2137", False)
    pass_on(match, lambda: match.decision.who == "uesugi" and "act uesugi_kenshin" in match.decision.texts)
    acts(march(match, "uesugi_kenshin"), "to 2336", "to 2236")
    assert castle(match, "odawara")["besieged"]


@clause("kanto", "31-2-1", "18-3")
def test_a_retreat_to_another_investment_hex_leaves_odawara_invested() -> None:
    """T-06: the ring is closed and 50 strong before and after; the garrison's morale stays low."""
    units = {
        **ring(12, 12, 12, 11), "chisaka_kagechika": "2137", **force("2036", "hojo_ujiteru", *ARMY),
        "hojo_ujikuni": "2530", "hojo_tsunashige": {"hex": ODAWARA, "inside": True, "morale": -2},
    }  # fmt: skip
    match = compose_odawara(units, dice=[4, 1])
    acts(match, "act hojo_ujiteru", "battle", "spare chisaka_kagechika", "hold_siege", "retreat", "back 2138")
    assert at(match, HONJO) == "2138"
    assert castle(match, "odawara")["besieged"]
    assert morale(match, "hojo_tsunashige") == -2


@clause("kanto", "31-2-1", "18-3-1")
def test_the_investment_lasts_when_a_force_leaves_that_is_not_needed() -> None:
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


@clause("kanto", "31-2-2", "31-2")
def test_an_empty_hex_ends_the_investment_though_fifty_stand_in_the_others() -> None:
    """Naoe, alone in 2337, declares himself out; 51 are left in three hexes."""
    more = {"chisaka_kagechika": "2137", "takanashi_masayori": "2138"}
    units = {**ring(15, 15, 15, 3), **more, KENSHIN: "0505", UJIYASU: "2530"}
    match = compose(units, scenario=SCENARIOS[1], turn=11, around="2237", radius=2)
    assert castle(match, "odawara")["besieged"]
    events = acts(match, "act naoe_sanetsuna", "lift")
    assert of_kind(events, "investment_ended")
    assert not castle(match, "odawara").get("besieged")


def go_to_second_stage(match: Match) -> None:
    """Go on to the Uesugi phase of the second stage."""
    while (match.view(None)["stage"], decision_of(match).name, match.who) != (2, "force", "uesugi"):
        match.act({"offer": "hold_out", "losses": decision_of(match).texts[-1]}.get(decision_of(match).name, "end"))


@clause("kanto", "31-2-1", "31-2-2")
def test_a_force_that_left_the_ring_around_odawara_closes_it_again_when_it_returns() -> None:
    """T-06: Naoe declares himself out and marches off; back in 2337 he closes the ring."""
    units = {**ring(15, 12, 12, 11), KENSHIN: "0505", UJIYASU: "2530"}
    match = compose(units, scenario=SECOND, turn=11, around="2237", radius=3)
    acts(match, f"act {NAOE}", "lift", "move", "to 2336", "halt")
    assert not castle(match, "odawara").get("besieged")
    go_to_second_stage(match)
    acts(march(match, NAOE), "to 2337")
    assert castle(match, "odawara")["besieged"]
