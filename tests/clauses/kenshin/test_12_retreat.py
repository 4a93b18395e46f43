"""12-4: retreats: the forces that must go, how far, and where to."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Event, Match
from tests.clauses.kenshin.fights import (
    BEHIND_HERE,
    BEHIND_THERE,
    FORT,
    FUWA,
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
    compose_siege,
    end_battle,
    fall_back,
    fight_until_pursuit,
    reduce_units,
)
from tests.clauses.kenshin.table import (
    acts,
    allowed,
    at,
    choices,
    data_of,
    decision_of,
    distance,
    force,
    garrison,
    of_kind,
    options_of,
    refused,
    rolls,
    score,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause


def beat_oda(match: Match, leader: str = KAKIZAKI) -> Match:
    """Attack with a force and let the Oda side retreat without pursuit, up to its first decision where to."""
    match.act(f"attack {leader}")
    if decision_of(match).name == "ability":
        match.act(decision_of(match).texts[0])
    if decision_of(match).name == "refuge":
        match.act("stand")
    fight_until_pursuit(match, "oda")
    match.act("let_go")
    return match


def compose_retreat(**entries: Any) -> Match:
    """Let Shibata's force in THERE retreat before HERE, up to its first decision where to."""
    match = beat_oda(compose_field(MINE, THEIRS, 2, 2, **entries))
    assert turn_of(match) == ("retreat", "oda")
    assert decision_of(match).data["unit"] == SHIBATA
    return match


# --- must and may ---------------------------------------------------------------------------------------------------


@clause("kenshin", "12-4")
@pytest.mark.parametrize(
    ("mine", "theirs", "loser"),
    [
        (MINE, reduce_units(THEIRS), "oda"),
        (reduce_units(MINE), THEIRS, "uesugi"),
        (MINE, reduce_units(THEIRS, MAEDA, SASA), None),
        (reduce_units(MINE, JINBO, NAOE), THEIRS, None),
    ],
)
def test_a_side_of_reduced_units_alone_must_retreat(mine: Any, theirs: Any, loser: str | None) -> None:
    """Without a question; the other side may pursue. One two-step unit is enough to stay."""
    match = compose_field(mine, theirs, 2, 2)
    events = match.act(f"attack {KAKIZAKI}")
    assert data_of(events, "retreats", "seat") == ([loser] if loser else [])
    if loser:
        assert turn_of(match) == ("pursuit", "uesugi" if loser == "oda" else "oda")
    else:
        assert turn_of(match) == ("break_off", "uesugi")


@clause("kenshin", "12-4", "12-4-1")
def test_the_retreat_of_the_attacker_ends_the_battle() -> None:
    """K-12: the defender is not asked whether to fight on, but may pursue."""
    match = compose_field(MINE, THEIRS, 2, 2)
    match.act(f"attack {KAKIZAKI}")
    assert turn_of(match) == ("break_off", "uesugi")
    events = match.act("retreat")
    assert data_of(events, "retreats", "seat") == ["uesugi"]
    assert turn_of(match) == ("pursuit", "oda")
    match.act("let_go")
    assert turn_of(match) == ("retreat", "uesugi")
    assert choices(match, "back") == BEHIND_HERE


@clause("kenshin", "12-4", "12-4-1", "12-4 continue")
def test_the_defender_is_asked_when_the_attacker_fights_on() -> None:
    match = compose_field(MINE, THEIRS, 2, 2)
    acts(match, f"attack {KAKIZAKI}", "fight_on")
    assert turn_of(match) == ("break_off", "oda")
    assert options_of(match) == {"retreat", "fight_on"}
    events = match.act("retreat")
    assert data_of(events, "retreats", "seat") == ["oda"]
    assert turn_of(match) == ("pursuit", "uesugi")


@clause("kenshin", "12-4-7")
def test_two_wholly_reduced_sides_both_retreat_without_pursuit() -> None:
    """The attacker retreats first (K-12), and no force advances."""
    match = compose_field(reduce_units(MINE), reduce_units(THEIRS), 2, 2)
    match.act(f"attack {KAKIZAKI}")
    assert turn_of(match) == ("retreat", "uesugi")
    assert choices(match, "back") == BEHIND_HERE
    acts(match, "back 4809", "halt")
    assert turn_of(match) == ("retreat", "oda")
    assert choices(match, "back") == BEHIND_THERE
    acts(match, "back 4812", "halt")
    assert turn_of(match) == ("force", "oda")
    assert (at(match, KAKIZAKI), at(match, SHIBATA)) == ("4809", "4812")
    assert data_of(match.events, "retreats", "seat") == ["uesugi", "oda"]
    assert not rolls(match.events, "pursuit", "escape")


