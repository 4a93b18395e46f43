"""The Field Battle Results Table cell by cell, the battle columns of the Terrain Effects Chart, all modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import attack, compose, force, of_kind, rolls
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


def stack(strength: int, morale: int) -> dict[str, Any]:
    """Single units of that strength together, all in one hex."""
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


def attacked(strength: int, difference: int) -> Any:
    """A stack that is attacked in vain by one weak lord, before its own die; `difference` is that of morale."""
    sano: dict[str, Any] = {"hex": HERE, "steps": 1}
    if difference > 0:
        sano["morale"] = -difference
    units = {"sano_masatsuna": sano, **stack(strength, min(difference, 0))}
    ground: dict[str, Any] = {"terrain": {HERE: "flat", THERE: "flat"}, "sides": {f"{THERE}-{HERE}": "none"}}
    match = compose(units, scenario="conquest_of_kanto", phase="uesugi_warlords", dice="typed", **ground)
    attack(match, "sano_masatsuna", THERE)
    match.act("roll 1")
    return match


def check(waiting: Any, strength: int, die: int, difference: int) -> None:
    """The stack rolls this die: the column, the modifier and the cell are as printed."""
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
    waiting = attacked(strength, 0)
    for die in range(1, 7):
        check(waiting, strength, die, 0)
    for difference in (1, 2, 3):
        check(attacked(strength, difference), strength, 6, difference)
        check(attacked(strength, -difference), strength, 1, -difference)


@clause("kanto", "QR-FBT")
@pytest.mark.parametrize("column", range(12))
def test_the_strongest_force_of_a_column_is_not_yet_in_the_next(column: int) -> None:
    strength = COLUMNS[column][1]
    waiting = attacked(strength, 0)
    for die in range(1, 7):
        check(waiting, strength, die, 0)


@clause("kanto", "QR-FBT")
@pytest.mark.parametrize(("die", "difference", "count"), [(1, -4, 1), (6, 4, 9)])
def test_dice_beyond_the_table_use_its_first_and_last_row(die: int, difference: int, count: int) -> None:
    """G-52: 1 - 4 = -3 is read as -2 or lower, 6 + 4 = 10 as 9 or higher."""
    events = attacked(46, difference).act(f"roll {die}")
    assert of_kind(events, "battle_result")[0]["count"] == count


# --- modifiers ---------------------------------------------------------------------------------------------------

KAKIZAKI = force(HERE, "kakizaki_kageie")  # 3-2-3
BABA = force(THERE, "baba_nobuharu")  # 3-2-3: no difference between the leaders


def values(units: dict[str, Any], **entries: Any) -> tuple[int, int]:
    """The sums of the modifiers of the attack and of the counterattack; both dice miss."""
    match = compose(units, around=THERE, radius=2, to_act="uesugi", dice=[1, 1], **entries)
    events = attack(match, next(iter(units)), THERE)
    found = rolls(events)
    assert [roll["purpose"] for roll in found] == ["attack", "counterattack"]
    return found[0]["value"], found[1]["value"]


@clause("kanto", "QR-TEC", "QR-FBT-mod", "23-2-1(1)", "23-2-1(2)", "23-6-2(1)", "2-1-2")
@pytest.mark.parametrize(
    ("ground", "expected"), [("flat", (0, 0)), ("rough", (-1, 0)), ("foothills", (-2, -1)), ("marsh", (-1, -1))]
)
def test_the_ground_under_the_defender_hinders_attack_and_counterattack(ground: str, expected: tuple[int, int]) -> None:
    """G-13, G-49: both columns speak of the hex of the one who was attacked; rough counts for the attack alone."""
    assert values({**KAKIZAKI, **BABA}, terrain={THERE: ground}) == expected


@clause("kanto", "23-2-1(1)", "23-2-1(2)", "23-6-2(1)")
@pytest.mark.parametrize("ground", ["rough", "foothills", "marsh"])
def test_the_ground_under_the_attacker_does_not_matter(ground: str) -> None:
    """G-13: in the counterattack the defending force is still the one that was attacked."""
    assert values({**KAKIZAKI, **BABA}, terrain={HERE: ground}) == (0, 0)


@clause("kanto", "23-2-1(3)", "23-6-2(2)", "QR-TEC")
@pytest.mark.parametrize("side", ["river", "bridge"])
def test_a_river_between_costs_two_each_way_even_with_a_bridge(side: str) -> None:
    """G-16: a bridge helps to move, never to fight."""
    assert values({**KAKIZAKI, **BABA}, sides={f"{THERE}-{HERE}": side}) == (-2, -2)


@clause("kanto", "23-2-1", "23-6-2")
def test_all_modifiers_add_up() -> None:
    """Foothills -2/-1, river -2/-2, Kenshin 4 against Anayama 0: +4/-4, morale -1 against -3: +2/-2."""
    units = {**force(HERE, "uesugi_kenshin", morale=-1), **force(THERE, "anayama_nobukimi", morale=-3)}
    hard = {"terrain": {THERE: "foothills"}, "sides": {f"{THERE}-{HERE}": "river"}}
    assert values(units, **hard) == (-2 - 2 + 4 + 2, -1 - 2 - 4 - 2)


@clause("kanto", "23-2-1(4)", "23-6-2(3)", "2-2-1(3)")
@pytest.mark.parametrize(
    ("attacker", "defender", "difference"),
    [
        ("murakami_yoshikiyo", "anayama_nobukimi", 3),
        ("yasuda_akimoto", "takeda_shingen", -2),
        ("murakami_yoshikiyo", "saigusa_moritomo", 2),
    ],
)
def test_the_better_leader_gains_whoever_rolls(attacker: str, defender: str, difference: int) -> None:
    """G-12: own modifier minus the enemy's, for the attack and for the counterattack."""
    assert values({attacker: HERE, defender: THERE}) == (difference, -difference)


