"""Section 19: who may assault a castle, what modifies the die, what it costs; the Assault Results Table, G-29, G-30."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    HOSTS,
    acts,
    allowed,
    at,
    besiege,
    castle,
    compose,
    force,
    host,
    morale,
    of_kind,
    refused,
    rolls,
    steps,
    unit,
)
from tests.support import clause

KAIZU, TOISHI, SAKADO, MINOWA = "0514", "0617", "1706", "1718"  # of level 1, 0, 0 and 2
LEADER = "kakizaki_kageie"
LEADERS = [names.split()[0] for names in HOSTS["uesugi"]]
OTHERS = {"uesugi_kenshin": "0505"}  # somebody who keeps the phase open

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


def storm(hex_id: str, strength: int, units: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    """A Uesugi host before a castle, everybody of it in the assault, the dice rolled."""
    men = host(hex_id, strength, morale=entries.pop("low", 0))
    match = compose({**men, **units, **OTHERS}, around=hex_id, radius=2, to_act="uesugi", dice=dice, **entries)
    others = [f"with {name}" for name in LEADERS if name in men and name != LEADER]
    besiege(match, LEADER, *others, "assault")
    return match


def inside(name: str, hex_id: str = KAIZU, **entry: Any) -> dict[str, Any]:
    return {name: {"hex": hex_id, "inside": True, **entry}}


def result(match: Any) -> tuple[int, int]:
    (found,) = of_kind(match.events, "assault_result")
    return found["dealt"], found["taken"]


@clause("kanto", "QR-ART", "19-2-3", "19-2-2", "19-4", "19-4-1")
@pytest.mark.parametrize(("column", "row", "cell"), CELLS)
def test_every_cell_of_the_assault_results_table(column: int, row: int, cell: str) -> None:
    """A level 0 castle without garrison; where the die must be below 1, the host's morale makes it so."""
    low = min(0, row - 1)
    dealt, taken = (int(part) for part in cell.rstrip("*").split("/"))
    for strength in STRENGTHS[column]:
        match = storm(TOISHI, strength, {}, [max(1, row)], low=low)
        (roll,) = rolls(match.events)
        assert (roll["strength"], roll["column"], roll["dice"][0] + roll["value"]) == (strength, column, row)
        assert result(match) == (dealt, taken)
        assert castle(match, "toishi")["durability"] == 10 - dealt
        everybody = taken >= sum(entry.get("steps", 2) for entry in host(TOISHI, strength).values())
        if taken and not everybody:
            assert match.decision.name == "losses"
            verbs = {text.split()[0] for text in match.decision.texts}
            assert verbs == ({"fall"} if cell.endswith("*") else {"lose"})


@clause("kanto", "QR-ART")
@pytest.mark.parametrize(("die", "low", "row"), [(1, -4, -3), (6, 0, 6)])
def test_the_first_and_last_rows_have_no_end(die: int, low: int, row: int) -> None:
    match = storm(TOISHI, 12, {}, [die], low=low)
    assert rolls(match.events)[0]["value"] == row - die
    assert result(match) == ((0, 6) if row < 0 else (2, 1))
    match = storm(TOISHI, 12, {}, [6], castles={"toishi": {"morale": -3}})  # 6 + 3 = 9
    assert result(match) == (2, 1)


# --- 19-1: who ---------------------------------------------------------------------------------------------------


@clause("kanto", "19-1", "17-1-1")
def test_only_forces_in_the_castles_hex_may_assault() -> None:
    units = {**host("0513", 12), "naoe_sanetsuna": KAIZU, **OTHERS}
    match = compose(units, around=KAIZU, radius=2, to_act="uesugi", dice=[6])
    match.act(f"act {LEADER}")
    refused(match, "siege", "17-1-1")
    match.act("rest")
    acts(match, "act naoe_sanetsuna", "siege")
    refused(match, f"with {LEADER}")
    match.act("assault")
    assert rolls(match.events)[0]["strength"] == 3  # those next door do not count


