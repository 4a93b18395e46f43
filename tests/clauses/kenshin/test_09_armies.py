"""9-2: Mori's Advance, the Hojo Invasion, Yoshiaki's Uprising, Ukita's Defection; K-18, K-21, K-26, K-32."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import (
    acts,
    allowed,
    at,
    castle,
    choices,
    data_of,
    decision_of,
    force,
    garrison,
    march,
    modifiers_of,
    of_kind,
    refused,
    rolls,
    score,
    steps,
    turn_of,
    unit,
    unit_row,
)
from tests.clauses.kenshin.turns import (
    BUSHO,
    COMMANDERS,
    HARIMA,
    MORI,
    count_summoned,
    finish_turn_start,
    has_no_effect,
    is_turn_start_over,
    mori_roll,
    roll_event,
    ship,
    ship_place,
    sides_of_clans,
)
from tests.clauses.reasons import barred
from tests.support import clause

ADVANCE = "9-2 Mori's Advance"
UKITA = dict.fromkeys(("ukita_naoie", "ukita_tadaie", "togawa_hideyasu"), "undeployed")
YOSHIAKI = {"ashikaga_yoshiaki": "undeployed"}
MORI_SHIPS = ("murakami_takeyoshi", "nomi_munekatsu", "kodama_narihide")

# --- Mori's Advance --------------------------------------------------------------------------------------------------


@clause("kenshin", ADVANCE, "TBL-EVENTS Mori's Advance", "9-3-1 box")
@pytest.mark.parametrize("busho", [2, 1])
def test_mori_advance_brings_a_commander_and_busho_of_the_uesugi_sides_choice(busho: int) -> None:
    """K-18: two busho by the table, by option the one of the text."""
    match = roll_event("mori_advance", {**MORI, **HARIMA}, options={"mori_advance_busho": busho})
    assert turn_of(match) == ("summon", "uesugi")
    assert choices(match, "summon") == set(COMMANDERS)
    barred(match, f"summon {BUSHO[0]}", "9-3-1 wrong_rank")
    match.act("summon mori_terumoto")
    for count in range(busho):
        assert choices(match, "summon") == set(BUSHO) - set(BUSHO[1 : 1 + count])
        assert not rolls(match.events, "mori")
        match.act(f"summon {BUSHO[1 + count]}")
    assert rolls(match.events, "mori")
    assert {at(match, name) for name in ("mori_terumoto", *BUSHO[1 : 1 + busho])} == {"box"}
    assert at(match, "kikkawa_motoharu") == "undeployed"


@clause("kenshin", ADVANCE, "TBL-EVENTS Mori's Advance")
@pytest.mark.parametrize(("die", "row"), [(1, (0, 1)), (3, (1, 0)), (5, (1, 2)), (6, (1, 2))])
def test_mori_advance_adds_one_to_the_deployment_roll_of_that_turn(die: int, row: tuple[int, int]) -> None:
    match = roll_event("mori_advance", {**MORI, **HARIMA}, die)
    events = finish_turn_start(match)
    assert modifiers_of(mori_roll(match)) == {ADVANCE: 1}
    assert mori_roll(match)["total"] == die + 1
    assert count_summoned(events) == (1 + row[0], 2 + row[1])


@clause("kenshin", ADVANCE, "9-3-1")
def test_mori_advance_brings_all_units_that_are_left_where_too_few_are() -> None:
    match = roll_event("mori_advance", {"hoida_motokiyo": "undeployed", "miura_motonobu": "undeployed", **HARIMA})
    assert is_turn_start_over(match)
    assert at(match, "hoida_motokiyo") == at(match, "miura_motonobu") == "box"


# --- the Hojo Invasion -----------------------------------------------------------------------------------------------


@clause("kenshin", "9-2 Hojo Invasion", "TBL-EVENTS Hojo Invasion")
def test_hojo_invasion_removes_a_commander_and_two_busho_of_the_uesugi_without_points() -> None:
    """K-32: not Kenshin, no unit of another clan, and none in the box or aboard."""
    units = {
        **force("5604", "uesugi_kenshin", "jinbo_ujiharu", "honjo_shigenaga"),
        "kakizaki_haruie": "5604",
        "takeda_nobutoyo": "5722",
        "obata_nobusada": "5722",
        "amakasu_kagemochi": "5604",
        "uesugi_kagetora": "box",
        "irobe_nagazane": "box",
        "yasuda_akimoto": "aboard obama_kagetaka",
    }
    match = roll_event("hojo_invasion", units, ships={"obama_kagetaka": "pacific"})
    assert turn_of(match) == ("hojo", "uesugi")
    assert choices(match, "remove") == {"saito_tomonobu", "kakizaki_haruie"}
    for name in ("uesugi_kenshin", "takeda_nobutoyo", "jinbo_ujiharu", "uesugi_kagetora"):
        refused(match, f"remove {name}", "9-2 Hojo Invasion")
    events = match.act("remove kakizaki_haruie")
    assert choices(match, "remove") == {"jinbo_ujiharu", "honjo_shigenaga", "amakasu_kagemochi"}
    for name in ("obata_nobusada", "irobe_nagazane", "yasuda_akimoto", "saito_tomonobu"):
        refused(match, f"remove {name}", "9-2 Hojo Invasion")
    events += match.act("remove jinbo_ujiharu")
    assert choices(match, "remove") == {"honjo_shigenaga", "amakasu_kagemochi"}
    events += match.act("remove amakasu_kagemochi")
    assert is_turn_start_over(match)
    gone = ("kakizaki_haruie", "jinbo_ujiharu", "amakasu_kagemochi")
    assert tuple(data_of(events, "removed", "unit")) == gone
    assert {at(match, name) for name in gone} == {"removed"}
    assert score(match) == 0
    assert match.view(None)["happened"] == ["hojo_invasion"]


@clause("kenshin", "9-2 Hojo Invasion")
def test_units_led_by_a_removed_commander_become_forces_of_their_own() -> None:
    units = force("5604", "kakizaki_haruie", "jinbo_ujiharu", "honjo_shigenaga", "amakasu_kagemochi")
    match = roll_event("hojo_invasion", units)
    acts(match, "remove kakizaki_haruie", "remove jinbo_ujiharu", "remove honjo_shigenaga")
    assert unit(match, "amakasu_kagemochi") == {"hex": "5604", "steps": 2}
    allowed(match, "move amakasu_kagemochi")


@clause("kenshin", "9-2 Hojo Invasion")
def test_hojo_invasion_removes_those_that_are_left_where_too_few_are() -> None:
    match = roll_event("hojo_invasion", {"jinbo_ujiharu": "5604", "takeda_katsuyori": "5722"})
    assert is_turn_start_over(match)
    assert at(match, "saito_tomonobu") == at(match, "jinbo_ujiharu") == "removed"


# --- Yoshiaki's Uprising ---------------------------------------------------------------------------------------------


@clause("kenshin", "9-2 Yoshiaki's Uprising", "9-2 Yoshiaki's Uprising placement", "TBL-EVENTS Yoshiaki's Uprising")
def test_the_uprising_brings_yoshiaki_ukita_and_all_mori_into_the_box() -> None:
    """K-26: no deployment roll from then on."""
    match = roll_event("yoshiaki_uprising", {**MORI, **UKITA, **YOSHIAKI})
    assert is_turn_start_over(match)
    everybody = {*MORI, *UKITA, *YOSHIAKI}
    assert set(data_of(match.events, "deployed", "unit")) == everybody
    assert {at(match, name) for name in everybody} == {"box"}
    assert not rolls(match.events, "mori")
    assert match.view(None)["happened"] == ["yoshiaki_uprising"]


@clause("kenshin", "9-2 Yoshiaki's Uprising placement")
def test_units_that_came_with_the_uprising_form_up_in_the_box_and_enter_over_the_west_edge() -> None:
    match = roll_event("yoshiaki_uprising", {**UKITA, **YOSHIAKI}, terrain={"0120": "flat"})
    acts(match, "lead togawa_hideyasu ukita_naoie")
    allowed(match, "move ashikaga_yoshiaki")
    march(match, "ukita_naoie")
    match.act("to 0120")
    assert at(match, "ukita_naoie") == at(match, "togawa_hideyasu") == "0120"


@clause("kenshin", "9-2 Yoshiaki's Uprising control", "TBL-EVENTS Yoshiaki's Uprising")
@pytest.mark.parametrize("state", ["neutral", "oda", "uesugi"])
def test_four_clans_join_the_uprising_from_any_side(state: str) -> None:
    units = {"negoro_shu": "1332", "yamana_toyokuni": "1216", "takeda_motoaki": "2218", "saika_shu": "1132"}
    joining = {"negoro": state, "yamana": state, "takeda_motoaki": state, "saika": state}
    if state == "oda":
        joining["saika"] = "neutral"
    match = roll_event("yoshiaki_uprising", units, clans={**joining, "isshiki": state})
    assert is_turn_start_over(match)
    assert {sides_of_clans(match)[name] for name in joining} == {"uesugi"}
    assert sides_of_clans(match)["isshiki"] == state
    for name in ("negoroji", "ariko", "tottori", "goseyama", "saika"):
        assert castle(match, name)["holder"] == "uesugi"
    assert score(match) == 6
    allowed(match, *[f"move {name}" for name in units])


@clause("kenshin", "9-2 Yoshiaki's Uprising control")
def test_a_clan_that_joins_among_oda_units_is_moved_by_the_uesugi() -> None:
    """K-26: displaced as in K-25."""
    units = {"yamana_toyokuni": "0723", **HARIMA}
    match = roll_event("yoshiaki_uprising", units, clans={"yamana": "oda"})
    assert turn_of(match) == ("displace", "uesugi")
    match.act(decision_of(match).texts[0])
    assert at(match, "yamana_toyokuni") != "0723"


@clause("kenshin", "9-2 Yoshiaki's Uprising")
def test_after_the_defection_mori_and_ukita_do_not_come_back() -> None:
    units = {**dict.fromkeys((*MORI, *UKITA), "removed"), **YOSHIAKI}
    match = roll_event("yoshiaki_uprising", units, state={"ukita_defection": 1})
    assert data_of(match.events, "deployed", "unit") == ["ashikaga_yoshiaki"]
    assert {at(match, name) for name in (*MORI, *UKITA)} == {"removed"}


@clause("kenshin", "9-2 Yoshiaki's Uprising")
def test_dead_men_of_the_mori_do_not_come_back() -> None:
    match = roll_event("yoshiaki_uprising", {**MORI, **YOSHIAKI, "hoida_motokiyo": "dead"})
    assert at(match, "hoida_motokiyo") == "dead"


# --- Ukita's Defection -----------------------------------------------------------------------------------------------

SCATTERED = {
    **MORI,
    **UKITA,
    "kikkawa_motoharu": "0120",
    "kikkawa_motonaga": {"hex": "0120", "leader": "kikkawa_motoharu"},
    "kobayakawa_takakage": "box",
    "shishido_takaie": "aboard murakami_takeyoshi",
}
AFLOAT = {"murakami_takeyoshi": "seto", "nomi_munekatsu": "box", "kodama_narihide": "1628", "obama_kagetaka": "5330"}


@clause("kenshin", "9-2 Ukita's Defection", "TBL-EVENTS Ukita's Defection")
@pytest.mark.parametrize(("who", "mori", "ukita"), [("mori+ukita", True, True), ("mori", True, False),
                                                    ("ukita", False, True)])  # fmt: skip
def test_the_defection_removes_mori_and_ukita_without_points(who: str, mori: bool, ukita: bool) -> None:
    """K-21: on the map, in the box, aboard, not yet come, and the ships of the Mori."""
    match = roll_event(
        "ukita_defection", {**SCATTERED, **HARIMA}, ships=AFLOAT, options={"ukita_defection_removes": who}
    )
    assert is_turn_start_over(match)
    for name in SCATTERED:
        gone = mori if unit_row(name)["army"] == "mori" else ukita
        assert (at(match, name) == "removed") is gone, name
    assert all((ship_place(match, name) == "removed") is mori for name in MORI_SHIPS)
    assert ship_place(match, "obama_kagetaka") == "5330"
    assert score(match) == 0
    assert bool(rolls(match.events, "mori")) is not mori


@clause("kenshin", "9-2 Ukita's Defection nullified", "TBL-EVENTS Ukita's Defection")
@pytest.mark.parametrize(
    ("units", "state"),
    [({"uesugi_kenshin": "2024"}, {}), ({}, {"yoshiaki_uprising": 1})],
)
def test_there_is_no_defection_with_kenshin_in_kyoto_or_after_the_uprising(units: Any, state: Any) -> None:
    match = roll_event("ukita_defection", {"kikkawa_motoharu": "0120", **units}, state=state)
    assert has_no_effect(match)
    assert at(match, "kikkawa_motoharu") == "0120"
    assert "ukita_defection" not in match.view(None)["happened"]  # K-88: it may come again


@clause("kenshin", "9-2 Ukita's Defection nullified")
@pytest.mark.parametrize("units", [{"uesugi_kenshin": "2023"}, {"kakizaki_haruie": "2024"}])
def test_kenshin_beside_kyoto_or_another_unit_in_it_does_not_prevent_the_defection(units: Any) -> None:
    """K-27."""
    match = roll_event("ukita_defection", {"kikkawa_motoharu": "0120", **units})
    assert at(match, "kikkawa_motoharu") == "removed"


@clause("kenshin", "9-2 Ukita's Defection")
def test_foreign_cargo_is_put_into_a_friendly_port_of_that_sea() -> None:
    """K-21: of the owner's choice; not into the Pacific's Ejiri, not into an enemy's Kishiwada."""
    units = {"saika_shu": {"hex": "aboard murakami_takeyoshi", "steps": 1}}
    match = roll_event("ukita_defection", units, ships={"murakami_takeyoshi": "seto"})
    assert turn_of(match) == ("displace", "uesugi")
    assert choices(match, "shift") == {"saika_shu 0825", "saika_shu 1132", "saika_shu 1628"}
    events = match.act("shift saika_shu 1628")
    assert of_kind(events, "displaced")[0]["to_hex"] == "1628"
    assert (at(match, "saika_shu"), steps(match, "saika_shu")) == ("1628", 1)


