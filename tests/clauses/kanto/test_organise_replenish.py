"""Section 14 and the Replenishment Tables: troops and castles; rulings G-40, G-52 and T-23."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    castle,
    compose,
    force,
    host,
    plain,
    refused,
    rolls,
    steps,
    unit,
)
from tests.support import clause

SCENARIO = "conquest_of_kanto"  # its first turn has normal weather, and replenishment is allowed
KENSHIN, KAKIZAKI, NAOE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna"
MEN = ["murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu"]
HOME, NUMATA = "0505", "1913"  # Kasugayama in Echigo and Numata in Kouzuke, both of the Uesugi


def replenishing(units: dict[str, Any], leader: str, *, dice: tuple[int, ...] = (), **entries: Any) -> Any:
    """That commander asked what he replenishes, after a reorganisation that changes nothing."""
    entries = {"scenario": SCENARIO, "phase": "uesugi", **entries}
    match = compose(units, dice=dice, **entries)
    acts(match, f"act {leader}", "organise")
    if match.decision.name == "organise":
        match.act("done")
    return match


def worn(hex_id: str, leader: str, *led: str, **entry: Any) -> dict[str, dict[str, Any]]:
    """A force inside a castle whose led units are reduced."""
    units = force(hex_id, leader, *led, **{"inside": True, **entry})
    return {name: {**told, "steps": 1} if name in led else told for name, told in units.items()}


def answered(match: Any) -> None:
    """Let the units offered last, never the leader, be restored or desert."""
    while match.decision is not None and match.decision.name in ("restore", "desert"):
        match.act(match.decision.texts[-1])


# --- the tables ---------------------------------------------------------------------------------------------------

# How a modified die of -1 (or less) to 6 comes about: die and morale.
ROWS = [(1, -2), (1, -1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]

SATAKE = ("satake_yoshishige", "satake_yoshimasa", "satake_yoshinao", "wada_akitame")
SATOMI = ("satomi_yoshihiro", "ashino_kiyonari", "katsuyama_toyotane", "satomi_yoshiyori")
TAKEDA = ("takeda_shingen", "atobe_katsusuke", "amari_masatada", "komai_kohakusai", "nagasaka_chokan")
HOJO = ("hojo_ujiyasu", "hojo_ujishige", "hojo_tsunataka", "hojo_ujitaka", "hojo_ujitada")
UTSUNOMIYA = ("utsunomiya_hirotsuna", "mashiko_iemune", "haga_saemon")
YUKI = ("yuki_harutomo", "haneishi_morinaga", "mizunoya_harumochi")


def column(who: tuple[str, ...], hex_id: str, phase: str, captured: dict[str, str] | None = None) -> list[int]:
    """The steps that each row of the table brings this force in this castle."""
    changes = []
    for die, value in ROWS:
        entry: dict[str, Any] = {"morale": value} if value else {}
        castles = {name: {"owner": owner} for name, owner in (captured or {}).items()}
        match = replenishing(worn(hex_id, *who, **entry), who[0], dice=(die,), phase=phase, castles=castles)
        before = sum(steps(match, name) for name in who)
        match.act("troops")
        answered(match)
        changes.append(sum(steps(match, name) for name in who) - before)
    return changes


@clause("kanto", "14-2", "14-2-1", "14-2-2", "14-2-3", "14-2-4", "QR-REP-Uesugi", "7-2")
def test_the_uesugi_table() -> None:
    assert column((KENSHIN, *MEN), HOME, "uesugi") == [-1, 0, 1, 1, 2, 2, 2, 3]
    assert column((KENSHIN, *MEN), NUMATA, "uesugi") == [-1, -1, 0, 0, 1, 1, 1, 2]


@clause("kanto", "14-2", "14-2-1", "14-2-2", "14-2-3", "QR-REP-Takeda", "7-2")
def test_the_takeda_table() -> None:
    """Own territory is Kai and Shinano; Matsuida lies in Kouzuke."""
    assert column(TAKEDA, "1230", "takeda") == [-1, 0, 1, 1, 1, 2, 2, 3]
    assert column(TAKEDA, "0514", "takeda") == [-1, 0, 1, 1, 1, 2, 2, 3]
    assert column(TAKEDA, "1519", "takeda", {"matsuida": "takeda"}) == [-1, -1, 0, 0, 0, 1, 1, 1]


@clause("kanto", "14-2", "14-2-1", "14-2-2", "14-2-3", "QR-REP-Hojo", "7-2")
def test_the_hojo_table() -> None:
    """Kawagoe in Musashi, Nirayama in Izu; Usui lies in Shimousa."""
    assert column(HOJO, "2726", "hojo") == [-1, 0, 1, 2, 2, 2, 3, 3]
    assert column(HOJO, "1842", "hojo") == [-1, 0, 1, 2, 2, 2, 3, 3]
    assert column(HOJO, "3929", "hojo") == [-2, -1, 0, 0, 0, 1, 1, 1]


@clause("kanto", "14-2", "14-2-1", "14-2-3", "QR-REP-Uesugi")
def test_the_column_of_satomi_and_satake() -> None:
    """T-23: the main castle's hex, and everywhere else."""
    assert column(SATOMI, "3736", "uesugi_warlords") == [-1, 0, 0, 1, 1, 1, 2, 2]
    foreign = [-2, -1, 0, 0, 0, 0, 1, 1]
    assert column(SATOMI, "3929", "uesugi_warlords", {"usui": "satomi"}) == foreign
    assert column(SATAKE, "3929", "uesugi_warlords", {"usui": "satake"}) == foreign


