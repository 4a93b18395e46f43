"""Sections 23-4-4 to 23-5: what a retreat costs, refuge in a castle, and the pursuit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, castle, force, morale, pay_forced_losses, rolls, steps, unit
from tests.clauses.gunyuden.field import BACK, FAR, HERE, THERE, attack_with_result
from tests.clauses.gunyuden.table import compose, matsu
from tests.support import clause

HATO = {"hato": THERE}

# The same around a castle: Toge in 1706 lies behind 1707, which is attacked from 1708.
TOGE, BEFORE, SOUTH = "1706", "1707", "1708"


def count_lost_steps(defenders: dict[str, Any] | None = None, **entries: Any) -> int:
    """Return the steps that Hato, alone, loses on a retreat from THERE to BACK."""
    match = attack_with_result("1", defenders or HATO, **entries)
    acts(match, "retreat", f"back {BACK}")
    pay_forced_losses(match)
    assert at(match, "hato") == BACK
    assert morale(match, "hato") == -1
    return 2 - steps(match, "hato")


# --- 23-4-4: hexes that cost a step ------------------------------------------------------------------------------


@clause("gunyuden", "23-4-4", "23-4-4(1)", "5-1-1(3)")
def test_a_retreat_into_a_strong_zone_of_control_costs_a_step() -> None:
    assert count_lost_steps() == 0
    assert count_lost_steps({**HATO, "sugi": "1204"}) == 1


@clause("gunyuden", "23-4-4(1)", "5-4-1")
def test_friends_in_the_hex_cancel_the_zone_of_control() -> None:
    """G-16."""
    assert count_lost_steps({**HATO, "sugi": "1204", "kamome": BACK}) == 0


@clause("gunyuden", "23-4-4(1)", "5-1-2")
def test_the_weak_zone_around_a_castle_does_not_matter_to_a_retreat() -> None:
    """1806 is beside the red castle in 1706."""
    match = attack_with_result("1", {"hato": BEFORE}, (SOUTH, BEFORE))
    acts(match, "retreat", "back 1806")
    assert (at(match, "hato"), steps(match, "hato")) == ("1806", 2)


@clause("gunyuden", "23-4-4(2)")
def test_a_retreat_into_the_hex_of_an_enemy_castle_costs_a_step() -> None:
    match = attack_with_result("1", {"hato": BEFORE}, (SOUTH, BEFORE))
    assert castle(match, "toge")["owner"] == "red"
    acts(match, "retreat", f"back {TOGE}")
    pay_forced_losses(match)
    assert (at(match, "hato"), steps(match, "hato")) == (TOGE, 1)
    assert "inside" not in unit(match, "hato")


@clause("gunyuden", "23-4-4(3)")
@pytest.mark.parametrize(("side", "cost"), [("river", 1), ("bridge", 0), ("none", 0)])
def test_a_retreat_across_a_river_costs_a_step_unless_there_is_a_bridge(side: str, cost: int) -> None:
    """G-16: retreat is movement in kind (15-2-4)."""
    assert count_lost_steps(sides={f"{BACK}-{THERE}": side}) == cost


@clause("gunyuden", "23-4-4(4)")
@pytest.mark.parametrize(("ground", "cost"), [("foothills", 1), ("marsh", 1), ("rough", 0), ("flat", 0)])
def test_a_retreat_into_foothills_or_marsh_costs_a_step(ground: str, cost: int) -> None:
    assert count_lost_steps(terrain={BACK: ground}) == cost


@clause("gunyuden", "23-4-4(3)", "23-4-4(4)")
@pytest.mark.parametrize("hard", [{"sides": {f"{BACK}-{THERE}": "river"}}, {"terrain": {BACK: "foothills"}}])
def test_friends_in_the_hex_do_not_help_against_rivers_and_hills(hard: dict[str, Any]) -> None:
    """G-16."""
    assert count_lost_steps({**HATO, "kamome": BACK}, **hard) == 1


@clause("gunyuden", "23-4-4")
def test_several_reasons_in_one_hex_cost_one_step_only() -> None:
    hard = {"sides": {f"{BACK}-{THERE}": "river"}, "terrain": {BACK: "foothills"}}
    assert count_lost_steps({**HATO, "sugi": "1204"}, **hard) == 1


@clause("gunyuden", "23-4-4")
def test_each_costly_hex_of_a_retreat_costs_a_step() -> None:
    units = force(THERE, "hato", "suzume")
    match = attack_with_result("2", units, terrain={BACK: "foothills", "1204": "marsh"})
    acts(match, "retreat", f"back {BACK}")
    assert match.decision.who == "blue"
    assert set(match.decision.texts) == {"lose hato", "lose suzume"}
    acts(match, "lose suzume", "back 1204", "lose suzume")
    assert (at(match, "hato"), at(match, "suzume")) == ("1204", "dead")


@clause("gunyuden", "23-4-4")
def test_each_retreating_force_pays_for_itself() -> None:
    """G-16: two single units cross the same river."""
    match = attack_with_result("1", {**HATO, "kamome": THERE}, sides={f"{BACK}-{THERE}": "river"})
    for text in ("retreat", f"back {BACK}", f"back {BACK}"):
        match.act(text)
        pay_forced_losses(match)
    assert (steps(match, "hato"), steps(match, "kamome")) == (1, 1)


@clause("gunyuden", "23-4-4", "25.0")
def test_the_last_step_may_be_lost_on_the_retreat() -> None:
    match = attack_with_result("1", {"hato": {"hex": THERE, "steps": 1}}, terrain={BACK: "foothills"})
    acts(match, "retreat", f"back {BACK}")
    pay_forced_losses(match)
    assert at(match, "hato") == "dead"


# --- 23-4-5 and 23-4-6 -------------------------------------------------------------------------------------------


@clause("gunyuden", "23-4-5", "10-1-1(3)", "10-1-4")
@pytest.mark.parametrize(("before", "result", "after"), [(0, "1", -1), (0, "3", -3), (-1, "2", -3)])
def test_each_hex_of_a_retreat_lowers_morale_by_one(before: int, result: str, after: int) -> None:
    """A defender with reduced morale adds to the die; Matsu's own morale is as low, so it cancels out."""
    attackers, die = matsu(HERE, result)
    attackers["matsu"]["morale"] = before
    units = {**attackers, "hato": {"hex": THERE, "morale": before}, **FAR}
    match = compose(units, around=THERE, to_act="red", dice=[die])
    attack(match, "matsu", THERE)
    acts(match, "retreat", *[f"back {hex_id}" for hex_id in ("1205", "1204", "1203")[: int(result)]])
    assert morale(match, "hato") == after


