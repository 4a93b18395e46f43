"""Sections 23-4-4 to 23-5: what a retreat costs, refuge in a castle, and the pursuit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    attack,
    castle,
    compose,
    force,
    forced,
    kenshin,
    morale,
    of_kind,
    refused,
    rolls,
    steps,
    unit,
)
from tests.support import clause

HERE, THERE, BACK = "1207", "1206", "1205"
FAR = {"irobe_nagazane": "0505"}
ANAYAMA = {"anayama_nobukimi": THERE}

# The same around a castle: Sakado in 1706 lies behind 1707, which is attacked from 1708.
SAKADO, BEFORE, SOUTH = "1706", "1707", "1708"


def hit(result: str, defenders: dict[str, Any], where: tuple[str, str] = (HERE, THERE), **entries: Any) -> Any:
    """Kenshin attacks from the first hex everybody in the second one, with that result."""
    attackers, die = kenshin(where[0], result)
    units = {**attackers, **defenders, **FAR}
    match = compose(units, around=where[1], to_act="uesugi", dice=[die, 1], **entries)
    events = attack(match, "uesugi_kenshin", where[1])
    assert of_kind(events, "battle_result")[0]["count"] == int(result[0])
    return match


def retreat_costs(defenders: dict[str, Any] | None = None, **entries: Any) -> int:
    """How many steps Anayama alone loses on a retreat from THERE to BACK."""
    match = hit("1", defenders or ANAYAMA, **entries)
    acts(match, "retreat", f"back {BACK}")
    forced(match)
    assert at(match, "anayama_nobukimi") == BACK
    assert morale(match, "anayama_nobukimi") == -1
    return 2 - steps(match, "anayama_nobukimi")


# --- 23-4-4: hexes that cost a step ------------------------------------------------------------------------------


@clause("kanto", "23-4-4", "23-4-4(1)", "5-1-1(3)")
def test_a_retreat_into_a_strong_zone_of_control_costs_a_step() -> None:
    assert retreat_costs() == 0
    assert retreat_costs({**ANAYAMA, "kakizaki_kageie": "1204"}) == 1


@clause("kanto", "23-4-4(1)", "5-4-1")
def test_friends_in_the_hex_cancel_the_zone_of_control() -> None:
    """G-16."""
    assert retreat_costs({**ANAYAMA, "kakizaki_kageie": "1204", "takeda_nobukado": BACK}) == 0


@clause("kanto", "23-4-4(1)", "5-1-2")
def test_the_weak_zone_around_a_castle_does_not_matter_to_a_retreat() -> None:
    """1806 is beside the Uesugi castle in 1706."""
    match = hit("1", {"anayama_nobukimi": BEFORE}, (SOUTH, BEFORE))
    acts(match, "retreat", "back 1806")
    assert (at(match, "anayama_nobukimi"), steps(match, "anayama_nobukimi")) == ("1806", 2)


@clause("kanto", "23-4-4(2)")
def test_a_retreat_into_the_hex_of_an_enemy_castle_costs_a_step() -> None:
    match = hit("1", {"anayama_nobukimi": BEFORE}, (SOUTH, BEFORE))
    assert castle(match, "sakado")["owner"] == "uesugi"
    acts(match, "retreat", f"back {SAKADO}")
    forced(match)
    assert (at(match, "anayama_nobukimi"), steps(match, "anayama_nobukimi")) == (SAKADO, 1)
    assert "inside" not in unit(match, "anayama_nobukimi")


@clause("kanto", "23-4-4(3)")
@pytest.mark.parametrize(("side", "cost"), [("river", 1), ("bridge", 0), ("none", 0)])
def test_a_retreat_across_a_river_costs_a_step_unless_there_is_a_bridge(side: str, cost: int) -> None:
    """G-16: retreat is movement in kind (15-2-4)."""
    assert retreat_costs(sides={f"{BACK}-{THERE}": side}) == cost


@clause("kanto", "23-4-4(4)")
@pytest.mark.parametrize(("ground", "cost"), [("foothills", 1), ("marsh", 1), ("rough", 0), ("flat", 0)])
def test_a_retreat_into_foothills_or_marsh_costs_a_step(ground: str, cost: int) -> None:
    assert retreat_costs(terrain={BACK: ground}) == cost


@clause("kanto", "23-4-4(3)", "23-4-4(4)")
@pytest.mark.parametrize("hard", [{"sides": {f"{BACK}-{THERE}": "river"}}, {"terrain": {BACK: "foothills"}}])
def test_friends_in_the_hex_do_not_help_against_rivers_and_hills(hard: dict[str, Any]) -> None:
    """G-16."""
    assert retreat_costs({**ANAYAMA, "takeda_nobukado": BACK}, **hard) == 1


@clause("kanto", "23-4-4")
def test_several_reasons_in_one_hex_cost_one_step_only() -> None:
    hard = {"sides": {f"{BACK}-{THERE}": "river"}, "terrain": {BACK: "foothills"}}
    assert retreat_costs({**ANAYAMA, "kakizaki_kageie": "1204"}, **hard) == 1


@clause("kanto", "23-4-4")
def test_each_such_hex_costs_again() -> None:
    units = force(THERE, "anayama_nobukimi", "saigusa_moritomo")
    match = hit("2", units, terrain={BACK: "foothills", "1204": "marsh"})
    acts(match, "retreat", f"back {BACK}")
    assert match.decision.who == "takeda"
    assert set(match.decision.texts) == {"lose anayama_nobukimi", "lose saigusa_moritomo"}
    acts(match, "lose saigusa_moritomo", "back 1204", "lose saigusa_moritomo")
    assert (at(match, "anayama_nobukimi"), at(match, "saigusa_moritomo")) == ("1204", "dead")


@clause("kanto", "23-4-4")
def test_each_retreating_force_pays_for_itself() -> None:
    """G-16: two single units cross the same river."""
    match = hit("1", {**ANAYAMA, "takeda_nobukado": THERE}, sides={f"{BACK}-{THERE}": "river"})
    for text in ("retreat", f"back {BACK}", f"back {BACK}"):
        match.act(text)
        forced(match)
    assert (steps(match, "anayama_nobukimi"), steps(match, "takeda_nobukado")) == (1, 1)


@clause("kanto", "23-4-4", "25.0")
def test_the_last_step_may_be_lost_on_the_retreat() -> None:
    match = hit("1", {"anayama_nobukimi": {"hex": THERE, "steps": 1}}, terrain={BACK: "foothills"})
    acts(match, "retreat", f"back {BACK}")
    forced(match)
    assert at(match, "anayama_nobukimi") == "dead"


# --- 23-4-5 and 23-4-6 -------------------------------------------------------------------------------------------


@clause("kanto", "23-4-5", "10-1-1(3)", "10-1-4")
@pytest.mark.parametrize(("before", "result", "after"), [(0, "1", -1), (0, "3", -3), (-1, "2", -3)])
def test_each_hex_of_a_retreat_lowers_morale_by_one(before: int, result: str, after: int) -> None:
    """A defender with reduced morale adds to the die; Kenshin's own morale is as low, so it cancels out."""
    attackers, die = kenshin(HERE, result)
    attackers["uesugi_kenshin"]["morale"] = before
    units = {**attackers, "anayama_nobukimi": {"hex": THERE, "morale": before}, **FAR}
    match = compose(units, around=THERE, to_act="uesugi", dice=[die])
    attack(match, "uesugi_kenshin", THERE)
    acts(match, "retreat", *[f"back {hex_id}" for hex_id in ("1205", "1204", "1203")[: int(result)]])
    assert morale(match, "anayama_nobukimi") == after


