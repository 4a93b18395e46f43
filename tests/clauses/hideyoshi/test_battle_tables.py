"""The Combat Results Table cell by cell, in decisive battles between Hideyoshi and Katsuie."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, decision_of
from tests.clauses.forces import besiege, castle, force, morale, of_kind, rolls
from tests.clauses.hideyoshi.rosters import ROSTERS
from tests.clauses.hideyoshi.scenario_table import (
    GUARD,
    HIDEYOSHI,
    HORI,
    KATSUIE,
    KAZUMASU,
    MORIMASA,
    OPEN,
    RETAINERS,
    compose,
)
from tests.clauses.hideyoshi.table import SHIZUGATAKE, clan_of
from tests.support import clause

# Steps lost, * where a unit must fall; rows -2 (and less) to 9 (and more); columns by the least strength.
COLUMNS = [0, 3, 5, 9, 13, 19, 25, 31, 41, 51, 61, 73, 85, 99]
TABLE = """
0 0 0 0  0  0  0  0  0   1   1   2   2   3
0 0 0 0  0  0  0  1  1   2   2   3   4*  5*
0 0 0 0  0  0  1  1  2   3   4*  5*  7   8
0 0 0 0  0  1  2  2  3   4*  5   6   8   9
0 0 0 1  1  2  2  3  4*  5   5   7   8*  10*
0 0 1 1  1  2  2  3  4   5   6*  7*  9   10
0 0 1 1  2  2  3  4* 5   6*  7   8   9   11
0 1 1 1  2  3  3  4  5*  6   8   9   10* 11*
1 1 1 2  3  3  4* 5  6   7   9*  10* 11  12
1 1 1 2  3  4* 5  6* 7   8*  10  11  12  13
1 1 2 3  4* 5  6  7  9*  10  12  13  14* 14*
1 2 2 4* 5  6  7* 8  10  12  15* 15* 15  15
"""
ROWS = dict(enumerate((line.split() for line in TABLE.strip().splitlines()), -2))

HERE, THERE = "4513", "4512"
#: A unit of each side that keeps the phases open.
FAR = {"sugihara_ietsugu": "3126", KAZUMASU: "5119"}
#: Commanders of the Hashiba, each with as many as he may lead.
COMMANDERS = {
    HIDEYOSHI: 12, "hashiba_hidenaga": 10, "hachisuka_masakatsu": 7, "kuroda_yoshitaka": 7, "miyabe_keijun": 7,
    "hori_hidemasa": 7,
}  # fmt: skip
STARS = {row["id"] for row in gunki.game("hideyoshi").tables["unit"] if row.get("stars")}
ALL_HASHIBA = [name for row in ROSTERS[SHIZUGATAKE] if row[0].startswith("36.4-H1") for name in sorted(row[3])]
MEN = [
    name
    for clan in ("hashiba", "ukita", "tsutsui")
    for name in ALL_HASHIBA
    if clan_of(name, SHIZUGATAKE) == clan and name not in STARS
]
#: Men of Katsuie's without stars besides his guard.
REST = [name for row in ROSTERS[SHIZUGATAKE] if row[1] == "shibata" for name in sorted(row[3] - STARS - set(GUARD))] + [
    "murai_nagayori",
    "cho_tsuratatsu",
    "takabatake_sadayoshi",
    "maeda_yasukatsu",
    "nakagawa_mitsushige",
]


def hashiba_host(hex_id: str, strength: int, **entry: Any) -> dict[str, dict[str, Any]]:
    """Return Hideyoshi and others with this total strength, all of 2, the last with one step if it is odd."""
    count, men = -(-strength // 2), iter(MEN)
    units: dict[str, dict[str, Any]] = {}
    for leader, room in COMMANDERS.items():
        led = min(room, count - len(units) - 1)
        if led >= 0:
            units |= force(hex_id, leader, *(next(men) for _ in range(led)), **entry)
    assert len(units) == count
    last = list(units)[-1]
    return {**units, last: {**units[last], "steps": 1}} if strength % 2 else units


def start_decisive_battle(match: Match) -> None:
    """Start a decisive battle of Hideyoshi that all forces on either side join."""
    acts(match, f"act {HIDEYOSHI}", "battle", f"decisive {THERE}")
    while decision_of(match).name == "join":
        match.act(next(text for text in decision_of(match).texts if text.startswith("join") or text == "fight"))


def fight_decisive_battle(strength: int, row: int) -> Any:
    """A decisive battle of Hideyoshi (2) with Katsuie (3) and ten of his men, as far as the losses of the latter.

    The die and morale bring the modified die to that row; Katsuie's die is a 1.
    """
    die = min(6, max(1, row + 1))
    spirit = row + 1 - die
    mine: dict[str, Any] = {"morale": spirit} if spirit < 0 else {}
    theirs: dict[str, Any] = {"morale": -spirit} if spirit > 0 else {}
    units = {**hashiba_host(HERE, strength, **mine), **force(THERE, KATSUIE, *GUARD, **theirs), **FAR}
    match = compose(units, around=HERE, turn=6, phase="hashiba", state=OPEN, dice=[die, *[1] * 6])
    start_decisive_battle(match)
    first = rolls(match.events)[0]
    assert (first["strength"], first["total"]) == (strength, row)
    while (match.who, match.decision.name) == ("hashiba", "losses") and len(of_kind(match.events, "round")) == 1:
        match.act(match.decision.texts[-1])
    return match


def losses_dealt(match: Match) -> int:
    """Return what Hideyoshi's side dealt in the first round."""
    return int(of_kind(match.events, "round")[0]["dealt"])


