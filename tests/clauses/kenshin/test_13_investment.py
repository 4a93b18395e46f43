"""13-1: besieging a castle, how an investment lasts and how it ends; ERR-2."""

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
    MAEDA,
    NAOE,
    SASA,
    SHIBATA,
    WALLS,
    compose_field,
    compose_siege,
    dice_of_sums,
    end_battle,
    fort,
)
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    acts,
    allowed,
    at,
    castle,
    compose,
    data_of,
    decision_of,
    force,
    garrison,
    of_kind,
    options_of,
    rolls,
    to_phase,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

ENDO = "endo_yoshitaka"
#: Kakizaki with one man, and Honjo: three before Hachiman.
BESIEGERS = {**force(FORT, KAKIZAKI, JINBO), HONJO: FORT}


def castles_invested(marker: int) -> dict[str, Any]:
    """Return `castles` with Hachiman invested and this marker."""
    return {"hachiman": {"marker": marker}}


def begin_march(inside: tuple[str, ...], **more: Any) -> Match:
    """Compose the Movement Phase of the besiegers of Hachiman, with the marker at 2."""
    units = {**BESIEGERS, **garrison(FORT, *inside), **more}
    return compose_siege(units, phase="uesugi_movement", castles=castles_invested(2))


# --- beginning ------------------------------------------------------------------------------------------------------


@clause("kenshin", "13-1", "13-1-2", "11(3)")
@pytest.mark.parametrize(
    ("inside", "enough"), [((), True), ((ENDO,), True), ((ENDO, MAEDA), True), ((ENDO, MAEDA, SASA), False)]
)
def test_besiegers_must_be_more_than_the_garrison(inside: tuple[str, ...], enough: bool) -> None:
    """Three units outside; those under command count, one each."""
    match = compose_siege({**BESIEGERS, **garrison(FORT, *inside)})
    assert turn_of(match) == ("siege", "uesugi")
    if not enough:
        barred(match, "invest hachiman", "13-1 too_few")
        return
    events = match.act("invest hachiman")
    assert data_of(events, "invested", "castle") == ["hachiman"]
    assert castle(match, "hachiman")["marker"] == 0
    assert castle(match, "hachiman")["holder"] == "oda"


@clause("kenshin", "13-1")
def test_units_count_and_not_their_steps() -> None:
    """K-45: two reduced ones against one with two steps."""
    outside = {name: {"hex": FORT, "steps": 1} for name in (HONJO, JINBO)}
    allowed(compose_siege({**outside, **garrison(FORT, ENDO)}), "invest hachiman")
    barred(compose_siege({HONJO: FORT, **garrison(FORT, ENDO, steps=1)}), "invest hachiman", "13-1 too_few")


@clause("kenshin", "13-1-1")
def test_several_forces_invest_together() -> None:
    """Neither the force of two nor the single one could alone."""
    match = compose_siege({**BESIEGERS, **garrison(FORT, ENDO, MAEDA)})
    match.act("invest hachiman")
    assert castle(match, "hachiman")["marker"] == 0


@clause("kenshin", "13-1")
def test_only_an_enemy_castle_without_an_investment_can_be_invested() -> None:
    units = {**BESIEGERS, NAOE: "5114"}
    match = compose_siege(units, castles=castles_invested(1))
    barred(match, "invest hachiman", "13-1 is_invested")
    barred(match, "invest fukashi", "13-1 not_an_enemy")


# --- lasting and ending ---------------------------------------------------------------------------------------------


@clause("kenshin", "13-1-3")
@pytest.mark.parametrize("enemies", [(), (HONJO,), (HONJO, JINBO, NAOE)])
def test_a_garrison_cannot_leave_with_an_enemy_in_the_hex(enemies: tuple[str, ...]) -> None:
    """Whether it is invested (three against two) or not (one against two)."""
    castles = castles_invested(0) if len(enemies) == 3 else {}
    units = {**garrison(FORT, ENDO, MAEDA), **dict.fromkeys(enemies, FORT)}
    match = compose_siege(units, phase="oda_movement", castles=castles)
    if enemies:
        barred(match, f"move {MAEDA}", "13-1-3 shut_in")
    else:
        allowed(match, f"move {MAEDA}")


