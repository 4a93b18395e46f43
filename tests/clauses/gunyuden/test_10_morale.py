"""Sections 10 and 26: what morale is, what lowers it, what it does, how it comes back."""

from __future__ import annotations

from typing import Any

import pytest

from gunki.core.definition.clauses import number
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, castle, force, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.field import HERE, THERE
from tests.clauses.gunyuden.table import compose, find_morale_die
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

KAWA = "0514"
HOME, NEAR_HOME = "0505", "0507"  # Yama, and a hex close to it
LOST = {"yama": {"owner": "blue"}}  # without their main castle the red have no line
INVESTORS = force(KAWA, "kaede", "ume", "momo", "kaki", invests=True)


def compose_plain(units: dict[str, Any], **entries: Any) -> Any:
    return compose(units, around=HERE, **{"to_act": "red", **entries})


# --- 10 ----------------------------------------------------------------------------------------------------------


@clause("gunyuden", "10.0", "10-1")
def test_forces_and_castles_have_a_morale_that_is_normally_nought() -> None:
    match = compose_plain({"sugi": HERE})
    assert morale(match, "sugi") == 0
    assert castle(match, "kawa").get("morale", 0) == 0
    match.act("act sugi")
    refused(match, "rally")  # nothing to recover


@clause("gunyuden", "10-1-1(1)", "10-1-4", "11-4-1")
@pytest.mark.parametrize(("before", "after"), [(0, -1), (-3, -4)])
def test_without_communication_morale_falls_by_one_and_drops_add_up(before: int, after: int) -> None:
    units = {"sugi": {"hex": HERE, "morale": before}}
    match = compose(units, around=HERE, stage=0, castles=LOST)
    assert morale(match, "sugi") == after


@clause("gunyuden", "10-1-1(2)", "18-2")
def test_an_invested_castle_may_lose_morale() -> None:
    match = compose({**INVESTORS, "tsuru": "1207"}, around=KAWA, radius=2, to_act="blue", dice=[find_morale_die(), 6])
    acts(match, "end", "hold_out")
    assert castle(match, "kawa")["morale"] == -1
    assert castle(match, "kawa")["durability"] == 10


@clause("gunyuden", "10-1-2")
@pytest.mark.parametrize(("before", "gone"), [(-3, False), (-4, True)])
def test_a_force_below_minus_four_is_eliminated(before: int, gone: bool) -> None:
    units = {**force(HERE, "sugi", "ume", morale=before), "tsuru": "1218"}
    match = compose(units, around=HERE, stage=0, castles=LOST)
    assert [at(match, name) for name in ("sugi", "ume")] == (["removed"] * 2 if gone else [HERE] * 2)


@clause("gunyuden", "10-1-2", "21.0(1)")
@pytest.mark.parametrize(("before", "falls"), [(-3, False), (-4, True)])
def test_a_castle_below_minus_four_falls(before: int, falls: bool) -> None:
    """The castle has no garrison and changes hands whatever the next die says."""
    units = {**INVESTORS, "tsuru": "1207"}
    entries: dict[str, Any] = {"castles": {"kawa": {"morale": before}}, "dice": [find_morale_die(), 6, 6]}
    match = compose(units, around=KAWA, radius=2, to_act="blue", **entries)
    acts(match, "end", "hold_out")
    assert (castle(match, "kawa")["owner"] == "red") is falls
    assert bool(of_kind(match.events, "castle_fell")) is falls


@clause("gunyuden", "10-2(1)", "14-2-3", "26.0")
@pytest.mark.parametrize(("before", "gain"), [(0, 2), (-2, 1), (-3, 0)])
def test_low_morale_means_fewer_recruits(before: int, gain: int) -> None:
    """In the north a 3 brings 2 steps, 3 - 2 = 1 brings 1, 3 - 3 = 0 none."""
    units = force(NEAR_HOME, "sugi", "ume", steps=1, morale=before)
    units["ume"]["steps"] = 1
    match = compose(units, around=HOME, radius=3, to_act="red", dice=[3])
    begin_replenishing(match, "sugi")
    match.act("troops")
    if match.decision.name == "restore":
        match.act("restore ume")
    assert steps(match, "sugi") + steps(match, "ume") == 2 + gain


@clause("gunyuden", "10-2(2)", "19-3-2")
def test_low_morale_hurts_in_an_assault() -> None:
    """Level 1 and morale -2 against -1: 1 + 1 = 2 less."""
    units = force(KAWA, "kaede", "ume", "momo", morale=-2)
    match = compose(units, around=KAWA, radius=2, to_act="red", castles={"kawa": {"morale": -1}}, dice=[6, 1, 1, 1])
    acts(match, "act kaede", "siege", "assault")
    assert rolls(match.events)[0]["value"] == -1 - 1


@clause("gunyuden", "10-2(3)", "23-2-1(5)")
def test_low_morale_hurts_in_a_field_battle() -> None:
    match = compose_plain({"sugi": {"hex": HERE, "morale": -2}, "tsuru": THERE}, dice=[1, 1])
    assert [roll["value"] for roll in rolls(attack(match, "sugi", THERE))] == [-2, 2]


@clause("gunyuden", "10-2(4)", "15-6-3")
@pytest.mark.parametrize("before", [0, -1, -4])
def test_low_morale_shortens_a_march(before: int) -> None:
    match = compose({"sugi": {"hex": "1210", "morale": before}}, around="1206", radius=6, to_act="red")
    acts(match, "act sugi", "move")
    reach = 8 + before
    allowed(match, f"to 12{10 - reach:02}")
    refused(match, f"to 12{10 - reach - 1:02}")


