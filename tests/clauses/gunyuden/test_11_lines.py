"""Section 11-1: where a line of communication runs, and what cuts it; rulings G-08, G-09, G-41 and G-46."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.clauses.forces import force, lane, units_without_line
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import compose
from tests.support import clause

MOVER, FRIEND, OTHER, ENEMY = "sugi", "kaede", "hinoki", "hato"

# A single way from Yama (0505) along the fifth row; 1104 touches 1105 alone.
ROW = [f"{column:02}05" for column in range(5, 23)]
# The same with Toge (1706) on it.
PAST_TOGE = [*ROW[:12], "1706", "1806", "1906"]
BLUES = {"toge": {"owner": "blue"}}
NOBODYS = {"toge": {"owner": "none"}}


def find_cut_off(units: dict[str, Any], way: list[str] = ROW, ground: str = "flat", **entries: Any) -> set[str]:
    """Return the units without a line when the turn begins."""
    beside = entries.pop("beside", None)
    sides = entries.pop("sides", None)
    terrain = entries.pop("terrain", {})
    paths = lane(way, ground, beside=beside, sides=sides)
    paths["terrain"].update(terrain)
    return units_without_line(compose(units, stage=0, **paths, **entries))


# --- 11-1: force, relays, main castle -----------------------------------------------------------------------------


@clause("gunyuden", "11-1", "11.0")
@as_first("communication_range")
def test_a_force_traces_to_the_main_castle_of_its_army() -> None:
    """With a wall across the way there is nothing to trace to."""
    assert find_cut_off({MOVER: "1605"}) == set()
    assert find_cut_off({MOVER: "1605"}, terrain={"1005": "mountain"}) == {MOVER}


@clause("gunyuden", "11-1", "8-3-1")
def test_a_castle_that_is_not_the_main_castle_is_no_end_of_a_line() -> None:
    """Sugi beside Toge, his army's own, but cut off from Yama."""
    assert find_cut_off({MOVER: "1806"}, PAST_TOGE, terrain={"1005": "mountain"}) == {MOVER}


@clause("gunyuden", "11-1-1", "11-1")
@as_first("communication_range")
def test_a_force_of_ones_own_relays() -> None:
    """33 points are too many for one leg; Kaede stands 30 points from Yama."""
    assert find_cut_off({MOVER: ROW[11]}, ground="foothills") == {MOVER}
    assert find_cut_off({MOVER: ROW[11], FRIEND: ROW[10]}, ground="foothills") == set()


@clause("gunyuden", "11-1-1", "11-1")
@pytest.mark.parametrize(("owner", "lost"), [("red", set()), ("none", {MOVER})])
def test_a_castle_of_ones_own_relays(owner: str, lost: set[str]) -> None:
    """Toge lies 30 points from Yama (9 foothills, 3 flat hexes), Sugi behind it."""
    hills = dict.fromkeys(PAST_TOGE[:9], "foothills")
    assert find_cut_off({MOVER: "1906"}, PAST_TOGE, terrain=hills, castles={"toge": {"owner": owner}}) == lost


@clause("gunyuden", "11-1-1", "11-1")
@pytest.mark.parametrize(("friend", "lost"), [({}, {MOVER}), ({FRIEND: {"hex": "1706", "inside": True}}, set())])
@as_first("communication_range")
def test_a_force_of_ones_own_relays_from_inside_an_allied_castle_too(friend: dict[str, Any], lost: set[str]) -> None:
    """Toge, 30 points from Yama, is the orange's and no relay itself; Kaede may be inside it."""
    hills, oranges = dict.fromkeys(PAST_TOGE[:9], "foothills"), {"toge": {"owner": "orange"}}
    units = {MOVER: "1906", **friend}
    assert find_cut_off(units, PAST_TOGE, terrain=hills, castles=oranges) == lost


@clause("gunyuden", "11-1-1", "11-1-3(1)")
@as_first("communication_range")
def test_a_garrison_with_enemies_at_its_gate_does_not_relay() -> None:
    """G-08: the same with Hato before Toge; the hexes around it are cleared by friends."""
    hills, oranges = dict.fromkeys(PAST_TOGE[:9], "foothills"), {"toge": {"owner": "orange"}}
    units = {MOVER: "1906", FRIEND: {"hex": "1706", "inside": True}, OTHER: "1806", "keyaki": PAST_TOGE[11]}
    assert find_cut_off({**units, ENEMY: "1706"}, PAST_TOGE, terrain=hills, castles=oranges) == {
        MOVER,
        OTHER,
        ENEMY,
    }