@clause("kanto", "23-4-6", "16-2")
def test_the_attacked_may_take_refuge_in_the_castle_of_their_hex() -> None:
    """Kaizu is Takeda's: no way, the rest of the result is ignored, morale falls by all three hexes."""
    match = hit("3", force("0514", "anayama_nobukimi", "saigusa_moritomo"), ("0515", "0514"))
    allowed(match, "refuge", "retreat", "lose saigusa_moritomo")
    events = match.act("refuge")
    assert unit(match, "anayama_nobukimi")["inside"]
    assert unit(match, "saigusa_moritomo")["inside"]
    assert (at(match, "anayama_nobukimi"), morale(match, "anayama_nobukimi")) == ("0514", -3)
    assert (steps(match, "anayama_nobukimi"), steps(match, "saigusa_moritomo")) == (2, 2)
    assert not rolls(events)  # and nobody strikes back


@clause("kanto", "23-3", "23-4-6")
def test_steps_first_and_then_refuge() -> None:
    """G-59: of 3 losses one is a step; morale falls by the two hexes still required."""
    match = hit("3", force("0514", "anayama_nobukimi", "saigusa_moritomo"), ("0515", "0514"))
    acts(match, "lose saigusa_moritomo", "refuge")
    assert (steps(match, "saigusa_moritomo"), morale(match, "anayama_nobukimi")) == (1, -2)


