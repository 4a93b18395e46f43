"""13-5: how an assault ends: retreat, doubles, a stop, pursuit, and the fall of the castle."""

from __future__ import annotations

import pytest

from gunki import Match
from tests.clauses.kenshin.fights import (
    FORT,
    HONJO,
    JINBO,
    KAKIZAKI,
    MAEDA,
    NAOE,
    SASA,
    SHIBATA,
    compose_siege,
    dice_of_sums,
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
    force,
    garrison,
    modifiers_of,
    neighbours,
    of_kind,
    options_of,
    roll_of,
    rolls,
    score,
    to_phase,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

ENDO = "endo_yoshitaka"
STORMERS = force(FORT, KAKIZAKI, JINBO, NAOE)  # ability 4, strength 6
INSIDE = force(FORT, SHIBATA, MAEDA, inside=True)  # ability 4, strength 4


def compose_repelled(mine: int, theirs: int, *totals: int) -> Match:
    """Let a reduced busho of ability `mine` storm a castle (5, strength 3) with one of ability `theirs` inside."""
    units = {HONJO: {"hex": FORT, "steps": 1, "ability": mine}, ENDO: {"hex": FORT, "inside": True, "ability": theirs}}
    match = compose_siege(units, 3, 3, *totals, castles=fort(5, 3))
    match.act(f"assault {HONJO}")
    assert turn_of(match) == ("pursuit", "oda")
    return match


# --- retreat and pursuit --------------------------------------------------------------------------------------------


@clause("kenshin", "13-5", "13-5-1")
def test_assailants_who_are_all_reduced_retreat_one_hex() -> None:
    """Exactly one, in any direction; K-53: another force stays."""
    match = compose_siege({**reduce_units(STORMERS), HONJO: FORT, **garrison(FORT, ENDO)}, 3, 3, castles=fort(5, 3))
    events = acts(match, f"assault {KAKIZAKI}", "fight")
    assert data_of(events, "retreats", "seat") == ["uesugi"]
    assert turn_of(match) == ("pursuit", "oda")
    match.act("let_go")
    assert turn_of(match) == ("retreat", "uesugi")
    assert choices(match, "back") == set(neighbours(FORT))
    match.act("back 3817")
    assert {at(match, name) for name in STORMERS} == {"3817"}
    assert at(match, HONJO) == FORT
    assert options_of(match) == {f"assault {HONJO}", "end"}


@clause("kenshin", "13-5")
def test_one_two_step_unit_is_enough_to_go_on() -> None:
    match = compose_siege({**reduce_units(STORMERS, KAKIZAKI, JINBO), **garrison(FORT, ENDO)}, 3, 3, castles=fort(5, 3))
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("press_on", "uesugi")


@clause("kenshin", "13-5", "13-3-2")
def test_the_last_flip_of_a_round_ends_it() -> None:
    """9 + 3 - 1 = 11 on the row of 3 and 4: one hit, on the only two-step unit."""
    match = compose_siege({**reduce_units(STORMERS, JINBO, NAOE), **garrison(FORT, ENDO)}, 3, 9, castles=fort(5, 3))
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("pursuit", "oda")


@clause("kenshin", "13-5-1", "13-5-2")
@pytest.mark.parametrize(("mine", "theirs"), [(2, 2), (1, 5), (6, 2)])
def test_pursuit_after_an_assault_never_fails(mine: int, theirs: int) -> None:
    """K-11: a better man has no die to escape; the whole difference, the castle's strength, one for the castle."""
    match = compose_repelled(mine, theirs, 2)
    events = match.act("pursue")
    assert [roll["purpose"] for roll in rolls(events)] == ["pursuit"]
    difference = {"12-5-3": theirs - mine} if theirs != mine else {}
    assert modifiers_of(roll_of(events, "pursuit")) == {**difference, "13-5-2": 3}
    assert strengths(events) == [3]


@clause("kenshin", "13-5-1")
def test_the_garrison_may_let_the_assailants_go() -> None:
    match = compose_repelled(3, 3)
    assert options_of(match) == {"pursue", "let_go"}
    assert not rolls(match.act("let_go"))
    assert turn_of(match) == ("retreat", "uesugi")


@clause("kenshin", "13-5-1", "13-5")
def test_an_empty_castle_does_not_pursue() -> None:
    """K-51."""
    match = compose_siege(reduce_units(STORMERS), 3, 3, castles=fort(5, 3))
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("retreat", "uesugi")


@clause("kenshin", "13-5-1", "13-5-2")
def test_pursuit_kills_and_scores() -> None:
    """12 + 3 on the row of 3 and 4: three hits, one step."""
    match = compose_repelled(3, 3, 12)
    events = match.act("pursue")
    assert data_of(events, "killed", "unit") == [HONJO]
    assert score(match) == -1
    assert turn_of(match) == ("force", "oda")


@clause("kenshin", "13-5", "12-4-5(3)")
def test_assailants_without_a_hex_to_retreat_to_are_lost() -> None:
    """K-13: enemies and mountains all around."""
    walls = {name: "mountain" for name in neighbours(FORT) if name != "3817"}
    match = compose_siege({**reduce_units(STORMERS), SASA: "3817"}, 3, 3, castles=fort(5, 3), terrain=walls)
    match.act("end")  # no field battle with Sasa
    match.act(f"assault {KAKIZAKI}")
    assert {at(match, name) for name in STORMERS} == {"dead"}
    assert score(match) == -4


# --- doubles and stopping -------------------------------------------------------------------------------------------


@clause("kenshin", "13-5 doubles")
@pytest.mark.parametrize(("dice", "closed"), [([2, 2, 1, 2], True), ([1, 3, 2, 2], False)])
def test_the_attackers_double_ends_the_assault_for_this_turn(dice: list[int], closed: bool) -> None:
    """K-50: there is no retreat and no further assault, and the investment stays; the garrison's doubles do nothing."""
    castles = fort(5, 3, marker=1)
    match = compose_siege({**STORMERS, HONJO: FORT, "nakajo_kageyasu": "3822", **INSIDE}, dice=dice, castles=castles)
    events = acts(match, f"assault {KAKIZAKI}", "fight")
    assert data_of(events, "assault_closed", "castle") == (["hachiman"] if closed else [])
    assert not of_kind(events, "retreats")
    assert castle(match, "hachiman")["marker"] == 1
    if not closed:
        assert turn_of(match) == ("press_on", "uesugi")
        return
    assert castle(match, "hachiman")["stormed"] is True
    assert turn_of(match) == ("siege", "uesugi")
    barred(match, f"assault {HONJO}", "13-5 doubles closed")
    allowed(match, "assault nakajo_kageyasu")  # another castle


@clause("kenshin", "13-5 doubles")
def test_the_results_of_a_double_still_count() -> None:
    """Six and six: 12 - 3 = 9 on the row of 5 and 6, one hit."""
    match = compose_siege(STORMERS, dice=[6, 6, 1, 1], castles=fort(5, 3))
    match.act(f"assault {KAKIZAKI}")
    assert castle(match, "hachiman")["durability"] == 4
    assert turn_of(match) == ("force", "oda")


@clause("kenshin", "13-5 doubles", "13-5")
def test_a_double_does_not_spare_reduced_assailants_the_retreat() -> None:
    """K-50."""
    match = compose_siege({**reduce_units(STORMERS), **garrison(FORT, ENDO)}, dice=[1, 1, 1, 1], castles=fort(5, 3))
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("pursuit", "oda")
    assert castle(match, "hachiman")["stormed"] is True


@clause("kenshin", "13-5 doubles")
def test_a_castle_is_closed_for_this_turn_only() -> None:
    """Laid out in this turn's Combat Phase; and at its end, so that the next turn comes (an 8: no event)."""
    closed = {"hachiman": {"stormed": True}}
    match = compose_siege({**STORMERS, HONJO: "3822"}, castles=closed)
    barred(match, f"assault {KAKIZAKI}", "13-5 doubles closed")
    allowed(match, f"assault {HONJO}", "invest hachiman")
    match = compose_siege(STORMERS, phase="oda_combat", castles=closed, dice=[*dice_of_sums(8), *[1] * 8])
    to_phase(match, "uesugi_combat")
    allowed(match, f"assault {KAKIZAKI}")


@clause("kenshin", "13-5 stop", "13-5-1", "13-3-2")
def test_assailants_that_stop_neither_retreat_nor_are_pursued() -> None:
    """K-53."""
    match = compose_siege({**STORMERS, **INSIDE}, 3, 3, castles=fort(5, 3))
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("press_on", "uesugi")
    events = match.act("stop")
    assert not rolls(events)
    assert not of_kind(events, "retreats")
    assert at(match, KAKIZAKI) == FORT
    assert turn_of(match) == ("force", "oda")


@clause("kenshin", "13-5 stop", "13-3")
def test_assailants_that_go_on_roll_again_with_the_strength_left() -> None:
    match = compose_siege({**STORMERS, **INSIDE}, 3, 8, 3, 3, castles=fort(5, 3))  # 8 + 3 = 11 on 5-6: two hits
    acts(match, f"assault {KAKIZAKI}", f"lose {JINBO}", f"lose {NAOE}")
    assert strengths(match.act("storm_on")) == [4, 5]


# --- the fall -------------------------------------------------------------------------------------------------------


@clause("kenshin", "13-5-3", "8-1-4", "21 castle4-6", "15")
def test_at_durability_0_the_castle_falls_and_all_inside_are_lost() -> None:
    """K-52: printed 5: two points, Shibata two, Maeda one; the durability is restored, the assailants stay outside."""
    match = compose_siege(
        {**STORMERS, **INSIDE}, 11, 2, castles=fort(5, 3, durability=1, marker=2)
    )  # 11 - 3 = 8: one hit
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("walls", "oda")
    events = match.act("breach")
    assert of_kind(events, "castle_fell") == [{"castle": "hachiman", "seat": "uesugi"}]
    assert set(data_of(events, "killed", "unit")) == {SHIBATA, MAEDA}
    found = castle(match, "hachiman")
    assert (found["holder"], found["durability"]) == ("uesugi", 5)
    assert "marker" not in found
    assert score(match) == 2 + 2 + 1
    assert at(match, KAKIZAKI) == FORT
    assert not unit(match, KAKIZAKI).get("inside")
    assert turn_of(match) == ("force", "oda")


@clause("kenshin", "13-5-3")
def test_hits_for_every_step_and_all_durability_need_no_decision() -> None:
    """One step and one durability against two hits; 11 - 1 + 1 on the row of 5 and 6."""
    units = {**STORMERS, ENDO: {"hex": FORT, "inside": True, "steps": 1}}
    match = compose_siege(units, 11, 2, castles=fort(3, 1, durability=1))
    events = match.act(f"assault {KAKIZAKI}")
    assert data_of(events, "castle_fell", "castle") == ["hachiman"]
    assert at(match, ENDO) == "dead"
    assert score(match) == 2


@clause("kenshin", "13-5-3", "21 castle3")
def test_a_castle_may_be_retaken() -> None:
    """K-29: it scores for the Oda side then."""
    match = compose_siege(
        force(FORT, SHIBATA, MAEDA, SASA), phase="oda_combat",
        castles={"hachiman": {"holder": "uesugi", "durability": 1}},
        dice=[*dice_of_sums(11, 2, 8), *[1] * 8],
    )  # fmt: skip  # 11 - 3 = 8 on 5-6: one hit; the rest is for the next Turn Start
    match.act(f"assault {SHIBATA}")
    assert castle(match, "hachiman")["holder"] == "oda"
    assert score(match) == -1
