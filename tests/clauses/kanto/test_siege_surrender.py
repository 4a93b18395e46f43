"""Section 20: calls for surrender, their table, modifiers and results; offers (G-25, G-26, G-28, G-57)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
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
    steps,
    unit,
)
from tests.support import clause

KAIZU = "0514"
LEADER, SECOND = "kakizaki_kageie", "naoe_sanetsuna"
KENSHIN = {"uesugi_kenshin": "0505"}

# durability: the lowest modified die that opens the gates, the lowest that brings surrender
THRESHOLDS = {
    **dict.fromkeys((10, 9, 8), (9, 99)),
    **dict.fromkeys((7, 6), (8, 10)),
    5: (7, 10),
    4: (6, 9),
    3: (5, 9),
    2: (5, 8),
    1: (4, 8),
}


inside = partial(garrison, KAIZU)


def kaizu(units: dict[str, Any], dice: list[int], durability: int = 10, spirit: int = 0, **entries: Any) -> Any:
    low = entries.pop("low", 0)
    known = {"durability": durability, **({"morale": spirit} if spirit else {})}
    castles = {"kaizu": known, **entries.pop("castles", {})}
    men = host(KAIZU, entries.pop("strength", 15), invests=True, morale=low)
    place: dict[str, Any] = {"around": KAIZU, "radius": 2, "to_act": "uesugi", **entries}
    return compose({**men, **units, **KENSHIN}, castles=castles, dice=dice, **place)


def call(match: Any) -> str:
    (answer,) = of_kind(besiege(match, LEADER, "call"), "call_answered")
    assert answer["castle"] == "kaizu"
    return str(answer["answer"])


# --- the table ---------------------------------------------------------------------------------------------------


@clause("kanto", "QR-CST", "20-2", "20-3")
@pytest.mark.parametrize("durability", range(1, 11))
def test_the_call_for_surrender_table(durability: int) -> None:
    """Modified dice from 1 to 10; the castle's low morale makes the high ones."""
    gates, surrender = THRESHOLDS[durability]
    for value in {gates - 1, gates, min(surrender, 10) - 1, min(surrender, 10), 10}:
        die = min(6, value)
        match = kaizu({}, [die], durability, die - value)
        answer = call(match)
        expected = "surrender" if value >= surrender else "opens_the_gates" if value >= gates else "rejected"
        assert (value, answer) == (value, expected)
        (roll,) = rolls(match.events)
        assert roll["dice"][0] + roll["value"] == value
        assert castle(match, "kaizu")["owner"] == ("takeda" if answer == "rejected" else "uesugi")


# --- 20-1: who ---------------------------------------------------------------------------------------------------


@clause("kanto", "20.0", "20-1", "17.0(3)")
def test_only_a_commander_who_invests_may_call() -> None:
    units = {SECOND: KAIZU, "usami_sadayuki": {"hex": KAIZU, "invests": True}, **inside("kosaka_masanobu")}
    match = kaizu(units, [1])
    besiege(match, LEADER)
    allowed(match, "call")
    match = kaizu(units, [1])
    besiege(match, SECOND)  # a commander, but he does not invest
    refused(match, "call", "20-1")
    match = kaizu(units, [1])
    besiege(match, "usami_sadayuki")  # he invests, but he is no commander
    refused(match, "call", "20-1")


@clause("kanto", "20-1-1")
@pytest.mark.parametrize(("first", "then"), [("call", "assault"), ("assault", "call")])
def test_no_assault_and_call_in_one_phase(first: str, then: str) -> None:
    match = kaizu({SECOND: {"hex": KAIZU, "invests": True}}, [6], strength=18)
    besiege(match, LEADER, first)  # 6 is rejected at durability 10; 6 - 1 = 5 on 11-20 is 1/1
    if first == "assault":
        match.act("lose yasuda_akimoto")
    match.act(f"act {SECOND}")
    if "siege" in match.decision.texts:
        match.act("siege")
        refused(match, then, "20-1-1")
    else:
        refused(match, "siege", "20-1-1")


@clause("kanto", "20-1-2")
def test_one_call_for_each_castle_in_a_phase_and_no_assault_but_other_actions() -> None:
    match = kaizu({SECOND: {"hex": KAIZU, "invests": True, "morale": -1}, "nagao_masakage": KAIZU}, [1])
    assert call(match) == "rejected"
    match.act(f"act {SECOND}")
    allowed(match, "rally", "lift")
    if "siege" in match.decision.texts:
        match.act("siege")
        refused(match, "call", "20-1-2")
        refused(match, "assault")
    else:
        refused(match, "siege", "20-1-2")
    match = kaizu({SECOND: {"hex": KAIZU, "invests": True}, "nagao_masakage": KAIZU}, [1])
    call(match)
    match.act("act nagao_masakage")
    allowed(match, "move", "siege")
    match.act("siege")
    allowed(match, "invest")
    refused(match, "assault")


