"""10-7: positions that no play brings about are refused, since a phase would have no legal answer to them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import ODA, UESUGI, assert_impossible, choices, compose, refused, roster, unit_row
from tests.support import clause

#: Hachiman, of the Oda, and a hex beside it.
FORT, BESIDE = "3818", "3817"
MAN, FOE = "maeda_toshiie", "jinbo_ujiharu"


def make_units(entry: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return entries of one unit of each side at Hachiman and beside it, with these extra entries."""
    return {**UESUGI, **ODA, MAN: {"hex": FORT, **entry}, FOE: {"hex": BESIDE, **other}}


@clause("kenshin", "10-7", "8-2-1")
@pytest.mark.parametrize("phase", ["oda_movement", "oda_combat", "uesugi_combat"])
def test_a_unit_inside_a_castle_owes_no_attack(phase: str) -> None:
    units = make_units({"inside": True, "bound": BESIDE}, {"pinned": True})
    assert_impossible(f"units.{MAN}.bound", "8-2-1", units, around=FORT, radius=2, phase=phase)


@clause("kenshin", "10-7", "8-2-1")
def test_a_unit_inside_a_castle_carries_no_marker() -> None:
    units = {**make_units({"inside": True, "pinned": True}, {"bound": FORT}), "sasa_narimasa": FORT}
    assert_impossible(f"units.{MAN}.pinned", "8-2-1", units, around=FORT, radius=2)


@clause("kenshin", "10-7", "12-1-7")
@pytest.mark.parametrize("phase", ["oda_movement", "oda_combat"])
def test_no_attack_is_owed_across_water(phase: str) -> None:
    units = make_units({"bound": BESIDE}, {"pinned": True})
    ground = {"around": FORT, "radius": 2, "sides": {f"{BESIDE}-{FORT}": "water"}}
    assert_impossible(f"units.{MAN}.bound", "12-1-7", units, phase=phase, **ground)


# --- why somebody is not there yet ----------------------------------------------------------------------------------


@clause("kenshin", "23", "9-3", "9-2 Yoshiaki's Uprising placement")
@pytest.mark.parametrize(("name", "why"), [
    ("suda_mitsuchika", "23"), ("kikkawa_motoharu", "9-3"), ("ukita_naoie", "9-2 Yoshiaki's Uprising placement"),
    ("ashikaga_yoshiaki", "9-2 Yoshiaki's Uprising placement"),
])  # fmt: skip
def test_the_refusal_names_the_rule_by_which_a_unit_is_out_of_play(name: str, why: str) -> None:
    match = compose({}, empty=False, dice=None)
    refused(match, f"move {name}", why)


@clause("kenshin", "14-7-1", "14", "9-3-1 entry")
@pytest.mark.parametrize(("name", "start", "why"), [("kobayakawa_takakage", "box", "9-3-1 entry"), (FOE, "0118", "14")])
def test_an_impossible_overrun_is_not_refused_for_want_of_points(name: str, start: str, why: str) -> None:
    """Maeda is on the west edge; from the box nobody overruns (K-81), and 0118 is not beside him."""
    match = compose({name: start, MAN: "0116", **UESUGI, **ODA})
    match.act(f"move {name}")
    assert [bar.clause for bar in match.why_not("overrun 0116")] == [f"kenshin:{why}"]


@clause("kenshin", "10-1-1")
def test_a_commander_in_the_box_releases_all_men_at_once() -> None:
    """K-64: like one on the map."""
    men = {"kikkawa_motonaga": {"hex": "box", "leader": "kobayakawa_takakage"}}
    match = compose({**UESUGI, **ODA, "kobayakawa_takakage": "box", **men})
    assert choices(match, "alone") == {"kobayakawa_takakage", "kikkawa_motonaga"}
    match.act("alone kobayakawa_takakage")
    assert choices(match, "move") >= {"kobayakawa_takakage", "kikkawa_motonaga"}


# --- forces, ships and sides that contradict each other -------------------------------------------------------------


@clause("kenshin", "6-1-6")
def test_a_led_unit_in_the_box_leads_nobody() -> None:
    units = {
        "mori_terumoto": "box",
        "kobayakawa_takakage": {"hex": "box", "leader": "mori_terumoto"},
        "kikkawa_motonaga": {"hex": "box", "leader": "kobayakawa_takakage"},
    }
    assert_impossible("units.kikkawa_motonaga.leader", "6-1-6", units)


@clause("kenshin", "6-1-1")
def test_a_track_has_no_more_boxes_in_the_box_than_on_the_map() -> None:
    chief = "hoida_motokiyo"
    men = [name for name in roster("mori") if unit_row(name)["rank"] == "busho"][: unit_row(chief)["boxes"] + 1]
    units = {chief: "box", **{name: {"hex": "box", "leader": chief} for name in men}}
    assert_impossible("leader", "6-1-1", units)
    del units[men[-1]]
    assert choices(compose({**UESUGI, **ODA, **units}), "alone") == {chief, *men[:-1]}


@clause("kenshin", "16-4-1")
def test_cargo_is_stated_only_with_the_unit_and_not_with_the_ship() -> None:
    """Else he could be aboard and on the map."""
    ships = {"nomi_munekatsu": {"at": "seto", "cargo": FOE}}
    assert_impossible("ships.nomi_munekatsu.cargo", "16-4-1", {FOE: "5604"}, ships=ships)


@clause("kenshin", "9-2")
@pytest.mark.parametrize(("army", "seat"), [("oda", "uesugi"), ("uesugi", "none"), ("araki", "oda")])
def test_no_great_clan_changes_sides(army: str, seat: str) -> None:
    assert_impossible(f"state.seat_of.{army}", "9-2", {}, state={"seat_of": {army: seat}})