@clause("kanto", "14-2", "14-2-1", "14-2-3", "QR-REP-Uesugi")
def test_the_column_of_the_uesugis_warlords() -> None:
    """T-23: Utsunomiya like the single warlords."""
    assert column(UTSUNOMIYA, "3315", "uesugi_warlords") == [-1, 0, 0, 0, 1, 1, 1, 1]
    assert column(UTSUNOMIYA, "3929", "uesugi_warlords", {"usui": "utsunomiya"}) == [-1, -1, 0, 0, 0, 0, 1, 1]


@clause("kanto", "14-2", "14-2-1", "14-2-3", "QR-REP-Hojo")
def test_the_column_of_the_hojos_warlords() -> None:
    assert column(YUKI, "3319", "hojo_warlords") == [-1, 0, 0, 0, 1, 1, 1, 1]
    assert column(YUKI, "3929", "hojo_warlords", {"usui": "yuki"}) == [-1, -1, 0, 0, 0, 0, 1, 1]


@clause("kanto", "14-2-1", "QR-REP-Uesugi")
def test_beside_the_main_castle_is_foreign_territory() -> None:
    """T-23: with a 3 one step in Utsunomiya's hex, none beside it."""
    for hex_id, gained in [("3315", 1), ("3316", 0)]:
        units = {name: {**told, "inside": False} for name, told in worn(hex_id, *UTSUNOMIYA).items()}
        ground: dict[str, Any] = plain("3315", 2)
        match = replenishing(units, UTSUNOMIYA[0], dice=(3,), phase="uesugi_warlords", **ground)
        match.act("troops")
        answered(match)
        assert sum(steps(match, name) for name in UTSUNOMIYA) == 4 + gained


@clause("kanto", "14-2-3", "QR-REP-Uesugi")
@pytest.mark.parametrize(("morale", "die", "gained"), [(-1, 4, 2), (-2, 4, 1), (-3, 6, 2), (-4, 6, 1), (-4, 1, -1)])
def test_reduced_morale_is_taken_from_the_die(morale: int, die: int, gained: int) -> None:
    """Own territory; the last one is below the table (G-52)."""
    match = replenishing(worn(HOME, KENSHIN, *MEN, morale=morale), KENSHIN, dice=(die,))
    events = match.act("troops")
    answered(match)
    assert rolls(events)[0]["value"] == morale
    assert sum(steps(match, name) for name in (KENSHIN, *MEN)) == 6 + gained


# --- 14-1: who may, and when --------------------------------------------------------------------------------------


@clause("kanto", "14.0", "14-1")
def test_replenishment_is_part_of_organisation_alone() -> None:
    match = compose({**worn(HOME, KENSHIN, MEN[0]), NAOE: "0605"}, scenario=SCENARIO, to_act="uesugi")
    match.act(f"act {KENSHIN}")
    refused(match, "troops")
    acts(match, "move", "leave", "halt")
    assert match.decision.name == "force"


