"""9-5: units and castles that are restored, and from where; the Ikko-ikki; K-35, K-36, K-105."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    FIELD,
    allowed,
    assert_reasons,
    at,
    castle,
    castles_in,
    choices,
    data_of,
    decision_of,
    disc,
    garrison,
    lane,
    of_kind,
    rolls,
    score,
    steps,
    to_phase,
    turn_of,
    unit,
)
from tests.clauses.kenshin.turns import place_reduced, ship, start_turn, take_castles
from tests.clauses.reasons import barred
from tests.support import clause

TAKEDA = "5722"


# --- steps -----------------------------------------------------------------------------------------------------------


@clause("kenshin", "9-5-3", "9-5")
def test_points_are_spent_step_by_step_over_several_units() -> None:
    """A four: two points for three reduced men."""
    units = place_reduced("5604", "jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane")
    match = start_turn("replenishment", units, 4)
    assert turn_of(match) == ("replenish", "uesugi")
    assert (decision_of(match).data["army"], decision_of(match).data["count"]) == ("uesugi", 2)
    match.act("restore irobe_nagazane")
    assert decision_of(match).data["count"] == 1
    assert steps(match, "irobe_nagazane") == 2
    barred(match, "restore irobe_nagazane", "9-5-3 unit_whole")
    match.act("restore jinbo_ujiharu")
    assert decision_of(match).name != "replenish"
    assert (steps(match, "jinbo_ujiharu"), steps(match, "honjo_shigenaga")) == (2, 1)


@clause("kenshin", "9-5-3")
def test_points_restore_only_reduced_units_of_the_clan() -> None:
    units = {
        **place_reduced("5604", "jinbo_ujiharu"),
        **place_reduced(TAKEDA, "obata_nobusada"),
        "honjo_shigenaga": "5604",
    }
    match = start_turn("replenishment", units, 4)
    barred(match, "restore honjo_shigenaga", "9-5-3 unit_whole")
    barred(match, "restore obata_nobusada", "9-5-3 not_this_clan")
    allowed(match, "restore jinbo_ujiharu")


@clause("kenshin", "9-5-3")
def test_a_unit_under_command_is_restored_in_its_place() -> None:
    units = {"kakizaki_haruie": "5604", "jinbo_ujiharu": {"hex": "5604", "leader": "kakizaki_haruie", "steps": 1}}
    match = start_turn("replenishment", units, 1)
    match.act("restore jinbo_ujiharu")
    assert unit(match, "jinbo_ujiharu") == {"hex": "5604", "leader": "kakizaki_haruie", "steps": 2}


@clause("kenshin", "9-5-2", "9-5-3", "9-4")
def test_a_unit_is_restored_only_with_a_line_to_its_main_castle() -> None:
    units = {**place_reduced(FIELD, "jinbo_ujiharu"), **place_reduced("5604", "honjo_shigenaga")}
    match = start_turn("replenishment", units, 4, **lane([FIELD]))
    barred(match, "restore jinbo_ujiharu", "9-5-2 unit_without_line")
    allowed(match, "restore honjo_shigenaga")


@clause("kenshin", "9-5-2", "9-5-4")
def test_an_oda_unit_is_restored_with_a_line_to_any_oda_centre() -> None:
    units = {**place_reduced(FIELD, "hori_hidemasa"), **place_reduced("3422", "yabe_iesada")}
    match = start_turn("replenishment", units, *[1] * 5, **lane([FIELD]))
    assert turn_of(match) == ("replenish", "oda")
    barred(match, "restore hori_hidemasa", "9-5-2 unit_without_line")
    allowed(match, "restore yabe_iesada")


@clause("kenshin", "9-5-2 besieged")
@pytest.mark.parametrize("marker", [0, -1])
def test_a_besieged_main_castle_restores_only_those_inside(marker: int) -> None:
    """K-101: an enemy in the hex, invested or not. The other Takeda man has nothing from it."""
    inside = {name: {**entry, "steps": 1} for name, entry in garrison(TAKEDA, "obata_nobusada").items()}
    units = {**inside, **place_reduced("5714", "okabe_motonobu"), "maeda_toshiie": TAKEDA, "sasa_narimasa": TAKEDA}
    match = start_turn("replenishment", units, 6, castles={"tsutsujigasaki": {"marker": marker}})
    barred(match, "restore okabe_motonobu", "9-5-2 besieged unit_not_inside")
    match.act("restore obata_nobusada")
    assert steps(match, "obata_nobusada") == 2


@clause("kenshin", "9-5-2 besieged", "16-1 (23-2.2)", "16-1")
@pytest.mark.parametrize("cut", [False, True])
def test_a_besieged_main_port_restores_units_elsewhere_over_a_naval_line(cut: bool) -> None:
    """A Honganji man at Saika; the line from Honganji is open, or cut by a ship."""
    inside = {name: {**entry, "steps": 1} for name, entry in garrison("1628", "honganji_monto").items()}
    units = {**inside, **place_reduced("1132", "shimotsuma_rairyu"), "maeda_toshiie": "1628", "sasa_narimasa": "1628"}
    match = start_turn("replenishment", units, 6, castles={"ishiyama_honganji": {"marker": 0}},
                       ships={"kuki_sumitaka": "seto"} if cut else {})  # fmt: skip
    assert ("restore shimotsuma_rairyu" in decision_of(match).texts) is not cut
    allowed(match, "restore honganji_monto")


@clause("kenshin", "16-6", "16-1 (23-2.2)")
def test_ships_are_never_restored() -> None:
    """A reduced ship in its port: no die for it, and no word of it when there is one for another."""
    match = start_turn("replenishment", {}, ships={"obama_kagetaka": {"at": "5330", "steps": 1}})
    assert not rolls(match.events, "replenishment")
    match = start_turn(
        "replenishment",
        place_reduced(TAKEDA, "obata_nobusada"),
        6,
        ships={"obama_kagetaka": {"at": "5330", "steps": 1}},
    )
    assert turn_options(match) == {"restore obata_nobusada", "done"}
    match.act("restore obata_nobusada")
    assert ship(match, "obama_kagetaka")["steps"] == 1


def turn_options(match: Match) -> set[str]:
    """Return the texts of the decision at hand."""
    return set(decision_of(match).texts)


# --- castles ---------------------------------------------------------------------------------------------------------


@clause("kenshin", "9-5-7", "9-5")
@pytest.mark.parametrize(("before", "after"), [(1, 4), (7, 10), (9, 11), (10, 11)])
def test_a_point_restores_three_durability_never_above_the_printed_one(before: int, after: int) -> None:
    match = start_turn("replenishment", {}, 1, castles={"kasugayama": {"durability": before}})
    events = match.act("repair kasugayama")
    assert data_of(events, "durability", "count") == [after]
    assert castle(match, "kasugayama")["durability"] == after


@clause("kenshin", "9-5-7")
def test_points_go_to_units_and_castles_alike() -> None:
    match = start_turn(
        "replenishment", place_reduced("5604", "jinbo_ujiharu"), 6, castles={"kasugayama": {"durability": 8}}
    )
    match.act("repair kasugayama")
    match.act("restore jinbo_ujiharu")
    assert (castle(match, "kasugayama")["durability"], steps(match, "jinbo_ujiharu")) == (11, 2)


@clause("kenshin", "9-5-7")
@pytest.mark.parametrize(("name", "reasons"), [
    ("kasugayama",  []),
    ("fukashi",     ["9-5-7 castle_of_others"]),     # the Takeda's
    ("suemori",     ["9-5-2 castle_without_line"]),  # the Uesugi's, behind mountains
    ("iiyama",      ["8-1-2 castle_whole"]),
])  # fmt: skip
def test_only_castles_of_the_clan_with_a_line_are_repaired(name: str, reasons: list[str]) -> None:
    """K-36."""
    walls = {place: kind for place, kind in lane(["3904"])["terrain"].items() if place != "3904"}
    castles = {damaged: {"durability": 1} for damaged in ("kasugayama", "fukashi", "suemori")}
    match = start_turn("replenishment", {"obata_nobusada": TAKEDA}, 6, castles=castles, terrain=walls)
    assert_reasons(match, f"repair {name}", *reasons)


@clause("kenshin", "9-5-7")
@pytest.mark.parametrize("alive", [True, False])
def test_captured_castles_are_repaired_by_any_clan_of_the_side(alive: bool) -> None:
    """K-105: Takatenjin, taken from the Takeda; Kakegawa is the Tokugawa's while one of them lives."""
    castles = {"takatenjin": {"holder": "oda", "durability": 1}, "kakegawa": {"durability": 1}}
    units = {"obata_nobusada": TAKEDA, "honda_tadakatsu": "4332" if alive else "dead"}
    match = start_turn("replenishment", units, *[1] * 5, 6, castles=castles)
    assert turn_of(match) == ("replenish", "oda")
    assert decision_of(match).data["army"] == "oda"
    allowed(match, "repair takatenjin")
    if alive:
        barred(match, "repair kakegawa", "9-5-7 castle_of_others")
        match.act("done")
        assert decision_of(match).data["army"] == "tokugawa"
        allowed(match, "repair takatenjin", "repair kakegawa")
    else:
        allowed(match, "repair kakegawa")


