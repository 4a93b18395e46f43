"""Section 11-1: where a line of communication runs, and what cuts it; rulings G-08, G-09, G-41, G-46 and T-22."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.clauses.kanto.table import compose, force, lane, no_line
from tests.support import clause

MOVER, FRIEND, OTHER, ENEMY = "kakizaki_kageie", "naoe_sanetsuna", "nagao_masakage", "anayama_nobukimi"

# A single way from Kasugayama (0505) along the fifth row; 1104 touches 1105 alone.
ROW = [f"{column:02}05" for column in range(5, 23)]
# The same with Sakado (1706) on it.
PAST_SAKADO = [*ROW[:12], "1706", "1806", "1906"]
TAKEDAS = {"sakado": {"owner": "takeda"}}
NOBODYS = {"sakado": {"owner": "none"}}


def cut(units: dict[str, Any], way: list[str] = ROW, ground: str = "flat", **entries: Any) -> set[str]:
    """Who has no line when the turn begins."""
    beside = entries.pop("beside", None)
    sides = entries.pop("sides", None)
    terrain = entries.pop("terrain", {})
    paths = lane(way, ground, beside=beside, sides=sides)
    paths["terrain"].update(terrain)
    return no_line(compose(units, stage=0, **paths, **entries))


# --- 11-1: force, relays, main castle -----------------------------------------------------------------------------


@clause("kanto", "11-1", "11.0")
def test_a_force_traces_to_the_main_castle_of_its_army() -> None:
    """With a wall across the way there is nothing to trace to."""
    assert cut({MOVER: "1605"}) == set()
    assert cut({MOVER: "1605"}, terrain={"1005": "mountain"}) == {MOVER}


@clause("kanto", "11-1", "8-3-1")
def test_a_castle_that_is_not_the_main_castle_is_no_end_of_a_line() -> None:
    """Kakizaki beside Sakado, his army's own, but cut off from Kasugayama."""
    assert cut({MOVER: "1806"}, PAST_SAKADO, terrain={"1005": "mountain"}) == {MOVER}


@clause("kanto", "11-1-1", "11-1")
def test_a_force_of_ones_own_relays() -> None:
    """33 points are too many for one leg; Naoe stands 30 points from Kasugayama."""
    assert cut({MOVER: ROW[11]}, ground="foothills") == {MOVER}
    assert cut({MOVER: ROW[11], FRIEND: ROW[10]}, ground="foothills") == set()


@clause("kanto", "11-1-1", "11-1")
@pytest.mark.parametrize(("owner", "lost"), [("uesugi", set()), ("none", {MOVER})])
def test_a_castle_of_ones_own_relays(owner: str, lost: set[str]) -> None:
    """Sakado lies 30 points from Kasugayama (9 foothills, 3 flat hexes), Kakizaki behind it."""
    hills = dict.fromkeys(PAST_SAKADO[:9], "foothills")
    assert cut({MOVER: "1906"}, PAST_SAKADO, terrain=hills, castles={"sakado": {"owner": owner}}) == lost


@clause("kanto", "11-1-1", "11-1")
@pytest.mark.parametrize(("friend", "lost"), [({}, {MOVER}), ({FRIEND: {"hex": "1706", "inside": True}}, set())])
def test_a_force_of_ones_own_relays_from_inside_an_allied_castle_too(friend: dict[str, Any], lost: set[str]) -> None:
    """Sakado, 30 points from Kasugayama, is the Yura's and no relay itself; Naoe may be inside it."""
    hills, yuras = dict.fromkeys(PAST_SAKADO[:9], "foothills"), {"sakado": {"owner": "yura"}}
    units = {MOVER: "1906", **friend}
    assert cut(units, PAST_SAKADO, terrain=hills, castles=yuras, scenario="conquest_of_kanto") == lost


@clause("kanto", "11-1-1", "11-1-3(1)")
def test_a_garrison_with_enemies_at_its_gate_does_not_relay() -> None:
    """G-08: the same with Anayama before Sakado; the hexes around it are cleared by friends."""
    hills, yuras = dict.fromkeys(PAST_SAKADO[:9], "foothills"), {"sakado": {"owner": "yura"}}
    units = {MOVER: "1906", FRIEND: {"hex": "1706", "inside": True}, OTHER: "1806", "honjo_shigenaga": PAST_SAKADO[11]}
    assert cut({**units, ENEMY: "1706"}, PAST_SAKADO, terrain=hills, castles=yuras, scenario="conquest_of_kanto") == {
        MOVER, OTHER, ENEMY,
    }  # fmt: skip


@clause("kanto", "11-1-2")
def test_there_may_be_any_number_of_relays() -> None:
    """Kasugayama, 30 points to Naoe, 9 to Nagao, 9 to Irobe, 3 to Kakizaki."""
    chain = {FRIEND: ROW[10], OTHER: ROW[13], "irobe_nagazane": ROW[16], MOVER: ROW[17]}
    assert cut(chain, ground="foothills") == set()
    del chain[OTHER]
    assert cut(chain, ground="foothills") == {"irobe_nagazane", MOVER}


