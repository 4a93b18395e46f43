"""16, 16-2: ships, their places and their moves, blockades; the ironclad (16-5); the example of naval movement."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    acts,
    allowed,
    assert_impossible,
    at,
    castle,
    choices,
    cost,
    data_of,
    decision_of,
    force,
    garrison,
    march,
    of_kind,
    phase_of,
    roll_of,
    to_phase,
    turn_of,
)
from tests.clauses.kenshin.turns import compose_ships, sail, ship, ship_place, start_turn
from tests.clauses.reasons import barred
from tests.support import clause

HONGANJI, TOBA, AMAGASAKI = "1628", "3234", "1627"
MURAKAMI, NOMI, KUKI, MANABE, IRONCLAD = (
    "murakami_takeyoshi", "nomi_munekatsu", "kuki_sumitaka", "manabe_sadanari", "kuki_yoshitaka",
)  # fmt: skip


def begin_sailing(match: Match, name: str) -> Match:
    """Begin the move of a ship."""
    match.act(f"sail {name}")
    assert decision_of(match).name == "sail"
    return match


# --- 16-2: moving ----------------------------------------------------------------------------------------------------


@clause("kenshin", "16-2")
@pytest.mark.parametrize("phase", ["uesugi_movement", "uesugi_reaction", "uesugi_forced_march"])
def test_ships_of_the_uesugi_sail_in_their_three_phases_without_a_check(phase: str) -> None:
    """No die is given; not in the phases of the other."""
    match = compose_ships({MURAKAMI: "box", KUKI: TOBA}, phase=phase)
    barred(match, f"sail {KUKI}", "1 sides not_yours")
    sail(match, MURAKAMI, "sail_to seto")
    assert ship_place(match, MURAKAMI) == "seto"


@clause("kenshin", "16-2")
@pytest.mark.parametrize("phase", ["oda_movement", "oda_reaction", "oda_forced_march"])
def test_ships_of_the_oda_sail_in_their_three_phases_without_a_check(phase: str) -> None:
    match = compose_ships({KUKI: TOBA, MURAKAMI: "box"}, phase=phase)
    events = sail(match, KUKI, "sail_to pacific")
    told = {"ship": KUKI, "from_area": "none", "from_hex": "3234", "area": "pacific", "hex": "none"}
    assert of_kind(events, "sailed") == [told]


@clause("kenshin", "16-2", "16-2-2")
def test_any_number_of_ships_sail_one_after_the_other() -> None:
    match = compose_ships({MURAKAMI: "box", NOMI: "seto"})
    allowed(match, f"sail {NOMI}", f"sail {MURAKAMI}", "end")
    match.act(f"sail {NOMI}")
    assert not any(text.startswith(("sail ", "move ", "end")) for text in decision_of(match).texts)
    acts(match, "put_in 0124", f"sail {MURAKAMI}", "stay")
    assert (ship_place(match, MURAKAMI), ship_place(match, NOMI)) == ("box", "0124")
    barred(match, f"sail {MURAKAMI}", "16-2 allowance done")


@clause("kenshin", "16-2 allowance")
def test_a_ship_sails_one_step_in_a_phase() -> None:
    match = compose_ships({MURAKAMI: "box"})
    begin_sailing(match, MURAKAMI)
    barred(match, f"put_in {HONGANJI}", "16-2-1 too_far")
    match.act("sail_to seto")
    barred(match, f"sail {MURAKAMI}", "16-2 allowance done")
    to_phase(match, "uesugi_forced_march")
    sail(match, MURAKAMI, f"put_in {HONGANJI}")
    assert ship_place(match, MURAKAMI) == HONGANJI


@clause("kenshin", "16-2-1", "16-2-1 areas")
def test_a_ship_sails_from_an_area_to_its_coasts() -> None:
    match = begin_sailing(compose_ships({MURAKAMI: "seto"}), MURAKAMI)
    assert choices(match, "sail_to") == {"box"}
    assert {"0124", "0825", "1132", HONGANJI, "1034", "0126"} <= choices(match, "put_in")


@clause("kenshin", "16-2-1", "16-2-1 areas")
@pytest.mark.parametrize(("name", "start", "seat", "area"), [
    (MURAKAMI,  HONGANJI,  "uesugi",  "seto"),
    (KUKI,      TOBA,      "oda",     "pacific"),
])  # fmt: skip
def test_a_ship_sails_from_a_coast_to_its_area(name: str, start: str, seat: str, area: str) -> None:
    match = begin_sailing(compose_ships({name: start}, to_act=seat), name)
    assert set(decision_of(match).texts) == {f"sail_to {area}", "stay"}


@clause("kenshin", "16-2-1", "16-2-1 areas")
@pytest.mark.parametrize(("start", "hex_id", "reason"), [
    ("seto",    "0528",     "16-2-1 areas not_a_place"),  # a sea hex
    ("seto",    "1025",     "16-2-1 areas not_a_place"),  # inland
    ("seto",    "5604",     "16-2-1 areas not_a_place"),  # the Sea of Japan
    ("seto",    "2523",     "16-2-1 areas not_a_place"),  # Lake Biwa
    ("seto",    TOBA,       "16-2-1 too_far"),            # a coast of the Pacific
    (HONGANJI,  AMAGASAKI,  "16-2-1 too_far"),            # from coast to coast
])  # fmt: skip
def test_a_ship_puts_in_only_at_a_coast_of_its_area(start: str, hex_id: str, reason: str) -> None:
    barred(begin_sailing(compose_ships({MURAKAMI: start}), MURAKAMI), f"put_in {hex_id}", reason)


@clause("kenshin", "16-2-1 areas")
def test_only_the_uesugi_side_sails_between_the_seto_and_the_box() -> None:
    """K-104."""
    match = begin_sailing(compose_ships({MURAKAMI: "box"}), MURAKAMI)
    assert set(decision_of(match).texts) == {"sail_to seto", "stay"}
    match = begin_sailing(compose_ships({KUKI: "seto"}, to_act="oda"), KUKI)
    barred(match, "sail_to box", "16-2-1 areas not_in_the_box")
    assert_impossible(KUKI, "16-2-1 areas", {}, ships={KUKI: "box"})


@clause("kenshin", "16-2-6")
def test_only_the_oda_sail_between_pacific_and_seto() -> None:
    match = begin_sailing(compose_ships({"obama_kagetaka": "pacific"}), "obama_kagetaka")
    barred(match, "sail_to seto", "16-2-6 only_oda")
    match = begin_sailing(compose_ships({MURAKAMI: "seto"}), MURAKAMI)
    barred(match, "sail_to pacific", "16-2-6 only_oda")
    match = compose_ships({KUKI: "pacific", MANABE: "seto"}, to_act="oda")
    sail(match, KUKI, "sail_to seto")
    sail(match, MANABE, "sail_to pacific")
    assert (ship_place(match, KUKI), ship_place(match, MANABE)) == ("seto", "pacific")


@clause("kenshin", "EX-NAVAL")
def test_a_ship_sails_from_toba_to_honganji_in_three_moves() -> None:
    """Toba, Pacific, Seto, Ishiyama Honganji: in the three phases of one turn."""
    match = compose_ships({KUKI: TOBA})
    for phase, text, place in (
        ("oda_reaction", "sail_to pacific", "pacific"),
        ("oda_movement", "sail_to seto", "seto"),
        ("oda_forced_march", f"put_in {HONGANJI}", HONGANJI),
    ):
        to_phase(match, phase)
        sail(match, KUKI, text)
        assert ship_place(match, KUKI) == place
    assert phase_of(match) == (1, "oda_forced_march")


# --- 16-2-4: meeting -------------------------------------------------------------------------------------------------


@clause("kenshin", "16-2-4")
@pytest.mark.parametrize(("start", "place", "text"), [("box", "seto", "sail_to seto"), ("seto", "0124", "put_in 0124")])
def test_ships_that_meet_enemy_ships_must_fight_and_cannot_sail_on(start: str, place: str, text: str) -> None:
    match = compose_ships({MURAKAMI: start, KUKI: place})
    events = sail(match, MURAKAMI, text)
    assert data_of(events, "ships_meet", "ship") == [MURAKAMI]
    assert ship(match, MURAKAMI)["bound"] is True
    match.act("end")
    assert phase_of(match)[1] == "oda_reaction"
    barred(match, f"sail {KUKI}", "16-2-4 engaged")


@clause("kenshin", "16-2-4")
def test_held_ships_do_not_sail_in_their_next_phase_either() -> None:
    match = compose_ships({MURAKAMI: {"at": "seto", "bound": True}, KUKI: "seto"}, phase="uesugi_forced_march")
    barred(match, f"sail {MURAKAMI}", "16-2-4 engaged")


@clause("kenshin", "16-2-4", "16-3")
def test_ships_in_other_places_do_not_meet() -> None:
    """On the coast and in the area beside it."""
    match = compose_ships({MURAKAMI: "box", KUKI: "0124"})
    events = sail(match, MURAKAMI, "sail_to seto")
    assert not of_kind(events, "ships_meet")
    assert "bound" not in ship(match, MURAKAMI)


# --- 16-2-5: the shelter of a port -------------------------------------------------------------------------------


@clause("kenshin", "16-2-5")
def test_in_a_friendly_port_a_ship_is_sheltered_when_the_enemy_comes() -> None:
    match = compose_ships({MURAKAMI: HONGANJI, KUKI: "seto"}, to_act="oda", dice=[4, 4])
    events = sail(match, KUKI, f"put_in {HONGANJI}")
    assert not of_kind(events, "ships_meet")
    assert "exposed" not in ship(match, MURAKAMI)
    events = to_phase(match, "oda_movement", turn=2)
    assert not of_kind(events, "naval_battle")


@clause("kenshin", "16-2-5")
def test_on_a_coast_without_a_friendly_port_there_is_no_shelter() -> None:
    """Amagasaki is the Oda's; taken by the Uesugi side it shelters their ships."""
    for holder, meets in (("oda", True), ("uesugi", False)):
        match = compose_ships(
            {MURAKAMI: AMAGASAKI, KUKI: "seto"}, to_act="oda", castles={"amagasaki": {"holder": holder}}
        )
        events = sail(match, KUKI, f"put_in {AMAGASAKI}")
        assert bool(of_kind(events, "ships_meet")) is meets


