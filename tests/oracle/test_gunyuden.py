"""The second calculation of the Gunyuden rules on small positions, with numbers worked out by hand from the book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import gunki
from gunki.core.rules.events import Event
from gunki.games.hideyoshi.oracle.exclusive_rules import HideyoshiModel
from gunki.games.kanto.oracle.exclusive_rules import MAP, KantoModel
from gunki.series.gunyuden.oracle import chart_results
from gunki.series.gunyuden.oracle.ground import measure, read_printed
from gunki.series.gunyuden.oracle.lines import Lines
from gunki.series.gunyuden.oracle.rolls import Rolls
from gunki.series.gunyuden.oracle.strengths import Fight, Storm, call_parts

#: A plain of flat hexes without rivers, far from castles.
PLAIN = {f"{column:02}{row:02}": "flat" for column in range(5, 13) for row in range(8, 14)}
DRY = {
    f"{a}-{b}": "none"
    for a in PLAIN
    for b in read_printed(MAP).around[a]
    if a < b and (a, b) in read_printed(MAP).sides
}


def lay_out(units: Mapping[str, Any], **more: Any) -> KantoModel:
    """Compose a position on the plain and calculate it."""
    document = {
        "empty": True,
        "stage": 1,
        "phase": "uesugi",
        "units": dict(units),
        "terrain": {**PLAIN, **more.pop("terrain", {})},
        "sides": {**DRY, **more.pop("sides", {})},
        "castles": {"iiyama": {"owner": "none"}},
        **more,
    }
    match = gunki.compose("kanto", "heaven_and_earth", document)
    return KantoModel(match.setup, match.describe())


def reach(model: KantoModel, unit: str, way: str = "move") -> dict[str, int]:
    found = model.reach_of(model.table.force_of(unit))
    return found.find(found.allowance, way)


# -- ground -----------------------------------------------------------------------------------------------------------


def test_odawara_lies_in_its_ring() -> None:
    """The ring of 31-2 and the two hexes of sea that complete it (T-02)."""
    assert set(read_printed(MAP).around["2237"]) == {"2236", "2337", "2338", "2238", "2138", "2137"}
    assert measure("2237", "2138") == 1
    assert measure("0505", "0707") == 3
    assert measure("1010", "1013") == 3


def test_a_march_pays_terrain_and_river() -> None:
    """Flat 1, rough 2, foothills 4, a river 1 more, a bridge nothing (terrain chart, 15-2-4)."""
    ground = lay_out(
        {"uesugi_kenshin": "0910"},
        terrain={"0909": "rough", "0911": "foothills", "0810": "marsh"},
        sides={"0909-0910": "river", "0910-0911": "bridge"},
    ).ground
    assert [ground.cost("0910", near, "move") for near in ("1010", "0909", "0911", "0810")] == [1, 3, 4, 4]
    assert [ground.cost("0910", near, "strategic") for near in ("1010", "0909", "0911", "0810")] == [1, 2, 3, None]


def test_snow_doubles_terrain_and_thaw_rivers() -> None:
    """Echigo lies above the snow line: 1 becomes 2, a river stays 1; the thaw makes the river 2 (32-1, 32-2)."""
    costs = {}
    for weather in ("normal", "snow", "thaw"):
        model = lay_out(
            {"uesugi_kenshin": "0910"}, weather=weather, provinces={"0909": "echigo"}, sides={"0909-0910": "river"}
        )
        costs[weather] = model.ground.cost("0910", "0909", "move")
    assert costs == {"normal": 2, "snow": 3, "thaw": 3}


# -- zones and movement -----------------------------------------------------------------------------------------------


def test_a_force_rules_seven_hexes_but_no_marsh() -> None:
    model = lay_out({"uesugi_kenshin": "0709", "takeda_shingen": "0910"}, terrain={"0911": "marsh"})
    zones = model.zones_against(0)
    near = {"0910", "0909", "0809", "0810", "1009", "1010"}
    assert zones.by_force == near - {"0911"} | {"0910"}


def test_a_zone_costs_one_to_enter_and_one_to_leave() -> None:
    """From 0908 to 0909, beside Shingen in 0910, costs 1 + 1; on to 0809, still beside him, 1 + 2 more (15-4-5)."""
    model = lay_out({"uesugi_kenshin": "0908", "takeda_shingen": "0910"})
    march = model.reach_of(model.table.force_of("uesugi_kenshin"))
    assert march.step("0908", "0909", "move") == 2
    assert march.step("0909", "0809", "move") == 3
    assert march.step("0909", "0908", "move") == 2
    assert march.step("0909", "0910", "move") is None


def test_a_friend_in_the_zone_waives_it() -> None:
    """Another force of the side frees its hex of the surcharge, the mover does not (15-4-6, G-05)."""
    model = lay_out({"uesugi_kenshin": "0908", "naoe_sanetsuna": "0909", "takeda_shingen": "0910"})
    march = model.reach_of(model.table.force_of("uesugi_kenshin"))
    assert march.step("0908", "0909", "move") == 1


def test_morale_shortens_the_march() -> None:
    """With morale -3 there are 5 points (15-6-3)."""
    model = lay_out({"uesugi_kenshin": {"hex": "0910", "morale": -3}})
    assert max(reach(model, "uesugi_kenshin").values()) == 5


def test_strategic_marches_keep_away_from_enemies() -> None:
    """No hex beside an enemy, and none at all from one (15-3-1)."""
    model = lay_out({"uesugi_kenshin": "0908", "takeda_shingen": "0911"})
    found = reach(model, "uesugi_kenshin", "strategic")
    assert found["0909"] == 1
    assert not {"0910", "0810", "1010"} & set(found)
    beside = lay_out({"uesugi_kenshin": "0910", "takeda_shingen": "0911"})
    assert reach(beside, "uesugi_kenshin", "strategic") == {}


# -- lines ------------------------------------------------------------------------------------------------------------


def trace(model: KantoModel, start: str, goal: str) -> int | None:
    """Return how long the line of the Uesugi from one hex to another is."""
    lines = Lines(model.table, model.ground, model.zones_against(0), model.is_closed_to_lines, model.ranges(), False)
    return lines.trace_back([goal], 30, {start}).get(start)


def test_a_line_counts_the_hexes_entered() -> None:
    """Two flat hexes are 2; round foothills (3) they are 3; marsh lets no line in, but one may begin there (G-07)."""
    assert trace(lay_out({"uesugi_kenshin": "0908"}), "0908", "0910") == 2
    hills = lay_out({"uesugi_kenshin": "0908"}, terrain={"0909": "foothills"})
    assert trace(hills, "0908", "0910") == 3
    marsh = lay_out({"uesugi_kenshin": "0908"}, terrain={"0908": "marsh"})
    assert (trace(marsh, "0908", "0910"), trace(marsh, "0910", "0908")) == (2, None)


def test_zones_bar_a_line_unless_a_friend_stands_there() -> None:
    """Shingen in 0910 bars his seven hexes; a force of the Uesugi in 0909 opens that hex, not his own (11-1-5)."""
    alone = lay_out({"takeda_shingen": "0910", "uesugi_kenshin": "0508"})
    assert trace(alone, "0908", "0909") is None
    helped = lay_out({"takeda_shingen": "0910", "uesugi_kenshin": "0909"})
    assert trace(helped, "0908", "0909") == 1
    assert trace(helped, "0908", "0910") is None


def test_forces_relay_ten_points_and_castles_thirty() -> None:
    """Kosaka beside Kaizu and Naoe beside Kasugayama have lines; without any castle of theirs they have none."""
    units = {"kosaka_masanobu": "0515", "naoe_sanetsuna": "0506"}
    match = gunki.compose("kanto", "heaven_and_earth", {"empty": True, "units": units})
    model = KantoModel(match.setup, match.describe())
    assert model.find_connected("takeda") == {"kosaka_masanobu"}
    assert model.find_connected("uesugi") == {"naoe_sanetsuna"}
    for castle in model.table.castles.values():
        castle.owner, castle.durability = "none", 0
    assert model.find_connected("takeda") == model.find_connected("uesugi") == set()


def send_satomi(where: str) -> KantoModel:
    """Compose Satomi Yoshihiro alone, shaken, in a hex; Kururi in 3736 is his main castle and his only relay."""
    units = {"satomi_yoshihiro": {"hex": where, "morale": -1}}
    match = gunki.compose("kanto", "conquest_of_kanto", {"empty": True, "phase": "uesugi", "units": units})
    return KantoModel(match.setup, match.describe())


def test_a_hex_of_sea_costs_three() -> None:
    """From 3138 to the sea at 3237 3, ashore at 3337 1, and 4 more hexes of plain and rough ground (33-1, 33-4)."""
    model = send_satomi("3138")
    zones = model.zones_against(model.table.side_of("satomi"))
    lines = Lines(model.table, model.ground, zones, model.is_closed_to_lines, model.ranges(), by_sea=True)
    assert lines.trace_back(["3736"], 8, {"3138"}) == {"3138": 8}
    assert lines.trace_back(["3736"], 7, {"3138"}) == {}


def recover(where: str, *events: Event) -> list[str]:
    """Return what is wrong if Satomi Yoshihiro recovers in a hex as some events say."""
    begins = Event("acts", {"unit": "satomi_yoshihiro", "action": "rally"})
    return list(Rolls(send_satomi(where), "rally", Counter()).compare([begins, *events]))


def test_only_who_has_a_line_recovers_without_a_die() -> None:
    """Over the sea 2138 is within 30 points of Kururi and 2041 is not (26-1-1, 26-1-2, 33-1)."""
    recovered = Event("morale", {"unit": "satomi_yoshihiro", "morale": 0})
    dice = {"purpose": "recovery", "dice": [2], "unit": "satomi_yoshihiro", "value": 2}
    rolled = Event("roll", dice)
    assert recover("2138", recovered) == []
    assert recover("2041", rolled, recovered) == []
    [wrong] = recover("2041", recovered)
    assert "needs a die (26-1-2)" in wrong
    [wrong] = recover("2138", rolled, recovered)
    assert "needs no die (26-1-1" in wrong


def test_the_gate_of_a_friendly_castle_is_a_way_to_go() -> None:
    """Before Kaizu in 0514 Kosaka of the Takeda can go in, inside he can come out, but not Kenshin (16.0, 16-3)."""
    for place, able in (({"hex": "0514"}, True), ({"hex": "0514", "inside": True}, True), ({"hex": "0515"}, False)):
        document = {"empty": True, "units": {"kosaka_masanobu": place, "uesugi_kenshin": "0414"}}
        match = gunki.compose("kanto", "heaven_and_earth", document)
        model = KantoModel(match.setup, match.describe())
        assert model.reach_of(model.table.force_of("kosaka_masanobu")).can_pass_gate() == able
    assert not model.reach_of(model.table.force_of("uesugi_kenshin")).can_pass_gate()


# -- strengths and modifiers ------------------------------------------------------------------------------------------


def test_the_example_of_the_book() -> None:
    """Strength 10 is the column 10-12, where 2 to 5 cost one; strength 6 with a 5 costs one (23, G-50)."""
    table = gunki.game("kanto").tables["field_battle"]
    column = chart_results.find_column(table["column_min"], 10)
    assert [chart_results.look_up_battle(table, column, die)[0] for die in (1, 2, 5, 6)] == [0, 1, 1, 2]
    assert chart_results.look_up_battle(table, chart_results.find_column(table["column_min"], 6), 5) == (1, False)
    assert chart_results.look_up_battle(table, column, 12) == (4, True)


def test_an_attack_counts_ground_river_leaders_and_morale() -> None:
    """Kenshin (4) against Shingen (3) in foothills behind a river: -2, -2, +1; Shingen's morale -1 gives 1 more."""
    model = lay_out(
        {
            "uesugi_kenshin": "0910",
            "naoe_sanetsuna": {"hex": "0910", "leader": "uesugi_kenshin", "steps": 1},
            "takeda_shingen": {"hex": "0911", "morale": -1},
        },
        terrain={"0911": "foothills"},
        sides={"0910-0911": "river"},
    )
    fight = Fight(model, ["uesugi_kenshin", "naoe_sanetsuna"], ["takeda_shingen"], "0911")
    assert fight.attack_strength() == 5
    assert fight.attack_parts() == [("23-2-1(2)", -2), ("23-2-1(3)", -2), ("23-2-1(4)", 1), ("23-2-1(5)", 1)]
    assert fight.counter_strength() == 3
    assert fight.counter_parts() == [("23-6-2(1)", -1), ("23-6-2(2)", -2), ("23-6-2(3)", -1), ("23-6-2(4)", -1)]