@clause("kanto", "19-1-1")
def test_several_forces_assault_together_if_none_has_acted() -> None:
    units = {**host(KAIZU, 12), "naoe_sanetsuna": KAIZU, "usami_sadayuki": {"hex": KAIZU, "acted": True}, **OTHERS}
    match = compose(units, around=KAIZU, radius=2, to_act="uesugi", dice=[5])
    besiege(match, LEADER)
    allowed(match, "with naoe_sanetsuna", "assault")
    refused(match, "with usami_sadayuki")
    acts(match, "with naoe_sanetsuna", "assault")  # 5 - 1 = 4 on 11-20: 1/2
    assert rolls(match.events)[0]["strength"] == 15
    assert {"lose naoe_sanetsuna", f"lose {LEADER}"} <= set(match.decision.texts)
    assert "lose usami_sadayuki" not in match.decision.texts
    acts(match, "lose naoe_sanetsuna", f"lose {LEADER}")
    assert unit(match, "naoe_sanetsuna")["acted"]
    refused(match, "act naoe_sanetsuna")


@clause("kanto", "19-1-1")
def test_forces_of_different_armies_assault_together() -> None:
    units = {"nagano_narimasa": "2223", "annaka_tadamasa": "2223", "ota_sukemasa": "3025"}
    match = compose(
        units,
        scenario="kenshin_crosses_the_mountains",
        around="2223",
        radius=2,
        phase="uesugi_warlords",
        dice=[6],
    )
    besiege(match, "nagano_narimasa", "with annaka_tadamasa", "assault")
    assert rolls(match.events)[0]["strength"] == 5


@clause("kanto", "19-1-2", "17-1-2")
@pytest.mark.parametrize("invests", [True, False])
def test_investors_and_others_may_assault(invests: bool) -> None:
    match = compose({**host(KAIZU, 12, invests=invests), **OTHERS}, around=KAIZU, to_act="uesugi", dice=[6])
    besiege(match, LEADER)
    assert ("call" in match.decision.texts) == invests  # and yet both may assault
    match.act("assault")
    assert result(match) == (1, 1)  # 6 - 1 = 5 on 11-20


@clause("kanto", "19-1-3")
@pytest.mark.parametrize(("strength", "can"), [(5, False), (6, False), (7, True)])
def test_an_assault_takes_more_strength_than_the_garrison_has(strength: int, can: bool) -> None:
    """Ruling G-29: a difference of 1 at least."""
    units = {**host(KAIZU, strength), **inside("baba_nobuharu"), **inside("kosaka_masanobu"), **OTHERS}
    match = compose(units, around=KAIZU, radius=2, to_act="uesugi", dice=[6])
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


@clause("kanto", "19-2", "19-2-1", "16-1-2")
def test_the_strength_of_everybody_inside_is_subtracted() -> None:
    garrison = {**inside("baba_nobuharu"), **inside("kosaka_masanobu", steps=1)}
    match = storm(KAIZU, 15, garrison, [5])  # 15 - 3 - 2 = 10; 5 - 1 = 4: 1/2
    (roll,) = rolls(match.events)
    assert (roll["strength"], roll["column"]) == (10, 1)
    assert result(match) == (1, 2)


@clause("kanto", "19-2-2")
def test_without_garrison_the_assaulting_strength_itself_counts() -> None:
    match = storm(KAIZU, 11, {"baba_nobuharu": "0511"}, [3])  # 3 - 1 = 2 on 11-20: 1/3
    assert rolls(match.events)[0]["strength"] == 11
    assert result(match) == (1, 3)


# --- 19-3: modifiers ---------------------------------------------------------------------------------------------


