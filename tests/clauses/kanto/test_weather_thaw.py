"""Section 32-2: melting snow. Section 33: lines of communication over the sea (T-21)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.clauses.forces import attack, cost, force, lane, march, rolls, units_without_line
from tests.clauses.kanto.table import compose
from tests.support import clause

SCENARIO = "conquest_of_kanto"
NORMAL_TURN, SNOW_TURN, THAW_TURN = 2, 6, 20
MOVER = "usami_sadayuki"


def cost_of_crossing(first: str, kind: str, turn: int) -> int:
    """Return the cost of crossing a hexside to the next hex in the south, both hexes flat."""
    hexes = [f"{first[:2]}{int(first[2:]) + step:02}" for step in range(4)]
    placed = lane(hexes, sides={f"{hexes[0]}-{hexes[1]}": kind})
    match = compose(force(hexes[0], MOVER), scenario=SCENARIO, turn=turn, **placed)
    return cost(march(match, MOVER), hexes[1])


# --- 32-2 --------------------------------------------------------------------------------------------------------


@clause("kanto", "32-2", "32-2-1")
@pytest.mark.parametrize("first", ["1203", "0110", "1213", "1924", "3425"])  # Echigo, Shinano, Kozuke, Musashi, Shimosa
def test_every_river_costs_two_more_in_the_thaw(first: str) -> None:
    assert cost_of_crossing(first, "river", THAW_TURN) == 1 + 2
    assert cost_of_crossing(first, "river", NORMAL_TURN) == 1 + 1


@clause("kanto", "32-2")
def test_the_thaw_doubles_nothing_but_the_river() -> None:
    assert cost_of_crossing("1203", "none", THAW_TURN) == 1
    assert cost_of_crossing("1203", "bridge", THAW_TURN) == 1


@clause("kanto", "32-2-2")
def test_rivers_in_thaw_lengthen_lines() -> None:
    def is_cut_off(count: int, turn: int) -> bool:
        hexes = [f"05{row:02}" for row in range(5, 6 + count)]
        rivers = {f"{one}-{other}": "river" for one, other in pairwise(hexes)}
        nobody = {name: {"owner": "none", "durability": 0} for name in ("kaizu", "toishi")}
        placed = lane(hexes, sides=rivers)
        match = compose(force(hexes[-1], MOVER), scenario=SCENARIO, turn=turn, stage=0, castles=nobody, **placed)
        return MOVER in units_without_line(match)

    assert not is_cut_off(10, THAW_TURN)  # 10 x (1 + 2) = 30
    assert is_cut_off(11, THAW_TURN)
    assert not is_cut_off(15, NORMAL_TURN)  # 15 x (1 + 1) = 30
    assert is_cut_off(16, NORMAL_TURN)


@clause("kanto", "32-2-3")
@pytest.mark.parametrize(
    ("turn", "side", "first", "second"),
    [
        (THAW_TURN, "river", -4, -2),
        (NORMAL_TURN, "river", -2, -2),
        (SNOW_TURN, "river", -2, -2),
        (THAW_TURN, "none", 0, 0),
    ],
)
def test_in_the_thaw_attacks_over_a_river_suffer_4_and_counterattacks_2(
    turn: int, side: str, first: int, second: int
) -> None:
    units = force("1914", MOVER) | force("1915", "obata_nobusada")  # both have a modifier of 2
    match = compose(
        units,
        scenario=SCENARIO,
        around="1914",
        turn=turn,
        castles={"numata": {"owner": "none", "durability": 0}},
        sides={"1914-1915": side},
        dice=[1, 1],
    )
    attacked, answered = rolls(attack(match, MOVER, "1915"))
    assert (attacked["value"], answered["value"]) == (first, second)


# --- 33: the sea -------------------------------------------------------------------------------------------------

HOJO, SATOMI = "hojo_tsunataka", "ashino_kiyonari"


def lay_column(first: str, last: int) -> list[str]:
    """Return the hexes of a column from a hex down to a row, or up to it."""
    start = int(first[2:])
    step = 1 if last > start else -1
    return [f"{first[:2]}{row:02}" for row in range(start, last + step, step)]


def is_cut_off(land: list[str], sea: list[str], name: str, where: str, **entries: Any) -> bool:
    """Return whether a unit has no line where only these hexes are open."""
    others, scenario = entries.pop("others", {}), entries.pop("scenario", SCENARIO)
    placed: dict[str, Any] = lane(land, beside=dict.fromkeys(sea, "sea"))
    placed["terrain"] |= entries.pop("ground", {})
    match = compose(force(where, name) | others, scenario=scenario, turn=NORMAL_TURN, stage=0, **placed, **entries)
    return name in units_without_line(match)


@clause("kanto", "33.0")
def test_hojo_and_satomi_have_lines_over_the_sea_and_others_have_not() -> None:
    assert not is_cut_off(["2237", "2240"], ["2238", "2239"], HOJO, "2240")
    assert not is_cut_off(["3736", "3739"], ["3737", "3738"], SATOMI, "3739")
    assert is_cut_off(["0505", "0508"], ["0506", "0507"], MOVER, "0508")
    assert is_cut_off(["3722", "3725"], ["3723", "3724"], "oda_ujiharu", "3725")


@clause("kanto", "33.0")
def test_warlords_of_the_hojo_side_have_no_lines_over_the_sea() -> None:
    assert is_cut_off(
        ["2522", "2525"], ["2523", "2524"], "narita_nagayasu", "2525", castles={"matsuyama": {"owner": "none"}}
    )


@clause("kanto", "33-1")
def test_each_sea_hex_costs_3_points_of_the_line() -> None:
    # 9 sea hexes and the castle hex: 28 points; 10 and the castle hex: 31.
    assert not is_cut_off(["2237", "2247"], lay_column("2238", 46), HOJO, "2247")
    assert is_cut_off(["2237", "2248"], lay_column("2238", 47), HOJO, "2248")


@clause("kanto", "33-1")
def test_land_hexes_at_both_ends_cost_what_their_ground_costs() -> None:
    # 8 sea hexes (24), then a coastal hex and the castle: flat 1 + 1, foothills 3 + 1; one more hex of land before.
    land = ["2237", "2238", "2247", "2248", "2249"]
    sea = lay_column("2239", 46)
    assert not is_cut_off(land, sea, HOJO, "2249")  # 24 + 1 + 1 + 2 = 28
    assert not is_cut_off(land, sea, HOJO, "2249", ground={"2238": "foothills"})  # 30
    assert is_cut_off(land, sea, HOJO, "2249", ground={"2238": "foothills", "2247": "foothills"})  # 32


@clause("kanto", "33-2")
def test_only_from_a_coastal_hex_a_line_goes_to_sea() -> None:
    # A mountain lies between the unit and the sea.
    assert is_cut_off(["2237", "2241"], ["2238", "2239"], HOJO, "2241", ground={"2240": "mountain"})
    assert not is_cut_off(["2237", "2241", "2240"], ["2238", "2239"], HOJO, "2241")


@clause("kanto", "33-2")
def test_a_line_comes_ashore_only_where_it_could_go_on_by_land() -> None:
    assert is_cut_off(["2237", "2240"], ["2239"], HOJO, "2240", ground={"2238": "mountain"})


@clause("kanto", "33-2", "35.0(2)")
@pytest.mark.parametrize(("scenario", "cut"), [(SCENARIO, True), ("mimase_pass", False)])
def test_a_line_comes_ashore_in_no_province_that_is_not_in_use(scenario: str, cut: bool) -> None:
    # From 1934 over one sea hex to 1936 in Suruga, and on by land.
    land = ["1934", "1936", "2036", "2137", "2237"]
    assert is_cut_off(land, ["1935"], HOJO, "1934", scenario=scenario) is cut


@clause("kanto", "33-3")
def test_neither_enemies_nor_their_zones_on_the_coast_bar_the_sea() -> None:
    land, sea = ["2237", "2238", "2240", "2139"], ["2239"]
    foe = "yasuda_akimoto"
    assert not is_cut_off(land, sea, HOJO, "2240", others=force("2139", foe))  # a zone in 2238
    assert not is_cut_off(land, sea, HOJO, "2240", others=force("2238", foe))  # an enemy in 2238


@clause("kanto", "33-2", "33-3", "33-4")
@pytest.mark.parametrize(("sea", "foe"), [(True, ""), (True, "2140"), (True, "2240"), (False, "2140"), (False, "2240")])
def test_enemies_and_zones_on_the_coast_do_not_bar_a_line_by_land_that_goes_to_sea(sea: bool, foe: str) -> None:
    """From 2241 over the shore at 2240; the foe's zone reaches 2240 from 2140. All by land he bars it."""
    water, land = (["2238", "2239"], []) if sea else ([], ["2238", "2239"])
    others = force(foe, "yasuda_akimoto") if foe else {}
    assert is_cut_off(["2237", "2240", "2241", "2140", *land], water, HOJO, "2241", others=others) is not sea


