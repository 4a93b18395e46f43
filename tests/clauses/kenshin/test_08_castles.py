"""Chapter 8: durability, strength and capacity of castles; entering and leaving them."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    acts,
    allowed,
    assert_reasons,
    at,
    castle,
    compose,
    cost,
    data_of,
    force,
    garrison,
    march,
    modifiers_of,
    of_kind,
    options_of,
    phase_of,
    roll_of,
    score,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

# Fukashi, a castle of the Takeda: durability 4, strength 2.
FUKASHI = "5114"
TAKEDA = ("oyamada_nobushige", "takeda_nobukado", "atobe_katsusuke", "nagasaka_chokan", "asahina_yasutomo")
SHIBATA = (
    "shibata_katsuie",
    "maeda_toshiie",
    "sasa_narimasa",
    "fuwa_mitsuharu",
    "kanamori_nagachika",
    "hara_masashige",
)
ODA_HOLDS = {"fukashi": {"holder": "oda"}}


def compose_at_fukashi(units: dict[str, Any], **more: Any) -> Match:
    """Compose a position around Fukashi on flat ground, with UESUGI and ODA far away."""
    return compose({**UESUGI, **ODA, **units}, around=FUKASHI, radius=2, **more)


# --- 8-1: durability ------------------------------------------------------------------------------------------------


@clause("kenshin", "8-1")
def test_a_castle_holds_as_many_units_as_its_durability() -> None:
    match = compose_at_fukashi({**dict.fromkeys(TAKEDA, FUKASHI)})
    for name in TAKEDA[:4]:
        match.act(f"garrison {name}")
    barred(match, f"garrison {TAKEDA[4]}", "8-1 no_room")


@clause("kenshin", "8-1", "8-1-1")
@pytest.mark.parametrize("durability", [4, 1])
def test_the_printed_durability_limits_the_garrison_also_when_damaged(durability: int) -> None:
    match = compose_at_fukashi(force(FUKASHI, *TAKEDA[:4]), castles={"fukashi": {"durability": durability}})
    match.act(f"garrison {TAKEDA[0]}")
    assert all(unit(match, name)["inside"] for name in TAKEDA[:4])


@clause("kenshin", "8-1")
def test_a_force_goes_inside_whole_or_not_at_all() -> None:
    """K-43: a force of four, beside two units, one of them inside already."""
    units = {**force(FUKASHI, *TAKEDA[:4]), **garrison(FUKASHI, "okabe_motonobu"), "obata_nobusada": FUKASHI}
    match = compose_at_fukashi(units)
    barred(match, f"garrison {TAKEDA[0]}", "8-1 no_room")
    allowed(match, "garrison obata_nobusada")


@clause("kenshin", "8-1-2")
@pytest.mark.parametrize("durability", [2, 3, 4])
def test_replenishment_restores_durability_up_to_the_printed_one(durability: int) -> None:
    """Kaizu has 5; a point is worth three."""
    match = compose({**UESUGI, **ODA, "okabe_motonobu": "5722"}, phase="turn_start", step="replenishment", dice=[2],
                    castles={"kaizu": {"durability": durability}})  # fmt: skip
    barred(match, "repair fukashi", "8-1-2 castle_whole")
    events = match.act("repair kaizu")
    assert data_of(events, "durability", "count") == [5]
    assert castle(match, "kaizu")["durability"] == 5


@clause("kenshin", "8-1-3", "8-1-1")
def test_durability_lost_in_an_assault_is_recorded() -> None:
    """A strength of 12 with a 9, less the castle's 2: one hit."""
    match = compose_at_fukashi(force(FUKASHI, *SHIBATA), phase="oda_combat", dice=[4, 5, 1, 2])
    events = match.act("assault shibata_katsuie")
    assert data_of(events, "durability", "count") == [3]
    assert castle(match, "fukashi")["durability"] == 3


@clause("kenshin", "8-1-4")
def test_a_castle_taken_by_assault_has_its_printed_durability_again() -> None:
    match = compose_at_fukashi(force(FUKASHI, *SHIBATA), phase="oda_combat", dice=[4, 5, 1, 2, 4, 4, *[1] * 6],
                               castles={"fukashi": {"durability": 1}})  # fmt: skip
    events = match.act("assault shibata_katsuie")
    assert of_kind(events, "castle_fell") == [{"castle": "fukashi", "seat": "oda"}]
    assert castle(match, "fukashi")["holder"] == "oda"
    assert castle(match, "fukashi")["durability"] == 4


@clause("kenshin", "8-1-4")
def test_a_castle_that_surrenders_has_its_printed_durability_again() -> None:
    """A marker of 6 leaves no doubt; the score of -2 has no event for an 8."""
    castles = {"fukashi": {"durability": 2, "marker": 6}}
    match = compose_at_fukashi(
        {"maeda_toshiie": FUKASHI}, phase="turn_start", step="demand", dice=[6, 4, 4, *[1] * 6], castles=castles
    )
    match.act("demand fukashi")
    assert (castle(match, "fukashi")["holder"], castle(match, "fukashi")["durability"]) == ("oda", 4)
    assert score(match) == -2


