"""9-4-7: attrition, isolation, sieges; the Attrition Table; K-22, K-40, K-87, K-101."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    FIELD,
    ODA,
    UESUGI,
    at,
    choices,
    compose,
    data_of,
    decision_of,
    force,
    garrison,
    lane,
    modifiers_of,
    of_kind,
    roll_of,
    rolls,
    score,
    steps,
    turn_of,
)
from tests.clauses.kenshin.turns import start_turn
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN = (
    "uesugi_kenshin", "jinbo_ujiharu", "kawada_shigechika", "naoe_nobutsuna", "jojo_masashige", "honjo_shigenaga",
    "irobe_nagazane", "amakasu_kagemochi", "yasuda_akimoto", "kitajo_kagehiro", "nakajo_kageyasu",
)  # fmt: skip
ISOLATED = "9-4-7 isolated"


def compose_host(count: int, hex_id: str = "5604") -> dict[str, dict[str, Any]]:
    """Return a force of Kenshin with this many steps; with an odd number the last unit is reduced."""
    names = KENSHIN[: (count + 1) // 2]
    units = force(hex_id, *names)
    if count % 2:
        units[names[-1]] = {**units[names[-1]], "steps": 1}
    return units


def fail_check(
    count: int, *dice: int, hex_id: str = "5604", phase: str = "uesugi_forced_march", **entries: Any
) -> Match:
    """Let Kenshin fail an action check with a six; `dice` are rolled after it."""
    match = compose({**UESUGI, **ODA, **compose_host(count, hex_id)}, phase=phase, dice=[6, *dice], **entries)
    match.act("check uesugi_kenshin")
    return match


def count_lost_steps(match: Match, names: tuple[str, ...] = KENSHIN, before: int = 0) -> int:
    """Choose all losses in the first way on offer and return how many steps are gone."""
    while decision_of(match).name == "attrition":
        match.act(decision_of(match).texts[0])
    return before - sum(steps(match, name) for name in names)


# --- the table -------------------------------------------------------------------------------------------------------


@clause("kenshin", "TBL-ATTRITION", "TBL-ATTRITION A", "TBL-ATTRITION B", "9-4-7")
@pytest.mark.parametrize(
    ("count", "down", "up"),
    [(13, 1, 2), (4, 0, 1), (10, 1, 1), (11, 1, 2), (9, 0, 1), (20, 2, 2), (22, 2, 3), (2, 0, 1)],
)
@pytest.mark.parametrize("die", range(1, 7))
def test_attrition_takes_a_tenth_of_the_steps_rounded_down_or_up(die: int, count: int, down: int, up: int) -> None:
    match = fail_check(count, die)
    assert (roll_of(match.events, "attrition")["strength"], roll_of(match.events, "attrition")["total"]) == (count, die)
    assert count_lost_steps(match, before=count) == (0, 0, down, down, up, up)[die - 1]


@clause("kenshin", "TBL-ATTRITION", "9-4-7")
@pytest.mark.parametrize(
    ("units", "die", "dead"), [(11, 3, 1), (11, 5, 2), (9, 3, 0), (9, 6, 1), (10, 4, 1), (10, 5, 1), (11, 2, 0)]
)
def test_by_option_attrition_takes_a_tenth_of_the_units(units: int, die: int, dead: int) -> None:
    """K-22: whole units die, and score."""
    match = fail_check(2 * units, die, options={"attrition_base": "units"})
    while decision_of(match).name == "attrition":
        match.act(decision_of(match).texts[-1])
    assert [at(match, name) for name in KENSHIN[:units]].count("dead") == dead
    assert score(match) == -dead


@clause("kenshin", "9-4-7")
def test_the_owner_chooses_two_step_units_first() -> None:
    units = force("5604", *KENSHIN[:7])
    for name in KENSHIN[3:7]:
        units[name] = {**units[name], "steps": 1}
    match = compose({**UESUGI, **ODA, **units}, phase="uesugi_forced_march", dice=[6, 5])
    match.act("check uesugi_kenshin")  # ten steps, one is lost
    assert turn_of(match) == ("attrition", "uesugi")
    assert choices(match, "lose") == set(KENSHIN[:3])
    barred(match, f"lose {KENSHIN[4]}", "12-3-1 others_first")
    match.act(f"lose {KENSHIN[1]}")
    assert steps(match, KENSHIN[1]) == 1


@clause("kenshin", "9-4-7", "21 busho")
def test_a_reduced_unit_alone_dies_and_scores() -> None:
    match = start_turn("supply", {"jinbo_ujiharu": {"hex": FIELD, "steps": 1}}, 5, **lane([FIELD]))
    assert at(match, "jinbo_ujiharu") == "dead"
    assert score(match) == -1


@clause("kenshin", "9-4-7", "21 samuraidaisho")
def test_oda_units_that_die_of_attrition_score_for_the_uesugi() -> None:
    match = start_turn("supply", {"shibata_katsuie": {"hex": FIELD, "steps": 1}}, 5, **lane([FIELD]))
    assert score(match) == 2


# --- causes ----------------------------------------------------------------------------------------------------------


@clause("kenshin", "9-4-7(1)")
def test_each_force_without_a_line_rolls_one_die() -> None:
    """K-22: two forces in one hex roll two dice; a force in supply rolls none."""
    units = {**force(FIELD, "kakizaki_haruie", "jinbo_ujiharu"), "honjo_shigenaga": FIELD}
    match = start_turn("supply", units, 1, 1, **lane([FIELD]))
    assert [(roll["unit"], roll["strength"]) for roll in rolls(match.events, "attrition")] == [
        ("kakizaki_haruie", 4), ("honjo_shigenaga", 2),
    ]  # fmt: skip


@clause("kenshin", "9-4-7(2)", "9-4-7(3)")
@pytest.mark.parametrize("phase", ["uesugi_reaction", "uesugi_forced_march"])
@pytest.mark.parametrize("die", [5, 6])
def test_a_force_in_supply_suffers_attrition_after_a_failed_check(phase: str, die: int) -> None:
    """Kenshin has 5: with a five there is no attrition."""
    match = compose({**UESUGI, **ODA, **compose_host(12)}, phase=phase, dice=[die, 6])
    events = match.act("check uesugi_kenshin")
    assert len(rolls(events, "attrition")) == (die == 6)
    if die == 6:
        assert modifiers_of(roll_of(events, "attrition")) == {}
        assert count_lost_steps(match, before=12) == 2


@clause("kenshin", "9-4-7(2)", "9-4-7(3)")
def test_a_force_of_several_clans_rolls_once_after_a_check() -> None:
    """K-22: all its steps together."""
    units = force("5722", "takeda_katsuyori", "obata_nobusada", "suzuki_shigehide")
    match = compose({**UESUGI, **ODA, **units}, phase="uesugi_forced_march", dice=[5, 1])
    match.act("check takeda_katsuyori")
    (roll,) = rolls(match.events, "attrition")
    assert roll["strength"] == 6


@clause("kenshin", "9-4-7(1)", "9-4-7")
def test_at_turn_start_each_clan_of_a_force_rolls_for_its_own_steps_and_loses_them() -> None:
    """K-40: Katsuyori's Takeda and a man of the Saika, all without a line."""
    units = force(FIELD, "takeda_katsuyori", "obata_nobusada", "suzuki_shigehide")
    match = start_turn("supply", units, 1, 5, **lane([FIELD]))
    assert [(roll["army"], roll["strength"]) for roll in rolls(match.events, "attrition")] == [
        ("takeda", 4),
        ("saika", 2),
    ]
    assert (steps(match, "suzuki_shigehide"), steps(match, "obata_nobusada")) == (1, 2)


