"""Chapter 20: neutral castles and forces."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.kenshin.table import (
    FIELD,
    GIFU_LANE,
    ODA,
    UESUGI,
    allowed,
    assert_impossible,
    at,
    compose,
    cost,
    decision_of,
    find_cut_off,
    lane,
    march,
    neighbours,
    rolls,
    to_phase,
)
from tests.clauses.reasons import barred
from tests.support import clause

# Sakurabora, the castle of the Miki, in 4214; and the Miki in a hex without a castle.
CASTLE, MIKI = "4214", "miki_yoritsuna"
WALKERS = [("uesugi", "kakizaki_haruie"), ("oda", "shibata_katsuie")]


def begin_march(seat: str, name: str, start: str, units: dict[str, Any], **more: Any) -> Match:
    """Begin a march in the Movement Phase of this side; UESUGI and ODA are far away."""
    match = compose({name: start, **units, **UESUGI, **ODA}, to_act=seat, **more)
    march(match, name)
    return match


@clause("kenshin", "20 entry")
@pytest.mark.parametrize(("seat", "name"), WALKERS)
@pytest.mark.parametrize("units", [{}, {MIKI: CASTLE}])
def test_a_march_does_not_enter_the_hex_of_a_neutral_castle(seat: str, name: str, units: dict[str, Any]) -> None:
    """Empty or not."""
    match = begin_march(seat, name, "4213", units, around=CASTLE, radius=2)
    barred(match, f"to {CASTLE}", "20 entry neutral_there")


@clause("kenshin", "20 entry")
@pytest.mark.parametrize(("seat", "name"), WALKERS)
def test_a_march_does_not_enter_the_hex_of_a_neutral_force(seat: str, name: str) -> None:
    match = begin_march(seat, name, FIELD, {MIKI: "4811"}, around=FIELD)
    barred(match, "to 4811", "20 entry neutral_there")
    assert_impossible("", "20 entry", {MIKI: FIELD, name: FIELD}, around=FIELD)


@clause("kenshin", "20", "20 entry")
@pytest.mark.parametrize(("seat", "name"), WALKERS)
def test_neutrals_do_not_control_the_hexes_around_them(seat: str, name: str) -> None:
    """No control: from hex to hex around the castle for a point each."""
    match = begin_march(seat, name, "4213", {MIKI: CASTLE}, around=CASTLE, radius=2)
    ring = neighbours(CASTLE)
    allowed(match, *[f"to {hex_id}" for hex_id in ring if hex_id != "4213"])
    beside = next(hex_id for hex_id in neighbours("4213") if hex_id in ring)
    assert cost(match, beside) == 1


@clause("kenshin", "20", "20 entry")
@pytest.mark.parametrize("seat", ["uesugi", "oda"])
def test_a_clan_that_has_taken_sides_is_like_any_other(seat: str) -> None:
    """The same castle, the Miki beside it: friends may enter, enemies pay."""
    units = {MIKI: "4215"}
    match = begin_march("uesugi", "kakizaki_haruie", "4213", units, around=CASTLE, radius=2, clans={"miki": seat})
    assert cost(match, CASTLE) == (1 if seat == "uesugi" else 2)


@clause("kenshin", "20")
@pytest.mark.parametrize("where", ["3421", "3320", None])
def test_neutrals_cut_only_lines_through_their_own_hex(where: str | None) -> None:
    """K-65: beside the way out of Gifu, in it, and nowhere."""
    ground = lane(GIFU_LANE)
    terrain = {**ground["terrain"], "3421": "flat"}
    neutral = {MIKI: where} if where else {}
    found = find_cut_off({"hori_hidemasa": "3319", **neutral}, terrain=terrain, sides=ground["sides"])
    assert found == ({"hori_hidemasa"} if where == "3320" else set())


@clause("kenshin", "20")
@pytest.mark.parametrize(("seat", "name"), WALKERS)
def test_neutrals_are_not_engaged_or_overrun(seat: str, name: str) -> None:
    """K-65."""
    match = begin_march(seat, name, FIELD, {MIKI: "4811"}, around=FIELD)
    barred(match, "engage 4811", "20 neutral_there")
    barred(match, "overrun 4811", "20 neutral_there")


@clause("kenshin", "20")
def test_neutrals_are_not_attacked() -> None:
    """K-65: with two enemies in adjacent hexes Kakizaki has a choice, and the Miki are no target."""
    units = {"kakizaki_haruie": FIELD, MIKI: "4811", "maeda_toshiie": "4809", "sasa_narimasa": "4909", **ODA}
    match = compose(units, around=FIELD, phase="uesugi_combat")
    match.act("attack kakizaki_haruie")
    assert set(decision_of(match).texts) == {"at 4809", "at 4909"}
    barred(match, "at 4811", "20 neutral_there")


@clause("kenshin", "20")
def test_neutrals_never_move() -> None:
    match = compose({MIKI: CASTLE, **UESUGI, **ODA}, dice=[4, 4])
    barred(match, f"move {MIKI}", "20 neutral")
    match.act("end")
    barred(match, f"check {MIKI}", "20 neutral")
    to_phase(match, "uesugi_movement", turn=2)
    assert at(match, MIKI) == CASTLE
    assert rolls(match.events, "attrition") == []