@clause("kanto", "11-1-1", "11-1")
def test_a_relay_without_a_line_helps_nobody() -> None:
    assert cut({FRIEND: "1505", MOVER: "1605"}, terrain={"1005": "mountain"}) == {FRIEND, MOVER}


# --- 11-1-1 and 7-1-3: allies do not relay ------------------------------------------------------------------------

# From Kanayama (2519), main castle of the Yura, westward; foothills behind rivers: 4 points a hex.
WEST = [f"{column:02}19" for column in range(25, 15, -1)]
RIVERS = {f"{a}-{b}": "river" for a, b in pairwise(WEST)}
YURA = "yura_narishige"


def cut_in_kozuke(units: dict[str, Any], scenario: str = "conquest_of_kanto") -> set[str]:
    """Who has no line around Kanayama, in normal weather."""
    return cut(units, WEST, "foothills", sides=RIVERS, scenario=scenario, weather="normal")


@clause("kanto", "11-1-1", "7-1-3")
def test_a_warlord_traces_to_his_own_main_castle() -> None:
    """28 points are near enough, 32 too far."""
    assert YURA not in cut_in_kozuke({YURA: WEST[7]})
    assert YURA in cut_in_kozuke({YURA: WEST[8]})


@clause("kanto", "11-1-1", "7-1-3")
@pytest.mark.parametrize("ally", ["naoe_sanetsuna", "ota_sukemasa", "nagano_narimori"])
def test_allied_forces_do_not_relay(ally: str) -> None:
    """T-22, G-41: neither the Uesugi nor another warlord."""
    assert YURA in cut_in_kozuke({YURA: WEST[8], ally: WEST[7]})


@clause("kanto", "11-1-1", "7-1-3")
def test_allied_castles_do_not_relay_and_are_no_end() -> None:
    """T-22: Yura in Echigo beside Kasugayama, where a Uesugi force has a line."""
    units = {YURA: "0705", MOVER: "0705"}
    assert cut(units, scenario="conquest_of_kanto") == {YURA}


@clause("kanto", "11-1-1", "9-2-6")
def test_a_warlord_led_by_kenshin_uses_the_line_of_the_uesugi() -> None:
    """T-22, scenario 2 alone."""
    units = force("0705", "uesugi_kenshin", YURA)
    assert cut(units, scenario="kenshin_crosses_the_mountains", weather="normal") == set()


# --- 11-1-3: hexes a line cannot pass -----------------------------------------------------------------------------


@clause("kanto", "11-1-3(1)")
def test_no_line_passes_a_hex_with_an_enemy_force() -> None:
    """Friends on both sides of him clear his zone, not his hex."""
    friends = {FRIEND: "1005", OTHER: "1205"}
    assert cut({MOVER: "1305", **friends}) == set()
    assert cut({MOVER: "1305", **friends, ENEMY: "1105"}) == {MOVER, OTHER, ENEMY}


@clause("kanto", "11-1-3(2)", "QR-TEC")
def test_no_line_passes_an_enemy_castle() -> None:
    """Friends on both sides of Sakado clear its weak zone, not its hex."""
    friends = {FRIEND: "1605", OTHER: "1806"}
    assert cut({MOVER: "1906", **friends}, PAST_SAKADO, castles=NOBODYS) == set()
    assert cut({MOVER: "1906", **friends}, PAST_SAKADO, castles=TAKEDAS) == {MOVER, OTHER}


@clause("kanto", "11-1-4", "5-4-4")
def test_a_friend_before_the_enemy_castle_lets_the_line_pass() -> None:
    friends = {FRIEND: "1605", OTHER: "1806", "irobe_nagazane": "1706"}
    assert cut({MOVER: "1906", **friends}, PAST_SAKADO, castles=TAKEDAS) == set()


@clause("kanto", "11-1-4", "5-4-4")
def test_without_friends_around_it_the_castles_zone_still_cuts_the_line() -> None:
    """The Uesugi on Sakado do not invest it: 1605 and 1806 stay in its weak zone."""
    units = {MOVER: "1906", "irobe_nagazane": "1706"}
    assert cut(units, PAST_SAKADO, castles=TAKEDAS) == {MOVER, "irobe_nagazane"}


@clause("kanto", "11-1-3(3)", "11-1-5")
def test_no_line_passes_an_enemy_zone_unless_a_friend_is_in_the_hex() -> None:
    beside = {"1104": "flat"}
    assert MOVER in cut({MOVER: "1305", ENEMY: "1104"}, beside=beside)
    assert MOVER not in cut({MOVER: "1305", ENEMY: "1104", FRIEND: "1105"}, beside=beside)


