"""10-3 to 10-6: marching, its costs, and what closes a hex; the Terrain Effects Chart."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.kenshin.table import (
    FIELD,
    ODA,
    UESUGI,
    acts,
    allowed,
    assert_impossible,
    at,
    choices,
    compose,
    cost,
    decision_of,
    distance,
    force,
    garrison,
    lane,
    march,
    modifiers_of,
    neighbours,
    of_kind,
    points_left,
    refused,
    rolls,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

MAN = "kakizaki_haruie"


def begin_march(start: str = FIELD, foes: dict[str, Any] | None = None, **more: Any) -> Match:
    """Begin a march, on flat ground around FIELD unless `around` says otherwise; UESUGI and ODA are far away."""
    entries = {"around": FIELD, **more}
    match = compose({MAN: start, **(foes or {}), **UESUGI, **ODA}, **entries)
    march(match, MAN)
    return match


# --- 10, 10-3: how forces move --------------------------------------------------------------------------------------


@clause("kenshin", "10", "10-3-1")
def test_forces_move_in_any_order_and_need_not_move() -> None:
    units = {MAN: FIELD, "uesugi_kagetora": "4811", "jinbo_ujiharu": "4812", **ODA}
    match = compose(units, around=FIELD)
    assert choices(match, "move") == {MAN, "uesugi_kagetora", "jinbo_ujiharu"}
    acts(match, "move jinbo_ujiharu", "to 4813", "halt", f"move {MAN}", "to 4809", "halt", "end")
    assert [at(match, name) for name in (MAN, "uesugi_kagetora", "jinbo_ujiharu")] == ["4809", "4811", "4813"]
    match = compose(units, around=FIELD)
    match.act("end")
    assert match.view(None)["phase"] == "oda_reaction"


@clause("kenshin", "10-3-1")
def test_a_force_ends_its_march_before_the_next_begins_and_moves_once() -> None:
    match = begin_march(foes={"jinbo_ujiharu": "4809"})
    refused(match, "move jinbo_ujiharu")
    acts(match, "to 4811", "halt")
    barred(match, f"move {MAN}", "10-3-1 has_moved")
    allowed(match, "move jinbo_ujiharu")


@clause("kenshin", "10-3-2")
def test_a_march_goes_hex_by_hex_in_any_direction() -> None:
    match = begin_march()
    allowed(match, *[f"to {hex_id}" for hex_id in neighbours(FIELD)])
    (found,) = of_kind(match.act("to 5010"), "marched")
    way = list(dict.fromkeys([found["from_hex"], *found["way_hex"], found["to_hex"]]))
    assert (way[0], way[-1], len(way)) == (FIELD, "5010", 3)
    assert {distance(a, b) for a, b in pairwise(way)} == {1}


@clause("kenshin", "10-3-2", "10-6-2")
def test_a_march_cannot_skip_a_closed_hex() -> None:
    """A way between mountains with a gap in it."""
    match = begin_march(around=None, **lane([FIELD, "4811", "4813"]))
    allowed(match, "to 4811")
    refused(match, "to 4813")


@clause("kenshin", "10-4-3")
def test_forces_neither_split_nor_merge_on_the_march() -> None:
    units = {**force(FIELD, MAN, "jinbo_ujiharu"), "naoe_nobutsuna": "4811"}
    match = begin_march(foes={name: entry for name, entry in units.items() if name != MAN})
    for text in ("alone jinbo_ujiharu", f"lead naoe_nobutsuna {MAN}"):
        refused(match, text)
    match.act("to 4811")
    refused(match, f"lead naoe_nobutsuna {MAN}")
    match.act("to 4812")
    assert at(match, "jinbo_ujiharu") == "4812"
    assert at(match, "naoe_nobutsuna") == "4811"
    assert unit(match, "jinbo_ujiharu")["leader"] == MAN


# --- 10-4: points ---------------------------------------------------------------------------------------------------


@clause("kenshin", "10-4", "10-4-1")
@pytest.mark.parametrize("name", [MAN, "uesugi_kenshin", "honganji_monto", "ashikaga_yoshiaki"])
def test_every_force_has_six_points(name: str) -> None:
    for entry in ("4806", {"hex": "4806", "steps": 1}):
        match = compose({name: entry, **UESUGI, **ODA}, around=FIELD)
        march(match, name)
        assert points_left(match) == 6
        barred(match, "to 4813", "10-4-1 out_of_points")
        match.act("to 4812")
        assert at(match, name) == "4812"
        assert decision_of(match).name == "force"  # nothing is left


@clause("kenshin", "10-4-1")
def test_a_force_may_stop_and_go_on_while_points_are_left() -> None:
    match = begin_march("4806")
    assert [cost(match, "4808"), cost(match, "4809"), points_left(match)] == [2, 1, 3]
    barred(match, "to 4813", "10-4-1 out_of_points")
    barred(match, "to 4809", "10-3 same_hex")
    match.act("to 4812")
    assert decision_of(match).name == "force"


@clause("kenshin", "10-4-2", "TBL-TERRAIN flat", "TBL-TERRAIN rough", "TBL-TERRAIN foothills", "2-1-1(2)")
@pytest.mark.parametrize(("ground", "price"), [("flat", 1), ("rough", 2), ("foothills", 3)])
def test_each_ground_costs_its_points(ground: str, price: int) -> None:
    match = begin_march(terrain={"4811": ground})
    assert cost(match, "4811") == price
    assert cost(match, FIELD) == 1  # what he leaves does not matter


@clause("kenshin", "TBL-TERRAIN river", "10-4-2")
@pytest.mark.parametrize("kind", ["river", "ford", "bridge"])
def test_crossing_a_river_costs_one_more(kind: str) -> None:
    """K-98: at fords and bridges too."""
    match = begin_march(sides={f"{FIELD}-{hex_id}": kind for hex_id in neighbours(FIELD)})
    assert cost(match, "4811") == 2
    assert cost(match, "4812") == 1
    match = begin_march(sides={f"4811-{hex_id}": kind for hex_id in neighbours("4811")}, terrain={"4811": "foothills"})
    assert cost(match, "4811") == 4


@clause("kenshin", "10-4-2")
def test_a_cheapest_way_is_taken() -> None:
    """Straight on there are foothills (3 and 1); around them there is flat ground (1, 1 and 1)."""
    match = begin_march(terrain={"4811": "foothills"})
    assert cost(match, "4812") == 3


# --- 10-5: enemy control --------------------------------------------------------------------------------------------


@clause("kenshin", "10-5-1", "10-5-3", "10-5-4")
def test_entering_enemy_control_costs_one_more_and_leaving_it_nothing() -> None:
    match = begin_march(foes={"maeda_toshiie": "4812"})
    assert cost(match, "4811") == 2
    assert cost(match, "4711") == 2  # from control to control
    assert cost(match, "4710") == 1  # and out of it


@clause("kenshin", "10-5-1", "10-4-1")
def test_a_hex_out_of_reach_because_of_enemy_control_is_refused_for_it() -> None:
    """Six hexes of flat ground; the last is controlled, unless Maeda is elsewhere."""
    barred(begin_march("4806", {"maeda_toshiie": "4813"}), "to 4812", "10-5-1 out_of_points_in_zones")
    allowed(begin_march("4806", {"maeda_toshiie": "4814"}), "to 4812")


@clause("kenshin", "10-5-2", "10-4-1")
def test_a_hex_out_of_reach_because_of_an_enemy_castle_is_refused_for_it() -> None:
    """Fukashi, in Oda hands and in ours, five hexes and a river away."""
    way = lane(["5109", "5110", "5111", "5112", "5113", "5114"])
    way["sides"]["5113-5114"] = "river"
    match = begin_march("5109", castles={"fukashi": {"holder": "oda"}}, **way)
    barred(match, "to 5114", "10-5-2 out_of_points_in_zones")
    allowed(begin_march("5109", castles={"fukashi": {"holder": "uesugi"}}, **way), "to 5114")


@clause("kenshin", "10-5-3")
def test_beginning_a_march_in_enemy_control_costs_nothing() -> None:
    match = begin_march(foes={"maeda_toshiie": "4811"})
    assert cost(match, "4809") == 1


@clause("kenshin", "10-5-1", "10-5-2")
def test_enemy_control_costs_one_point_more_at_most() -> None:
    """K-55: two forces, or a force and a castle, and the most that a hex can cost."""
    match = begin_march(foes={"maeda_toshiie": "4812", "sasa_narimasa": "4911"})
    assert cost(match, "4811") == 2
    ground: dict[str, Any] = {"around": "5114", "radius": 2, "castles": {"fukashi": {"holder": "oda"}}}
    match = begin_march("5113", {"maeda_toshiie": "5115"}, **ground)
    assert cost(match, "5114") == 2
    match = begin_march("5113", {"maeda_toshiie": "5115"}, terrain={"5114": "foothills"},
                        sides={f"5114-{hex_id}": "river" for hex_id in neighbours("5114")}, **ground)  # fmt: skip
    assert cost(match, "5114") == 5


@clause("kenshin", "10-5-5")
@pytest.mark.parametrize("friend", [None, "jinbo_ujiharu", "okabe_motonobu"])
def test_enemy_control_costs_nothing_where_a_friendly_force_stands(friend: str | None) -> None:
    beside = {friend: "4811"} if friend else {}
    match = begin_march(foes={"maeda_toshiie": "4812", **beside})
    assert cost(match, "4811") == (1 if friend else 2)
    castle_hex = {friend: "5114"} if friend else {}
    match = begin_march("5113", castle_hex, around="5114", radius=2, castles={"fukashi": {"holder": "oda"}})
    assert cost(match, "5114") == (1 if friend else 2)


# --- 10-6: closed hexes ---------------------------------------------------------------------------------------------


@clause("kenshin", "10-6-2", "TBL-TERRAIN mountain")
def test_mountains_are_closed() -> None:
    match = begin_march(terrain={"4811": "mountain"})
    barred(match, "to 4811", "10-6-2 no_entry")
    allowed(match, "to 4812")  # around it
    assert_impossible(MAN, "10-6-2", {MAN: "4811"}, terrain={"4811": "mountain"})


@clause("kenshin", "10-6-1", "TBL-TERRAIN sea")
@pytest.mark.parametrize("ground", ["sea", "lake"])
def test_sea_and_lakes_are_closed(ground: str) -> None:
    match = begin_march(terrain={"4811": ground})
    barred(match, "to 4811", "10-6-1 no_entry")
    assert_impossible(MAN, "10-6-1", {MAN: "4811"}, terrain={"4811": ground})


@clause("kenshin", "10-6-1", "TBL-TERRAIN sea")
def test_a_march_does_not_cross_water_between_two_hexes() -> None:
    """K-98; with dry land beside it, the way goes around."""
    match = begin_march(around=None, **{**lane([FIELD, "4811"]), "sides": {f"{FIELD}-4811": "water"}})
    barred(match, "to 4811", "10-6-1 water_between")
    match = begin_march(sides={f"{FIELD}-4811": "water"})
    assert cost(match, "4811") == 2


@clause("kenshin", "10-6-1", "10-6-2", "10-6-3", "20 entry")
@pytest.mark.parametrize(
    ("wall", "clause_id"), [("sea", "10-6-1"), ("mountain", "10-6-2"), ("enemy", "10-6-3"), ("neutral", "20 entry")]
)
def test_a_hex_with_every_way_closed_is_refused_for_what_closes_it(wall: str, clause_id: str) -> None:
    """The hex is two hexes away: on a lane between mountains, between two islands, or behind a unit on the lane."""
    foes, ground = {"enemy": "maeda_toshiie", "neutral": "miki_yoritsuna"}, lane([FIELD, "4811", "4812"])
    if wall in foes:
        match = begin_march(foes={foes[wall]: "4811"}, around=None, **ground)
    else:
        walls = {name: "flat" if kind == "flat" else wall for name, kind in ground["terrain"].items()}
        match = begin_march(around=None, terrain={**walls, "4811": wall}, sides=ground["sides"])
    barred(match, "to 4812", f"{clause_id} no_way")


@clause("kenshin", "10-6-1")
@pytest.mark.parametrize("hex_id", ["0126", "0331", "0133"])
def test_an_island_is_refused_by_the_sea_around_it(hex_id: str) -> None:
    """Islands and Shikoku, from the mainland."""
    match = begin_march("0123", around=None)
    barred(match, f"to {hex_id}", "10-6-1 no_way")


@clause("kenshin", "10-6-1", "16-4-1 disembark")
def test_a_ship_puts_in_at_no_coastal_hex_that_is_sea() -> None:
    """An experiment: a coastal hex made sea."""
    units = {"saito_tomonobu": "5604", **ODA, MAN: "aboard murakami_takeyoshi"}
    match = compose(units, ships={"murakami_takeyoshi": "seto"}, terrain={"0224": "sea"})
    match.act("sail murakami_takeyoshi")
    barred(match, "put_in 0224", "10-6-1 no_entry")


@clause("kenshin", "10-6-3")
def test_enemies_in_the_open_close_their_hex() -> None:
    match = begin_march(foes={"maeda_toshiie": "4811"})
    barred(match, "to 4811", "10-6-3 enemy_there")
    assert_impossible("", "10-6-3", {MAN: FIELD, "maeda_toshiie": FIELD}, around=FIELD)
    match = begin_march("4811", {"jinbo_ujiharu": FIELD})
    assert cost(match, FIELD) == 1  # friends do not


@clause("kenshin", "10-6-3")
def test_an_invested_garrison_does_not_close_its_hex() -> None:
    units = {**garrison("5114", "maeda_toshiie"), **force("5114", "uesugi_kagetora", "jinbo_ujiharu")}
    castles = {"fukashi": {"holder": "oda", "marker": 0}}
    match = begin_march("5113", units, around="5114", radius=2, castles=castles)
    allowed(match, "to 5114")
    match = begin_march(
        "5113", {"maeda_toshiie": "5114"}, around="5114", radius=2, castles={"fukashi": {"holder": "oda"}}
    )
    barred(match, "to 5114", "10-6-3 enemy_there")


@clause("kenshin", "10-6-3")
def test_a_march_does_not_pass_through_enemies() -> None:
    """A way between mountains with Maeda in the middle of it."""
    match = begin_march(foes={"maeda_toshiie": "4811"}, around=None, **lane([FIELD, "4811", "4812"]))
    refused(match, "to 4812")


# --- the Terrain Effects Chart in battle ----------------------------------------------------------------------------


def battle_modifiers(**ground: Any) -> list[dict[str, int]]:
    """Return the modifiers of attacker and defender, equals in ability, in a battle from FIELD against 4811."""
    units = {"uesugi_kagetora": FIELD, "maeda_toshiie": "4811", **UESUGI, **ODA}
    match = compose(units, around=FIELD, phase="uesugi_combat", dice=[1, 2, 1, 2], **ground)
    return [modifiers_of(roll) for roll in rolls(match.act("attack uesugi_kagetora"))]


@clause("kenshin", "TBL-TERRAIN flat", "TBL-TERRAIN rough", "TBL-TERRAIN foothills")
@pytest.mark.parametrize("ground", ["flat", "rough", "foothills"])
def test_only_foothills_help_the_defender(ground: str) -> None:
    """K-02, K-03: the mountain of the example is foothills; rough ground is no forest."""
    expected = [{"12-2-1 A(1)": -1}, {"12-2-1 D(1)": 1}] if ground == "foothills" else [{}, {}]
    assert battle_modifiers(terrain={"4811": ground}) == expected
    assert battle_modifiers(terrain={FIELD: ground}) == [{}, {}]


@clause("kenshin", "TBL-TERRAIN river")
@pytest.mark.parametrize("kind", ["river", "ford", "bridge"])
def test_a_river_takes_one_from_attacker_and_defender(kind: str) -> None:
    """K-01, K-98."""
    assert battle_modifiers(sides={f"{FIELD}-4811": kind}) == [{"12-2-1 A(2)": -1}, {"12-2-1 D(2)": -1}]
    assert battle_modifiers(sides={"4811-4812": kind}) == [{}, {}]


@clause("kenshin", "TBL-TERRAIN mountain", "TBL-TERRAIN sea")
def test_nobody_is_attacked_across_water() -> None:
    units = {MAN: FIELD, "jinbo_ujiharu": FIELD, "maeda_toshiie": "4811", "sasa_narimasa": "4809", **ODA}
    match = compose(units, around=FIELD, phase="uesugi_combat", sides={f"{FIELD}-4811": "water"}, dice=[1, 2, 1, 2])
    events = acts(match, f"attack {MAN}", "fight")
    assert of_kind(events, "field_battle")[0]["hex"] == "4809"


@clause("kenshin", "TBL-TERRAIN foothills")
@pytest.mark.parametrize("ground", ["forest", "woods", "swamp"])
def test_a_ground_that_is_not_in_the_terrain_chart_is_refused(ground: str) -> None:
    """K-03."""
    with pytest.raises(gunki.PositionError, match="4811"):
        compose({MAN: FIELD, **ODA}, terrain={"4811": ground})
