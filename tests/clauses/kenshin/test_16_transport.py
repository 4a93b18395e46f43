"""16-4: land units aboard ships; both examples of naval transport; K-70, K-71."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.kenshin.table import (
    acts,
    allowed,
    assert_reasons,
    at,
    castle,
    choices,
    cost,
    data_of,
    decision_of,
    force,
    garrison,
    march,
    modifiers_of,
    of_kind,
    phase_of,
    roll_of,
    score,
    steps,
    to_phase,
    turn_of,
    unit,
)
from tests.clauses.kenshin.turns import compose_ships, sail, ship, ship_place
from tests.clauses.reasons import barred
from tests.support import clause

MURAKAMI, NOMI, KUKI, IRONCLAD = "murakami_takeyoshi", "nomi_munekatsu", "kuki_sumitaka", "kuki_yoshitaka"
HONGANJI, SAIKA = "1628", "1132"
COAST = "0224"


def begin_laden(name: str = "jinbo_ujiharu", place: str = "seto", **entries: Any) -> Match:
    """Begin the move of Murakami with this unit aboard."""
    units = {name: f"aboard {MURAKAMI}", **entries.pop("units", {})}
    match = compose_ships({MURAKAMI: place, **entries.pop("ships", {})}, units, **entries)
    match.act(f"sail {MURAKAMI}")
    return match


# --- going aboard ----------------------------------------------------------------------------------------------------


@clause("kenshin", "16-4", "16-4-1", "16-4-1 embark")
@pytest.mark.parametrize("name", ["jinbo_ujiharu", "saika_shu", "obata_nobusada", "kikkawa_motonaga", "uesugi_kenshin"])
def test_a_ship_carries_one_unit_of_any_clan_of_its_side(name: str) -> None:
    """K-70: a commander too, without followers."""
    match = compose_ships({MURAKAMI: SAIKA}, {name: SAIKA})
    events = sail(match, MURAKAMI, f"board {name}", "sail_to seto")
    assert of_kind(events, "boarded") == [{"unit": name, "ship": MURAKAMI}]
    assert at(match, name) == f"aboard {MURAKAMI}"


@clause("kenshin", "16-4")
def test_the_view_tells_what_a_ship_carries() -> None:
    match = compose_ships({MURAKAMI: "seto", NOMI: "seto"}, {"saika_shu": f"aboard {MURAKAMI}"})
    assert ship(match, MURAKAMI)["cargo"] == "saika_shu"
    assert "cargo" not in ship(match, NOMI)


@clause("kenshin", "16-4-1 embark")
@pytest.mark.parametrize(("name", "reasons"), [
    ("saika_shu",      []),
    ("jinbo_ujiharu",  ["16-4-1 embark not_together"]),
])  # fmt: skip
def test_a_unit_boards_only_in_the_hex_in_which_the_ship_begins(name: str, reasons: list[str]) -> None:
    match = compose_ships({MURAKAMI: SAIKA}, {"jinbo_ujiharu": "1232", "saika_shu": SAIKA})
    match.act(f"sail {MURAKAMI}")
    assert_reasons(match, f"board {name}", *reasons)


@clause("kenshin", "16-4-3")
@pytest.mark.parametrize(("vessel", "entry", "hex_id", "name", "seat", "reasons"), [
    (MURAKAMI,  {"steps": 1},  SAIKA,   "saika_shu",       "uesugi",  ["16-4-3 no_transport"]),
    (IRONCLAD,  {},            "3234",  "maeda_toshiie",   "oda",     ["16-4-3 no_transport"]),
    (KUKI,      {},            "3234",  "maeda_toshiie",   "oda",     []),
])  # fmt: skip
def test_ships_of_one_step_and_ironclads_carry_no_unit(
    vessel: str, entry: dict[str, Any], hex_id: str, name: str, seat: str, reasons: list[str]
) -> None:
    match = compose_ships({vessel: {"at": hex_id, **entry}}, {name: hex_id}, to_act=seat)
    match.act(f"sail {vessel}")
    assert_reasons(match, f"board {name}", *reasons)


@clause("kenshin", "16-4-1 embark")
def test_a_unit_boards_from_inside_a_port_too() -> None:
    match = compose_ships({MURAKAMI: SAIKA}, garrison(SAIKA, "saika_shu"))
    sail(match, MURAKAMI, "board saika_shu", "sail_to seto")
    assert at(match, "saika_shu") == f"aboard {MURAKAMI}"


@clause("kenshin", "16-4-1")
def test_a_ship_carries_one_unit_and_no_force_of_several() -> None:
    units = {"saika_shu": SAIKA, "jinbo_ujiharu": SAIKA, **force(SAIKA, "kakizaki_haruie", "honjo_shigenaga")}
    match = compose_ships({MURAKAMI: SAIKA}, units)
    match.act(f"sail {MURAKAMI}")
    barred(match, "board kakizaki_haruie", "16-4-1 not_single")
    match.act("board saika_shu")
    barred(match, "board jinbo_ujiharu", "16-4-1 laden")


@clause("kenshin", "16-4-1")
def test_several_ships_carry_several_units_in_one_phase() -> None:
    match = compose_ships({MURAKAMI: SAIKA, NOMI: SAIKA}, {"saika_shu": SAIKA, "jinbo_ujiharu": SAIKA})
    sail(match, MURAKAMI, "board saika_shu", "sail_to seto")
    sail(match, NOMI, "board jinbo_ujiharu", "sail_to seto")
    assert (at(match, "saika_shu"), at(match, "jinbo_ujiharu")) == (f"aboard {MURAKAMI}", f"aboard {NOMI}")


@clause("kenshin", "16-4-1 embark")
def test_no_action_check_is_needed() -> None:
    """K-70: in the Forced March Phase, with no die given, even of a reduced unit."""
    match = compose_ships({MURAKAMI: SAIKA}, {"saika_shu": {"hex": SAIKA, "steps": 1}}, phase="uesugi_forced_march")
    sail(match, MURAKAMI, "board saika_shu", "sail_to seto")
    assert (at(match, "saika_shu"), steps(match, "saika_shu")) == (f"aboard {MURAKAMI}", 1)


@clause("kenshin", "16-4-1 embark")
@pytest.mark.parametrize("besiegers", [(), ("maeda_toshiie", "sasa_narimasa")])
def test_a_unit_that_boarded_a_ship_that_stays_is_ashore_as_before(besiegers: tuple[str, ...]) -> None:
    """Inside the castle; before it would be among the enemy (10-6-3)."""
    match = compose_ships({MURAKAMI: SAIKA}, {**garrison(SAIKA, "saika_shu"), **dict.fromkeys(besiegers, SAIKA)})
    sail(match, MURAKAMI, "board saika_shu", "stay")
    assert at(match, "saika_shu") == SAIKA
    assert unit(match, "saika_shu").get("inside") is True


BESIEGED = {**garrison(HONGANJI, "honganji_monto"), "maeda_toshiie": HONGANJI, "sasa_narimasa": HONGANJI}


@clause("kenshin", "16-4-1 embark", "13-1-5")
@pytest.mark.parametrize(("text", "lifted"), [("stay", False), ("sail_to seto", True)])
def test_a_besieger_that_boards_leaves_the_siege_only_as_the_ship_sails(text: str, lifted: bool) -> None:
    """Two besiegers against one before Honganji; a ship that stays takes no unit away."""
    match = compose_ships({KUKI: HONGANJI}, BESIEGED, to_act="oda", castles={"ishiyama_honganji": {"marker": 2}})
    events = sail(match, KUKI, "board sasa_narimasa")
    assert castle(match, "ishiyama_honganji")["marker"] == 2
    assert at(match, "sasa_narimasa") == HONGANJI
    events += match.act(text)
    assert castle(match, "ishiyama_honganji").get("marker") == (None if lifted else 2)
    assert [event.kind for event in events] == ["boarded", *(["sailed", "lifted"] if lifted else [])]


@clause("kenshin", "16-4-1 embark")
def test_the_event_of_boarding_says_who_is_to_sail_and_not_who_is_aboard() -> None:
    """No event would take back the boarding if the ship stays."""
    match = compose_ships({MURAKAMI: SAIKA}, {"saika_shu": SAIKA})
    texts, data = match.game.texts("en"), {"unit": "saika_shu", "ship": MURAKAMI}
    unit_name, ship_name = texts.name("unit", "saika_shu"), texts.name("ship", MURAKAMI)
    assert texts.event_text("event", "boarded", data) == f"{unit_name} is to sail with {ship_name}"
    assert "乗船" not in match.game.texts("ja").sections["event"]["boarded"]


@clause("kenshin", "16-4-1 embark", "13-1-5")
def test_a_siege_that_a_boarding_would_end_is_described_and_read_back() -> None:
    match = compose_ships({KUKI: HONGANJI}, BESIEGED, to_act="oda", castles={"ishiyama_honganji": {"marker": 2}})
    sail(match, KUKI, "board sasa_narimasa")
    again: Any = gunki.compose("kenshin", "campaign", match.describe())
    assert decision_of(again).texts == decision_of(match).texts
    again.act("sail_to seto")
    assert at(again, "sasa_narimasa") == f"aboard {KUKI}"


@clause("kenshin", "16-4-1 embark")
@pytest.mark.parametrize("name", ["niwa_nagahide", "honganji_monto", "oda_nobunaga"])
def test_a_ship_sails_without_a_unit_of_a_document_that_may_not_board(name: str) -> None:
    """The unit is elsewhere, of the other side, or not on the map."""
    match = compose_ships({KUKI: HONGANJI}, BESIEGED, to_act="oda", castles={"ishiyama_honganji": {"marker": 2}})
    sail(match, KUKI, "board sasa_narimasa")
    document = match.describe()
    document["stack"][-1]["boarder"] = name
    again: Any = gunki.compose("kenshin", "campaign", document)
    where = unit(again, name)
    again.act("sail_to seto")
    assert unit(again, name) == where
    assert "cargo" not in ship(again, KUKI)


@clause("kenshin", "16-4-1 embark", "10-8-1")
@pytest.mark.parametrize(("text", "gone"), [("stay", False), ("sail_to seto", True)])
def test_a_fortification_stays_until_the_ship_sails_with_the_last_unit(text: str, gone: bool) -> None:
    match = compose_ships({MURAKAMI: COAST}, {"jinbo_ujiharu": COAST}, state={"fortified": {COAST: ["uesugi"]}})
    events = sail(match, MURAKAMI, "board jinbo_ujiharu", text)
    assert data_of(events, "fortification_gone", "hex") == ([COAST] if gone else [])
    if not gone:
        allowed(match, f"raze {COAST}", "move jinbo_ujiharu")


@clause("kenshin", "16-4-1 embark", "16-2-5 leave", "10-8-1")
def test_a_unit_that_was_to_sail_with_a_stopped_ship_has_landed() -> None:
    """It is inside the castle as before, with the fortification around it, and moves no more in this phase."""
    match = compose_ships(
        {MURAKAMI: SAIKA, KUKI: SAIKA}, garrison(SAIKA, "saika_shu"), state={"fortified": {SAIKA: ["uesugi"]}}
    )
    events = sail(match, MURAKAMI, "board saika_shu", "sail_to seto", "intercept")
    assert not of_kind(events, "fortification_gone")
    assert of_kind(events, "landed") == [{"unit": "saika_shu", "ship": MURAKAMI, "hex": SAIKA}]
    assert unit(match, "saika_shu")["inside"] is True
    barred(match, "move saika_shu", "16-4-1 nomix landed")
    allowed(match, f"raze {SAIKA}")


@clause("kenshin", "16-4-1 nomix")
def test_a_unit_that_has_moved_cannot_board() -> None:
    match = compose_ships({MURAKAMI: SAIKA}, {"jinbo_ujiharu": "1232", "saika_shu": SAIKA}, terrain={"1232": "flat"})
    acts(match, "move jinbo_ujiharu", f"to {SAIKA}")
    if decision_of(match).name == "march":
        match.act("halt")
    match.act(f"sail {MURAKAMI}")
    barred(match, "board jinbo_ujiharu", "16-4-1 nomix done")
    allowed(match, "board saika_shu")


@clause("kenshin", "16-4-1 nomix", "10-6-4")
def test_a_unit_under_a_marker_or_with_one_placed_cannot_board() -> None:
    """An Oda force engages the unit in its Movement; in the Uesugi Reaction it may not leave by sea."""
    units = {"jinbo_ujiharu": {"hex": COAST, "pinned": True}, "maeda_toshiie": {"hex": "0324", "bound": COAST}}
    match = compose_ships({MURAKAMI: COAST}, units, phase="uesugi_reaction", terrain={COAST: "flat", "0324": "flat"},
                          sides={"0224-0324": "none"})  # fmt: skip
    match.act(f"sail {MURAKAMI}")
    barred(match, "board jinbo_ujiharu", "10-6-4 engaged")


# --- landing ---------------------------------------------------------------------------------------------------------


@clause("kenshin", "16-4-1 disembark", "16-4-1 nomix")
def test_on_a_coast_the_cargo_lands_and_moves_no_more_in_that_phase() -> None:
    match = begin_laden()
    events = match.act(f"put_in {COAST}")
    assert of_kind(events, "landed") == [{"unit": "jinbo_ujiharu", "ship": MURAKAMI, "hex": COAST}]
    assert at(match, "jinbo_ujiharu") == COAST
    barred(match, "move jinbo_ujiharu", "16-4-1 nomix landed")
    to_phase(match, "uesugi_forced_march")
    allowed(match, "check jinbo_ujiharu")


@clause("kenshin", "16-4-1 disembark")
def test_cargo_stays_aboard_in_an_area_and_lands_in_the_box() -> None:
    """K-70."""
    match = compose_ships({MURAKAMI: "box"}, {"jinbo_ujiharu": "box"})
    sail(match, MURAKAMI, "board jinbo_ujiharu", "sail_to seto")
    assert at(match, "jinbo_ujiharu") == f"aboard {MURAKAMI}"
    to_phase(match, "uesugi_forced_march")
    events = sail(match, MURAKAMI, "sail_to box")
    assert of_kind(events, "landed") == [{"unit": "jinbo_ujiharu", "ship": MURAKAMI, "hex": "none"}]
    assert at(match, "jinbo_ujiharu") == "box"


@clause("kenshin", "16-4-1 enemy")
def test_a_laden_ship_puts_in_at_no_coast_with_enemy_units_but_an_empty_one_does() -> None:
    match = begin_laden(units={"maeda_toshiie": COAST})
    barred(match, f"put_in {COAST}", "16-4-1 enemy enemy_there")
    match = compose_ships({MURAKAMI: "seto"}, {"maeda_toshiie": COAST})
    sail(match, MURAKAMI, f"put_in {COAST}")
    assert ship_place(match, MURAKAMI) == COAST


@clause("kenshin", "16-4-1 enemy")
@pytest.mark.parametrize("marker", [0, -1])
def test_a_unit_landing_in_a_friendly_port_with_enemies_outside_goes_inside(marker: int) -> None:
    """K-70: invested or only shut in."""
    units = {"maeda_toshiie": HONGANJI, "sasa_narimasa": HONGANJI}
    match = begin_laden(units=units, castles={"ishiyama_honganji": {"marker": marker}})
    match.act(f"put_in {HONGANJI}")
    assert unit(match, "jinbo_ujiharu")["hex"] == HONGANJI
    assert unit(match, "jinbo_ujiharu")["inside"] is True


@clause("kenshin", "16-4-1 enemy", "16-4-1 disembark")
def test_a_unit_landing_inside_a_port_needs_room() -> None:
    """Takasago has room for three."""
    full = garrison("0825", "kanki_yorisada", "bessho_nagaharu", "bessho_yoshichika")
    match = begin_laden(units={**full, "maeda_toshiie": "0825"})
    barred(match, "put_in 0825", "8-1 no_room")


@clause("kenshin", "16-4-1 enemy")
def test_a_unit_lands_at_an_enemy_castle_only_without_enemy_units() -> None:
    """K-70: Amagasaki, empty; with a garrison inside there are enemy land units."""
    match = begin_laden()
    allowed(match, "put_in 1627")
    match.act("put_in 1627")
    assert at(match, "jinbo_ujiharu") == "1627"
    match = begin_laden(units=garrison("1627", "maeda_toshiie"))
    barred(match, "put_in 1627", "16-4-1 enemy enemy_there")


@clause("kenshin", "16-4-1 disembark")
def test_a_unit_never_lands_on_a_neutral_hex() -> None:
    match = begin_laden(clans={"saika": "neutral"})
    barred(match, f"put_in {SAIKA}", "20 entry neutral_there")


@clause("kenshin", "16-4-1 disembark", "13-1-5")
def test_a_landing_can_end_an_investment() -> None:
    """K-42: two besiegers against one, and then two."""
    units = {**garrison(HONGANJI, "honganji_monto"), "maeda_toshiie": HONGANJI, "sasa_narimasa": HONGANJI}
    match = begin_laden(units=units, castles={"ishiyama_honganji": {"marker": 2}})
    events = match.act(f"put_in {HONGANJI}")
    assert data_of(events, "lifted", "castle") == ["ishiyama_honganji"]
    assert "marker" not in castle(match, "ishiyama_honganji")


# --- 16-4-2, 16-4-3: at sea --------------------------------------------------------------------------------------


@clause("kenshin", "16-4-2")
def test_a_laden_ship_has_its_ability_and_no_strength() -> None:
    """K-71: row 0 has no hits, not even for a twelve; the enemy's ten takes a step."""
    fleet = {MURAKAMI: {"at": "seto", "bound": True}, KUKI: "seto"}
    cargo = {"jinbo_ujiharu": f"aboard {MURAKAMI}"}
    match = compose_ships(fleet, cargo, phase="uesugi_combat", dice=[6, 6, 1, 1])
    attack = roll_of(match.events, "attack")
    assert (attack["strength"], attack["total"]) == (0, 14)
    assert modifiers_of(attack) == {"12-2-1 A(3)": 2}
    assert of_kind(match.events, "round") == [{"hex": "none", "area": "seto", "dealt": 0, "taken": 0}]


