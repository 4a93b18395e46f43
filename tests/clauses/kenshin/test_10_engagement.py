"""10-7: Engagement markers, the units they hold and the attacks they oblige."""

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
    choices,
    compose,
    data_of,
    decision_of,
    force,
    garrison,
    march,
    neighbours,
    of_kind,
    options_of,
    phase_of,
    points_left,
    roll_of,
    to_phase,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

MAN, FOE = "kakizaki_haruie", "maeda_toshiie"
# Rolls with which two or three units make no hit.
NOBODY = [1, 2, 1, 2]


def march_towards(start: str = FIELD, foes: dict[str, Any] | None = None, **more: Any) -> Match:
    """Begin a march with Maeda in 4811, or with other foes; UESUGI and ODA are far away."""
    match = compose({MAN: start, **(foes or {FOE: "4811"}), **UESUGI, **ODA}, **{"around": FIELD, **more})
    march(match, MAN)
    return match


# --- placing --------------------------------------------------------------------------------------------------------


@clause("kenshin", "10-7", "10-7-1")
def test_a_force_engages_an_adjacent_enemy_at_the_start_of_its_march() -> None:
    match = march_towards()
    events = match.act("engage 4811")
    assert of_kind(events, "engaged") == [{"unit": MAN, "hex": "4811"}]
    assert unit(match, MAN)["bound"] == "4811"
    assert unit(match, FOE)["pinned"] is True
    assert decision_of(match).name == "force"  # its march is over (K-57)
    barred(match, f"move {MAN}", "10-6-4 engaged")


@clause("kenshin", "10-7", "10-7-1")
@pytest.mark.parametrize(("start", "engages"), [("4807", True), ("4806", False)])
def test_engaging_during_a_march_costs_one_point(start: str, engages: bool) -> None:
    """To 4811, beside Maeda, it is 5 points from 4807 and 6 from 4806."""
    match = march_towards(start, {FOE: "4812"})
    match.act("to 4811")
    if not engages:
        assert decision_of(match).name == "force"
        assert "bound" not in unit(match, MAN)
        return
    assert points_left(match) == 1
    match.act("engage 4812")
    assert unit(match, MAN)["bound"] == "4812"


@clause("kenshin", "10-7-1")
def test_engaging_costs_one_point_on_any_ground() -> None:
    """With one point left the force engages foothills beyond a river, which it could not overrun."""
    ground = {"terrain": {"4812": "foothills"}, "sides": {f"4812-{hex_id}": "river" for hex_id in neighbours("4812")}}
    match = march_towards("4807", {FOE: "4812"}, **ground)
    match.act("to 4811")
    assert points_left(match) == 1
    allowed(match, "engage 4812")
    barred(match, "overrun 4812", "14-7-1 out_of_points")


FUKASHI: dict[str, Any] = {"around": "5114", "radius": 2, "castles": {"fukashi": {"holder": "oda"}}}


@clause("kenshin", "10-7")
@pytest.mark.parametrize(("start", "foes", "ground", "target", "reason"), [
    (FIELD,   {FOE: "4812"},            {},       "4812",  "10-7 not_adjacent"),
    (FIELD,   {FOE: "4812"},            {},       "4811",  "10-7 nobody_there"),
    ("5113",  garrison("5114", FOE),    FUKASHI,  "5114",  "10-7 nobody_there"),
])  # fmt: skip
def test_only_adjacent_enemies_in_the_open_are_engaged(
    start: str, foes: dict[str, Any], ground: dict[str, Any], target: str, reason: str
) -> None:
    barred(march_towards(start, foes, **ground), f"engage {target}", reason)


@clause("kenshin", "10-7", "10-6-1")
def test_nobody_is_engaged_across_water() -> None:
    """K-57."""
    match = march_towards(sides={f"{FIELD}-4811": "water"})
    barred(match, "engage 4811", "10-6-1 water_between")