@clause("kenshin", "9-2 Ukita's Defection")
def test_without_such_a_port_the_cargo_is_removed_without_points() -> None:
    lost = {name: {"holder": "oda"} for name in ("takasago", "saika", "ishiyama_honganji")}
    units = {"jinbo_ujiharu": "aboard murakami_takeyoshi"}
    match = roll_event("ukita_defection", units, ships={"murakami_takeyoshi": "seto"}, castles=lost)
    assert at(match, "jinbo_ujiharu") == "removed"
    assert score(match) == 0


@clause("kenshin", "9-2 Ukita's Defection")
def test_a_port_without_room_does_not_take_the_cargo() -> None:
    """Takasago, full, with an enemy before it; Saika with an enemy before it has room."""
    full = garrison("0825", "kanki_yorisada", "bessho_nagaharu", "bessho_yoshichika")
    units = {"saika_shu": "aboard murakami_takeyoshi", **full, "maeda_toshiie": "0825", "sasa_narimasa": "1132"}
    match = roll_event("ukita_defection", units, ships={"murakami_takeyoshi": "seto"})
    assert choices(match, "shift") == {"saika_shu 1132", "saika_shu 1628"}
    match.act("shift saika_shu 1132")
    assert unit(match, "saika_shu")["inside"] is True


