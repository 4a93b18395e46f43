"""Section 18-2 as revised: the siege die, garrison limits and incidents (R-3, R-5)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, refused
from tests.clauses.forces import at, castle, end_phases, force, garrison, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose, host
from tests.series import land
from tests.support import clause

pytestmark = only("revised")

KAWA, HARA, YAMA, SHIRO = "0514", "0617", "0505", "2018"
LEADER, SECOND = "sugi", "hinoki"
MATSU = {"matsu": YAMA}

inside = partial(garrison, KAWA)


def roll_siege_die(units: dict[str, Any], dice: list[int], **known: Any) -> Any:
    """Roll the siege die once for Kawa, invested by 12, at the end of the blue phase."""
    low, more = known.pop("low", 0), known.pop("more", {})
    men = host(KAWA, 12, invests=True, morale=low)
    match = compose(
        {**men, **units, **MATSU, **more},
        around=KAWA,
        radius=2,
        phase="blue",
        dice=dice,
        castles={"kawa": known},
    )
    end_phases(match, "offer")
    match.act("hold_out")
    return match


def read_incident(match: Match) -> str:
    (found,) = of_kind(match.events, "incident")
    assert found["castle"] == "kawa"
    return str(found["incident"])


# --- 18-2: the die --------------------------------------------------------------------------------------


@clause("gunyuden_revised", "18-2-1", "QR-SRT")
@pytest.mark.parametrize(("die", "spirit"), [(2, -1), (3, -1), (4, 0), (5, 0), (6, 0)])
def test_two_and_three_cost_morale_and_more_is_nothing(die: int, spirit: int) -> None:
    for units in ({}, inside("suzume")):
        match = roll_siege_die(units, [die])
        (roll,) = rolls(match.events)
        assert (roll["purpose"], roll["dice"], roll["value"], roll["castle"]) == ("siege", [die], 0, "kawa")
        found = morale(match, "suzume") if units else castle(match, "kawa").get("morale", 0)
        assert found == spirit
        assert castle(match, "kawa")["durability"] == 10
        assert not of_kind(match.events, "incident")


@clause("gunyuden_revised", "18-2-1", "QR-SRT", "QR-INC")
def test_a_one_brings_an_incident_with_a_die_of_its_own() -> None:
    match = roll_siege_die({}, [1, 5])
    assert [(roll["purpose"], roll["dice"]) for roll in rolls(match.events)] == [("siege", [1]), ("incident", [5])]
    assert read_incident(match) == "works"


@clause("gunyuden_revised", "18-2-2")
@pytest.mark.parametrize(("die", "spirit"), [(2, -1), (3, -1), (4, 0), (5, 0), (6, 0)])
def test_no_soudaishou_inside_modifies_the_die(die: int, spirit: int) -> None:
    match = roll_siege_die(inside("taka"), [die])
    (roll,) = rolls(match.events)
    assert (roll["value"], roll["total"]) == (0, die)
    assert not [part for part in roll.get("parts", ()) if part["value"]]
    assert morale(match, "taka") == spirit


# --- QR-GL: the limit -----------------------------------------------------------------------------------

RED, BLUE, GREEN = ([row["id"] for row in land.units() if row["army"] == army] for army in ("red", "blue", "green"))


def roll_for_crowded_castle(
    names: list[str], place: str, army: str, besiegers: dict[str, Any], die: int
) -> tuple[Any, dict[str, Any]]:
    units = {**garrison(place, *names), **besiegers}
    match = compose(units, around=place, radius=2, phase=army, dice=[die])
    end_phases(match, "offer")
    (roll,) = rolls(match.act("hold_out"))
    return match, roll


@clause("gunyuden_revised", "QR-GL", "QR-SRT", "18-2-1")
@pytest.mark.parametrize(
    ("place", "army", "limit"), [(HARA, "blue", 5), (KAWA, "blue", 10), (YAMA, "red", 20), (SHIRO, "green", 30)]
)
@pytest.mark.parametrize("over", [False, True])
def test_a_four_costs_morale_only_above_the_limit(place: str, army: str, limit: int, over: bool) -> None:
    """Red and brown in Yama, green and blue in Shiro: all units inside count, of whatever army."""
    pool = {"blue": BLUE, "red": [*RED, "tanuki"], "green": [*GREEN, *BLUE[:13]]}[army]
    names = pool[: limit + over]
    assert len(names) == limit + over
    besiegers: dict[str, Any]
    if army == "red":
        besiegers = host(place, 24, "blue", invests=True)
    else:
        besiegers = host(place, 12 if army == "blue" else 33, "red", invests=True) | {"keyaki": YAMA}
    match, roll = roll_for_crowded_castle(names, place, army, besiegers, 4)
    assert roll["count"] == limit + over
    assert {morale(match, name) for name in names} == ({-1} if over else {0})


@clause("gunyuden_revised", "QR-GL")
def test_reduced_units_count_in_full() -> None:
    units = {**inside(*BLUE[:10]), **inside(BLUE[10], steps=1)}
    match = roll_siege_die(units, [4])
    assert {morale(match, name) for name in units} == {-1}


@clause("gunyuden_revised", "QR-GL", "18-2-1")
@pytest.mark.parametrize(("die", "spirit"), [(2, -1), (3, -1), (5, 0), (6, 0)])
def test_above_the_limit_the_other_dice_are_as_before(die: int, spirit: int) -> None:
    names = BLUE[:11]
    match = roll_siege_die(inside(*names), [die])
    assert {morale(match, name) for name in names} == {spirit}


@clause("gunyuden_revised", "QR-GL")
def test_a_castle_takes_in_more_units_than_its_limit() -> None:
    """Hara's limit is five; a sixth unit may still enter."""
    units = {**garrison(HARA, *BLUE[:5]), BLUE[5]: HARA, **MATSU}
    match = compose(units, around=HARA, radius=2, to_act="blue")
    acts(match, f"act {BLUE[5]}", "move", "enter")
    if match.decision.name == "march":
        match.act("halt")
    assert unit(match, BLUE[5])["inside"]


