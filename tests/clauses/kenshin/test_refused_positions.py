"""Composed positions that break a rule are refused by entry and clause; other refusals by the rule that applies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import ODA, UESUGI, assert_impossible, choices, compose, refused, roster, unit_row
from tests.support import clause

#: Hachiman, of the Oda, and a hex beside it.
FORT, BESIDE = "3818", "3817"
MAN, FOE = "maeda_toshiie", "jinbo_ujiharu"
#: Saika, a port of the Seto; Toba, one of the Pacific.
SAIKA, TOBA = "1132", "3234"
KUKI, OBAMA, NOMI = "kuki_sumitaka", "obama_kagetaka", "nomi_munekatsu"


def make_units(entry: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return entries of one unit of each side at Hachiman and beside it, with these extra entries."""
    return {**UESUGI, **ODA, MAN: {"hex": FORT, **entry}, FOE: {"hex": BESIDE, **other}}


def row(claim: str, clauses: tuple[str, ...], named: str, units: dict[str, Any], **entries: Any) -> Any:
    """Return a row: what must hold, its clauses (the error names the last), the entry that it names, the position."""
    return pytest.param(named, clauses[-1], units, entries, id=claim, marks=clause("kenshin", *clauses))


AT_FORT: dict[str, Any] = {"around": FORT, "radius": 2}
WATER = {"sides": {f"{BESIDE}-{FORT}": "water"}}
INSIDE_OWES = make_units({"inside": True, "bound": BESIDE}, {"pinned": True})
INSIDE_PINNED = {**make_units({"inside": True, "pinned": True}, {"bound": FORT}), "sasa_narimasa": FORT}
OWES = make_units({"bound": BESIDE}, {"pinned": True})
LED_IN_BOX = {
    "mori_terumoto": "box", "kobayakawa_takakage": {"hex": "box", "leader": "mori_terumoto"},
    "kikkawa_motonaga": {"hex": "box", "leader": "kobayakawa_takakage"},
}  # fmt: skip
BOTH_BOUND = {name: {"at": "pacific", "bound": True} for name in (KUKI, OBAMA)}


@pytest.mark.parametrize(("named", "clause_id", "units", "entries"), [
    *[row("a unit inside a castle owes no attack", ("10-7", "8-2-1"), f"units.{MAN}.bound", INSIDE_OWES, **AT_FORT,
          phase=phase) for phase in ("oda_movement", "oda_combat", "uesugi_combat")],
    row("a unit inside a castle carries no marker", ("10-7", "8-2-1"), f"units.{MAN}.pinned", INSIDE_PINNED, **AT_FORT),
    *[row("no attack is owed across water", ("10-7", "12-1-7"), f"units.{MAN}.bound", OWES, **AT_FORT, **WATER,
          phase=phase) for phase in ("oda_movement", "oda_combat")],
    row("a led unit in the box leads nobody", ("6-1-6",), "units.kikkawa_motonaga.leader", LED_IN_BOX),
    row("a fortification needs a force of its side", ("10-8-1",), "fortified", {"kakizaki_haruie": "4810", **ODA},
        around="4810", state={"fortified": {"4811": ["uesugi"]}}),
    row("cargo is stated with the unit and not with the ship", ("16-4-1",), f"ships.{NOMI}.cargo", {FOE: "5604"},
        ships={NOMI: {"at": "seto", "cargo": FOE}}),
    row("no ship lies in the hex of a neutral castle", ("20 entry",), f"ships.{KUKI}.at", {},
        clans={"saika": "neutral"}, ships={KUKI: SAIKA}),
    row("only one side owes a battle in a place", ("16-2-4",), "ships", {}, ships=BOTH_BOUND),
    row("no ship lies outside its port without an enemy", ("16-2-5",), f"ships.{KUKI}.exposed", {},
        ships={KUKI: {"at": TOBA, "exposed": True}}),
    *[row("no great clan changes sides", ("9-2",), f"state.seat_of.{army}", {}, state={"seat_of": {army: seat}})
      for army, seat in (("oda", "uesugi"), ("uesugi", "none"), ("araki", "oda"))],
])  # fmt: skip
def test_a_position_that_breaks_a_rule_is_refused(
    named: str, clause_id: str, units: dict[str, Any], entries: dict[str, Any]
) -> None:
    assert_impossible(named, clause_id, units, **entries)


# --- refusals of acts -----------------------------------------------------------------------------------------------


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
    """Maeda is on the west edge: units in the box cannot overrun (K-81), and 0118 is not adjacent."""
    match = compose({name: start, MAN: "0116", **UESUGI, **ODA})
    match.act(f"move {name}")
    assert [bar.clause for bar in match.why_not("overrun 0116")] == [f"kenshin:{why}"]


@clause("kenshin", "10-1-1")
def test_a_commander_in_the_box_releases_all_men_at_once() -> None:
    """K-64: as a commander on the map does."""
    men = {"kikkawa_motonaga": {"hex": "box", "leader": "kobayakawa_takakage"}}
    match = compose({**UESUGI, **ODA, "kobayakawa_takakage": "box", **men})
    assert choices(match, "alone") == {"kobayakawa_takakage", "kikkawa_motonaga"}
    match.act("alone kobayakawa_takakage")
    assert choices(match, "move") >= {"kobayakawa_takakage", "kikkawa_motonaga"}


@clause("kenshin", "6-1-1")
def test_a_track_has_no_more_boxes_in_the_box_than_on_the_map() -> None:
    chief = "hoida_motokiyo"
    men = [name for name in roster("mori") if unit_row(name)["rank"] == "busho"][: unit_row(chief)["boxes"] + 1]
    units = {chief: "box", **{name: {"hex": "box", "leader": chief} for name in men}}
    assert_impossible("leader", "6-1-1", units)
    del units[men[-1]]
    assert choices(compose({**UESUGI, **ODA, **units}), "alone") == {chief, *men[:-1]}