@clause("kenshin", "9-2 Ukita's Defection")
def test_foreign_followers_of_the_mori_stay_as_forces_of_their_own() -> None:
    match = roll_event("ukita_defection", force("0118", "mori_terumoto", "kikkawa_motonaga", "saika_shu"))
    assert unit(match, "saika_shu") == {"hex": "0118", "steps": 2}
    assert at(match, "kikkawa_motonaga") == "removed"


@clause("kenshin", "9-2 Ukita's Defection", "9-2 Hojo Invasion")
@pytest.mark.parametrize(
    ("event", "besieger"), [("ukita_defection", "kikkawa_motoharu"), ("hojo_invasion", "kawada_nagachika")]
)
def test_a_siege_that_loses_too_many_besiegers_to_the_defection_ends(event: str, besieger: str) -> None:
    """Two against one before Kozuki, and then one."""
    units = {**garrison("0421", "kuroda_yoshitaka"), besieger: "0421", "obata_nobusada": "0421"}
    match = roll_event(event, units, castles={"kozuki": {"marker": 2}})
    if event == "hojo_invasion":
        match.act(f"remove {besieger}")
    assert data_of(match.events, "lifted", "castle") == ["kozuki"]
    assert "marker" not in castle(match, "kozuki")


@clause("kenshin", "9-2 Ukita's Defection", "16-2-5")
def test_a_ship_outside_its_port_shelters_again_when_the_mori_ships_leave() -> None:
    """K-21, K-59: Murakami lay before Toba, and Kuki had come out."""
    ships = {"kuki_sumitaka": {"at": "3234", "exposed": True}, "murakami_takeyoshi": {"at": "3234", "bound": True}}
    match = roll_event("ukita_defection", {}, ships=ships)
    assert ship_place(match, "murakami_takeyoshi") == "removed"
    assert ship(match, "kuki_sumitaka") == {"at": "3234", "steps": 2}