@clause("kenshin", "10-7", "10-2-1 success")
@pytest.mark.parametrize(("phase", "mover", "foe"), [
    ("oda_reaction", FOE, MAN), ("uesugi_forced_march", MAN, FOE),
    ("uesugi_reaction", MAN, FOE), ("oda_forced_march", FOE, MAN),
])  # fmt: skip
def test_a_force_engages_after_an_action_check_in_the_same_way(phase: str, mover: str, foe: str) -> None:
    match = compose({mover: FIELD, foe: "4811", **UESUGI, **ODA}, around=FIELD, phase=phase, dice=[1])
    acts(match, f"check {mover}", "engage 4811")
    assert unit(match, mover)["bound"] == "4811"
    assert unit(match, foe)["pinned"] is True


# --- the units that a marker holds ----------------------------------------------------------------------------------


@clause("kenshin", "10-7 effect", "10-7-2", "10-6-4")
def test_neither_side_of_a_marker_checks_or_moves_before_the_battle() -> None:
    match = march_towards(foes={FOE: "4811", "sasa_narimasa": "4813", "jinbo_ujiharu": "4808"})
    acts(match, "engage 4811", "end")
    assert phase_of(match)[1] == "oda_reaction"
    barred(match, f"check {FOE}", "10-7-2 engaged")
    allowed(match, "check sasa_narimasa")
    match.act("end")
    assert phase_of(match)[1] == "uesugi_forced_march"
    barred(match, f"check {MAN}", "10-7-2 engaged")
    allowed(match, "check jinbo_ujiharu")


@clause("kenshin", "10-6-4")
@pytest.mark.parametrize("entry", [{"bound": "4811"}, {"pinned": True}])
def test_a_force_with_a_marker_on_it_neither_marches_nor_fortifies(entry: dict[str, Any]) -> None:
    other = {"pinned": True} if "bound" in entry else {"bound": FIELD}
    match = compose({MAN: {"hex": FIELD, **entry}, FOE: {"hex": "4811", **other}, **UESUGI, **ODA}, around=FIELD)
    barred(match, f"move {MAN}", "10-6-4 engaged")
    allowed(match, "move saito_tomonobu")


@clause("kenshin", "10-7", "14-7-5")
def test_one_marker_holds_all_units_then_in_the_hex() -> None:
    """K-56: a unit that comes later is not held, and is attacked with the others."""
    units = {FOE: "4811", "sasa_narimasa": "4811", "fuwa_mitsuharu": "4812"}
    match = march_towards(foes=units, dice=[1, *NOBODY])
    acts(match, "engage 4811", "end")
    assert [unit(match, name).get("pinned") for name in units] == [True, True, None]
    acts(match, "check fuwa_mitsuharu", "to 4811", "halt", "end")
    assert "pinned" not in unit(match, "fuwa_mitsuharu")
    to_phase(match, "uesugi_combat")
    assert turn_of(match) == ("ability", "oda")  # the battle has begun by itself
    events = match.act(f"under {FOE}")
    assert roll_of(events, "defence")["strength"] == 6


@clause("kenshin", "10-7")
def test_by_option_a_marker_holds_one_force() -> None:
    match = march_towards(foes={FOE: "4811", "sasa_narimasa": "4811"}, options={"engage_single_force": True})
    match.act("engage 4811")
    assert turn_of(match) == ("pin", "uesugi")
    assert options_of(match) == {f"pin {FOE}", "pin sasa_narimasa"}
    match.act("pin sasa_narimasa")
    assert unit(match, "sasa_narimasa")["pinned"] is True
    assert "pinned" not in unit(match, FOE)
    match.act("end")
    allowed(match, f"check {FOE}")
    barred(match, "check sasa_narimasa", "10-7-2 engaged")


# --- who must fight -------------------------------------------------------------------------------------------------


@clause("kenshin", "10-7-3", "10-7 effect")
def test_a_force_that_placed_a_marker_must_attack_that_hex() -> None:
    """Of two targets the force is bound to one; Jinbo is free to choose."""
    units = {MAN: {"hex": FIELD, "bound": "4811"}, FOE: {"hex": "4811", "pinned": True}, "sasa_narimasa": "4809",
             "jinbo_ujiharu": FIELD, **ODA}  # fmt: skip
    match = compose(units, around=FIELD, phase="uesugi_combat", dice=NOBODY)
    barred(match, "end", "10-7-3 bound")
    allowed(match, "attack jinbo_ujiharu")
    events = acts(match, f"attack {MAN}")
    assert decision_of(match).name == "join"
    events += match.act("fight")
    assert of_kind(events, "field_battle") == [{"unit": MAN, "from_hex": FIELD, "hex": "4811"}]