# --- QR-INC: incidents ----------------------------------------------------------------------------------

# The die, the castle's morale, the besiegers'; what happens; the castle's durability and morale, the besiegers' morale.
ROWS = [
    (1, -4, 0, "traitor", 8, -4, 0),  # -3
    (1, -3, 0, "traitor", 8, -3, 0),  # -2
    (2, -3, 0, "traitor", 9, -3, 0),  # -1
    (1, -2, 0, "traitor", 9, -2, 0),
    (1, -1, 0, "operation", 8, -1, 0),  # 0
    (3, -3, 0, "operation", 8, -3, 0),
    (1, 0, 0, "rumours", 10, -1, 0),
    (2, 0, 0, "rumours", 10, -1, 0),
    (3, 0, 0, "fatigue", 10, -1, 0),
    (4, 0, 0, "fatigue", 10, -1, 0),
    (5, 0, 0, "works", 9, 0, 0),
    (6, 0, 0, "works", 9, 0, 0),
    (6, 0, -1, "besiegers", 10, 0, -2),  # 7
    (6, 0, -3, "besiegers", 10, 0, -4),  # 9
    (1, -1, -1, "rumours", 10, -2, -1),
    (3, -2, -4, "works", 9, -2, -4),
]


@clause("gunyuden_revised", "QR-INC", "18-2-1")
@pytest.mark.parametrize(("die", "spirit", "low", "name", "durability", "after", "theirs"), ROWS)
def test_each_incident_of_an_empty_castle_comes_out_as_printed(
    die: int, spirit: int, low: int, name: str, durability: int, after: int, theirs: int
) -> None:
    """Every traitor who is missing costs a point of durability."""
    match = roll_siege_die({}, [1, die], low=low, morale=spirit)
    roll = rolls(match.events)[1]
    assert (roll["value"], roll["total"]) == (spirit - low, die + spirit - low)
    assert read_incident(match) == name
    found = castle(match, "kawa")
    assert (found["durability"], found.get("morale", 0), morale(match, LEADER)) == (durability, after, theirs)