@clause("kenshin", "16-4-2")
def test_only_the_laden_ship_of_a_fleet_adds_nothing() -> None:
    ships = {MURAKAMI: {"at": "seto", "bound": True}, NOMI: {"at": "seto", "bound": True}, KUKI: "seto"}
    match = compose_ships(ships, {"jinbo_ujiharu": f"aboard {MURAKAMI}"}, phase="uesugi_combat", dice=[1, 1, 1, 1])
    events = match.act(f"flagship {MURAKAMI}")
    assert roll_of(events, "attack")["strength"] == 2
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": 2}


@clause("kenshin", "16-4-3 loss", "21 busho")
@pytest.mark.parametrize(("die", "left"), [(6, 1), (5, 2)])
def test_a_ship_that_loses_a_step_loses_its_cargo_which_scores(die: int, left: int) -> None:
    """Kuki, 3, against Murakami, 5: a twelve becomes ten, one step; an eleven becomes nine, none."""
    fleet = {MURAKAMI: {"at": "seto", "bound": True}, KUKI: "seto"}
    cargo = {"jinbo_ujiharu": f"aboard {MURAKAMI}"}
    match = compose_ships(fleet, cargo, phase="uesugi_combat", dice=[1, 1, 6, die])
    assert ship(match, MURAKAMI)["steps"] == left
    assert (at(match, "jinbo_ujiharu") == "dead") is (left == 1)
    assert score(match) == (-1 if left == 1 else 0)