# --- 8-2: garrisons -------------------------------------------------------------------------------------------------


@clause("kenshin", "8-2", "8-2-2")
@pytest.mark.parametrize("name", ["okabe_motonobu", "kakizaki_haruie", "uno_yasuharu"])
def test_units_shelter_in_castles_of_any_clan_of_their_side(name: str) -> None:
    match = compose_at_fukashi({name: FUKASHI})
    assert "inside" not in unit(match, name)
    events = match.act(f"garrison {name}")
    assert of_kind(events, "entered_castle") == [{"unit": name, "castle": "fukashi"}]
    assert unit(match, name)["inside"] is True
    for seat in ("uesugi", "oda"):
        assert match.view(seat)["units"][name]["inside"] is True


@clause("kenshin", "8-2")
@pytest.mark.parametrize(("name", "hex_id"), [
    ("okabe_motonobu",  FUKASHI),  # a castle that the Oda hold
    ("obata_nobusada",  "5113"),   # no castle
])  # fmt: skip
def test_a_unit_enters_no_enemy_castle_and_none_where_there_is_no_castle(name: str, hex_id: str) -> None:
    barred(compose_at_fukashi({name: hex_id}, castles=ODA_HOLDS), f"garrison {name}", "8-2 no_castle")


@clause("kenshin", "8-2")
def test_a_garrison_comes_out_where_no_enemy_is_in_the_hex() -> None:
    """K-43: in the formation step, or simply by marching, which costs nothing more."""
    match = compose_at_fukashi(garrison(FUKASHI, "okabe_motonobu", "obata_nobusada"))
    match.act("field okabe_motonobu")
    assert "inside" not in unit(match, "okabe_motonobu")
    march(match, "obata_nobusada")
    assert cost(match, "5113") == 1
    assert "inside" not in unit(match, "obata_nobusada")


@clause("kenshin", "8-2")
def test_a_march_does_not_lead_into_a_castle() -> None:
    match = compose_at_fukashi({"okabe_motonobu": "5113"})
    acts(match, "move okabe_motonobu", f"to {FUKASHI}", "halt")
    assert "inside" not in unit(match, "okabe_motonobu")


@clause("kenshin", "8-2-3", "13-1-3")
def test_a_garrison_is_shut_in_while_an_enemy_is_in_the_hex() -> None:
    """One against one is no investment (K-42)."""
    units = {**garrison(FUKASHI, "okabe_motonobu"), "sasa_narimasa": FUKASHI}
    match = compose_at_fukashi(units)
    barred(match, "field okabe_motonobu", "8-2-3 shut_in")
    barred(match, "move okabe_motonobu", "13-1-3 shut_in")
    match = compose_at_fukashi(units, phase="oda_movement")
    acts(match, "move sasa_narimasa", "to 5112", "halt", "end")
    assert phase_of(match)[1] == "uesugi_reaction"
    allowed(match, "check okabe_motonobu")


@clause("kenshin", "8-2-3", "13-1-3")
def test_a_garrison_stays_shut_in_after_the_investment_ended() -> None:
    """K-42: two besiegers against one, and one of them leaves."""
    units = {**garrison(FUKASHI, "okabe_motonobu"), "sasa_narimasa": FUKASHI, "fuwa_mitsuharu": FUKASHI}
    match = compose_at_fukashi(units, phase="oda_movement", castles={"fukashi": {"marker": 1}})
    events = acts(match, "move fuwa_mitsuharu", "to 5113", "halt")
    assert data_of(events, "lifted", "castle") == ["fukashi"]
    assert "marker" not in castle(match, "fukashi")
    match.act("end")
    barred(match, "check okabe_motonobu", "13-1-3 shut_in")


@clause("kenshin", "8-2-3", "13-1-6")
def test_an_investment_goes_on_against_an_empty_castle() -> None:
    """K-42: the whole garrison dies in a sortie; the marker stays as it is."""
    units = {"okabe_motonobu": {"hex": FUKASHI, "inside": True, "steps": 1}, **force(FUKASHI, *SHIBATA)}
    match = compose_at_fukashi(units, phase="uesugi_combat", castles={"fukashi": {"marker": 2}}, dice=[1, 1, 5, 6])
    events = match.act("sortie okabe_motonobu")
    assert data_of(events, "killed", "unit") == ["okabe_motonobu"]
    assert castle(match, "fukashi")["marker"] == 2


@clause("kenshin", "8-2-4", "8-2-4 modifier")
def test_a_sortie_is_modified_only_by_the_difference_of_abilities() -> None:
    """Okabe 3 against Sakuma 4, on fortified foothills."""
    units = {**garrison(FUKASHI, "okabe_motonobu"), "sakuma_morimasa": FUKASHI, "fuwa_mitsuharu": FUKASHI}
    match = compose_at_fukashi(
        units, phase="uesugi_combat", castles={"fukashi": {"marker": 0}}, terrain={FUKASHI: "foothills"},
        state={"fortified": {FUKASHI: ["oda"]}}, dice=[1, 2, 1, 2],
    )  # fmt: skip
    match.act("sortie okabe_motonobu")
    events = match.act("under sakuma_morimasa")
    assert modifiers_of(roll_of(events, "attack")) == {"8-2-4 modifier": -1}
    assert modifiers_of(roll_of(events, "defence")) == {"8-2-4 modifier": 1}


