"""Sections 23-6, 18-4-2 and 23-7: the counterattack, investing troops under attack, sorties."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, castle, force, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.field import FAR, HERE, THERE
from tests.clauses.gunyuden.table import compose, matsu
from tests.support import clause

KAWA, NORTH = "0514", "0513"


# --- 23-6 --------------------------------------------------------------------------------------------------------


@clause("gunyuden", "23-6")
def test_defenders_who_stay_strike_back_and_those_who_retreat_do_not() -> None:
    attackers, die = matsu(HERE, "1")
    match = compose({**attackers, "hato": THERE, **FAR}, around=THERE, to_act="red", dice=[die, 1])
    attack(match, "matsu", THERE)
    gone = match.fork()
    acts(gone, "retreat", "back 1205", "stay")
    assert [roll["purpose"] for roll in rolls(gone.events)] == ["attack"]
    match.act("lose hato")
    assert [roll["purpose"] for roll in rolls(match.events)] == ["attack", "counterattack"]
    assert rolls(match.events)[1]["strength"] == 2  # after its loss


@clause("gunyuden", "23-6")
@pytest.mark.parametrize("answer", ["counter", "hold"])
def test_with_the_option_ask_the_defender_may_hold(answer: str) -> None:
    units = {"sugi": HERE, "tsuru": THERE, **FAR}
    match = compose(units, around=THERE, to_act="red", dice=[1, 1], options={"counterattack": "ask"})
    attack(match, "sugi", THERE)
    assert (match.decision.name, match.decision.who) == ("counterattack", "blue")
    assert set(match.decision.texts) == {"counter", "hold"}
    match.act(answer)
    assert len(rolls(match.events)) == (2 if answer == "counter" else 1)


@clause("gunyuden", "23-6-1", "23-6-3")
def test_a_counterattack_hits_only_the_force_that_attacked_and_only_its_steps() -> None:
    """Taka's five (15) strike back at Sugi: 6 + 1 = 7: 3 losses. Kaede beside him has nothing to fear."""
    taka = force(THERE, "taka", "suzume", "karasu", "tsubame", "kari")
    units = {**force(HERE, "sugi", "ume"), "kaede": HERE, **taka}
    match = compose(units, around=THERE, to_act="red", dice=[1, 6])
    attack(match, "sugi", THERE)
    for unit_lost in ("ume", "sugi", "ume"):
        assert (match.decision.name, match.decision.who) == ("losses", "red")
        assert set(match.decision.texts) == {"lose sugi", "lose ume"}
        refused(match, "retreat")
        refused(match, "lose kaede")
        match.act(f"lose {unit_lost}")
    assert [steps(match, name) for name in ("sugi", "ume", "kaede")] == [1, 0, 2]
    assert (at(match, "sugi"), morale(match, "sugi")) == (HERE, 0)


@clause("gunyuden", "23-6", "23-3-3")
def test_a_bullet_in_a_counterattack_kills_a_unit_of_the_attackers_choice() -> None:
    """15 strike back with 6 + 1 (leaders 3 against 2) + 1 (morale 0 against -1) = 8: 4•."""
    taka = force(THERE, "taka", "suzume", "karasu", "tsubame", "kari")
    mine = force(HERE, "sugi", "ume", "momo", morale=-1)
    match = compose({**mine, **taka}, around=THERE, to_act="red", dice=[1, 6])
    attack(match, "sugi", THERE)
    assert set(match.decision.texts) == {"fall sugi", "fall ume", "fall momo"}
    acts(match, "fall momo", "lose sugi", "lose ume")
    left = [steps(match, name) for name in ("sugi", "ume", "momo")]
    assert left == [1, 1, 0]


# --- 18-4-2: investing troops are attacked -----------------------------------------------------------------------


def compose_relief(dice: list[int], *, others: bool = False) -> Any:
    """Compose Kawa invested by Kaede (3 + 3 + 3 + 2 = 11), maybe by Hinoki (12) too; Washi attacks from outside."""
    kaede = force(KAWA, "kaede", "ume", "momo", "kaki", invests=True)
    kaede["kaki"]["steps"] = 1
    units = {**kaede, "washi": NORTH}
    if others:
        units |= force(KAWA, "hinoki", "nara", "kashi", "buna", invests=True)
    return compose(units, around=KAWA, radius=3, to_act="blue", dice=dice)