@clause("gunyuden_revised", "QR-INC")
@pytest.mark.parametrize(("die", "spirit", "low", "name", "durability", "after", "theirs"), ROWS[4:])
def test_each_incident_of_a_garrison_comes_out_as_printed(
    die: int, spirit: int, low: int, name: str, durability: int, after: int, theirs: int
) -> None:
    """Morale of every force inside; the castle's own stays at 0."""
    match = roll_siege_die({**inside("suzume", morale=spirit), **inside("kari")}, [1, die], low=low)
    assert read_incident(match) == name
    found = castle(match, "kawa")
    assert (found["durability"], found.get("morale", 0), morale(match, LEADER)) == (durability, 0, theirs)
    assert (morale(match, "suzume"), morale(match, "kari")) == (after, after - spirit)
    assert [steps(match, name) for name in ("suzume", "kari")] == [2, 2]


@clause("gunyuden_revised", "QR-INC")
def test_the_lowest_morale_of_either_side_counts() -> None:
    second = {"kaede": {"hex": KAWA, "invests": True, "morale": -2}}
    match = roll_siege_die({**inside("suzume", morale=-3), **inside("kari")}, [1, 5], more=second)
    assert rolls(match.events)[1]["value"] == -3 + 2


@clause("gunyuden_revised", "QR-INC")
def test_a_bystander_is_no_besieger() -> None:
    """Kaede, at -4, does not invest: his morale neither counts nor drops."""
    match = roll_siege_die({}, [1, 6], low=-1, more={"kaede": {"hex": KAWA, "morale": -4}})
    assert rolls(match.events)[1]["value"] == 1
    assert read_incident(match) == "besiegers"
    assert (morale(match, LEADER), morale(match, "kaede")) == (-2, -4)


@clause("gunyuden_revised", "QR-INC")
def test_every_investing_force_loses_heart() -> None:
    match = roll_siege_die({}, [1, 6], low=-1, more={"kaede": {"hex": KAWA, "invests": True}})
    assert (morale(match, LEADER), morale(match, "kaede")) == (-2, -1)


@clause("gunyuden_revised", "QR-INC")
def test_below_minus_four_a_besieger_is_gone_and_the_siege_may_end() -> None:
    match = roll_siege_die(inside("suzume", morale=-2), [1, 6], low=-4)
    assert rolls(match.events)[1]["total"] == 8
    assert at(match, LEADER) in ("removed", "dead")
    assert at(match, "ume") == at(match, LEADER)
    assert not castle(match, "kawa").get("besieged")
    assert of_kind(match.events, "investment_ended") == [{"castle": "kawa"}]
    assert morale(match, "suzume") == 0  # 18-3-2


@clause("gunyuden_revised", "QR-INC")
def test_a_siege_goes_on_if_those_who_are_left_suffice() -> None:
    second = force(KAWA, SECOND, "kuri", "buna", "nara", invests=True)
    match = roll_siege_die({}, [1, 6], low=-4, more=second)
    assert at(match, LEADER) in ("removed", "dead")
    assert castle(match, "kawa")["besieged"]
    assert morale(match, SECOND) == -1


# --- traitors -------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "QR-INC")
def test_the_owner_names_the_traitors_one_by_one_and_they_are_killed() -> None:
    match = roll_siege_die(inside("suzume", "kari", "kiji", morale=-3), [1, 1])
    assert read_incident(match) == "traitor"
    assert (match.decision.who, match.decision.name) == ("blue", "traitors")
    assert set(match.decision.texts) == {"traitor suzume", "traitor kari", "traitor kiji"}
    match.act("traitor kari")
    assert set(match.decision.texts) == {"traitor suzume", "traitor kiji"}
    refused(match, "traitor kari")
    match.act("traitor suzume")
    assert [at(match, name) for name in ("suzume", "kari", "kiji")] == ["dead", "dead", KAWA]
    assert (castle(match, "kawa")["durability"], morale(match, "kiji")) == (10, -3)


@clause("gunyuden_revised", "QR-INC")
def test_the_owner_names_the_only_traitor_of_two_units() -> None:
    match = roll_siege_die(inside("suzume", "kari", morale=-3), [1, 2])
    match.act("traitor kari")
    assert [at(match, name) for name in ("suzume", "kari")] == [KAWA, "dead"]
    assert match.decision.name == "force"


