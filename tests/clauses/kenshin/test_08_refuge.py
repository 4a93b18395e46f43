"""8-2-1: a force before a castle of its side avoids an overrun, an engagement or a field battle by going inside."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    acts,
    allowed,
    at,
    castle,
    choices,
    compose,
    cost,
    data_of,
    decision_of,
    force,
    garrison,
    of_kind,
    options_of,
    phase_of,
    points_left,
    roll_of,
    rolls,
    to_phase,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

# Fukashi, a castle of the Takeda with room for four, and Shibata beside it.
FUKASHI = "5114"
OYAMADA = ("oyamada_nobushige", "takeda_nobukado", "atobe_katsusuke", "nagasaka_chokan")
SHIBATA = force("5113", "shibata_katsuie", "maeda_toshiie")


def compose_before_fukashi(units: dict[str, Any], **more: Any) -> Match:
    """Compose the Movement Phase of the Oda with Shibata beside Fukashi and these units of the other side."""
    entries = {"phase": "oda_movement", **more}
    return compose({**UESUGI, **ODA, **SHIBATA, **units}, around=FUKASHI, radius=2, **entries)


def begin_march(units: dict[str, Any], *texts: str, **more: Any) -> Match:
    """Compose the same and begin the march of Shibata."""
    match = compose_before_fukashi(units, **more)
    acts(match, "move shibata_katsuie", *texts)
    return match


@clause("kenshin", "8-2-1", "10-7")
def test_an_engagement_avoided_costs_nothing_and_leaves_no_marker() -> None:
    """K-44; the hex is then entered as that of an enemy castle."""
    match = begin_march({"okabe_motonobu": FUKASHI}, f"engage {FUKASHI}")
    assert turn_of(match) == ("refuge", "uesugi")
    assert options_of(match) == {"shelter okabe_motonobu", "stand"}
    events = match.act("shelter okabe_motonobu")
    assert of_kind(events, "entered_castle") == [{"unit": "okabe_motonobu", "castle": "fukashi"}]
    assert of_kind(events, "engaged") == []
    assert unit(match, "okabe_motonobu")["inside"] is True
    assert "pinned" not in unit(match, "okabe_motonobu")
    assert "bound" not in unit(match, "shibata_katsuie")
    assert points_left(match) == 6
    assert cost(match, FUKASHI) == 2


@clause("kenshin", "8-2-1", "10-7")
def test_a_force_that_does_not_take_refuge_is_engaged() -> None:
    match = begin_march({"okabe_motonobu": FUKASHI}, f"engage {FUKASHI}")
    events = match.act("stand")
    assert of_kind(events, "engaged") == [{"unit": "shibata_katsuie", "hex": FUKASHI}]
    assert unit(match, "okabe_motonobu")["pinned"] is True


@clause("kenshin", "8-2-1", "14-7-6")
def test_after_an_avoided_overrun_the_force_enters_for_the_cost_of_the_ground_and_goes_on() -> None:
    """K-44: no die, and no more points than the ground costs."""
    match = begin_march({"okabe_motonobu": FUKASHI}, f"overrun {FUKASHI}")
    events = match.act("shelter okabe_motonobu")
    assert rolls(events) == []
    assert at(match, "shibata_katsuie") == FUKASHI
    assert points_left(match) == 5


@clause("kenshin", "8-2-1", "8-2-1 advance")
def test_a_field_battle_avoided_lets_the_attacker_advance_and_wait() -> None:
    """K-44: sheltered in a Combat Phase, the castle is safe from a siege until the next one of that side."""
    units = {**force("5113", "kakizaki_haruie", "jinbo_ujiharu"), "maeda_toshiie": FUKASHI, **UESUGI, **ODA}
    match = compose(units, around=FUKASHI, radius=2, phase="uesugi_combat", castles={"fukashi": {"holder": "oda"}})
    match.act("attack kakizaki_haruie")
    assert turn_of(match) == ("refuge", "oda")
    events = match.act("shelter maeda_toshiie")
    assert rolls(events) == []
    assert turn_of(match) == ("advance", "uesugi")
    match.act("advance kakizaki_haruie")
    assert at(match, "kakizaki_haruie") == at(match, "jinbo_ujiharu") == FUKASHI
    assert phase_of(match)[1] == "oda_movement"  # nothing could be invested or assaulted
    assert "marker" not in castle(match, "fukashi")


@clause("kenshin", "8-2-1", "10-7-3")
def test_refuge_also_avoids_an_owed_attack_and_removes_the_marker() -> None:
    """K-44, K-59: the battle is declared, and its target shelters."""
    units = {"kakizaki_haruie": {"hex": "5113", "bound": FUKASHI}, "maeda_toshiie": {"hex": FUKASHI, "pinned": True}}
    match = compose({**units, **UESUGI, **ODA}, around=FUKASHI, radius=2, phase="uesugi_combat",
                    castles={"fukashi": {"holder": "oda"}})  # fmt: skip
    assert turn_of(match) == ("refuge", "oda")  # an owed attack with one target begins by itself
    acts(match, "shelter maeda_toshiie", "stay")
    assert phase_of(match)[1] == "oda_movement"
    assert rolls(match.events) == []
    assert "bound" not in unit(match, "kakizaki_haruie")
    assert "pinned" not in unit(match, "maeda_toshiie")


@clause("kenshin", "8-2-1 advance")
def test_units_sheltered_during_movement_may_be_besieged_in_the_next_combat_phase() -> None:
    match = begin_march({"okabe_motonobu": FUKASHI}, f"overrun {FUKASHI}", "shelter okabe_motonobu", "halt")
    to_phase(match, "oda_combat")
    assert decision_of(match).name == "siege"
    allowed(match, "invest fukashi", "assault shibata_katsuie")


@clause("kenshin", "8-2-1", "12-1-5")
def test_units_that_stay_outside_fight_alone() -> None:
    """Okabe and Obata before the castle: with Okabe inside the strength is Obata's."""
    units = {"okabe_motonobu": FUKASHI, "obata_nobusada": FUKASHI}
    match = begin_march(units, f"overrun {FUKASHI}", "shelter okabe_motonobu", dice=[1, 2, 1, 2])
    events = match.act("stand")
    assert roll_of(events, "defence")["strength"] == 2
    match = begin_march(units, f"engage {FUKASHI}", "shelter okabe_motonobu", "stand")
    assert unit(match, "obata_nobusada")["pinned"] is True
    assert "pinned" not in unit(match, "okabe_motonobu")


