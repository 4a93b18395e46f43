"""Section 21, after the fall of a castle: who has taken it, who profits, who is left inside."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, besiege, castle, end_phases, force, garrison, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first, only
from tests.clauses.gunyuden.table import compose, find_morale_die, host, recompose
from tests.support import clause

KAWA, HARA = "0514", "0617"
LEADER, SECOND, THIRD = "sugi", "kaede", "hinoki"
MATSU = {"matsu": "0505"}


inside = partial(garrison, KAWA)


def compose_siege(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the red phase before Kawa, which has its last durability."""
    place: dict[str, Any] = {"around": KAWA, "radius": 2, "to_act": "red", "castles": {"kawa": {"durability": 1}}}
    return compose({**units, **MATSU}, **{**place, **entries})


# --- 21.0: who has taken it ----------------------------------------------------------------------------------------


@clause("gunyuden", "21.0", "20-2-1(3)")
@as_first("assault_rule")
def test_the_morale_of_a_bystander_does_not_count_when_a_castle_falls() -> None:
    """G-58: the force that assaulted has 0; Kaede beside it, at -4, neither invests nor assaults."""
    units = {**host(KAWA, 24), SECOND: {"hex": KAWA, "morale": -4}, **inside("suzume")}
    match = compose_siege(units, dice=[6, 4])
    besiege(match, LEADER, "assault", f"lose {LEADER}")
    assert match.decision.name == "force"  # nobody else could profit
    assert rolls(match.events)[1]["value"] == 0
    assert at(match, "suzume") == "removed"


@clause("gunyuden", "21.0", "20-2-1(3)", "20-3(Surrender)")
@as_first("assault_rule")
def test_assailants_count_beside_investors_in_the_fall_of_a_castle() -> None:
    """G-26, G-58: Sugi invests, Hinoki, at -2, brings the castle down; either may profit, and Hinoki's -2 counts."""
    units = {
        **host(KAWA, 12, invests=True),
        **force(KAWA, THIRD, "kuri", "buna", "nara", morale=-2),
        **inside("suzume", morale=-2),
    }
    match = compose_siege(units, dice=[6, 6])
    besiege(match, THIRD, "assault", "lose nara", "lose nara")  # 6 - 1 on 6-10: 1/2
    assert match.decision.name == "captor"
    assert set(match.decision.texts) == {f"captor {LEADER}", f"captor {THIRD}"}
    match.act(f"captor {THIRD}")
    assert rolls(match.events)[1]["value"] == 0


@clause("gunyuden", "21.0", "20-3(Surrender)")
@as_first("assault_rule")
def test_a_force_whose_leader_fell_in_the_assault_has_still_taken_the_castle() -> None:
    """G-36: Ume and Momo stand alone after Sugi's death; they assaulted, Kaede did not."""
    units = {
        **force(KAWA, LEADER, "ume", "momo", "kaki"),
        SECOND: KAWA,
        **inside("suzume"),
    }
    match = compose_siege(units, dice=[6, 6])
    besiege(match, LEADER, "assault", f"lose {LEADER}", f"lose {LEADER}")  # 6 - 1 on 6-10: 1/2
    assert set(match.decision.texts) == {"captor ume", "captor momo", "captor kaki"}


@clause("gunyuden", "21.0", "20-3(Surrender)")
@only("first")
def test_a_commanders_force_profits_from_a_fall() -> None:
    """G-26: Nara invests too, but he is no commander."""
    units = {**host(KAWA, 12, invests=True), "nara": {"hex": KAWA, "invests": True, "steps": 1}}
    match = compose_siege({**units, **inside("suzume")}, phase="blue", to_act=None, dice=[2, 6])
    end_phases(match, "offer")
    match.act("hold_out")
    assert match.decision.name == "force"
    assert (at(match, "suzume"), steps(match, "nara")) == ("removed", 1)


# --- 18-3-2: a lost siege is not a lifted one ----------------------------------------------------------------------


@clause("gunyuden", "18-3-2", "21.0(2)", "20-2-1(3)")
@only("first")
def test_besiegers_who_lose_their_strength_in_the_fall_have_not_lifted_the_siege() -> None:
    """G-25: the castle is down before the 12 are 9; the garrison gets no morale back and leaves with its -1."""
    match = compose_siege({**host(KAWA, 12, invests=True), **inside("suzume", morale=-1)}, dice=[5, 1])
    besiege(match, LEADER, "assault", "lose ume", "lose ume")  # 5 - 1 + 1 on 6-10: 1/2
    assert rolls(match.events)[1]["value"] == 1
    assert (at(match, "suzume"), morale(match, "suzume")) == (HARA, -1)
    assert not of_kind(match.events, "investment_ended")
    assert "invests" not in unit(match, LEADER)


@clause("gunyuden", "21.0(2)", "18-3")
@only("first")
def test_a_castle_about_to_fall_can_be_written_down_with_its_siege() -> None:
    """Kawa at durability 0, the question who profits still open."""
    units = {**host(KAWA, 12, invests=True), SECOND: {"hex": KAWA, "invests": True}}
    match = compose_siege({**units, **inside("suzume")}, phase="blue", to_act=None, dice=[2])
    end_phases(match, "offer")
    match.act("hold_out")
    assert match.decision.name == "captor"
    assert recompose(match).position.digest() == match.position.digest()


# --- 18-2-3: some of the garrison give in --------------------------------------------------------------------------


