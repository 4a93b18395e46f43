"""Section 20: calls for surrender, their table, modifiers and results; offers (G-25, G-26, G-28, G-57)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, besiege, castle, end_phases, force, garrison, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first, only
from tests.clauses.gunyuden.table import compose, go_to_second_stage, host
from tests.support import clause

KAWA = "0514"
LEADER, SECOND = "sugi", "kaede"
MATSU = {"matsu": "0505"}


inside = partial(garrison, KAWA)


def invest_kawa(units: dict[str, Any], dice: list[int], durability: int = 10, spirit: int = 0, **entries: Any) -> Any:
    low = entries.pop("low", 0)
    known = {"durability": durability, **({"morale": spirit} if spirit else {})}
    castles = {"kawa": known, **entries.pop("castles", {})}
    men = host(KAWA, entries.pop("strength", 15), invests=True, morale=low)
    place: dict[str, Any] = {"around": KAWA, "radius": 2, "to_act": "red", **entries}
    return compose({**men, **units, **MATSU}, castles=castles, dice=dice, **place)


def call(match: Match) -> str:
    (answer,) = of_kind(besiege(match, LEADER, "call"), "call_answered")
    assert answer["castle"] == "kawa"
    return str(answer["answer"])


# --- 20-2: the answer --------------------------------------------------------------------------------------------


@clause("gunyuden", "20-2", "20-3")
@pytest.mark.parametrize(
    ("durability", "die", "answer"),
    [(8, 6, "rejected"), (4, 5, "rejected"), (4, 6, "opens_the_gates"), (1, 3, "rejected"), (1, 4, "opens_the_gates")],
)
@only("first")
def test_durability_and_die_decide_the_answer(durability: int, die: int, answer: str) -> None:
    match = invest_kawa({}, [die], durability)
    assert call(match) == answer
    assert castle(match, "kawa")["owner"] == ("blue" if answer == "rejected" else "red")


# --- 20-1: who ---------------------------------------------------------------------------------------------------


@clause("gunyuden", "20.0", "20-1", "17.0(3)")
def test_only_a_commander_who_invests_may_call() -> None:
    units = {SECOND: KAWA, "nara": {"hex": KAWA, "invests": True}, **inside("sagi")}
    match = invest_kawa(units, [1])
    besiege(match, LEADER)
    allowed(match, "call")
    match = invest_kawa(units, [1])
    besiege(match, SECOND)  # a commander, but he does not invest
    refused(match, "call", "20-1")
    match = invest_kawa(units, [1])
    besiege(match, "nara")  # he invests, but he is no commander
    refused(match, "call", "20-1")


@clause("gunyuden", "20-1-1")
@pytest.mark.parametrize(("first", "then"), [("call", "assault"), ("assault", "call")])
@as_first("assault_rule")
def test_no_assault_and_call_in_one_phase(first: str, then: str) -> None:
    match = invest_kawa({SECOND: {"hex": KAWA, "invests": True}}, [6], strength=18)
    besiege(match, LEADER, first)  # 6 is rejected at durability 10; 6 - 1 = 5 on 11-20 is 1/1
    if first == "assault":
        match.act("lose ume")
    match.act(f"act {SECOND}")
    if "siege" in match.decision.texts:
        match.act("siege")
        refused(match, then, "20-1-1")
    else:
        refused(match, "siege", "20-1-1")


@clause("gunyuden", "20-1-2")
@only("first")
def test_one_call_for_each_castle_in_a_phase_and_no_assault_but_other_actions() -> None:
    match = invest_kawa({SECOND: {"hex": KAWA, "invests": True, "morale": -1}, "hinoki": KAWA}, [1])
    assert call(match) == "rejected"
    match.act(f"act {SECOND}")
    allowed(match, "rally", "lift")
    if "siege" in match.decision.texts:
        match.act("siege")
        refused(match, "call", "20-1-2")
        refused(match, "assault")
    else:
        refused(match, "siege", "20-1-2")
    match = invest_kawa({SECOND: {"hex": KAWA, "invests": True}, "hinoki": KAWA}, [1])
    call(match)
    match.act("act hinoki")
    allowed(match, "move", "siege")
    match.act("siege")
    allowed(match, "invest")
    refused(match, "assault")


@clause("gunyuden", "20-1-1", "20-1-2")
@pytest.mark.parametrize("first", ["call", "assault"])
@only("first")
def test_call_and_assault_exclude_each_other_for_one_phase_only(first: str) -> None:
    """A 6 is rejected by a castle that is whole; 6 - 1 = 5 costs it 2 and the attackers 1."""
    units = {**host("0514", 24, invests=True), **MATSU, "taka": "1218"}
    match = compose(units, around="0514", radius=2, phase="red", dice=[6] + [1] * 9)
    besiege(match, LEADER, first)
    go_to_second_stage(match)
    besiege(match, LEADER)
    allowed(match, "call", "assault")


@clause("gunyuden", "20-1-1", "20-1-2")
@only("first")
def test_the_next_stage_brings_a_new_call_or_assault() -> None:
    match = invest_kawa({}, [1, 6, 1])
    assert call(match) == "rejected"
    end_phases(match, "offer")
    match.act("hold_out")
    besiege(match, LEADER)
    allowed(match, "call", "assault")


@clause("gunyuden", "20-1-2")
@only("first")
def test_two_castles_are_called_in_one_phase() -> None:
    second = force("0617", SECOND, "nara", "kashi", "tsuga", invests=True)
    match = invest_kawa(second, [1, 1], radius=4)
    besiege(match, LEADER, "call")
    events = besiege(match, SECOND, "call")
    assert of_kind(events, "call_answered") == [{"castle": "hara", "answer": "rejected"}]


@clause("gunyuden", "20-1")
def test_the_call_is_the_commanders_siege_action() -> None:
    """Ruling G-57: he must be able to act, and has acted then."""
    match = invest_kawa({}, [1])
    call(match)
    assert unit(match, LEADER)["acted"]
    refused(match, f"act {LEADER}")
    match = invest_kawa({}, [], stage=4)  # Sugi has three activation points
    refused(match, f"act {LEADER}")


# --- 20-2: modifiers ---------------------------------------------------------------------------------------------


@clause("gunyuden", "20-2-1(1)", "20-2-1(2)")
@pytest.mark.parametrize(
    ("garrison", "value", "source"),
    [
        ((), 0, []),
        (("suzume",), 0, []),
        (("sagi",), -1, ["20-2-1(2)"]),
        (("sagi", "tsuru"), -1, ["20-2-1(2)"]),
        (("taka",), -2, ["20-2-1(1)"]),
        (("taka", "sagi"), -2, ["20-2-1(1)"]),
    ],
)
def test_a_soudaishou_inside_takes_two_a_taishou_one_and_never_both(
    garrison: tuple[str, ...], value: int, source: list[str]
) -> None:
    match = invest_kawa(inside(*garrison), [6])
    call(match)
    (roll,) = rolls(match.events)
    assert roll["value"] == value
    assert [part["clause"] for part in roll["parts"] if part["value"]] == source


@clause("gunyuden", "20-2-1(2)")
def test_a_taishou_outside_or_under_command_adds_no_modifier_to_a_call() -> None:
    match = invest_kawa({**inside("suzume"), "sagi": "0511"}, [6])
    call(match)
    assert rolls(match.events)[0]["value"] == 0
    match = invest_kawa(force(KAWA, "taka", "sagi", inside=True), [6])
    call(match)
    assert rolls(match.events)[0]["value"] == -2


@clause("gunyuden", "20-2-1(3)", "16-4-2")
@pytest.mark.parametrize(("own", "theirs", "value"), [(0, -3, 3), (-3, 0, -3), (-2, -2, 0), (-1, -3, 2), (-3, -2, -1)])
def test_the_difference_in_morale_counts(own: int, theirs: int, value: int) -> None:
    empty = invest_kawa({}, [1], 10, theirs, low=own)
    call(empty)
    assert rolls(empty.events)[0]["value"] == value
    held = invest_kawa({**inside("suzume", morale=theirs), **inside("kiji")}, [1], low=own)
    call(held)
    assert rolls(held.events)[0]["value"] == value  # the lowest of them


@clause("gunyuden", "20-2-1(3)")
def test_the_morale_of_the_calling_force_counts_not_that_of_other_investors() -> None:
    match = invest_kawa({SECOND: {"hex": KAWA, "invests": True, "morale": -4}}, [1])
    call(match)
    assert rolls(match.events)[0]["value"] == 0


# --- 20-3: results -----------------------------------------------------------------------------------------------


@clause("gunyuden", "20-3", "20-3(Rejected)")
@only("first")
def test_after_a_rejected_call_the_siege_goes_on() -> None:
    match = invest_kawa(inside("sagi"), [6, 2], 7)
    before = castle(match, "kawa")
    assert call(match) == "rejected"
    assert castle(match, "kawa") == before
    assert unit(match, LEADER)["invests"]
    end_phases(match, "offer")
    match.act("hold_out")
    assert castle(match, "kawa")["durability"] == 6


@clause("gunyuden", "20-3(Opens)")
@only("first")
def test_the_gates_are_opened_and_the_garrison_goes_to_its_nearest_castle() -> None:
    """At durability 3, 6 - 1 + 1 = 6 opens the gates. Hara (0617) is nearest to Kawa; morale stays as it is."""
    units = {**force(KAWA, "sagi", "suzume", inside=True, morale=-1)}
    match = invest_kawa(units, [6], 3)
    assert call(match) == "opens_the_gates"
    assert castle(match, "kawa") == {"owner": "red", "durability": 3}
    for name in ("sagi", "suzume"):
        assert (at(match, name), steps(match, name), unit(match, name)["inside"]) == ("0617", 2, True)
    assert morale(match, "sagi") == -1
    assert unit(match, "suzume")["leader"] == "sagi"
    assert "invests" not in unit(match, LEADER)


@clause("gunyuden", "20-3(Opens)")
def test_an_invested_castle_is_no_refuge() -> None:
    """Ruling G-25: with Hara invested the next is Ike (0919)."""
    second = force("0617", SECOND, "nara", "kashi", "tsuga", invests=True)
    match = invest_kawa({**second, **inside("suzume")}, [5], 3, radius=5)
    assert call(match) == "opens_the_gates"
    assert at(match, "suzume") == "0919"


@clause("gunyuden", "20-3(Opens)")
def test_between_castles_equally_near_the_owner_chooses() -> None:
    """Ruling G-25. Here Mori (0711) is Blue's too: four hexes, like Hara."""
    castles = {"mori": {"owner": "blue"}}
    match = invest_kawa(inside("suzume"), [5], 3, castles=castles)
    assert call(match) == "opens_the_gates"
    assert (match.decision.who, match.decision.name) == ("blue", "withdraw")
    assert set(match.decision.texts) == {"withdraw mori", "withdraw hara"}
    match.act("withdraw mori")
    assert at(match, "suzume") == "0711"
    assert castle(match, "kawa")["owner"] == "red"


