"""Section 19 as revised: both sides roll on the one table, and the castle pays point by point (R-4)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, besiege, castle, force, garrison, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose, host, recompose
from tests.support import clause

pytestmark = only("revised")

KAWA, HARA, YAMA = "0514", "0617", "0505"  # of level 1, 0 and 2
NAMES = {KAWA: "kawa", HARA: "hara"}
LEADER, SECOND = "sugi", "hinoki"
MATSU = {"matsu": YAMA}

inside = partial(garrison, KAWA)


def storm(strength: int, units: dict[str, Any], dice: list[int], hex_id: str = KAWA, **entries: Any) -> Any:
    """Assault a castle with all of a red host; both dice are rolled."""
    leader: dict[str, Any] = {"morale": entries.pop("low", 0)}
    if entries.pop("invests", False):
        leader["invests"] = True
    known: dict[str, Any] = {key: entries.pop(key) for key in ("durability", "spirit") if key in entries}
    if "spirit" in known:
        known["morale"] = known.pop("spirit")
    men = host(hex_id, strength, **leader)
    place: dict[str, Any] = {"around": hex_id, "radius": 2, "to_act": "red", "castles": {NAMES[hex_id]: known}}
    match = compose({**men, **units, **MATSU}, dice=dice, **{**place, **entries})
    others = [name for name in (SECOND, "kaede") if name in men]
    besiege(match, LEADER, *[f"with {name}" for name in others], "assault")
    return match


def read_result(match: Match) -> tuple[int, int]:
    (found,) = of_kind(match.events, "assault_result")
    return found["dealt"], found["taken"]


def read_parts(roll: dict[str, Any]) -> dict[str, int]:
    return {part["clause"]: part["value"] for part in roll["parts"] if part["value"]}


# --- 19-2: two dice ------------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "19.0", "19-2", "19-2-1", "19-2-3", "QR-CRT-assault")
def test_a_storm_of_thirty_against_six_behind_a_wall_on_rough_ground() -> None:
    """5 - 1 - 1 = 3 on 25-30: 2 points. 4 + 1 = 5 on 5-8: 1 step. Nobody has lost anything when both are read."""
    match = storm(30, inside("suzume", "kari"), [5, 4], terrain={KAWA: "rough"})
    assault, sally = rolls(match.events)
    assert (assault["purpose"], assault["dice"], assault["strength"], assault["total"]) == ("assault", [5], 30, 3)
    assert (sally["purpose"], sally["dice"], sally["strength"], sally["total"]) == ("sally", [4], 6, 5)
    assert read_result(match) == (2, 1)
    assert not of_kind(match.events, "step_lost")
    assert castle(match, "kawa")["durability"] == 10
    assert (match.decision.who, match.decision.name) == ("blue", "breach")
    assert set(match.decision.texts) == {"wall", "lose suzume", "lose kari"}


@clause("gunyuden_revised", "19-2-1", "19-4-2", "19-4")
def test_the_castle_pays_first_but_strikes_with_all_it_had() -> None:
    """24 on 6 - 1 = 5: 3 points kill Suzume and hurt Kari; both had struck: 6 with 6 + 1 on 5-8 is 1."""
    match = storm(24, inside("suzume", "kari"), [6, 6])
    assert read_result(match) == (3, 1)
    acts(match, "lose suzume", "lose suzume", "lose kari")
    assert (at(match, "suzume"), steps(match, "kari")) == ("dead", 1)
    assert (match.decision.who, match.decision.name) == ("red", "losses")
    match.act("lose ume")
    assert steps(match, "ume") == 1
    assert match.decision.name == "force"
    assert castle(match, "kawa")["durability"] == 10


@clause("gunyuden_revised", "19-2-2", "19-4-1")
@pytest.mark.parametrize(("die", "taken"), [(4, 0), (5, 1), (6, 1)])
def test_an_empty_castle_strikes_too_and_only_its_walls_suffer(die: int, taken: int) -> None:
    """12 on 5 - 1 = 4: 1. The castle on 0-2: 4 + 1 is nothing, 5 + 1 is 1. Nobody is asked about the walls."""
    match = storm(12, {}, [5, die])
    assert rolls(match.events)[1]["strength"] == 0
    assert read_result(match) == (1, taken)
    assert castle(match, "kawa")["durability"] == 9
    assert match.decision.name == ("losses" if taken else "force")


@clause("gunyuden_revised", "QR-CRT")
@pytest.mark.parametrize(
    ("strength", "die", "spirit", "low", "dealt"),
    [
        (10, 5, 0, 0, 1),
        (50, 3, 0, 0, 4),
        (42, 5, 0, 0, 5),
        (24, 6, -1, 0, 4),
        (4, 4, 0, 0, 0),
        (2, 5, 0, 0, 0),
        (2, 6, 0, 0, 1),
        (3, 4, 0, 0, 0),
        (3, 5, 0, 0, 1),
        (18, 1, 0, 0, 0),
        (19, 1, 0, 0, 1),
        (40, 1, 0, -4, 0),
        (51, 1, 0, -4, 1),
        (51, 6, -4, 0, 12),
    ],
)
def test_the_one_table_as_an_assault_on_a_castle_without_level_reads_it(
    strength: int, die: int, spirit: int, low: int, dealt: int
) -> None:
    """Below -2 and above 9 the first and last rows hold: 1 - 4 and 6 + 4."""
    match = storm(strength, {}, [die, 1], HARA, durability=10, spirit=spirit, low=low)
    assert read_result(match)[0] == dealt


@clause("gunyuden_revised", "QR-CRT")
def test_a_strength_of_one_needs_a_six() -> None:
    for die, dealt in ((5, 0), (6, 1)):
        units = {"nezumi": {"hex": HARA, "steps": 1}, **MATSU}
        match = compose(units, around=HARA, radius=2, phase="red_friends", dice=[die, 1])
        besiege(match, "nezumi", "assault")
        assert rolls(match.events)[0]["strength"] == 1
        assert read_result(match) == (dealt, 0)


# --- 19-1-3 --------------------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "19-1-3")
def test_the_weaker_side_may_assault() -> None:
    """3 against 12. By the option it is forbidden, as first printed."""
    units = {"nara": KAWA, **inside("sagi", "suzume", "kari", "kiji"), **MATSU}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[6, 1])
    besiege(match, "nara")
    allowed(match, "assault")
    match.act("assault")
    assert [roll["strength"] for roll in rolls(match.events)] == [3, 12]
    match = compose(units, around=KAWA, radius=2, to_act="red", options={"assault_rule": "first edition"})
    match.act("act nara")
    refused(match, "siege", "19-1-3")


# --- 19-3: modifiers -----------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "19-3-1")
@pytest.mark.parametrize(
    ("hex_id", "leader", "army", "level"),
    [(HARA, LEADER, "red", 0), (KAWA, LEADER, "red", 1), (YAMA, "washi", "blue", 2)],
)
def test_the_level_helps_the_castle_both_ways(hex_id: str, leader: str, army: str, level: int) -> None:
    units: dict[str, Any] = {**host(hex_id, 12, army), "taka": "1218", "keyaki": "1706"}
    match = compose(units, around=hex_id, radius=2, to_act=army, dice=[3, 3])
    besiege(match, leader, "assault")
    first, second = rolls(match.events)
    assert (first["value"], second["value"]) == (-level, level)
    assert read_parts(first) == ({"19-3-1": -level} if level else {})
    assert read_parts(second) == ({"19-3-1": level} if level else {})


@clause("gunyuden_revised", "19-3-2")
@pytest.mark.parametrize(("own", "theirs"), [(0, -3), (-3, 0), (-2, -2), (-1, -2)])
def test_the_difference_in_morale_helps_one_and_hurts_the_other(own: int, theirs: int) -> None:
    for units, known in (({}, {"spirit": theirs}), (inside("suzume", morale=theirs), {})):
        match = storm(12, units, [3, 3], HARA if not units else KAWA, low=own, **known)
        level = 1 if units else 0
        first, second = rolls(match.events)
        assert (first["value"], second["value"]) == (own - theirs - level, theirs - own + level)
        assert read_parts(first).get("19-3-2", 0) == own - theirs
        assert read_parts(second).get("19-3-2", 0) == theirs - own


@clause("gunyuden_revised", "19-3-2")
def test_the_lowest_of_several_forces_counts_on_either_side() -> None:
    units: dict[str, Any] = {**host(KAWA, 12, morale=-1), "kaede": {"hex": KAWA, "morale": -2}}
    units |= {**inside("suzume"), **inside("kari", morale=-4), **MATSU}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[3, 3])
    besiege(match, LEADER, "with kaede", "assault")
    assert [read_parts(roll)["19-3-2"] for roll in rolls(match.events)] == [2, -2]


@clause("gunyuden_revised", "19-3-2")
def test_the_morale_of_a_bystander_does_not_count_in_an_assault() -> None:
    match = storm(12, {"kaede": {"hex": KAWA, "morale": -4}}, [3, 3])
    assert [roll["strength"] for roll in rolls(match.events)] == [12, 0]
    assert all("19-3-2" not in read_parts(roll) for roll in rolls(match.events))


@clause("gunyuden_revised", "19-3-3", "QR-CRT-assault")
@pytest.mark.parametrize(("ground", "value"), [("flat", 0), ("rough", -1), ("foothills", -2), ("marsh", 0)])
def test_the_ground_hinders_the_assaulters_alone(ground: str, value: int) -> None:
    match = storm(12, {}, [3, 3], HARA, terrain={HARA: ground})
    first, second = rolls(match.events)
    assert (first["value"], second["value"]) == (value, 0)
    assert read_parts(first) == ({"19-3-3": value} if value else {})


@clause("gunyuden_revised", "QR-CRT-assault")
def test_field_battle_modifiers_and_rivers_play_no_part() -> None:
    """Matsu has 4, Taka inside 3; he came over a river."""
    units = {**force(KAWA, "matsu", "kuri", "buna"), **inside("taka"), "kaede": YAMA}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[3, 3], sides={"0513-0514": "river"})
    besiege(match, "matsu", "assault")
    assert [read_parts(roll) for roll in rolls(match.events)] == [{"19-3-1": -1}, {"19-3-1": 1}]


# --- 19-4: losses --------------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "19-4-1")
def test_the_owner_chooses_for_every_point_anew() -> None:
    """24 on 6 + 1 - 1 = 6: 3."""
    match = storm(24, inside("suzume", "kari", morale=-1), [6, 1])
    assert read_result(match) == (3, 0)
    assert match.decision.data["count"] == 3
    match.act("wall")
    assert (castle(match, "kawa")["durability"], match.decision.data["count"]) == (9, 2)
    match.act("lose kari")
    assert set(match.decision.texts) == {"wall", "lose suzume", "lose kari"}
    match.act("wall")
    assert castle(match, "kawa")["durability"] == 8
    assert (steps(match, "suzume"), steps(match, "kari")) == (2, 1)
    assert match.decision.name == "force"


@clause("gunyuden_revised", "19-4-1")
def test_the_breach_can_be_written_down_in_the_middle() -> None:
    match = storm(24, inside("suzume", "kari"), [6, 6])
    match.act("wall")
    copy = recompose(match)
    assert copy.position.digest() == match.position.digest()
    for played in (match, copy):
        acts(played, "lose kari", "wall", "lose ume")
    assert copy.position.digest() == match.position.digest()


@clause("gunyuden_revised", "19-4-1")
def test_a_friend_inside_may_pay_too_as_the_owner_of_the_castle_says() -> None:
    match = storm(24, {**inside("suzume"), **inside("hamo")}, [6, 1])
    assert match.decision.who == "blue"
    assert set(match.decision.texts) == {"wall", "lose suzume", "lose hamo"}
    refused(match, "fall hamo", "19-4-3")
    assert {bar.what for bar in match.why_not("fall hamo")} == {"no_bullet"}
    refused(match, "lose sugi", "19-4-1")


@clause("gunyuden_revised", "19-4-1", "19-4")
def test_at_durability_zero_only_steps_are_left_and_the_castle_falls_when_all_is_paid() -> None:
    """3 points: the last of the walls, then two steps of the garrison; then the red pay; then row 0: 6 surrenders."""
    match = storm(24, inside("suzume", "kari"), [6, 6, 6], durability=1)
    match.act("wall")
    assert castle(match, "kawa")["durability"] == 0
    assert set(match.decision.texts) == {"lose suzume", "lose kari"}
    refused(match, "wall")
    acts(match, "lose kari", "lose suzume")
    assert not of_kind(match.events, "castle_fell")
    assert (match.decision.who, match.decision.name) == ("red", "losses")
    match.act("lose ume")
    kinds = [event.kind for event in match.events]
    assert kinds.index("castle_fell") > max(n for n, kind in enumerate(kinds) if kind == "step_lost")
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}
    assert [at(match, name) for name in ("suzume", "kari")] == ["removed"] * 2


@clause("gunyuden_revised", "19-4-1")
def test_when_the_garrison_is_gone_the_walls_pay_the_rest() -> None:
    """3 points: both steps of Suzume, and a point of the walls without a question."""
    match = storm(24, inside("suzume"), [6, 1])
    acts(match, "lose suzume", "lose suzume")
    assert at(match, "suzume") == "dead"
    assert castle(match, "kawa")["durability"] == 9
    assert castle(match, "kawa")["owner"] == "blue"
    assert match.decision.name == "force"


@clause("gunyuden_revised", "19-4-1")
def test_losses_that_nobody_can_pay_are_lost() -> None:
    """51 on 6 + 3 = 9: 12 points for a castle with one point and one man of one step. Everybody dies: nobody is asked
    about that, nor which of two assailants profits from nobody.
    """
    units = inside("suzume", steps=1, morale=-4)
    match = storm(51, units, [6, 1], durability=1)
    assert read_result(match)[0] == 12
    assert match.decision.name == "force"
    assert at(match, "suzume") == "dead"
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}
    assert len(rolls(match.events)) == 2  # nobody is left whose fate a die could tell


@clause("gunyuden_revised", "19-4-3", "QR-CRT-star", "19-4-1")
def test_with_the_mark_the_castle_first_loses_a_unit() -> None:
    """42 on 6 - 1 = 5: 5 with the mark. A whole man who falls is 2 of them."""
    match = storm(42, inside("suzume", "kari"), [6, 1])
    assert read_result(match)[0] == 5
    assert (match.decision.who, match.decision.name) == ("blue", "breach")
    assert set(match.decision.texts) == {"fall suzume", "fall kari"}
    refused(match, "wall", "19-4-3")
    match.act("fall kari")
    assert (at(match, "kari"), match.decision.data["count"]) == ("dead", 3)
    assert set(match.decision.texts) == {"wall", "lose suzume"}
    acts(match, "wall", "wall", "wall")
    assert (castle(match, "kawa")["durability"], steps(match, "suzume")) == (7, 2)


@clause("gunyuden_revised", "19-4-3", "QR-CRT-star")
def test_a_reduced_unit_that_falls_counts_for_one() -> None:
    match = storm(42, {**inside("suzume"), **inside("kari", steps=1)}, [6, 1])
    match.act("fall kari")
    assert match.decision.data["count"] == 4


@clause("gunyuden_revised", "19-4-3", "19-4-1")
def test_the_mark_means_nothing_to_an_empty_castle() -> None:
    match = storm(42, {}, [5, 1], HARA)
    assert read_result(match)[0] == 5
    assert castle(match, "hara")["durability"] == 5
    assert match.decision.name == "force"


@clause("gunyuden_revised", "19-4-3", "19-4-2", "QR-CRT-star")
def test_with_the_mark_the_assaulters_too_first_lose_a_unit() -> None:
    """Eight inside: 24 on 6 + 1 = 7 is 4 with the mark."""
    men = inside("suzume", "kari", "kiji", "mozu", "uzura", "hibari", "tsubame", "karasu")
    match = storm(12, men, [1, 6])
    assert read_result(match) == (0, 4)
    assert (match.decision.who, match.decision.name) == ("red", "losses")
    assert set(match.decision.texts) == {f"fall {name}" for name in (LEADER, "ume", "momo", "kaki")}
    acts(match, "fall ume", "lose momo", f"lose {LEADER}")
    assert [steps(match, name) for name in ("ume", "momo", LEADER, "kaki")] == [0, 1, 1, 2]
    assert match.decision.name == "force"


@clause("gunyuden_revised", "19-4-2")
def test_only_those_who_assault_pay() -> None:
    match = storm(12, {"kaede": KAWA}, [6, 6])
    assert match.decision.name == "losses"
    assert "lose kaede" not in match.decision.texts
    refused(match, "lose kaede")
    refused(match, "retreat")


@clause("gunyuden_revised", "19.0", "19-4")
def test_everybody_who_assaulted_has_acted() -> None:
    match = storm(30, {"kaede": KAWA}, [6, 1])
    assert unit(match, LEADER)["acted"]
    assert unit(match, SECOND)["acted"]
    assert "acted" not in unit(match, "kaede")


# --- what an assault ends ------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "19-4-2")
@pytest.mark.parametrize(("loss", "holds"), [([LEADER, "ume"], True), ([LEADER, LEADER], False)])
def test_losses_of_the_assaulters_may_end_their_investment(loss: list[str], holds: bool) -> None:
    """12 inside on 6 + 1 = 7: 2. Two reduced units leave 10, a dead one 9, which is too few."""
    men = inside("suzume", "kari", "kiji", "mozu", morale=0)
    match = storm(12, men, [1, 6], invests=True)
    assert read_result(match) == (0, 2)
    events = acts(match, *[f"lose {name}" for name in loss])
    assert bool(castle(match, "kawa").get("besieged")) is holds
    assert bool(of_kind(events, "investment_ended")) is not holds


@clause("gunyuden_revised", "19-4-2", "19-4-1")
def test_a_castle_at_durability_zero_is_not_relieved_by_the_losses_of_its_assaulters() -> None:
    """1 point takes the walls; 2 steps of the 12; the garrison at -1 gets no morale back before the die on row 0."""
    men = inside("suzume", "kari", "kiji", "mozu", morale=-1)
    match = storm(12, men, [5, 6, 6], invests=True, durability=1)  # 5 - 1 + 1 on 9-12: 1; 6 + 1 - 1 on 9-12: 2
    assert read_result(match) == (1, 2)
    acts(match, "wall", "lose ume", "lose ume")
    assert not of_kind(match.events, "investment_ended")
    assert rolls(match.events)[2]["value"] == 1
    assert [at(match, name) for name in men] == ["removed"] * 4


@clause("gunyuden_revised", "19-4", "19-4-1")
def test_a_castle_falls_though_none_of_its_assaulters_lives() -> None:
    """2 on 6: 1 point takes the last of the walls; the empty castle on 6 kills Kaede, who had one step."""
    units = {**force(HARA, "kaede", steps=1), **MATSU}
    match = compose(units, around=HARA, radius=2, to_act="red", dice=[6, 6], castles={"hara": {"durability": 1}})
    besiege(match, "kaede", "assault")
    assert read_result(match) == (1, 1)
    assert at(match, "kaede") == "dead"
    assert castle(match, "hara") == {"owner": "none", "durability": 0}


@clause("gunyuden_revised", "19-4-2", "19-4")
def test_the_last_of_a_garrison_may_die_and_the_castle_stand() -> None:
    """4 - 1 + 2 = 5 on 19-24: 3. It keeps its owner; its own morale is 0."""
    match = storm(24, inside("suzume", steps=1, morale=-2), [4, 1], invests=True)
    match.act("lose suzume")
    assert at(match, "suzume") == "dead"
    found = castle(match, "kawa")
    assert (found["owner"], found["durability"], found.get("morale", 0)) == ("blue", 8, 0)
    assert found["besieged"]


@clause("gunyuden_revised", "19-4-1", "19-4-3")
def test_a_soudaishou_who_falls_in_the_breach_takes_his_army_and_the_walls_pay_the_rest() -> None:
    """25-2: 5 with the mark; Taka falls for 2, Suzume goes with him, 3 are left for the walls."""
    match = storm(42, {**inside("taka", "suzume"), "tsuru": "1218"}, [6, 1])
    match.act("fall taka")
    assert [at(match, name) for name in ("taka", "suzume", "tsuru")] == ["dead", "removed", "removed"]
    assert (castle(match, "kawa")["owner"], castle(match, "kawa")["durability"]) == ("blue", 7)
    assert match.decision.name != "breach"


@clause("gunyuden_revised", "19-4-2", "19-4")
def test_a_castle_falls_though_the_soudaishou_before_it_dies_with_his_army() -> None:
    """25-2: Matsu, reduced, on 6 takes the last of Hara's walls; the empty castle on 6 kills him."""
    units = {"matsu": {"hex": HARA, "steps": 1}, "yanagi": YAMA, "kuma": "1513"}
    match = compose(units, around=HARA, radius=2, to_act="red", dice=[6, 6], castles={"hara": {"durability": 1}})
    besiege(match, "matsu", "assault")
    assert (at(match, "matsu"), at(match, "yanagi")) == ("dead", "removed")
    assert castle(match, "hara") == {"owner": "none", "durability": 0}


# --- the option ----------------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "19-2", "19.0")
def test_by_the_option_one_die_decides_as_first_printed() -> None:
    """6 - 1 = 5 on 21-30 of the table as first printed: 2/1."""
    match = storm(24, {}, [6], options={"assault_rule": "first edition"})
    assert len(rolls(match.events)) == 1
    assert read_result(match) == (2, 1)
    assert castle(match, "kawa")["durability"] == 8
    both = storm(24, {}, [6, 1], options={"assault_rule": "both sides roll"})
    assert len(rolls(both.events)) == 2
    assert read_result(both) == (3, 0)
    assert morale(both, LEADER) == 0
