"""12-2-1 and 12-2-2: ground, rivers, fortifications and the abilities of the leaders."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.fights import (
    HERE,
    HONJO,
    JINBO,
    KAGETORA,
    KAKIZAKI,
    MAEDA,
    MINE,
    NAOE,
    NOBUKATSU,
    SASA,
    SHIBATA,
    THEIRS,
    THERE,
    compose_field,
    end_battle,
    fight_until_pursuit,
    reduce_units,
    strengths,
)
from tests.clauses.kenshin.table import acts, decision_of, force, modifiers_of, options_of, roll_of, rolls, turn_of
from tests.clauses.reasons import barred
from tests.support import clause

FORTIFIED = {"fortified": {THERE: ["oda"]}}


def modifiers(mine: int = 3, theirs: int = 3, **entries: Any) -> tuple[dict[str, int], dict[str, int]]:
    """Return the modifiers of attacker and defender, two busho of these abilities; check that the rolls add them up."""
    match = compose_field(
        {JINBO: {"hex": HERE, "ability": mine}}, {MAEDA: {"hex": THERE, "ability": theirs}}, 7, 7, **entries
    )
    found = []
    for roll in rolls(match.act(f"attack {JINBO}"), "attack", "defence"):
        assert roll["value"] == sum(modifiers_of(roll).values())
        assert roll["total"] == 7 + roll["value"]
        found.append(modifiers_of(roll))
    return found[0], found[1]


# --- 12-2-1 ---------------------------------------------------------------------------------------------------------


@clause("kenshin", "12-2-1 A(1)", "12-2-1 D(1)")
@pytest.mark.parametrize("ground", ["flat", "rough", "foothills"])
def test_foothills_hamper_the_attacker_and_help_the_defender(ground: str) -> None:
    """Rough ground does nothing (K-03)."""
    expected = ({"12-2-1 A(1)": -1}, {"12-2-1 D(1)": 1}) if ground == "foothills" else ({}, {})
    assert modifiers(terrain={THERE: ground}) == expected


@clause("kenshin", "12-2-1 A(1)", "12-2-1 D(1)")
def test_the_attackers_own_ground_does_not_count() -> None:
    assert modifiers(terrain={HERE: "foothills"}) == ({}, {})


@clause("kenshin", "12-2-1 A(2)", "12-2-1 D(2)")
@pytest.mark.parametrize("side", ["river", "ford", "bridge"])
def test_a_river_between_the_hexes_takes_one_from_both_sides(side: str) -> None:
    """K-01; fords and bridges are rivers (K-98)."""
    assert modifiers(sides={f"{HERE}-{THERE}": side}) == ({"12-2-1 A(2)": -1}, {"12-2-1 D(2)": -1})


@clause("kenshin", "12-2-1 A(2)", "12-2-1 D(2)")
def test_a_river_on_another_hexside_does_nothing() -> None:
    assert modifiers(sides={f"{HERE}-4909": "river", f"{THERE}-4812": "river"}) == ({}, {})


@clause("kenshin", "12-2-1 A(2)", "12-2-1 D(2)")
@pytest.mark.parametrize(("option", "defence"), [(-1, {"12-2-1 D(2)": -1}), (0, {}), (1, {"12-2-1 D(2)": 1})])
def test_an_option_changes_what_a_river_does_to_the_defender(option: int, defence: dict[str, int]) -> None:
    """K-01: the attacker's number never changes."""
    options = {"river_defender": option}
    assert modifiers(sides={f"{HERE}-{THERE}": "river"}, options=options) == ({"12-2-1 A(2)": -1}, defence)


@clause("kenshin", "12-2-1 A(3)", "12-2-1 D(3)")
@pytest.mark.parametrize(("mine", "theirs"), [(6, 0), (4, 3), (3, 4), (0, 6)])
def test_the_whole_difference_of_the_abilities_counts(mine: int, theirs: int) -> None:
    assert modifiers(mine, theirs) == ({"12-2-1 A(3)": mine - theirs}, {"12-2-1 D(3)": theirs - mine})


@clause("kenshin", "12-2-1 A(3)", "12-2-1 D(3)")
def test_equal_abilities_change_nothing() -> None:
    assert modifiers(5, 5) == ({}, {})


@clause("kenshin", "12-2-1 cumulative", "10-8 bonus")
@pytest.mark.parametrize(("option", "attack"), [(0, {}), (-1, {"10-8 bonus": -1})])
def test_a_fortification_helps_the_defender(option: int, attack: dict[str, int]) -> None:
    """K-04: and by option hampers the attacker."""
    found = modifiers(state=FORTIFIED, options={"fortification_attacker": option})
    assert found == (attack, {"10-8 bonus": 1})