# --- how ------------------------------------------------------------------------------------------------------------


@clause("kenshin", "12-4-2")
def test_each_force_of_the_beaten_side_retreats_its_own_way() -> None:
    """In list order; led units go with their leader."""
    match = beat_oda(compose_field(MINE, {**THEIRS, **force(THERE, NOBUKATSU, FUWA)}, 2, 2))
    assert decision_of(match).data["unit"] == NOBUKATSU
    barred(match, "halt", "12-4-3 one_hex_at_least")  # a retreating force must leave
    acts(match, "back 4711", "halt")
    assert decision_of(match).data["unit"] == SHIBATA
    acts(match, "back 4911", "halt")
    assert {at(match, name) for name in (NOBUKATSU, FUWA)} == {"4711"}
    assert {at(match, name) for name in THEIRS} == {"4911"}
    assert {unit(match, name)["leader"] for name in (MAEDA, SASA)} == {SHIBATA}


@clause("kenshin", "12-4-2")
def test_a_force_that_took_no_part_does_not_retreat() -> None:
    match = compose_field({**MINE, KAGETORA: HERE}, THEIRS, 2, 2)
    acts(match, f"attack {KAKIZAKI}", "fight")
    end_battle(match, "uesugi")
    assert at(match, KAGETORA) == HERE
    assert {at(match, name) for name in MINE} < BEHIND_HERE


@clause("kenshin", "12-4-3")
@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_retreat_is_one_to_three_hexes_long(length: int) -> None:
    match = compose_retreat()
    assert decision_of(match).data["count"] == 0
    barred(match, "halt", "12-4-3 one_hex_at_least")
    events: list[Event] = []
    for row in range(12, 12 + length):
        assert decision_of(match).name == "retreat"
        events += match.act(f"back 48{row}")
    if length < 3:
        assert decision_of(match).data["count"] == length
        match.act("halt")
    assert decision_of(match).name == "advance"  # after the third hex without a question
    assert at(match, SHIBATA) == f"48{11 + length}"
    assert data_of(events, "fell_back", "to_hex") == [f"48{row}" for row in range(12, 12 + length)]


@clause("kenshin", "12-4-4")
def test_every_hex_is_farther_from_the_enemy() -> None:
    match = compose_retreat()
    assert choices(match, "back") == BEHIND_THERE
    barred(match, "back 4710", "12-4-4 not_away")
    barred(match, "back 4910", "12-4-4 not_away")
    match.act("back 4711")
    assert distance(HERE, "4711") == 2
    assert {distance(HERE, name) for name in choices(match, "back")} == {3}
    barred(match, "back 4812", "12-4-4 not_away")  # as far away as where it stands
    barred(match, f"back {THERE}", "12-4-4 not_away")
    barred(match, "back 4813", "12-4-4 not_adjacent")  # farther, but not the next hex


@clause("kenshin", "12-4-5(1)", "12-4-5(2)", "12-4-5(3)")
@pytest.mark.parametrize(("hex_id", "clause_id"), [("4812", "12-4-5(1)"), ("4711", "12-4-5(2)"), ("4911", "12-4-5(3)")])
def test_each_obstacle_closes_its_hex_to_a_retreat(hex_id: str, clause_id: str) -> None:
    entries: dict[str, Any] = {
        "4812": {"sides": {f"{THERE}-4812": "water"}},
        "4711": {"terrain": {"4711": "mountain"}},
        "4911": {},
    }[hex_id]
    blocker = {HONJO: "4911"} if hex_id == "4911" else {}
    match = beat_oda(compose_field({**MINE, **blocker}, THEIRS, 2, 2, **entries))
    assert choices(match, "back") == BEHIND_THERE - {hex_id}
    refused(match, f"back {hex_id}", clause_id)


@clause("kenshin", "12-4-4", "12-4-5(1)", "12-4-5(3)")
def test_neither_rivers_nor_ground_nor_enemy_control_hinder_a_retreat() -> None:
    """K-13: Honjo stands beside the hex, three hexes of foothills would cost nine points."""
    hills = dict.fromkeys(("4812", "4711", "4911"), "foothills")
    match = beat_oda(
        compose_field({**MINE, HONJO: "4813"}, THEIRS, 2, 2, sides={f"{THERE}-4812": "river"}, terrain=hills)
    )
    allowed(match, *[f"back {name}" for name in hills])


