"""Sections 22 and 23 up to the attack: who may attack whom, the course of a skirmish, its worked example."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, force, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.field import BACK, BESIDE, FAR, HERE, THERE, compose_field
from tests.clauses.gunyuden.table import compose
from tests.support import clause


@clause("gunyuden", "22.0", "22.0(1)", "22.0(2)", "22-1", "24-1-1")
def test_a_field_battle_is_a_skirmish_or_between_two_soudaishou_a_decisive_battle() -> None:
    match = compose_field({"matsu": HERE, "taka": THERE})
    acts(match, "act matsu", "battle")
    assert set(match.decision.texts) == {f"attack {THERE}", f"decisive {THERE}"}
    match = compose_field({"matsu": HERE, "taka": THERE, "tsuru": BESIDE})
    acts(match, "act matsu", "battle")
    assert set(match.decision.texts) == {f"attack {THERE}", f"decisive {THERE}", f"attack {BESIDE}"}


@clause("gunyuden", "22-1-1", "22-1-3")
def test_the_attacker_first_names_one_hex_and_only_that_hex_is_attacked() -> None:
    units = {**force(HERE, "matsu"), "suzume": THERE, "tsuru": BESIDE}
    match = compose_field(units, dice=[6, 1])  # 6 + 3 = 9 on 3-4: 2
    acts(match, "act matsu", "battle")
    assert match.decision.name == "target"
    assert not rolls(match.events)
    events = match.act(f"attack {THERE}")
    assert of_kind(events, "attack") == [{"unit": "matsu", "hex": THERE}]
    assert match.decision.who == "blue"
    assert set(match.decision.texts) == {"lose suzume", "retreat"}
    acts(match, "lose suzume", "lose suzume")
    assert (steps(match, "suzume"), steps(match, "tsuru")) == (0, 2)


@clause("gunyuden", "22-1-2")
@pytest.mark.parametrize(("place", "can"), [("1206", True), ("1205", False), ("1308", True), ("1306", False)])
def test_only_neighbouring_hexes_can_be_attacked(place: str, can: bool) -> None:
    match = compose_field({"sugi": HERE, "tsuru": place})
    match.act("act sugi")
    if can:
        allowed(match, "battle")
    else:
        refused(match, "battle", "22-1-2")


@clause("gunyuden", "22-1-2")
def test_a_distant_enemy_is_no_target_beside_a_near_one() -> None:
    match = compose_field({"sugi": HERE, "tsuru": THERE, "kamo": BACK, "suzume": BESIDE})
    acts(match, "act sugi", "battle")
    assert set(match.decision.texts) == {f"attack {THERE}", f"attack {BESIDE}"}
    refused(match, f"attack {BACK}", "22-1-2")


@clause("gunyuden", "22-1-3", "12-2-3")
def test_a_force_attacks_once_in_an_operations_phase() -> None:
    match = compose_field({"sugi": HERE, "tsuru": THERE, "kamo": BESIDE}, dice=[1, 1])
    attack(match, "sugi", THERE)
    assert match.decision.name == "force"
    refused(match, "act sugi")
    assert unit(match, "sugi")["acted"]


@clause("gunyuden", "22-1-4")
def test_the_same_enemy_is_attacked_by_one_force_after_another() -> None:
    match = compose_field({"sugi": HERE, "kaede": HERE, "tsuru": THERE}, dice=[1, 1, 1, 1])
    attack(match, "sugi", THERE)
    events = attack(match, "kaede", THERE)
    assert of_kind(events, "attack") == [{"unit": "kaede", "hex": THERE}]
    assert [(roll["purpose"], roll["unit"]) for roll in rolls(events)] == [
        ("attack", "kaede"),
        ("counterattack", "tsuru"),
    ]


@clause("gunyuden", "22-1-5")
def test_nobody_is_attacked_across_a_sea_or_lake_hexside() -> None:
    match = compose_field({"sugi": HERE, "tsuru": THERE}, sides={f"{THERE}-{HERE}": "water"})
    match.act("act sugi")
    refused(match, "battle")
    units = {"sugi": HERE, "tsuru": THERE, "kamo": BESIDE, "suzume": "1308"}
    match = compose_field(units, sides={f"{THERE}-{HERE}": "water"})
    acts(match, "act sugi", "battle")
    assert set(match.decision.texts) == {f"attack {BESIDE}", "attack 1308"}
    refused(match, f"attack {THERE}", "22-1-5")


@clause("gunyuden", "22-1-6")
def test_nobody_has_to_attack() -> None:
    match = compose_field({"sugi": HERE, "tsuru": THERE})
    allowed(match, "end")
    match.act("act sugi")
    allowed(match, "battle", "rest", "move")
    match.act("rest")
    match.act("end")
    assert not of_kind(match.events, "attack")
    assert match.view("red")["phase"] == "blue"


@clause("gunyuden", "18-4-1", "22-1")
def test_an_investing_force_does_not_attack_before_it_lifts() -> None:
    units = {
        **force("0514", "kaede", "ume", "momo", "kaki", invests=True),
        "sagi": {"hex": "0514", "inside": True},
        "tsuru": "0513",
        **FAR,
    }
    match = compose(units, around="0514", radius=2, to_act="red")
    match.act("act kaede")
    refused(match, "battle", "18-4-1")
    match.act("lift")
    allowed(match, "battle")


# --- 23 ----------------------------------------------------------------------------------------------------------


@clause("gunyuden", "23.0", "23.0(1)", "23.0(2)", "23.0(3)", "23.0(4)", "23.0(5)", "23.0(6)", "23-6", "23-2")
def test_a_skirmish_runs_attack_losses_counterattack_losses() -> None:
    """9 attack: 5 is 1 loss. The 6 that were attacked strike back as 5: 4 is 1 loss, which 3-4 would not have been."""
    units = {
        **force(HERE, "kaede", "ume", "momo"),
        **force(THERE, "tsuru", "suzume"),
    }
    match = compose_field(units, dice=[5, 4])
    events = attack(match, "kaede", THERE)
    events += match.act("lose suzume")
    assert match.decision.who == "red"
    assert match.decision.name == "losses"
    events += match.act("lose momo")
    course = [event.kind for event in events if event.kind in ("roll", "battle_result", "step_lost")]
    assert course == ["roll", "battle_result", "step_lost", "roll", "battle_result", "step_lost"]
    first, second = rolls(events)
    assert (first["purpose"], first["strength"], first["column"], first["dice"]) == ("attack", 9, 3, [5])
    assert (second["purpose"], second["strength"], second["column"], second["dice"]) == ("counterattack", 5, 2, [4])
    assert [result["count"] for result in of_kind(events, "battle_result")] == [1, 1]
    lost = [(loss["unit"], loss["left"]) for loss in of_kind(events, "step_lost")]
    assert lost == [("suzume", 1), ("momo", 1)]
    assert (at(match, "kaede"), at(match, "tsuru")) == (HERE, THERE)


@clause("gunyuden", "23-1", "23-1-1")
def test_only_one_force_attacks_in_a_skirmish() -> None:
    """Kaede's force, Sugi and Hinoki are all adjacent; nobody is asked, and only Kaede's 6 attack."""
    units = {
        **force(HERE, "kaede", "ume"),
        "sugi": HERE,
        "hinoki": BESIDE,
        "tsuru": THERE,
    }
    match = compose_field(units, dice=[1, 6])
    events = attack(match, "kaede", THERE)
    assert rolls(events)[0]["strength"] == 6
    assert set(match.decision.texts) == {"lose kaede", "lose ume"}


@clause("gunyuden", "23-1-2", "23-6")
def test_the_attacker_may_spare_part_of_a_stack() -> None:
    """Of three forces two are attacked: they alone suffer and strike back (3 + 2); the third is untouched."""
    units = {
        **force(HERE, "kaede", "ume"),
        "tsuru": THERE,
        "kamo": THERE,
        "suzume": THERE,
    }
    match = compose_field(units, dice=[5, 1])  # 5 on 5-6: 1
    acts(match, "act kaede", "battle")
    assert match.decision.name == "defenders"
    match.act("spare kamo")
    refused(match, "spare kamo")
    match.act("fight")
    assert set(match.decision.texts) == {"lose tsuru", "lose suzume", "retreat"}
    events = match.act("lose suzume")
    assert rolls(events)[0]["strength"] == 5


@clause("gunyuden", "23-1-2")
def test_somebody_must_be_attacked() -> None:
    match = compose_field({"kaede": HERE, "tsuru": THERE, "kamo": THERE}, dice=[1, 1])
    acts(match, "act kaede", "battle")
    assert match.decision.name == "defenders"
    match.act("spare tsuru")
    if match.decision.name == "defenders":
        refused(match, "spare kamo")
        match.act("fight")
    assert [roll["unit"] for roll in rolls(match.events)] == ["kaede", "kamo"]


@clause("gunyuden", "23-1-2", "23-3-1")
def test_a_whole_stack_attacked_together_suffers_one_common_result() -> None:
    """G-14: two forces, one die, 2 losses: taken from both or from one."""
    units = {"matsu": HERE, "tsuru": THERE, "kamo": THERE}
    match = compose_field(units, dice=[6, 1])  # 6 + 2 on 3-4: 1
    events = attack(match, "matsu", THERE)
    assert len(rolls(events)) == 1
    assert [result["count"] for result in of_kind(events, "battle_result")] == [1]
    assert set(match.decision.texts) == {"lose tsuru", "lose kamo", "retreat"}
    events = match.act("lose kamo")
    assert rolls(events)[0]["strength"] == 3 + 2


# --- the worked example (G-50: the first die is lost; any modified 2 to 5 gives the printed result) ---------------

NO_WAY_OUT = {"1306": "mountain"}  # the example shows three hexes away from the attacker, of which X is no way out


def compose_example(die: int) -> Any:
    """Compose the worked example: 甲 Kaede with 10 (3 + 3 + 2 + 2) and 松 Sugi; 丑 Tsuru with 4, 卯 Suzume with 3."""
    units: dict[str, Any] = {
        **force(HERE, "kaede", "ume", "momo", "kaki"),
        "sugi": HERE,
        **force(THERE, "tsuru", "karasu", "suzume", steps=1),
    }
    for reduced in ("momo", "kaki", "karasu"):
        units[reduced]["steps"] = 1
    return compose_field(units, terrain=NO_WAY_OUT, dice=[die, 5])


@clause("gunyuden", "23(ex)-0", "23(ex)-1", "23(ex)-3", "23(ex)-4", "23(ex)-5")
@pytest.mark.parametrize("die", [2, 3, 4, 5])
@as_first("field_battle")
def test_the_worked_example_of_a_skirmish_comes_out_as_printed(die: int) -> None:
    match = compose_example(die)
    events = attack(match, "kaede", THERE)
    (roll,) = rolls(events)
    assert (roll["strength"], roll["column"], roll["value"]) == (10, 4, 0)  # 松 lends nothing
    assert of_kind(events, "battle_result")[0]["count"] == 1
    retreating = match.fork()
    retreating.act("retreat")
    assert set(retreating.decision.texts) == {"back 1205", "back 1106"}  # A and B
    refused(retreating, "back 1306", "23-4-3(2)")  # X
    events = match.act("lose suzume")  # 卯
    (roll,) = rolls(events)
    assert (roll["purpose"], roll["strength"], roll["dice"], roll["value"]) == ("counterattack", 6, [5], 0)
    assert of_kind(events, "battle_result")[0]["count"] == 1
    assert match.decision.who == "red"
    assert not [text for text in match.decision.texts if not text.startswith("lose ")]  # no retreat for 甲
    assert "lose sugi" not in match.decision.texts
    match.act("lose ume")  # 丙
    assert steps(match, "ume") == 1
    assert (match.decision.name, match.decision.who) == ("force", "red")  # the skirmish is over