@clause("kenshin", "10-8 bonus")
def test_the_attackers_own_fortification_does_nothing() -> None:
    assert modifiers(state={"fortified": {HERE: ["uesugi"]}}) == ({}, {})


@clause("kenshin", "12-2-1 cumulative", "12-2-1 D(1)", "10-8 bonus")
def test_fortified_foothills_give_the_defender_two() -> None:
    attack, defence = modifiers(terrain={THERE: "foothills"}, state=FORTIFIED)
    assert attack == {"12-2-1 A(1)": -1}
    assert defence == {"12-2-1 D(1)": 1, "10-8 bonus": 1}


@clause("kenshin", "12-2-1 cumulative", "12-2-1 A(1)", "12-2-1 A(2)", "12-2-1 A(3)", "12-2-1 D(3)")
def test_all_modifiers_add_up() -> None:
    found = modifiers(5, 3, terrain={THERE: "foothills"}, sides={f"{HERE}-{THERE}": "river"}, state=FORTIFIED)
    assert found == (
        {"12-2-1 A(1)": -1, "12-2-1 A(2)": -1, "12-2-1 A(3)": 2},
        {"12-2-1 D(1)": 1, "12-2-1 D(2)": -1, "12-2-1 D(3)": -2, "10-8 bonus": 1},
    )


@clause("kenshin", "12-2")
def test_each_side_reads_the_row_of_its_own_strength() -> None:
    """Steps are strength: one of a reduced unit."""
    mine = reduce_units(MINE, JINBO)
    theirs = force(THERE, SHIBATA, MAEDA, SASA, "fuwa_mitsuharu", "kanamori_nagachika", "hara_masashige")
    events = compose_field(mine, theirs, 2, 2).act(f"attack {KAKIZAKI}")
    assert [(roll["strength"], roll["row"]) for roll in rolls(events)] == [(5, "5-6"), (12, "11-15")]


# --- 12-2-2: whose ability ------------------------------------------------------------------------------------------


@clause("kenshin", "12-2-2")
@pytest.mark.parametrize(("commander", "led", "value"), [(KAGETORA, HONJO, {}), (KAKIZAKI, JINBO, {"12-2-1 A(3)": 1})])
def test_only_the_commander_of_a_force_counts(commander: str, led: str, value: dict[str, int]) -> None:
    """Kagetora 3 with Honjo 4, Kakizaki 4 with Jinbo 2, against Maeda 3."""
    match = compose_field(force(HERE, commander, led), {MAEDA: THERE}, 2, 2)
    assert modifiers_of(roll_of(match.act(f"attack {commander}"), "attack")) == value


@clause("kenshin", "12-2-2")
@pytest.mark.parametrize("left", [1, 2])
def test_a_reduced_commander_keeps_his_ability(left: int) -> None:
    """K-14."""
    match = compose_field(
        {KAKIZAKI: {"hex": HERE, "steps": left}, NAOE: {"hex": HERE, "leader": KAKIZAKI}}, {MAEDA: THERE}, 2, 2
    )
    roll = roll_of(match.act(f"attack {KAKIZAKI}"), "attack")
    assert (roll["strength"], modifiers_of(roll)) == (2 + left, {"12-2-1 A(3)": 1})


@clause("kenshin", "12-2-2 rank")
@pytest.mark.parametrize(
    ("forces", "ability"),
    [
        (("takeda_katsuyori", "saika_shu", "suzuki_shigehide"), 4),  # taisho 4, samuraidaisho 6, busho 5
        (("saika_shu", "suzuki_shigehide"), 6),
        ((KAGETORA, HONJO), 3),  # samuraidaisho 3, busho 4
        (("suzuki_shigehide",), 5),
    ],
)
def test_the_highest_rank_counts_not_the_highest_ability(forces: tuple[str, ...], ability: int) -> None:
    match = compose_field(dict.fromkeys(forces, HERE), {MAEDA: {"hex": THERE, "ability": 0}}, 2, 2)
    events = acts(match, f"attack {forces[0]}", *[f"join {name}" for name in forces[1:]])
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": ability}


@clause("kenshin", "12-2-2 rank", "12-1-5", "6-1-7")
def test_of_equal_rank_the_owner_chooses_attacker_first() -> None:
    """Kagetora 3, Kakizaki 4 and Honjo against Shibata 4 and Nobukatsu 2 (K-15)."""
    mine = {**force(HERE, KAGETORA, JINBO), KAKIZAKI: HERE, HONJO: HERE}
    match = compose_field(mine, {**THEIRS, NOBUKATSU: THERE}, 2, 2)
    acts(match, f"attack {KAGETORA}", f"join {KAKIZAKI}", f"join {HONJO}")
    assert turn_of(match) == ("ability", "uesugi")
    assert options_of(match) == {f"under {KAGETORA}", f"under {KAKIZAKI}"}
    barred(match, f"under {HONJO}", "12-2-2 rank lower_rank")
    barred(match, f"under {JINBO}", "6-1-7 is_led")
    told = match.act(f"under {KAGETORA}")
    assert [dict(event.data) for event in told if event.kind == "ability_counts"] == [{"unit": KAGETORA, "hex": THERE}]
    assert all(event.is_visible_to("oda") for event in told)
    assert turn_of(match) == ("ability", "oda")
    assert options_of(match) == {f"under {SHIBATA}", f"under {NOBUKATSU}"}
    events = match.act(f"under {NOBUKATSU}")
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": 1}


