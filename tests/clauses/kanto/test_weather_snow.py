"""Section 32: snow (T-19, T-20)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import allowed, refused
from tests.clauses.forces import at, cost, force, lane, march, of_kind, pass_on, points_left, units_without_line
from tests.clauses.kanto.table import SCENARIOS, compose
from tests.support import clause

FIRST, SECOND, THIRD, FOURTH = SCENARIOS
UJIYASU = "hojo_ujiyasu"
KENSHIN = "uesugi_kenshin"
MOVER = "usami_sadayuki"
# Five hexes from north to south, far from all castles, in each province.
WAYS = {
    "echigo": "1203",
    "shinano": "0110",
    "kai": "0728",
    "mutsu": "2402",
    "kozuke": "1213",
    "shimotsuke": "2610",
    "musashi": "1924",
    "shimosa": "3425",
    "kazusa": "3434",
}


def way_through(province: str) -> list[str]:
    """Return the five hexes of a way through a province, the start first."""
    start = WAYS[province]
    return [f"{start[:2]}{int(start[2:]) + step:02}" for step in range(5)]


def start_walk(province: str, ground: str, weather: str = "snow", **sides: str) -> Any:
    """Begin the march of a lone force over one kind of ground."""
    hexes = way_through(province)
    rivers = {f"{hexes[0]}-{hexes[1]}": kind for kind in sides.values()}
    placed = lane(hexes, ground, sides=rivers)
    match = compose(force(hexes[0], MOVER), scenario="conquest_of_kanto", turn=2, weather=weather, **placed)
    return march(match, MOVER)


# --- 32.0: when it snows -----------------------------------------------------------------------------------------

NORMAL, SNOW, THAW = "normal", "snow", "thaw"
CALENDARS = {
    "heaven_and_earth": [NORMAL] * 3,
    "kenshin_crosses_the_mountains": [SNOW] * 6 + [NORMAL] + [THAW] * 4 + [NORMAL],
    "conquest_of_kanto": [NORMAL] * 4 + [SNOW] * 14 + [NORMAL] + [THAW] * 4 + [NORMAL],
    "mimase_pass": [NORMAL] * 12,
}


@clause("kanto", "32.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_snow_from_the_12th_month_to_the_3rd_and_thaw_until_the_4th(scenario: str) -> None:
    calendar = CALENDARS[scenario]
    leader = "uesugi_kenshin" if scenario != "mimase_pass" else "takeda_shingen"
    where = "0505" if scenario != "mimase_pass" else "1230"
    for turn, weather in enumerate(calendar, start=1):
        match = compose({leader: where}, scenario=scenario, turn=turn)
        assert match.view(None)["weather"] == weather, turn


@clause("kanto", "32.0")
@pytest.mark.parametrize(
    ("turn", "month", "week", "weather"),
    [(4, 12, 1, SNOW), (18, 3, 3, NORMAL), (19, 3, 4, THAW), (23, 4, 4, NORMAL)],
)
def test_the_weather_turns_with_the_week(turn: int, month: int, week: int, weather: str) -> None:
    match = compose({"uesugi_kenshin": "0505"}, scenario="conquest_of_kanto", turn=turn, stage=4)
    before = match.view(None)["weather"]
    events = match.act("end")
    (begun,) = [event.data for event in events if event.kind == "turn"]
    assert (begun["turn"], begun["month"], begun["week"]) == (turn + 1, month, week)
    assert before != weather == match.view(None)["weather"]
    assert [event.data["weather"] for event in events if event.kind == "weather"] == [weather]


@clause("kanto", "32.0")
def test_only_a_change_of_weather_is_told() -> None:
    """T-19: scenario 2 begins in snow; it snows in turns 5 and 6, not in 7."""
    match = compose({KENSHIN: "0505", UJIYASU: "2530"}, scenario=SECOND, turn=5, stage=4)
    events = pass_on(match, lambda: match.view(None)["turn"] == 6)
    assert not of_kind(events, "weather")
    events = pass_on(match, lambda: match.view(None)["turn"] == 7)
    assert len(of_kind(events, "weather")) == 1


# --- 32-1: movement ----------------------------------------------------------------------------------------------


@clause("kanto", "32-1", "32-1-1(1)")
@pytest.mark.parametrize("province", ["echigo", "shinano", "kai", "mutsu"])
@pytest.mark.parametrize(("ground", "points"), [("flat", 1), ("rough", 2)])
def test_all_ground_of_four_provinces_costs_double_in_snow(province: str, ground: str, points: int) -> None:
    assert cost(start_walk(province, ground), way_through(province)[1]) == 2 * points
    assert cost(start_walk(province, ground, NORMAL), way_through(province)[1]) == points


@clause("kanto", "32-1", "32-1-1(1)", "32-1-1(2)")
@pytest.mark.parametrize("province", ["echigo", "shinano", "kai", "mutsu", "kozuke", "shimotsuke"])
def test_foothills_of_six_provinces_take_a_whole_march_in_snow(province: str) -> None:
    match = start_walk(province, "foothills")
    first, second = way_through(province)[1:3]
    allowed(match, f"to {first}")
    refused(match, f"to {second}")
    match.act(f"to {first}")
    assert match.decision.name != "march"  # 8 points of 8
    match = start_walk(province, "foothills", NORMAL)
    assert cost(match, first) == 4
    allowed(match, f"to {second}")


@clause("kanto", "32-1", "32-1-1(1)")
def test_marsh_under_snow_takes_a_whole_march() -> None:
    match = start_walk("echigo", "marsh")
    match.act(f"to {way_through('echigo')[1]}")
    assert match.decision.name != "march"


@clause("kanto", "32-1-1(2)")
@pytest.mark.parametrize("province", ["kozuke", "shimotsuke"])
@pytest.mark.parametrize(("ground", "points"), [("flat", 1), ("rough", 2)])
def test_in_kozuke_and_shimotsuke_only_foothills_lie_under_snow(province: str, ground: str, points: int) -> None:
    assert cost(start_walk(province, ground), way_through(province)[1]) == points


@clause("kanto", "32-1-1(1)", "32-1-1(2)")
@pytest.mark.parametrize("province", ["musashi", "shimosa", "kazusa"])
@pytest.mark.parametrize(("ground", "points"), [("flat", 1), ("foothills", 4)])
def test_no_other_province_lies_above_the_snow_line(province: str, ground: str, points: int) -> None:
    assert cost(start_walk(province, ground), way_through(province)[1]) == points


@clause("kanto", "32-1")
def test_snow_does_not_double_what_a_river_costs() -> None:
    assert cost(start_walk("echigo", "flat", river="river"), way_through("echigo")[1]) == 2 + 1


@clause("kanto", "32-1")
@pytest.mark.parametrize(("ground", "points"), [("flat", 2), ("rough", 2), ("foothills", 6)])
def test_snow_doubles_the_prices_of_strategic_movement(ground: str, points: int) -> None:
    hexes = ["0505", "0506", "0507", "0508"]
    placed = lane(hexes)
    placed["terrain"]["0506"] = ground
    match = compose(force("0505", MOVER), scenario="conquest_of_kanto", turn=2, weather=SNOW, **placed)
    assert cost(march(match, MOVER, "strategic"), "0506") == points


# --- 32-1-2, 32-1-3: communication -------------------------------------------------------------------------------

DOWN = [f"05{row:02}" for row in range(5, 26)]  # from Kasugayama through Echigo and Shinano
NOBODY = {name: {"owner": "none", "durability": 0} for name in ("kaizu", "toishi", "uehara")}


def is_cut_off(hexes: list[str], unit: str, weather: str, ground: str = "flat", **beside: Any) -> bool:
    """Return whether a unit at the end of a way has no line to the castle at its beginning."""
    placed = lane(hexes, ground)
    placed["terrain"] |= beside.get("terrain", {})
    match = compose(
        force(hexes[-1], unit),
        scenario="conquest_of_kanto",
        turn={NORMAL: 2, SNOW: 6}[weather],
        stage=0,
        castles={**NOBODY, "hachigata": {"owner": "none", "durability": 0}},
        **placed,
    )
    return unit in units_without_line(match)


@clause("kanto", "32-1-2")
def test_a_line_of_15_snowed_hexes_is_30_points_long() -> None:
    assert not is_cut_off(DOWN[:16], MOVER, SNOW)
    assert is_cut_off(DOWN[:17], MOVER, SNOW)
    assert not is_cut_off(DOWN[:17], MOVER, NORMAL)


@clause("kanto", "32-1-2", "32-1-1(1)")
def test_lines_below_the_snow_line_are_as_long_as_ever() -> None:
    sagami = [f"22{row:02}" for row in range(37, 19, -1)]
    assert not is_cut_off(sagami, "hojo_tsunataka", SNOW)


@clause("kanto", "32-1-3")
@pytest.mark.parametrize(
    ("hexes", "unit"),
    [
        (["0505", "0506", "0507"], MOVER),  # Echigo
        (["2017", "2018", "2019"], MOVER),  # Kozuke
        (["3315", "3314", "3313"], "utsunomiya_hirotsuna"),  # Shimotsuke
    ],
)
def test_lines_do_not_pass_snowed_foothills(hexes: list[str], unit: str) -> None:
    foothills = {hexes[1]: "foothills"}
    assert is_cut_off(hexes, unit, SNOW, terrain=foothills)
    assert not is_cut_off(hexes, unit, NORMAL, terrain=foothills)
    assert not is_cut_off(hexes, unit, SNOW)


@clause("kanto", "32-1-3", "32-1-1(2)")
def test_lines_pass_foothills_where_no_snow_falls() -> None:
    hexes = ["2237", "2236", "2235"]
    assert not is_cut_off(hexes, "hojo_tsunataka", SNOW, terrain={"2236": "foothills"})


# --- 32-1-4: zones -----------------------------------------------------------------------------------------------


def march_beside_enemy(province: str, ground: str, weather: str) -> Any:
    """Begin a march whose next hex, but not the first, lies beside an enemy force."""
    hexes = way_through(province)
    placed = lane(hexes, "flat")
    placed["terrain"][hexes[1]] = ground
    foe = "takeda_nobukado"
    units = force(hexes[0], MOVER) | force(hexes[2], foe)
    match = compose(units, scenario="conquest_of_kanto", turn=2, weather=weather, **placed)
    return march(match, MOVER)


@clause("kanto", "32-1-4")
def test_no_zone_reaches_into_snowed_foothills() -> None:
    for province in ("echigo", "kozuke"):
        match = march_beside_enemy(province, "foothills", SNOW)
        assert points_left(match) == 8
        allowed(match, f"to {way_through(province)[1]}")  # 8 points, none to spare for a zone


@clause("kanto", "32-1-4")
def test_foothills_without_snow_lie_in_the_zone() -> None:
    assert cost(march_beside_enemy("echigo", "foothills", NORMAL), way_through("echigo")[1]) == 4 + 1
    assert cost(march_beside_enemy("musashi", "foothills", SNOW), way_through("musashi")[1]) == 4 + 1


@clause("kanto", "32-1-4", "32-1")
def test_other_snowed_ground_lies_in_the_zone_and_its_price_is_not_doubled() -> None:
    assert cost(march_beside_enemy("echigo", "flat", SNOW), way_through("echigo")[1]) == 2 + 1  # T-20


@clause("kanto", "32-1-1(1)", "32-1-1(2)")
def test_the_map_marks_the_same_hexes_as_the_rule() -> None:
    table = gunki.game("kanto").tables["snow"]
    assert set(table["whole"]) == {"echigo", "shinano", "kai", "mutsu"}
    assert set(table["foothills"]) == {"kozuke", "shimotsuke"}


@clause("kanto", "15-2-1", "32-1", "32-1-1(2)")
def test_all_eight_points_may_go_into_the_first_hex() -> None:
    """G-56: foothills of Kouzuke in snow, twice four."""
    place: dict[str, Any] = {"scenario": "mimase_pass", "turn": 9, "phase": "uesugi", "weather": "snow"}
    match = march(compose({"uesugi_kenshin": "off"}, terrain={"1913": "foothills"}, **place), "uesugi_kenshin")
    match.act("to 1913")
    assert at(match, "uesugi_kenshin") == "1913"


@clause("kanto", "32-1-4", "32.0")
def test_zones_reach_into_the_foothills_again_when_the_snow_is_gone() -> None:
    """T-19: in turn 6 it snows, in turn 7 not."""
    units = {"usami_sadayuki": "1309", "hojo_tsunataka": "1311", KENSHIN: "0505", UJIYASU: "2530"}
    place: dict[str, Any] = {"scenario": SCENARIOS[1], "around": "1310", "radius": 2, "terrain": {"1310": "foothills"}}
    match = compose(units, turn=6, stage=4, **place)
    pass_on(match, lambda: match.view(None)["turn"] == 7)
    assert cost(march(match, "usami_sadayuki"), "1310") == 4 + 1