@clause("kenshin", "16-4-3 loss", "21 samuraidaisho")
def test_a_sunk_ship_takes_its_cargo_down() -> None:
    """Manabe, 2, with a samuraidaisho aboard, against the Mori."""
    ships = {MURAKAMI: {"at": "seto", "bound": True}, "manabe_sadanari": "seto"}
    match = compose_ships(
        ships, {"shibata_katsuie": "aboard manabe_sadanari"}, phase="uesugi_combat", dice=[6, 6, 1, 1, 4, 4]
    )
    assert ship_place(match, "manabe_sadanari") == "sunk"
    assert at(match, "shibata_katsuie") == "dead"
    assert score(match) == 2


@clause("kenshin", "16-4-2 cargo")
def test_a_unit_aboard_neither_marches_nor_attacks_nor_controls() -> None:
    match = compose_ships({MURAKAMI: "seto"}, {"jinbo_ujiharu": f"aboard {MURAKAMI}", "honjo_shigenaga": "5604"})
    barred(match, "move jinbo_ujiharu", "16-4-2 cargo aboard")
    barred(match, "lead jinbo_ujiharu saito_tomonobu", "10-1-1 not_on_map")
    ground = {"terrain": {COAST: "flat", "0223": "flat", "0323": "flat"}, "sides": {"0223-0224": "none"}}
    match = compose_ships(
        {MURAKAMI: "seto"}, {"jinbo_ujiharu": f"aboard {MURAKAMI}", "maeda_toshiie": "0223"}, to_act="oda", **ground
    )
    march(match, "maeda_toshiie")
    assert cost(match, COAST) == 1
    units = {"jinbo_ujiharu": f"aboard {MURAKAMI}", "maeda_toshiie": COAST}
    match = compose_ships({MURAKAMI: "seto"}, units, phase="oda_combat", dice=[4, 4, 1, 1, 1])
    assert decision_of(match).name != "combat"  # there is no enemy to attack