@clause("gunyuden", "23-4-6", "16-2")
def test_the_attacked_may_take_refuge_in_the_castle_of_their_hex() -> None:
    """Kawa is Blue's: no way, the rest of the result is ignored, morale falls by all three hexes."""
    match = attack_with_result("3", force("0514", "hato", "suzume"), ("0515", "0514"))
    allowed(match, "refuge", "retreat", "lose suzume")
    events = match.act("refuge")
    assert unit(match, "hato")["inside"]
    assert unit(match, "suzume")["inside"]
    assert (at(match, "hato"), morale(match, "hato")) == ("0514", -3)
    assert (steps(match, "hato"), steps(match, "suzume")) == (2, 2)
    assert not rolls(events)  # and nobody strikes back


@clause("gunyuden", "23-3", "23-4-6")
def test_attacked_forces_may_lose_steps_and_then_take_refuge() -> None:
    """G-59: of 3 losses one is a step; morale falls by the two hexes still required."""
    match = attack_with_result("3", force("0514", "hato", "suzume"), ("0515", "0514"))
    acts(match, "lose suzume", "refuge")
    assert (steps(match, "suzume"), morale(match, "hato")) == (1, -2)


@clause("gunyuden", "23-4-6")
def test_there_is_no_refuge_in_the_castle_of_an_enemy_or_of_nobody() -> None:
    for owner in ("red", "none"):
        match = attack_with_result("1", {"hato": "0514"}, ("0515", "0514"), castles={"kawa": {"owner": owner}})
        refused(match, "refuge")
    match = attack_with_result("1", HATO)
    refused(match, "refuge")


