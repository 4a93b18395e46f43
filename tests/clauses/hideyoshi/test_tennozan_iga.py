"""Tennōzan: movement in Iga costs double."""

from __future__ import annotations

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, attack, cost, force, lane, march, morale, of_kind
from tests.clauses.hideyoshi.tennozan_table import HIDENAGA, HIDEYOSHI, HIMEJI, INSIDE, MITSUHIDE, SAITO, compose
from tests.support import clause

# --- Iga --------------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.8(7)")
@pytest.mark.parametrize(("seat", "leader"), [("anti_hashiba", SAITO), ("hashiba", HIDEYOSHI)])
@pytest.mark.parametrize(("ground", "points"), [("flat", 2), ("rough", 4), ("foothills", 8)])
def test_entering_a_hex_of_iga_costs_double(ground: str, points: int, seat: str, leader: str) -> None:
    match = compose({leader: "4222"}, around="4223", phase=seat, terrain={"4223": ground})
    (option,) = [option for option in march(match, leader).decision.options if str(option.action) == "to 4223"]
    assert option.cost == points


@clause("hideyoshi", "35.8(7)")
def test_each_hex_within_iga_costs_double_and_leaving_does_not() -> None:
    match = compose({HIDEYOSHI: "4222"}, around="4224", phase="hashiba")
    march(match, HIDEYOSHI)
    assert [cost(match, place) for place in ("4223", "4224", "4223", "4222")] == [2, 2, 2, 1]


@clause("hideyoshi", "35.8(7)")
def test_rivers_are_not_doubled() -> None:
    match = compose({HIDEYOSHI: "4222"}, around="4224", phase="hashiba", sides={"4222-4223": "river"})
    march(match, HIDEYOSHI)
    assert cost(match, "4223") == 3


@clause("hideyoshi", "35.8(7)")
@pytest.mark.parametrize(("ground", "points"), [("flat", 2), ("rough", 2), ("foothills", 6)])
def test_strategic_movement_in_iga_costs_double(ground: str, points: int) -> None:
    """Nobukane, three hexes from his castle Anotsu, marches between mountains into 4424, which is Iga's."""
    way = lane(["4825", "4725", "4624", "4524", "4424", "4324"], beside={"4424": ground})
    match = compose({"oda_nobukane": "4524"}, phase="hashiba", **way)
    acts(match, "act oda_nobukane", "strategic")
    costs = {str(option.action): option.cost for option in match.decision.options}
    assert costs["to 4624"] == 1
    assert costs["to 4424"] == points


@clause("hideyoshi", "35.8(7)")
@pytest.mark.parametrize("province", ["iga", "harima"])
def test_lines_through_iga_are_not_doubled(province: str) -> None:
    """Eight flat hexes from Himeji: a line of 8 points, the longest a force may draw to a castle."""
    way = [HIMEJI, "1723", "1822", "1922", "2021", "2121", "2220", "2320", "2419"]
    units = {MITSUHIDE: {"hex": "3719", **INSIDE}}
    provinces = dict.fromkeys(way[1:], province)
    match = compose({HIDENAGA: way[-1], **units}, dice=[4] * 9, stage=0, provinces=provinces, **lane(way))
    assert not of_kind(match.events, "no_line")
    farther = [*way, "2519"]
    match = compose({HIDENAGA: farther[-1], **units}, dice=[4] * 9, stage=0, **lane(farther))
    assert of_kind(match.events, "no_line") == [{"unit": HIDENAGA}]


@clause("hideyoshi", "35.8(7)")
def test_zones_in_iga_are_not_doubled() -> None:
    """An enemy's zone makes a hex dearer by the same as elsewhere."""
    costs = {}
    for name, place, enemy in (("iga", "4224", "4225"), ("omi", "4220", "4219")):
        start_hex = "4223" if name == "iga" else "4221"
        for there in (False, True):
            units = {HIDEYOSHI: start_hex, **({SAITO: enemy} if there else {})}
            match = compose(units, around="4222", radius=5, phase="hashiba")
            march(match, HIDEYOSHI)
            (option,) = [option for option in match.decision.options if str(option.action) == f"to {place}"]
            costs[name, there] = option.cost
    assert costs["iga", False] == 2
    assert costs["omi", False] == 1
    assert costs["iga", True] - costs["iga", False] == costs["omi", True] - costs["omi", False]


@clause("hideyoshi", "35.8(7)")
def test_retreats_in_iga_are_as_anywhere() -> None:
    """A retreat counts hexes, not points."""
    units = {HIDENAGA: "4223", **force("4222", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo")}
    match = compose(units, around="4224", phase="anti_hashiba", dice=[3, *[1] * 4])
    attack(match, MITSUHIDE, "4223")
    acts(match, "retreat", "back 4224")
    assert at(match, HIDENAGA) == "4224"
    assert morale(match, HIDENAGA) == -1
