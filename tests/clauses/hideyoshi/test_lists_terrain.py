"""The Terrain Effects Chart: movement, battle, assault and lines over every kind of ground, and beside castles."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.clauses.common import allowed, refused
from tests.clauses.forces import attack, besiege, cost, force, garrison, lane, march, rolls
from tests.clauses.hideyoshi.table import compose, find_cut_off, opening_view
from tests.support import clause

MOVER, ENEMY = "hashiba_hidenaga", "maeda_toshiie"  # both ★ with a modifier of 2
UP = [f"16{row:02}" for row in range(23, 8, -1)]  # from Himeji to the north
HERE, THERE = "2921", "2920"  # far from castles
NOBODY = {name: {"owner": "none"} for name in opening_view("shizugatake")["castles"] if name != "himeji"}

# --- movement ------------------------------------------------------------------------------------------------------


def start_marching(placed: dict[str, Any], how: str) -> Any:
    return march(compose({MOVER: UP[0]}, turn=2, phase="hashiba", castles=NOBODY, **placed), MOVER, how)


@clause("hideyoshi", "QR-TEC")
@pytest.mark.parametrize(("ground", "normal", "strategic"), [("flat", 1, 1), ("rough", 2, 1), ("foothills", 4, 3)])
def test_the_points_of_each_ground(ground: str, normal: int, strategic: int) -> None:
    for how, points in (("move", normal), ("strategic", strategic)):
        placed = lane(UP[:4])
        placed["terrain"][UP[1]] = ground
        assert cost(start_marching(placed, how), UP[1]) == points


@clause("hideyoshi", "QR-TEC")
def test_marsh_costs_4_and_bars_strategic_movement() -> None:
    placed = lane(UP[:4], beside={"1624": "flat"})
    placed["terrain"][UP[1]] = "marsh"
    assert cost(start_marching(placed, "move"), UP[1]) == 4
    refused(start_marching(placed, "strategic"), f"to {UP[1]}")


@clause("hideyoshi", "QR-TEC")
@pytest.mark.parametrize("how", ["move", "strategic"])
@pytest.mark.parametrize("ground", ["mountain", "sea", "lake"])
def test_mountains_and_waters_are_not_entered(ground: str, how: str) -> None:
    placed = lane(UP[:4], beside={"1624": "flat"})
    placed["terrain"][UP[1]] = ground
    refused(start_marching(placed, how), f"to {UP[1]}")


@clause("hideyoshi", "QR-TEC")
@pytest.mark.parametrize("how", ["move", "strategic"])
def test_a_river_costs_one_point_more_and_water_is_not_crossed(how: str) -> None:
    assert cost(start_marching(lane(UP[:4], sides={f"{UP[0]}-{UP[1]}": "river"}), how), UP[1]) == 2
    wet = lane(UP[:4], beside={"1624": "flat"}, sides={f"{UP[0]}-{UP[1]}": "water"})
    refused(start_marching(wet, how), f"to {UP[1]}")


@clause("hideyoshi", "QR-TEC")
def test_an_enemy_castle_costs_one_point_more() -> None:
    """Two flat hexes to Kōzuki at 1020; the point and that of its strong zone are one, or two by option (G-06)."""

    def points_of(owner: str, stacks: bool = False) -> int:
        castles = {**NOBODY, "kozuki": {"owner": owner}}
        options = {"castle_surcharge_stacks": stacks}
        match = compose(
            {MOVER: "1022"}, turn=2, phase="hashiba", around="1020", radius=3, castles=castles, options=options
        )
        return cost(march(match, MOVER), "1020")

    assert points_of("hashiba") == 2
    assert points_of("shibata") == 3
    assert points_of("shibata", stacks=True) == 4


@clause("hideyoshi", "QR-TEC")
def test_strategic_movement_keeps_away_from_enemy_castles() -> None:
    def cost_of_march(owner: str) -> Any:
        castles = {**NOBODY, "kozuki": {"owner": owner}}
        units = {MOVER: "1023"}
        return march(
            compose(units, turn=2, phase="hashiba", around="1020", radius=4, castles=castles), MOVER, "strategic"
        )

    allowed(cost_of_march("hashiba"), "to 1020", "to 1021", "to 1022")
    match = cost_of_march("shibata")
    allowed(match, "to 1022")
    refused(match, "to 1020")
    refused(match, "to 1021")


# --- lines ---------------------------------------------------------------------------------------------------------


def is_without_line(count: int, ground: str, side: str | None = None) -> bool:
    """Return whether a unit at this number of hexes of one ground from Himeji has no line."""
    hexes = UP[: count + 1]
    sides = {f"{one}-{other}": side for one, other in pairwise(hexes)} if side else {}
    return MOVER in find_cut_off({MOVER: hexes[-1]}, castles=NOBODY, **lane(hexes, ground, sides=sides))


@clause("hideyoshi", "QR-TEC")
@pytest.mark.parametrize(("ground", "longest"), [("flat", 8), ("rough", 8), ("foothills", 2)])
def test_the_length_of_lines_over_each_ground(ground: str, longest: int) -> None:
    """8 points from a force (R-10) at 1, 1 and 3 a hex."""
    assert not is_without_line(longest, ground)
    assert is_without_line(longest + 1, ground)


@clause("hideyoshi", "QR-TEC")
def test_rivers_lengthen_lines_by_one() -> None:
    assert not is_without_line(4, "flat", "river")
    assert is_without_line(5, "flat", "river")


@clause("hideyoshi", "QR-TEC")
@pytest.mark.parametrize("ground", ["mountain", "marsh", "sea", "lake"])
def test_lines_do_not_pass_mountain_marsh_or_water(ground: str) -> None:
    placed = lane(UP[:3])
    assert not find_cut_off({MOVER: UP[2]}, castles=NOBODY, **placed)
    placed["terrain"][UP[1]] = ground
    assert find_cut_off({MOVER: UP[2]}, castles=NOBODY, **placed) == {MOVER}


@clause("hideyoshi", "QR-TEC")
def test_lines_do_not_pass_beside_an_enemy_castle() -> None:
    """Hirose at 1420 beside a way that passes 1521."""
    way = ["1623", "1622", "1522", "1521", "1520", "1519"]
    for owner, cut in (("hashiba", set()), ("shibata", {MOVER})):
        castles = {**NOBODY, "hirose": {"owner": owner}}
        placed = lane(way, beside={"1420": "flat"})
        assert find_cut_off({MOVER: way[-1]}, castles=castles, **placed) == cut


# --- battles and assaults -----------------------------------------------------------------------------------------


def battle_modifiers(**placed: Any) -> list[int]:
    """Return what attack and counterattack add to their dice between equal leaders; both dice miss."""
    units = {MOVER: HERE, ENEMY: THERE}
    match = compose(units, turn=2, phase="hashiba", around=THERE, radius=2, dice=[1, 1], **placed)
    return [roll["value"] for roll in rolls(attack(match, MOVER, THERE))]


@clause("hideyoshi", "QR-TEC")
@pytest.mark.parametrize(
    ("ground", "values"), [("flat", [0, 0]), ("rough", [-1, 0]), ("foothills", [-2, -1]), ("marsh", [-1, -1])]
)
def test_attack_and_counterattack_over_each_ground(ground: str, values: list[int]) -> None:
    assert battle_modifiers(terrain={THERE: ground}) == values


@clause("hideyoshi", "QR-TEC")
def test_attack_and_counterattack_over_a_river() -> None:
    assert battle_modifiers(sides={f"{THERE}-{HERE}": "river"}) == [-2, -2]


@clause("hideyoshi", "QR-TEC")
def test_a_sortie_attacks_with_minus_1_and_is_struck_back_with_plus_1() -> None:
    """Y-16."""
    units = {**garrison("1623", MOVER), ENEMY: "1623"}
    match = compose(units, turn=2, phase="hashiba", around="1623", radius=2, dice=[1, 1])
    assert [roll["value"] for roll in rolls(attack(match, MOVER, "1623"))] == [-1, 1]


@clause("hideyoshi", "QR-TEC")
@pytest.mark.parametrize(("ground", "value"), [("flat", 0), ("rough", -1), ("foothills", -2)])
@pytest.mark.parametrize(
    ("place", "hex_id", "level"), [("hirose", "1420", 0), ("kozuki", "1020", 1), ("miki", "2125", 3)]
)
def test_an_assault_counts_the_level_and_the_ground(
    place: str, hex_id: str, level: int, ground: str, value: int
) -> None:
    """The castle's own die adds the level, and no ground (R-4)."""
    match = compose(
        force(hex_id, ENEMY), turn=6, phase="anti_hashiba", around=hex_id, radius=2, terrain={hex_id: ground},
        dice=[1, 1], state={"thawed": 1},
    )  # fmt: skip
    assert [roll["value"] for roll in rolls(besiege(match, ENEMY, "assault"))] == [value - level, level]
