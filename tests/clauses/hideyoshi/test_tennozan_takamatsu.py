"""Tennōzan: the siege of Takamatsu."""

from __future__ import annotations

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, castle, force, morale, of_kind, rolls, unit
from tests.clauses.hideyoshi.tennozan_table import (
    HIDENAGA,
    HIDEYOSHI,
    INOUE,
    INSIDE,
    NIWASE,
    SHIMIZU,
    SIEGE,
    TAKAMATSU,
    WEAK,
    call_takamatsu,
    compose,
    finish,
    is_peace_made,
    owner_of,
    roll_purposes,
    start,
)
from tests.support import clause

# --- the start --------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(3)", "35.4-A2(0126)", "35.4-A2(0127)", "35.4-H1(0126)")
def test_takamatsu_is_under_siege() -> None:
    match = start(phase="hashiba")
    found = castle(match, "takamatsu")
    assert (found["owner"], found["durability"], found["besieged"]) == ("mori", 2, True)
    for name in SHIMIZU:
        assert at(match, name) == TAKAMATSU
        assert unit(match, name)["inside"]
        assert morale(match, name) == -2
    assert (at(match, INOUE), unit(match, INOUE)["inside"]) == (NIWASE, True)
    assert unit(match, HIDEYOSHI)["invests"]


@clause("hideyoshi", "35.8(3)", "35.4-H1(0126)")
def test_sixty_two_besiege_takamatsu() -> None:
    """62 strength invest a castle that needs 20; the siege holds while those who leave it leave 20 or more."""
    match = start(phase="hashiba")
    units = match.view(None)["units"]
    values = {row["id"]: row["strength"] for row in match.game.tables["unit"]}
    there = [name for name, found in units.items() if not isinstance(found, str) and found["hex"] == TAKAMATSU]
    besiegers = {name: units[name].get("leader", name) for name in there if name not in SHIMIZU}
    assert sum(values[name] for name in besiegers) == 62
    left, leaders = 62, iter(sorted(set(besiegers.values())))
    while left >= 20:
        assert castle(match, "takamatsu")["besieged"]
        leader = next(leaders)
        acts(match, f"act {leader}", "lift", "rest")
        left -= sum(values[name] for name, his in besiegers.items() if his == leader)
    assert not castle(match, "takamatsu").get("besieged")


# --- golden numbers ---------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(3)", "35.8(3)-4")
@pytest.mark.parametrize(
    ("die", "answer"),
    [
        (1, "no_response"),
        (2, "no_response"),
        (3, "lord_seppuku"),
        (4, "lord_seppuku"),
        (5, "hardliners"),
        (6, "disbands"),
    ],
)
def test_hideyoshis_call_at_the_start(die: int, answer: str) -> None:
    """The die, -1 for Shimizu, +2 for the garrison's morale, in row 2."""
    match = call_takamatsu(die)
    roll = next(roll for roll in rolls(match.events) if roll["purpose"] == "call")
    assert (roll["total"], roll["value"]) == (die + 1, 1)
    assert [data["answer"] for data in of_kind(match.events, "call_answered")] == [answer]
    finish(match)
    assert is_peace_made(match) is (die >= 3)
    assert (owner_of(match, "takamatsu") == "mori") is (die <= 2)


@clause("hideyoshi", "35.8(3)-4")
def test_a_call_may_end_takamatsu_as_in_history() -> None:
    """Shimizu dies, the others go home, the castle is Hashiba's and keeps its durability."""
    match = call_takamatsu(3, "own hashiba")
    assert at(match, SHIMIZU[0]) == "dead"
    assert [at(match, name) for name in (*SHIMIZU[1:], INOUE)] == ["off"] * 4
    assert (castle(match, "takamatsu")["owner"], castle(match, "takamatsu")["durability"]) == ("hashiba", 2)


@clause("hideyoshi", "35.8(3)", "35.8(3)-4")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_the_siege_die_after_the_anti_hashiba_phase(die: int) -> None:
    match = start([die, *[4] * 9], phase="anti_hashiba")
    acts(match, "end", "hold_out")
    finish(match)
    (roll,) = rolls(match.events)
    assert (roll["purpose"], roll["castle"], roll["count"]) == ("siege", "takamatsu", 4)
    assert morale(match, SHIMIZU[0]) == (-3 if die <= 3 else -2)
    assert not is_peace_made(match)


@clause("hideyoshi", "35.8(3)-4", "35.8(3)")
def test_an_incident_can_bring_takamatsu_down() -> None:
    """1, then 2 - 2 = 0: two points of durability, all it has. The fall brings the peace as well."""
    match = start([1, 2, 3, *[4] * 9], phase="anti_hashiba")
    acts(match, "end", "hold_out")
    finish(match)
    assert roll_purposes(match.events)[:3] == ["siege", "incident", "fall"]
    assert rolls(match.events)[1]["total"] == 0
    assert of_kind(match.events, "castle_fell") == [{"castle": "takamatsu"}]
    assert is_peace_made(match)
    assert match.decision.who == "hashiba"


@clause("hideyoshi", "35.8(3)-4")
def test_hunger_can_bring_takamatsu_down() -> None:
    """A garrison at -4 loses its last morale: the castle has nobody left, and is Hashiba's."""
    units = {**force(TAKAMATSU, *SHIMIZU, inside=True, morale=-4), **SIEGE, INOUE: {"hex": NIWASE, **INSIDE}}
    match = compose(units, phase="anti_hashiba", castles=WEAK, dice=[2, 3, 4, 4, 4])
    acts(match, "end", "hold_out")
    finish(match)
    assert is_peace_made(match)
    assert at(match, INOUE) == "off"


@clause("hideyoshi", "35.8(3)-4")
def test_an_accepted_offer_brings_the_peace() -> None:
    match = start([4] * 9, phase="anti_hashiba")
    acts(match, "end", "offer")
    assert (match.decision.name, match.decision.who) == ("accept", "hashiba")
    match.act("accept")
    finish(match)
    assert is_peace_made(match)
    assert owner_of(match, "takamatsu") in ("hashiba", "ukita")


# --- no assault -------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(3)-3")
@pytest.mark.parametrize("leader", [HIDEYOSHI, HIDENAGA, "ukita_tadaie"])
def test_takamatsu_cannot_be_assaulted(leader: str) -> None:
    match = start(phase="hashiba")
    acts(match, f"act {leader}", "siege")
    refused(match, "assault", "35.8(3)-3")
    allowed(match, "call")


@clause("hideyoshi", "35.8(3)-3")
def test_niwase_may_be_assaulted() -> None:
    units = {INOUE: {"hex": NIWASE, **INSIDE}, **force(NIWASE, HIDENAGA, "horio_yoshiharu")}
    match = compose(units, phase="hashiba", dice=[1, 1])
    acts(match, f"act {HIDENAGA}", "siege")
    allowed(match, "assault")