@clause("gunyuden", "11-1-2")
@as_first("communication_range")
def test_there_may_be_any_number_of_relays() -> None:
    """Yama, 30 points to Kaede, 9 to Hinoki, 9 to Yanagi, 3 to Sugi."""
    chain = {FRIEND: ROW[10], OTHER: ROW[13], "yanagi": ROW[16], MOVER: ROW[17]}
    assert find_cut_off(chain, ground="foothills") == set()
    del chain[OTHER]
    assert find_cut_off(chain, ground="foothills") == {"yanagi", MOVER}


@clause("gunyuden", "11-1-1", "11-1")
def test_a_relay_without_a_line_helps_nobody() -> None:
    assert find_cut_off({FRIEND: "1505", MOVER: "1605"}, terrain={"1005": "mountain"}) == {FRIEND, MOVER}


# --- 11-1-1 and 7-1-3: allies do not relay ------------------------------------------------------------------------

# From Numa (2211), main castle of the orange, westward; foothills behind rivers: 4 points a hex.
WEST = [f"{column:02}11" for column in range(22, 12, -1)]
RIVERS = {f"{a}-{b}": "river" for a, b in pairwise(WEST)}
KITSUNE = "kitsune"


def find_cut_off_before_numa(units: dict[str, Any]) -> set[str]:
    """Return the units without a line on the way from Numa."""
    return find_cut_off(units, WEST, "foothills", sides=RIVERS)


@clause("gunyuden", "11-1-1", "7-1-3")
@as_first("communication_range")
def test_a_small_army_traces_to_its_own_main_castle() -> None:
    """28 points are near enough, 32 too far."""
    assert KITSUNE not in find_cut_off_before_numa({KITSUNE: WEST[7]})
    assert KITSUNE in find_cut_off_before_numa({KITSUNE: WEST[8]})


@clause("gunyuden", "11-1-1", "7-1-3")
@pytest.mark.parametrize("ally", ["kaede", "nezumi", "kuma"])
def test_allied_forces_do_not_relay(ally: str) -> None:
    """G-41: neither of the red nor of another small army."""
    assert KITSUNE in find_cut_off_before_numa({KITSUNE: WEST[8], ally: WEST[7]})


@clause("gunyuden", "11-1-1", "7-1-3")
def test_allied_castles_do_not_relay_and_are_no_end() -> None:
    """Kitsune beside Yama, where a red force has a line."""
    units = {KITSUNE: "0705", MOVER: "0705"}
    assert find_cut_off(units) == {KITSUNE}


# --- 11-1-3: hexes a line cannot pass -----------------------------------------------------------------------------


@clause("gunyuden", "11-1-3(1)")
def test_no_line_passes_a_hex_with_an_enemy_force() -> None:
    """Friends on both sides of him clear his zone, not his hex."""
    friends = {FRIEND: "1005", OTHER: "1205"}
    assert find_cut_off({MOVER: "1305", **friends}) == set()
    assert find_cut_off({MOVER: "1305", **friends, ENEMY: "1105"}) == {MOVER, OTHER, ENEMY}


@clause("gunyuden", "11-1-3(2)")
@as_first("communication_range")
def test_no_line_passes_an_enemy_castle() -> None:
    """Friends on both sides of Toge clear its weak zone, not its hex."""
    friends = {FRIEND: "1605", OTHER: "1806"}
    assert find_cut_off({MOVER: "1906", **friends}, PAST_TOGE, castles=NOBODYS) == set()
    assert find_cut_off({MOVER: "1906", **friends}, PAST_TOGE, castles=BLUES) == {MOVER, OTHER}


@clause("gunyuden", "11-1-4", "5-4-4")
@as_first("communication_range")
def test_a_friend_before_the_enemy_castle_lets_the_line_pass() -> None:
    friends = {FRIEND: "1605", OTHER: "1806", "yanagi": "1706"}
    assert find_cut_off({MOVER: "1906", **friends}, PAST_TOGE, castles=BLUES) == set()


@clause("gunyuden", "11-1-4", "5-4-4")
def test_without_friends_around_it_the_castles_zone_still_cuts_the_line() -> None:
    """The red on Toge do not invest it: 1605 and 1806 stay in its weak zone."""
    units = {MOVER: "1906", "yanagi": "1706"}
    assert find_cut_off(units, PAST_TOGE, castles=BLUES) == {MOVER, "yanagi"}


@clause("gunyuden", "11-1-3(3)", "11-1-5")
def test_no_line_passes_an_enemy_zone_unless_a_friend_is_in_the_hex() -> None:
    beside = {"1104": "flat"}
    assert MOVER in find_cut_off({MOVER: "1305", ENEMY: "1104"}, beside=beside)
    assert MOVER not in find_cut_off({MOVER: "1305", ENEMY: "1104", FRIEND: "1105"}, beside=beside)


