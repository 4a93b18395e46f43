"""Section 19: who may assault a castle, what modifies the die, what it costs; the Assault Results Table, G-29, G-30."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, besiege, castle, force, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import HOSTS, compose, host
from tests.support import clause

KAWA, HARA = "0514", "0617"  # of level 1 and 0
LEADER = "sugi"
LEADERS = [names.split()[0] for names in HOSTS["red"]]
OTHERS = {"matsu": "0505"}  # a unit that keeps the phase open


def storm(hex_id: str, strength: int, units: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    """Assault a castle with all of a red host; the dice are rolled."""
    men = host(hex_id, strength, morale=entries.pop("low", 0))
    match = compose({**men, **units, **OTHERS}, around=hex_id, radius=2, to_act="red", dice=dice, **entries)
    others = [f"with {name}" for name in LEADERS if name in men and name != LEADER]
    besiege(match, LEADER, *others, "assault")
    return match


def inside(name: str, hex_id: str = KAWA, **entry: Any) -> dict[str, Any]:
    return {name: {"hex": hex_id, "inside": True, **entry}}


def read_result(match: Match) -> tuple[int, int]:
    (found,) = of_kind(match.events, "assault_result")
    return found["dealt"], found["taken"]


# --- 19-1: who ---------------------------------------------------------------------------------------------------


@clause("gunyuden", "19-1", "17-1-1")
@as_first("assault_rule")
def test_only_forces_in_the_castles_hex_may_assault() -> None:
    units = {**host("0513", 12), "kaede": KAWA, **OTHERS}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[6])
    match.act(f"act {LEADER}")
    refused(match, "siege", "17-1-1")
    match.act("rest")
    acts(match, "act kaede", "siege")
    refused(match, f"with {LEADER}")
    match.act("assault")
    assert rolls(match.events)[0]["strength"] == 3  # those next door do not count


@clause("gunyuden", "19-1-1")
@as_first("assault_rule")
def test_several_forces_assault_together_if_none_has_acted() -> None:
    units = {**host(KAWA, 12), "kaede": KAWA, "nara": {"hex": KAWA, "acted": True}, **OTHERS}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[5])
    besiege(match, LEADER)
    allowed(match, "with kaede", "assault")
    refused(match, "with nara")
    acts(match, "with kaede", "assault")  # 5 - 1 = 4 on 11-20: 1/2
    assert rolls(match.events)[0]["strength"] == 15
    assert {"lose kaede", f"lose {LEADER}"} <= set(match.decision.texts)
    assert "lose nara" not in match.decision.texts
    acts(match, "lose kaede", f"lose {LEADER}")
    assert unit(match, "kaede")["acted"]
    refused(match, "act kaede")


@clause("gunyuden", "19-1-1")
@as_first("assault_rule")
def test_forces_of_different_armies_assault_together() -> None:
    units = {"kuma": "1716", "nezumi": "1716", "kitsune": "2211"}
    match = compose(
        units,
        around="1716",
        radius=2,
        phase="red_friends",
        dice=[6],
    )
    besiege(match, "kuma", "with nezumi", "assault")
    assert rolls(match.events)[0]["strength"] == 5


@clause("gunyuden", "19-1-2", "17-1-2")
@pytest.mark.parametrize("invests", [True, False])
@as_first("assault_rule")
def test_investors_and_others_may_assault(invests: bool) -> None:
    match = compose({**host(KAWA, 12, invests=invests), **OTHERS}, around=KAWA, to_act="red", dice=[6])
    besiege(match, LEADER)
    assert ("call" in match.decision.texts) == invests  # and yet both may assault
    match.act("assault")
    assert read_result(match) == (1, 1)  # 6 - 1 = 5 on 11-20


@clause("gunyuden", "19-1-3")
@pytest.mark.parametrize(("strength", "can"), [(5, False), (6, False), (7, True)])
@as_first("assault_rule")
def test_an_assault_takes_more_strength_than_the_garrison_has(strength: int, can: bool) -> None:
    """Ruling G-29: a difference of 1 at least."""
    units = {**host(KAWA, strength), **inside("tsuru"), **inside("sagi"), **OTHERS}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[6])
    match.act(f"act {LEADER}")
    if can:
        acts(match, "siege", "assault")
        assert rolls(match.events)[0]["strength"] == 1
    else:
        if "siege" in match.decision.texts:
            match.act("siege")
            refused(match, "assault", "19-1-3")
        else:
            refused(match, "siege", "19-1-3")


# --- 19-2: the difference ----------------------------------------------------------------------------------------


@clause("gunyuden", "19-2", "19-2-1", "16-1-2")
@as_first("assault_rule")
def test_the_strength_of_everybody_inside_is_subtracted() -> None:
    garrison = {**inside("tsuru"), **inside("sagi", steps=1)}
    match = storm(KAWA, 15, garrison, [5])  # 15 - 3 - 2 = 10; 5 - 1 = 4: 1/2
    (roll,) = rolls(match.events)
    assert (roll["strength"], roll["column"]) == (10, 1)
    assert read_result(match) == (1, 2)


@clause("gunyuden", "19-2-2")
@as_first("assault_rule")
def test_without_garrison_the_assaulting_strength_itself_counts() -> None:
    match = storm(KAWA, 11, {"tsuru": "0511"}, [3])  # 3 - 1 = 2 on 11-20: 1/3
    assert rolls(match.events)[0]["strength"] == 11
    assert read_result(match) == (1, 3)


# --- 19-3: modifiers ---------------------------------------------------------------------------------------------


@clause("gunyuden", "19-3", "19-3-1", "8-1", "8-1-1")
@pytest.mark.parametrize(("name", "hex_id", "level"), [("hara", "0617", 0), ("kawa", "0514", 1), ("oka", "1520", 2)])
@as_first("assault_rule")
def test_the_level_of_the_castle_is_subtracted(name: str, hex_id: str, level: int) -> None:
    entry = {"castles": {name: {"owner": "green"}}}
    match = storm(hex_id, 12, {}, [4], **entry)
    (roll,) = rolls(match.events)
    assert roll["value"] == -level
    assert [(part["clause"], part["value"]) for part in roll["parts"] if part["value"]] == (
        [("19-3-1", -level)] if level else []
    )
    assert read_result(match) == {0: (1, 2), 1: (1, 2), 2: (1, 3)}[level]


@clause("gunyuden", "19-3-2", "16-4-2")
@pytest.mark.parametrize(
    ("own", "theirs", "value"), [(0, -2, 2), (-2, 0, -2), (-1, -1, 0), (-3, -1, -2), (-1, -3, 2), (0, -4, 4)]
)
@as_first("assault_rule")
def test_the_difference_in_morale_counts(own: int, theirs: int, value: int) -> None:
    empty = storm(HARA, 12, {}, [3], low=own, castles={"hara": {"morale": theirs}})
    assert rolls(empty.events)[0]["value"] == value
    held = storm(HARA, 15, inside("tsuru", HARA, morale=theirs), [3], low=own)
    assert rolls(held.events)[0]["value"] == value


@clause("gunyuden", "19-3-2", "16-4-2", "10-4")
@as_first("assault_rule")
def test_the_lowest_morale_on_either_side_counts() -> None:
    """Ruling G-29. The assaulters have 0 and -1, the garrison 0 and -3: +2."""
    units = {
        **host(KAWA, 12),
        "kaede": {"hex": KAWA, "morale": -1},
        **inside("tsuru", morale=-3),
        **inside("sagi"),
        **OTHERS,
    }
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[4])
    besiege(match, LEADER, "with kaede", "assault")
    parts = {part["clause"]: part["value"] for part in rolls(match.events)[0]["parts"]}
    assert parts["19-3-2"] == 2
    assert rolls(match.events)[0]["value"] == 1
    assert (morale(match, "tsuru"), morale(match, "sagi")) == (-3, 0)


@clause("gunyuden", "19-3-3")
@pytest.mark.parametrize(("ground", "value"), [("flat", 0), ("rough", -1), ("foothills", -2), ("marsh", 0)])
@as_first("assault_rule")
def test_the_ground_of_the_castle_modifies_the_assault(ground: str, value: int) -> None:
    match = storm(HARA, 12, {}, [5], terrain={HARA: ground})
    assert rolls(match.events)[0]["value"] == value
    assert read_result(match) == {0: (1, 1), -1: (1, 2), -2: (1, 2)}[value]


@clause("gunyuden", "19-3", "19-3-1", "19-3-2", "19-3-3")
@as_first("assault_rule")
def test_all_modifiers_add_up() -> None:
    match = storm(KAWA, 12, {}, [6], low=-1, castles={"kawa": {"morale": -2}}, terrain={KAWA: "rough"})
    parts = sorted((part["clause"], part["value"]) for part in rolls(match.events)[0]["parts"])
    assert parts == [("19-3-1", -1), ("19-3-2", 1), ("19-3-3", -1)]
    assert rolls(match.events)[0]["value"] == -1


# --- 19-4: what it costs -----------------------------------------------------------------------------------------


@clause("gunyuden", "19-2-3", "19-4", "19-4-1", "19-4-2", "8-2-2")
@as_first("assault_rule")
def test_the_castle_loses_durability_and_the_assaulters_lose_steps() -> None:
    """Ruling G-30: the garrison's own units are never touched. 3 - 1 = 2 on 11-20: 1/3."""
    match = storm(KAWA, 21, inside("tsuru"), [3])
    assert castle(match, "kawa")["durability"] == 9  # before anybody chose his losses
    assert match.decision.who == "red"
    for left in (3, 2, 1):
        assert match.decision.data["count"] == left
        match.act(match.decision.texts[left])
    assert match.decision.name == "force"
    assert sum(2 - steps(match, name) for name in host(KAWA, 21)) == 3
    assert steps(match, "tsuru") == 2