@clause("kenshin", "16-4-1 enemy", "16-4-1 disembark")
def test_a_laden_ship_that_flees_lands_its_cargo_where_it_may() -> None:
    units = {"jinbo_ujiharu": f"aboard {MURAKAMI}", "maeda_toshiie": COAST}
    match = compose_ships({MURAKAMI: {"at": "seto", "bound": True}, KUKI: "seto"}, units, phase="uesugi_combat",
                          dice=[1, 1, 1, 1])  # fmt: skip
    match.act("retreat")
    barred(match, f"put_in {COAST}", "16-4-1 enemy enemy_there")
    events = match.act(f"put_in {HONGANJI}")
    assert data_of(events, "landed", "unit") == ["jinbo_ujiharu"]
    assert at(match, "jinbo_ujiharu") == HONGANJI


@clause("kenshin", "16-4-1 disembark", "16-2-5 leave")
def test_a_laden_ship_stopped_before_its_port_ends_its_move_on_the_coast_and_lands_its_cargo() -> None:
    """Where enemies stand before the port, inside it."""
    units = {**garrison(SAIKA, "saika_shu"), "maeda_toshiie": SAIKA}
    match = compose_ships({MURAKAMI: SAIKA, KUKI: SAIKA}, units)
    sail(match, MURAKAMI, "board saika_shu", "sail_to seto", "intercept")
    assert ship_place(match, MURAKAMI) == SAIKA
    assert at(match, "saika_shu") == SAIKA