@clause("kenshin", "9-5-7", "9-5-2 besieged")
def test_a_besieged_main_castle_repairs_itself() -> None:
    units = {**dict.fromkeys(("maeda_toshiie", "sasa_narimasa"), TAKEDA), "obata_nobusada": "5511"}
    castles = {"tsutsujigasaki": {"durability": 2, "marker": 0}, "kaizu": {"durability": 2}}
    match = start_turn("replenishment", units, 6, castles=castles)
    barred(match, "repair kaizu", "9-5-2 besieged castle_elsewhere")
    match.act("repair tsutsujigasaki")
    assert castle(match, "tsutsujigasaki")["durability"] == 5


@clause("kenshin", "9-5-7", "16-1 (23-2.2)")
def test_a_port_is_repaired_over_a_naval_line() -> None:
    """Kishiwada between mountains: a ship in the Seto cuts it off from the other ports of the Oda (K-67)."""
    walls = {name: kind for name, kind in lane(["1431"])["terrain"].items() if name != "1431"}
    for cut in (False, True):
        match = start_turn("replenishment", {}, *[1] * 5, castles={"kishiwada": {"durability": 1}}, terrain=walls,
                           ships={"murakami_takeyoshi": "seto"} if cut else {})  # fmt: skip
        assert bool(rolls(match.events, "replenishment")) is not cut