@clause("kanto", "11-1-5", "7-1-1")
def test_an_allied_force_clears_the_zone_too() -> None:
    """G-41: shared is the cancelling of zones."""
    units = {MOVER: "1305", "hojo_tsunashige": "1104"}
    entries: dict[str, Any] = {"beside": {"1104": "flat"}, "scenario": "conquest_of_kanto"}
    assert MOVER in cut(units, **entries)
    assert MOVER not in cut({**units, "satomi_yoshihiro": "1105"}, **entries)


@clause("kanto", "5-3-3", "5-4-3", "11-1-3(3)")
def test_the_garrison_of_an_invested_castle_has_no_zone_of_its_own() -> None:
    """Anayama inside Sakado, twelve points of Uesugi around it."""
    siege = force("1706", FRIEND, "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True)
    units = {MOVER: "1905", ENEMY: {"hex": "1706", "inside": True}}
    assert MOVER in cut(units, beside={"1706": "flat"}, castles=TAKEDAS)
    assert MOVER not in cut({**units, **siege}, beside={"1706": "flat"}, castles=TAKEDAS)


@clause("kanto", "11-1-3(4)", "QR-TEC")
@pytest.mark.parametrize(("side", "lost"), [("water", {MOVER}), ("river", set()), ("none", set())])
def test_no_line_crosses_a_sea_or_lake_hexside(side: str, lost: set[str]) -> None:
    assert cut({MOVER: "1305"}, sides={"1005-1105": side}) == lost


@clause("kanto", "11-1-3(5)", "QR-TEC", "2-1-2")
@pytest.mark.parametrize("ground", ["marsh", "mountain", "lake", "sea"])
def test_no_line_passes_marsh_mountain_or_water(ground: str) -> None:
    assert cut({MOVER: "1305"}, terrain={"1105": ground}) == {MOVER}


@clause("kanto", "11-1-3(5)")
def test_not_even_where_a_friend_stands_in_the_marsh() -> None:
    """G-46."""
    assert MOVER in cut({MOVER: "1305", FRIEND: "1105"}, terrain={"1105": "marsh"})


@clause("kanto", "11-1-3(1)", "8-3")
def test_no_line_ends_in_a_main_castle_with_enemies_before_it() -> None:
    """G-08: Anayama on Kasugayama; Naoe beside it clears the zone there."""
    assert cut({MOVER: "0705", FRIEND: "0605"}) == set()
    assert cut({MOVER: "0705", FRIEND: "0605", ENEMY: "0505"}) == {MOVER, FRIEND, ENEMY}


@clause("kanto", "11-1-3(1)", "11-1-1")
def test_a_castle_with_enemies_before_it_does_not_relay() -> None:
    """G-08: Anayama on Sakado, friends on both sides; the far one needs Sakado as a relay."""
    hills = dict.fromkeys(PAST_SAKADO[:9], "foothills")
    units = {MOVER: "1806", FRIEND: "1605"}
    assert cut(units, PAST_SAKADO, terrain=hills) == set()
    assert MOVER in cut({**units, ENEMY: "1706"}, PAST_SAKADO, terrain=hills)


@clause("kanto", "11-1-3(3)", "5-4-1")
def test_a_castle_beside_enemies_relays_and_receives() -> None:
    """G-08: one's own castle cancels the zone in its hex. Anayama on 0404 touches Kasugayama alone."""
    assert MOVER not in cut({MOVER: "0605", ENEMY: "0405"}, beside={"0405": "flat"})


# --- 11-1-6: who need not trace -----------------------------------------------------------------------------------


@clause("kanto", "11-1-6", "16-4")
@pytest.mark.parametrize(("inside", "lost"), [(True, set()), (False, {MOVER})])
def test_garrisons_need_no_line(inside: bool, lost: set[str]) -> None:
    units = {MOVER: {"hex": "1706", "inside": inside}}
    assert cut(units, PAST_SAKADO, terrain={"1005": "mountain"}) == lost


@clause("kanto", "11-1-6", "7-1-1")
@pytest.mark.parametrize(("inside", "lost"), [(True, set()), (False, {MOVER})])
def test_garrisons_of_allied_castles_need_none_either(inside: bool, lost: set[str]) -> None:
    """G-09: Kakizaki in Kanayama of the Yura, with mountains all around."""
    units = {MOVER: {"hex": "2519", "inside": inside}}
    assert cut(units, ["2519"], scenario="conquest_of_kanto") == lost


@clause("kanto", "11-1-6")
def test_castles_need_no_line() -> None:
    """Sakado cut off keeps its morale."""
    match = compose({MOVER: "0605"}, stage=0, **lane(ROW[:5], beside={"1706": "flat"}))
    assert "morale" not in match.view("uesugi")["castles"]["sakado"]