def besiege_kaizu(**kaizu: Any) -> KantoModel:
    """Four units of 3 and one reduced, 14 in all, invest Kaizu (level 1), which Kosaka (3) holds."""
    units = ("naoe_sanetsuna", "kakizaki_kageie", "nakajo_fujisuke")
    document = {
        "empty": True,
        "units": {
            "uesugi_kenshin": {"hex": "0514", "invests": True},
            **{name: {"hex": "0514", "leader": "uesugi_kenshin"} for name in units},
            "usami_sadayuki": {"hex": "0514", "leader": "uesugi_kenshin", "steps": 1},
            "kosaka_masanobu": {"hex": "0514", "inside": True, "morale": -1},
            "takeda_shingen": "0515",
        },
        "castles": {"kaizu": {"owner": "takeda", "durability": 5, **kaizu}},
    }
    match = gunki.compose("kanto", "heaven_and_earth", document)
    return KantoModel(match.setup, match.describe())


def test_investors_strike_back_with_half() -> None:
    """14 are enough for level 1, and half of 14 strike back; against a sortie all of them, and with one more."""
    model = besiege_kaizu()
    castle = model.table.castles["kaizu"]
    assert model.table.is_invested(castle)
    everybody = [unit.name for unit in model.table.force_of("uesugi_kenshin").units]
    assert Fight(model, ["takeda_shingen"], everybody, "0514").counter_strength() == 7
    sortie = Fight(model, ["kosaka_masanobu"], everybody, "0514")
    assert sortie.counter_strength() == 14
    assert ("23-7-2", -1) in sortie.attack_parts()
    assert ("23-7-4", 1) in sortie.counter_parts()