@clause("gunyuden", "18-4-2")
def test_an_investing_force_strikes_back_with_half_its_strength_rounded_up() -> None:
    match = compose_relief([1, 1])
    attack(match, "washi", KAWA)
    assert (match.decision.name, match.decision.who) == ("raise_siege", "red")
    assert not rolls(match.events)  # asked before the dice (G-55)
    events = match.act("hold_siege")
    assert [roll["strength"] for roll in rolls(events)] == [3, 6]
    assert castle(match, "kawa")["besieged"]


@clause("gunyuden", "18-4-2", "18-3-1")
def test_a_force_that_lifts_the_investment_when_attacked_strikes_back_in_full() -> None:
    match = compose_relief([1, 1])
    attack(match, "washi", KAWA)
    events = match.act("raise_siege")
    assert [roll["strength"] for roll in rolls(events)] == [3, 11]
    assert of_kind(events, "investment_ended") == [{"castle": "kawa"}]
    assert "invests" not in unit(match, "kaede")


@clause("gunyuden", "18-4-2", "18-3-1")
def test_one_of_two_investing_forces_may_lift_while_the_other_goes_on() -> None:
    """G-55: Kaede's 11 count as 6, Hinoki's 12 in full; Hinoki is asked for himself. The 11 still suffice."""
    match = compose_relief([1, 1], others=True)
    attack(match, "washi", KAWA)
    answers = {"kaede": "hold_siege", "hinoki": "raise_siege"}
    for _ in range(2):
        assert match.decision.name == "raise_siege"
        match.act(answers[match.decision.data["unit"]])
    assert [roll["strength"] for roll in rolls(match.events)] == [3, 6 + 12]
    assert castle(match, "kawa")["besieged"]


