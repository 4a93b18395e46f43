"""Sections 15-1, 15-2 and 15-6: how far a force moves, what the ground costs, and where it cannot go."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.common import acts, allowed, clauses_of, decision_of, refused
from tests.clauses.forces import at, cost, disc, distance, force, lane, march, neighbours, of_kind, points_left, unit
from tests.clauses.gunyuden.table import compose
from tests.support import clause

MOVER, ENEMY = "sugi", "hato"
FAR = {"yanagi": "0505"}  # so that the phase does not end with the march
START, STEP = "1207", "1206"
ROW = [f"{column:02}05" for column in range(5, 20)]  # a way from Yama (0505), each hex beside the next


def start_marching(how: str = "move", units: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Begin the march of Sugi at START on open ground."""
    match = compose({MOVER: START, **FAR, **(units or {})}, around="1206", to_act="red", **entries)
    return march(match, MOVER, how)


def start_on_the_way(start: str, how: str = "move", ground: str = "flat", morale: int = 0, **entries: Any) -> Any:
    """Begin the march of Sugi in a hex of ROW."""
    units = {MOVER: {"hex": start, "morale": morale} if morale else start, **FAR}
    return march(compose(units, to_act="red", **lane(ROW, ground, **entries)), MOVER, how)


def list_reached(match: Match) -> set[str]:
    """Return all hexes on offer."""
    return {text.removeprefix("to ") for text in decision_of(match).texts if text.startswith("to ")}


@clause("gunyuden", "15-2-1")
@pytest.mark.parametrize("inside", [False, True])
def test_every_hex_on_offer_is_offered_with_the_points_it_takes(inside: bool) -> None:
    """Out of a castle the way through its gate is counted with it."""
    units = {MOVER: {"hex": "0505", "inside": inside}, "yanagi": "1206"}
    match = march(compose(units, to_act="red"), MOVER)
    costs = {option.action.args[0]: option.cost for option in match.decision.options if option.action.verb == "to"}
    shown = match.overlay("reach", "red")["places"]
    assert costs == {place: entry["value"] for place, entry in shown.items()}
    points, place = points_left(match), min(costs, key=lambda place: costs[place] or 0)
    acts(match, f"to {place}")
    assert points_left(match) == points - (costs[place] or 0)
    rest = [option.cost for option in match.decision.options if option.action.verb in ("detach", "halt")]
    assert set(rest) == {None}


# --- 15-1: principles ---------------------------------------------------------------------------------------------


@clause("gunyuden", "15-1", "2-1-1", "15.0", "12.0(2)")
def test_a_march_takes_a_force_from_its_hex_to_another() -> None:
    match = start_marching()
    events = acts(match, f"to {STEP}", "halt")
    assert at(match, MOVER) == STEP
    assert [(data["unit"], data["from_hex"], data["to_hex"]) for data in of_kind(events, "marched")] == [
        (MOVER, START, STEP)
    ]


@clause("gunyuden", "15-1-1", "12-1-1")
def test_the_next_force_waits_until_the_march_is_over() -> None:
    match = start_marching()
    match.act(f"to {STEP}")
    refused(match, "act yanagi")
    match.act("halt")
    allowed(match, "act yanagi")
    refused(match, f"act {MOVER}")


@clause("gunyuden", "15-1-1")
def test_the_order_of_the_forces_is_the_players() -> None:
    match = compose({MOVER: START, **FAR}, around="1206", to_act="red")
    allowed(match, f"act {MOVER}", "act yanagi")
    acts(match, "act yanagi", "move", "to 0605", "halt", f"act {MOVER}", "move", f"to {STEP}", "halt")
    assert (at(match, MOVER), at(match, "yanagi")) == (STEP, "0605")


@clause("gunyuden", "15-1-2", "2-1-1")
def test_a_march_goes_through_adjacent_hexes_in_any_direction() -> None:
    match = start_marching()
    assert all(f"to {hex_id}" in match.decision.texts for hex_id in neighbours(START))
    match.act("to 1204")
    assert points_left(match) == 5, "three hexes away, three points"
    match.act(f"to {START}")
    assert points_left(match) == 2, "and back again"


@clause("gunyuden", "15-1", "12-1")
def test_the_units_of_a_force_move_together() -> None:
    match = compose({**force(START, MOVER, "ume"), **FAR}, around="1206", to_act="red")
    acts(march(match, MOVER), f"to {STEP}", "halt")
    assert (at(match, MOVER), at(match, "ume")) == (STEP, STEP)