@clause("kanto", "33-3", "33-1")
def test_the_way_to_a_shore_with_an_enemy_costs_what_its_ground_costs() -> None:
    """Nine sea hexes (27), Odawara (1) and the shore: 29 points if it is flat, 31 if it is foothills."""
    land, foe = ["2237", "2247", "2248", "2147"], force("2147", "yasuda_akimoto")
    assert not is_cut_off(land, lay_column("2238", 46), HOJO, "2248", others=foe)
    assert is_cut_off(land, lay_column("2238", 46), HOJO, "2248", others=foe, ground={"2247": "foothills"})


@clause("kanto", "33-3", "11-1-3(3)")
def test_from_a_shore_with_an_enemy_a_line_goes_on_by_sea_alone() -> None:
    """2240 is in the zone of 2140 and touches no sea here: the line would have to go on by land to 2239."""
    land = ["2237", "2239", "2240", "2241", "2140"]
    assert not is_cut_off(land, ["2238"], HOJO, "2241")
    assert is_cut_off(land, ["2238"], HOJO, "2241", others=force("2140", "yasuda_akimoto"))


@clause("kanto", "33-3")
@pytest.mark.parametrize(("owner", "barred"), [("uesugi", True), ("none", False)])
def test_no_line_goes_to_sea_over_an_enemy_castle(owner: str, barred: bool) -> None:
    """From 2735 by Tamanawa (2736) to the sea before it."""
    land, sea = ["2237", "2735", "2736"], ["2737", "2637", "2537", "2437", "2338"]
    assert is_cut_off(land, sea, HOJO, "2735", castles={"tamanawa": {"owner": owner}}) is barred