@clause("kanto", "14-1-1")
def test_reorganisation_comes_first() -> None:
    """A reduced unit just taken is restored."""
    units = {KENSHIN: {"hex": HOME, "inside": True}, MEN[0]: {"hex": HOME, "inside": True, "steps": 1}}
    match = compose(units, scenario=SCENARIO, to_act="uesugi", dice=[6])
    acts(match, f"act {KENSHIN}", "organise")
    refused(match, "troops")
    acts(match, f"take {MEN[0]}", "done", "troops")
    assert steps(match, MEN[0]) == 2


@clause("kanto", "14-1-1")
def test_a_reduced_unit_given_away_is_not_restored() -> None:
    units = {**worn(HOME, KENSHIN, MEN[0], MEN[1]), NAOE: {"hex": HOME, "inside": True}}
    match = compose(units, scenario=SCENARIO, to_act="uesugi", dice=[6])
    acts(match, f"act {KENSHIN}", "organise", f"split {MEN[0]}", "done", "troops")
    assert (steps(match, MEN[0]), steps(match, MEN[1])) == (1, 2)


@clause("kanto", "14-1-2")
def test_a_single_unit_without_stars_does_not_replenish() -> None:
    """G-40."""
    units = {MEN[0]: {"hex": HOME, "inside": True, "steps": 1}, NAOE: "0605"}
    match = compose(units, scenario=SCENARIO, to_act="uesugi", castles={"kasugayama": {"durability": 5}})
    match.act(f"act {MEN[0]}")
    refused(match, "organise", "13-1-1")


@clause("kanto", "14-1-2")
@pytest.mark.parametrize("led", [False, True])
def test_a_commander_who_was_under_command_does_not_replenish(led: bool) -> None:
    units = {KAKIZAKI: {"hex": HOME, "inside": True, "steps": 1, "led": led}, NAOE: "0605"}
    match = compose(units, scenario=SCENARIO, to_act="uesugi", dice=[6])
    match.act(f"act {KAKIZAKI}")
    if led:
        refused(match, "organise")
    else:
        acts(match, "organise", "troops")
        assert steps(match, KAKIZAKI) == 2


@clause("kanto", "13-2-3", "14-1-3")
@pytest.mark.parametrize("change", ["take sanada_yukitaka", None])
def test_out_of_points_he_replenishes_only_after_a_reorganisation(change: str | None) -> None:
    """Stage 3: Anayama (2), reduced, at home; Sanada (3) inside with him lets him reorganise, not replenish."""
    inside = {"hex": "1230", "inside": True}
    units = {"anayama_nobukimi": {**inside, "steps": 1}, "sanada_yukitaka": inside, "baba_nobuharu": "1229"}
    match = compose(units, scenario=SCENARIO, phase="takeda", stage=3)
    acts(match, "act anayama_nobukimi", "organise", "with sanada_yukitaka", *([change] if change else []), "done")
    assert match.decision.name == ("replenish" if change else "force")


@clause("kanto", "14-1-3")
def test_replenishment_needs_no_reorganisation() -> None:
    """A commander alone: nothing to reorganise."""
    match = replenishing({KAKIZAKI: {"hex": HOME, "inside": True, "steps": 1}}, KAKIZAKI, dice=(6,))
    match.act("troops")
    assert steps(match, KAKIZAKI) == 2


@clause("kanto", "14-1")
def test_replenishment_may_be_left_out() -> None:
    match = replenishing({**worn(HOME, KENSHIN, MEN[0]), NAOE: "0605"}, KENSHIN)
    match.act("no_replenishment")
    assert steps(match, MEN[0]) == 1
    assert unit(match, KENSHIN)["acted"]


# --- 14-2: troops -------------------------------------------------------------------------------------------------


@clause("kanto", "14-2-4", "14-2-5")
def test_the_owner_chooses_who_is_restored() -> None:
    """A 3 brings two steps for three reduced units."""
    match = replenishing(worn(HOME, KENSHIN, *MEN[:3]), KENSHIN, dice=(3,))
    match.act("troops")
    acts(match, f"restore {MEN[2]}", f"restore {MEN[1]}")
    assert [steps(match, name) for name in MEN[:3]] == [1, 2, 2]


