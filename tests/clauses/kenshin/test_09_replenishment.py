"""9-5: who and what is restored, and where from; the Ikko-ikki; K-35, K-36, K-105."""

from __future__ import annotations

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    FIELD,
    allowed,
    at,
    castle,
    choices,
    data_of,
    decision_of,
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
from tests.clauses.kenshin.turns import place_reduced, ship, start_turn
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
def test_only_units_of_the_clan_that_have_lost_a_step() -> None:
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
def test_a_line_to_the_main_castle_is_needed() -> None:
    units = {**place_reduced(FIELD, "jinbo_ujiharu"), **place_reduced("5604", "honjo_shigenaga")}
    match = start_turn("replenishment", units, 4, **lane([FIELD]))
    barred(match, "restore jinbo_ujiharu", "9-5-2 unit_without_line")
    allowed(match, "restore honjo_shigenaga")


@clause("kenshin", "9-5-2", "9-5-4")
def test_the_oda_need_a_line_to_one_of_theirs() -> None:
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
def test_over_a_naval_line_a_besieged_port_restores_others_too(cut: bool) -> None:
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
    assert options(match) == {"restore obata_nobusada", "done"}
    match.act("restore obata_nobusada")
    assert ship(match, "obama_kagetaka")["steps"] == 1


def options(match: Match) -> set[str]:
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
def test_only_castles_of_the_clan_with_a_line() -> None:
    """K-36: Fukashi is the Takeda's; Suemori of the Uesugi lies behind mountains; Iiyama is whole."""
    walls = {name: kind for name, kind in lane(["3904"])["terrain"].items() if name != "3904"}
    castles = {name: {"durability": 1} for name in ("kasugayama", "fukashi", "suemori")}
    match = start_turn("replenishment", {"obata_nobusada": TAKEDA}, 6, castles=castles, terrain=walls)
    barred(match, "repair fukashi", "9-5-7 castle_of_others")
    barred(match, "repair suemori", "9-5-2 castle_without_line")
    barred(match, "repair iiyama", "8-1-2 castle_whole")
    allowed(match, "repair kasugayama")


@clause("kenshin", "9-5-7")
@pytest.mark.parametrize("alive", [True, False])
def test_captured_castles_are_every_clans_of_the_side(alive: bool) -> None:
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
def test_the_dead_of_other_clans_do_not_come_back() -> None:
    units = {**place_reduced("5604", "jinbo_ujiharu"), "honjo_shigenaga": "dead"}
    match = start_turn("replenishment", units, 6)
    barred(match, "rebuild honjo_shigenaga", "9-5-6 not_ikki")
    barred(match, "restore honjo_shigenaga", "9-5-6 not_on_map")


@clause("kenshin", "9-5-6")
def test_for_the_dead_alone_no_die_is_thrown() -> None:
    match = start_turn("replenishment", {"honjo_shigenaga": "dead", "saika_shu": "dead"})
    assert not rolls(match.events, "replenishment")


@clause("kenshin", "9-5-6", "9-5-6 ikki", "9-5-6 ikki place", "TBL-REPL-UESUGI ikki")
@pytest.mark.parametrize(
    ("names", "hex_id"),
    [(("shimotsuma_rairyu", "honganji_monto"), "1628"), (("shichiri_yorichika", "uno_yasuharu"), "3409")],
)
def test_ikki_come_back_with_one_step_for_a_point_each(names: tuple[str, str], hex_id: str) -> None:
    """At the main castle of their own faction, in the open while no enemy is there."""
    match = start_turn("replenishment", dict.fromkeys(names, "dead"), 6)
    assert choices(match, "rebuild") == set(names)
    events = match.act(f"rebuild {names[0]}") + match.act(f"rebuild {names[1]}")
    assert of_kind(events, "rebuilt") == [{"unit": name, "hex": hex_id} for name in names]
    assert all(unit(match, name) == {"hex": hex_id, "steps": 1} for name in names)


@clause("kenshin", "9-5-6 ikki", "9-5-3")
def test_a_second_point_makes_the_rebuilt_whole() -> None:
    """K-35."""
    match = start_turn("replenishment", {"honganji_monto": "dead"}, 6)
    barred(match, "restore honganji_monto", "9-5-6 not_on_map")
    match.act("rebuild honganji_monto")
    match.act("restore honganji_monto")
    assert steps(match, "honganji_monto") == 2


@clause("kenshin", "9-5-6 ikki")
def test_honganji_and_kaga_are_two_clans() -> None:
    """K-35: each rolls for its own."""
    match = start_turn("replenishment", {"honganji_monto": "dead", "uno_yasuharu": "dead"}, 1, 1)
    assert decision_of(match).data["army"] == "honganji"
    assert "rebuild uno_yasuharu" not in decision_of(match).texts
    match.act("rebuild honganji_monto")
    assert decision_of(match).data["army"] == "kaga_ikki"
    match.act("rebuild uno_yasuharu")
    assert at(match, "uno_yasuharu") == "3409"


@clause("kenshin", "9-5-6 ikki place")
def test_in_a_besieged_castle_they_appear_inside() -> None:
    units = {"honganji_monto": "dead", "maeda_toshiie": "1628", "sasa_narimasa": "1628"}
    match = start_turn("replenishment", units, 1, castles={"ishiyama_honganji": {"marker": 0}})
    match.act("rebuild honganji_monto")
    assert unit(match, "honganji_monto") == {"hex": "1628", "inside": True, "steps": 1}


@clause("kenshin", "9-5-6 ikki place")
def test_inside_they_need_room() -> None:
    """Komatsu has room for four."""
    full = garrison("3409", "jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane", "shichiri_yorichika")
    full["shichiri_yorichika"] = {**full["shichiri_yorichika"], "steps": 1}
    match = start_turn("replenishment", {**full, "uno_yasuharu": "dead", "maeda_toshiie": "3409"}, 6)
    barred(match, "rebuild uno_yasuharu", "8-1 no_room")
    allowed(match, "restore shichiri_yorichika")


@clause("kenshin", "9-5-6 ikki place", "9-5-6 ikki")
def test_without_their_main_castle_they_do_not_come_back() -> None:
    match = start_turn("replenishment", {"uno_yasuharu": "dead"}, castles={"komatsu": {"holder": "oda"}})
    assert not rolls(match.events, "replenishment")
    assert at(match, "uno_yasuharu") == "dead"


@clause("kenshin", "9-5-6")
def test_who_was_removed_without_dying_is_not_rebuilt() -> None:
    match = start_turn("replenishment", {"honganji_monto": "removed", "shimotsuma_rairyu": "dead"}, 6)
    barred(match, "rebuild honganji_monto", "9-5-6 not_dead")


@clause("kenshin", "9-5-6 ikki", "21 busho")
def test_a_rebuilt_unit_scores_again_when_it_dies() -> None:
    """K-35: Uno comes back into besieged Komatsu, which yields in the next turn: one for him, two for the castle."""
    units = {"uno_yasuharu": "dead", "maeda_toshiie": "3409", "sasa_narimasa": "3409"}
    match = start_turn("replenishment", units, castles={"komatsu": {"marker": 6}})
    match.act("rebuild uno_yasuharu")
    assert score(match) == 0
    to_phase(match, "turn_start", turn=2)
    match.act("demand komatsu")
    assert at(match, "uno_yasuharu") == "dead"
    assert score(match) == -3