@clause("kanto", "19-3", "19-3-1", "8-1", "8-1-1")
@pytest.mark.parametrize(("name", "hex_id", "level"), [("tsukui", "2332", 0), ("edo", "3130", 1), ("oshi", "2522", 2)])
def test_the_level_of_the_castle_is_subtracted(name: str, hex_id: str, level: int) -> None:
    entry = {"scenario": "kenshin_crosses_the_mountains", "castles": {name: {"owner": "hojo"}}}
    match = storm(hex_id, 12, {}, [4], **entry)
    (roll,) = rolls(match.events)
    assert roll["value"] == -level
    assert [(part["clause"], part["value"]) for part in roll["parts"] if part["value"]] == (
        [("19-3-1", -level)] if level else []
    )
    assert result(match) == {0: (1, 2), 1: (1, 2), 2: (1, 3)}[level]


@clause("kanto", "19-3-2", "16-4-2")
@pytest.mark.parametrize(
    ("own", "theirs", "value"), [(0, -2, 2), (-2, 0, -2), (-1, -1, 0), (-3, -1, -2), (-1, -3, 2), (0, -4, 4)]
)
def test_the_difference_in_morale_counts(own: int, theirs: int, value: int) -> None:
    empty = storm(TOISHI, 12, {}, [3], low=own, castles={"toishi": {"morale": theirs}})
    assert rolls(empty.events)[0]["value"] == value
    held = storm(TOISHI, 15, inside("baba_nobuharu", TOISHI, morale=theirs), [3], low=own)
    assert rolls(held.events)[0]["value"] == value


@clause("kanto", "19-3-2", "16-4-2", "10-4")
def test_the_lowest_morale_on_either_side_counts() -> None:
    """Ruling G-29. The assaulters have 0 and -1, the garrison 0 and -3: +2."""
    units = {
        **host(KAIZU, 12),
        "naoe_sanetsuna": {"hex": KAIZU, "morale": -1},
        **inside("baba_nobuharu", morale=-3),
        **inside("kosaka_masanobu"),
        **OTHERS,
    }
    match = compose(units, around=KAIZU, radius=2, to_act="uesugi", dice=[4])
    besiege(match, LEADER, "with naoe_sanetsuna", "assault")
    parts = {part["clause"]: part["value"] for part in rolls(match.events)[0]["parts"]}
    assert parts["19-3-2"] == 2
    assert rolls(match.events)[0]["value"] == 1
    assert (morale(match, "baba_nobuharu"), morale(match, "kosaka_masanobu")) == (-3, 0)


@clause("kanto", "19-3-3", "QR-TEC")
@pytest.mark.parametrize(("ground", "value"), [("flat", 0), ("rough", -1), ("foothills", -2), ("marsh", 0)])
def test_the_ground_of_the_castle_modifies_the_assault(ground: str, value: int) -> None:
    match = storm(TOISHI, 12, {}, [5], terrain={TOISHI: ground})
    assert rolls(match.events)[0]["value"] == value
    assert result(match) == {0: (1, 1), -1: (1, 2), -2: (1, 2)}[value]


@clause("kanto", "19-3", "19-3-1", "19-3-2", "19-3-3")
def test_all_modifiers_add_up() -> None:
    match = storm(KAIZU, 12, {}, [6], low=-1, castles={"kaizu": {"morale": -2}}, terrain={KAIZU: "rough"})
    parts = sorted((part["clause"], part["value"]) for part in rolls(match.events)[0]["parts"])
    assert parts == [("19-3-1", -1), ("19-3-2", 1), ("19-3-3", -1)]
    assert rolls(match.events)[0]["value"] == -1


# --- 19-4: what it costs -----------------------------------------------------------------------------------------


@clause("kanto", "19-4", "19-4-1", "19-4-2", "8-2-2")
def test_the_castle_loses_durability_and_the_assaulters_lose_steps() -> None:
    """Ruling G-30: the garrison's own units are never touched. 3 - 1 = 2 on 11-20: 1/3."""
    match = storm(KAIZU, 21, inside("baba_nobuharu"), [3])
    assert castle(match, "kaizu")["durability"] == 9  # before anybody chose his losses
    assert match.decision.who == "uesugi"
    for left in (3, 2, 1):
        assert match.decision.data["count"] == left
        match.act(match.decision.texts[left])
    assert match.decision.name == "force"
    assert sum(2 - steps(match, name) for name in host(KAIZU, 21)) == 3
    assert steps(match, "baba_nobuharu") == 2