@clause("gunyuden", "10-3")
def test_a_force_in_low_spirits_does_not_infect_the_others_of_its_hex() -> None:
    units = {"sugi": {"hex": HERE, "morale": -3}, "kaede": HERE}
    match = compose_plain({**units, "tsuru": THERE}, dice=[1, 1, 1, 1])
    assert (morale(match, "sugi"), morale(match, "kaede")) == (-3, 0)
    assert rolls(attack(match, "kaede", THERE))[0]["value"] == 0
    assert rolls(attack(match, "sugi", THERE))[0]["value"] == -3


@clause("gunyuden", "10-4")
def test_a_garrison_puts_its_own_morale_in_the_place_of_the_castles() -> None:
    """G-44: the castle's marker is gone for good, also when the garrison leaves."""
    units = {"sagi": KAWA, "tsuru": "1207"}
    castles = {"kawa": {"morale": -2}}
    match = compose(units, around=KAWA, radius=2, to_act="blue", castles=castles)
    assert castle(match, "kawa")["morale"] == -2
    acts(match, "act sagi", "move", "enter")
    assert unit(match, "sagi")["inside"]
    assert morale(match, "sagi") == 0
    assert castle(match, "kawa").get("morale", 0) == 0
    match.act("end")
    assert match.view("blue")["stage"] == 2
    acts(match, "act sagi", "move", "leave")
    assert "inside" not in unit(match, "sagi")
    assert castle(match, "kawa").get("morale", 0) == 0


@clause("gunyuden", "10-4", "18-2-3")
def test_in_a_garrisoned_castle_the_garrison_loses_the_morale() -> None:
    units = {**INVESTORS, "sagi": {"hex": KAWA, "inside": True}}
    match = compose(units, around=KAWA, radius=2, to_act="blue", dice=[find_morale_die(), 6])
    acts(match, "end", "hold_out")
    assert morale(match, "sagi") == -1
    assert castle(match, "kawa").get("morale", 0) == 0


@clause("gunyuden", "10-4", "19-3-2")
def test_an_assault_on_a_garrisoned_castle_counts_the_garrisons_morale() -> None:
    """12 - 3 against Sagi at -3: - 1 (level) + 3."""
    units = force(KAWA, "kaede", "ume", "momo", "kaki")
    units["sagi"] = {"hex": KAWA, "inside": True, "morale": -3}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[6, 1, 1])
    acts(match, "act kaede", "siege", "assault")
    assert rolls(match.events)[0]["value"] == -1 + 3


# --- 26 ----------------------------------------------------------------------------------------------------------

OTHER = {"yanagi": "0505"}


def recover(units: dict[str, Any], leader: str, around: str = HOME, **entries: Any) -> tuple[Any, list[Any]]:
    match = compose({**units, **OTHER}, around=around, radius=3, **{"to_act": "red", **entries})
    return match, acts(match, f"act {leader}", "rally")


def list_morale_clauses(events: list[Any]) -> list[str]:
    """Return the clauses by which morale changed."""
    return [number(name) for event in events if event.kind == "morale" for name in event.clauses]


@clause("gunyuden", "26.0", "26-1", "26-1-1", "12.0(5)")
@pytest.mark.parametrize("before", [-1, -4])
def test_with_a_line_morale_rises_by_one_without_a_die(before: int) -> None:
    match, events = recover({"sugi": {"hex": NEAR_HOME, "morale": before}}, "sugi")
    assert morale(match, "sugi") == before + 1
    assert not rolls(events)
    assert list_morale_clauses(events) == ["26-1-1"]


@clause("gunyuden", "26-1", "12-2-3")
def test_a_force_that_recovers_morale_does_nothing_else_in_that_phase() -> None:
    match, _ = recover({"sugi": {"hex": NEAR_HOME, "morale": -2}}, "sugi")
    assert match.decision.name == "force"
    assert unit(match, "sugi")["acted"]
    refused(match, "act sugi")


@clause("gunyuden", "26-1-2", "11-4-3", "11-3(4)")
@pytest.mark.parametrize(
    ("leader", "die", "works"),
    [
        ("matsu", 3, True),
        ("matsu", 4, False),
        ("sugi", 2, True),
        ("sugi", 3, False),
        ("kaede", 1, True),
        ("kaede", 2, False),
    ],
)
def test_without_a_line_the_die_must_be_less_than_the_leaders_activation_points(
    leader: str, die: int, works: bool
) -> None:
    """G-43: 4, 3 and 2 points; morale does not change the die; the led Ume (2) does not count."""
    units = force(NEAR_HOME, leader, "ume", morale=-2)
    match, events = recover(units, leader, castles=LOST, dice=[die])
    assert [roll["dice"] for roll in rolls(events)] == [[die]]
    assert morale(match, leader) == (-1 if works else -2)
    assert bool(of_kind(events, "not_recovered")) is not works
    assert list_morale_clauses(events) == (["26-1-2"] if works else [])
    assert unit(match, leader)["acted"]


@clause("gunyuden", "26-1-1", "26-1-2", "11-1-6")
@pytest.mark.parametrize("invested", [False, True])
def test_a_garrison_recovers_without_a_die_unless_it_is_invested(invested: bool) -> None:
    """G-09(c): Mori is a red castle, Yama is lost."""
    units: dict[str, Any] = {"sugi": {"hex": "0711", "inside": True, "morale": -2}}
    if invested:
        units |= force("0711", "tsuru", "suzume", "karasu", "tsubame", invests=True)
    match, events = recover(units, "sugi", around="0711", castles=LOST, dice=[3])
    assert len(rolls(events)) == (1 if invested else 0)
    assert morale(match, "sugi") == (-2 if invested else -1)