# --- the dead, and the Ikko-ikki -------------------------------------------------------------------------------------


@clause("kenshin", "9-5-6")
def test_only_ikki_units_are_rebuilt_after_death() -> None:
    units = {**place_reduced("5604", "jinbo_ujiharu"), "honjo_shigenaga": "dead"}
    match = start_turn("replenishment", units, 6)
    barred(match, "rebuild honjo_shigenaga", "9-5-6 not_ikki")
    barred(match, "restore honjo_shigenaga", "9-5-6 not_on_map")


@clause("kenshin", "9-5-6")
def test_dead_units_alone_bring_no_replenishment_roll() -> None:
    match = start_turn("replenishment", {"honjo_shigenaga": "dead", "saika_shu": "dead"})
    assert not rolls(match.events, "replenishment")


@clause("kenshin", "9-5-6", "9-5-6 ikki", "9-5-6 ikki place", "TBL-REPL-UESUGI ikki")
@pytest.mark.parametrize(
    ("names", "hex_id"),
    [(("shimotsuma_rairyu", "honganji_monto"), "1628"), (("shichiri_yorichika", "uno_yasuharu"), "3409")],
)
def test_a_point_rebuilds_an_ikki_unit_with_one_step(names: tuple[str, str], hex_id: str) -> None:
    """At the main castle of their own faction, in the open while no enemy is there."""
    match = start_turn("replenishment", dict.fromkeys(names, "dead"), 6)
    assert choices(match, "rebuild") == set(names)
    events = match.act(f"rebuild {names[0]}") + match.act(f"rebuild {names[1]}")
    assert of_kind(events, "rebuilt") == [{"unit": name, "hex": hex_id} for name in names]
    assert all(unit(match, name) == {"hex": hex_id, "steps": 1} for name in names)


@clause("kenshin", "9-5-6 ikki", "9-5-3")
def test_a_second_point_restores_a_rebuilt_unit_to_two_steps() -> None:
    """K-35."""
    match = start_turn("replenishment", {"honganji_monto": "dead"}, 6)
    barred(match, "restore honganji_monto", "9-5-6 not_on_map")
    match.act("rebuild honganji_monto")
    match.act("restore honganji_monto")
    assert steps(match, "honganji_monto") == 2


