"""10-1 and 10-2: reorganisation before movement, and action checks."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    FIELD,
    ODA,
    UESUGI,
    acts,
    allowed,
    at,
    choices,
    compose,
    data_of,
    decision_of,
    force,
    garrison,
    of_kind,
    points_left,
    refused,
    roll_of,
    rolls,
    steps,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

MAN = "kakizaki_haruie"  # 3 action points
CHECKED = ["uesugi_forced_march", "uesugi_reaction"]


def compose_for_checks(
    units: dict[str, Any], dice: list[int], phase: str = "uesugi_forced_march", **more: Any
) -> Match:
    """Compose a phase with action checks on flat ground, with UESUGI and ODA far away."""
    return compose({**units, **UESUGI, **ODA}, around=FIELD, phase=phase, dice=dice, **more)


# --- 10-1: reorganisation -------------------------------------------------------------------------------------------


@clause("kenshin", "10-1", "10-1-1")
def test_forces_of_one_hex_are_rearranged() -> None:
    units = {**force(FIELD, MAN, "jinbo_ujiharu"), **force(FIELD, "uesugi_kagetora", "naoe_nobutsuna"), **ODA}
    match = compose(units, around=FIELD)
    events = acts(match, "lead jinbo_ujiharu uesugi_kagetora", "alone naoe_nobutsuna")
    assert of_kind(events, "regrouped") == [{"unit": "jinbo_ujiharu", "leader_unit": "uesugi_kagetora"}]
    assert data_of(events, "separated", "unit")[-1] == "naoe_nobutsuna"
    assert unit(match, "jinbo_ujiharu")["leader"] == "uesugi_kagetora"
    assert choices(match, "move") == {MAN, "uesugi_kagetora", "naoe_nobutsuna"}
    barred(match, f"lead jinbo_ujiharu {MAN}", "10-1 rearranged")


@clause("kenshin", "10-1", "10-1-1")
def test_two_full_forces_may_exchange_men() -> None:
    """Both tracks have three boxes: one man must step aside for a moment."""
    one = force(FIELD, MAN, "jinbo_ujiharu", "naoe_nobutsuna", "jojo_masashige")
    two = force(FIELD, "uesugi_kagetora", "honjo_shigenaga", "irobe_nagazane", "yasuda_akimoto")
    match = compose({**one, **two, **ODA}, around=FIELD)
    acts(match, "alone jinbo_ujiharu", f"lead honjo_shigenaga {MAN}", "lead jinbo_ujiharu uesugi_kagetora")
    assert unit(match, "honjo_shigenaga")["leader"] == MAN
    assert unit(match, "jinbo_ujiharu")["leader"] == "uesugi_kagetora"


@clause("kenshin", "10-1")
@pytest.mark.parametrize("phase", CHECKED)
def test_there_is_no_reorganisation_in_reaction_or_forced_march(phase: str) -> None:
    units = {MAN: FIELD, "jinbo_ujiharu": FIELD, **garrison("5604", "uesugi_kagetora"), "naoe_nobutsuna": "5604"}
    match = compose_for_checks(units, [1], phase)
    for text in (f"lead jinbo_ujiharu {MAN}", "garrison naoe_nobutsuna", "field uesugi_kagetora"):
        barred(match, text, "10-1 not_in_this_phase")
    match.act(f"check {MAN}")
    refused(match, f"lead jinbo_ujiharu {MAN}")


@clause("kenshin", "10-1")
def test_there_is_no_reorganisation_in_retreat_or_advance() -> None:
    """Maeda has one step and must retreat; then each force is asked whether it advances."""
    units = {MAN: FIELD, "jinbo_ujiharu": FIELD, "maeda_toshiie": {"hex": "4811", "steps": 1}, **ODA}
    match = compose(units, around=FIELD, phase="uesugi_combat", dice=[1, 1, 1, 1])
    acts(match, f"attack {MAN}", "join jinbo_ujiharu", "let_go", "back 4812", "halt")
    assert turn_of(match) == ("advance", "uesugi")
    refused(match, f"lead jinbo_ujiharu {MAN}")
    match.act("advance jinbo_ujiharu")
    assert (at(match, "jinbo_ujiharu"), at(match, MAN)) == ("4811", FIELD)


@clause("kenshin", "10-1-1")
def test_forces_inside_and_outside_a_castle_are_not_mixed() -> None:
    units = {**garrison("5604", MAN, "jinbo_ujiharu"), "naoe_nobutsuna": "5604", **ODA}
    match = compose(units)
    barred(match, f"lead naoe_nobutsuna {MAN}", "10-1-1 other_side_of_gate")
    allowed(match, f"lead jinbo_ujiharu {MAN}")


@clause("kenshin", "10-1-1")
def test_units_that_are_shut_in_may_reorganise_among_themselves() -> None:
    """K-64."""
    units = {**garrison("5114", "oyamada_nobushige", "okabe_motonobu"), "maeda_toshiie": "5114", **UESUGI, **ODA}
    match = compose(units)
    match.act("lead okabe_motonobu oyamada_nobushige")
    assert unit(match, "okabe_motonobu")["leader"] == "oyamada_nobushige"


@clause("kenshin", "10-1-1")
def test_units_in_the_box_reorganise_there_and_units_aboard_do_not() -> None:
    """K-64, 9-3-1."""
    units = {
        "kikkawa_motoharu": "box",
        "kikkawa_motonaga": "box",
        "sugihara_morishige": "aboard murakami_takeyoshi",
        **ODA,
    }
    match = compose(units, ships={"murakami_takeyoshi": "seto"})
    allowed(match, "lead kikkawa_motonaga kikkawa_motoharu")
    refused(match, "lead sugihara_morishige kikkawa_motoharu")


@clause("kenshin", "10-1-2")
def test_reorganisation_comes_before_all_movement() -> None:
    """K-64: it ends with the first move for all hexes, also for those without movement."""
    units = {MAN: FIELD, "jinbo_ujiharu": FIELD, "uesugi_kagetora": "4811", "naoe_nobutsuna": "4811", **ODA}
    match = compose({**units, **UESUGI}, around=FIELD)
    acts(match, "move uesugi_kagetora", "to 4812", "halt")
    for text in (f"lead jinbo_ujiharu {MAN}", "garrison saito_tomonobu"):
        barred(match, text, "10-1-2 too_late")


# --- 10-2: action checks --------------------------------------------------------------------------------------------


@clause("kenshin", "10-2", "10 checks", "4(3)", "4(4)")
@pytest.mark.parametrize("phase", CHECKED)
def test_in_reaction_and_forced_march_a_force_checks_before_it_moves(phase: str) -> None:
    match = compose_for_checks({MAN: FIELD}, [1], phase)
    barred(match, f"move {MAN}", "10-2 check_first")
    events = match.act(f"check {MAN}")
    assert roll_of(events, "action_check")["unit"] == MAN
    assert decision_of(match).name == "march"


@clause("kenshin", "10-2")
def test_in_the_movement_phase_there_is_no_check() -> None:
    match = compose({MAN: FIELD, **ODA}, around=FIELD)
    barred(match, f"check {MAN}", "10-2 no_check_needed")
    assert rolls(match.act(f"move {MAN}")) == []


@clause("kenshin", "10-2-1", "10-2-1 success", "10-2-1 failure", "2-2-1(5)")
@pytest.mark.parametrize(
    ("name", "die", "success"),
    [
        ("kakizaki_haruie", 3, True), ("kakizaki_haruie", 4, False),
        ("uesugi_kenshin", 5, True), ("uesugi_kenshin", 6, False),
        ("honganji_monto", 1, True), ("honganji_monto", 2, False),
    ],
)  # fmt: skip
def test_a_die_not_above_the_action_points_succeeds(name: str, die: int, success: bool) -> None:
    match = compose_for_checks({name: FIELD}, [die, 1])
    events = match.act(f"check {name}")
    assert len(of_kind(events, "checked")) == success
    assert len(of_kind(events, "check_failed")) == (not success)
    assert len(rolls(events, "attrition")) == (not success)
    if success:
        assert points_left(match) == 6
        match.act("to 4811")
        assert at(match, name) == "4811"
    else:
        assert decision_of(match).name == "force"
        assert at(match, name) == FIELD


@clause("kenshin", "10-2-1")
def test_without_action_points_every_check_fails() -> None:
    """K-63."""
    match = compose_for_checks({MAN: {"hex": FIELD, "action": 0}}, [1, 1])
    assert data_of(match.act(f"check {MAN}"), "check_failed", "unit") == [MAN]


@clause("kenshin", "10-2-1 failure", "9-4-7")
@pytest.mark.parametrize(("die", "lost"), [(1, 0), (3, 0), (5, 1)])
def test_a_failed_check_is_followed_by_attrition_at_once(die: int, lost: int) -> None:
    match = compose_for_checks({MAN: FIELD}, [6, die])
    events = match.act(f"check {MAN}")
    assert [roll["purpose"] for roll in rolls(events)] == ["action_check", "attrition"]
    assert roll_of(events, "attrition")["strength"] == 2
    assert steps(match, MAN) == 2 - lost


@clause("kenshin", "10-2-1 failure", "9-4-7")
def test_the_clans_of_a_force_suffer_a_failed_check_together() -> None:
    """K-22: Kenshin with a man of the Kaga Ikki and one of Honganji, six steps, one die."""
    units = force(FIELD, "uesugi_kenshin", "uno_yasuharu", "honganji_monto")
    events = compose_for_checks(units, [6, 1]).act("check uesugi_kenshin")
    (roll,) = rolls(events, "attrition")
    assert roll["strength"] == 6


@clause("kenshin", "10-2-2")
def test_each_force_checks_once_a_phase_and_any_number_of_forces_may() -> None:
    units = {MAN: FIELD, "uesugi_kagetora": "4811", "jinbo_ujiharu": "4812"}
    match = compose_for_checks(units, [6, 1, 3, 2])
    match.act(f"check {MAN}")
    barred(match, f"check {MAN}", "10-2-2 has_moved")
    match.act("check uesugi_kagetora")
    refused(match, "check jinbo_ujiharu")  # Kagetora marches
    match.act("halt")
    barred(match, "check uesugi_kagetora", "10-2-2 has_moved")
    assert data_of(match.act("check jinbo_ujiharu"), "checked", "unit") == ["jinbo_ujiharu"]


@clause("kenshin", "10-2-2")
def test_a_force_that_moved_may_march_again_in_the_forced_march_of_the_same_turn() -> None:
    """K-63."""
    match = compose({MAN: "4806", **UESUGI, **ODA}, around=FIELD, dice=[1])
    acts(match, f"move {MAN}", "to 4812", "end", "end")
    assert match.view(None)["phase"] == "uesugi_forced_march"
    acts(match, f"check {MAN}", "to 4810")
    assert at(match, MAN) == "4810"


@clause("kenshin", "10 checks", "2-2-1(5) back")
def test_a_reduced_leader_cannot_check_and_reduced_followers_do_not_matter() -> None:
    """K-63, K-93."""
    reduced = {"hex": FIELD, "leader": MAN, "steps": 1}
    match = compose_for_checks({MAN: FIELD, "jinbo_ujiharu": reduced, "naoe_nobutsuna": reduced}, [3])
    match.act(f"check {MAN}")
    assert points_left(match) == 6
    match = compose_for_checks({MAN: {"hex": FIELD, "steps": 1}, "jinbo_ujiharu": {"hex": FIELD, "leader": MAN}}, [])
    barred(match, f"check {MAN}", "2-2-1(5) back reduced")