@clause("kanto", "33-3")
def test_by_land_alone_the_same_zone_bars_the_line() -> None:
    land = ["2237", "2238", "2239", "2139"]
    assert not is_cut_off(land, [], HOJO, "2239")
    assert is_cut_off(
        ["2237", "2238", "2239", "2240", "2139"], [], HOJO, "2240", others=force("2139", "yasuda_akimoto")
    )


@clause("kanto", "33-3")
@pytest.mark.parametrize(("owner", "barred"), [("uesugi", True), ("hojo", False)])
def test_an_enemy_castle_on_the_coast_bars_the_sea(owner: str, barred: bool) -> None:
    land = ["2237", "2337", "2436", "2536", "2636", "2736", "2936"]
    friend = force("2636", "hojo_ujitada")  # cancels the zone of the castle beside it (T-21)
    castles = {"tamanawa": {"owner": owner}}
    assert is_cut_off(land, ["2836"], HOJO, "2936", others=friend, castles=castles) is barred


@clause("kanto", "33-4")
def test_land_and_sea_stretches_are_combined_freely() -> None:
    # Land, sea, land, sea, land.
    land = ["2237", "2240", "2241", "2244", "2245"]
    assert not is_cut_off(land, ["2238", "2239", "2242", "2243"], HOJO, "2245")