@clause("kenshin", "9-5-6 ikki")
def test_honganji_and_kaga_roll_as_two_clans() -> None:
    """K-35: each rolls for its own."""
    match = start_turn("replenishment", {"honganji_monto": "dead", "uno_yasuharu": "dead"}, 1, 1)
    assert decision_of(match).data["army"] == "honganji"
    assert "rebuild uno_yasuharu" not in decision_of(match).texts
    match.act("rebuild honganji_monto")
    assert decision_of(match).data["army"] == "kaga_ikki"
    match.act("rebuild uno_yasuharu")
    assert at(match, "uno_yasuharu") == "3409"


@clause("kenshin", "9-5-6 ikki place")
def test_rebuilt_units_appear_inside_a_besieged_main_castle() -> None:
    units = {"honganji_monto": "dead", "maeda_toshiie": "1628", "sasa_narimasa": "1628"}
    match = start_turn("replenishment", units, 1, castles={"ishiyama_honganji": {"marker": 0}})
    match.act("rebuild honganji_monto")
    assert unit(match, "honganji_monto") == {"hex": "1628", "inside": True, "steps": 1}


@clause("kenshin", "9-5-6 ikki place")
def test_rebuilt_units_need_room_inside_a_besieged_castle() -> None:
    """Komatsu has room for four."""
    full = garrison("3409", "jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane", "shichiri_yorichika")
    full["shichiri_yorichika"] = {**full["shichiri_yorichika"], "steps": 1}
    match = start_turn("replenishment", {**full, "uno_yasuharu": "dead", "maeda_toshiie": "3409"}, 6)
    barred(match, "rebuild uno_yasuharu", "8-1 no_room")
    allowed(match, "restore shichiri_yorichika")


@clause("kenshin", "9-5-6 ikki place", "9-5-6 ikki")
def test_ikki_units_without_their_main_castle_are_not_rebuilt() -> None:
    match = start_turn("replenishment", {"uno_yasuharu": "dead"}, castles={"komatsu": {"holder": "oda"}})
    assert not rolls(match.events, "replenishment")
    assert at(match, "uno_yasuharu") == "dead"


@clause("kenshin", "9-5-6")
def test_a_unit_removed_without_dying_is_not_rebuilt() -> None:
    match = start_turn("replenishment", {"honganji_monto": "removed", "shimotsuma_rairyu": "dead"}, 6)
    barred(match, "rebuild honganji_monto", "9-5-6 not_dead")


@clause("kenshin", "9-5-6 ikki", "21 busho")
def test_a_rebuilt_unit_scores_again_when_it_dies() -> None:
    """K-35: Uno comes back into besieged Komatsu, which yields next turn: one point for Uno, two for the castle."""
    units = {"uno_yasuharu": "dead", "maeda_toshiie": "3409", "sasa_narimasa": "3409"}
    match = start_turn("replenishment", units, castles={"komatsu": {"marker": 6}})
    match.act("rebuild uno_yasuharu")
    assert score(match) == 0
    to_phase(match, "turn_start", turn=2)
    match.act("demand komatsu")
    assert at(match, "uno_yasuharu") == "dead"
    assert score(match) == -3


# --- castles of rebels, clans that are not in the game ---------------------------------------------------------------

ARAKI, NAKAGAWA = "araki_murashige_traitor", "nakagawa_kiyohide_traitor"
ITAMI, IBARAKI = "1626", "1826"


def take_castles_around(hex_id: str, radius: int) -> dict[str, Any]:
    """Return `castles` in which the Uesugi side holds all castles within this distance."""
    return take_castles(*(name for near in disc(hex_id, radius) for name in castles_in(near)))


def damage(*names: str) -> dict[str, Any]:
    """Return `castles` in which the Uesugi side holds the named ones with one durability left."""
    return {name: {"holder": "uesugi", "durability": 1} for name in names}


def find_repairing_clans(name: str, units: Mapping[str, Any], rebels: str) -> set[str]:
    """Return the clans of the Uesugi side that may repair the castle; their side holds all castles around."""
    match = start_turn(
        "replenishment", {"hatano_hideharu": "1521", **units}, *[5] * 20,
        castles={**take_castles_around("1724", 7), **damage(name)}, state={"araki_rebellion": rebels},
    )  # fmt: skip
    found = set()
    while turn_of(match)[0] == "replenish":
        if name in choices(match, "repair"):
            found.add(str(decision_of(match).data["army"]))
        match.act("done")
    return found