@clause("gunyuden_revised", "QR-INC")
@pytest.mark.parametrize(("names", "durability"), [(("suzume",), 9), (("suzume", "kari"), 10)])
def test_with_too_few_units_all_are_traitors_and_the_walls_pay_for_the_rest(
    names: tuple[str, ...], durability: int
) -> None:
    match = roll_siege_die(inside(*names, morale=-3), [1, 1])
    assert [at(match, name) for name in names] == ["dead"] * len(names)
    assert castle(match, "kawa")["durability"] == durability
    assert match.decision.name == "force"
    assert castle(match, "kawa")["owner"] == "blue"


@clause("gunyuden_revised", "QR-INC")
def test_a_soudaishou_among_the_traitors_takes_his_army() -> None:
    """25-2: nobody is left for the second one, which costs the walls a point."""
    match = roll_siege_die({**inside("taka", "suzume", "kari", morale=-3), "tsuru": "1218"}, [1, 1])
    match.act("traitor taka")
    assert [at(match, name) for name in ("taka", "suzume", "kari", "tsuru")] == ["dead", *["removed"] * 3]
    assert (castle(match, "kawa")["owner"], castle(match, "kawa")["durability"]) == ("blue", 9)


@clause("gunyuden_revised", "QR-INC")
def test_the_question_for_traitors_can_be_written_down() -> None:
    match = roll_siege_die(inside("suzume", "kari", "kiji", morale=-3), [1, 1])
    match.act("traitor kari")
    copy = gunki.compose("valley", match.describe())
    assert copy.position.digest() == match.position.digest()
    copy.act("traitor kiji")
    assert [at(copy, name) for name in ("suzume", "kari", "kiji")] == [KAWA, "dead", "dead"]


# --- how a castle falls by an incident ------------------------------------------------------------------


@clause("gunyuden_revised", "QR-INC", "18-2-1")
def test_the_last_durability_goes_by_a_ruse_and_the_garrison_meets_its_fate() -> None:
    """As at Takamatsu: 2 - 2 = 0 takes the last 2. Row 0: 1 - 1 + 2 = 2, the hardliners; the castle is abandoned."""
    units = inside("sagi", "suzume", "kari", "kiji", morale=-2)
    match = roll_siege_die(units, [1, 2, 1], durability=2)
    assert [roll["total"] for roll in rolls(match.events)] == [1, 0, 2]
    assert of_kind(match.events, "castle_fell") == [{"castle": "kawa"}]
    assert (match.decision.who, match.decision.name) == ("blue", "seppuku")
    acts(match, "seppuku kari", "seppuku kiji")
    assert [at(match, name) for name in units] == ["removed", "removed", "dead", "dead"]
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}


@clause("gunyuden_revised", "QR-INC")
@pytest.mark.parametrize(("die", "known"), [(5, {"durability": 1}), (1, {"durability": 2, "morale": -1})])
def test_an_empty_castle_falls_without_another_die(die: int, known: dict[str, int]) -> None:
    match = roll_siege_die({}, [1, die], **known)
    assert of_kind(match.events, "castle_fell") == [{"castle": "kawa"}]
    assert len(rolls(match.events)) == 2
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}


@clause("gunyuden_revised", "QR-INC")
def test_missing_traitors_may_bring_a_castle_down() -> None:
    match = roll_siege_die({}, [1, 1], durability=1, morale=-3)
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}


@clause("gunyuden_revised", "QR-INC", "QR-SRT")
@pytest.mark.parametrize("dice", [[2], [1, 5]])
def test_morale_below_minus_four_gives_the_castle_away_whole(dice: list[int]) -> None:
    """By the siege die, or by rumours: 5 - 4 = 1."""
    match = roll_siege_die({}, dice, morale=-4)
    assert of_kind(match.events, "castle_fell") == [{"castle": "kawa"}]
    assert castle(match, "kawa") == {"owner": "red", "durability": 10}


@clause("gunyuden_revised", "QR-INC", "18-2-1")
def test_a_force_that_rumours_break_surrenders_and_the_others_hold() -> None:
    """6 - 4 = 2."""
    match = roll_siege_die({**inside("sagi"), **inside("suzume", morale=-4)}, [1, 6])
    assert read_incident(match) == "rumours"
    assert at(match, "suzume") == "removed"
    assert morale(match, "sagi") == -1
    assert castle(match, "kawa")["owner"] == "blue"