@clause("kanto", "23-4-6")
def test_there_is_no_refuge_in_the_castle_of_an_enemy_or_of_nobody() -> None:
    for owner in ("uesugi", "none"):
        match = hit("1", {"anayama_nobukimi": "0514"}, ("0515", "0514"), castles={"kaizu": {"owner": owner}})
        refused(match, "refuge")
    match = hit("1", ANAYAMA)
    refused(match, "refuge")


@clause("kanto", "23-4-6", "16-2")
def test_a_castle_in_the_last_hex_of_the_retreat_takes_them_in_too() -> None:
    match = hit("1", {"anayama_nobukimi": BEFORE}, (SOUTH, BEFORE), castles={"sakado": {"owner": "takeda"}})
    acts(match, "retreat", f"back {SAKADO}")
    assert (match.decision.name, set(match.decision.texts)) == ("retreat", {"refuge", "stay"})
    refused(match, "back 1705", "23-4-2")
    before_the_gate = match.fork()
    match.act("refuge")
    assert unit(match, "anayama_nobukimi")["inside"]
    before_the_gate.act("stay")
    assert "inside" not in unit(before_the_gate, "anayama_nobukimi")
    for after in (match, before_the_gate):
        assert (at(after, "anayama_nobukimi"), morale(after, "anayama_nobukimi")) == (SAKADO, -1)


@clause("kanto", "23-4-6", "16-2")
def test_a_castle_on_the_way_ends_the_retreat_but_morale_falls_in_full() -> None:
    owned = {"sakado": {"owner": "takeda"}}
    match = hit("3", {"anayama_nobukimi": BEFORE}, (SOUTH, BEFORE), castles=owned)
    acts(match, "retreat", f"back {SAKADO}")
    allowed(match, "refuge", "back 1705")
    onward = match.fork()
    events = match.act("refuge")
    assert unit(match, "anayama_nobukimi")["inside"]
    assert (at(match, "anayama_nobukimi"), morale(match, "anayama_nobukimi")) == (SAKADO, -3)
    assert [event.clauses for event in events if event.kind == "morale"] == [("gunyuden:23-4-6",)]
    events = acts(onward, "back 1705", "back 1704")
    assert (at(onward, "anayama_nobukimi"), morale(onward, "anayama_nobukimi")) == ("1704", -3)
    assert [event.clauses for event in events if event.kind == "morale"] == [("gunyuden:23-4-5",)]


@clause("kanto", "23-4-6", "16-1-2")
@pytest.mark.parametrize("owner", ["takeda", "hojo", "yuki"])
def test_the_castle_of_an_ally_gives_refuge_too(owner: str) -> None:
    attackers, die = kenshin("0515", "1")
    match = compose(
        {**attackers, "anayama_nobukimi": "0514"},
        scenario="conquest_of_kanto",
        around="0514",
        castles={"kaizu": {"owner": owner}},
        to_act="uesugi",
        dice=[die],
    )
    attack(match, "uesugi_kenshin", "0514")
    match.act("refuge")
    assert unit(match, "anayama_nobukimi")["inside"]


# --- 23-5 --------------------------------------------------------------------------------------------------------