@clause("kenshin", "13-1-3")
@pytest.mark.parametrize("phase", ["oda_reaction", "oda_forced_march"])
def test_a_garrison_cannot_leave_in_reaction_or_forced_march_either(phase: str) -> None:
    units = {**garrison(FORT, ENDO, MAEDA), HONJO: FORT}
    match = compose_siege(units, phase=phase)
    barred(match, f"check {MAEDA}", "13-1-3 shut_in")


@clause("kenshin", "13-1-4")
def test_every_invested_castle_rolls_at_the_turn_start() -> None:
    """Hachiman is empty, Naegi has a busho; before Kaneyama the besiegers are too few."""
    units = {
        HONJO: FORT, **dict.fromkeys((JINBO, NAOE), "4322"), **garrison("4322", ENDO), KAKIZAKI: "3822",
        **garrison("3822", MAEDA),
    }  # fmt: skip
    match = compose(
        {**UESUGI, **ODA, **units},
        phase="turn_start",
        step="siege",
        castles={**castles_invested(0), "naegi": {"marker": 1}},
        dice=[6, 6],
    )
    assert [(roll["castle"], roll["row"]) for roll in rolls(match.events, "siege")] == [
        ("hachiman", "none"),
        ("naegi", "busho"),
    ]
    assert (castle(match, "hachiman")["marker"], castle(match, "naegi")["marker"]) == (3, 3)
    assert turn_of(match) == ("demand", "uesugi")


@clause("kenshin", "ERR-2", "13-1-2")
@pytest.mark.parametrize("marker", [0, 2, 6])
def test_a_cross_in_the_siege_table_is_no_surrender(marker: int) -> None:
    """Die 1: the marker stays; only the demand, with a die of its own, makes a castle yield."""
    match = compose(
        {**UESUGI, **ODA, **BESIEGERS, **garrison(FORT, ENDO)}, phase="turn_start", step="siege",
        castles=castles_invested(marker), dice=[1, *dice_of_sums(8), *[1] * 8],
    )  # fmt: skip
    assert (castle(match, "hachiman")["holder"], castle(match, "hachiman")["marker"]) == ("oda", marker)
    if marker:
        assert options_of(match) == {"demand hachiman", "done"}
    else:
        assert turn_of(match) == ("force", "uesugi")
        assert not rolls(match.events, "demand")


@clause("kenshin", "ERR-2")
@pytest.mark.parametrize(("die", "yields"), [(2, True), (3, False)])
def test_a_castle_yields_to_a_demand_by_its_die(die: int, yields: bool) -> None:
    match = compose(
        {**UESUGI, **ODA, **BESIEGERS, **garrison(FORT, ENDO)}, phase="turn_start", step="siege",
        castles=castles_invested(2), dice=[1, die, *dice_of_sums(8), *[1] * 8],
    )  # fmt: skip
    events = match.act("demand hachiman")
    assert data_of(events, "surrenders", "castle") == (["hachiman"] if yields else [])
    assert castle(match, "hachiman")["holder"] == ("uesugi" if yields else "oda")


@clause("kenshin", "13-1-5", "13-1-6")
@pytest.mark.parametrize(("inside", "lifted"), [((ENDO,), False), ((ENDO, MAEDA), True)])
def test_an_investment_lasts_while_the_besiegers_are_more(inside: tuple[str, ...], lifted: bool) -> None:
    """One of three marches off: two against one go on, two against two do not, and the marker is gone."""
    match = begin_march(inside)
    events = acts(match, f"move {HONJO}", "to 3817")
    assert data_of(events, "lifted", "castle") == (["hachiman"] if lifted else [])
    assert castle(match, "hachiman").get("marker") == (None if lifted else 2)


@clause("kenshin", "13-1-5")
def test_the_loss_of_morale_ends_with_the_investment() -> None:
    """Besiegers that come back begin again with a marker of 0."""
    match = begin_march((ENDO, MAEDA))
    acts(match, f"move {HONJO}", "to 3817", f"to {FORT}", "halt")
    assert at(match, HONJO) == FORT
    assert "marker" not in castle(match, "hachiman")
    to_phase(match, "uesugi_combat")
    match.act("invest hachiman")
    assert castle(match, "hachiman")["marker"] == 0


@clause("kenshin", "13-1-6", "13-1-5")
@pytest.mark.parametrize("relieved", [True, False])
def test_besiegers_may_be_relieved_if_the_new_ones_come_first(relieved: bool) -> None:
    match = begin_march((ENDO, MAEDA), naoe_nobutsuna="3817")
    come = [f"move {NAOE}", f"to {FORT}", "halt"]
    go = [f"move {HONJO}", "to 3817", "halt"]
    acts(match, *(come + go if relieved else go + come))
    assert at(match, NAOE) == FORT
    assert castle(match, "hachiman").get("marker") == (2 if relieved else None)


