"""Sections 23-3 to 23-4-3: the defender loses steps, or retreats, or both; where he can go."""

from __future__ import annotations

import pytest

from gunki.series.gunyuden.editions import Edition
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, force, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first, mark
from tests.clauses.gunyuden.field import FAR, HERE, THERE, attack_with_result
from tests.clauses.gunyuden.table import compose, matsu
from tests.support import clause

AWAY = ["1106", "1205", "1306"]  # the neighbours of THERE that are farther from HERE
HATO = force(THERE, "hato", "suzume")


@clause("gunyuden", "23-3")
def test_a_result_may_be_divided_steps_first_then_the_retreat() -> None:
    match = attack_with_result("3", HATO)
    assert set(match.decision.texts) == {"lose hato", "lose suzume", "retreat"}
    match.act("lose suzume")
    allowed(match, "retreat", "lose hato")
    match.act("retreat")
    assert set(match.decision.texts) == {f"back {hex_id}" for hex_id in AWAY}  # no more steps instead
    refused(match, "lose hato")
    acts(match, "back 1205", "back 1204")
    assert match.decision.name == "pursuit"
    assert (at(match, "hato"), at(match, "suzume")) == ("1204", "1204")
    assert (steps(match, "hato"), steps(match, "suzume")) == (2, 1)
    assert morale(match, "hato") == -2


@clause("gunyuden", "23-3", "23-6")
def test_all_of_a_result_taken_in_steps_means_no_retreat() -> None:
    match = attack_with_result("3", HATO)
    events = acts(match, "lose suzume", "lose hato", "lose suzume")
    assert (at(match, "hato"), at(match, "suzume")) == (THERE, "dead")
    assert morale(match, "hato") == 0
    assert [roll["purpose"] for roll in rolls(events)] == ["counterattack"]


@clause("gunyuden", "23-3-1")
def test_steps_may_come_from_any_unit_of_any_attacked_force() -> None:
    match = attack_with_result("2", {**HATO, "kamome": THERE})
    assert set(match.decision.texts) == {
        "lose hato",
        "lose suzume",
        "lose kamome",
        "retreat",
    }
    acts(match, "lose kamome", "lose suzume")
    left = [steps(match, name) for name in ("hato", "suzume", "kamome")]
    assert left == [2, 1, 1]


@clause("gunyuden", "23-3-2", "25.0")
def test_a_unit_with_one_step_that_loses_it_is_eliminated() -> None:
    units = force(THERE, "hato", "suzume")
    units["suzume"]["steps"] = 1
    match = attack_with_result("1", units)
    events = match.act("lose suzume")
    assert at(match, "suzume") == "dead"
    assert [killed["unit"] for killed in of_kind(events, "killed")] == ["suzume"]


@clause("gunyuden", "23-3", "23-6")
def test_a_force_smaller_than_the_result_is_gone_and_nobody_strikes_back() -> None:
    """A single step against a result of 2, alone or retreating only; losing it ends the skirmish without pursuit."""
    match = attack_with_result("2", {"hato": {"hex": THERE, "steps": 1}})
    match.act("lose hato")
    assert at(match, "hato") == "dead"
    assert match.decision.name == "force"
    assert at(match, "matsu") == HERE
    assert [roll["purpose"] for roll in rolls(match.events)] == ["attack"]


# --- the bullet --------------------------------------------------------------------------------------------------


@clause("gunyuden", "23-3-3")
def test_with_a_bullet_a_unit_of_the_defenders_choice_dies_first() -> None:
    """G-17: 4•: a full unit costs 2, the other 2 may be a retreat."""
    match = attack_with_result("4!", {**HATO, "kamome": THERE})
    fallen = {"fall hato", "fall suzume", "fall kamome"}
    assert set(match.decision.texts) == fallen
    refused(match, "retreat")
    events = match.act("fall suzume")
    assert at(match, "suzume") == "dead"
    assert [killed["unit"] for killed in of_kind(events, "killed")] == ["suzume"]
    assert set(match.decision.texts) == {"lose hato", "lose kamome", "retreat"}
    acts(match, "retreat", "back 1205", "back 1204")
    assert morale(match, "hato") == -2


@clause("gunyuden", "23-3-3")
@pytest.mark.parametrize("others", [("karasu", "tsubame"), ()])
def test_with_a_bullet_a_reduced_unit_costs_only_one(others: tuple[str, ...]) -> None:
    """G-17: of 4• three may still be a retreat, also for a force with fewer than four steps."""
    units = force(THERE, "hato", "suzume", *others)
    units["suzume"]["steps"] = 1
    match = attack_with_result("4!", units)
    acts(match, "fall suzume", "retreat", "back 1205", "back 1204", "back 1203")
    assert (at(match, "hato"), morale(match, "hato")) == ("1203", -3)