@clause("gunyuden", "20-3(Opens)")
@only("first")
def test_own_castles_come_before_nearer_ones_of_an_ally() -> None:
    """Ruling G-25: the black have Mura alone; Hamo of the green goes to a castle of the green, Ushi to an ally's."""
    men = host("2220", 21, invests=True)
    garrison = {name: {"hex": "2220", "inside": True} for name in ("ushi", "hamo")}
    castles = {"mura": {"durability": 1}, "shiro": {"owner": "blue"}, "oka": {"owner": "red"}}
    units = {**men, **garrison, **MATSU}
    match = compose(units, around="2220", radius=2, to_act="red", dice=[6], castles=castles)
    events = besiege(match, LEADER, "call")  # 6 - 1 = 5
    assert of_kind(events, "call_answered")[0]["answer"] == "opens_the_gates"
    assert at(match, "ushi") == "2018"  # Blue's Shiro: no castle of his own is left
    assert at(match, "hamo") == "1716"  # Tani of the green, though Shiro was nearer


@clause("gunyuden", "20-3(Opens)", "20-3(Surrender)")
def test_without_any_castle_to_go_to_the_garrison_surrenders() -> None:
    """Ruling G-25."""
    lost = ("hara", "ike", "sato", "shiro", "tani", "oka", "mura")
    match = invest_kawa(inside("suzume"), [5], 3, castles={name: {"owner": "red"} for name in lost})
    call(match)
    assert at(match, "suzume") == "removed"
    assert castle(match, "kawa")["owner"] == "red"