# --- 15-2: points and the Terrain Effects Chart -------------------------------------------------------------------


@clause("gunyuden", "15-2", "15-2-1")
def test_every_force_has_eight_points() -> None:
    """Eight flat hexes and no ninth, for a bushou as for Matsu."""
    for leader in ["yanagi", "matsu"]:
        match = march(compose({leader: ROW[1], MOVER: "0505"}, to_act="red", **lane(ROW)), leader)
        assert points_left(match) == 8
        assert list_reached(match) == {ROW[0], *ROW[2:10]}
        refused(match, f"to {ROW[10]}", "15-2-1")


@clause("gunyuden", "15-2")
def test_points_are_spent_step_by_step_and_unused_ones_lost() -> None:
    match = start_on_the_way(ROW[1])
    assert [cost(match, hex_id) for hex_id in (ROW[4], ROW[6])] == [3, 2]
    assert points_left(match) == 3
    assert list_reached(match) == {*ROW[3:6], *ROW[7:10]}
    match.act("halt")
    refused(match, f"act {MOVER}")


NORMAL = [("flat", 1), ("rough", 2), ("foothills", 4), ("marsh", 4)]


@clause("gunyuden", "15-2-2", "2-1-2")
@pytest.mark.parametrize(("ground", "points"), NORMAL)
def test_the_ground_entered_sets_the_price(ground: str, points: int) -> None:
    assert cost(start_marching(terrain={STEP: ground}), STEP) == points


@clause("gunyuden", "15-2-2")
@pytest.mark.parametrize("ground", ["rough", "foothills", "marsh"])
def test_the_ground_left_does_not_matter(ground: str) -> None:
    assert cost(start_marching(terrain={START: ground}), STEP) == 1


@clause("gunyuden", "15-2-2", "2-1-2")
@pytest.mark.parametrize("ground", ["mountain", "sea", "lake"])
@pytest.mark.parametrize("how", ["move", "strategic"])
def test_nobody_enters_mountains_sea_or_lakes(how: str, ground: str) -> None:
    match = start_marching(how, terrain={STEP: ground})
    refused(match, f"to {STEP}")
    assert STEP not in list_reached(match)


STRATEGIC = [("flat", 1), ("rough", 1), ("foothills", 3)]


@clause("gunyuden", "15-2-3", "15-3", "2-1-2")
@pytest.mark.parametrize(("ground", "points"), STRATEGIC)
def test_strategic_movement_has_its_own_prices(ground: str, points: int) -> None:
    assert cost(start_marching("strategic", terrain={STEP: ground}), STEP) == points


@clause("gunyuden", "15-2-3", "15-3")
def test_strategic_movement_does_not_enter_marshes() -> None:
    match = start_marching("strategic", terrain={STEP: "marsh"})
    refused(match, f"to {STEP}")
    assert cost(match, "1205") == 3, "around it"


@clause("gunyuden", "15-2-3")
def test_the_marsh_is_named_as_the_reason() -> None:
    """Points enough are left: it is the ground that bars the way."""
    match = start_marching("strategic", terrain={STEP: "marsh"})
    refused(match, f"to {STEP}")
    assert "15-2-1" not in clauses_of(match.why_not(f"to {STEP}"))


@clause("gunyuden", "15-2-1", "15-3")
def test_strategic_movement_has_eight_points_too() -> None:
    """Rough ground: eight hexes strategically, four otherwise."""
    assert list_reached(start_on_the_way(ROW[1], "move", "rough")) == {ROW[0], *ROW[2:6]}
    assert list_reached(start_on_the_way(ROW[1], "strategic", "rough")) == {ROW[0], *ROW[2:10]}


@clause("gunyuden", "15-2-4")
@pytest.mark.parametrize("how", ["move", "strategic"])
@pytest.mark.parametrize(("side", "points"), [("none", 1), ("river", 2), ("bridge", 1)])
def test_a_river_costs_a_point_more_unless_there_is_a_bridge(how: str, side: str, points: int) -> None:
    """On a single way, so that nobody goes around."""
    assert cost(start_on_the_way("0805", how, sides={"0805-0905": side}), "0905") == points