@clause("kanto", "14-2-4")
def test_deserters_are_steps_of_the_commanders_choice() -> None:
    """-1 with a 1 and morale -2; a reduced unit that deserts is gone, but not killed (G-40)."""
    match = replenishing(worn(HOME, KENSHIN, *MEN[:2], morale=-2), KENSHIN, dice=(1,))
    match.act("troops")
    allowed(match, f"desert {KENSHIN}", f"desert {MEN[0]}", f"desert {MEN[1]}")
    events = match.act(f"desert {MEN[1]}")
    assert unit(match, MEN[1]) in ("dead", "removed")
    assert not [event for event in events if event.kind == "killed"]
    assert (steps(match, KENSHIN), steps(match, MEN[0])) == (2, 1)


@clause("kanto", "14-2-4")
def test_two_desert_in_the_worst_case() -> None:
    """Houjou outside their territory, below the table."""
    match = replenishing(worn("3929", *HOJO[:4], morale=-2), HOJO[0], dice=(1,), phase="hojo")
    match.act("troops")
    acts(match, f"desert {HOJO[1]}", f"desert {HOJO[0]}")
    assert (steps(match, HOJO[0]), steps(match, HOJO[1])) == (1, 0)


@clause("kanto", "14-2-5", "14-2-6")
def test_only_units_under_the_commander_profit_and_surplus_is_lost() -> None:
    """A 6 brings three steps; Kenshin lacks one, Naoe and a single unit in the same castle lack more."""
    others = {name: {"hex": HOME, "inside": True, "steps": 1} for name in (NAOE, MEN[3])}
    match = replenishing({**worn(HOME, KENSHIN, MEN[0]), **others}, KENSHIN, dice=(6,))
    match.act("troops")
    assert [steps(match, name) for name in (KENSHIN, MEN[0], NAOE, MEN[3])] == [2, 2, 1, 1]


@clause("kanto", "14-2-5", "7-1-3")
def test_allied_units_under_his_command_profit_too() -> None:
    """Scenario 2: Kenshin leads a warlord; his own table is used (a 1 brings a step in Echigo)."""
    units = worn(HOME, KENSHIN, "yura_narishige")
    match = replenishing(units, KENSHIN, dice=(1,), scenario="kenshin_crosses_the_mountains")
    match.act("troops")
    assert steps(match, "yura_narishige") == 2


@clause("kanto", "14-2-6")
def test_surplus_does_not_go_to_the_castle() -> None:
    units = worn(HOME, KENSHIN, MEN[0])
    match = replenishing(units, KENSHIN, dice=(6,), castles={"kasugayama": {"durability": 5}})
    match.act("troops")
    assert castle(match, "kasugayama")["durability"] == 5


# --- 14-3: castles ------------------------------------------------------------------------------------------------


def mended(die: int, hex_id: str, name: str, durability: int, **entry: Any) -> int:
    """The durability of a castle after Kenshin alone has replenished it."""
    units = {KENSHIN: {"hex": hex_id, "inside": True, **entry}}
    match = replenishing(units, KENSHIN, dice=(die,), castles={name: {"durability": durability}})
    match.act("castle")
    return int(castle(match, name)["durability"])


@clause("kanto", "14-3", "14-3-4", "14-2-2")
def test_a_castle_gains_durability_by_the_same_table() -> None:
    """Kasugayama in own territory, Numata outside."""
    assert [mended(die, HOME, "kasugayama", 5) for die in (1, 3, 6)] == [6, 7, 8]
    assert [mended(die, NUMATA, "numata", 5) for die in (1, 3, 6)] == [5, 6, 7]


@clause("kanto", "14-3", "14-3-4", "14-2-3")
def test_a_bad_result_costs_the_castle_durability() -> None:
    """G-40."""
    assert mended(1, HOME, "kasugayama", 5, morale=-2) == 4


@clause("kanto", "14-3-4", "8-2-1")
def test_durability_never_exceeds_ten() -> None:
    """G-40."""
    assert mended(6, HOME, "kasugayama", 9) == 10