@clause("kenshin", "12-2-2 rank")
def test_the_owner_chooses_among_several_busho_too() -> None:
    match = compose_field({JINBO: HERE, HONJO: HERE}, {MAEDA: THERE}, 2, 2)
    acts(match, f"attack {JINBO}", f"join {HONJO}")
    assert options_of(match) == {f"under {JINBO}", f"under {HONJO}"}
    events = match.act(f"under {JINBO}")
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": -1}


@clause("kenshin", "12-2-2 rank", "12-5-3")
def test_the_choice_holds_for_the_whole_battle_and_its_pursuit() -> None:
    """Kagetora 3 against Maeda 0 although Kakizaki with 4 is there."""
    match = compose_field({KAGETORA: HERE, KAKIZAKI: HERE}, {MAEDA: {"hex": THERE, "ability": 0}}, 2, 2, 2, 2, 2)
    acts(match, f"attack {KAGETORA}", f"join {KAKIZAKI}")
    match.act(f"under {KAGETORA}")
    match.act("fight_on")
    events = match.act("fight_on")
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": 3}
    fight_until_pursuit(match, "oda")
    assert modifiers_of(roll_of(match.act("pursue"), "pursuit")) == {"12-5-3": 3}


@clause("kenshin", "12-2-2 rank")
def test_when_the_chosen_leader_falls_the_next_in_rank_counts() -> None:
    """Kagetora 3 falls, Honjo 4 is left: Shibata 4 pursues without a modifier, not with 1 (K-15)."""
    mine = {KAGETORA: {"hex": HERE, "steps": 1}, HONJO: {"hex": HERE, "steps": 1}}
    match = compose_field(mine, THEIRS, 2, 7, 2)  # 7 and 1 on the row of 5 and 6: one hit
    events = acts(match, f"attack {KAGETORA}", f"join {HONJO}")
    assert modifiers_of(roll_of(events, "defence")) == {"12-2-1 D(3)": 1}
    match.act(f"lose {KAGETORA}")
    assert turn_of(match) == ("pursuit", "oda")
    assert modifiers_of(roll_of(match.act("pursue"), "pursuit")) == {}


@clause("kenshin", "12-2-2 rank")
def test_when_the_chosen_leader_falls_the_owner_chooses_again() -> None:
    """Before the next dice. Kagetora 3 falls; of Kakizaki 4 and Nagachika 3 the latter is taken against Shibata 4."""
    mine = {name: {"hex": HERE, "steps": 1} for name in (KAGETORA, KAKIZAKI, "kawada_nagachika")}
    match = compose_field(mine, THEIRS, 2, 7, 2)
    acts(match, f"attack {KAGETORA}", f"join {KAKIZAKI}", "join kawada_nagachika", f"under {KAGETORA}")
    asked, events = [], match.act(f"lose {KAGETORA}")
    while decision_of(match).name in ("pursuit", "ability"):
        asked.append(turn_of(match))
        if decision_of(match).name == "ability":
            assert options_of(match) == {f"under {KAKIZAKI}", "under kawada_nagachika"}
        events += match.act("pursue" if decision_of(match).name == "pursuit" else "under kawada_nagachika")
    assert sorted(asked) == [("ability", "uesugi"), ("pursuit", "oda")]
    assert modifiers_of(roll_of(events, "pursuit")) == {"12-5-3": 1}


@clause("kenshin", "12-2-1 cumulative", "10-8 bonus")
def test_a_fortification_is_removed_with_the_last_unit_of_its_side() -> None:
    """K-04: it belongs to the hex and stays while any unit of its side is there."""
    match = compose_field(MINE, {**THEIRS, NOBUKATSU: THERE}, 2, 2, state=FORTIFIED)
    events = acts(match, f"attack {KAKIZAKI}", f"under {SHIBATA}")
    assert modifiers_of(roll_of(events, "defence")) == {"10-8 bonus": 1}
    assert strengths(events) == [6, 8]
    assert THERE in match.view(None)["fortified"]
    end_battle(match, "oda")
    assert THERE not in match.view(None)["fortified"]