@clause("kenshin", "10-7-3")
def test_a_force_without_a_marker_need_not_attack() -> None:
    match = compose({MAN: FIELD, FOE: "4811", **ODA}, around=FIELD, phase="uesugi_combat")
    allowed(match, "end", f"attack {MAN}")


@clause("kenshin", "10-7-3")
def test_the_battle_removes_the_marker() -> None:
    match = compose({MAN: {"hex": FIELD, "bound": "4811"}, FOE: {"hex": "4811", "pinned": True}, **UESUGI, **ODA},
                    around=FIELD, phase="uesugi_combat", dice=NOBODY)  # fmt: skip
    assert turn_of(match) == ("break_off", "uesugi")  # an owed attack with one target begins by itself
    acts(match, "retreat", "let_go", "back 4809", "halt")
    to_phase(match, "oda_movement")
    assert "bound" not in unit(match, MAN)
    assert "pinned" not in unit(match, FOE)
    allowed(match, f"move {FOE}")


@clause("kenshin", "10-7-3", "12-1-9")
def test_a_marker_of_a_reaction_is_fought_in_the_other_sides_combat_phase() -> None:
    """K-58: with the reacting side as attacker; K-59: after the battles of the phasing side."""
    match = compose({MAN: FIELD, FOE: "4811", **UESUGI, **ODA}, around=FIELD, phase="oda_reaction", dice=[1, *NOBODY])
    acts(match, f"check {FOE}", f"engage {FIELD}", "end")
    assert phase_of(match)[1] == "uesugi_forced_march"
    barred(match, f"check {MAN}", "10-7-2 engaged")
    match.act("end")
    assert turn_of(match) == ("combat", "uesugi")
    events = match.act("end")
    assert phase_of(match)[1] == "uesugi_combat"
    assert of_kind(events, "field_battle") == [{"unit": FOE, "from_hex": "4811", "hex": FIELD}]
    assert turn_of(match) == ("break_off", "oda")


@clause("kenshin", "10-7-3")
def test_a_force_that_owes_an_attack_may_be_attacked_first_and_still_attacks() -> None:
    """K-59: Maeda has engaged Jinbo; Kakizaki attacks Maeda first and gives up."""
    units = {MAN: FIELD, FOE: {"hex": "4811", "bound": "4812"}, "jinbo_ujiharu": {"hex": "4812", "pinned": True}}
    match = compose({**units, **UESUGI, **ODA}, around=FIELD, phase="uesugi_combat", dice=[*NOBODY, *NOBODY])
    assert data_of(match.act(f"attack {MAN}"), "field_battle", "hex") == ["4811"]
    acts(match, "retreat", "let_go", "back 4809", "halt", "stay")
    assert turn_of(match) == ("combat", "uesugi")
    events = match.act("end")
    assert of_kind(events, "field_battle") == [{"unit": FOE, "from_hex": "4811", "hex": "4812"}]


@clause("kenshin", "10-7-3")
def test_an_attack_that_has_no_target_left_is_not_owed() -> None:
    """K-59: Kagekatsu's force first kills Maeda, who has one step (7 + 1 on the row of 8 is one hit)."""
    units = {
        **force("4812", "uesugi_kagekatsu", "jinbo_ujiharu", "naoe_nobutsuna", "jojo_masashige", bound="4811"),
        MAN: {"hex": FIELD, "bound": "4811"},
        FOE: {"hex": "4811", "steps": 1, "pinned": True},
        **UESUGI, **ODA,
    }  # fmt: skip
    match = compose(units, around=FIELD, phase="uesugi_combat", dice=[3, 4, 1, 2])
    assert choices(match, "attack") == {"uesugi_kagekatsu", MAN}
    events = match.act("attack uesugi_kagekatsu")
    assert data_of(events, "killed", "unit") == [FOE]
    events += match.act("stay")
    assert phase_of(match)[1] == "oda_movement"
    assert data_of(events, "field_battle", "unit") == ["uesugi_kagekatsu"]
    assert {"unit": MAN, "hex": "4811"} in of_kind(events, "marker_off")
    assert "bound" not in unit(match, MAN)
