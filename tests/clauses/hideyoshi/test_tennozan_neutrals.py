"""Tennōzan: the neutral daimyō, their hexes and their empty castles."""

from __future__ import annotations

import pytest

from tests.clauses.common import refused
from tests.clauses.forces import at, attack, cost, force, lane, march, morale, neighbours, of_kind, unit
from tests.clauses.hideyoshi.tennozan_table import (
    HIDENAGA,
    HIMEJI,
    IKEDA,
    INSIDE,
    JOINING,
    MITSUHIDE,
    NOBUTAKA,
    SAITO,
    compose,
    end_next_phases,
    finish,
    owner_of,
    sides,
    start,
)
from tests.support import clause

HOMES = {"tsutsui": "3527", "ikeda": "2924", "hosokawa": "2511", "nakagawa": "3224", "takayama": "3223", "gamo": "4420"}
LORDS = {
    "tsutsui": "tsutsui_junkei",
    "ikeda": "ikeda_tsuneoki",
    "hosokawa": "hosokawa_fujitaka",
    "nakagawa": "nakagawa_kiyohide",
    "takayama": "takayama_ukon",
    "gamo": "gamo_ujisato",
}
#: Castles of neutral daimyō that stand empty at the start.
EMPTY = {"hanakuma": "2426", "sanda": "2522", "mineyama": "2309", "tanabe": "2812", "takatori": "3531"}


# --- the neutral daimyō -----------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.4-O", *[f"35.4-O({place})" for place in HOMES.values()])
def test_six_clans_start_neutral_in_garrison() -> None:
    match = start(phase="anti_hashiba")
    clans = {row["id"]: row["army"] for row in match.game.tables["unit"]}
    for clan, place in HOMES.items():
        men = [name for name, found in match.view(None)["units"].items() if clans[name] == clan]
        assert LORDS[clan] in men
        assert {at(match, name) for name in men} == {place}
        assert all(unit(match, name).get("inside") for name in men)
        assert sides(match)[clan] == "neutral"


@clause("hideyoshi", "35.4-O")
@pytest.mark.parametrize("seat", ["anti_hashiba", "hashiba"])
def test_neutrals_do_not_act(seat: str) -> None:
    match = start(phase=seat)
    for lord in LORDS.values():
        assert f"act {lord}" not in match.decision.texts
        assert match.why_not(f"act {lord}")


@clause("hideyoshi", "35.4-O")
def test_neutrals_are_not_checked_for_communication() -> None:
    """Arioka stands between mountains and has no way to anywhere."""
    match = compose({**IKEDA, HIDENAGA: HIMEJI}, dice=[4] * 9, stage=0, **lane(["2924"]))
    assert sides(match)["ikeda"] == "neutral"
    assert morale(match, "ikeda_tsuneoki") == 0
    assert not of_kind(match.events, "no_line")


@clause("hideyoshi", "35.4-O", "35.8(4)")
@pytest.mark.parametrize(("seat", "leader"), [("anti_hashiba", SAITO), ("hashiba", HIDENAGA)])
@pytest.mark.parametrize("clan", JOINING)
def test_the_hex_of_neutrals_is_closed(clan: str, seat: str, leader: str) -> None:
    """Neither side enters it, nor ends its march there."""
    home = HOMES[clan]
    lord = {LORDS[clan]: {"hex": home, **INSIDE}}
    beside = {"2924": "2923", "3527": "3526", "2511": "2512", "3224": "3324", "3223": "3222", "4420": "4419"}[home]
    match = compose({**lord, leader: beside}, around=home, radius=2, phase=seat)
    march(match, leader)
    refused(match, f"to {home}", "35.8(4)")


def hexes_around(place: str) -> set[str]:
    """Return the six hexes around a hex."""
    return set(neighbours(place))


@clause("hideyoshi", "35.4-O")
def test_neutrals_do_not_make_a_march_dearer() -> None:
    """Beside Arioka a hex costs 1, as on any flat ground, in and out."""
    match = compose({**IKEDA, SAITO: "2922"}, around="2924", phase="anti_hashiba")
    march(match, SAITO)
    assert [cost(match, place) for place in ("2923", "3023", "3024")] == [1, 1, 1]


@clause("hideyoshi", "35.4-O")
@pytest.mark.parametrize(("seat", "leader"), [("anti_hashiba", SAITO), ("hashiba", HIDENAGA)])
def test_neutrals_cannot_be_attacked(seat: str, leader: str) -> None:
    match = compose({**IKEDA, leader: "2923"}, around="2924", phase=seat)
    match.act(f"act {leader}")
    assert "battle" not in match.decision.texts
    assert match.why_not("battle")