@clause("kenshin", "16-2-5 leave")
def test_a_ship_leaving_a_port_may_be_stopped_by_its_blockaders() -> None:
    """It stays in the hex, in the open, and the blockader attacks (K-69)."""
    match = compose_ships({MURAKAMI: HONGANJI, KUKI: HONGANJI})
    sail(match, MURAKAMI, "sail_to seto")
    assert turn_of(match) == ("blockade", "oda")
    events = match.act("intercept")
    assert data_of(events, "ships_meet", "ship") == [KUKI]
    assert (ship_place(match, MURAKAMI), ship(match, MURAKAMI)["exposed"]) == (HONGANJI, True)
    assert ship(match, KUKI)["bound"] is True
    barred(match, f"sail {MURAKAMI}", "16-2 allowance done")


@clause("kenshin", "16-2-5 leave")
def test_a_ship_leaving_a_port_may_be_let_pass() -> None:
    match = compose_ships({MURAKAMI: HONGANJI, KUKI: HONGANJI})
    sail(match, MURAKAMI, "sail_to seto", "let_pass")
    assert ship_place(match, MURAKAMI) == "seto"
    assert "bound" not in ship(match, KUKI)


@clause("kenshin", "16-2-5 leave", "16-2-4")
def test_there_is_no_decision_when_the_leaving_ship_attacks_the_enemy_outside() -> None:
    match = compose_ships({MURAKAMI: HONGANJI, KUKI: "seto"})
    events = sail(match, MURAKAMI, "sail_to seto")
    assert data_of(events, "ships_meet", "ship") == [MURAKAMI]


