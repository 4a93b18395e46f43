"""13-2 to 13-4: storming a castle: the strengths and modifiers of both sides, and the losses."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.fights import (
    FORT,
    HONJO,
    JINBO,
    KAGETORA,
    KAKIZAKI,
    KENSHIN,
    MAEDA,
    MEN,
    NAOE,
    SASA,
    SHIBATA,
    compose_siege,
    fort,
    reduce_units,
    strengths,
)
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
    modifiers_of,
    of_kind,
    options_of,
    roll_of,
    rolls,
    score,
    steps,
    turn_of,
)
from tests.clauses.reasons import barred
from tests.support import clause

ENDO = "endo_yoshitaka"
STORMERS = force(FORT, KAKIZAKI, JINBO, NAOE)  # ability 4, strength 6


def modifiers(mine: int, theirs: int | None, strength: int, **entries: Any) -> tuple[dict[str, int], dict[str, int]]:
    """Return the modifiers of an assault for the abilities of both leaders and the strength of the castle.

    With None for `theirs` nobody is inside.
    """
    units: dict[str, Any] = {HONJO: {"hex": FORT, "ability": mine}}
    if theirs is not None:
        units[ENDO] = {"hex": FORT, "inside": True, "ability": theirs}
    match = compose_siege(units, 5, 5, castles=fort(5, strength), **entries)
    events = match.act(f"assault {HONJO}")
    for roll in rolls(events):
        assert roll["value"] == sum(modifiers_of(roll).values())
        assert roll["total"] == 5 + roll["value"]
    return modifiers_of(roll_of(events, "assault")), modifiers_of(roll_of(events, "garrison"))


# --- who may --------------------------------------------------------------------------------------------------------


@clause("kenshin", "13-2", "11(2)", "13-3")
def test_an_assault_lowers_the_durability() -> None:
    """9 - 1 = 8 on the row of 5 and 6: one hit, and nobody inside to take it."""
    match = compose_siege(STORMERS, 9, 3, castles=fort(5, 1))
    events = match.act(f"assault {KAKIZAKI}")
    assert [roll["purpose"] for roll in rolls(events)] == ["assault", "garrison"]
    assert of_kind(events, "assault") == [{"unit": KAKIZAKI, "castle": "hachiman"}]
    assert data_of(events, "round", "dealt") == [1]
    assert of_kind(events, "durability") == [{"castle": "hachiman", "count": 4}]
    assert castle(match, "hachiman")["durability"] == 4


@clause("kenshin", "13-2-1")
def test_only_forces_in_the_hex_of_the_castle_storm_it() -> None:
    match = compose_siege({**STORMERS, HONJO: "3817"})
    assert choices(match, "assault") == {KAKIZAKI}
    barred(match, f"assault {HONJO}", "13-2-1 no_enemy_castle")


@clause("kenshin", "13-2-2")
@pytest.mark.parametrize("castles", [{}, {"hachiman": {"marker": 0}}, {"hachiman": {"marker": 3}}])
def test_a_castle_may_be_stormed_without_an_investment(castles: dict[str, Any]) -> None:
    allowed(compose_siege(STORMERS, castles=castles), f"assault {KAKIZAKI}")


@clause("kenshin", "13-2-2")
def test_fewer_units_than_the_garrison_may_storm() -> None:
    match = compose_siege({HONJO: FORT, **garrison(FORT, ENDO, MAEDA, SASA)})
    assert options_of(match) == {f"assault {HONJO}", "end"}


@clause("kenshin", "13-3-1")
@pytest.mark.parametrize("together", [True, False])
def test_forces_storm_together_or_one_after_another(together: bool) -> None:
    """Each once in a phase (K-53)."""
    match = compose_siege({**STORMERS, HONJO: FORT}, 3, 3, 3, 3, castles=fort(5, 1))
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("storm", "uesugi")
    assert options_of(match) == {f"join {HONJO}", "fight"}
    barred(match, f"join {KAKIZAKI}", "13-3-1 takes_part")
    events = match.act(f"join {HONJO}" if together else "fight")
    assert strengths(events) == [8 if together else 6, 1]
    match.act("stop")
    if together:
        assert turn_of(match) == ("force", "oda")
        return
    assert choices(match, "assault") == {HONJO}
    barred(match, f"assault {KAKIZAKI}", "13-3-1 has_assaulted")
    assert strengths(match.act(f"assault {HONJO}")) == [2, 1]


@clause("kenshin", "13-3-2", "13-5 stop", "13-5-3")
def test_rounds_go_on_until_the_castle_falls_or_the_attacker_stops() -> None:
    """Three hits of one, each in a round of its own."""
    match = compose_siege(STORMERS, 9, 3, 9, 3, 9, 3, castles=fort(3, 1))
    match.act(f"assault {KAKIZAKI}")
    for left in (2, 1):
        assert turn_of(match) == ("press_on", "uesugi")
        assert options_of(match) == {"storm_on", "stop"}
        assert castle(match, "hachiman")["durability"] == left
        events = match.act("storm_on")
    assert of_kind(events, "castle_fell") == [{"castle": "hachiman", "seat": "uesugi"}]
    assert turn_of(match) == ("force", "oda")


# --- strengths ------------------------------------------------------------------------------------------------------


@clause("kenshin", "13-3-3")
@pytest.mark.parametrize(("durability", "left", "strength"), [(3, 3, 9), (3, 1, 9), (7, 7, 21), (8, 8, 22)])
def test_an_assault_counts_three_times_the_printed_durability(durability: int, left: int, strength: int) -> None:
    """22 steps before the walls (K-49)."""
    castles = fort(durability, 1, durability=left)
    events = compose_siege(force(FORT, KENSHIN, *MEN[:10]), 3, 3, castles=castles).act(f"assault {KENSHIN}")
    assert roll_of(events, "assault")["strength"] == strength


@clause("kenshin", "13-3-3", "13-4-1")
def test_all_assailants_take_losses_although_not_all_count() -> None:
    """K-49."""
    match = compose_siege(
        {**force(FORT, KENSHIN, *MEN[:10]), **garrison(FORT, ENDO, MAEDA, SASA)}, 3, 10, castles=fort(3, 1)
    )
    match.act(f"assault {KENSHIN}")
    while decision_of(match).name == "ability":
        match.act(decision_of(match).texts[0])
    assert turn_of(match) == ("losses", "uesugi")
    assert choices(match, "lose") == {KENSHIN, *MEN[:10]}


@clause("kenshin", "13-3-4")
@pytest.mark.parametrize(
    ("inside", "durability", "strength"),
    [((), 5, 1), ((), 1, 1), ((ENDO,), 5, 3), ((ENDO,), 1, 3), ((SHIBATA, MAEDA), 4, 5)],
)
def test_the_castle_adds_one_point_of_strength(inside: tuple[str, ...], durability: int, strength: int) -> None:
    """However strong or damaged it is (K-07)."""
    units = {**STORMERS, **(force(FORT, *inside, inside=True) if inside else {})}
    match = compose_siege(units, 3, 3, castles=fort(5, 2, durability=durability))
    assert roll_of(match.act(f"assault {KAKIZAKI}"), "garrison")["strength"] == strength


# --- modifiers ------------------------------------------------------------------------------------------------------


@clause("kenshin", "13-3-5 A(1)", "13-3-5 D(1)")
@pytest.mark.parametrize("strength", [1, 3, 5])
def test_the_strength_of_the_castle_modifies_both_rolls(strength: int) -> None:
    assert modifiers(3, 3, strength) == ({"13-3-5 A(1)": -strength}, {"13-3-5 D(1)": strength})


@clause("kenshin", "13-3-5 A(2)", "13-3-5 D(2)", "13-3-5 cumulative")
@pytest.mark.parametrize(("mine", "theirs"), [(3, 2), (6, 0), (2, 3), (0, 6)])
def test_the_better_leader_adds_one_and_the_worse_leader_subtracts_one(mine: int, theirs: int) -> None:
    """Never more than one, whatever the difference."""
    sign = 1 if mine > theirs else -1
    assert modifiers(mine, theirs, 2) == (
        {"13-3-5 A(1)": -2, "13-3-5 A(2)": sign},
        {"13-3-5 D(1)": 2, "13-3-5 D(2)": -sign},
    )


@clause("kenshin", "13-3-5 A(2)", "13-3-5 D(2)", "13-3-4")
def test_an_empty_castle_compares_no_leaders() -> None:
    """K-51."""
    assert modifiers(6, None, 2) == ({"13-3-5 A(1)": -2}, {"13-3-5 D(1)": 2})


@clause("kenshin", "13-3-5 cumulative", "10-8 bonus")
def test_ground_and_fortifications_do_not_count() -> None:
    """K-04."""
    found = modifiers(3, 3, 2, terrain={FORT: "foothills"}, state={"fortified": {FORT: ["uesugi"]}})
    assert found == ({"13-3-5 A(1)": -2}, {"13-3-5 D(1)": 2})


@clause("kenshin", "13-3-5 A(2)", "13-3-5 D(2)", "12-2-2 rank")
def test_in_assaults_rank_decides_which_leader_counts() -> None:
    """K-15: Kagetora 3 before Honjo 4; inside Nobutada 3 and Takigawa 4 are of one rank."""
    inside = garrison(FORT, "oda_nobutada", "takigawa_kazumasu")
    match = compose_siege({KAGETORA: FORT, HONJO: FORT, **inside}, 3, 3, castles=fort(5, 1))
    acts(match, f"assault {KAGETORA}", f"join {HONJO}")
    assert turn_of(match) == ("ability", "oda")
    assert options_of(match) == {"under oda_nobutada", "under takigawa_kazumasu"}
    events = match.act("under takigawa_kazumasu")
    assert modifiers_of(roll_of(events, "assault")) == {"13-3-5 A(1)": -1, "13-3-5 A(2)": -1}


# --- losses ---------------------------------------------------------------------------------------------------------


def compose_assault(*totals: int, durability: int = 3) -> Match:
    """Compose an assault of Kakizaki's three, one reduced, on Shibata and reduced Maeda.

    The castle has durability 3 of 3 and strength 1; both leaders have ability 4.
    """
    inside = reduce_units(force(FORT, SHIBATA, MAEDA, inside=True), MAEDA)
    return compose_siege({**reduce_units(STORMERS, NAOE), **inside}, *totals, castles=fort(3, 1, durability=durability))


@clause("kenshin", "13-4", "13-4-1 garrison")
def test_the_garrison_takes_hits_in_steps_or_durability_by_choice() -> None:
    """12 - 1 = 11 on the row of 5 and 6: two hits (but see the double of two sixes)."""
    match = compose_assault(12, 2)
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("walls", "oda")
    assert decision_of(match).data["count"] == 2
    assert options_of(match) == {f"lose {SHIBATA}", f"lose {MAEDA}", "breach"}
    match.act(f"lose {MAEDA}")  # reduced, although Shibata has two steps
    assert at(match, MAEDA) == "dead"
    assert options_of(match) == {f"lose {SHIBATA}", "breach"}
    match.act("breach")
    assert (steps(match, SHIBATA), castle(match, "hachiman")["durability"]) == (2, 2)


@clause("kenshin", "13-4-1")
def test_assailants_reduce_their_two_step_units_first() -> None:
    """10 + 1 = 11 on the row of 3 and 4: one hit."""
    match = compose_assault(3, 10)
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("losses", "uesugi")
    assert choices(match, "lose") == {KAKIZAKI, JINBO}
    barred(match, f"lose {NAOE}", "13-4-1 others_first")


@clause("kenshin", "13-4-1 garrison", "8-1-1")
def test_durability_below_the_size_of_the_garrison_kills_nobody() -> None:
    """One durability is left for two men; it falls at 0 only."""
    match = compose_assault(9, 2, 3, 2, durability=2)
    match.act(f"assault {KAKIZAKI}")
    match.act("breach")
    assert castle(match, "hachiman")["durability"] == 1
    assert (at(match, SHIBATA), at(match, MAEDA)) == (FORT, FORT)
    match.act("storm_on")
    assert castle(match, "hachiman")["holder"] == "oda"


@clause("kenshin", "13-4", "13-5-3")
def test_a_castle_does_not_fall_with_its_last_defender() -> None:
    """K-52."""
    match = compose_siege({**STORMERS, ENDO: {"hex": FORT, "inside": True, "steps": 1}}, 8, 2, castles=fort(3, 1))
    match.act(f"assault {KAKIZAKI}")  # 8 - 1 + 1 = 8: one hit
    match.act(f"lose {ENDO}")
    found = castle(match, "hachiman")
    assert (found["holder"], found["durability"]) == ("oda", 3)
    assert score(match) == 1
    assert turn_of(match) == ("press_on", "uesugi")


@clause("kenshin", "13-4-1 garrison", "13-3-5 A(2)", "12-2-2 rank")
def test_a_garrison_that_loses_its_leader_goes_on_under_the_next() -> None:
    """K-15, K-91: Shibata 4, reduced, falls and Maeda 3 is left; Kakizaki has 4."""
    inside = reduce_units(force(FORT, SHIBATA, MAEDA, inside=True), SHIBATA)
    match = compose_siege({**STORMERS, **inside}, 9, 3, 3, 3, castles=fort(3, 1))  # 9 - 1 = 8: one hit
    events = match.act(f"assault {KAKIZAKI}")
    assert modifiers_of(roll_of(events, "assault")) == {"13-3-5 A(1)": -1}
    events = match.act(f"lose {SHIBATA}")
    assert data_of(events, "separated", "unit") == [MAEDA]
    events = match.act("storm_on")
    assert modifiers_of(roll_of(events, "assault")) == {"13-3-5 A(1)": -1, "13-3-5 A(2)": 1}
    assert roll_of(events, "garrison")["strength"] == 3


@clause("kenshin", "13-3-3", "13-3-1")
def test_forces_that_storm_separately_are_limited_separately() -> None:
    """K-49: ten and six steps before a castle of 3; nine of the first count, then all six of the other."""
    units = {**force(FORT, "uesugi_kagekatsu", *MEN[6:10]), **STORMERS}
    match = compose_siege(units, 3, 3, 3, 3, castles=fort(3, 1))
    first = acts(match, "assault uesugi_kagekatsu", "fight")
    assert strengths(first) == [9, 1]
    match.act("stop")
    assert strengths(match.act(f"assault {KAKIZAKI}")) == [6, 1]