@clause("gunyuden", "19-4-2")
@as_first("assault_rule")
def test_the_attacker_spreads_the_losses_as_he_likes_but_only_over_those_who_took_part() -> None:
    units = {**host(KAWA, 12), "kaede": KAWA, "nara": KAWA, **OTHERS}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[3])
    besiege(match, LEADER, "with kaede", "assault")  # 3 - 1 = 2 on 11-20: 1/3
    refused(match, "lose nara")
    acts(match, "lose kaede", "lose kaede", "lose ume")
    assert at(match, "kaede") == "dead"
    assert (steps(match, "ume"), steps(match, LEADER), steps(match, "nara")) == (1, 2, 2)


@clause("gunyuden", "19-4-3", "25.0")
@as_first("assault_rule")
def test_with_a_mark_one_unit_of_the_owners_choice_must_be_eliminated() -> None:
    """1 on 11-20 is 0/4 with the mark: after a reduced unit fell (1 step) three more are free."""
    units = {**force(HARA, LEADER, "ume", "momo"), "hinoki": HARA, **OTHERS}
    units["kaki"] = {"hex": HARA, "leader": LEADER, "steps": 1}
    match = compose(units, around=HARA, radius=2, to_act="red", dice=[1])
    besiege(match, LEADER, "with hinoki", "assault")
    everybody = {LEADER, "ume", "momo", "kaki", "hinoki"}
    assert set(match.decision.texts) == {f"fall {name}" for name in everybody}
    refused(match, "lose ume")
    match.act("fall kaki")
    assert at(match, "kaki") == "dead"
    assert set(match.decision.texts) == {f"lose {name}" for name in everybody - {"kaki"}}
    acts(match, "lose ume", "lose momo", "lose hinoki")
    assert match.decision.name == "force"
    assert [steps(match, name) for name in ("ume", "momo", "hinoki", LEADER)] == [
        1,
        1,
        1,
        2,
    ]