@clause("gunyuden", "23-3-3")
@as_first("field_battle")
def test_without_a_bullet_nobody_has_to_die() -> None:
    match = attack_with_result("4", {**HATO, "kamome": THERE, "karasu": THERE})
    acts(match, "lose hato", "lose suzume", "lose kamome", "lose karasu")
    assert [steps(match, name) for name in ("hato", "kamome")] == [1, 1]


# --- the retreat -------------------------------------------------------------------------------------------------


@clause("gunyuden", "23-4", "23-4-1")
def test_all_forces_of_the_skirmish_retreat_and_nobody_else() -> None:
    """Hato's force and Kamome were attacked, Karasu was spared; each force goes its own way."""
    attackers, die = matsu(HERE, "1")
    units = {**attackers, **HATO, "kamome": THERE, "karasu": THERE, **FAR}
    match = compose(units, around=THERE, to_act="red", dice=[die])
    acts(match, "act matsu", "battle", "spare karasu", "fight", "retreat")
    allowed(match, *[f"back {hex_id}" for hex_id in AWAY])
    match.act("back 1106")
    assert match.decision.name == "retreat"
    match.act("back 1306")
    places = [at(match, name) for name in ("hato", "suzume", "kamome")]
    assert sorted(places) == ["1106", "1106", "1306"]
    assert at(match, "karasu") == THERE
    assert len(rolls(match.events)) == 1  # and nobody strikes back


@clause("gunyuden", "23-4-2")
@pytest.mark.parametrize(("result", "way"), [("1", 1), ("2", 2), ("3", 3), ("4", 4)])
@as_first("field_battle")
def test_a_retreat_is_one_hex_for_each_loss(result: str, way: int) -> None:
    match = attack_with_result(result, {"hato": THERE})
    path = ["1205", "1204", "1203", "1202"][:way]
    acts(match, "retreat", *[f"back {hex_id}" for hex_id in path])
    assert match.decision.name == "pursuit"
    assert at(match, "hato") == path[-1]


@clause("gunyuden", "23-4-2")
def test_five_losses_are_at_most_four_hexes_and_at_least_one_step() -> None:
    """G-15."""
    match = attack_with_result("5", force(THERE, "hato", "suzume", "karasu"))
    refused(match, "retreat")
    match.act("lose suzume")
    acts(match, "retreat", "back 1205", "back 1204", "back 1203", "back 1202")
    assert match.decision.name == "pursuit"
    assert (at(match, "hato"), morale(match, "hato")) == ("1202", -4)


@clause("gunyuden", "23-3", "23-4-2")
def test_a_force_with_fewer_steps_than_losses_may_still_pay_one_and_retreat_four() -> None:
    """Four steps against 5 losses: one step, then four hexes (G-15); nobody has to die."""
    match = attack_with_result("5", HATO)
    assert set(match.decision.texts) == {"lose hato", "lose suzume"}
    acts(match, "lose suzume", "retreat", "back 1205", "back 1204", "back 1203", "back 1202")
    assert (at(match, "hato"), steps(match, "suzume")) == ("1202", 1)


@clause("gunyuden", "23-4-2")
def test_each_hex_of_a_retreat_is_farther_from_the_attacker() -> None:
    """G-15."""
    match = attack_with_result("2", {"hato": THERE})
    match.act("retreat")
    assert set(match.decision.texts) == {f"back {hex_id}" for hex_id in AWAY}
    for near in ("1107", "1307", HERE):
        refused(match, f"back {near}", "23-4-2")
    match.act("back 1106")  # 2 from HERE, as are 1006 and 1205; 1005 and 1105 are 3 away
    assert set(match.decision.texts) == {"back 1105", "back 1005"}
    for near in ("1006", "1205", THERE):
        refused(match, f"back {near}", "23-4-2")


@clause("gunyuden", "23-4-2")
def test_rough_ground_neither_shortens_a_retreat_nor_costs_steps() -> None:
    match = attack_with_result("3", {"hato": THERE}, terrain=dict.fromkeys(["1205", "1204", "1203"], "rough"))
    acts(match, "retreat", "back 1205", "back 1204", "back 1203")
    assert (at(match, "hato"), steps(match, "hato")) == ("1203", 2)