@clause("kanto", "23-2-1(4)", "23-6-2(3)", "9-2-5")
def test_only_the_leader_of_a_force_counts_not_whom_he_leads() -> None:
    """Murakami (3) under Naoe (2), Yamagata (2) under Shingen (3)."""
    units = {
        **force(HERE, "naoe_sanetsuna", "murakami_yoshikiyo"),
        **force(THERE, "takeda_shingen", "yamagata_masakage"),
    }
    match = compose(units, around=THERE, radius=2, to_act="uesugi", dice=[1, 1])
    assert [roll["value"] for roll in rolls(attack(match, "naoe_sanetsuna", THERE))] == [-1, 1]


@clause("kanto", "23-2-1(4)", "23-6-2(3)")
def test_several_defenders_use_the_modifier_of_their_highest_rank() -> None:
    """Anayama (★, 0) outranks Sanada Yukitaka (no star, 2): 2 - 0 = +2."""
    assert values({**KAKIZAKI, "sanada_yukitaka": THERE, "anayama_nobukimi": THERE}) == (2, -2)


@clause("kanto", "23-2-1(4)", "23-6-2(3)")
def test_among_equal_ranks_the_defender_takes_the_best_modifier() -> None:
    """G-14: Anayama (★, 0) and Baba (★, 2): Baba's 2 against Kakizaki's 2."""
    assert values({**KAKIZAKI, "anayama_nobukimi": THERE, "baba_nobuharu": THERE}) == (0, 0)


@clause("kanto", "23-2-1(5)", "23-6-2(4)", "10-2(3)")
@pytest.mark.parametrize(("mine", "theirs", "difference"), [(-3, 0, -3), (0, -2, 2), (-1, -4, 3), (-2, -2, 0)])
def test_the_difference_of_morale_is_added_or_subtracted(mine: int, theirs: int, difference: int) -> None:
    units = {"kakizaki_kageie": {"hex": HERE, "morale": mine}, "baba_nobuharu": {"hex": THERE, "morale": theirs}}
    assert values(units) == (difference, -difference)


@clause("kanto", "23-2-1(5)", "23-6-2(4)")
def test_several_defenders_use_their_lowest_morale() -> None:
    units = {**KAKIZAKI, **BABA, **force(THERE, "naito_masatoyo", morale=-3)}
    assert values(units) == (3, -3)


@clause("kanto", "23-1-2", "23-2-1(4)", "23-2-1(5)")
def test_a_force_that_is_spared_lends_neither_modifier_nor_morale() -> None:
    """G-14: Shingen (★★, 3, morale -2) is spared; Saigusa (1) stands alone against Kakizaki (2)."""
    units = {**KAKIZAKI, **force(THERE, "takeda_shingen", morale=-2), "saigusa_moritomo": THERE}
    match = compose(units, around=THERE, radius=2, to_act="uesugi", dice=[1, 1])
    match.act("act kakizaki_kageie")
    match.act("battle")
    assert set(match.decision.texts) == {"spare takeda_shingen", "spare saigusa_moritomo", "fight"}
    match.act("spare takeda_shingen")
    events = match.events
    if match.decision.name == "defenders":
        match.act("fight")
        events = match.events
    found = rolls(events)
    assert [(roll["value"], roll["strength"]) for roll in found] == [(1, 3), (-1, 3)]


@clause("kanto", "2-2-1(5)", "23-2", "23-6")
def test_a_reduced_unit_fights_with_its_weaker_side_and_keeps_the_rest() -> None:
    """G-51: 3 becomes 2; Kenshin's modifier of 4 stays."""
    units = {"uesugi_kenshin": {"hex": HERE, "steps": 1}, "anayama_nobukimi": {"hex": THERE, "steps": 1}}
    match = compose(units, around=THERE, radius=2, to_act="uesugi", dice=[1, 1])
    found = rolls(attack(match, "uesugi_kenshin", THERE))
    assert [(roll["strength"], roll["value"]) for roll in found] == [(2, 4), (2, -4)]


@clause("kanto", "QR-FBT-mod", "23-2-1")
def test_a_roll_names_each_modifier_with_its_clause() -> None:
    units = {**force(HERE, "uesugi_kenshin"), **force(THERE, "anayama_nobukimi", morale=-1)}
    hard: dict[str, Any] = {"terrain": {THERE: "rough"}, "sides": {f"{THERE}-{HERE}": "river"}}
    match = compose(units, around=THERE, radius=2, to_act="uesugi", dice=[1, 1], **hard)
    parts = {part["clause"]: part["value"] for part in rolls(attack(match, "uesugi_kenshin", THERE))[0]["parts"]}
    assert parts == {"23-2-1(1)": -1, "23-2-1(3)": -2, "23-2-1(4)": 4, "23-2-1(5)": 1}