@clause("kenshin", "8-2-4", "8-2-4 modifier")
def test_several_forces_sally_under_the_highest_rank_and_its_owner_chooses_among_equals() -> None:
    """Oyamada 3 and Nobutoyo 2 are samuraidaisho, Obata a busho; Sakuma has 4."""
    inside = garrison(FUKASHI, "oyamada_nobushige", "takeda_nobutoyo", "obata_nobusada")
    match = compose_at_fukashi({**inside, "sakuma_morimasa": FUKASHI}, phase="uesugi_combat", dice=[1, 2, 1, 2])
    acts(match, "sortie oyamada_nobushige", "join takeda_nobutoyo", "join obata_nobusada")
    assert turn_of(match) == ("ability", "uesugi")
    barred(match, "under obata_nobusada", "12-2-2 rank lower_rank")
    events = match.act("under takeda_nobutoyo")
    roll = roll_of(events, "attack")
    assert (roll["strength"], modifiers_of(roll)) == (6, {"8-2-4 modifier": -2})


@clause("kenshin", "8-2-4")
@pytest.mark.parametrize(("enemy", "action", "reasons"), [
    ({},                          "sortie okabe_motonobu",  ["8-2-4 not_shut_in"]),
    ({},                          "sortie jinbo_ujiharu",   ["8-2-4 not_shut_in"]),
    ({"sasa_narimasa": FUKASHI},  "sortie okabe_motonobu",  []),
    ({"sasa_narimasa": FUKASHI},  "attack jinbo_ujiharu",   []),
])  # fmt: skip
def test_a_sortie_needs_a_garrison_and_enemies_in_its_hex(
    enemy: dict[str, Any], action: str, reasons: list[str]
) -> None:
    units = {**garrison(FUKASHI, "okabe_motonobu"), "jinbo_ujiharu": "5113", "maeda_toshiie": "5112"}
    match = compose_at_fukashi({**units, **enemy}, phase="uesugi_combat")
    assert_reasons(match, action, *reasons)


# --- 8-3: strength --------------------------------------------------------------------------------------------------


@clause("kenshin", "8-3", "8-3-1", "8-3-2")
@pytest.mark.parametrize(("name", "hex_id", "strength", "durability"), [
    ("fukashi", "5114", 2, 4), ("fukashi", "5114", 2, 1), ("takato", "5119", 4, 4), ("iida", "4723", 3, 3),
])  # fmt: skip
def test_the_strength_of_a_castle_is_against_the_assault_and_never_changes(
    name: str, hex_id: str, strength: int, durability: int
) -> None:
    match = compose({**UESUGI, **ODA, "maeda_toshiie": hex_id}, phase="oda_combat", dice=[1, 2, 1, 2],
                    castles={name: {"durability": durability}})  # fmt: skip
    events = match.act("assault maeda_toshiie")
    assert modifiers_of(roll_of(events, "assault")) == {"13-3-5 A(1)": -strength}
    assert modifiers_of(roll_of(events, "garrison")) == {"13-3-5 D(1)": strength}


# --- entering the hex of a castle (K-45) ----------------------------------------------------------------------------


@clause("kenshin", "10-6-3", "10-5-2")
@pytest.mark.parametrize("marker", [-1, 0])
def test_a_castle_with_its_garrison_inside_is_entered_by_marching(marker: int) -> None:
    """Invested or not; where friends stand already nothing more is paid."""
    units: dict[str, Any] = {**garrison(FUKASHI, "maeda_toshiie"), "kakizaki_haruie": "5113"}
    if marker == 0:
        units |= force(FUKASHI, "uesugi_kagetora", "jinbo_ujiharu")
    match = compose_at_fukashi(units, castles={"fukashi": {"holder": "oda", "marker": marker}})
    march(match, "kakizaki_haruie")
    assert cost(match, FUKASHI) == (2 if marker < 0 else 1)
    assert at(match, "kakizaki_haruie") == FUKASHI


@clause("kenshin", "13-1")
def test_besiegers_and_besieged_are_counted_in_units_not_steps() -> None:
    """Two of one step, one of them led, are more than one of two; ships and the castle do not count."""
    weak = {"kakizaki_haruie": {"hex": FUKASHI, "steps": 1},
            "jinbo_ujiharu": {"hex": FUKASHI, "leader": "kakizaki_haruie", "steps": 1}}  # fmt: skip
    match = compose_at_fukashi({**weak, **garrison(FUKASHI, "maeda_toshiie")}, castles=ODA_HOLDS, phase="uesugi_combat")
    match.act("invest fukashi")
    assert castle(match, "fukashi")["marker"] == 0
    match = compose_at_fukashi(
        {**weak, **garrison(FUKASHI, "maeda_toshiie", "sasa_narimasa")}, castles=ODA_HOLDS, phase="uesugi_combat"
    )
    barred(match, "invest fukashi", "13-1 too_few")
    assert "assault kakizaki_haruie" in options_of(match)