@clause("kanto", "19-4-2")
def test_the_attacker_spreads_the_losses_as_he_likes_but_only_over_those_who_took_part() -> None:
    units = {**host(KAIZU, 12), "naoe_sanetsuna": KAIZU, "usami_sadayuki": KAIZU, **OTHERS}
    match = compose(units, around=KAIZU, radius=2, to_act="uesugi", dice=[3])
    besiege(match, LEADER, "with naoe_sanetsuna", "assault")  # 3 - 1 = 2 on 11-20: 1/3
    refused(match, "lose usami_sadayuki")
    acts(match, "lose naoe_sanetsuna", "lose naoe_sanetsuna", "lose yasuda_akimoto")
    assert at(match, "naoe_sanetsuna") == "dead"
    assert (steps(match, "yasuda_akimoto"), steps(match, LEADER), steps(match, "usami_sadayuki")) == (1, 2, 2)


@clause("kanto", "19-4-3", "25.0")
def test_with_a_mark_one_unit_of_the_owners_choice_must_be_eliminated() -> None:
    """1 on 11-20 is 0/4 with the mark: after a reduced unit fell (1 step) three more are free."""
    units = {**force(TOISHI, LEADER, "yasuda_akimoto", "yoshie_kagesuke"), "nagao_masakage": TOISHI, **OTHERS}
    units["nagao_kagenobu"] = {"hex": TOISHI, "leader": LEADER, "steps": 1}
    match = compose(units, around=TOISHI, radius=2, to_act="uesugi", dice=[1])
    besiege(match, LEADER, "with nagao_masakage", "assault")
    everybody = {LEADER, "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", "nagao_masakage"}
    assert set(match.decision.texts) == {f"fall {name}" for name in everybody}
    refused(match, "lose yasuda_akimoto")
    match.act("fall nagao_kagenobu")
    assert at(match, "nagao_kagenobu") == "dead"
    assert set(match.decision.texts) == {f"lose {name}" for name in everybody - {"nagao_kagenobu"}}
    acts(match, "lose yasuda_akimoto", "lose yoshie_kagesuke", "lose nagao_masakage")
    assert match.decision.name == "force"
    assert [steps(match, name) for name in ("yasuda_akimoto", "yoshie_kagesuke", "nagao_masakage", LEADER)] == [
        1,
        1,
        1,
        2,
    ]


@clause("kanto", "19-4-3")
def test_a_full_unit_that_falls_counts_for_two() -> None:
    match = storm(TOISHI, 12, {}, [1])  # 0/4 with the mark
    match.act("fall yasuda_akimoto")
    assert match.decision.data["count"] == 2
    acts(match, f"lose {LEADER}", f"lose {LEADER}")
    assert [at(match, name) for name in ("yasuda_akimoto", LEADER)] == ["dead", "dead"]


@clause("kanto", "19.0")
def test_assaults_take_a_castle_in_one_stage_at_a_price() -> None:
    """Two hosts, each 6 - 0 on 11-20 (2/1), bring a castle of durability 4 down."""
    units = {**host(TOISHI, 39), **OTHERS}
    match = compose(units, around=TOISHI, to_act="uesugi", dice=[6, 6, 1], castles={"toishi": {"durability": 4}})
    besiege(match, LEADER, "assault", f"lose {LEADER}")
    assert castle(match, "toishi")["durability"] == 2
    besiege(match, "nagao_masakage", "assault", "lose nagao_masakage")
    if match.decision.name == "captor":
        match.act("captor nagao_masakage")
    assert castle(match, "toishi")["owner"] == "none"
    assert [steps(match, name) for name in (LEADER, "nagao_masakage")] == [1, 1]