@clause("kenshin", "8-2-1", "8-1")
def test_forces_take_refuge_only_as_far_as_there_is_room() -> None:
    """Four places: Oyamada's four do not fit beside Obata."""
    units = {**force(FUKASHI, *OYAMADA), "obata_nobusada": FUKASHI, "okabe_motonobu": FUKASHI}
    match = begin_march(units, f"engage {FUKASHI}")
    assert choices(match, "shelter") == {"oyamada_nobushige", "obata_nobusada", "okabe_motonobu"}
    match.act("shelter obata_nobusada")
    barred(match, "shelter oyamada_nobushige", "8-1 no_room")
    events = match.act("shelter okabe_motonobu")  # no other force fits
    assert data_of(events, "engaged", "hex") == [FUKASHI]
    assert unit(match, "oyamada_nobushige")["pinned"] is True
    match = begin_march(units, f"engage {FUKASHI}", "shelter oyamada_nobushige")
    assert decision_of(match).name != "refuge"  # the castle is full
    assert unit(match, "obata_nobusada")["pinned"] is True


@clause("kenshin", "8-2-1", "8-1")
def test_without_room_there_is_no_refuge() -> None:
    full = garrison(FUKASHI, *OYAMADA)
    match = begin_march({**full, "okabe_motonobu": FUKASHI}, f"engage {FUKASHI}")
    assert unit(match, "okabe_motonobu")["pinned"] is True


@clause("kenshin", "8-2-1", "8-2")
@pytest.mark.parametrize("holder", ["uesugi", "oda"])
def test_only_a_castle_of_ones_own_side_is_a_refuge(holder: str) -> None:
    match = begin_march({"okabe_motonobu": FUKASHI}, f"engage {FUKASHI}", castles={"fukashi": {"holder": holder}})
    assert (decision_of(match).name == "refuge") is (holder == "uesugi")
    match = begin_march({"okabe_motonobu": "5112"}, "engage 5112")  # no castle at all
    assert unit(match, "okabe_motonobu")["pinned"] is True


@clause("kenshin", "8-2-1")
def test_a_force_that_is_not_attacked_takes_no_refuge() -> None:
    match = begin_march({"okabe_motonobu": FUKASHI, "obata_nobusada": "5115"}, f"engage {FUKASHI}")
    barred(match, "shelter obata_nobusada", "8-2-1 not_there")
