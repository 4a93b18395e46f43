"""Chapter 14: overruns; errata 1."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Event, Match
from tests.clauses.kenshin.table import (
    FIELD,
    ODA,
    UESUGI,
    acts,
    allowed,
    at,
    compose,
    data_of,
    decision_of,
    force,
    garrison,
    march,
    modifiers_of,
    neighbours,
    of_kind,
    phase_of,
    points_left,
    roll_of,
    rolls,
    steps,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

MAN, FOE = "kakizaki_haruie", "maeda_toshiie"
NOBODY = [1, 2, 1, 2]
# Kenshin with eleven units, 22 steps, against Maeda: +3. A 4 is a 7 and hits twice.
KENSHIN = (
    "uesugi_kenshin", "jinbo_ujiharu", "kawada_shigechika", "naoe_nobutsuna", "jojo_masashige", "honjo_shigenaga",
    "shibata_nagaatsu", "irobe_nagazane", "amakasu_kagemochi", "yasuda_akimoto", "kitajo_kagehiro",
)  # fmt: skip
TWO_HITS = [1, 3, 1, 2]


def begin_march(units: dict[str, Any], who: str = MAN, **more: Any) -> Match:
    """Begin a march, on flat ground around FIELD unless `around` says otherwise; UESUGI and ODA are far away."""
    match = compose({**units, **UESUGI, **ODA}, **{"around": FIELD, "dice": NOBODY, **more})
    march(match, who)
    return match


def give_up(match: Match, *texts: str) -> list[Event]:
    """Let the mover fall back with these texts; a defender that may advance into the hex (12-6) stays."""
    events = acts(match, *texts)
    if decision_of(match).name == "advance":
        events += match.act("stay")
    return events


# --- cost -----------------------------------------------------------------------------------------------------------


@clause("kenshin", "14-7-1", "14", "ERR-1")
@pytest.mark.parametrize(("ground", "kind", "price"), [
    ("flat", "none", 1), ("rough", "none", 2), ("foothills", "none", 3), ("flat", "river", 2), ("foothills", "ford", 4),
])  # fmt: skip
def test_an_overrun_costs_the_ground_and_the_river_and_nothing_for_control(ground: str, kind: str, price: int) -> None:
    """K-60: Sasa, behind Maeda, controls the hex too, which costs nothing."""
    sides = {f"4811-{hex_id}": kind for hex_id in neighbours("4811")}
    units = {**force(FIELD, *KENSHIN), FOE: "4811", "sasa_narimasa": "4812"}
    match = begin_march(units, KENSHIN[0], terrain={"4811": ground}, sides=sides, dice=[4, 5, 1, 2])
    events = match.act("overrun 4811")
    assert of_kind(events, "overrun") == [{"unit": KENSHIN[0], "hex": "4811"}]
    assert of_kind(events, "overrun_won") == [{"unit": KENSHIN[0], "hex": "4811"}]
    assert points_left(match) == 6 - price
    assert at(match, KENSHIN[0]) == "4811"


@clause("kenshin", "14-7-1")
@pytest.mark.parametrize(("start", "enough"), [("4809", True), ("4808", False)])
def test_an_overrun_needs_enough_points(start: str, enough: bool) -> None:
    """Foothills cost 3; each hex before has cost 2 under the control of Maeda, 1 elsewhere."""
    match = begin_march({MAN: start, FOE: "4812"}, terrain={"4812": "foothills"})
    acts(match, "to 4811")
    assert points_left(match) == (3 if enough else 2)
    if enough:
        allowed(match, "overrun 4812")
    else:
        barred(match, "overrun 4812", "14-7-1 out_of_points")


@clause("kenshin", "ERR-1 example", "ERR-1", "8-2-1")
@pytest.mark.parametrize("start", ["3609", "3610"])
def test_overrunning_torigoe_costs_four(start: str) -> None:
    """On the map as it is: a river and foothills (K-02). Uno shelters, so that no die is thrown.

    Suzuki stands behind it, and could still be engaged.
    """
    units = {"shibata_katsuie": start, "uno_yasuharu": "3709", "suzuki_shigeyasu": "3708", **UESUGI, **ODA}
    match = compose(units, phase="oda_movement")
    acts(match, "move shibata_katsuie", "overrun 3709")
    assert turn_of(match) == ("refuge", "uesugi")
    match.act("shelter uno_yasuharu")
    assert at(match, "shibata_katsuie") == "3709"
    assert points_left(match) == 2


FUKASHI: dict[str, Any] = {"around": "5114", "radius": 2, "castles": {"fukashi": {"holder": "oda"}}}


@clause("kenshin", "14")
@pytest.mark.parametrize(("units", "ground", "target", "reason"), [
    ({MAN: FIELD, FOE: "4812"},               {},       "4812",  "14 not_adjacent"),
    ({MAN: FIELD, FOE: "4812"},               {},       "4811",  "14 nobody_there"),
    ({MAN: "5113", **garrison("5114", FOE)},  FUKASHI,  "5114",  "14 nobody_there"),
    ({MAN: "5113"},                           FUKASHI,  "5114",  "14 nobody_there"),
])  # fmt: skip
def test_only_adjacent_enemies_in_the_open_are_overrun(
    units: dict[str, Any], ground: dict[str, Any], target: str, reason: str
) -> None:
    """K-62: castles and units inside them cannot be overrun."""
    barred(begin_march(units, **ground), f"overrun {target}", reason)


@clause("kenshin", "14", "10-6-1")
def test_an_overrun_does_not_cross_water() -> None:
    match = begin_march({MAN: FIELD, FOE: "4811"}, sides={f"{FIELD}-4811": "water"})
    barred(match, "overrun 4811", "10-6-1 water_between")


# --- the fight ------------------------------------------------------------------------------------------------------


@clause("kenshin", "14", "14-7-4")
def test_an_overrun_is_one_round_with_the_modifiers_of_a_battle() -> None:
    match = begin_march({MAN: FIELD, FOE: "4811"}, terrain={"4811": "foothills"})
    events = match.act("overrun 4811")
    assert [roll["purpose"] for roll in rolls(events)] == ["attack", "defence"]
    assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(1)": -1, "12-2-1 A(3)": 1}
    assert modifiers_of(roll_of(events, "defence")) == {"12-2-1 D(1)": 1, "12-2-1 D(3)": -1}
    events = acts(match, "fight_on", "fight_on")
    assert rolls(events) == []


@clause("kenshin", "14-7-5")
def test_all_enemies_in_the_hex_are_overrun_together() -> None:
    match = begin_march({MAN: FIELD, FOE: "4811", **force("4811", "shibata_katsuie", "sasa_narimasa")})
    roll = roll_of(match.act("overrun 4811"), "defence")
    assert roll["strength"] == 6


@clause("kenshin", "14-7-4", "10-4-3")
def test_only_the_marching_force_takes_part_in_an_overrun() -> None:
    """K-62: other forces in its hex do not add their strength."""
    match = begin_march({MAN: FIELD, "jinbo_ujiharu": FIELD, FOE: "4811"})
    assert roll_of(match.act("overrun 4811"), "attack")["strength"] == 2


# --- success --------------------------------------------------------------------------------------------------------


@clause("kenshin", "14-7-2", "14-7-6")
def test_successful_overruns_follow_one_another() -> None:
    units = {**force(FIELD, *KENSHIN), FOE: "4811", "sasa_narimasa": "4812"}
    match = begin_march(units, KENSHIN[0], dice=[*TWO_HITS, *TWO_HITS])
    events = acts(match, "overrun 4811", "overrun 4812")
    assert data_of(events, "killed", "unit") == [FOE, "sasa_narimasa"]
    assert at(match, KENSHIN[0]) == "4812"
    assert points_left(match) == 4


@clause("kenshin", "14-7-6", "14-7-9")
def test_a_defender_that_must_retreat_gives_way_without_pursuit() -> None:
    """Maeda has one step and must retreat, although the dice hit nothing."""
    match = begin_march({MAN: FIELD, FOE: {"hex": "4811", "steps": 1}})
    match.act("overrun 4811")
    assert turn_of(match) == ("retreat", "oda")
    events = acts(match, "back 4812", "halt")
    assert (at(match, FOE), at(match, MAN)) == ("4812", "4811")
    assert data_of(events, "overrun_won", "unit") == [MAN]
    assert turn_of(match) == ("march", "uesugi")
    assert rolls(match.events, "pursuit", "escape") == []


@clause("kenshin", "14-7-6", "14-7-8")
def test_a_defender_may_choose_to_give_way() -> None:
    match = begin_march({MAN: FIELD, FOE: "4811"})
    acts(match, "overrun 4811", "fight_on", "retreat", "back 4812", "halt")
    assert at(match, MAN) == "4811"
    assert points_left(match) == 5
    assert "pinned" not in unit(match, FOE)


@clause("kenshin", "14-7-9")
def test_a_retreat_goes_up_to_three_hexes_away_from_the_overrun() -> None:
    match = begin_march({MAN: FIELD, FOE: {"hex": "4811", "steps": 1}})
    match.act("overrun 4811")
    barred(match, "back 4710", "12-4-4 not_away")  # no farther from Kakizaki
    acts(match, "back 4812", "back 4813", "back 4814")
    assert at(match, FOE) == "4814"
    assert turn_of(match) == ("march", "uesugi")


# --- failure --------------------------------------------------------------------------------------------------------


@clause("kenshin", "14-7-8", "14-7-3", "10-7-4")
def test_where_nobody_gives_way_the_overrun_ends_in_an_engagement() -> None:
    match = begin_march({MAN: FIELD, FOE: "4811", "sasa_narimasa": "4811"})
    acts(match, "overrun 4811", f"under {FOE}")
    assert turn_of(match) == ("break_off", "uesugi")  # the attacker says it first
    match.act("fight_on")
    assert turn_of(match) == ("break_off", "oda")
    events = match.act("fight_on")
    assert of_kind(events, "engaged") == [{"unit": MAN, "hex": "4811"}]
    assert unit(match, MAN)["bound"] == "4811"
    assert unit(match, FOE)["pinned"] is unit(match, "sasa_narimasa")["pinned"] is True
    assert at(match, MAN) == FIELD
    assert decision_of(match).name == "force"
    barred(match, f"move {MAN}", "10-6-4 engaged")


@clause("kenshin", "14-7-8", "14-7-9")
def test_an_attacker_that_gives_up_retreats_and_leaves_no_marker() -> None:
    """K-61."""
    match = begin_march({MAN: FIELD, FOE: "4811"})
    acts(match, "overrun 4811", "retreat")
    assert turn_of(match) == ("retreat", "uesugi")
    events = give_up(match, "back 4809", "halt")
    assert at(match, MAN) == "4809"
    assert of_kind(events, "engaged") == []
    assert "pinned" not in unit(match, FOE)
    assert decision_of(match).name == "force"
    barred(match, f"move {MAN}", "10-3-1 has_moved")
    assert at(match, FOE) == "4811"


@clause("kenshin", "14-7-8", "14-7-9")
def test_an_attacker_of_one_step_must_give_up() -> None:
    """K-61."""
    match = begin_march({MAN: {"hex": FIELD, "steps": 1}, FOE: "4811"})
    match.act("overrun 4811")
    assert turn_of(match) == ("retreat", "uesugi")
    give_up(match, "back 4809", "halt")
    assert "pinned" not in unit(match, FOE)
    assert decision_of(match).name == "force"


@clause("kenshin", "14-7-9", "12-4-7")
def test_two_wholly_reduced_sides_both_retreat() -> None:
    """K-61: the attacker retreats first and moves no more."""
    match = begin_march({MAN: {"hex": FIELD, "steps": 1}, FOE: {"hex": "4811", "steps": 1}})
    match.act("overrun 4811")
    give_up(match, "back 4809", "halt", "back 4812", "halt")
    assert (at(match, MAN), at(match, FOE)) == ("4809", "4812")
    barred(match, f"move {MAN}", "10-3-1 has_moved")


@clause("kenshin", "14-7-6", "6-2-1")
def test_the_men_of_a_commander_killed_in_an_overrun_may_enter_and_move_no_more() -> None:
    """K-91: 2 against 1 step; a 9 with +1 kills Maeda, his 12 with -1 hits once."""
    units = {MAN: {"hex": FIELD, "steps": 1}, "jinbo_ujiharu": {"hex": FIELD, "leader": MAN, "steps": 1},
             FOE: {"hex": "4811", "steps": 1}}  # fmt: skip
    match = begin_march(units, dice=[4, 5, 6, 6])
    acts(match, "overrun 4811", f"lose {MAN}")
    assert turn_of(match) == ("advance", "uesugi")
    match.act("advance jinbo_ujiharu")
    assert at(match, "jinbo_ujiharu") == "4811"
    assert decision_of(match).name == "force"
    barred(match, "move jinbo_ujiharu", "10-3-1 has_moved")


@clause("kenshin", "14", "4(3)", "4(4)")
@pytest.mark.parametrize(("phase", "mover", "foe"), [("oda_reaction", FOE, MAN), ("uesugi_forced_march", MAN, FOE)])
def test_overruns_are_possible_in_reaction_and_forced_march(phase: str, mover: str, foe: str) -> None:
    match = compose({mover: FIELD, foe: "4811", **UESUGI, **ODA}, around=FIELD, phase=phase, dice=[1, *NOBODY])
    acts(match, f"check {mover}", "overrun 4811", "fight_on", "fight_on")
    assert unit(match, mover)["bound"] == "4811"
    assert steps(match, foe) == 2
    assert phase_of(match)[1] == phase