@clause("kanto", "20-1-1", "20-1-2")
def test_the_next_stage_brings_a_new_call_or_assault() -> None:
    match = kaizu({}, [1, 6, 1])
    assert call(match) == "rejected"
    onward(match, "offer")
    match.act("hold_out")
    besiege(match, LEADER)
    allowed(match, "call", "assault")


@clause("kanto", "20-1-2")
def test_two_castles_are_called_in_one_phase() -> None:
    second = force("0617", SECOND, "usami_sadayuki", "saito_tomonobu", "amakasu_kagemochi", invests=True)
    match = kaizu(second, [1, 1], radius=4)
    besiege(match, LEADER, "call")
    events = besiege(match, SECOND, "call")
    assert of_kind(events, "call_answered") == [{"castle": "toishi", "answer": "rejected"}]


@clause("kanto", "20-1")
def test_the_call_is_the_commanders_siege_action() -> None:
    """Ruling G-57: he must be able to act, and has acted then."""
    match = kaizu({}, [1])
    call(match)
    assert unit(match, LEADER)["acted"]
    refused(match, f"act {LEADER}")
    match = kaizu({}, [], stage=4)  # Kakizaki has three activation points
    refused(match, f"act {LEADER}")


# --- 20-2: modifiers ---------------------------------------------------------------------------------------------


@clause("kanto", "20-2-1(1)", "20-2-1(2)")
@pytest.mark.parametrize(
    ("garrison", "value", "source"),
    [
        ((), 0, []),
        (("saigusa_moritomo",), 0, []),
        (("kosaka_masanobu",), -1, ["20-2-1(2)"]),
        (("kosaka_masanobu", "baba_nobuharu"), -1, ["20-2-1(2)"]),
        (("takeda_shingen",), -2, ["20-2-1(1)"]),
        (("takeda_shingen", "kosaka_masanobu"), -2, ["20-2-1(1)"]),
    ],
)
def test_a_soudaishou_inside_takes_two_a_taishou_one_and_never_both(
    garrison: tuple[str, ...], value: int, source: list[str]
) -> None:
    match = kaizu(inside(*garrison), [6])
    call(match)
    (roll,) = rolls(match.events)
    assert roll["value"] == value
    assert [part["clause"] for part in roll["parts"] if part["value"]] == source


@clause("kanto", "20-2-1(2)")
def test_a_taishou_outside_or_under_command_inside() -> None:
    match = kaizu({**inside("saigusa_moritomo"), "kosaka_masanobu": "0511"}, [6])
    call(match)
    assert rolls(match.events)[0]["value"] == 0
    match = kaizu(force(KAIZU, "takeda_shingen", "kosaka_masanobu", inside=True), [6])
    call(match)
    assert rolls(match.events)[0]["value"] == -2


@clause("kanto", "20-2-1(3)", "16-4-2")
@pytest.mark.parametrize(("own", "theirs", "value"), [(0, -3, 3), (-3, 0, -3), (-2, -2, 0), (-1, -3, 2), (-3, -2, -1)])
def test_the_difference_in_morale_counts(own: int, theirs: int, value: int) -> None:
    empty = kaizu({}, [1], 10, theirs, low=own)
    call(empty)
    assert rolls(empty.events)[0]["value"] == value
    held = kaizu({**inside("saigusa_moritomo", morale=theirs), **inside("atobe_katsusuke")}, [1], low=own)
    call(held)
    assert rolls(held.events)[0]["value"] == value  # the lowest of them


@clause("kanto", "20-2-1(3)")
def test_the_morale_of_the_calling_force_counts_not_that_of_other_investors() -> None:
    match = kaizu({SECOND: {"hex": KAIZU, "invests": True, "morale": -4}}, [1])
    call(match)
    assert rolls(match.events)[0]["value"] == 0


# --- 20-3: results -----------------------------------------------------------------------------------------------


@clause("kanto", "20-3", "20-3(Rejected)")
def test_rejected_the_siege_goes_on() -> None:
    match = kaizu(inside("kosaka_masanobu"), [6, 2], 7)
    before = castle(match, "kaizu")
    assert call(match) == "rejected"
    assert castle(match, "kaizu") == before
    assert unit(match, LEADER)["invests"]
    onward(match, "offer")
    match.act("hold_out")
    assert castle(match, "kaizu")["durability"] == 6


