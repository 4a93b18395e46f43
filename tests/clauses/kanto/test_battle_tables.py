"""The Field Battle Results Table cell by cell, and its list of modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import attack, force, of_kind, rolls
from tests.clauses.kanto.table import compose
from tests.support import clause

HERE, THERE = "1207", "1206"  # the attacker stands south of the defender

COLUMNS = [(1, 2), (3, 4), (5, 6), (7, 9), (10, 12), (13, 16), (17, 20), (21, 25), (26, 30), (31, 36), (37, 42)]
COLUMNS += [(43, 49), (50, 53)]
# One line for each die from -2 or lower to 9 or higher; "." is an empty cell, "!" stands for the bullet.
TABLE = """
 .  .  .  .  .  .  .  .  .  .  .  1  1
 .  .  .  .  .  .  .  .  1  1  1  1  2
 .  .  .  .  .  .  1  1  1  1  1  2  3
 .  .  .  .  .  1  1  1  1  2  2  3  3
 .  .  .  .  1  1  1  1  2  2  3  3  4!
 .  .  .  1  1  1  1  2  2  3  3  4! 4
 .  .  1  1  1  1  2  2  3  3  4! 4  5!
 .  1  1  1  1  2  2  3  3  4! 4  5! 5
 1  1  1  1  2  2  3  3  4! 4  5! 6  6!
 1  1  1  2  2  3  3  4! 5  5! 6  7! 8
 1  1  2  2  3  4! 4! 5  6! 7  7! 8  9!
 1  2  2  3  4! 5  5  6! 7  8! 9  9! 10
"""
CELLS = [line.split() for line in TABLE.strip().splitlines()]

# Lords without a field battle modifier, allied against the Uesugi in the third scenario; the Houjou have 2, others 3.
TWOS = [
    "hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka", "hojo_yasunari", "hojo_ujitada",
    "hojo_tsunafusa", "naito_yamato", "matsuda_yasunaga", "shimizu_yasuhide", "haga_tsunayoshi", "tame_nagamune",
    "tominaga_masaie", "ueda_tomonao", "daidoji_masashige", "ise_sadakazu", "hara_tanesada", "kushima_yorisue",
    "toyama_naokage", "nasu_suketane", "otawara_tsunakiyo", "narita_nagayasu",
]  # fmt: skip
THREES = ["takeda_nobukado", "hara_masatane", "anayama_nobukimi"]


def compose_stack(strength: int, morale: int) -> dict[str, Any]:
    """Return single units with this total strength in one hex."""
    left, found = strength, {}
    for name in TWOS + THREES:
        full = 3 if name in THREES else 2
        if left >= full:
            found[name] = {"hex": THERE, "morale": morale} if morale else THERE
            left -= full
        elif left == full - 1:
            found[name] = {"hex": THERE, "steps": 1, "morale": morale} if morale else {"hex": THERE, "steps": 1}
            left = 0
    assert left == 0
    return found


def compose_attacked(strength: int, difference: int) -> Any:
    """Return a match in which one weak lord attacks a stack in vain; `difference` is that of morale."""
    sano: dict[str, Any] = {"hex": HERE, "steps": 1}
    if difference > 0:
        sano["morale"] = -difference
    units = {"sano_masatsuna": sano, **compose_stack(strength, min(difference, 0))}
    ground: dict[str, Any] = {"terrain": {HERE: "flat", THERE: "flat"}, "sides": {f"{THERE}-{HERE}": "none"}}
    match = compose(units, scenario="conquest_of_kanto", phase="uesugi_warlords", dice="typed", **ground)
    attack(match, "sano_masatsuna", THERE)
    match.act("roll 1")
    return match


def check_cell(waiting: Any, strength: int, die: int, difference: int) -> None:
    """Assert that the stack's roll of this die has the printed column, modifier and cell."""
    events = waiting.fork().act(f"roll {die}")
    (roll,), (result,) = rolls(events), of_kind(events, "battle_result")
    assert (roll["strength"], roll["value"]) == (strength, difference)
    column = next(index for index, (low, high) in enumerate(COLUMNS) if low <= strength <= high)
    printed = CELLS[min(max(die + difference, -2), 9) + 2][column]
    expected = (0 if printed == "." else int(printed.rstrip("!")), printed.endswith("!"))
    assert (result["count"], result["fatal"]) == expected, (strength, die + difference)


@clause("kanto", "QR-FBT", "23-2", "2-3(2)")
@pytest.mark.parametrize("column", range(13))
def test_every_cell_of_the_field_battle_results_table(column: int) -> None:
    """The weakest force of a column on every line, with the dice 1 to 6 and, through morale, -2 to 0 and 7 to 9."""
    strength = COLUMNS[column][0]
    waiting = compose_attacked(strength, 0)
    for die in range(1, 7):
        check_cell(waiting, strength, die, 0)
    for difference in (1, 2, 3):
        check_cell(compose_attacked(strength, difference), strength, 6, difference)
        check_cell(compose_attacked(strength, -difference), strength, 1, -difference)


@clause("kanto", "QR-FBT")
@pytest.mark.parametrize("column", range(12))
def test_the_strongest_force_of_a_column_is_not_yet_in_the_next(column: int) -> None:
    strength = COLUMNS[column][1]
    waiting = compose_attacked(strength, 0)
    for die in range(1, 7):
        check_cell(waiting, strength, die, 0)


@clause("kanto", "QR-FBT")
@pytest.mark.parametrize(("die", "difference", "count"), [(1, -4, 1), (6, 4, 9)])
def test_dice_beyond_the_table_use_its_first_and_last_row(die: int, difference: int, count: int) -> None:
    """G-52: 1 - 4 = -3 is read as -2 or lower, 6 + 4 = 10 as 9 or higher."""
    events = compose_attacked(46, difference).act(f"roll {die}")
    assert of_kind(events, "battle_result")[0]["count"] == count


# --- modifiers ---------------------------------------------------------------------------------------------------


@clause("kanto", "QR-FBT-mod", "23-2-1")
def test_a_roll_names_each_modifier_with_its_clause() -> None:
    units = {**force(HERE, "uesugi_kenshin"), **force(THERE, "anayama_nobukimi", morale=-1)}
    hard: dict[str, Any] = {"terrain": {THERE: "rough"}, "sides": {f"{THERE}-{HERE}": "river"}}
    match = compose(units, around=THERE, radius=2, to_act="uesugi", dice=[1, 1], **hard)
    parts = {part["clause"]: part["value"] for part in rolls(attack(match, "uesugi_kenshin", THERE))[0]["parts"]}
    assert parts == {"23-2-1(1)": -1, "23-2-1(3)": -2, "23-2-1(4)": 4, "23-2-1(5)": 1}