@clause("kenshin", "16-2-5", "16-2-4")
def test_a_ship_coming_home_through_a_blockade_fights() -> None:
    match = compose_ships({MURAKAMI: "seto", KUKI: HONGANJI})
    events = sail(match, MURAKAMI, f"put_in {HONGANJI}")
    assert data_of(events, "ships_meet", "ship") == [MURAKAMI]
    assert ship(match, MURAKAMI)["exposed"] is True


# --- 16: ships and the land --------------------------------------------------------------------------------------


@clause("kenshin", "16")
def test_ships_have_no_control_and_close_no_hex() -> None:
    """K-102: an army enters a hex with an enemy ship for its ground alone."""
    ground = {"1430": "flat", "1530": "flat", "1529": "flat"}
    units = {"honjo_shigenaga": "1530"}
    match = compose_ships({KUKI: "1529"}, units=units, terrain=ground, sides={"1529-1530": "none"})
    march(match, "honjo_shigenaga")
    assert cost(match, "1529") == 1
    assert at(match, "honjo_shigenaga") == ship_place(match, KUKI) == "1529"


@clause("kenshin", "16")
def test_ships_do_not_count_for_an_investment() -> None:
    """One against one with two ships: not enough; with a second land unit it is."""
    units = {**garrison(HONGANJI, "honganji_monto"), "maeda_toshiie": HONGANJI}
    none = {"ishiyama_honganji": {"marker": -1}}
    match = compose_ships({KUKI: HONGANJI, MANABE: HONGANJI}, units=units, phase="oda_combat", castles=none)
    barred(match, "invest ishiyama_honganji", "13-1 too_few")
    match = compose_ships({}, units={**units, "sasa_narimasa": HONGANJI}, phase="oda_combat", castles=none)
    allowed(match, "invest ishiyama_honganji")