@clause("kenshin", "13-1-7")
@pytest.mark.parametrize("joined", [True, False])
def test_besiegers_that_attack_another_hex_no_longer_besiege(joined: bool) -> None:
    """K-48: of two forces of two before one man inside, one attacks and the other goes on; or both attack."""
    units = {**force(FORT, KAKIZAKI, JINBO), **force(FORT, KAGETORA, NAOE), **garrison(FORT, ENDO), SASA: "3819"}
    match = compose_siege(units, 2, 2, castles=castles_invested(1))
    events = match.act(f"attack {KAKIZAKI}")
    events += acts(match, *([f"join {KAGETORA}", f"under {KAKIZAKI}"] if joined else ["fight"]))
    assert data_of(events, "lifted", "castle") == (["hachiman"] if joined else [])
    assert castle(match, "hachiman").get("marker") == (None if joined else 1)
    end_battle(match, "oda")
    if joined:
        assert turn_of(match) == ("force", "oda")  # they cannot invest it anew in this phase (K-103)
    else:
        assert options_of(match) == {f"assault {KAGETORA}", "end"}
        barred(match, f"assault {KAKIZAKI}", "12-1-4 fought")


@clause("kenshin", "13-1-7", "13-1")
def test_a_force_that_has_attacked_does_not_count_for_a_new_investment() -> None:
    """K-103: Kagetora alone does not outnumber one unit; with Naoe the besiegers do."""
    for led, enough in (((), False), ((NAOE,), True)):
        units = {**force(FORT, KAKIZAKI, JINBO, fought=True), **force(FORT, KAGETORA, *led), **garrison(FORT, ENDO)}
        match = compose_siege(units)
        if enough:
            allowed(match, "invest hachiman")
        else:
            barred(match, "invest hachiman", "13-1 too_few")


@clause("kenshin", "13-1-7 attacked", "13-1-5")
@pytest.mark.parametrize("loser", ["uesugi", "oda"])
def test_besiegers_that_are_attacked_go_on_unless_they_retreat(loser: str) -> None:
    """The Oda side before Fukashi, attacked from outside: nothing hampers it."""
    units = {**force(WALLS, SHIBATA, MAEDA), **garrison(WALLS, "nagasaka_chokan"), **force("5113", KAKIZAKI, JINBO)}
    match = compose_siege(units, 2, 2, around=WALLS, castles={"fukashi": {"marker": 2}})
    events = match.act(f"attack {KAKIZAKI}")
    assert [roll["value"] for roll in rolls(events)] == [0, 0]
    assert castle(match, "fukashi")["marker"] == 2
    end_battle(match, loser)
    assert castle(match, "fukashi").get("marker") == (None if loser == "oda" else 2)


@clause("kenshin", "13-1-7 attacked", "13-2")
def test_a_force_that_only_defended_may_besiege_in_the_same_phase() -> None:
    """K-103: Maeda owed an attack and was beaten off."""
    units = {KAKIZAKI: {"hex": FORT, "pinned": True}, MAEDA: {"hex": "3819", "bound": FORT}}
    match = compose_siege(units, 2, 2)
    match.act("end")
    assert turn_of(match) == ("break_off", "oda")
    end_battle(match, "oda")
    assert options_of(match) == {"invest hachiman", f"assault {KAKIZAKI}", "end"}


@clause("kenshin", "13-1-6", "13-1-7", "12-6")
def test_besiegers_that_advance_no_longer_besiege() -> None:
    """K-92: Shibata, attacked before Fukashi, follows the beaten attackers."""
    units = {**force(WALLS, SHIBATA, MAEDA), **garrison(WALLS, "nagasaka_chokan"), **force("5113", KAKIZAKI, JINBO)}
    match = compose_siege(units, 2, 2, around=WALLS, castles={"fukashi": {"marker": 2}})
    acts(match, f"attack {KAKIZAKI}", "retreat", "let_go")
    while decision_of(match).name == "retreat":
        match.act("halt" if "halt" in decision_of(match).texts else decision_of(match).texts[0])
    assert turn_of(match) == ("advance", "oda")
    match.act(f"advance {SHIBATA}")
    assert at(match, SHIBATA) == "5113"
    assert "marker" not in castle(match, "fukashi")