@clause("gunyuden", "20-3(Opens)", "20-3(Surrender)")
@pytest.mark.parametrize(("die", "answer"), [(2, "opens_the_gates"), (6, "surrender")])
@only("first")
def test_a_castle_without_garrison_simply_changes_hands(die: int, answer: str) -> None:
    match = invest_kawa({"suzume": "0511"}, [die], 1, -2)
    assert call(match) == answer
    assert castle(match, "kawa") == {"owner": "red", "durability": 1}  # the morale marker is gone
    assert at(match, "suzume") == "0511"


@clause("gunyuden", "20-3(Surrender)", "25-1")
def test_surrender_removes_the_garrison_and_half_its_steps_replenish_the_calling_force() -> None:
    """Ruling G-26: 5 steps inside, half is 2, rounded down; they fill reduced units of the caller only."""
    garrison = force(KAWA, "suzume", inside=True, morale=-2)
    garrison |= {**inside("kiji", steps=1), **inside("kari")}
    men = host(KAWA, 15, invests=True)
    for name in ("ume", "momo", "kaki"):
        men[name] = {**men[name], "steps": 1}
    match = compose(
        {**men, **garrison, SECOND: {"hex": KAWA, "invests": True, "steps": 1}, **MATSU},
        around=KAWA,
        radius=2,
        to_act="red",
        dice=[6],
        castles={"kawa": {"durability": 1}},
    )
    assert call(match) == "surrender"  # 6 + 2 = 8
    assert match.decision.name == "restore"
    assert set(match.decision.texts) == {"restore ume", "restore momo", "restore kaki"}
    acts(match, "restore kaki")
    if match.decision.name == "restore":
        match.act("restore ume")
    left = [steps(match, name) for name in ("ume", "momo", "kaki", SECOND)]
    assert left == [2, 1, 2, 1]
    assert [at(match, name) for name in ("suzume", "kiji", "kari")] == ["removed"] * 3
    assert castle(match, "kawa") == {"owner": "red", "durability": 1}