@clause("kenshin", "9-5-7", "2-2-2(8)", "9-2 Araki Rebellion returned")
def test_the_castle_of_a_loyal_unit_is_no_castle_of_the_rebels() -> None:
    """K-105: taken from the Oda later, any clan of the side repairs it; that of a traitor only the traitor's clan."""
    match = start_turn(
        "replenishment", {ARAKI: ITAMI, "hatano_hideharu": "1521"}, *[5] * 20,
        castles={**take_castles_around("1724", 7), **damage("itami", "takatsuki")}, state={"araki_rebellion": "clan"},
    )  # fmt: skip
    assert turn_of(match) == ("replenish", "uesugi")
    assert choices(match, "repair") == {"takatsuki"}
    barred(match, "repair itami", "9-5-7 castle_of_others")
    match.act("done")
    while turn_of(match)[0] == "replenish" and "itami" not in choices(match, "repair"):
        match.act("done")
    assert choices(match, "repair") == {"itami", "takatsuki"}


@clause("kenshin", "9-5-7", "2-2-2(8)", "9-2 Araki Rebellion clan", "9-2 Araki Rebellion Hanakuma")
@pytest.mark.parametrize("name", ["itami", "hanakuma"])
@pytest.mark.parametrize(("units", "rebels", "clans", "others"), [
    ({ARAKI: ITAMI},                    "clan",        {"araki"},                         False),
    ({ARAKI: "dead", NAKAGAWA: ITAMI},  "clan",        {"araki"},                         False),
    ({ARAKI: "dead"},                   "clan",        {"uesugi", "hatano"},              True),
    ({NAKAGAWA: IBARAKI},               "independent", {"uesugi", "hatano", "nakagawa"},  True),
    ({},                                "none",        {"uesugi", "hatano"},              True),
])  # fmt: skip
def test_itami_and_hanakuma_are_repaired_only_by_arakis_clan_while_it_has_a_unit(
    name: str, units: dict[str, Any], rebels: str, clans: set[str], others: bool
) -> None:
    """K-105: without Araki's clan, with Araki loyal and before any rebellion every clan of the side may."""
    found = find_repairing_clans(name, units, rebels)
    assert clans <= found
    assert others or found == clans


def find_rolling_clans(units: Mapping[str, Any], **entries: Any) -> set[str]:
    """Return the clans that roll for replenishment with Himeji and Fukashi damaged and held by the Uesugi side."""
    castles = {**take_castles_around("0523", 8), **damage("himeji", "fukashi")}
    match = start_turn("replenishment", units, castles=castles, **entries)
    for _ in range(20):
        if turn_of(match)[0] != "replenish":
            break
        match.act("done")
    return {str(roll["army"]) for roll in rolls(match.events, "replenishment")}


MORI = {"mori_terumoto": "0123", "kikkawa_motoharu": "0123"}
LORD = {"takeda_katsuyori": TAKEDA}
FALLEN = {"mori", "takeda"}


@clause("kenshin", "9-5-1", "15-2", "9-2 Ukita's Defection")
@pytest.mark.parametrize(("units", "state", "rolling", "silent"), [
    ({**MORI, **LORD, "ukita_naoie": "undeployed"},          {},                       {"mori", "takeda"}, {"ukita"}),
    ({**MORI, **LORD, "ukita_naoie": "box"},                 {"yoshiaki_uprising": 1}, {"ukita"},          set()),
    ({"mori_terumoto": "dead", "takeda_katsuyori": "dead"},  {},                       set(),              FALLEN),
    (dict.fromkeys(MORI, "removed"),                         {"ukita_defection": 1},   set(),              {"mori"}),
])  # fmt: skip
def test_only_clans_in_the_game_roll_for_replenishment(
    units: dict[str, Any], state: dict[str, Any], rolling: set[str], silent: set[str]
) -> None:
    """K-105: every clan of a side may repair a captured castle, but not one that is gone or has not come yet."""
    found = find_rolling_clans(units, state=state)
    assert rolling <= found
    assert not silent & found