@clause("gunyuden", "23-4-6", "16-2")
def test_a_castle_in_the_last_hex_of_the_retreat_takes_them_in_too() -> None:
    match = attack_with_result("1", {"hato": BEFORE}, (SOUTH, BEFORE), castles={"toge": {"owner": "blue"}})
    acts(match, "retreat", f"back {TOGE}")
    assert (match.decision.name, set(match.decision.texts)) == ("retreat", {"refuge", "stay"})
    refused(match, "back 1705", "23-4-2")
    before_the_gate = match.fork()
    match.act("refuge")
    assert unit(match, "hato")["inside"]
    before_the_gate.act("stay")
    assert "inside" not in unit(before_the_gate, "hato")
    for after in (match, before_the_gate):
        assert (at(after, "hato"), morale(after, "hato")) == (TOGE, -1)


@clause("gunyuden", "23-4-6", "16-2")
def test_a_castle_on_the_way_ends_the_retreat_but_morale_falls_in_full() -> None:
    owned = {"toge": {"owner": "blue"}}
    match = attack_with_result("3", {"hato": BEFORE}, (SOUTH, BEFORE), castles=owned)
    acts(match, "retreat", f"back {TOGE}")
    allowed(match, "refuge", "back 1705")
    onward = match.fork()
    events = match.act("refuge")
    assert unit(match, "hato")["inside"]
    assert (at(match, "hato"), morale(match, "hato")) == (TOGE, -3)
    assert [event.clauses for event in events if event.kind == "morale"] == [("gunyuden:23-4-6",)]
    events = acts(onward, "back 1705", "back 1704")
    assert (at(onward, "hato"), morale(onward, "hato")) == ("1704", -3)
    assert [event.clauses for event in events if event.kind == "morale"] == [("gunyuden:23-4-5",)]


@clause("gunyuden", "23-4-6", "16-1-2")
@pytest.mark.parametrize("owner", ["blue", "green", "black"])
def test_the_castle_of_an_ally_gives_refuge_too(owner: str) -> None:
    attackers, die = matsu("0515", "1")
    match = compose(
        {**attackers, "hato": "0514"},
        around="0514",
        castles={"kawa": {"owner": owner}},
        to_act="red",
        dice=[die],
    )
    attack(match, "matsu", "0514")
    match.act("refuge")
    assert unit(match, "hato")["inside"]


# --- 23-5 --------------------------------------------------------------------------------------------------------