def break_garrison(units: dict[str, Any], dice: list[int], **investor: Any) -> Any:
    """Roll the siege die for Kawa, whole, invested by Sugi's 12 (one unit reduced besides) and by Kaede."""
    men = host(KAWA, 15, invests=True)
    men["ume"] = {**men["ume"], "steps": 1}
    second = {SECOND: {"hex": KAWA, "invests": True, **investor}}
    match = compose_siege({**men, **second, **units}, phase="blue", to_act=None, castles={}, dice=dice)
    end_phases(match, "offer")
    match.act("hold_out")
    return match


@clause("gunyuden", "18-2-3", "20-3(Surrender)")
@pytest.mark.parametrize(("chosen", "left"), [(LEADER, (2, 1)), (SECOND, (1, 2))])
def test_the_besieger_chooses_who_profits_from_a_force_that_gives_in(chosen: str, left: tuple[int, int]) -> None:
    """G-24, G-26: Suzume's two steps make one; Sagi holds the castle."""
    match = break_garrison({**inside("sagi"), **inside("suzume", morale=-4)}, [find_morale_die()], steps=1)
    assert (match.decision.who, match.decision.name) == ("red", "spoils")
    assert set(match.decision.texts) == {f"captor {LEADER}", f"captor {SECOND}"}
    match.act(f"captor {chosen}")
    assert (steps(match, "ume"), steps(match, SECOND)) == left
    assert castle(match, "kawa") == {"owner": "blue", "durability": 10, "besieged": True}
    assert (at(match, "suzume"), morale(match, "sagi")) == ("removed", -1)


@clause("gunyuden", "18-2-3", "20-3(Surrender)")
def test_if_only_one_force_lacks_steps_nobody_is_asked_who_profits() -> None:
    match = break_garrison({**inside("sagi"), **inside("suzume", morale=-4)}, [find_morale_die()])
    assert steps(match, "ume") == 2
    assert match.decision.name == "force"


# --- 21-2-3: the armies of two players before one castle -----------------------------------------------------------

NUMA = "2211"  # level 1, of the orange
FEW = force(NUMA, "tsuru", "kamome", invests=True)
MANY = force(NUMA, "koi", "aji", "funa", "saba", "iwashi", invests=True)


def compose_two_players(units: dict[str, Any], **entries: Any) -> Any:
    """Compose units of the blue and the green before Numa; Matsu keeps the red phase open."""
    place: dict[str, Any] = {"around": NUMA, "radius": 3, "turn": 2, **entries}
    return compose({**units, "matsu": "0505", "kitsune": "2208"}, **place)


@clause("gunyuden", "21-2-3", "20-4", "21-2-2")
def test_the_player_with_most_troops_before_a_castle_names_its_new_owner() -> None:
    """Numa offers to surrender to blue and the green: any of their armies may be named as the owner."""
    match = compose_two_players({**FEW, **MANY, "ushi": "2220"}, phase="red_friends")
    end_phases(match, "offer")
    match.act("offer")
    assert (match.decision.who, match.decision.name) == ("green", "accept")
    match.act("accept")
    assert (match.decision.who, match.decision.name, match.decision.clause) == ("green", "ownership", "gunyuden:21-2-3")
    assert match.decision.texts == ["own blue", "own green", "own black"]
    match.act("own blue")
    assert castle(match, "numa")["owner"] == "blue"


@clause("gunyuden", "21-2-3", "21.0(1)")
def test_two_players_agree_on_the_owner_of_a_castle_that_fell_by_its_morale() -> None:
    match = compose_two_players(
        {**FEW, **MANY}, phase="red_friends", castles={"numa": {"morale": -4}}, dice=[find_morale_die()]
    )
    end_phases(match, "offer")
    match.act("hold_out")
    assert (match.decision.who, match.decision.name) == ("green", "captor")
    match.act("captor koi")
    assert (match.decision.who, match.decision.clause) == ("green", "gunyuden:21-2-3")
    match.act("own blue")
    assert castle(match, "numa")["owner"] == "blue"


@clause("gunyuden", "21.0", "21-2-3")
@pytest.mark.parametrize(("chief", "phase"), [("tsuru", "blue"), ("koi", "green")])
@as_first("assault_rule")
def test_of_two_players_the_one_who_assaulted_says_who_profits(chief: str, phase: str) -> None:
    """6 - 1 + 1 = 6 on 6-10: 2/1."""
    numa = {"durability": 1, "morale": -1}
    match = compose_two_players({**FEW, **MANY}, phase=phase, castles={"numa": numa}, dice=[6])
    besiege(match, chief, "assault")
    while match.decision.name == "losses":
        match.act(match.decision.texts[0])
    assert (match.decision.who, match.decision.name) == (phase, "captor")


@clause("gunyuden", "20-4", "20-3(Surrender)")
def test_the_besieger_names_the_force_that_profits_if_the_garrison_has_nowhere_to_go() -> None:
    """Ruling G-25 makes it a surrender, and G-26 lets the besieger choose."""
    lost = ("hara", "ike", "sato", "shiro", "tani", "oka", "mura")
    hurt = {name: {"hex": KAWA, "invests": True, "steps": 1} for name in ("kaede", "hinoki")}
    units = {**host(KAWA, 12, invests=True), **hurt, "suzume": {"hex": KAWA, "inside": True}}
    castles = {name: {"owner": "red"} for name in lost}
    match = compose({**units, "matsu": "0505"}, around=KAWA, radius=2, phase="blue", castles=castles)
    end_phases(match, "offer")
    acts(match, "offer", "accept")
    assert match.decision.name == "spoils"
    match.act("captor hinoki")
    assert (steps(match, "hinoki"), steps(match, "kaede")) == (2, 1)
    assert castle(match, "kawa")["owner"] == "red"