def test_losses_that_end_the_investment_do_not_free_investors() -> None:
    """Of 14 that held the siege 9 are left: too few to invest (18-3), and still only half, 5, strike back (18-4-2)."""
    model = besiege_kaizu()
    everybody = [unit.name for unit in model.table.force_of("uesugi_kenshin").units]
    fight = Fight(model, ["takeda_shingen"], everybody, "0514")
    fight.hold_sieges()
    for name in ("usami_sadayuki", "naoe_sanetsuna"):
        model.table.follow(Event("killed", {"unit": name}))
    assert not model.table.is_invested(model.table.castles["kaizu"])
    assert (model.table.force_of("uesugi_kenshin").strength, fight.counter_strength()) == (9, 5)


def test_an_invested_castle_has_no_zone() -> None:
    model = besiege_kaizu()
    assert "0413" not in model.zones_against(0).weak
    assert "0514" not in model.zones_against(0).by_castle


def test_an_assault_and_a_call() -> None:
    """14 - 3 = 11; level -1, morale +1; Kosaka, a taishō, makes a call 1 harder and his morale 1 easier."""
    model = besiege_kaizu()
    castle = model.table.castles["kaizu"]
    storm = Storm(model, [model.table.force_of("uesugi_kenshin")], castle)
    assert (storm.advantage(), storm.parts()) == (11, [("19-3-1", -1), ("19-3-2", 1)])
    assert call_parts(model, castle, 0) == [("20-2-1(2)", -1), ("20-2-1(3)", 1)]
    answers = [model.answer_call(5, die) for die in (6, 7, 9, 10)]
    assert answers == ["rejected", "opens_the_gates", "opens_the_gates", "surrender"]


def test_the_revised_answers_and_siege_dice() -> None:
    """The end of Takamatsu: durability 2 with 4 or 5 is the lord's seppuku; a 10 and more count alike (Y-15, Y-21)."""
    match = gunki.new("hideyoshi", "tennozan", seed=1)
    model = HideyoshiModel(match.setup, match.describe())
    answers = [model.answer_call(2, die) for die in (0, 1, 4, 5, 6, 7, 12)]
    assert answers == ["refuses", "no_response", "lord_seppuku", "lord_seppuku", "hardliners", "disbands", "surrender"]
    takamatsu = model.table.castles["takamatsu"]
    assert model.siege_event(takamatsu, 4) == ("siege_without_effect",)
    assert model.table.is_invested(takamatsu)
    assert model.army_of("ukita") == "hashiba"