def first_loss(match: Match) -> str:
    """Return the first loss of Katsuie's side: "fall" for a whole unit, "lose" for a step, "" for none."""
    return (
        decision_of(match).texts[0].split()[0]
        if (match.who, decision_of(match).name) == ("anti_hashiba", "losses")
        else ""
    )


@clause("gunyuden_revised", "QR-CRT", "QR-CRT-star", "QR-CRT-decisive")
@pytest.mark.parametrize("row", ROWS)
def test_every_cell_of_the_combat_results_table(row: int) -> None:
    """With the least strength of each column."""
    for column, cell in enumerate(ROWS[row]):
        count = int(cell.rstrip("*"))
        match = fight_decisive_battle(max(1, COLUMNS[column]), row)
        assert (column, losses_dealt(match)) == (column, count)
        assert first_loss(match) == ("fall" if cell.endswith("*") else "lose" if count else "")


@clause("gunyuden_revised", "QR-CRT")
@pytest.mark.parametrize("column", range(1, len(COLUMNS)))
def test_a_strength_below_a_column_uses_the_column_before(column: int) -> None:
    """In the last row, and from 73 on, where that has 15 everywhere, in row 1."""
    row = 9 if column < 11 else 1
    assert losses_dealt(fight_decisive_battle(COLUMNS[column] - 1, row)) == int(ROWS[row][column - 1].rstrip("*"))


@clause("gunyuden_revised", "QR-CRT")
@pytest.mark.parametrize(("strength", "row", "losses"), [(100, -4, 3), (51, -3, 1), (40, -4, 0)])
def test_below_minus_2_the_first_row_holds(strength: int, row: int, losses: int) -> None:
    assert losses_dealt(fight_decisive_battle(strength, row)) == losses


@clause("gunyuden_revised", "QR-CRT", "QR-CRT-assault", "19-2-1")
@pytest.mark.parametrize(
    ("place", "name", "die", "mine", "theirs", "total", "points"),
    [("4723", "kameyama_ise", 1, -4, 0, -5, 3), ("4802", "ono", 6, 0, -4, 10, 15)],
)
def test_a_storm_by_a_hundred_uses_the_first_and_last_cells_of_the_table(
    place: str, name: str, die: int, mine: int, theirs: int, total: int, points: int
) -> None:
    """1 - 4 - 2 before a castle of level 2; 6 + 4 before one of level 0, whose ten points of durability are gone."""
    units = {**hashiba_host(place, 100, morale=mine), KATSUIE: "4301", "sugihara_ietsugu": "3126"}
    castles = {name: {"morale": theirs} if theirs else {}}
    match = compose(units, around=place, turn=6, phase="hashiba", state=OPEN, castles=castles, dice=[die, 1, 1])
    with_him = [f"with {leader}" for leader in COMMANDERS if leader in units and leader != HIDEYOSHI]
    besiege(match, HIDEYOSHI, *with_him, "assault")
    first = rolls(match.events)[0]
    assert (first["purpose"], first["strength"], first["total"]) == ("assault", 100, total)
    assert of_kind(match.events, "assault_result")[0]["dealt"] == points
    assert castle(match, name)["durability"] == max(0, 10 - points)


# --- as it was reported -------------------------------------------------------------------------------------------


