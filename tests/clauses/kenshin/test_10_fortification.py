"""10-8: Fortification markers."""

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
    compose,
    data_of,
    decision_of,
    force,
    garrison,
    march,
    modifiers_of,
    of_kind,
    roll_of,
    rolls,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

MAN, FOE = "kakizaki_haruie", "maeda_toshiie"
NOBODY = [1, 2, 1, 2]


def markers_of(match: Match) -> dict[str, list[str]]:
    """Return the Fortification markers on the map: the sides in each hex."""
    return {hex_id: list(sides) for hex_id, sides in match.view(None)["fortified"].items()}


# --- building -------------------------------------------------------------------------------------------------------


@clause("kenshin", "10-8")
def test_a_force_fortifies_instead_of_moving() -> None:
    match = compose({MAN: FIELD, **UESUGI, **ODA}, around=FIELD)
    events = acts(match, f"move {MAN}", "fortify")
    assert of_kind(events, "fortified") == [{"unit": MAN, "hex": FIELD}]
    assert markers_of(match) == {FIELD: ["uesugi"]}
    assert decision_of(match).name == "force"
    barred(match, f"move {MAN}", "10-3-1 has_moved")


@clause("kenshin", "10-8")
def test_fortifying_takes_the_whole_allowance() -> None:
    match = compose({MAN: FIELD, **UESUGI, **ODA}, around=FIELD)
    march(match, MAN)
    allowed(match, "fortify")
    match.act("to 4811")
    barred(match, "fortify", "10-8 points_spent")


@clause("kenshin", "10-8")
@pytest.mark.parametrize(("leader", "units", "state", "reason"), [
    (MAN,                 garrison("5604", MAN),                 {},                                 "10-8 inside"),
    ("jinbo_ujiharu",     {MAN: FIELD, "jinbo_ujiharu": FIELD},  {"fortified": {FIELD: ["uesugi"]}}, "10-8 fortified"),
    ("kikkawa_motoharu",  {"kikkawa_motoharu": "box"},           {},                                 "10-8 in_the_box"),
])  # fmt: skip
def test_a_force_cannot_fortify_here(leader: str, units: dict[str, Any], state: dict[str, Any], reason: str) -> None:
    """K-04: inside a castle, where a marker lies already, in the box."""
    match = compose({**units, **ODA}, around=FIELD, state=state)
    march(match, leader)
    barred(match, "fortify", reason)


@clause("kenshin", "10-8 check", "10-8")
@pytest.mark.parametrize(("phase", "name"), [
    ("uesugi_forced_march", MAN), ("uesugi_reaction", MAN), ("oda_reaction", FOE), ("oda_forced_march", FOE),
])  # fmt: skip
def test_fortifying_in_reaction_and_forced_march_needs_a_check(phase: str, name: str) -> None:
    match = compose({name: FIELD, **UESUGI, **ODA}, around=FIELD, phase=phase, dice=[1])
    barred(match, f"move {name}", "10-2 check_first")
    acts(match, f"check {name}", "fortify")
    assert list(markers_of(match)) == [FIELD]
    match = compose({name: FIELD, **UESUGI, **ODA}, around=FIELD, phase=phase, dice=[6, 1])
    match.act(f"check {name}")
    assert decision_of(match).name == "force"
    assert markers_of(match) == {}


# --- what it is worth -----------------------------------------------------------------------------------------------