@clause("kenshin", "12-4-5(2)", "12-4-4", "15")
def test_without_a_way_out_a_force_is_lost_and_scores() -> None:
    """K-13: Shibata 2, Maeda 1, Sasa 1."""
    match = compose_field(MINE, THEIRS, 2, 2, terrain=dict.fromkeys(BEHIND_THERE, "mountain"))
    match.act(f"attack {KAKIZAKI}")
    fight_until_pursuit(match, "oda")
    events = match.act("let_go")
    assert set(data_of(events, "killed", "unit")) == set(THEIRS)
    assert score(match) == 4
    assert turn_of(match) == ("advance", "uesugi")


@clause("kenshin", "12-4-5(3)")
@pytest.mark.parametrize(
    ("inside", "outside", "open_"),
    [
        ((), (), True),
        (("nagasaka_chokan",), (), False),
        (("nagasaka_chokan",), (FUWA, "hara_masashige"), True),
    ],
)
def test_an_enemy_garrison_closes_its_hex_unless_it_is_invested(
    inside: tuple[str, ...], outside: tuple[str, ...], open_: bool
) -> None:
    """Maeda retreats from 5113 towards Fukashi (5114), a castle of the Takeda (K-13)."""
    units = {KAKIZAKI: "5112", MAEDA: "5113", **garrison("5114", *inside), **dict.fromkeys(outside, "5114")}
    castles = {"fukashi": {"marker": 0}} if outside else {}
    match = beat_oda(compose_siege(units, 2, 2, around="5113", castles=castles))
    if open_:
        allowed(match, "back 5114")
    else:
        barred(match, "back 5114", "12-4-5(3) enemy_there")
        allowed(match, "back 5014")


@clause("kenshin", "12-4-4", "20 entry")
def test_nobody_retreats_into_a_neutral_hex() -> None:
    """Sakurabora in 4214 is the Miki's."""
    match = beat_oda(compose_siege({KAKIZAKI: "4212", MAEDA: "4213"}, 2, 2, around="4213"))
    barred(match, "back 4214", "20 entry neutral_there")


# --- castles --------------------------------------------------------------------------------------------------------


@clause("kenshin", "12-4-6")
def test_a_retreating_force_may_end_in_a_castle_on_its_way() -> None:
    """From 3819, attacked out of 3820, by way of Hachiman."""
    match = beat_oda(compose_siege({KAKIZAKI: "3820", **force("3819", SHIBATA, MAEDA)}, 2, 2))
    barred(match, "refuge", "12-4-6 no_castle")
    match.act(f"back {FORT}")
    assert {"refuge", "halt"} <= options_of(match)
    match.act("refuge")
    assert {(unit(match, name)["hex"], unit(match, name)["inside"]) for name in (SHIBATA, MAEDA)} == {(FORT, True)}
    assert decision_of(match).name == "advance"


@clause("kenshin", "12-4-6", "8-1")
def test_a_retreating_force_finds_no_room_in_a_full_castle() -> None:
    """Room for three, two are inside: the force of two does not fit, a single one would."""
    inside = garrison(FORT, "endo_yoshitaka", FUWA)
    match = beat_oda(compose_siege({KAKIZAKI: "3820", **force("3819", SHIBATA, MAEDA), **inside}, 2, 2))
    match.act(f"back {FORT}")
    barred(match, "refuge", "8-1 no_room")
    match = beat_oda(compose_siege({KAKIZAKI: "3820", MAEDA: "3819", **inside}, 2, 2))
    match.act(f"back {FORT}")
    allowed(match, "refuge")


@clause("kenshin", "12-4-6")
def test_a_force_attacked_before_its_castle_may_go_inside() -> None:
    """It stood, was beaten, and needs no hex to retreat to; the winner may enter the hex."""
    match = beat_oda(compose_siege({**force("3817", KAKIZAKI, JINBO, NAOE), **force(FORT, SHIBATA, MAEDA)}, 2, 2))
    assert "refuge" in options_of(match)
    events = match.act("refuge")
    assert of_kind(events, "entered_castle") == [{"unit": SHIBATA, "castle": "hachiman"}]
    assert unit(match, MAEDA)["inside"] is True
    match.act(f"advance {KAKIZAKI}")
    assert at(match, KAKIZAKI) == FORT


@clause("kenshin", "12-4-6")
def test_beaten_attackers_take_no_refuge_in_a_castle_of_the_attacked_hex() -> None:
    match = compose_siege({KAKIZAKI: "3817", **force(FORT, SHIBATA, MAEDA)}, 2, 2)
    acts(match, f"attack {KAKIZAKI}", "stand")
    fight_until_pursuit(match, "uesugi")
    match.act("let_go")
    barred(match, "refuge", "12-4-6 no_castle")
    fall_back(match)
