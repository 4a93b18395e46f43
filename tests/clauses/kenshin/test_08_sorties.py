"""8-2-4 and 13-1-8: sorties of garrisons (K-47)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.fights import (
    FUWA,
    KAKIZAKI,
    MAEDA,
    SASA,
    SHIBATA,
    WALLS,
    compose_siege,
    fall_back,
    fight_until_pursuit,
    reduce_units,
    strengths,
)
from tests.clauses.kenshin.table import (
    acts,
    allowed,
    at,
    castle,
    choices,
    decision_of,
    force,
    garrison,
    modifiers_of,
    neighbours,
    of_kind,
    options_of,
    roll_of,
    rolls,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

OYAMADA, ANAYAMA = "oyamada_nobushige", "anayama_nobukimi"
INSIDE = force(WALLS, OYAMADA, "okabe_motonobu", "obata_nobusada", inside=True)  # ability 3, strength 6
OUTSIDE = force(WALLS, SHIBATA, MAEDA, SASA, FUWA)  # ability 4, strength 8


def compose_garrison(
    inside: Mapping[str, Any] = INSIDE, outside: Mapping[str, Any] = OUTSIDE, *totals: int, **entries: Any
) -> Match:
    """Compose a Combat Phase of the Uesugi side with Fukashi, held by the Takeda, and its besiegers."""
    return compose_siege(
        {**inside, **outside}, *totals, around=WALLS, **{"castles": {"fukashi": {"marker": 1}}, **entries}
    )


@clause("kenshin", "8-2-4", "13-1-8", "8-2-4 modifier")
def test_only_abilities_modify_a_sortie() -> None:
    """The besiegers stand in foothills and are fortified, which does not count."""
    match = compose_garrison(INSIDE, OUTSIDE, 7, 7, terrain={WALLS: "foothills"}, state={"fortified": {WALLS: ["oda"]}})
    assert options_of(match) == {f"sortie {OYAMADA}", "end"}
    events = match.act(f"sortie {OYAMADA}")
    assert of_kind(events, "sortie") == [{"unit": OYAMADA, "castle": "fukashi"}]
    assert strengths(events) == [6, 8]
    assert [modifiers_of(roll) for roll in rolls(events)] == [{"8-2-4 modifier": -1}, {"8-2-4 modifier": 1}]


@clause("kenshin", "8-2-4", "13-1-8", "12-1-5")
def test_all_enemies_in_the_hex_are_attacked_together() -> None:
    match = compose_garrison(INSIDE, {**force(WALLS, SHIBATA, MAEDA), SASA: WALLS, FUWA: WALLS}, 2, 2)
    events = match.act(f"sortie {OYAMADA}")
    assert strengths(events) == [6, 8]


@clause("kenshin", "8-2-4", "8-2-4 modifier", "12-2-2 rank")
def test_several_forces_of_a_garrison_may_join_one_sortie() -> None:
    """The highest rank counts; of equal rank the owner chooses."""
    inside = {
        **garrison(WALLS, OYAMADA, ANAYAMA, "okabe_motonobu"),
        ANAYAMA: {"hex": WALLS, "inside": True, "ability": 6},
    }
    match = compose_garrison(inside, OUTSIDE, 2, 2)
    match.act(f"sortie {OYAMADA}")
    assert options_of(match) == {f"join {ANAYAMA}", "join okabe_motonobu", "fight"}
    acts(match, f"join {ANAYAMA}", "fight")
    assert options_of(match) == {f"under {OYAMADA}", f"under {ANAYAMA}"}
    barred(match, "under okabe_motonobu", "12-2-2 rank took_no_part")
    events = match.act(f"under {ANAYAMA}")
    assert strengths(events) == [4, 8]
    assert modifiers_of(roll_of(events, "attack")) == {"8-2-4 modifier": 2}


@clause("kenshin", "8-2-4", "13-1-8")
def test_a_garrison_that_is_shut_in_but_not_invested_may_sally() -> None:
    """Three inside, one before the walls."""
    match = compose_siege({**INSIDE, SHIBATA: WALLS}, around=WALLS)
    assert "marker" not in castle(match, "fukashi")
    allowed(match, f"sortie {OYAMADA}")


@clause("kenshin", "8-2-4", "13-1-8")
@pytest.mark.parametrize(("action", "reason"), [
    (f"sortie {ANAYAMA}",  "8-2-4 not_shut_in"),  # the enemy is only beside his castle
    (f"sortie {KAKIZAKI}", "8-2-4 not_shut_in"),
    (f"attack {ANAYAMA}",  "8-2 inside"),
    (f"attack {OYAMADA}",  "8-2 inside"),
])  # fmt: skip
def test_a_sortie_needs_an_enemy_in_the_hex_and_is_made_from_inside(action: str, reason: str) -> None:
    units = {**garrison("5218", ANAYAMA), KAKIZAKI: "5113", "hara_masashige": "5217"}
    match = compose_garrison(INSIDE, {**OUTSIDE, **units})
    assert choices(match, "sortie") == {OYAMADA}
    barred(match, action, reason)


@clause("kenshin", "8-2-4")
def test_a_garrison_sallies_only_in_its_own_combat_phase() -> None:
    match = compose_garrison(phase="oda_combat")
    assert turn_of(match) == ("siege", "oda")
    assert not choices(match, "sortie")


@clause("kenshin", "8-2-4", "13-1-8", "12-5-3")
@pytest.mark.parametrize("pursued", [True, False])
def test_a_beaten_garrison_goes_back_inside(pursued: bool) -> None:
    """It needs no decision; it may be pursued with the abilities alone, and the investment stays."""
    match = compose_garrison(reduce_units(INSIDE), OUTSIDE, 2, 2, 2)
    match.act(f"sortie {OYAMADA}")
    assert turn_of(match) == ("pursuit", "oda")
    events = match.act("pursue" if pursued else "let_go")
    assert [modifiers_of(roll) for roll in rolls(events)] == ([{"12-5-3": 1}] if pursued else [])
    assert not of_kind(events, "fell_back")
    assert {(unit(match, name)["hex"], unit(match, name)["inside"]) for name in INSIDE} == {(WALLS, True)}
    assert castle(match, "fukashi")["marker"] == 1
    assert decision_of(match).name != "retreat"


@clause("kenshin", "8-2-4", "13-1-8", "12-4-4", "12-6", "13-1-5")
@pytest.mark.parametrize("advance", [True, False])
def test_beaten_besiegers_leave_in_any_direction_and_the_siege_is_over(advance: bool) -> None:
    """K-13; the garrison may then stand before its castle."""
    match = compose_garrison(INSIDE, OUTSIDE, 2, 2)
    match.act(f"sortie {OYAMADA}")
    fight_until_pursuit(match, "oda")
    match.act("let_go")
    assert turn_of(match) == ("retreat", "oda")
    assert choices(match, "back") == set(neighbours(WALLS))
    fall_back(match)
    assert "lifted" in {event.kind for event in match.events}
    assert "marker" not in castle(match, "fukashi")
    assert turn_of(match) == ("advance", "uesugi")
    match.act(f"advance {OYAMADA}" if advance else "stay")
    assert at(match, OYAMADA) == WALLS
    assert bool(unit(match, OYAMADA).get("inside")) is not advance


@clause("kenshin", "8-2-4", "12-1-4")
def test_a_force_sallies_once_in_a_phase() -> None:
    """Anayama in Uehara may still do so."""
    other = {**garrison("5218", ANAYAMA), "hara_masashige": "5218"}
    match = compose_garrison(INSIDE, {**OUTSIDE, **other}, 2, 2)
    assert choices(match, "sortie") == {OYAMADA, ANAYAMA}
    match.act(f"sortie {OYAMADA}")
    fight_until_pursuit(match, "uesugi")
    match.act("let_go")
    assert options_of(match) == {f"sortie {ANAYAMA}", "end"}


@clause("kenshin", "8-2-4", "12-3")
def test_a_sortie_costs_steps_like_any_battle() -> None:
    """12 and -1 on the row of 5 and 6: two hits; 6 and 1 on that of 7 to 10: one."""
    match = compose_garrison(INSIDE, OUTSIDE, 12, 6)
    events = match.act(f"sortie {OYAMADA}")
    assert of_kind(events, "round") == [{"hex": WALLS, "area": "none", "dealt": 2, "taken": 1}]
    assert turn_of(match) == ("losses", "uesugi")
    match.act("lose okabe_motonobu")
    assert turn_of(match) == ("losses", "oda")
    acts(match, f"lose {MAEDA}", f"lose {FUWA}")
    assert turn_of(match) == ("break_off", "uesugi")