@clause("kenshin", "13-1-5", "13-1-6")
def test_an_investment_goes_on_against_an_empty_castle() -> None:
    """K-42: the only defender falls in an assault."""
    match = compose_siege(
        {**force(FORT, KAKIZAKI, JINBO, NAOE), **garrison(FORT, ENDO, steps=1)}, 10, 2, castles=fort(3, 3, marker=2)
    )  # 10 - 3 + 1 = 8: one hit
    match.act(f"assault {KAKIZAKI}")
    assert turn_of(match) == ("walls", "oda")
    match.act(f"lose {ENDO}")
    assert at(match, ENDO) == "dead"
    assert (castle(match, "hachiman")["marker"], castle(match, "hachiman")["holder"]) == (2, "oda")


# --- ports ----------------------------------------------------------------------------------------------------------

HONGANJI = {
    **garrison("1628", "shimotsuma_rairen"), "sakuma_nobumori": "1628", "miyoshi_yasunaga": "1628",
    "sakuma_nobuhide": "1628",
}  # fmt: skip


def invest_honganji(marker: int, dice: list[int], **entries: Any) -> Match:
    """Run the siege rolls with Ishiyama Honganji invested by three units."""
    return compose_field(
        HONGANJI, {}, dice=dice, around=None, phase="turn_start", step="siege",
        castles={"ishiyama_honganji": {"marker": marker}}, **entries,
    )  # fmt: skip


@clause("kenshin", "13-1-9")
@pytest.mark.parametrize("marker", [0, 2])
def test_a_port_with_an_open_line_rolls_for_neither_siege_nor_demand(marker: int) -> None:
    """K-41, K-67: by sea to Saika; neither siege roll nor demand, and the marker stays as it is."""
    match = invest_honganji(marker, [*dice_of_sums(8), *[1] * 8])
    assert data_of(match.events, "no_siege_check", "castle") == ["ishiyama_honganji"]
    assert not rolls(match.events, "siege", "demand")
    assert turn_of(match) == ("force", "uesugi")
    assert castle(match, "ishiyama_honganji")["marker"] == marker


@clause("kenshin", "13-1-9", "13-1-4")
def test_a_port_without_a_line_rolls_like_any_castle() -> None:
    """An Oda ship on the Inland Sea cuts it; rule 19 gives it the row of a taisho."""
    match = invest_honganji(0, [5], ships={"kuki_sumitaka": "seto"})
    assert [(roll["castle"], roll["row"]) for roll in rolls(match.events, "siege")] == [("ishiyama_honganji", "taisho")]
    assert castle(match, "ishiyama_honganji")["marker"] == 1
    assert turn_of(match) == ("demand", "oda")


@clause("kenshin", "13-1-9 transport")
def test_ships_carry_men_into_an_invested_port() -> None:
    """K-42: so that the besiegers may be too few."""
    units = {**HONGANJI, "suzuki_shigehide": "aboard murakami_takeyoshi", **garrison("1628", "honganji_monto")}
    match = compose_field(
        units, {}, around=None, phase="uesugi_movement", castles={"ishiyama_honganji": {"marker": 1}},
        ships={"murakami_takeyoshi": "seto"},
    )  # fmt: skip
    events = acts(match, "sail murakami_takeyoshi", "put_in 1628")
    assert of_kind(events, "landed") == [{"unit": "suzuki_shigehide", "ship": "murakami_takeyoshi", "hex": "1628"}]
    assert unit(match, "suzuki_shigehide")["inside"] is True
    assert "marker" not in castle(match, "ishiyama_honganji")  # three against three


@clause("kenshin", "13-1-9 transport", "13-1-3")
def test_ships_carry_men_out_of_an_invested_port() -> None:
    """By land they could not leave."""
    units = {**HONGANJI, **garrison("1628", "honganji_monto")}
    match = compose_field(
        units, {}, around=None, phase="uesugi_movement", castles={"ishiyama_honganji": {"marker": 1}},
        ships={"murakami_takeyoshi": "1628"},
    )  # fmt: skip
    barred(match, "move honganji_monto", "13-1-3 shut_in")
    acts(match, "sail murakami_takeyoshi", "board honganji_monto", "sail_to seto")
    assert unit(match, "honganji_monto")["hex"] == "aboard murakami_takeyoshi"
    assert castle(match, "ishiyama_honganji")["marker"] == 1
