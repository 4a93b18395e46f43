"""The quick reference: the replenishment tables (T-23) and the ground in the Terrain Effects Chart."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.clauses.common import refused
from tests.clauses.forces import cost, force, lane, march, units_without_line
from tests.clauses.kanto.table import SCENARIOS, compose, count_replenished_steps
from tests.support import clause

THIRD = SCENARIOS[2]

# The steps for the modified die of -1, 0, 1, 2, 3, 4, 5 and 6.
UESUGI_OWN, UESUGI_OTHER = (-1, 0, 1, 1, 2, 2, 2, 3), (-1, -1, 0, 0, 1, 1, 1, 2)
HOJO_OWN, HOJO_OTHER = (-1, 0, 1, 2, 2, 2, 3, 3), (-2, -1, 0, 0, 0, 1, 1, 1)
TAKEDA_OWN, TAKEDA_OTHER = (-1, 0, 1, 1, 1, 2, 2, 3), (-1, -1, 0, 0, 0, 1, 1, 1)
SATOMI_MAIN, SATOMI_FOREIGN = (-1, 0, 0, 1, 1, 1, 2, 2), (-2, -1, 0, 0, 0, 0, 1, 1)
WARLORD_MAIN, WARLORD_FOREIGN = (-1, 0, 0, 0, 1, 1, 1, 1), (-1, -1, 0, 0, 0, 0, 1, 1)

# A die of 1 with morale -2 and -1 gives the first two rows.
ROWS = [(1, -2), (1, -1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]

UESUGI = ("uesugi_kenshin", "usami_sadayuki", "saito_tomonobu")
HOJO = ("hojo_ujiyasu", "hojo_tsunataka", "hojo_ujitada")
TAKEDA = ("takeda_shingen", "atobe_katsusuke", "amari_masatada")
SATOMI = ("satomi_yoshihiro", "ashino_kiyonari", "takeda_toyonobu")
SATAKE = ("satake_yoshishige", "satake_yoshimasa", "satake_yoshinao")
UTSUNOMIYA = ("utsunomiya_hirotsuna", "mashiko_iemune", "haga_saemon")
YUKI = ("yuki_harutomo", "haneishi_morinaga", "mizunoya_harumochi")


def read_column(names: tuple[str, ...], place: str, phase: str) -> tuple[int, ...]:
    """Play out the eight results of one column and return them."""
    return tuple(
        count_replenished_steps(names, place, die, spirit=spirit, scenario=THIRD, turn=2, phase=phase)
        for die, spirit in ROWS
    )


@clause("kanto", "QR-REP-Uesugi")
@pytest.mark.parametrize(
    ("names", "place", "phase", "steps"),
    [
        (UESUGI, "sakado", "uesugi", UESUGI_OWN),
        (UESUGI, "numata", "uesugi", UESUGI_OTHER),
        (SATOMI, "kururi", "uesugi_warlords", SATOMI_MAIN),
        (SATOMI, "usui", "uesugi_warlords", SATOMI_FOREIGN),
        (SATAKE, "usui", "uesugi_warlords", SATOMI_FOREIGN),
        (UTSUNOMIYA, "utsunomiya", "uesugi_warlords", WARLORD_MAIN),
        (UTSUNOMIYA, "motegi", "uesugi_warlords", WARLORD_FOREIGN),
    ],
)
def test_each_row_of_the_uesugi_replenishment_table_brings_its_printed_steps(
    names: tuple[str, ...], place: str, phase: str, steps: tuple[int, ...]
) -> None:
    assert read_column(names, place, phase) == steps


@clause("kanto", "QR-REP-Hojo")
@pytest.mark.parametrize(
    ("names", "place", "phase", "steps"),
    [
        (HOJO, "tamanawa", "hojo", HOJO_OWN),
        (HOJO, "usui", "hojo", HOJO_OTHER),
        (YUKI, "yuki", "hojo_warlords", WARLORD_MAIN),
        (YUKI, "makabe", "hojo_warlords", WARLORD_FOREIGN),
    ],
)
def test_each_row_of_the_hojo_replenishment_table_brings_its_printed_steps(
    names: tuple[str, ...], place: str, phase: str, steps: tuple[int, ...]
) -> None:
    assert read_column(names, place, phase) == steps


@clause("kanto", "QR-REP-Takeda")
@pytest.mark.parametrize(("place", "steps"), [("iwadonoyama", TAKEDA_OWN), ("minowa", TAKEDA_OTHER)])
def test_each_row_of_the_takeda_replenishment_table_brings_its_printed_steps(
    place: str, steps: tuple[int, ...]
) -> None:
    assert read_column(TAKEDA, place, "takeda") == steps


@clause("kanto", "QR-REP-Takeda", "QR-REP-Hojo")
def test_the_first_row_holds_for_everything_below() -> None:
    assert count_replenished_steps(TAKEDA, "minowa", 1, spirit=-4, scenario=THIRD, turn=2, phase="takeda") == -1
    assert count_replenished_steps(HOJO, "usui", 1, spirit=-4, scenario=THIRD, turn=2, phase="hojo") == -2


@clause("kanto", "QR-REP-Uesugi", "QR-REP-Hojo")
@pytest.mark.parametrize(
    ("lord", "main", "other", "phase"),
    [
        ("nagano_narimori", "minowa", "kunimine", "uesugi_warlords"),  # Kunimine is theirs, but no main castle
        ("tagaya_masashige", "tagaya", "makabe", "uesugi_warlords"),
        ("ota_sukemasa", "iwatsuki", "edo", "uesugi_warlords"),
        ("oda_ujiharu", "oda", "ushiku", "hojo_warlords"),
        ("nasu_suketane", "karasuyama", "otawara", "hojo_warlords"),
        ("narita_nagayasu", "oshi", "hachigata", "hojo_warlords"),
    ],
)
def test_every_warlord_uses_the_column_of_his_main_castle_only_there(
    lord: str, main: str, other: str, phase: str
) -> None:
    def replenish_troops(place: str) -> int:
        return count_replenished_steps((lord,), place, 3, scenario=THIRD, turn=2, phase=phase)

    assert (replenish_troops(main), replenish_troops(other)) == (1, 0)  # T-23


# --- the ground --------------------------------------------------------------------------------------------------

MOVER = "usami_sadayuki"
DOWN = [f"05{row:02}" for row in range(5, 37)]  # from Kasugayama through Echigo and Shinano
NOBODY = {name: {"owner": "none", "durability": 0} for name in ("kaizu", "toishi", "uehara", "takato")}


@clause("kanto", "QR-TEC")
@pytest.mark.parametrize(("ground", "normal", "strategic"), [("flat", 1, 1), ("rough", 2, 1), ("foothills", 4, 3)])
def test_the_points_of_each_ground(ground: str, normal: int, strategic: int) -> None:
    for how, points in (("move", normal), ("strategic", strategic)):
        placed = lane(DOWN[:4])
        placed["terrain"]["0506"] = ground
        match = march(compose(force("0505", MOVER), turn=2, **placed), MOVER, how)
        assert cost(match, "0506") == points


@clause("kanto", "QR-TEC")
def test_marsh_costs_4_and_bars_strategic_movement() -> None:
    placed = lane(DOWN[:4], beside={"0405": "flat"})
    placed["terrain"]["0506"] = "marsh"
    assert cost(march(compose(force("0505", MOVER), turn=2, **placed), MOVER), "0506") == 4
    refused(march(compose(force("0505", MOVER), turn=2, **placed), MOVER, "strategic"), "to 0506")


@clause("kanto", "QR-TEC")
@pytest.mark.parametrize("how", ["move", "strategic"])
@pytest.mark.parametrize("ground", ["mountain", "sea", "lake"])
def test_mountains_and_waters_are_not_entered(ground: str, how: str) -> None:
    placed = lane(DOWN[:4], beside={"0405": "flat"})
    placed["terrain"]["0506"] = ground
    refused(march(compose(force("0505", MOVER), turn=2, **placed), MOVER, how), "to 0506")


@clause("kanto", "QR-TEC")
@pytest.mark.parametrize("how", ["move", "strategic"])
def test_a_river_costs_one_point_more_either_way(how: str) -> None:
    placed = lane(DOWN[:4], sides={"0505-0506": "river"})
    assert cost(march(compose(force("0505", MOVER), turn=2, **placed), MOVER, how), "0506") == 2


def is_cut_off(count: int, ground: str, **sides: str) -> bool:
    """Return whether a unit at this number of hexes of one ground from Kasugayama has no line."""
    hexes = DOWN[: count + 1]
    rivers = {f"{one}-{other}": kind for one, other in pairwise(hexes) for kind in sides.values()}
    placed = lane(hexes, ground, sides=rivers)
    match = compose(force(hexes[-1], MOVER), turn=2, stage=0, castles=NOBODY, **placed)
    return MOVER in units_without_line(match)


@clause("kanto", "QR-TEC")
@pytest.mark.parametrize(("ground", "longest"), [("flat", 30), ("rough", 30), ("foothills", 10)])
def test_the_length_of_lines_over_each_ground(ground: str, longest: int) -> None:
    assert not is_cut_off(longest, ground)  # 30 points at 1, 1 and 3
    assert is_cut_off(longest + 1, ground)


@clause("kanto", "QR-TEC")
def test_rivers_lengthen_lines_by_one_and_bridges_do_not() -> None:
    assert not is_cut_off(15, "flat", kind="river")
    assert is_cut_off(16, "flat", kind="river")
    assert not is_cut_off(16, "flat", kind="bridge")


@clause("kanto", "QR-TEC")
@pytest.mark.parametrize("ground", ["mountain", "marsh", "sea", "lake"])
def test_lines_of_the_uesugi_do_not_pass_mountain_marsh_or_water(ground: str) -> None:
    placed = lane(DOWN[:3])
    placed["terrain"]["0506"] = ground
    assert units_without_line(compose(force("0507", MOVER), turn=2, stage=0, **placed)) == {MOVER}