@clause("gunyuden", "19-4-3")
@as_first("assault_rule")
def test_a_full_unit_that_falls_counts_for_two() -> None:
    match = storm(HARA, 12, {}, [1])  # 0/4 with the mark
    match.act("fall ume")
    assert match.decision.data["count"] == 2
    acts(match, f"lose {LEADER}", f"lose {LEADER}")
    assert [at(match, name) for name in ("ume", LEADER)] == ["dead", "dead"]


@clause("gunyuden", "19.0")
@as_first("assault_rule")
def test_assaults_take_a_castle_in_one_stage_at_a_price() -> None:
    """Two hosts, each 6 - 0 on 11-20 (2/1), bring a castle of durability 4 down."""
    units = {**host(HARA, 39), **OTHERS}
    match = compose(units, around=HARA, to_act="red", dice=[6, 6, 1], castles={"hara": {"durability": 4}})
    besiege(match, LEADER, "assault", f"lose {LEADER}")
    assert castle(match, "hara")["durability"] == 2
    besiege(match, "hinoki", "assault", "lose hinoki")
    if match.decision.name == "captor":
        match.act("captor hinoki")
    assert castle(match, "hara")["owner"] == "none"
    assert [steps(match, name) for name in (LEADER, "hinoki")] == [1, 1]
