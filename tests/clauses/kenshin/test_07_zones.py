"""Chapter 7: the hexes that forces and castles control."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import (
    FIELD,
    GIFU_LANE,
    ODA,
    compose,
    cost,
    find_cut_off,
    force,
    garrison,
    lane,
    march,
    neighbours,
    side,
)
from tests.support import clause

WALKER = "kakizaki_haruie"


def entry_cost(foes: dict[str, Any], goal: str = "4811", start: str = "4810", **more: Any) -> int:
    """Return what it costs to enter a hex beside the start of the march, on flat ground."""
    match = compose({WALKER: start, **foes, **ODA}, **{"around": FIELD, **more})
    march(match, WALKER)
    return cost(match, goal)


def is_cut_off(foes: dict[str, Any], flat: str = "3222", **more: Any) -> bool:
    """Return whether Hori, in the last hex of the way out of Gifu, has no line; `flat` is an open hex beside it."""
    ground = lane(GIFU_LANE)
    terrain = {**ground["terrain"], flat: "flat"}
    sides = {**ground["sides"], **{side(flat, b): "none" for b in neighbours(flat)}}
    drawn = {**sides, **more.pop("sides", {})}
    return "hori_hidemasa" in find_cut_off({"hori_hidemasa": "3319", **foes}, terrain=terrain, sides=drawn, **more)


# --- 7-1: forces ----------------------------------------------------------------------------------------------------


@clause("kenshin", "7", "7-1", "7-1-3", "10-5-1")
@pytest.mark.parametrize("beside", neighbours("4812"))
def test_a_force_controls_the_six_hexes_around_it(beside: str) -> None:
    start = next(hex_id for hex_id in neighbours(beside) if hex_id not in [*neighbours("4812"), "4812"])
    assert entry_cost({}, goal=beside, start=start) == 1
    assert entry_cost({"maeda_toshiie": "4812"}, goal=beside, start=start) == 2


@clause("kenshin", "7", "7-1")
def test_control_ends_beyond_the_neighbours() -> None:
    assert entry_cost({"maeda_toshiie": "4813"}) == 1


@clause("kenshin", "7-1")
@pytest.mark.parametrize(
    "foe", [{"maeda_toshiie": {"hex": "4812", "steps": 1}}, force("4812", "shibata_katsuie", "maeda_toshiie")]
)
def test_small_forces_and_large_ones_control_alike(foe: dict[str, Any]) -> None:
    assert entry_cost(foe) == 2


@clause("kenshin", "7-1-1")
@pytest.mark.parametrize(("kind", "price"), [("none", 2), ("river", 2), ("ford", 2), ("bridge", 2), ("water", 1)])
def test_control_reaches_across_rivers_and_not_across_water(kind: str, price: int) -> None:
    """K-55, K-98."""
    assert entry_cost({"maeda_toshiie": "4812"}, sides={"4811-4812": kind}) == price


@clause("kenshin", "7-1-2")
def test_a_force_under_investment_controls_nothing() -> None:
    """Beside the castle, with Maeda in the open before it, and shut up in it."""
    ground: dict[str, Any] = {"around": "5114", "radius": 2, "goal": "5113", "start": "5112"}
    held = {"fukashi": {"holder": "oda"}}
    assert entry_cost({"maeda_toshiie": "5114"}, castles=held, **ground) == 2
    besieged = {**garrison("5114", "maeda_toshiie"), **force("5114", "uesugi_kagetora", "jinbo_ujiharu")}
    assert entry_cost(besieged, castles={"fukashi": {"holder": "oda", "marker": 0}}, **ground) == 1


@clause("kenshin", "7-1-2", "8-2")
def test_a_force_inside_a_castle_controls_nothing() -> None:
    """K-46, without an investment."""
    ground: dict[str, Any] = {"around": "5114", "radius": 2, "goal": "5113", "start": "5112"}
    assert entry_cost(garrison("5114", "maeda_toshiie"), castles={"fukashi": {"holder": "oda"}}, **ground) == 1


@clause("kenshin", "7-1-3", "7-1", "7-1-1")
@pytest.mark.parametrize(("kind", "cut"), [("none", True), ("river", True), ("water", False)])
def test_control_of_a_force_blocks_lines_of_supply(kind: str, cut: bool) -> None:
    sides = {"3321-3421": kind, "3320-3421": kind}
    assert is_cut_off({WALKER: "3421"}, flat="3421", sides=sides) is cut
    assert is_cut_off({}, flat="3421", sides=sides) is False


# --- 7-2: castles ---------------------------------------------------------------------------------------------------


@clause("kenshin", "7-2", "7-2-2(1)", "10-5-2")
@pytest.mark.parametrize(("holder", "price"), [("oda", 2), ("uesugi", 1)])
def test_entering_the_hex_of_an_enemy_castle_costs_one_more(holder: str, price: int) -> None:
    castles = {"fukashi": {"holder": holder}}
    assert entry_cost({}, goal="5114", start="5113", around="5114", radius=2, castles=castles) == price


@clause("kenshin", "7-2-2(2)")
@pytest.mark.parametrize("beside", neighbours("5114"))
def test_the_hexes_around_an_enemy_castle_cost_nothing_more(beside: str) -> None:
    start = next(hex_id for hex_id in neighbours(beside) if hex_id not in [*neighbours("5114"), "5114"])
    castles = {"fukashi": {"holder": "oda"}}
    assert entry_cost({}, goal=beside, start=start, around="5114", radius=2, castles=castles) == 1


@clause("kenshin", "7-2", "7-2-2(2)", "7-2-1")
@pytest.mark.parametrize(("kind", "cut"), [("none", True), ("river", True), ("water", False)])
def test_the_hexes_around_an_enemy_castle_block_lines(kind: str, cut: bool) -> None:
    sides = {"3222-3321": kind}
    assert is_cut_off({}, castles={"ogaki": {"holder": "uesugi"}}, sides=sides) is cut
    assert is_cut_off({}, castles={"ogaki": {"holder": "oda"}}, sides=sides) is False


@clause("kenshin", "7-2-2(1)")
def test_the_hex_of_an_enemy_castle_blocks_lines_unless_a_friend_stands_there() -> None:
    """The way leads through Ogaki; Sasa beside it cancels the control of the castle in the hex where Sasa stands."""
    ground = lane(["3422", "3321", "3222", "3122"])
    units = {"hori_hidemasa": "3122", "sasa_narimasa": "3321"}
    taken = {"ogaki": {"holder": "uesugi"}}
    assert find_cut_off(units, **ground) == set()
    assert find_cut_off(units, castles=taken, **ground) == {"hori_hidemasa"}
    assert find_cut_off({**units, "fuwa_mitsuharu": "3222"}, castles=taken, **ground) == set()


@clause("kenshin", "7-2-3", "7-1-2")
@pytest.mark.parametrize("inside", [{}, garrison("3222", WALKER)])
def test_an_invested_castle_blocks_nothing(inside: dict[str, Any]) -> None:
    besiegers = force("3222", "shibata_katsuie", "maeda_toshiie")
    for marker, cut in ((0, False), (-1, True)):
        castles = {"ogaki": {"holder": "uesugi", "marker": marker}}
        assert is_cut_off({**inside, **besiegers}, castles=castles) is cut
