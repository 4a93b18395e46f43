"""Section 24: decisive battles between two soudaishou."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import force, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.field import FAR, HERE, MATSU, MINE, TAKA, THEIRS, THERE, compose_field
from tests.clauses.gunyuden.table import compose, go_to_second_stage
from tests.support import clause


def fight_decisive_battle(match: Match, leader: str = "matsu", hex_id: str = THERE) -> list[Any]:
    """Fight a decisive battle that nobody joins, up to the next decision; return the events."""
    events = acts(match, f"act {leader}", "battle", f"decisive {hex_id}")
    while decision_of(match).name == "join":
        events += match.act("fight")
    return events


def list_targets(match: Match, leader: str = "matsu") -> set[str]:
    acts(match, f"act {leader}", "battle")
    assert decision_of(match).name == "target"
    return set(decision_of(match).texts)


def list_rounds(events: list[Any]) -> list[tuple[int, int]]:
    """Return what the attacker dealt and took in each round."""
    return [(data["dealt"], data["taken"]) for data in of_kind(events, "round")]


# --- 24-1 --------------------------------------------------------------------------------------------------------


@clause("gunyuden", "24.0", "24-1", "24-1-1")
def test_both_sides_need_a_soudaishou() -> None:
    """Another blue force beside Taka makes the attacker choose; Sugi leads no soudaishou, Tsuru is none."""
    both = {**MATSU, **TAKA, "tsuru": "1307", "sugi": HERE}
    match = compose_field(both)
    assert list_targets(match) == {f"attack {THERE}", f"decisive {THERE}", "attack 1307"}
    refused(match, "decisive 1307", "24-1-1")
    match = compose_field(both)
    assert list_targets(match, "sugi") == {f"attack {THERE}", "attack 1307"}
    refused(match, f"decisive {THERE}", "24-1-1")


@clause("gunyuden", "24-1", "22-1-2", "22-1-5")
@pytest.mark.parametrize(("place", "side"), [("1205", "none"), (THERE, "water")])
def test_a_decisive_battle_too_is_fought_with_a_neighbour_not_across_water(place: str, side: str) -> None:
    units = {**MATSU, **force(place, "taka"), "tsuru": "1307", "kamo": "1308"}
    match = compose_field(units, sides={f"{THERE}-{HERE}": side})
    assert list_targets(match) == {"attack 1307", "attack 1308"}
    refused(match, f"decisive {place}")


@clause("gunyuden", "24-1-2", "24-1-4", "24-2-1")
@pytest.mark.parametrize("stage", [1, 3])
def test_others_in_the_hex_may_join_the_attack_even_out_of_points(stage: int) -> None:
    """Kaede (2) could not act in the third stage. Both have acted afterwards; Hinoki in another hex is not asked."""
    units = {**MATSU, **TAKA, "kaede": HERE, "hinoki": "1208"}
    match = compose_field(units, (1, 1, 6, 1, 1), stage=stage)
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    assert (match.decision.name, match.decision.who) == ("join", "red")
    assert set(match.decision.texts) == {"join kaede", "fight"}
    acts(match, "join kaede")
    if match.decision.name == "join" and match.decision.who == "red":
        match.act("fight")
    assert rolls(match.events)[0]["strength"] == 15 + 3
    assert unit(match, "kaede")["acted"]


@clause("gunyuden", "24-1-2")
def test_a_force_that_has_acted_does_not_join_the_attack() -> None:
    units = {**MATSU, **TAKA, "kaede": {"hex": HERE, "acted": True}, "sugi": HERE}
    match = compose_field(units)
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    assert set(match.decision.texts) == {"join sugi", "fight"}
    refused(match, "join kaede", "24-1-2")


@clause("gunyuden", "24-1-3", "24-1-4", "24-2-1")
def test_others_in_the_hex_may_join_the_defence_even_if_they_have_acted() -> None:
    units = {**MATSU, **TAKA, "tsuru": {"hex": THERE, "acted": True}, "kamo": "1205"}
    match = compose_field(units, (1, 1))
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    assert (match.decision.name, match.decision.who) == ("join", "blue")
    assert set(match.decision.texts) == {"join tsuru", "fight"}
    match.act("join tsuru")
    if match.decision.name == "join":
        match.act("fight")
    assert rolls(match.events)[1]["strength"] == 12 + 3


@clause("gunyuden", "24-1-3")
def test_no_force_has_to_join_a_decisive_battle() -> None:
    match = compose_field({**MATSU, **TAKA, "kaede": HERE, "tsuru": THERE}, (1, 1))
    fight_decisive_battle(match)
    assert [roll["strength"] for roll in rolls(match.events)][:2] == [15, 12]


@clause("gunyuden", "24-1-5")
def test_forces_of_allied_armies_may_join() -> None:
    entries: dict[str, Any] = {}
    units = {**force(HERE, "matsu"), "nezumi": HERE}
    units |= {**force(THERE, "taka"), "sake": THERE}
    match = compose_field(units, (6, 1), **entries)  # 5 on 6 + 1: 1
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    allowed(match, "join nezumi")
    match.act("join nezumi")
    if match.decision.who == "red":
        match.act("fight")
    allowed(match, "join sake")
    match.act("join sake")
    if match.decision.name == "join":
        match.act("fight")
    assert [roll["strength"] for roll in rolls(match.events)][:2] == [5, 5]


KAWA, SOUTH = "0514", "0515"


def compose_at_kawa(extra: dict[str, Any], dice: tuple[int, ...] = (), **entries: Any) -> Any:
    units = {**force(SOUTH, "matsu", *MINE), **force(KAWA, "taka", *THEIRS), **extra, **FAR}
    return compose(units, around=KAWA, radius=4, to_act="red", dice=list(dice), **entries)


@clause("gunyuden", "24-1-6")
def test_garrisons_do_not_take_part_in_a_decisive_battle() -> None:
    extra = {"sagi": {"hex": KAWA, "inside": True}, "tsuru": KAWA}
    match = compose_at_kawa(extra)
    acts(match, "act matsu", "battle", f"decisive {KAWA}", "agree")
    assert set(match.decision.texts) == {"join tsuru", "fight"}
    refused(match, "join sagi")


@clause("gunyuden", "24-1-6", "24-1-1")
def test_a_soudaishou_in_garrison_gives_no_decisive_battle() -> None:
    """G-32: Taka is inside, Tsuru outside in the same hex."""
    units = {**force(SOUTH, "matsu"), "taka": {"hex": KAWA, "inside": True}, "tsuru": KAWA}
    match = compose({**units, "kamo": "0516", **FAR}, around=KAWA, radius=4, to_act="red")
    assert list_targets(match) == {f"attack {KAWA}", "attack 0516"}
    refused(match, f"decisive {KAWA}")


@clause("gunyuden", "24-1-7")
@pytest.mark.parametrize("place", [HERE, THERE])
@pytest.mark.parametrize(("ground", "can"), [("foothills", False), ("marsh", False), ("rough", True)])
def test_there_is_no_decisive_battle_in_foothills_or_marsh(place: str, ground: str, can: bool) -> None:
    match = compose_field({**MATSU, **TAKA, "tsuru": "1307"}, terrain={place: ground})
    assert (f"decisive {THERE}" in list_targets(match)) is can
    if not can:
        refused(match, f"decisive {THERE}", "24-1-7")


@clause("gunyuden", "24-1-8")
def test_beside_a_castle_the_defender_must_agree() -> None:
    match = compose_at_kawa({}, (1, 1))
    acts(match, "act matsu", "battle", f"decisive {KAWA}")
    assert (match.decision.name, match.decision.who) == ("decisive", "blue")
    assert set(match.decision.texts) == {"agree", "refuse"}
    match.act("agree")
    assert [roll["strength"] for roll in rolls(match.events)][:2] == [15, 12]
    match = compose_field({**MATSU, **TAKA}, (1, 1, 1, 1))
    fight_decisive_battle(match)
    assert not of_kind(match.events, "battle_refused")  # without a castle nobody is asked


@clause("gunyuden", "24-1-8", "21-1")
@pytest.mark.parametrize(("owner", "durability", "asked"), [("red", 10, True), ("none", 0, False)])
def test_any_castle_protects_from_a_decisive_battle_but_a_ruin_does_not(
    owner: str, durability: int, asked: bool
) -> None:
    match = compose_at_kawa({}, (1, 1), castles={"kawa": {"owner": owner, "durability": durability}})
    acts(match, "act matsu", "battle", f"decisive {KAWA}")
    assert (match.decision.name == "decisive") is asked
    assert bool(rolls(match.events)) is not asked


@clause("gunyuden", "24-1-8")
def test_a_refused_decisive_battle_may_become_a_skirmish_or_nothing() -> None:
    """G-60: nothing is spent, but the same force cannot ask again in this phase."""
    match = compose_at_kawa({}, (1, 1))
    acts(match, "act matsu", "battle", f"decisive {KAWA}", "refuse")
    assert (match.decision.name, match.decision.who) == ("target", "red")
    assert set(match.decision.texts) == {f"attack {KAWA}", "hold"}
    refused(match, f"decisive {KAWA}", "24-1-8")
    holding = match.fork()
    match.act(f"attack {KAWA}")
    assert [roll["purpose"] for roll in rolls(match.events)][:1] == ["attack"]
    holding.act("hold")
    assert not rolls(holding.events)
    assert "acted" not in unit(holding, "matsu")
    if holding.decision.name == "force":
        holding.act("act matsu")
    allowed(holding, "move")
    holding.act("battle")
    if holding.decision.name == "target":
        assert f"decisive {KAWA}" not in holding.decision.texts
    else:
        assert not of_kind(holding.events, "decisive_battle")


@clause("gunyuden", "24-1-8")
def test_a_refused_decisive_battle_may_be_proposed_again_in_another_phase() -> None:
    """G-60: Taka stands before Kawa and may refuse."""
    match = compose({"matsu": SOUTH, "taka": KAWA}, around=KAWA, radius=3, phase="red")
    acts(match, "act matsu", "battle", f"decisive {KAWA}", "refuse")
    refused(match, f"decisive {KAWA}", "24-1-8")
    match.act("hold")
    if match.decision.name == "action":
        match.act("rest")
    go_to_second_stage(match)
    acts(match, "act matsu", "battle")
    allowed(match, f"decisive {KAWA}")


# --- 24-2 --------------------------------------------------------------------------------------------------------


@clause("gunyuden", "24.0(1)", "24.0(2)", "24.0(3)", "24-2", "24-2-2", "24-2-4")
@as_first("decisive_rule", "field_battle")
def test_both_sides_roll_and_then_lose_together() -> None:
    """15 with 6 + 1 = 7: 3. 12, not yet reduced, with 6 - 1 = 5: 1. Only steps can pay."""
    match = compose_field({**MATSU, **TAKA}, (6, 6, 1))
    events = fight_decisive_battle(match)
    first, second = rolls(events)[:2]
    assert (first["unit"], first["strength"], first["value"]) == ("matsu", 15, 1)
    assert (second["unit"], second["strength"], second["value"]) == ("taka", 12, -1)
    assert list_rounds(events) == [(3, 1)]
    answers = {"red": "kuri", "blue": "suzume"}
    asked = []
    while match.decision.name == "losses":
        asked.append(match.decision.who)
        assert all(text.startswith("lose ") for text in match.decision.texts)
        refused(match, "retreat")
        name = answers[match.decision.who]
        match.act(f"lose {name}" if steps(match, name) else "lose karasu")
    assert sorted(asked) == ["blue", "blue", "blue", "red"]
    assert [steps(match, name) for name in ("kuri", *THEIRS)] == [1, 0, 1, 2]


@clause("gunyuden", "24-2-3")
def test_ground_and_rivers_do_not_modify_a_decisive_battle() -> None:
    hard = {"terrain": {THERE: "rough", HERE: "rough"}, "sides": {f"{THERE}-{HERE}": "river"}}
    match = compose_field({**MATSU, **TAKA}, (1, 1), **hard)
    fight_decisive_battle(match)
    assert [roll["value"] for roll in rolls(match.events)][:2] == [1, -1]


@clause("gunyuden", "24-2-3")
def test_the_lowest_morale_of_all_who_take_part_counts() -> None:
    """Matsu -1 with Kaede at -3, against Taka at -1: -2 and +2 on top of the leaders' 1."""
    units = {**force(HERE, "matsu", *MINE, morale=-1), **force(THERE, "taka", *THEIRS, morale=-1)}
    match = compose_field({**units, "kaede": {"hex": HERE, "morale": -3}}, (1, 1))
    acts(match, "act matsu", "battle", f"decisive {THERE}", "join kaede")
    if match.decision.name == "join":
        match.act("fight")
    assert [roll["value"] for roll in rolls(match.events)][:2] == [1 - 2, -1 + 2]