@clause("kenshin", "16-4-1")
def test_foreign_cargo_of_a_clan_whose_taisho_falls_is_put_into_a_port() -> None:
    """K-79, as in K-21: Terumoto dies in Miki with a man of the Saika aboard a Mori ship."""
    units = {**garrison("1025", "mori_terumoto"), "maeda_toshiie": "1025", "sasa_narimasa": "1025",
             "saika_shu": f"aboard {MURAKAMI}"}  # fmt: skip
    match = compose_ships({MURAKAMI: "seto"}, units, phase="turn_start", step="demand", dice=[1, *[4] * 9],
                          castles={"miki": {"marker": 6}})  # fmt: skip
    match.act("demand miki")
    assert turn_of(match) == ("displace", "uesugi")
    assert choices(match, "shift") == {"saika_shu 0825", "saika_shu 1132", "saika_shu 1628"}
    match.act("shift saika_shu 1132")
    assert (at(match, "saika_shu"), ship_place(match, MURAKAMI)) == (SAIKA, "removed")


# --- the examples ----------------------------------------------------------------------------------------------------


@clause("kenshin", "EX-TRANSPORT(1)", "16-4-1 disembark", "16-4-1 enemy")
def test_the_saika_land_in_invested_honganji_and_sally_out() -> None:
    """In the Uesugi Forced March; in the Combat Phase they attack with the garrison, and the ship does not."""
    besiegers = force(HONGANJI, "sakuma_nobumori", "sakuma_nobuhide", "miyoshi_yasunaga")
    units = {**garrison(HONGANJI, "shimotsuma_rairyu"), "saika_shu": f"aboard {MURAKAMI}", **besiegers}
    match = compose_ships({MURAKAMI: "seto"}, units, phase="uesugi_forced_march", dice=[1, 1, 1, 1],
                          castles={"ishiyama_honganji": {"marker": 0}})  # fmt: skip
    sail(match, MURAKAMI, f"put_in {HONGANJI}")
    assert unit(match, "saika_shu")["inside"] is True
    assert castle(match, "ishiyama_honganji")["marker"] == 0
    to_phase(match, "uesugi_combat")
    assert choices(match, "sortie") == {"saika_shu", "shimotsuma_rairyu"}
    events = acts(match, "sortie saika_shu", "join shimotsuma_rairyu")
    while decision_of(match).name in ("join", "ability"):
        events += match.act("fight" if decision_of(match).name == "join" else decision_of(match).texts[0])
    assert roll_of(events, "attack")["strength"] == 4
    assert roll_of(events, "defence")["strength"] == 6


