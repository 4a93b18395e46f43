"""Chapters 11 and 12-1: attacks in a Combat Phase, and the course of a field battle."""

from __future__ import annotations

import pytest

from tests.clauses.kenshin.fights import (
    ELSEWHERE,
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
    strengths,
)
from tests.clauses.kenshin.table import (
    acts,
    allowed,
    at,
    choices,
    data_of,
    force,
    garrison,
    modifiers_of,
    of_kind,
    options_of,
    rolls,
    steps,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

# --- 11 and the steps of a battle -----------------------------------------------------------------------------------


@clause("kenshin", "11", "11(1)", "11(2)", "11(3)")
def test_a_side_attacks_forces_and_castles_in_its_combat_phase() -> None:
    match = compose_field({**MINE, HONJO: FORT}, THEIRS)
    assert turn_of(match) == ("combat", "uesugi")
    assert options_of(match) == {f"attack {KAKIZAKI}", "end"}
    barred(match, f"attack {SHIBATA}", "1 sides not_yours")
    match.act("end")
    assert turn_of(match) == ("siege", "uesugi")
    assert options_of(match) == {"invest hachiman", f"assault {HONJO}", "end"}


@clause("kenshin", "12")
@pytest.mark.parametrize(
    ("phase", "leader", "attacker", "modifiers"),
    [
        ("uesugi_combat", KAKIZAKI, "uesugi", [{}, {}]),
        ("oda_combat", SHIBATA, "oda", [{"12-2-1 A(1)": -1}, {"12-2-1 D(1)": 1}]),
    ],
)
def test_the_side_that_begins_the_battle_is_the_attacker(
    phase: str, leader: str, attacker: str, modifiers: list[dict[str, int]]
) -> None:
    """The foothills of HERE do not help the attacker, who also takes losses first."""
    match = compose_field(MINE, THEIRS, 11, 11, phase=phase, terrain={HERE: "foothills"})
    events = match.act(f"attack {leader}")
    assert [modifiers_of(roll) for roll in rolls(events, "attack", "defence")] == modifiers
    assert turn_of(match) == ("losses", attacker)


@clause(
    "kenshin",
    "12-1",
    "12-1(1)",
    "12-1(2)",
    "12-1(3)",
    "12-1(4)",
    "12-1 repeat",
    "12-2",
    "12-3",
    "12-4 continue",
    "12-4-1",
)
def test_round_follows_round_until_one_side_has_enough() -> None:
    """11 on the row of 5 and 6: two hits each; then 8 on that of 3 and 4: none."""
    match = compose_field(MINE, THEIRS, 11, 11, 8, 8)
    events = match.act(f"attack {KAKIZAKI}")
    assert [(roll["purpose"], roll["strength"], roll["row"]) for roll in rolls(events)] == [
        ("attack", 6, "5-6"),
        ("defence", 6, "5-6"),
    ]
    assert of_kind(events, "round") == [{"hex": THERE, "area": "none", "dealt": 2, "taken": 2}]
    assert turn_of(match) == ("losses", "uesugi")
    acts(match, f"lose {JINBO}", f"lose {NAOE}")
    assert turn_of(match) == ("losses", "oda")
    acts(match, f"lose {MAEDA}", f"lose {SASA}")
    assert turn_of(match) == ("break_off", "uesugi")
    match.act("fight_on")
    assert turn_of(match) == ("break_off", "oda")
    events = match.act("fight_on")
    assert [(roll["strength"], roll["row"]) for roll in rolls(events)] == [(4, "3-4"), (4, "3-4")]
    assert of_kind(events, "round") == [{"hex": THERE, "area": "none", "dealt": 0, "taken": 0}]
    assert turn_of(match) == ("break_off", "uesugi")


@clause("kenshin", "12-1 repeat", "12-6", "12-3-2")
def test_a_battle_is_over_when_one_side_is_destroyed() -> None:
    """There is no retreat and no pursuit; the winner may enter the empty hex (K-97)."""
    match = compose_field(MINE, {MAEDA: {"hex": THERE, "steps": 1}}, 8, 2)
    events = match.act(f"attack {KAKIZAKI}")
    assert data_of(events, "killed", "unit") == [MAEDA]
    assert not of_kind(events, "retreats")
    assert turn_of(match) == ("advance", "uesugi")
    assert options_of(match) == {f"advance {KAKIZAKI}", "stay"}
    match.act(f"advance {KAKIZAKI}")
    assert {at(match, name) for name in MINE} == {THERE}


@clause("kenshin", "12-1(2)", "12-1(3)")
def test_both_sides_roll_before_losses_are_taken() -> None:
    """The strength of two units that die counted in full."""
    theirs = {name: {**entry, "steps": 1} for name, entry in force(THERE, SHIBATA, MAEDA).items()}
    match = compose_field(MINE, theirs, 11, 10)  # 2 hits on 5-6; the row of 2 has 1 hit for a 10
    events = match.act(f"attack {KAKIZAKI}")
    assert [event.kind for event in events if event.kind in ("roll", "round", "killed")][:3] == [
        "roll",
        "roll",
        "round",
    ]
    assert of_kind(events, "round") == [{"hex": THERE, "area": "none", "dealt": 2, "taken": 1}]
    assert turn_of(match) == ("losses", "uesugi")
    match.act(f"lose {JINBO}")
    assert {at(match, SHIBATA), at(match, MAEDA)} == {"dead"}


# --- 12-1-1 to 12-1-9: attackers and targets -------------------------------------------------------------------------


@clause("kenshin", "12-1-1", "12-1-2", "12-1-7", "12-1-4")
def test_the_attacker_names_one_adjacent_hex_before_the_dice() -> None:
    theirs = {MAEDA: THERE, SASA: "4910", FUWA: "4812", "hara_masashige": "4809"}
    match = compose_field(MINE, theirs, 2, 2, sides={f"{HERE}-4809": "water"})
    match.act(f"attack {KAKIZAKI}")
    assert turn_of(match) == ("target", "uesugi")
    assert options_of(match) == {f"at {THERE}", "at 4910"}
    barred(match, "at 4812", "12-1-2 not_adjacent")
    barred(match, "at 4809", "12-1-7 water_between")
    events = match.act("at 4910")
    assert of_kind(events, "field_battle") == [{"unit": KAKIZAKI, "from_hex": HERE, "hex": "4910"}]
    assert strengths(events) == [6, 2]  # Maeda, in the other hex, takes no part


@clause("kenshin", "12-1-2", "12-1-7")
@pytest.mark.parametrize("side", ["none", "river", "water"])
def test_no_attack_reaches_across_water_or_beyond_the_next_hex(side: str) -> None:
    match = compose_field({**MINE, HONJO: "4608", "amakasu_kagemochi": "4807"}, {**THEIRS, "hara_masashige": "4806"},
                          sides={f"{HERE}-{THERE}": side})  # fmt: skip
    reach = {"amakasu_kagemochi"} if side == "water" else {"amakasu_kagemochi", KAKIZAKI}
    assert choices(match, "attack") == reach
    barred(match, f"attack {HONJO}", "12-1-2 nobody_near")


@clause("kenshin", "12-1-3", "12-1-8")
def test_forces_of_one_hex_attack_one_hex_together_or_not_at_all() -> None:
    """K-09: Kagetora may stay out, but then his chance is gone; Honjo of another hex may not help."""
    mine = {**MINE, KAGETORA: HERE, HONJO: "4710", "amakasu_kagemochi": "4807"}
    theirs = {**THEIRS, FUWA: "4909", "hara_masashige": "4806"}
    match = compose_field(mine, theirs, 2, 2)
    acts(match, f"attack {KAKIZAKI}", f"at {THERE}")
    assert options_of(match) == {f"join {KAGETORA}", "fight"}
    barred(match, f"join {HONJO}", "12-1-3 not_together")
    barred(match, f"join {KAKIZAKI}", "12-1-3 takes_part")
    events = match.act("fight")
    assert strengths(events) == [6, 6]
    end_battle(match, "oda")
    assert at(match, KAGETORA) == HERE
    assert turn_of(match) == ("combat", "uesugi")
    barred(match, f"attack {KAGETORA}", "12-1-3 hex_fought")  # although Fuwa stands beside him


@clause("kenshin", "12-1-3", "12-1-5")
def test_forces_that_join_add_their_strength() -> None:
    match = compose_field({**MINE, **force(HERE, KAGETORA, HONJO)}, THEIRS, 2, 2)
    acts(match, f"attack {KAKIZAKI}", f"join {KAGETORA}")
    events = match.act(f"under {KAKIZAKI}")
    assert strengths(events) == [10, 6]


@clause("kenshin", "12-1-4")
def test_a_force_attacks_once_in_a_phase() -> None:
    match = compose_field(
        {**MINE, "amakasu_kagemochi": "4807"}, {**THEIRS, FUWA: "4909", "hara_masashige": "4806"}, 2, 2
    )
    acts(match, f"attack {KAKIZAKI}", f"at {THERE}")
    end_battle(match, "oda")
    assert at(match, KAKIZAKI) == HERE
    assert unit(match, KAKIZAKI)["fought"] is True
    barred(match, f"attack {KAKIZAKI}", "12-1-4 fought")
    allowed(match, "attack amakasu_kagemochi")


@clause("kenshin", "12-1-4")
@pytest.mark.parametrize("fought", [True, False])
def test_a_document_states_that_a_force_has_attacked(fought: bool) -> None:
    entry = {"fought": True} if fought else {}
    match = compose_field({**force(HERE, KAKIZAKI, JINBO, NAOE, **entry), **ELSEWHERE}, THEIRS)
    assert (KAKIZAKI in choices(match, "attack")) is not fought


@clause("kenshin", "12-1-5")
def test_all_forces_of_the_attacked_hex_fight_together() -> None:
    """Their losses too fall on all of them."""
    match = compose_field(MINE, {**THEIRS, **force(THERE, NOBUKATSU, FUWA)}, 8, 2)
    match.act(f"attack {KAKIZAKI}")
    events = match.act(f"under {SHIBATA}")
    assert strengths(events) == [6, 10]
    assert choices(match, "lose") == {SHIBATA, MAEDA, SASA, NOBUKATSU, FUWA}
    match.act(f"lose {FUWA}")
    assert steps(match, FUWA) == 1


@clause("kenshin", "12-1-8", "12-1-9")
def test_combat_is_free_unless_a_marker_demands_it() -> None:
    match = compose_field({**MINE, "amakasu_kagemochi": "4807"}, {**THEIRS, "hara_masashige": "4806"})
    allowed(match, "end", f"attack {KAKIZAKI}", "attack amakasu_kagemochi")
    bound = {KAKIZAKI: {"hex": HERE, "bound": THERE}, "amakasu_kagemochi": "4807"}
    pinned = {MAEDA: {"hex": THERE, "pinned": True}, "hara_masashige": "4806"}
    match = compose_field(bound, pinned)
    assert options_of(match) == {f"attack {KAKIZAKI}", "attack amakasu_kagemochi"}
    barred(match, "end", "10-7-3 bound")


@clause("kenshin", "12-1-9", "12-1-3")
def test_a_bound_force_attacks_its_own_hex_and_not_with_the_others() -> None:
    """K-09: it neither joins them nor loses its attack by theirs. Alone, it then begins by itself."""
    mine = {**MINE, KAGETORA: {"hex": HERE, "bound": "4809"}, HONJO: HERE}
    theirs = {**THEIRS, FUWA: {"hex": "4809", "pinned": True}}
    match = compose_field(mine, theirs, 2, 2, 2, 2)
    acts(match, f"attack {KAKIZAKI}", f"at {THERE}")
    assert options_of(match) == {f"join {HONJO}", "fight"}
    barred(match, f"join {KAGETORA}", "10-7-3 bound")
    match.act("fight")
    events = end_battle(match, "oda")
    assert of_kind(events, "field_battle") == [{"unit": KAGETORA, "from_hex": HERE, "hex": "4809"}]


@clause("kenshin", "12-1-9", "12-1-3")
def test_an_owed_attack_leaves_the_other_forces_of_the_hex_their_own_attack() -> None:
    """K-09: whichever is made first. Against the hex that is owed they must attack with the bound force."""
    mine = {**MINE, KAGETORA: {"hex": HERE, "bound": "4809"}, "amakasu_kagemochi": "4807"}
    theirs = {**THEIRS, FUWA: {"hex": "4809", "pinned": True}, "hara_masashige": "4910"}
    match = compose_field(mine, theirs, 2, 2)
    acts(match, f"attack {KAGETORA}", "fight")
    end_battle(match, "uesugi")
    assert at(match, KAGETORA) == "4710"
    assert turn_of(match) == ("combat", "uesugi")
    allowed(match, f"attack {KAKIZAKI}")
    match.act(f"attack {KAKIZAKI}")
    assert options_of(match) == {f"at {THERE}", "at 4910"}
    barred(match, "at 4809", "12-1-3 hex_fought")


@clause("kenshin", "12-1-9")
def test_a_bound_force_chooses_no_other_target() -> None:
    mine = {KAKIZAKI: {"hex": HERE, "bound": THERE}, "amakasu_kagemochi": "4807"}
    theirs = {MAEDA: {"hex": THERE, "pinned": True}, FUWA: "4910", "hara_masashige": "4806"}
    match = compose_field(mine, theirs, 2, 2)
    events = match.act(f"attack {KAKIZAKI}")  # without a question
    assert data_of(events, "field_battle", "hex") == [THERE]


OWED = {MAEDA: {"hex": THERE, "bound": HERE}}
PINNED = {**MINE, KAKIZAKI: {"hex": HERE, "pinned": True}}


@clause("kenshin", "12-1-9", "12")
def test_a_force_that_placed_a_marker_attacks_in_the_other_sides_combat_phase_too() -> None:
    """K-58; and then all markers are off (K-59)."""
    match = compose_field(PINNED, OWED, 2, 2, terrain={HERE: "foothills"})
    assert turn_of(match) == ("combat", "uesugi")
    events = match.act("end")
    assert of_kind(events, "field_battle") == [{"unit": MAEDA, "from_hex": THERE, "hex": HERE}]
    assert strengths(events) == [2, 6]
    assert "12-2-1 A(1)" in modifiers_of(rolls(events, "attack")[0])
    assert turn_of(match) == ("break_off", "oda")
    end_battle(match, "oda")
    assert "pinned" not in unit(match, KAKIZAKI)
    assert "bound" not in unit(match, MAEDA)


@clause("kenshin", "12-1-9")
def test_a_force_that_owes_an_attack_and_is_attacked_fights_both_battles() -> None:
    """K-59: first the battles of the phasing player, then those that the other side owes."""
    match = compose_field({**PINNED, HONJO: "4911"}, OWED, 2, 2, 2, 2)
    events = match.act(f"attack {HONJO}")
    events += end_battle(match, "uesugi")
    assert turn_of(match) == ("combat", "uesugi")
    events += match.act("end")
    assert data_of(events, "field_battle", "unit") == [HONJO, MAEDA]


@clause("kenshin", "11", "12-1-9", "8-2-4")
def test_attacks_that_are_not_owed_wait_for_the_phase_of_their_side() -> None:
    """Two of the Oda side owe an attack; Fuwa beside them and Nobukatsu in Hachiman with enemies before it do not."""
    mine = {**PINNED, KAGETORA: {"hex": "4806", "pinned": True}, HONJO: FORT}
    theirs = {**OWED, SASA: {"hex": "4805", "bound": "4806"}, FUWA: "4910", **garrison(FORT, NOBUKATSU)}
    match = compose_field(mine, theirs)
    acts(match, "end")
    assert turn_of(match) == ("combat", "oda")
    assert options_of(match) == {f"attack {MAEDA}", f"attack {SASA}"}
    barred(match, f"attack {FUWA}", "11 not_your_phase")
    barred(match, f"sortie {NOBUKATSU}", "11 not_your_phase")


@clause("kenshin", "12-1-9")
@pytest.mark.parametrize("loser", ["uesugi", "oda"])
def test_an_attack_whose_target_is_gone_is_owed_no_more(loser: str) -> None:
    match = compose_field(PINNED, OWED, 2, 2)
    events = match.act(f"attack {KAKIZAKI}")
    events += end_battle(match, loser)
    assert data_of(events, "marker_off", "unit") == [MAEDA]
    assert data_of(events, "field_battle", "unit") == [KAKIZAKI]
    assert turn_of(match) == ("force", "oda")


@clause("kenshin", "12-1-9", "8-2-1")
def test_an_attack_whose_target_has_sheltered_is_owed_no_more() -> None:
    """K-59: the owed attack on Hachiman's hex begins by itself; Maeda goes inside and nothing is rolled."""
    match = compose_siege({KAKIZAKI: {"hex": "3817", "bound": FORT}, MAEDA: {"hex": FORT, "pinned": True}})
    assert turn_of(match) == ("refuge", "oda")
    events = acts(match, f"shelter {MAEDA}", "stay")
    assert not rolls(events)
    assert turn_of(match) == ("force", "oda")
    assert "bound" not in unit(match, KAKIZAKI)
    assert "pinned" not in unit(match, MAEDA)