@clause("gunyuden", "18-4-2", "18-3")
def test_losses_that_end_the_investment_do_not_give_the_other_half_back() -> None:
    """3 on 6 is 1 loss: 10 of the 11 are still enough, the 9 of the 10 are not; only raising it in time helps."""
    for reduced, left, ended in (((), 10, False), (("ume",), 9, True)):
        units = force(KAWA, "kaede", "ume", "momo", "kaki", invests=True)
        for name in ("kaki", *reduced):
            units[name]["steps"] = 1
        match = compose({**units, "washi": NORTH}, around=KAWA, radius=3, to_act="blue", dice=[6, 1])
        attack(match, "washi", KAWA)
        acts(match, "hold_siege", "lose momo")
        assert castle(match, "kawa").get("besieged", False) is not ended
        assert [roll["strength"] for roll in rolls(match.events)] == [3, -(-left // 2)]


@clause("gunyuden", "18-4-2", "25.0")
def test_the_rest_of_an_investing_force_strikes_back_with_half() -> None:
    """G-36: Kaede falls, the three he led stand alone; 9 no longer invest, but each counts 2 of his 3."""
    units = force(KAWA, "kaede", "ume", "momo", "kaki", invests=True)
    units["kaede"]["steps"] = 1
    match = compose({**units, "washi": NORTH}, around=KAWA, radius=3, to_act="blue", dice=[6, 1])
    attack(match, "washi", KAWA)
    acts(match, "hold_siege", "lose kaede")
    assert rolls(match.events)[1]["strength"] == 2 + 2 + 2


@clause("gunyuden", "18-4-2", "18-3-1")
def test_an_investor_left_alone_and_too_weak_invests_no_more_and_strikes_back_in_full() -> None:
    """Kaede's 6 want to go on, Hinoki's 12 raise the siege: when the die falls nobody invests."""
    units = force(KAWA, "kaede", "ume", invests=True)
    units |= force(KAWA, "hinoki", "nara", "kashi", "buna", invests=True)
    match = compose({**units, "washi": NORTH}, around=KAWA, radius=3, to_act="blue", dice=[1, 1])
    attack(match, "washi", KAWA)
    answers = {"kaede": "hold_siege", "hinoki": "raise_siege"}
    while match.decision.name == "raise_siege":
        match.act(answers[match.decision.data["unit"]])
    assert rolls(match.events)[1]["strength"] == 6 + 12


# --- 23-7 --------------------------------------------------------------------------------------------------------


def compose_sortie(outside: dict[str, Any], inside: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    """Compose the blue phase with a garrison in Kawa and red troops in the same hex."""
    garrison = {name: {"hex": KAWA, "inside": True, **entry} for name, entry in inside.items()}
    far = {"kiji": "0912"}
    terrain = {"0912": "flat", **entries.pop("terrain", {})}
    units = {**outside, **garrison, **far}
    return compose(units, around=KAWA, radius=3, terrain=terrain, **{"to_act": "blue", "dice": dice, **entries})


KAEDE = force(KAWA, "kaede", "ume", "momo", "kaki")


@clause("gunyuden", "23-7", "23-7-2", "23-7-4")
def test_a_garrison_attacks_with_minus_one_and_is_struck_back_at_with_plus_one() -> None:
    match = compose_sortie(KAEDE, {"sagi": {}}, [1, 1])  # leaders 2 and 2
    first, second = rolls(attack(match, "sagi", KAWA))
    assert (first["strength"], first["value"]) == (3, -1)
    assert (second["strength"], second["value"]) == (12, 1)
    assert unit(match, "sagi")["inside"]


@clause("gunyuden", "23-7-2", "23-7-4", "23-2-1", "23-6-2")
def test_the_penalties_of_a_sortie_come_on_top_of_all_other_modifiers() -> None:
    """Foothills -2/-1, Kaede 2 against Sagi 2, morale 0 against Kaede's -2: +2/-2."""
    outside = force(KAWA, "kaede", morale=-2)
    match = compose_sortie(outside, {"sagi": {}}, [1, 1], terrain={KAWA: "foothills"})
    assert [roll["value"] for roll in rolls(attack(match, "sagi", KAWA))] == [-2 + 2 - 1, -1 - 2 + 1]


@clause("gunyuden", "23-7-3")
def test_an_investing_force_strikes_back_at_a_sortie_in_full() -> None:
    outside = force(KAWA, "kaede", "ume", "momo", "kaki", invests=True)
    match = compose_sortie(outside, {"sagi": {}}, [1, 1])
    attack(match, "sagi", KAWA)
    if match.decision.name == "raise_siege":
        match.act("hold_siege")
    assert [roll["strength"] for roll in rolls(match.events)] == [3, 12]
    assert castle(match, "kawa")["besieged"]


@clause("gunyuden", "23-7", "22-1-2")
def test_a_garrison_attacks_only_in_its_own_hex() -> None:
    """G-19."""
    match = compose_sortie({"sugi": NORTH}, {"sagi": {}}, [])
    match.act("act sagi")
    refused(match, "battle")
    match = compose_sortie({**KAEDE, "sugi": NORTH}, {"sagi": {}}, [1, 1])
    events = attack(match, "sagi", KAWA)
    assert of_kind(events, "attack") == [{"unit": "sagi", "hex": KAWA}]


@clause("gunyuden", "23-7", "22-1")
@pytest.mark.parametrize("place", [KAWA, NORTH])
def test_nobody_attacks_a_garrison_by_field_battle(place: str) -> None:
    """G-19: only by assault."""
    match = compose_sortie(force(place, "kaede", "ume"), {"sagi": {}}, [], to_act="red")
    match.act("act kaede")
    refused(match, "battle")


@clause("gunyuden", "23-7", "23-1-2")
def test_those_inside_are_not_attacked_with_those_outside() -> None:
    outside = {"sugi": NORTH, "tsuru": KAWA, "sagi": {"hex": KAWA, "inside": True}}
    match = compose({**outside, **FAR}, around=KAWA, radius=3, to_act="red", dice=[1, 1])
    events = attack(match, "sugi", KAWA)
    assert [roll["strength"] for roll in rolls(events)] == [3, 3]


@clause("gunyuden", "23-7-1")
@pytest.mark.parametrize(("owner", "expected"), [("blue", (2 - 2 - 1, 2 - 2 + 1)), ("green", (-2 - 1, 2 + 1))])
def test_in_the_castle_of_an_ally_a_garrison_has_no_field_battle_modifier(
    owner: str, expected: tuple[int, int]
) -> None:
    entries: dict[str, Any] = {"castles": {"kawa": {"owner": owner}}}
    match = compose_sortie({"kaede": KAWA}, {"sagi": {}}, [1, 1], **entries)
    found = rolls(attack(match, "sagi", KAWA))
    assert tuple(roll["value"] for roll in found) == expected


@clause("gunyuden", "23-7-1")
def test_in_a_former_enemy_castle_a_garrison_has_no_field_battle_modifier() -> None:
    """G-54: Kawa was Blue's when the game began; red troops in it leave their skill behind."""
    units = {"kaede": {"hex": KAWA, "inside": True}, "sagi": KAWA, **FAR}
    castles = {"kawa": {"owner": "red"}}
    match = compose(units, around=KAWA, radius=3, to_act="red", castles=castles, dice=[1, 1])
    assert [roll["value"] for roll in rolls(attack(match, "kaede", KAWA))] == [-2 - 1, 2 + 1]


@clause("gunyuden", "23-7", "16-1-2", "16-4-2")
def test_several_forces_of_a_garrison_sortie_as_one() -> None:
    """G-19: strengths summed, the modifier of the highest rank (Hato's 0), the lowest morale; both have acted."""
    inside = {"tobi": {"morale": -1}, "hato": {}}
    match = compose_sortie({"kaede": KAWA}, inside, [1, 1])
    acts(match, "act tobi", "battle")
    assert match.decision.name == "sortie"
    assert set(match.decision.texts) == {"join hato", "fight"}
    acts(match, "join hato")
    if match.decision.name == "sortie":
        match.act("fight")
    first, second = rolls(match.events)
    assert (first["strength"], first["value"]) == (6, -2 - 1 - 1)
    assert second["value"] == 2 + 1 + 1
    assert unit(match, "hato")["acted"]
    assert unit(match, "tobi")["acted"]


@clause("gunyuden", "23-7-1", "23-2-1(4)", "23-6-2(3)")
def test_of_equal_ranks_in_a_sortie_the_one_leads_whose_modifier_counts_there() -> None:
    """Numa is Kitsune's (★, 1): the 2 of Usagi (★) do not count in an ally's castle, whichever of them leads."""
    units: dict[str, Any] = {name: {"hex": "2211", "inside": True} for name in ("kitsune", "usagi")}
    units |= {"sake": "2211", "nezumi": "2213"}
    match = compose(units, around="2211", radius=2, phase="red_friends", dice=[1, 1])
    acts(match, "act usagi", "battle", "join kitsune")
    assert [roll["value"] for roll in rolls(match.events)] == [1 - 2 - 1, 2 - 1 + 1]


@clause("gunyuden", "23-7", "23-1-1")
def test_without_joint_sorties_each_force_of_a_garrison_attacks_alone() -> None:
    inside: dict[str, Any] = {"sagi": {}, "tsuru": {}}
    match = compose_sortie({"kaede": KAWA}, inside, [1, 1], options={"joint_sortie": False})
    events = attack(match, "sagi", KAWA)
    assert rolls(events)[0]["strength"] == 3
    assert "acted" not in unit(match, "tsuru")


@clause("gunyuden", "23-7", "12-2-4")
@pytest.mark.parametrize(("stage", "entry"), [(1, {"acted": True}), (3, {})])
def test_a_garrison_force_that_cannot_act_does_not_join(stage: int, entry: dict[str, Any]) -> None:
    """G-19: Sagi (2) has acted, or it is the third stage; Tsuru (3) fights alone and is not asked."""
    inside = {"tsuru": {}, "sagi": entry}
    match = compose_sortie({"kaede": KAWA}, inside, [1, 1], stage=stage)
    events = attack(match, "tsuru", KAWA)
    assert rolls(events)[0]["strength"] == 3


@clause("gunyuden", "23-7", "23-5", "16-3")
def test_a_sortie_may_pursue_out_of_the_castle() -> None:
    """G-19."""
    outside = {"ume": {"hex": KAWA, "morale": -2}}
    match = compose_sortie(outside, {"taka": {}}, [6])  # 6 + 2 - 1 + 2 = 9 on 3-4: 2
    attack(match, "taka", KAWA)
    acts(match, "retreat")
    allowed(match, "back 0513", "back 0515", "back 0413", "back 0613")
    acts(match, "back 0513", "back 0512")
    match.act("pursue 0513")
    assert at(match, "taka") == "0513"
    assert "inside" not in unit(match, "taka")
    assert morale(match, "ume") == -4


@clause("gunyuden", "23-7", "22-1-3")
def test_a_garrison_that_stays_after_a_sortie_is_still_inside() -> None:
    outside = {"ume": {"hex": KAWA, "morale": -2}}
    match = compose_sortie(outside, {"taka": {}}, [6])
    attack(match, "taka", KAWA)
    acts(match, "retreat", "back 0513", "back 0512", "stay")
    assert unit(match, "taka")["inside"]