@clause("kenshin", "EX-TRANSPORT(2)", "16-4-1 embark")
def test_a_busho_is_fetched_from_invested_honganji_to_the_box() -> None:
    """In the Uesugi Reaction the unit boards and sails to the Seto, and from there to the box."""
    units = {**garrison(HONGANJI, "shimotsuma_rairyu", "honganji_monto"),
             **dict.fromkeys(("sakuma_nobuhide", "miyoshi_yasunaga", "sakuma_nobumori"), HONGANJI)}  # fmt: skip
    match = compose_ships(
        {MURAKAMI: HONGANJI}, units, phase="uesugi_reaction", castles={"ishiyama_honganji": {"marker": 0}},
        dice=[4, 4, *[1] * 10],
    )  # fmt: skip
    sail(match, MURAKAMI, "board shimotsuma_rairyu", "sail_to seto")
    assert at(match, "shimotsuma_rairyu") == f"aboard {MURAKAMI}"
    assert castle(match, "ishiyama_honganji")["marker"] == 0
    to_phase(match, "uesugi_movement", turn=2)
    assert phase_of(match) == (2, "uesugi_movement")
    sail(match, MURAKAMI, "sail_to box")
    assert at(match, "shimotsuma_rairyu") == "box"
    assert turn_of(match) == ("force", "uesugi")