@clause("gunyuden", "24-2-3")
def test_of_several_commanders_the_best_modifier_may_be_used() -> None:
    """Tai (1) is joined by Sake (2): 4 - 2 against Matsu."""
    units = {**force(HERE, "matsu"), "tai": THERE, "sake": THERE}
    match = compose_field(units, (6, 1))  # 3 on 6 + 2: 1
    acts(match, "act matsu", "battle", f"decisive {THERE}", "join sake")
    if match.decision.name == "join":
        match.act("fight")
    assert [roll["value"] for roll in rolls(match.events)][:2] == [2, -2]


@clause("gunyuden", "24-2-5", "24-2-6", "24.0(4)")
@as_first("decisive_rule", "field_battle")
def test_equal_results_mean_another_round_and_the_greater_loss_retreats() -> None:
    """G-31: 15 on 1 + 1 = 2: 1 and 12 on 3 - 1 = 2: 1. Then 14 on 6 + 1: 3 and 11 on 1 - 1: 0."""
    match = compose_field({**MATSU, **TAKA}, (1, 3, 6, 1, 1))
    fight_decisive_battle(match)
    while match.decision.name == "losses":
        mine, his = "lose kuri", "lose suzume"
        match.act(next(text for text in (mine, his, "lose karasu") if text in match.decision.texts))
    assert list_rounds(match.events) == [(1, 1), (3, 0)]
    second = [roll["strength"] for roll in rolls(match.events)[2:4]]
    assert second == [14, 11]  # counted anew
    assert (match.decision.name, match.decision.who) == ("retreat", "blue")