@clause("gunyuden", "11-1-5", "7-1-1")
def test_an_allied_force_clears_the_zone_too() -> None:
    """G-41: shared is the cancelling of zones."""
    units = {MOVER: "1305", "masu": "1104"}
    entries: dict[str, Any] = {
        "beside": {"1104": "flat"},
    }
    assert MOVER in find_cut_off(units, **entries)
    assert MOVER not in find_cut_off({**units, "kuma": "1105"}, **entries)


@clause("gunyuden", "5-3-3", "5-4-3", "11-1-3(3)")
@as_first("communication_range")
def test_the_garrison_of_an_invested_castle_has_no_zone_of_its_own() -> None:
    """Hato inside Toge, twelve points of red around it."""
    siege = force("1706", FRIEND, "ume", "momo", "kaki", invests=True)
    units = {MOVER: "1905", ENEMY: {"hex": "1706", "inside": True}}
    assert MOVER in find_cut_off(units, beside={"1706": "flat"}, castles=BLUES)
    assert MOVER not in find_cut_off({**units, **siege}, beside={"1706": "flat"}, castles=BLUES)


@clause("gunyuden", "11-1-3(4)")
@pytest.mark.parametrize(("side", "lost"), [("water", {MOVER}), ("river", set()), ("none", set())])
@as_first("communication_range")
def test_no_line_crosses_a_sea_or_lake_hexside(side: str, lost: set[str]) -> None:
    assert find_cut_off({MOVER: "1305"}, sides={"1005-1105": side}) == lost


@clause("gunyuden", "11-1-3(5)", "2-1-2")
@pytest.mark.parametrize("ground", ["marsh", "mountain", "lake", "sea"])
def test_no_line_passes_marsh_mountain_or_water(ground: str) -> None:
    assert find_cut_off({MOVER: "1305"}, terrain={"1105": ground}) == {MOVER}


@clause("gunyuden", "11-1-3(5)")
def test_a_friend_in_the_marsh_does_not_let_a_line_pass() -> None:
    """G-46."""
    assert MOVER in find_cut_off({MOVER: "1305", FRIEND: "1105"}, terrain={"1105": "marsh"})


@clause("gunyuden", "11-1-3(1)", "8-3")
def test_no_line_ends_in_a_main_castle_with_enemies_before_it() -> None:
    """G-08: Hato on Yama; Kaede beside it clears the zone there."""
    assert find_cut_off({MOVER: "0705", FRIEND: "0605"}) == set()
    assert find_cut_off({MOVER: "0705", FRIEND: "0605", ENEMY: "0505"}) == {MOVER, FRIEND, ENEMY}


@clause("gunyuden", "11-1-3(1)", "11-1-1")
def test_a_castle_with_enemies_before_it_does_not_relay() -> None:
    """G-08: Hato on Toge, friends on both sides; the far one needs Toge as a relay."""
    hills = dict.fromkeys(PAST_TOGE[:9], "foothills")
    units = {MOVER: "1806", FRIEND: "1605"}
    assert find_cut_off(units, PAST_TOGE, terrain=hills) == set()
    assert MOVER in find_cut_off({**units, ENEMY: "1706"}, PAST_TOGE, terrain=hills)


@clause("gunyuden", "11-1-3(3)", "5-4-1")
def test_a_castle_beside_enemies_relays_and_receives() -> None:
    """G-08: one's own castle cancels the zone in its hex. Hato on 0404 touches Yama alone."""
    assert MOVER not in find_cut_off({MOVER: "0605", ENEMY: "0405"}, beside={"0405": "flat"})


# --- 11-1-6: who need not trace -----------------------------------------------------------------------------------


@clause("gunyuden", "11-1-6", "16-4")
@pytest.mark.parametrize(("inside", "lost"), [(True, set()), (False, {MOVER})])
def test_garrisons_need_no_line(inside: bool, lost: set[str]) -> None:
    units = {MOVER: {"hex": "1706", "inside": inside}}
    assert find_cut_off(units, PAST_TOGE, terrain={"1005": "mountain"}) == lost


@clause("gunyuden", "11-1-6", "7-1-1")
@pytest.mark.parametrize(("inside", "lost"), [(True, set()), (False, {MOVER})])
def test_garrisons_of_allied_castles_need_no_line(inside: bool, lost: set[str]) -> None:
    """G-09: Sugi in Numa of the orange, with mountains all around."""
    units = {MOVER: {"hex": "2211", "inside": inside}}
    assert find_cut_off(units, ["2211"]) == lost


@clause("gunyuden", "11-1-6")
def test_castles_need_no_line() -> None:
    """Toge cut off keeps its morale."""
    match = compose({MOVER: "0605"}, stage=0, **lane(ROW[:5], beside={"1706": "flat"}))
    assert "morale" not in match.view("red")["castles"]["toge"]
