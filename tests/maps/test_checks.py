"""Every check holds on the committed maps, and every check finds the fault it is there for."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from maps import checks, hints, marches
from maps.board import Hex, Side, pair
from maps.checks import CHECKS, Check, Map, load
from maps.config import GAMES
from maps.hexes import Grid, cell
from maps.plane import plane
from maps.roads import main_roads

MAPS = {game: load(game) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_holds(check: Check, game: str) -> None:
    assert list(check(MAPS[game])) == []


# ------------------------------------------------------------------ each check can fail
def set_hex(m: Map, number: str, **changes: Any) -> None:
    m.board.hexes[cell(number)] = replace(m.board.hexes[cell(number)], **changes)


def drop_river(m: Map, number: str, river: str = "") -> None:
    for near in m.board.grid.neighbours(cell(number)):
        side = m.board.side(cell(number), near)
        if side and river in ("", side.name):
            del m.board.sides[pair(cell(number), near)]


def wall_in(m: Map, number: str) -> None:
    for near in m.board.grid.neighbours(cell(number)):
        if m.board.is_land(near):
            m.board.hexes[near] = replace(m.board.hexes[near], terrain="mountain")


def cut_the_tone(m: Map) -> None:
    for sides in [p for p, s in m.board.sides.items() if s.name == "Tone"][10:20]:
        del m.board.sides[sides]


def break_a_river(m: Map) -> None:
    own = sorted(p for p, s in m.board.sides.items() if s.name == "Ara")
    for sides in own[len(own) // 2 - 2 : len(own) // 2 + 2]:
        del m.board.sides[sides]


def stump(m: Map) -> None:
    m.board.sides[cell("2626"), cell("2627")] = Side("river", "Nowhere")


def lose_the_confluence(m: Map) -> None:
    for number in ("1815", "1816", "1916"):
        drop_river(m, number, "Agatsuma")


def exclave(m: Map) -> None:
    set_hex(m, "2728", province="Kai")


def island_of_kojima(m: Map) -> None:
    m.board.sides[cell("0127"), cell("0128")] = Side("water")


def bizen_of_today(m: Map) -> None:
    for number in ("0124", "0125"):
        set_hex(m, number, province="Bizen")


def no_iga(m: Map) -> None:
    for at, h in m.board.hexes.items():
        if h.province == "Iga":
            m.board.hexes[at] = replace(h, province="Ise")


def obama_in_the_pacific(m: Map) -> None:
    m.document["sea"]["japan"]["hexes"].remove("3411")
    m.document["sea"]["pacific"]["hexes"].append("3411")


def shift_the_grid(m: Map) -> None:
    m.board.grid = Grid(40, 49, "odd")


def fill_the_lake(m: Map) -> None:
    for number in m.document["sea"]["biwa"]["hexes"]:
        if number != "4114":
            m.board.hexes[cell(number)] = Hex("flat", "Omi")


def paddies(m: Map) -> None:
    for at, h in m.board.hexes.items():
        if h.terrain in ("rough", "foothills"):
            m.board.hexes[at] = replace(h, terrain="flat")


def hilly(m: Map) -> None:
    for at, h in m.board.hexes.items():
        if h.terrain in ("flat", "rough"):
            m.board.hexes[at] = replace(h, terrain="foothills")


def wind(m: Map) -> None:
    """A river along every side of every road."""
    for road in main_roads(plane(m.config.game)):
        for a, b in road.steps:
            m.board.sides[pair(a, b)] = Side("river", "Meander")


Fault = tuple[str, Callable[[Map], object], str]  # game, what breaks it, what the message names

FAULTS: dict[Check, list[Fault]] = {
    checks.grid_is_whole: [
        ("kanto", lambda m: m.board.hexes.pop(cell("0101")), "0101"),
        ("kanto", lambda m: set_hex(m, "2222", terrain="swamp"), "swamp"),
        ("kanto", lambda m: set_hex(m, "2222", province=""), "2222"),
        ("kanto", lambda m: set_hex(m, "2222", provenance="dream"), "dream"),
        ("kenshin", lambda m: set_hex(m, "3524", terrain="marsh"), "no marsh"),
    ],
    checks.grid_is_the_printed_one: [("kanto", shift_the_grid, "shifted='odd'")],
    checks.sides_lie_between_land: [
        ("kanto", lambda m: m.board.sides.update({(cell("0101"), cell("0102")): Side("river", "Styx")}), "water hex"),
        ("kanto", lambda m: m.board.sides.update({(cell("2020"), cell("2929")): Side("river", "Styx")}), "neighbours"),
        ("kanto", lambda m: m.board.sides.update({(cell("2626"), cell("2627")): Side("river")}), "name"),
        (
            "kanto",
            lambda m: m.board.sides.update({(cell("2626"), cell("2627")): Side("water", "", "ford")}),
            "crossing",
        ),
    ],
    checks.castles_stand_on_open_land: [
        ("kanto", lambda m: set_hex(m, "2237", terrain="mountain"), "Odawara"),
        ("kanto", lambda m: set_hex(m, "0413", terrain="sea", province=""), "Zenkoji"),
        ("hideyoshi", lambda m: set_hex(m, "1623", province="Settsu"), "Himeji"),
    ],
    checks.castles_are_all_there: [("kenshin", lambda m: m.board.castles.pop(0), "Kasugayama")],
    checks.castles_reach_each_other: [("kanto", lambda m: wall_in(m, "1230"), "Tsutsujigasaki")],
    checks.ports_touch_their_water: [
        ("kenshin", lambda m: m.document["sea"]["biwa"].update(hexes=["2621"]), "Sakamoto"),
        ("kenshin", lambda m: m.document["sea"].pop("seto"), "Saika"),
    ],
    checks.waters_are_divided: [
        ("kanto", lambda m: m.document["sea"]["pacific"]["hexes"].pop(), "in the waters []"),
        ("kanto", lambda m: m.document["sea"]["pacific"]["coast"].append("1230"), "1230"),
        ("hideyoshi", obama_in_the_pacific, "3411 does not touch the rest of Pacific Ocean"),
    ],
    checks.provinces_are_whole: [("kanto", exclave, "Kai: 2728")],
    checks.rivers_are_connected: [("kanto", break_a_river, "Ara")],
    checks.rivers_flow_somewhere: [("kanto", stump, "Nowhere"), ("kanto", lose_the_confluence, "Agatsuma")],
    checks.snow_follows_the_rule: [
        ("kanto", lambda m: set_hex(m, "0505", snow=False), "0505"),
        ("hideyoshi", lambda m: set_hex(m, "4301", snow=True), "4301"),
    ],
    checks.rulebook_hexes_are_marked: [("kanto", lambda m: set_hex(m, "2237", provenance="geography"), "2237")],
    hints.edges_can_be_entered: [
        ("hideyoshi", lambda m: set_hex(m, "0120", terrain="mountain"), "0120"),
        ("hideyoshi", lambda m: set_hex(m, "3034", terrain="sea", province=""), "3034"),
    ],
    hints.entries_reach_the_mainland: [
        ("hideyoshi", island_of_kojima, "mori: there is no way from 0128"),
        ("kanto", lambda m: wall_in(m, "4012"), "4012"),
    ],
    hints.entries_lie_in_their_province: [("kanto", lambda m: set_hex(m, "4013", province="Mutsu"), "4013")],
    hints.named_provinces_are_one_piece: [
        ("hideyoshi", bizen_of_today, "Bitchu: 0126, 0127"),
        ("hideyoshi", lambda m: set_hex(m, "4434", province="Kii"), "Kii: 4434"),
        ("hideyoshi", lambda m: wall_in(m, "4008"), "Echizen: 4008"),
        ("hideyoshi", no_iga, "Iga: no open hex"),
    ],
    hints.investment_hexes_surround_the_castle: [
        ("kanto", lambda m: set_hex(m, "2137", terrain="mountain"), "2137"),
        ("kanto", lambda m: set_hex(m, "2238", terrain="flat", province="Sagami"), "2238"),
    ],
    hints.river_lines_hold: [
        ("kanto", lambda m: drop_river(m, "2821", "Tone"), "2821"),
        ("kanto", cut_the_tone, "without crossing the Tone"),
    ],
    hints.single_hexes_are_as_told: [
        ("kenshin", lambda m: set_hex(m, "3709", terrain="rough"), "3709 is rough"),
        ("kenshin", lambda m: drop_river(m, "3709"), "no river side"),
    ],
    hints.banks_are_right: [
        ("kanto", lambda m: drop_river(m, "0414"), "0414"),
        ("kanto", lambda m: m.board.sides.update({(cell("0315"), cell("0414")): Side("river", "Sai")}), "one side"),
    ],
    hints.lakes_separate: [
        ("hideyoshi", fill_the_lake, "does not separate"),
        ("hideyoshi", lambda m: m.document["sea"].pop("biwa"), "no lake biwa"),
        ("hideyoshi", lambda m: m.document["sea"]["biwa"]["hexes"].remove("3918"), "pieces"),
        ("hideyoshi", lambda m: m.document["sea"]["biwa"]["hexes"].remove("3818"), "3719"),
    ],
    marches.routes_are_sensible: [
        ("kanto", paddies, "Kasugayama -> Numata: 27"),
        ("hideyoshi", lambda m: wall_in(m, "4301"), "Kitanosho -> Shizugatake: no way"),
        ("kanto", lambda m: set_hex(m, "1318", terrain="flat"), "Komoro -> Matsuida: 6 movement points without"),
    ],
    marches.documented_marches_fit: [
        ("kanto", hilly, "Kenshin 1561 to Zenkoji: "),
        ("hideyoshi", lambda m: wall_in(m, "5614"), "Hideyoshi 1584 Osaka to Inuyama: no way"),
        ("kanto", paddies, "Sasago: Kofu to Iwadonoyama: "),
        ("kenshin", paddies, "Hokuriku road: Kasugayama to Toyama: 13 of 23"),
    ],
    marches.opening_moves_reach: [
        ("kanto", lambda m: wall_in(m, "0413"), "Kasugayama -> 0413"),
        ("kanto", lambda m: set_hex(m, "0515", terrain="marsh"), "Kasugayama -> 0515"),
    ],
    marches.castles_are_linked: [
        ("kanto", lambda m: wall_in(m, "0121"), "Fukashi: no line"),
        ("kanto", paddies, "Komoro: snow does not cut"),
    ],
    marches.retreats_are_as_told: [
        ("hideyoshi", lambda m: wall_in(m, "4813"), "4412 -> 4813: no way"),
        ("hideyoshi", paddies, "4412 -> 4204: a way"),
    ],
    marches.terrain_carries_the_roads: [
        ("kanto", lambda m: set_hex(m, "0409", terrain="foothills"), "0409"),
        ("kenshin", lambda m: set_hex(m, "0822", terrain="mountain"), "0822"),
    ],
    marches.roads_keep_their_bank: [("kanto", wind, "main roads step over")],
    marches.basins_are_flat: [("kenshin", lambda m: set_hex(m, "5723", terrain="rough"), "Kofu")],
}


def test_no_check_is_without_a_fault() -> None:
    assert set(FAULTS) == set(CHECKS)


@pytest.mark.parametrize(
    ("check", "game", "spoil", "named"),
    [
        pytest.param(check, *fault, id=f"{check.__name__}-{i}")
        for check, faults in FAULTS.items()
        for i, fault in enumerate(faults)
    ],
)
def test_it_finds_the_fault(check: Check, game: str, spoil: Callable[[Map], object], named: str) -> None:
    whole = MAPS[game]
    broken = Map(copy.copy(whole.board), copy.deepcopy(whole.document), whole.config)
    broken.board.hexes = dict(whole.board.hexes)
    broken.board.sides = dict(whole.board.sides)
    broken.board.castles = list(whole.board.castles)
    spoil(broken)
    assert any(named in message for message in check(broken)), list(check(broken))