@clause("hideyoshi", "35.8(4)")
def test_a_retreat_that_only_neutrals_block_is_taken_in_steps() -> None:
    """Between mountains the one way back is Arioka: the step is lost."""
    men = force("2922", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo")
    way = lane(["2922", "2923", "2924", "2925"])
    match = compose({**IKEDA, HIDENAGA: "2923", **men}, phase="anti_hashiba", dice=[3, *[1] * 5], **way)
    attack(match, MITSUHIDE, "2923")
    while match.decision is not None and match.decision.name == "suffer":
        match.act("retreat" if "retreat" in match.decision.texts else match.decision.texts[0])
    finish(match)
    assert (at(match, HIDENAGA), unit(match, HIDENAGA)["steps"]) == ("2923", 1)


@clause("hideyoshi", "35.8(4)")
def test_no_force_retreats_into_the_hex_of_neutrals() -> None:
    units = {**IKEDA, HIDENAGA: "2923", **force("2922", MITSUHIDE, "fujita_yukimasa", "mizoo_shigetomo")}
    match = compose(units, around="2924", phase="anti_hashiba", dice=[3, *[1] * 5])
    attack(match, MITSUHIDE, "2923")
    match.act("retreat")
    assert match.decision.name == "retreat"
    assert "back 2924" not in match.decision.texts
    refused(match, "back 2924", "35.8(4)")
    assert match.decision.texts


@clause("hideyoshi", "35.8(4)", "35.4-O")
@pytest.mark.parametrize("there", [True, False])
def test_a_line_passes_arioka_only_when_nobody_is_there(there: bool) -> None:
    """From 2923 the one way to Osaka leads through 2924; an empty castle of a neutral is no obstacle."""
    way = lane(["2923", "2924", "2925", "3025", "3126"])
    units = {**(IKEDA if there else {}), NOBUTAKA: "2923"}
    match = compose(units, dice=[4] * 9, stage=0, **way)
    assert (NOBUTAKA in {data["unit"] for data in of_kind(match.events, "no_line")}) is there


@clause("hideyoshi", "35.4-O")
@pytest.mark.parametrize("fights", [{}, {"ikeda": "anti_hashiba"}])
def test_neutrals_block_no_line_beside_them(fights: dict[str, str]) -> None:
    """The one way to Osaka leads past Arioka: its weak zone is nobody's while Ikeda is neutral."""
    way = lane(["2924", "2923", "3023", "3024", "3125", "3126"])
    match = compose({**IKEDA, NOBUTAKA: "2923"}, dice=[4] * 9, stage=0, fights=fights, **way)
    assert (NOBUTAKA in {data["unit"] for data in of_kind(match.events, "no_line")}) is bool(fights)


@clause("hideyoshi", "35.4-O", "35.8(5)")
@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_castle_of_a_neutral_is_passed_but_not_taken(name: str) -> None:
    """On turn 2 nobody takes it: no siege, no ownership at the end of a phase, no refuge."""
    place = EMPTY[name]
    before = next(hex_id for hex_id in sorted(hexes_around(place)))
    match = compose({HIDENAGA: before, SAITO: "3521"}, around=place, radius=2, phase="hashiba", dice=[4] * 9)
    clan = owner_of(match, name)
    march(match, HIDENAGA)
    match.act(f"to {place}")
    assert "enter" not in match.decision.texts
    match.act("halt")
    finish(match)
    end_next_phases(match, 2)
    assert at(match, HIDENAGA) == place
    assert owner_of(match, name) == clan
    while match.decision.who != "hashiba":
        end_next_phases(match)
    match.act(f"act {HIDENAGA}")
    assert "siege" not in match.decision.texts


@clause("hideyoshi", "35.4-O")
@clause("gunyuden", "12.0")
@pytest.mark.parametrize(("place", "number"), [("dead", "12.0"), ("removed", "12.0"), (HOMES["gamo"], "35.4-O")])
def test_a_neutral_who_is_gone_is_refused_as_one_who_is_not_on_the_map(place: str, number: str) -> None:
    where = place if number == "12.0" else {"hex": place, **INSIDE}
    match = compose({LORDS["gamo"]: where, HIDENAGA: HIMEJI}, phase="hashiba")
    refused(match, f"act {LORDS['gamo']}", number)