@clause("gunyuden", "15-2-4")
def test_the_price_of_the_river_is_added_to_that_of_the_ground() -> None:
    assert cost(start_marching(terrain={STEP: "foothills"}, sides={f"{STEP}-{START}": "river"}), STEP) == 5
    assert cost(start_marching(terrain={STEP: "foothills"}, sides={f"{STEP}-{START}": "bridge"}), STEP) == 4


@clause("gunyuden", "15-2-2")
def test_the_cheapest_way_is_taken() -> None:
    """1205 lies behind foothills (5 points straight on) and is reached around them for 3."""
    match = start_marching(terrain={STEP: "foothills"})
    assert cost(match, "1205") == 3


# --- 15-6 and 15-4-4: what cannot be entered ----------------------------------------------------------------------


@clause("gunyuden", "15-6", "15-6-1")
@pytest.mark.parametrize("how", ["move", "strategic"])
def test_no_force_crosses_a_sea_or_lake_hexside(how: str) -> None:
    match = start_on_the_way("0705", how, sides={"0805-0905": "water"})
    match.act("to 0805")
    refused(match, "to 0905")
    assert list_reached(match) == {"0505", "0605", "0705"}


@clause("gunyuden", "15-6-2")
@pytest.mark.parametrize("inside", [False, True])
def test_a_hex_whose_enemies_are_all_in_garrison_can_be_entered(inside: bool) -> None:
    """Toge (1706), Blue's."""
    match = compose(
        {MOVER: "1707", **FAR, ENEMY: {"hex": "1706", "inside": inside}},
        around="1706",
        castles={"toge": {"owner": "blue"}},
        to_act="red",
    )
    march(match, MOVER)
    if inside:
        match.act("to 1706")
        assert at(match, MOVER) == at(match, ENEMY) == "1706"
    else:
        refused(match, "to 1706", "15-6-2")


@clause("gunyuden", "6-1", "15-6-2")
def test_hexes_with_friends_can_be_entered_and_passed() -> None:
    """No limit to how many stand in one hex, and they stay forces of their own."""
    many = [
        "kuri", "buna", "nara", "kashi", "tsuga", "ume", "momo", "take", "shii", "kaki", "sakura", "kiri", "tsubaki",
        "kaede", "hinoki",
    ]  # fmt: skip
    match = start_marching(units=dict.fromkeys(many, STEP))
    assert cost(match, STEP) == 1
    match.act("halt")
    assert {at(match, name) for name in [*many, MOVER]} == {STEP}
    allowed(match, *[f"act {name}" for name in many])


@clause("gunyuden", "15-2", "16-3")
def test_a_march_out_of_a_castle_costs_the_ground_and_the_point_for_leaving() -> None:
    """At once or hex by hex: from inside Toge seven flat hexes are the end, not eight."""
    match = compose({MOVER: {"hex": "1706", "inside": True}, **FAR}, around="1706", to_act="red")
    march(match, MOVER)
    events = match.act("to 1707")
    assert points_left(match) == 6
    assert of_kind(events, "left_castle") == [{"unit": MOVER, "castle": "toge"}]


@clause("gunyuden", "15-6", "15-6-3")
@pytest.mark.parametrize("morale", [-1, -2, -4])
def test_reduced_morale_takes_points_away(morale: int) -> None:
    match = start_on_the_way(ROW[1], morale=morale)
    assert points_left(match) == 8 + morale
    assert list_reached(match) == {ROW[0], *ROW[2 : 10 + morale]}


@clause("gunyuden", "15-1")
def test_a_force_may_stay_where_it_is() -> None:
    match = compose({MOVER: START, **FAR}, around="1206", to_act="red")
    match.act(f"act {MOVER}")
    match.act("rest")
    assert at(match, MOVER) == START
    assert unit(match, MOVER)["acted"]


@clause("gunyuden", "2-1-1")
def test_hexes_are_the_six_neighbours_with_even_columns_lower() -> None:
    """The grid of the map: all hexes within reach are as far as their distance on open ground."""
    match = start_marching()
    for hex_id in disc(START, 2):
        if hex_id != START:
            assert cost(match.fork(), hex_id) == distance(START, hex_id)


def test_a_hex_that_does_not_exist_is_no_action() -> None:
    match = start_marching()
    with pytest.raises(gunki.ActionError):
        match.act("to 9999")
