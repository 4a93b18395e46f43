"""10-7: markers that no play could have brought about are refused: a phase would have no answer to them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import ODA, UESUGI, assert_impossible, choices, compose, refused, roster, unit_row
from tests.support import clause

#: Hachiman, of the Oda, and a hex beside it.
FORT, BESIDE = "3818", "3817"
MAN, FOE = "maeda_toshiie", "jinbo_ujiharu"


def facing(entry: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {**UESUGI, **ODA, MAN: {"hex": FORT, **entry}, FOE: {"hex": BESIDE, **other}}


@clause("kenshin", "10-7", "8-2-1")
@pytest.mark.parametrize("phase", ["oda_movement", "oda_combat", "uesugi_combat"])
def test_nobody_inside_a_castle_owes_an_attack(phase: str) -> None:
    units = facing({"inside": True, "bound": BESIDE}, {"pinned": True})
    assert_impossible(f"units.{MAN}.bound", "8-2-1", units, around=FORT, radius=2, phase=phase)


@clause("kenshin", "10-7", "8-2-1")
def test_no_marker_lies_on_who_is_inside_a_castle() -> None:
    units = {**facing({"inside": True, "pinned": True}, {"bound": FORT}), "sasa_narimasa": FORT}
    assert_impossible(f"units.{MAN}.pinned", "8-2-1", units, around=FORT, radius=2)


@clause("kenshin", "10-7", "12-1-7")
@pytest.mark.parametrize("phase", ["oda_movement", "oda_combat"])
def test_nobody_owes_an_attack_across_water(phase: str) -> None:
    units = facing({"bound": BESIDE}, {"pinned": True})
    ground = {"around": FORT, "radius": 2, "sides": {f"{BESIDE}-{FORT}": "water"}}
    assert_impossible(f"units.{MAN}.bound", "12-1-7", units, phase=phase, **ground)


# --- why somebody is not there yet ----------------------------------------------------------------------------------


@clause("kenshin", "23", "9-3", "9-2 Yoshiaki's Uprising placement")
@pytest.mark.parametrize(("name", "why"), [
    ("suda_mitsuchika", "23"), ("kikkawa_motoharu", "9-3"), ("ukita_naoie", "9-2 Yoshiaki's Uprising placement"),
    ("ashikaga_yoshiaki", "9-2 Yoshiaki's Uprising placement"),
])  # fmt: skip
def test_who_is_not_in_play_is_told_by_which_rule(name: str, why: str) -> None:
    match = compose({}, empty=False, dice=None)
    refused(match, f"move {name}", why)


@clause("kenshin", "14-7-1", "14", "9-3-1 entry")
@pytest.mark.parametrize(("name", "start", "why"), [("kobayakawa_takakage", "box", "9-3-1 entry"), (FOE, "0118", "14")])
def test_who_cannot_overrun_a_hex_at_all_is_not_short_of_points(name: str, start: str, why: str) -> None:
    """Maeda is on the west edge; from the box nobody overruns (K-81), and 0118 is not beside him."""
    match = compose({name: start, MAN: "0116", **UESUGI, **ODA})
    match.act(f"move {name}")
    assert [bar.clause for bar in match.why_not("overrun 0116")] == [f"kenshin:{why}"]


@clause("kenshin", "10-1-1")
def test_a_commander_in_the_box_lets_his_men_go_at_one_stroke() -> None:
    """K-64: like one on the map."""
    men = {"kikkawa_motonaga": {"hex": "box", "leader": "kobayakawa_takakage"}}
    match = compose({**UESUGI, **ODA, "kobayakawa_takakage": "box", **men})
    assert choices(match, "alone") == {"kobayakawa_takakage", "kikkawa_motonaga"}
    match.act("alone kobayakawa_takakage")
    assert choices(match, "move") >= {"kobayakawa_takakage", "kikkawa_motonaga"}


# --- forces, ships and sides that contradict each other -------------------------------------------------------------


@clause("kenshin", "6-1-6")
def test_who_is_led_leads_nobody_in_the_box_either() -> None:
    units = {
        "mori_terumoto": "box",
        "kobayakawa_takakage": {"hex": "box", "leader": "mori_terumoto"},
        "kikkawa_motonaga": {"hex": "box", "leader": "kobayakawa_takakage"},
    }
    assert_impossible("units.kikkawa_motonaga.leader", "6-1-6", units)


@clause("kenshin", "6-1-1")
def test_a_track_in_the_box_is_no_longer_than_on_the_map() -> None:
    chief = "hoida_motokiyo"
    men = [name for name in roster("mori") if unit_row(name)["rank"] == "busho"][: unit_row(chief)["boxes"] + 1]
    units = {chief: "box", **{name: {"hex": "box", "leader": chief} for name in men}}
    assert_impossible("leader", "6-1-1", units)
    del units[men[-1]]
    assert choices(compose({**UESUGI, **ODA, **units}), "alone") == {chief, *men[:-1]}


@clause("kenshin", "16-4-1")
def test_whom_a_ship_carries_is_told_with_the_unit_alone() -> None:
    """Else he could be aboard and on the map."""
    ships = {"nomi_munekatsu": {"at": "seto", "cargo": FOE}}
    assert_impossible("ships.nomi_munekatsu.cargo", "16-4-1", {FOE: "5604"}, ships=ships)


@clause("kenshin", "9-2")
@pytest.mark.parametrize(("army", "seat"), [("oda", "uesugi"), ("uesugi", "none"), ("araki", "oda")])
def test_no_great_clan_changes_sides(army: str, seat: str) -> None:
    assert_impossible(f"state.seat_of.{army}", "9-2", {}, state={"seat_of": {army: seat}})
