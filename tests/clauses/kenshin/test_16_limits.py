"""16: places closed to ships, units that they may not take aboard, and attacks of ships that meet in a port."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.kenshin.table import (
    GAME,
    ODA,
    UESUGI,
    acts,
    allowed,
    assert_impossible,
    choices,
    compose,
    data_of,
    decision_of,
    of_kind,
    to_phase,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

#: Saika, a port of the Seto; Toba, one of the Pacific; Hamamatsu, on the coast of the Pacific, but no port.
SAIKA, TOBA, HAMAMATSU = "1132", "3234", "4332"
NOMI, MURAKAMI, OBAMA = "nomi_munekatsu", "murakami_takeyoshi", "obama_kagetaka"
KUKI, MANABE = "kuki_sumitaka", "manabe_sadanari"
SUZUKI = "suzuki_shigehide"


def begin_sailing(ship: str, units: dict[str, Any], **entries: Any) -> Match:
    """Begin the move of a ship."""
    match = compose({**UESUGI, **ODA, **units}, **entries)
    match.act(f"sail {ship}")
    return match


def ship(match: Match, name: str) -> Any:
    """Return the entry of a ship in the view."""
    return match.view(None)["ships"][name]


# --- 20: neutral coasts ---------------------------------------------------------------------------------------------


@clause("kenshin", "20 entry", "16-2-1")
@pytest.mark.parametrize(("name", "phase"), [(NOMI, "uesugi_movement"), (KUKI, "oda_movement")])
def test_no_ship_enters_the_hex_of_a_neutral_castle(name: str, phase: str) -> None:
    """Saika stands aside: its coast is closed to both sides, laden or not; the hex beside it is open."""
    match = begin_sailing(name, {"saika_shu": SAIKA}, clans={"saika": "neutral"}, ships={name: "seto"}, phase=phase)
    barred(match, f"put_in {SAIKA}", "20 entry neutral_there")
    allowed(match, "put_in 1133")


# --- 13-1-3: units that are shut in ---------------------------------------------------------------------------------


@clause("kenshin", "13-1-3", "13-1-9", "16-4-1 embark")
def test_a_unit_that_is_shut_in_boards_only_in_a_port() -> None:
    """With Katsuyori outside, a unit may leave Toba, a port, but not Hamamatsu, which is none."""
    man, foe = "sakai_tadatsugu", "takeda_katsuyori"
    for hex_id in (HAMAMATSU, TOBA):
        units = {man: {"hex": hex_id, "inside": True}, foe: hex_id}
        match = begin_sailing(KUKI, units, ships={KUKI: hex_id}, phase="oda_movement")
        if hex_id == TOBA:
            allowed(match, f"board {man}")
        else:
            barred(match, f"board {man}", "13-1-3 shut_in")


@clause("kenshin", "16-4-1 embark")
def test_a_unit_that_is_not_shut_in_boards_at_any_coast() -> None:
    units = {"sakai_tadatsugu": {"hex": HAMAMATSU, "inside": True}}
    match = begin_sailing(KUKI, units, ships={KUKI: HAMAMATSU}, phase="oda_movement")
    allowed(match, "board sakai_tadatsugu")


# --- 16-4-1: units aboard sail --------------------------------------------------------------------------------------


@clause("kenshin", "16-4-1 embark", "10-2")
def test_a_unit_that_boarded_sails_or_is_back_where_it_was() -> None:
    """If the ship stays, the unit has not left its castle without an action check."""
    units = {SUZUKI: {"hex": SAIKA, "inside": True}}
    for answer, place in (("sail_to seto", f"aboard {NOMI}"), ("stay", SAIKA)):
        match = begin_sailing(NOMI, units, ships={NOMI: SAIKA}, phase="uesugi_reaction")
        acts(match, f"board {SUZUKI}", answer)
        assert unit(match, SUZUKI)["hex"] == place
        assert unit(match, SUZUKI).get("inside", False) is (answer == "stay")


# --- 16-2-5: out of a port with enemies before it -------------------------------------------------------------------


@clause("kenshin", "16-2-5 leave", "16-4-1 disembark")
def test_a_unit_aboard_a_ship_stopped_in_its_port_comes_ashore() -> None:
    """K-69: the ship stays in the hex, and its move is over there."""
    match = begin_sailing(NOMI, {SUZUKI: SAIKA}, ships={NOMI: SAIKA, KUKI: SAIKA})
    acts(match, f"board {SUZUKI}", "sail_to seto")
    assert turn_of(match) == ("blockade", "oda")
    events = match.act("intercept")
    assert data_of(events, "landed", "unit") == [SUZUKI]
    assert unit(match, SUZUKI)["hex"] == SAIKA
    assert "cargo" not in ship(match, NOMI)
    assert ship(match, NOMI)["exposed"] is True
    barred(match, f"move {SUZUKI}", "16-4-1 nomix landed")
    again: Any = gunki.compose(GAME, "campaign", match.describe())
    assert decision_of(again).texts == decision_of(match).texts


@clause("kenshin", "16-2-4", "16-2-5 leave", "10-7-3")
def test_ships_of_a_side_that_met_an_enemy_in_port_fight_one_battle() -> None:
    """Manabe meets Obama at Toba and must attack him; Kuki, stopped there later, fights in the same battle."""
    match = begin_sailing(
        MANABE, {}, ships={KUKI: TOBA, MANABE: "pacific", OBAMA: TOBA}, phase="oda_movement", dice=None
    )
    acts(match, f"put_in {TOBA}", f"sail {KUKI}", "sail_to pacific", "intercept")
    bound = [name for name in (KUKI, MANABE, OBAMA) if ship(match, name).get("bound")]
    assert bound == [MANABE]
    to_phase(match, "oda_combat")
    assert of_kind(match.events, "naval_battle")[0]["ship"] in (KUKI, MANABE)


@clause("kenshin", "16-2-4", "15-2")
def test_a_marker_ends_with_the_ships_it_lay_on() -> None:
    """K-59: Katsuyori falls on land, and the ship of the Takeda goes with his clan: Kuki may sail."""
    units = {
        "takeda_katsuyori": {"hex": "4811", "steps": 1}, "sasa_narimasa": "4810", "maeda_toshiie": "4810",
        "sakuma_morimasa": {"hex": "4810", "leader": "sakuma_morimasa"}, "shibata_katsuie": "4810",
    }  # fmt: skip
    ships = {KUKI: {"at": "pacific", "bound": True}, OBAMA: "pacific"}
    match = compose({**UESUGI, **ODA, **units}, ships=ships, phase="oda_movement", around="4810", dice=[6, 6, 1, 1])
    barred(match, f"sail {KUKI}", "16-2-4 engaged")
    acts(match, "move shibata_katsuie", "overrun 4811")
    while decision_of(match).name != "force":
        match.act("halt" if "halt" in decision_of(match).texts else decision_of(match).texts[0])
    assert ship(match, OBAMA) == "removed"
    assert "bound" not in ship(match, KUKI)
    assert KUKI in choices(match, "sail")


@clause("kenshin", "16-4-1 nomix", "9-3-1 box")
def test_a_landing_in_the_box_survives_description() -> None:
    match = compose({**UESUGI, **ODA, SUZUKI: f"aboard {NOMI}"}, ships={NOMI: "seto"})
    acts(match, f"sail {NOMI}", "sail_to box")
    barred(match, f"move {SUZUKI}", "16-4-1 nomix landed")
    again = gunki.compose(GAME, "campaign", match.describe())
    barred(again, f"move {SUZUKI}", "16-4-1 nomix landed")


# --- markers at sea, and ships without a clan -----------------------------------------------------------------------


@clause("kenshin", "16-2-4", "15-2")
def test_a_marker_ends_although_other_ships_lie_sheltered_in_the_port() -> None:
    """Kuki has stopped Obama, which goes with the Takeda; Nomi, inside the castle of Ejiri, cannot be fought."""
    ejiri = "5330"
    units = {"takeda_katsuyori": {"hex": "4811", "steps": 1}, "shibata_katsuie": "4810"}
    ships = {OBAMA: {"at": ejiri, "exposed": True}, NOMI: ejiri, KUKI: {"at": ejiri, "bound": True}}
    match = compose({**UESUGI, **ODA, **units}, ships=ships, phase="oda_movement", around="4810", dice=[6, 6, 1, 1])
    barred(match, f"sail {KUKI}", "16-2-4 engaged")
    acts(match, "move shibata_katsuie", "overrun 4811")
    while decision_of(match).name != "force":
        match.act("halt" if "halt" in decision_of(match).texts else decision_of(match).texts[0])
    assert KUKI in choices(match, "sail")


@clause("kenshin", "9-2-1(2)", "16-2-4")
def test_ships_put_to_sea_owe_no_battle_of_the_port_they_left() -> None:
    """Both leave Saika for the Seto as it turns neutral; the second to come attacks there, and no other is bound."""
    ships = {NOMI: {"at": SAIKA, "bound": True, "exposed": True}, KUKI: SAIKA}
    units = {**UESUGI, **ODA, "saika_shu": SAIKA}
    match = compose(units, ships=ships, score=-10, phase="turn_start", step="event", dice=[1, 5, 1, 1, 1, 1, 1, 1])
    assert [ship(match, name)["at"] for name in (NOMI, KUKI)] == ["seto", "seto"]
    assert [ship(match, name).get("bound", False) for name in (NOMI, KUKI)] == [False, True]


@clause("kenshin", "15-2", "9-2 Ukita's Defection")
def test_units_of_other_clans_leave_a_ship_by_the_rule_that_removes_the_ship() -> None:
    """K-79, K-21: with Katsuyori's death it is 15-2 that takes the ship of the Takeda."""
    units = {"takeda_katsuyori": {"hex": "4811", "steps": 1}, "shibata_katsuie": "4810", SUZUKI: f"aboard {OBAMA}"}
    castles = {"toba": {"holder": "uesugi"}}
    match = compose({**UESUGI, **ODA, **units}, ships={OBAMA: "pacific"}, castles=castles, phase="oda_movement",
                    around="4810", dice=[6, 6, 1, 1])  # fmt: skip
    acts(match, "move shibata_katsuie", "overrun 4811")
    assert decision_of(match).name == "displace"
    assert decision_of(match).clause == "kenshin:15-2"
    events = match.act(f"shift {SUZUKI} {TOBA}")
    assert {str(event.clauses[0]) for event in events if event.kind in ("displaced", "ship_removed")} == {
        "kenshin:15-2"
    }


@clause("kenshin", "16-2-4")
@pytest.mark.parametrize("place", ["pacific", "2929", "2831"])
def test_enemy_ships_do_not_lie_together_unless_one_side_owes_a_battle(place: str) -> None:
    """In an area or on a coast; Anotsu is a port of the Oda, where Kuki lies sheltered."""
    ships = {KUKI: place, OBAMA: place}
    if place == "2929":
        assert turn_of(compose({**UESUGI, **ODA}, ships=ships)) == ("force", "uesugi")
    else:
        assert_impossible("ships", "16-2-4", {}, ships=ships)
