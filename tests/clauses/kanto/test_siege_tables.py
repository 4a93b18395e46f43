"""The tables of sieges: assaults cell by cell, the siege die, the answers to a call for surrender."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.forces import besiege, castle, of_kind, rolls
from tests.clauses.kanto.table import HOSTS, compose, host
from tests.support import clause

KAIZU, TOISHI = "0514", "0617"  # of level 1 and 0
LEADER = "kakizaki_kageie"
LEADERS = [names.split()[0] for names in HOSTS["uesugi"]]
OTHERS = {"uesugi_kenshin": "0505"}  # a unit that keeps the phase open

# dealt/taken, * where a unit must fall; rows -1 to 6, columns 1-5, 6-10, 11-20, 21-30, 31-40, 41-50, 51+
TABLE = """
0/8* 0/7* 0/6* 0/5* 0/4* 0/3  1/2
0/7  0/6  0/5  0/4  1/3  1/2  1/1
0/6* 0/5* 0/4* 1/3  1/2  1/2  1/1
0/5  0/4  1/3  1/2  1/2  1/1  1/1
0/4* 0/3  1/2  1/2  1/1  1/1  2/1
1/3  1/2  1/2  1/1  1/1  2/1  2/0
1/2  1/2  1/1  2/1  2/1  2/0  3/0
1/2  2/1  2/1  2/1  3/0  3/0  4/0
"""
CELLS = [
    (column, row - 1, cell)
    for row, line in enumerate(TABLE.split("\n")[1:-1])
    for column, cell in enumerate(line.split())
]
STRENGTHS = [(2, 5), (6, 10), (11, 20), (21, 30), (31, 40), (41, 50), (51, 51)]


def storm_castle(hex_id: str, strength: int, units: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    """Assault a castle with all of a Uesugi host; the dice are rolled."""
    men = host(hex_id, strength, morale=entries.pop("low", 0))
    match = compose({**men, **units, **OTHERS}, around=hex_id, radius=2, to_act="uesugi", dice=dice, **entries)
    others = [f"with {name}" for name in LEADERS if name in men and name != LEADER]
    besiege(match, LEADER, *others, "assault")
    return match


def read_result(match: Match) -> tuple[int, int]:
    (found,) = of_kind(match.events, "assault_result")
    return found["dealt"], found["taken"]


@clause("kanto", "QR-ART", "19-2-3", "19-2-2", "19-4", "19-4-1")
@pytest.mark.parametrize(("column", "row", "cell"), CELLS)
def test_every_cell_of_the_assault_results_table(column: int, row: int, cell: str) -> None:
    """A level 0 castle without garrison; where the die must be below 1, the host's morale makes it so."""
    low = min(0, row - 1)
    dealt, taken = (int(part) for part in cell.rstrip("*").split("/"))
    for strength in STRENGTHS[column]:
        match = storm_castle(TOISHI, strength, {}, [max(1, row)], low=low)
        (roll,) = rolls(match.events)
        assert (roll["strength"], roll["column"], roll["dice"][0] + roll["value"]) == (strength, column, row)
        assert read_result(match) == (dealt, taken)
        assert castle(match, "toishi")["durability"] == 10 - dealt
        everybody = taken >= sum(entry.get("steps", 2) for entry in host(TOISHI, strength).values())
        if taken and not everybody:
            assert match.decision.name == "losses"
            verbs = {text.split()[0] for text in match.decision.texts}
            assert verbs == ({"fall"} if cell.endswith("*") else {"lose"})


@clause("kanto", "QR-ART")
@pytest.mark.parametrize(("die", "low", "row"), [(1, -4, -3), (6, 0, 6)])
def test_the_first_and_last_rows_have_no_end(die: int, low: int, row: int) -> None:
    match = storm_castle(TOISHI, 12, {}, [die], low=low)
    assert rolls(match.events)[0]["value"] == row - die
    assert read_result(match) == ((0, 6) if row < 0 else (2, 1))
    match = storm_castle(TOISHI, 12, {}, [6], castles={"toishi": {"morale": -3}})  # 6 + 3 = 9
    assert read_result(match) == (2, 1)


@clause("kanto", "QR-SRT", "18-2-1")
def test_each_siege_die_has_its_printed_result() -> None:
    """Ruling G-20: 4 and more have no effect."""
    game = gunki.game("kanto")
    setup = game.setup("heaven_and_earth")
    found = [game.lookup(setup, "siege", (str(die),))["result"] for die in range(1, 8)]
    assert found == ["morale", "durability", "durability", "none", "none", "none", "none"]


# durability: the lowest modified die that opens the gates, the lowest that brings surrender
THRESHOLDS = {
    **dict.fromkeys((10, 9, 8), (9, 99)),
    **dict.fromkeys((7, 6), (8, 10)),
    5: (7, 10),
    4: (6, 9),
    3: (5, 9),
    2: (5, 8),
    1: (4, 8),
}


@clause("kanto", "QR-CST", "20-2", "20-3")
@pytest.mark.parametrize("durability", range(1, 11))
def test_each_die_of_a_call_has_its_printed_answer(durability: int) -> None:
    """Modified dice from 1 to 10; the castle's low morale makes the high ones."""
    gates, surrender = THRESHOLDS[durability]
    for value in {gates - 1, gates, min(surrender, 10) - 1, min(surrender, 10), 10}:
        die = min(6, value)
        known = {"durability": durability, **({"morale": die - value} if die < value else {})}
        units = {**host(KAIZU, 15, invests=True), **OTHERS}
        match = compose(units, around=KAIZU, radius=2, to_act="uesugi", dice=[die], castles={"kaizu": known})
        (told,) = of_kind(besiege(match, LEADER, "call"), "call_answered")
        answer = told["answer"]
        expected = "surrender" if value >= surrender else "opens_the_gates" if value >= gates else "rejected"
        assert (value, answer) == (value, expected)
        (roll,) = rolls(match.events)
        assert roll["dice"][0] + roll["value"] == value
        assert castle(match, "kaizu")["owner"] == ("takeda" if answer == "rejected" else "uesugi")
