"""Section 24-3: the retreat from a decisive battle and the advance after it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, force, morale, of_kind, pay_forced_losses, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.field import FAR, HERE, MATSU, MINE, TAKA, THEIRS, THERE
from tests.clauses.gunyuden.table import compose
from tests.support import clause


def beat_taka(retreat_dice: list[int], extra: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Beat Taka in the first round by 3 to 0 (15 on 6 + 1; 12 on 1 - 1): Suzume dies, Karasu is reduced."""
    units = {**MATSU, **TAKA, **(extra or {}), **FAR}
    match = compose(units, around=THERE, radius=6, to_act="red", dice=[6, 1, *retreat_dice], **entries)
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    while match.decision.name == "join":
        match.act("fight")
    acts(match, "lose suzume", "lose suzume", "lose karasu")
    return match


@clause("gunyuden", "24-3", "24-3-1")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
@as_first("decisive_rule", "field_battle")
def test_the_loser_retreats_as_many_hexes_as_his_die_shows(die: int) -> None:
    """Away from the enemy's hex; morale falls by as much (G-33)."""
    match = beat_taka([die])
    assert rolls(match.events)[2]["dice"] == [die]
    for hex_id in ("1205", "1204", "1203", "1202")[:die]:
        assert (match.decision.name, match.decision.who) == ("retreat", "blue")
        refused(match, f"back {HERE}")
        match.act(f"back {hex_id}")
    assert match.decision.name != "retreat"
    assert at(match, "taka") == at(match, "karasu") == f"12{6 - die:02}"
    assert morale(match, "taka") == -die
    assert (steps(match, "taka"), steps(match, "tsubame")) == (2, 2)


@clause("gunyuden", "24-3-2")
@pytest.mark.parametrize(("die", "cost"), [(5, 1), (6, 2)])
@as_first("decisive_rule", "field_battle")
def test_five_and_six_are_four_hexes_and_one_or_two_steps(die: int, cost: int) -> None:
    match = beat_taka([die])
    for _ in range(cost):
        assert match.decision.who == "blue"
        allowed(match, "lose tsubame", "lose taka")
        match.act("lose tsubame")
    assert match.decision.name == "retreat"
    acts(match, "back 1205", "back 1204", "back 1203", "back 1202")
    assert match.decision.name != "retreat"
    assert at(match, "taka") == "1202"
    assert steps(match, "tsubame") == 2 - cost
    assert morale(match, "taka") == -4


@clause("gunyuden", "24-3-1")
@as_first("decisive_rule", "field_battle")
def test_every_force_of_the_loser_rolls_for_itself_bystanders_too() -> None:
    """Tsuru did not join and Sagi is nowhere near a castle: both go back, each with a die of his own."""
    match = beat_taka([2, 1], {"tsuru": THERE})
    ways = {"taka": ["1205", "1204"], "tsuru": ["1106"]}
    taken = 0
    while match.decision.name == "retreat":
        who = match.decision.data["unit"]
        match.act(f"back {ways[who].pop(0)}")
        taken += 1
    assert taken == 3
    assert [roll["dice"] for roll in rolls(match.events)[2:]] == [[2], [1]]
    assert (at(match, "taka"), at(match, "tsuru")) == ("1204", "1106")
    assert (morale(match, "taka"), morale(match, "tsuru")) == (-2, -1)


@clause("gunyuden", "24-3-1", "24-1-6")
@as_first("decisive_rule", "field_battle")
def test_a_garrison_in_the_hex_does_not_retreat() -> None:
    """G-33."""
    units = {**force("0515", "matsu", *MINE), **force("0514", "taka", *THEIRS), **FAR}
    units["sagi"] = {"hex": "0514", "inside": True}
    match = compose(units, around="0514", radius=4, to_act="red", dice=[6, 1, 1])
    acts(match, "act matsu", "battle", "decisive 0514", "agree")
    acts(match, "lose suzume", "lose suzume", "lose karasu", "back 0513")
    assert at(match, "sagi") == "0514"
    assert "morale" not in unit(match, "sagi")
    assert len(rolls(match.events)) == 3


@clause("gunyuden", "24-3-2", "23-4-3(2)", "23-4-4(4)", "23-4-4(3)")
@as_first("decisive_rule", "field_battle")
def test_a_decisive_retreat_keeps_the_restrictions_of_a_retreat() -> None:
    hard = {"terrain": {"1106": "mountain", "1205": "foothills"}, "sides": {"1204-1205": "river"}}
    match = beat_taka([2], **hard)
    assert set(match.decision.texts) == {"back 1205", "back 1306"}
    refused(match, "back 1106", "23-4-3(2)")
    acts(match, "back 1205", "lose tsubame", "back 1204", "lose tsubame")
    assert at(match, "tsubame") == "dead"