def battle_modifiers(
    ground: str = "flat", sides: tuple[str, ...] = ("oda",), **more: Any
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the modifiers of attacker and defender, equals in ability, with Fortification markers of these sides."""
    units = {"uesugi_kagetora": FIELD, FOE: "4811", **UESUGI, **ODA}
    marks = {"oda": "4811", "uesugi": FIELD}
    state = {"fortified": {marks[side]: [side] for side in sides}}
    match = compose(
        units, around=FIELD, phase="uesugi_combat", dice=NOBODY, terrain={"4811": ground}, state=state, **more
    )
    events = match.act("attack uesugi_kagetora")
    return modifiers_of(roll_of(events, "attack")), modifiers_of(roll_of(events, "defence"))


@clause("kenshin", "10-8 bonus", "12-2-1 cumulative")
def test_a_fortified_defender_adds_one_and_two_in_foothills() -> None:
    """K-04: nothing for the attacker."""
    assert battle_modifiers() == ({}, {"10-8 bonus": 1})
    assert battle_modifiers("foothills") == ({"12-2-1 A(1)": -1}, {"12-2-1 D(1)": 1, "10-8 bonus": 1})


@clause("kenshin", "10-8 bonus")
def test_a_fortification_does_not_help_an_attacker() -> None:
    assert battle_modifiers(sides=("uesugi",)) == ({}, {})


@clause("kenshin", "10-8 bonus")
def test_by_option_a_fortification_takes_one_from_the_attacker() -> None:
    """K-04."""
    assert battle_modifiers(options={"fortification_attacker": -1}) == ({"10-8 bonus": -1}, {"10-8 bonus": 1})


@clause("kenshin", "10-8 bonus", "10-8-1")
def test_a_fortification_helps_every_unit_of_its_side_in_the_hex() -> None:
    """Maeda, who fortified, has left, and Sasa has come later."""
    units = {FOE: "4811", "sasa_narimasa": "4811", "uesugi_kagetora": "4813", **UESUGI, **ODA}
    match = compose(units, around=FIELD, phase="oda_movement", state={"fortified": {"4811": ["oda"]}})
    acts(match, f"move {FOE}", "to 4810", "halt")
    assert markers_of(match) == {"4811": ["oda"]}
    units = {"sasa_narimasa": "4811", "uesugi_kagetora": FIELD, **UESUGI, **ODA}
    match = compose(units, around=FIELD, phase="uesugi_combat", state={"fortified": {"4811": ["oda"]}}, dice=NOBODY)
    assert modifiers_of(roll_of(match.act("attack uesugi_kagetora"), "defence")) == {"10-8 bonus": 1}


@clause("kenshin", "10-8 bonus", "14")
def test_a_fortification_counts_in_overruns() -> None:
    """K-04."""
    units = {"uesugi_kagetora": FIELD, FOE: "4811", **UESUGI, **ODA}
    match = compose(units, around=FIELD, dice=NOBODY, state={"fortified": {"4811": ["oda"]}})
    events = acts(match, "move uesugi_kagetora", "overrun 4811")
    assert modifiers_of(roll_of(events, "defence")) == {"10-8 bonus": 1}


@clause("kenshin", "10-8 bonus", "12-5-3")
def test_a_fortification_does_not_count_in_pursuit() -> None:
    """K-04: Kagetora attacks fortified foothills, gives up and is pursued by Maeda, his equal."""
    units = {**force(FIELD, "uesugi_kagetora", "jinbo_ujiharu"), FOE: "4811", **UESUGI, **ODA}
    match = compose(units, around=FIELD, phase="uesugi_combat", dice=[*NOBODY, 1, 2], terrain={"4811": "foothills"},
                    state={"fortified": {"4811": ["oda"]}})  # fmt: skip
    events = acts(match, "attack uesugi_kagetora", "retreat", "pursue")
    (pursuit,) = rolls(events, "pursuit")
    assert modifiers_of(pursuit) == {}


# --- how it goes ----------------------------------------------------------------------------------------------------


@clause("kenshin", "10-8-1")
def test_a_fortification_stays_until_the_last_force_of_its_side_has_left() -> None:
    units = {MAN: FIELD, "jinbo_ujiharu": FIELD, **UESUGI, **ODA}
    match = compose(units, around=FIELD, state={"fortified": {FIELD: ["uesugi"]}})
    events = acts(match, f"move {MAN}", "to 4811", "halt")
    assert of_kind(events, "fortification_gone") == []
    assert markers_of(match) == {FIELD: ["uesugi"]}
    events = acts(match, "move jinbo_ujiharu", "to 4811", "halt")
    assert data_of(events, "fortification_gone", "hex") == [FIELD]
    assert markers_of(match) == {}


@clause("kenshin", "10-8-1")
def test_a_fortification_is_removed_when_its_units_die_or_retreat() -> None:
    """K-04: by whatever cause. Maeda, of one step, must retreat."""
    units = {MAN: FIELD, FOE: {"hex": "4811", "steps": 1}, **UESUGI, **ODA}
    match = compose(units, around=FIELD, phase="uesugi_combat", dice=NOBODY, state={"fortified": {"4811": ["oda"]}})
    events = acts(match, f"attack {MAN}", "let_go", "back 4812", "halt")
    assert data_of(events, "fortification_gone", "hex") == ["4811"]
    assert markers_of(match) == {}


@clause("kenshin", "10-8-1")
def test_the_owner_may_remove_a_fortification() -> None:
    units = {MAN: FIELD, FOE: "4812", **UESUGI, **ODA}
    match = compose(units, around=FIELD, state={"fortified": {FIELD: ["uesugi"], "4812": ["oda"]}})
    barred(match, "raze 4812", "10-8-1 no_marker")
    barred(match, "raze 4811", "10-8-1 no_marker")
    match.act(f"raze {FIELD}")
    assert markers_of(match) == {"4812": ["oda"]}
    allowed(match, f"move {MAN}")
    assert "done" not in unit(match, MAN)
