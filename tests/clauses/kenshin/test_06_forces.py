"""Chapters 5 and 6: stacking, who leads whom, and what a force is."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    FIELD,
    ODA,
    UESUGI,
    acts,
    allowed,
    assert_impossible,
    at,
    choices,
    compose,
    data_of,
    decision_of,
    force,
    march,
    modifiers_of,
    of_kind,
    refused,
    roll_of,
    roster,
    to_phase,
    unit,
    unit_row,
)
from tests.clauses.reasons import barred
from tests.support import clause

HERE = FIELD
BUSHO = (
    "jinbo_ujiharu", "kawada_shigechika", "naoe_nobutsuna", "jojo_masashige", "honjo_shigenaga", "shibata_nagaatsu",
    "irobe_nagazane", "amakasu_kagemochi", "yasuda_akimoto", "kitajo_kagehiro", "nakajo_kageyasu",
)  # fmt: skip
# A unit of each minor clan.
MINORS = {
    "ashikaga": "ashikaga_yoshiaki", "yamana": "yamana_toyokuni", "hatano": "akai_tadaie",
    "isshiki": "isshiki_yoshimichi", "honganji": "honganji_monto", "negoro": "negoro_shu", "kaga_ikki": "uno_yasuharu",
    "takeda_motoaki": "takeda_motoaki", "saika": "suzuki_shigehide", "miki": "miki_yoritsuna",
    "bessho": "kanki_yorisada",
}  # fmt: skip
NEUTRALS = ("miki", "yamana", "isshiki", "takeda_motoaki", "negoro")
UESUGI_TAISHO = ("uesugi_kenshin", "mori_terumoto", "takeda_katsuyori", "ukita_naoie")
ODA_TAISHO = ("oda_nobunaga", "tokugawa_ieyasu")


def compose_in_one_hex(*names: str, **more: Any) -> Match:
    """Compose these units in one hex, each a force of its own, with UESUGI and ODA far away."""
    return compose({**UESUGI, **ODA, **dict.fromkeys(names, HERE)}, around=HERE, **more)


def assert_leads(commander: str, name: str, *reasons: str, seat: str = "uesugi") -> None:
    """Assert that the commander leads the unit, or is refused it for exactly these reasons."""
    match = compose_in_one_hex(commander, name, to_act=seat)
    if reasons:
        barred(match, f"lead {name} {commander}", *reasons)
    else:
        match.act(f"lead {name} {commander}")
        assert unit(match, name)["leader"] == commander


# --- 5 --------------------------------------------------------------------------------------------------------------


@clause("kenshin", "5")
def test_any_number_of_units_may_stand_in_one_hex() -> None:
    crowd = [name for name in roster("uesugi") if name not in ("uesugi_kenshin", "saito_tomonobu")]
    assert len(crowd) == 18
    takeda = roster("takeda")
    match = compose({**dict.fromkeys([*crowd, *takeda], HERE), "uesugi_kenshin": "4811", **ODA}, around=HERE)
    acts(match, "move uesugi_kenshin", f"to {HERE}", "halt")
    assert {at(match, name) for name in (*crowd, *takeda, "uesugi_kenshin")} == {HERE}


# --- 6-1: leading ---------------------------------------------------------------------------------------------------


@clause("kenshin", "6-1", "6-1-1", "6-1-2", "6-1-4")
@pytest.mark.parametrize(
    ("commander", "boxes"), [("uesugi_kagetora", 3), ("uesugi_kagekatsu", 4), ("uesugi_kenshin", 10)]
)
def test_a_commander_leads_as_many_as_his_track_has_boxes(commander: str, boxes: int) -> None:
    match = compose_in_one_hex(commander, *BUSHO)
    for count, name in enumerate(BUSHO[:boxes], start=1):
        match.act(f"lead {name} {commander}")
        led = [man for man in BUSHO if unit(match, man).get("leader") == commander]
        assert len(led) == count  # any number up to it is a force
    barred(match, f"lead {BUSHO[boxes]} {commander}", "6-1-1 track_full")


@clause("kenshin", "6-1-1")
def test_a_position_with_more_men_than_the_track_has_boxes_is_refused() -> None:
    compose(force(HERE, "uesugi_kagetora", *BUSHO[:3]), around=HERE)
    assert_impossible("leader", "6-1", force(HERE, "uesugi_kagetora", *BUSHO[:4]), around=HERE)


@clause("kenshin", "6-1-3")
@pytest.mark.parametrize(("name", "reasons"), [
    ("jinbo_ujiharu",  []),
    ("okabe_motonobu", ["6-1-3 other_clan"]),
    ("uno_yasuharu",   ["6-1-3 other_clan"]),
])  # fmt: skip
def test_a_samuraidaisho_leads_only_his_own_clan(name: str, reasons: list[str]) -> None:
    assert_leads("kakizaki_haruie", name, *reasons)


@clause("kenshin", "6-1-1", "6-1-3")
def test_a_full_track_is_named_only_where_no_box_is_left() -> None:
    """Three boxes: with two men Okabe is refused for his clan, with three for the full track too."""
    match = compose_in_one_hex("uesugi_kagetora", *BUSHO[:3], "okabe_motonobu")
    acts(match, f"lead {BUSHO[0]} uesugi_kagetora", f"lead {BUSHO[1]} uesugi_kagetora")
    barred(match, "lead okabe_motonobu uesugi_kagetora", "6-1-3 other_clan")
    match.act(f"lead {BUSHO[2]} uesugi_kagetora")
    barred(match, "lead okabe_motonobu uesugi_kagetora", "6-1-3 other_clan", "6-1-1 track_full")


@clause("kenshin", "6-1-3", "6-1-8")
@pytest.mark.parametrize(("commander", "name", "seat"), [
    # a taisho, and a unit of another great clan
    ("uesugi_kenshin",   "okabe_motonobu",      "uesugi"),
    ("uesugi_kenshin",   "sugihara_morishige",  "uesugi"),
    ("takeda_katsuyori", "jinbo_ujiharu",       "uesugi"),
    ("mori_terumoto",    "togawa_hideyasu",     "uesugi"),
    ("ukita_naoie",      "sugihara_morishige",  "uesugi"),
    ("oda_nobunaga",     "honda_tadakatsu",     "oda"),
    ("tokugawa_ieyasu",  "hori_hidemasa",       "oda"),
    # another commander of a great clan, and a unit of a minor one
    ("uesugi_kagekatsu", "uno_yasuharu",        "uesugi"),
    ("takeda_nobutoyo",  "uno_yasuharu",        "uesugi"),
    ("kikkawa_motoharu", "uno_yasuharu",        "uesugi"),
])  # fmt: skip
def test_a_commander_does_not_lead_this_other_clan(commander: str, name: str, seat: str) -> None:
    assert_leads(commander, name, "6-1-3 other_clan", seat=seat)


@clause("kenshin", "6-1-8", "6-1-8 leaders", "6-1-8 minors")
@pytest.mark.parametrize(
    ("taisho", "minor"),
    [*product(UESUGI_TAISHO, MINORS), *product(ODA_TAISHO, NEUTRALS)],
)
def test_a_taisho_leads_units_of_the_minor_clans_of_his_side(taisho: str, minor: str) -> None:
    seat = "oda" if taisho in ODA_TAISHO else "uesugi"
    clans = {minor: seat} if minor in NEUTRALS else {}
    name = MINORS[minor]
    match = compose_in_one_hex(taisho, name, to_act=seat, clans=clans)
    match.act(f"lead {name} {taisho}")
    assert unit(match, name)["leader"] == taisho


@clause("kenshin", "6-1-8")
def test_traitor_units_count_as_minor_daimyo() -> None:
    """K-80."""
    units = {"nakagawa_kiyohide_traitor": HERE, "uesugi_kenshin": HERE, "nakagawa_kiyohide": "removed", **ODA}
    match = compose(
        units, around=HERE, castles={"ibaraki": {"holder": "uesugi"}}, state={"araki_rebellion": "independent"}
    )
    allowed(match, "lead nakagawa_kiyohide_traitor uesugi_kenshin")


@clause("kenshin", "6-1-5")
@pytest.mark.parametrize(("name", "reasons"), [
    ("kakizaki_haruie",  []),
    ("jinbo_ujiharu",    []),
    ("takeda_katsuyori", ["6-1-5 rank", "6-1-3 other_clan"]),
])  # fmt: skip
def test_a_taisho_leads_samuraidaisho_and_busho_and_no_taisho(name: str, reasons: list[str]) -> None:
    assert_leads("uesugi_kenshin", name, *reasons)
    if reasons:
        assert_leads(name, "uesugi_kenshin", *reasons)


@clause("kenshin", "6-1-6")
@pytest.mark.parametrize(("name", "reasons"), [("jinbo_ujiharu", []), ("uesugi_kagetora", ["6-1-6 rank"])])
def test_a_samuraidaisho_leads_busho_and_no_samuraidaisho(name: str, reasons: list[str]) -> None:
    assert_leads("kakizaki_haruie", name, *reasons)


@clause("kenshin", "6-1-6")
def test_a_samuraidaisho_under_a_taisho_leads_nobody() -> None:
    match = compose_in_one_hex("uesugi_kenshin", "kakizaki_haruie", "jinbo_ujiharu")
    match.act("lead kakizaki_haruie uesugi_kenshin")
    barred(match, "lead jinbo_ujiharu kakizaki_haruie", "6-1-6 is_led")
    allowed(match, "lead jinbo_ujiharu uesugi_kenshin")
    units = {
        **force(HERE, "uesugi_kenshin", "kakizaki_haruie"),
        "jinbo_ujiharu": {"hex": HERE, "leader": "kakizaki_haruie"},
    }
    assert_impossible("jinbo_ujiharu", "6-1", units, around=HERE)


@clause("kenshin", "6-1-6")
def test_a_samuraidaisho_put_under_a_taisho_leads_no_men_any_more() -> None:
    """Either his men must leave him first, or they are left behind as he is taken."""
    match = compose({"uesugi_kenshin": HERE, **force(HERE, "kakizaki_haruie", "jinbo_ujiharu"), **ODA}, around=HERE)
    if "lead kakizaki_haruie uesugi_kenshin" not in decision_of(match).texts:
        refused(match, "lead kakizaki_haruie uesugi_kenshin", "6-1-6")
        match.act("lead jinbo_ujiharu uesugi_kenshin")
    match.act("lead kakizaki_haruie uesugi_kenshin")
    assert unit(match, "kakizaki_haruie")["leader"] == "uesugi_kenshin"
    assert unit(match, "jinbo_ujiharu").get("leader") != "kakizaki_haruie"


@clause("kenshin", "6-1-7")
def test_led_units_add_their_strength_and_not_their_ability() -> None:
    """Kagetora 3 leads Honjo 4 against Maeda 3: no difference, and a strength of 4."""
    units = {**force(HERE, "uesugi_kagetora", "honjo_shigenaga"), "maeda_toshiie": "4811", **ODA}
    match = compose(units, around=HERE, phase="uesugi_combat", dice=[1, 1, 1, 1])
    roll = roll_of(match.act("attack uesugi_kagetora"), "attack")
    assert (roll["strength"], modifiers_of(roll)) == (4, {})
    match = compose({"honjo_shigenaga": HERE, "maeda_toshiie": "4811", **ODA}, around=HERE, phase="uesugi_combat",
                    dice=[1, 1, 1, 1])  # fmt: skip
    assert modifiers_of(roll_of(match.act("attack honjo_shigenaga"), "attack")) == {"12-2-1 A(3)": 1}


@clause("kenshin", "6-1-7")
@pytest.mark.parametrize("names", [("takeda_nobutoyo", "okabe_motonobu"), ("okabe_motonobu",)])
def test_only_the_action_points_of_the_leader_count_for_a_force(names: tuple[str, ...]) -> None:
    """Nobutoyo has 2, Okabe 3: a 3 is enough for Okabe alone."""
    match = compose({**force(HERE, *names), **UESUGI, **ODA}, around=HERE, phase="uesugi_forced_march", dice=[3, 1])
    events = match.act(f"check {names[0]}")
    assert [len(of_kind(events, kind)) for kind in ("checked", "check_failed")] == (
        [1, 0] if len(names) == 1 else [0, 1]
    )


# --- 6-2: forces ----------------------------------------------------------------------------------------------------


@clause("kenshin", "6", "6-2", "6-2(1)", "6-2(2)", "6-2(3)", "6-1-4")
@pytest.mark.parametrize(
    "names",
    [("uesugi_kenshin", "kakizaki_haruie", "jinbo_ujiharu"), ("kakizaki_haruie", "jinbo_ujiharu"), ("jinbo_ujiharu",)],
)
def test_a_force_marches_as_one(names: tuple[str, ...]) -> None:
    match = compose({**force(HERE, *names), "naoe_nobutsuna": HERE, **ODA}, around=HERE)
    assert choices(match, "move") == {names[0], "naoe_nobutsuna"}
    events = acts(match, f"move {names[0]}", "to 4812", "halt")
    assert {at(match, name) for name in names} == {"4812"}
    assert at(match, "naoe_nobutsuna") == HERE
    assert data_of(events, "marched", "unit") == [names[0]]


@clause("kenshin", "6-2-1", "6-2")
def test_a_led_unit_is_no_force_of_its_own() -> None:
    match = compose({**force(HERE, "kakizaki_haruie", "jinbo_ujiharu"), **ODA}, around=HERE)
    barred(match, "move jinbo_ujiharu", "6-2-1 is_led")
    match = compose(
        {**force(HERE, "kakizaki_haruie", "jinbo_ujiharu"), **ODA}, around=HERE, phase="uesugi_forced_march"
    )
    barred(match, "check jinbo_ujiharu", "6-2-1 is_led")


@clause("kenshin", "6-2-1", "6-2(3)")
def test_the_men_of_a_dead_commander_are_forces_of_their_own() -> None:
    """K-91: they fight on together, and inherit that their force has attacked."""
    units = {
        "kakizaki_haruie": {"hex": HERE, "steps": 1},
        "jinbo_ujiharu": {"hex": HERE, "leader": "kakizaki_haruie", "steps": 1},
        "naoe_nobutsuna": {"hex": HERE, "leader": "kakizaki_haruie", "steps": 1},
        **force("4811", "shibata_katsuie", "maeda_toshiie", "sasa_narimasa", "fuwa_mitsuharu"),
        **UESUGI, **ODA,
    }  # fmt: skip
    match = compose(units, around=HERE, phase="uesugi_combat", dice=[1, 1, 3, 4])  # 8 steps: a 7 hits once
    events = acts(match, "attack kakizaki_haruie", "lose kakizaki_haruie")
    assert set(data_of(events, "separated", "unit")) == {"jinbo_ujiharu", "naoe_nobutsuna"}
    for name in ("jinbo_ujiharu", "naoe_nobutsuna"):
        assert "leader" not in unit(match, name)
        assert unit(match, name)["fought"] is True
    match.act("let_go")  # wholly of one step: they retreat, each as he likes
    assert decision_of(match).name == "retreat"
    first = decision_of(match).data["unit"]
    acts(match, "back 4809", "halt")
    assert decision_of(match).data["unit"] != first


# --- 6-3: forming ---------------------------------------------------------------------------------------------------


@clause("kenshin", "6-3-2", "10-1-1")
def test_units_of_different_hexes_form_no_force() -> None:
    match = compose({"kakizaki_haruie": HERE, "jinbo_ujiharu": "4811", "naoe_nobutsuna": HERE, **ODA}, around=HERE)
    barred(match, "lead jinbo_ujiharu kakizaki_haruie", "6-3-2 other_hex")
    allowed(match, "lead naoe_nobutsuna kakizaki_haruie")
    apart = {"kakizaki_haruie": HERE, "jinbo_ujiharu": {"hex": "4811", "leader": "kakizaki_haruie"}}
    assert_impossible("jinbo_ujiharu", "", apart, around=HERE)


@clause("kenshin", "6-3-3", "10-1")
@pytest.mark.parametrize("phase", ["uesugi_forced_march", "uesugi_reaction"])
def test_forces_are_reorganised_only_in_the_movement_phase(phase: str) -> None:
    units = {**force(HERE, "kakizaki_haruie", "jinbo_ujiharu"), "naoe_nobutsuna": HERE, **ODA}
    match = compose(units, around=HERE, phase=phase)
    barred(match, "lead naoe_nobutsuna kakizaki_haruie", "10-1 not_in_this_phase")
    barred(match, "alone jinbo_ujiharu", "10-1 not_in_this_phase")
    match = compose(units, around=HERE)
    acts(match, "lead naoe_nobutsuna kakizaki_haruie", "alone jinbo_ujiharu")
    assert unit(match, "naoe_nobutsuna")["leader"] == "kakizaki_haruie"
    assert "leader" not in unit(match, "jinbo_ujiharu")


@clause("kenshin", "6-3-3")
def test_a_force_stays_as_it_was_formed() -> None:
    match = compose({**UESUGI, **force(HERE, "kakizaki_haruie", "jinbo_ujiharu"), **ODA}, around=HERE)
    march(match, "kakizaki_haruie")
    acts(match, "to 4811", "halt")
    to_phase(match, "oda_movement")
    assert unit(match, "jinbo_ujiharu")["leader"] == "kakizaki_haruie"
    assert at(match, "jinbo_ujiharu") == "4811"


@clause("kenshin", "6-1-8 leaders", "2-2-1(1)")
def test_there_are_six_taisho() -> None:
    ranks = {name: unit_row(name)["rank"] for name in (*roster(), *UESUGI_TAISHO, *ODA_TAISHO)}
    assert {name for name, rank in ranks.items() if rank == "taisho"} == {*UESUGI_TAISHO, *ODA_TAISHO}