@clause("gunyuden", "24-3-2", "23-4-5", "10-1-1(3)")
@as_first("decisive_rule", "field_battle")
def test_the_option_keeps_morale_out_of_a_decisive_retreat() -> None:
    """G-33: `decisive_retreat_morale = false`: 10-1-1(3) names skirmishes alone."""
    match = beat_taka([2], options={"decisive_retreat_morale": False})
    acts(match, "back 1205", "back 1204")
    assert (at(match, "taka"), morale(match, "taka")) == ("1204", 0)


@clause("gunyuden", "24-3-3")
@as_first("decisive_rule", "field_battle")
def test_the_winner_may_enter_the_hex_and_go_no_further() -> None:
    match = beat_taka([3], {"sugi": HERE})
    acts(match, "back 1205", "back 1204", "back 1203")
    assert (match.decision.name, match.decision.who) == ("advance", "red")
    assert set(match.decision.texts) == {"advance matsu", "stay"}  # Sugi did not take part
    staying = match.fork()
    staying.act("stay")
    assert at(staying, "matsu") == HERE
    match.act("advance matsu")
    assert at(match, "matsu") == at(match, "kuri") == THERE
    assert match.decision.name in ("force", "advance")
    assert not of_kind(match.events, "pursued")


@clause("gunyuden", "24-3-3")
@as_first("decisive_rule", "field_battle")
def test_several_forces_that_took_part_may_advance() -> None:
    units = {**MATSU, **TAKA, "sugi": HERE, "kaede": HERE, **FAR}
    match = compose(units, around=THERE, radius=6, to_act="red", dice=[5, 1, 1])  # 21 on 5 + 1: 3
    acts(match, "act matsu", "battle", f"decisive {THERE}", "join sugi", "join kaede")
    if match.decision.name == "join":
        match.act("fight")
    acts(match, "lose suzume", "lose suzume", "lose karasu", "back 1205")
    acts(match, "advance sugi", "advance matsu", "stay")
    places = [at(match, name) for name in ("matsu", "sugi", "kaede")]
    assert places == [THERE, THERE, HERE]


@clause("gunyuden", "24-3-3", "24-2-5")
@as_first("decisive_rule", "field_battle")
def test_a_defender_who_wins_may_enter_the_attackers_hex() -> None:
    """G-34: Matsu's morale is -3: 15 on 1 + 1 - 3 = -1: 0; 12 on 5 - 1 + 3 = 7: 2; he goes back one hex."""
    units = {**force(HERE, "matsu", *MINE, morale=-3), **TAKA, **FAR}
    match = compose(units, around=THERE, radius=6, to_act="red", dice=[1, 5, 1])
    acts(match, "act matsu", "battle", f"decisive {THERE}", "lose kuri", "lose nara")
    assert (match.decision.name, match.decision.who) == ("retreat", "red")
    assert set(match.decision.texts) == {"back 1208", "back 1108", "back 1308"}
    match.act("back 1208")
    assert morale(match, "matsu") == -4
    assert (match.decision.name, match.decision.who) == ("advance", "blue")
    match.act("advance taka")
    assert at(match, "taka") == HERE


@clause("gunyuden", "24-1-2", "12-2-3")
@as_first("decisive_rule", "field_battle")
def test_forces_that_took_part_in_the_attack_have_acted() -> None:
    match = beat_taka([1], {"sugi": HERE})
    acts(match, "back 1205", "stay")
    assert unit(match, "matsu")["acted"]
    assert "acted" not in unit(match, "sugi")  # he only watched
    allowed(match, "act sugi")


@clause("gunyuden", "24-3-2", "10-1-2")
@as_first("decisive_rule", "field_battle")
def test_a_retreat_that_breaks_morale_eliminates_the_force() -> None:
    """Tsuru watches with morale -3 and has to go back two hexes: -5."""
    match = beat_taka([1, 2], {"tsuru": {"hex": THERE, "morale": -3}})
    pay_forced_losses(match)
    ways = {"taka": ["1205"], "tsuru": ["1106", "1105"]}
    while match.decision.name == "retreat":
        match.act(f"back {ways[match.decision.data['unit']].pop(0)}")
    assert at(match, "tsuru") == "dead"