@clause("kenshin", "16")
def test_ships_add_nothing_to_an_assault_or_a_garrison() -> None:
    units = {**garrison(HONGANJI, "honganji_monto"), **force(HONGANJI, "shibata_katsuie", "maeda_toshiie")}
    ships = {KUKI: HONGANJI, MANABE: HONGANJI, MURAKAMI: HONGANJI}
    match = compose_ships(ships, units=units, phase="oda_combat", dice=[1, 2, 1, 2])
    events = match.act("assault shibata_katsuie")
    assert (roll_of(events, "assault")["strength"], roll_of(events, "garrison")["strength"]) == (4, 3)


# --- 16-5: the ironclad ------------------------------------------------------------------------------------------


@clause("kenshin", "16-5")
@pytest.mark.parametrize(("turn", "place"), [(6, "undeployed"), (7, TOBA)])
def test_the_ironclad_comes_to_toba_in_turn_seven(turn: int, place: str) -> None:
    match = start_turn("kyoto", {}, 4, 4, turn=turn, ships={IRONCLAD: "undeployed"})
    assert ship_place(match, IRONCLAD) == place
    assert data_of(match.events, "ironclad", "ship") == ([IRONCLAD] if turn == 7 else [])
    if turn == 7:
        assert match.events[0].kind == "ironclad"
        assert ship(match, IRONCLAD) == {"at": TOBA, "steps": 2}


@clause("kenshin", "16-5")
@pytest.mark.parametrize(
    ("units", "castles", "place"),
    [
        ({"honjo_shigenaga": TOBA}, {"toba": {"marker": 0}}, TOBA),
        ({}, {"toba": {"holder": "uesugi"}}, "pacific"),
    ],
    ids=["invested", "lost"],
)
def test_the_ironclad_comes_inside_invested_toba_and_into_the_pacific_with_toba_lost(
    units: Any, castles: Any, place: str
) -> None:
    """K-72."""
    ships = {IRONCLAD: "undeployed", "obama_kagetaka": "pacific"} if place == TOBA else {IRONCLAD: "undeployed"}
    match = start_turn("kyoto", units, 1, 4, 4, turn=7, castles=castles, ships=ships)
    assert ship_place(match, IRONCLAD) == place
    assert "exposed" not in ship(match, IRONCLAD)


@clause("kenshin", "16-5")
def test_the_ironclad_sails_like_other_ships() -> None:
    match = start_turn("kyoto", {}, 4, 4, turn=7, ships={IRONCLAD: "undeployed"})
    to_phase(match, "oda_reaction")
    sail(match, IRONCLAD, "sail_to pacific")
    assert ship_place(match, IRONCLAD) == "pacific"
    assert castle(match, "toba")["holder"] == "oda"


@clause("kenshin", "16-5")
def test_the_ironclad_does_not_sail_before_it_has_come() -> None:
    match = compose_ships({KUKI: "pacific", IRONCLAD: "undeployed"}, phase="oda_movement", turn=6)
    barred(match, f"sail {IRONCLAD}", "16-5 not_yet")
    allowed(match, f"sail {KUKI}")