def fled(result: str, *path: str, others: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Anayama has retreated along the path; Kenshin is asked whether he pursues."""
    match = hit(result, {**ANAYAMA, **(others or {})}, **entries)
    acts(match, "retreat", *[f"back {hex_id}" for hex_id in path])
    return match


@clause("kanto", "23-5", "23-5-1", "23-5-2")
def test_the_attacker_may_pursue_along_the_way_but_not_into_the_last_hex() -> None:
    """G-18: any hex of the way; the enemy himself stands in the last one."""
    match = fled("3", "1205", "1204", "1203")
    assert (match.decision.name, match.decision.who) == ("pursuit", "uesugi")
    assert set(match.decision.texts) == {f"pursue {THERE}", "pursue 1205", "pursue 1204", "stay"}
    staying = match.fork()
    staying.act("stay")
    assert at(staying, "uesugi_kenshin") == HERE
    refused(match, "pursue 1203")
    refused(match, "pursue 1106", "23-5-2")
    match.act("pursue 1204")
    assert at(match, "uesugi_kenshin") == "1204"
    assert at(match, "murakami_yoshikiyo") == "1204"  # the whole force
    assert match.decision.name == "force"


@clause("kanto", "23-5")
def test_only_the_force_of_the_skirmish_pursues() -> None:
    match = fled("1", "1205", others={"kakizaki_kageie": HERE})
    match.act(f"pursue {THERE}")
    assert (at(match, "uesugi_kenshin"), at(match, "kakizaki_kageie")) == (THERE, HERE)


@clause("kanto", "23-5")
def test_nobody_pursues_when_the_defenders_stay_or_die() -> None:
    match = hit("2", force(THERE, "anayama_nobukimi"))
    acts(match, "lose anayama_nobukimi", "lose anayama_nobukimi")
    assert match.decision.name == "force"
    match = hit("1", ANAYAMA)
    match.act("lose anayama_nobukimi")
    assert match.decision.name == "force"


@clause("kanto", "23-5-3", "15-6-2")
def test_a_force_that_took_refuge_is_pursued_into_the_hex_of_the_castle() -> None:
    match = hit("1", {"anayama_nobukimi": "0514"}, ("0515", "0514"))
    match.act("refuge")
    assert set(match.decision.texts) == {"pursue 0514", "stay"}
    match.act("pursue 0514")
    assert at(match, "uesugi_kenshin") == at(match, "anayama_nobukimi") == "0514"


@clause("kanto", "23-5-3")
def test_a_castle_on_the_way_can_be_pursued_to_as_well() -> None:
    match = hit("2", {"anayama_nobukimi": BEFORE}, (SOUTH, BEFORE), castles={"sakado": {"owner": "takeda"}})
    acts(match, "retreat", f"back {SAKADO}", "refuge")
    assert set(match.decision.texts) == {f"pursue {BEFORE}", f"pursue {SAKADO}", "stay"}


@clause("kanto", "23-5-4")
def test_enemies_left_in_the_hex_prevent_any_pursuit() -> None:
    attackers, die = kenshin(HERE, "1")
    match = compose(
        {**attackers, **ANAYAMA, "takeda_nobukado": THERE, **FAR}, around=THERE, to_act="uesugi", dice=[die]
    )
    acts(match, "act uesugi_kenshin", "battle", "spare takeda_nobukado")
    if match.decision.name == "defenders":
        match.act("fight")
    acts(match, "retreat", f"back {BACK}")
    assert match.decision.name == "force"
    assert at(match, "uesugi_kenshin") == HERE


@clause("kanto", "23-5-4")
def test_enemies_left_inside_the_castle_do_not_prevent_a_pursuit() -> None:
    units = {"anayama_nobukimi": "0514", "kosaka_masanobu": {"hex": "0514", "inside": True}}
    match = hit("1", units, ("0515", "0514"))
    acts(match, "retreat", "back 0513")
    allowed(match, "pursue 0514")


@clause("kanto", "23-5-4")
def test_enemies_on_the_way_stop_the_pursuit_one_hex_before() -> None:
    match = fled("3", "1205", "1204", "1203", others={"takeda_nobukado": "1204"})
    assert set(match.decision.texts) == {f"pursue {THERE}", "pursue 1205", "stay"}
    refused(match, "pursue 1204", "23-5-4")


@clause("kanto", "23-5", "15-4-1")
def test_a_pursuit_pays_neither_ground_nor_zones_of_control() -> None:
    """G-18: foothills, the first ones in the zone of Nobukado in 1305: far more than eight points."""
    attackers, _ = kenshin(HERE, "3")
    defenders = force(THERE, "anayama_nobukimi", "saigusa_moritomo", "morozumi_torasada")
    units = {**attackers, **defenders, "takeda_nobukado": "1305", **FAR}
    hills = dict.fromkeys([THERE, "1205", "1204", "1203"], "foothills")
    match = compose(units, around=THERE, to_act="uesugi", dice=[5], terrain=hills)  # 5 - 2 + 4 = 7 on 13-16: 3
    attack(match, "uesugi_kenshin", THERE)
    match.act("retreat")
    for hex_id, payer in (("1205", "saigusa"), ("1204", "saigusa"), ("1203", "morozumi")):
        match.act(f"back {hex_id}")
        match.act(next(text for text in match.decision.texts if payer in text))
    match.act("pursue 1204")
    assert at(match, "uesugi_kenshin") == "1204"