# --- isolation -------------------------------------------------------------------------------------------------------


@clause("kenshin", ISOLATED)
@pytest.mark.parametrize(("die", "gone"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_isolation_adds_one_to_the_attrition_die(die: int, gone: int) -> None:
    """A force of four steps: a four becomes B. A seven is a six (K-22)."""
    match = start_turn("supply", compose_host(4, FIELD), die, **lane([FIELD]))
    roll = roll_of(match.events, "attrition")
    assert modifiers_of(roll) == {ISOLATED: 1}
    assert roll["total"] == die + 1
    assert data_of(match.events, "isolated", "unit") == ["uesugi_kenshin"]
    assert count_lost_steps(match, before=4) == gone


@clause("kenshin", ISOLATED)
@pytest.mark.parametrize("holder", ["uesugi", "oda"])
def test_any_castle_of_the_side_prevents_isolation(holder: str) -> None:
    """Fukashi, the Takeda's, beside a man of the Saika far from home; mountains around both."""
    way = lane(["5114", "5113", "5112"])
    match = start_turn("supply", {"saika_shu": "5112"}, 4, castles={"fukashi": {"holder": holder}}, **way)
    assert data_of(match.events, "out_of_supply", "unit") == ["saika_shu"]
    assert modifiers_of(roll_of(match.events, "attrition")) == ({} if holder == "uesugi" else {ISOLATED: 1})


@clause("kenshin", ISOLATED)
def test_a_castle_with_enemies_in_its_hex_does_not_prevent_isolation() -> None:
    """K-87."""
    way = lane(["5114", "5113", "5112"])
    match = start_turn("supply", {"saika_shu": "5112", "maeda_toshiie": "5114"}, 1, 1, **way)
    assert ISOLATED in modifiers_of(
        next(roll for roll in rolls(match.events, "attrition") if roll["unit"] == "saika_shu")
    )


@clause("kenshin", ISOLATED, "9-4 main Kyoto")
def test_kyoto_counts_for_the_oda_side_in_isolation() -> None:
    """K-37: a Tokugawa man beside it, his Hamamatsu lost, between mountains."""
    entries = {**lane(["2024", "2023"]), "castles": {"hamamatsu": {"holder": "uesugi"}}}
    match = start_turn("supply", {"honda_tadakatsu": "2023"}, 1, **entries)
    assert modifiers_of(roll_of(match.events, "attrition")) == {}
    match = start_turn("supply", {"honda_tadakatsu": "2023", "honjo_shigenaga": "2024"}, 1, 1, **entries)
    found = next(roll for roll in rolls(match.events, "attrition") if roll["unit"] == "honda_tadakatsu")
    assert modifiers_of(found) == {ISOLATED: 1}


@clause("kenshin", ISOLATED, "9-4-7(3)")
def test_isolation_adds_one_after_a_failed_check_too() -> None:
    match = fail_check(4, 4, hex_id=FIELD, **lane([FIELD]))
    assert modifiers_of(roll_of(match.events, "attrition")) == {ISOLATED: 1}
    assert count_lost_steps(match, before=4) == 1


@clause("kenshin", "9-4-5", ISOLATED)
def test_yoshiaki_rolls_after_a_failed_check_and_is_never_isolated() -> None:
    """K-101."""
    match = compose(
        {**UESUGI, **ODA, "ashikaga_yoshiaki": FIELD}, phase="uesugi_forced_march", dice=[6, 4], **lane([FIELD])
    )
    match.act("check ashikaga_yoshiaki")
    assert modifiers_of(roll_of(match.events, "attrition")) == {}


@clause("kenshin", "9-4-4", ISOLATED, "9-4-7(2)", "9-4-7(3)")
@pytest.mark.parametrize("phase", ["uesugi_reaction", "uesugi_forced_march"])
@pytest.mark.parametrize("name", ["kikkawa_motoharu", "ukita_tadaie"])
def test_a_line_to_the_west_edge_keeps_mori_and_ukita_from_isolation(name: str, phase: str) -> None:
    """K-87: at the edge, with Kuroda in the next hex, a failed check costs a die without the one for isolation."""
    units = {**UESUGI, **ODA, name: "0113", "kuroda_yoshitaka": "0214"}
    match = compose(units, phase=phase, dice=[6, 3])
    events = match.act(f"check {name}")
    assert not of_kind(events, "isolated")
    assert modifiers_of(roll_of(events, "attrition")) == {}


@clause("kenshin", "9-4-4", ISOLATED)
@pytest.mark.parametrize(("name", "hex_id"), [("saika_shu", "0113"), ("kikkawa_motoharu", FIELD)])
def test_the_west_edge_is_a_castle_for_these_two_alone_and_needs_a_line(name: str, hex_id: str) -> None:
    """K-87: a man of the Saika at the edge has no castle there, nor has Kikkawa a line from between mountains."""
    match = compose({**UESUGI, **ODA, name: hex_id}, phase="uesugi_forced_march", dice=[6, 3], **lane([hex_id]))
    events = match.act(f"check {name}")
    assert modifiers_of(roll_of(events, "attrition")) == {ISOLATED: 1}


# --- sieges ----------------------------------------------------------------------------------------------------------


@clause("kenshin", "9-4-7 besieged")
@pytest.mark.parametrize("marker", [1, -1])
def test_a_besieged_garrison_away_from_its_main_castle_rolls_without_isolation(marker: int) -> None:
    """Fukashi, with an enemy before it, invested or not (K-101); in Tsutsujigasaki a Takeda throws no die."""
    besiegers = dict.fromkeys(("maeda_toshiie", "sasa_narimasa"), "5114")
    match = start_turn(
        "supply", {**garrison("5114", "obata_nobusada"), **besiegers}, 1, 1, 1, castles={"fukashi": {"marker": marker}}
    )
    roll = next(roll for roll in rolls(match.events, "attrition") if roll["unit"] == "obata_nobusada")
    assert modifiers_of(roll) == {}


@clause("kenshin", "9-4-7 besieged")
def test_units_besieged_in_their_main_castle_do_not_roll_but_units_of_other_clans_do() -> None:
    besiegers = dict.fromkeys(("maeda_toshiie", "sasa_narimasa", "hara_masashige"), "5722")
    inside = garrison("5722", "obata_nobusada", "saika_shu")
    match = start_turn("supply", {**inside, **besiegers}, *[1] * 4, castles={"tsutsujigasaki": {"marker": 1}})
    rolled = {roll["unit"]: modifiers_of(roll) for roll in rolls(match.events, "attrition")}
    assert "obata_nobusada" not in rolled
    assert rolled["saika_shu"] == {}


@clause("kenshin", "9-4-7 besieged")
def test_a_garrison_without_enemies_outside_traces_its_line_like_other_units() -> None:
    match = start_turn("supply", garrison("5114", "obata_nobusada"))
    assert not rolls(match.events, "attrition")


@clause("kenshin", "9-4-7 besieged", "16-1")
@pytest.mark.parametrize("cut", [False, True])
def test_an_open_naval_line_to_the_main_castle_feeds_a_besieged_port(cut: bool) -> None:
    """K-87: a Honganji man besieged in Saika; the line runs to Honganji."""
    besiegers = dict.fromkeys(("maeda_toshiie", "sasa_narimasa"), "1132")
    ships = {"kuki_sumitaka": "seto"} if cut else {}
    units = {**garrison("1132", "shimotsuma_rairyu"), **besiegers}
    match = start_turn("supply", units, 1, 1, 1, castles={"saika": {"marker": 0}}, ships=ships)
    assert ("shimotsuma_rairyu" in [roll["unit"] for roll in rolls(match.events, "attrition")]) is cut


@clause("kenshin", "9-4-7")
def test_losses_from_attrition_are_recorded() -> None:
    match = start_turn("supply", {"jinbo_ujiharu": FIELD}, 6, **lane([FIELD]))
    assert of_kind(match.events, "attrition") == [{"unit": "jinbo_ujiharu", "count": 1}]
    assert of_kind(match.events, "step_lost") == [{"unit": "jinbo_ujiharu", "left": 1}]


@clause("kenshin", "9-4-7", "13-1-5")
def test_besiegers_killed_by_attrition_no_longer_count_in_their_siege() -> None:
    """Two, cut off, against one before Fukashi, and then one."""
    walls = {name: kind for name, kind in lane(["5114"])["terrain"].items() if name != "5114"}
    units = {
        **garrison("5114", "obata_nobusada"),
        "maeda_toshiie": {"hex": "5114", "steps": 1},
        "sasa_narimasa": "5114",
    }
    match = start_turn("supply", units, 1, 6, 1, terrain=walls, castles={"fukashi": {"marker": 2}})
    assert data_of(match.events, "killed", "unit") == ["maeda_toshiie"]
    assert data_of(match.events, "lifted", "castle") == ["fukashi"]