@clause("kanto", "20-3(Opens)")
def test_the_gates_are_opened_and_the_garrison_goes_to_its_nearest_castle() -> None:
    """At durability 3, 6 - 1 + 1 = 6 opens the gates. Toishi (0617) is nearest to Kaizu; morale stays as it is."""
    units = {**force(KAIZU, "kosaka_masanobu", "saigusa_moritomo", inside=True, morale=-1)}
    match = kaizu(units, [6], 3)
    assert call(match) == "opens_the_gates"
    assert castle(match, "kaizu") == {"owner": "uesugi", "durability": 3}
    for name in ("kosaka_masanobu", "saigusa_moritomo"):
        assert (at(match, name), steps(match, name), unit(match, name)["inside"]) == ("0617", 2, True)
    assert morale(match, "kosaka_masanobu") == -1
    assert unit(match, "saigusa_moritomo")["leader"] == "kosaka_masanobu"
    assert "invests" not in unit(match, LEADER)


@clause("kanto", "20-3(Opens)")
def test_an_invested_castle_is_no_refuge() -> None:
    """Ruling G-25: with Toishi invested the next is Komoro (0919)."""
    second = force("0617", SECOND, "usami_sadayuki", "saito_tomonobu", "amakasu_kagemochi", invests=True)
    match = kaizu({**second, **inside("saigusa_moritomo")}, [5], 3, radius=5)
    assert call(match) == "opens_the_gates"
    assert at(match, "saigusa_moritomo") == "0919"


@clause("kanto", "20-3(Opens)")
def test_between_castles_equally_near_the_owner_chooses() -> None:
    """Ruling G-25. Here Iiyama (0711) is Takeda's too: four hexes, like Toishi."""
    castles = {"iiyama": {"owner": "takeda"}}
    match = kaizu(inside("saigusa_moritomo"), [5], 3, castles=castles)
    assert call(match) == "opens_the_gates"
    assert (match.decision.who, match.decision.name) == ("takeda", "withdraw")
    assert set(match.decision.texts) == {"withdraw iiyama", "withdraw toishi"}
    match.act("withdraw iiyama")
    assert at(match, "saigusa_moritomo") == "0711"
    assert castle(match, "kaizu")["owner"] == "uesugi"


@clause("kanto", "20-3(Opens)")
def test_own_castles_come_before_nearer_ones_of_an_ally() -> None:
    """Ruling G-25: Narita has Oshi alone; the Hojo's men in Oshi go to a castle of the Hojo, Narita's to an ally's."""
    men = host("2522", 21, invests=True)
    garrison = {
        "narita_nagayasu": {"hex": "2522", "inside": True},
        "ueda_tomonao": {"hex": "2522", "inside": True},
    }
    castles = {"oshi": {"durability": 1}, "matsuyama": {"owner": "kasama"}, "hachigata": {"owner": "kasama"}}
    match = compose(
        {**men, **garrison, **KENSHIN},
        scenario="conquest_of_kanto",
        around="2522",
        radius=2,
        to_act="uesugi",
        dice=[6],
        castles=castles,
    )
    events = besiege(match, LEADER, "call")  # 6 - 1 = 5
    assert of_kind(events, "call_answered")[0]["answer"] == "opens_the_gates"
    assert at(match, "narita_nagayasu") == "2524"  # Kasama's Matsuyama: no castle of his own is left
    assert at(match, "ueda_tomonao") == "2726"  # Kawagoe of the Hojo, though Matsuyama was nearer


@clause("kanto", "20-3(Opens)", "20-3(Surrender)")
def test_without_any_castle_to_go_to_the_garrison_surrenders() -> None:
    """Ruling G-25."""
    lost = ("toishi", "komoro", "fukashi", "uehara", "takato", "tsutsujigasaki", "iwadonoyama")
    match = kaizu(inside("saigusa_moritomo"), [5], 3, castles={name: {"owner": "uesugi"} for name in lost})
    call(match)
    assert at(match, "saigusa_moritomo") == "removed"
    assert castle(match, "kaizu")["owner"] == "uesugi"


@clause("kanto", "20-3(Opens)", "20-3(Surrender)")
@pytest.mark.parametrize(("die", "answer"), [(2, "opens_the_gates"), (6, "surrender")])
def test_a_castle_without_garrison_simply_changes_hands(die: int, answer: str) -> None:
    match = kaizu({"saigusa_moritomo": "0511"}, [die], 1, -2)
    assert call(match) == answer
    assert castle(match, "kaizu") == {"owner": "uesugi", "durability": 1}  # the morale marker is gone
    assert at(match, "saigusa_moritomo") == "0511"