@clause("gunyuden_revised", "QR-CRT-decisive", "24-2-5", "QR-CRT-star")
def test_hideyoshis_fifty_and_katsuies_forty_two() -> None:
    """4 - 1 = 3 on 41-50: 4 steps. 4 + 1 = 5 on 41-50: 5 steps, one whole unit among them. Then another round."""
    shibata = {**force(THERE, KATSUIE, *GUARD), **force(THERE, MORIMASA, *REST[:7])}
    shibata |= force(THERE, "maeda_toshiie", "okumura_nagatomi")
    units = {**hashiba_host(HERE, 50), **shibata, **FAR}
    match = compose(units, around=HERE, turn=6, phase="hashiba", state=OPEN, dice=[4, 4, *[1] * 6])
    start_decisive_battle(match)
    first, second = rolls(match.events)[:2]
    assert [(roll["strength"], roll["total"]) for roll in (first, second)] == [(50, 3), (42, 5)]
    assert of_kind(match.events, "round") == [{"hex": THERE, "dealt": 4, "taken": 5}]
    paid: list[tuple[str, str]] = []
    while len(of_kind(match.events, "round")) == 1:
        paid.append((match.who, match.decision.texts[0].split()[0]))
        match.act(match.decision.texts[-1])
    assert paid == [("hashiba", "fall"), *[("hashiba", "lose")] * 3, *[("anti_hashiba", "lose")] * 4]


@clause("gunyuden_revised", "24-2-5")
def test_the_side_all_of_whose_survivors_are_reduced_loses() -> None:
    """Katsuie and two who are reduced already: 4 steps kill two of them and hurt Katsuie; Hideyoshi's men are whole."""
    worn = {name: {"hex": THERE, "leader": KATSUIE, "steps": 1} for name in GUARD[:3]}
    units = {**hashiba_host(HERE, 50), KATSUIE: {"hex": THERE}, **worn, **FAR}
    match = compose(units, around=HERE, radius=5, turn=6, phase="hashiba", state=OPEN, dice=[4, 1, 1])
    start_decisive_battle(match)
    assert of_kind(match.events, "round") == [{"hex": THERE, "dealt": 4, "taken": 0}]
    acts(match, f"lose {GUARD[0]}", f"lose {GUARD[1]}", f"lose {KATSUIE}")
    if match.decision.name == "losses":
        match.act(match.decision.texts[-1])
    assert len(of_kind(match.events, "round")) == 1
    assert (match.decision.name, match.who) == ("retreat", "anti_hashiba")


@clause("gunyuden_revised", "19-2", "19-2-1", "QR-CRT-assault", "19-3-3")
def test_thirty_storm_a_castle_of_level_1_on_rough_ground() -> None:
    """5 - 1 - 1 = 3 on 25-30: 2 points. The garrison of 6: 4 + 1 = 5 on 5-8: 1 step."""
    place = "5120"  # Kuwana
    garrison = force(place, KAZUMASU, *RETAINERS[1:3], inside=True)
    units = {**hashiba_host(place, 30), **garrison, KATSUIE: "4301", HORI: "3126"}
    match = compose(units, around=place, terrain={place: "rough"}, turn=6, phase="hashiba", state=OPEN, dice=[5, 4])
    besiege(match, HIDEYOSHI, "with hashiba_hidenaga", "assault")
    assault, sally = rolls(match.events)
    assert (assault["strength"], assault["total"], sally["strength"], sally["total"]) == (30, 3, 6, 5)
    assert of_kind(match.events, "assault_result") == [{"castle": "kuwana", "dealt": 2, "taken": 1}]


@clause("gunyuden_revised", "QR-GL", "18-2-1")
@pytest.mark.parametrize(("inside", "spirit"), [(20, 0), (21, -1)])
def test_a_four_costs_morale_in_a_castle_of_level_2_with_21_inside(inside: int, spirit: int) -> None:
    place = "4723"  # Kameyama in Ise
    names = [KATSUIE, *GUARD, MORIMASA, *REST][: inside - 1]
    assert len(names) == inside - 1
    garrison = {name: {"hex": place, "inside": True} for name in [*names, KAZUMASU]}
    units = {**hashiba_host(place, 20, invests=True), **garrison, HORI: "3126"}
    match = compose(units, around=place, turn=6, phase="anti_hashiba", state=OPEN, dice=[4, 1])
    acts(match, "end", "hold_out")
    (roll,) = rolls(match.events)[:1]
    assert (roll["purpose"], roll["dice"], roll["count"]) == ("siege", [4], inside)
    assert {morale(match, name) for name in garrison} == {spirit}
    signs = [sign["value"] for sign in match.scene()["places"][place]["marks"] if sign["glyph"] == "crowded"]
    assert signs == ([inside] if inside > 20 else [])
