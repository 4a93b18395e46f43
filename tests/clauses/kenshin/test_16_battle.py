"""16-3: naval battles; ports that fall; K-69, K-71, K-73, K-102."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    acts,
    at,
    choices,
    compose,
    data_of,
    decision_of,
    force,
    garrison,
    modifiers_of,
    of_kind,
    phase_of,
    roll_of,
    rolls,
    score,
    to_phase,
    turn_of,
)
from tests.clauses.kenshin.turns import sail, ship, ship_place
from tests.clauses.reasons import barred
from tests.support import clause

MURAKAMI, NOMI, KODAMA, KUKI, MANABE, IRONCLAD = (
    "murakami_takeyoshi", "nomi_munekatsu", "kodama_narihide", "kuki_sumitaka", "manabe_sadanari", "kuki_yoshitaka",
)  # fmt: skip
HONGANJI = "1628"


def fight(ships: dict[str, Any], *dice: int, phase: str = "uesugi_combat", **entries: Any) -> Match:
    """Compose the Combat Phase with these ships, in which bound ships attack."""
    units = {**UESUGI, **ODA, **entries.pop("units", {})}
    return compose(units, ships=ships, phase=phase, dice=dice, **entries)


def bind(place: str, **entry: Any) -> dict[str, Any]:
    """Return the entry of a ship that must attack in this place."""
    return {"at": place, "bound": True, **entry}


# --- a round ---------------------------------------------------------------------------------------------------------


@clause("kenshin", "16-3")
@pytest.mark.parametrize(("place", "hex_id", "area"), [("seto", "none", "seto"), ("0224", "0224", "none")])
def test_a_round_at_sea_tells_where_it_is_fought(place: str, hex_id: str, area: str) -> None:
    match = fight({MURAKAMI: bind(place), KUKI: place}, 4, 4, 3, 3)
    (told,) = of_kind(match.events, "round")
    assert (told["hex"], told["area"]) == (hex_id, area)
    assert all("{area}" in match.game.texts(lang).sections["event"]["round_no_hex"] for lang in ("en", "ja"))


@clause("kenshin", "16-3", "16-2-4")
def test_a_battle_is_fought_by_itself_in_the_next_combat_phase_with_the_ability_alone() -> None:
    """Murakami, 5, attacks Kuki, 3: an eight and a six become ten and four: one step."""
    match = fight({MURAKAMI: bind("seto"), KUKI: "seto"}, 4, 4, 3, 3)
    assert data_of(match.events, "naval_battle", "ship") == [MURAKAMI]
    attack, defence = roll_of(match.events, "attack"), roll_of(match.events, "defence")
    assert (attack["strength"], attack["row"], attack["total"]) == (2, "2", 10)
    assert (defence["strength"], defence["row"], defence["total"]) == (2, "2", 4)
    assert modifiers_of(attack) == {"12-2-1 A(3)": 2}
    assert modifiers_of(defence) == {"12-2-1 D(3)": -2}
    assert of_kind(match.events, "round") == [{"hex": "none", "area": "seto", "dealt": 1, "taken": 0}]
    assert of_kind(match.events, "ship_damaged") == [{"ship": KUKI, "left": 1}]


@clause("kenshin", "16-3")
@pytest.mark.parametrize("ground", ["flat", "foothills"])
def test_terrain_does_not_modify_naval_battles(ground: str) -> None:
    match = fight({MURAKAMI: bind("0224"), KUKI: "0224"}, 1, 1, 1, 1, terrain={"0224": ground})
    assert modifiers_of(roll_of(match.events, "attack")) == {"12-2-1 A(3)": 2}
    assert roll_of(match.events, "attack")["hex"] == "0224"


@clause("kenshin", "16-3")
def test_all_ships_in_the_place_take_part_and_the_owner_names_the_one_whose_ability_counts() -> None:
    """K-69: all have one rank. Two against two: strength 4."""
    ships = {MURAKAMI: bind("seto"), NOMI: bind("seto"), KUKI: "seto", MANABE: "seto", KODAMA: "0124"}
    match = fight(ships, 1, 1, 1, 1)
    assert turn_of(match) == ("ability", "uesugi")
    assert choices(match, "flagship") == {MURAKAMI, NOMI}
    (told,) = match.act(f"flagship {NOMI}")
    assert (told.kind, dict(told.data)) == ("flagship_counts", {"ship": NOMI})
    assert turn_of(match) == ("ability", "oda")
    assert choices(match, "flagship") == {KUKI, MANABE}
    events = match.act(f"flagship {MANABE}")
    assert roll_of(events, "attack")["strength"] == roll_of(events, "defence")["strength"] == 4
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": 2}


@clause("kenshin", "16-3")
def test_losses_are_chosen_ship_by_ship_two_steps_first() -> None:
    """Strength 4 with a twelve and two: two hits on three ships of which one is reduced."""
    ships = {
        MURAKAMI: bind("seto"),
        NOMI: bind("seto"),
        KUKI: "seto",
        MANABE: "seto",
        IRONCLAD: {"at": "seto", "steps": 1},
    }
    match = fight(ships, 6, 5, 1, 1)
    acts(match, f"flagship {MURAKAMI}", f"flagship {KUKI}")
    assert modifiers_of(rolls(match.events, "attack")[0]) == {"12-2-1 A(3)": 2}
    hits = of_kind(match.events, "round")[0]["dealt"]
    assert hits == 2
    assert {ship_place(match, name) for name in (KUKI, MANABE, IRONCLAD)} <= {"seto", "sunk"}
    assert (ship(match, KUKI)["steps"], ship(match, MANABE)["steps"], ship(match, IRONCLAD)["steps"]) == (1, 1, 1)


@clause("kenshin", "16-3")
def test_the_owner_chooses_which_ship_takes_a_single_hit() -> None:
    match = fight(
        {MURAKAMI: bind("seto"), KUKI: "seto", MANABE: "seto", IRONCLAD: {"at": "seto", "steps": 1}}, 6, 4, 1, 1
    )
    match.act(f"flagship {KUKI}")
    assert turn_of(match) == ("losses", "oda")
    assert choices(match, "damage") == {KUKI, MANABE}
    barred(match, f"damage {IRONCLAD}", "12-3-1 two_steps_first")
    match.act(f"damage {MANABE}")
    assert (ship(match, MANABE)["steps"], ship(match, KUKI)["steps"]) == (1, 2)


# --- its end ---------------------------------------------------------------------------------------------------------


@clause("kenshin", "16-3")
def test_rounds_go_on_until_a_fleet_retreats_and_there_is_no_pursuit() -> None:
    match = fight({MURAKAMI: bind("seto"), KUKI: "seto"}, 1, 1, 1, 1, 1, 1, 1, 1)
    assert turn_of(match) == ("break_off", "uesugi")
    match.act("fight_on")
    assert turn_of(match) == ("break_off", "oda")
    match.act("fight_on")
    assert len(rolls(match.events, "attack")) == 2
    match.act("fight_on")
    match.act("retreat")
    assert turn_of(match) == ("flee", "oda")
    match.act("sail_to pacific")
    assert ship_place(match, KUKI) == "pacific"
    assert not rolls(match.events, "pursuit", "escape")
    assert ship(match, KUKI)["steps"] == 2


@clause("kenshin", "16-3")
def test_a_fleet_wholly_of_one_step_must_retreat() -> None:
    """K-69: one step, to a place without enemy ships in the open."""
    match = fight({MURAKAMI: bind("seto"), KUKI: {"at": "seto", "steps": 1}, NOMI: "0124"}, 1, 1, 1, 1)
    assert turn_of(match) == ("flee", "oda")
    assert choices(match, "sail_to") == {"pacific"}
    barred(match, "put_in 0124", "16-3 enemy_ships")
    assert HONGANJI in choices(match, "put_in")
    assert "3234" not in choices(match, "put_in")
    match.act("put_in 1627")
    assert ship_place(match, KUKI) == "1627"
    assert "exposed" not in ship(match, KUKI)


@clause("kenshin", "16-3", "16-3 score")
def test_without_a_place_to_flee_a_ship_is_sunk_and_brings_no_points() -> None:
    """From the coast only the Seto is left, and an enemy lies there."""
    match = fight({MURAKAMI: bind("0224"), KUKI: {"at": "0224", "steps": 1}, NOMI: "seto"}, 1, 1, 1, 1)
    assert ship_place(match, KUKI) == "sunk"
    assert data_of(match.events, "sunk", "ship") == [KUKI]
    assert score(match) == 0


@clause("kenshin", "16-3 score", "16-3")
def test_a_ship_sunk_in_battle_brings_no_points() -> None:
    """A twelve and two: two steps at once."""
    match = fight({MURAKAMI: bind("seto"), KUKI: "seto"}, 6, 6, 1, 1, 4, 4)
    assert ship_place(match, KUKI) == "sunk"
    assert score(match) == 0


@clause("kenshin", "16-3")
def test_two_wholly_reduced_fleets_both_retreat() -> None:
    match = fight({MURAKAMI: bind("seto", steps=1), KUKI: {"at": "seto", "steps": 1}}, 1, 1, 1, 1)
    assert turn_of(match) == ("flee", "uesugi")
    match.act("sail_to box")
    assert turn_of(match) == ("flee", "oda")


# --- the phase and the attacker --------------------------------------------------------------------------------------


@clause("kenshin", "16-3", "16-2-4")
def test_the_ship_that_moved_in_attacks_in_either_sides_phase() -> None:
    """K-102: in the Uesugi Reaction Murakami sails against Kuki; it is fought in the Oda Combat Phase."""
    match = compose(
        {**UESUGI, **ODA}, ships={MURAKAMI: "box", KUKI: "seto"}, phase="uesugi_reaction", dice=[1, 1, 1, 1]
    )
    sail(match, MURAKAMI, "sail_to seto")
    to_phase(match, "oda_combat")
    assert phase_of(match) == (1, "oda_combat")
    assert turn_of(match) == ("break_off", "uesugi")
    assert modifiers_of(roll_of(match.events, "attack")) == {"12-2-1 A(3)": 2}


@clause("kenshin", "16-3")
def test_naval_battles_come_before_the_battles_on_land_in_the_order_of_the_phasing_player() -> None:
    """K-102: two places, and a field battle waits."""
    ships = {MURAKAMI: bind("seto"), KUKI: "seto", NOMI: bind("0224"), MANABE: "0224"}
    units = {"honjo_shigenaga": "4810", "maeda_toshiie": "4811"}
    match = fight(ships, *[1] * 8, units=units, around="4810")
    assert turn_of(match) == ("naval", "uesugi")
    assert choices(match, "battle") == {MURAKAMI, NOMI}
    match.act(f"battle {NOMI}")
    assert data_of(match.events, "naval_battle", "ship") == [NOMI]
    while decision_of(match).name in ("flee", "break_off"):
        match.act("retreat" if decision_of(match).name == "break_off" else decision_of(match).texts[0])
    assert data_of(match.events, "naval_battle", "ship") == [NOMI, MURAKAMI]
    assert decision_of(match).name == "combat"


@clause("kenshin", "16-3", "16-2-5")
def test_sheltered_ships_take_no_part() -> None:
    """Two of the Mori in Honganji's port, one of them stopped outside: Kuki fights that one."""
    ships = {MURAKAMI: {"at": HONGANJI, "exposed": True}, NOMI: HONGANJI, KUKI: bind(HONGANJI)}
    match = fight(ships, 1, 1, 1, 1, phase="oda_combat")
    assert roll_of(match.events, "defence")["strength"] == 2