@clause("kanto", "20-3(Surrender)", "25-1")
def test_surrender_removes_the_garrison_and_half_its_steps_replenish_the_calling_force() -> None:
    """Ruling G-26: 5 steps inside, half is 2, rounded down; they fill reduced units of the caller only."""
    garrison = force(KAIZU, "saigusa_moritomo", inside=True, morale=-2)
    garrison |= {**inside("atobe_katsusuke", steps=1), **inside("amari_masatada")}
    men = host(KAIZU, 15, invests=True)
    for name in ("yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu"):
        men[name] = {**men[name], "steps": 1}
    match = compose(
        {**men, **garrison, SECOND: {"hex": KAIZU, "invests": True, "steps": 1}, **KENSHIN},
        around=KAIZU,
        radius=2,
        to_act="uesugi",
        dice=[6],
        castles={"kaizu": {"durability": 1}},
    )
    assert call(match) == "surrender"  # 6 + 2 = 8
    assert match.decision.name == "restore"
    assert set(match.decision.texts) == {"restore yasuda_akimoto", "restore yoshie_kagesuke", "restore nagao_kagenobu"}
    acts(match, "restore nagao_kagenobu")
    if match.decision.name == "restore":
        match.act("restore yasuda_akimoto")
    left = [steps(match, name) for name in ("yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", SECOND)]
    assert left == [2, 1, 2, 1]
    assert [at(match, name) for name in ("saigusa_moritomo", "atobe_katsusuke", "amari_masatada")] == ["removed"] * 3
    assert castle(match, "kaizu") == {"owner": "uesugi", "durability": 1}


@clause("kanto", "20-3(Surrender)", "14-2-6")
def test_steps_to_spare_are_lost() -> None:
    men = host(KAIZU, 12, invests=True)
    men["yasuda_akimoto"]["steps"] = 1
    garrison = {**inside("saigusa_moritomo", "atobe_katsusuke", morale=-2)}
    match = compose(
        {**men, SECOND: {"hex": KAIZU, "steps": 1}, **garrison, **KENSHIN},
        around=KAIZU,
        to_act="uesugi",
        dice=[6],
        castles={"kaizu": {"durability": 1}},
    )
    assert call(match) == "surrender"
    assert (steps(match, "yasuda_akimoto"), steps(match, SECOND)) == (2, 1)
    assert match.decision.name == "force"


@clause("kanto", "25-2", "20-3(Surrender)")
def test_a_soudaishou_who_surrenders_takes_his_army_with_him() -> None:
    match = kaizu({**inside("takeda_shingen", morale=-4), "baba_nobuharu": "1230"}, [6], 1)
    assert call(match) == "surrender"  # 6 - 2 + 4 = 8
    assert at(match, "takeda_shingen") == "removed"
    assert at(match, "baba_nobuharu") == "removed"
    assert castle(match, "toishi")["owner"] == "takeda"


# --- 20-4: offers ------------------------------------------------------------------------------------------------


def offer(garrison: dict[str, Any], dice: list[int]) -> Any:
    match = kaizu(garrison, dice, 6)
    match.act("end")
    onward(match, "offer")
    assert match.decision.who == "takeda"
    match.act("offer")
    assert (match.decision.who, match.decision.name) == ("uesugi", "accept")
    return match


@clause("kanto", "20-4")
def test_an_accepted_offer_opens_the_gates() -> None:
    """Ruling G-28: before the siege die, which is not rolled."""
    match = offer(inside("kosaka_masanobu"), [])
    events = match.act("accept")
    assert of_kind(events, "offer_accepted") == [{"castle": "kaizu"}]
    assert castle(match, "kaizu") == {"owner": "uesugi", "durability": 6}
    assert (at(match, "kosaka_masanobu"), steps(match, "kosaka_masanobu")) == ("0617", 2)
    assert not rolls(match.events)


@clause("kanto", "20-4")
def test_a_rejected_offer_changes_nothing_and_the_die_is_rolled() -> None:
    match = offer(inside("kosaka_masanobu"), [2])
    events = match.act("reject")
    assert of_kind(events, "offer_rejected") == [{"castle": "kaizu"}]
    assert castle(match, "kaizu") == {"owner": "takeda", "durability": 5, "besieged": True}
    assert at(match, "kosaka_masanobu") == KAIZU