@clause("gunyuden", "20-3(Surrender)", "14-2-6")
def test_steps_to_spare_are_lost() -> None:
    men = host(KAWA, 12, invests=True)
    men["ume"]["steps"] = 1
    garrison = {**inside("suzume", "kiji", morale=-2)}
    match = compose(
        {**men, SECOND: {"hex": KAWA, "steps": 1}, **garrison, **MATSU},
        around=KAWA,
        to_act="red",
        dice=[6],
        castles={"kawa": {"durability": 1}},
    )
    assert call(match) == "surrender"
    assert (steps(match, "ume"), steps(match, SECOND)) == (2, 1)
    assert match.decision.name == "force"


@clause("gunyuden", "25-2", "20-3(Surrender)")
def test_a_soudaishou_who_surrenders_takes_his_army_with_him() -> None:
    match = invest_kawa({**inside("taka", morale=-4), "tsuru": "1218"}, [6], 1)
    assert call(match) == "surrender"  # 6 - 2 + 4 = 8
    assert at(match, "taka") == "removed"
    assert at(match, "tsuru") == "removed"
    assert castle(match, "hara")["owner"] == "blue"


# --- 20-4: offers ------------------------------------------------------------------------------------------------


def make_offer(garrison: dict[str, Any], dice: list[int]) -> Any:
    match = invest_kawa(garrison, dice, 6)
    match.act("end")
    end_phases(match, "offer")
    assert match.decision.who == "blue"
    match.act("offer")
    assert (match.decision.who, match.decision.name) == ("red", "accept")
    return match


@clause("gunyuden", "20-4")
def test_an_accepted_offer_opens_the_gates() -> None:
    """Ruling G-28: before the siege die, which is not rolled."""
    match = make_offer(inside("sagi"), [])
    events = match.act("accept")
    assert of_kind(events, "offer_accepted") == [{"castle": "kawa"}]
    assert castle(match, "kawa") == {"owner": "red", "durability": 6}
    assert (at(match, "sagi"), steps(match, "sagi")) == ("0617", 2)
    assert not rolls(match.events)


@clause("gunyuden", "20-4")
@only("first")
def test_a_rejected_offer_changes_nothing_and_the_die_is_rolled() -> None:
    match = make_offer(inside("sagi"), [2])
    events = match.act("reject")
    assert of_kind(events, "offer_rejected") == [{"castle": "kawa"}]
    assert castle(match, "kawa") == {"owner": "blue", "durability": 5, "besieged": True}
    assert at(match, "sagi") == KAWA