@clause("kenshin", "16-3", "16")
def test_an_army_and_an_enemy_ship_in_one_hex_do_not_fight() -> None:
    """K-102: they share a hex, and neither attacks the other."""
    match = fight({MURAKAMI: "0224"}, units={"maeda_toshiie": "0224"}, phase="oda_movement")
    match.act("end")
    assert phase_of(match)[1] == "uesugi_reaction"
    sail(match, MURAKAMI, "sail_to seto")
    assert ship_place(match, MURAKAMI) == "seto"


# --- 16-3 fall: ports that fall ----------------------------------------------------------------------------------


def storm_honganji(ships: dict[str, Any], *dice: int) -> Match:
    """Let the Oda storm empty Honganji, which has one durability left; the dice take it."""
    men = force(
        HONGANJI, "shibata_katsuie", "maeda_toshiie", "sasa_narimasa", "fuwa_mitsuharu", "kanamori_nagachika",
        "hara_masashige", "sakuma_morimasa",
    )  # fmt: skip
    return fight(ships, 6, 5, 1, 2, *dice, units=men, phase="oda_combat",
                 castles={"ishiyama_honganji": {"durability": 1}})  # fmt: skip


@clause("kenshin", "16-3 fall")
@pytest.mark.parametrize("blockader", [True, False])
def test_ships_of_a_stormed_port_lie_in_the_open(blockader: bool) -> None:
    """K-73: ships of the captor there attack in the next Combat Phase; without them the others sail."""
    ships: dict[str, Any] = {MURAKAMI: HONGANJI}
    if blockader:
        ships[KUKI] = HONGANJI
    match = storm_honganji(ships, 4, 4, *[1] * 10)
    events = match.act("assault shibata_katsuie")
    assert data_of(events, "castle_fell", "castle") == ["ishiyama_honganji"]
    assert ship_place(match, MURAKAMI) == HONGANJI
    assert bool(of_kind(match.events, "ships_meet")) is blockader
    if not blockader:
        to_phase(match, "uesugi_movement", turn=2)
        sail(match, MURAKAMI, "sail_to seto")
        assert ship_place(match, MURAKAMI) == "seto"
        return
    assert ship(match, KUKI)["bound"] is True
    to_phase(match, "uesugi_movement", turn=2)
    barred(match, f"sail {MURAKAMI}", "16-2-4 engaged")
    to_phase(match, "uesugi_combat")
    assert data_of(match.events, "naval_battle", "ship") == [KUKI]


@clause("kenshin", "16-3 fall", "9-1-3")
def test_ships_of_a_port_that_surrenders_lie_in_the_open() -> None:
    units = {
        **UESUGI,
        **ODA,
        **garrison(HONGANJI, "honganji_monto"),
        "maeda_toshiie": HONGANJI,
        "sasa_narimasa": HONGANJI,
    }
    ships = {MURAKAMI: HONGANJI, KUKI: HONGANJI}
    castles = {"ishiyama_honganji": {"marker": 6}}
    match = compose(units, phase="turn_start", step="demand", dice=[1, 4, 4, *[1] * 10], castles=castles, ships=ships)
    events = match.act("demand ishiyama_honganji")
    assert data_of(events, "ships_meet", "ship") == [KUKI]
    assert at(match, "honganji_monto") == "dead"
    to_phase(match, "uesugi_combat")
    assert data_of(match.events, "naval_battle", "ship") == [KUKI]