@clause("kanto", "14-3-1")
@pytest.mark.parametrize("inside", [False, True])
def test_the_commander_is_in_the_castles_hex_in_garrison_or_not(inside: bool) -> None:
    castles = {"kasugayama": {"durability": 5}}
    match = replenishing({KENSHIN: {"hex": HOME, "inside": inside}}, KENSHIN, dice=(1,), castles=castles)
    match.act("castle")
    assert castle(match, "kasugayama")["durability"] == 6


@clause("kanto", "14-3-1")
def test_beside_the_castle_he_replenishes_only_troops() -> None:
    match = replenishing(
        {KENSHIN: {"hex": "0605", "steps": 1}},
        KENSHIN,
        castles={"kasugayama": {"durability": 5}},
        around="0605",
        radius=1,
    )
    allowed(match, "troops")
    refused(match, "castle", "14-3-1")


@clause("kanto", "21-1", "14-3-1")
def test_a_castle_that_the_scenario_does_not_use_is_not_restored() -> None:
    """Kiryuu has no owner in the fourth scenario's list: Honjo, who has a line to Umayabashi, finds no castle there."""
    units = {"honjo_shigenaga": {"hex": "2317", "steps": 1}}
    match = replenishing(units, "honjo_shigenaga", scenario="mimase_pass", turn=10, around="2217", radius=3)
    allowed(match, "troops")
    refused(match, "castle", "35.0(7)")


@clause("kanto", "14-3-2", "7-1-3")
def test_allies_do_not_replenish_a_castle() -> None:
    """Kenshin in Kanayama of the Yura; Yura may."""
    units = {KENSHIN: {"hex": "2519", "inside": True, "steps": 1}, "yura_narishige": {"hex": "2519", "inside": True}}
    castles = {"kanayama": {"durability": 5}}
    match = replenishing(units, KENSHIN, castles=castles)
    allowed(match, "troops")
    refused(match, "castle", "14-3-2")
    match = replenishing(units, "yura_narishige", dice=(3,), castles=castles, phase="uesugi_warlords")
    match.act("castle")
    assert castle(match, "kanayama")["durability"] == 6


@clause("kanto", "14-3-3")
def test_one_commander_replenishes_a_castle_in_a_stage() -> None:
    units = {name: {"hex": HOME, "inside": True, "steps": 1} for name in (KENSHIN, KAKIZAKI)}
    match = replenishing(units, KENSHIN, dice=(1, 6), castles={"kasugayama": {"durability": 5}})
    match.act("castle")
    acts(match, f"act {KAKIZAKI}", "organise")
    if match.decision.name == "organise":
        match.act("done")
    allowed(match, "troops")
    refused(match, "castle", "14-3-3")


@clause("kanto", "14-3-3")
def test_in_the_next_stage_another_may_replenish_it() -> None:
    units = {name: {"hex": HOME, "inside": True} for name in (KENSHIN, KAKIZAKI)}
    match = replenishing(
        {**units, "takeda_shingen": "1230"}, KENSHIN, dice=(1, 6), castles={"kasugayama": {"durability": 5}}
    )
    match.act("castle")
    while match.view("uesugi")["stage"] == 1:
        match.act("end")
    acts(match, f"act {KAKIZAKI}", "organise")
    if match.decision.name == "organise":
        match.act("done")
    match.act("castle")
    assert castle(match, "kasugayama")["durability"] == 9


@clause("kanto", "14-3-5", "16-5")
@pytest.mark.parametrize("invested", [False, True])
def test_an_invested_castle_is_not_replenished_from_inside(invested: bool) -> None:
    """Twenty points of Takeda before Kasugayama (level 2), investing it or not; troops are barred alike (16-5)."""
    enemies = host(HOME, 21, "takeda", **({"invests": True} if invested else {}))
    enemies.pop("morozumi_torasada", None)
    units = {KENSHIN: {"hex": HOME, "inside": True, "steps": 1}, NAOE: "1101", **enemies}
    match = compose(units, scenario=SCENARIO, to_act="uesugi", castles={"kasugayama": {"durability": 5}})
    match.act(f"act {KENSHIN}")
    if invested:
        refused(match, "organise")
    else:
        match.act("organise")
        allowed(match, "castle", "troops")