@clause("gunyuden", "24-2-6")
def test_two_misses_mean_another_round() -> None:
    """G-31: single units, all low dice: 3 on 1 + 1 and on 1 - 1 are nothing."""
    match = compose_field({"matsu": HERE, "taka": THERE}, (1, 1, 2, 2, 4, 1, 1))
    fight_decisive_battle(match)  # third round: 3 on 4 + 1 = 5: 1
    assert list_rounds(match.events) == [(0, 0), (0, 0), (1, 0)]


@clause("gunyuden", "24-2-5", "24-3")
@as_first("decisive_rule", "field_battle")
def test_the_attacker_retreats_when_he_loses_more() -> None:
    """Matsu's morale is -4: 15 on 1 + 1 - 4 = -2: 0; 12 on 6 - 1 + 4 = 9: 4•."""
    units = {**force(HERE, "matsu", *MINE, morale=-4), **TAKA}
    match = compose_field(units, (1, 6, 1))
    fight_decisive_battle(match)
    assert list_rounds(match.events) == [(0, 4)]
    assert (match.decision.name, match.decision.who) == ("losses", "red")
    assert all(text.startswith("fall ") for text in match.decision.texts)  # the bullet
    acts(match, "fall kuri", "lose buna", "lose nara")
    assert rolls(match.events)[2]["dice"] == [1]
    assert (match.decision.name, match.decision.who) == ("retreat", "red")
    assert match.decision.data["unit"] == "matsu"