def let_hato_flee(result: str, *path: str, others: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Let Hato retreat along the path, up to the decision whether Matsu pursues."""
    match = attack_with_result(result, {**HATO, **(others or {})}, **entries)
    acts(match, "retreat", *[f"back {hex_id}" for hex_id in path])
    return match


@clause("gunyuden", "23-5", "23-5-1", "23-5-2")
def test_the_attacker_may_pursue_along_the_way_but_not_into_the_last_hex() -> None:
    """G-18: any hex of the way; the enemy himself stands in the last one."""
    match = let_hato_flee("3", "1205", "1204", "1203")
    assert (match.decision.name, match.decision.who) == ("pursuit", "red")
    assert set(match.decision.texts) == {f"pursue {THERE}", "pursue 1205", "pursue 1204", "stay"}
    staying = match.fork()
    staying.act("stay")
    assert at(staying, "matsu") == HERE
    refused(match, "pursue 1203")
    refused(match, "pursue 1106", "23-5-2")
    match.act("pursue 1204")
    assert at(match, "matsu") == "1204"
    assert at(match, "kuri") == "1204"  # the whole force
    assert match.decision.name == "force"


@clause("gunyuden", "23-5")
def test_only_the_force_of_the_skirmish_pursues() -> None:
    match = let_hato_flee("1", "1205", others={"sugi": HERE})
    match.act(f"pursue {THERE}")
    assert (at(match, "matsu"), at(match, "sugi")) == (THERE, HERE)


@clause("gunyuden", "23-5")
def test_nobody_pursues_when_the_defenders_stay_or_die() -> None:
    match = attack_with_result("2", force(THERE, "hato"))
    acts(match, "lose hato", "lose hato")
    assert match.decision.name == "force"
    match = attack_with_result("1", HATO)
    match.act("lose hato")
    assert match.decision.name == "force"


@clause("gunyuden", "23-5-3", "15-6-2")
def test_a_force_that_took_refuge_is_pursued_into_the_hex_of_the_castle() -> None:
    match = attack_with_result("1", {"hato": "0514"}, ("0515", "0514"))
    match.act("refuge")
    assert set(match.decision.texts) == {"pursue 0514", "stay"}
    match.act("pursue 0514")
    assert at(match, "matsu") == at(match, "hato") == "0514"


@clause("gunyuden", "23-5-3")
def test_a_castle_on_the_way_can_be_pursued_to_as_well() -> None:
    match = attack_with_result("2", {"hato": BEFORE}, (SOUTH, BEFORE), castles={"toge": {"owner": "blue"}})
    acts(match, "retreat", f"back {TOGE}", "refuge")
    assert set(match.decision.texts) == {f"pursue {BEFORE}", f"pursue {TOGE}", "stay"}


@clause("gunyuden", "23-5-4")
def test_enemies_left_in_the_hex_prevent_any_pursuit() -> None:
    attackers, die = matsu(HERE, "1")
    match = compose({**attackers, **HATO, "kamome": THERE, **FAR}, around=THERE, to_act="red", dice=[die])
    acts(match, "act matsu", "battle", "spare kamome")
    if match.decision.name == "defenders":
        match.act("fight")
    acts(match, "retreat", f"back {BACK}")
    assert match.decision.name == "force"
    assert at(match, "matsu") == HERE


@clause("gunyuden", "23-5-4")
def test_enemies_left_inside_the_castle_do_not_prevent_a_pursuit() -> None:
    units = {"hato": "0514", "sagi": {"hex": "0514", "inside": True}}
    match = attack_with_result("1", units, ("0515", "0514"))
    acts(match, "retreat", "back 0513")
    allowed(match, "pursue 0514")


@clause("gunyuden", "23-5-4")
def test_enemies_on_the_way_stop_the_pursuit_one_hex_before() -> None:
    match = let_hato_flee("3", "1205", "1204", "1203", others={"kamome": "1204"})
    assert set(match.decision.texts) == {f"pursue {THERE}", "pursue 1205", "stay"}
    refused(match, "pursue 1204", "23-5-4")


@clause("gunyuden", "23-5", "15-4-1")
def test_a_pursuit_pays_neither_ground_nor_zones_of_control() -> None:
    """G-18: foothills, the first ones in the zone of Kamome in 1305: far more than eight points."""
    attackers, _ = matsu(HERE, "3")
    defenders = force(THERE, "hato", "suzume", "karasu")
    units = {**attackers, **defenders, "kamome": "1305", **FAR}
    hills = dict.fromkeys([THERE, "1205", "1204", "1203"], "foothills")
    match = compose(units, around=THERE, to_act="red", dice=[5], terrain=hills)  # 5 - 2 + 4 = 7 on 13-16: 3
    attack(match, "matsu", THERE)
    match.act("retreat")
    for hex_id, payer in (("1205", "suzume"), ("1204", "suzume"), ("1203", "karasu")):
        match.act(f"back {hex_id}")
        match.act(next(text for text in match.decision.texts if payer in text))
    match.act("pursue 1204")
    assert at(match, "matsu") == "1204"