@clause("gunyuden", "23-4-3", "23-4-3(1)")
def test_nobody_retreats_across_a_sea_or_lake_hexside() -> None:
    match = attack_with_result("1", {"hato": THERE}, sides={f"1205-{THERE}": "water"})
    match.act("retreat")
    assert set(match.decision.texts) == {"back 1106", "back 1306"}
    refused(match, "back 1205", "23-4-3(1)")


@clause("gunyuden", "23-4-3(2)")
def test_nobody_retreats_into_a_mountain() -> None:
    match = attack_with_result("1", {"hato": THERE}, terrain={"1106": "mountain"})
    match.act("retreat")
    assert set(match.decision.texts) == {"back 1205", "back 1306"}
    refused(match, "back 1106", "23-4-3(2)")


@clause("gunyuden", "23-4-3(3)")
def test_nobody_retreats_into_a_hex_with_enemies() -> None:
    match = attack_with_result("1", {"hato": THERE, "sugi": "1306"})
    match.act("retreat")
    refused(match, "back 1306", "23-4-3(3)")
    allowed(match, "back 1205", "back 1106")


@clause("gunyuden", "23-4-3(3)")
@pytest.mark.parametrize("manned", [True, False])
def test_nobody_retreats_before_a_castle_that_enemies_hold(manned: bool) -> None:
    """Hato between Matsu and Mori: a garrison inside keeps him away; past an empty castle he may go."""
    attackers, die = matsu("0709", "1")
    inside = {"yanagi": {"hex": "0711", "inside": True}} if manned else FAR
    units = {**attackers, **inside, "hato": "0710"}
    match = compose(units, around="0710", to_act="red", dice=[die])
    attack(match, "matsu", "0710")
    match.act("retreat")
    if manned:
        refused(match, "back 0711", "23-4-3(3)")
    else:
        allowed(match, "back 0711")


@clause("gunyuden", "23-4-3")
def test_a_retreat_into_a_hex_with_friends_is_free_to_choose() -> None:
    match = attack_with_result("1", {"hato": THERE, "kamome": "1205"})
    acts(match, "retreat", "back 1205")
    assert (at(match, "hato"), morale(match, "kamome")) == ("1205", 0)


WALLS = {"1106": "mountain", "1306": "mountain"}


@clause("gunyuden", "23-4-3", "23-3")
@pytest.mark.parametrize("ruling", ["steps", "eliminated"])
def test_hexes_that_cannot_be_retreated_are_lost_steps_or_the_whole_force(ruling: str) -> None:
    """G-16: one hex is open, then mountains all around: of 2 hexes one is left."""
    behind = {**WALLS, "1105": "mountain", "1204": "mountain", "1305": "mountain"}
    options = {"retreat_impossible": ruling}
    match = attack_with_result("2", HATO, terrain=behind, options=options)
    acts(match, "retreat", "back 1205")
    if ruling == "eliminated":
        assert (at(match, "hato"), at(match, "suzume")) == ("dead", "dead")
        return
    assert match.decision.who == "blue"
    assert set(match.decision.texts) == {"lose hato", "lose suzume"}
    match.act("lose suzume")
    assert (at(match, "hato"), steps(match, "suzume")) == ("1205", 1)
    assert morale(match, "hato") == -1  # only the hexes retreated (23-4-5)


@clause("gunyuden", "23-4-3")
def test_a_surrounded_force_with_nowhere_to_go_pays_in_steps() -> None:
    """G-16: with mountains all around a result of 2 costs two steps, whatever the defender says."""
    match = attack_with_result("2", HATO, terrain={**WALLS, "1205": "mountain"})
    while match.decision.who == "blue" and match.decision.name != "force":
        match.act("retreat" if "retreat" in match.decision.texts else "lose suzume")
    assert (at(match, "hato"), at(match, "suzume")) == (THERE, "dead")
    assert "morale" not in unit(match, "hato")


@clause("gunyuden", "23-3-3", "23-4-2", "23-4-6")
def test_the_refusals_of_an_answer_to_a_result_name_their_clause(edition: Edition) -> None:
    """A bullet, or asterisk, must be paid first; more than four hexes are too far; there is no castle to flee into."""
    three = force(THERE, "hato", "suzume", "karasu")
    refused(attack_with_result("4!", three), "retreat", mark(edition))
    refused(attack_with_result("5", three), "retreat", "23-4-2")
    refused(attack_with_result("1", three), "refuge", "23-4-6")
